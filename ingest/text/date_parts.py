"""The part of a month, year, decade or century that a text speaks of: "early March 1994", "the late 1990s", 六月中旬.

Parts are taken wide where people use them so: "early March" may be the 11th, 年底 October. 上旬, 中旬 and 下旬 are ten
days each, and the halves of a year six months.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .date_mention import DateMention

_BEFORE = re.compile(
    r"(?:\b(?P<open>early|mid|late|beginning of|start of|first half of|second half of|latter half of|middle of|end of)"
    r"(?:[\s-]+in)?(?:[\s-]+the)?[\s-]+(?:month of |year )?)$",
    re.IGNORECASE,
)
_LIMIT_BEFORE = re.compile(
    r"\b(?:by|before|until|till|through|mid|early|to)(?:[\s-]+(?:to|or|and|the))*[\s-]*$|[\w]-$", re.IGNORECASE
)
"""What makes a limit of it ("by the end of 2019", which March is) or more than one part ("mid to late")."""
_AFTER = re.compile(
    r"\s?(?P<part>初期|早期|前期|上半年|下半年|[上前]半叶|[下后]半叶|中期|中叶|后期|晚期|末期|上旬|中旬|下旬"
    r"|年?初(?![春夏秋冬中期])|年?[底末](?!期))(?!之?[前后]|以[前后])"
)

_MONTH = {
    "early": (1, 11), "beginning of": (1, 10), "start of": (1, 10), "first half of": (1, 15), "mid": (9, 22),
    "middle of": (9, 22), "late": (19, 31), "end of": (20, 31), "second half of": (15, 31), "latter half of": (15, 31),
    "初": (1, 11), "上旬": (1, 10), "中旬": (11, 20), "下旬": (21, 31), "底": (20, 31), "末": (20, 31),
}  # fmt: skip
_YEAR = {
    "early": (1, 5), "beginning of": (1, 4), "start of": (1, 4), "first half of": (1, 6), "mid": (4, 9),
    "middle of": (4, 9), "late": (8, 12), "end of": (10, 12), "second half of": (7, 12), "latter half of": (7, 12),
    "初": (1, 4), "上半年": (1, 6), "下半年": (7, 12), "底": (10, 12), "末": (10, 12),
}  # fmt: skip
_SPAN = {
    "early": (0.0, 0.4), "beginning of": (0.0, 0.4), "start of": (0.0, 0.4), "first half of": (0.0, 0.5),
    "mid": (0.3, 0.7), "middle of": (0.3, 0.7), "late": (0.5, 0.9), "end of": (0.6, 0.9), "second half of": (0.5, 0.9),
    "latter half of": (0.5, 0.9), "初": (0.0, 0.4), "初期": (0.0, 0.4), "早期": (0.0, 0.4), "前期": (0.0, 0.4),
    "上半叶": (0.0, 0.5), "前半叶": (0.0, 0.5),
    "后半叶": (0.5, 0.9), "中期": (0.3, 0.7), "中叶": (0.3, 0.7), "下半叶": (0.5, 0.9), "后期": (0.5, 0.9),
    "晚期": (0.5, 0.9), "末期": (0.5, 0.9), "底": (0.5, 0.9), "末": (0.5, 0.9),
}  # fmt: skip
"""Shares of the years, the last one included."""


def with_part(date: DateMention, text: str) -> DateMention:
    """The date narrowed to the part of it that the words around it name, which become part of its surface."""
    if date.day is not None or date.weekday is not None or date.either is not None or date.quarter is not None:
        return date
    said = _said(date, text)
    if said is None:
        return date
    start, end, part = said
    whole = replace(date, start=start, end=end, surface=text[start:end])
    if date.last_year is not None:
        return _narrowed(whole, part) or date
    if date.month is not None:
        return replace(whole, days=_MONTH[part]) if part in _MONTH else date
    if date.year is not None and date.season is None:
        return replace(whole, months=_YEAR[part]) if part in _YEAR else date
    return date


def _said(date: DateMention, text: str) -> tuple[int, int, str] | None:
    """Start and end of the date with the words that name a part of it, and these words; None where there are none."""
    if re.search(r"[年月代纪]$", date.surface):
        after = _AFTER.match(text, date.end)
        return (date.start, after.end(), after["part"].removeprefix("年")) if after else None
    opening = max(0, date.start - 32)
    before = _BEFORE.search(text[opening : date.start])
    if before is None:
        return None
    start = opening + before.start()
    if _LIMIT_BEFORE.search(text[max(0, start - 16) : start]):
        return None
    return start, date.end, before["open"].lower()


def _narrowed(date: DateMention, part: str) -> DateMention | None:
    share = _SPAN.get(part)
    if share is None or date.year is None or date.last_year is None:
        return None
    first, last = sorted((date.year, date.last_year))
    years = last - first + 1
    end = first + round(share[1] * years) + (years // 10 - 1)
    return replace(date, year=first + round(share[0] * years), last_year=min(last, end))
