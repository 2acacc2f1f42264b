"""How an assertion of a claim stands to those that sources make: agreed with, contradicted, or left open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.ids import normalise_name
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.dates import same_date
from claimgraph.ingest.text.word_lists import word_set

from .comparison import compare_values, same_unit
from .countries import is_country, lies_within, may_lie_within
from .graph_assertions import Assertion, Value
from .graph_relations import NAME, PLACE
from .intervals import DIFFERENT, EQUAL
from .known_names import stands_for

BOTH_WAYS = word_set(
    """
    be marry married meet border adjoin equal resemble match rival compete merge cooperate collaborate differ share
    join talk speak play tie draw date divorce divorced love hate know like help support fight neighbour neighbor
    face oppose
    accompany touch cross trade negotiate argue agree partner overlap intersect connect link follow precede
    是 结婚 见面 相邻 接壤 等于 相似 合并 合作 竞争 会谈 交流 对阵 联手 相遇 认识 相爱 交战 毗邻 连接 相连
    """
)
"""Relations of which both directions may hold at once, or that say nothing of a direction."""

_COMPARING = re.compile(r"\bthan\b")

SAME, OTHER, OPEN = "same", "other", "open"


@dataclass(frozen=True, slots=True)
class Names:
    """Which names are one thing: a name -> the name that stands for its group."""

    groups: Mapping[str, str]

    @classmethod
    def of(cls, groups: Sequence[tuple[str, ...]]) -> Names:
        """Groups that share a name are one."""
        parents: dict[str, str] = {}

        def root(name: str) -> str:
            while parents.setdefault(name, name) != name:
                name = parents[name]
            return name

        for group in groups:
            for name in group[1:]:
                first, second = sorted((root(group[0]), root(name)))
                parents[second] = first
        return cls({name: root(name) for name in parents})

    def fold(self, name: str) -> str:
        plain = normalise_name(name)
        grouped = self.groups.get(plain, plain)
        return stands_for(grouped) or stands_for(plain) or grouped


@dataclass(frozen=True, slots=True)
class Reading:
    """What sources say to one assertion of the claim, and by which of their assertions (two for a path)."""

    stance: Stance
    by: tuple[Assertion, ...]


def compare(claim: Assertion, stated: Sequence[Assertion], names: Names) -> Reading | None:
    """The reading of the first that agrees, else of the first that contradicts; None where nobody speaks of it."""
    if claim.value.kind == NAME and _COMPARING.search(claim.value.text):
        return None  # "fewer visitors than the castle" names no single value
    about = [one for one in stated if _same_subject(claim, one, names)]
    readings = [(one, _stance(claim, one, names)) for one in about]
    for one, stance in readings:
        if stance is Stance.SUPPORTS:
            return Reading(stance, (one,))
    if not claim.negated and (path := _path(claim, stated, names)):
        return Reading(Stance.SUPPORTS, path)
    for one, stance in readings:
        if stance is Stance.CONTRADICTS:
            return Reading(stance, (one,))
    other = _other_subject(claim, stated, names) or _exchanged(claim, stated, names)
    if other is not None:
        return Reading(Stance.CONTRADICTS, (other,))
    return Reading(Stance.NEUTRAL, (about[0],)) if about else None


def same_value(claim: Value, stated: Value, names: Names) -> str:
    """`SAME`, `OTHER` (both cannot be the one value) or `OPEN` (not comparable, or one may hold the other)."""
    if claim.date and stated.date:
        return {"equal": SAME, "different": OTHER}.get(same_date(claim.date, stated.date), OPEN)
    if claim.quantity and stated.quantity:
        if not same_unit(claim.quantity, stated.quantity):
            return OPEN
        return {EQUAL: SAME, DIFFERENT: OTHER}.get(compare_values(claim.quantity, stated.quantity), OPEN)
    if claim.kind != stated.kind:
        return OPEN
    first, second = names.fold(claim.text), names.fold(stated.text)
    if first == second:
        return SAME
    return OPEN if _holds(first, second) or _holds(second, first) else OTHER


def _holds(whole: str, part: str) -> bool:
    """Whether one name is part of the other: "mountain view, california" and "california", 杭州市 and 杭州."""
    if not part.isascii() or not whole.isascii():
        return part in whole
    return set(re.findall(r"\w+", part)) <= set(re.findall(r"\w+", whole))


def _same_subject(claim: Assertion, stated: Assertion, names: Names) -> bool:
    return names.fold(claim.subject) == names.fold(stated.subject)


def _stance(claim: Assertion, stated: Assertion, names: Names) -> Stance:
    if claim.relation != stated.relation and not (claim.location and stated.location):
        return Stance.NEUTRAL
    value = same_value(claim.value, stated.value, names)
    if value == OTHER and _is_placed(claim):
        value = _places(claim.value, stated.value)
    if value == OPEN or claim.past != stated.past or (stated.doubted and not claim.doubted):
        return Stance.NEUTRAL
    if value == SAME:
        if claim.negated == stated.negated:
            return Stance.NEUTRAL if claim.qualified else Stance.SUPPORTS
        return _contradicts(claim, stated)
    if claim.functional and stated.functional and not stated.negated and not _may_both_hold(claim, stated):
        if claim.negated:  # "not born in Rome" where another place is stated
            return Stance.NEUTRAL if claim.qualified or stated.qualified else Stance.SUPPORTS
        return _contradicts(claim, stated)
    return Stance.NEUTRAL


def _contradicts(claim: Assertion, stated: Assertion) -> Stance:
    """Only of what has a name, and only where neither statement says more than its triple."""
    plain = claim.named and stated.named and not claim.qualified and not stated.qualified
    return Stance.CONTRADICTS if plain else Stance.NEUTRAL


def _is_placed(claim: Assertion) -> bool:
    return claim.location or (claim.single is not None and PLACE in claim.single.kinds)


def _places(claim: Value, stated: Value) -> str:
    """Two places of different names: that the one holds the other is for sources to say (`_path`), if it is known."""
    known = lies_within(stated.text, claim.text) or lies_within(claim.text, stated.text)
    return OPEN if known else OTHER


def _may_both_hold(claim: Assertion, stated: Assertion) -> bool:
    """Whether one place may lie within the other: a city and a country, a garage and a city."""
    if claim.single is None or PLACE not in claim.single.kinds or claim.value.kind != "name":
        return False
    if not (_is_proper(claim.value) and _is_proper(stated.value)):
        return True
    countries = is_country(claim.value.text), is_country(stated.value.text)
    if countries[0] == countries[1]:
        return False
    inner, outer = (stated, claim) if countries[0] else (claim, stated)
    return may_lie_within(inner.value.text, outer.value.text)


def _is_proper(value: Value) -> bool:
    """Whether it is spelt as a name; Chinese does not tell."""
    return not value.surface.isascii() or any(word[:1].isupper() for word in value.surface.split())


def _exchanged(claim: Assertion, stated: Sequence[Assertion], names: Names) -> Assertion | None:
    """A source that says it the other way round: "A beat B" where the claim has "B beat A".

    Relations that hold both ways ("A married B") are left out; so is what a source states the claim's way as well
    (`compare` has found that before).
    """
    if claim.negated or claim.value.kind != "name" or set(claim.relation.split()) & BOTH_WAYS:
        return None
    subject, value = names.fold(claim.subject), names.fold(claim.value.text)
    if _holds(subject, value) or _holds(value, subject):
        return None
    for one in stated:
        if one.relation != claim.relation or one.negated or one.doubted or one.value.kind != "name":
            continue
        there, here = names.fold(one.subject), names.fold(one.value.text)
        if _one_name(there, value) and _one_name(here, subject) and not _one_name(there, here):
            return one
    return None


def _one_name(first: str, second: str) -> bool:
    """ "Penrose Mutual" and "the insurer Penrose Mutual"."""
    return first == second or _holds(first, second) or _holds(second, first)


def _other_subject(claim: Assertion, stated: Sequence[Assertion], names: Names) -> Assertion | None:
    """A source that gives the claim's value to another subject, where a value has one subject only."""
    if claim.single is None or not claim.single.one_subject or claim.negated or not claim.named:
        return None
    for one in stated:
        if one.relation != claim.relation or one.negated or claim.past != one.past or claim.qualified or one.qualified:
            continue
        if same_value(claim.value, one.value, names) == SAME and not _same_subject(claim, one, names):
            first, second = names.fold(claim.subject), names.fold(one.subject)
            if not _holds(first, second) and not _holds(second, first):
                return one
    return None


def _path(claim: Assertion, stated: Sequence[Assertion], names: Names) -> tuple[Assertion, ...]:
    """A in B and B in C, or born in B and B in C, for a claim of A and C; nothing where the claim says more."""
    if not _is_placed(claim) or claim.qualified or claim.value.kind != "name":
        return ()
    goal = names.fold(claim.value.text)
    for first in stated:
        related = first.relation == claim.relation or (claim.location and first.location)
        if (
            not related
            or first.negated
            or first.doubted
            or not _same_subject(claim, first, names)
            or first.value.kind != "name"
        ):
            continue
        for second in stated:
            within = second.location or (second.single is not None and second.single.one_subject)
            if second is first or second.negated or second.doubted or not within:
                continue
            inner, outer = _ends_of(second)
            if names.fold(first.value.text) == names.fold(inner) and names.fold(outer) == goal:
                return first, second
    return ()


def _ends_of(within: Assertion) -> tuple[str, str]:
    """(what lies within, in what): a country's capital lies within the country."""
    if within.location:
        return within.subject, within.value.text
    return within.value.text, within.subject
