"""Two lists of one sentence, item for item, told apart and read at their places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.api.bootstrap import Models
from claimgraph.ingest.model import ReadText
from claimgraph.ingest.text.respective import apart, told_apart
from claimgraph.platform.settings import Settings

CHINESE = [
    ("甲厂和乙厂的产量分别为300吨和500吨。", "甲厂的产量为300吨，乙厂的产量为500吨。"),
    (
        "华北、华东、华南三区的销售额分别为2亿元、3亿元和4亿元。",
        "华北的销售额为2亿元，华东的销售额为3亿元，华南的销售额为4亿元。",
    ),
    ("东、西两塔分别高30米和28米。", "东塔高30米，西塔高28米。"),
    ("韩立、薛敏、龙世杰分别出资30万、20万、10万元。", "韩立出资30万元，薛敏出资20万元，龙世杰出资10万元。"),
    ("2022年和2023年，公司营收分别为3亿元和4亿元。", "2022年公司营收为3亿元，2023年公司营收为4亿元。"),
    (
        "收入和利润分别为5亿元和1亿元，同比分别增长12%和下降3%。",
        "收入为5亿元，利润为1亿元，收入同比增长12%，利润同比下降3%。",
    ),
    (
        "甲校和乙校今年的上线率分别为68%和71%，三年前分别为52%和70%。",
        "甲校今年的上线率为68%，乙校今年的上线率为71%，三年前甲校的上线率为52%，三年前乙校的上线率为70%。",
    ),
    (
        "前三位依次是滨海、首府、南岭，分别为五十八、五十一、三十九枚。",
        "前三位依次是滨海、首府、南岭，滨海为五十八枚，首府为五十一枚，南岭为三十九枚。",
    ),
    ("冠军和亚军分别由张伟和李强获得。", "冠军由张伟获得，亚军由李强获得。"),
    ("第一、第二名分别是张三和李四。", "第一名是张三，第二名是李四。"),
    (
        "全市第一、第二、第三产业增加值分别为86亿元、412亿元和538亿元。",
        "全市第一产业增加值为86亿元，第二产业增加值为412亿元，第三产业增加值为538亿元。",
    ),
    ("周远、田苗分别负责测绘和采样。", "周远负责测绘，田苗负责采样。"),
    ("北京和上海平均气温分别为12度和17度。", "北京平均气温为12度，上海平均气温为17度。"),
    (
        "城镇和农村居民人均可支配收入分别为4.2万元和1.9万元。",
        "城镇居民人均可支配收入为4.2万元，农村居民人均可支配收入为1.9万元。",
    ),
    (
        "东、中、西部地区投资分别增长3.1%、4.5%和5.2%。",
        "东部地区投资增长3.1%，中部地区投资增长4.5%，西部地区投资增长5.2%。",
    ),
    ("男、女职工人数分别为120人和85人。", "男职工人数为120人，女职工人数为85人。"),
    ("进口和出口额分别为3亿美元和5亿美元。", "进口额为3亿美元，出口额为5亿美元。"),
    ("产量和销售收入分别为300吨和2亿元。", "产量为300吨，销售收入为2亿元。"),
    ("资产和净利润总额分别为20亿元和3亿元。", "资产为20亿元，净利润总额为3亿元。"),
    (
        "一、二、三号机组分别发电12亿、15亿和9亿千瓦时。",
        "一号机组发电12亿千瓦时，二号机组发电15亿千瓦时，三号机组发电9亿千瓦时。",
    ),
]
ENGLISH = [
    (
        "The north and south plants produced 300 and 500 tonnes respectively.",
        "The north plants produced 300 tonnes; south plants produced 500 tonnes.",
    ),
    (
        "Bergen, Oslo and Hamar had 10, 12 and 14 visitors, respectively.",
        "Bergen had 10 visitors; Oslo had 12 visitors; Hamar had 14 visitors.",
    ),
    (
        "In 2020 and 2021, revenue was $5 million and $6 million, respectively.",
        "In 2020, revenue was $5 million; In 2021, revenue was $6 million.",
    ),
    (
        "Cases in Ohio and Texas rose by 3% and 5%, respectively, while deaths fell.",
        "Cases in Ohio rose by 3%; Cases in Texas rose by 5%, while deaths fell.",
    ),
    (
        "The first and second prizes went to Anna and Ben, respectively.",
        "The first prizes went to Anna; second prizes went to Ben.",
    ),
    (
        "It has offices in Paris and Rome with 30 and 45 employees respectively.",
        "It has offices in Paris with 30 employees; It has offices in Rome with 45 employees.",
    ),
    (
        "Ann Lee, Kofi Adu and Lina Petrov were named heads of chemistry, physics and biology, respectively, in 2018.",
        "Ann Lee were named heads of chemistry; Kofi Adu were named heads of physics; "
        "Lina Petrov were named heads of biology, in 2018.",
    ),
    (
        "The Calder and the Wharfe, launched respectively on 9 March 1931 and 22 August 1932, carried coal.",
        "The Calder, launched on 9 March 1931; the Wharfe, launched on 22 August 1932, carried coal.",
    ),
    (
        "In all, 34%, 47% and 11% of the students chose tea, coffee and juice, respectively.",
        "In all, 34% of the students chose tea; 47% of the students chose coffee; 11% of the students chose juice.",
    ),
    (
        "Flights from Osk to Perrin and to Varda take 50 minutes and 70 minutes, respectively.",
        "Flights from Osk to Perrin take 50 minutes; Flights from Osk to Varda take 70 minutes.",
    ),
    (
        "The Barn, the Meadow and the Boathouse hold, respectively, 800, 2,500 and 300 people.",
        "The Barn hold 800 people; the Meadow hold 2,500 people; the Boathouse hold 300 people.",
    ),
    (
        "Its Comice and Conference pears ripen in May and June, respectively.",
        "Its Comice pears ripen in May; Conference pears ripen in June.",
    ),
    (
        "Sales and profit were respectively 30 and 4 million euros.",
        "Sales were 30 million euros; profit were 4 million euros.",
    ),
]

ONE_OF_TWO = [
    (
        "共有甲、乙两种方案。前者需投资300万元，后者需投资500万元。",
        "共有甲、乙两种方案。甲方案需投资300万元，乙方案需投资500万元。",
    ),
    ("甲公司和乙公司签署了协议。前者出资30万元。", "甲公司和乙公司签署了协议。甲公司出资30万元。"),
    ("医院将改造门诊楼和住院楼，后者增加240张床位。", "医院将改造门诊楼和住院楼，住院楼增加240张床位。"),
    (
        "It makes a soft cheese and a hard cheese. The latter is kept for a year.",
        "It makes a soft cheese and a hard cheese. a hard cheese is kept for a year.",
    ),
    (
        "You go by the cliff path or by boat. The former takes two hours.",
        "You go by the cliff path or by boat. the cliff path takes two hours.",
    ),
    ("北京和上海都是直辖市，后者是港口城市。", "北京和上海都是直辖市，上海是港口城市。"),
    (
        "Ann Lee and Bob Ray founded the firm. The former left in 2010, the latter stayed.",
        "Ann Lee and Bob Ray founded the firm. Ann Lee left in 2010, Bob Ray stayed.",
    ),
]


@pytest.mark.parametrize(("said", "told"), CHINESE + ENGLISH + ONE_OF_TWO)
def test_each_thing_is_told_its_own(said: str, told: str) -> None:
    assert apart(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Bergen, Oslo and Hamar had 10 and 12 visitors, respectively.",  # one thing more than values
        "They were 12 and 14 respectively.",
        "It ranked high in two lists (at 22 and 48 respectively) and sold well.",
        "他们分别了十年，直到1990年和1991年才回来。",
        "三兄弟依次叫大龙、二虎和小豹。",
        "再分别加5%的葡萄糖、蔗糖、乳糖各10毫升。",
        "甲、乙、丙的产量分别为3吨和5吨。",
        "两者毫无分别。",
        "苹果、梨和桃子都很甜。后者产自山东。",
        "The former president left in the latter half of the year.",
        "She met Ann Lee and Bob Ray. The former president left.",
        "It owns a plant in Varda and another in Osk. The former has 90 jobs and runs by night, the latter is idle.",
    ],
)
def test_what_is_not_plainly_two_lists_is_left_as_it_is(said: str) -> None:
    assert told_apart(said) is None


_PARTS = ("分别为3和4。", "今天下雨，", "respectively ")
_TEXTS = st.sampled_from([*(said for said, _ in CHINESE), ONE_OF_TWO[0][0], *_PARTS])


@given(st.lists(_TEXTS, max_size=4).map("".join))
def test_every_character_is_one_of_the_text_or_was_added(text: str) -> None:
    told = told_apart(text)
    if told is None:
        return

    assert len(told.text) == len(told.origin)
    assert all(place < 0 or text[place] == char for place, char in zip(told.origin, told.text, strict=True))
    assert {told.text[at] for at, place in enumerate(told.origin) if place < 0} <= set("，; 甲乙方案")


@pytest.fixture(scope="module")
def models() -> Models:
    return Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]


def read(models: Models, text: str) -> ReadText:
    (found,) = models.reader.read([text])
    return found


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "公司发布年报。华北和华东两区的销售额分别为2亿元和3亿元。",
            ["公司发布年报。", "华北的销售额为2亿元。", "华东的销售额为3亿元。"],
        ),
        ("冠军和亚军分别由张伟和李强获得。", ["冠军由张伟获得。", "亚军由李强获得。"]),
        (
            "The report is out. Revenue and operating profit rose 12% and 8% respectively in 2023.",
            ["The report is out.", "Revenue rose 12%.", "Operating profit rose 8% in 2023."],
        ),
    ],
)
def test_a_text_is_read_as_what_is_said_of_each(models: Models, text: str, claims: list[str]) -> None:
    assert [one.text for one in read(models, text).statements] == claims


LAYOUTS = Path(__file__).parents[3] / "benchmarks" / "data" / "layout_dev.jsonl"


@pytest.mark.parametrize(
    "text",
    [
        *(json.loads(line)["document"] for line in LAYOUTS.read_text(encoding="utf-8").splitlines()),
        "据报道，华北和华东两区的销售额分别为2亿元和3亿元。总部位于杭州。",
        "Mainz is old. The north and south plants produced 300 and 500 tonnes respectively. It rained.",
        "共有甲、乙两种方案。前者需投资300万元，后者需投资500万元。",
        "Ann Lee and Bob Ray founded the firm. The former left in 2010, and the latter sold his share in 2012.",
    ],
)
def test_what_was_read_has_its_places_in_the_text_as_it_was_written(models: Models, text: str) -> None:
    found = read(models, text)

    assert found.text == text
    sentences = {(one.span.start, one.span.end) for one in found.sentences}
    for one in found.statements:
        assert one.spans
        assert (one.sentence.start, one.sentence.end) in sentences
        for quote in one.quotes:
            length = quote.end - quote.start
            assert one.text[quote.start : quote.end] == text[quote.source : quote.source + length]
        assert all(one.sentence.start <= span.start < span.end <= one.sentence.end for span in one.spans)
    for entity in found.entities:
        assert all(text[one.start : one.end] == one.surface for one in entity.mentions)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("甲厂和乙厂的产量分别为300吨和500吨。", "天气很好。"),
        ("The north and south plants produced 300 and 500 tonnes respectively.", " It rained."),
        ("Sales are up: Ann and Ben sold 3 and 5 cars, respectively!", " It rained."),
    ],
)
def test_a_sentence_told_apart_is_one_sentence(models: Models, first: str, second: str) -> None:
    text = first + second

    found = read(models, text)

    assert [text[one.span.start : one.span.end] for one in found.sentences] == [first, second.strip()]
    assert len({one.sentence for one in found.statements}) == 2


def test_one_of_two_keeps_the_place_of_the_word_that_stands_for_it(models: Models) -> None:
    text = "共有甲、乙两种方案。前者需投资300万元。"

    (_, one) = read(models, text).statements

    assert one.text == "甲方案需投资300万元。"
    assert "".join(text[span.start : span.end] for span in one.spans) == "前者需投资300万元"


def test_which_is_whose_is_not_guessed(models: Models) -> None:
    text = "三兄弟依次叫大龙、二虎和小豹。"

    assert [one.text for one in read(models, text).statements] == [text]


def test_halves_of_numbers_are_no_two_things() -> None:
    text = "Ada weighed 2.6, 7.0 and 9.1 kg; the former had four teeth, the latter six."

    assert apart(text) == text
