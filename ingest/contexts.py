"""Contexts: texts handed over together with one answer.

They become documents of kind `context`, keyed by their text's hash, with one revision for ever. They are evidence
for the call that brings them and are never searched, so they get no vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import documents
from claimgraph.graph_schema.vocabulary import DocumentKind
from claimgraph.platform.graph import Graph, Transaction

from .preparing import PreparedDocument, Preparer, SourceDocument


@dataclass(frozen=True, slots=True)
class LoadedContext:
    document_id: str
    revision_id: str
    chunks: tuple[documents.ChunkRow, ...]  # in the order of the text, without repeats


class ContextLoader:
    """Puts contexts into the graph: one look-up, and one transaction for those that are new."""

    def __init__(self, graph: Graph, preparer: Preparer) -> None:
        self._graph = graph
        self._preparer = preparer

    async def load(self, tenant: str, texts: Sequence[str]) -> list[LoadedContext]:
        """Load contexts; one result a text, in order. Raises `UnreadableDocument` for one without any text."""
        prepared = await anyio.to_thread.run_sync(
            lambda: [self._preparer.prepare(tenant, _source(text)) for text in texts]
        )
        wanted = [context.row.id for context in prepared]
        chunker = self._preparer.chunker_version
        known = await self._graph.read(
            "contexts_known", lambda tx: documents.known_contexts(tx, tenant, wanted, chunker)
        )
        new = list({context.row.id: context for context in prepared if context.row.id not in known}.values())
        if new:
            await self._write(tenant, new)
        return [
            LoadedContext(
                context.row.id,
                ids.revision_id(context.row.id, 1),
                tuple({chunk.id: chunk for chunk in context.chunks}.values()),
            )
            for context in prepared
        ]

    async def _write(self, tenant: str, contexts: Sequence[PreparedDocument]) -> None:
        chunks = list({chunk.id: chunk for context in contexts for chunk in context.chunks}.values())
        mentions = await anyio.to_thread.run_sync(self._preparer.find_mentions, chunks)
        now = datetime.now(UTC).isoformat()

        async def work(tx: Transaction) -> None:
            await documents.write_chunks(tx, tenant, chunks)
            await documents.write_mentions(tx, tenant, "Chunk", mentions)
            rows = [(context.row, context.revision, context.placed()) for context in contexts]
            await documents.write_contexts(tx, tenant, rows, now)

        await self._graph.write("write_contexts", work)


def _source(text: str) -> SourceDocument:
    return SourceDocument(
        key=ids.text_sha256(text),
        name="context.txt",
        data=text.encode("utf-8"),
        title="context",
        kind=DocumentKind.CONTEXT,
    )
