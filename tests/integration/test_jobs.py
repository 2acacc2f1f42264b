"""A job has one owner at a time; a dead owner is found out at once, a silent one when its lease runs out."""

from __future__ import annotations

import subprocess
import sys
import time
import uuid

import anyio
import pytest

from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import jobs
from claimgraph.graph_schema.repositories.jobs import JobRow
from claimgraph.platform.errors import Conflict, InputError
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.process import ProcessIdentity
from claimgraph.verify import jobs as holding
from claimgraph.verify.jobs import HeldJob, conclude_job, hold_job


def job(tenant: str) -> JobRow:
    return JobRow(
        id=f"job-{tenant}",
        answer_id=f"answer-{tenant}",
        answer="The Danube is long.",
        lang="en",
        question="How long is the Danube?",
        model="atlas",
        key=None,
        domain="general",
        risk="normal",
        correct=True,
        contexts=["one", "two"],
        settings="s",
        models="m",
    )


async def state(graph: Graph, tenant: str) -> list[dict[str, object]]:
    async def work(tx: Transaction) -> list[dict[str, object]]:
        text = "MATCH (j:Job {tenant: $t}) RETURN j.owner AS owner, j.attempts AS attempts, j.contexts AS contexts"
        return await tx.run(Query("test", text), t=tenant)

    return await graph.read("test", work)


async def leave_behind(graph: Graph, tenant: str, owner: str, lease_seconds: float) -> None:
    """A job as somebody else left it."""

    async def work(tx: Transaction) -> None:
        await jobs.remember(tx, tenant, job(tenant), owner, time.time() + lease_seconds, "2026-01-01T00:00:00Z")

    await graph.write("leave_behind", work)


@pytest.fixture
def dead_process() -> ProcessIdentity:
    """A process of this host that lived and lives no more."""
    script = (
        "import sys; from claimgraph.platform.process import ProcessIdentity; print(ProcessIdentity.of_this_process())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": ".types"}
    )
    found = ProcessIdentity.parse(done.stdout.strip())
    assert found is not None
    return found


async def test_all_inputs_are_stored_before_the_work_and_gone_after_it(graph: Graph, tenant: str) -> None:
    await migrate(graph)

    async with hold_job(graph, tenant, job(tenant)) as held:
        during = await state(graph, tenant)
        await graph.write("finish", lambda tx: conclude_job(tx, tenant, held))

    assert during == [{"owner": held.owner, "attempts": 1, "contexts": ["one", "two"]}]
    assert await state(graph, tenant) == []


async def test_a_dead_owners_job_is_taken_over_at_once(
    graph: Graph, tenant: str, dead_process: ProcessIdentity
) -> None:
    await migrate(graph)
    await leave_behind(graph, tenant, f"{dead_process}/{uuid.uuid4().hex}", 3600)

    with anyio.fail_after(10):
        async with hold_job(graph, tenant, job(tenant)) as held:
            assert await state(graph, tenant) == [{"owner": held.owner, "attempts": 2, "contexts": ["one", "two"]}]


async def test_a_job_of_another_host_is_left_alone_until_its_lease_has_run_out(graph: Graph, tenant: str) -> None:
    await migrate(graph)
    elsewhere = "another-boot/1/1.00/token"
    await leave_behind(graph, tenant, elsewhere, 3600)

    with anyio.move_on_after(1) as waited:
        async with hold_job(graph, tenant, job(tenant)):
            pytest.fail("took a job whose owner may be alive")
    assert waited.cancelled_caught
    assert (await state(graph, tenant))[0]["owner"] == elsewhere

    await graph.write("expire", lambda tx: jobs.renew(tx, tenant, f"job-{tenant}", elsewhere, time.time() - 1))
    with anyio.fail_after(10):
        async with hold_job(graph, tenant, job(tenant)) as held:
            assert (await state(graph, tenant))[0]["owner"] == held.owner


async def test_two_who_want_the_same_job_work_one_after_the_other(graph: Graph, tenant: str) -> None:
    await migrate(graph)
    inside: list[str] = []

    async def work(name: str) -> None:
        async with hold_job(graph, tenant, job(tenant)) as held:
            inside.append(f"{name} in")
            await anyio.sleep(0.3)
            inside.append(f"{name} out")
            await graph.write("finish", lambda tx: conclude_job(tx, tenant, held))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work, "a")
        tasks.start_soon(work, "b")

    first, second = inside[0][0], inside[2][0]
    assert {first, second} == {"a", "b"}
    assert inside == [f"{first} in", f"{first} out", f"{second} in", f"{second} out"]


async def test_who_lost_the_job_cannot_conclude_it(graph: Graph, tenant: str) -> None:
    await migrate(graph)

    async with hold_job(graph, tenant, job(tenant)) as held:
        await graph.write("steal", lambda tx: jobs.take_over(tx, tenant, held.id, "thief/1/1/x", time.time() + 60))
        with pytest.raises(Conflict, match="taken it over"):
            await graph.write("finish", lambda tx: conclude_job(tx, tenant, held))

    assert (await state(graph, tenant))[0]["owner"] == "thief/1/1/x"


async def test_who_loses_the_job_is_stopped_at_the_next_renewal(
    graph: Graph, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(graph)
    monkeypatch.setattr(holding, "RENEW_SECONDS", 0.05)

    async def lose() -> None:
        async with hold_job(graph, tenant, job(tenant)) as held:
            await graph.write("steal", lambda tx: jobs.take_over(tx, tenant, held.id, "thief/1/1/x", time.time() + 60))
            await anyio.sleep_forever()

    with anyio.fail_after(10), pytest.raises(Conflict, match="taken it over"):
        await lose()


async def test_a_renewal_that_comes_while_the_job_is_concluded_does_no_harm(
    graph: Graph, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(graph)
    monkeypatch.setattr(holding, "RENEW_SECONDS", 0.01)

    with anyio.fail_after(10):
        async with hold_job(graph, tenant, job(tenant)) as held:
            await graph.write("finish", lambda tx: conclude_job(tx, tenant, held))
            await anyio.sleep(0.1)


async def test_a_failure_lets_go_of_the_job_and_comes_out_as_itself(graph: Graph, tenant: str) -> None:
    await migrate(graph)

    with pytest.raises(InputError, match="no good"):
        async with hold_job(graph, tenant, job(tenant)):
            raise InputError("no good")

    with anyio.fail_after(5):
        async with hold_job(graph, tenant, job(tenant)):
            pass


async def test_those_who_wait_write_nothing(graph: Graph, tenant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write to the job would make the transaction that deletes it start again, for as long as somebody waits."""
    monkeypatch.setattr(holding, "POLL_SECONDS", 0.01)
    written: list[str] = []
    write = Graph.write

    async def counting(self: Graph, name: str, work: object) -> object:
        written.append(name)
        return await write(self, name, work)  # type: ignore[arg-type]

    async def wait() -> None:
        async with hold_job(graph, tenant, job(tenant)) as held:
            await graph.write("conclude", lambda tx: conclude_job(tx, tenant, held))

    async with hold_job(graph, tenant, job(tenant)) as held, anyio.create_task_group() as tasks:
        monkeypatch.setattr(Graph, "write", counting)
        tasks.start_soon(wait)
        await anyio.sleep(0.5)
        assert written == []
        await write(graph, "conclude", lambda tx: conclude_job(tx, tenant, held))
    assert written == ["remember", "conclude"]


class Takeover:
    """One that is half done when `begun` is set, and commits only after another's statement has been sent."""

    def __init__(self, graph: Graph, tenant: str) -> None:
        self._graph, self._tenant = graph, tenant
        self.begun, self.sent = anyio.Event(), anyio.Event()
        self.taken = False

    async def run(self) -> None:
        self.taken = await self._graph.write("steal", self._work)

    async def _work(self, tx: Transaction) -> bool:
        job_id = f"job-{self._tenant}"
        if await jobs.lock(tx, self._tenant, job_id) is None:
            return False
        await jobs.take_over(tx, self._tenant, job_id, "thief/1/1/x", time.time() + 60)
        self.begun.set()
        await self.sent.wait()
        await anyio.sleep(0.5)  # long enough for the other statement to wait for the lock, where there are locks
        return True


async def test_of_a_conclusion_and_a_takeover_that_meet_half_way_one_alone_succeeds(graph: Graph, tenant: str) -> None:
    """With locks, the conclusion waits while the takeover commits: what it saw before is no longer so."""
    await migrate(graph)
    takeover, concluded = Takeover(graph, tenant), []

    async def conclude(held: HeldJob) -> None:
        try:
            with graph.observe(lambda name: takeover.sent.set() if name == "job_delete" else None):
                await graph.write("finish", lambda tx: conclude_job(tx, tenant, held))
        except Conflict:
            return
        concluded.append(held.owner)

    async with hold_job(graph, tenant, job(tenant)) as held, anyio.create_task_group() as tasks:
        tasks.start_soon(takeover.run)
        await takeover.begun.wait()
        tasks.start_soon(conclude, held)

    assert takeover.taken is not bool(concluded)
    assert [row["owner"] for row in await state(graph, tenant)] == (["thief/1/1/x"] if takeover.taken else [])


async def test_who_loses_the_job_half_way_does_not_free_it(graph: Graph, tenant: str) -> None:
    await migrate(graph)
    await leave_behind(graph, tenant, "loser/1/1/x", 3600)
    takeover = Takeover(graph, tenant)

    async def let_go() -> None:
        with graph.observe(lambda name: takeover.sent.set() if name == "job_renew" else None):
            await graph.write("let_go", lambda tx: jobs.renew(tx, tenant, f"job-{tenant}", "loser/1/1/x", 0.0))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(takeover.run)
        await takeover.begun.wait()
        tasks.start_soon(let_go)

    found = await graph.read("owner", lambda tx: jobs.owner_of(tx, tenant, f"job-{tenant}"))
    assert found is not None
    assert found.owner == "thief/1/1/x"
    assert found.lease_until > time.time()
