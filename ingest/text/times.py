"""Times of day, English and Chinese: 9:15 p.m., a quarter past nine, half past ten, noon, 下午三点半, 凌晨2时35分."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .numerals import CHINESE_NUMERAL, chinese_number, english_number
from .quantity import Quantity

_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = rf"(?P<hour>{_HOURS}|1[0-2]|[1-9])"
_HALF_DAY = r"(?P<half>[ap]\.\s?m\b\.?|[ap]\s?m\b)"  # the stop behind "2 pm." is the sentence's
_PART_OF_DAY = r"(?:\s+(?:in the (?P<part>morning|afternoon|evening)|(?P<night>at night|tonight)))?"
_PERIOD = "凌晨|清晨|早晨|今晨|早上|今早|上午|中午|正午|下午|午后|傍晚|晚上|当晚|今晚|深夜|夜里|夜间|半夜|晚|早"
_ZH_HOUR = rf"(?P<hour>{CHINESE_NUMERAL}{{1,3}}|\d{{1,2}})"
_ZH_MINUTES = (
    rf"(?:(?P<minutes>{CHINESE_NUMERAL}{{1,3}}|\d{{1,2}})分(?![钟之])|(?P<half_hour>半)|(?P<quarters>[一三])刻|整|钟)"
)
_ENGLISH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d:.,$€£])(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minutes>[0-5]\d))?\s?{_HALF_DAY}",
        rf"(?<![\d:.,$€£])(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minutes>[0-5]\d))?"
        rf"(?=\s?(?:-|–|—|to|and|until)\s?(?P<later>1[0-2]|0?[1-9])(?:[:.][0-5]\d)?\s?{_HALF_DAY})",
        rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-3]):(?P<minutes>[0-5]\d)(?::[0-5]\d)?(?![\d:]){_PART_OF_DAY}",
        rf"\bhalf[\s-]past\s+(?P<past_half>){_HOUR}\b{_PART_OF_DAY}",
        rf"\b(?:a\s+)?quarter\s+(?P<quarter>past|after|to)\s+{_HOUR}\b{_PART_OF_DAY}",
        rf"\b(?P<few>five|ten|twenty|twenty[\s-]five|5|10|20|25)\s+(?:minutes\s+)?(?P<side>past)\s+{_HOUR}\b{_PART_OF_DAY}",
        rf"\b(?<=at )(?P<few>five|ten|twenty|twenty[\s-]five|5|10|20|25)\s+(?P<side>to)\s+{_HOUR}\b{_PART_OF_DAY}",
        rf"\b{_HOUR}\s+o['’]?clock\b{_PART_OF_DAY}",
        rf"\b(?:(?<=at )|(?<=until )|(?<=till )|(?<=by )|(?<=from )|(?<=to )){_HOUR}\s+"
        r"(?:in the (?P<part>morning|afternoon|evening)|(?P<night>at night))\b",
        r"\b(?:(?P<noon>noon|midday)|(?P<midnight>midnight))\b",
    )
)
_CHINESE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<period>{_PERIOD})\s?{_ZH_HOUR}\s?[点时]{_ZH_MINUTES}?",
        rf"(?<![\d.{CHINESE_NUMERAL[1:-1]}]){_ZH_HOUR}\s?[点时]{_ZH_MINUTES}",
        rf"(?<=[在于到至从自日号]){_ZH_HOUR}\s?点(?=[前后至到开起结准，。；、]|$)",
        rf"(?:(?<=[在于到至从自日号])|(?<=[今昨明当每前后]天)|(?<=[周期][一二三四五六日天])|(?<=[时点分][—–~～-]))\s?"
        rf"{_ZH_HOUR}\s?时(?![间代期候段刻速差区])",
        rf"(?<![\d.第{CHINESE_NUMERAL[1:-1]}]){_ZH_HOUR}\s?时(?=[前后至到开起结准许左发抵举启出，。；、）]|$)",
        rf"(?P<period>{_PERIOD})\s?(?P<hour>[01]?\d|2[0-3])[:：](?P<minutes>[0-5]\d)(?![\d:])",
        r"(?<![\d:.])(?P<hour>[01]?\d|2[0-3])[:：](?P<minutes>[0-5]\d)(?::[0-5]\d)?(?![\d:])",
    )
)
_MAY_HOLD = re.compile(
    r"\d[:：.]\d|(?<![a-z])[ap]\.?\s?m\b|past|quarter|o['’]?clock|noon|midday|night|\bat\b|morning|afternoon|evening|[点时]",
    re.IGNORECASE,
)
_LASTING_BEFORE = re.compile(r"(?:历时|用时|耗时|需时?|时长|为时|长达|约|共)\s?$")


@dataclass(frozen=True, slots=True)
class _Time:
    start: int
    end: int
    minutes: int
    whole_day: bool  # whether the half of the day is known


def find_times(text: str) -> list[Quantity]:
    """In order, not overlapping: kind `time`, minutes after midnight; `half_day_open` where it may be the other half of
    the day.
    """
    if not _MAY_HOLD.search(text):
        return []
    found = [one for form in _ENGLISH for match in form.finditer(text) if (one := _english(match)) is not None]
    found += [one for form in _CHINESE for match in form.finditer(text) if (one := _chinese(match)) is not None]
    kept: list[_Time] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return [_quantity(one, text) for one in kept]


def _quantity(one: _Time, text: str) -> Quantity:
    value = Decimal(one.minutes)
    return Quantity(
        one.start,
        one.end,
        text[one.start : one.end],
        value,
        value,
        "clock",
        "time",
        number_end=one.end,
        number=value,
        half_day_open=not one.whole_day,
    )


def _english(match: re.Match[str]) -> _Time | None:
    groups = match.groupdict()
    if groups.get("noon") or groups.get("midnight"):
        return _Time(match.start(), match.end(), 720 if groups["noon"] else 0, True)
    hour = _number(groups["hour"])
    if hour is None:
        return None
    minutes = int(groups.get("minutes") or 0)
    if "past_half" in groups:
        minutes = 30
    elif groups.get("quarter"):
        minutes = 15 if groups["quarter"].casefold() != "to" else -15
    elif groups.get("few"):
        few = _number(groups["few"].replace(" ", "-")) or 0
        minutes = few if groups["side"].casefold() == "past" else -few
    half = (groups.get("half") or "")[:1].casefold()
    part = groups.get("part") or groups.get("night")
    late = part is not None and part.casefold() != "morning" and not (groups.get("night") and hour < 5)
    afternoon = half == "p" or late
    if groups.get("later") and int(groups["later"]) % 12 < hour % 12:
        afternoon = not afternoon  # "11 to 2 pm"
    known = bool(half or part) or hour > 12 or (hour == 0)
    if known and hour <= 12 and hour:
        hour = hour % 12 + (12 if afternoon else 0)
    return _Time(match.start(), match.end(), (hour * 60 + minutes) % 1440, known)


def _number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    value = english_number(word)
    return None if value is None else int(value)


def _chinese(match: re.Match[str]) -> _Time | None:
    groups = match.groupdict()
    if _LASTING_BEFORE.search(match.string, max(0, match.start() - 6), match.start()):
        return None  # 用时2时35分 lasts
    hour, minutes = _han(groups["hour"]), _han(groups.get("minutes") or "0")
    if hour is None or minutes is None or hour > 24 or minutes > 59:
        return None
    if groups.get("half_hour"):
        minutes = 30
    elif groups.get("quarters"):
        minutes = 15 if groups["quarters"] == "一" else 45
    period = groups.get("period")
    known = bool(period) or hour > 12 or hour == 0
    if period in ("中午", "正午"):
        hour += 12 if hour < 10 else 0
    elif period and hour <= 12:
        late = period not in ("凌晨", "清晨", "早晨", "今晨", "早上", "今早", "上午", "早")
        small = period in ("深夜", "夜里", "夜间", "半夜") and hour < 6
        hour = hour % 12 + (12 if late and not small else 0)
        if late and hour == 12 and period != "下午" and period != "午后":
            hour = 24  # 晚上十二点
    return _Time(match.start(), match.end(), (hour * 60 + minutes) % 1440, known)


def _han(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    value = chinese_number(word)
    return None if value is None else int(value)
