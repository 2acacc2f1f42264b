from __future__ import annotations

import dataclasses
import json
import os
import random
import re
import signal
import socket
import stat
import subprocess
import sys
import threading

import psutil
import pytest
from hypothesis import settings as profile
from stores import python_environment

from claimgraph.platform.errors import Conflict, GraphError, GraphUnavailable
from claimgraph.platform.graph import CommitUnknown, Query, open_graph
from claimgraph.platform.graph.embedded import attach, launcher, running, stop
from claimgraph.platform.graph.embedded.folder import ServerRecord, StoreFolder, program_version
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.graph.embedded.server import _wait_until_idle
from claimgraph.platform.process import ProcessIdentity
from claimgraph.platform.settings import load_settings

NIGHTLY = profile.default is profile.get_profile("nightly")
CLIENT = """
import sys
from pathlib import Path
from claimgraph.platform.graph.embedded import attach, running
lease = attach(Path(sys.argv[1]), idle_minutes=1, heap="512m")
print(running(Path(sys.argv[1])).pid, flush=True)
sys.stdin.read()
"""
WRITING_CLIENT = """
import os, sys, anyio
from pathlib import Path
from claimgraph.platform.graph import CommitUnknown, Query, open_graph
from claimgraph.platform.graph.embedded import running
from claimgraph.platform.settings import load_settings
home = Path(sys.argv[1])
settings = load_settings(_env_file=None, home=home, neo4j_uri=None, embedded_heap="512m", embedded_idle_minutes=1)
query = Query("came", "MERGE (c:Came {id: $id})")

async def work():
    async with await open_graph(settings) as graph:
        await graph.write("came", lambda tx: tx.run(query, id=os.getpid()))
        print(running(home).pid, flush=True)
        await anyio.to_thread.run_sync(sys.stdin.read)

anyio.run(work)
"""


def client(home, script=CLIENT):
    """A process of its own that holds a lease until its standard input is closed."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=python_environment(),
    )


def lease_on(home, **options):
    return attach(home, **{"idle_minutes": 1, "heap": "512m", **options})


def wait_for_the_end_of(home):
    """True once no server holds the folder any more."""
    with FileLock(StoreFolder.create(home).server_lock) as lock:
        return lock.acquire(timeout=30)


def servers_over(home):
    """The server processes over a folder, ready or not."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if "claimgraph.platform.graph.embedded.server" in words and json.dumps(str(home / "store")) in words[-1]:
            found.append(process)
    return found


def kill_server(home):
    record = running(home)
    os.kill(record.pid, signal.SIGKILL)
    assert wait_for_the_end_of(home)
    return record.pid


def settings_of(home):
    return load_settings(_env_file=None, home=home, neo4j_uri=None, embedded_heap="512m", embedded_idle_minutes=1)


@pytest.mark.parametrize("processes", [2, 8, *([40] if NIGHTLY else [])])
async def test_processes_that_come_at_once_share_one_server_and_all_get_their_work_done(fresh_home, processes):
    clients = [client(fresh_home, WRITING_CLIENT) for _ in range(processes)]

    servers = {process.stdout.readline().strip() for process in clients}
    for process in clients:
        process.communicate()
    async with await open_graph(settings_of(fresh_home)) as graph:
        rows = await graph.execute(Query("all", "MATCH (c:Came) RETURN c.id AS id"))

    assert servers == {str(running(fresh_home).pid)}
    assert sorted(row["id"] for row in rows) == sorted(process.pid for process in clients)


def test_a_client_killed_leaves_the_server_to_the_next_one_and_no_lease_behind(fresh_home):
    process = client(fresh_home)
    pid = int(process.stdout.readline())
    process.kill()
    process.communicate()

    with lease_on(fresh_home):
        assert running(fresh_home).pid == pid
    assert stop(fresh_home), "a dead client must not count as one"


def test_a_client_killed_while_the_server_starts_does_not_block_the_next_one(fresh_home):
    folder = StoreFolder.create(fresh_home)
    process = client(fresh_home)
    server_starts, pause = FileLock(folder.server_lock), threading.Event()
    while not server_starts.held_by_someone():
        assert process.poll() is None
        pause.wait(0.01)
    process.kill()
    process.communicate()

    with lease_on(fresh_home) as lease:
        assert running(fresh_home).bolt_port == int(lease.address.uri.rsplit(":", 1)[1])


async def test_a_server_killed_in_the_middle_of_writes_has_each_of_them_whole_or_not_at_all(fresh_home):
    write = Query("keep", "UNWIND range(1, 20) AS n MERGE (k:Kept {id: $round * 100 + n})")
    kept = Query("kept", "MATCH (k:Kept) RETURN k.id / 100 AS round, count(*) AS n, count(DISTINCT k.id) AS ids")
    acknowledged, in_doubt = [], []

    async with await open_graph(settings_of(fresh_home)) as graph:
        first = running(fresh_home).pid
        killing = threading.Thread(target=os.kill, args=(first, signal.SIGKILL))
        for number in range(60):
            try:
                await graph.write("keep", lambda tx, number=number: tx.run(write, round=number))
                acknowledged.append(number)
            except CommitUnknown as told:
                in_doubt.append(told)
            if number == 20:
                killing.start()
        killing.join()
        rows = {row["round"]: (row["n"], row["ids"]) for row in await graph.execute(kept)}
        second = running(fresh_home).pid

    assert set(acknowledged) <= rows.keys() <= set(range(60))
    assert set(rows.values()) == {(20, 20)}
    assert second != first
    assert len(in_doubt) <= 1, "only what was committing when the server died"
    assert all(re.search(r"went away .*run the command again", str(told)) for told in in_doubt)


def test_stop_waits_for_nobody_and_cuts_nobody_off(fresh_home):
    lease = lease_on(fresh_home)

    with pytest.raises(Conflict, match=r"Other processes use"):
        stop(fresh_home)
    lease.release()

    assert stop(fresh_home)
    assert running(fresh_home) is None
    assert not stop(fresh_home)


def test_stop_where_nothing_ever_ran_creates_nothing(tmp_path):
    assert not stop(tmp_path / "nowhere")
    assert running(tmp_path / "nowhere") is None
    assert not (tmp_path / "nowhere").exists()


def test_a_server_nobody_uses_leaves_by_itself_and_cleanly(fresh_home):
    lease_on(fresh_home, idle_minutes=0.01).release()

    assert wait_for_the_end_of(fresh_home)
    assert running(fresh_home) is None
    assert not StoreFolder.create(fresh_home).record_file.exists()


def test_a_client_that_comes_while_the_server_leaves_is_served_by_this_one_or_the_next(fresh_home):
    idle, chance, pause, servers = 0.2, random.Random(5), threading.Event(), set()

    for _ in range(60 if NIGHTLY else 3):
        with lease_on(fresh_home, idle_minutes=idle / 60) as lease:
            servers.add(running(fresh_home).pid)
            pause.wait(chance.uniform(0, 2 * idle))
            port = int(lease.address.uri.rsplit(":", 1)[1])
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        pause.wait(chance.uniform(0.8 * idle, 1.6 * idle))

    assert len(servers) > (5 if NIGHTLY else 0), "many rounds must have met a server that was about to leave"


@pytest.mark.parametrize("seconds", [0.1 * n for n in range(10)] if NIGHTLY else [0.2])
async def test_a_first_start_that_was_interrupted_is_made_good_by_the_next(fresh_home, seconds):
    database, pause = fresh_home / "store" / "databases" / "claimgraph", threading.Event()
    process = client(fresh_home)
    while not database.exists():
        assert process.poll() is None
        pause.wait(0.005)
    pause.wait(seconds)
    for server in servers_over(fresh_home):
        server.kill()
        server.wait(timeout=30)
    process.kill()
    process.communicate()

    async with await open_graph(settings_of(fresh_home)) as graph:
        await graph.write("made", lambda tx: tx.run(Query("make", "CREATE (:Made {id: 1})")))
        rows = await graph.execute(Query("made", "MATCH (m:Made) RETURN count(m) AS n"))

    assert rows == [{"n": 1}]


def test_a_server_waits_as_long_as_a_lease_is_held(tmp_path):
    mine, servers = FileLock(tmp_path / "clients.lock"), FileLock(tmp_path / "clients.lock")
    mine.acquire(shared=True)
    waiting = threading.Thread(target=_wait_until_idle, args=(servers, 0.02, threading.Event()))

    waiting.start()
    waiting.join(timeout=0.5)
    assert waiting.is_alive()
    mine.release()
    waiting.join(timeout=10)

    assert not waiting.is_alive()
    assert not mine.acquire(shared=True), "the leaving server keeps new clients out until it is gone"


def test_nothing_of_the_store_is_open_to_other_users(fresh_home):
    with lease_on(fresh_home):
        folder = StoreFolder.create(fresh_home)
        open_to_others = [
            path for path in (folder.path, *folder.path.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077
        ]

    assert stat.S_IMODE(folder.record_file.stat().st_mode) == 0o600
    assert open_to_others == []


def test_the_server_listens_on_loopback_only(fresh_home):
    with lease_on(fresh_home):
        listening = [c for c in psutil.Process(running(fresh_home).pid).net_connections() if c.status == "LISTEN"]

    assert len(listening) == 2
    assert {connection.laddr.ip.removeprefix("::ffff:") for connection in listening} == {"127.0.0.1"}


@pytest.mark.parametrize("owner", ["a process that died", "a living process that is no server"])
def test_a_stale_address_is_noticed_and_replaced(fresh_home, owner):
    mine = ProcessIdentity.of_this_process()
    process = str(mine) if "living" in owner else f"{mine.boot}/{mine.pid}/1.00"
    folder = StoreFolder.create(fresh_home)
    folder.write_record(ServerRecord(process, program_version(), 9, 9, "stale", "stale"))

    with lease_on(fresh_home) as lease:
        assert running(fresh_home).pid != os.getpid()
        assert lease.address.password != "stale"


def test_a_server_of_another_version_is_replaced_unless_someone_uses_it(fresh_home, monkeypatch):
    old = lease_on(fresh_home)
    first = running(fresh_home).pid
    folder = StoreFolder.create(fresh_home)
    monkeypatch.setattr(launcher, "program_version", lambda: "99.0/99.0")

    with pytest.raises(GraphError, match=r"run by version .* this is 99\.0/99\.0"):
        lease_on(fresh_home)
    assert running(fresh_home).pid == first
    old.release()
    monkeypatch.undo()
    folder.write_record(dataclasses.replace(running(fresh_home), version="0.0/0.0"))

    with lease_on(fresh_home):
        assert running(fresh_home).pid != first
        assert running(fresh_home).version == program_version()


def test_a_server_that_cannot_start_says_so_in_one_line(fresh_home):
    with pytest.raises(GraphUnavailable, match=r"did not start: .*See .*server\.log") as raised:
        attach(fresh_home, heap="1g -XX:NoSuchOption")

    assert "\n" not in str(raised.value)
    with lease_on(fresh_home):
        assert running(fresh_home) is not None
