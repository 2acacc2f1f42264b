"""Marks of emphasis in the claims of an answer: "**Autosave** now runs every 30 seconds" claims it of Autosave.

They stay in the answer; in a claim they would stand between a judge and its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from claimgraph.ingest.model import Quote, StatedTriple, Statement

EMPHASIS_VERSION = "1"
_DOUBLE = re.compile(r"\*\*|`|(?<![^\W_])__|__(?![^\W_])")
_SINGLE = re.compile(
    r"(?<![\w*])(?P<mark>[*_`])(?=[^\s*_`])(?P<words>[^*_`\n]*[^\s*_`])(?P=mark)(?![\w*])"
)  # in pairs: "3 * 4" has none, and neither has snake_case
_WITHIN = re.compile(
    r"(?<=[^\s>|*#.+-])(?P<gap>[ \t]*)(?P<mark>\*\*|__|\*)(?=[^\s*_])(?P<words>[^*_\n:：]*[^\s*_:：])(?P=mark)(?!\w|[*_]|[ \t]*[:：])"
)
"""Emphasis inside a line: not what may be a label or a title at its beginning, which the layout of the text tells."""


def without_marks(text: str) -> str:
    """The text with blanks in the place of marks of emphasis inside its lines, of the same length: to be parsed."""
    return _WITHIN.sub(lambda found: _blanked(found.group(), found["mark"]), text)


def _blanked(said: str, mark: str) -> str:
    opening = said.index(mark)
    blank = " " * len(mark)
    return said[:opening] + blank + said[opening + len(mark) : -len(mark)] + blank


def without_emphasis(statement: Statement, answer: str) -> Statement:
    """The statement without such marks, or the blanks in their place, in its text; where its words stand in the answer
    stays as it was."""
    marks = _marks(statement.text) | _blanks(statement, answer)
    if not marks:
        return statement
    text = "".join(char for place, char in enumerate(statement.text) if place not in marks)
    if not any(char.isalnum() for char in text):
        return statement
    triples = tuple(_tidied(triple, statement.lang) for triple in statement.triples)
    return replace(statement, text=text, quotes=tuple(_moved(statement.quotes, marks)), triples=triples)


_MARKS = frozenset("*_")


def _blanks(statement: Statement, answer: str) -> set[int]:
    """Where the statement has a blank for a mark: in what it quotes, and between two quotes with but marks between."""
    quotes = statement.quotes
    found = {
        quote.start + place
        for quote in quotes
        for place in range(quote.end - quote.start)
        if answer[quote.source + place] in _MARKS and statement.text[quote.start + place] == " "
    }
    for left, right in pairwise(quotes):
        between = answer[left.source + left.end - left.start : right.source]
        if between and not between.strip("*_") and statement.text[left.end : right.start] == " ":
            found.add(left.end)
    return found


def _tidied(triple: StatedTriple, lang: str) -> StatedTriple:
    def tidy(text: str) -> str:
        return re.sub(r" {2,}", "" if lang == "zh" else " ", text)

    head, relation, tail = (tidy(part) for part in triple.normal)
    return replace(
        triple,
        head=replace(triple.head, text=tidy(triple.head.text)),
        tail=replace(triple.tail, text=tidy(triple.tail.text)),
        normal=(head, relation, tail),
    )


def _marks(text: str) -> set[int]:
    marks = {place for found in _DOUBLE.finditer(text) for place in range(*found.span())}
    bare = "".join(" " if place in marks else char for place, char in enumerate(text))
    for found in _SINGLE.finditer(bare):
        marks |= {found.start(), found.end() - 1}
    return marks


def _moved(quotes: Sequence[Quote], marks: set[int]) -> list[Quote]:
    """The quotes as they stand without the marks: cut in two where one stood inside."""
    gone = sorted(marks)
    moved: list[Quote] = []
    for quote in quotes:
        start = quote.start
        for end in [*(place for place in gone if quote.start <= place < quote.end), quote.end]:
            if start < end:
                shift = sum(place < start for place in gone)
                moved.append(Quote(start - shift, end - shift, quote.source + start - quote.start))
            start = end + 1
    return moved
