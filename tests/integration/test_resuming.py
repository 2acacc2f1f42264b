"""Left work is found and brought to its end: nothing is judged twice, nothing newer is overwritten."""

from __future__ import annotations

import dataclasses
import itertools
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import anyio
import pytest
from fakes.counting_judge import CountingJudge, agree
from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from graph_dump import dump
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.api import AsyncClaimGraph
from claimgraph.api import resuming as service
from claimgraph.graph_schema.migrations import migrate
from claimgraph.ingest.model import Statement
from claimgraph.platform.errors import ConfigError, Conflict, InputError, NotFound, Unconfirmed
from claimgraph.platform.graph import Graph
from claimgraph.platform.process import ProcessIdentity
from claimgraph.verify import checking, keeping
from claimgraph.verify.checking import Checker
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.jobs import take_left_job
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.resuming import JobState, Resumer, ResumeStatus, UnfinishedJob

ANSWER = "Guido created Python. Ada invented Rust. Grace created Cobol."
EVIDENCE = ("Guido created Python. Rust is a language.", "Grace created Cobol. Ada invented engines.")
REQUEST = VerifyRequest(
    ANSWER, question="Who created what?", contexts=EVIDENCE, model="atlas", key="k-1", domain="finance", correct=False
)


class Crash(BaseException):
    """What a program does not live through."""


class CrashingDecomposer(FakeDecomposer):
    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        raise Crash


class Desk(JudgedDesk):
    """Verifiers over one tenant whose only judge is the test's own."""

    def verifier(self, judge: CountingJudge) -> Verifier:
        return dataclasses.replace(self.services.verifier, checker=Checker((judge,)))

    def resumer(self, judge: CountingJudge) -> Resumer:
        return Resumer(self.graph, lambda task: self.verifier(judge))

    async def leave(self, judge: CountingJudge | None, request: VerifyRequest = REQUEST) -> None:
        """Work that ends by a crash of its process: in the judge, or without one before there is anything to judge."""
        verifier = self.verifier(judge or CountingJudge())
        if judge is None:
            decomposer = CrashingDecomposer(FakeStatementReader())
            verifier = dataclasses.replace(verifier, claims=ClaimMaker(decomposer, self.services.mentions))
        with pytest.raises(Crash):
            await verifier.verify(self.tenant, request)
        await self.set_owner(f"{_dead_process()}/token", time.time() + 3600)

    async def set_owner(self, owner: str, lease_until: float) -> None:
        await self.rows("MATCH (j:Job {tenant: $tenant}) SET j.owner = $owner, j.lease_until = $until",
                        owner=owner, until=lease_until)  # fmt: skip

    async def unfinished(self) -> list[UnfinishedJob]:
        return [job async for job in self.resumer(CountingJudge()).unfinished(self.tenant)]

    async def current(self) -> list[dict[str, Any]]:
        return await self.rows(
            "MATCH (a:Answer {tenant: $tenant})-[:CURRENT_RUN]->(r:Run) "
            "RETURN r.id AS id, r.domain AS domain, a.runs AS runs"
        )


def _dead_process() -> ProcessIdentity:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as child:
        pid = child.pid
    return dataclasses.replace(ProcessIdentity.of_this_process(), pid=pid, started="1")


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


@pytest.fixture
def one_pair_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pair is judged alone, and kept before the next."""
    monkeypatch.setattr(checking, "BATCH_PAIRS", 1)
    monkeypatch.setattr(keeping, "BATCH_PAIRS", 1)


def crashing(at: int) -> CountingJudge:
    """A judge in whose nth pair the program ends."""
    pairs = itertools.count(1)

    def say(pair: Pair) -> Opinion | Unscored:
        if next(pairs) == at:
            raise Crash
        return agree(pair)

    return CountingJudge(say=say)


async def test_a_crash_costs_no_judgement_and_the_graph_is_that_of_an_undisturbed_run(
    desk: Desk, one_pair_at_a_time: None
) -> None:
    undisturbed_judge = CountingJudge()
    await desk.verifier(undisturbed_judge).verify(desk.tenant, REQUEST)
    undisturbed, pairs = await dump(desk.graph, desk.tenant), len(undisturbed_judge.asked)
    assert pairs >= 4

    for crash_at in (1, 3, pairs):
        await erase(desk.graph, desk.tenant)
        before, after = crashing(crash_at), CountingJudge()
        await desk.leave(before)
        (resumed,) = await desk.resumer(after).resume(desk.tenant)

        assert resumed.status is ResumeStatus.DONE
        assert (len(after.asked), resumed.calls) == (pairs - (crash_at - 1), pairs - (crash_at - 1))
        assert await dump(desk.graph, desk.tenant) == undisturbed, f"crashed in pair {crash_at}"


async def test_a_job_keeps_every_input(desk: Desk) -> None:
    bare = VerifyRequest(ANSWER)
    for request in (REQUEST, bare, dataclasses.replace(bare, contexts=())):
        await desk.leave(None, request)
        (job,) = await desk.unfinished()

        held = await take_left_job(desk.graph, desk.tenant, job.id)

        assert held is not None
        assert held.kept is not None
        kept = dataclasses.asdict(held.kept)
        contexts = kept["contexts"] if kept["contexts"] is None else tuple(kept["contexts"])
        assert {**kept, "contexts": contexts, "asked_at": ""} == {
            **dataclasses.asdict(request), "contexts": request.contexts,
            "answer_id": job.answer_id, "task": "verify", "asked_at": "",
        }  # fmt: skip
        await erase(desk.graph, desk.tenant)


@pytest.mark.parametrize(
    ("owner", "lease_seconds", "status"),
    [
        ("dead", 3600, ResumeStatus.DONE),
        ("elsewhere", -1, ResumeStatus.DONE),
        ("elsewhere", 3600, None),
        ("alive", 3600, None),
    ],
)
async def test_only_the_work_of_the_dead_and_the_overdue_is_taken_over(
    desk: Desk, owner: str, lease_seconds: float, status: ResumeStatus | None
) -> None:
    owners = {
        "dead": _dead_process(),
        "elsewhere": ProcessIdentity("another-boot", os.getpid(), "1"),
        "alive": ProcessIdentity.of_this_process(),
    }
    await desk.leave(crashing(1))
    await desk.set_owner(f"{owners[owner]}/token", time.time() + lease_seconds)
    judge = CountingJudge()

    (listed,) = await desk.unfinished()
    resumed = await desk.resumer(judge).resume(desk.tenant)

    assert listed.state is (JobState.LEFT if status else JobState.WORKING)
    assert [one.status for one in resumed] == ([status] if status else [])
    assert bool(judge.asked) is (status is not None)
    assert len(await desk.unfinished()) == (0 if status else 1)


class WaitingJudge(CountingJudge):
    """Judges only once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_first, self.let = anyio.Event(), anyio.Event()

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        self.asked_first.set()
        await self.let.wait()
        return await super().judge(pairs)


async def test_a_late_finisher_that_lost_its_lease_overwrites_nothing(desk: Desk) -> None:
    """It was silent for longer than its lease, somebody else finished, and a newer run came after that."""
    slow, refused = WaitingJudge(), []

    async def work_slowly() -> None:
        try:
            await desk.verifier(slow).verify(desk.tenant, REQUEST)
        except Conflict as error:
            refused.append(str(error))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work_slowly)
        await slow.asked_first.wait()
        await desk.rows("MATCH (j:Job {tenant: $tenant}) SET j.lease_until = 0.0")
        (resumed,) = await desk.resumer(CountingJudge()).resume(desk.tenant)
        newer = await desk.verifier(CountingJudge(version="2")).verify(
            desk.tenant, dataclasses.replace(REQUEST, domain="general")
        )
        before = await dump(desk.graph, desk.tenant)
        slow.let.set()

    assert resumed.status is ResumeStatus.DONE
    assert len(refused) == 1
    assert await desk.current() == [{"id": newer.run_id, "domain": "general", "runs": 2}]
    assert await dump(desk.graph, desk.tenant) == before


async def test_left_work_yields_to_a_newer_run_of_its_answer(desk: Desk) -> None:
    await desk.leave(crashing(1))
    newer = await desk.verifier(CountingJudge()).verify(desk.tenant, dataclasses.replace(REQUEST, domain="general"))
    before, judge = await desk.current(), CountingJudge()

    (resumed,) = await desk.resumer(judge).resume(desk.tenant)

    assert resumed.status is ResumeStatus.SUPERSEDED
    assert judge.asked == []
    assert await desk.current() == before == [{"id": newer.run_id, "domain": "general", "runs": 1}]
    assert await desk.unfinished() == []


async def test_left_work_yields_to_a_run_that_comes_while_it_is_being_resumed(desk: Desk) -> None:
    await desk.leave(crashing(1))
    slow, newer = WaitingJudge(), CountingJudge()
    resumed: list[Any] = []

    async def resume() -> None:
        resumed.extend(await desk.resumer(slow).resume(desk.tenant))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(resume)
        await slow.asked_first.wait()
        run = await desk.verifier(newer).verify(desk.tenant, dataclasses.replace(REQUEST, domain="general"))
        slow.let.set()

    assert [one.status for one in resumed] == [ResumeStatus.SUPERSEDED]
    assert await desk.current() == [{"id": run.run_id, "domain": "general", "runs": 1}]
    assert await desk.unfinished() == []


async def test_left_work_that_was_asked_for_after_a_run_is_finished_all_the_same(desk: Desk) -> None:
    await desk.verifier(CountingJudge()).verify(desk.tenant, dataclasses.replace(REQUEST, domain="general"))
    await desk.leave(crashing_at_once())

    (resumed,) = await desk.resumer(CountingJudge(version="2")).resume(desk.tenant)

    assert resumed.status is ResumeStatus.DONE
    assert await desk.current() == [{"id": resumed.run_id, "domain": "finance", "runs": 2}]


def crashing_at_once() -> CountingJudge:
    judge = crashing(1)
    judge.version = "2"  # it remembers nothing of the other's
    return judge


async def test_two_who_resume_at_once_share_the_work_and_never_do_it_twice(desk: Desk) -> None:
    for number in range(3):
        with pytest.raises(Crash):
            await desk.verifier(crashing(1)).verify(desk.tenant, dataclasses.replace(REQUEST, key=f"k-{number}"))
    await desk.set_owner(f"{_dead_process()}/token", time.time() + 3600)
    done: list[Any] = []

    async def resume() -> None:
        done.extend(await desk.resumer(CountingJudge()).resume(desk.tenant))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(resume)
        tasks.start_soon(resume)

    finished = [one.id for one in done if one.status is ResumeStatus.DONE]
    assert len(finished) == len(set(finished)) == 3
    assert {one.status for one in done} <= {ResumeStatus.DONE, ResumeStatus.TAKEN}
    assert await desk.unfinished() == []
    assert [row["runs"] for row in await desk.current()] == [1, 1, 1]


async def test_a_job_that_fails_stays_and_keeps_no_other_from_its_end(desk: Desk) -> None:
    for key in ("a", "b"):
        with pytest.raises(Crash):
            await desk.verifier(crashing(1)).verify(desk.tenant, dataclasses.replace(REQUEST, key=key))
    await desk.set_owner(f"{_dead_process()}/token", time.time() + 3600)
    first = (await desk.unfinished())[0]
    failing = [True]

    def verifier_of(task: str) -> Verifier:
        if failing.pop() if failing else False:
            raise ConfigError("this needs a language model")
        return desk.verifier(CountingJudge())

    resumed = await Resumer(desk.graph, verifier_of).resume(desk.tenant)

    assert [(one.status, one.error) for one in resumed] == [
        (ResumeStatus.FAILED, "this needs a language model"),
        (ResumeStatus.DONE, None),
    ]
    (left,) = await desk.unfinished()
    assert (left.id, left.state) == (first.id, JobState.LEFT)


async def test_jobs_of_another_tenant_are_left_alone(desk: Desk) -> None:
    await desk.leave(crashing(1))

    assert await desk.resumer(CountingJudge()).resume(f"not-{desk.tenant}") == []
    assert len(await desk.unfinished()) == 1


async def test_the_service_does_not_try_again_for_ever(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.leave(crashing(1))
    judge = CountingJudge()
    desk.services.__dict__["resumer"] = desk.resumer(judge)
    await desk.rows("MATCH (j:Job {tenant: $tenant}) SET j.attempts = $most", most=service.MOST_ATTEMPTS)

    too_often = await service.resume_once(desk.services)
    await desk.rows("MATCH (j:Job {tenant: $tenant}) SET j.attempts = $most", most=service.MOST_ATTEMPTS - 1)
    once_more = await service.resume_once(desk.services)

    assert too_often == []
    assert [one.status for one in once_more] == [ResumeStatus.DONE]


async def test_an_evaluation_of_triples_is_resumed_as_one(desk: Desk) -> None:
    verifier = desk.services.grapheval(None, 0.25).verifier

    again = desk.services.verifier_of(verifier.task)

    assert verifier.task == "grapheval::0.25"
    assert again.policies.default.version == verifier.policies.default.version
    assert again.claims.version == verifier.claims.version
    assert again.task == verifier.task


class CrowdJudge(CountingJudge):
    """Waits until so many answers are being judged at one time."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size, self.here, self.full = size, 0, anyio.Event()

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        self.here += 1
        if self.here >= self.size:
            self.full.set()
        await self.full.wait()
        return await super().judge(pairs)


async def test_several_left_jobs_are_finished_at_a_time(desk: Desk) -> None:
    for number in range(3):
        with pytest.raises(Crash):
            await desk.verifier(crashing(1)).verify(desk.tenant, dataclasses.replace(REQUEST, key=f"k-{number}"))
    told: list[str] = []

    with anyio.fail_after(60):  # one at a time would wait for the others for ever
        resumed = await desk.resumer(CrowdJudge(3)).resume(desk.tenant, lambda job: told.append(job.id), at_once=3)

    assert [one.status for one in resumed] == [ResumeStatus.DONE] * 3
    assert told == [one.id for one in resumed]
    assert await desk.unfinished() == []


async def test_a_hopeless_job_is_dropped_and_one_that_is_worked_on_is_not(desk: Desk) -> None:
    await desk.leave(crashing(1))
    (job,) = await desk.unfinished()
    client = AsyncClaimGraph(desk.services)
    with pytest.raises(Unconfirmed, match="--yes"):
        await client.drop_job(job.id)
    await desk.set_owner(f"{ProcessIdentity.of_this_process()}/token", time.time() + 3600)
    with pytest.raises(InputError, match="is being worked on"):
        await client.drop_job(job.id, yes=True)
    assert len(await desk.unfinished()) == 1
    await desk.set_owner(f"{_dead_process()}/token", time.time() + 3600)

    await client.drop_job(job.id, yes=True)

    assert await desk.unfinished() == []
    with pytest.raises(NotFound, match="There is no job"):
        await client.drop_job(job.id, yes=True)
    assert await desk.rows("MATCH (a:Answer {tenant: $tenant}) RETURN a.id AS id") == [{"id": job.answer_id}]
