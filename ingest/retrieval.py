"""Hybrid retrieval: vector and full-text search fused by reciprocal rank."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import anyio.to_thread

from claimgraph.graph_schema.repositories import search
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.models.ports import Embedder

from .model import Hit
from .text.cleaning import storable_text
from .text.language import detect_language
from .text.words import content_words

RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009): score = sum of 1 / (k + rank)."""

MAX_QUERY_WORDS = 64

Ranking = tuple[EvidenceSource, Sequence[search.FoundChunk]]
Searching = Callable[[Transaction], Awaitable[list[list[Hit]]]]


def fuse(rankings: Sequence[Ranking], k: int) -> list[Hit]:
    """Fuse rankings into one of at most k hits; a hit's score is scaled so that first in every list is 1."""
    scores: dict[str, float] = {}
    best: dict[str, tuple[int, EvidenceSource, search.FoundChunk]] = {}
    for source, ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            scores[chunk.chunk_id] = scores.get(chunk.chunk_id, 0.0) + 1.0 / (RRF_K + rank)
            if chunk.chunk_id not in best or rank < best[chunk.chunk_id][0]:
                best[chunk.chunk_id] = (rank, source, chunk)
    scale = (RRF_K + 1) / max(len(rankings), 1)
    order = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:k]
    return [
        Hit(
            chunk_id=chunk_id,
            text=best[chunk_id][2].text,
            lang=best[chunk_id][2].lang,
            source=best[chunk_id][1].value,
            rank=rank,
            score=scores[chunk_id] * scale,
            revision_ids=best[chunk_id][2].revision_ids,
        )
        for rank, chunk_id in enumerate(order, start=1)
    ]


class Retriever:
    """Finds chunks of a tenant's current sources for queries, batched: two statements, however many queries."""

    def __init__(self, graph: Graph, embedders: Mapping[str, Embedder]) -> None:
        self._graph = graph
        self._embedders = embedders

    async def retrieve(self, tenant: str, queries: Sequence[str], k: int = 10) -> list[list[Hit]]:
        """At most k hits a query, best first, in the order of the queries. A query without a word finds nothing."""
        return await self._graph.read("retrieve", await self.searching(tenant, queries, k))

    async def searching(self, tenant: str, queries: Sequence[str], k: int) -> Searching:
        """What `retrieve` does in its transaction, for one of the caller's; queries are embedded beforehand."""
        queries = [storable_text(text) for text in queries]
        asked = [i for i, text in enumerate(queries) if any(char.isalnum() for char in text)]
        search_asked = await self._searching(tenant, [queries[i] for i in asked], k)

        async def work(tx: Transaction) -> list[list[Hit]]:
            by_query = dict(zip(asked, await search_asked(tx), strict=True))
            return [by_query.get(i, []) for i in range(len(queries))]

        return work

    async def _searching(self, tenant: str, queries: Sequence[str], k: int) -> Searching:
        langs = [detect_language(text) for text in queries]
        vectors = await anyio.to_thread.run_sync(self._embed, queries, langs)
        words = await anyio.to_thread.run_sync(_query_words, queries, langs)

        async def work(tx: Transaction) -> list[list[Hit]]:
            by_words = await search.by_words(tx, self._graph.dialect, tenant, words, k)
            by_vector: list[list[search.FoundChunk]] = [[] for _ in queries]
            for embedder, rows in sorted(vectors.items()):
                found = await search.by_vector(
                    tx, self._graph.dialect, tenant, embedder, [vector for _, vector in rows], k
                )
                for (i, _), chunks in zip(rows, found, strict=True):
                    by_vector[i] = chunks
            return [
                fuse([(EvidenceSource.VECTOR, by_vector[i]), (EvidenceSource.FULLTEXT, by_words[i])], k)
                for i in range(len(queries))
            ]

        return work

    def _embed(self, queries: Sequence[str], langs: Sequence[str]) -> dict[str, list[tuple[int, list[float]]]]:
        """Embedder name -> (position of the query, its vector)."""
        groups: dict[str, tuple[Embedder, list[int]]] = {}
        for i, lang in enumerate(langs):
            embedder = self._embedders.get(lang) or self._embedders["und"]
            groups.setdefault(embedder.name, (embedder, []))[1].append(i)
        return {
            name: list(zip(rows, embedder.embed([queries[i] for i in rows]).tolist(), strict=True))
            for name, (embedder, rows) in groups.items()
        }


def _query_words(queries: Sequence[str], langs: Sequence[str]) -> list[list[str]]:
    return [
        list(dict.fromkeys(word.text for word in content_words(text, lang)))[:MAX_QUERY_WORDS]
        for text, lang in zip(queries, langs, strict=True)
    ]
