"""Two names of places of which one may hold the other: "in Oslo" and "in Norway" are no two values of one thing.

Where the evidence itself says which holds which ("Oslo is the capital of Norway", 奥斯陆是挪威首都), what is in the
one is in the other. Where only the tables of `countries` do, the two are no conflict, and no more: what no source says
is not supported. A country and a town that neither knows are left open, too: the town may well lie there.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .countries import is_country, lies_within, may_lie_within, place_of
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


def _names(name: str, folded: str) -> str:
    """A pattern of those of its names that the folded text has; empty where it has none."""
    place = place_of(name)
    names = sorted({name, *(() if place is None else place.names)}, key=len, reverse=True)
    held = [re.escape(one) for one in names if one.casefold() in folded]
    return f"(?:{'|'.join(held)})" if held else ""


@lru_cache(maxsize=16_384)
def is_said_within(inner: str, outer: str, text: str) -> bool:
    """Whether the text says that the one lies within the other."""
    if not inner or not outer or inner == outer or are_one(inner, outer):
        return False
    folded = text.casefold()
    one, other = _names(inner, folded), _names(outer, folded)
    if not one or not other:
        return False
    if inner.isascii() and outer.isascii():
        return bool(
            re.search(
                rf"\b{one}\b(?:,\s+(?:in\s+)?(?:the\s+)?|\s+\(|\s+in\s+(?:the\s+)?){other}\b"
                rf"|\b{one}\b[^.;]{{0,40}}\b(?:{_KINDS}|lies|located|situated|sits|stands)\b[^.;]{{0,24}}\b(?:of|in|within)\s+"
                rf"(?:the\s+)?(?:(?:northern|southern|eastern|western|central)\s+)?{other}\b"
                rf"|\b{other}(?:['’]s?)\s+(?:\w+\s+){{0,2}}{_KINDS},?\s+(?:is\s+|of\s+)?{one}\b"
                rf"|\b{_KINDS}\s+of\s+(?:the\s+)?{other}\b,?\s+(?:is\s+)?{one}\b",
                text,
                re.IGNORECASE,
            )
        )
    return bool(
        re.search(
            rf"{one}(?:市|镇|县|村)?[^，。；的]{{0,4}}?(?:是|为|系|作为)[^，。；的]{{0,4}}?{other}的?[^，。；]{{0,8}}?{_KINDS_ZH}"
            rf"|{one}(?:市|镇|县|村)?[^，。；的]{{0,4}}?(?:位于|地处|属于?|坐落[于在])[^，。；]{{0,4}}?{other}"
            rf"|{other}(?:的)?[^，。；]{{0,6}}?{_KINDS_ZH}(?:是|为|[，、])?{one}|{other}的?{one}",
            text,
        )
    )
