"""`claimgraph verify-batch`, `resume` and the service that resumes, as processes see them, on both stores."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from claimgraph.api import ClaimGraph
from claimgraph.graph_schema.repositories import jobs
from claimgraph.platform.graph import open_graph
from claimgraph.platform.process import ProcessIdentity
from claimgraph.verify.remembering import VerifyRequest, read_request

RIVER = "The Danube is 2,850 km long. It rises in the Black Forest."
RIGHT = {"answer": "The Danube is 2,850 km long.", "contexts": [RIVER], "key": "right"}
WRONG = {"answer": "长江全长6100公里。", "contexts": ["长江全长6300公里。"], "model": "m-1"}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def left_job(environment: None, store: Any, tenant: str) -> VerifyRequest:
    """Work that a process of this host left when it died."""
    request = VerifyRequest(RIGHT["answer"], contexts=(RIVER,), model="m-1", key="left", domain="legal", correct=False)
    row = read_request(tenant, request, "settings of then", "models of then", 10_000).job
    with subprocess.Popen([sys.executable, "-c", "pass"]) as child:
        pid = child.pid
    owner = dataclasses.replace(ProcessIdentity.of_this_process(), pid=pid, started="1")

    async def leave() -> None:
        async with await open_graph(store.settings()) as graph:
            now = datetime.now(UTC).isoformat()
            await graph.write(
                "leave", lambda tx: jobs.remember(tx, tenant, row, f"{owner}/token", time.time() + 3600, now)
            )

    with ClaimGraph.open(_env_file=None, **store.fixed, tenant=tenant):  # its schema is there
        anyio.run(leave)
    return request


def test_results_go_to_standard_output_and_failures_to_the_end(run: Run, tmp_path: Path) -> None:
    lines = [json.dumps(WRONG, ensure_ascii=False), "broken", json.dumps(RIGHT), json.dumps({"answer": " "})]

    code, out, err = run("verify-batch", "-", stdin="\n".join(lines))

    found = {one["line"]: one for one in map(json.loads, out.splitlines())}
    assert code == 2
    assert {line: one["claims"][0]["verdict"] for line, one in found.items()} == {1: "CONTRADICTED", 3: "SUPPORTED"}
    assert (found[1]["corrected_text"], found[1]["model"]) == ("长江全长6300公里。", "m-1")
    told = err.splitlines()
    assert [line.split(":")[1] for line in told[:2]] == [" line 2", " line 4"]
    assert told[2] == "claimgraph: 2 done, 0 done before, 2 failed."


def test_a_second_run_into_the_same_file_asks_for_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(f"{json.dumps(RIGHT)}\n{json.dumps(RIGHT)}\n")

    first = run("verify-batch", "in.jsonl", "--out", "out.jsonl")
    written = (tmp_path / "out.jsonl").read_bytes()
    again = run("verify-batch", "in.jsonl", "--out", "out.jsonl", "--json")

    results = [json.loads(line) for line in written.splitlines()]
    assert first[0] == again[0] == 0
    assert sorted(one["line"] for one in results) == [1, 2]
    assert sorted(one["run"]["reused"] for one in results) == [False, True]
    assert (tmp_path / "out.jsonl").read_bytes() == written
    summary = json.loads(again[1])
    assert (summary["done"], summary["skipped"], summary["failures"], summary["finished"]) == (0, 2, [], True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("missing.jsonl",), "no such file"),
        ((".",), "a folder"),
        (("in.jsonl", "--json"), "needs --out"),
        (("in.jsonl", "--out", "in.jsonl"), "cannot go into the file of the answers"),
        (("in.jsonl", "--out", "no/folder/out.jsonl"), "cannot be written"),
    ],
)
def test_a_mistake_is_one_clear_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    (tmp_path / "in.jsonl").write_text("{}\n")

    code, out, err = run("verify-batch", *arguments)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
    assert (tmp_path / "in.jsonl").read_text() == "{}\n"


def test_left_work_is_listed_and_resumed_with_all_its_inputs(run: Run, left_job: VerifyRequest) -> None:
    _, listed, _ = run("resume", "--list")
    code, out, err = run("resume", "--at-once", "3")
    nothing = run("resume")[1]

    assert listed.startswith("left ")
    assert "model m-1, key left" in listed
    assert (code, err) == (0, "")
    assert out.startswith("done ")
    assert "passed" in out
    assert nothing == "Nothing was left behind.\n"
    query = "{ answers { nodes { model key currentRun { domain outcome } } } }"
    (answer,) = json.loads(run("graphql", query)[1])["data"]["answers"]["nodes"]
    assert answer == {"model": "m-1", "key": "left", "currentRun": {"domain": "legal", "outcome": "passed"}}


def test_a_left_job_is_dropped_only_on_request(run: Run, left_job: VerifyRequest) -> None:
    (job,) = json.loads(run("resume", "--list", "--json")[1])["jobs"]

    refused = run("resume", "--drop", job["id"])
    dropped = run("resume", "--drop", job["id"], "--yes", "--json")
    missing = run("resume", "--drop", job["id"], "--yes")
    nothing = run("resume", "--at-once", "2", "--json")

    assert (refused[0], refused[1], refused[2].count("\n")) == (2, "", 1)
    assert "--yes" in refused[2]
    assert json.loads(dropped[1]) == {"dropped": job["id"]}
    assert (missing[0], "There is no job" in missing[2]) == (2, True)
    assert json.loads(nothing[1]) == {"jobs": []}


def test_the_service_resumes_left_work_in_the_background_and_logs_it(
    left_job: VerifyRequest, store: Any, tenant: str, tmp_path: Path
) -> None:
    log = tmp_path / "serve.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from claimgraph.api.cli import main; main()", "serve", "--port", "0"],
            stdout=subprocess.PIPE, stderr=errors, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
    try:
        assert process.stdout is not None
        assert b"claimgraph serves" in process.stdout.readline()
        with ClaimGraph.open(_env_file=None, **store.fixed, tenant=tenant) as client:
            deadline = time.monotonic() + 60
            while client.unfinished_jobs() and time.monotonic() < deadline:
                time.sleep(0.2)
            left = client.unfinished_jobs()
            again = client.verify(
                left_job.answer, contexts=[RIVER], model="m-1", key="left", domain="legal", correct=False
            )
        assert left == []
        assert (again.run.reused, again.run.seq) == (True, 1)
    finally:
        process.terminate()
        process.wait()
    assert "had been left behind: done" in log.read_text()
    assert left_job.answer not in log.read_text()
