"""Quantities in running text, English and Chinese, with exact values and canonical units.

"30 million", "30,000,000", "3,000万" and "三千万" are one value; "4 km" and "4000米" are one length; the unit of a bare
count is what is counted ("12 employees", "12名员工"). Dates are not quantities: see `dates`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from .composed_numbers import Composed, find_composed
from .counted import chinese_noun, measured
from .dates import find_dates
from .halves import Half, find_halves
from .quantity import Quantity, in_unit
from .quantity_bounds import with_context
from .quantity_ranges import join_parts, join_range, with_minutes
from .times import find_times
from .units import unit_at
from .written_numbers import NUMBER, is_code, read_special, scaled, value_of

__all__ = ["Quantity", "find_quantities"]

_COUNTS_NOTHING = re.compile(
    r"百公里(?:加速|[油电能]?耗)|一次(?=\s?[\d一二两三四五六七八九十半]{1,3}\s?(?:[粒片颗克袋支滴丸包]|毫[克升]|m[gl]\b))"
)
"""百公里加速 is the name of what is measured, 一次2粒 is two each time."""
_TITLE = re.compile(r"《[^《》]{1,40}》")  # a number in a title counts nothing


def find_quantities(text: str, lang: str) -> list[Quantity]:
    """All quantities in `text`, in order, not overlapping, dates left out.

    `lang` decides only which words may name what is counted; numerals of both languages are read in either.
    """
    return list(_find(text, lang))


@lru_cache(maxsize=4096)
def _find(text: str, lang: str) -> tuple[Quantity, ...]:
    taken = _Taken(len(text))
    for date in find_dates(text):
        taken.add(date.start, date.end)
    for match in _TITLE.finditer(text):
        taken.add(*match.span())
    times = [time for time in find_times(text) if taken.is_free(time.start, time.end)]
    for time in times:
        taken.add(time.start, time.end)
    composed = [one for one in find_composed(text) if taken.is_free(one.start, one.end)]
    told = _Taken(len(text))
    for one in composed:
        told.add(one.start, one.end)
    halves = [h for h in find_halves(text) if taken.is_free(h.start, h.end) and told.is_free(h.start, h.end)]
    made = [*(_half_quantity(half, text) for half in halves), *(_composed(one, text, lang) for one in composed)]
    whole = [*times, *(quantity for quantity in made if quantity is not None)]
    for quantity in whole:
        taken.add(quantity.start, quantity.end)
    found: list[Quantity] = []
    numbers = (match for match in NUMBER.finditer(text) if taken.is_free(*match.span()))
    read = [*whole, *(_read(match, text, lang) for match in numbers)]
    for quantity in sorted((one for one in read if one is not None), key=lambda one: one.start):
        if (found and quantity.start < found[-1].end) or _COUNTS_NOTHING.match(text, quantity.start):
            continue
        joined = (join_range(found[-1], quantity, text) or join_parts(found[-1], quantity, text)) if found else None
        if joined is not None:
            found[-1] = joined
        else:
            found.append(with_minutes(quantity, text))
    return tuple(found)


class _Taken:
    """Which characters of a text belong to something already; asking costs the length asked about alone."""

    def __init__(self, length: int) -> None:
        self._characters = bytearray(length)

    def add(self, start: int, end: int) -> None:
        self._characters[start:end] = b"\x01" * (end - start)

    def is_free(self, start: int, end: int) -> bool:
        return self._characters.find(1, start, end) < 0


def _composed(one: Composed, text: str, lang: str) -> Quantity | None:
    """A share, a multiple, a measure or a count that is told by two numbers."""
    plain = Quantity(
        one.start,
        one.end,
        text[one.start : one.end],
        one.value,
        one.value,
        "",
        "count",
        number_end=one.end,
        number=one.value,
    )
    if one.what == "dozens":
        return with_context(replace(plain, unit=chinese_noun(text, one.end)), text)
    if one.what == "count":
        kind = "words" if plain.surface.isascii() else "zh"
        counted = measured(plain, kind, text, lang)
        return None if counted is None else with_context(counted, text)
    if one.what == "measure":
        unit = unit_at(text, one.unit_place)
        return None if unit is None else with_context(in_unit(plain, unit[1], text, one.start, unit[0]), text)
    unit_of = {"percent": ("%", "percent"), "multiple": ("x", "multiple")}[one.what]
    return with_context(replace(plain, unit=unit_of[0], kind=unit_of[1]), text)


def _half_quantity(half: Half, text: str) -> Quantity | None:
    surface = text[half.start : half.end]
    if half.unit is None:
        bound = "more_than" if half.more else ""
        value = half.value * 100
        share = Quantity(
            half.start, half.end, surface, value, value, "%", "percent", bound=bound, number_end=half.end, number=value
        )
        return share if half.more else with_context(share, text)
    unit = unit_at(text, half.unit)
    if unit is None:
        return None
    value = half.value * unit[1].factor
    end = max(half.end, unit[0])
    made = Quantity(
        half.start,
        end,
        text[half.start : end],
        value,
        value,
        unit[1].name,
        unit[1].kind,
        number_end=end,
        number=half.value,
    )
    return with_context(made, text)


def _read(match: re.Match[str], text: str, lang: str) -> Quantity | None:
    kind = match.lastgroup or ""
    for name in ("zh_percent", "zh_fraction", "zh_ordinal"):
        if match.group(name):
            kind = name
    special = read_special(kind, match)
    if special is not None:
        return with_context(special, text)
    value = value_of(kind, match.group())
    if value is None or is_code(match, text):
        return None
    counted = measured(scaled(match, value, text, plain=kind == "digits"), kind, text, lang)
    return None if counted is None else with_context(counted, text)
