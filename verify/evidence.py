"""Gathering evidence: for each claim the chunks to look at, the windows of them to judge, and what these state."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import anyio.to_thread

from claimgraph.graph_schema.repositories import search, stated
from claimgraph.graph_schema.repositories.search import BesideRow
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.contexts import LoadedContext
from claimgraph.ingest.model import Hit
from claimgraph.ingest.retrieval import Retriever
from claimgraph.platform.graph import Graph, Transaction

from .facts import ChunkFacts, FactReader, chunks_of, chunks_to_read, with_facts
from .judges.graph import once_true
from .listed import chunk_texts, may_go_on, texts_beside
from .model import Claim, ClaimEvidence, Evidence
from .neighbourhood import NEIGHBOURHOOD_VERSION, Neighbourhood, look_around, stated_fact
from .windows import WINDOWS_VERSION, Embed, WindowRequest, cut_all

RETRIEVED_CHUNKS = 8
"""Chunks a claim that hybrid retrieval brings."""
GATHERING_VERSION = f"hybrid{RETRIEVED_CHUNKS}-{NEIGHBOURHOOD_VERSION}"


@dataclass(frozen=True, slots=True)
class EvidenceGatherer:
    """Evidence is the contexts given with the call, else source chunks of current revisions; never both.

    With `facts`, windows of chunks that nobody has read as statements (contexts, above all) are read as they are
    gathered; without, only what the graph holds is told of them.
    """

    graph: Graph
    retriever: Retriever
    embed: Embed
    embedding_version: str
    facts: FactReader | None = None

    @property
    def version(self) -> str:
        read = self.facts.version if self.facts else "unread"
        return f"{GATHERING_VERSION}/windows{WINDOWS_VERSION}/{self.embedding_version}/{read}"

    async def gather(
        self,
        tenant: str,
        claims: Sequence[Claim],
        contexts: Sequence[LoadedContext] | None,
        question: str | None = None,
    ) -> list[ClaimEvidence]:
        """Chunks and windows a claim, in order. A claim that cannot be checked gets none."""
        checkable = [claim for claim in claims if claim.checkable]
        around: dict[str, Neighbourhood] = {}
        if contexts is not None:
            given = _given(contexts)
            chunks = {claim.id: given for claim in checkable}
        else:
            chunks, around = await self._search(tenant, checkable)
        return await self._windows(tenant, claims, chunks, around, question, from_graph=contexts is None)

    async def gather_again(
        self,
        tenant: str,
        claims: Sequence[Claim],
        chunks: Mapping[str, tuple[Evidence, ...]],
        question: str | None = None,
        *,
        given: bool,
    ) -> list[ClaimEvidence]:
        """The windows of chunks that were gathered before (claim id -> chunks), and what is known beside their words.

        `given`: the chunks are contexts, beside which the graph is not asked.
        """
        checkable = [claim for claim in claims if claim.checkable]
        around: dict[str, Neighbourhood] = {}
        if checkable and not given:
            known = {claim.id: [chunk.chunk_id for chunk in chunks.get(claim.id, ())] for claim in checkable}
            around = await self.graph.read("neighbourhood", lambda tx: look_around(tx, tenant, checkable, known))
        return await self._windows(tenant, claims, chunks, around, question, from_graph=not given)

    async def _windows(
        self,
        tenant: str,
        claims: Sequence[Claim],
        chunks: Mapping[str, tuple[Evidence, ...]],
        around: Mapping[str, Neighbourhood],
        question: str | None,
        *,
        from_graph: bool,
    ) -> list[ClaimEvidence]:
        beside = await self._beside(tenant, chunks) if from_graph else []
        cut = await anyio.to_thread.run_sync(self._cut, claims, chunks, beside)
        stating = await self._facts(tenant, cut, from_graph)
        return [_told(found, around.get(found.claim.id, Neighbourhood()), stating, question) for found in cut]

    async def _search(
        self, tenant: str, claims: Sequence[Claim]
    ) -> tuple[dict[str, tuple[Evidence, ...]], dict[str, Neighbourhood]]:
        if not claims:
            return {}, {}
        search = await self.retriever.searching(tenant, [claim.text for claim in claims], RETRIEVED_CHUNKS)

        async def work(tx: Transaction) -> tuple[list[list[Hit]], dict[str, Neighbourhood]]:
            hits = await search(tx)
            found = {claim.id: [hit.chunk_id for hit in of_claim] for claim, of_claim in zip(claims, hits, strict=True)}
            return hits, await look_around(tx, tenant, claims, found)

        hits, around = await self.graph.read("gather", work)
        chunks = {claim.id: _merge(of_claim, around[claim.id]) for claim, of_claim in zip(claims, hits, strict=True)}
        return chunks, around

    async def _beside(self, tenant: str, chunks: Mapping[str, tuple[Evidence, ...]]) -> list[BesideRow]:
        """The neighbours of those chunks that may hold a part of a table or list."""
        texts = {one.chunk_id: one.text for of_claim in chunks.values() for one in of_claim}
        cut = [id for id, text in texts.items() if may_go_on(text)]
        return await self.graph.read("beside", lambda tx: search.beside(tx, tenant, cut)) if cut else []

    def _cut(
        self, claims: Sequence[Claim], chunks: Mapping[str, tuple[Evidence, ...]], beside: Sequence[BesideRow]
    ) -> list[ClaimEvidence]:
        found = [chunks.get(claim.id, ()) for claim in claims]
        texts = {id(evidence): chunk_texts(evidence, beside) for evidence in found}  # claims may share all of theirs
        near = texts_beside(beside)
        requests = [
            WindowRequest(claim.text, claim.lang, texts[id(evidence)], near)
            for claim, evidence in zip(claims, found, strict=True)
        ]
        windows = cut_all(requests, self.embed)
        return [
            ClaimEvidence(claim, evidence, cut) for claim, evidence, cut in zip(claims, found, windows, strict=True)
        ]

    async def _facts(self, tenant: str, cut: Sequence[ClaimEvidence], from_graph: bool) -> dict[str, ChunkFacts]:
        """Chunk id -> what it states, of every chunk that a window takes part of: what the graph knows of it, else what
        is read now, within bounds (`chunks_to_read`)."""
        windows = [one.windows for one in cut]
        wanted = sorted(chunks_of(windows))
        known: dict[str, ChunkFacts] = {}

        async def read(tx: Transaction) -> dict[str, list[stated.FactRow]]:
            return await stated.chunk_facts(tx, tenant, wanted)

        if from_graph and wanted:
            rows = await self.graph.read("facts_of_chunks", read)
            known = {chunk: ChunkFacts(tuple(map(stated_fact, of_chunk))) for chunk, of_chunk in rows.items()}
        reader, left = self.facts, chunks_to_read(windows, known)
        if reader is None or not left:
            return known
        texts = {chunk.chunk_id: chunk.text for one in cut for chunk in one.chunks}
        return known | await anyio.to_thread.run_sync(reader.read, {chunk: texts[chunk] for chunk in left})


def _told(
    found: ClaimEvidence, around: Neighbourhood, stating: Mapping[str, ChunkFacts], question: str | None
) -> ClaimEvidence:
    """The evidence with all that is known beside its words."""
    inside = {piece.chunk_id for window in found.windows for piece in window.pieces}
    names = {group for chunk in inside if chunk in stating for group in stating[chunk].same_names}
    same_names = tuple(sorted({*around.same_names, *names}))
    return dataclasses.replace(
        found,
        windows=with_facts(found.windows, stating),
        question=question,
        superseded=once_true(found.claim, around.superseded, same_names),
        same_names=same_names,
    )


def _given(contexts: Sequence[LoadedContext]) -> tuple[Evidence, ...]:
    """The chunks of all contexts, each once, with all revisions that hold it."""
    chunks = {chunk.id: chunk for context in contexts for chunk in context.chunks}
    revisions: dict[str, set[str]] = {id: set() for id in chunks}
    for context in {context.revision_id: context for context in contexts}.values():
        for chunk in context.chunks:
            revisions[chunk.id].add(context.revision_id)
    return tuple(
        Evidence(id, chunk.text, chunk.lang, EvidenceSource.GIVEN, rank, 1.0, tuple(sorted(revisions[id])))
        for rank, (id, chunk) in enumerate(chunks.items(), start=1)
    )


def _merge(hits: Sequence[Hit], around: Neighbourhood) -> tuple[Evidence, ...]:
    """Hits first; then what retrieval did not bring, the nearest kinds first."""
    merged = [
        Evidence(hit.chunk_id, hit.text, hit.lang, EvidenceSource(hit.source), hit.rank, hit.score, hit.revision_ids)
        for hit in hits
    ]
    merged += [
        Evidence(
            one.chunk.chunk_id, one.chunk.text, one.chunk.lang, one.source, rank, one.score, one.chunk.revision_ids
        )
        for rank, one in enumerate(around.chunks, start=len(merged) + 1)
    ]
    return tuple(merged)
