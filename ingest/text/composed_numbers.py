"""Numbers that are told by two words: "one in five", "half a million", "three quarters of an hour", 七成三."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from .numerals import CHINESE_NUMERAL, ENGLISH_SCALES, ENGLISH_SMALL, chinese_number, english_number
from .units import unit_at

_SMALL = "|".join(sorted((word for word, value in ENGLISH_SMALL.items() if value), key=len, reverse=True))
_OF_FEW = rf"(?:{_SMALL}|\d{{1,3}})"
_CHINESE = rf"(?:{CHINESE_NUMERAL}+|\d+(?:\.\d+)?)"
_SPAN_OF_TIME = r"(?!\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?)\b)"
_QUARTERS = r"(?P<count>a|one|three|every|each)[\s-]quarters?\s+of\s+an?"
_PERSONS = r"[个名位人户家]"
_RISEN = r"(?:增加|增长|提高|上升|扩大|提升|上涨)了?"


@dataclass(frozen=True, slots=True)
class Composed:
    """`value` of percent, of a multiple, of the unit that stands at `unit_place`, or of what is counted behind."""

    start: int
    end: int
    value: Decimal
    what: str  # percent, multiple, measure, count, dozens (a count whose noun follows at once)
    unit_place: int = -1


_Reader = Callable[[re.Match[str]], Decimal | None]


def _english(written: str) -> Decimal | None:
    folded = written.casefold()
    if folded.isdigit():
        return Decimal(folded)
    return Decimal(1) if folded in ("a", "an") else english_number(folded)


def _chinese(written: str) -> Decimal | None:
    return Decimal(written) if written[0].isdigit() else chinese_number(written)


def _number(written: str) -> Decimal | None:
    return _english(written) if written.isascii() and not written[0].isdigit() else _chinese(written)


def _share(match: re.Match[str]) -> Decimal | None:
    part, whole = _number(match["part"]), _number(match["whole"])
    if part is None or not whole or part >= whole:
        return None
    return part * 100 / whole


def _tenths(match: re.Match[str]) -> Decimal | None:
    tenth = 5 if match["rest"] == "半" else chinese_number(match["rest"])
    whole = _chinese(match["part"])
    return None if tenth is None or whole is None else whole * 10 + tenth


def _quarters(match: re.Match[str]) -> Decimal | None:
    return Decimal("0.75") if match["count"].casefold() == "three" else Decimal("0.25")


def _scaled(match: re.Match[str]) -> Decimal | None:
    """ "half a million", "two and a half million", "a quarter of a million"."""
    groups = match.groupdict()
    scale = ENGLISH_SCALES[match["scale"].casefold()]
    if groups.get("quarters"):
        return scale * (Decimal("0.75") if match["quarters"].casefold() == "three" else Decimal("0.25"))
    whole = _english(groups["whole"]) if groups.get("whole") else Decimal(0)
    return None if whole is None else (whole + Decimal("0.5")) * scale


def _one(match: re.Match[str]) -> Decimal | None:
    return Decimal(1)


def _more_times(match: re.Match[str]) -> Decimal | None:
    """增加了两倍: three times as much."""
    times = _chinese(match["times"])
    return None if times is None else times + 1


def _doubled_times(match: re.Match[str]) -> Decimal | None:
    """翻了两番: four times as much."""
    times = _chinese(match["times"])
    return None if times is None or times > 20 else Decimal(2) ** int(times)


def _dozens(match: re.Match[str]) -> Decimal | None:
    count = _chinese(match["part"])
    return None if count is None else count * 12


def _hundred_millions(match: re.Match[str]) -> Decimal | None:
    count = _chinese(match["part"])
    return None if count is None else count * Decimal(10) ** 8


_SCALE = "hundred|thousand|million|billion|trillion"
_NOT_BEATEN = "开听电扰算印工牌球击仗量破造折断包架针招扮消动拼"
_FORMS: tuple[tuple[str, _Reader, re.Pattern[str]], ...] = tuple(
    (what, reader, re.compile(pattern, re.IGNORECASE))
    for what, reader, pattern in (
        (
            "percent",
            _share,
            rf"\b(?P<part>{_OF_FEW})\s+(?:out\s+of|in)\s+(?:every\s+)?(?P<whole>{_OF_FEW})\b{_SPAN_OF_TIME}",
        ),
        (
            "percent",
            _share,
            rf"\b(?P<part>one)\s+(?:[a-z-]+\s+){{1,3}}in\s+(?:every\s+)?(?P<whole>{_SMALL})\b"
            r"(?=\s*[.,;:)]|\s*$|\s+(?:is|are|was|were|has|have|had|did|does|do)\b)",
        ),
        (
            "percent",
            _share,
            rf"每(?P<whole>{_CHINESE}){_PERSONS}?[\u4e00-\u9fff]{{0,6}}?(?:就|便|里|中|，)?有(?P<part>{_CHINESE}){_PERSONS}",
        ),
        (
            "percent",
            _tenths,
            r"(?P<part>[一二两三四五六七八九1-9])成(?P<rest>[一二三四五六七八九半])(?![个十百千万亿多分名])",
        ),
        ("measure", _quarters, rf"\b{_QUARTERS}\s+(?P<unit>[A-Za-z]+)"),
        ("measure", _one, r"\ban?\s+(?P<unit>decade|fortnight|century)\b"),
        ("count", _scaled, rf"\bhalf\s+an?\s+(?P<scale>{_SCALE}|dozen)\b"),
        ("count", _scaled, rf"\b(?P<whole>{_OF_FEW}|an?)\s+and\s+a\s+half\s+(?P<scale>{_SCALE})\b"),
        ("count", _scaled, rf"\b(?P<quarters>a|three)[\s-]quarters?\s+of\s+an?\s+(?P<scale>{_SCALE})\b"),
        ("multiple", _more_times, rf"{_RISEN}(?P<times>{_CHINESE})倍"),
        ("multiple", _doubled_times, rf"翻了?(?P<times>{_CHINESE})番"),
        ("dozens", _dozens, rf"(?P<part>[一二两三四五六七八九十]|\d+)打(?=[\u4e00-\u9fff])(?![{_NOT_BEATEN}])"),
        ("count", _hundred_millions, rf"(?P<part>{_CHINESE})个亿"),
    )
)
_HINT = re.compile(r"\b(?:in|out of|quarters?|half|decade|fortnight|century)\b|[成倍番打亿]|每", re.IGNORECASE)


def find_composed(text: str) -> list[Composed]:
    """In order, not overlapping; of two that begin together the longer one."""
    if not _HINT.search(text):
        return []
    kept: list[Composed] = []
    for one in sorted(_all(text), key=lambda found: (found.start, -found.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _all(text: str) -> Iterator[Composed]:
    for what, reader, form in _FORMS:
        for match in form.finditer(text):
            value = reader(match)
            if value is None:
                continue
            place = match.start("unit") if what == "measure" else -1
            if what != "measure" or unit_at(text, place) is not None:
                yield Composed(match.start(), match.end(), value, what, place)
