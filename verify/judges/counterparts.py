"""For each item of a claim, its possible counterparts in a window, and how good each is."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from claimgraph.ingest.text.dates import DateMention, same_date
from claimgraph.ingest.text.quantities import Quantity

from . import lexicon_chinese as zh
from . import lexicon_english as en
from .analysis import DATE, NUMBER, OPENING, Analysis, Item
from .comparison import (
    compare_across_units,
    compare_bounded_date,
    compare_values,
    is_sum_of_money,
    same_measure_word,
    same_unit,
    same_written_number,
)
from .derived import derived
from .intervals import CLOSE, DIFFERENT, EQUAL
from .shortened import shortens
from .stems import stem

Counterparts = dict[int, float]
"""Index of an item of the window -> quality in (0, 1]."""

_DERIVED = 0.9
_SAID_IN_PASSING = 12  # beyond this, "one" in the evidence is no other value of the same thing
SYNONYM, PREFIX, PART, SHORTENED = 0.85, 0.8, 0.7, 0.8
ANOTHER_NAME = 0.95  # "the USA" and "the United States"


def counterparts(item: Item, window: Analysis) -> Counterparts:
    """Items of `window` that say the same as `item`. Never more than words that match: no context is looked at."""
    if item.kind == NUMBER:
        return _same_numbers(item, window)
    if item.kind == DATE:
        return _same_dates(item, window)
    found: Counterparts = dict.fromkeys(window.known.get(item.known, ()), ANOTHER_NAME)
    found |= dict.fromkeys(window.by_norm.get(item.norm, ()), 1.0)
    for norm in _perhaps_like(item.norm, window):
        quality = likeness(item.norm, norm)
        if quality:
            for place in window.by_norm[norm]:
                if window.items[place].kind not in (NUMBER, DATE):
                    found[place] = max(found.get(place, 0.0), quality)
    if item.known:  # the Korea of "North Korea" is not that of "South Korea"
        others = [place for place in found if window.items[place].known not in ("", item.known)]
        found = {place: quality for place, quality in found.items() if place not in others}
    return found


def _perhaps_like(norm: str, window: Analysis) -> list[str]:
    """The other words of the window for which `likeness` may be above 0, in their order: few are asked, not all."""
    if norm.isascii():
        near = {*window.openings.get(norm[:OPENING], ()), *_english_synonyms().get(norm, ())}
    else:
        near = {*zh.SYNONYMS.get(norm, ())}.union(*(window.openings.get(char, ()) for char in norm))
    there = (one for one in near if one != norm and one in window.by_norm)
    return sorted(there, key=lambda one: window.by_norm[one][0])


@lru_cache(maxsize=200_000)
def likeness(left: str, right: str) -> float:
    """How nearly two different words mean the same, by form and by a short list of synonyms; 0 for not at all."""
    if left.isascii() != right.isascii():
        return 0.0
    if left.isascii():
        return _english_likeness(left, right)
    return _chinese_likeness(left, right)


@lru_cache(maxsize=1)
def _english_synonyms() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for word, others in en.SYNONYMS.items():
        table.setdefault(stem(word), set()).update(stem(other) for other in others)
    return {word: frozenset(others) for word, others in table.items()}


@lru_cache(maxsize=1)
def _english_antonyms() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for word, others in en.ANTONYMS.items():
        table.setdefault(stem(word), set()).update(stem(other) for other in others)
    return {word: frozenset(others) for word, others in table.items()}


def _english_likeness(left: str, right: str) -> float:
    if right in _english_synonyms().get(left, ()):
        return SYNONYM
    if are_antonyms(left, right):
        return 0.0
    shorter, longer = (left, right) if len(left) <= len(right) else (right, left)
    shared = _common_prefix(shorter, longer)
    if shared > OPENING and shared >= 0.6 * len(longer) and shared >= len(shorter) - 3:
        return PREFIX
    if len(shorter) >= OPENING and shared == len(shorter) and len(longer) - shared <= 3:
        return PREFIX
    return 0.0


def _common_prefix(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _chinese_likeness(left: str, right: str) -> float:
    if right in zh.SYNONYMS.get(left, ()):
        return SYNONYM
    if are_antonyms(left, right):
        return 0.0
    shorter, longer = (left, right) if len(left) <= len(right) else (right, left)
    if shorter in longer:
        if longer[0] in zh.TURNING_PREFIXES and longer.endswith(shorter):
            return 0.0
        return PREFIX if len(shorter) >= 2 else 0.6
    return SHORTENED if shortens(shorter, longer) else 0.0


def are_antonyms(left: str, right: str) -> bool:
    """Of two norms."""
    if left.isascii():
        return right in _english_antonyms().get(left, ())
    return right in zh.ANTONYMS.get(left, ()) or _one_character_opposed(left, right)


def _one_character_opposed(left: str, right: str) -> bool:
    """东线 and 西线, 上半年 and 下半年: one character apart, and the two are opposites."""
    if len(left) != len(right) or len(left) < 2:
        return False
    apart = [(one, other) for one, other in zip(left, right, strict=True) if one != other]
    return len(apart) == 1 and frozenset(apart[0]) in zh.OPPOSED_CHARACTERS


def _same_numbers(item: Item, window: Analysis) -> Counterparts:
    assert item.quantity is not None
    found: Counterparts = {}
    for place in window.literals:
        other = window.items[place].quantity
        if other is None:
            continue
        if same_unit(item.quantity, other):
            if compare_values(item.quantity, other) == EQUAL:
                found[place] = 1.0
        elif same_written_number(item.quantity, other) or same_measure_word(item.quantity, other):
            found[place] = 0.9
        elif compare_across_units(item.quantity, other) == EQUAL:
            found[place] = 1.0
        elif is_sum_of_money(item.quantity, other):
            found[place] = 0.9
    return found or dict.fromkeys(derived(item.quantity, window), _DERIVED)


def _same_dates(item: Item, window: Analysis) -> Counterparts:
    assert item.date is not None
    found: Counterparts = {}
    year: int | None = None
    for place in window.literals:
        other = window.items[place].date
        if other is None:
            continue
        if _compare_dates(item, _as_bound(item, window, place), item.date, other) == EQUAL:
            found[place] = 1.0
        elif (
            not item.bound
            and other.year is None
            and year is not None
            and same_date(item.date, replace(other, year=year)) == EQUAL
        ):
            found[place] = 0.9  # "1999 ... in May": the year was said before
        year = other.year if other.year is not None and other.last_year is None else year
    return found


_SOFT_BOUNDS = {"before": "前", "after": "后"}


def _as_bound(item: Item, window: Analysis, place: int) -> Item:
    """The window's date as a bound where the claim gives one and 前 or 后 stands behind it: 6月30日前 is 6月30日之前.
    By itself it says too little: 2020年前市长 was the mayor before."""
    other = window.items[place]
    soft = _SOFT_BOUNDS.get(item.bound)
    return replace(other, bound=item.bound) if soft and window.text.startswith(soft, other.end) else other


def _compare_dates(item: Item, other: Item, claimed: DateMention, found: DateMention) -> str:
    """A date that the claim gives as a bound is compared by order; where both texts give a bound, by its date."""
    if item.bound and not other.bound:
        return compare_bounded_date(item.bound, claimed, found)
    said = same_date(claimed, found)
    if said == DIFFERENT and other.bound and not item.bound:
        within = compare_bounded_date(other.bound, found, claimed) == EQUAL
        return "vague" if within else said  # "in 1929" beside "before 1930"
    return said


def _compare_numbers(claim: Quantity, found: Quantity) -> str | None:
    return compare_values(claim, found) if same_unit(claim, found) else compare_across_units(claim, found)


def rivals(item: Item, window: Analysis) -> list[int]:
    """Literals of the window of the same type and unit as `item` that say something else."""
    found = []
    for place in window.literals:
        other = window.items[place]
        if other.base and not item.base:
            continue  # what the evidence compares with is not what it tells
        if item.quantity is not None and other.quantity is not None:
            if item.quantity.difference != other.quantity.difference:
                continue  # nine euros more than two, which is no eleven
            aside = other.quantity.weak and abs(item.quantity.low) > _SAID_IN_PASSING
            if not aside and _compare_numbers(item.quantity, other.quantity) == DIFFERENT:
                found.append(place)
        elif (
            item.date is not None
            and other.date is not None
            and _compare_dates(item, _as_bound(item, window, place), item.date, other.date) == DIFFERENT
        ):
            found.append(place)
    return found


def near_misses(item: Item, window: Analysis) -> list[int]:
    """Literals that neither prove nor disprove `item`: "nearly 300" for 280, "2019" for "4 March 2019"."""
    found = []
    for place in window.literals:
        other = window.items[place]
        if item.quantity is not None and other.quantity is not None:
            if _compare_numbers(item.quantity, other.quantity) == CLOSE:
                found.append(place)
        elif (
            item.date is not None
            and other.date is not None
            and other.date.precision != "weekday"
            and _compare_dates(item, other, item.date, other.date) == "vague"
        ):
            found.append(place)
    return found
