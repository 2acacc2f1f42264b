"""Statements that leave out in their second half what their first half said, made whole.

"It treated 12,400 patients in 2022 and 13,150 in 2023" states two things, and the second one is not of 12,400 patients
in 2023. Only rows of a number with its date are read so; other ellipses stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..analysis import DATE, NUMBER, Item, analyse

_JOINING = re.compile(r"\s*[,;，；、]?\s*(?:(?:and|but|then|而|和|及|以及)\s*)?(?:(?:only|just|some|仅|只有)\s*)?")
_INSIDE = re.compile(r"[^,;，；、.。]{0,40}")


def made_whole(text: str, lang: str) -> tuple[str, ...]:
    """A statement for each pair of a number and a date; the text itself where it is no such row."""
    items = [item for item in analyse(text, lang).items if item.kind in (NUMBER, DATE)]
    pairs = list(zip(items[::2], items[1::2], strict=False))
    if len(items) < 4 or len(items) % 2 or not _is_row(text, pairs):
        return (text,)
    first, last = pairs[0]
    stop = "。" if lang == "zh" else "."
    made = []
    for one, other in pairs:
        own = _values(text, first, one) + text[first.end : last.start] + _values(text, last, other)
        made.append(text[: first.start] + own + stop)
    return tuple(made)


def _is_row(text: str, pairs: Sequence[tuple[Item, Item]]) -> bool:
    """Whether all pairs are of a kind, with nothing but joining words between them and nothing behind the last one."""
    (kinds, *others) = [(first.kind, second.kind) for first, second in pairs]
    if kinds[0] == kinds[1] or any(other != kinds for other in others):
        return False
    seams = [text[left[1].end : right[0].start] for left, right in pairwise(pairs)]
    inside = [text[first.end : second.start] for first, second in pairs]
    if not all(_JOINING.fullmatch(seam) for seam in seams) or not all(_INSIDE.fullmatch(one) for one in inside):
        return False
    return not any(char.isalnum() for char in text[pairs[-1][1].end :])


def _values(text: str, whole: Item, item: Item) -> str:
    """The value as it stands, with the noun of the first one where it has none of its own."""
    mine, theirs = item.quantity, whole.quantity
    if mine is None or theirs is None or not theirs.number_end or item.end > mine.number_end:
        return text[item.start : item.end]
    return text[item.start : item.end] + text[theirs.number_end : whole.end]
