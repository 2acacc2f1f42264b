"""Loading documents: bytes in, a revision with its chunks, vectors, mentions and stated claims in the graph out.

What is written first is content-addressed and invisible (chunks and all that hangs on them); the revision that makes
it visible comes last, in one transaction. A load that is killed on the way leaves nothing that a reader could see,
and the same command again completes it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import documents, search
from claimgraph.graph_schema.repositories.entities import write_same_as
from claimgraph.platform.graph import Dialect, Graph, Transaction

from .model import IngestReport
from .preparing import PreparedDocument, Preparer, SourceDocument
from .statements.chunk_statements import write_chunk_statements
from .tenants import TenantIndexes
from .text.cleaning import require_name

BATCH_CHUNKS = 64
"""Chunks written in one transaction: bounds memory for long documents, what a kill makes one do again, and how long a
caller hears nothing."""

Progress = Callable[[int, int], None]
"""Told (done, of)."""


MOST_RESTARTS = 5
"""How often a document is written anew because chunks that it shares were deleted under its hands."""


class Loader:
    """Loads documents into one graph. Safe to use from several tasks and processes at once."""

    def __init__(self, graph: Graph, tenants: TenantIndexes, preparer: Preparer) -> None:
        self._graph = graph
        self._tenants = tenants
        self._preparer = preparer

    async def load(
        self,
        tenant: str,
        sources: Sequence[SourceDocument],
        on_document: Callable[[IngestReport], None] | None = None,
        on_chunks: Progress | None = None,
    ) -> list[IngestReport]:
        """Load documents one after the other; a report each, in order. `on_chunks` hears how far each one is.

        Raises `UnreadableDocument` or `TextTooLong` for the first one that cannot be read; those before it are in.
        """
        reports = []
        try:
            for source in sources:
                report = await self._load_one(tenant, source, on_chunks or (lambda done, of: None))
                reports.append(report)
                if on_document is not None:
                    on_document(report)
        finally:
            if any(report.new_chunks for report in reports):
                await self._build_vector_index(tenant)
        return reports

    async def _build_vector_index(self, tenant: str) -> None:
        """The embedded store builds its vector index at the first search after a load: better now than for a reader."""

        async def work(tx: Transaction) -> None:
            for name, size in sorted(self._preparer.embedder_sizes().items()):
                probe = [1.0] + [0.0] * (size - 1)
                await search.by_vector(tx, self._graph.dialect, tenant, name, [probe], 1)

        if self._graph.dialect is Dialect.ARCADEDB:
            await self._graph.read("build_vector_index", work)

    async def _load_one(self, tenant: str, source: SourceDocument, on_chunks: Progress) -> IngestReport:
        started = time.perf_counter()
        source = dataclasses.replace(source, key=require_name("key", source.key) or source.name)
        document = ids.document_id(tenant, source.kind.value, source.key)
        reader = self._preparer.choose_reader(source.name, source.data)
        sha256 = hashlib.sha256(source.data).hexdigest()
        known = await self._graph.read("document_state", lambda tx: documents.current_revision(tx, tenant, document))
        made_from = (sha256, f"{reader.name}-{reader.version}", self._preparer.chunker_version)
        if known and known[0].made_from(*made_from) and await self._is_complete(tenant, document):
            state, chunks, title = known
            return IngestReport(
                document, state.revision_id, source.key, title, "unchanged", state.number, chunks, 0, 0,
                time.perf_counter() - started,
            )  # fmt: skip
        prepared = await anyio.to_thread.run_sync(self._preparer.prepare, tenant, source)
        await self._tenants.ensure(tenant)
        written, (revision, number, added) = await self._write(tenant, prepared, on_chunks)
        status = "unchanged" if not added else "created" if number == 1 else "revised"
        return IngestReport(
            document, revision, source.key, prepared.row.title, status, number, len(prepared.spans), written["chunks"],
            written["mentions"], time.perf_counter() - started,
            {name: count for name, count in written.items() if name not in ("chunks", "mentions")},
        )  # fmt: skip

    async def _is_complete(self, tenant: str, document: str) -> bool:
        """Whether the chunks of a document that was loaded before have all that they would be given now: the vectors
        of their languages' embedders, and their statements where sources are read for these."""
        reader = self._preparer.statements_version

        async def work(tx: Transaction) -> bool:
            for name in sorted(self._preparer.embedder_sizes()):
                langs = await documents.unembedded_languages(tx, tenant, document, name)
                if any(self._preparer.embedder_for(lang).name == name for lang in langs):
                    return False
            return reader is None or await documents.unread_chunks(tx, tenant, document, reader) == 0

        return await self._graph.read("document_complete", work)

    async def _write(
        self, tenant: str, prepared: PreparedDocument, on_chunks: Progress
    ) -> tuple[Counter[str], tuple[str, int, bool]]:
        """Chunks, then the revision; both again where chunks were deleted in between, with another document."""
        written: Counter[str] = Counter()
        for _ in range(MOST_RESTARTS):
            written += await self._write_chunks(tenant, prepared, on_chunks)
            try:
                return written, await self._write_revision(tenant, prepared)
            except documents.ChunksErased:
                continue
        written += await self._write_chunks(tenant, prepared, on_chunks)
        return written, await self._write_revision(tenant, prepared)

    async def _write_chunks(self, tenant: str, prepared: PreparedDocument, on_chunks: Progress) -> Counter[str]:
        """Write what is not there yet, in batches; returns how many of what were written."""
        chunks = list({chunk.id: chunk for chunk in prepared.chunks}.values())
        written: Counter[str] = Counter()
        on_chunks(0, len(chunks))
        for start in range(0, len(chunks), BATCH_CHUNKS):
            batch = chunks[start : start + BATCH_CHUNKS]
            written.update(await self._write_batch(tenant, batch))
            on_chunks(start + len(batch), len(chunks))
        return written

    async def _write_batch(self, tenant: str, rows: Sequence[documents.ChunkRow]) -> Mapping[str, int]:
        """Chunks with their vectors, mentions, names and the claims that they state, in one transaction."""
        known = await self._known(tenant, rows)
        new = [row for row in rows if row.id not in known]
        unembedded = [row for row in rows if row.id not in known or not known[row.id].embedded]
        unread = self._unread(rows, known)
        if not unembedded and not unread:
            return {}
        batch = await anyio.to_thread.run_sync(self._preparer.work_out, tenant, new, unembedded, unread)

        async def work(tx: Transaction) -> None:
            await documents.write_chunks(tx, tenant, batch.chunks)
            for embedder, pairs in sorted(batch.vectors.items()):
                await documents.write_vectors(tx, tenant, embedder, pairs)
            await documents.write_mentions(tx, tenant, "Chunk", batch.mentions)
            await write_same_as(tx, tenant, batch.same_as)
            await write_chunk_statements(tx, tenant, batch.stated)

        await self._graph.write("write_chunks", work)
        return batch.counts()

    def _unread(
        self, rows: Sequence[documents.ChunkRow], known: Mapping[str, documents.KnownChunk]
    ) -> list[documents.ChunkRow]:
        """Chunks whose statements are wanted and not there, also those that came with a context or before."""
        reader = self._preparer.statements_version
        if reader is None:
            return []
        return [row for row in rows if row.id not in known or known[row.id].read_by != reader]

    async def _known(self, tenant: str, rows: Sequence[documents.ChunkRow]) -> dict[str, documents.KnownChunk]:
        """What is there already of these chunks, with the vector of their own language's embedder or without."""
        by_embedder: dict[str, list[str]] = {}
        for row in rows:
            by_embedder.setdefault(self._preparer.embedder_for(row.lang).name, []).append(row.id)

        async def work(tx: Transaction) -> dict[str, documents.KnownChunk]:
            found: dict[str, documents.KnownChunk] = {}
            for embedder, chunk_ids in sorted(by_embedder.items()):
                found.update(await documents.known_chunks(tx, tenant, chunk_ids, embedder))
            return found

        return await self._graph.read("chunks_known", work)

    async def _write_revision(self, tenant: str, prepared: PreparedDocument) -> tuple[str, int, bool]:
        placed, now = prepared.placed(), datetime.now(UTC).isoformat()
        return await self._graph.write(
            "add_revision",
            lambda tx: documents.add_revision(tx, tenant, prepared.row, prepared.revision, placed, now),
        )
