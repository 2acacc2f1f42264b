"""Bounds ("at least 50", 不到70人) and ranges ("4 to 6 hours") beside numbers and each other, in both languages."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.quantities import find_quantities
from claimgraph.verify.judges.comparison import compare_values
from claimgraph.verify.judges.intervals import CLOSE, DIFFERENT, EQUAL
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Opinion, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _read(claim: str, evidence: str) -> str:
    (claimed,), (told,) = (find_quantities(text, _lang(text)) for text in (claim, evidence))
    return compare_values(claimed, told)


def _stances(claim: str, evidence: str) -> set[Stance]:
    opinion = judge_rules(Pair(claim, _lang(claim), evidence, _lang(evidence)))
    return {finding.stance for finding in opinion.findings} if isinstance(opinion, Opinion) else set()


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("至少有50人死亡", "at_least"),
        ("至少造成50人死亡", "at_least"),
        ("至少已导致50人死亡", "at_least"),
        ("不得少于50人", "at_least"),
        ("起码要50天", "at_least"),
        ("50人以上", "at_least"),
        ("五十名员工以上", "at_least"),
        ("超过了50人", "more_than"),
        ("不止50人", "more_than"),
        ("逾50人", "more_than"),
        ("最多有50人", "up_to"),
        ("至多50人", "up_to"),
        ("顶多50天", "up_to"),
        ("不高于50米", "at_most"),
        ("不能超过50人", "at_most"),
        ("没有超过50人", "at_most"),
        ("50人以下", "at_most"),
        ("不到50人", "less_than"),
        ("未达到50人", "less_than"),
        ("at least another 50 people", "at_least"),
        ("not fewer than 50 people", "at_least"),
        ("50 people or more", "at_least"),
        ("50 people at least", "at_least"),
        ("in excess of 50 people", "more_than"),
        ("at most about 50 people", "at_most"),
        ("did not exceed 50 people", "at_most"),
        ("no further than 50 km", "at_most"),
        ("within 50 km", "at_most"),
        ("older than 50 years", "more_than"),
        ("younger than 50 years", "less_than"),
        ("50 people or fewer", "at_most"),
    ],
)
def test_a_bound_is_read_also_where_words_stand_between_it_and_its_number(text: str, bound: str) -> None:
    (quantity,) = find_quantities(text, _lang(text))

    assert quantity.bound == bound


@pytest.mark.parametrize("text", ["最近50天", "人口最多的50个城市", "附近50个村庄"])
def test_the_latest_and_the_largest_are_no_bounds(text: str) -> None:
    (quantity,) = find_quantities(text, "zh")

    assert (quantity.bound, quantity.approximate) == ("", False)


SATISFIED = [
    ("At least 50 people died", "63 people died"),
    ("More than 20 people died", "63 people died"),
    ("Over 60 people died", "63 people died"),
    ("Fewer than 70 people died", "63 people died"),
    ("Under 70 people died", "63 people died"),
    ("Up to 70 people died", "63 people died"),
    ("At most 63 people died", "63 people died"),
    ("No more than 70 people died", "63 people died"),
    ("Nearly 65 people died", "63 people died"),
    ("At least 50 people died", "at least 63 people died"),
    ("At least 50 people died", "about 63 people died"),
    ("至少有50人死亡", "63人死亡"),
    ("不少于63人死亡", "63人死亡"),
    ("超过50人死亡", "63人死亡"),
    ("多于10人死亡", "63人死亡"),
    ("逾60人死亡", "63人死亡"),
    ("60人以上死亡", "63人死亡"),
    ("不到70人死亡", "63人死亡"),
    ("不足70人死亡", "63人死亡"),
    ("最多有70人死亡", "63人死亡"),
    ("不超过70人死亡", "63人死亡"),
    ("至多70人死亡", "63人死亡"),
    ("70人以下死亡", "63人死亡"),
    ("近65人死亡", "63人死亡"),
    ("约60人死亡", "63人死亡"),
    ("五十多人死亡", "53人死亡"),
    ("至少50人死亡", "60多人死亡"),
    ("members older than 60 years", "members over 60 years"),
    ("不满十岁的儿童", "10岁以下的儿童"),
]
BROKEN = [
    ("At least 70 people died", "63 people died"),
    ("Fewer than 60 people died", "63 people died"),
    ("At most 60 people died", "63 people died"),
    ("Up to 60 people died", "63 people died"),
    ("Nearly 60 people died", "63 people died"),
    ("至少有70人死亡", "63人死亡"),
    ("不到60人死亡", "63人死亡"),
    ("最多60人死亡", "63人死亡"),
    ("不超过60人死亡", "63人死亡"),
    ("60人以下死亡", "63人死亡"),
    ("近60人死亡", "63人死亡"),
    ("五十多人死亡", "63人死亡"),
    # the bound is the evidence's
    ("50 people died", "at least 63 people died"),
    ("80 people died", "fewer than 70 people died"),
    ("50人死亡", "至少63人死亡"),
    ("80人死亡", "不到70人死亡"),
    ("70人死亡", "五十多人死亡"),
    # both are bounds
    ("At most 40 people died", "at least 50 people died"),
    ("最多40人死亡", "至少50人死亡"),
    ("at least 50 members", "at most 50 members"),
    ("up to 20 km", "up to 9 km"),
    ("Firms need at least 100 employees", "Firms need at least 50 employees"),
    ("申请人须年满至少20岁", "申请人须年满至少18岁"),
    ("It matures for at least 12 days", "It matures for at least 120 days"),
    ("渔场在200公里以内", "渔场在20公里以内"),
    ("最多20人使用", "最多3人使用"),
    ("The dose is as much as 250 grams", "The dose is no more than 250 milligrams"),
]
OPEN = [
    ("63 people died", "at least 63 people died"),
    ("80 people died", "at least 63 people died"),
    ("63 people died", "nearly 65 people died"),
    ("At least 63 people died", "at least 50 people died"),
    ("At least 50 people died", "about 51 people died"),
    ("More than 63 people died", "63 people died"),
    ("超过63人死亡", "63人死亡"),
    ("63人死亡", "至少63人死亡"),
    ("80人死亡", "至少63人死亡"),
    ("55人死亡", "五十多人死亡"),
    ("至少63人死亡", "至少50人死亡"),
    ("至少50人死亡", "约51人死亡"),
]


@pytest.mark.parametrize(("claim", "evidence"), SATISFIED)
def test_a_bound_that_the_evidence_satisfies_is_supported(claim: str, evidence: str) -> None:
    assert _read(claim, evidence) == EQUAL
    assert _stances(claim, evidence) == {Stance.SUPPORTS}


@pytest.mark.parametrize(("claim", "evidence"), BROKEN)
def test_a_number_that_a_bound_rules_out_is_contradicted(claim: str, evidence: str) -> None:
    assert _read(claim, evidence) == DIFFERENT
    assert _stances(claim, evidence) == {Stance.CONTRADICTS}


@pytest.mark.parametrize(("claim", "evidence"), OPEN)
def test_a_number_that_a_bound_leaves_open_is_neither(claim: str, evidence: str) -> None:
    assert _read(claim, evidence) == CLOSE
    assert _stances(claim, evidence) == {Stance.NEUTRAL}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The trip takes 5 hours.", "The trip takes 4 to 6 hours."),
        ("The trip takes 4 to 6 hours.", "The trip takes 5 hours."),
        ("The trip takes between 4 and 6 hours.", "The trip takes 5 hours."),
        ("全程5小时。", "全程4至6小时。"),
        ("全程4至6小时。", "全程5小时。"),
        ("行程需要4到6小时。", "行程需要5小时。"),
    ],
)
def test_a_point_within_a_range_is_neither_supported_nor_contradicted(claim: str, evidence: str) -> None:
    assert _stances(claim, evidence) == {Stance.NEUTRAL}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The trip takes 8 hours.", "The trip takes 4 to 6 hours."),
        ("The trip takes 4 to 6 hours.", "The trip takes 8 hours."),
        ("The trip takes 4 to 8 hours.", "The trip takes 4 to 6 hours."),
        ("全程8小时。", "全程4至6小时。"),
        ("全程4至6小时。", "全程8小时。"),
        ("全程4至8小时。", "全程4至6小时。"),
        ("The trip takes over 7 hours.", "The trip takes 4 to 6 hours."),
        ("全程超过7小时。", "全程4至6小时。"),
    ],
)
def test_what_lies_outside_of_a_range_is_contradicted(claim: str, evidence: str) -> None:
    assert _stances(claim, evidence) == {Stance.CONTRADICTS}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The trip takes at least 3 hours.", "The trip takes 4 to 6 hours."),
        ("The trip takes up to 6 hours.", "The trip takes 4 to 6 hours."),
        ("全程至少3小时。", "全程4至6小时。"),
        ("全程不超过6小时。", "全程4至6小时。"),
        ("The trip takes 4 to 6 hours.", "The trip takes four to six hours."),
        ("全程4至6小时。", "全程四到六小时。"),
    ],
)
def test_a_range_satisfies_a_bound_beyond_its_ends(claim: str, evidence: str) -> None:
    assert _stances(claim, evidence) == {Stance.SUPPORTS}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The hall can seat 500 people.", "The hall can seat up to 500 people."),
        ("The hall can seat at most 500 people.", "The hall can seat 500 people."),
        ("体育场可容纳500名观众。", "体育场最多可容纳500名观众。"),
        ("体育场最多可以容纳500名观众。", "体育场可容纳500名观众。"),
    ],
)
def test_the_most_that_something_holds_is_what_it_holds(claim: str, evidence: str) -> None:
    assert _stances(claim, evidence) == {Stance.SUPPORTS}


def test_a_number_of_something_else_satisfies_no_bound() -> None:
    claim = "The dividend comes to less than a fifth of a dollar per share."
    evidence = "Premium income rose 8 percent. The board will pay a dividend of 22 cents a share on 15 September."

    assert _stances(claim, evidence) == {Stance.NEUTRAL}


def test_the_same_bound_in_another_unit_is_said_wherever_it_stands() -> None:
    claim = "After a decade of service, staff can take as much as a quarter of a year off without losing any pay."
    evidence = "Employees of ten years' service are entitled to a sabbatical of up to three months on full salary."

    assert _stances(claim, evidence) == {Stance.SUPPORTS}


def test_what_a_bound_includes_is_said_in_passing() -> None:
    claim = "国家药监局已批准六岁以上（含六岁）儿童使用这种药。"

    assert _stances(claim, "国家药品监督管理局批准该药用于六岁及以上的儿童。") == {Stance.SUPPORTS}


def test_within_some_hours_is_in_some_hours() -> None:
    assert _stances("It must be used in half a day.", "It must be used within twelve hours.") == {Stance.SUPPORTS}


def test_another_capacity_is_contradicted_though_it_is_below_the_most() -> None:
    assert _stances("体育场最多可以容纳900名观众。", "体育场可容纳500名观众。") == {Stance.CONTRADICTS}
    assert _stances("The hall can seat up to 900 people.", "The hall can seat 500 people.") == {Stance.CONTRADICTS}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("63 people died.", "At least 63 people died."),
        ("The trip takes 5 hours.", "The trip takes 4 to 6 hours."),
        ("63人死亡。", "至少63人死亡。"),
        ("全程5小时。", "全程4至6小时。"),
    ],
)
def test_a_number_where_the_evidence_leaves_several_open_says_more_than_it(claim: str, evidence: str) -> None:
    opinion = judge_rules(Pair(claim, _lang(claim), evidence, _lang(evidence)))

    assert isinstance(opinion, Opinion)
    assert [(finding.kind, finding.stance) for finding in opinion.findings] == [("quantifier", Stance.NEUTRAL)]


@pytest.mark.parametrize(
    ("claim", "premise", "kind", "stance"),
    [
        ("The wind reached about 243 km/h.", "The wind reached about 240 km/h.", "quantifier", Stance.NEUTRAL),
        ("The wind reached 243 km/h.", "The wind reached about 240 km/h.", "quantifier", Stance.NEUTRAL),
        ("They spent $20,002.", "They spent about $20,000.", "quantifier", Stance.NEUTRAL),
        ("全镇有1097人。", "全镇约有1100人。", "quantifier", Stance.NEUTRAL),
        ("The wind reached about 240 km/h.", "The wind reached 243 km/h.", "number", Stance.SUPPORTS),
        ("全镇约有1100人。", "全镇有1097人。", "number", Stance.SUPPORTS),
        ("They spent about 3 million dollars.", "They spent 3.1 million dollars.", "number", Stance.SUPPORTS),
        ("About a third of the voters agreed.", "33% of the voters agreed.", "number", Stance.SUPPORTS),
        ("Roughly one in seven agreed.", "14% agreed.", "number", Stance.SUPPORTS),
        ("大约三分之一的选民同意。", "32%的选民同意。", "number", Stance.SUPPORTS),
        ("It takes about 8 hours.", "It takes 7.5 hours.", "number", Stance.SUPPORTS),
        ("航程大约八小时。", "航程七个半小时。", "number", Stance.SUPPORTS),
        ("The trail is about 8 miles long.", "The trail is 7.5 miles long.", "number", Stance.SUPPORTS),
    ],
)
def test_a_claim_may_round_what_its_evidence_says_and_not_sharpen_it(
    claim: str, premise: str, kind: str, stance: Stance
) -> None:
    opinion = judge_rules(Pair(claim, _lang(claim), premise, _lang(premise)))
    assert isinstance(opinion, Opinion)
    assert [(finding.kind, finding.stance) for finding in opinion.findings] == [(kind, stance)]
