"""A quantity: a number with what it counts or measures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from .units import Unit


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts or measures. `low` and `high` are in the canonical `unit`; equal unless a range.

    `kind`: count, percent, money, length, area, volume, mass, duration, ..., ordinal, multiple, time, or label for a
    number that names a thing ("Chapter 4", "Debian 2.1").
    """

    start: int
    end: int
    surface: str
    low: Decimal
    high: Decimal
    unit: str  # canonical; "" where nothing is counted
    kind: str
    approximate: bool = False
    bound: str = ""  # "", "at_least", "at_most", "up_to", "more_than", "less_than"
    laid_down: bool = False  # of a bound: it is a rule's own ("must be at least 18"), not what is known of the number
    nearly: bool = False  # about so much, but not quite: "nearly 50", 近50
    odd: bool = False  # more than that, but not the next round number: 五十多, 二十余
    weak: bool = False  # "one", "a", "first", 一: said in passing as often as meant
    number_end: int = 0  # where the number itself ends, before its unit
    number: Decimal = Decimal(0)  # the value as written, before any conversion of units; the upper end of a range
    classifier: str = ""  # the Chinese measure word of a count
    period: str = ""  # of a rate: "month" of 9 euros a month, of 每月9元
    difference: int = 0  # how much one thing exceeds another by (1: nine euros more, 贵了9元) or falls short of it (-1)
    half_day_open: bool = False  # of a time: it may be before noon or after


def in_unit(quantity: Quantity, unit: Unit, text: str, start: int, end: int) -> Quantity:
    return replace(
        quantity,
        start=start,
        end=end,
        surface=text[start:end],
        low=quantity.low * unit.factor,
        high=quantity.high * unit.factor,
        unit=unit.name,
        kind=unit.kind,
    )
