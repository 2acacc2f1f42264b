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

MOST_ROWS = 64
"""Of a table are read."""
_NO_MARK = (0, 0)
LONGEST_KEPT = 10_000
"""Characters of a text of which what was found is remembered: a chunk, not a book."""
_LONGEST_HEAD, _LONGEST_LABEL = 40, 60  # characters
_HAN = re.compile(r"[\u3400-\u9fff]")
_LINE = re.compile(r"[^\r\n]+")
RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_PAIR = re.compile(
    r"\s*(?P<head>[^:：;；|\n]{1,40}?)\s*(?:：|:(?=\s|[^\x00-\x7f])|(?<=[\u3400-\u9fff）)]):)"
    r"\s*(?P<cell>[^;；\n]*?)\s*(?:[;；]|$)"
)
_MAY_BE_A_ROW = re.compile(r"[:：][^;；\n]{1,400}[;；][^;；:：\n]{1,80}[:：]")
_SENTENCE = re.compile(r"[.!?。！？]\s|[.!?。！？]$|[，,]")
_UNIT = re.compile(r"\s*[(（]\s*(?P<unit>[^()（）\d]{1,16}?)\s*[)）]$")
_BARE = re.compile(r"[-−–+]?\s?\d[\d.,]*")
_NUMBER = re.compile(r"(?:[A-Z]{1,4}[-–]?)?\d[\d./:-]*年?")
_A_NAME = re.compile(r"(?!(?:yes|no)$)[^\W\d][^\d;；|]{1,30}", re.IGNORECASE)
_COUNT_ZH = re.compile(r"(?:(?P<what>[人户页天次件台间辆家所套只张棵头条座册门])数|人口)$")
_COUNT_EN = re.compile(r"[A-Za-z]+[^\Ws]s\b(?!.*\b(?:per|a|rate|share|number|in)\b)")
_A_NOUN = re.compile(r"(?:an?|no)\s")
_GROWTH = re.compile(r"增长率?|变化|变动|增幅|涨幅")
_TO_BEFORE = re.compile(r"[同环]比$")
_INTEGER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_YEAR_ZH = re.compile(r"年份|年度|年$")
_A_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_FELL = re.compile(r"[-−–]\s?(?=\d)")
_CHANGE = re.compile(r"\b(?:growth|change|increase)\b|增长率?|变化|变动|增幅|涨幅|[同环]比$", re.IGNORECASE)
_NOTHING = re.compile(r"[-−–—/]+|n/?a|\.+|…|无数据|不详", re.IGNORECASE)
_YES = re.compile(r"[✓✔√●]|yes|是|支持|有", re.IGNORECASE)
_NO = re.compile(r"[✗✘×]|no|否|不支持|无|没有", re.IGNORECASE)
_CAPITALS = re.compile(r"[A-Z]{2}|[A-Z]\b|[A-Z]\d")
_HEAD = re.compile(r"(?:[A-Z\d][^.!?]*|[^\x00-\x7f].*)")
_MOST_WORDS = 5
_VERBAL = re.compile(
    r"(?:\w+ed|built|born|died|won|lost|sold|held|made|since|from|to|due|until|by|departs|arrives|begins|starts|ends|opens|closes"
    r"|runs|costs)\b|.*\b(?:ends|begins|starts|departs|arrives|every|out|climbed|opened|released)$",
    re.IGNORECASE,
)
"""Heads that are no nouns: "built", "first climbed", "runs every"."""
_RANK = re.compile(r"(?:place|rank|no|nr|number|pos|position)\b\.?|#|序号|名次|排名|位次", re.IGNORECASE)
_NO_KIND = re.compile(r"\b(?:name|no|nr|id|number|date|year|month|day|time|title)\b|[#.]", re.IGNORECASE)
_NO_THING = re.compile(
    r"(?:grand |sub|sub-)?totals?\b.*|.*\btotal|sum\b.*|all\b.*|overall\b.*|.*\baverage|average\b.*"
    r"|mean|median|max(?:imum)?|min(?:imum)?|unit"
    r"|world|worldwide|nationwide|others?|rest|remainder"
    r"|.*(?:合计|总计|小计|共计|总和|总数|总体|总额|平均|均值).*|满分|单位|全部|全国|全球|世界|其他|其它|其余",
    re.IGNORECASE,
)
"""Names of rows that are no thing beside the others: what they come to, or what is left of them."""
_MARKS = re.compile(r"^[\s*_`]+|(?:[\s*_`†‡:：]|\[\d+\]|[¹²³⁴⁵]|（注\d*）|\(\d\))+$")
"""Around the name of a thing: emphasis, a colon, the number of a note."""
_OF_PROPERTIES = re.compile(
    r"|features?|metrics?|items?|indicators?|specifications?|specs?|parameters?|property|attribute"
    r"|项目|指标|功能|特性|参数|规格|属性|内容|科目",
    re.IGNORECASE,
)
"""Head of a first column whose rows are properties, of what the other columns are about."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table or list: where its header stands (with the rule under it in Markdown; of no length: nowhere), and where
    its rows do."""

    header: Stretch
    rows: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a row says in one column: `at` and what is said in it, the column's head and, in that form, its place."""

    at: Stretch
    head: str
    head_at: Stretch | None


def tables(text: str) -> tuple[Table, ...]:
    """All in Markdown, in order."""
    if "|" not in text:
        return ()
    return _kept_tables(text) if len(text) <= LONGEST_KEPT else _tables(text)


@lru_cache(maxsize=1_024)
def _kept_tables(text: str) -> tuple[Table, ...]:
    return _tables(text)


def _tables(text: str) -> tuple[Table, ...]:
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


def rows_written_out(text: str) -> tuple[Table, ...]:
    """Rows of "column: cell; column: cell" that follow each other, as tables without a header; a row alone is none.
    Where empty lines are between them they begin with the same column."""
    if not _MAY_BE_A_ROW.search(text):
        return ()
    found: list[list[Stretch]] = []
    opening = ""
    for line in _lines(text):
        cells = _pairs(text, line)
        if not cells:
            continue
        above = found[-1][-1] if found else None
        if (
            above
            and not text[above[1] : line[0]].strip()
            and (cells[0].head == opening or not _is_apart(text, above, line))
        ):
            found[-1].append(line)
        else:
            found.append([line])
        opening = cells[0].head
    return tuple(Table((rows[0][0], rows[0][0]), tuple(rows)) for rows in found if len(rows) > 1)


def rows_continued(text: str, header: str) -> tuple[Stretch, ...]:
    """The rows with which a text begins, of a table in Markdown whose header stands elsewhere; none where it opens a
    table of its own."""
    columns = len(_split(header, stripped(header, 0, len(header.splitlines()[0]))))
    own = {table.header[0] for table in tables(text)}
    rows: list[Stretch] = []
    for match in _LINE.finditer(text):
        line = stripped(text, *match.span())
        if line[0] == line[1] and not rows:
            continue
        if match.start() in own or "|" not in match[0] or len(_split(text, line)) != columns:
            break
        if rows and _is_apart(text, rows[-1], line):
            break
        rows.append(line)
    return tuple(rows)


def opening_head(text: str, row: Stretch) -> str:
    """The first column of a row that is written out; "" where it is none."""
    cells = _pairs(text, row)
    return cells[0].head if cells else ""


@dataclass(frozen=True, slots=True)
class Record:
    """A thing that has a row (or a column, where the rows are properties), and what is said of it by each head."""

    thing: str
    kind: str  # what it is: the head of the column that names it
    values: tuple[tuple[str, str], ...]  # head without its unit, and the cell with it


@lru_cache(maxsize=256)  # of a whole table that many claims are held against
def records(text: str) -> tuple[tuple[Record, ...], ...]:
    """The things of each table, in order; of tables that compare nothing (one thing, one property) none."""
    found = [_records(text, [_cells(text, table, row) for row in table.rows[:MOST_ROWS]]) for table in tables(text)]
    found += [_records(text, [_pairs(text, row) for row in table.rows]) for table in rows_written_out(text)]
    things = [tuple(one for one in rows if one.values and not _NO_THING.fullmatch(one.thing)) for rows in found]
    return tuple(rows for rows in things if len(rows) > 1)


def _records(text: str, rows: Sequence[Sequence[_Cell]]) -> tuple[Record, ...]:
    rows = [row for row in rows if len(row) > 1]
    if rows and rows[0][0].head_at is None and _OF_PROPERTIES.fullmatch(rows[0][0].head):
        return _columns(text, rows)
    made = []
    for row in rows:
        first = _thing(text, row)
        told = [_read(text, cell) for cell in row if cell is not first]
        values = tuple((read.head, f"{read.value} {read.unit}".strip()) for read in told if read)
        made.append(Record(_MARKS.sub("", text[slice(*first.at)]), first.head, values))
    return tuple(made)


def _columns(text: str, rows: Sequence[Sequence[_Cell]]) -> tuple[Record, ...]:
    """The things of a table whose rows are their properties."""
    made: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        told = text[slice(*row[0].at)]
        for cell in row[1:]:
            if cell.head and (read := _read(text, _Cell(cell.at, told, row[0].at))) is not None:
                made.setdefault(cell.head, []).append((read.head, f"{read.value} {read.unit}".strip()))
    return tuple(Record(thing, "", tuple(values)) for thing, values in made.items())


def _is_apart(text: str, above: Stretch, below: Stretch) -> bool:
    """Whether an empty line is between the two."""
    return len(text[above[1] : below[0]].splitlines()) > 1


def is_row_of_a_table(text: str, at: int) -> bool:
    """Whether a place in the text lies in a row of a table in Markdown."""
    return any(start <= at < end for table in tables(text) for start, end in table.rows)


def may_hold_rows(text: str) -> bool:
    if "|" in text and "-" in text:
        return True
    return (";" in text or "；" in text) and _MAY_BE_A_ROW.search(text) is not None


def rows_told_apart(text: str) -> list[Passage]:
    """A passage for each row, in order; a header with rows below says nothing more."""
    found = []
    for table in tables(text):
        rows = [
            passage
            for row in table.rows[:MOST_ROWS]
            if (passage := _passage(text, row, _cells(text, table, row))) is not None
        ]
        found += [Passage(*table.header, _NO_MARK, ((),)), *rows] if rows else []
    found += [passage for line in _lines(text) if (passage := _passage(text, line, _pairs(text, line))) is not None]
    return sorted(found, key=lambda one: one.start)


def _lines(text: str) -> Iterator[Stretch]:
    lines = (match for match in _LINE.finditer(text) if "|" not in match[0] and _MAY_BE_A_ROW.search(match[0]))
    for match in islice(lines, MOST_ROWS):
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
    first = _thing(text, cells)
    turned = first.head_at is None and _OF_PROPERTIES.fullmatch(first.head) is not None
    clauses, properties = [], []
    for cell in cells:
        if cell is first or not 0 < len(cell.head) <= _LONGEST_HEAD:
            continue
        thing: tuple[Piece, ...] = (cell.head,) if turned else _named(text, first, chinese=chinese)
        told = _Cell(cell.at, text[slice(*first.at)], first.at) if turned else cell
        if (said := (_in_chinese if chinese else _in_english)(text, thing, told)) is not None:
            clauses.append(said)
            properties.append(_property(text, told))
    if not clauses:
        return None
    whole = () if chinese or turned else _with_all(text, first, properties)
    return Passage(*row, _NO_MARK, tuple(clauses), joint="" if chinese else " ", whole=whole)


def _thing(text: str, cells: Sequence[_Cell]) -> _Cell:
    """The cell that names what the row is about: the first one, or behind a mere rank the first with a name."""
    if not _RANK.fullmatch(cells[0].head) or not _NUMBER.fullmatch(text[slice(*cells[0].at)]):
        return cells[0]
    return next((cell for cell in cells if _A_NAME.fullmatch(text[slice(*cell.at)])), cells[0])


def _named(text: str, first: _Cell, *, chinese: bool) -> tuple[Piece, ...]:
    """The thing by its name; by what it is and its number, where it has no name: invoice 2041."""
    said = text[slice(*first.at)]
    if chinese:
        return (first.at, "年") if _YEAR_ZH.search(first.head) and _A_YEAR.fullmatch(said) else (first.at,)
    if first.head and not _NO_KIND.search(first.head) and _NUMBER.fullmatch(said):
        return (f"{_small(first.head)} ", first.at)
    return (first.at,)


def _with_all(text: str, first: _Cell, properties: Sequence[tuple[Piece, ...]]) -> tuple[Piece, ...]:
    """ "Pro is a plan with a price of 49 euros, no SSO": an NLI model reads that better than sentence by sentence."""
    kind = first.head.strip()
    named = kind and len(kind.split()) < _MOST_WORDS and not _NO_KIND.search(kind) and text[first.at[0]].isalpha()
    noun = isinstance(properties[0][0], str) and _A_NOUN.match(properties[0][0]) is not None
    kinds = f" is {_article(kind)} {_small(kind)}" if named else ""
    tie = (" with " if named else " has ") if noun or not isinstance(properties[0][0], str) else ": "
    said: list[Piece] = [*_named(text, first, chinese=False), kinds + tie]
    for place, one in enumerate(properties):
        said += [", " if place else "", *one]
    return (*said, ".")


def _property(text: str, cell: _Cell) -> tuple[Piece, ...]:
    read = _read(text, cell)
    assert read is not None
    if _YES.fullmatch(read.value) or _NO.fullmatch(read.value):
        return ("" if _YES.fullmatch(read.value) else "no ", _small(read.head))
    unit = f" {read.unit}" if read.unit else ""
    if not unit and _counts(read):
        return (cell.at, f" {_small(read.head)}")
    if _VERBAL.match(read.head):
        return (f"{_small(read.head)} ", cell.at, unit)
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
    bare = _BARE.fullmatch(value) is not None
    own = unit["unit"] if unit and bare else ""
    if bare and not own and (counted := _COUNT_ZH.search(cell.head)):
        own = counted["what"] or "人"
    if bare and not own and _YEAR_ZH.search(cell.head) and _A_YEAR.fullmatch(value):
        own = "年"
    return _Read(value, own, cell.head[: unit.start()] if unit else cell.head, fell.end() if fell else 0)


def _counts(read: _Read) -> bool:
    """ "Users: 5" is 5 users."""
    return _COUNT_EN.match(read.head) is not None and _INTEGER.fullmatch(read.value) is not None


def _in_chinese(text: str, thing: tuple[Piece, ...], cell: _Cell) -> tuple[Piece, ...] | None:
    read = _read(text, cell)
    if read is None:
        return None
    head: Piece = read.head if cell.head_at is None else (cell.head_at[0], cell.head_at[0] + len(read.head))
    yes, no = _YES.fullmatch(read.value), _NO.fullmatch(read.value)
    if (yes or no) and read.head.startswith("是否"):
        return (*thing, "" if yes else "不", read.head.removeprefix("是否"), "。")
    if yes or no:
        return (*thing, "有" if yes else "没有", head, "。")
    if read.fell:
        shown = (cell.at[0] + read.fell, cell.at[1])
        return (*thing, "的", _GROWTH.sub("", read.head), "下降", shown, read.unit, "。")
    return (*thing, "的", head, "增长" if _TO_BEFORE.search(read.head) else "为", cell.at, read.unit, "。")


def _in_english(text: str, thing: tuple[Piece, ...], cell: _Cell) -> tuple[Piece, ...] | None:
    read = _read(text, cell)
    if read is None:
        return None
    small = read.head[:1] if _CAPITALS.match(read.head) else read.head[:1].lower()
    rest: Piece = read.head[1:] if cell.head_at is None else (cell.head_at[0] + 1, cell.head_at[0] + len(read.head))
    if _YES.fullmatch(read.value) or _NO.fullmatch(read.value):
        return (*thing, " has " if _YES.fullmatch(read.value) else " does not have ", small, rest, ".")
    unit = f" {read.unit}" if read.unit else ""
    if not unit and _counts(read):
        return (*thing, " has ", cell.at, " ", small, rest, ".")
    if read.fell:
        fall = (cell.at[0] + read.fell, cell.at[1])
        return ("The ", small, rest, " of ", *thing, " is negative: a fall of ", fall, unit, ".")
    if _VERBAL.match(read.head):
        return (*thing, ": ", small, rest, " ", cell.at, unit, ".")
    return ("The ", small, rest, " of ", *thing, " is ", cell.at, unit, ".")
