"""Two names of places of which one may hold the other: "in Oslo" and "in Norway" are no two values of one thing.

Where the evidence itself says which holds which ("Oslo is the capital of Norway", 奥斯陆是挪威首都), what is in the
one is in the other. Where only the tables of `countries` do, the two are no conflict, and no more: what no source says
is not supported. A country and a town that neither knows are left open, too: the town may well lie there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from .countries import is_country, lies_within, may_lie_within, place_of
from .edges import folded, is_edge
from .known_names import are_one

_PLACED_BEFORE = re.compile(
    r"(?:\b(?:in|at|within|inside|from|near|to|into|of|across|throughout)\s+(?:the\s+)?|[在于至到往抵自])$",
    re.IGNORECASE,
)
_KINDS = (
    r"(?:capital|city|town|village|port|district|suburb|county|province|region|state|municipality|part|island|area"
    r"|headquarters|settlement|commune)"
)
_KINDS_ZH = (
    r"(?:首都|省会|首府|都城|最大城市|城市|大城|重镇|港口|港市|市镇|小镇|城镇|村庄|一座|一个|境内|地区|辖区|下辖"
    r"|[东西南北中]部)"
)


def is_placed(text: str, start: int) -> bool:
    """Whether what begins at `start` is said as where something is: "in Oslo", 位于奥斯陆."""
    return bool(_PLACED_BEFORE.search(text, max(0, start - 16), start))


def are_open(one: str, other: str, text: str) -> bool:
    """Whether one of two places may hold the other, for all that text and tables tell."""
    if is_said_within(one, other, text) or is_said_within(other, one, text):
        return True
    if is_country(one) == is_country(other):
        return lies_within(one, other) or lies_within(other, one)
    inner, outer = (other, one) if is_country(one) else (one, other)
    return may_lie_within(inner, outer)


@lru_cache(maxsize=16_384)
def is_said_within(inner: str, outer: str, text: str) -> bool:
    """Whether the text says that the one lies within the other."""
    if not inner or not outer or inner == outer or are_one(inner, outer):
        return False
    ones, others = _stretches(inner, text), _stretches(outer, text)
    if not ones or not others:
        return False
    says = _says_so if inner.isascii() and outer.isascii() else _says_so_zh
    return any(says(text, one, other) for one in ones for other in _beside(one, others))


def _beside(one: tuple[int, int], others: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The nearest few on either side: no pattern reaches past so many, and a text may say a name a thousand times."""
    at = bisect_left(others, one)
    return others[max(0, at - _NEAREST) : at + _NEAREST]


def _stretches(name: str, text: str) -> list[tuple[int, int]]:
    """Where the text has one of its names: (start, end)."""
    place = place_of(name)
    told, found = folded(text), []
    for known in map(folded, {name, *(() if place is None else place.names)}):
        at = told.find(known)
        while at >= 0:
            found.append((at, at + len(known)))
            at = told.find(known, at + 1)
    return sorted(found)


# Patterns of what stands between two names, and not of the names: a pattern for each pair would be made for each claim.
_IN = re.compile(
    r",\s+(?:in\s+)?(?:the\s+)?|\s+\(|\s+in\s+(?:the\s+)?"
    rf"|[^.;]{{0,40}}\b(?:{_KINDS}|lies|located|situated|sits|stands)\b[^.;]{{0,24}}\b(?:of|in|within)\s+"
    r"(?:the\s+)?(?:(?:northern|southern|eastern|western|central)\s+)?",
    re.IGNORECASE,
)
_HAS = re.compile(rf"['’]s?\s+(?:\w+\s+){{0,2}}{_KINDS},?\s+(?:is\s+|of\s+)?", re.IGNORECASE)
_KIND_OF = re.compile(rf"\b{_KINDS}\s+of\s+(?:the\s+)?$", re.IGNORECASE)
_IS = re.compile(r",?\s+(?:is\s+)?", re.IGNORECASE)
_LONGEST_KIND = 40
_NEAREST = 6


def _says_so(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """ "Oslo, the capital of Norway", "Norway's capital Oslo", "the capital of Norway, Oslo"."""
    (start, end), (other_start, other_end) = one, other
    if end <= other_start:
        edges = is_edge(text, start) and is_edge(text, end) and is_edge(text, other_end)
        return edges and bool(_IN.fullmatch(text, end, other_start))
    if other_end > start or not is_edge(text, end):
        return False
    if is_edge(text, other_start) and _HAS.fullmatch(text, other_end, start):
        return True
    before = max(0, other_start - _LONGEST_KIND)
    return (
        is_edge(text, other_end)
        and bool(_IS.fullmatch(text, other_end, start))
        and bool(_KIND_OF.search(text, before, other_start))
    )


_IS_ZH = re.compile(r"[市镇县村]?[^，。；的]{0,4}(?:是|为|系|作为)[^，。；的]{0,4}")
_KIND_ZH = re.compile(rf"的?[^，。；]{{0,8}}?{_KINDS_ZH}")
_IN_ZH = re.compile(r"[市镇县村]?[^，。；的]{0,4}(?:位于|地处|属于?|坐落[于在])[^，。；]{0,4}")
_HAS_ZH = re.compile(rf"的?[^，。；]{{0,6}}{_KINDS_ZH}[是为，、]?|的?")


def _says_so_zh(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """奥斯陆是挪威首都, 奥斯陆位于挪威, 挪威首都奥斯陆."""
    (start, end), (other_start, other_end) = one, other
    if end <= other_start:
        is_one = bool(_IS_ZH.fullmatch(text, end, other_start)) and bool(_KIND_ZH.match(text, other_end))
        return is_one or bool(_IN_ZH.fullmatch(text, end, other_start))
    return other_end <= start and bool(_HAS_ZH.fullmatch(text, other_end, start))
