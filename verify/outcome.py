"""What is concluded about the whole answer: support ratio and outcome.

Pure: verdicts and thresholds in, outcome out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Outcome, Verdict

from .model import Conclusion, Decision

OUTCOME_VERSION = "2"
ANY = "*"

_STRICTER: Mapping[tuple[str, str], float] = MappingProxyType(
    {
        (ANY, "low"): 0.6,
        (ANY, "high"): 0.9,
        ("medical", ANY): 0.95,
        ("medical", "high"): 1.0,
        ("legal", ANY): 0.95,
        ("legal", "high"): 1.0,
        ("finance", ANY): 0.9,
        ("finance", "high"): 0.95,
    }
)


RISKS = ("low", "normal", "high")
DOMAINS = ("general", "enterprise", *sorted({domain for domain, _ in _STRICTER} - {ANY}))


@dataclass(frozen=True, slots=True)
class OutcomeThresholds:
    """Least support ratio for an answer to pass: `default`, or what `table` says of (domain, risk); `*` is any."""

    default: float = 0.8
    table: Mapping[tuple[str, str], float] = field(default_factory=lambda: _STRICTER)

    def threshold(self, domain: str, risk: str) -> float:
        """The most particular entry: domain and risk, else domain, else risk, else the default."""
        for key in ((domain, risk), (domain, ANY), (ANY, risk)):
            if key in self.table:
                return self.table[key]
        return self.default

    def fingerprint(self) -> str:
        """Changes whenever a threshold does."""
        return digest(
            "OutcomeThresholds", OUTCOME_VERSION, self.default, sorted([*k, v] for k, v in self.table.items())
        )


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    outcome: Outcome
    support_ratio: float | None  # SUPPORTED / checkable claims that were judged; None over nothing
    threshold: float


def support_ratio(decisions: Sequence[Decision]) -> float | None:
    """SUPPORTED / checkable claims, but for those that may or may not be so (`Decision.may_be_supported`); `None`
    over nothing."""
    judged = [one.verdict for one in decisions if not one.may_be_supported and one.verdict is not Verdict.NOT_CHECKABLE]
    if not judged:
        return None
    return sum(verdict is Verdict.SUPPORTED for verdict in judged) / len(judged)


def decide_outcome(
    conclusions: Sequence[Conclusion], thresholds: OutcomeThresholds, domain: str, risk: str
) -> AnswerOutcome:
    """Passed from the threshold on, else rejected; unverified where no claim can be checked.

    Of claims that no judge could judge, or whose review may find them supported, nothing is presumed: the answer passes
    if it does with all of these unsupported, is rejected if it is with all supported, and is unverified in between.
    """
    threshold = thresholds.threshold(domain, risk)
    decisions = [conclusion.decision for conclusion in conclusions]
    checkable = [one for one in decisions if one.verdict is not Verdict.NOT_CHECKABLE]
    ratio = support_ratio(decisions)
    if ratio is None:
        return AnswerOutcome(Outcome.UNVERIFIED, None, threshold)
    supported = sum(one.verdict is Verdict.SUPPORTED and not one.is_open for one in checkable)
    at_most = supported + sum(one.may_be_supported for one in checkable)
    needed = (threshold - _TOLERANCE) * len(checkable)
    undecided = Outcome.UNVERIFIED if at_most >= needed else Outcome.REJECTED
    return AnswerOutcome(Outcome.PASSED if supported >= needed else undecided, ratio, threshold)


_TOLERANCE = 1e-9  # 4 of 5 is 0.8 whatever the rounding
