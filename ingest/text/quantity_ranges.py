"""Two quantities that are the ends of one range, or two parts of one measure."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from .numerals import CHINESE_NUMERAL, chinese_number
from .quantity import Quantity
from .units import unit_at
from .written_numbers import DIGITS

_RANGE = re.compile(r"\s?(?:-|–|—|~|～|至|到|to|and)\s?", re.IGNORECASE)
_CHANGE_BEFORE = re.compile(
    r"(?:increas|rose|rise|fell|fall|grew|grow|dropp?|declin|decreas|chang|went|up|down|climb|jump)\w*\s[^.;]{0,20}from\s*$|由\s*$|从\s*$"
)


_DOWN_FROM = re.compile("及?以下")


def join_range(left: Quantity, right: Quantity, text: str) -> Quantity | None:
    """ "3-5 days", "from 3 to 5", 三到五天 as one quantity; `None` where the two are no range."""
    between = text[left.end : right.start]
    down_from = _DOWN_FROM.match(text, right.end) if between in ("以上", "及以上") else None
    if down_from is not None and left.unit == right.unit and left.low < right.high:  # 50元以上200元以下
        end = down_from.end()
        return replace(right, start=left.start, end=end, surface=text[left.start : end], low=left.low, bound="")
    joint = _RANGE.fullmatch(between)
    if joint is None or left.kind in ("ordinal", "label", "time") or right.kind in ("ordinal", "label", "time"):
        return None
    word = between.strip().lower()
    before = text[max(0, left.start - 48) : left.start].lower()
    if word == "and" and not before.endswith("between "):
        return None
    if word in ("to", "到", "至") and _CHANGE_BEFORE.search(before):
        return None  # a change from one value to another, not a range
    if left.unit not in ("", right.unit):
        return None
    low = left.low
    factor = _factor(right)
    if left.unit == "":
        low = low * factor
    if low > right.high:
        return None
    return replace(right, start=left.start, surface=text[left.start : right.end], low=low, approximate=left.approximate)


_BESIDE = re.compile(r"\s?|,?\s(?:and\s)?|零")
_MEASURES = ("duration", "length", "mass")
_MINUTE, _HOUR = Decimal(60), Decimal(3600)


def join_parts(left: Quantity, right: Quantity, text: str) -> Quantity | None:
    """ "1 hour 50 minutes", "five feet four inches", 2小时35分 as one quantity; `None` where the two are no such."""
    if left.kind not in _MEASURES or left.low != left.high or not _BESIDE.fullmatch(text[left.end : right.start]):
        return None
    if right.kind == "label" and text.startswith("分", right.end) and _factor(left) == _HOUR:
        low = right.number * _MINUTE
        right = replace(right, low=low, high=low, unit=left.unit, kind=left.kind, end=right.end + 1)
    elif (right.kind, right.unit) != (left.kind, left.unit) or right.low != right.high or right.bound:
        return None
    small = right.low / right.number if right.number else Decimal(0)
    if not small or not 0 < right.low < _factor(left):
        return None
    total = left.low + right.low
    return replace(
        left,
        end=right.end,
        surface=text[left.start : right.end],
        low=total,
        high=total,
        number_end=right.end,
        number=total / small,
        difference=right.difference or left.difference,
    )


_MINUTES_BEHIND = re.compile(
    rf"零(?P<few>{CHINESE_NUMERAL})分(?![钟之])"
    rf"|(?P<minutes>{CHINESE_NUMERAL}{{1,3}})分(?=$|[，。；、,.;！？!?）)]|的|[后内]|左右|以[上内])"
)


def with_minutes(hours: Quantity, text: str) -> Quantity:
    """两小时零五分 as one duration. 五分 alone may be a mark, a share or a minute, and 十分 is "very": only what stands
    behind 零, or before the end of what is said, is taken for minutes."""
    behind = _MINUTES_BEHIND.match(text, hours.end)
    minutes = None if behind is None else chinese_number(behind["few"] or behind["minutes"])
    exact = hours.kind == "duration" and hours.low == hours.high
    if behind is None or minutes is None or not 0 < minutes < 60 or not exact or _factor(hours) != _HOUR:
        return hours
    total = hours.low + Decimal(minutes) * _MINUTE
    return replace(
        hours,
        end=behind.end(),
        surface=text[hours.start : behind.end()],
        low=total,
        high=total,
        number_end=behind.end(),
        number=total / _MINUTE,
    )


def _factor(quantity: Quantity) -> Decimal:
    """What the right end's unit or scale multiplies a bare left end by: the 1000 of "3-5 km"."""
    digits = re.match(rf"\D*?({DIGITS})", quantity.surface)
    if digits is None:
        unit = unit_at(quantity.surface, quantity.number_end - quantity.start)
        return Decimal(1) if unit is None else unit[1].factor
    bare = Decimal(digits.group(1).replace(",", "").replace("，", ""))
    return quantity.high / bare if bare else Decimal(1)
