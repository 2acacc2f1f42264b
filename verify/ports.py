"""What verification needs from its parts. `claimgraph.api.bootstrap` picks the implementations.

Everything that meets a model takes a sequence and returns one of the same length and order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from claimgraph.ingest.model import Statement

from .model import (
    Check,
    ClaimEvidence,
    CorrectionRequest,
    Decision,
    Opinion,
    Pair,
    Proposal,
    Unscored,
)


class Decomposer(Protocol):
    """Takes answers apart into statements with exact spans."""

    version: str

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]: ...


class Judge(Protocol):
    """Judges (claim, premise) pairs. `version` covers its model's hash and every rule that changes an opinion.

    A pair's opinion never depends on which other pairs are in the batch. A judge that reads more of a pair than claim
    and premise, each with its language, names those fields in an attribute `reads: frozenset[str]`
    (`frozenset({"question"})`): an opinion is kept for the values that it was formed on (`checking.read_besides`).
    """

    name: str
    version: str

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]: ...


class Policy(Protocol):
    """Combines the checks of a claim into one decision; pure and deterministic."""

    name: str
    version: str

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision: ...


class Corrector(Protocol):
    """Proposes a replacement per request, or None where it has none to offer."""

    name: str
    version: str

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]: ...
