"""A client that runs for long outlives its embedded server: it goes over to the next one, and loses nothing unseen."""

from __future__ import annotations

import os
import signal

import anyio
import pytest

from claimgraph.platform.errors import GraphUnavailable
from claimgraph.platform.graph import CommitUnknown, Graph, Query, Transaction, open_graph
from claimgraph.platform.graph.embedded import running
from claimgraph.platform.graph.embedded.folder import StoreFolder
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.settings import load_settings

CAME = Query("came", "MERGE (c:Came {id: $id})")
WHO = Query("who_came", "MATCH (c:Came) RETURN c.id AS id ORDER BY id")


def settings_of(home):
    return load_settings(_env_file=None, home=home, neo4j_uri=None, embedded_heap="512m", embedded_idle_minutes=1)


def kill_server(home) -> int:
    record = running(home)
    os.kill(record.pid, signal.SIGKILL)
    with FileLock(StoreFolder.create(home).server_lock) as lock:
        assert lock.acquire(timeout=30)
    return record.pid


async def came(graph: Graph, who: str) -> None:
    await graph.write("came", lambda tx: tx.run(CAME, id=who))


async def who_came(graph: Graph) -> list[str]:
    return [row["id"] for row in await graph.read("who", lambda tx: tx.run(WHO))]


async def test_after_its_server_was_killed_a_client_reads_and_writes_on_a_new_one(fresh_home):
    async with await open_graph(settings_of(fresh_home)) as graph:
        await came(graph, "a")
        first = kill_server(fresh_home)

        assert await who_came(graph) == ["a"], "what was acknowledged is there"
        await came(graph, "b")
        kill_server(fresh_home)
        await came(graph, "c")

        assert await who_came(graph) == ["a", "b", "c"]
        assert running(fresh_home).pid != first


async def test_of_many_at_work_when_the_server_dies_all_go_over_to_the_same_new_one(fresh_home):
    async with await open_graph(settings_of(fresh_home)) as graph:
        await came(graph, "0")
        kill_server(fresh_home)
        async with anyio.create_task_group() as tasks:
            for n in range(1, 8):
                tasks.start_soon(came, graph, str(n))

        assert await who_came(graph) == [str(n) for n in range(8)]


async def test_a_client_goes_over_to_the_server_that_another_one_started(fresh_home):
    settings = settings_of(fresh_home)
    async with await open_graph(settings) as graph:
        await came(graph, "a")
        kill_server(fresh_home)
        async with await open_graph(settings) as other:
            await came(other, "b")
            second = running(fresh_home).pid

            assert await who_came(graph) == ["a", "b"]
        await came(graph, "c")

        assert running(fresh_home).pid == second, "both used one server"


async def test_a_transaction_cut_off_half_way_is_run_again_as_a_whole(fresh_home):
    async with await open_graph(settings_of(fresh_home)) as graph:
        tries = []

        async def work(tx: Transaction) -> None:
            await tx.run(CAME, id="a")
            if not tries:
                tries.append(kill_server(fresh_home))
            await tx.run(CAME, id="b")

        await graph.write("two", work)

        assert await who_came(graph) == ["a", "b"]
        assert len(tries) == 1


async def test_a_commit_cut_off_is_told_and_not_run_again(fresh_home):
    async with await open_graph(settings_of(fresh_home)) as graph:
        await came(graph, "a")
        tries = []

        async def work(tx: Transaction) -> None:
            await tx.run(CAME, id="b")
            tries.append(kill_server(fresh_home))

        with pytest.raises(CommitUnknown, match="went away"):
            await graph.write("one", work)

        assert len(tries) == 1
        assert await who_came(graph) == ["a"], "this commit never reached the server"


async def test_a_server_that_cannot_be_started_again_is_one_clear_error_and_the_next_call_tries_anew(fresh_home):
    async with await open_graph(settings_of(fresh_home)) as graph:
        await came(graph, "a")
        kill_server(fresh_home)
        configuration = fresh_home / "store" / "config"
        moved = configuration.rename(fresh_home / "store" / "config.moved")
        configuration.write_text("not a folder")

        with pytest.raises(GraphUnavailable, match=r"did not start|cannot be used"):
            await who_came(graph)

        configuration.unlink()
        moved.rename(configuration)
        assert await who_came(graph) == ["a"]
