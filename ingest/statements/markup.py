"""Lines of a text that are no prose: headings, fenced code, a table's header and rule, bare list marks and addresses.

They claim nothing by themselves: nothing is judged there, nothing taken out, and no pronoun goes back to them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from ..model import Span
from ..text.table_rows import RULE

_line = re.compile(r"[^\r\n\x0b\x0c\x85\u2028\u2029]+")
_heading = re.compile(r" {0,3}(?:#{1,6}(?:[ \t]|$)|#{2,6}(?=[^#\s]))")
_fence = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^`]*)$")
_underline = re.compile(r" {0,3}(?P<mark>=|-)(?P=mark)+[ \t]*$")
_bare_mark = re.compile(
    r"\s*(?:[-*+•·▪◦‣–—]|[(（]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)）、]|[（(][一二三四五六七八九十]+[）)])\s*$"
)
_address = re.compile(r"\s*(?:[-*+•]\s+)?<?(?:https?://|ftp://|www\.)\S+\s*$", re.IGNORECASE)
_no_title = re.compile(r"[.!?。！？…;；,，、]\s*$|^\s*(?:[-*+•>|]\s|\d{1,3}[.)]\s)")


def markup_spans(text: str) -> list[Span]:
    """The lines that are no prose, in order and disjoint, without their line breaks; a block of code is one span."""
    lines = [Span(match.start(), match.end()) for match in _line.finditer(text)]
    found: list[Span] = []
    at = 0
    while at < len(lines):
        length = _block_length(text, lines, at)
        if length:
            found.append(Span(lines[at].start, lines[at + length - 1].end))
        at += max(1, length)
    return found


def _block_length(text: str, lines: Sequence[Span], at: int) -> int:
    """How many lines from this one on are one stretch of markup; 0 where it is prose."""
    line = _of(text, lines[at])
    if fence := _fence.match(line):
        return _fenced(text, lines, at, fence["mark"])
    if at + 1 < len(lines) and _touch(text, lines[at], lines[at + 1]):
        below = _of(text, lines[at + 1])
        if "|" in line and "|" in below and RULE.match(below):
            return 2
        if _is_underlined(text, lines, at, below):
            return 2
    if _heading.match(line) or _address.match(line):
        return 1
    return int(bool(_bare_mark.match(line)) and len(lines) > 1)


def _fenced(text: str, lines: Sequence[Span], at: int, mark: str) -> int:
    """Up to the closing fence, which is at least as long; a block that is never closed goes on to the end."""
    closing = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    for further in range(at + 1, len(lines)):
        if closing.match(_of(text, lines[further])):
            return further - at + 1
    return len(lines) - at


def _is_underlined(text: str, lines: Sequence[Span], at: int, below: str) -> bool:
    """A title with "====" or "----" under it: one line that nothing stands right above, and no sentence."""
    if not _underline.match(below) or not _of(text, lines[at]).strip():
        return False
    alone = at == 0 or not _touch(text, lines[at - 1], lines[at]) or not _of(text, lines[at - 1]).strip()
    return alone and not _no_title.search(_of(text, lines[at]))


def _of(text: str, line: Span) -> str:
    return text[line.start : line.end]


def _touch(text: str, above: Span, below: Span) -> bool:
    """Whether one line break, and no empty line, is between the two."""
    return text[above.end : below.start] in ("\n", "\r\n", "\r", "\x0b", "\x85", "\u2028")


def apart_from_markup(spans: Sequence[Span], markup: Sequence[Span], text: str) -> list[Span]:
    """The spans (in order, disjoint), cut where a line of markup begins or ends; none is only white space."""
    edges = sorted({edge for span in markup for edge in (span.start, span.end)})
    found: list[Span] = []
    for span in spans:
        inner = edges[bisect_right(edges, span.start) : bisect_right(edges, span.end - 1)]
        bounds = [span.start, *inner, span.end]
        for start, end in pairwise(bounds):
            piece = text[start:end]
            begin = start + len(piece) - len(piece.lstrip())
            if piece.strip():
                found.append(Span(begin, begin + len(piece.strip())))
    return found


def is_in(markup: Sequence[Span], start: int) -> bool:
    """Whether this place of the text is in one of the spans."""
    at = bisect_right(markup, start, key=lambda span: span.start) - 1
    return at >= 0 and start < markup[at].end
