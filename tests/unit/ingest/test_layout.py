"""What the page sets apart (marks of lists, titles in bold, lines, lines that lead in) is no part of a claim."""

from __future__ import annotations

import pytest
from fakes.rule_reader import read_by_rules as read
from fakes.rule_reader import rule_claims as claims

from claimgraph.ingest.model import Span
from claimgraph.ingest.statements.list_marks import inner_list_marks


@pytest.mark.parametrize(
    "text",
    [
        "1、长江全长6300公里。2、黄河全长5464公里。",
        "1. 长江全长6300公里。\n2. 黄河全长5464公里。",
        "（1）长江全长6300公里；（2）黄河全长5464公里。",
        "① 长江全长6300公里 ② 黄河全长5464公里",
        "一、长江全长6300公里。二、黄河全长5464公里。",
        "- 长江全长6300公里。\n- 黄河全长5464公里。",
        "• 长江全长6300公里\n• 黄河全长5464公里",
    ],
)
def test_the_mark_of_a_chinese_list_is_no_part_of_a_claim(text: str) -> None:
    found = [statement for statement in read(text).statements if statement.checkable]

    assert [one.text for one in found] == ["长江全长6300公里。", "黄河全长5464公里。"]
    assert [[text[s.start : s.end] for s in one.spans] for one in found] == [["长江全长6300公里"], ["黄河全长5464公里"]]
    assert [one.triples[0].head.text for one in found] == ["长江", "黄河"]


@pytest.mark.parametrize(
    "text",
    [
        "a) The tower is 300 m tall. b) The tower was built in 1889.",
        "1) The tower is 300 m tall. 2) The tower was built in 1889.",
        "① The tower is 300 m tall.\n② The tower was built in 1889.",
        "- The tower is 300 m tall.\n* The tower was built in 1889.",
    ],
)
def test_the_mark_of_an_english_list_is_no_part_of_a_claim(text: str) -> None:
    found = [statement for statement in read(text).statements if statement.checkable]

    assert [one.text for one in found] == ["The tower is 300 m tall.", "The tower was built in 1889."]
    assert all(text[one.spans[0].start :].startswith("The tower") for one in found)


def test_items_without_a_subject_anywhere_do_not_stand_alone() -> None:
    found = read("1、成立于1998年；2、总部位于北京；3、员工35000人。").statements

    assert [one.text for one in found] == ["成立于1998年。", "总部位于北京。", "员工35000人。"]
    assert [one.standalone for one in found[:2]] == [False, False]


@pytest.mark.parametrize(
    "text",
    [
        "华为的基本情况如下：1、成立于1987年；2、总部位于深圳；3、员工207000人。",
        "关于华为：1、成立于1987年；2、总部位于深圳；3、员工207000人。",
        "华为简介：\n1. 成立于1987年\n2. 总部位于深圳\n3. 员工207000人",
        "**华为简介：**\n- 成立于1987年\n- 总部位于深圳\n- 员工207000人",
        "1、华为成立于1987年；\n2、总部位于深圳；\n3、员工207000人。",
        "华为成立于1987年：\n1、总部位于深圳；\n2、员工207000人。",
    ],
)
def test_the_items_of_a_list_take_over_the_subject_that_the_answer_gives(text: str) -> None:
    assert claims(text)[-3:] in (
        ["华为成立于1987年。", "华为总部位于深圳。", "华为员工207000人。"],
        ["华为总部位于深圳。", "华为员工207000人。"],
    )


def test_a_subject_from_the_line_above_has_no_place_in_the_item() -> None:
    text = "华为简介：\n1. 成立于1987年"

    found = read(text).statements[-1]

    assert (found.text, [text[s.start : s.end] for s in found.spans]) == ("华为成立于1987年。", ["成立于1987年"])
    assert text[found.sentence.start : found.sentence.end] == "1. 成立于1987年"
    assert found.triples[0].head.spans == ()


@pytest.mark.parametrize("marked", ["华为的产品包括：1、手机；2、电脑。", "华为的产品包括：手机；电脑。"])
def test_each_item_behind_a_colon_is_an_object_of_the_verb_before_it(marked: str) -> None:
    assert claims(marked) == ["华为的产品包括手机。", "华为的产品包括电脑。"]


@pytest.mark.parametrize(
    "text", ["一、二线城市房价上涨", "分别为：2、3和4元", "版本为1.2、1.3", "长江①全长6300公里", "比分为：1、2、3"]
)
def test_a_number_that_is_said_is_no_list_mark(text: str) -> None:
    assert inner_list_marks(text) == []


def test_the_marks_of_a_list_run_on_one_by_one() -> None:
    assert inner_list_marks("1、甲；2、乙；3、丙") == [Span(4, 6), Span(8, 10)]
    assert inner_list_marks("如下：（一）甲；（二）乙，（三）丙") == [Span(3, 6), Span(8, 11), Span(13, 16)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("**Key facts**\n\nThe tower is 300 m tall.", "The tower is 300 m tall."),
        ("**Key facts:**\nThe tower is 300 m tall.", "The tower is 300 m tall."),
        ("Intro: see below.\nThe tower is 300 m tall.", "The tower is 300 m tall."),
        ("See the table below.\nThe tower is 300 m tall.", "The tower is 300 m tall."),
        ("**主要信息**\n长江全长6300公里。", "长江全长6300公里。"),
        ("**一、发展历史**\n长江全长6300公里。", "长江全长6300公里。"),
        ("具体内容如下。长江全长6300公里。", "长江全长6300公里。"),
        ("主要信息如下：长江全长6300公里。", "长江全长6300公里。"),
    ],
)
def test_a_heading_or_a_line_that_leads_in_claims_nothing(text: str, said: str) -> None:
    assert claims(text) == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("**Height** The tower is 300 m tall.", "The tower is 300 m tall."),
        ("- **Height:** The tower is 300 m tall.", "The tower is 300 m tall."),
        ("2. **Height**: The tower is 300 m tall.", "The tower is 300 m tall."),
        ("**高度** 埃菲尔铁塔高300米。", "埃菲尔铁塔高300米。"),
        ("**高度**：埃菲尔铁塔高300米。", "埃菲尔铁塔高300米。"),
    ],
)
def test_a_title_in_bold_before_a_sentence_is_no_part_of_its_claim(text: str, said: str) -> None:
    found = [statement for statement in read(text).statements if statement.checkable]

    assert [one.text for one in found] == [said]
    assert text[found[0].spans[0].start :].startswith(said.rstrip("。"))
    assert "Height" not in found[0].triples[0].head.text


@pytest.mark.parametrize(
    ("text", "head"),
    [("**The tower** is 300 m tall.", "tower"), ("**埃菲尔铁塔**高300米。", "埃菲尔铁塔")],
)
def test_a_subject_in_bold_stays_in_its_sentence(text: str, head: str) -> None:
    (found,) = read(text).statements

    assert found.triples[0].head.text == head


@pytest.mark.parametrize("text", ["**The tower is 300 m tall**", "**长江全长6300公里**"])
def test_a_sentence_that_stands_in_bold_is_a_claim(text: str) -> None:
    assert [one.rstrip("。") for one in claims(text)] == [text.strip("*")]


def test_a_value_behind_its_title_in_bold_stays_with_it() -> None:
    assert claims("- **Founded:** 1998") == ["**Founded:** 1998"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The Eiffel Tower is 300 metres tall\nParis is the capital of France",
            ["The Eiffel Tower is 300 metres tall", "Paris is the capital of France"],
        ),
        (
            "黄河是中国第二长的河流并且流经兰州\n长江是中国最长的河流并且流经重庆",
            ["黄河是中国第二长的河流。", "黄河流经兰州。", "长江是中国最长的河流。", "长江流经重庆。"],
        ),
    ],
)
def test_two_lines_without_stops_are_two_sentences(text: str, said: list[str]) -> None:
    assert claims(text) == said


def test_a_sentence_that_was_wrapped_is_one() -> None:
    text = "The tower that was built by the engineer\nGustave Eiffel in Paris is 300 metres tall."

    assert {statement.sentence for statement in read(text).statements} == {Span(0, len(text))}


def test_a_claim_does_not_end_in_a_preposition_that_has_its_noun() -> None:
    assert claims("The treaty was signed in 2020.") == ["The treaty was signed in 2020."]


def test_a_clause_that_was_taken_for_a_name_is_read() -> None:
    (found,) = read("华为是一家科技公司。").statements

    assert [(each.head.text, each.relation, each.tail.text) for each in found.triples] == [("华为", "是", "科技公司")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Huawei:\n- Founded in 1987\n- Headquartered in Shenzhen\n- Employs 207,000 people",
            ["Huawei was founded in 1987.", "Huawei is headquartered in Shenzhen.", "Huawei employs 207,000 people."],
        ),
        (
            "About Albert Einstein:\n1. Born in Ulm\n2. Died in 1955\n3. Won the Nobel Prize in 1921",
            [
                "Albert Einstein was born in Ulm.",
                "Albert Einstein died in 1955.",
                "Albert Einstein won the Nobel Prize in 1921.",
            ],
        ),
        (
            "Albert Einstein was a physicist.\n- Emigrated to the United States in 1933.",
            ["Albert Einstein was a physicist.", "Albert Einstein emigrated to the United States in 1933."],
        ),
    ],
)
def test_the_items_of_an_english_list_take_over_the_name_that_the_line_above_gives(text: str, said: list[str]) -> None:
    assert claims(text) == said
    for one in read(text).statements:
        for quote in one.quotes:
            assert text[quote.source : quote.source + quote.end - quote.start] == one.text[quote.start : quote.end]


def test_an_english_item_without_a_subject_anywhere_does_not_stand_alone() -> None:
    found = read("- Founded in 1987\n- Headquartered in Shenzhen").statements

    assert [(one.text, one.standalone) for one in found] == [
        ("Founded in 1987", False),
        ("Headquartered in Shenzhen", False),
    ]


def test_a_pronoun_does_not_go_back_to_a_place_in_an_item_without_a_subject() -> None:
    found = read("The Eiffel Tower:\n- Located in Paris\n- It is 300 m tall").statements

    assert [one.text for one in found if "300" in one.text] == ["It is 300 m tall"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "埃菲尔铁塔位于巴黎。\n\n**主要信息：**\n1. **高度**：330米\n2. 每年接待约700万游客。",
            ["埃菲尔铁塔位于巴黎。", "埃菲尔铁塔高度：330米。", "埃菲尔铁塔每年接待约700万游客。"],
        ),
        (
            "华为简介：\n- 成立时间：1987年\n- 总部：深圳",
            ["华为成立时间：1987年。", "华为总部：深圳。"],
        ),
    ],
)
def test_a_label_and_its_value_are_said_of_what_the_list_is_about(text: str, said: list[str]) -> None:
    found = [statement for statement in read(text).statements if statement.checkable]

    assert [one.text for one in found] == said
    assert all(one.standalone for one in found)


@pytest.mark.parametrize("text", ["- 总部：深圳", "- **Height:** 330 metres"])
def test_a_label_and_its_value_alone_belong_to_their_answer(text: str) -> None:
    assert [one.standalone for one in read(text).statements] == [False]


def test_points_that_are_counted_out_are_list_marks() -> None:
    assert claims("该公司：一是成立于1998年；二是总部位于北京。") == ["该公司成立于1998年。", "该公司总部位于北京。"]
    assert claims("原因有三：一是成本低，二是速度快，三是质量好。") == ["原因有三：成本低，速度快，质量好。"]


def test_no_pronoun_goes_back_to_a_label() -> None:
    found = read("1. **Height**: 330 metres\n2. **Construction:** It was built in 1889.").statements

    assert [(one.text, one.standalone) for one in found if "1889" in one.text] == [("It was built in 1889.", False)]


def test_a_bare_yes_claims_nothing() -> None:
    assert claims("答：是的。长江全长6300公里。") == ["长江全长6300公里。"]


def test_a_name_that_begins_with_a_word_of_praise_is_no_praise() -> None:
    assert claims("Great Britain is an island.") == ["Great Britain is an island."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "**Napoleon loved the Danube.** The Danube rises in Germany.",
            ["Napoleon loved the Danube.", "The Danube rises in Germany."],
        ),
        ("**长江全长6300公里。** 黄河全长5464公里。", ["长江全长6300公里。", "黄河全长5464公里。"]),
    ],
)
def test_a_sentence_in_bold_before_another_is_a_claim(text: str, said: list[str]) -> None:
    assert claims(text) == said


def test_the_first_part_of_a_name_in_bold_is_no_title() -> None:
    assert [one.checkable for one in read("**Paris** Saint-Germain won the cup.").statements] == [True]


def test_a_label_before_a_colon_claims_nothing() -> None:
    text = "1. **新增功能**：支持表格编辑。\n2. **性能优化**：冷启动时间为1.4秒。"

    assert claims(text) == ["支持表格编辑。", "冷启动时间为1.4秒。"]
