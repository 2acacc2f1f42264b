"""Holding a verification's job while the work goes on: one owner at a time, found out when it is dead."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio

from claimgraph.graph_schema.repositories import jobs
from claimgraph.graph_schema.repositories.jobs import JobOwner, JobRow, KeptJob
from claimgraph.platform.errors import Conflict
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.process import ProcessIdentity
from claimgraph.platform.tasks import task_group

LEASE_SECONDS = 60.0
RENEW_SECONDS = 15.0
POLL_SECONDS = 0.2
"""How often a caller looks again at a job that somebody else is working on."""


_LOST = "This verification lost its lease and somebody else has taken it over; their result stands."


_NEWER = "A newer run of this answer stands; what was left of an older verification has not been put in its place."


class Superseded(Conflict):
    """Work that was left behind and taken up again came to its end after a newer run of the same answer."""


@dataclass(slots=True)
class HeldJob:
    """A job that this process works on; `owner` must still stand in the graph when the work is concluded."""

    id: str
    owner: str
    kept: KeptJob | None = None  # what was found in it, of work that somebody else left
    concluding: bool = False  # from then on the job may be gone because it is done


@asynccontextmanager
async def hold_job(graph: Graph, tenant: str, row: JobRow) -> AsyncIterator[HeldJob]:
    """Store the inputs as a job and hold it while the body runs.

    Where somebody else works on the same job, wait until they are done; where they are dead or their lease has run
    out, take it over. A body that raises leaves the job without an owner, for the next who asks.
    """
    owner = _new_owner()
    # Whoever waits only reads: on the embedded store a write to the job would make its owner's last transaction,
    # which deletes it, start again, and a few who wait could keep it from ever ending.
    while await _is_taken(graph, tenant, row.id) or not await _try_hold(graph, tenant, row, owner):  # noqa: ASYNC110
        await anyio.sleep(POLL_SECONDS)
    async with holding(graph, tenant, HeldJob(row.id, owner)) as held:
        yield held


@asynccontextmanager
async def holding(graph: Graph, tenant: str, held: HeldJob) -> AsyncIterator[HeldJob]:
    """Renew the lease of a job that has just been taken while the body runs; one that raises lets go of it."""
    async with task_group() as tasks:
        tasks.start_soon(_renew, graph, tenant, held)
        try:
            yield held
        except BaseException:
            with anyio.move_on_after(5, shield=True):
                await _let_go(graph, tenant, held)
            raise
        finally:
            tasks.cancel_scope.cancel()


async def take_left_job(graph: Graph, tenant: str, job: str) -> HeldJob | None:
    """Take over a job that nobody works on any more, with all that it keeps; None where somebody does or it is gone."""
    if await _is_taken(graph, tenant, job):
        return None
    owner = _new_owner()

    async def work(tx: Transaction) -> HeldJob | None:
        now = time.time()
        found = await jobs.lock(tx, tenant, job)
        if found is None or not is_free(found[1], now):
            return None
        await jobs.take_over(tx, tenant, job, owner, now + LEASE_SECONDS)
        return HeldJob(job, owner, found[0])

    return await graph.write("job_take", work)


async def drop_job(graph: Graph, tenant: str, held: HeldJob) -> bool:
    """Delete a job that is held without any result; False where it has been lost."""

    async def work(tx: Transaction) -> None:
        if not await jobs.finish(tx, tenant, held.id, held.owner):
            raise Conflict(_LOST)

    try:
        await graph.write("job_drop", work)
    except Conflict:
        return False
    return True


async def conclude_job(tx: Transaction, tenant: str, held: HeldJob) -> None:
    """Delete the job in the transaction that finishes it.

    Raises `Conflict`, which rolls everything back, when somebody else has taken it over meanwhile, and `Superseded`
    for left work whose answer has had another run since it was asked for.
    """
    held.concluding = True
    if not await jobs.finish(tx, tenant, held.id, held.owner):
        raise Conflict(_LOST)
    kept = held.kept
    if kept is not None and await jobs.is_superseded(tx, tenant, kept.answer_id, kept.asked_at):
        raise Superseded(_NEWER)


def _new_owner() -> str:
    return f"{ProcessIdentity.of_this_process()}/{uuid.uuid4().hex}"


def is_free(found: JobOwner, now: float) -> bool:
    """Whether a job may be taken over: nobody has it, its lease has run out, or its owner on this host is dead."""
    if not found.owner or found.lease_until <= now:
        return True
    process = ProcessIdentity.parse(found.owner.rpartition("/")[0])
    return process is not None and process.known_dead()


async def _is_taken(graph: Graph, tenant: str, job: str) -> bool:
    found = await graph.read("job_owner", lambda tx: jobs.owner_of(tx, tenant, job))
    return found is not None and not is_free(found, time.time())


async def _try_hold(graph: Graph, tenant: str, row: JobRow, owner: str) -> bool:
    async def work(tx: Transaction) -> bool:
        now = time.time()
        found = await jobs.remember(tx, tenant, row, owner, now + LEASE_SECONDS, datetime.now(UTC).isoformat())
        if found.owner == owner:
            return True
        if not is_free(found, now):
            return False
        return await jobs.take_over(tx, tenant, row.id, owner, now + LEASE_SECONDS)

    return await graph.write("remember", work)


async def _renew(graph: Graph, tenant: str, held: HeldJob) -> None:
    while True:
        await anyio.sleep(RENEW_SECONDS)
        held_still = held.concluding or await _set_lease(graph, tenant, held, time.time() + LEASE_SECONDS)
        if not held_still and not held.concluding:
            raise Conflict(_LOST)


async def _let_go(graph: Graph, tenant: str, held: HeldJob) -> None:
    await _set_lease(graph, tenant, held, 0.0)


async def _set_lease(graph: Graph, tenant: str, held: HeldJob, until: float) -> bool:
    return await graph.write("job_renew", lambda tx: jobs.renew(tx, tenant, held.id, held.owner, until))
