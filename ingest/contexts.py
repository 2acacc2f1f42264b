"""Contexts: texts handed over together with one answer.

They become documents of kind `context`, keyed by their text's hash, with one revision for ever. They are evidence
for the call that brings them and are never searched, so they get no vectors. Of hundreds of pages few are ever looked
at for a claim: what those mention is noted when a run concludes (`mentions`), and the rest is not read for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import documents
from claimgraph.graph_schema.vocabulary import DocumentKind
from claimgraph.platform.graph import Graph, Overtaken, Transaction

from .preparing import PreparedDocument, Preparer, SourceDocument

KEPT_CHARACTERS = 2_000_000
"""Of contexts that stay cut in memory: five or six of 200 pages."""
BATCH_CHUNKS = 256
"""Chunks that one statement writes: how often a caller hears how far the writing is."""

Progress = Callable[[int, int], None]
"""Told (done, of)."""


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
        self._lock = threading.Lock()
        self._cut: OrderedDict[tuple[str, str], PreparedDocument] = OrderedDict()  # the last ones, by tenant and text
        self._characters = 0

    async def load(
        self, tenant: str, texts: Sequence[str], on_chunks: Progress = lambda done, of: None
    ) -> list[LoadedContext]:
        """Load contexts; one result a text, in order. Raises `UnreadableDocument` for one without any text.

        The same text several times is read once. `on_chunks` hears how many of the chunks that are new are written;
        it begins again where the writing has to.
        """
        different = list(dict.fromkeys(texts))
        read = await anyio.to_thread.run_sync(lambda: [self._prepare(tenant, text) for text in different])
        by_text = dict(zip(different, read, strict=True))
        prepared = [by_text[text] for text in texts]
        wanted = list(dict.fromkeys(context.row.id for context in prepared))
        chunker = self._preparer.chunker_version
        known = await self._graph.read(
            "contexts_known", lambda tx: documents.known_contexts(tx, tenant, wanted, chunker)
        )
        new = list({context.row.id: context for context in prepared if context.row.id not in known}.values())
        if new:
            await self._write(tenant, new, on_chunks)
        loaded = {context.row.id: _loaded(context) for context in prepared}
        return [loaded[context.row.id] for context in prepared]

    async def mentions(self, tenant: str, chunks: Iterable[documents.ChunkRow]) -> list[documents.MentionRow]:
        """What those of these chunks mention that mention nothing in the graph, for the caller to write."""
        by_id = {chunk.id: chunk for chunk in chunks}
        found = await self._graph.read("unmentioning", lambda tx: documents.unmentioning(tx, tenant, by_id))
        return await anyio.to_thread.run_sync(self._preparer.find_mentions, [by_id[id] for id in sorted(found)])

    def _prepare(self, tenant: str, text: str) -> PreparedDocument:
        """The context cut into chunks; questions about one long text come in rows, and it is cut once for them."""
        key = (tenant, ids.text_sha256(text))
        with self._lock:
            known = self._cut.get(key)
        if known is None:
            known = self._preparer.prepare(tenant, _source(text))
            self._keep(key, known)
        return known

    def _keep(self, key: tuple[str, str], context: PreparedDocument) -> None:
        with self._lock:
            if key not in self._cut:
                self._cut[key] = context
                self._characters += context.revision.characters
            while self._characters > KEPT_CHARACTERS:
                _, oldest = self._cut.popitem(last=False)
                self._characters -= oldest.revision.characters

    async def _write(self, tenant: str, contexts: Sequence[PreparedDocument], on_chunks: Progress) -> None:
        chunks = list({chunk.id: chunk for context in contexts for chunk in context.chunks}.values())
        now = datetime.now(UTC).isoformat()

        async def work(tx: Transaction) -> None:
            on_chunks(0, len(chunks))
            for start in range(0, len(chunks), BATCH_CHUNKS):
                batch = chunks[start : start + BATCH_CHUNKS]
                await documents.write_chunks(tx, tenant, batch)
                on_chunks(start + len(batch), len(chunks))
            rows = [(context.row, context.revision, context.placed()) for context in contexts]
            try:
                await documents.write_contexts(tx, tenant, rows, now)
            except documents.ChunksErased as error:  # this very transaction wrote them
                raise Overtaken("Contexts were being written by somebody else at the same time.") from error

        await self._graph.write("write_contexts", work)


def _loaded(context: PreparedDocument) -> LoadedContext:
    chunks = tuple({chunk.id: chunk for chunk in context.chunks}.values())
    return LoadedContext(context.row.id, ids.revision_id(context.row.id, 1), chunks)


def _source(text: str) -> SourceDocument:
    return SourceDocument(
        key=ids.text_sha256(text),
        name="context.txt",
        data=text.encode("utf-8"),
        title="context",
        kind=DocumentKind.CONTEXT,
    )
