"""Support ratio and outcome."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Claim, ClaimEvidence, Conclusion, Decision
from claimgraph.verify.outcome import OutcomeThresholds, decide_outcome, support_ratio

S, C, N, X = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.NOT_CHECKABLE


def _conclusions(verdicts: list[Verdict]) -> list[Conclusion]:
    span = Span(0, 1)
    return [
        Conclusion(
            ClaimEvidence(Claim(str(n), "One is 1.", "en", (span,), span, True, v is not X), (), ()),
            (),
            Decision(v, 0.5, (), ()),
        )
        for n, v in enumerate(verdicts)
    ]


@pytest.mark.parametrize(
    ("verdicts", "outcome", "ratio"),
    [
        ([S, S, S, S, S], Outcome.PASSED, 1.0),
        ([S, S, S, S, C], Outcome.PASSED, 0.8),
        ([S, S, S, N, C], Outcome.REJECTED, 0.6),
        ([S, S, S, X, C], Outcome.REJECTED, 0.75),
        ([X, X, X, X, X], Outcome.UNVERIFIED, None),
        ([S, X, X, X, X], Outcome.PASSED, 1.0),
    ],
)
def test_the_ratio_against_the_threshold_decides(
    verdicts: list[Verdict], outcome: Outcome, ratio: float | None
) -> None:
    decided = decide_outcome(_conclusions(verdicts), OutcomeThresholds(), "general", "normal")
    assert decided.outcome is outcome
    assert decided.support_ratio == (None if ratio is None else pytest.approx(ratio))


def test_domain_and_risk_raise_the_threshold() -> None:
    thresholds = OutcomeThresholds()
    assert thresholds.threshold("general", "normal") == 0.8
    assert thresholds.threshold("medical", "high") == 1.0
    assert thresholds.threshold("unheard-of", "high") == 0.9
    assert thresholds.threshold("medical", "normal") == 0.95
    assert OutcomeThresholds(0.5).threshold("general", "normal") == 0.5
    assert OutcomeThresholds(0.5).fingerprint() != thresholds.fingerprint()


@given(st.lists(st.sampled_from([S, C, N, X])))
def test_the_ratio_is_of_checkable_claims(verdicts: list[Verdict]) -> None:
    ratio = support_ratio(verdicts)
    checkable = [v for v in verdicts if v is not X]
    assert ratio is None if not checkable else ratio == checkable.count(S) / len(checkable)


def test_over_nothing_there_is_no_ratio() -> None:
    assert decide_outcome([], OutcomeThresholds(), "general", "normal").outcome is Outcome.UNVERIFIED
