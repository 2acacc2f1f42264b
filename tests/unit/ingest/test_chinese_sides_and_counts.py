"""Sides of a subject, counts, credits and conditions: who or what a Chinese clause without a subject speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from fakes.chinese_text import parse_chinese

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.chinese import read_chinese


def read(text: str, names: Mapping[str, str] | None = None) -> list[Statement]:
    return read_chinese(parse_chinese(text, names), {})


def texts(text: str, names: Mapping[str, str] | None = None) -> list[str]:
    return [statement.text for statement in read(text, names)]


def test_an_extreme_value_behind_another_is_of_the_same_thing() -> None:
    assert texts("发动机最大功率为110千瓦，最大扭矩为320牛米。") == [
        "发动机最大功率为110千瓦。",
        "发动机最大扭矩为320牛米。",
    ]


def test_a_clause_behind_a_side_goes_on_with_whose_it_is() -> None:
    assert texts("该岛人口约1200人，通过一条堤道与大陆相连。")[1] == "该岛通过一条堤道与大陆相连。"


def test_afterwards_opens_a_clause_with_the_subject_before() -> None:
    found = texts("李文博1984年毕业于清华大学，后赴德国留学。", {"李文博": "PER", "清华大学": "ORG"})

    assert found[-1] == "李文博后赴德国留学。"


def test_a_span_of_time_before_a_verb_is_no_subject() -> None:
    found = texts("张伟出生于上海，七岁开始学习钢琴。", {"张伟": "PER", "上海": "LOC"})

    assert found[-1] == "张伟七岁开始学习钢琴。"


def test_how_often_is_no_part_of_the_subject() -> None:
    assert texts("成人每次服用1至2片，每日3次。") == ["成人每次服用1至2片。", "成人每日3次。"]


def test_a_second_condition_is_met_by_whom_the_first_speaks_of() -> None:
    found = texts("员工工作满1年不满10年的，年休假5天；满10年不满20年的，年休假10天。")

    assert found == ["员工工作满1年不满10年的，年休假5天。", "员工工作满10年不满20年的，年休假10天。"]


def test_a_condition_behind_one_without_nouns_before_it_takes_no_subject_over() -> None:
    found = texts("如果员工请假，工资照发；满10年不满20年的，年休假10天。")

    assert found[-1] == "满10年不满20年的，年休假10天。"


def test_each_count_of_a_part_keeps_of_what_it_is_a_part() -> None:
    found = read("全校共有教师800人，其中教授120人、副教授260人，讲师300人。")

    assert [statement.text for statement in found][1:] == ["其中教授120人。", "其中副教授260人。", "其中讲师300人。"]
    assert not any(statement.standalone for statement in found[1:])


def test_an_item_with_its_own_number_and_modifier_is_told_apart() -> None:
    assert texts("申请人应提交身份证、户口簿和近三个月的工资流水。") == [
        "申请人应提交身份证。",
        "申请人应提交户口簿。",
        "申请人应提交近三个月的工资流水。",
    ]


def test_each_way_in_a_list_of_ways_is_a_claim() -> None:
    assert texts("该病毒通过飞沫、接触和气溶胶传播。") == [
        "该病毒通过飞沫传播。",
        "该病毒通过接触传播。",
        "该病毒通过气溶胶传播。",
    ]


def test_who_had_a_part_in_a_work_does_not_take_the_place_of_the_work() -> None:
    found = texts(
        "电影由李明执导，王刚、周敏主演，讲述了一个家庭的故事。", {"李明": "PER", "王刚": "PER", "周敏": "PER"}
    )

    assert found == ["电影由李明执导。", "电影王刚主演。", "电影周敏主演。", "电影讲述了一个家庭的故事。"]


def test_what_a_person_announces_is_said_with_who_announced_it() -> None:
    found = texts("董事长林涛在会上宣布，新工厂将于2026年投产。", {"林涛": "PER"})

    assert found == ["董事长林涛在会上宣布，新工厂将于2026年投产。"]


def test_a_dynasty_before_what_happened_to_it_is_the_subject() -> None:
    assert texts("唐朝于618年由李渊建立，907年灭亡。", {"李渊": "PER"}) == [
        "唐朝于618年建立。",
        "唐朝由李渊建立。",
        "唐朝907年灭亡。",
    ]


def test_a_verb_that_the_dictionary_has_as_a_noun_is_a_predicate() -> None:
    assert texts("这座大桥由北江集团设计，2015年动工。", {"北江集团": "ORG"}) == [
        "这座大桥由北江集团设计。",
        "这座大桥2015年动工。",
    ]


def test_important_is_no_quality_that_holds_by_itself() -> None:
    assert texts("这座城市是重要的交通枢纽。") == ["这座城市是重要的交通枢纽。"]


def test_those_of_whom_the_noun_is_left_out_do_not_stand_alone() -> None:
    found = read("贷款金额在50万元以下的年利率为3.5%，50万元以上的为4.2%。")

    assert found[1].text == "50万元以上的为4.2%。"
    assert not found[1].standalone
