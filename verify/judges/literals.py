"""What a window says about each number and date of a claim: the same, another one in its role, or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import combinations

from .aligning import MOST_CHECKED, MOST_PLACES, Alignment, most_places
from .analysis import DATE, NUMBER, Analysis, Item
from .comparison import compare_values, same_unit
from .counterparts import SYNONYM, near_misses, rivals
from .derived import follows, is_change, is_sum, may_follow
from .exceptions import is_left_out
from .intervals import DIFFERENT, EQUAL, is_bounded
from .parallel import (
    counts_something_else,
    is_complement,
    of_a_later_part,
    other_sides,
    part_and_whole,
    part_and_whole_turned,
    speaks_apart,
)
from .rows import owners
from .same_sentence import values_in_place

LITERAL_ROLE = 0.42  # a rival's company, where the claim's own value is not in the window at all
LITERAL_MARGIN, LITERAL_MARGIN_ROLE = 0.15, 0.5  # where it is, but in worse company
LITERAL_ATTAINABLE = 0.35
FRAME_ROLE, FRAME_SHARE = 0.3, 0.7  # of a rival beside the very word that stands beside the claim's value
_NEAR_ITEMS = 2
_NEAR_WORDS = 4  # as far as a word tells which of two numbers it belongs to


@dataclass(frozen=True, slots=True)
class LiteralReading:
    """What the window says about one number or date of the claim."""

    item: int
    state: str  # "found", "conflict", "close", "missing", or "open" where the window's values could be added up to it
    place: int | None  # item of the window: the counterpart or the rival
    role: float


@lru_cache(maxsize=4_096)
def read_literals(alignment: Alignment) -> tuple[LiteralReading, ...]:
    """One reading for each number and date of the claim, in order, of the first few dozen. Two judges ask for each."""
    taken = _taken(alignment)
    readings = [_read_literal(alignment, alignment.claim.items[index], taken) for index in _checked(alignment)]
    if alignment.is_quoted:
        return tuple(_as_said(alignment, one) for one in readings)
    return tuple(_undenied(alignment, _in_place(alignment, _in_rows(alignment, _exchanged(alignment, readings)))))


_DENIED_VALUE = re.compile(r"(?:不是|并非|\bnot|n['’]t)\s*$", re.IGNORECASE)


def _undenied(alignment: Alignment, readings: list[LiteralReading]) -> list[LiteralReading]:
    """The readings, without the conflicts of a claim that denies: "not open on Sundays" beside "open on Mondays"."""
    window = alignment.window.items
    return [
        replace(one, state="open", place=None, role=0.0)
        if one.state == "conflict"
        and one.place is not None
        and not alignment.matches[one.item]
        and _is_denied(alignment.claim, alignment.claim.items[one.item])
        and not any(item.negated and item.sentence == window[one.place].sentence for item in window)
        else one
        for one in readings
    ]


_REACH_OF_DENIAL = 2  # items between the denied word and the value


def _is_denied(claim: Analysis, value: Item) -> bool:
    """Whether what the value is said of is denied, right beside it or as the value itself."""
    if _DENIED_VALUE.search(claim.text, 0, value.start):
        return True
    first = {item.negation_start: item for item in reversed(claim.items) if item.negated}
    return any(
        item.clause == value.clause and abs(item.index - value.index) <= _REACH_OF_DENIAL for item in first.values()
    )


def _in_rows(alignment: Alignment, readings: list[LiteralReading]) -> list[LiteralReading]:
    """The readings, by the rows of values where the claim has a word that is one value's own (`rows`)."""
    asked = [one.item for one in readings if one.state != "open" and not alignment.claim.items[one.item].base]
    owned = owners(alignment, asked)
    changed = []
    for one in readings:
        if one.item in owned:
            place, _ = owned[one.item]
            state = _as_owned(alignment, alignment.claim.items[one.item], place)
            one = replace(one, state=state, place=place, role=1.0) if state else one
        elif one.state == "conflict":
            beside = {at for _, own in owned.values() for at in own}
            here = beside & set(alignment.matches[one.item])
            if here:
                one = replace(one, state="found", place=min(here), role=1.0)
        changed.append(one)
    return changed


def _as_owned(alignment: Alignment, item: Item, place: int) -> str | None:
    """How the claim's value stands to the one that its words belong to; None where the two cannot be compared."""
    if place in alignment.matches[item.index]:
        return "found"
    mine, told = item.quantity, alignment.window.items[place].quantity
    if mine is None or told is None or same_unit(mine, told):
        return "conflict"
    factor = mine.low / mine.number if mine.number else Decimal(1)
    whole = replace(told, unit=mine.unit, kind=mine.kind, low=told.number * factor, high=told.number * factor)
    return {EQUAL: "found", DIFFERENT: "conflict"}.get(compare_values(mine, whole))  # "and 402 in 2023"


def _in_place(alignment: Alignment, readings: list[LiteralReading]) -> list[LiteralReading]:
    """The readings, by the passage where the claim's very words stand around another value: that one is a conflict,
    and those of the claim's that stand in their places there are found."""
    places = values_in_place(alignment) if readings else {}
    changed = []
    for one in readings:
        if one.item in places:
            place = places[one.item]
            state = "found" if place in alignment.matches[one.item] else "conflict"
            one = replace(one, state=state, place=place, role=1.0)
        changed.append(one)
    return changed


def _as_said(alignment: Alignment, reading: LiteralReading) -> LiteralReading:
    places = alignment.matches[reading.item]
    if reading.state != "conflict" or not places:
        return reading
    place = max(places, key=lambda one: (places[one], -one))
    return replace(reading, state="found", place=place, role=alignment.role(reading.item, place))


def _exchanged(alignment: Alignment, readings: list[LiteralReading]) -> list[LiteralReading]:
    """The readings, with a conflict where two numbers have changed places: "10 of 5" for "5 of 10"."""
    changed = list(readings)
    found = [reading for reading in readings if reading.state == "found" and reading.place is not None][:MOST_PLACES]
    for first, second in combinations(found, 2):
        if _have_changed_places(alignment, first, second):
            changed[readings.index(first)] = replace(first, state="conflict", place=second.place)
            changed[readings.index(second)] = replace(second, state="conflict", place=first.place)
    return changed


def _have_changed_places(alignment: Alignment, first: LiteralReading, second: LiteralReading) -> bool:
    """Whether each word near the two that both texts have is nearest to one of them here and to the other there."""
    claim, window = alignment.claim.items, alignment.window.items
    one, other = claim[first.item], claim[second.item]
    assert first.place is not None
    assert second.place is not None
    there, other_there = window[first.place], window[second.place]
    if (turned := _told_from_before(one, other, there, other_there)) is not None:
        return turned
    if one.base or other.base or other_sides(alignment):
        return False
    if (ends := _ends(one, other, there, other_there)) is not None:
        return ends
    if part_and_whole(alignment, one, other) == part_and_whole_turned(alignment, there, other_there) != 0:
        return True
    if one.quantity is None or other.quantity is None or one.clause != other.clause or one.norm == other.norm:
        return False
    if there.clause != other_there.clause or (one.index < other.index) == (there.index < other_there.index):
        return False
    told = False
    for item in claim:
        if item.clause != one.clause or item.kind in (NUMBER, DATE):
            continue
        here = _nearer(item.position, one.position, other.position)
        if here == 0:
            continue
        places = [place for place, quality in alignment.matches[item.index].items() if quality >= SYNONYM]
        near = [
            _nearer(window[place].position, there.position, other_there.position)
            for place in places
            if window[place].clause == there.clause
        ]
        if len(near) != 1 or near[0] == 0:
            continue  # a word that stands there twice does not tell
        if here == near[0]:
            return False
        told = True
    return told


_FROM, _TO = frozenset({"from", "从", "由", "自"}), frozenset({"to", "到", "至"})
_UNTIL = re.compile(
    r"(?:\b(?:until|till|to|through|(?:clos|shut|end|finish)(?:e?s|ing)?(?:\s+at)?)|[至到])\s*$", re.IGNORECASE
)
_SINCE = re.compile(r"\b(?:from|(?:open|start|begin)(?:s|ning|ing)?(?:\s+(?:at|from))?)\s*$|[从自]\s*$", re.IGNORECASE)
_RANGE = re.compile(r"\s?(?:-|–|—|~|～|to|until|till|至|到)\s?", re.IGNORECASE)


def _begins_the_same(window: Analysis, place: int, end: int) -> bool:
    """Whether a time is the beginning of what ends at another one: "10 am" of "10 am to 2 pm"."""
    one, other = window.items[place], window.items[end]
    timed = (it.quantity is not None and it.quantity.kind == "time" for it in (one, other))
    return all(timed) and _RANGE.fullmatch(window.text, one.end, other.start) is not None


def _of_its_end(alignment: Alignment, item: Item, places: list[int], found: int | None) -> list[int]:
    """Without the beginning of a span of time where the claim gives an end ("until 6 pm" of "9 am to 4 pm"), without
    the end where it gives a beginning ("opens at 8 am"). `found`: where the claim's own time stands."""
    window, text = alignment.window, alignment.claim.text
    every = [*places, *([] if found is None else [found])]
    if _UNTIL.search(text, 0, item.start):
        return [place for place in places if not any(_begins_the_same(window, place, end) for end in every)]
    if _SINCE.search(text, 0, item.start):
        return [place for place in places if not any(_begins_the_same(window, begin, place) for begin in every)]
    return places


def _other_end(alignment: Alignment, item: Item, found: int) -> int | None:
    """Where the claim has the end of a span of time for its beginning ("opens at 4 pm" of "9 am to 4 pm"), or the other
    way round: what it should be."""
    window, text = alignment.window, alignment.claim.text
    if _UNTIL.search(text, 0, item.start):
        return next((end for end in rivals(item, window) if _begins_the_same(window, found, end)), None)
    if _SINCE.search(text, 0, item.start):
        return next((begin for begin in rivals(item, window) if _begins_the_same(window, begin, found)), None)
    return None


def _ends(one: Item, other: Item, there: Item, other_there: Item) -> bool | None:
    """Of a change told from one value to another: whether the two are turned; None where either text tells it
    otherwise. "To 5.4% from 6.1%" is "from 6.1% to 5.4%"."""
    first, second, told, other_told = map(_end_of, (one, other, there, other_there))
    if not (first and second and told and other_told) or first == second or told == other_told:
        return None
    return first != told


def _end_of(item: Item) -> str:
    return "from" if item.lead in _FROM else "to" if item.lead in _TO else ""


def _told_from_before(one: Item, other: Item, there: Item, other_there: Item) -> bool | None:
    """The same where the evidence tells what it was before: "from 75 to 92" of "92, compared with 75 last year"."""
    if {_end_of(one), _end_of(other)} != {"from", "to"} or there.base == other_there.base:
        return None
    return there.base != (_end_of(one) == "from")


def _nearer(position: int, one: int, other: int) -> int:
    """1 or 2: which of two literals a word is nearer to, where it is near at all; 0 where that is not plain."""
    first, second = abs(position - one), abs(position - other)
    if first == second or min(first, second) > _NEAR_WORDS:
        return 0
    return 1 if first < second else 2


def _checked(alignment: Alignment) -> tuple[int, ...]:
    return alignment.claim.literals[:MOST_CHECKED]


def _taken(alignment: Alignment) -> dict[int, set[int]]:
    """Literals of the window that equal one of the claim's -> which of the claim's."""
    taken: dict[int, set[int]] = {}
    for index in _checked(alignment):
        for place in alignment.matches[index]:
            taken.setdefault(place, set()).add(index)
    return taken


def _read_literal(alignment: Alignment, item: Item, taken: dict[int, set[int]]) -> LiteralReading:
    found = _best_place(alignment, item, list(alignment.matches[item.index]))
    if found is not None and found[1] < FRAME_ROLE and _only_satisfies(item, alignment.window.items[found[0]]):
        found = None
    if found is not None and item.base:
        return LiteralReading(item.index, "found", *found)
    rest = [place for place in rivals(item, alignment.window) if is_complement(alignment, item, place)]
    if found is None and rest:
        return LiteralReading(item.index, "open", None, 0.0)
    others = [
        place
        for place in rivals(item, alignment.window)
        if place not in rest and not is_left_out(alignment.window, place)
    ]
    if found is not None and (turned := _other_end(alignment, item, found[0])) is not None:
        return LiteralReading(item.index, "conflict", turned, alignment.role(item.index, turned))
    others = _of_its_end(alignment, item, others, None if found is None else found[0])
    free = [place for place in others if not taken.get(place, set()) - {item.index}]
    rival = _best_place(alignment, item, free)
    if found is None:
        return _not_found(alignment, item, rival)
    if rival is not None and _in_better_company(alignment, item, rival[0], found[0]):
        return LiteralReading(item.index, "conflict", *rival)
    if found is not None and (later := of_a_later_part(alignment, item, found[0], others)) is not None:
        return LiteralReading(item.index, "conflict", later, alignment.role(item.index, later))
    swapped = _best_place(alignment, item, [place for place in others if place not in free])
    if swapped is not None and _changed_places(alignment, item, swapped, found, taken):
        return LiteralReading(item.index, "conflict", *swapped)
    if counts_something_else(alignment, item, found[0]):
        return LiteralReading(item.index, "missing", None, 0.0)
    return LiteralReading(item.index, "found", *found)


def _only_satisfies(item: Item, other: Item) -> bool:
    """Whether the window's number is another one that the claim's bound lets pass: any small number is "below 20"."""
    claimed, told = item.quantity, other.quantity
    return claimed is not None and told is not None and is_bounded(claimed) and claimed.low != told.low


def _not_found(alignment: Alignment, item: Item, rival: tuple[int, float] | None) -> LiteralReading:
    weak = item.quantity is not None and item.quantity.weak
    if item.quantity is not None and is_sum(item.quantity, alignment.window):
        return LiteralReading(item.index, "open", None, 0.0)
    if item.quantity is not None and is_change(item.quantity, alignment.window):
        return LiteralReading(item.index, "open", None, 0.0)
    if item.date is not None and follows(item.date, alignment.window):
        return LiteralReading(item.index, "open", None, 0.0)
    if item.quantity is not None and may_follow(item.quantity, alignment.window):
        return LiteralReading(item.index, "missing", None, 0.0)
    if rival is not None and rival[1] >= (LITERAL_ROLE + 0.2 if weak else LITERAL_ROLE):
        return LiteralReading(item.index, "conflict", *rival)
    if rival is not None and not weak and _in_the_same_words(alignment, item, *rival):
        return LiteralReading(item.index, "conflict", *rival)
    close = _best_place(alignment, item, near_misses(item, alignment.window))
    if close is not None:
        return LiteralReading(item.index, "close", *close)
    state = "open" if _is_counted_otherwise(alignment, item) else "missing"
    return LiteralReading(item.index, state, None, 0.0)


def _is_counted_otherwise(alignment: Alignment, item: Item) -> bool:
    """Whether the window has the very number of something that is called otherwise, of which it does not speak again:
    九场失利 of 输了九场比赛. Of English texts such numbers were of other things more often than not."""
    mine = item.quantity
    if mine is None or mine.kind != "count" or mine.weak or alignment.claim.lang != "zh":
        return False
    for place in alignment.window.literals:
        other = alignment.window.items[place].quantity
        same = other is not None and other.kind == "count" and (other.low, other.high) == (mine.low, mine.high)
        if same and not speaks_apart(alignment, item, place):
            return True
    return False


def _in_the_same_words(alignment: Alignment, item: Item, place: int, role: float) -> bool:
    """ "A deposit of 1,800 dollars" beside "the deposit of 1,500 dollars": what stands next to the two is the same."""
    rival = alignment.window.items[place]
    if role < FRAME_ROLE or role < FRAME_SHARE * alignment.attainable(item.index) or rival.lead != item.lead:
        return False
    for step in (-1, 1):
        near = item.index + step
        if not 0 <= near < len(alignment.claim.items):
            continue
        beside = alignment.claim.items[near]
        if beside.kind in (NUMBER, DATE) or beside.weight < 1 or beside.clause != item.clause:
            continue
        for other, quality in alignment.matches[near].items():
            there = alignment.window.items[other]
            if quality == 1.0 and there.clause == rival.clause and 0 < step * (other - place) <= _NEAR_ITEMS:
                return True
    return False


def _changed_places(
    alignment: Alignment,
    item: Item,
    swapped: tuple[int, float],
    found: tuple[int, float],
    taken: dict[int, set[int]],
) -> bool:
    """Whether two literals of the claim stand in each other's role in the window."""
    if not _in_better_company(alignment, item, swapped[0], found[0]) or other_sides(alignment):
        return False
    return any(
        not alignment.claim.items[index].base
        and _in_better_company(alignment, alignment.claim.items[index], found[0], swapped[0])
        for index in taken.get(swapped[0], set())
    )


def _in_better_company(alignment: Alignment, item: Item, rival: int, found: int) -> bool:
    """Whether a rival stands in the role of the claim's literal, and clearly better than the claim's own value."""
    attainable = alignment.attainable(item.index)
    if attainable < LITERAL_ATTAINABLE or alignment.role(item.index, rival) < LITERAL_MARGIN_ROLE * attainable:
        return False
    return alignment.contrast(item.index, rival, found) >= LITERAL_MARGIN


def _best_place(alignment: Alignment, item: Item, places: list[int]) -> tuple[int, float] | None:
    most = most_places(len(alignment.claim.literals))
    scored = [(alignment.role(item.index, place), -place) for place in places[:most]]
    if not scored:
        return None
    role, place = max(scored)
    return -place, role
