"""The values that pass between the steps of reading text into the graph.

All offsets count characters (code points) from 0; `end` is exclusive; `text[start:end]` is always the piece meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimgraph.graph_schema.vocabulary import EntityType


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text that the reader knows by context."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged document; pages are in order and do not overlap."""

    number: int  # from 1
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's reach: from the heading to the next heading of the same or a higher level."""

    path: tuple[str, ...]  # titles from the outermost heading inwards
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a reader made of a file's bytes: plain text, with the places of pages and sections in it."""

    text: str
    media_type: str
    reader: str
    reader_version: str
    title: str | None = None
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkSpan:
    """Where a chunk lies in the parsed text. Its text is exactly `text[start:end]`."""

    ordinal: int  # from 0
    start: int
    end: int
    tokens: int
    page: int | None = None  # page on which it starts
    section_path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of an entity or a literal in a text."""

    start: int
    end: int
    surface: str
    type: EntityType
    extractor: str  # name and version, as "patterns-1"


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk that retrieval brought back for a query."""

    chunk_id: str
    text: str
    lang: str
    source: str  # an EvidenceSource; the best-ranked one where several found it
    rank: int  # from 1, in the fused order
    score: float  # reciprocal rank fusion, in (0, 1]
    revision_ids: tuple[str, ...] = ()  # current revisions that hold it


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one document's ingestion did."""

    document_id: str
    revision_id: str
    key: str
    title: str
    status: str  # "created", "revised", "unchanged"
    revision: int
    chunks: int
    new_chunks: int
    mentions: int
    seconds: float
    counts: Mapping[str, int] = field(default_factory=dict)
