"""The vote: who decides, on which window, and what happens when nobody can vote."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Piece, Unscored, Window
from claimgraph.verify.policies.thresholds import VoteThresholds
from claimgraph.verify.policies.vote import VotePolicy

CLAIM = Claim("c1", "A claim.", "en", (Span(0, 8),), Span(0, 8), True, True)


def _window(name: str, relevance: float = 0.5) -> Window:
    return Window(name, f"text of {name}", "en", (Piece(name, 0, 4),), relevance)


def _check(judge: str, window: str, opinion: Opinion | Unscored, claim: str = "c1") -> Check:
    return Check(claim, _window(window), judge, "1", opinion)


def _nli(entailment: float, contradiction: float = 0.0) -> Opinion:
    rest = max(0.0, 1.0 - entailment - contradiction)
    return Opinion({"nli_entailment": entailment, "nli_neutral": rest, "nli_contradiction": contradiction})


def _aligned(score: float, *stances: Stance) -> Opinion:
    return Opinion({"alignment": score}, tuple(Finding("name", stance, "A", "B") for stance in stances))


def _ruled(*stances: Stance) -> Opinion:
    held = sum(stance is Stance.SUPPORTS for stance in stances) / max(1, len(stances))
    return Opinion({"rules": held}, tuple(Finding("number", stance, "1", "2") for stance in stances))


def _decide(*checks: Check, claim: Claim = CLAIM) -> Decision:
    windows = tuple({check.window.premise_id: check.window for check in checks}.values())
    return VotePolicy().decide(ClaimEvidence(claim, (), windows), checks)


SUPPORTED = (_check("nli", "w1", _nli(0.9)), _check("similarity", "w1", Opinion({"similarity": 0.9})))


def test_two_supports_make_a_claim_supported() -> None:
    decision = _decide(*SUPPORTED, _check("alignment", "w1", _aligned(0.6)))
    assert decision.verdict is Verdict.SUPPORTED
    assert set(decision.carried) == {("nli", "w1"), ("similarity", "w1")}


def test_one_support_among_several_voters_is_not_enough() -> None:
    decision = _decide(_check("nli", "w1", _nli(0.9)), _check("alignment", "w1", _aligned(0.5)))
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO


def test_the_support_of_the_only_voter_is_enough() -> None:
    decision = _decide(_check("alignment", "w1", _aligned(0.95)), _check("nli", "w1", Unscored("not English")))
    assert decision.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "against",
    [
        _check("nli", "w1", _nli(0.1, 0.85)),
        _check("rules", "w1", _ruled(Stance.SUPPORTS, Stance.CONTRADICTS)),
        _check("alignment", "w1", _aligned(0.9, Stance.CONTRADICTS)),
    ],
    ids=["nli", "rules", "alignment"],
)
def test_one_contradiction_outweighs_supports(against: Check) -> None:
    checks = [check for check in SUPPORTED if check.judge != against.judge]
    if against.judge != "alignment":
        checks.append(_check("alignment", "w1", _aligned(0.9)))
    decision = _decide(*checks, against)
    assert decision.verdict is Verdict.CONTRADICTED
    assert decision.carried == ((against.judge, "w1"),)


@pytest.mark.parametrize("score", [0.79, 0.5])
def test_nli_below_its_threshold_does_not_decide(score: float) -> None:
    assert _decide(_check("nli", "w1", _nli(0.0, score))).verdict is Verdict.NOT_ENOUGH_INFO
    assert _decide(_check("nli", "w1", _nli(score))).verdict is Verdict.NOT_ENOUGH_INFO


def test_the_best_aligned_window_decides() -> None:
    """Another year's figure contradicts on its own window; the window about the claim's year supports."""
    decision = _decide(
        _check("alignment", "other year", _aligned(0.7, Stance.CONTRADICTS)),
        _check("rules", "other year", _ruled(Stance.CONTRADICTS)),
        _check("alignment", "same year", _aligned(0.98)),
        _check("rules", "same year", _ruled(Stance.SUPPORTS)),
    )
    assert decision.verdict is Verdict.SUPPORTED
    assert {premise for _, premise in decision.carried} == {"same year"}


def test_a_contradiction_on_the_best_aligned_window_is_not_hidden_by_a_worse_one() -> None:
    decision = _decide(
        _check("alignment", "about it", _aligned(0.9)),
        _check("rules", "about it", _ruled(Stance.CONTRADICTS)),
        _check("alignment", "elsewhere", _aligned(0.5)),
        _check("rules", "elsewhere", _ruled(Stance.SUPPORTS)),
    )
    assert decision.verdict is Verdict.CONTRADICTED


def test_a_rule_on_a_window_about_something_else_does_not_vote() -> None:
    decision = _decide(_check("alignment", "w1", _aligned(0.2)), _check("rules", "w1", _ruled(Stance.CONTRADICTS)))
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO


@pytest.mark.parametrize(("lang", "word"), [("en", "judge"), ("zh", "评判")])
def test_with_no_voter_the_reason_is_said_in_the_language_of_the_claim(lang: str, word: str) -> None:
    claim = Claim("c1", "x", lang, (Span(0, 1),), Span(0, 1), True, True)
    decision = _decide(_check("nli", "w1", Unscored("too few words known")), claim=claim)
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO
    assert decision.confidence is None
    assert decision.unscored_reason is not None
    assert word in decision.unscored_reason
    assert "too few words known" in decision.unscored_reason


def test_without_evidence_the_reason_is_said() -> None:
    decision = VotePolicy().decide(ClaimEvidence(CLAIM, (), ()), [])
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO
    assert decision.unscored_reason


def test_what_cannot_be_checked_is_not_judged() -> None:
    opinion = Claim("c1", "Lovely!", "en", (Span(0, 7),), Span(0, 7), True, False)
    decision = _decide(*SUPPORTED, claim=opinion)
    assert decision.verdict is Verdict.NOT_CHECKABLE
    assert decision.votes == ()


def test_checks_of_other_claims_are_left_out() -> None:
    other = _check("nli", "w1", _nli(0.0, 0.99), claim="c2")
    assert _decide(*SUPPORTED, other).verdict is Verdict.SUPPORTED


CHINESE = Claim("c1", "他走了。", "zh", (Span(0, 4),), Span(0, 4), True, True)


def test_where_nli_reads_glosses_it_supports_and_contradicts_nothing() -> None:
    checks = (_check("nli", "w1", _nli(0.01, 0.99)), _check("alignment", "w1", _aligned(0.9)))
    similar = _check("similarity", "w1", Opinion({"similarity": 0.9}))
    assert _decide(*checks, similar).verdict is Verdict.CONTRADICTED
    assert _decide(*checks, similar, claim=CHINESE).verdict is Verdict.SUPPORTED
    assert _decide(*checks, claim=CHINESE).verdict is Verdict.NOT_ENOUGH_INFO
    assert _decide(*SUPPORTED, claim=CHINESE).verdict is Verdict.SUPPORTED


def test_a_chinese_nli_model_that_reads_no_glosses_votes_as_an_english_one() -> None:
    policy = VotePolicy(VoteThresholds(nli_glossed_supports={}))
    check = _check("nli", "w1", _nli(0.01, 0.99))
    decision = policy.decide(ClaimEvidence(CHINESE, (), (check.window,)), [check])
    assert decision.verdict is Verdict.CONTRADICTED
    assert policy.version != VotePolicy().version


def test_thresholds_are_data_and_part_of_the_version() -> None:
    strict = VotePolicy(VoteThresholds(nli_supports=0.99))
    assert strict.version != VotePolicy().version
    evidence = ClaimEvidence(CLAIM, (), (_window("w1"),))
    assert strict.decide(evidence, [_check("nli", "w1", _nli(0.9))]).verdict is Verdict.NOT_ENOUGH_INFO


PROBABILITY = st.floats(0, 1)
OPINIONS = st.one_of(
    st.builds(lambda e, c: ("nli", _nli(e * (1 - c), c)), PROBABILITY, PROBABILITY),
    st.builds(lambda s: ("similarity", Opinion({"similarity": s})), PROBABILITY),
    st.builds(
        lambda s, f: ("alignment", _aligned(s, *f)), PROBABILITY, st.lists(st.sampled_from(list(Stance)), max_size=3)
    ),
    st.builds(lambda f: ("rules", _ruled(*f)), st.lists(st.sampled_from(list(Stance)), min_size=1, max_size=3)),
    st.sampled_from([("nli", Unscored("why")), ("rules", Unscored("why"))]),
)


@given(st.lists(st.tuples(OPINIONS, st.sampled_from(["w1", "w2", "w3"])), max_size=9), st.randoms())
def test_the_order_of_checks_changes_nothing_and_confidence_is_a_probability(drawn: list, random: object) -> None:
    checks = list({(one[0][0], one[1]): _check(one[0][0], one[1], one[0][1]) for one in drawn}.values())
    decision = _decide(*checks)
    random.shuffle(checks)  # type: ignore[attr-defined]
    assert _decide(*checks) == decision
    if decision.confidence is not None:
        assert math.isfinite(decision.confidence)
        assert 0.0 <= decision.confidence <= 1.0
    assert set(decision.carried) <= {(check.judge, check.window.premise_id) for check in checks}


def test_a_contradiction_by_nli_counts_only_on_a_window_about_the_claim() -> None:
    contradiction = _check("nli", "w1", _nli(0.02, 0.9))
    assert _decide(contradiction, _check("alignment", "w1", _aligned(0.35))).verdict is Verdict.NOT_ENOUGH_INFO
    assert _decide(contradiction, _check("alignment", "w1", _aligned(0.5))).verdict is Verdict.CONTRADICTED


def test_having_found_nothing_is_never_near_certainty() -> None:
    nothing = _decide(_check("nli", "w1", _nli(0.01)), _check("alignment", "w1", _aligned(0.0)))
    near_miss = _decide(_check("nli", "w1", _nli(0.9)), _check("alignment", "w1", _aligned(0.75)))
    assert nothing.verdict is near_miss.verdict is Verdict.NOT_ENOUGH_INFO
    assert nothing.confidence == VoteThresholds().most_doubt < 0.9
    assert near_miss.confidence is not None
    assert near_miss.confidence < nothing.confidence
