"""Rows of values: "tickets cost 12 euros on weekdays and 15 on Sundays", "adults pay 14 euros and children 7".

Each value has words of its own, behind it or before it, up to where the next one is joined on; what stands before the
first is said of all. A claim with a word that is one value's own speaks of that value, whichever it names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from .aligning import MOST_PLACES, Alignment
from .analysis import DATE, NUMBER, Analysis, Item
from .comparison import same_unit
from .counterparts import near_misses, rivals
from .parallel import bare_counts

_JOINT = re.compile(
    r"\s*[,;，；、]?\s*\b(?:and|but|while|whereas)\b(?:\s+(?:then|only|just))?|\s*[;；，、]\s*[而和但]?|\s*,|[和及与而]",
    re.IGNORECASE,
)
_STRONG = re.compile(r"\b(?:and|but|while|whereas)\b|[;；和及与而但]", re.IGNORECASE)
"""A comma alone may begin another clause: "elected in 2004, he held the office until his death in 2013"."""
_MOST_OWN = 4
_STOP = re.compile(r"[,;，；。！？!?]|\.(?:\s|$)")
_ALIKE = 0.85


@dataclass(frozen=True, slots=True)
class Row:
    """Places of values in one sentence, in cells that are joined to each other (one value each, or as many: "from 9 to
    8"), in order; the items that are each cell's own, and those said of all."""

    cells: tuple[tuple[int, ...], ...]
    own: tuple[frozenset[int], ...]
    shared: frozenset[int]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(chain.from_iterable(self.cells))


def owners(alignment: Alignment, items: Sequence[int]) -> Mapping[int, tuple[int, frozenset[int]]]:
    """Item of the claim (of `items`) -> the place of the value that the claim's words belong to, and what else is that
    value's own.

    Nothing for an item whose words belong to no value of a row, or to several.
    """
    found = {}
    for index in items:
        item = alignment.claim.items[index]
        row = _row(alignment, item)
        cell = None if row is None or _has_several(alignment, item, row) else _owner(alignment, item, row)
        if row is not None and cell is not None and (value := _in_cell(alignment, item, row, cell)) is not None:
            found[index] = (value, row.own[cell])
    return found


def _row(alignment: Alignment, item: Item) -> Row | None:
    """The values of one sentence that may be what the claim's is, where they stand in a row."""
    window = alignment.window
    same = set(alignment.matches[item.index])
    like = {*same, *rivals(item, window), *near_misses(item, window)}
    if not like:
        return None  # of bare numbers alone nothing tells what they count
    found = {*like, *bare_counts(item, window), *_bare_numbers(item, window)}
    places = sorted(place for place in found if _is_of_its_kind(item, window.items[place]))
    same &= set(places)
    if not same and item.quantity is not None and not item.quantity.unit:
        return None  # a bare number that stands nowhere may be of anything
    sentences = {window.items[place].sentence for place in same or places}
    values = tuple(place for place in places if window.items[place].sentence in sentences)
    if len(sentences) != 1 or not 2 <= len(values) <= MOST_PLACES:
        return None
    cells, joints = [[values[0]]], []
    for left, right in pairwise(values):
        joint = _joint(window, left, right)
        if joint is None:
            cells[-1].append(right)
        else:
            joints.append(joint)
            cells.append([right])
    if len(cells) < 2 or len({len(cell) for cell in cells}) > 1:
        return None
    return _told_behind(window, cells, joints) or _told_before(window, cells, joints, dates=item.kind == DATE)


_MEASURED = frozenset({"money", "percent", "length", "mass", "area", "volume", "temperature", "speed"})


def _bare_numbers(item: Item, window: Analysis) -> list[int]:
    """Numbers of the window that leave out of what: "adults pay 14 euros and children 7"."""
    if item.quantity is None or item.quantity.kind not in _MEASURED:
        return []
    numbers = [(place, window.items[place].quantity) for place in window.literals]
    return [
        place for place, one in numbers if one is not None and one.kind == "count" and not one.unit and not one.weak
    ]


def _is_of_its_kind(item: Item, other: Item) -> bool:
    """Not the same number of something else: "24 winners and 9 errors" of nine winners."""
    mine, theirs = item.quantity, other.quantity
    if mine is None or theirs is None or theirs.kind != "count":
        return True
    return not theirs.unit or not mine.unit or same_unit(mine, theirs)


Joint = tuple[int, int]


def _told_behind(window: Analysis, cells: Sequence[Sequence[int]], joints: Sequence[Joint]) -> Row | None:
    """ "12 euros on weekdays and 15 on Sundays"."""
    last = _end(window, window.items[cells[-1][-1]])
    stop = _STOP.search(window.text, last)
    ends = [*(start for start, _ in joints), stop.start() if stop else len(window.text)]
    own = [_between(window, _end(window, window.items[cell[-1]]), end) for cell, end in zip(cells, ends, strict=True)]
    return _as_row(window, cells, own) if all(own) else None


def _told_before(
    window: Analysis, cells: Sequence[Sequence[int]], joints: Sequence[Joint], *, dates: bool
) -> Row | None:
    """ "Adults pay 14 euros and children 7": of the first value nothing tells what is its own."""
    if dates and not all(_STRONG.search(window.text, *joint) for joint in joints):
        return None
    starts = [window.items[cell[0]].start for cell in cells[1:]]
    own = [_between(window, end, start) for (_, end), start in zip(joints, starts, strict=True)]
    behind = [
        _between(window, _end(window, window.items[cell[-1]]), start)
        for cell, (start, _) in zip(cells, joints, strict=False)
    ]
    return _as_row(window, cells, [frozenset(), *own]) if all(own) and not any(behind) else None


def _as_row(window: Analysis, cells: Sequence[Sequence[int]], own: Sequence[frozenset[int]]) -> Row | None:
    if any(len(words) > _MOST_OWN for words in own):
        return None
    first = cells[0][0]
    sentence = window.items[first].sentence
    shared = frozenset(item.index for item in window.items[:first] if item.sentence == sentence)
    return Row(tuple(map(tuple, cells)), tuple(own), shared)


def _in_cell(alignment: Alignment, item: Item, row: Row, cell: int) -> int | None:
    """The value of the cell that stands where the claim's stands in its own; the only one of a cell with one."""
    values = row.cells[cell]
    if len(values) == 1:
        return values[0]
    here = {one.index(place) for one in row.cells for place in one if place in alignment.matches[item.index]}
    return values[here.pop()] if len(here) == 1 else None


def _joint(window: Analysis, left: int, right: int) -> Joint | None:
    """Start and end of what joins two values; None where nothing does, or where it is not plain what."""
    start, end = _end(window, window.items[left]), window.items[right].start
    joints = list(_JOINT.finditer(window.text, start, end))
    return joints[0].span() if len(joints) == 1 else None


def _end(window: Analysis, value: Item) -> int:
    """Behind what a number counts: the noun is said of all ("310 employees in 2018 and 402 in 2023")."""
    if value.quantity is None:
        return value.end
    end = max(value.end, value.quantity.end)
    noun = value.quantity.unit if value.quantity.kind == "count" else ""
    counted = re.compile(rf"\s?{re.escape(noun)}[a-z]*", re.IGNORECASE).match(window.text, end) if noun else None
    return counted.end() if counted else end


def _between(window: Analysis, start: int, end: int) -> frozenset[int]:
    return frozenset(
        item.index for item in window.items if start <= item.start and item.end <= end and item.kind != NUMBER
    )


def _has_several(alignment: Alignment, item: Item, row: Row) -> bool:
    """Whether the claim names more than one value of the row: then its own order tells which words are whose."""
    return any(
        set(alignment.matches[index]) & set(row.values) - set(alignment.matches[item.index])
        for index in alignment.claim.literals
        if index != item.index
    )


def _owner(alignment: Alignment, item: Item, row: Row) -> int | None:
    """The cell to which a word of the claim belongs, where no other word stands elsewhere in the row alone."""
    claim, window = alignment.claim, alignment.window
    sentence = window.items[row.values[0]].sentence
    told: set[int] = set()
    said: list[set[int]] = []
    for one in claim.items:
        if one.clause != item.clause or one.kind == NUMBER or one.kind == item.kind:
            continue
        places = {at for at in alignment.matches[one.index] if window.items[at].sentence == sentence}
        if not places:
            continue
        said.append(places)
        holders = [cell for cell, own in enumerate(row.own) if places & own]
        alike = all(alignment.matches[one.index][at] >= _ALIKE for at in places)
        if alike and len(holders) == 1 and places <= row.own[holders[0]]:
            told.add(holders[0])
    if len(told) != 1:
        return None
    (cell,) = told
    everything, held = frozenset().union(*row.own), row.own[cell] | row.shared
    return None if any(places & everything and not places & held for places in said) else cell
