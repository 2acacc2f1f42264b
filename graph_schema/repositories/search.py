"""Searching chunks: by vector, by words, by the entities they mention. Only current revisions of sources are found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimgraph.platform.graph import Dialect, Transaction

from ..queries import query
from ..schema import tenant_label, vector_property
from .entities import groups

_LUCENE_SYNTAX = frozenset('+-&|!(){}[]^"~*?:\\/<>=')


@dataclass(frozen=True, slots=True)
class FoundChunk:
    chunk_id: str
    text: str
    lang: str
    score: float  # the index's own; comparable only within one list
    revision_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BesideRow:
    """A chunk that stands right before (`step` -1) or right behind (1) another one in the text of a revision.

    Of a chunk that is all of a text there is one row whose `step`, `id`, `text` and `lang` are None.
    """

    chunk_id: str
    revision_id: str
    step: int | None
    id: str | None
    text: str | None
    lang: str | None


@dataclass(frozen=True, slots=True)
class OccurrenceRow:
    chunk_id: str
    document_id: str
    document: str
    title: str | None
    kind: str
    revision_id: str
    revision: int
    start: int
    end: int
    page: int | None


def escape_lucene(word: str) -> str:
    """A word as Lucene's query parser must be given it to mean just that word."""
    escaped = "".join(f"\\{char}" if char in _LUCENE_SYNTAX else char for char in word)
    return f"\\{escaped}" if escaped in {"AND", "OR", "NOT"} else escaped


def vector_index(dialect: Dialect, tenant: str, embedder: str) -> str:
    """The name under which a vector index is asked for: the stores name indexes differently."""
    label, name = tenant_label(tenant), vector_property(embedder)
    return f"{label}[{name}]" if dialect is Dialect.ARCADEDB else f"{label}_{name}"


def words_index(dialect: Dialect, tenant: str) -> str:
    """The name under which a tenant's full-text index is asked for."""
    label = tenant_label(tenant)
    return f"{label}[text]" if dialect is Dialect.ARCADEDB else f"{label}_words"


async def by_vector(
    tx: Transaction, dialect: Dialect, tenant: str, embedder: str, vectors: Sequence[Sequence[float]], k: int
) -> list[list[FoundChunk]]:
    """The k chunks nearest to each vector, nearest first. Fewer when the tenant has fewer.

    The index may also hold chunks of contexts and of superseded revisions: k is widened until enough remain.
    """

    async def search(wanted: Sequence[int], fetch: int) -> Sequence[Mapping[str, Any]]:
        return await tx.run(
            query("search_vectors"),
            tenant=tenant,
            index=vector_index(dialect, tenant, embedder),
            fetch=fetch,
            rows=[{"i": i, "vector": list(vectors[i])} for i in wanted],
        )

    return await _widen(search, len(vectors), k)


async def by_words(
    tx: Transaction, dialect: Dialect, tenant: str, queries: Sequence[Sequence[str]], k: int
) -> list[list[FoundChunk]]:
    """The k chunks that hold most of each query's words, best first. A query without words finds nothing."""
    texts = [" ".join(escape_lucene(word) for word in words) for words in queries]

    async def search(wanted: Sequence[int], fetch: int) -> Sequence[Mapping[str, Any]]:
        rows = [{"i": i, "text": texts[i]} for i in wanted if texts[i].strip()]
        if not rows:
            return []
        return await tx.run(
            query("search_words"), tenant=tenant, index=words_index(dialect, tenant), fetch=fetch, rows=rows
        )

    return await _widen(search, len(queries), k)


async def beside(tx: Transaction, tenant: str, chunks: Iterable[str]) -> list[BesideRow]:
    """The neighbours of chunks in the current revisions of sources."""
    wanted = sorted(set(chunks))
    rows = await tx.run(query("chunks_beside"), tenant=tenant, ids=wanted) if wanted else ()
    return [BesideRow(**row) for row in rows]


async def mentioning(
    tx: Transaction, tenant: str, entities: Mapping[str, Mapping[str, Sequence[str]]], limit: int
) -> dict[str, list[FoundChunk]]:
    """Claim id -> its entities, each with the ids of its group in; claim id -> the chunks that share most of them out.

    A chunk shares an entity also under another name: `repositories.entities.groups` gives the groups.
    """
    rows = [
        {"claim": claim, "entity": entity, "id": name}
        for claim, found in sorted(entities.items())
        for entity, group in sorted(found.items())
        for name in group
    ]
    if not rows:
        return {}
    result = await tx.run(query("chunk_neighbourhood"), tenant=tenant, rows=rows, limit=limit)
    return {
        row["claim"]: [
            FoundChunk(chunk["id"], chunk["text"], chunk["lang"], chunk["shared"], tuple(sorted(chunk["revision_ids"])))
            for chunk in row["found"]
        ]
        for row in result
    }


async def by_entities(
    tx: Transaction, tenant: str, entities: Mapping[str, Sequence[str]], limit: int
) -> dict[str, list[FoundChunk]]:
    """Claim id -> entity ids in; claim id -> the chunks that share most of these entities out, under any name."""
    same = await groups(tx, tenant, {entity for found in entities.values() for entity in found})
    grouped = {claim: {entity: same[entity] for entity in found} for claim, found in entities.items()}
    return await mentioning(tx, tenant, grouped, limit)


async def occurrences(tx: Transaction, tenant: str, chunks: Iterable[str]) -> dict[str, list[OccurrenceRow]]:
    """Where chunks stand in current revisions, in order; a chunk of no current revision is left out."""
    wanted = sorted(set(chunks))
    found: dict[str, list[OccurrenceRow]] = {}
    if wanted:
        for row in await tx.run(query("chunk_occurrences"), tenant=tenant, ids=wanted):
            found.setdefault(row["chunk_id"], []).append(OccurrenceRow(**row))
    return found


async def _widen(search: Any, count: int, k: int) -> list[list[FoundChunk]]:
    """Search with a growing number of candidates until k remain after the filter or the index is exhausted."""
    found: list[list[FoundChunk]] = [[] for _ in range(count)]
    wanted, fetch = list(range(count)), max(2 * k, 20)
    while wanted:
        fetched = dict.fromkeys(wanted, 0)
        lists: dict[int, list[FoundChunk]] = {i: [] for i in wanted}
        for row in await search(wanted, fetch):
            revision_ids = tuple(sorted(row["revision_ids"]))
            for hit in row["hits"]:
                fetched[hit["i"]] += 1
                if revision_ids:
                    lists[hit["i"]].append(FoundChunk(row["id"], row["text"], row["lang"], hit["score"], revision_ids))
        for i in wanted:
            lists[i].sort(key=lambda chunk: (-chunk.score, chunk.chunk_id))
            found[i] = lists[i][:k]
        # An index that gave fewer than it was asked for has no more to give.
        wanted = [i for i in wanted if len(found[i]) < k and fetched[i] >= fetch]
        fetch *= 4
    return found
