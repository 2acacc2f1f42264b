"""`claimgraph resume`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from ..aclient import AsyncClaimGraph
from ..printing import one_line
from .streams import print_json

if TYPE_CHECKING:
    from claimgraph.verify.resuming import ResumedJob, UnfinishedJob


def drop_job(job: str, yes: bool, as_json: bool) -> None:
    """Delete a job that was left behind."""
    anyio.run(_drop, job, yes)
    if as_json:
        print_json({"dropped": job})
    else:
        print(f"Dropped: job {one_line(job)}. Its answer stays; `claimgraph delete answer` takes it away.")


async def _drop(job: str, yes: bool) -> None:
    async with AsyncClaimGraph.open() as client:
        await client.drop_job(job, yes=yes)


def resume(list_only: bool, at_once: int, as_json: bool) -> int:
    """Bring left work to its end, or list what is unfinished; 1 where a job failed."""
    if list_only:
        anyio.run(_list, as_json)
        return 0
    return anyio.run(_resume, at_once, as_json)


async def _list(as_json: bool) -> None:
    async with AsyncClaimGraph.open() as client:
        jobs = await client.unfinished_jobs()
    if as_json:
        print_json({"jobs": jobs})
        return
    for job in jobs:
        print(_listed(job))
    if not jobs:
        print("Nothing is unfinished.")


async def _resume(at_once: int, as_json: bool) -> int:
    def tell(job: ResumedJob) -> None:
        if not as_json:
            print(_line(job), flush=True)

    async with AsyncClaimGraph.open() as client:
        resumed = await client.resume(on_job=tell, at_once=at_once)
    if as_json:
        print_json({"jobs": resumed})
    elif not resumed:
        print("Nothing was left behind.")
    return 1 if any(job.status == "failed" for job in resumed) else 0


def _line(job: ResumedJob) -> str:
    match job.status.value:
        case "done":
            said = f"{job.outcome}; judged {job.calls} pairs"
        case "superseded":
            said = "a newer run of the answer stands; nothing was written"
        case "taken":
            said = "another process has taken it up"
        case _:
            said = one_line(job.error or "")
    return f"{job.status.value:<10} job {job.id}, answer {job.answer_id}: {said}"


def _listed(job: UnfinishedJob) -> str:
    named = ", ".join(
        f"{name} {one_line(value)[:60]}" for name, value in (("model", job.model), ("key", job.key)) if value
    )
    lease = f"lease for {job.lease_seconds:.0f} s" if job.lease_seconds > 0 else "no lease"
    told = f"job {job.id}, answer {job.answer_id} ({job.answer_chars:,} characters{', ' + named if named else ''})"
    return f"{job.state.value:<10} {told}, asked {job.asked_at[:19]}, attempt {job.attempts}, {lease}"
