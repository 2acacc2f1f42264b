"""A reason that a claim gives and its evidence does not."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair


def reasons(claim: str, premise: str) -> list[Finding]:
    lang = "en" if claim.isascii() else "zh"
    opinion = judge_rules(Pair(claim, lang, premise, lang))
    return [one for one in opinion.findings if one.kind == "causation"] if isinstance(opinion, Opinion) else []


@pytest.mark.parametrize(
    ("claim", "premise", "words"),
    [
        (
            "The mill will close in October because orders from abroad collapsed.",
            "The mill will close in October, with the loss of 240 jobs.",
            "because orders from abroad collapsed",
        ),
        (
            "The court set aside the conviction since the jury had been misled.",
            "The court set aside the conviction and ordered a new trial.",
            "since the jury had been misled",
        ),
        ("队长许志刚因大腿拉伤被换下场。", "上半场，队长许志刚被换下场，由小将丁冉顶替。", "因大腿拉伤"),
        ("由于资金不足，大桥停工。", "大桥上个月停工。", "由于资金不足"),
    ],
)  # fmt: skip
def test_a_reason_that_the_evidence_does_not_give_says_more(claim: str, premise: str, words: str) -> None:
    assert [(one.stance, one.claim_words) for one in reasons(claim, premise)] == [(Stance.NEUTRAL, words)]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The mill closed because orders collapsed.", "Orders collapsed and the mill closed."),
        ("The match was stopped because of bad weather.", "The match was stopped after a thunderstorm broke."),
        ("The mill has stood here since the war was over.", "The mill has stood here since 1945."),
        ("The mill closed in October.", "The mill closed in October because orders collapsed."),
        ("比赛因天气原因中断。", "雷暴来袭，比赛于是中断。"),
        ("大桥因此停工。", "大桥上个月停工。"),
    ],
)
def test_a_reason_that_the_evidence_may_give_in_its_own_way_is_left_alone(claim: str, premise: str) -> None:
    assert not reasons(claim, premise)
