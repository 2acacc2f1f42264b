"""What is concluded about the whole answer: support ratio, outcome, and the answer without what is not supported.

Pure: verdicts and thresholds in, outcome out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.text.language import detect_language

from .correction.rewrite import keep_spans
from .model import Conclusion

OUTCOME_VERSION = "1"
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
DOMAINS = ("general", *sorted({domain for domain, _ in _STRICTER} - {ANY}))


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
    support_ratio: float | None  # SUPPORTED / checkable claims; None where nothing is checkable
    threshold: float
    filtered_answer: str


_REFUSALS = {
    "en": "The available sources do not support an answer to this question.",
    "zh": "现有资料不足以支持对该问题的回答。",
}


def refusal(lang: str) -> str:
    """The sentence that stands in for an answer of which nothing is supported."""
    return _REFUSALS.get(lang, _REFUSALS["en"])


def support_ratio(verdicts: Sequence[Verdict]) -> float | None:
    """SUPPORTED / checkable; `None` over nothing."""
    checkable = [verdict for verdict in verdicts if verdict is not Verdict.NOT_CHECKABLE]
    if not checkable:
        return None
    return sum(verdict is Verdict.SUPPORTED for verdict in checkable) / len(checkable)


def decide_outcome(
    conclusions: Sequence[Conclusion], thresholds: OutcomeThresholds, domain: str, risk: str, answer: str
) -> AnswerOutcome:
    """Passed from the threshold on, else rejected; unverified where no claim can be checked."""
    threshold = thresholds.threshold(domain, risk)
    ratio = support_ratio([conclusion.decision.verdict for conclusion in conclusions])
    filtered = filter_answer(answer, conclusions)
    if ratio is None:
        return AnswerOutcome(Outcome.UNVERIFIED, None, threshold, filtered)
    outcome = Outcome.PASSED if ratio >= threshold - _TOLERANCE else Outcome.REJECTED
    return AnswerOutcome(outcome, ratio, threshold, filtered)


_TOLERANCE = 1e-9  # 4 of 5 is 0.8 whatever the rounding


def filter_answer(answer: str, conclusions: Sequence[Conclusion]) -> str:
    """The answer without the claims that are not supported, its punctuation and spacing mended; else the refusal.

    What cannot be checked stays, and so do list marks and headings; the refusal stands where no supported claim is
    left of an answer that made claims. An answer without any claim is left as it is.
    """
    checkable = [one for one in conclusions if one.decision.verdict is not Verdict.NOT_CHECKABLE]
    if not checkable:
        return answer.strip()
    if not any(one.decision.verdict is Verdict.SUPPORTED for one in checkable):
        return refusal(detect_language(answer))
    wrong = [one for one in checkable if one.decision.verdict is not Verdict.SUPPORTED]
    return keep_spans(answer, [span for one in wrong for span in one.claim.spans])
