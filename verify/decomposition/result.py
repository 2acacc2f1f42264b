"""What taking an answer apart gave, with what was dropped, left to others and worth a warning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Protocol

from claimgraph.ingest.model import Statement


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over one answer; all zero where only rules were at work."""

    asked: int = 0  # sentences that a language model was asked about
    alien: int = 0  # claims dropped: the answer does not say them
    surplus: int = 0  # claims dropped: more than a sentence can hold, or no claim at all
    unasked: int = 0  # replies about sentences that were not asked about, or about one twice
    kept: int = 0  # sentences that kept the rules' statements: no usable claim, too little of them covered
    repeated: int = 0  # statements that say the same as an earlier one

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Decomposition:
    """One answer's statements in the order of the answer. `warnings` are sentences for people, without its text."""

    statements: tuple[Statement, ...]
    method: str  # "rules", "llm", "hybrid", "sentences"
    lang: str
    tally: Tally = Tally()
    warnings: tuple[str, ...] = ()


class DetailedDecomposer(Protocol):
    """A `Decomposer` that also tells what it dropped. `decompose` gives the same statements."""

    version: str

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]: ...

    async def take_apart(self, texts: Sequence[str]) -> list[Decomposition]:
        """One result a text, in order. Warnings also go to the `metered()` blocks around the call."""
        ...
