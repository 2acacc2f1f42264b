"""Support ratio, outcome and the filtered answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.decomposition.sentences import decompose
from claimgraph.verify.model import Claim, ClaimEvidence, Conclusion, Decision
from claimgraph.verify.outcome import AnswerOutcome, OutcomeThresholds, decide_outcome, refusal, support_ratio

S, C, N, X = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.NOT_CHECKABLE


def _conclusions(answer: str, verdicts: list[Verdict]) -> list[Conclusion]:
    statements = decompose(answer)
    assert len(statements) == len(verdicts)
    return [
        Conclusion(
            ClaimEvidence(Claim(str(n), s.text, s.lang, s.spans, s.sentence, True, v is not X), (), ()),
            (),
            Decision(v, 0.5, (), ()),
        )
        for n, (s, v) in enumerate(zip(statements, verdicts, strict=True))
    ]


def _decide(answer: str, verdicts: list[Verdict], domain: str = "general", risk: str = "normal") -> AnswerOutcome:
    return decide_outcome(_conclusions(answer, verdicts), OutcomeThresholds(), domain, risk, answer)


FIVE = "One is 1. Two is 2. Three is 3. Four is 4. Five is 5."


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
    decided = _decide(FIVE, verdicts)
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


@pytest.mark.parametrize(
    ("answer", "verdicts", "filtered"),
    [
        ("Alpha is 1. Beta is 2. Gamma is 3.", [S, C, S], "Alpha is 1. Gamma is 3."),
        ("Alpha is 1. Beta is 2.", [C, S], "Beta is 2."),
        ("Alpha is 1. Beta is 2.", [S, N], "Alpha is 1."),
        ("甲成立于1990年。乙成立于1991年。丙成立于1992年。", [S, C, S], "甲成立于1990年。丙成立于1992年。"),
        ("甲成立于1990年。乙成立于1991年。", [C, S], "乙成立于1991年。"),
        ("- Alpha is 1.\n- Beta is 2.\n- Gamma is 3.", [S, C, S], "- Alpha is 1.\n- Gamma is 3."),
        ("Hello! Alpha is 1. Beta is 2.", [X, S, C], "Hello! Alpha is 1."),
        ("Alpha was founded in 1990; Beta was founded in 1995.", [C, S], "Beta was founded in 1995."),
        ("Alpha was founded in 1990; Beta was founded in 1995.", [S, C], "Alpha was founded in 1990."),
    ],
)
def test_only_what_is_supported_or_beyond_checking_stays(answer: str, verdicts: list[Verdict], filtered: str) -> None:
    assert _decide(answer, verdicts).filtered_answer == filtered


def test_the_refusal_stands_in_the_answers_language_where_nothing_is_left() -> None:
    assert _decide("Hello! Alpha is 1.", [X, C]).filtered_answer == refusal("en")
    assert _decide("甲成立于1990年。", [N]).filtered_answer == refusal("zh") != refusal("en")


def test_an_answer_without_claims_is_left_as_it_is() -> None:
    assert _decide("Hello!", [X]).filtered_answer == "Hello!"
    assert decide_outcome([], OutcomeThresholds(), "general", "normal", "").outcome is Outcome.UNVERIFIED


@given(st.lists(st.sampled_from([S, C, N, X])))
def test_the_ratio_is_of_checkable_claims(verdicts: list[Verdict]) -> None:
    ratio = support_ratio(verdicts)
    checkable = [v for v in verdicts if v is not X]
    assert ratio is None if not checkable else ratio == checkable.count(S) / len(checkable)


def test_spans_of_removed_claims_are_taken_from_the_answer() -> None:
    answer = "Alpha is 1. Beta is 2."
    assert Span(0, 11) in [span for one in _conclusions(answer, [S, C]) for span in one.claim.spans]
