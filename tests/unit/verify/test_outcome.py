"""Support ratio and outcome."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Outcome, Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Claim, ClaimEvidence, Conclusion, Decision, Vote
from claimgraph.verify.outcome import OutcomeThresholds, decide_outcome, support_ratio

S, C, N, X = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.NOT_CHECKABLE


FAILED = Decision(
    N, None, (Vote("llm", Stance.ABSTAINS, None, reason="HTTP 429"),), (), "no judge could judge this claim"
)
REVIEW = Decision(N, None, (Vote("nli", Stance.NEUTRAL, "p", 0.5),), (), "a person should decide", (S, N))
AGAINST = Decision(N, None, (Vote("nli", Stance.NEUTRAL, "p", 0.5),), (), "a person should decide", (C, N))
NO_EVIDENCE = Decision(N, None, (), (), "no evidence was found for this claim")


def _conclusions(decisions: Sequence[Decision | Verdict]) -> list[Conclusion]:
    span = Span(0, 1)
    return [
        Conclusion(
            ClaimEvidence(Claim(str(n), "One is 1.", "en", (span,), span, True, one is not X), (), ()),
            (),
            Decision(one, 0.5, (), ()) if isinstance(one, Verdict) else one,
        )
        for n, one in enumerate(decisions)
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


@pytest.mark.parametrize(
    ("decisions", "outcome", "ratio"),
    [
        ([FAILED], Outcome.UNVERIFIED, None),
        ([REVIEW, X], Outcome.UNVERIFIED, None),
        ([S, FAILED], Outcome.UNVERIFIED, 1.0),
        ([S, S, S, S, FAILED], Outcome.PASSED, 1.0),
        ([C, C, FAILED], Outcome.REJECTED, 0.0),
        ([S, C, REVIEW], Outcome.REJECTED, 0.5),
        ([S, S, S, C, REVIEW], Outcome.UNVERIFIED, 0.75),
        ([NO_EVIDENCE], Outcome.REJECTED, 0.0),
        ([AGAINST], Outcome.REJECTED, 0.0),
        ([S, *[AGAINST] * 9], Outcome.REJECTED, 0.1),
    ],
)
def test_of_what_no_judge_could_judge_or_a_person_should_decide_nothing_is_presumed(
    decisions: list[Decision | Verdict], outcome: Outcome, ratio: float | None
) -> None:
    decided = decide_outcome(_conclusions(decisions), OutcomeThresholds(), "general", "normal")
    assert decided.outcome is outcome
    assert decided.support_ratio == (None if ratio is None else pytest.approx(ratio))


def test_only_what_was_found_unsupported_is_wrong() -> None:
    assert NO_EVIDENCE.is_wrong
    assert not FAILED.is_wrong
    assert not REVIEW.is_wrong


@given(st.lists(st.sampled_from([S, C, N, X])))
def test_the_ratio_is_of_checkable_claims(verdicts: list[Verdict]) -> None:
    ratio = support_ratio([one.decision for one in _conclusions(verdicts)])
    checkable = [v for v in verdicts if v is not X]
    assert ratio is None if not checkable else ratio == checkable.count(S) / len(checkable)


@given(st.lists(st.sampled_from([S, C, N, X, FAILED, REVIEW])), st.sampled_from([S, C, N]))
def test_an_answer_that_passes_or_fails_does_so_whatever_its_open_claims_turn_out_to_be(
    decisions: list[Decision | Verdict], found: Verdict
) -> None:
    before = decide_outcome(_conclusions(decisions), OutcomeThresholds(), "general", "normal")
    settled = [found if one in (FAILED, REVIEW) else one for one in decisions]
    after = decide_outcome(_conclusions(settled), OutcomeThresholds(), "general", "normal")
    assert before.outcome in (Outcome.UNVERIFIED, after.outcome)


def test_over_nothing_there_is_no_ratio() -> None:
    assert decide_outcome([], OutcomeThresholds(), "general", "normal").outcome is Outcome.UNVERIFIED
