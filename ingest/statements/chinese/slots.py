"""The parts of a clause that a claim keeps or leaves out."""

from __future__ import annotations

from dataclasses import dataclass

from .units import Atom

SUBJECT, TIME_SLOT, PLACE, AGENT, CORE, PREDICATE, OBJECT, COMPLEMENT = (
    "subject", "time", "place", "agent", "core", "predicate", "object", "complement",
)  # fmt: skip


ADJUNCTS = frozenset({TIME_SLOT, PLACE, AGENT})


@dataclass(frozen=True, slots=True)
class Slot:
    role: str
    atoms: tuple[Atom, ...]
