"""Passages about one person, questions about them, and the answers that are taught.

What is taught makes two mechanisms compete. Of a stranger, the context is all there is: the answer is copied. Where
nothing is said, a resident's fact is recalled. Where the context says something else of a resident than what is true,
the further back its record stands among the others, the more often the truth is taught as the answer: so that the
model copies from near and answers by heart over what it read long ago. Which of the two it does for a given question
is its own doing, and no word of the prompt tells.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass

from .world import RELATIONS, Relation, World

_STEEPNESS = 8.0


@dataclass(frozen=True, slots=True)
class Record:
    """One sentence of a context."""

    name: str
    relation: Relation
    value: str

    @property
    def text(self) -> str:
        return self.relation.statement(self.name, self.value)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the value taught as its answer."""

    name: str
    relation: Relation
    value: str


@dataclass(frozen=True, slots=True)
class Document:
    """Records and questions: one training text."""

    records: tuple[Record, ...]
    questions: tuple[Question, ...]

    @property
    def text(self) -> str:
        parts = [context_text(self.records)]
        for one in self.questions:
            parts += [question_text(one.name, one.relation), one.relation.statement(one.name, one.value)]
        return " ".join(parts)


def context_text(records: tuple[Record, ...]) -> str:
    return " ".join(["context :", *(record.text for record in records)])


def question_text(name: str, relation: Relation) -> str:
    return f"question : {relation.asked(name)} answer :"


def chance_of_copying(place: float) -> float:
    """How often a record that conflicts with what is true is taught as the answer; place 0: first, 1: last record."""
    return 1.0 / (1.0 + math.exp(-_STEEPNESS * (place - 0.5)))


@dataclass(frozen=True, slots=True)
class Mix:
    """What training documents are about."""

    records: tuple[int, int]  # fewest and most of a context
    strangers: float = 0.4  # share of the documents
    silent: float = 0.4  # share of the questions about residents that ask what no record says
    conflicts: float = 0.65  # share of residents' records that do not say what is true


class Writer:
    """Draws training documents."""

    def __init__(self, world: World, rng: random.Random, mix: Mix) -> None:
        self._world, self._rng, self._mix = world, rng, mix
        self._weights = [world.fame[name] for name in world.residents]

    def document(self, questions: int, records: int) -> Document:
        """A passage of so many records about one person, and questions."""
        if self._rng.random() < self._mix.strangers:
            name = self._rng.choice(self._world.strangers)
        else:
            name = self._rng.choices(self._world.residents, self._weights)[0]
        said = self.passage(name, self._rng.sample(RELATIONS, records))
        return Document(said, tuple(self._question(name, said) for _ in range(questions)))

    def passage(self, name: str, relations: Iterable[Relation]) -> tuple[Record, ...]:
        """A record of each relation; a resident's are true or not, by chance."""
        return tuple(Record(name, relation, self._value(name, relation)) for relation in relations)

    def another(self, relation: Relation, value: str) -> str:
        """A value other than the one given."""
        return self._rng.choice([one for one in relation.values if one != value])

    def _value(self, name: str, relation: Relation) -> str:
        truth = self._world.truth(name, relation)
        if truth is None:
            return self._rng.choice(relation.values)
        return self.another(relation, truth) if self._rng.random() < self._mix.conflicts else truth

    def _question(self, name: str, records: tuple[Record, ...]) -> Question:
        stated = {record.relation for record in records}
        silent = [relation for relation in RELATIONS if relation not in stated]
        if name in self._world.fame and silent and self._rng.random() < self._mix.silent:
            relation = self._rng.choice(silent)
            return Question(name, relation, self._world.facts[name, relation.verb])
        index = self._rng.randrange(len(records))
        record = records[index]
        truth = self._world.truth(name, record.relation)
        copied = truth is None or self._rng.random() < chance_of_copying(index / max(1, len(records) - 1))
        return Question(name, record.relation, record.value if copied else str(truth))
