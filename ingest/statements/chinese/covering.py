"""No content word is lost: what no statement of a sentence took in is given to the one that stands nearest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from ...model import Span, Statement
from ...text.words import content_words
from ..list_marks import inner_list_marks
from ..parsed import ParsedSentence
from ..realise import Piece, merged_spans


def cover(text: str, sentence: ParsedSentence, statements: Sequence[Statement]) -> list[Statement]:
    """The statements with spans for the words that none of them covers; duplicates of one text are one statement."""
    out = _without_doubles(statements)
    if not out:
        return out
    ends = sorted((span.end, span.start, index) for index, statement in enumerate(out) for span in statement.spans)
    covered = merged_spans(text, [Piece("", start, end) for end, start, _ in ends])
    missed: dict[int, list[Piece]] = {}
    offset = sentence.span.start
    marks = inner_list_marks(sentence.analysis.text)
    for word in content_words(sentence.analysis.text, "zh"):
        if _within(marks, word.start, word.end):
            continue
        start, end = offset + word.start, offset + word.end
        if not _within(covered, start, end):
            missed.setdefault(_nearest(ends, start), []).append(Piece("", start, end))
    for index, pieces in missed.items():
        spans = [Piece("", span.start, span.end) for span in out[index].spans]
        out[index] = replace(out[index], spans=merged_spans(text, [*spans, *pieces]))
    return out


def _within(covered: Sequence[Span], start: int, end: int) -> bool:
    """`covered` may hold overlapping spans, in order of their starts."""
    at = bisect_right(covered, start, key=lambda span: span.start)
    return any(end <= span.end for span in covered[max(0, at - _OVERLAPS) : at])


_OVERLAPS = 12
"""Statements of one sentence that may begin at about one place; a word missed by this bound gets a span twice."""


def _nearest(ends: Sequence[tuple[int, int, int]], at: int) -> int:
    """The statement with the last span that ends before `at`, else the first one behind."""
    behind = bisect_right(ends, (at, at, len(ends)))
    return ends[behind - 1][2] if behind else ends[0][2]


def _without_doubles(statements: Sequence[Statement]) -> list[Statement]:
    seen: set[str] = set()
    out: list[Statement] = []
    for statement in statements:
        if statement.text not in seen:
            seen.add(statement.text)
            out.append(statement)
    return out
