"""The strict policy: one contradiction anywhere loses, and support takes all who vote."""

from __future__ import annotations

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Piece, Unscored, Window
from claimgraph.verify.policies.strict import StrictPolicy
from claimgraph.verify.policies.vote import VotePolicy

CLAIM = Claim("c1", "A claim.", "en", (Span(0, 8),), Span(0, 8), True, True)


def check(judge: str, window: str, opinion: Opinion | Unscored) -> Check:
    return Check("c1", Window(window, f"text of {window}", "en", (Piece(window, 0, 4),), 0.5), judge, "1", opinion)


def nli(entailment: float, contradiction: float = 0.0) -> Opinion:
    rest = max(0.0, 1.0 - entailment - contradiction)
    return Opinion({"nli_entailment": entailment, "nli_neutral": rest, "nli_contradiction": contradiction})


def aligned(score: float, *stances: Stance) -> Opinion:
    return Opinion({"alignment": score}, tuple(Finding("name", stance, "A", "B") for stance in stances))


def evidence(checks: tuple[Check, ...]) -> ClaimEvidence:
    return ClaimEvidence(CLAIM, (), tuple({one.window.premise_id: one.window for one in checks}.values()))


def decide(*checks: Check) -> Decision:
    return StrictPolicy().decide(evidence(checks), checks)


def test_a_contradiction_on_a_lesser_window_loses_what_the_vote_lets_pass() -> None:
    checks = (
        check("nli", "w1", nli(0.95)),
        check("alignment", "w1", aligned(0.95)),
        check("nli", "w2", nli(0.02, 0.97)),
        check("alignment", "w2", aligned(0.6)),
    )
    assert VotePolicy().decide(evidence(checks), checks).verdict is Verdict.SUPPORTED
    decision = decide(*checks)
    assert decision.verdict is Verdict.CONTRADICTED
    assert decision.carried == (("nli", "w2"),)
    assert next(vote for vote in decision.votes if vote.judge == "nli").stance is Stance.CONTRADICTS


def test_what_all_voters_support_is_supported() -> None:
    decision = decide(check("nli", "w1", nli(0.95)), check("alignment", "w1", aligned(0.95)))
    assert (decision.verdict, len(decision.carried)) == (Verdict.SUPPORTED, 2)


def test_one_voter_who_is_not_convinced_is_enough_to_withhold_support() -> None:
    checks = (
        check("nli", "w1", nli(0.95)),
        check("similarity", "w1", Opinion({"similarity": 0.9})),
        check("alignment", "w1", aligned(0.7)),
    )
    assert VotePolicy().decide(evidence(checks), checks).verdict is Verdict.SUPPORTED
    assert decide(*checks).verdict is Verdict.NOT_ENOUGH_INFO


def test_likeness_alone_supports_nothing() -> None:
    checks = (check("similarity", "w1", Opinion({"similarity": 0.99})), check("nli", "w1", Unscored("not English")))
    assert decide(*checks).verdict is Verdict.NOT_ENOUGH_INFO


def test_without_evidence_there_is_nothing_to_be_strict_about() -> None:
    assert decide().verdict is Verdict.NOT_ENOUGH_INFO


def test_judges_that_see_nothing_in_most_evidence_do_not_take_support_back() -> None:
    seen_by_two = (check("nli", "w1", nli(0.95)), check("alignment", "w1", aligned(0.95)))
    silent = (
        check("statements", "w1", Opinion({"statements_entailment": 0.4})),
        check("graph", "w1", Opinion({"graph": 0.5})),
        check("similarity", "w1", Opinion({"similarity": 0.5})),
    )
    decision = decide(*seen_by_two, *silent)
    assert decision.verdict is Verdict.SUPPORTED
    assert {vote.judge for vote in decision.votes if vote.stance is Stance.NEUTRAL} >= {"statements", "graph"}
    assert decide(*silent).verdict is Verdict.NOT_ENOUGH_INFO


def test_where_nli_reads_glosses_its_silence_does_not_stand_against_support() -> None:
    chinese = Claim("c1", "他走了。", "zh", (Span(0, 4),), Span(0, 4), True, True)
    checks = (
        check("nli", "w1", nli(0.3, 0.6)),
        check("alignment", "w1", aligned(0.95)),
        check("similarity", "w1", Opinion({"similarity": 0.9})),
    )
    windows = tuple({one.window.premise_id: one.window for one in checks}.values())
    assert StrictPolicy().decide(ClaimEvidence(chinese, (), windows), checks).verdict is Verdict.SUPPORTED
    alone = StrictPolicy().decide(ClaimEvidence(chinese, (), windows), checks[:2])
    assert alone.verdict is Verdict.SUPPORTED  # as it is where NLI is not asked at all
    assert decide(*checks).verdict is Verdict.NOT_ENOUGH_INFO
