"""How strongly a thing is said, in the claim and in its evidence."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair

STRENGTH = frozenset(
    {
        "quantifier",
        "absolute",
        "modality",
        "hedge",
        "completion",
        "causation",
        "exclusivity",
        "superlative",
        "superseded",
        "comparative",
    }
)


def _findings(claim: str, premise: str) -> list[Finding]:
    lang = detect_language(claim)
    said = judge_rules(Pair(claim, lang, premise, lang))
    return [one for one in said.findings if one.kind in STRENGTH] if isinstance(said, Opinion) else []


@pytest.mark.parametrize(
    ("claim", "premise", "kind", "words"),
    [
        ("All participants completed the course.", "Some participants completed the course.", "quantifier", "All"),
        ("The museum is always free.", "The museum is sometimes free.", "absolute", "always"),
        ("The museum is always free.", "The museum is free.", "absolute", "always"),
        ("Visitors must register online.", "Visitors may register online.", "modality", "must"),
        ("Smoking causes cancer.", "Smoking may cause cancer.", "hedge", "causes"),
        ("Coffee causes better sleep.", "Coffee is linked to better sleep.", "causation", "causes"),
        ("The bridge is finished.", "The bridge is almost finished.", "completion", "finished"),
        ("The firm opened a plant in Kiel.", "The firm plans to open a plant in Kiel.", "completion", "opened"),
        ("Lagos is the largest city.", "Lagos is one of the largest cities.", "superlative", "the largest"),
        ("The shop sells only tea.", "The shop sells tea and coffee.", "exclusivity", "only"),
        ("所有参与者都完成了课程。", "部分参与者完成了课程。", "quantifier", "所有"),
        ("博物馆总是免费开放。", "博物馆有时免费开放。", "absolute", "总是"),
        ("参观者必须网上登记。", "参观者可以网上登记。", "modality", "必须"),
        ("吸烟一定导致癌症。", "吸烟可能导致癌症。", "hedge", "导致"),
        ("公司已在武汉建厂。", "公司计划在武汉建厂。", "completion", "武汉"),
        ("大桥已完工。", "大桥基本完工。", "completion", "完工"),
        ("拉各斯是非洲最大的城市。", "拉各斯是非洲最大的城市之一。", "superlative", "最大"),
        ("退回的快件都写错了地址。", "退回的快件中有一部分写错了地址。", "quantifier", "都"),
    ],
)  # fmt: skip
def test_a_claim_that_says_more_than_its_evidence_is_told_by_its_words(
    claim: str, premise: str, kind: str, words: str
) -> None:
    assert [(one.kind, one.stance, one.claim_words) for one in _findings(claim, premise)] == [
        (kind, Stance.NEUTRAL, words)
    ]
    assert all(one.claim_words in claim and one.premise_words in premise for one in _findings(claim, premise))


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Visitors may register online.", "Visitors must register online."),
        ("Smoking may cause cancer.", "Smoking causes cancer."),
        ("Smoking may cause cancer.", "Smoking may cause cancer."),
        ("Lagos is one of the largest cities in Africa.", "Lagos is the largest city in Africa."),
        ("The drug was approved in 2020.", "The drug may help patients, and it was approved in 2020."),
        ("300 people came.", "Almost 300 people came."),
        ("The dividend stays at 3 crowns.", "The dividend will stay at 3 crowns."),
        ("Every boat had a radio.", "None of the boats was without a radio."),
        ("The mill is now a museum.", "The mill, formerly a barracks, is a museum."),
        ("The road still allows lorries.", "The road used to be closed, and it now allows lorries."),
        ("The hall, built in 1900, is still a theatre.", "The hall was originally built in 1900 and is a theatre."),
        ("She currently chairs the board that won.", "She chairs the board, which previously won."),
        ("Ann Lee, a former nurse, is now mayor.", "Ann Lee, the former nurse, is mayor."),
        ("The inn, built of oak, is now a shop.", "The inn is a shop; in the past it was built of oak."),
        ("李明现任校长。", "李明曾任校长助理，2020年起任校长。"),
        ("The limit was 70 for decades.", "For decades the limit was 70."),
        ("环湖路过去允许双向通行。", "环湖路过去允许双向通行，三月起改为单行。"),
        ("磨坊现在是博物馆。", "磨坊原来是兵营，现在是博物馆。"),
        ("这颗星现在是矮行星，不再是行星。", "这颗星曾是行星，后来被归为矮行星。"),
        ("参观者可以网上登记。", "参观者必须网上登记。"),
        ("吸烟可能导致癌症。", "吸烟导致癌症。"),
        ("这座城市是江北首府。", "这座都市是江北首府。"),
    ],
)
def test_a_claim_that_says_less_or_as_much_is_left_alone(claim: str, premise: str) -> None:
    assert _findings(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise", "stances"),
    [
        ("Some participants completed the course.", "All participants completed the course.", [Stance.SUPPORTS]),
        ("Most members voted for the plan.", "All members voted for the plan.", [Stance.SUPPORTS]),
        ("部分参与者完成了课程。", "所有参与者都完成了课程。", [Stance.SUPPORTS]),
        ("Some participants completed the course in May.", "All participants completed the course.", []),
        ("Some participants did not complete the course.", "All participants completed the course.", []),
        ("All participants completed the course.", "All participants completed the course.", []),
    ],
)
def test_what_is_said_of_more_of_them_supports_what_is_said_of_some_if_it_is_all_that_is_said(
    claim: str, premise: str, stances: list[Stance]
) -> None:
    assert [one.stance for one in _findings(claim, premise) if one.kind == "quantifier"] == stances


@pytest.mark.parametrize(
    ("claim", "premise", "kind"),
    [
        ("Most members voted for the plan.", "Few members voted for the plan.", "quantifier"),
        ("Lagos is the largest city in Africa.", "Lagos is the second-largest city in Africa.", "superlative"),
        ("Staff must wear a badge.", "Wearing a badge is optional for staff.", "modality"),
        ("拉各斯是非洲最大的城市。", "拉各斯是非洲第二大城市。", "superlative"),
        ("学生必须参加晚自习。", "学生自愿参加晚自习。", "modality"),
        ("养鱼场的污水导致鱼群死亡。", "鱼群死亡与养鱼场的污水无关。", "causation"),
        ("Every one of the nine lifts passed.", "All but two of the nine lifts passed.", "quantifier"),
        ("The speed limit on the bypass is now 70.", "The speed limit on the bypass used to be 70.", "superseded"),
        ("The limit is 70 at present.", "For decades the limit was 70.", "superseded"),
        ("环湖路目前允许双向通行。", "环湖路过去允许双向通行，三月起改为单行。", "superseded"),
    ],
)
def test_what_cannot_be_so_as_well_contradicts(claim: str, premise: str, kind: str) -> None:
    assert [(one.kind, one.stance) for one in _findings(claim, premise)] == [(kind, Stance.CONTRADICTS)]


@pytest.mark.parametrize(
    ("claim", "premise", "stance"),
    [
        ("The Danube is longer than the Volga.", "The Volga is longer than the Danube.", Stance.CONTRADICTS),
        ("The Volga is shorter than the Danube.", "The Volga is longer than the Danube.", Stance.CONTRADICTS),
        ("The Danube is shorter than the Volga.", "The Volga is longer than the Danube.", Stance.SUPPORTS),
        ("Ann is older than Bob.", "Ann is not as old as Bob.", Stance.CONTRADICTS),
        ("Denmark has fewer lakes than Norway.", "Norway has more lakes than Denmark.", Stance.SUPPORTS),
        ("The mill at Arn is older than the bridge.", "The bridge at Arn is older than the mill.", Stance.CONTRADICTS),
        ("多瑙河比伏尔加河长。", "伏尔加河比多瑙河长。", Stance.CONTRADICTS),
        ("伏尔加河比多瑙河短。", "伏尔加河比多瑙河长。", Stance.CONTRADICTS),
        ("多瑙河比伏尔加河短。", "伏尔加河比多瑙河长。", Stance.SUPPORTS),
        ("新水泵的耗电量比旧水泵低。", "旧水泵的耗电量比新水泵高。", Stance.SUPPORTS),
    ],
)  # fmt: skip
def test_a_comparison_turned_round_contradicts_unless_its_word_is_the_opposite_too(
    claim: str, premise: str, stance: Stance
) -> None:
    assert [one.stance for one in _findings(claim, premise) if one.kind == "comparative"] == [stance]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Sales rose in 2020.", "Sales fell in 2020."),
        ("Prices fell by 5%.", "Prices rose by 5%."),
        ("The student passed the exam.", "The student failed the exam."),
        ("业主大会通过了加装门禁的方案。", "业主大会以三分之二多数否决了加装门禁的方案。"),
    ],
)
def test_opposite_verbs_contradict_in_any_form(claim: str, premise: str) -> None:
    lang = detect_language(claim)
    said = judge_rules(Pair(claim, lang, premise, lang))
    assert isinstance(said, Opinion)
    assert any(one.stance is Stance.CONTRADICTS and one.kind in ("antonym", "negation") for one in said.findings)
