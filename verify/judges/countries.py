"""Countries and the places in them by all their names, English and Chinese: which are one, and which holds which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from claimgraph.graph_schema.ids import normalise_name

from .place_table import COUNTRIES, PARTS

_FIRST_OF_AMERICA, _FIRST_OF_CHINA = "California", "Beijing"
_MUNICIPAL = "市"


@dataclass(frozen=True, slots=True)
class Place:
    """Rows and towns of the tables. `within`: names that stand for what holds it, the nearest ones only."""

    name: str
    names: tuple[str, ...]
    within: tuple[str, ...]
    country: bool


def rows(table: str) -> Iterator[list[list[str]]]:
    """The columns of each row, each split at its separators."""
    for row in re.sub(r"\n +", " ", table.strip()).splitlines():
        columns = [column.strip() for column in row.split("|")]
        named = [[name.strip() for name in column.split(";") if name.strip()] for column in columns[:2]]
        held = (
            [town.strip() for town in re.split(r",\s(?=[A-ZÀ-Þ][^,]*[\u4e00-\u9fff])", columns[2])]
            if columns[2:]
            else []
        )
        yield [*named, [town for town in held if town]]


@lru_cache(maxsize=1)
def places() -> Mapping[str, Place]:
    """The name that stands for a place -> the place. A town name that several places share lies in all of them."""
    found: dict[str, Place] = {}

    def add(names: tuple[str, ...], within: str | None, country: bool) -> str:
        name = normalise_name(names[0])
        known = found.get(name)
        outer: tuple[str, ...] = () if within is None else (within,)
        if known is not None:
            names, outer = known.names + names, known.within + outer
            country = country or known.country
        found[name] = Place(name, tuple(dict.fromkeys(names)), tuple(dict.fromkeys(outer)), country)
        return name

    for english, chinese, towns in rows(COUNTRIES):
        country = add((*english, *chinese), None, True)
        for town in towns:
            add(_town(town), country, False)
    nation = "united kingdom"
    for english, chinese, towns in rows(PARTS):
        nation = {_FIRST_OF_AMERICA: "united states", _FIRST_OF_CHINA: "china"}.get(english[0], nation)
        part = add((*english, *chinese), nation, nation == "united kingdom")
        for town in towns:
            add(_town(town), part, False)
    return found


def _town(written: str) -> tuple[str, ...]:
    """ "Oslo 奥斯陆" and "Kyiv 基辅=Kiev" as names; a Chinese town also with 市 behind it."""
    first, *others = written.split("=")
    english, _, chinese = first.rpartition(" ")
    bare = all("\u4e00" <= char <= "\u9fff" for char in chinese) and chinese[-1] not in _ENDINGS
    return (english, chinese, *others, chinese + _MUNICIPAL) if bare else (english, chinese, *others)


_ENDINGS = "市省邦县区岛港"


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, str]:
    return {key: name for name, place in places().items() for one in place.names for key in (one, normalise_name(one))}


def place_of(name: str) -> Place | None:
    """The place of that name, however it is called, in any letter case but that of everyday words ("US")."""
    stands = _by_name().get(name) or _by_name().get(normalise_name(name))
    return None if stands is None else places()[stands]


def is_country(name: str) -> bool:
    place = place_of(name)
    return place is not None and place.country


def lies_within(inner: str, outer: str) -> bool:
    """Whether the tables place the one within the other: Oslo in Norway, 杭州 in 中国."""
    one, other = place_of(inner), place_of(outer)
    return one is not None and other is not None and one.name != other.name and other.name in _all_around(one.name)


@lru_cache(maxsize=1024)
def _all_around(name: str) -> frozenset[str]:
    outer = places()[name].within
    return frozenset(outer).union(*(_all_around(one) for one in outer))


def may_lie_within(inner: str, outer: str) -> bool:
    """Whether the one may be a place in the other for all that the tables know: a town they do not have, in a country.

    Oslo lies in no other country than Norway; two countries lie in each other only where the tables say so.
    """
    one, other = place_of(inner), place_of(outer)
    if other is None or not other.country:
        return lies_within(inner, outer)
    if one is None:
        return True
    return lies_within(inner, outer) or (not one.country and not one.within)
