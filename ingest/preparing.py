"""What can be worked out about a document before the graph is touched: text, chunks, vectors, mentions, statements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import documents
from claimgraph.graph_schema.repositories.entities import SameAsRow
from claimgraph.graph_schema.vocabulary import DocumentKind, EntityType
from claimgraph.platform.errors import TextTooLong
from claimgraph.platform.models.ports import Embedder

from .entities.linking import link_rows
from .model import ChunkSpan, Mention, ParsedDocument
from .ports import Chunker, MentionExtractor, Reader, StatementReader
from .statements.chunk_statements import ChunkStatements, read_chunks
from .statements.claim_rows import mention_row
from .text.cleaning import MAX_NAME_CHARS, storable_text
from .text.language import detect_language


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document as it is handed over. `key` is what stays the same when its content changes: a path, a URL."""

    key: str
    name: str
    data: bytes
    title: str | None = None
    kind: DocumentKind = DocumentKind.SOURCE


class ChooseReader(Protocol):
    def __call__(self, name: str, data: bytes) -> Reader: ...


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document that has been read and cut, before anything is written."""

    row: documents.DocumentRow
    revision: documents.RevisionRow
    chunks: tuple[documents.ChunkRow, ...]  # one a span, in order; the same text may occur twice
    spans: tuple[ChunkSpan, ...]

    def placed(self) -> list[documents.PlacedChunk]:
        return [
            documents.PlacedChunk(chunk.id, span.ordinal, span.start, span.end, span.page, span.section_path)
            for chunk, span in zip(self.chunks, self.spans, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class ChunkBatch:
    """What one transaction writes of some chunks of a source."""

    chunks: tuple[documents.ChunkRow, ...]
    vectors: Mapping[str, Sequence[tuple[str, list[float]]]]  # embedder -> (chunk id, vector)
    mentions: tuple[documents.MentionRow, ...]
    stated: ChunkStatements
    same_as: tuple[SameAsRow, ...]

    def counts(self) -> dict[str, int]:
        return {"chunks": len(self.chunks), "mentions": len(self.mentions), **self.stated.counts()}


class Preparer:
    """Reads, cuts, embeds, looks for mentions and statements. Pure computation: call it from a worker thread."""

    def __init__(
        self,
        choose_reader: ChooseReader,
        chunker: Chunker,
        mentions: MentionExtractor,
        embedders: Mapping[str, Embedder],
        max_text_chars: int,
        statements: StatementReader | None = None,
    ) -> None:
        """`embedders` maps a language to the embedder of its chunks; "und" must be among them.

        With `statements`, sources are read for the claims that they state; without, no time is spent on that.
        """
        self.choose_reader = choose_reader
        self._chunker = chunker
        self._mentions = mentions
        self._embedders = embedders
        self._max_text_chars = max_text_chars
        self._statements = statements

    @property
    def chunker_version(self) -> str:
        return self._chunker.version

    @property
    def statements_version(self) -> str | None:
        """Name and version of what reads the statements of sources; None: nothing does."""
        return self._statements.version if self._statements is not None else None

    def embedder_sizes(self) -> dict[str, int]:
        return {embedder.name: embedder.dimensions for embedder in self._embedders.values()}

    def embedder_for(self, lang: str) -> Embedder:
        return self._embedders.get(lang) or self._embedders["und"]

    def prepare(self, tenant: str, source: SourceDocument) -> PreparedDocument:
        """Read and cut a document.

        Raises `UnreadableDocument` or `TextTooLong`; nothing has been written then.
        """
        reader = self.choose_reader(source.name, source.data)
        return self.cut(tenant, source, reader.read(source.data, source.name))

    def cut(self, tenant: str, source: SourceDocument, parsed: ParsedDocument) -> PreparedDocument:
        """Cut a text that has been read already."""
        if len(parsed.text) > self._max_text_chars:
            raise TextTooLong(
                f"{source.name}: {len(parsed.text):,} characters of text, more than the {self._max_text_chars:,} that "
                "one document may have; split it, or raise CLAIMGRAPH_MAX_TEXT_CHARS."
            )
        spans = tuple(self._chunker.chunk(parsed))
        document = ids.document_id(tenant, source.kind.value, source.key)
        title = storable_text(source.title or parsed.title or source.name)[:MAX_NAME_CHARS]
        return PreparedDocument(
            row=documents.DocumentRow(document, source.kind.value, source.key, title, parsed.media_type),
            revision=documents.RevisionRow(
                sha256=hashlib.sha256(source.data).hexdigest(),
                text_sha256=ids.text_sha256(parsed.text),
                reader=f"{parsed.reader}-{parsed.reader_version}",
                chunker=self._chunker.version,
                characters=len(parsed.text),
            ),
            chunks=tuple(self._chunk_row(tenant, parsed.text[span.start : span.end], span) for span in spans),
            spans=spans,
        )

    def embed(self, rows: Sequence[documents.ChunkRow]) -> dict[str, list[tuple[str, list[float]]]]:
        """Embedder name -> (chunk id, vector), each chunk by the embedder of its language."""
        groups: dict[str, tuple[Embedder, list[documents.ChunkRow]]] = {}
        for row in rows:
            embedder = self.embedder_for(row.lang)
            groups.setdefault(embedder.name, (embedder, []))[1].append(row)
        return {
            name: [
                (row.id, vector.tolist())
                for row, vector in zip(group, embedder.embed([row.text for row in group]), strict=True)
            ]
            for name, (embedder, group) in groups.items()
        }

    def find_mentions(self, rows: Sequence[documents.ChunkRow]) -> list[documents.MentionRow]:
        found = self._mentions.extract([row.text for row in rows])
        return [
            mention_row(row.id, row.lang, mention)
            for row, mentions in zip(rows, found, strict=True)
            for mention in mentions
        ]

    def work_out(
        self,
        tenant: str,
        new: Sequence[documents.ChunkRow],
        unembedded: Sequence[documents.ChunkRow],
        unread: Sequence[documents.ChunkRow],
    ) -> ChunkBatch:
        """All that is written of chunks of a source: of the new ones, those without a vector, and those whose
        statements have not been read. The last is nothing where sources are not read for statements."""
        looked_at = list({row.id: row for row in (*new, *unembedded, *unread)}.values())
        mentions = self.find_mentions(looked_at)
        stated = ChunkStatements()
        if self._statements is not None and unread:
            stated = read_chunks(tenant, unread, mentions, self._statements)
        return ChunkBatch(
            chunks=tuple(new),
            vectors=self.embed(unembedded),
            mentions=(*mentions, *stated.mentions),
            stated=stated,
            same_as=(*_merges(looked_at, mentions), *stated.same_as),
        )

    def _chunk_row(self, tenant: str, text: str, span: ChunkSpan) -> documents.ChunkRow:
        return documents.ChunkRow(ids.chunk_id(tenant, text), text, detect_language(text), span.tokens)


def _merges(rows: Sequence[documents.ChunkRow], mentions: Sequence[documents.MentionRow]) -> list[SameAsRow]:
    """Names that the chunks give to one thing, and spellings of one name."""
    found: dict[str, list[Mention]] = {}
    for row in mentions:
        mention = Mention(row.start, row.end, row.surface, EntityType(row.type), row.extractor)
        found.setdefault(row.owner, []).append(mention)
    return [merge for row in rows for merge in link_rows(row.id, row.text, row.lang, found.get(row.id, ()))]
