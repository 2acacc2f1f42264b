"""What stands before a value: "until 3 March" is no "from 3 March", "without a ticket" no "with a ticket"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment

_LEAST_SAID = 0.95  # of the rest of the claim, that the sentence with the other word must hold
_BEGINS, _ENDS, _THEN = ("from", "since", "after"), ("until", "till", "before"), ("on", "in", "at")
_TIMES_APART = frozenset(frozenset({one, other}) for one in _BEGINS for other in _ENDS)
_OPPOSED = _TIMES_APART | {
    *(frozenset({one, other}) for one in _THEN for other in ("after", "before")),
    *map(frozenset, (("by", "to"), ("by", "for"), ("from", "to"), ("with", "without"))),
}
_LEAD = re.compile(r"\b(?P<lead>[a-z]+)\s+(?:(?:the|a|an|about|around|only|early|late)\s+)*$", re.IGNORECASE)
_LONGEST = 24
_WITH = re.compile(r"\b(?:with|including|inclusive)\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\b(?:without|excluding|exclusive|plus)\b", re.IGNORECASE)


def lead_of(text: str, start: int) -> str:
    """The word before a value, but for articles and words that only say how near it is; "" where none stands there."""
    found = _LEAD.search(text, max(0, start - _LONGEST), start)
    return found["lead"].casefold() if found else ""


def leads_opposed(claim: str, start: int, told: str, starts: Sequence[int]) -> bool:
    """Whether the words before a value and before all places that hold it rule each other out."""
    mine = lead_of(claim, start)
    return bool(mine) and all(frozenset({mine, lead_of(told, place)}) in _OPPOSED for place in starts)


def is_with_and_without(claim: str, told: str) -> bool:
    """Whether the one text is of something with, and the other of something without: "plus VAT", "including VAT"."""
    here, there = ({form for form in (_WITH, _WITHOUT) if form.search(text)} for text in (claim, told))
    return len(here) == len(there) == 1 and here != there


def read_opposed_leads(alignment: Alignment) -> Finding | None:
    """CONTRADICTS where the evidence says the same but for the side of a time on which it is so."""
    claim, window = alignment.claim, alignment.window
    if claim.lang != "en" or window.lang != "en" or alignment.anchored() < _LEAST_SAID:
        return None
    if any(_THEN_ANOTHER.search(text) for text in (window.text, claim.text)):
        return None
    for index in claim.literals:
        item, places = claim.items[index], alignment.matches[index]
        mine = lead_of(claim.text, item.start)
        others = [lead_of(window.text, window.items[place].start) for place in places]
        if item.date is None and not _is_time_of_day(item.surface):
            continue
        if others and all(frozenset({mine, other}) in _TIMES_APART for other in others):
            there = window.items[next(iter(places))]
            return Finding("order", Stance.CONTRADICTS, f"{mine} {item.surface}", f"{others[0]} {there.surface}")
    return None


_THEN_ANOTHER = re.compile(
    r"\b(?:when|then|succeed\w*|success\w*|replac\w*|t(?:ook|akes?) over|follow\w*|handed"
    r"|not|no|never|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)  # "Ann led it until 2006, when Eve took over"; "has no longer been so since 1930"
_CLOCK = re.compile(r"\b(?:am|pm|a\.m\.|p\.m\.|noon|midnight)(?:\b|$)|\d:\d\d|o'clock", re.IGNORECASE)


def _is_time_of_day(surface: str) -> bool:
    return _CLOCK.search(surface) is not None
