"""Numbers that end in a half or quarters, and halves of a unit: "an hour and a half", "one and three-quarter hours",
"half an hour", 一个半小时, 半数, 过半."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .numerals import CHINESE_NUMERAL, ENGLISH_NUMBER, chinese_number, english_number

HALF = Decimal("0.5")
_ENGLISH = rf"(?P<count>an?|\d+|{ENGLISH_NUMBER})"
_CHINESE = rf"(?P<count>{CHINESE_NUMERAL}+|\d+)"
_PART = r"(?P<part>a\s+half|(?:(?:a|one)\s+quarter|three[\s-]quarters?)(?!\s+of\b))"
_FORMS = (
    # unit in the middle: "an hour and a half", 两年半
    re.compile(rf"\b{_ENGLISH}\s+(?P<unit>[A-Za-z]+)(?P<after>\s+and\s+{_PART}\b)", re.IGNORECASE),
    re.compile(rf"{_CHINESE}(?P<unit>小时|年|天|公里|里|斤|岁|米|吨)(?P<after>半)(?!数|导|个|天|夜)"),
    # unit behind: "one and a half hours", 一个半小时
    re.compile(rf"\b{_ENGLISH}\s+and\s+{_PART}(?P<unit>\s+[A-Za-z]+)", re.IGNORECASE),
    re.compile(rf"{_CHINESE}个半(?P<unit>小时|月|钟头|世纪)"),
    # half of one unit: "half an hour", 半小时, 半个月
    re.compile(r"(?<!and )(?<!and a )\bhalf\s+an?\s+(?P<unit>[A-Za-z]+)", re.IGNORECASE),
    re.compile(r"(?<![一二两三四五六七八九十\d年天里个上下前后])半个?(?P<unit>小时|年|月|天|世纪|公里|钟头)"),
)
_SHARE = re.compile(r"(?P<most>过半数?|半数以上)|一半|半数|(?<=近)半(?![天年个月小数百])")


_MAY_BE = re.compile(r"[Hh]alf|半|[Qq]uarter")


@dataclass(frozen=True, slots=True)
class Half:
    """`value` of the unit that stands at `unit` in the text, or a share of one half where `unit` is None."""

    start: int
    end: int
    value: Decimal
    unit: int | None
    more: bool = False  # more than that


def find_halves(text: str) -> list[Half]:
    """In order, not overlapping."""
    if not _MAY_BE.search(text):
        return []
    found = [half for form in _FORMS for match in form.finditer(text) if (half := _half(match)) is not None]
    for match in _SHARE.finditer(text):
        found.append(Half(match.start(), match.end(), HALF, None, bool(match["most"])))
    kept: list[Half] = []
    for half in sorted(found, key=lambda one: (one.start, one.start - one.end)):
        if not kept or half.start >= kept[-1].end:
            kept.append(half)
    return kept


def _half(match: re.Match[str]) -> Half | None:
    groups = match.groupdict()
    whole = Decimal(0) if "count" not in groups else _number(groups["count"])
    if whole is None:
        return None
    unit = match.start("unit")
    return Half(match.start(), match.end(), whole + _part(groups), unit + (match.string[unit : unit + 1].isspace()))


def _part(groups: dict[str, str | None]) -> Decimal:
    said = (groups.get("part") or "half").casefold()
    return HALF if "half" in said else Decimal("0.75") if said.startswith("three") else Decimal("0.25")


def _number(written: str) -> Decimal | None:
    if written.lower() in ("a", "an"):
        return Decimal(1)
    if written.isdigit():
        return Decimal(written)
    return english_number(written) if written.isascii() else chinese_number(written)
