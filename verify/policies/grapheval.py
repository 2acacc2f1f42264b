"""GraphEval's rule: the NLI model alone decides, triple by triple, by which of its three classes wins.

After "GraphEval: A Knowledge-Graph Based LLM Hallucination Evaluation Framework" (2024), section 4: a triple for which
contradiction or neutral wins above the threshold counts as hallucinated.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Opinion, Vote

from ..ports import Policy
from .thresholds import VoteThresholds
from .vote import window_fit

GRAPHEVAL_RULE = "1"
NLI = "nli"
CLASSES = ("nli_entailment", "nli_neutral", "nli_contradiction")
_VERDICTS = {
    "nli_entailment": (Verdict.SUPPORTED, Stance.SUPPORTS),
    "nli_neutral": (Verdict.NOT_ENOUGH_INFO, Stance.NEUTRAL),
    "nli_contradiction": (Verdict.CONTRADICTED, Stance.CONTRADICTS),
}


class GraphEvalPolicy:
    """Decides by the NLI scores of the window that fits the claim best; where NLI read none, `otherwise` decides.

    The paper gives the whole context as the premise; a small model cannot read that much at once, so the windows that
    fit best stand for it, and among those the one that entails most.
    """

    name = "grapheval"

    def __init__(self, otherwise: Policy, threshold: float = 0.5) -> None:
        """`threshold`, in [0, 1]: the least probability with which contradiction or neutral has to win."""
        self._otherwise = otherwise
        self._threshold = threshold
        self._near = VoteThresholds().near_best
        self.version = digest(
            "grapheval", GRAPHEVAL_RULE, str(threshold), str(self._near), otherwise.name, otherwise.version
        )[:12]

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        """SUPPORTED for a triple that does not count as hallucinated, with the probability of entailment."""
        mine = [check for check in checks if check.claim_id == evidence.claim.id]
        read = [check for check in mine if check.judge == NLI and isinstance(check.opinion, Opinion)]
        if not read or not evidence.claim.checkable:
            return self._otherwise.decide(evidence, checks)
        check = self._premise(read, window_fit(mine))
        scores = nli_scores(check)
        winner = max(CLASSES, key=lambda name: scores[name])
        hallucinated = winner != "nli_entailment" and scores[winner] >= self._threshold
        verdict, stance = _VERDICTS[winner] if hallucinated else _VERDICTS["nli_entailment"]
        confidence = scores[winner] if hallucinated else scores["nli_entailment"]
        vote = Vote(NLI, stance, check.window.premise_id, round(confidence, 4))
        return Decision(verdict, round(confidence, 4), (vote,), ((NLI, check.window.premise_id),))

    def _premise(self, read: Sequence[Check], fit: dict[str, float]) -> Check:
        best = max(fit[check.window.premise_id] for check in read)
        near = [check for check in read if fit[check.window.premise_id] >= best - self._near]
        return max(near, key=lambda c: (nli_scores(c)["nli_entailment"], fit[c.window.premise_id], c.window.premise_id))


def nli_scores(check: Check) -> dict[str, float]:
    """The three probabilities of a check by the NLI judge."""
    scores = check.opinion.scores if isinstance(check.opinion, Opinion) else {}
    return {name: scores.get(name, 0.0) for name in CLASSES}
