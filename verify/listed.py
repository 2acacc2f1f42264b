"""Tables and lists of facts in the chunks found for a claim: their headers, their rows, and all of each as one text.

A chunk may end within a table: its further rows stand in the next one, without the header. Where the two are known to
follow each other, as the chunks of a context that came with the call, they are read as one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from claimgraph.graph_schema.repositories.search import BesideRow
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.text.fact_lists import fact_lists, is_title, lines_continued
from claimgraph.ingest.text.respective_lists import Stretch
from claimgraph.ingest.text.table_rows import (
    LONGEST_KEPT,
    MOST_ROWS,
    Table,
    opening_head,
    rows_continued,
    rows_written_out,
    tables,
)

from .model import ChunkText, Evidence, Piece

EDGE = ""
"""In the place of a chunk's neighbour: there is none, the text begins or ends with the chunk."""
_FIRST_LINE = re.compile(r"[^\n]*\S[^\n]*")


@dataclass(frozen=True, slots=True)
class Listed:
    """A table or list of facts.

    `header`: that of a table, with the rule under it, or the title of a list; None where each row names its columns.
    `whole`: its title in a line (empty: it has none), its header and all rows; None where there may be further rows, or
    too many to read.
    """

    header: Piece | None
    is_titled: bool  # a list under a title, which may say something by itself
    stretches: Mapping[str, Stretch]  # chunk -> where in it header and rows stand
    whole: str | None

    def has(self, chunk_id: str, at: int) -> bool:
        """Whether a place in a chunk is of its header or rows."""
        start, end = self.stretches.get(chunk_id, (0, 0))
        return start <= at < end


@dataclass(slots=True)
class _Open:
    """A list while it is put together. `begun`, `ended`: whether nothing before or behind can belong to it."""

    header: Piece | None
    head: str  # the header's text, or the first column where each row names its own
    is_titled: bool
    title: str
    begun: bool
    ended: bool = True
    rows: list[tuple[Piece, str]] = field(default_factory=list)

    @property
    def form(self) -> str:
        """Tables of one form have the same columns: of another year, of another kind of plan."""
        return self.head if self.is_titled else " ".join(self.head.split("\n", 1)[0].split())

    def closed(self, *, alone: bool) -> Listed:
        """`alone`: no other list here is of the same form. Two of these are parts of one, and neither is the whole."""
        head = [self.head] if self.header and not self.is_titled else []
        rows = [said for _, said in self.rows[: MOST_ROWS + 1]]
        text = "\n".join([self.head if self.is_titled else self.title, *head, *rows])
        known = alone and self.begun and self.ended and len(rows) <= MOST_ROWS and len(text) <= LONGEST_KEPT
        stretches: dict[str, Stretch] = {}
        for piece in (self.header, *(piece for piece, _ in self.rows)):
            if piece is not None:
                start, _ = stretches.get(piece.chunk_id, (piece.start, piece.end))
                stretches[piece.chunk_id] = (start, piece.end)
        return Listed(self.header, self.is_titled, stretches, text if known else None)


def chunk_texts(evidence: Sequence[Evidence], beside: Sequence[BesideRow] = ()) -> tuple[ChunkText, ...]:
    """The texts to cut windows of, in order. Chunks of contexts that came with the call are all there, in the order of
    their text, and so know what they follow; of what a search brought that is known where `beside` tells it."""
    texts = [ChunkText(one.chunk_id, one.text, one.lang) for one in evidence]
    given = [one.source is EvidenceSource.GIVEN for one in evidence]
    known = _neighbours(beside)
    for place, one in enumerate(texts):
        if given[place]:
            texts[place] = replace(one, before=EDGE, behind=EDGE)
        elif one.chunk_id in known:
            before, behind = known[one.chunk_id]
            texts[place] = replace(one, before=before, behind=behind)
    for place, (left, right) in enumerate(pairwise(evidence)):
        together = set(left.revision_ids) & set(right.revision_ids) or not (left.revision_ids or right.revision_ids)
        if given[place] and given[place + 1] and together:
            texts[place] = replace(texts[place], behind=right.chunk_id)
            texts[place + 1] = replace(texts[place + 1], before=left.chunk_id)
    return tuple(texts)


def texts_beside(rows: Iterable[BesideRow]) -> tuple[ChunkText, ...]:
    """The neighbours themselves, in which a list may begin or go on."""
    return tuple({row.id: ChunkText(row.id, row.text, row.lang or "") for row in rows if row.id and row.text}.values())


def _neighbours(rows: Iterable[BesideRow]) -> dict[str, tuple[str | None, str | None]]:
    """Chunk -> those before and behind it; None where that differs from text to text."""
    found: dict[str, dict[str, dict[int, str]]] = {}
    for row in rows:
        steps = found.setdefault(row.chunk_id, {}).setdefault(row.revision_id, {})
        if row.step is not None and row.id is not None:
            steps[row.step] = row.id
    sides = {
        chunk: [{steps.get(step, EDGE) for steps in of.values()} for step in (-1, 1)] for chunk, of in found.items()
    }
    return {chunk: _one_each(*both) for chunk, both in sides.items()}


def _one_each(before: set[str], behind: set[str]) -> tuple[str | None, str | None]:
    return (before.pop() if len(before) == 1 else None), (behind.pop() if len(behind) == 1 else None)


def may_go_on(text: str) -> bool:
    """Whether a table or list may begin before a chunk, or go on behind it."""
    ends = len(text.rstrip())
    headed = [*tables(text), *fact_lists(text)]
    edges = [one.rows[-1][1] if one.rows else one.header[1] for one in headed]
    written = rows_written_out(text)
    first = _FIRST_LINE.search(text)
    opens_with_rows = first is not None and ("|" in first[0] or bool(lines_continued(text)))
    return (
        ends in edges
        or any(one.rows[-1][1] == ends or not text[: one.rows[0][0]].strip() for one in written)
        or (opens_with_rows and not any(one.header[0] == first.start() for one in headed if first))
    )


def find_lists(chunks: Sequence[ChunkText]) -> dict[str, list[Listed]]:
    """Chunk id -> the tables and lists that have a header or a row in it, in order."""
    found: dict[str, list[_Open]] = {}
    open_in: dict[str, _Open] = {}  # chunk -> the list in which it ends
    for chunk in _in_order(chunks):
        last = open_in.get(chunk.before or EDGE)
        continued = _continued(chunk, last) if last is not None else ()
        listed = [(one, False) for one in tables(chunk.text)] + [(one, True) for one in fact_lists(chunk.text)]
        told = {row for one, _ in listed for row in one.rows}
        listed += [(one, False) for one in rows_written_out(chunk.text) if not told.issuperset(one.rows)]
        here = [_opened(chunk, *one) for one in listed if not set(one[0].rows) & set(continued)]
        if last is not None:
            last.rows += [_row(chunk, row) for row in continued]
            last.ended = not (last.is_titled and lines_continued(chunk.text))
            here = [last, *here] if continued else here
        found[chunk.chunk_id] = here
        for one in here:
            if chunk.behind != EDGE and _end(one, chunk) == len(chunk.text.rstrip()):
                one.ended = False
                if chunk.behind is not None:
                    open_in[chunk.chunk_id] = one
    lists = {id(one): one for here in found.values() for one in here if one.rows}
    forms = Counter(one.form for one in lists.values())
    closed = {place: one.closed(alone=forms[one.form] == 1) for place, one in lists.items()}
    return {chunk: [closed[id(one)] for one in here if one.rows] for chunk, here in found.items()}


def _in_order(chunks: Sequence[ChunkText]) -> Iterator[ChunkText]:
    """Each chunk after the one that it follows, where that is among them."""
    by_id = {chunk.chunk_id: chunk for chunk in chunks}
    before = {chunk.behind: chunk.chunk_id for chunk in chunks if chunk.behind}
    by_id |= {id: replace(one, before=before.get(id)) for id, one in by_id.items() if one.before is None}
    done: set[str] = set()
    for chunk in chunks:
        waiting: list[ChunkText] = []
        at: ChunkText | None = by_id[chunk.chunk_id]
        while at is not None and at.chunk_id not in done:
            done.add(at.chunk_id)
            waiting.append(at)
            at = by_id.get(at.before or EDGE)
        yield from reversed(waiting)


def _opened(chunk: ChunkText, table: Table, titled: bool) -> _Open:
    start, end = table.header
    rows = [_row(chunk, row) for row in table.rows]
    if start < end:
        header, head, begun = Piece(chunk.chunk_id, start, end), chunk.text[start:end], True
    else:
        header, head = None, opening_head(chunk.text, table.rows[0])
        begun = bool(chunk.text[:start].strip()) or chunk.before == EDGE
    return _Open(header, head, titled, "" if titled else _title(chunk.text, start), begun, rows=rows)


def _continued(chunk: ChunkText, last: _Open) -> tuple[Stretch, ...]:
    """The rows at the beginning of a chunk that go on with the list in which the one before it ended.

    None of a list of facts: any line with a colon could be one, and its title would be told of another thing.
    """
    if last.is_titled:
        return ()
    if last.header is not None:
        return rows_continued(chunk.text, last.head)
    lists = rows_written_out(chunk.text)
    goes_on = bool(lists) and not chunk.text[: lists[0].rows[0][0]].strip()
    return lists[0].rows if goes_on and opening_head(chunk.text, lists[0].rows[0]) == last.head else ()


def _row(chunk: ChunkText, row: Stretch) -> tuple[Piece, str]:
    return Piece(chunk.chunk_id, *row), chunk.text[slice(*row)]


def _end(one: _Open, chunk: ChunkText) -> int:
    """Where the list ends in that chunk; of a header at its very end, whose rows are all in the next one, there."""
    last = one.rows[-1][0] if one.rows else one.header
    return last.end if last and last.chunk_id == chunk.chunk_id else -1


def _title(text: str, start: int) -> str:
    """The line above a table, which says what its rows are."""
    lines = text[:start].rstrip().splitlines()
    return lines[-1].strip() if lines and is_title(lines[-1]) else ""
