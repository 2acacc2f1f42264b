"""Which of several things a pronoun or description stands for: the one that clearly leads, or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import EntityType

from .english_words import COLLECTIVE_NOUNS
from .things import ANYTHING, INANIMATE, ORGANISATION, PEOPLE, PERSON, Thing

REACH = 2
"""How many sentences back a pronoun's antecedent may be."""
CLEAR_LEAD = 0.66
"""A candidate is taken where the next one has at most this share of its prominence."""
CLEAR_LEAD_OF_DESCRIPTIONS = 0.35
"""The same for descriptions, which go less by the foreground: "Siemens bought Varian. The company ..." is open."""
LEAST_PROMINENCE = 12.0
LEAST_PLURAL_PROMINENCE = 19.0
"""They are often a team or a firm, so that not every plural noun will do: a subject or an object close by."""
FAVOUR = 70.0
"""What a subject gains that owns, or that says: most of a main clause's subject."""


@dataclass(frozen=True, slots=True)
class Pronoun:
    kinds: frozenset[str]
    gender: str | None = None
    plural: bool = False
    reflexive: bool = False


_HE, _SHE = Pronoun(PEOPLE, "m"), Pronoun(PEOPLE, "f")
_IT, _THEY = Pronoun(INANIMATE), Pronoun(ANYTHING, plural=True)
PRONOUNS = {
    **dict.fromkeys(("he", "him", "his"), _HE),
    **dict.fromkeys(("she", "her", "hers"), _SHE),
    **dict.fromkeys(("it", "its"), _IT),
    **dict.fromkeys(("they", "them", "their", "theirs"), _THEY),
    "himself": Pronoun(PEOPLE, "m", reflexive=True),
    "herself": Pronoun(PEOPLE, "f", reflexive=True),
    "itself": Pronoun(INANIMATE, reflexive=True),
    "themselves": Pronoun(ANYTHING, plural=True, reflexive=True),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: where the referring word stands, in which role, and what is known of what it stands for."""

    sentence: int
    role: str
    pronoun: Pronoun | None = None  # None: a description
    likely: frozenset[int] = frozenset()  # ids of the things that syntax favours
    cue: frozenset[str] = frozenset()  # kinds that the words around ask for; empty: any


def agrees(thing: Thing, pronoun: Pronoun) -> bool:
    """Whether number, gender and animacy allow it."""
    if not thing.kinds & pronoun.kinds or thing.plural != pronoun.plural:
        return False
    taken_for_person = thing.best.group is not None and thing.best.group.type is EntityType.PERSON
    if PERSON not in pronoun.kinds and taken_for_person and PERSON in thing.kinds:
        return False
    return pronoun.gender is None or thing.gender is None or thing.gender == pronoun.gender


def may_stand_for(thing: Thing, pronoun: Pronoun, out: Collection[int]) -> bool:
    """Whether the thing, or for "they" a team that is one thing and many people, is to be considered.

    `out` are the ids of things that syntax shuts out.
    """
    if id(thing) in out or any(id(member) in out for member in thing.members):
        return False
    return agrees(thing, pronoun) or _is_collective(thing, pronoun)


def _is_collective(thing: Thing, pronoun: Pronoun) -> bool:
    if not pronoun.plural or thing.plural or ORGANISATION not in thing.kinds:
        return False
    words = {thing.best.lemma, *thing.nouns, *thing.best.text.lower().split()}
    return bool(words & COLLECTIVE_NOUNS)


def leader(question: Question, candidates: Sequence[Thing], lead: float = CLEAR_LEAD) -> Thing | None:
    """The candidate that stands clearly before all others, if one does. It may be an unknown one."""
    scored = sorted(((_score(question, thing), thing) for thing in candidates), key=lambda pair: -pair[0])
    if not scored:
        return None
    fitting = [pair for pair in scored if _fits(question, pair[1])]
    plural = question.pronoun is not None and question.pronoun.plural
    if not fitting or fitting[0][0] < (LEAST_PLURAL_PROMINENCE if plural else LEAST_PROMINENCE):
        return None
    best, thing = fitting[0]
    if len(fitting) > 1 and fitting[1][0] > lead * best:
        return None
    if best < lead * scored[0][0]:
        return None  # what the foreground asks for and what the words around ask for differ
    if question.pronoun is not None and not agrees(thing, question.pronoun):
        return None
    return None if plural and _holds_another(thing, fitting) else thing


def _score(question: Question, thing: Thing) -> float:
    score = thing.prominence(question.sentence, question.role, REACH)
    if id(thing) in question.likely or any(id(member) in question.likely for member in thing.members):
        score += FAVOUR
    if question.pronoun is None:
        return score
    if question.pronoun.kinds == PEOPLE and thing.gender is None:
        score *= 0.8
    return score * 0.7 if not thing.kinds <= question.pronoun.kinds else score  # of unknown kind


def _fits(question: Question, thing: Thing) -> bool:
    return not question.cue or bool(thing.kinds & question.cue)


def _holds_another(thing: Thing, fitting: Sequence[tuple[float, Thing]]) -> bool:
    """Whether people are named within a thing: "the rights of pregnant women ... their"."""
    if thing.kinds & PEOPLE or thing.members:
        return False
    best = thing.best
    return any(
        other.kinds <= PEOPLE and sighting.sentence == best.sentence and sighting.head in best.nested
        for _, other in fitting
        if other is not thing
        for sighting in other.sightings[-4:]
    )
