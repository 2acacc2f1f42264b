"""Gathering evidence: for each claim the chunks to look at, and the windows of them to judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import search
from claimgraph.graph_schema.vocabulary import EntityType, EvidenceSource
from claimgraph.ingest.contexts import LoadedContext
from claimgraph.ingest.model import Hit
from claimgraph.ingest.retrieval import Retriever
from claimgraph.platform.graph import Graph

from .model import Claim, ClaimEvidence, Evidence
from .windows import WINDOWS_VERSION, ChunkText, Embed, WindowRequest, cut_all

RETRIEVED_CHUNKS = 8
"""Chunks a claim that hybrid retrieval brings."""
NEIGHBOUR_CHUNKS = 6
"""Further chunks a claim that mention its entities."""
GATHERING_VERSION = f"hybrid{RETRIEVED_CHUNKS}-neighbours{NEIGHBOUR_CHUNKS}-aliases"

_NAMES = frozenset({EntityType.PERSON, EntityType.ORGANISATION, EntityType.PLACE, EntityType.NAME})


@dataclass(frozen=True, slots=True)
class EvidenceGatherer:
    """Evidence is the contexts given with the call, else source chunks of current revisions; never both."""

    graph: Graph
    retriever: Retriever
    embed: Embed
    embedding_version: str

    @property
    def version(self) -> str:
        return f"{GATHERING_VERSION}/windows{WINDOWS_VERSION}/{self.embedding_version}"

    async def gather(
        self, tenant: str, claims: Sequence[Claim], contexts: Sequence[LoadedContext] | None
    ) -> list[ClaimEvidence]:
        """Chunks and windows a claim, in order. A claim that cannot be checked gets none."""
        checkable = [claim for claim in claims if claim.checkable]
        if contexts is not None:
            given = _given(contexts)
            chunks = {claim.id: given for claim in checkable}
        else:
            chunks = await self._search(tenant, checkable)
        return await anyio.to_thread.run_sync(self._cut, claims, chunks)

    async def _search(self, tenant: str, claims: Sequence[Claim]) -> dict[str, tuple[Evidence, ...]]:
        if not claims:
            return {}
        hits = await self.retriever.retrieve(tenant, [claim.text for claim in claims], RETRIEVED_CHUNKS)
        entities = {claim.id: _named_entities(tenant, claim) for claim in claims}
        neighbours = await self.graph.read(
            "chunk_neighbourhood",
            lambda tx: search.by_entities(tx, tenant, entities, RETRIEVED_CHUNKS + NEIGHBOUR_CHUNKS),
        )
        return {
            claim.id: _merge(found, neighbours.get(claim.id, []), len(entities[claim.id]))
            for claim, found in zip(claims, hits, strict=True)
        }

    def _cut(self, claims: Sequence[Claim], chunks: Mapping[str, tuple[Evidence, ...]]) -> list[ClaimEvidence]:
        found = [chunks.get(claim.id, ()) for claim in claims]
        requests = [
            WindowRequest(
                claim.text, claim.lang, tuple(ChunkText(chunk.chunk_id, chunk.text, chunk.lang) for chunk in evidence)
            )
            for claim, evidence in zip(claims, found, strict=True)
        ]
        windows = cut_all(requests, self.embed)
        return [
            ClaimEvidence(claim, evidence, cut) for claim, evidence, cut in zip(claims, found, windows, strict=True)
        ]


def _named_entities(tenant: str, claim: Claim) -> list[str]:
    return sorted({ids.entity_id(tenant, m.surface) for m in claim.mentions if m.type in _NAMES})


def _given(contexts: Sequence[LoadedContext]) -> tuple[Evidence, ...]:
    found: dict[str, Evidence] = {}
    for context in contexts:
        for chunk in context.chunks:
            known = found.get(chunk.id)
            revisions = (*known.revision_ids, context.revision_id) if known else (context.revision_id,)
            rank = known.rank if known else len(found) + 1
            found[chunk.id] = Evidence(
                chunk.id, chunk.text, chunk.lang, EvidenceSource.GIVEN, rank, 1.0, tuple(sorted(set(revisions)))
            )
    return tuple(found.values())


def _merge(hits: Sequence[Hit], neighbours: Sequence[search.FoundChunk], entities: int) -> tuple[Evidence, ...]:
    """Hits first; then neighbours that retrieval did not bring, scored by the share of the claim's entities."""
    merged = [
        Evidence(hit.chunk_id, hit.text, hit.lang, EvidenceSource(hit.source), hit.rank, hit.score, hit.revision_ids)
        for hit in hits
    ]
    seen = {evidence.chunk_id for evidence in merged}
    new = [chunk for chunk in neighbours if chunk.chunk_id not in seen][:NEIGHBOUR_CHUNKS]
    merged += [
        Evidence(
            chunk.chunk_id,
            chunk.text,
            chunk.lang,
            EvidenceSource.NEIGHBOURHOOD,
            rank,
            min(1.0, chunk.score / max(entities, 1)),
            chunk.revision_ids,
        )
        for rank, chunk in enumerate(new, start=len(merged) + 1)
    ]
    return tuple(merged)
