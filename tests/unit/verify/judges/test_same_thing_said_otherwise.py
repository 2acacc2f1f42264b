"""Faithful claims in other words raise no conflict; the swaps nearest to them do."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
import pytest

from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention
from claimgraph.platform.models.ports import NliScores
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.counterparts import likeness
from claimgraph.verify.judges.nli import NliJudge, with_the_windows_numbers
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.judges.shortened import given_short_names, in_full, shortens, spells
from claimgraph.verify.judges.stems import stem
from claimgraph.verify.judges.values.names import names_agree
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _against(claim: str, premise: str) -> list[Finding]:
    """All conflicts that the rules and the alignment find."""
    pair = Pair(claim, _lang(claim), premise, _lang(premise))
    findings = [f for judge in (judge_rules, judge_alignment) for f in getattr(judge(pair), "findings", ())]
    return [finding for finding in findings if finding.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("short", "text"),
    [
        ("WHO", "a report of the World Health Organization in Geneva"),
        ("FDA", "The U.S. Food and Drug Administration has approved it."),
        ("U.S.", "the United States"),
    ],
)
def test_an_acronym_is_spelled_by_capitalised_words_in_a_row(short: str, text: str) -> None:
    assert spells(short, text)


@pytest.mark.parametrize(
    ("short", "text"), [("WHO", "The World Bank and the Harvest Office"), ("EMA", "the Food and Drug Administration")]
)
def test_an_acronym_is_not_spelled_by_other_words(short: str, text: str) -> None:
    assert not spells(short, text)


@pytest.mark.parametrize(
    ("short", "full"), [("北大", "北京大学"), ("证监会", "证券监督管理委员会"), ("医保", "医疗保险")]
)
def test_a_chinese_name_or_word_cut_short_is_known(short: str, full: str) -> None:
    assert shortens(short, full)


@pytest.mark.parametrize(
    ("short", "full"), [("上海", "上海市"), ("清大", "北京大学"), ("北京", "北方交通大学附属京剧院"), ("大学", "大连")]
)
def test_another_name_or_a_part_of_one_is_not_it_cut_short(short: str, full: str) -> None:
    assert not shortens(short, full)


def test_an_agency_under_its_acronym_is_no_other_agency() -> None:
    premise = "The European Medicines Agency has approved the vaccine for adults."

    assert _against("The EMA approved the vaccine for adults.", premise) == []


@pytest.mark.parametrize(
    ("claim", "premise", "claim_words", "premise_words"),
    [
        ("The lease runs for five weeks.", "The lease runs for five years.", "five weeks", "five years"),
        (
            "The bridge cost 40 million dollars.",
            "The bridge cost 40 million euros.",
            "40 million dollars",
            "40 million euros",
        ),
        ("试用期为六周。", "试用期为六个月。", "六周", "六个月"),
    ],
)
def test_a_unit_swapped_for_one_without_an_exact_factor_is_contradicted(
    claim: str, premise: str, claim_words: str, premise_words: str
) -> None:
    assert (claim_words, premise_words) in [(f.claim_words, f.premise_words) for f in _against(claim, premise)]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The lease runs for 90 days.", "The lease runs for three months."),
        ("The bridge cost 44 million dollars.", "The bridge cost 40 million euros."),
        ("全职员工一年有20天年假。", "全职员工每年有20天年假。"),
    ],
)
def test_a_length_of_time_or_a_sum_that_may_be_the_same_is_not(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


STORM = "The storm reached the coast on the evening of 30 April and had calmed down by the following morning."
TYPHOON = "台风12月31日夜间登陆，次日上午减弱。"


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("By the morning of 1 May the storm had calmed down.", STORM),
        ("The storm reached the coast on 30 April.", STORM),
        ("台风1月1日上午减弱。", TYPHOON),
        ("The book came out in 1988.", "The author left Vienna in 1987; the book came out the following year."),
    ],
)
def test_a_day_or_year_told_by_the_one_before_is_worked_out(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


def test_a_day_that_was_worked_out_is_written_out_for_the_model_and_quoted_as_it_stands() -> None:
    claim = "By the morning of 1 May the storm had calmed down."

    opinion = judge_rules(Pair(claim, "en", STORM, "en"))

    assert with_the_windows_numbers(Pair(claim, "en", STORM, "en")) == claim.replace("1 May", "May 1")
    assert [finding.premise_words for finding in getattr(opinion, "findings", ())] == ["the following"]


PLANT = "The plant, opened on 28 March 1994, employs 1,972 people, paid for 48% of the bridge and is 3,160 metres long."
COMPANY = "公司成立于1994年3月28日，有员工1972人，营收35.2亿元，厂区长3160米。"


@pytest.mark.parametrize(
    ("claim", "written"),
    [
        ("The plant employs nearly 2,000 people.", "The plant employs 1,972 people."),
        ("The plant employs fewer than 2,000 people.", "The plant employs 1,972 people."),
        ("The plant paid for almost half of the bridge.", "The plant paid for 48% of the bridge."),
        ("The plant is more than 3,000 metres long.", "The plant is 3,160 metres long."),
        ("The plant opened in late March 1994.", "The plant opened on 28 March 1994."),
        ("The plant opened in the 1990s.", "The plant opened on 28 March 1994."),
        ("公司营收约35亿元。", "公司营收35.2亿元。"),
        ("公司有一千九百余名员工。", "公司有1972人员工。"),
        ("公司有员工2000人左右。", "公司有员工1972人。"),
        ("厂区长逾三千米。", "厂区长3160米。"),
        ("公司成立于1994年3月下旬。", "公司成立于1994年3月28日。"),
    ],
)
def test_a_value_that_the_evidence_bears_out_is_written_as_it_stands_there(claim: str, written: str) -> None:
    premise = COMPANY if _lang(claim) == "zh" else PLANT

    assert with_the_windows_numbers(Pair(claim, _lang(claim), premise, _lang(premise))) == written


@pytest.mark.parametrize(
    "claim",
    [
        "The plant employs nearly 3,000 people.",
        "The plant employs more than 2,000 people.",
        "The plant should not employ more than 2,000 people.",
        "The plant opened in early March 1994.",
        "The plant opened in the late 1990s.",
        "The plant of the 1994 report employs people.",
        "The plant is a 1990s building.",
        "The plant has at least 1,972 employees.",
        "公司营收约45亿元。",
        "公司成立于1994年3月上旬。",
    ],
)
def test_a_value_that_differs_or_that_more_is_said_of_is_left_as_it_is(claim: str) -> None:
    premise = COMPANY if _lang(claim) == "zh" else PLANT

    assert with_the_windows_numbers(Pair(claim, _lang(claim), premise, _lang(premise))) == claim


def test_another_day_than_the_next_one_is_contradicted() -> None:
    assert _against("台风1月3日上午减弱。", TYPHOON) != []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Nobody may swim in the reservoir.", "Swimming is prohibited in the reservoir."),
        ("The chapel has not been finished.", "The chapel is unfinished."),
        ("The ferry carries no more than 80 passengers.", "The ferry carries at most 80 passengers."),
    ],
)
def test_a_denial_carried_by_another_word_is_no_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


def test_a_denial_that_nothing_carries_is_still_one() -> None:
    assert _against("Nobody may swim in the reservoir.", "Everybody may swim in the reservoir.") != []


def test_what_is_left_of_a_hospitals_name_is_no_rival_of_a_doctors() -> None:
    premise = "Dr Anna Berg, a surgeon at St Luke's Hospital, said that the test misses one case in ten."

    assert _against("St Luke's surgeon Anna Berg said that the test misses one case in ten.", premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("供应商把客户告上了法庭。", "客户把供应商告上了法庭。"),
        ("老师向学生道了歉。", "学生向老师道了歉。"),
    ],
)
def test_chinese_parties_without_names_that_change_places_contradict(claim: str, premise: str) -> None:
    assert _against(claim, premise) != []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [("供应商被客户告上了法庭。", "客户把供应商告上了法庭。"), ("学生向老师道了歉。", "上周学生向老师道了歉。")],
)
def test_chinese_parties_in_their_own_roles_do_not(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("one", "other"), [("tenant", "renters"), ("verdict", "ruling"), ("房客", "租户"), ("竣工", "落成")]
)
def test_words_that_say_much_the_same_are_counterparts(one: str, other: str) -> None:
    assert likeness(stem(one), stem(other)) > 0.5


@pytest.mark.parametrize(("one", "other"), [("tenant", "landlord"), ("profit", "loss"), ("原告", "被告"), ("买", "卖")])
def test_opposites_and_the_other_party_are_none(one: str, other: str) -> None:
    assert likeness(stem(one), stem(other)) == 0.0


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The flood ruined 52 dwellings.", "The flood ruined 52 houses."),
        ("洪水冲毁了五十二座房屋。", "洪水冲毁了52座房子。"),
    ],
)
def test_a_number_of_the_same_thing_under_another_name_is_found(claim: str, premise: str) -> None:
    opinion = judge_rules(Pair(claim, _lang(claim), premise, _lang(premise)))

    assert [finding.stance for finding in getattr(opinion, "findings", ())] == [Stance.SUPPORTS]


@pytest.mark.parametrize(
    ("short", "full", "is_short"),
    [
        ("药监局", "国家药品监督管理局", True),
        ("证监会", "中国证券监督管理委员会", True),
        ("国家队", "国家药品监督管理局", False),
        ("环保局", "国家药品监督管理局", False),
        ("大学", "大连海事理工学院", False),
    ],
)
def test_whose_an_authority_is_may_be_left_out_of_its_short_form(short: str, full: str, is_short: bool) -> None:
    assert shortens(short, full) is is_short


def test_a_short_form_is_no_wrong_value() -> None:
    full = Mention(0, 9, "国家药品监督管理局", EntityType.ORGANISATION, "test")

    assert names_agree("药监局", "国家药品监督管理局批准该药上市。", [full])
    assert not names_agree("环保局", "国家药品监督管理局批准该药上市。", [full])


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("No colder night has been measured in the valley.", "It was the coldest night measured in the valley."),
        ("No crane is in use at the yard any longer.", "The last crane at the yard was taken out of service in May."),
        ("The tunnel carried trains.", "The tunnel no longer carries trains."),
        ("The bridge was open in 1950.", "The bridge is no longer open."),
        ("Trains ran through the tunnel.", "Trains no longer run through the tunnel."),
        ("Two barges had to wait outside the lock.", "No barge could enter the lock, and two had to wait outside."),
        ("这台设备的读数没有谁比何敏更准。", "何敏的读数最准，其余人都用另一台设备。"),
        ("心脏病人不可以用这款按摩椅。", "本按摩椅供家庭使用，心脏病人禁用。"),
        ("石桥眼下不会被拆除。", "县里决定暂缓拆除石桥。"),
        ("报告期内公司没有尚未付清的重大债务。", "报告期内，公司无重大未清债务。"),
        ("理事会批准的预案被院长驳回了。", "院长否决了理事会上周通过的预案。"),
        ("收藏瓷器的那座馆，休馆日是星期二。", "东馆收藏书画，西馆收藏瓷器；东馆周一闭馆，西馆周二闭馆。"),
        ("这幅画出自施从周之手。", "这幅画为施从周所作。"),
        ("樊星宇因伤退赛。", "卫冕冠军樊星宇因脚踝受伤退出比赛。"),
        ("第一千万台压缩机在合肥下线。", "11月8日，第1000万台压缩机在合肥下线。"),
    ],
)
def test_what_is_denied_or_told_in_other_words_is_not_contradicted(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The lock was not repaired in May.", "The lock was repaired in May."),
        ("The lock is no longer open.", "The lock is open."),
        ("The tunnel carries trains.", "The tunnel no longer carries trains."),
        ("The lock is no longer open.", "It was built in 1900. The lock is located at Ness and is open."),
        ("No river was polluted in the west.", "The river was polluted in the west."),
        ("No barge entered the lock on Sunday.", "A barge entered the lock on Sunday."),
        ("石桥没有被拆除。", "石桥已被拆除。"),
        ("院长批准了理事会的预案。", "院长否决了理事会的预案。"),
        ("第一千万台压缩机在合肥下线。", "第900万台压缩机在合肥下线。"),
    ],
)
def test_what_is_plainly_denied_still_is(claim: str, premise: str) -> None:
    assert _against(claim, premise)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The Harbour Trust (HT) opened in 1907. HT has 320 members; HTX has 5.",
            "The Harbour Trust opened in 1907. Harbour Trust has 320 members; HTX has 5.",
        ),
        ("In May the Bank of the North (“BN”) closed.", "In May the Bank of the North closed."),
        (
            "据悉，海星电器公司（以下简称海星）创立于1958年，海星有三厂。",
            "据悉，海星电器公司创立于1958年，海星电器公司有三厂。",
        ),
        ("今年北京大学（简称“北大”）招生，北京大学有校区。", "今年北京大学招生，北京大学有校区。"),
        ("She left (OK) and the firm (USA) grew.", "She left (OK) and the firm (USA) grew."),
        ("The Weaving Works, Hull (WH) closed. WH won.", "The Weaving Works, Hull (WH) closed. WH won."),
        ("AB Bank (AB) closed. AB won.", "AB Bank (AB) closed. AB won."),
        ("Harbour Trust (HT) and Hill Tea (HT) met. HT won.", "Harbour Trust (HT) and Hill Tea (HT) met. HT won."),
        ("Harbour Trust (HT) met. The HT (HT) won.", "Harbour Trust met. The Harbour Trust won."),
        ("某公司（简称“海星”）成立。", "某公司（简称“海星”）成立。"),
    ],
)
def test_a_short_name_that_the_text_gives_in_brackets_is_written_in_full(text: str, expected: str) -> None:
    assert in_full(text, given_short_names(text)) == expected
    assert given_short_names(in_full(text, given_short_names(text))) == ()


def test_the_nli_model_reads_one_name_for_one_thing() -> None:
    read: list[tuple[str, str]] = []

    class Model:
        name, version = "recording", "1"

        def known_fraction(self, text: str) -> float:
            return 1.0

        def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
            read.extend(pairs)
            return [NliScores(0.8, 0.1, 0.1) for _ in pairs]

    told = "The Harbour Trust (HT) opened in 1907. HT has 320 members."
    anyio.run(NliJudge({"und": Model()}).judge, [Pair("HT has 320 members.", "en", told, "en")])
    assert read == [
        ("The Harbour Trust opened in 1907. Harbour Trust has 320 members.", "Harbour Trust has 320 members.")
    ]
