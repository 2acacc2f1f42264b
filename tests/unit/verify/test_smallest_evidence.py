"""A verdict is said to rest on the smallest window with which alone the policy comes to it."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Conclusion, Decision, Finding, Opinion, Piece, Window
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.smallest import decide

CLAIM = Claim("c", "The tower is 40 metres high.", "en", (Span(0, 28),), Span(0, 28), True, True)
SENTENCE = Window("sentence", "It is 40 metres high.", "en", (Piece("k", 10, 31),), 0.9)
RUN = Window("run", "Tarn has a tower. It is 40 metres high.", "en", (Piece("k", 0, 39),), 0.9)
JOINED = Window("joined", "Tarn. It is 40 metres high.", "en", (Piece("k", 0, 5), Piece("j", 0, 21)), 0.9)


def _evidence(*windows: Window) -> ClaimEvidence:
    return ClaimEvidence(CLAIM, (), windows)


def _check(window: Window, stance: Stance, judge: str = "rules") -> Check:
    score = 1.0 if stance is Stance.SUPPORTS else 0.0
    opinion = Opinion({judge: score, "alignment": 0.95}, (Finding("number", stance, "40", "40"),))
    return Check("c", window, judge, "1", opinion)


def _aligned(window: Window, score: float) -> Check:
    return Check("c", window, "alignment", "1", Opinion({"alignment": score}))


def test_the_sentence_is_named_where_it_carries_the_verdict_as_well_as_the_run() -> None:
    checks = [_check(w, Stance.CONTRADICTS) for w in (RUN, SENTENCE)] + [_aligned(w, 0.9) for w in (RUN, SENTENCE)]
    decision = decide(VotePolicy(), _evidence(RUN, SENTENCE), checks)
    assert decision.verdict is Verdict.CONTRADICTED
    assert decision.carried == (("rules", "sentence"),)
    assert Conclusion(_evidence(RUN, SENTENCE), tuple(checks), decision).decisive_windows() == (SENTENCE,)


def test_the_run_is_named_where_the_sentence_alone_says_nothing() -> None:
    checks = [
        _check(RUN, Stance.CONTRADICTS),
        _check(SENTENCE, Stance.NEUTRAL),
        _aligned(RUN, 0.9),
        _aligned(SENTENCE, 0.5),
    ]
    decision = decide(VotePolicy(), _evidence(SENTENCE, RUN), checks)
    assert decision.verdict is Verdict.CONTRADICTED
    assert {premise for _, premise in decision.carried} == {"run"}


def test_a_sentence_of_another_matter_is_not_named_however_short() -> None:
    other = Window("other", "It is 30 m.", "en", (Piece("j", 0, 11),), 0.6)
    windows = (SENTENCE, RUN, other)
    checks = [_check(w, Stance.CONTRADICTS) for w in windows] + [_aligned(w, 0.9) for w in windows]
    assert decide(VotePolicy(), _evidence(*windows), checks).carried == (("rules", "sentence"),)


def test_one_piece_is_smaller_than_two_however_short() -> None:
    checks = [_check(w, Stance.CONTRADICTS) for w in (JOINED, RUN)] + [_aligned(w, 0.9) for w in (JOINED, RUN)]
    assert len(JOINED.text) < len(RUN.text)
    assert decide(VotePolicy(), _evidence(JOINED, RUN), checks).carried == (("rules", "run"),)


def test_verdict_confidence_and_votes_are_those_over_all_windows() -> None:
    checks = [_check(w, Stance.CONTRADICTS) for w in (RUN, SENTENCE)] + [_aligned(RUN, 0.9), _aligned(SENTENCE, 0.8)]
    whole, shown = (f(_evidence(RUN, SENTENCE), checks) for f in (VotePolicy().decide, _with(VotePolicy())))
    assert (shown.verdict, shown.confidence, shown.votes) == (whole.verdict, whole.confidence, whole.votes)


def _with(policy: VotePolicy):  # type: ignore[no-untyped-def]
    return lambda evidence, checks: decide(policy, evidence, checks)


def test_what_nothing_supports_keeps_its_most_relevant_window() -> None:
    checks = [_check(w, Stance.NEUTRAL) for w in (RUN, SENTENCE)]
    decision = decide(VotePolicy(), _evidence(RUN, SENTENCE), checks)
    assert decision == VotePolicy().decide(_evidence(RUN, SENTENCE), checks)
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO


class TogetherOnly:
    """Two windows support; one alone does not."""

    name, version = "together", "1"

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        verdict = Verdict.SUPPORTED if len(evidence.windows) > 1 else Verdict.NOT_ENOUGH_INFO
        return Decision(verdict, 0.9, (), tuple((one.judge, one.window.premise_id) for one in checks))


def test_where_no_window_carries_it_alone_all_that_decided_are_named() -> None:
    checks = [_check(w, Stance.SUPPORTS) for w in (RUN, SENTENCE)]
    decision = decide(TogetherOnly(), _evidence(RUN, SENTENCE), checks)
    assert decision.carried == (("rules", "run"), ("rules", "sentence"))
