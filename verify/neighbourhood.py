"""What the graph knows around the claims of an answer, beside what a search for their words brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import entities, reading, search, stated
from claimgraph.graph_schema.repositories.search import FoundChunk
from claimgraph.graph_schema.repositories.stated import About, FactRow
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.statements.claim_rows import NAMES
from claimgraph.platform.graph import Transaction

from .model import Claim, StatedFact

MENTIONING_CHUNKS = 6
"""Further chunks a claim that mention its entities."""
STATING_CHUNKS = 4
"""Further chunks a claim that state something about its entities."""
RELATING_CHUNKS = 2
"""Further chunks a claim that state something with the relation of its triples, of whatever it may be."""
JUDGED_CHUNKS = 4
"""Further chunks a claim that carried an earlier verdict on what it says."""
NEIGHBOURHOOD_VERSION = (
    f"mention{MENTIONING_CHUNKS}-state{STATING_CHUNKS}-relate{RELATING_CHUNKS}-judged{JUDGED_CHUNKS}-aliases"
)
BARE_RELATIONS = frozenset({"be", "have", "do", "是", "为", "有"})
"""Relations that say nothing by themselves: all that they could select is like any other chunk."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A chunk near a claim, and how near: a share in [0, 1]."""

    chunk: FoundChunk
    source: EvidenceSource
    score: float


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    chunks: tuple[Neighbour, ...] = ()  # what states, what mentions, what states the same relation, earlier verdicts
    superseded: tuple[StatedFact, ...] = ()  # about the claim's entities
    same_names: tuple[tuple[str, ...], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to chunks near a claim: claim id -> what was found, and how many are taken."""

    source: EvidenceSource
    limit: int
    found: Mapping[str, Sequence[FoundChunk]]


_MOST = STATING_CHUNKS + MENTIONING_CHUNKS + RELATING_CHUNKS + JUDGED_CHUNKS


async def look_around(
    tx: Transaction, tenant: str, claims: Sequence[Claim], found: Mapping[str, Iterable[str]]
) -> dict[str, Neighbourhood]:
    """Claim id -> its neighbourhood, without the chunks already `found` for it (claim id -> chunk ids).

    A fixed number of statements, however many claims there are.
    """
    named = {claim.id: _named_entities(tenant, claim) for claim in claims}
    groups = await entities.groups(tx, tenant, {entity for of_claim in named.values() for entity in of_claim})
    about = [_about(claim, named[claim.id], groups) for claim in claims]
    most = _most(found) + _MOST  # enough to choose from when all others are taken
    by_entity = {one.claim: one.entities for one in about}
    keys = {one.claim: [key for key in one.keys if ids.relation_of(key) not in BARE_RELATIONS] for one in about}
    judged = await stated.judged_chunks(tx, tenant, about, most)
    ways = (
        _Way(EvidenceSource.STATED, STATING_CHUNKS, await stated.stating_chunks(tx, tenant, about, most)),
        _Way(EvidenceSource.NEIGHBOURHOOD, MENTIONING_CHUNKS, await search.mentioning(tx, tenant, by_entity, most)),
        _Way(EvidenceSource.STATED, RELATING_CHUNKS, await stated.relating_chunks(tx, tenant, keys, most)),
        _Way(EvidenceSource.JUDGED, JUDGED_CHUNKS, judged),
    )
    superseded = await stated.superseded_facts(tx, tenant, about)
    names = await _names(tx, tenant, groups)
    return {
        one.claim: Neighbourhood(
            _neighbours(one, ways, judged.get(one.claim, ()), set(found.get(one.claim, ()))),
            tuple(stated_fact(row) for row in superseded.get(one.claim, ())),
            tuple(sorted({names[entity] for entity in one.entities if len(names[entity]) > 1})),
        )
        for one in about
    }


def stated_fact(row: FactRow) -> StatedFact:
    head, relation, tail = ids.split_triple_key(row.key) if row.key is not None else ("", "", "")
    until = row.until[:10] if row.until else None
    return StatedFact(head, relation, tail, row.chunk_id, row.start, row.end, row.text, until)


def _named_entities(tenant: str, claim: Claim) -> list[str]:
    return sorted({ids.entity_id(tenant, m.surface) for m in claim.mentions if m.type in NAMES})


def _about(claim: Claim, named: Sequence[str], groups: Mapping[str, Sequence[str]]) -> About:
    keys = sorted({ids.triple_key(*triple.normal) for triple in claim.triples})
    relations = sorted({ids.relation_of(key) for key in keys})
    return About(claim.id, {entity: groups[entity] for entity in named}, relations, keys)


def _most(found: Mapping[str, Iterable[str]]) -> int:
    return max((len(list(chunks)) for chunks in found.values()), default=0)


def _neighbours(
    about: About, ways: Sequence[_Way], carried: Iterable[FoundChunk], seen: set[str]
) -> tuple[Neighbour, ...]:
    """What each way leads to, in their order; a chunk that was judged says so wherever it stands.

    A verdict takes no other chunk's place: verifying an answer again gathers what its first run gathered.
    """
    judged = {chunk.chunk_id for chunk in carried}
    chosen = []
    for way in ways:
        new = [chunk for chunk in way.found.get(about.claim, ()) if chunk.chunk_id not in seen][: way.limit]
        seen |= {chunk.chunk_id for chunk in new}
        for chunk in new:
            if chunk.chunk_id in judged:
                chosen.append(Neighbour(chunk, EvidenceSource.JUDGED, 1.0))
            else:
                whole = max(len(about.entities), 1) + (0.5 if way.source is EvidenceSource.STATED else 0.0)
                chosen.append(Neighbour(chunk, way.source, min(1.0, chunk.score / whole)))
    return tuple(chosen)


async def _names(tx: Transaction, tenant: str, groups: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Entity id -> the names of its group, sorted; only groups of several are read."""
    several = {id for group in groups.values() if len(group) > 1 for id in group}
    records = await reading.entities(tx, tenant, several) if several else {}
    return {
        entity: tuple(sorted(records[id].name for id in group if id in records)) if len(group) > 1 else ()
        for entity, group in groups.items()
    }
