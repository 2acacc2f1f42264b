"""What brackets assert is a claim of its own; a year, a short name, an amount or a condition in them is none."""

from __future__ import annotations

import pytest
from fakes.rule_reader import read_by_rules as read
from fakes.rule_reader import rule_claims as claims


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "长江（世界最长的河流）全长6300公里；流经印度。",
            ["长江全长6300公里。", "长江流经印度。", "长江是世界最长的河流。"],
        ),
        ("华为（总部位于深圳）成立于1987年。", ["华为成立于1987年。", "华为总部位于深圳。"]),
        (
            "华为（总部位于深圳，员工20万人）成立于1987年。",
            ["华为成立于1987年。", "华为总部位于深圳。", "华为员工20万人。"],
        ),
        ("鲁迅（作家）生于绍兴。", ["鲁迅生于绍兴。", "鲁迅是作家。"]),
        (
            "埃菲尔铁塔(高300米)位于巴黎（法国首都）。",
            ["埃菲尔铁塔位于巴黎。", "埃菲尔铁塔高300米。", "巴黎是法国首都。"],
        ),
        ("长江全长6300公里（流经11个省）。", ["长江全长6300公里。", "长江流经11个省。"]),
        ("爱因斯坦（他出生于乌尔姆）提出了相对论。", ["爱因斯坦提出了相对论。", "爱因斯坦出生于乌尔姆。"]),
        ("该公司（成立于1998年）总部位于北京。", ["该公司总部位于北京。", "该公司成立于1998年。"]),
    ],
)
def test_each_assertion_in_chinese_brackets_is_a_claim(text: str, said: list[str]) -> None:
    found = read(text).statements

    assert [one.text for one in found] == said
    assert all(one.triples for one in found)
    for one in found:
        for quote in one.quotes:
            assert text[quote.source : quote.source + quote.end - quote.start] == one.text[quote.start : quote.end]


def test_what_stands_in_brackets_has_its_place_there() -> None:
    text = "巴黎（法国首都）位于塞纳河畔。"

    found = read(text).statements

    assert [[text[span.start : span.end] for span in one.spans] for one in found] == [
        ["巴黎", "位于塞纳河畔"],
        ["巴黎", "法国首都"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "该公司营收3亿元（约合4000万美元）。",
        "员工（含实习生）每年享受5天年假。",
        "员工（试用期满）可休假10天。",
        "产品价格为100元（不含税）。",
        "北京（中国）举办了奥运会。",
        "他出生于1990年（农历五月）。",
    ],
)
def test_chinese_brackets_that_restrict_or_restate_stay_where_they_are(text: str) -> None:
    assert claims(text) == [text]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("世界卫生组织（WHO）总部位于日内瓦。", ["世界卫生组织总部位于日内瓦。"]),
        ("长江全长6300公里[1]。", ["长江全长6300公里。"]),
        ("鲁迅（1881年－1936年）是作家。", ["鲁迅出生于1881年。", "鲁迅逝世于1936年。", "鲁迅是作家。"]),
    ],
)
def test_short_names_citations_and_years_of_life_in_chinese_brackets_are_no_assertions(
    text: str, said: list[str]
) -> None:
    assert claims(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "The Yangtze (the longest river in the world) is 6,300 km long.",
            ["The Yangtze is 6,300 km long.", "The Yangtze is the longest river in the world."],
        ),
        ("Acme (founded in 1990) sells bicycles.", ["Acme sells bicycles.", "Acme was founded in 1990."]),
        ("Acme (based in Oslo) sells bicycles.", ["Acme sells bicycles.", "Acme is based in Oslo."]),
        (
            "Paris (it has two million inhabitants) is a city.",
            ["Paris is a city.", "Paris has two million inhabitants."],
        ),
        (
            "The tower is 300 m tall (it was built in 1889).",
            ["The tower is 300 m tall.", "The tower was built in 1889."],
        ),
        ("The drug (approved in 2010) is safe.", ["The drug is safe.", "The drug was approved in 2010."]),
    ],
)
def test_each_assertion_in_english_brackets_is_a_claim(text: str, said: list[str]) -> None:
    assert claims(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Berlin (Germany) has 3.7 million inhabitants.",
        "Mount Everest (8,849 m) is the highest mountain.",
        "The Ming dynasty (1368-1644) built the wall.",
        "The company grew by 5% (from 3 to 4 million).",
    ],
)
def test_english_brackets_that_only_add_stay_where_they_are(text: str) -> None:
    assert claims(text) == [text]


def test_a_short_name_in_english_brackets_is_no_assertion() -> None:
    assert claims("The World Health Organization (WHO) is based in Geneva.") == [
        "The World Health Organization is based in Geneva."
    ]


def test_no_claim_runs_on_from_half_of_what_is_in_brackets() -> None:
    text = "Apple (whose founder was Steve Jobs) released the iPhone in 2007."

    assert claims(text) == [text]


def test_a_participle_says_where_a_firm_is_based() -> None:
    assert claims("Acme, based in Oslo, sells bicycles.") == ["Acme sells bicycles.", "Acme is based in Oslo."]


def test_what_stands_behind_a_second_name_in_chinese_brackets_is_an_assertion() -> None:
    assert claims("特斯拉（Tesla, Inc.，总部位于奥斯汀）成立于2003年。") == [
        "特斯拉成立于2003年。",
        "特斯拉总部位于奥斯汀。",
    ]


def test_a_name_in_another_language_is_no_assertion() -> None:
    assert claims("埃菲尔铁塔（法语：La Tour Eiffel）位于巴黎。") == ["埃菲尔铁塔位于巴黎。"]


def test_what_chinese_brackets_deny_is_a_claim_with_its_negation() -> None:
    assert claims("华为（不属于国企）成立于1987年。") == ["华为成立于1987年。", "华为不属于国企。"]
