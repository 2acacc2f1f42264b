"""What claims say: their triples, the entities these are about, and the chunks that state the claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from . import checks, documents
from .checks import ClaimRow
from .documents import EntityRow, MentionRow
from .parameters import parameters


@dataclass(frozen=True, slots=True)
class TripleRow:
    """One triple of one claim. An end that names something is an entity as well; the other ends are literals."""

    claim: str
    head: str
    relation: str
    tail: str
    key: str  # `ids.triple_key` of its normal form: what paraphrases share
    confidence: float
    extractor: str
    head_entity: EntityRow | None = None
    tail_entity: EntityRow | None = None

    def id(self) -> str:
        return ids.triple_id(self.claim, self.head, self.relation, self.tail, self.extractor)


@dataclass(frozen=True, slots=True)
class StatesRow:
    """A chunk states a claim. `spans` is flat, offsets in the chunk; `start` and `end` enclose them."""

    chunk: str
    claim: str
    start: int
    end: int
    spans: list[int]
    extractor: str


@dataclass(frozen=True, slots=True)
class StatementRows:
    """Claims with all that hangs on them."""

    claims: Sequence[ClaimRow] = ()
    mentions: Sequence[MentionRow] = ()  # in the claims' texts
    triples: Sequence[TripleRow] = ()
    states: Sequence[StatesRow] = ()  # none: the claims of an answer


async def write_statements(tx: Transaction, tenant: str, rows: StatementRows) -> None:
    """Write claims with their mentions, triples and the chunks that state them; what is there stays as it is.

    Chunks must be there. All entities come in one statement, sorted: two writers wait for each other in one order.
    """
    await checks.write_claims(tx, tenant, rows.claims)
    ends = [end for row in rows.triples for end in (row.head_entity, row.tail_entity) if end is not None]
    await documents.write_entities(tx, tenant, [*(mention.entity() for mention in rows.mentions), *ends])
    await documents.write_mention_edges(tx, tenant, "Claim", rows.mentions)
    await _write_triples(tx, tenant, rows.triples)
    await _write_states(tx, tenant, rows.states)


async def _write_triples(tx: Transaction, tenant: str, triples: Iterable[TripleRow]) -> None:
    by_id = {triple.id(): triple for triple in triples}
    rows = [
        {
            "id": id,
            "edge": ids.edge_id("HAS_TRIPLE", triple.claim, id),
            "claim": triple.claim,
            "head": triple.head,
            "relation": triple.relation,
            "tail": triple.tail,
            "key": triple.key,
            "relation_lemma": ids.relation_of(triple.key),
            "confidence": triple.confidence,
            "extractor": triple.extractor,
        }
        for id, triple in sorted(by_id.items())
    ]
    if not rows:
        return
    await tx.run(query("triples_write"), tenant=tenant, rows=rows)
    heads = {id: triple.head_entity for id, triple in by_id.items()}
    tails = {id: triple.tail_entity for id, triple in by_id.items()}
    for edge_type, name, ends in (("HEAD", "triple_heads_write", heads), ("TAIL", "triple_tails_write", tails)):
        found = [(id, end.id(tenant)) for id, end in sorted(ends.items()) if end is not None]
        edges = [{"id": ids.edge_id(edge_type, id, entity), "triple": id, "entity": entity} for id, entity in found]
        if edges:
            await tx.run(query(name), tenant=tenant, rows=edges)


async def _write_states(tx: Transaction, tenant: str, states: Iterable[StatesRow]) -> None:
    rows = [
        {
            **parameters(row),
            "id": ids.edge_id("STATES", row.chunk, row.claim, row.start, row.end, row.extractor),
        }
        for row in states
    ]
    rows.sort(key=lambda row: (row["claim"], row["id"]))
    if rows:
        await tx.run(query("states_write"), tenant=tenant, rows=rows)
