"""Times of day, parts of one measure, fractions, days told by an ordinal, and how much more."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.text.dates import find_dates, same_date
from claimgraph.ingest.text.quantities import find_quantities
from claimgraph.ingest.text.quantity import Quantity


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _only(text: str) -> Quantity:
    (found,) = find_quantities(text, _lang(text))
    return found


@pytest.mark.parametrize(
    ("text", "minutes", "open_half"),
    [
        ("The talk begins at a quarter past nine.", 9 * 60 + 15, True),
        ("Tea is at half past ten.", 10 * 60 + 30, True),
        ("The ferry left at twenty to six.", 5 * 60 + 40, True),
        ("Doors open at ten o'clock in the evening.", 22 * 60, False),
        ("It starts at 7.45 a.m. sharp.", 7 * 60 + 45, False),
        ("Locked at 8 pm.", 20 * 60, False),
        ("Locked at 8pm.", 20 * 60, False),
        ("It stays open until eight in the evening.", 20 * 60, False),
        ("Guests must leave by 11 in the morning.", 11 * 60, False),
        ("The gate shuts at 16:30.", 16 * 60 + 30, False),
        ("The gate shuts at 9:30.", 9 * 60 + 30, True),
        ("Lunch is at noon.", 720, False),
        ("It closed at midnight.", 0, False),
        ("12:10 a.m.", 10, False),
        ("初亏在凌晨2时35分。", 2 * 60 + 35, False),
        ("会议下午三点半开始。", 15 * 60 + 30, False),
        ("晚上十二点", 0, False),
        ("中午十二点", 720, False),
        ("八点一刻", 8 * 60 + 15, True),
        ("列车19时30分发车。", 19 * 60 + 30, False),
        ("市气象台今日16时解除预警。", 16 * 60, False),
        ("今日十六时解除预警。", 16 * 60, False),
        ("周一9时开会。", 9 * 60, True),
        ("昨天16时出发。", 16 * 60, False),
        ("活动11时结束。", 11 * 60, True),
        ("会议自9时起。", 9 * 60, True),
        ("今晨6时断水。", 6 * 60, False),
    ],
)
def test_a_time_of_day_is_minutes_after_midnight(text: str, minutes: int, open_half: bool) -> None:
    time = _only(text)

    assert (time.kind, time.unit, time.low, time.half_day_open) == ("time", "clock", Decimal(minutes), open_half)


@pytest.mark.parametrize(
    "text",
    [
        "He made 3点 of it",
        "他提出3点意见。",
        "比赛用时2时35分。",
        "当天16时间隔不变。",
        "他住在2时区。",
        "航行历时8时。",
        "他等了三小时。",
        "比赛用时2时，",
        "公元3世纪16时代。",
        "作业用时2时。",
        "from ten to six hundred",
        "a quarter of the past year",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert [one for one in find_quantities(text, _lang(text)) if one.kind == "time"] == []


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("open 10am-2pm", [("10am", 600), ("2pm", 840)]),
        ("from 9–11 am", [("9", 540), ("11 am", 660)]),
        ("from 11 to 2 pm", [("11", 660), ("2 pm", 840)]),
        ("between 2 and 4 p.m.", [("2", 840), ("4 p.m.", 960)]),
    ],
)
def test_the_beginning_of_a_span_may_leave_out_its_half_of_the_day(text: str, times: list[tuple[str, int]]) -> None:
    assert [(one.surface, int(one.low)) for one in find_quantities(text, "en")] == times


def test_the_stop_of_a_sentence_is_no_part_of_a_time() -> None:
    assert _only("It is open until 2 pm.").surface == "2 pm"


def test_of_two_times_of_a_span_both_are_times() -> None:
    found = find_quantities("上午9时至11时开放。", "zh")

    assert [(one.kind, one.low) for one in found] == [("time", 540), ("time", 660)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("最高气温35度以上。", "temperature"),
        ("烤箱预热至180度。", "temperature"),
        ("35度以上的高温持续一周。", "temperature"),
        ("孩子体温烧到39度。", "temperature"),
        ("位于北纬35度。", "angle"),
        ("转弯90度。", "angle"),
    ],
)
def test_what_stands_beside_degrees_tells_whether_they_are_of_temperature(text: str, kind: str) -> None:
    (found,) = [one for one in find_quantities(text, "zh") if one.kind in ("temperature", "angle")]

    assert found.kind == kind


@pytest.mark.parametrize("text", ["牟振邦一人身兼董事长。", "两职由同一人担任。", "他一人包揽三金。"])
def test_one_who_is_alone_in_something_is_no_count(text: str) -> None:
    assert "一人" not in [one.surface for one in find_quantities(text, "zh")]


def test_one_person_is_a_count_elsewhere() -> None:
    assert "一人" in [one.surface for one in find_quantities("事故造成一人受伤。", "zh")]


@given(hour=st.integers(13, 23), minute=st.integers(0, 59))
def test_a_time_after_noon_is_the_same_in_every_way_of_writing(hour: int, minute: int) -> None:
    ways = (
        f"{hour}:{minute:02}",
        f"{hour - 12}:{minute:02} p.m.",
        f"下午{hour - 12}点{minute}分",
        f"{hour}时{minute}分",
    )

    assert {_only(way).low for way in ways} == {Decimal(60 * hour + minute)}


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("It takes 1 hour 50 minutes.", 6600, "second"),
        ("two hours and 35 minutes", 9300, "second"),
        ("five feet four inches", Decimal("1.6256"), "m"),
        ("历时2小时35分。", 9300, "second"),
        ("晚点两小时零五分抵达。", 7500, "second"),
        ("历时十小时三十二分。", 37920, "second"),
        ("全程三小时二十分的路程。", 12000, "second"),
        ("历时1小时零5分钟。", 3900, "second"),
        ("3 years and 6 months", 42, "month"),
    ],
)
def test_two_parts_of_one_measure_are_one_value(text: str, value: Decimal | int, unit: str) -> None:
    found = _only(text)

    assert (found.low, found.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text", ["It lasted two hours. 30 minutes later", "90 minutes 2 hours", "at least 2 hours or 30 minutes"]
)
def test_two_measures_beside_each_other_stay_two(text: str) -> None:
    assert len(find_quantities(text, "en")) == 2


@pytest.mark.parametrize(
    ("text", "percent", "bound"),
    [
        ("more than four fifths of the capacity", 80, "more_than"),
        ("three-quarters of them", 75, ""),
        ("seven eighths of an acre", Decimal("87.5"), ""),
        ("a sixth of the voters", Decimal(100) / 6, ""),
    ],
)
def test_a_fraction_in_words_is_a_percentage(text: str, percent: Decimal | int, bound: str) -> None:
    found = _only(text)

    assert (found.low, found.unit, found.bound) == (Decimal(percent), "%", bound)


@pytest.mark.parametrize("text", ["She was a sixth member of it.", "the fourth of July"])
def test_an_ordinal_is_no_fraction(text: str) -> None:
    assert [one for one in find_quantities(text, "en") if one.kind == "percent"] == []


@pytest.mark.parametrize("text", ["Adults should not take more than three sachets.", "It cannot exceed three sachets."])
def test_a_bound_with_its_verb_between_is_a_bound(text: str) -> None:
    assert _only(text).bound == "at_most"


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("filed on the second of November 2019", 2019, 11, 2),
        ("on the twenty-third of June", None, 6, 23),
        ("on November the second, 2019", 2019, 11, 2),
    ],
)
def test_a_day_told_by_an_ordinal_is_a_date(text: str, year: int | None, month: int, day: int) -> None:
    (date,) = find_dates(text)

    assert (date.year, date.month, date.day) == (year, month, day)


def test_a_date_that_can_be_read_two_ways_agrees_with_both_and_with_no_other() -> None:
    (slashed,) = find_dates("filed 02/11/2019")
    second, eleventh, other = (find_dates(day)[0] for day in ("2 November 2019", "11 February 2019", "3 November 2019"))

    assert [same_date(one, slashed) for one in (second, eleventh, other)] == ["equal", "equal", "different"]
    assert same_date(slashed, second) == "vague"
    assert same_date(slashed, other) == "different"
    assert same_date(slashed, find_dates("11/02/2019")[0]) == "vague"


@pytest.mark.parametrize(
    "text",
    [
        "It costs nine euros more than before.",
        "A train that takes 45 minutes longer",
        "试剂费比原来贵了9元。",
        "It is older by 9 years.",
    ],
)
def test_how_much_more_is_known_as_a_difference(text: str) -> None:
    assert _only(text).difference


@pytest.mark.parametrize(
    "text", ["It costs nine euros.", "More than nine euros were paid.", "试剂费是9元。", "He paid 9 more of them."]
)
def test_an_amount_is_no_difference(text: str) -> None:
    assert not any(one.difference for one in find_quantities(text, _lang(text)) if one.unit not in ("", "more"))


def test_a_timetable_of_twenty_thousand_times_is_read_whole() -> None:
    found = find_quantities("9:15, " * 20_000, "en")

    assert len(found) == 20_000
    assert {one.low for one in found} == {Decimal(555)}


@pytest.mark.parametrize(
    "text", ["会议开了两小时十分顺利", "他练习两小时三分球", "停车两小时五分钱", "等了两小时五分之一", "两小时七分饱"]
)
def test_what_only_looks_like_minutes_is_none(text: str) -> None:
    assert next(one.low for one in find_quantities(text, "zh")) == 7200
