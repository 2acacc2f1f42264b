"""Jobs: work not finished, with all its inputs, its owner and its lease."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from . import erasing
from .parameters import parameters

VERIFY = "verify"
"""The task of a job that is no other kind of verification."""


@dataclass(frozen=True, slots=True)
class JobRow:
    """All inputs of one verification, as they were handed over."""

    id: str
    answer_id: str
    answer: str
    lang: str
    question: str | None
    model: str | None
    key: str | None
    domain: str
    risk: str
    correct: bool
    contexts: list[str] | None
    settings: str
    models: str
    task: str = VERIFY


@dataclass(frozen=True, slots=True)
class JobOwner:
    """Who works on a job, and until when (seconds since the epoch) without a sign of life."""

    owner: str
    lease_until: float
    attempts: int


@dataclass(frozen=True, slots=True)
class KeptJob:
    """What a job keeps for whoever takes it over. `asked_at`: when somebody last asked for it (ISO 8601)."""

    answer_id: str
    answer: str
    question: str | None
    model: str | None
    key: str | None
    domain: str
    risk: str
    correct: bool
    contexts: list[str] | None
    task: str
    asked_at: str


@dataclass(frozen=True, slots=True)
class JobRecord:
    """A job as it is listed: without its texts."""

    id: str
    answer_id: str
    task: str
    model: str | None
    key: str | None
    answer_chars: int
    asked_at: str
    owner: JobOwner


async def remember(tx: Transaction, tenant: str, job: JobRow, owner: str, lease_until: float, now: str) -> JobOwner:
    """Store an answer, its question and the job, and return who owns the job: the caller when it is new.

    The job stays locked until the transaction ends: a caller who finds a dead owner may `take_over` in it.
    """
    await tx.run(
        query("answer_remember"),
        tenant=tenant,
        id=job.answer_id,
        text=job.answer,
        lang=job.lang,
        model=job.model,
        key=job.key,
        now=now,
    )
    if job.question is not None:
        question = ids.question_id(tenant, job.question)
        await tx.run(
            query("question_remember"),
            tenant=tenant,
            id=question,
            text=job.question,
            answer=job.answer_id,
            edge=ids.edge_id("ANSWERS", job.answer_id, question),
            now=now,
        )
    values = parameters(job)
    del values["lang"]
    noted = await erasing.announced(tx, tenant)
    rows = await tx.run(
        query("job_open"), tenant=tenant, owner=owner, lease_until=lease_until, now=now, noted=noted, **values
    )
    return _owner(rows[0])


async def owner_of(tx: Transaction, tenant: str, job: str) -> JobOwner | None:
    """Who works on a job, read without a lock; None where there is no such job."""
    rows = await tx.run(query("job_owner"), tenant=tenant, id=job)
    return _owner(rows[0]) if rows else None


def _owner(row: Mapping[str, Any]) -> JobOwner:
    """A job that its owner finishes while this transaction waits for its lock is read without properties."""
    return JobOwner(row["owner"] or "", row["lease_until"] or 0.0, row["attempts"] or 0)


async def take_over(tx: Transaction, tenant: str, job: str, owner: str, lease_until: float) -> bool:
    """Make a job one's own, in the transaction that has just read its owner; False when it is gone."""
    return bool(await tx.run(query("job_take_over"), tenant=tenant, id=job, owner=owner, lease_until=lease_until))


async def renew(tx: Transaction, tenant: str, job: str, owner: str, lease_until: float) -> bool:
    """Prolong one's lease; False when somebody else owns the job now or it is gone."""
    return bool(await tx.run(query("job_renew"), tenant=tenant, id=job, owner=owner, lease_until=lease_until))


async def finish(tx: Transaction, tenant: str, job: str, owner: str) -> bool:
    """Delete one's job; False when somebody else owns it now or it is gone: then roll back."""
    rows = await tx.run(query("job_delete"), tenant=tenant, id=job, owner=owner)
    return bool(rows and rows[0]["deleted"])


async def lock(tx: Transaction, tenant: str, job: str) -> tuple[KeptJob, JobOwner] | None:
    """A job's inputs and its owner, locked until the transaction ends; None where it is gone."""
    rows = await tx.run(query("job_lock"), tenant=tenant, id=job)
    if not rows or rows[0]["answer"] is None:  # finished while this waited for its lock
        return None
    values = {one.name: rows[0][one.name] for one in fields(KeptJob)}
    asked_at = values["asked_at"].isoformat()
    return KeptJob(**{**values, "asked_at": asked_at, "task": values["task"] or VERIFY}), _owner(rows[0])


async def page(tx: Transaction, tenant: str, after: str, limit: int) -> list[JobRecord]:
    """Jobs in the order of their ids, those behind `after`."""
    rows = await tx.run(query("job_list"), tenant=tenant, after=after, limit=limit)
    return [
        JobRecord(
            id=row["id"],
            answer_id=row["answer_id"],
            task=row["task"] or VERIFY,
            model=row["model"],
            key=row["key"],
            answer_chars=row["answer_chars"],
            asked_at=row["asked_at"].isoformat(),
            owner=_owner(row),
        )
        for row in rows
    ]


async def is_superseded(tx: Transaction, tenant: str, answer: str, asked_at: str) -> bool:
    """Whether a run of the answer has become current since that time; the answer is locked from then on."""
    rows = await tx.run(query("answer_newer_run"), tenant=tenant, answer=answer, asked_at=asked_at)
    await tx.run(query("answer_return_place"), tenant=tenant, answer=answer)
    return bool(rows and rows[0]["newer"])
