"""The triples of Chinese statements."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fakes.chinese_text import parse_chinese

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import StatedTriple
from claimgraph.ingest.statements.chinese import read_chinese


def triples(text: str, names: Mapping[str, str] | None = None) -> list[StatedTriple]:
    return [triple for statement in read_chinese(parse_chinese(text, names), {}) for triple in statement.triples]


def shown(text: str, names: Mapping[str, str] | None = None) -> list[tuple[str, str, str]]:
    return [(triple.head.text, triple.relation, triple.tail.text) for triple in triples(text, names)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Vue由尤雨溪创建。", ("尤雨溪", "创建", "Vue")),
        ("海康公司位于杭州。", ("海康公司", "位于", "杭州")),
        ("Redis是一个数据库。", ("Redis", "是", "数据库")),
        ("海康公司成立于2001年。", ("海康公司", "成立于", "2001年")),
        ("该软件不支持扫描。", ("该软件", "不支持", "扫描")),
        ("员工不得使用公车。", ("员工", "不得使用", "公车")),
        ("他的代表作是《长河》。", ("他的代表作", "是", "长河")),
        ("流感通过飞沫传播。", ("流感", "传播通过", "飞沫")),
        ("杭州全长40公里。", ("杭州", "全长", "40公里")),
    ],
)
def test_a_claim_of_two_arguments_is_a_triple(sentence: str, expected: tuple[str, str, str]) -> None:
    assert shown(sentence, {"海康公司": "ORG", "杭州": "LOC", "尤雨溪": "PER"}) == [expected]


def test_an_active_and_a_passive_sentence_share_their_normal_form() -> None:
    active = triples("尤雨溪创建了Vue。", {"尤雨溪": "PER"})[0]
    passive = triples("Vue由尤雨溪创建。", {"尤雨溪": "PER"})[0]

    assert active.normal == passive.normal == ("尤雨溪", "创建", "Vue")


def test_the_time_of_an_action_is_a_fact_about_its_object() -> None:
    assert ("Vue", "创建于", "2014年") in shown("2014年，尤雨溪创建了Vue。", {"尤雨溪": "PER"})


def test_negation_is_part_of_the_normal_form() -> None:
    assert triples("该软件不支持扫描。")[0].normal[1] == "not 支持"


def test_terms_have_types_and_places() -> None:
    text = "尤雨溪于2014年在无锡创建了Vue。"

    found = triples(text, {"尤雨溪": "PER", "无锡": "LOC"})

    assert [(t.head.type, t.tail.type) for t in found] == [
        (EntityType.PERSON, EntityType.NAME),
        (EntityType.NAME, EntityType.DATE),
        (EntityType.NAME, EntityType.PLACE),
    ]
    assert all(text[s.start : s.end] == term.text for t in found for term in (t.head, t.tail) for s in term.spans)


@pytest.mark.parametrize(
    "sentence", ["如果下雨，比赛就取消。", "专家表示，吸烟会损害健康。", "消费满100元可获得1张券。"]
)
def test_conditionals_and_attributions_have_no_triple(sentence: str) -> None:
    assert shown(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("挪威的首都是奥斯陆。", ("挪威", "首都", "奥斯陆")),
        ("Vue是尤雨溪创造的。", ("尤雨溪", "创造", "Vue")),
        ("Vue不是尤雨溪创造的。", ("尤雨溪", "not 创造", "Vue")),
        ("尤雨溪可能创建了Vue。", ("尤雨溪", "可能创建", "Vue")),
        ("学校必须购买教材。", ("学校", "必须购买", "教材")),
        ("员工不得使用公车。", ("员工", "not 可以使用", "公车")),
        ("尤雨溪没有创建React。", ("尤雨溪", "not 创建", "React")),
    ],
)
def test_the_key_of_a_triple_holds_negation_modality_and_role(sentence: str, expected: tuple[str, str, str]) -> None:
    found = triples(sentence, {"尤雨溪": "PER", "奥斯陆": "LOC", "挪威": "LOC"})

    assert [triple.normal for triple in found] == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "新机器比旧机器快三倍。",
        "这家平台不向第三方出售数据。",
        "这家平台不与第三方共享数据。",
        "患者服药后出现头晕时应停药。",
    ],
)
def test_what_three_things_take_part_in_is_no_triple_of_two(sentence: str) -> None:
    assert triples(sentence) == []
