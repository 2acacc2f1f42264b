"""Names that are known to be one thing: countries, towns and organisations in full, cut short, in two languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from claimgraph.graph_schema.ids import normalise_name

from .countries import places, rows
from .name_table import ORGANISATIONS

_OTHERS = (
    "South America", "North America", "Latin America", "Central America", "Bank of America", "New England",
    "Inner Mongolia", "Outer Mongolia", "East Timor", "South Wales", "New South Wales", "Prince of Wales",
    "中美洲", "南美", "北美", "拉美",
)  # fmt: skip
"""Longer names that begin or end like one of the tables and are another thing."""


@lru_cache(maxsize=1)
def _stands_for() -> Mapping[str, str]:
    """A name as it is written -> the name that stands for the thing."""
    found = {name: place.name for place in places().values() for name in place.names}
    for english, chinese, _ in ((*row, [])[:3] for row in rows(ORGANISATIONS)):
        names = [*english, *chinese]
        found.update(dict.fromkeys(names, normalise_name(names[0])))
    return found


@lru_cache(maxsize=1)
def _folded() -> Mapping[str, str]:
    return {normalise_name(name): stands for name, stands in _stands_for().items()} | dict(_stands_for())


def stands_for(name: str) -> str | None:
    """The one name of what is called so: "united states" for "USA" and 美利坚合众国; `None` where none is known."""
    return _folded().get(name) or _folded().get(normalise_name(name))


def are_one(one: str, other: str) -> bool:
    known = stands_for(one)
    return known is not None and known == stands_for(other)


@lru_cache(maxsize=1)
def _by_first() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """First character -> names that begin with it, the longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, stands in [*_stands_for().items(), *((name, "") for name in _OTHERS)]:
        found.setdefault(name[0], []).append((name, stands))
    return {char: tuple(sorted(names, key=lambda one: -len(one[0]))) for char, names in found.items()}


@lru_cache(maxsize=1)
def _beginning() -> re.Pattern[str]:
    """Where a name may begin: few characters of a text."""
    return re.compile("[" + "".join(map(re.escape, sorted(_by_first()))) + "]")


Known = tuple[int, int, str]
"""Start and end in the text, and the name that stands for the thing."""


@lru_cache(maxsize=16_384)
def known_in(text: str) -> tuple[Known, ...]:
    """The known names in a text, in order and disjoint, the longest where several begin together."""
    found: list[Known] = []
    names, end = _by_first(), 0
    for begins in _beginning().finditer(text):
        place, char = begins.start(), begins.group()
        if place < end or _goes_on(text, place - 1, char):
            continue
        for name, stands in names[char]:
            if text.startswith(name, place) and not _goes_on(text, place + len(name), name[-1]):
                end = place + len(name)
                if stands:
                    found.append((place, end, stands))
                break
    return tuple(found)


def _goes_on(text: str, place: int, beside: str) -> bool:
    """Whether a Latin word goes on at `place`, which is beside one of its letters."""
    return (
        0 <= place < len(text)
        and beside.isalnum()
        and beside < "\u2e80"
        and text[place].isalnum()
        and text[place] < "\u2e80"
    )


def says(text: str, name: str) -> bool:
    """Whether the text calls the thing of that name by another of its names."""
    stands = stands_for(name)
    return stands is not None and any(known == stands for _, _, known in known_in(text))
