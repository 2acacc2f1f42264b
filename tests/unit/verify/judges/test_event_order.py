"""Before or after an event: which side of it the evidence has the claim's matter on."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair

SUPPORTS, CONTRADICTS = Stance.SUPPORTS, Stance.CONTRADICTS


def orders(claim: str, premise: str) -> list[Finding]:
    lang = detect_language(claim)
    said = judge_rules(Pair(claim, lang, premise, lang))
    return [one for one in said.findings if one.kind == "order"] if isinstance(said, Opinion) else []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The treaty was signed before the war.", "The treaty was signed after the war."),
        ("The treaty was signed after the war.", "Before the war, the treaty was signed."),
        ("After the war, the treaty was signed.", "The treaty was signed before the war."),
        ("The tunnel opened two years after the bridge.", "The tunnel opened two years before the bridge."),
        ("The tunnel opened before the bridge.", "The bridge opened before the tunnel."),
        ("Ada moved to Oslo prior to her marriage.", "Ada moved to Oslo following her marriage."),
        ("条约在战争之前签署。", "条约在战争之后签署。"),
        ("条约在战争之前签署。", "战争之后，条约签署。"),
        ("他毕业之前去过北京。", "他毕业之后去过北京。"),
        ("大桥先于隧道通车。", "大桥在隧道之后通车。"),
        ("大桥晚于隧道通车。", "大桥先于隧道通车。"),
    ],
)
def test_the_other_side_of_the_same_event_contradicts(claim: str, premise: str) -> None:
    assert [one.stance for one in orders(claim, premise)] == [CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The bridge opened before the tunnel.", "The tunnel opened after the bridge."),
        ("大桥先于隧道通车。", "隧道在大桥之后通车。"),
    ],
)
def test_the_same_order_told_from_the_other_side_supports(claim: str, premise: str) -> None:
    assert [one.stance for one in orders(claim, premise)] == [SUPPORTS]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The treaty was signed before the war.", "The treaty was signed before the war."),
        ("The treaty was signed before the war.", "The treaty was signed after the election."),
        ("The treaty was signed before the war.", "The treaty was signed after the election and before the war."),
        (
            "The treaty was signed before the war.",
            "After the election, the treaty was signed, before the war broke out.",
        ),
        ("The treaty was signed before the war.", "The treaty was never signed."),
        ("The school was named after Ada Holt.", "The school opened before Ada Holt came."),
        ("The park opened the day after the fair.", "The park opened on Sunday. The fair was on Saturday."),
        ("The law was changed before 2019.", "The law was changed after the war."),
        ("条约在战争之前签署。", "条约在战争之前签署。"),
        ("条约在战争之前签署。", "条约在选举之后、战争之前签署。"),
        ("他后来去了北京。", "他前往北京。"),
        ("公司目前有三家工厂。", "公司最后有三家工厂。"),
    ],
)
def test_the_same_order_another_event_or_no_order_says_nothing(claim: str, premise: str) -> None:
    assert orders(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Crime fell after the law was passed.", "Crime was higher before the law was passed."),
        ("The country was poor before independence.", "After independence, the country became rich."),
        ("Marie worked as a nurse before the war.", "Marie worked as a teacher after the war."),
        ("The king ruled before the revolution.", "The king was executed after the revolution."),
        ("Hamilton finished the race ahead of Verstappen.", "Hamilton won the race after Verstappen crashed."),
        ("The factory employed 50 people before the strike.", "The factory employed 20 people after the strike."),
        ("The pilot reported a fault before the crash.", "After the crash they found that the pilot reported a fault."),
        ("The witness saw the car before the accident.", "The witness said after the accident that he saw the car."),
        ("战争之前他在北京任教。", "战争之后他在上海任教。"),
        ("他在事故之前报告过问题。", "事故之后，调查发现他曾报告过问题。"),
        ("台风登陆前，学校停课了。", "学校在台风登陆前停课，台风登陆后复课了。"),
    ],
)  # fmt: skip
def test_two_facts_on_the_two_sides_of_an_event_and_the_time_of_telling_are_no_conflict(
    claim: str, premise: str
) -> None:
    assert orders(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The company may sell the drug only after approval.", "The company may not sell the drug before approval."),
        ("The drug cannot be sold before approval.", "The drug can be sold only after approval."),
        ("Nobody entered the room before the police arrived.", "People entered the room after the police arrived."),
        ("Lincoln was shot after the Civil War ended.", "The Civil War had not ended before Lincoln was shot."),
        ("公司在合并之前没有裁员。", "公司直到合并之后才裁员。"),
        ("Tea is served before dinner.", "Tea is served both before and after dinner."),
        ("Tablets are taken after meals.", "Tablets are taken after rather than before meals."),
        ("The mayor resigned before the vote.", "The mayor resigned a day before the vote, after the scandal."),
        ("The museum was planned before the war.", "The museum, which opened after the war, was planned before it."),
    ],
)
def test_nothing_is_said_where_a_denial_or_a_second_order_may_turn_it_around(claim: str, premise: str) -> None:
    assert orders(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Profits rose after the merger.", "The merger was completed before profits fell."),
        ("The museum opened after the fire.", "The fire broke out before the museum closed."),
    ],
)
def test_an_order_takes_back_no_opposite_word(claim: str, premise: str) -> None:
    said = judge_rules(Pair(claim, "en", premise, "en"))
    assert isinstance(said, Opinion)
    assert {one.stance for one in said.findings} == {CONTRADICTS}


def test_a_finding_names_the_words_on_both_sides() -> None:
    (found,) = orders("The treaty was signed before the war.", "The treaty was signed after the war.")
    assert (found.claim_words, found.premise_words) == ("before the war", "after the war")
