"""Kill -9 in the middle of a command, then the same command again at once: the graph of an undisturbed run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from graph_dump import clear, dump

from claimgraph.api.cli import main
from claimgraph.platform.graph import Graph, open_graph

KILLED = Path(__file__).parents[1] / "fakes" / "killed_cli.py"
TYPES = Path(__file__).parents[2] / ".types"

DOCUMENT = "\n\n".join(
    [
        "# The Danube",
        "The Danube rises in Donaueschingen in Germany. It is 2,850 km long and flows through ten countries.",
        "The bridge at Novi Sad was opened in October 2005. It replaced one that was destroyed in April 1999.",
        "长江全长6300公里，发源于青海省。三峡大坝位于湖北省宜昌市。",
    ]
)
ANSWER = (
    "The Danube is 2,950 km long. The bridge at Novi Sad was opened in October 2005. It was paid for by Liechtenstein."
)


class CommandLine:
    """The command line for one tenant of one store, in its settings' environment.

    `whole` and `killed` are processes of their own. `again` runs in this one, which no killed process was: what such a
    one left behind is somebody else's to it, and no second goes by on loading models.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys, self._folder = capsys, folder

    def whole(self, *arguments: str) -> dict[str, Any]:
        """To the end; its one JSON object."""
        done = self._start([sys.executable, "-c", "from claimgraph.api.cli import main; main()", *arguments])
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    def again(self, *arguments: str) -> dict[str, Any]:
        """The same, in this process."""
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out, err = self._capsys.readouterr()
        assert not ended.value.code, err
        return json.loads(out)  # type: ignore[no-any-return]

    def killed(self, write: int, moment: str, *arguments: str) -> bool:
        """Killed at its nth write transaction, its statements sent but not committed (`before`) or just committed
        (`after`); False where it came to its end before."""
        done = self._start([sys.executable, str(KILLED), str(write), moment, *arguments])
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        return done.returncode == -signal.SIGKILL

    def _start(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(TYPES)}
        return subprocess.run(
            command, env=environment, cwd=self._folder, capture_output=True, text=True, timeout=120, check=False
        )


@pytest.fixture
def command_line(
    store: Any, tenant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    (tmp_path / "river.md").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "answer.txt").write_text(ANSWER, encoding="utf-8")
    for name in list(os.environ):
        if name.startswith("CLAIMGRAPH_"):
            monkeypatch.delenv(name)
    for name, value in {**store.environment(), "CLAIMGRAPH_TENANT": tenant}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return CommandLine(capsys, tmp_path)


class Kept:
    """What the graph holds of the tenant."""

    def __init__(self, store: Any, tenant: str) -> None:
        self._store, self._tenant = store, tenant

    def dump(self) -> Any:
        return anyio.run(self._on_graph, dump)

    def clear(self) -> None:
        anyio.run(self._on_graph, clear)

    async def _on_graph(self, work: Callable[[Graph, str], Awaitable[Any]]) -> Any:
        async with await open_graph(self._store.settings()) as graph:
            return await work(graph, self._tenant)


@pytest.fixture
def kept(store: Any, tenant: str) -> Kept:
    return Kept(store, tenant)


INGEST = ("ingest", "river.md", "--json")
VERIFY = ("verify", "answer.txt", "--context", "river.md", "--question", "How long?", "--model", "atlas", "--json")


def test_an_ingest_that_was_killed_anywhere_is_completed_by_the_same_command(
    command_line: CommandLine, kept: Kept
) -> None:
    command_line.whole(*INGEST)
    undisturbed = kept.dump()
    kills = 0

    for write, moment in enumerate(["before", "after"] * 5, start=1):
        kept.clear()
        if not command_line.killed((write + 1) // 2, moment, *INGEST):
            break
        kills += 1
        command_line.again(*INGEST)
        assert kept.dump() == undisturbed, f"killed {moment} the commit, at step {write}"

    assert kills >= 3


def test_a_verify_that_was_killed_anywhere_is_completed_by_the_same_command(
    command_line: CommandLine, kept: Kept
) -> None:
    command_line.whole(*VERIFY)
    undisturbed = kept.dump()
    kills = 0

    for write in range(1, 12):
        moment = "after" if write % 3 == 0 else "before"
        kept.clear()
        if not command_line.killed(write, moment, *VERIFY):
            break
        kills += 1
        command_line.again(*VERIFY)
        assert kept.dump() == undisturbed, f"killed {moment} the commit of write {write}"

    assert kills >= 4  # remember, contexts, checks, conclude


def test_what_a_killed_ingest_left_behind_is_seen_by_nobody(command_line: CommandLine) -> None:
    assert command_line.killed(1, "after", *INGEST) or command_line.killed(2, "after", *INGEST)

    found = command_line.again("retrieve", "How long is the Danube?", "--json")

    assert found["hits"] == []


BATCH = ("verify-batch", "answers.jsonl", "--out", "out.jsonl", "--at-once", "2", "--json")
ANSWERS = [
    {"answer": ANSWER, "question": "How long?", "model": "atlas", "key": "1", "contexts": [DOCUMENT]},
    {"answer": "长江全长6300公里，发源于西藏。", "contexts": [DOCUMENT]},
    {"answer": "The Danube flows through eleven countries.", "key": "3", "contexts": [DOCUMENT]},
]


@pytest.fixture
def results(command_line: CommandLine, tmp_path: Path) -> Path:
    """The output file of a batch whose input is there."""
    lines = (json.dumps(answer, ensure_ascii=False) for answer in ANSWERS)
    (tmp_path / "answers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "out.jsonl"


def _lines(results: Path) -> list[int]:
    return sorted(json.loads(line)["line"] for line in results.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    ("resumed_first", "write", "moment"), [(True, 5, "after"), (False, 6, "before")], ids=["resumed", "run again"]
)
def test_a_batch_that_was_killed_anywhere_goes_on_to_the_graph_of_an_undisturbed_one(
    command_line: CommandLine, kept: Kept, results: Path, resumed_first: bool, write: int, moment: str
) -> None:
    command_line.whole(*BATCH)
    undisturbed = kept.dump()
    assert _lines(results) == [1, 2, 3]

    kept.clear()
    results.unlink()
    assert command_line.killed(write, moment, *BATCH)
    if resumed_first:
        left = command_line.again("resume", "--list", "--json")["jobs"]
        resumed = command_line.again("resume", "--json")["jobs"]
        assert [job["id"] for job in resumed] == [job["id"] for job in left if job["state"] == "left"]
        assert {job["status"] for job in resumed} <= {"done"}
        assert command_line.again("resume", "--list", "--json") == {"jobs": []}
    summary = command_line.again(*BATCH)

    assert summary["done"] + summary["skipped"] == 3
    assert _lines(results) == [1, 2, 3]
    assert kept.dump() == undisturbed

    again = command_line.again(*BATCH)
    assert (again["done"], again["skipped"]) == (0, 3)
