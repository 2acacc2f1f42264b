"""A claim given the polarity of its evidence: "won" becomes "did not win", 没有获得 becomes 获得.

The words that turn a statement around, with those between them and the word that they turn, are taken over from the
evidence as they stand there: it says how its verb is negated.
"""

from __future__ import annotations

import re

from ...edits import Edit
from ..aligning import Alignment
from ..analysis import DATE, NUMBER, Analysis, Item
from ..lexicon_chinese import NEGATIONS
from ..polarity import is_denied_itself, leaves_open, says_otherwise

_AUXILIARY = re.compile(
    r"\b(?:am|is|are|was|were|be|been|has|have|had|can|could|will|would|may|might|must|should|shall|do|does|did)\s+$",
    re.IGNORECASE,
)
_ASPECT = ("了", "过")  # 获得了, but 没有获得


def negation_edit(alignment: Alignment) -> Edit | None:
    """The edit that gives the first word of the claim whose polarity differs that of its counterpart.

    None where none differs, where some word agrees in being negated, where the other text denies anything of its own,
    and where a word of it may say no: what is denied is then another thing, or the same in other words.
    """
    pairs = [
        (item, alignment.window.items[place])
        for item in alignment.claim.items
        if (place := alignment.in_anchor(item.index)) is not None
    ]
    if any(item.negated and other.negated for item, other in pairs):
        return None
    for item, other in pairs:
        if item.negated != other.negated and item.kind not in (NUMBER, DATE):
            denied, analysis = (item, alignment.claim) if item.negated else (other, alignment.window)
            plain = alignment.window if item.negated else alignment.claim
            if any(one.negated for one in plain.items) or not is_denied_itself(alignment, item, other):
                return None
            if says_otherwise(alignment, item) or leaves_open(alignment):
                return None
            return _turned(alignment, item, other) if _is_plain(analysis, denied) else None
    return None


_PLAIN = re.compile(
    r"(?:not|never|cannot|\w+n['’]t)(?:\s+\w+)?\s+|(?:没有?|不|未|并未|从未|尚未|并没有|从不)\w{0,4}", re.IGNORECASE
)


def _is_plain(analysis: Analysis, denied: Item) -> bool:
    """Whether the verb itself is negated: nobody, none, and "it is not true that" deny in another way."""
    return _PLAIN.fullmatch(analysis.text, max(0, denied.negation_start), denied.start) is not None


def _turned(alignment: Alignment, item: Item, other: Item) -> Edit | None:
    if alignment.claim.lang == "zh":
        return _turned_chinese(alignment, item, other)
    claim, window = alignment.claim, alignment.window
    (start, end), (first, last) = _stretch(claim, item), _stretch(window, other)
    after = window.text[first:last]
    if after.casefold().startswith("not to ") and claim.text[:start].casefold().endswith(" to "):
        start -= len("to ")  # "voted to sell" and "voted not to sell"
    return Edit(start, end, after[:1].upper() + after[1:] if start == 0 else after)


def _stretch(analysis: Analysis, item: Item) -> tuple[int, int]:
    """The word with the negation that reaches it and all that is between, and the auxiliary before them."""
    start = item.negation_start if item.negated and 0 <= item.negation_start <= item.start else item.start
    auxiliary = _AUXILIARY.search(analysis.text, max(0, start - 8), start)
    return (auxiliary.start() if auxiliary else start), item.end


# --- Chinese: the negating word alone comes or goes, and with it the aspect that it does not go with


def _turned_chinese(alignment: Alignment, item: Item, other: Item) -> Edit | None:
    claim, window = alignment.claim.text, alignment.window.text
    if item.negated:
        word = _negating(claim, item.negation_start)
        behind = item.negation_start + len(word)
        verb = _shared_start(claim[behind:], _behind(window, claim[behind:]))
        modal = _modal(window, claim[behind : behind + verb]) if word in _DENIED_MODALS and verb else ""
        aspect = _aspect(window, window.find(claim[behind : behind + verb]) + verb) if verb else ""
        after = claim[behind : behind + verb] + (aspect if not _aspect(claim, behind + verb) else "")
        return Edit(item.negation_start, behind + max(verb, 1), modal + (after or claim[behind : behind + 1]))
    word = _negating(window, other.negation_start)
    denied = window[other.negation_start + len(word) :]
    place, length = _found(claim, denied)
    if not length:
        return None
    end = place + length
    done = _DONE.search(claim, 0, place)
    start = done.start() if done else place  # 已经上市, but 尚未上市
    return Edit(start, end + len(_aspect(claim, end)), word + claim[place:end])


_DONE = re.compile("(?:已经?|曾经?)(?:成功|正式|顺利)?$")
_DENIED_MODALS = ("不能", "不得", "不可", "不会", "不")
_MODAL = re.compile("(?:可以|能够|可|(?<!可)能|会|应当|应|须|必须|需要?|允许)$")


def _modal(window: str, verb: str) -> str:
    """可以 of 可以空腹服用: what is denied is that it may be, and not that it is."""
    place = window.find(verb)
    found = _MODAL.search(window, 0, place) if place > 0 else None
    return found[0] if found else ""


def _negating(text: str, start: int) -> str:
    """The longest negating word that begins there."""
    return max((word for word in NEGATIONS if text.startswith(word, start)), key=len, default=text[start : start + 1])


def _found(claim: str, denied: str) -> tuple[int, int]:
    """Where the claim says what is denied, up to where the two part; (0, 0) where it does not."""
    for length in range(min(4, len(denied)), 0, -1):
        if (place := claim.find(denied[:length])) >= 0 and claim.count(denied[:length]) == 1:
            return place, min(length, _verb(claim, place, length))
    return 0, 0


def _verb(claim: str, place: int, length: int) -> int:
    """An aspect particle in the claim ends the verb before it."""
    return next((size for size in range(1, length) if _aspect(claim, place + size)), length)


def _behind(window: str, said: str) -> str:
    """What the window says from where it says what the claim denies."""
    for length in range(min(4, len(said)), 0, -1):
        if (place := window.find(said[:length])) >= 0:
            return window[place:]
    return ""


def _shared_start(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other or not one.isalnum():
            break
        count += 1
    return count


def _aspect(text: str, at: int) -> str:
    return text[at : at + 1] if text[at : at + 1] in _ASPECT else ""
