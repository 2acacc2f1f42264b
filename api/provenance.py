"""Where a claim comes from and what it was held against: the whole of it, for one claim."""

from __future__ import annotations

from dataclasses import dataclass

from claimgraph.graph_schema.repositories import reading
from claimgraph.graph_schema.repositories.records import (
    AnswerRecord,
    AssertionRecord,
    CheckRecord,
    ChunkRecord,
    ClaimRecord,
    CorrectionRecord,
    MentionRecord,
    OccurrenceRecord,
    RunRecord,
    StatingRecord,
    TripleRecord,
)
from claimgraph.platform.errors import NotFound
from claimgraph.platform.graph import Graph, Transaction

MOST = 1000
"""Most assertions, checks, corrections, mentions, triples and stating chunks of a claim; GraphQL pages through more."""


@dataclass(frozen=True, slots=True)
class AssertedBy:
    """An answer that asserts the claim now, and the run that says with what verdict."""

    answer: AnswerRecord
    run: RunRecord
    assertion: AssertionRecord


@dataclass(frozen=True, slots=True)
class CheckedAgainst:
    """One judge's opinion, the chunk that it is about, and where that chunk stands."""

    check: CheckRecord
    chunk: ChunkRecord
    occurrences: tuple[OccurrenceRecord, ...]
    decisive: bool  # True: it decided the verdict of a current run


@dataclass(frozen=True, slots=True)
class StatedBy:
    """A chunk that states the claim, and where that chunk stands."""

    stating: StatingRecord
    chunk: ChunkRecord
    occurrences: tuple[OccurrenceRecord, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    claim: ClaimRecord
    asserted_by: tuple[AssertedBy, ...]
    checked_against: tuple[CheckedAgainst, ...]
    corrections: tuple[CorrectionRecord, ...]
    mentions: tuple[MentionRecord, ...]
    triples: tuple[TripleRecord, ...]
    stated_by: tuple[StatedBy, ...]


async def provenance(graph: Graph, tenant: str, claim_id: str) -> Provenance:
    """Read all of it in one transaction. Raises `NotFound`."""

    async def work(tx: Transaction) -> Provenance:
        claims = await reading.claims(tx, tenant, [claim_id])
        if claim_id not in claims:
            raise NotFound(f"No claim with the id {claim_id[:64]!r} in this tenant; `verify` prints the ids of claims.")
        asserted = (await reading.claim_assertions(tx, tenant, [claim_id], MOST)).get(claim_id, [])
        answers = await reading.answers(tx, tenant, [a.answer_id for a in asserted])
        runs = await reading.runs(tx, tenant, [a.run_id for a in asserted])
        checks = (await reading.claim_checks(tx, tenant, [claim_id], None, MOST)).get(claim_id, [])
        stated = (await reading.claim_stated_by(tx, tenant, [claim_id], MOST)).get(claim_id, [])
        chunks = await reading.chunks(
            tx, tenant, [*(check.chunk_id for check in checks), *(one.chunk_id for one in stated)]
        )
        places = await reading.chunk_occurrences(tx, tenant, chunks, MOST)
        corrections = await reading.claim_corrections(tx, tenant, [claim_id], MOST)
        triples = await reading.claim_triples(tx, tenant, [claim_id], MOST)
        mentions = await reading.claim_mentions(tx, tenant, [claim_id], MOST)
        decided = {check for a in asserted for check in a.carried}
        return Provenance(
            claims[claim_id],
            tuple(AssertedBy(answers[a.answer_id], runs[a.run_id], a) for a in asserted),
            tuple(
                CheckedAgainst(c, chunks[c.chunk_id], tuple(places.get(c.chunk_id, ())), c.id in decided)
                for c in checks
            ),
            tuple(corrections.get(claim_id, ())),
            tuple(mentions.get(claim_id, ())),
            tuple(triples.get(claim_id, ())),
            tuple(StatedBy(s, chunks[s.chunk_id], tuple(places.get(s.chunk_id, ()))) for s in stated),
        )

    return await graph.read("provenance", work)
