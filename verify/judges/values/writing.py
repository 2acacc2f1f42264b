"""Writing a value of the evidence in the place of the claim's wrong one, in the claim's own format if that is easy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.quantities import Quantity

from ...edits import Edit
from ..aligning import Alignment
from ..analysis import DATE, NUMBER, Item
from ..conflicts import Conflict


def apply_values(claim: str, edits: Sequence[Edit]) -> str | None:
    """All edits made; `None` where two of them touch the same words or nothing would change."""
    ordered = sorted(edits, key=lambda edit: edit.start)
    if any(left.end > right.start for left, right in pairwise(ordered)):
        return None
    text = claim
    for edit in reversed(ordered):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text if text != claim else None


def value_edit(alignment: Alignment, conflict: Conflict) -> Edit | None:
    """The edit of the claim that mends the conflict; None where the window's value cannot stand for the claim's."""
    items = [alignment.claim.items[index] for index in conflict.claim_items]
    rivals = [alignment.window.items[index] for index in conflict.window_items]
    if not items or not rivals:
        return None
    start, end = items[0].start, items[-1].end
    first, rival = items[0], rivals[0]
    if not _same_bound(alignment, first, rival):
        return None
    if first.quantity is not None and rival.quantity is not None:
        if first.quantity.kind != rival.quantity.kind:
            return None  # "5 days" is not mended to a bare 5: the unit would be lost
        return _opening(_number_edit(alignment.claim.text, first.quantity, rival.quantity))
    if first.date is not None and rival.date is not None:
        return _date_edit(alignment.claim.text, first.date, rival.date)
    return Edit(start, end, conflict.window_words)


def _opening(edit: Edit) -> Edit:
    """ "Five" at the head of the claim becomes "Eight", not "eight"."""
    return Edit(edit.start, edit.end, edit.after[:1].upper() + edit.after[1:]) if edit.start == 0 else edit


_COMPARED = re.compile(
    r"\b(?:than|before|after|by|since|until|prior to|over|under|above|below|exceed(?:s|ed|ing)?)\s+$", re.IGNORECASE
)


_UP_TO = re.compile(r"(?:\b(?:until|till|to)|[-–—])\s*$", re.IGNORECASE)


def _is_time(item: Item) -> bool:
    return item.quantity is not None and item.quantity.kind == "time"


def _same_bound(alignment: Alignment, wrong: Item, right: Item) -> bool:
    """Whether the right value says what the wrong one does: "more than 500" is not mended to "more than 412".

    A value under a bound or a comparison may only be replaced by one under the same.
    """
    if wrong.quantity is not None and right.quantity is not None and wrong.quantity.bound != right.quantity.bound:
        return False
    if wrong.bound != right.bound:
        return False
    if wrong.kind not in (NUMBER, DATE):
        return True
    before = _COMPARED.search(alignment.claim.text[: wrong.start])
    if before is not None and _is_time(wrong) and _is_time(right) and before[0].strip().casefold() == "until":
        return _UP_TO.search(alignment.window.text[: right.start]) is not None  # the end of "9 am to 4 pm"
    there = _COMPARED.search(alignment.window.text[: right.start])
    return (before is None and wrong.bound == "") or (there is not None) == (before is not None)


# --- Numbers

_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")


def _number_edit(claim: str, wrong: Quantity, right: Quantity) -> Edit:
    """Only the number changes where both write the same unit around it; else number and unit together."""
    if wrong.kind == right.kind == "count" and wrong.number_end and right.number_end:
        before = claim[wrong.start : wrong.number_end]
        after = right.surface[: right.number_end - right.start]
        return Edit(wrong.start, wrong.number_end, _in_format(before, after, right.number))
    frame, value = _frame(wrong.surface), _frame(right.surface)
    if frame and value and frame[0].strip() == value[0].strip() and frame[2].strip() == value[2].strip():
        return Edit(wrong.start, wrong.end, frame[0] + _in_format(frame[1], value[1], None) + frame[2])
    return Edit(wrong.start, wrong.end, right.surface)


def _frame(surface: str) -> tuple[str, str, str] | None:
    """What stands before, as and after the only number in digits of a surface."""
    found = list(_NUMBER.finditer(surface))
    if len(found) != 1:
        return None
    match = found[0]
    return surface[: match.start()], match.group(), surface[match.end() :]


def _in_format(before: str, after: str, value: Decimal | None) -> str:
    """`after` with or without thousands separators as `before` has them, digits for digits."""
    if not _NUMBER.fullmatch(before) or value is None:
        return after
    if value != value.to_integral_value() or abs(value) >= Decimal(10) ** 15 or "." in before:
        return after
    whole = int(value)
    if "," in before:
        return f"{whole:,}"
    return str(whole) if len(before) >= 4 or whole < 10_000 or not after.isascii() else after


# --- Dates


_FULL_MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]


def _date_edit(claim: str, wrong: DateMention, right: DateMention) -> Edit | None:
    """The fields that the claim gives, in its own format; `None` where the window's date cannot be put so."""
    if wrong.precision in ("part", "span"):
        return _in_full(claim, wrong, right)
    if wrong.last_year is None and right.last_year is None:
        rewritten = _with_fields(wrong, right)
        if rewritten is not None:
            return Edit(wrong.start, wrong.end, rewritten)
    if wrong.surface.isascii() and (wrong.precision != right.precision or not right.surface.isascii()):
        return _coarser(claim, wrong, right)
    return Edit(wrong.start, wrong.end, right.surface)


def _with_fields(wrong: DateMention, right: DateMention) -> str | None:
    """The claim's surface with each of its fields as the window has it."""
    surface = wrong.surface
    for name in ("year", "month", "day", "quarter", "season", "weekday"):
        before, after = getattr(wrong, name), getattr(right, name)
        if before is None or before == after:
            continue
        if after is None or name not in ("year", "month", "day"):
            return None
        changed = _month_changed(surface, before, after) if name == "month" else None
        if changed is None:
            unit = {"year": "年?", "month": "月", "day": "[日号]?"}[name]
            pattern = re.compile(rf"(?<!\d)0?{abs(before)}(?=\s?{unit}(?!\d))")
            found = list(pattern.finditer(surface))
            if len(found) != 1:
                return None
            changed = surface[: found[0].start()] + str(abs(after)) + surface[found[0].end() :]
        surface = changed
    return surface


def _month_changed(surface: str, before: int, after: int) -> str | None:
    """The English name of a month replaced, short for short."""
    for cut in (None, 3):
        old, new = _FULL_MONTHS[before - 1][:cut], _FULL_MONTHS[after - 1][:cut]
        changed, count = re.subn(rf"\b{old}\b", new, surface, count=1, flags=re.IGNORECASE)
        if count:
            return changed
    return None


def _in_full(claim: str, wrong: DateMention, right: DateMention) -> Edit | None:
    """ "In early March" becomes "on 28 March", "in the late 1990s" becomes "in 1994", 六月中旬 becomes 6月3日."""
    if wrong.surface.isascii() != right.surface.isascii():
        return None
    preposition = re.search(r"\bin\s+(?:the\s+)?$", claim[: wrong.start], re.IGNORECASE)
    if preposition is None or right.last_year is not None:
        return Edit(wrong.start, wrong.end, right.surface)
    word = "on" if right.precision == "day" else "in"
    word = word.capitalize() if preposition.group()[0].isupper() else word
    return Edit(preposition.start(), wrong.end, f"{word} {right.surface}")


def _coarser(claim: str, wrong: DateMention, right: DateMention) -> Edit | None:
    """A date with fewer fields, and the preposition that goes with it: "on 4 March 2019" becomes "in 2018"."""
    if wrong.precision != "day" or right.precision not in ("month", "year") or not right.surface.isascii():
        return None
    preposition = re.search(r"\b(on)\s+$", claim[: wrong.start], re.IGNORECASE)
    if preposition is None:
        return None
    word = "In" if preposition.group(1)[0].isupper() else "in"
    return Edit(preposition.start(), wrong.end, f"{word} {right.surface}")
