"""What is said the other way round is the same; what is set aside, or said of the exception, is not."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.analysis import analyse
from claimgraph.verify.judges.comparatives import _comparisons
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _against(claim: str, premise: str) -> list[Finding]:
    pair = Pair(claim, _lang(claim), premise, _lang(premise))
    findings = [f for judge in (judge_rules, judge_alignment) for f in getattr(judge(pair), "findings", ())]
    return [finding for finding in findings if finding.stance is Stance.CONTRADICTS]


WARRANTY = "The warranty covers the motor but not the battery."
PERMIT = "Visitors may not take photos unless they have a permit."
LYON = "Lyon is larger than Nice but smaller than Marseille."
CASTLE = "The castle is open daily except Mondays."


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Peter earns less than Anna.", "Anna earns more than Peter."),
        ("Prices in Riga are lower than in Oslo.", "Prices in Oslo are higher than in Riga."),
        ("Rainfall in June was lower than in May.", "Rainfall in May was higher than in June."),
        ("The tower draws fewer visitors than the castle.", "The castle draws more visitors than the tower."),
        ("2021年的失业率比2019年高。", "2019年的失业率低于2021年。"),
        ("The warranty covers the motor.", WARRANTY),
        ("Lyon is smaller than Marseille.", LYON),
        ("In 2018 the river was lower than in 2020.", "The river was higher in 2020 than in 2018."),
        ("Germany won fewer gold medals than Norway.", "Norway won more gold medals than Germany."),
        ("该公司的营收高于预期。", "该公司利润低于预期，但营收高于预期。"),
        ("该病由病毒引起。", "该病由病毒而非细菌引起。"),
        ("Butter had become dear.", "The cook used oil instead of butter, which had become dear."),
        ("The painting was sold to a museum in Berlin.", "It was sold to a museum rather than a collector in Berlin."),
        ("There was opposition.", "The bill passed, and not without opposition."),
        ("普通会员不能兑换礼品。", "只有金卡会员可以兑换礼品。"),
        ("The cook used oil.", "The cook used oil instead of butter."),
        ("Visitors with a permit may take photos.", PERMIT),
        ("未经批准不得拍照。", "拍照须经批准。"),
        ("The castle is closed on Mondays.", CASTLE),
        ("Sales declined in 2020.", "Sales fell in 2020."),
        ("该病尚无特效药。", "该病目前没有特效药。"),
        ("患者每天服药三次。", "患者每日服药三次。"),
        ("并非所有学生都住校。", "并非所有学生都住校。"),
        ("Not all members voted.", "Some members voted, others did not."),
    ],
)
def test_the_same_in_another_order_or_by_the_opposite_word_is_no_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Anna earns less than Peter.", "Anna earns more than Peter."),
        ("Prices in Riga are higher than in Oslo.", "Prices in Oslo are higher than in Riga."),
        ("2021年的失业率比2019年高。", "2021年的失业率低于2019年。"),
        ("The warranty covers the battery.", WARRANTY),
        ("Lyon is larger than Marseille.", LYON),
        ("Brest is smaller than Metz.", "Lyon is larger than Nice. Metz is smaller than Brest."),
        ("该病由细菌引起。", "该病由病毒而非细菌引起。"),
        ("The policy covers earthquakes.", "The policy covers fire but not floods, storms or earthquakes."),
        ("不必戴头盔。", "必须戴头盔，否则不得入场。"),
        ("The cook used butter.", "The cook used oil instead of butter."),
        ("公司选择上市。", "公司选择借款而不是上市。"),
        ("Visitors may take photos.", PERMIT),
        ("Flying the drone requires a licence.", "The drone may be flown without a licence."),
        ("The castle is open on Mondays.", CASTLE),
        ("展馆周一开放。", "除周一外，展馆每天开放。"),
        ("The minister commented on it.", "The minister declined to comment on it."),
        ("该病有特效药。", "该病尚无特效药。"),
        ("Not all members voted.", "All members voted."),
    ],
)
def test_the_opposite_still_is(claim: str, premise: str) -> None:
    assert _against(claim, premise) != []


def test_of_a_text_of_nothing_but_comparisons_only_the_first_are_looked_at() -> None:
    text = "The Volga is longer than the Danube. " * 40

    assert len(list(_comparisons(analyse(text, "en")))) == 16
