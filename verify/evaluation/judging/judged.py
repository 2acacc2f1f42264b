"""A case with all that judges said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimgraph.platform.llm import Usage
from claimgraph.verify.model import Check, ClaimEvidence

from .cases import Case


@dataclass(frozen=True, slots=True)
class Cost:
    """What a judge took: pairs judged, seconds of the clock, and what a language model used."""

    pairs: int = 0
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.pairs + other.pairs, self.seconds + other.seconds, self.usage + other.usage)


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """`evidence`: the claims of the case, in order; `checks`: claim id -> checks by judge and window."""

    case: Case
    evidence: tuple[ClaimEvidence, ...]
    checks: Mapping[str, tuple[Check, ...]]
    costs: Mapping[str, Cost]  # judge -> its share of what its batch took, when it was judged
