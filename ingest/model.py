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


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a statement's text that stands word for word in the text it was read from.

    `statement[start:end] == source_text[source : source + end - start]`, so that an edit of the statement can be
    made at its place in the source.
    """

    start: int
    end: int
    source: int


@dataclass(frozen=True, slots=True)
class Term:
    """The head or the tail of a triple."""

    text: str  # as it is shown: what a pronoun stands for, a name without its article, a literal
    spans: tuple[Span, ...]  # its words in the text that was read; for a resolved pronoun the pronoun's place
    type: EntityType | None = None  # None: a common noun phrase


@dataclass(frozen=True, slots=True)
class StatedTriple:
    """(head, relation, tail) as a statement gives it, with the form that its paraphrases share.

    "Python was created by Guido" shows as ("Python", "was created by", "Guido"); its `normal` form is
    ("Guido", "create", "Python"), that of "Guido created Python" as well. Negation is part of both forms.
    """

    head: Term
    relation: str  # "was created by", "founded in", "位于"
    tail: Term
    normal: tuple[str, str, str]  # head, relation lemma, tail: not case-folded; active voice where there is an agent
    confidence: float  # in [0, 1]
    spans: tuple[Span, ...] = ()  # the relation's own words in the text that was read


@dataclass(frozen=True, slots=True)
class Statement:
    """An atomic claim as it was read from a text, before it has an id."""

    text: str  # a sentence of its own, pronouns resolved where that is sure
    lang: str
    spans: tuple[Span, ...]  # where it stands in the text; several where it is discontinuous
    sentence: Span  # the whole sentence of the text that holds it
    standalone: bool  # False: holds an unresolved reference or a relative time
    checkable: bool  # False: a question, a greeting, an opinion
    quotes: tuple[Quote, ...] = ()  # in order, disjoint in the statement's text
    triples: tuple[StatedTriple, ...] = ()


@dataclass(frozen=True, slots=True)
class TextEntity:
    """One thing that a text names, with all its mentions there."""

    name: str  # its fullest name in this text
    type: EntityType
    lang: str
    mentions: tuple[Mention, ...]  # names and aliases, and the pronouns and descriptions resolved to it
    aliases: tuple[str, ...] = ()  # further names that the text itself gives it, as "WHO"


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """How hard one sentence of a text was for the rules that read it."""

    span: Span
    complexity: float  # in [0, 1]; what it is made of: `claimgraph.ingest.statements.complexity`
    factors: Mapping[str, float] = field(default_factory=dict)  # named parts of the complexity, each in [0, 1]


@dataclass(frozen=True, slots=True)
class ReadText:
    """What was read in one text: its statements with their triples, and the things it names."""

    text: str
    lang: str
    statements: tuple[Statement, ...]
    entities: tuple[TextEntity, ...] = ()
    sentences: tuple[ReadSentence, ...] = ()  # all of the text, in order; empty where the reader does not tell
