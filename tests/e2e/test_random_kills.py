"""Kill -9 at random moments of real work, clients and servers: nothing acknowledged is lost, and once the work is done
the graph is that of an undisturbed run.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from graph_dump import clear, dump
from hypothesis import settings as profile
from stores import START_SECONDS, python_environment

from claimgraph.platform.errors import ClaimGraphError
from claimgraph.platform.graph import Graph, Query, open_graph
from claimgraph.platform.graph.embedded import running
from claimgraph.platform.settings import Settings, load_settings

NURSERY = Path(__file__).parents[1] / "fakes" / "nursery.py"
NIGHTLY = profile.default is profile.get_profile("nightly")
TENANT = "random-kills"  # the ids, and so the order of writing, are the same in every run
LIFE_SECONDS = 400  # of a life that nobody kills, on a busy machine
LONGEST_WAIT = 0.03  # seconds between the moment drawn and the kill: statements take a few milliseconds

TEXTS = {
    "river.md": "\n\n".join(
        [
            "# The Danube",
            "The Danube rises in Donaueschingen in Germany. It is 2,850 km long and flows through ten countries.",
            "The bridge at Novi Sad was opened in October 2005. It replaced one that was destroyed in April 1999.",
        ]
    ),
    "company.md": "Brightwater has 320 employees. It was founded in Lisbon in 1998 by Ana Sousa. It makes pumps.",
    "rivers.zh.txt": "长江全长6300公里，发源于青海省。三峡大坝位于湖北省宜昌市。",
    "bridge.txt": "The bridge at Novi Sad was opened in October 2005. It was paid for by Liechtenstein.",
    "staff.txt": "Brightwater has 480 employees. It was founded in Lisbon.",
    "dam.txt": "三峡大坝位于四川省。",
}
BATCH = (
    {"answer": "The Danube is 2,950 km long.", "model": "atlas", "key": "1", "contexts": [TEXTS["river.md"]]},
    {"answer": "长江全长6300公里，发源于西藏。", "contexts": [TEXTS["rivers.zh.txt"]]},
    {"answer": "Brightwater makes pumps.", "key": "3", "contexts": [TEXTS["company.md"]]},
)
WORK = (
    ("ingest", "river.md", "company.md", "--json"),
    ("verify", "bridge.txt", "--context", "river.md", "--question", "Who paid?", "--model", "atlas", "--json"),
    ("ingest", "rivers.zh.txt", "--json"),
    ("verify", "staff.txt", "--json"),
    ("verify", "dam.txt", "--json"),
    ("verify-batch", "answers.jsonl", "--out", "results.jsonl", "--at-once", "2", "--json"),
)
Command = tuple[str, ...]
_CURRENT = Query(
    "current",
    "MATCH (n {tenant: $tenant})-[e]->(m) WHERE type(e) IN ['CURRENT', 'CURRENT_RUN'] RETURN n.id AS of, m.id AS id",
)


@dataclass(frozen=True)
class Kill:
    """`strike` is called with the client's process number, `wait` seconds after the client's nth moment."""

    moment: int
    wait: float
    strike: Callable[[int], None]


class Nursery:
    """Processes that start in no time, as they are forked from one that has the models loaded."""

    def __init__(self) -> None:
        self._moments, told = os.pipe()
        one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "CLAIMGRAPH_THREADS"), "1")
        known = {name: value for name, value in python_environment().items() if not name.startswith("CLAIMGRAPH_")}
        self.process = subprocess.Popen(
            [sys.executable, str(NURSERY), str(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**known, **one_thread, "TOKENIZERS_PARALLELISM": "false"},
            pass_fds=(told,),
            bufsize=0,
            start_new_session=True,  # its lives end with it
        )
        os.close(told)

    def live(self, commands: list[Command], folder: Path, environment: dict[str, str], kill: Kill | None) -> Life:
        """Run commands in one process, until one fails."""
        assert self.process.stdin
        life = {"commands": commands, "folder": str(folder), "environment": environment}
        self.process.stdin.write(json.dumps(life).encode() + b"\n")
        pid = self._told()["pid"]
        struck = kill is not None and self._wait_for(kill.moment) and not self._has_ended(kill.wait)
        if kill is not None and struck:
            kill.strike(pid)
        assert self._has_ended(LIFE_SECONDS), "it neither ends nor fails"
        status, moments = self._told()["status"], 0
        while select.select([self._moments], [], [], 0)[0]:
            moments += len(os.read(self._moments, 4096))
        return Life(status, struck, moments)

    def _wait_for(self, moment: int) -> bool:
        """False where the life ended before."""
        while moment > 0:
            ready = select.select([self._moments, self.process.stdout], [], [], LIFE_SECONDS)[0]
            assert ready, "it does nothing any more"
            if self._moments not in ready:
                return False
            moment -= len(os.read(self._moments, 1))
        return True

    def _has_ended(self, seconds: float) -> bool:
        return bool(select.select([self.process.stdout], [], [], seconds)[0])

    def _told(self) -> dict[str, int]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Life:
    """The exit code, or minus the signal that ended it; whether the kill came in time; moments nobody waited for."""

    status: int
    struck: bool
    moments: int


@dataclass(frozen=True)
class Ground:
    """A store whose server may be killed, where `kill_server` says how, and its settings."""

    settings: Settings
    environment: dict[str, str]
    kill_server: Callable[[], None] | None
    start_server: Callable[[], None]

    def on_graph(self, work: Callable[[Graph], Awaitable[Any]]) -> Any:
        async def opened() -> Any:
            async with await open_graph(self.settings) as graph:
                return await work(graph)

        return anyio.run(opened)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    os.killpg(opened.process.pid, signal.SIGKILL)
    opened.process.communicate()


@pytest.fixture
def ground(store: Any, stores: Any, fresh_home: Path) -> Iterator[Ground]:
    """The session's Neo4j, started again where it is killed; of the embedded store one of this test's own."""
    if store.name == "neo4j":
        environment = {**store.environment(), "CLAIMGRAPH_TENANT": TENANT}
        server = stores.neo4j
        yield Ground(store.settings(tenant=TENANT), environment, server and server.kill, server and server.start)
        return
    fixed: dict[str, Any] = {"home": fresh_home, "embedded_heap": "512m", "embedded_idle_minutes": 1, "tenant": TENANT}
    settings = load_settings(_env_file=None, neo4j_uri=None, **fixed)

    def kill() -> None:
        record = running(fresh_home)
        assert record is not None
        assert record.pid is not None
        os.kill(record.pid, signal.SIGKILL)

    environment = {f"CLAIMGRAPH_{name.upper()}": str(value) for name, value in fixed.items()}
    yield Ground(settings, environment, kill, lambda: None)


class Work:
    """What there is to do, in a folder, and what has been told to be done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in TEXTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        lines = (json.dumps(answer, ensure_ascii=False) for answer in BATCH)
        (folder / "answers.jsonl").write_text("\n".join(lines), encoding="utf-8")
        self.begin()

    def begin(self) -> None:
        self.left, self.told = list(WORK), set[tuple[str, str]]()
        (self.folder / "results.jsonl").unlink(missing_ok=True)

    def note(self, commands: list[Command]) -> None:
        """Take in what a life has printed: (answer, its run) and (document, its revision) that it told to be done."""
        for number, command in enumerate(commands):
            printed = _json(_text(self.folder / f"{number}.out"))
            if printed is None or printed.get("failed") or not printed.get("finished", True):
                break
            if command[0] == "resume":
                assert {job["status"] for job in printed["jobs"]} <= {"done"}
                continue
            self.left.remove(command)
            for document in printed.get("documents", ()):
                self.told.add((document["document_id"], document["revision_id"]))
            self._note_result(printed)
        for line in _text(self.folder / "results.jsonl").splitlines():
            self._note_result(_json(line) or {})

    def _note_result(self, result: dict[str, Any]) -> None:
        if "run_id" in result:
            self.told.add((result["answer_id"], result["run_id"]))

    def said(self) -> str:
        """What the commands of the last life printed as their errors."""
        return "".join(_text(path) for path in sorted(self.folder.glob("*.err")))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


class Trial:
    """Work on a ground, with kills drawn by a seed."""

    def __init__(self, nursery: Nursery, ground: Ground, work: Work, seed: int) -> None:
        self._nursery, self._ground, self._work, self._chance = nursery, ground, work, random.Random(seed)
        self._tenant = ground.settings.tenant
        self.kills = {"client": 0, "server": 0}

    def undisturbed(self) -> int:
        """The whole work in one life; how many moments it had."""
        life = self._live(None)
        assert life.status == 0, self._work.said()
        assert self._work.left == []
        return life.moments

    def disturbed(self, clients: int, servers: int, moments: int) -> None:
        """The whole work, with at most so many kills."""
        while self._work.left:
            victim = self._chance.choices(["client", "server", None], [clients, servers, 0.01])[0]
            kill = Kill(
                self._chance.randint(1, moments // 3),
                self._chance.uniform(0, LONGEST_WAIT),
                self._strike_server if victim == "server" else _strike_client,
            )
            life = self._live(kill if victim else None)
            if life.status == -signal.SIGKILL:
                clients, self.kills["client"] = clients - 1, self.kills["client"] + 1
            elif victim != "server" or not life.struck:
                assert life.status == 0, self._work.said()
            else:
                self._ground.start_server()
                assert life.status == 0 or _in_one_line(self._work.said()), self._work.said()
                servers, self.kills["server"] = servers - 1, self.kills["server"] + 1
            assert self._work.told <= self._current()

    def _strike_server(self, pid: int) -> None:
        assert self._ground.kill_server is not None
        self._ground.kill_server()

    def _live(self, kill: Kill | None) -> Life:
        for path in (*self._work.folder.glob("*.out"), *self._work.folder.glob("*.err")):
            path.unlink()
        resumed = [("resume", "--json")] if self._chance.random() < 0.5 else []
        commands = [*resumed, *self._work.left]
        life = self._nursery.live(commands, self._work.folder, self._ground.environment, kill)
        self._work.note(commands)
        return life

    def _current(self) -> set[tuple[str, str]]:
        async def read(graph: Graph) -> set[tuple[str, str]]:
            rows = await graph.execute(_CURRENT, tenant=self._tenant)
            return {(row["of"], row["id"]) for row in rows}

        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._ground.on_graph(read)  # type: ignore[no-any-return]
            except ClaimGraphError:  # Neo4j opens its port before its databases
                if time.monotonic() > deadline:
                    raise

    def dump(self) -> Any:
        return self._ground.on_graph(lambda graph: dump(graph, self._tenant))

    def clear(self) -> None:
        self._ground.on_graph(lambda graph: clear(graph, self._tenant))
        self._work.begin()


def _strike_client(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # it came to its end at this very moment
        os.kill(pid, signal.SIGKILL)


def differences(undisturbed: Any, disturbed: Any) -> list[str]:
    """What a dump lacks, has too much or has otherwise, one line each."""
    found = []
    for one, other in zip(undisturbed, disturbed, strict=True):
        known, now = {row[0]: row for row in one}, {row[0]: row for row in other}
        found += [f"lost: {known[id]}" for id in known.keys() - now.keys()]
        found += [f"too much: {now[id]}" for id in now.keys() - known.keys()]
        found += [f"doubled: {len(other) - len(now)}"] * (len(other) != len(now))
        for id in known.keys() & now.keys():
            if known[id] != now[id]:
                before, after = known[id][-1], now[id][-1]
                names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
                found += [f"{known[id][1]} {id}: {[(name, before.get(name), after.get(name)) for name in names]}"]
    return found


def _in_one_line(said: str) -> bool:
    """An error in one line. That the store was attached again may have been told before it: the transaction that was
    under way when the server died cannot go on on the new one."""
    lines = [line for line in said.splitlines() if "the embedded store went away; attaching again" not in line]
    return len(lines) == 1 and lines[0].startswith("claimgraph: ")


@pytest.mark.slow
@pytest.mark.timeout(0 if NIGHTLY else 900)
def test_killed_at_random_moments_work_comes_to_the_graph_of_undisturbed_work(
    store: Any, nursery: Nursery, ground: Ground, tmp_path: Path
) -> None:
    seed = secrets.randbits(32) if NIGHTLY else 7
    clients, servers = (75, 25) if NIGHTLY else (9, 1) if store.name == "neo4j" else (8, 2)
    if ground.kill_server is None:
        clients, servers = clients + servers, 0
    folder = tmp_path / "work"
    folder.mkdir()
    trial = Trial(nursery, ground, Work(folder), seed)
    moments = trial.undisturbed()
    undisturbed = trial.dump()

    while (left := (clients - trial.kills["client"], servers - trial.kills["server"])) != (0, 0):
        trial.clear()
        trial.disturbed(*left, moments)
        found = differences(undisturbed, trial.dump())
        assert not found, "\n".join([f"seed {seed}, after {trial.kills}:", *(line[:400] for line in found[:20])])

    trial.clear()
