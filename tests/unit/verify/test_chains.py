"""A claim that two statements bear out together: "born in Torvik", "Torvik is in Skaldavia", "born in Skaldavia"."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Finding, Opinion, Piece, Window
from claimgraph.verify.policies.calibrated import CalibratedPolicy
from claimgraph.verify.policies.chains import chained
from claimgraph.verify.policies.strict import StrictPolicy
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.ports import Policy

CLAIM = Claim("c1", "Ludwik Mazur was born in Skaldavia.", "en", (Span(0, 35),), Span(0, 35), True, True)
BORN = Window("born", "Ludwik Mazur was born in Torvik.", "en", (Piece("one", 0, 32),), 0.7)
LIES = Window("lies", "Torvik is in Skaldavia.", "en", (Piece("two", 0, 23),), 0.4)
BOTH = Window("both", f"{BORN.text} {LIES.text}", "en", (*BORN.pieces, *LIES.pieces), 0.7)
ELSEWHERE = Window("elsewhere", "Ludwik Mazur was born in Norland.", "en", (Piece("three", 0, 33),), 0.7)

PATH = Finding("path", Stance.SUPPORTS, "Skaldavia", "ludwik mazur → Torvik; torvik → Skaldavia")
OTHER = Finding("name", Stance.CONTRADICTS, "Skaldavia", "Torvik")
POLICIES = (VotePolicy(), StrictPolicy(), CalibratedPolicy.shipped())


def check(judge: str, window: Window, scores: dict[str, float], *findings: Finding) -> Check:
    return Check("c1", window, judge, "1", Opinion(scores, findings))


def nli(window: Window, entailment: float) -> Check:
    rest = {"nli_neutral": 0.02, "nli_contradiction": 0.98 - entailment}
    return check("nli", window, {"nli_entailment": entailment, **rest})


APART = (
    nli(BORN, 0.01),
    check("similarity", BORN, {"similarity": 0.7}),
    check("alignment", BORN, {"alignment": 0.75}, OTHER),
    check("values", BORN, {"values": 0.0}, OTHER),
    check("graph", BORN, {"graph": 0.0}, Finding("triple", Stance.CONTRADICTS, "Skaldavia", "Torvik")),
)
TOGETHER = (
    nli(BOTH, 0.95),
    check("similarity", BOTH, {"similarity": 0.8}),
    check("alignment", BOTH, {"alignment": 0.9}, OTHER),
    check("values", BOTH, {"values": 0.0}, OTHER),
)
CHAIN = check("graph", BOTH, {"graph": 1.0}, PATH)


def decided(policy: Policy, *checks: Check) -> Verdict:
    windows = tuple({one.window.premise_id: one.window for one in checks}.values())
    return policy.decide(ClaimEvidence(CLAIM, (), windows), checks).verdict


@pytest.mark.parametrize(
    ("policy", "verdict"),
    list(zip(POLICIES, (Verdict.SUPPORTED, Verdict.NOT_ENOUGH_INFO, Verdict.SUPPORTED), strict=True)),
    ids=[one.name for one in POLICIES],
)
def test_the_window_that_holds_both_statements_decides(policy: Policy, verdict: Verdict) -> None:
    """Strict asks for every voter's support; alignment and values, which know of no path, are neutral."""
    assert decided(policy, *APART, *TOGETHER, CHAIN) is verdict


@pytest.mark.parametrize("policy", POLICIES, ids=lambda one: one.name)
@pytest.mark.parametrize(
    "graph",
    [
        check("graph", BOTH, {"graph": 0.0}, Finding("triple", Stance.CONTRADICTS, "Skaldavia", "Torvik")),
        check("graph", BOTH, {"graph": 0.5}, PATH, Finding("triple", Stance.NEUTRAL, "1932", "")),
        check("graph", BOTH, {"graph": 0.0}, PATH, Finding("triple", Stance.CONTRADICTS, "1932", "1935")),
    ],
    ids=["no path", "a path for half of the claim", "a path, and a contradiction"],
)
def test_without_a_path_for_all_of_the_claim_the_first_statement_contradicts_it(policy: Policy, graph: Check) -> None:
    assert decided(policy, *APART, *TOGETHER, graph) is Verdict.CONTRADICTED


@pytest.mark.parametrize("policy", POLICIES, ids=lambda one: one.name)
def test_what_another_passage_says_is_heard_beside_the_chain(policy: Policy) -> None:
    against = (
        nli(ELSEWHERE, 0.01),
        check(
            "alignment", ELSEWHERE, {"alignment": 0.75}, Finding("place", Stance.CONTRADICTS, "Skaldavia", "Norland")
        ),
        check("graph", ELSEWHERE, {"graph": 0.0}, Finding("triple", Stance.CONTRADICTS, "Skaldavia", "Norland")),
    )
    assert decided(policy, *APART, *TOGETHER, CHAIN, *against) is not Verdict.SUPPORTED


def test_only_contradictions_of_the_words_that_the_chain_leads_to_are_answered() -> None:
    dated = Finding("date", Stance.CONTRADICTS, "1932", "1935")
    missing = Finding("name", Stance.NEUTRAL, "Skaldavia", "")
    heard = chained([check("alignment", BOTH, {"alignment": 0.9}, OTHER, dated, missing), CHAIN])

    assert isinstance(heard[0].opinion, Opinion)
    assert heard[0].opinion.findings == (dated, missing)
    assert heard[1] == CHAIN


def test_without_a_chain_nothing_is_left_out() -> None:
    assert chained([*APART, *TOGETHER]) == [*APART, *TOGETHER]
