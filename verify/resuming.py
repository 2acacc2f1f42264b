"""Work that somebody left: found, taken over where its owner is dead or silent, and brought to its end."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

import anyio

from claimgraph.graph_schema.repositories import jobs
from claimgraph.graph_schema.repositories.jobs import JobRecord
from claimgraph.graph_schema.vocabulary import Outcome
from claimgraph.platform.errors import ClaimGraphError, Conflict, GraphError, InputError, NotFound
from claimgraph.platform.graph import Graph
from claimgraph.platform.tasks import task_group

from .jobs import HeldJob, Superseded, drop_job, is_free, take_left_job
from .report import Verification

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream

_log = logging.getLogger("claimgraph.jobs")

PAGE = 200
"""Jobs that are listed at once."""


class JobState(StrEnum):
    WORKING = "working"  # its owner lives, or may live on another host
    LEFT = "left"  # free to be taken over


@dataclass(frozen=True, slots=True)
class UnfinishedJob:
    """A verification that has not come to its end."""

    id: str
    answer_id: str
    task: str
    model: str | None
    key: str | None
    answer_chars: int
    asked_at: str  # when somebody last asked for it
    attempts: int
    state: JobState
    lease_seconds: float  # until its owner must have given a sign of life; below 0: overdue


class ResumeStatus(StrEnum):
    DONE = "done"
    SUPERSEDED = "superseded"  # its answer has had a newer run; the job is gone
    TAKEN = "taken"  # somebody else works on it, or has finished it
    FAILED = "failed"  # the job stays, for another try


@dataclass(frozen=True, slots=True)
class ResumedJob:
    """What became of a job that was found left behind."""

    id: str
    answer_id: str
    status: ResumeStatus
    outcome: Outcome | None = None
    run_id: str | None = None
    calls: int = 0  # pairs that judges were called with
    error: str | None = None


class Finisher(Protocol):
    """Brings a job that was left, and has just been taken over, to its end: a `Verifier` or a `Reverifier`."""

    async def finish(self, tenant: str, left: HeldJob) -> Verification: ...


@dataclass(frozen=True, slots=True)
class Resumer:
    """Finds left work of one graph. `finisher_of` gives what finishes jobs of a task, or raises."""

    graph: Graph
    finisher_of: Callable[[str], Finisher]

    async def unfinished(self, tenant: str) -> AsyncIterator[UnfinishedJob]:
        """All jobs of a tenant, in the order of their ids, read in pages."""
        after = ""
        while page := await self._page(tenant, after):
            now = time.time()
            for record in page:
                yield _unfinished(record, now)
            after = page[-1].id

    async def resume(
        self,
        tenant: str,
        on_job: Callable[[ResumedJob], None] | None = None,
        most_attempts: int | None = None,
        at_once: int = 1,
    ) -> list[ResumedJob]:
        """Bring everything that was left to its end, `at_once` jobs at a time; what became of each, as they end.

        A job that fails is told so and stays. `most_attempts` passes over jobs that were begun as often already.
        Raises `GraphError` where the store itself fails.
        """
        resumed: list[ResumedJob] = []

        async def work_on(left: MemoryObjectReceiveStream[UnfinishedJob]) -> None:
            async with left:
                async for job in left:
                    _log.info("resuming job %s, attempt %d", job.id, job.attempts + 1)
                    found = await self._resume_one(tenant, job)
                    _log.info("job %s: %s", job.id, found.status.value)
                    resumed.append(found)
                    if on_job is not None:
                        on_job(found)

        async with task_group() as tasks:
            send, receive = anyio.create_memory_object_stream[UnfinishedJob](0)
            for _ in range(at_once):
                tasks.start_soon(work_on, receive.clone())
            receive.close()
            async with send:
                async for job in self.unfinished(tenant):
                    if job.state is JobState.LEFT and (most_attempts is None or job.attempts < most_attempts):
                        await send.send(job)
        return resumed

    async def drop(self, tenant: str, job: str) -> None:
        """Delete a job that was left, with the inputs it keeps. Its answer stays, without a run unless it has one.

        Raises `NotFound`, and `InputError` for a job that somebody works on.
        """
        held = await take_left_job(self.graph, tenant, job)
        if held is not None and await drop_job(self.graph, tenant, held):
            return
        if await self.graph.read("job_owner", lambda tx: jobs.owner_of(tx, tenant, job)) is None:
            raise NotFound(f"There is no job {job[:40]!r}; `claimgraph resume --list` shows what is unfinished.")
        raise InputError(f"The job {job[:40]} is being worked on; only one that was left behind can be dropped.")

    async def _page(self, tenant: str, after: str) -> list[JobRecord]:
        return await self.graph.read("job_list", lambda tx: jobs.page(tx, tenant, after, PAGE))

    async def _resume_one(self, tenant: str, job: UnfinishedJob) -> ResumedJob:
        try:
            finisher = self.finisher_of(job.task)
            held = await take_left_job(self.graph, tenant, job.id)
            if held is None:
                return ResumedJob(job.id, job.answer_id, ResumeStatus.TAKEN)
            found = None if await self._is_superseded(tenant, held) else await _finish(finisher, tenant, held)
            if found is None:
                gone = await drop_job(self.graph, tenant, held)
                return ResumedJob(job.id, job.answer_id, ResumeStatus.SUPERSEDED if gone else ResumeStatus.TAKEN)
        except GraphError as error:
            if not isinstance(error, Conflict):
                raise
            return _failed(job, str(error))
        except ClaimGraphError as error:
            return _failed(job, str(error))
        except Exception as error:  # one job that meets a fault of ours must not keep the others waiting
            _log.exception("job %s failed", job.id)
            return _failed(job, f"unexpected {type(error).__name__}")
        calls = sum(found.run.calls.values())
        return ResumedJob(job.id, job.answer_id, ResumeStatus.DONE, found.outcome, found.run_id, calls)

    async def _is_superseded(self, tenant: str, held: HeldJob) -> bool:
        kept = held.kept
        assert kept is not None
        return await self.graph.write(
            "job_superseded", lambda tx: jobs.is_superseded(tx, tenant, kept.answer_id, kept.asked_at)
        )


async def _finish(finisher: Finisher, tenant: str, held: HeldJob) -> Verification | None:
    """None where a newer run of the answer was concluded meanwhile."""
    try:
        return await finisher.finish(tenant, held)
    except Superseded:
        return None


def _failed(job: UnfinishedJob, error: str) -> ResumedJob:
    return ResumedJob(job.id, job.answer_id, ResumeStatus.FAILED, error=error)


def _unfinished(record: JobRecord, now: float) -> UnfinishedJob:
    return UnfinishedJob(
        id=record.id,
        answer_id=record.answer_id,
        task=record.task,
        model=record.model,
        key=record.key,
        answer_chars=record.answer_chars,
        asked_at=record.asked_at,
        attempts=record.owner.attempts,
        state=JobState.LEFT if is_free(record.owner, now) else JobState.WORKING,
        lease_seconds=round(record.owner.lease_until - now, 1),
    )
