"""What Chinese pronouns and descriptions stand for: the sure ones only."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fakes.chinese_text import parse_chinese

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.statements.chinese import read_chinese
from claimgraph.ingest.statements.coreference.chinese import ChineseCoreference

_NAMES = {
    "王强": "PER", "李娜": "PER", "陈刚": "PER", "张伟": "PER", "海康公司": "ORG", "星河集团": "ORG", "杭州": "LOC",
    "挪威": "LOC", "李明": "PER",
}  # fmt: skip


def resolved(text: str, names: Mapping[str, str] = _NAMES) -> list[str]:
    """What each resolved reference stands for, in order."""
    found = ChineseCoreference().resolve(parse_chinese(text, names))
    return [found[key].text for key in sorted(found)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王强毕业于清华大学。他现居杭州。", "王强"),
        ("李娜写了一本书，她的书很畅销。", "李娜"),
        ("星河数据库采用列式存储。它支持事务。", "星河数据库"),
        ("海康公司发布了年报。该公司收入增长。", "海康公司"),
        ("挪威位于北欧。该国人口约500万。", "挪威"),
        ("海康公司成立于2001年，其总部位于杭州。", "海康公司"),
        ("王强创办了一家工厂。此人后来去世。", "王强"),
        ("海康公司发布了年报。这家公司收入增长。", "海康公司"),
    ],
)
def test_the_only_thing_that_agrees_is_what_is_meant(text: str, expected: str) -> None:
    assert resolved(text) == [expected]


_PLACES = {
    "巴黎": "LOC", "塞纳河畔": "LOC", "塞纳河": "LOC", "长江": "LOC", "武汉": "LOC", "苏州": "LOC", "江苏": "LOC",
    "黄河": "LOC", "青海湖": "LOC", "青海省": "LOC", "尼罗河": "LOC", "埃及": "LOC", "清华大学": "ORG", "北京": "LOC",
    "埃菲尔铁塔": "LOC", "鲁迅": "PER", "九江": "LOC", "联合国": "ORG", "上海": "LOC",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("长江流经武汉。这座城市有1200万人口。", "武汉"),
        ("黄河流经武汉。该河全长5464公里。", "黄河"),
        ("巴黎位于塞纳河畔。这条河全长777公里。", "塞纳河"),
        ("青海湖位于青海省。该湖面积4583平方公里。", "青海湖"),
        ("青海湖位于青海省。该省面积72万平方公里。", "青海省"),
        ("尼罗河流经埃及。这个国家位于非洲。", "埃及"),
        ("长江流经九江。这座城市位于江西。", "九江"),
        ("他住在上海。这座城市很大。", "上海"),
        ("清华大学位于北京。该校成立于1911年。", "清华大学"),
        ("埃菲尔铁塔位于巴黎。这座塔高300米。", "埃菲尔铁塔"),
        ("鲁迅写了《狂人日记》。这部小说发表于1918年。", "《狂人日记》"),
        ("联合国总部位于巴黎。该组织成立于1945年。", "联合国"),
    ],
)
def test_a_description_stands_for_a_thing_of_its_sort(text: str, expected: str) -> None:
    assert resolved(text, _PLACES) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "苏州位于江苏。这条河很长。",
        "巴黎位于欧洲。这条河全长777公里。",
        "巴黎位于欧洲。该国人口6700万。",
        "长江全长6300公里。这座城市人口众多。",
        "清华大学位于北京。该公司成立于1911年。",
        "武汉有许多桥。这个湖很深。",
    ],
)
def test_a_description_stands_for_nothing_of_another_sort(text: str) -> None:
    assert resolved(text, _PLACES) == []


def test_a_river_on_whose_bank_something_lies_has_its_own_place() -> None:
    text = "巴黎位于塞纳河畔。这条河全长777公里。"

    found = next(iter(ChineseCoreference().resolve(parse_chinese(text, _PLACES)).values()))

    assert text[found.start : found.end] == "塞纳河"


def test_two_persons_as_one_subject_are_they() -> None:
    assert resolved("王强和李娜住在杭州。他们喜欢登山。") == ["王强和李娜"]


def test_gender_picks_among_two_persons() -> None:
    assert resolved("陈刚会见了李娜。她表示感谢。") == ["李娜"]


def test_the_subject_leads_where_another_person_stands_in_the_background() -> None:
    assert resolved("张伟由李明推荐。他接受了邀请。") == ["张伟"]


@pytest.mark.parametrize(
    "text",
    [
        "他现居杭州。",
        "王强和张伟住在杭州。他喜欢登山。",
        "海康公司和星河集团签署了协议。该公司收入增长。",
        "陈刚离开了。她留下了。",
        "王强说：“他不来了。”",
    ],
)
def test_what_is_not_sure_stays(text: str) -> None:
    assert resolved(text) == []


@pytest.mark.parametrize("text", ["王强参加了其他项目。", "王强此外还会法语。", "王强来自杭州，其中一年在挪威。"])
def test_words_that_only_look_like_references_are_none(text: str) -> None:
    assert resolved(text) == []


def test_a_resolved_reference_is_a_place_for_the_next_one() -> None:
    assert resolved("王强生于杭州。他读过大学。他现居挪威。") == ["王强", "王强"]


def test_the_referent_has_its_kind_and_place() -> None:
    text = "海康公司发布了年报。该公司收入增长。"

    found = next(iter(ChineseCoreference().resolve(parse_chinese(text, _NAMES)).values()))

    assert found.type is EntityType.ORGANISATION
    assert text[found.start : found.end] == "海康公司"
    assert not found.plural


def test_statements_say_what_is_referred_to_and_stand_alone() -> None:
    parsed = parse_chinese("海康公司成立于2001年。该公司总部位于杭州，其产品销往挪威。", _NAMES)

    statements = read_chinese(parsed, ChineseCoreference().resolve(parsed))

    assert [(s.text, s.standalone) for s in statements] == [
        ("海康公司成立于2001年。", True),
        ("海康公司总部位于杭州。", True),
        ("海康公司的产品销往挪威。", True),
    ]
    assert parsed.text[statements[2].spans[0].start] == "其"


def test_a_pronoun_tells_the_gender_of_whom_it_stood_for() -> None:
    assert (
        resolved("李明在海康公司工作。他的妻子王芳是医生。她毕业于清华大学。", {**_NAMES, "王芳": "PER"})[-1] == "王芳"
    )


def test_who_is_told_and_who_tells_are_both_possible() -> None:
    assert resolved("陈刚告诉王强，他升职了。") == []
    assert resolved("赵文告诉李娜，她升职了。", {**_NAMES, "赵文": "PER"}) == []


def test_a_name_that_may_be_either_gender_does_not_outweigh_one_that_fits() -> None:
    assert resolved("赵文拜访了李娜。她表示感谢。", {**_NAMES, "赵文": "PER"}) == []


def test_two_organisations_fit_it_equally() -> None:
    assert resolved("海康公司收购了星河集团。它的总部在杭州。") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("维生素D有助于钙吸收。它存在于鱼油中。", "维生素D"), ("方案B成本较低，它由王强提出。", "方案B")],
)
def test_a_letter_is_part_of_the_name_and_a_side_is_not(text: str, expected: str) -> None:
    assert resolved(text) == [expected]


@pytest.mark.parametrize("text", ["海康公司收购了该公司。", "青海湖注入该湖。"])
def test_the_object_of_a_clause_is_not_its_subject(text: str) -> None:
    assert resolved(text, _PLACES) == []


def test_the_object_of_a_later_sentence_may_be_a_subject_before() -> None:
    assert resolved("海康公司发布了年报。星河集团收购了该公司。") == ["海康公司"]
