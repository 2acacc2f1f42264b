"""Who is left out of what holds of all others."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Opinion, Pair


def contradicted(claim: str, premise: str) -> bool:
    lang = "en" if claim.isascii() else "zh"
    opinion = judge_rules(Pair(claim, lang, premise, lang))
    findings = opinion.findings if isinstance(opinion, Opinion) else ()
    return any(one.kind == "exclusivity" and one.stance is Stance.CONTRADICTS for one in findings)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Tom handed in the essay.", "All pupils except Tom handed in the essay."),
        ("Tom handed in the essay.", "Apart from Tom, all pupils handed in the essay."),
        ("Berlin has a zoo.", "Every capital but Berlin has a zoo."),
        ("佟佳按时交了作文。", "除佟佳以外，全班同学都按时交了作文。"),
        ("海南有铁路。", "除了海南，各省都有铁路。"),
    ],
)
def test_what_holds_of_all_others_does_not_hold_of_who_is_left_out(claim: str, premise: str) -> None:
    assert contradicted(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Ann handed in the essay.", "All pupils except Tom handed in the essay."),
        ("Tom did not hand in the essay.", "Apart from Tom, all pupils handed in the essay."),
        ("Tom failed the exam.", "All of them tried hard, but Tom failed the exam."),
        ("All pupils except Tom handed in the essay.", "All pupils except Tom handed in the essay."),
        ("李明按时交了作文。", "除佟佳以外，全班同学都按时交了作文。"),
        ("佟佳没有按时交作文。", "除佟佳以外，全班同学都按时交了作文。"),
        ("佟佳交了作文。", "除了佟佳，李明也交了作文。"),
    ],
)
def test_others_and_what_is_added_are_not_left_out(claim: str, premise: str) -> None:
    assert not contradicted(claim, premise)


def denied_of_all(claim: str, premise: str) -> bool:
    lang = "en" if claim.isascii() else "zh"
    opinion = judge_rules(Pair(claim, lang, premise, lang))
    findings = opinion.findings if isinstance(opinion, Opinion) else ()
    return any(one.kind == "quantifier" and one.stance is Stance.CONTRADICTS for one in findings)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("All the kitchens inspected passed.", "Of the kitchens inspected, four had no permit; the rest passed."),
        ("Every bridge was repaired.", "One bridge was torn down, and the other bridges were repaired."),
        ("抽查的厨房全都合格。", "抽查的厨房里，有四家没有健康证，其余都合格。"),
        ("参赛队员全部完成了比赛。", "参赛队员中两人受伤退出，其他人都完成了比赛。"),
    ],
)
def test_what_holds_of_the_rest_does_not_hold_of_all(claim: str, premise: str) -> None:
    assert denied_of_all(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The rest of the kitchens all passed.", "Of the kitchens inspected, four had no permit; the rest passed."),
        ("All the other bridges were repaired.", "One bridge was torn down, and the other bridges were repaired."),
        ("其余厨房都合格。", "抽查的厨房里，有四家没有健康证，其余都合格。"),
        ("有四家厨房没有健康证。", "抽查的厨房里，有四家没有健康证，其余都合格。"),
    ],
)
def test_a_claim_about_the_rest_or_the_few_is_left_alone(claim: str, premise: str) -> None:
    assert not denied_of_all(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "The layout engine of the browser is written in Rust.",
            "The browser is written in Rust, apart from its layout engine, which is written in C++.",
        ),
        ("The cellar was repainted.", "The house was repainted in spring, except for the cellar."),
    ],
)
def test_what_is_left_out_of_one_thing_is_not_so_either(claim: str, premise: str) -> None:
    assert contradicted(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "The layout engine of the browser is written in C++.",
            "The browser is written in Rust, apart from its layout engine, which is written in C++.",
        ),
        ("The cellar was not repainted.", "The house was repainted in spring, except for the cellar."),
        ("The house was repainted in spring.", "The house was repainted in spring, except for the cellar."),
        ("The house has a cellar and a garden.", "Apart from a cellar, the house has a garden."),
    ],
)
def test_what_is_told_of_it_apart_may_be_so(claim: str, premise: str) -> None:
    assert not contradicted(claim, premise)
