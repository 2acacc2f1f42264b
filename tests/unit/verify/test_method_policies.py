"""The named methods of the literature as policies: one judge decides alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.platform.errors import ConfigError
from claimgraph.verify.judges.registry import JUDGES
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Decision, Finding, Opinion, Piece, Unscored, Window
from claimgraph.verify.policies.by_judge import METHODS, JudgePolicy
from claimgraph.verify.policies.choose import build_policy, policy_json

CLAIM = Claim("c1", "A claim.", "en", (Span(0, 8),), Span(0, 8), True, True)


def check(
    judge: str, window: str, supported: float, contradicted: float | None = None, *stances: Stance, claim: str = "c1"
) -> Check:
    scores = {"llm_supported": supported}
    scores |= {} if contradicted is None else {"llm_contradicted": contradicted}
    findings = tuple(Finding("triple", stance, "a", "b") for stance in stances)
    return Check(claim, _window(window), judge, "1", Opinion(scores, findings))


def _window(name: str) -> Window:
    return Window(name, f"text of {name}", "en", (Piece(name, 0, 4),), 0.5)


def decided(method: str, *checks: Check, claim: Claim = CLAIM) -> Decision:
    return build_policy(method).decide(ClaimEvidence(claim, (), tuple(one.window for one in checks)), checks)


def test_every_judge_that_asks_a_language_model_can_decide_alone() -> None:
    assert set(METHODS) == {kind.name for kind in JUDGES.values() if kind.asks}
    for method in METHODS:
        policy = build_policy(method)
        assert policy.name == method
        assert isinstance(policy, JudgePolicy)
        assert policy.judges == (method,)


def test_a_text_is_faithful_if_all_of_its_statements_are() -> None:
    assert decided("ragas_faithfulness", check("ragas_faithfulness", "w1", 1.0)).verdict is Verdict.SUPPORTED
    partly = decided("ragas_faithfulness", check("ragas_faithfulness", "w1", 0.75))
    assert partly.verdict is Verdict.NOT_ENOUGH_INFO
    assert partly.confidence == 0.25


def test_one_contradicted_triple_is_enough() -> None:
    decision = decided("refchecker", check("refchecker", "w1", 0.8, 0.2, Stance.SUPPORTS, Stance.CONTRADICTS))
    assert decision.verdict is Verdict.CONTRADICTED
    assert decision.carried == (("refchecker", "w1"),)


def test_the_window_that_supports_outweighs_those_that_do_not() -> None:
    checks = (check("llm", "w1", 0.0, 1.0, Stance.CONTRADICTS), check("llm", "w2", 1.0, 0.0, Stance.SUPPORTS))
    for order in (checks, checks[::-1]):
        decision = decided("llm", *order)
        assert decision.verdict is Verdict.SUPPORTED
        assert decision.carried == (("llm", "w2"),)


@pytest.mark.parametrize(("score", "verdict"), [(0.5, Verdict.SUPPORTED), (0.49, Verdict.NOT_ENOUGH_INFO)])
def test_half_of_the_votes_are_enough(score: float, verdict: Verdict) -> None:
    assert decided("chainpoll", check("chainpoll", "w1", score)).verdict is verdict


def test_other_judges_and_other_claims_have_no_say() -> None:
    other = (check("llm", "w1", 1.0), check("chainpoll", "w1", 1.0, claim="c2"))
    decision = decided("chainpoll", *other)
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO
    assert decision.confidence is None
    assert build_policy("chainpoll").support(ClaimEvidence(CLAIM, (), ()), other) is None  # type: ignore[attr-defined]


def test_what_the_judge_could_not_judge_says_why() -> None:
    lost = Check("c1", _window("w1"), "hallusearch", "1", Unscored("the language model gave no answer: no quota"))
    decision = decided("hallusearch", lost)
    assert decision.verdict is Verdict.NOT_ENOUGH_INFO
    assert decision.confidence is None
    assert "no quota" in (decision.unscored_reason or "")


def test_what_cannot_be_checked_is_not_judged() -> None:
    decision = decided("llm", check("llm", "w1", 1.0), claim=replace(CLAIM, checkable=False))
    assert decision.verdict is Verdict.NOT_CHECKABLE


def test_a_method_goes_into_a_file_and_comes_back_the_same(tmp_path: Path) -> None:
    for method in METHODS:
        file = tmp_path / f"{method}.json"
        file.write_text(json.dumps(policy_json(build_policy(method))))
        assert build_policy(str(file)).version == build_policy(method).version
    file.write_text('{"policy": "chainpoll", "supports": 0.8}')
    assert build_policy(str(file)).version != build_policy("chainpoll").version


@pytest.mark.parametrize("row", ['{"policy": "llm", "support": 0.8}', '{"policy": "llm", "supports": 8}'])
def test_a_file_with_other_numbers_is_refused(row: str, tmp_path: Path) -> None:
    file = tmp_path / "method.json"
    file.write_text(row)
    with pytest.raises(ConfigError, match="supports"):
        build_policy(str(file))
