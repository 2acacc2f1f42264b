from __future__ import annotations

import dataclasses
import os
import signal
import stat
import subprocess
import sys
import threading

import psutil
import pytest
from stores import python_environment

from claimgraph.platform.errors import Conflict, GraphError, GraphUnavailable
from claimgraph.platform.graph import Query, open_graph
from claimgraph.platform.graph.embedded import attach, launcher, running, stop
from claimgraph.platform.graph.embedded.folder import ServerRecord, StoreFolder, program_version
from claimgraph.platform.graph.embedded.locks import FileLock
from claimgraph.platform.graph.embedded.server import _wait_until_idle
from claimgraph.platform.process import ProcessIdentity
from claimgraph.platform.settings import load_settings

CLIENT = """
import sys
from pathlib import Path
from claimgraph.platform.graph.embedded import attach, running
lease = attach(Path(sys.argv[1]), idle_minutes=1, heap="512m")
print(running(Path(sys.argv[1])).pid, flush=True)
sys.stdin.read()
"""


def client(home):
    """A process of its own that holds a lease until its standard input is closed."""
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(home)],
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


def kill_server(home):
    record = running(home)
    os.kill(record.pid, signal.SIGKILL)
    assert wait_for_the_end_of(home)
    return record.pid


def test_processes_that_come_at_once_share_one_server(fresh_home):
    clients = [client(fresh_home) for _ in range(3)]

    pids = {process.stdout.readline().strip() for process in clients}
    for process in clients:
        process.communicate()

    assert pids == {str(running(fresh_home).pid)}


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


async def test_what_was_acknowledged_outlives_a_killed_server(fresh_home):
    settings = load_settings(_env_file=None, home=fresh_home, neo4j_uri=None, embedded_heap="512m")
    write = Query("keep", "UNWIND range(1, 500) AS n MERGE (k:Kept {id: n})")
    count = Query("kept", "MATCH (k:Kept) RETURN count(k) AS n")

    async with await open_graph(settings) as graph:
        await graph.write("keep", lambda tx: tx.run(write))
        first = kill_server(fresh_home)
        with pytest.raises(GraphUnavailable, match=r"query kept.*run the command again") as raised:
            await graph.execute(count)
    async with await open_graph(settings) as graph:
        rows = await graph.execute(count)

    assert rows == [{"n": 500}]
    assert running(fresh_home).pid != first
    assert "\n" not in str(raised.value)


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
