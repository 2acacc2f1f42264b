"""What the windows of a claim state, as triples: from the graph where their chunks have been read, else read now."""

from __future__ import annotations

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema import ids
from claimgraph.ingest.model import ReadText, Statement
from claimgraph.ingest.ports import StatementReader

from .emphasis import EMPHASIS_VERSION, read_plain
from .model import StatedFact, Window

READ_CHUNKS = 24
"""Chunks that are read for one answer at most, beyond those of each claim's best window; the more relevant first."""
KEPT_CHUNKS = 2048


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """What one chunk states, and the names that it gives to one thing."""

    facts: tuple[StatedFact, ...] = ()
    same_names: tuple[tuple[str, ...], ...] = ()


class FactReader:
    """Reads chunks as the loader does, without writing anything. What was read last is kept; safe between threads."""

    def __init__(self, reader: StatementReader) -> None:
        self.reader = reader
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], ChunkFacts] = OrderedDict()

    @property
    def version(self) -> str:
        return f"{self.reader.version}-{EMPHASIS_VERSION}"

    def read(self, chunks: Mapping[str, str]) -> dict[str, ChunkFacts]:
        """Chunk id -> what its text (the value) states. Pure computation, for a worker thread."""
        with self._lock:
            found = {id: self._kept[id, text] for id, text in chunks.items() if (id, text) in self._kept}
        new = {id: text for id, text in chunks.items() if id not in found}
        if new:
            read = read_plain(self.reader, list(new.values()))
            made = {id: chunk_facts(id, one) for id, one in zip(new, read, strict=True)}
            found |= made
            with self._lock:
                self._kept.update({(id, chunks[id]): facts for id, facts in made.items()})
                while len(self._kept) > KEPT_CHUNKS:
                    self._kept.popitem(last=False)
        return found


def chunk_facts(chunk: str, read: ReadText) -> ChunkFacts:
    """The facts of a chunk as they would be read back from the graph."""
    facts = [
        StatedFact(
            *triple,
            chunk_id=chunk,
            start=min(span.start for span in statement.spans),
            end=max(span.end for span in statement.spans),
            text=statement.text,
        )
        for statement in read.statements
        if statement.checkable
        for triple in _triples(statement)
    ]
    names = {tuple(sorted({ids.normalise_name(name) for name in (one.name, *one.aliases)})) for one in read.entities}
    return ChunkFacts(tuple(facts), tuple(sorted(group for group in names if len(group) > 1)))


def _triples(statement: Statement) -> list[tuple[str, str, str]]:
    """In normal form; one of empty words for a statement that has none."""
    found = [ids.split_triple_key(ids.triple_key(*triple.normal)) for triple in statement.triples]
    return found or [("", "", "")]


def with_facts(windows: Sequence[Window], chunks: Mapping[str, ChunkFacts]) -> tuple[Window, ...]:
    """The windows with what their sentences state."""
    return tuple(dataclasses.replace(window, facts=tuple(_within(window, chunks))) for window in windows)


def chunks_of(windows: Iterable[Sequence[Window]]) -> dict[str, int]:
    """The chunks of these windows (a sequence a claim, the most relevant first) with their best rank."""
    ranked: dict[str, int] = {}
    for of_claim in windows:
        for rank, window in enumerate(of_claim):
            for piece in window.pieces:
                ranked[piece.chunk_id] = min(rank, ranked.get(piece.chunk_id, rank))
    return ranked


def chunks_to_read(windows: Iterable[Sequence[Window]], known: Iterable[str]) -> list[str]:
    """The chunks of these windows that are not known: those of each claim's best one, and of the others so many that
    no more than `READ_CHUNKS` are read if it can be."""
    have = set(known)
    ranked = chunks_of(windows)
    wanted = sorted((id for id in ranked if id not in have), key=lambda id: ranked[id])
    best = sum(ranked[id] == 0 for id in wanted)
    return wanted[: max(best, READ_CHUNKS)]


def _within(window: Window, chunks: Mapping[str, ChunkFacts]) -> Iterable[StatedFact]:
    for piece in window.pieces:
        known = chunks.get(piece.chunk_id)
        for fact in known.facts if known else ():
            if piece.start <= fact.start and fact.end <= piece.end:
                yield fact
