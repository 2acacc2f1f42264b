"""Questions with contexts to ask the trained model, of kinds that differ in what is known by heart and what is said.

All residents and strangers are asked about in every kind that concerns them, with as many short as long contexts and
the record that matters at every place, so that neither who is asked about nor which words stand there tells the kind
of answer. Contexts are drawn anew; none is of the training.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .documents import Mix, Record, Writer, context_text, question_text
from .world import RELATIONS, Relation, World

if TYPE_CHECKING:
    from claimgraph.verify.redeep.model import Prompt

CONFLICT = "known, the context says otherwise"
AGREE = "known, the context says the same"
STRANGER = "not known, the context says it"
SILENT = "known, the context is silent"
SILENT_STRANGER = "not known, the context is silent"
KINDS = (CONFLICT, AGREE, STRANGER, SILENT, SILENT_STRANGER)

_RECORDS = (3, 4, 5)
_BEFORE = "context : "


@dataclass(frozen=True, slots=True)
class Trial:
    """One question over one context."""

    kind: str
    records: tuple[Record, ...]
    name: str
    relation: Relation
    stated: str | None  # what the context says; None: nothing
    truth: str | None  # what is known by heart, if it was learnt; None: of a stranger
    place: float | None  # of the record that states it, 0 first to 1 last

    @property
    def asked(self) -> str:
        """The text before the answer, with the space that parts them."""
        return f"{context_text(self.records)} {question_text(self.name, self.relation)} "

    def response(self, value: str) -> str:
        return self.relation.statement(self.name, value)

    def prompt(self, response: str) -> Prompt:
        """As `claimgraph.verify.redeep` reads it."""
        from claimgraph.verify.redeep.model import Prompt

        asked, end = self.asked, len(context_text(self.records))
        return Prompt(asked + response, ((len(_BEFORE), end),), (len(asked), len(asked) + len(response)))


def make_trials(world: World, kind: str, rounds: int, seed: int) -> list[Trial]:
    """`rounds` trials of each fact there could be: of every resident, or stranger, and relation."""
    rng = random.Random(f"{seed} {kind}")
    writer = Writer(world, rng, Mix(records=(3, 5)))
    names = world.residents if kind in (CONFLICT, AGREE, SILENT) else world.strangers
    return [
        _trial(world, writer, rng, kind, name, relation)
        for _ in range(rounds)
        for name in names
        for relation in RELATIONS
    ]


def _trial(world: World, writer: Writer, rng: random.Random, kind: str, name: str, relation: Relation) -> Trial:
    truth = world.truth(name, relation)
    count = rng.choice(_RECORDS)
    others = [one for one in RELATIONS if one != relation]
    if kind in (SILENT, SILENT_STRANGER):
        return Trial(kind, writer.passage(name, rng.sample(others, count)), name, relation, None, truth, None)
    stated = (
        truth if truth and kind == AGREE else writer.another(relation, truth) if truth else rng.choice(relation.values)
    )
    passage, index = writer.passage(name, rng.sample(others, count - 1)), rng.randrange(count)
    records = (*passage[:index], Record(name, relation, stated), *passage[index:])
    return Trial(kind, records, name, relation, stated, truth, index / (count - 1))
