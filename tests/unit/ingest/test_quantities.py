"""Quantities: the same value however it is written, in both languages, and nothing that counts nothing."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.text.numerals import chinese_number, english_number
from claimgraph.ingest.text.quantities import Quantity, find_quantities


def _one(text: str, lang: str = "en") -> Quantity:
    found = find_quantities(text, lang)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("30 million people", "en"),
        ("30,000,000 people", "en"),
        ("thirty million people", "en"),
        ("3,000万人", "zh"),
        ("三千万人", "zh"),
        ("3000万人", "zh"),
    ],
)
def test_thirty_million_people_are_one_value_however_written(text: str, lang: str) -> None:
    quantity = _one(text, lang)
    assert (quantity.low, quantity.unit) == (Decimal(30_000_000), "person")


@pytest.mark.parametrize(
    ("text", "lang", "value", "unit"),
    [
        ("1,000 ships", "en", "1000", "ship"),
        ("50 percent", "en", "50", "%"),
        ("百分之五十", "zh", "50", "%"),
        ("三成", "zh", "30", "%"),
        ("三分之一", "zh", "33.33333333333333333333333333", "%"),
        ("half of the voters", "en", "50", "%"),
        ("$5.2bn", "en", "5200000000", "USD"),
        ("5.2 billion dollars", "en", "5200000000", "USD"),
        ("52亿美元", "zh", "5200000000", "USD"),
        ("300元", "zh", "300", "CNY"),
        ("¥500", "zh", "500", "CNY"),
        ("€1.5m", "en", "1500000", "EUR"),
        ("4 km", "en", "4000", "m"),
        ("4000米", "zh", "4000", "m"),
        ("20 tonnes", "en", "20000", "kg"),
        ("20吨", "zh", "20000", "kg"),
        ("103,000 square kilometres", "en", "103000000000", "m2"),
        ("10.3万平方公里", "zh", "103000000000", "m2"),
        ("-5 °C", "en", "-5", "°C"),
        ("12 full-time employees", "en", "12", "employee"),
        ("12名员工", "zh", "12", "员工"),
        ("15天", "zh", "1296000", "second"),
        ("15 days", "en", "1296000", "second"),
        ("五年寿命", "zh", "60", "month"),
        ("twenty-three ships", "en", "23", "ship"),
        ("a dozen eggs", "en", "12", "egg"),
        ("三千五百辆汽车", "zh", "3500", "汽车"),
        ("1亿2000万元", "zh", "120000000", "CNY"),
        ("the third place", "en", "3", "ordinal"),
        ("第11位", "zh", "11", "ordinal"),
        ("10:30", "en", "630", "clock"),
        ("翻了一番", "zh", "2", "x"),
        ("twice as many", "en", "2", "x"),
    ],
)
def test_value_and_unit_are_read(text: str, lang: str, value: str, unit: str) -> None:
    quantity = _one(text, lang)
    assert (quantity.low, quantity.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "lang", "low", "high"),
    [("3-5 km", "en", 3000, 5000), ("from 3 to 5 people", "en", 3, 5), ("三到五天", "zh", 259_200, 432_000)],
)
def test_a_range_is_one_quantity_with_two_ends(text: str, lang: str, low: int, high: int) -> None:
    quantity = _one(text, lang)
    assert (quantity.low, quantity.high) == (low, high)


def test_a_change_from_one_value_to_another_is_two_quantities() -> None:
    assert [q.low for q in find_quantities("It rose from 3 to 5 members", "en")] == [3, 5]
    assert [q.low for q in find_quantities("由70分钟缩短到12分钟", "zh")] == [4200, 720]


@pytest.mark.parametrize(
    ("text", "lang", "bound"),
    [
        ("at least 5 ships", "en", "at_least"),
        ("more than 5 ships", "en", "more_than"),
        ("up to 5 ships", "en", "up_to"),
        ("fewer than 5 ships", "en", "less_than"),
        ("不少于5艘船", "zh", "at_least"),
        ("超过5艘船", "zh", "more_than"),
        ("120余人", "zh", "more_than"),
        ("不足5天", "zh", "less_than"),
    ],
)
def test_bounds_are_read(text: str, lang: str, bound: str) -> None:
    assert _one(text, lang).bound == bound


@pytest.mark.parametrize(
    ("text", "lang"), [("about 5 ships", "en"), ("nearly 300 ships", "en"), ("约15%", "zh"), ("15%左右", "zh")]
)
def test_approximations_are_marked(text: str, lang: str) -> None:
    assert _one(text, lang).approximate


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Version 2.0.1 came out", "en"),
        ("a B737 and an A320", "en"),
        ("COVID-19", "en"),
        ("one of the largest", "en"),
        ("统一，一些，唯一，十分，四川", "zh"),
        ("in 2019", "en"),
        ("2019年3月4日", "zh"),
        ("《第三四重奏》", "zh"),
        ("", "en"),
        ("no digits here", "en"),
    ],
)
def test_what_counts_nothing_is_no_quantity(text: str, lang: str) -> None:
    assert find_quantities(text, lang) == []


def test_a_number_that_names_a_thing_is_a_label() -> None:
    assert _one("Debian 1.2 Rex").kind == "label"
    assert _one("雅音3耳机", "zh").kind == "label"


def test_a_year_before_people_is_a_count() -> None:
    assert _one("2019 people came").low == 2019


@given(st.text(max_size=200), st.sampled_from(["en", "zh"]))
def test_quantities_lie_in_the_text_in_order_and_apart(text: str, lang: str) -> None:
    previous = 0
    for quantity in find_quantities(text, lang):
        assert previous <= quantity.start < quantity.end <= len(text)
        assert quantity.low <= quantity.high
        assert text[quantity.start : quantity.end] == quantity.surface
        previous = quantity.end


@given(st.integers(min_value=0, max_value=10**12))
def test_digits_with_and_without_separators_are_equal(value: int) -> None:
    assert _one(f"{value:,} ships").low == _one(f"a {value} ships").low == value


_DIGITS = "零一二三四五六七八九"


def _in_chinese(value: int) -> str:
    if value < 10:
        return _DIGITS[value]
    for place, char in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十")):
        if value >= place:
            head, rest = divmod(value, place)
            gap = "零" if 0 < rest < place // 10 else ""
            return _in_chinese(head) + char + (gap + _in_chinese(rest) if rest else "")
    raise AssertionError(value)


@given(st.integers(min_value=0, max_value=10**9))
def test_chinese_numerals_read_back_as_the_number_written(value: int) -> None:
    assert chinese_number(_in_chinese(value)) == value


def test_english_cardinals_are_exact() -> None:
    assert english_number("two hundred and five thousand") == 205_000
    assert english_number("a million") == 1_000_000
    assert english_number("twenty thirty") is None


@pytest.mark.parametrize(
    ("text", "lang", "low", "unit"),
    [
        ("It takes an hour and a half.", "en", 5400, "second"),
        ("It takes one and a half hours.", "en", 5400, "second"),
        ("It takes an hour and three quarters.", "en", 6300, "second"),
        ("It takes one and three-quarter hours.", "en", 6300, "second"),
        ("It takes two and a quarter hours.", "en", 8100, "second"),
        ("A year and a half of work", "en", 18, "month"),
        ("It takes half an hour.", "en", 1800, "second"),
        ("需要一个半小时。", "zh", 5400, "second"),
        ("需要半小时。", "zh", 1800, "second"),
        ("历时两年半。", "zh", 30, "month"),
        ("有一半业主同意。", "zh", 50, "%"),
        ("半数业主同意。", "zh", 50, "%"),
    ],
)
def test_halves_are_read_with_their_unit(text: str, lang: str, low: int, unit: str) -> None:
    (quantity,) = find_quantities(text, lang)
    assert (quantity.low, quantity.unit) == (low, unit)


@pytest.mark.parametrize("text", ["过半数业主同意。", "半数以上业主同意。"])
def test_more_than_half_is_a_bound(text: str) -> None:
    (quantity,) = find_quantities(text, "zh")
    assert (quantity.low, quantity.bound) == (50, "more_than")


def test_the_halves_of_a_year_are_no_durations() -> None:
    assert find_quantities("上半年利润增长。", "zh") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("球队三胜两负", [(3, "胜"), (2, "负")]),
        ("小董五投四中，教练很满意", [(5, "投"), (4, "中")]),
        ("他们九连败之后换了主帅", [(9, "连败")]),
        ("八战全胜", [(8, "战")]),
        ("二战期间", []),
        ("三中全会的公报", []),
        ("他是一中的校友", []),
    ],
)
def test_games_won_and_lost_are_counted_by_their_verb(text: str, told: list[tuple[int, str]]) -> None:
    assert [(int(one.low), one.unit) for one in find_quantities(text, "zh")] == told
