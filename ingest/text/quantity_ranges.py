"""Two quantities that are the ends of one range."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from .quantity import Quantity
from .units import unit_at
from .written_numbers import DIGITS

_RANGE = re.compile(r"\s?(?:-|–|—|~|～|至|到|to|and)\s?", re.IGNORECASE)
_CHANGE_BEFORE = re.compile(
    r"(?:increas|rose|rise|fell|fall|grew|grow|dropp?|declin|decreas|chang|went|up|down|climb|jump)\w*\s[^.;]{0,20}from\s*$|由\s*$|从\s*$"
)


def join_range(left: Quantity, right: Quantity, text: str) -> Quantity | None:
    """ "3-5 days", "from 3 to 5", 三到五天 as one quantity; `None` where the two are no range."""
    between = text[left.end : right.start]
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


def _factor(quantity: Quantity) -> Decimal:
    """What the right end's unit or scale multiplies a bare left end by: the 1000 of "3-5 km"."""
    digits = re.match(rf"\D*?({DIGITS})", quantity.surface)
    if digits is None:
        unit = unit_at(quantity.surface, quantity.number_end - quantity.start)
        return Decimal(1) if unit is None else unit[1].factor
    bare = Decimal(digits.group(1).replace(",", "").replace("，", ""))
    return quantity.high / bare if bare else Decimal(1)
