"""What a run concludes about the whole answer, from what it found about each claim. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.text.language import detect_language

from .correction.rewrite import rewrite
from .model import Conclusion

OUTCOME_VERSION = "1"

REFUSALS: Mapping[str, str] = {
    "en": "The sources do not support an answer to this.",
    "zh": "现有资料不足以支持对此作出回答。",
}
"""What is said in place of an answer of which nothing holds, in the answer's language; others read English."""

KEPT = frozenset({Verdict.SUPPORTED, Verdict.NOT_CHECKABLE})
"""Claims whose text stays in the filtered answer."""


@dataclass(frozen=True, slots=True)
class OutcomeThresholds:
    """The least support ratio for an answer to pass, by domain and risk.

    `table` holds what differs from `default`, keyed by (domain, risk); "*" stands for any.
    """

    default: float = 0.8
    table: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def for_answer(self, domain: str, risk: str) -> float:
        for key in ((domain, risk), (domain, "*"), ("*", risk)):
            if key in self.table:
                return self.table[key]
        return self.default

    def fingerprint(self) -> str:
        rows = sorted([*key, value] for key, value in self.table.items())
        return digest("thresholds", OUTCOME_VERSION, self.default, rows)


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    outcome: Outcome
    support_ratio: float | None  # SUPPORTED / checkable claims; None where none is checkable
    threshold: float
    filtered_answer: str


def support_ratio(verdicts: Sequence[Verdict]) -> float | None:
    """Share of SUPPORTED among the checkable claims, in [0, 1]; None over nothing."""
    checkable = [verdict for verdict in verdicts if verdict is not Verdict.NOT_CHECKABLE]
    if not checkable:
        return None
    return checkable.count(Verdict.SUPPORTED) / len(checkable)


def decide_outcome(
    conclusions: Sequence[Conclusion], thresholds: OutcomeThresholds, domain: str, risk: str, answer: str
) -> AnswerOutcome:
    """Passed from the threshold on, rejected below it, unverified where there was nothing to judge.

    An answer none of whose claims any judge could score is unverified too: nothing is known about it.
    """
    ratio = support_ratio([conclusion.decision.verdict for conclusion in conclusions])
    threshold = thresholds.for_answer(domain, risk)
    checkable = [c.decision for c in conclusions if c.decision.verdict is not Verdict.NOT_CHECKABLE]
    if ratio is None or all(decision.unscored_reason is not None for decision in checkable):
        outcome = Outcome.UNVERIFIED
    else:
        outcome = Outcome.PASSED if ratio >= threshold else Outcome.REJECTED
    return AnswerOutcome(outcome, ratio, threshold, filter_answer(answer, conclusions))


def filter_answer(answer: str, conclusions: Sequence[Conclusion]) -> str:
    """The answer without the text of claims that do not hold; the refusal where no supported claim is left."""
    dropped = [
        (span, "") for c in conclusions if c.decision.verdict not in KEPT for span in c.claim.spans
    ]
    if not dropped:
        return answer
    if not any(c.decision.verdict is Verdict.SUPPORTED for c in conclusions):
        return REFUSALS.get(detect_language(answer), REFUSALS["en"])
    return rewrite(answer, dropped)
