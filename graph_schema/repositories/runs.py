"""Finished verifications: what a run found, retrieved and corrected, and which run is an answer's current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from .jobs import VERIFY
from .parameters import parameters


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run's own properties; lists are flat: `calls`, `saved_...` and `models` hold `name=value`."""

    id: str
    kind: str
    outcome: str
    domain: str
    risk: str
    support_ratio: float | None
    threshold: float
    supported: int
    contradicted: int
    not_enough_info: int
    not_checkable: int
    filtered_text: str
    corrected_text: str
    settings: str
    models: list[str]
    prompt_versions: list[str]
    calls: list[str]
    warnings: list[str]
    llm_tokens: int
    cost: float | None
    seconds: float
    started: str
    finished: str
    saved_exact: list[str] = field(default_factory=list)  # pairs a judge was spared: judged before
    saved_paraphrased: list[str] = field(default_factory=list)  # pairs a judge was spared: a paraphrase was judged
    corrected_support_ratio: float | None = None  # of the corrected text, judged again
    task: str = VERIFY  # the kind of verification, as in its job
    incomplete: bool = False  # something failed that may work another time: it is not given for an answer again
    erased: bool = False  # text that it looked at has been erased since; never written here


@dataclass(frozen=True, slots=True)
class FoundRow:
    """What a run concluded about one claim. `spans` is flat: start, end, start, end, …"""

    claim: str
    verdict: str
    confidence: float | None
    unscored_reason: str | None
    spans: list[int]
    judges: list[str]
    votes: list[str]
    checks: list[str]
    carried: list[str]
    redeep_score: float | None = None
    redeep_ecs: float | None = None
    redeep_pks: float | None = None
    possible: list[str] | None = None  # not None: left to review, between these verdicts
    open: bool = False  # True: nothing was found of it; left to review, or no judge could judge it


@dataclass(frozen=True, slots=True)
class RetrievedRow:
    claim: str
    chunk: str
    source: str
    rank: int
    score: float
    revision_ids: list[str]


@dataclass(frozen=True, slots=True)
class YieldRow:
    """The claim that a correction yields, judged again."""

    claim: str
    verdict: str
    confidence: float | None
    carried: list[str]


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    id: str
    claim: str
    before: str
    after: str
    method: str
    prompt_version: str | None
    chunks: tuple[str, ...]
    yields: tuple[YieldRow, ...]
    spans: tuple[tuple[int, ...], ...] = ()  # of each chunk, flat: what the correction rests on there


@dataclass(frozen=True, slots=True)
class BasisRecord:
    """What a correction rests on in one chunk; `spans` are flat offsets in its text, none where they are not known."""

    chunk_id: str
    text: str
    spans: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoredCorrection:
    """A correction as it is read back."""

    id: str
    claim_id: str
    before: str
    after: str
    method: str
    prompt_version: str | None
    chunk_ids: tuple[str, ...]
    verdict: str | None
    confidence: float | None
    basis: tuple[BasisRecord, ...] = ()


async def find_run(tx: Transaction, tenant: str, run: str) -> RunRow | None:
    """The finished run with this id."""
    rows = await tx.run(query("run_find"), tenant=tenant, run=run)
    return _run_row(rows[0]["run"]) if rows else None


def _run_row(stored: Mapping[str, Any]) -> RunRow:
    """A run as it was written. A property that was null is not stored at all."""
    times = {"started": stored["started_at"].isoformat(), "finished": stored["finished_at"].isoformat()}
    values: dict[str, Any] = {one.name: stored.get(one.name) for one in fields(RunRow)}
    saved = {name: values[name] or [] for name in ("saved_exact", "saved_paraphrased")}
    flags = {name: bool(values[name]) for name in ("erased", "incomplete")}
    return RunRow(**{**values, **times, **saved, **flags, "task": values["task"] or VERIFY})


async def findings(tx: Transaction, tenant: str, run: str) -> list[FoundRow]:
    """What a run concluded, claim by claim."""
    return [FoundRow(**row) for row in await tx.run(query("run_findings"), tenant=tenant, run=run)]


async def corrections(tx: Transaction, tenant: str, run: str) -> list[StoredCorrection]:
    rows = await tx.run(query("run_corrections"), tenant=tenant, run=run)
    return [_stored_correction(row) for row in rows]


def _stored_correction(row: Mapping[str, Any]) -> StoredCorrection:
    """A chunk whose text was erased is no basis to show."""
    found = sorted((one for one in row["basis"] if one["text"]), key=lambda one: str(one["chunk_id"]))
    basis = tuple(BasisRecord(one["chunk_id"], one["text"], tuple(one["spans"] or ())) for one in found)
    return StoredCorrection(**{**row, "chunk_ids": tuple(sorted(row["chunk_ids"])), "basis": basis})


async def write_run(
    tx: Transaction,
    tenant: str,
    run: RunRow,
    found: Sequence[FoundRow],
    retrieved: Sequence[RetrievedRow],
    corrected: Sequence[CorrectionRow],
) -> None:
    """Write a run with all that hangs on it. Claims and chunks must be there."""
    (written,) = await tx.run(
        query("run_write"), tenant=tenant, **{**parameters(run), "incomplete": run.incomplete or None}
    )
    if found:
        rows = [
            {**parameters(row), "open": row.open or None, "id": ids.edge_id("FOUND", run.id, row.claim)}
            for row in found
        ]
        await tx.run(query("run_found_write"), tenant=tenant, run=run.id, rows=sorted(rows, key=_claim))
    if retrieved:
        await _write_retrieved(tx, tenant, run.id, retrieved, frozenset(written["retrieved"]))
    if corrected:
        await _write_corrections(tx, tenant, run.id, corrected)


async def _write_retrieved(
    tx: Transaction, tenant: str, run: str, retrieved: Sequence[RetrievedRow], known: frozenset[str]
) -> None:
    """`known`: the edges that are there already."""
    by_id = {ids.edge_id("RETRIEVED", run, row.chunk, row.claim): row for row in retrieved}
    rows = [{**parameters(row), "id": id} for id, row in by_id.items() if id not in known]
    rows.sort(key=lambda row: (row["chunk"], row["id"]))
    if rows:
        await tx.run(query("run_retrieved_write"), tenant=tenant, run=run, rows=rows)


async def _write_corrections(tx: Transaction, tenant: str, run: str, corrected: Sequence[CorrectionRow]) -> None:
    corrected = sorted(corrected, key=lambda row: row.id)
    rows = [
        {
            "id": row.id,
            "claim": row.claim,
            "before": row.before,
            "after": row.after,
            "method": row.method,
            "prompt_version": row.prompt_version,
            "has_edge": ids.edge_id("HAS_CORRECTION", run, row.id),
            "corrects_edge": ids.edge_id("CORRECTS", row.id, row.claim),
        }
        for row in corrected
    ]
    await tx.run(query("corrections_write"), tenant=tenant, run=run, rows=rows)
    based = [
        {"id": ids.edge_id("BASED_ON", row.id, chunk), "correction": row.id, "chunk": chunk, "spans": list(spans)}
        for row in corrected
        for chunk, spans in sorted(zip(row.chunks, row.spans or ((),) * len(row.chunks), strict=True))
    ]
    if based:
        await tx.run(query("corrections_based_on"), tenant=tenant, rows=based)
    yielded = [
        {**parameters(claim), "id": ids.edge_id("YIELDS", row.id, claim.claim), "correction": row.id}
        for row in corrected
        for claim in row.yields
    ]
    if yielded:
        await tx.run(query("corrections_yield"), tenant=tenant, rows=yielded)


async def make_current(tx: Transaction, tenant: str, answer: str, run: str, found: Sequence[FoundRow], now: str) -> int:
    """Append a run to its answer's history, point CURRENT_RUN at it and project its findings as ASSERTS.

    Returns the run's place in the history; where the run is current already nothing changes.
    """
    (taken,) = await tx.run(query("answer_next_run"), tenant=tenant, answer=answer)
    seq = int(taken["seq"])
    if taken["current_id"] == run:
        await tx.run(query("answer_return_place"), tenant=tenant, answer=answer)
        return seq - 1
    if taken["current_id"] is not None:
        await tx.run(query("answer_forget_current"), tenant=tenant, answer=answer)
    await tx.run(
        query("run_make_current"),
        tenant=tenant,
        answer=answer,
        run=run,
        seq=seq,
        history_edge=ids.edge_id("HAS_RUN", answer, run, seq),
        current_edge=ids.edge_id("CURRENT_RUN", answer, run),
        now=now,
        rows=_assertions(answer, found),
    )
    return seq


def _assertions(answer: str, found: Sequence[FoundRow]) -> list[dict[str, Any]]:
    kept = ("claim", "verdict", "confidence", "spans", "redeep_score", "redeep_ecs", "redeep_pks")
    rows = [
        {
            **{name: getattr(row, name) for name in kept},
            "open": row.open or None,
            "id": ids.edge_id("ASSERTS", answer, row.claim),
        }
        for row in found
    ]
    return sorted(rows, key=_claim)


def _claim(row: Mapping[str, Any]) -> str:
    return str(row["claim"])
