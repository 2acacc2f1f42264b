"""What a finished run looked at, as far as it has not been erased since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from claimgraph.platform.graph import Transaction

from ..queries import query
from ..vocabulary import EvidenceSource
from .runs import FoundRow, findings


@dataclass(frozen=True, slots=True)
class ErodedAnswer:
    """An answer whose current run looked at text that has been erased."""

    id: str
    key: str | None
    text: str
    model: str | None
    question: str | None
    run: str
    domain: str
    risk: str
    task: str  # of the verification that the run came from


@dataclass(frozen=True, slots=True)
class RecordedChunk:
    claim: str
    chunk_id: str
    text: str
    lang: str
    source: str
    rank: int
    score: float
    revision_ids: tuple[str, ...]  # that held it then and are left, and the current ones that hold it now


@dataclass(frozen=True, slots=True)
class RecordedRun:
    found: tuple[FoundRow, ...]
    touched: frozenset[str]  # claims whose premises included what is erased
    chunks: tuple[RecordedChunk, ...]  # by claim and rank
    corrected: bool  # whether it has corrections
    given: bool  # whether it was given contexts, be they erased


async def eroded_answers(tx: Transaction, tenant: str) -> list[ErodedAnswer]:
    """The answers whose current run looked at text that has been erased, in the order of their ids."""
    return [ErodedAnswer(**row) for row in await tx.run(query("recorded_stale"), tenant=tenant)]


async def recorded_run(tx: Transaction, tenant: str, run: str) -> RecordedRun:
    found = tuple(await findings(tx, tenant, run))
    touched = frozenset(row["id"] for row in await tx.run(query("recorded_touched"), tenant=tenant, run=run))
    rows = await tx.run(query("recorded_evidence"), tenant=tenant, run=run)
    chunks = tuple(_chunk(row) for row in rows if not row["erased"])
    corrections = await tx.run(query("erase_run_corrections"), tenant=tenant, ids=[run])
    given = any(row["source"] == EvidenceSource.GIVEN.value for row in rows)
    return RecordedRun(found, touched, chunks, bool(corrections), given)


def _chunk(row: Mapping[str, Any]) -> RecordedChunk:
    now = row["current_ids"] if row["source"] != EvidenceSource.GIVEN.value else ()
    values = {one.name: row[one.name] for one in fields(RecordedChunk)}
    return RecordedChunk(**{**values, "revision_ids": tuple(sorted({*(row["revision_ids"] or ()), *now}))})
