"""Lists of facts under a title: opening hours, prices, key data ("Rooms: 84", 周六：10:00—14:00, "Leek soup – 5.80").

A line of one says little without its title. The title is the line right above, or above one empty line; a list that
opens with a name ("Name: Harbour Hotel") has that for its title.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .language import HAN
from .respective_lists import Passage, Stretch, stripped
from .table_rows import LONGEST_KEPT, Record, Table

_LINE = re.compile(r"[^\r\n]*\S[^\r\n]*")
_FACT = re.compile(
    r"\s*(?:[-*+•·▪◦]\s+|\d{1,2}[.)、]\s*)?"
    r"(?P<key>[^\W\d_][^:：|\n]{0,59}?|\d{1,2}[:：.]\d\d(?:\s?[ap]\.?m\.?)?)"
    r"\s*(?P<tie>：|:(?=\s)|(?<=[\u3400-\u9fff）]):|\s[–—-]\s|——)\s*(?P<value>\S[^\n]{0,160})"
)
_NAMES = re.compile(r"(?:name|title|product|company|hotel)$|^(?:名称|姓名|品名|产品|公司|书名|项目)", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*+•·▪◦]\s+|\d{1,2}[.)、]\s*)?")
_TITLE = re.compile(r"[\s#*【\[]*(?P<said>.*?[^\s:：*】\]])[\s:：*】\]]*")
_LONGEST_TITLE = 80
_NO_TITLE = re.compile(r"[.!?。！？;；]\s*$|^\s*[-*+•·▪◦|>]\s?")
_FEWEST = 2


def fact_lists(text: str, fewest: int = _FEWEST) -> tuple[Table, ...]:
    """Each with its title as the header and its lines, `fewest` or more, as rows."""
    return (_kept if len(text) <= LONGEST_KEPT else _found)(text, fewest)


@lru_cache(maxsize=1_024)
def _kept(text: str, fewest: int) -> tuple[Table, ...]:
    return _found(text, fewest)


def value_of(text: str, row: Stretch) -> Stretch:
    """What a line says of its key: "9 am to 4 pm" of "Friday: 9 am to 4 pm"."""
    fact = _FACT.fullmatch(text, *row)
    return row if fact is None else fact.span("value")


def listed_records(text: str) -> list[tuple[Record, ...]]:
    """What each line of a list says of its key, by the list's title: dishes and their prices, days and their hours."""
    found = []
    for listed in fact_lists(text):
        title = _TITLE.fullmatch(text, *listed.header)
        facts = [_FACT.fullmatch(text, *row) for row in listed.rows]
        if title is not None:
            rows = [
                Record(fact["key"].strip(), "", ((title["said"], fact["value"].strip()),)) for fact in facts if fact
            ]
            found.append(tuple(rows))
    return found


def lines_continued(text: str) -> tuple[Stretch, ...]:
    """The lines of facts with which a text begins, of a list whose title stands elsewhere; none where it has one."""
    rows: list[Stretch] = []
    for match in _LINE.finditer(text):
        line = match.span()
        if _FACT.fullmatch(text, *line) is None or (rows and _breaks(text, rows[-1], line) > 1):
            break
        rows.append(stripped(text, *line))
    return tuple(rows)


def facts_told_apart(text: str) -> list[Passage]:
    """A passage for each line, also a lone one, behind its title: judges read the two together."""
    found = []
    for listed in fact_lists(text, 1):
        title = _TITLE.fullmatch(text, *listed.header)
        if title is None:
            continue
        for row in listed.rows:
            said = (row[0] + len(_ITEM.match(text, *row)[0]), row[1])  # type: ignore[index]  # it may match nothing
            chinese = re.search(rf"[{HAN}]", text[slice(*row)]) is not None
            stop = "" if text[row[1] - 1] in ".!?。！？" else "。" if chinese else "."
            found.append(Passage(*row, (0, 0), ((title.span("said"), "" if chinese else " ", said, stop),)))
    return found


def _found(text: str, fewest: int) -> tuple[Table, ...]:
    lines = [match.span() for match in _LINE.finditer(text)]
    facts = [_FACT.fullmatch(text, *line) for line in lines]
    found: list[Table] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and facts[end] is not None:
            if end > at and _breaks(text, lines[end - 1], lines[end]) > 1:
                break
            end += 1
        if end - at >= fewest and (listed := _titled(text, lines, facts, at, end)) is not None:
            found.append(listed)
        at = max(end, at + 1)
    return tuple(found)


def _titled(text: str, lines: list[Stretch], facts: list[re.Match[str] | None], first: int, end: int) -> Table | None:
    opening = facts[first]
    assert opening is not None
    following = facts[first + 1] if end - first > 1 else None
    is_named = _NAMES.search(opening["key"]) or (following and opening["tie"].strip() != following["tie"].strip())
    if is_named and end - first > _FEWEST:
        title, rows = lines[first], lines[first + 1 : end]
    elif first and _breaks(text, lines[first - 1], lines[first]) <= 2 and is_title(text[slice(*lines[first - 1])]):
        title, rows = lines[first - 1], lines[first:end]
    else:
        return None
    return Table(stripped(text, *title), tuple(stripped(text, *row) for row in rows))


def is_title(said: str) -> bool:
    """Whether a line may head a list or table: it is short, and no sentence, item or row."""
    return len(said.strip()) <= _LONGEST_TITLE and _NO_TITLE.search(said) is None


def _breaks(text: str, above: Stretch, below: Stretch) -> int:
    """How many line breaks stand between the two."""
    return len(re.findall(r"\r\n|[\r\n]", text[above[1] : below[0]]))
