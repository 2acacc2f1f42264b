"""Dates: one date however it is written, spans of years, and numbers that are none."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.text.dates import DateMention, find_dates, same_date


def _one(text: str) -> DateMention:
    found = find_dates(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    "text",
    [
        "on 4 March 2019",
        "on March 4, 2019",
        "March 4th, 2019",
        "the 4th of March 2019",
        "2019-03-04",
        "2019/3/4",
        "2019年3月4日",
        "二〇一九年三月四日",
        "4 Mar. 2019",
    ],
)
def test_one_day_however_written(text: str) -> None:
    date = _one(text)
    assert (date.year, date.month, date.day) == (2019, 3, 4)


@pytest.mark.parametrize(
    ("text", "year", "last"),
    [
        ("in the 1990s", 1990, 1999),
        ("the 19th century", 1800, 1899),
        ("the nineteenth century", 1800, 1899),
        ("19世纪", 1800, 1899),
        ("十九世纪", 1800, 1899),
        ("20世纪90年代", 1990, 1999),
        ("1990年代", 1990, 1999),
    ],
)
def test_decades_and_centuries_are_spans_of_years(text: str, year: int, last: int) -> None:
    date = _one(text)
    assert (date.year, date.last_year) == (year, last)


def test_parts_of_a_year() -> None:
    assert (_one("Q3 2021").quarter, _one("Q3 2021").year) == (3, 2021)
    assert _one("the third quarter of 2021").quarter == 3
    assert _one("2021年第三季度").quarter == 3
    assert _one("in the summer of 2020").season == 2
    assert _one("周一").weekday == 1
    assert _one("on Monday").weekday == 1
    assert _one("公元前221年").year == -221
    assert _one("in 221 BC").year == -221


@pytest.mark.parametrize(
    "text", ["in 2019", "founded 1998", "The 2010 election", "since 1996", "(1944)", "established in 930."]
)
def test_a_bare_year_in_context_is_a_date(text: str) -> None:
    assert _one(text).year is not None


@pytest.mark.parametrize(
    "text",
    ["1500 people", "2000 metres", "over 2000", "1666 m", "It may march on", "5年后", "12个月", "2,019", "第三日线"],
)
def test_a_number_that_counts_is_no_date(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("in 2019", "on 4 March 2019", "equal"),
        ("on 4 March 2019", "in 2019", "vague"),
        ("in 2019", "in 2020", "different"),
        ("March 2019", "April 2019", "different"),
        ("in 1995", "the 1990s", "vague"),
        ("the 1990s", "in 1995", "equal"),
        ("in 2005", "the 1990s", "different"),
        ("Q1 2021", "May 2021", "different"),
        ("early March 1994", "5 March 1994", "equal"),
        ("early March 1994", "28 March 1994", "different"),
        ("early March 1994", "March 1994", "vague"),
        ("March 1994", "early March 1994", "equal"),
        ("28 March 1994", "early March 1994", "different"),
        ("5 March 1994", "early March 1994", "vague"),
        ("late 2019", "March 2019", "different"),
        ("late 2019", "November 2019", "equal"),
        ("late 2019", "in the autumn of 2019", "equal"),
        ("early 2019", "in 2019", "vague"),
        ("in the second half of 2021", "Q3 2021", "vague"),
        ("in the second half of 2021", "Q1 2021", "different"),
        ("Q3 2021", "in the second half of 2021", "vague"),
        ("Q3 2021", "in 2021", "vague"),
        ("the end of March 2019", "late March 2019", "equal"),
        ("the late 1990s", "in 1994", "different"),
        ("the late 1990s", "in 1998", "equal"),
        ("the 1990s", "the late 1990s", "equal"),
        ("the early 20th century", "in 1912", "equal"),
        ("the early 20th century", "in 1988", "different"),
        ("六月中旬", "6月18日", "equal"),
        ("六月下旬", "6月18日", "different"),
        ("2019年上半年", "2019年8月", "different"),
        ("2019年底", "2019年12月", "equal"),
        ("九十年代末", "1991年", "different"),
    ],
)
def test_comparison(claim: str, evidence: str, expected: str) -> None:
    assert same_date(_one(claim), _one(evidence)) == expected


@pytest.mark.parametrize(
    ("text", "surface", "precision"),
    [
        ("It opened in mid-June.", "mid-June", "part"),
        ("It opened late in 2020.", "late in 2020", "part"),
        ("It closed at the end of May 2018.", "end of May 2018", "part"),
        ("It must close by the end of 2019.", "2019", "year"),
        ("The mid to late 1980s were good years.", "1980s", "span"),
        ("必须在2019年底前完工。", "2019年", "year"),
        ("2019年初秋完工。", "2019年", "year"),
        ("2019年年初完工。", "2019年年初", "part"),
        ("早在2019年中国就有了。", "2019年", "year"),
    ],
)
def test_a_part_of_a_year_or_month_is_one_where_it_is_no_limit(text: str, surface: str, precision: str) -> None:
    date = _one(text)

    assert (date.surface, date.precision) == (surface, precision)


@given(st.dates(min_value=datetime.date(1300, 1, 1), max_value=datetime.date(2999, 12, 31)))
def test_every_form_of_a_day_is_the_same_date(day: datetime.date) -> None:
    forms = (
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%B} {day.year}",
    )
    for form in forms:
        date = _one(form)
        assert (date.year, date.month, date.day) == (day.year, day.month, day.day)


@given(st.text(max_size=200))
def test_dates_lie_in_the_text_in_order_and_apart(text: str) -> None:
    previous = 0
    for date in find_dates(text):
        assert previous <= date.start < date.end <= len(text)
        assert text[date.start : date.end] == date.surface
        previous = date.end
