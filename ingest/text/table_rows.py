"""Rows of a table, told apart (`respective`): each cell as what it says of the thing that opens its row.

Two forms: Markdown's own, with a header and a rule under it, and what the Markdown reader makes of each row, "column:
cell; column: cell". A unit in a column's head ("Revenue (million euros)", 营业收入（亿元）) is its bare numbers' own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from .respective_lists import Passage, Piece, Stretch, stripped

_MOST_ROWS = 64
_NO_MARK = (0, 0)
_LONGEST_HEAD, _LONGEST_LABEL = 40, 60  # characters
_HAN = re.compile(r"[\u3400-\u9fff]")
_LINE = re.compile(r"[^\r\n]+")
RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_PAIR = re.compile(
    r"\s*(?P<head>[^:：;；|\n]{1,40}?)\s*(?:：|:(?=\s|[^\x00-\x7f]))\s*(?P<cell>[^;；\n]*[^;；\s])\s*(?:[;；]|$)"
)
_MAY_BE_A_ROW = re.compile(r"[:：][^;；\n]+[;；][^;；:：\n]+[:：]")
_SENTENCE = re.compile(r"[.!?。！？]\s|[.!?。！？]$|[，,]")
_UNIT = re.compile(r"\s*[(（]\s*(?P<unit>[^()（）\d]{1,16}?)\s*[)）]$")
_BARE = re.compile(r"[-−–+]?\s?\d[\d.,]*")
_FELL = re.compile(r"[-−–]\s?(?=\d)")
_CHANGE = re.compile(r"\b(?:growth|change|increase)\b|增长率?|变化|变动|增幅|涨幅", re.IGNORECASE)
_NOTHING = re.compile(r"[-−–—/]+|n/?a|\.+|…|无数据|不详", re.IGNORECASE)
_YES = re.compile(r"[✓✔√●]|yes|是|支持|有", re.IGNORECASE)
_NO = re.compile(r"[✗✘×○]|no|否|不支持|无|没有", re.IGNORECASE)
_CAPITALS = re.compile(r"[A-Z]{2}|[A-Z]\b")
_HEAD = re.compile(r"(?:[A-Z\d][^.!?]*|[^\x00-\x7f].*)")
_MOST_WORDS = 5
_NO_KIND = re.compile(r"\b(?:name|no|nr|id|number|date|year|month|day|time|title)\b|[#.]", re.IGNORECASE)
_OF_PROPERTIES = re.compile(
    r"|features?|metrics?|items?|indicators?|specifications?|specs?|parameters?|property|attribute"
    r"|项目|指标|功能|特性|参数|规格|属性|内容|科目",
    re.IGNORECASE,
)
"""Head of a first column whose rows are properties, of what the other columns are about."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in Markdown: where its header with the rule stands, and where its rows do."""

    header: Stretch
    rows: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a row says in one column: `at` and what is said in it, the column's head and, in that form, its place."""

    at: Stretch
    head: str
    head_at: Stretch | None


@lru_cache(maxsize=1_024)
def tables(text: str) -> tuple[Table, ...]:
    if "|" not in text:
        return ()
    lines = [match.span() for match in _LINE.finditer(text)]
    found = []
    at = 0
    while at + 1 < len(lines):
        head, rule = lines[at], lines[at + 1]
        if "|" not in text[slice(*head)] or "|" not in text[slice(*rule)] or not RULE.match(text[slice(*rule)]):
            at += 1
            continue
        end = at + 2
        while end < len(lines) and "|" in text[slice(*lines[end])] and not _is_apart(text, lines[end - 1], lines[end]):
            end += 1
        found.append(Table((head[0], rule[1]), tuple(stripped(text, *line) for line in lines[at + 2 : end])))
        at = end
    return tuple(found)


def _is_apart(text: str, above: Stretch, below: Stretch) -> bool:
    """Whether an empty line is between the two."""
    return len(text[above[1] : below[0]].splitlines()) > 1


def is_row_of_a_table(text: str, at: int) -> bool:
    """Whether a place in the text lies in a row of a table in Markdown."""
    return any(start <= at < end for table in tables(text) for start, end in table.rows)


def may_hold_rows(text: str) -> bool:
    return ("|" in text and "-" in text) or _MAY_BE_A_ROW.search(text) is not None


def rows_told_apart(text: str) -> list[Passage]:
    """A passage for each row, in order; a header with rows below says nothing more."""
    found = []
    for table in tables(text):
        rows = [
            passage
            for row in table.rows[:_MOST_ROWS]
            if (passage := _passage(text, row, _cells(text, table, row))) is not None
        ]
        found += [Passage(*table.header, _NO_MARK, ((),)), *rows] if rows else []
    found += [passage for line in _lines(text) if (passage := _passage(text, line, _pairs(text, line))) is not None]
    return sorted(found, key=lambda one: one.start)


def _lines(text: str) -> Iterator[Stretch]:
    lines = (match for match in _LINE.finditer(text) if "|" not in match[0] and _MAY_BE_A_ROW.search(match[0]))
    for match in islice(lines, _MOST_ROWS):
        yield stripped(text, *match.span())


def _split(text: str, line: Stretch) -> list[Stretch]:
    """The cells of a line in Markdown."""
    start, end = line
    start += text.startswith("|", start)
    end -= text.endswith("|", start, end)
    edges = [start - 1, *(at for at in range(start, end) if text[at] == "|" and text[at - 1] != "\\"), end]
    return [stripped(text, left + 1, right) for left, right in pairwise(edges)]


def _cells(text: str, table: Table, row: Stretch) -> list[_Cell]:
    head = text[slice(*table.header)].splitlines()[0]
    heads = [head[slice(*one)].strip() for one in _split(head, stripped(head, 0, len(head)))]
    return [_Cell(cell, name, None) for name, cell in zip(heads, _split(text, row), strict=False)]


def _pairs(text: str, line: Stretch) -> list[_Cell]:
    """Those of "column: cell; column: cell"; none where the line is another text with colons."""
    cells = []
    at = line[0]
    while at < line[1]:
        match = _PAIR.match(text, at, line[1])
        if match is None or not _HEAD.fullmatch(match["head"]) or len(match["head"].split()) > _MOST_WORDS:
            return []
        cells.append(_Cell(match.span("cell"), match["head"], match.span("head")))
        at = match.end()
    told = [text[slice(*one.at)] for one in cells]
    if any(_SENTENCE.search(one.head) for one in cells) or _SENTENCE.search(told[0] if told else ""):
        return []
    return cells if len(cells) > 2 or any(char.isdigit() for one in told[1:] for char in one) else []


def _passage(text: str, row: Stretch, cells: Sequence[_Cell]) -> Passage | None:
    """What the row says of the thing in its first column; of what its columns are about, where that is a property."""
    if len(cells) < 2 or not 0 < cells[0].at[1] - cells[0].at[0] <= _LONGEST_LABEL:
        return None
    chinese = _HAN.search("".join(one.head for one in cells) + text[slice(*row)]) is not None
    first = cells[0]
    turned = first.head_at is None and _OF_PROPERTIES.fullmatch(first.head) is not None
    clauses, properties = [], []
    for cell in cells[1:]:
        if not 0 < len(cell.head) <= _LONGEST_HEAD:
            continue
        thing: Piece = cell.head if turned else first.at
        told = _Cell(cell.at, text[slice(*first.at)], first.at) if turned else cell
        if (said := (_in_chinese if chinese else _in_english)(text, thing, told)) is not None:
            clauses.append(said)
            properties.append(_property(text, told))
    if not clauses:
        return None
    whole = () if chinese or turned else _with_all(text, first, properties)
    return Passage(*row, _NO_MARK, tuple(clauses), joint="" if chinese else " ", whole=whole)


def _with_all(text: str, first: _Cell, properties: Sequence[tuple[Piece, ...]]) -> tuple[Piece, ...]:
    """ "Pro is a plan with a price of 49 euros, no SSO": an NLI model reads that better than sentence by sentence."""
    kind = first.head.strip()
    named = kind and len(kind.split()) < _MOST_WORDS and not _NO_KIND.search(kind) and text[first.at[0]].isalpha()
    said: list[Piece] = [first.at, f" is {_article(kind)} {_small(kind)} with " if named else " has "]
    for place, one in enumerate(properties):
        said += [", " if place else "", *one]
    return (*said, ".")


def _property(text: str, cell: _Cell) -> tuple[Piece, ...]:
    read = _read(text, cell)
    assert read is not None
    if _YES.fullmatch(read.value) or _NO.fullmatch(read.value):
        return ("" if _YES.fullmatch(read.value) else "no ", _small(read.head))
    unit = f" {read.unit}" if read.unit else ""
    if read.fell:
        return (f"{_article(read.head)} {_small(read.head)} of minus ", (cell.at[0] + read.fell, cell.at[1]), unit)
    return (f"{_article(read.head)} {_small(read.head)} of ", cell.at, unit)


def _article(word: str) -> str:
    return "an" if word[:1] in "aeioAEIO" else "a"


def _small(head: str) -> str:
    return head if _CAPITALS.match(head) else head[:1].lower() + head[1:]


@dataclass(frozen=True, slots=True)
class _Read:
    value: str
    unit: str  # of the column, where the cell is a bare number
    head: str  # without a unit
    fell: int  # characters of a minus sign before how much something changed


def _read(text: str, cell: _Cell) -> _Read | None:
    value = text[slice(*cell.at)]
    if not value or _NOTHING.fullmatch(value):
        return None
    unit = _UNIT.search(cell.head)
    fell = _FELL.match(value) if _CHANGE.search(cell.head) else None
    own = unit["unit"] if unit and _BARE.fullmatch(value) else ""
    return _Read(value, own, cell.head[: unit.start()] if unit else cell.head, fell.end() if fell else 0)


def _in_chinese(text: str, thing: Piece, cell: _Cell) -> tuple[Piece, ...] | None:
    read = _read(text, cell)
    if read is None:
        return None
    head: Piece = read.head if cell.head_at is None else (cell.head_at[0], cell.head_at[0] + len(read.head))
    if _YES.fullmatch(read.value) or _NO.fullmatch(read.value):
        return (thing, "有" if _YES.fullmatch(read.value) else "没有", head, "。")
    if read.fell:
        return (thing, "的", _CHANGE.sub("", read.head), "下降", (cell.at[0] + read.fell, cell.at[1]), read.unit, "。")
    return (thing, "的", head, "为", cell.at, read.unit, "。")


def _in_english(text: str, thing: Piece, cell: _Cell) -> tuple[Piece, ...] | None:
    read = _read(text, cell)
    if read is None:
        return None
    small = read.head[:1] if _CAPITALS.match(read.head) else read.head[:1].lower()
    rest: Piece = read.head[1:] if cell.head_at is None else (cell.head_at[0] + 1, cell.head_at[0] + len(read.head))
    if _YES.fullmatch(read.value) or _NO.fullmatch(read.value):
        return (thing, " has " if _YES.fullmatch(read.value) else " does not have ", small, rest, ".")
    unit = f" {read.unit}" if read.unit else ""
    if read.fell:
        fall = (cell.at[0] + read.fell, cell.at[1])
        return ("The ", small, rest, " of ", thing, " is negative: a fall of ", fall, unit, ".")
    return ("The ", small, rest, " of ", thing, " is ", cell.at, unit, ".")
