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
        ("他毕业前去过北京。", "他毕业后去过北京。"),
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


def test_a_finding_names_the_words_on_both_sides() -> None:
    (found,) = orders("The treaty was signed before the war.", "The treaty was signed after the war.")
    assert (found.claim_words, found.premise_words) == ("before the war", "after the war")
