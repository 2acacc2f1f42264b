"""Dates in running text, English and Chinese: days, months, years, decades, centuries, quarters, weekdays.

"4 March 2019", "March 4, 2019", "2019-03-04", 2019年3月4日 and 二〇一九年三月四日 are one date. A bare year is a date
where it stands as one ("in 2019", "the 2010 election") and no quantity follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from .date_mention import DateMention, same_date
from .date_parts import with_part
from .numerals import chinese_number, english_ordinal
from .word_lists import word_list, word_set

__all__ = ["DateMention", "find_dates", "same_date"]


_MONTHS = word_list(
    """
    january february march april may june july august september october november december
    """
)
_MONTH_OF = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1)
}
_MONTH_OF["sept"] = 9
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_SEASONS = {"spring": 1, "summer": 2, "autumn": 3, "fall": 3, "winter": 4}
_ZH_WEEKDAY = {char: place for place, char in enumerate("一二三四五六日", 1)} | {"天": 7}
_ZH_SEASON = {"春": 1, "夏": 2, "秋": 3, "冬": 4}


_MONTH = (
    r"(?P<month>Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?\.?|July?\.?|Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth"
    "|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth"
)
_DAY_WORD = (
    rf"(?P<day_word>(?:twenty|thirty)[\s-](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|{_ORDINALS})"
)
_YEAR = r"(?P<year>[12]\d{3}|[1-9]\d{2}(?=\s*(?:AD|BC|CE|BCE)\b))"
_ERA = r"(?:\s*(?P<era>BCE?|B\.C\.|AD|CE|A\.D\.))?"
_CN = r"[零〇一二三四五六七八九十]"
_ZH_YEAR = (
    r"(?P<era_zh>公元前|前|公元)?(?P<year_zh>\d{3,4}|[零〇一二三四五六七八九]{4}|(?<=前)\d{1,4}|(?<=公元)\d{1,4})\s?年"
)
_ZH_MONTH = rf"(?P<month_zh>1[0-2]|0?[1-9]|{_CN}{{1,2}})\s?月"
_ZH_DAY = rf"(?P<day_zh>3[01]|[12]\d|0?[1-9]|{_CN}{{1,3}})\s?[日号](?![线码楼])"
_BEFORE = r"(?<![\w.,/-])"
_TEMPORAL = (
    "in|since|until|till|by|from|to|of|year|years|during|after|before|late|early|mid|circa|ca|c|between|through|"
    "around|and|or|summer|spring|autumn|fall|winter|throughout|ending|ended|starting"
)

_PATTERNS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        # ISO and slashed days
        r"(?<![\w/-])(?P<year>[12]\d{3})[-/.](?P<month_no>0?[1-9]|1[0-2])[-/.](?P<day>3[01]|[12]\d|0?[1-9])(?![\w/-])",
        r"(?<![\w/.-])(?P<first>\d{1,2})[/.](?P<second>\d{1,2})[/.](?P<year>[12]\d{3})(?![\w/-])",
        # English days and months
        rf"{_BEFORE}{_DAY}(?:\s+of)?\s+{_MONTH}(?:,?\s+{_YEAR}{_ERA})?(?![\w])",
        rf"(?<!\w){_MONTH}\s+{_DAY}(?:\s*,?\s+(?:in\s+)?{_YEAR}{_ERA})?(?![\w]|,\d)",
        rf"(?<!\w)(?:(?<=[Oo]n )|(?<=[Tt]he )|(?<=[Bb]y )){_DAY_WORD}\s+(?:day\s+)?of\s+{_MONTH}"
        rf"(?:,?\s+{_YEAR}{_ERA})?(?!\w)",
        rf"(?<!\w){_MONTH}\s+the\s+{_DAY_WORD}(?:,?\s+{_YEAR}{_ERA})?(?!\w)",
        rf"(?<!\w){_MONTH}(?:\s+of)?,?\s+{_YEAR}{_ERA}(?!\w)",
        r"(?<!\w)(?P<month>January|February|April|June|July|August|September|October|November|December)(?!\w)",
        r"(?<!\w)(?:(?<=[Ii]n )|(?<=[Bb]y )|(?<=[Ss]ince )|(?<=[Uu]ntil )|(?<=[Ff]rom )|(?<=[Tt]o )|"
        r"(?<=[Oo]f )|(?<=[Ee]arly )|(?<=[Ll]ate )|(?<=[Ll]ast )|(?<=[Ee]ach )|(?<=[Mm]id[ -])|"
        r"(?<=[Ee]very ))(?P<month>March|May)(?!\w)",
        # quarters, seasons
        rf"(?<!\w)Q(?P<quarter>[1-4])(?:\s+(?:of\s+)?{_YEAR})?(?!\w)",
        rf"(?<!\w)(?i:(?P<quarter_word>first|second|third|fourth|1st|2nd|3rd|4th))\s+quarter(?:\s+of\s+{_YEAR})?(?!\w)",
        rf"(?<!\w)(?P<season>[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter)(?:\s+of)?\s+{_YEAR}(?!\w)",
        # spans
        r"(?:(?<![\w.,-])|(?<=[Mm]id-)|(?<=[Ee]arly-)|(?<=[Ll]ate-))(?P<decade>[12]\d{2}0)(?:['’]?|\s['’])s(?!\w)",
        r"(?<!\w)(?P<century>\d{1,2})(?:st|nd|rd|th)[\s-]+century(?:\s*(?P<era>BCE?|AD|CE))?(?!\w)",
        r"(?<!\w)(?i:(?P<century_word>(?:twenty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth)))[\s-]+century(?!\w)",
        # years
        r"(?<![\w.,-])(?P<year>\d{1,4})\s*(?P<era>BCE?|B\.C\.|AD|CE|A\.D\.)(?!\w)",
        r"(?<!\w)(?P<era>AD|A\.D\.)\s*(?P<year>\d{1,4})(?!\w)",
        r"(?<![\w.,$£€¥/])(?P<bare>1\d{3}|20\d{2})(?![\w%]|[.,]\d)",
        r"(?<=\d[-–—])(?P<bare>1\d{3}|20\d{2})(?![\w%]|[.,]\d)",
        r"(?<=\bin )(?P<year>[5-9]\d{2})(?=\s*(?:[.,;)]|$|and\b))(?![.,]\d)",
        r"(?<!\w)(?P<weekday>Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?:s|(?!\w))",
        # Chinese
        rf"{_ZH_YEAR}(?:\s*{_ZH_MONTH}(?:\s*{_ZH_DAY})?)?",
        rf"{_ZH_YEAR}\s?第?(?P<quarter_zh>[一二三四1-4])季度?",
        rf"{_ZH_YEAR}(?P<season_zh>[春夏秋冬])[季天]?",
        rf"(?<![\d.]){_ZH_MONTH}\s*{_ZH_DAY}",
        rf"(?<![\d.个十百两几数每近仅约正腊历]){_ZH_MONTH}(?!(?!\d{{1,2}}[:：]\d)[\s\d球亮饼薪光租票嫂供度均经]|\S?[日号]|收入|革命|怀胎|一|天|兰)",
        rf"(?<![\d.第]){_ZH_DAY}(?![子本])",
        rf"(?P<century_zh>\d{{1,2}}|{_CN}{{1,3}})世纪(?:(?P<decade_zh>\d0|[一二三四五六七八九]十)年代)?",
        r"(?P<decade>[12]\d{2}0)年代",
        r"(?:上个?世纪|(?<![\d纪〇零一二三四五六七八九十]))(?P<decade_short>[2-9]0|[二三四五六七八九]十)年代",
        r"第(?P<quarter_zh>[一二三四1-4])季度",
        r"(?:星期|礼拜|周)(?P<weekday_zh>[一二三四五六日天])(?![年边围期])",
    )
)

_CHINESE_DATE = re.compile(r"[年月日号纪季周期拜]")
_WESTERN = tuple(pattern for pattern in _PATTERNS if not _CHINESE_DATE.search(pattern.pattern))

_NEXT_WORD = re.compile(r"\s*([A-Za-z%°][A-Za-z²³]*)")
_LAST_WORD = re.compile(r"([A-Za-z]+)\.?[\s(]*$")
_UNIT_AFTER = word_set(
    """
    m km cm mm kg g t mg lb lbs ft mi kmh mph kw mw gw hp usd eur dollars euros pounds percent people
    persons men women children million billion thousand meters metres kilometers kilometres miles feet tons
    tonnes acres hectares square cubic
    """
)
_QUANTITY_BEFORE = word_set(
    """
    over nearly approximately almost some than least most exactly only total
    """
)
_ZH_COUNT_AFTER = re.compile(
    r"\s*(?:[多余]?[个名位家座条辆架艘部所间张只头匹支场次项种份台套吨克米里元人万亿千百%％平公美欧英日]|余)"
)


_MAY_HOLD_A_DATE = re.compile(
    r"\d|[A-Z]|[〇一二三四五六七八九十]|[周期拜][日天]|century|quarter|spring|summer|autumn|fall|winter"
)


def find_dates(text: str, lang: str | None = None) -> list[DateMention]:
    """All dates in `text`, in order, not overlapping; the longest reading wins. `lang` is not needed: both
    languages' forms are found in either (a Chinese text may say "March 2019")."""
    del lang
    return list(_find(text))


@lru_cache(maxsize=4096)
def _find(text: str) -> tuple[DateMention, ...]:
    if not _MAY_HOLD_A_DATE.search(text):
        return ()
    patterns = _PATTERNS if _CHINESE_DATE.search(text) else _WESTERN
    found = [mention for pattern in patterns for mention in _read_all(pattern, text)]
    found.sort(key=lambda mention: (mention.start, -mention.end))
    chosen: list[DateMention] = []
    for mention in found:
        if not chosen or mention.start >= chosen[-1].end:
            chosen.append(mention)
        elif mention.end > chosen[-1].end and mention.start <= chosen[-1].start + 2:
            chosen[-1] = mention
    return tuple(with_part(mention, text) for mention in chosen)


def _read_all(pattern: re.Pattern[str], text: str) -> Iterator[DateMention]:
    for match in pattern.finditer(text):
        mention = _read(match, text)
        if mention is not None:
            yield mention


def _read(match: re.Match[str], text: str) -> DateMention | None:
    groups = {name: value for name, value in match.groupdict().items() if value}
    if "bare" in groups and not _is_year(match, text):
        return None
    if groups.get("month") in ("may", "march"):
        return None
    fields: dict[str, Any] = {}
    either: tuple[int, int] | None = None
    for name, value in groups.items():
        reader = _READERS.get(name)
        if reader is not None:
            fields |= reader(value)
    if "first" in groups:
        first, second = int(groups["first"]), int(groups["second"])
        fields |= _slashed(first, second)
        either = (first, second) if first <= 12 and second <= 12 and first != second else None
    if groups.get("era", "").startswith("B") or groups.get("era_zh") in ("公元前", "前"):
        for name in ("year", "last_year"):
            if name in fields:
                fields[name] = -fields[name]
    if "century_zh" in groups and "decade_zh" in groups:
        decade = chinese_number(groups["decade_zh"]) if not groups["decade_zh"].isdigit() else None
        first = fields["year"] + int(decade if decade is not None else groups["decade_zh"])
        fields |= {"year": first, "last_year": first + 9}
    month, day = fields.get("month"), fields.get("day")
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    return DateMention(match.start(), match.end(), match.group(), **fields, either=either) if fields else None


def _chinese(value: str) -> int:
    if value.isdigit():
        return int(value)
    number = chinese_number(value)
    return -1 if number is None else int(number)


def _century(number: int) -> dict[str, int]:
    return {"year": 100 * (number - 1), "last_year": 100 * number - 1}


_QUARTER_WORDS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_READERS: dict[str, Callable[[str], dict[str, int]]] = {
    "year": lambda v: {"year": int(v)},
    "bare": lambda v: {"year": int(v)},
    "month": lambda v: {"month": _MONTH_OF[v.lower().rstrip(".")[:9]]},
    "month_no": lambda v: {"month": int(v)},
    "day": lambda v: {"day": int(v)},
    "day_word": lambda v: {"day": english_ordinal(v.replace(" ", "-")) or 0},
    "quarter": lambda v: {"quarter": int(v)},
    "quarter_word": lambda v: {"quarter": _QUARTER_WORDS[v.lower()]},
    "season": lambda v: {"season": _SEASONS[v.lower()]},
    "decade": lambda v: {"year": int(v), "last_year": int(v) + 9},
    "decade_short": lambda v: {"year": 1900 + _chinese(v), "last_year": 1909 + _chinese(v)},
    "century": lambda v: _century(int(v)),
    "century_word": lambda v: _century(english_ordinal(v) or 1),
    "weekday": lambda v: {"weekday": _WEEKDAYS.index(v.lower()) + 1},
    "year_zh": lambda v: {"year": _chinese(v)},
    "month_zh": lambda v: {"month": _chinese(v)},
    "day_zh": lambda v: {"day": _chinese(v)},
    "century_zh": lambda v: _century(_chinese(v)),
    "quarter_zh": lambda v: {"quarter": _chinese(v)},
    "season_zh": lambda v: {"season": _ZH_SEASON[v]},
    "weekday_zh": lambda v: {"weekday": _ZH_WEEKDAY[v]},
}


def _slashed(first: int, second: int) -> dict[str, int]:
    """Day and month of 13/04/2019; which of two small numbers is the month cannot be told, so neither is given."""
    if first > 12 >= second:
        return {"day": first, "month": second}
    if second > 12 >= first:
        return {"day": second, "month": first}
    return {"day": first, "month": second} if first == second else {}


def _is_year(match: re.Match[str], text: str) -> bool:
    """Whether four digits stand as a year: after a temporal word, or with nothing countable behind them."""
    before = _LAST_WORD.search(text, max(0, match.start() - 24), match.start())
    word_before = before.group(1).lower() if before else ""
    after = _NEXT_WORD.match(text, match.end())
    word_after = after.group(1).lower() if after else ""
    if word_after in _UNIT_AFTER or _ZH_COUNT_AFTER.match(text, match.end()):
        return False
    if word_before in _TEMPORAL.split("|"):
        return not (word_before in ("to", "of", "and", "or", "from", "by") and _countable(word_after))
    if word_before in _QUANTITY_BEFORE:
        return False
    return int(match.group()) >= 1300 and not _countable(word_after)


def _countable(word: str) -> bool:
    """Whether a lower-case English word looks like a plural noun."""
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "is", "was", "ous"))
        and word
        not in (
            "does",
            "has",
            "this",
        )
    )
