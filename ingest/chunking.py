"""Chunks of whole sentences whose boundaries are decided locally.

A text is a row of units (sentences; the few longer than half a chunk are cut into fragments). The place
before each unit is a possible boundary with a priority: first its kind (a heading, a paragraph, a sentence,
a fragment), then a hash of the unit's own text. A place is a boundary when its priority is the highest
within a reach of tokens to either side. So whether a place is a boundary depends on nothing farther away
than the reach, and two boundaries are at least the reach apart: one sentence inserted anywhere can move
boundaries only within one reach on either side of it, and touches at most three chunks.

Chunks come out between one reach (a quarter of the limit) and the limit, about half the limit on average.
Where no place stands out for longer than the limit (about one stretch in fifty), it is halved at the
highest priority near its middle; boundaries around it stay as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

from .model import ChunkSpan, ParsedDocument, Section, Span
from .statements.markup import is_in
from .text.fact_lists import fact_lists
from .text.sentences import sentences
from .text.table_rows import tables
from .text.tokens import count_tokens, cut_offset

_REACH_SHARE = 4  # the reach is the limit divided by this
_paragraph_gap = re.compile(r"\n[^\S\n]*\n|[\u2029\x0c]")
_clause_end = re.compile(r"[,;:，；：、—]+[\"”’」』）)\]]*(?:\s+|(?<=[，；：、—])|(?<=[”’」』）]))")
_gap = re.compile(r"\s+")


class _Kind:
    """What stands before a unit, weakest first."""

    AFTER_HEADING = 0  # a heading is not cut off from its text, nor a row of a table from the one before it
    FRAGMENT = 1
    SENTENCE = 2
    PARAGRAPH = 3
    HEADING = 4
    EDGE = 5  # the start of the text


class _Unit(NamedTuple):
    start: int
    end: int
    tokens: int
    priority: int  # its kind, then 64 bits of the hash of its text


class SemanticChunker:
    """Implements `Chunker`: chunks of at most `max_tokens` tokens by `count_tokens`.

    Every character that is not white space is in exactly one chunk.
    """

    version = "semantic-3"

    def __init__(self, max_tokens: int = 200) -> None:
        if max_tokens < 8:
            raise ValueError(f"max_tokens is {max_tokens}; a chunk needs room for at least 8 tokens")
        self.max_tokens = max_tokens
        self.version = f"semantic-3/{max_tokens}"

    def chunk(self, document: ParsedDocument) -> list[ChunkSpan]:
        """The chunks of `document.text` in order; none for a text of white space only."""
        units = _units(document, self.max_tokens)
        if not units:
            return []
        starts = _boundaries(units, self.max_tokens)
        page_starts = [page.start for page in document.pages]
        chunks: list[ChunkSpan] = []
        paths = _SectionPaths(document.sections)
        for ordinal, (first, behind) in enumerate(zip(starts, [*starts[1:], len(units)], strict=True)):
            start = units[first].start
            page = bisect_right(page_starts, start) - 1
            chunks.append(
                ChunkSpan(
                    ordinal=ordinal,
                    start=start,
                    end=units[behind - 1].end,
                    tokens=sum(unit.tokens for unit in units[first:behind]),
                    page=document.pages[page].number if page >= 0 else None,
                    section_path=paths.at(start),
                )
            )
        return chunks


def _units(document: ParsedDocument, max_tokens: int) -> list[_Unit]:
    text = document.text
    headings = {section.start for section in document.sections}
    units: list[_Unit] = []
    behind = 0
    kind = _Kind.EDGE
    after_heading = False
    headed = [one for one in (*tables(text), *fact_lists(text)) if one.rows]
    inside = sorted((Span(one.header[0] + 1, one.rows[-1][1]) for one in headed), key=lambda span: span.start)
    for sentence in sentences(text):
        is_heading = sentence.start in headings
        if units:
            if is_heading:
                kind = _Kind.HEADING
            elif after_heading or is_in(inside, sentence.start):
                kind = _Kind.AFTER_HEADING
            else:
                gap = _paragraph_gap.search(text, behind, sentence.start)
                kind = _Kind.PARAGRAPH if gap else _Kind.SENTENCE
        tokens = count_tokens(text[sentence.start : sentence.end])
        if tokens <= max_tokens // 2:
            units.append(_unit(text, sentence.start, sentence.end, tokens, kind))
        else:
            for piece in _fragments(text, sentence, max_tokens):
                tokens = count_tokens(text[piece.start : piece.end])
                units.append(_unit(text, piece.start, piece.end, tokens, kind))
                kind = _Kind.FRAGMENT
        behind = sentence.end
        after_heading = is_heading
    return units


def _unit(text: str, start: int, end: int, tokens: int, kind: int) -> _Unit:
    digest = blake2b(text[start:end].encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return _Unit(start, end, tokens, (kind << 64) | int.from_bytes(digest, "big"))


def _fragments(text: str, sentence: Span, max_tokens: int) -> Iterator[Span]:
    """Cut one long sentence behind its clause punctuation; a clause that is still long at white space, and
    a run without white space wherever it is full. Nothing but white space is left out.
    """
    limit = max(1, max_tokens // _REACH_SHARE)
    start = sentence.start
    for match in _clause_end.finditer(text, sentence.start, sentence.end):
        if match.end() - start < limit:
            continue  # a list of short items would give a great many fragments
        yield from _pieces(text, start, match.end(), limit)
        start = match.end()
    yield from _pieces(text, start, sentence.end, limit)


def _pieces(text: str, start: int, end: int, limit: int) -> Iterator[Span]:
    while start < end:
        cut = cut_offset(text, start, end, limit)
        if cut < end:
            space = None
            for space in _gap.finditer(text, start + 1, cut + 1):  # noqa: B007 - the last one is wanted
                pass
            cut = space.end() if space else cut
        begin, stop = start, min(cut, end)
        while begin < stop and text[begin].isspace():
            begin += 1
        start = stop
        while stop > begin and text[stop - 1].isspace():
            stop -= 1
        if begin < stop:
            yield Span(begin, stop)


def _boundaries(units: Sequence[_Unit], max_tokens: int) -> list[int]:
    """Indexes of the units that open a chunk, the first unit among them."""
    offsets = [0, *accumulate(unit.tokens for unit in units)]
    peaks = _peaks(units, offsets, max_tokens // _REACH_SHARE)
    starts: list[int] = []
    for first, behind in zip(peaks, [*peaks[1:], len(units)], strict=True):
        starts.append(first)
        starts.extend(_halvings(units, offsets, first, behind, max_tokens))
    return starts


def _peaks(units: Sequence[_Unit], offsets: Sequence[int], reach: int) -> list[int]:
    """Units whose priority is above all within `reach` tokens before them and not below any within it behind.

    The start of the text counts as the highest; nothing within reach of its end is a peak.
    """
    total = offsets[len(units)]
    highest_before = _window_maxima(units, offsets, reach, range(len(units)))
    highest_behind = _window_maxima(units, offsets, reach, range(len(units) - 1, -1, -1))
    peaks = [0]
    for index in range(1, len(units)):
        priority = units[index].priority
        before, behind = highest_before[index], highest_behind[index]
        if (
            priority >> 64 > _Kind.AFTER_HEADING
            and total - offsets[index] >= reach
            and priority > before
            and priority >= behind
        ):
            peaks.append(index)
    return peaks


def _window_maxima(units: Sequence[_Unit], offsets: Sequence[int], reach: int, order: range) -> list[int]:
    """For each unit the highest priority among the units passed before it, in `order`, less than `reach`
    away.
    """
    maxima: list[int] = [-1] * len(units)
    falling: deque[int] = deque()
    for index in order:
        while falling and abs(offsets[index] - offsets[falling[0]]) >= reach:
            falling.popleft()
        maxima[index] = units[falling[0]].priority if falling else -1
        while falling and units[falling[-1]].priority <= units[index].priority:
            falling.pop()
        falling.append(index)
    return maxima


def _halvings(units: Sequence[_Unit], offsets: Sequence[int], first: int, behind: int, max_tokens: int) -> list[int]:
    """Further boundaries in a stretch that no peak divides into chunks of at most `max_tokens`."""
    starts: list[int] = []
    pending = [(first, behind)]
    while pending:
        low, high = pending.pop()
        size = offsets[high] - offsets[low]
        if size <= max_tokens or high - low < 2:
            continue
        middle = _halving_point(units, offsets, low, high, max_tokens)
        starts.append(middle)
        pending += [(low, middle), (middle, high)]
    return sorted(starts)


def _halving_point(units: Sequence[_Unit], offsets: Sequence[int], low: int, high: int, max_tokens: int) -> int:
    """The highest priority that leaves a fair part on either side; among equals the one nearest the middle.

    Only places within half a limit of the middle are looked at, which keeps a long monotonous text linear.
    """
    centre = (offsets[low] + offsets[high]) / 2
    size = offsets[high] - offsets[low]
    slack = min(max_tokens / 2, size / 2 - max_tokens / _REACH_SHARE)
    begin = max(low + 1, bisect_right(offsets, centre - slack, low, high + 1) - 1)
    end = min(high, bisect_right(offsets, centre + slack, low, high + 1) + 1)
    near = [index for index in range(begin, end) if abs(offsets[index] - centre) <= slack]
    if not near:
        return min(range(begin, max(end, begin + 1)), key=lambda index: abs(offsets[index] - centre))
    return max(near, key=lambda index: (units[index].priority, -abs(offsets[index] - centre)))


class _SectionPaths:
    """Looks up the innermost section at rising offsets; sections are in order of their starts and nest."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sorted(sections, key=lambda section: (section.start, -section.end))
        self._starts = [section.start for section in self._sections]

    def at(self, offset: int) -> tuple[str, ...]:
        index = bisect_right(self._starts, offset) - 1
        while index >= 0:
            section = self._sections[index]
            if offset < section.end:
                return section.path
            index -= 1
        return ()
