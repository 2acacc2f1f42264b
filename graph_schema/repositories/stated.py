"""What sources state about the things a claim is about: chunks to look at, facts to compare with, what was once true.

Every function takes all claims of an answer and sends one statement, or a fixed number of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimgraph.platform.graph import Transaction

from ..queries import query
from .search import FoundChunk

SUPERSEDED_FACTS = 50
"""What sources used to state about the things one claim is about, at most."""
COMMON_RELATION = 500
"""Triples of one tenant with the same relation from which on the relation tells nothing of what a claim is about."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """What a chunk states, with a triple of it where it has any.

    `until` (ISO time): where the last revision that has the chunk has been superseded.
    """

    chunk_id: str
    start: int
    end: int
    text: str  # the claim
    key: str | None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What a claim is about: its entities, each with all that are the same as it, and the relations of its triples."""

    claim: str
    entities: Mapping[str, Sequence[str]]  # entity id -> ids of its group
    relations: Sequence[str]  # lemmas, in normal form
    keys: Sequence[str]  # of its triples


async def stating_chunks(
    tx: Transaction, tenant: str, claims: Iterable[About], limit: int
) -> dict[str, list[FoundChunk]]:
    """Claim id -> chunks of current sources that state a claim about its entities, the closest first."""
    rows = [
        {"claim": about.claim, "entity": entity, "id": name, "relation": f" | {relation} | "}
        for about in claims
        for entity, group in sorted(about.entities.items())
        for name in group
        for relation in about.relations or ("\\",)  # stands in no key
    ]
    return await _chunks(tx, "chunks_stating", tenant, rows, limit)


async def relating_chunks(
    tx: Transaction, tenant: str, keys: Mapping[str, Iterable[str]], limit: int
) -> dict[str, list[FoundChunk]]:
    """Claim id -> chunks of current sources that state something with the relation of its triples, whatever about.

    `keys`: claim id -> keys of triples. Chunks that share an end with one of these come first. A relation that
    `COMMON_RELATION` triples have selects nothing.
    """
    rows = []
    for claim, of_claim in keys.items():
        for key in of_claim:
            head, relation, tail = key.split(" | ")
            rows.append({"claim": claim, "relation": relation, "head": f"{head} | ", "tail": f" | {tail}"})
    return await _chunks(tx, "chunks_relating", tenant, rows, limit, common=COMMON_RELATION)


async def judged_chunks(
    tx: Transaction, tenant: str, claims: Sequence[About], limit: int
) -> dict[str, list[FoundChunk]]:
    """Claim id -> chunks of current sources that carried an earlier verdict on what the claim says.

    That is told by the key of its triples, where it has any, else by the claim itself: a statement for each kind.
    """
    keyed = [{"claim": about.claim, "key": key} for about in claims for key in about.keys]
    others = [{"claim": about.claim} for about in claims if not about.keys]
    by_key = await _chunks(tx, "chunks_judged_by_key", tenant, keyed, limit)
    return by_key | await _chunks(tx, "chunks_judged", tenant, others, limit)


async def chunk_facts(tx: Transaction, tenant: str, chunks: Iterable[str]) -> dict[str, list[FactRow]]:
    """Chunk id -> what it states, in the order of its text; a chunk that nobody has read is left out."""
    wanted = sorted(set(chunks))
    found: dict[str, list[FactRow]] = {}
    for row in await tx.run(query("facts_of_chunks"), tenant=tenant, ids=wanted) if wanted else ():
        if row["read_by"] is None:
            continue
        facts = found.setdefault(row["chunk_id"], [])
        if row["text"] is not None:
            facts.append(FactRow(row["chunk_id"], row["start"], row["end"], row["text"], row["key"]))
    return found


async def superseded_facts(tx: Transaction, tenant: str, claims: Iterable[About]) -> dict[str, list[FactRow]]:
    """Claim id -> what only superseded revisions state about its entities, the latest first; two statements.

    What a current source states as well, anywhere, is left out.
    """
    rows = [
        {"claim": about.claim, "id": id}
        for about in claims
        for id in sorted({name for group in about.entities.values() for name in group})
    ]
    if not rows:
        return {}
    result = await tx.run(query("facts_superseded"), tenant=tenant, rows=rows, limit=SUPERSEDED_FACTS)
    keys = sorted({fact["key"] for row in result for fact in row["found"]})
    if not keys:
        return {}
    current = {row["key"] for row in await tx.run(query("keys_current"), tenant=tenant, keys=keys)}
    return {
        row["claim"]: [
            FactRow(**{**fact, "until": fact["until"].isoformat()})
            for fact in row["found"]
            if fact["key"] not in current
        ]
        for row in result
    }


async def _chunks(
    tx: Transaction, name: str, tenant: str, rows: Sequence[Mapping[str, Any]], limit: int, **more: int
) -> dict[str, list[FoundChunk]]:
    if not rows:
        return {}
    return {
        row["claim"]: [
            FoundChunk(one["id"], one["text"], one["lang"], one["shared"], tuple(sorted(one["revision_ids"])))
            for one in row["found"]
        ]
        for row in await tx.run(query(name), tenant=tenant, rows=list(rows), limit=limit, **more)
    }
