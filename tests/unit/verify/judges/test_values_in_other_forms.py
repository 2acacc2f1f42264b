"""Numbers told by two words, values that follow from two others, parties that change places, and parallel sentences."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.quantities import find_quantities
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _findings(claim: str, premise: str) -> list[Finding]:
    """All that the rules and the alignment find."""
    pair = Pair(claim, _lang(claim), premise, _lang(premise))
    return [f for judge in (judge_rules, judge_alignment) for f in getattr(judge(pair), "findings", ())]


def _against(claim: str, premise: str) -> list[Finding]:
    return [finding for finding in _findings(claim, premise) if finding.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("one in five of the seedlings", 20, "%"),
        ("four in ten passengers", 40, "%"),
        ("It misses one attack in five.", 20, "%"),
        ("half a million bottles", 500_000, "bottle"),
        ("two and a half million people", 2_500_000, "person"),
        ("half a dozen ships", 6, "ship"),
        ("a quarter of a century", 300, "month"),
        ("three quarters of an hour", 2700, "second"),
        ("a decade", 120, "month"),
        ("a fortnight", 14 * 86_400, "second"),
        ("eight unused leave days", 8 * 86_400, "second"),
        ("minus 20 degrees Celsius", -20, "°C"),
        ("七成三的股东", 73, "%"),
        ("两成半的学生", 25, "%"),
        ("每十名儿童中就有一名近视", 10, "%"),
        ("增加了一倍", 2, "x"),
        ("翻了两番", 4, "x"),
        ("一打铜壶", 12, "铜壶"),
        ("十二个亿", 1_200_000_000, ""),
        ("三刻钟", 2700, "second"),
        ("零下20摄氏度", -20, "°C"),
        ("二十里水路", 10_000, "m"),
    ],
)
def test_a_number_told_by_two_words_is_one_value(text: str, value: int, unit: str) -> None:
    found = find_quantities(text, _lang(text))

    assert [(one.low, one.unit) for one in found] == [(Decimal(value), unit)]


@pytest.mark.parametrize("text", ["他一打开门", "两三个人在那里", "正月十五", "大年三十"])
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert [one for one in find_quantities(text, "zh") if one.kind == "count" and not one.weak] == []


@pytest.mark.parametrize("text", ["three in ten minutes", "in one in 1999", "5 of 10"])
def test_a_number_in_a_span_of_time_or_a_year_is_no_share(text: str) -> None:
    assert [one for one in find_quantities(text, "en") if one.kind == "percent"] == []


@given(part=st.integers(1, 9), rest=st.integers(1, 9))
def test_tenths_and_hundredths_are_a_percentage(part: int, rest: int) -> None:
    digits = "〇一二三四五六七八九"

    (share,) = find_quantities(f"{digits[part]}成{digits[rest]}的农户", "zh")

    assert (share.low, share.unit) == (10 * part + rest, "%")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("上世纪九十年代", 1990, 1999),
        ("50年代初", 1950, 1954),
        ("二十世纪五十年代", 1950, 1959),
        ("1950年代", 1950, 1959),
    ],
)
def test_a_chinese_decade_is_read_with_its_century(text: str, first: int, last: int) -> None:
    (decade,) = find_dates(text)

    assert (decade.year, decade.last_year) == (first, last)


@pytest.mark.parametrize("text", ["年会在九月召开。", "会期改到九月，今年执行。"])
def test_a_chinese_month_by_itself_is_a_date(text: str) -> None:
    assert [date.month for date in find_dates(text)] == [9]


@pytest.mark.parametrize("text", ["他等了三个月。", "月球上没有水。", "历时两三个月。", "十月革命"])
def test_months_that_are_counted_and_names_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "Roughly 20% of Tornby's adults cycle to work.",
            "About one in five adults in Tornby rides a bicycle to work.",
        ),
        (
            "Three quarters of the 48 kittens had found a home by July.",
            "Of the 48 kittens at the shelter, 36 had found a home by July.",
        ),
        ("32 of the 64 members of the choir are tenors.", "The choir has 64 members, half of them tenors."),
        ("The dockers were on strike for three weeks.", "The dockers' strike began on 2 May and ended on 23 May."),
        ("The pass was shut for 14 days in January.", "Snow closed the pass for a fortnight in January."),
        ("She was divorced from Emil Roth in 1928.", "She married Emil Roth in 1922 and divorced him six years later."),
        ("The harvest came to 500,000 bottles.", "The harvest came to half a million bottles."),
        ("码头工人的罢工持续了三周。", "码头工人5月2日开始罢工，5月23日复工。"),
        ("赞成合并方案的股东占73%。", "七成三的股东赞成合并方案，两成二反对。"),
        ("这次抽查的200批次食品有四分之一不合格。", "这次抽查的200批次食品中，有50批次不合格。"),
        ("一月，大雪使山口关闭了15天。", "一月份，山口因大雪封闭了半个月。"),
        ("医院的床位十年间增加了一倍。", "医院的床位数在十年里翻了一番。"),
        ("韦清和罗启明在1928年离婚。", "韦清1922年嫁给罗启明，六年后两人离婚。"),
    ],
)
def test_a_value_in_another_form_is_found_and_never_missing(claim: str, premise: str) -> None:
    values = [finding for finding in _findings(claim, premise) if finding.kind in ("number", "date")]

    assert {finding.stance for finding in values} == {Stance.SUPPORTS}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Two in five of the seedlings survived the drought.", "One in five of the seedlings survived the drought."),
        ("打捞队从沉船里取出了十五只铜壶。", "打捞队从沉船里取出一打铜壶和两只铁锚。"),
        ("柳河镇已有六成三的家庭装上了太阳能热水器。", "柳河镇七成三的家庭已经安装了太阳能热水器。"),
        ("这条登山步道全长18里。", "这条登山步道全长18公里，沿途设有六处驿站。"),
        ("The strike at the foundry lasted 31 days.", "The strike at the foundry lasted three weeks."),
        ("机械厂在上世纪八十年代改为股份制。", "上世纪九十年代，机械厂改为股份制。"),
        (
            "The landlord was told to hand back a deposit of 1,800 dollars.",
            "The court ordered the landlord to pay 3,200 dollars and to return the deposit of 1,500 dollars.",
        ),
    ],
)
def test_another_value_in_another_form_is_a_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Saltmarsh beat Ulverton in the cup final.", "Ulverton beat Saltmarsh in the cup final."),
        (
            "The magazine Outpost sued the publisher Larkfield.",
            "The publisher Larkfield sued the magazine Outpost over its maps.",
        ),
        ("Ms Oyelaran was taught by Mr Castell.", "Ms Oyelaran taught Mr Castell how to restore violins."),
        ("The registrar handed the envelope to the nurse.", "The nurse handed the envelope to the registrar."),
        ("北辰软件起诉海瑞科技侵权。", "上周，海瑞科技起诉北辰软件侵权。"),
        ("雪豹队在决赛中以3比1战胜了蓝鲸队。", "决赛中，蓝鲸队以3比1战胜了雪豹队。"),
        ("徒弟小凌把修琴的手艺传给了段师傅。", "段师傅把修琴的手艺传给了徒弟小凌。"),
        ("小偷在车站抓住了便衣警察。", "小偷在车站被便衣警察抓住了。"),
        ("城堡把花瓶借给了博物馆。", "博物馆把花瓶借给了城堡。"),
    ],
)
def test_parties_that_changed_places_are_a_conflict_of_roles(claim: str, premise: str) -> None:
    assert "role" in {finding.kind for finding in _against(claim, premise)}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Flora Tennant bought the inn from Gregor Haldane.", "Gregor Haldane sold the inn to Flora Tennant."),
        ("The village of Stane lies south of Lake Hollin.", "Lake Hollin lies to the north of the village of Stane."),
        ("The newer pump uses less power than the older one.", "The older pump uses more power than the newer one."),
        (
            "Hedda Storm has led the choir since 2006.",
            "Ewan Prideaux led the choir until 2006, when Hedda Storm took over.",
        ),
        ("Clara Riebeck runs the bakery.", "The bakery was founded by Anton Riebeck, whose daughter Clara runs it."),
        ("翠湖在竹溪村以南3公里。", "竹溪村位于翠湖以北三公里处。"),
        ("新预算案周二晚上获市议会通过。", "市议会周二晚上通过了新的预算案。"),
        ("狗咬伤了邮递员。", "邮递员被狗咬伤，缝了四针。"),
        ("新水泵的耗电量比旧水泵低。", "旧水泵的耗电量比新水泵高。"),
    ],
)
def test_the_same_said_from_the_other_side_is_no_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The south tower is 88 metres tall.", "The north tower is 88 metres tall and the south tower 74 metres."),
        ("Maldon has 14,200 inhabitants.", "Kestrin has 14,200 inhabitants and Maldon 9,700."),
        ("Ten of the five lifeboats were launched.", "Of the ten lifeboats, five were launched."),
        ("五艘救生艇中有十艘放了下去。", "十艘救生艇中有五艘放了下去。"),
        ("南塔高88米。", "北塔高88米，南塔高74米，两塔之间有廊桥相连。"),
    ],
)
def test_the_value_of_another_part_of_the_sentence_is_a_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The north tower is 88 metres tall.", "The north tower is 88 metres tall and the south tower 74 metres."),
        ("The south tower has 52 floors.", "The north tower has 48 floors and the south tower has 52."),
        (
            "Hugo Brandvold became mayor in 2004.",
            "Elected mayor in May 2004, Hugo Brandvold held the office until his death in 2013.",
        ),
        (
            "The subscription costs 15 euros a month.",
            "The subscription used to cost 12 euros a month. In April the price was raised to 15 euros.",
        ),
        (
            "With 48 votes in favour and 61 against, the bill was voted down.",
            "The parliament rejected the bill by 61 votes to 48.",
        ),
        ("Two thirds of the houses had not been rebuilt.", "Only a third of the houses had been rebuilt."),
        (
            "The firm employs 75 people in its two offices.",
            "The one office employs 45 people. The other one employs 30.",
        ),
        ("成交量只有前年的三分之二。", "成交量比前年减少了三分之一。"),
    ],
)
def test_a_value_of_its_own_part_raises_no_conflict(claim: str, premise: str) -> None:
    assert _against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "Close to one in three bees did not survive the chilly spring.",
            "Nearly a third of the bees died in the cold spring.",
        ),
        ("The library has a lift.", "It is not true that the library has no lift."),
        ("Staff can take three months off without losing any pay.", "Staff get up to three months off on full salary."),
        (
            "There is an index in the hardback but not in the paperback.",
            "Unlike the paperback, the hardback has an index.",
        ),
        ("两家车企的合资谈判没有破裂。", "记者追问两家车企的合资谈判是否已经破裂。"),
    ],
)
def test_a_negation_of_another_word_turns_nothing_around(claim: str, premise: str) -> None:
    assert [finding for finding in _against(claim, premise) if finding.kind == "negation"] == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("市图书馆新馆由中铁四局承建。", "市图书馆新馆由省建工集团承建，工期两年。"),
        ("考古队领队崔长河在汉墓中发现了一枚玉印。", "考古队领队范志清在汉墓中发现了一枚玉印。"),
    ],
)
def test_a_chinese_name_that_no_dictionary_knows_conflicts_in_the_same_words(claim: str, premise: str) -> None:
    assert "name" in {finding.kind for finding in _against(claim, premise)}


def test_what_was_planned_is_no_hedge_where_something_is_only_compared_with_it() -> None:
    premise = "The report was released on 3 August 2021, two days later than planned."

    assert [one for one in _findings("The report came out on 3 August 2021.", premise) if one.kind == "hedge"] == []
