"""The strict policy: any contradiction, by any judge on any window, loses; support needs all who voted."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Vote

from .disputes import of_another_matter
from .vote import VotePolicy

STRICT_RULE = "4"
MAY_BE_SILENT = frozenset({"similarity", "statements", "graph"})
"""Judges that see nothing in most evidence, whether it supports the claim or not: their silence says nothing."""


class StrictPolicy:
    """For texts where a false support costs more than a false alarm.

    CONTRADICTED where one judge contradicts on one window that speaks of the same matter
    (`disputes.of_another_matter`); SUPPORTED where two judges support (or the only one that votes), not similarity
    alone, and no voter is neutral but those that `MAY_BE_SILENT`, and NLI where it reads glosses; else NOT_ENOUGH_INFO.
    """

    name = "strict"

    def __init__(self, vote: VotePolicy | None = None) -> None:
        self._vote = vote or VotePolicy()
        self.thresholds = self._vote.thresholds
        self.version = digest("strict", STRICT_RULE, self._vote.version)[:12]

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        voted = self._vote.decide(evidence, checks)
        if not evidence.claim.checkable or not voted.votes:
            return voted
        mine = [check for check in checks if check.claim_id == evidence.claim.id]
        elsewhere = of_another_matter(evidence.claim, mine)
        readings = self._vote.readings(evidence, checks)
        against = [v for v in readings if v.stance is Stance.CONTRADICTS and v.premise_id not in elsewhere]
        if against:
            confidence = round(max(vote.score or 0.0 for vote in against), 4)
            votes = _with(voted.votes, against)
            return Decision(Verdict.CONTRADICTED, confidence, votes, _carried(against))
        voters = [vote for vote in voted.votes if vote.stance is not Stance.ABSTAINS]
        supporting = [vote for vote in voters if vote.stance is Stance.SUPPORTS]
        counted = voters
        if evidence.claim.lang in self.thresholds.nli_glossed_supports:
            counted = [vote for vote in voters if vote.judge != "nli" or vote.stance is not Stance.NEUTRAL]
        silent = [vote for vote in counted if vote.stance is Stance.NEUTRAL and vote.judge not in MAY_BE_SILENT]
        if len(supporting) >= min(2, len(counted)) and not silent and any(v.judge != "similarity" for v in supporting):
            confidence = round(min(vote.score or 0.0 for vote in supporting), 4)
            return Decision(Verdict.SUPPORTED, confidence, voted.votes, _carried(supporting))
        return Decision(Verdict.NOT_ENOUGH_INFO, voted.confidence, voted.votes, _carried(voters), voted.unscored_reason)


def _with(votes: Sequence[Vote], against: Sequence[Vote]) -> tuple[Vote, ...]:
    """The judges' votes, with the contradiction of each that contradicts anywhere."""
    loudest = {
        vote.judge: vote for vote in sorted(against, key=lambda vote: (vote.score or 0.0, vote.premise_id or ""))
    }
    return tuple(loudest.get(vote.judge, vote) for vote in votes)


def _carried(votes: Sequence[Vote]) -> tuple[tuple[str, str], ...]:
    return tuple((vote.judge, vote.premise_id) for vote in votes if vote.premise_id is not None)
