"""Dates that are told by another one just before them: "the next day", "the following year" or spring, 次日, 翌年."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.numerals import CHINESE_NUMERAL, ENGLISH_NUMBER, chinese_number, english_number
from claimgraph.ingest.text.word_lists import word_list

_NEXT = r"(?:the\s+)?(?:next|following)"
_OF_AN_EVENT = r"(?!\s+(?:the|an?|its|his|her|their|our|my|this|that|it|he|she|they|(?-i:[A-Z]))\b)"
_DAYS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(rf"\b(?:{_NEXT}\s+day|the\s+day\s+after{_OF_AN_EVENT}|a\s+day\s+later)\b", re.IGNORECASE), 1),
    (re.compile(rf"\b{_NEXT}(?=\s+(?:morning|afternoon|evening|night)\b)", re.IGNORECASE), 1),
    (re.compile(rf"\bthe\s+(?:previous\s+day|day\s+before{_OF_AN_EVENT})\b", re.IGNORECASE), -1),
    (re.compile(r"次日|翌日|隔天|(?<![\d一二三四五六七八九十])第二天"), 1),
    (re.compile(r"前一[天日]"), -1),
)
_YEARS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(rf"\b(?:{_NEXT}\s+year|the\s+year\s+after{_OF_AN_EVENT}|a\s+year\s+later)\b", re.IGNORECASE), 1),
    (re.compile(rf"\bthe\s+(?:previous\s+year|year\s+before{_OF_AN_EVENT})\b", re.IGNORECASE), -1),
    (re.compile(r"[次翌]年|(?<![\d一二三四五六七八九十])第二年"), 1),
    (re.compile(r"前一年"), -1),
)
_REACH = 160  # characters between a date and what is told from it
_NO_LEAP_YEAR = 2023  # for a day without a year


def with_relative_dates(text: str, dates: Sequence[DateMention]) -> list[DateMention]:
    """`dates` and those told from them, in order; what already belongs to a date is left alone.

    The surface of one that is told from another is the date written out ("September 10"), not what stands there.
    """
    if not dates:
        return []
    found = list(dates)
    for patterns, step in ((_DAYS, _other_day), (_YEARS, _other_year)):
        for pattern, steps in patterns:
            for match in pattern.finditer(text):
                base = _base(found, match.start(), step is _other_day)
                moved = None if base is None else step(base, steps)
                taken = any(one.start < match.end() and match.start() < one.end for one in found)
                if moved is not None and not taken:
                    said = _written(moved, chinese=not match.group().isascii())
                    found.append(replace(moved, start=match.start(), end=match.end(), surface=said))
    found += [one for one in _of_events(text, dates) if not _meets(one, found)]
    found += [one for one in _seasons(text, dates) if not _meets(one, found)]
    found += [one for one in _counted(text, dates) if not _meets(one, found)]
    return sorted(found, key=lambda one: one.start)


_EVENT = re.compile(r"\s*[,(]\s*(?P<words>the\s+(?P<unit>day|year)\s+(?P<side>after|before))\s+\w", re.IGNORECASE)


def _of_events(text: str, dates: Sequence[DateMention]) -> Iterator[DateMention]:
    """ "In 2022, the year after their promotion": they were promoted in 2021. The words stand for the event's date."""
    for base in dates:
        match = _EVENT.match(text, base.end)
        if match is None or base.last_year is not None:
            continue
        steps = -1 if match["side"].casefold() == "after" else 1
        if match["unit"].casefold() == "day":
            moved = _other_day(base, steps)
        else:
            moved = None if base.year is None else _other_year(base, steps)
        if moved is not None:
            said = _written(moved, chinese=False)
            yield replace(moved, start=match.start("words"), end=match.end("words"), surface=said)


_NEXT_SEASON = re.compile(
    r"\b(?:the\s+)?(?:next|following)\s+(?P<season>spring|summer|autumn|fall|winter)\b", re.IGNORECASE
)
_FIRST_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_SEASON_OF = {"spring": 1, "summer": 2, "autumn": 3, "fall": 3, "winter": 4}


def _seasons(text: str, dates: Sequence[DateMention]) -> Iterator[DateMention]:
    """ "In October 2011 ... the following spring": of 2012. Which one follows a bare year nobody can tell."""
    for match in _NEXT_SEASON.finditer(text):
        base = _base(dates, match.start(), day=False)
        if base is None or base.year is None or base.month is None:
            continue
        season = match["season"].casefold()
        year = base.year + (base.month >= _FIRST_MONTHS[season])
        said = f"{season} {year}"
        yield DateMention(match.start(), match.end(), said, year=year, season=_SEASON_OF[season])


_COUNT = rf"\d{{1,3}}|{ENGLISH_NUMBER}"
_COUNT_ZH = rf"\d{{1,3}}|{CHINESE_NUMERAL}{{1,3}}"
_SPAN_ON = re.compile(
    rf"(?P<count>{_COUNT})\s+(?P<unit>day|week|year)s?\s+(?P<on>later|earlier|after(?:wards)?)\b"
    rf"|(?P<zh>{_COUNT_ZH})(?P<unit_zh>年|天|周|个星期)(?P<on_zh>[后前])"
    rf"|比[^，。；]{{1,8}}(?P<on_by>[晚早])了?(?:整整)?(?P<zh_by>{_COUNT_ZH})(?P<unit_by>年|天|周|个星期)",
    re.IGNORECASE,
)
_DAYS_IN = {"day": 1, "天": 1, "week": 7, "周": 7, "个星期": 7}


def _counted(text: str, dates: Sequence[DateMention]) -> Iterator[DateMention]:
    """ "In 1922 ... six years later", 1922年……六年后, "on 11 January ... four weeks later", 2018年第三季度……晚整整两年.

    Only the word of direction stands for the date: "six years" is a span.
    """
    for match in _SPAN_ON.finditer(text):
        unit = match["unit"] or match["unit_zh"] or match["unit_by"]
        days = _DAYS_IN.get(unit.casefold())
        base = _base(dates, match.start(), day=days is not None)
        count = _whole(match["count"] or match["zh"] or match["zh_by"])
        if base is None or count is None or (days is None and base.year is None):
            continue
        name = "on" if match["on"] else "on_zh" if match["on_zh"] else "on_by"
        steps = -count if match[name].casefold() in ("earlier", "前", "早") else count
        if days is not None:
            moved = _other_day(base, steps * days)
        else:
            moved = DateMention(0, 0, "", year=(base.year or 0) + steps, quarter=base.quarter)
        if moved is not None:
            place = replace(moved, start=match.start(name), end=match.end(name))
            yield replace(place, surface=_written(place, chinese=name != "on"))


def _whole(written: str) -> int | None:
    if written.isdigit():
        return int(written)
    value = english_number(written) if written.isascii() else chinese_number(written)
    return None if value is None else int(value)


def _meets(one: DateMention, others: Sequence[DateMention]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _base(dates: Sequence[DateMention], start: int, day: bool) -> DateMention | None:
    """The last date before `start` that gives a day, or else a year."""
    before = [one for one in dates if one.end <= start <= one.end + _REACH and one.last_year is None]
    if day:
        before = [one for one in before if one.day is not None or one.weekday is not None]
    else:
        before = [one for one in before if one.year is not None]
    found = max(before, key=lambda one: one.start, default=None)
    if found is None or found.day is None or found.weekday is not None:
        return found
    beside = (one for one in dates if one.weekday is not None and one.day is None and _are_one_day(one, found))
    return replace(found, weekday=next((one.weekday for one in beside), None))


def _are_one_day(one: DateMention, other: DateMention) -> bool:
    """ "Sunday 12 March", "Sunday, 12 March", 3月12日星期日: one day, told in two ways."""
    return 0 <= other.start - one.end <= 2 or one.start == other.end


def _other_day(base: DateMention, steps: int) -> DateMention | None:
    weekday = None if base.weekday is None else (base.weekday - 1 + steps) % 7 + 1
    if base.day is None or base.month is None:
        return None if weekday is None else replace(base, day=None, weekday=weekday)
    try:
        moved = date(base.year or _NO_LEAP_YEAR, base.month, base.day) + timedelta(days=steps)
    except (ValueError, OverflowError):
        return None
    year = None if base.year is None else moved.year
    return replace(base, year=year, month=moved.month, day=moved.day, weekday=weekday)


def _other_year(base: DateMention, steps: int) -> DateMention | None:
    assert base.year is not None
    return DateMention(0, 0, "", year=base.year + steps)


_MONTHS = word_list(
    """
    January February March April May June July August September October November December
    """
)
_WEEKDAYS = word_list(
    """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    """
)


def _written(moved: DateMention, chinese: bool) -> str:
    year, month, day, weekday = moved.year, moved.month, moved.day, moved.weekday
    if chinese:
        dated = (f"{year}年" if year else "") + (f"{month}月{day}日" if month and day else "")
        return dated or ("周" + "一二三四五六日"[(weekday or 1) - 1])
    if month and day:
        return f"{_MONTHS[month - 1]} {day}" + (f", {year}" if year else "")
    return str(year) if year else _WEEKDAYS[(weekday or 1) - 1]
