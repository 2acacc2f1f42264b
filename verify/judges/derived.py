"""Values that a window gives by two of its own: 36 of 48 are three quarters, 2 May to 23 May are three weeks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.quantities import Quantity

from .analysis import Analysis, Item
from .comparison import same_unit

_NEAREST_PERCENT = Decimal("0.5")
_DAY = 86_400
_DAY_IN_MINUTES = 1_440
_SHARED = frozenset({"count", "area", "length", "mass", "volume", "money"})
_NO_YEAR = 2023


def derived(value: Quantity, window: Analysis) -> list[int]:
    """One of each two literals of one sentence that together give `value`: a share of two counts, how many times one
    is the other, an amount and by how much it differs, the time between two; or the whole of which it is the rest."""
    if value.weak or value.low != value.high:
        return []
    if value.difference:
        return []
    if value.kind in _SHARED | {"speed", "percent", "data", "duration"} and (found := _more_or_less(value, window)):
        return found
    if value.kind in _SHARED and (wholes := _wholes(value, window)):
        return wholes
    if value.kind == "percent":
        return [place for first, place in _pairs(window) if _is_share(value, first, window.items[place])]
    if value.kind == "multiple":
        return [first.index for first, place in _pairs(window) if _is_multiple(value, first, window.items[place])]
    if value.kind == "duration":
        return [place for first, place in _pairs(window) if _is_time_between(value, first, window.items[place])]
    return []


def may_follow(value: Quantity, window: Analysis) -> bool:
    """Whether two amounts of the window differ by `value`, or `value` is one of them so many times over.

    Which of the two exceeds the other is not read, so that this neither bears a claim out nor denies it.
    """
    return any(
        _is_difference(value, first, window.items[place])
        if value.difference
        else _is_times(value, first, window.items[place])
        for first, place in _pairs(window)
    )


def is_sum(value: Quantity, window: Analysis) -> bool:
    """Whether a count is the sum of two of the same kind: neither of the two then says otherwise."""
    counts = [item.quantity for item in map(window.items.__getitem__, window.literals) if item.quantity is not None]
    counts = [count for count in counts if count.kind == value.kind and count.kind != "percent" and not count.weak]
    return any(
        one.low + other.low == value.low and {one.unit, other.unit} <= {value.unit, ""}
        for one, other in combinations(counts, 2)
    ) or is_sum_of_a_row(value, window)


def is_sum_of_a_row(value: Quantity, window: Analysis, *, apart: bool = False) -> bool:
    """The same of two or three that a sentence tells one after the other, people of all sorts among them: "three men
    and one woman" are four people. `apart`: or several sentences, into which one was taken apart."""
    if value.kind in ("percent", "duration", "time"):
        return False
    literals = [window.items[place] for place in window.literals]
    for sentence in {0} if apart else {item.sentence for item in literals}:
        items = [item for item in literals if apart or item.sentence == sentence]
        told = [one.quantity for one in items if one.quantity is not None and _adds(one.quantity, value)]
        for number in (2, 3):
            for start in range(len(told) - number + 1):
                some = told[start : start + number]
                named = some[0].unit and sum(one.weak for one in some) <= 1  # 6-2 and 6-1 count nothing
                if named and sum(one.low for one in some) == value.low:
                    return True
    return False


def _adds(one: Quantity, value: Quantity) -> bool:
    return one.kind == value.kind and (not one.unit or same_unit(one, value))


def follows(value: DateMention, window: Analysis) -> bool:
    """Whether a year that the window does not name follows from one that it does and a number of years beside it:
    "opened in 1964 after nine years of work" of 1955 or of the middle of the 1950s."""
    if value.year is None:
        return False
    last = value.year if value.last_year is None else value.last_year
    for first, place in _pairs(window):
        for dated, lasting in ((first, window.items[place]), (window.items[place], first)):
            if dated.date is None or dated.date.year is None or dated.date.last_year is not None:
                continue
            length = lasting.quantity
            if length is None or length.kind != "duration" or length.unit != "month" or length.low % 12:
                continue
            years = int(length.low) // 12
            if any(value.year <= dated.date.year + way * years <= last for way in (-1, 1)):
                return True
    return False


_REST = re.compile(
    r"\b(?:the (?:rest|others?|remaining|remainder)|all others?)\b|其余|其他|剩下|剩余|余下|余者", re.IGNORECASE
)


def _wholes(value: Quantity, window: Analysis) -> list[int]:
    """Of a sentence that tells a whole, its parts and that there is a rest: the whole, where `value` is the rest."""
    found = []
    for sentence in {window.items[place].sentence for place in window.literals}:
        items = [window.items[place] for place in window.literals if window.items[place].sentence == sentence]
        told = [item for item in items if item.quantity is not None and item.quantity.kind == value.kind]
        if len(told) < 2 or not _REST.search(window.text, told[0].start):
            continue
        whole = max(told, key=lambda item: _low(item))
        parts = [item for item in told if item.index > whole.index]
        alike = [item for item in parts if _unit(item) == _unit(told[-1])]
        if any(some and _low(whole) - sum(_low(item) for item in some) == value.low for some in (parts, alike)):
            found.append(whole.index)
    return found


def _more_or_less(value: Quantity, window: Analysis) -> list[int]:
    """Of a sentence that tells one amount and by how much another exceeds it or falls short of it: the first, where
    `value` is that other ("420 passengers; the other takes 60 fewer")."""
    found = []
    for first, place in _pairs(window):
        one, other = first.quantity, window.items[place].quantity
        if one is None or other is None or one.difference or not other.difference:
            continue
        if same_unit(one, other) and same_unit(one, value) and value.low == one.low + other.difference * other.low:
            found.append(first.index)
    return found


def _is_times(value: Quantity, first: Item, second: Item) -> bool:
    one, times = first.quantity, second.quantity
    if one is None or times is None or times.kind != "multiple" or times.low <= 0 or not same_unit(one, value):
        return False
    return value.low in (one.low * times.low, one.low / times.low)


def _low(item: Item) -> Decimal:
    return item.quantity.low if item.quantity is not None else Decimal(0)


def _unit(item: Item) -> tuple[str, str]:
    return ("", "") if item.quantity is None else (item.quantity.kind, item.quantity.unit)


def _is_difference(value: Quantity, first: Item, second: Item) -> bool:
    one, other = first.quantity, second.quantity
    if one is None or other is None or one.difference or other.difference:
        return False
    return value.kind == one.kind == other.kind and one.unit == other.unit and abs(one.low - other.low) == value.low


def _pairs(window: Analysis) -> list[tuple[Item, int]]:
    items = [window.items[place] for place in window.literals]
    return [(one, other.index) for one, other in combinations(items, 2) if one.sentence == other.sentence]


def _is_share(value: Quantity, first: Item, second: Item) -> bool:
    one, other = first.quantity, second.quantity
    if one is None or other is None or one.kind != other.kind or one.kind not in _SHARED or value.approximate:
        return False
    whole, part = max(one.low, other.low), min(one.low, other.low)
    if part <= 1 or part == whole:
        return False
    return abs(part * 100 / whole - value.low) < _NEAREST_PERCENT and not value.bound


_CHANGED_TO = re.compile(r"\s*(?:to|至|到|[增升降减跌涨提加少][加长升高至到为]{1,2})\s*", re.IGNORECASE)


def is_change(value: Quantity, window: Analysis) -> bool:
    """Whether it is by how much of itself something changed: 50% "from 200 to 300", 由200万元增至300万元. Of what, and
    which way, is not read, so that this neither bears a claim out nor denies it."""
    return value.kind == "percent" and any(_is_change(value, first, place, window) for first, place in _pairs(window))


def _is_change(value: Quantity, first: Item, place: int, window: Analysis) -> bool:
    one, other = first.quantity, window.items[place].quantity
    if one is None or other is None or not same_unit(one, other) or one.kind not in _SHARED or one.low <= 0:
        return False
    if value.bound or not _CHANGED_TO.fullmatch(window.text, first.end, window.items[place].start):
        return False
    return abs(abs(other.low - one.low) * 100 / one.low - value.low) < _NEAREST_PERCENT


def _is_multiple(value: Quantity, first: Item, second: Item) -> bool:
    one, other = first.quantity, second.quantity
    if one is None or other is None or one.kind != other.kind or one.kind not in _SHARED or one.low <= 0:
        return False
    return other.low == one.low * value.low


def of_a_share(items: Sequence[Item], matches: Sequence[Mapping[int, float]], window: Analysis) -> dict[int, int]:
    """Counts of a claim -> the share in the window that gives them: 32 of 64 beside "64, half of them"."""
    wholes = [item.quantity for item in items if item.quantity is not None and matches[item.index]]
    shares = [window.items[place] for place in window.literals]
    found: dict[int, int] = {}
    for item in items:
        count = item.quantity
        if count is None or matches[item.index] or count.kind not in _SHARED or count.weak:
            continue
        for share in shares:
            percent = share.quantity
            if percent is None or percent.kind != "percent" or percent.bound:
                continue
            if any(whole.kind == count.kind and whole.low * percent.low == count.low * 100 for whole in wholes):
                found[item.index] = share.index
    return found


def _is_time_between(value: Quantity, first: Item, second: Item) -> bool:
    if value.bound:
        return False
    if first.quantity is not None and second.quantity is not None and value.unit == "second":
        one, other = first.quantity, second.quantity
        return one.kind == other.kind == "time" and (other.low - one.low) % _DAY_IN_MINUTES * 60 == value.low
    if first.date is None or second.date is None:
        return False
    days = _days_between(first.date, second.date)
    if days is not None and value.unit == "second":
        return abs(days - value.low / _DAY) <= (1 if value.low >= 3 * _DAY else 0)
    years = _years_between(first.date, second.date)
    return years is not None and value.unit == "month" and value.low == 12 * years


def _days_between(first: DateMention, second: DateMention) -> int | None:
    if first.day is None or second.day is None or first.month is None or second.month is None:
        return None
    start = first.year or second.year or _NO_YEAR
    try:
        return (date(second.year or start, second.month, second.day) - date(start, first.month, first.day)).days
    except ValueError:
        return None


def _years_between(first: DateMention, second: DateMention) -> int | None:
    if first.year is None or second.year is None or first.last_year is not None or second.last_year is not None:
        return None
    return second.year - first.year if second.year > first.year else None
