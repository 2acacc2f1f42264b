"""`claimgraph serve` as a process: it shows its key, answers with it, and ends on a signal."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from sample_graph import erase

from claimgraph.platform.graph import open_graph

PROGRAM = "from claimgraph.api.cli import main; main()"
RIVER = "The Danube is 2,850 km long. It rises in the Black Forest."
SECONDS = 60.0
CANARY = "Quaxolotl"


@pytest.fixture
def environment(store: Any, tenant: str) -> Iterator[dict[str, str]]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLAIMGRAPH_", "OPENAI_"))}
    paths = os.pathsep.join(sys.path)
    yield {**kept, **store.environment(), "CLAIMGRAPH_TENANT": tenant, "PYTHONPATH": paths}

    async def clean() -> None:
        async with await open_graph(store.settings()) as graph:
            await erase(graph, tenant)

    anyio.run(clean)


@pytest.fixture
def served(
    environment: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[httpx.Client, str, subprocess.Popen[str]]]:
    environment |= getattr(request, "param", {})
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, "serve", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        address = re.search(r"http://127\.0\.0\.1:\d+", lines[0])
        key = re.search(r"key +(\S+)", lines[1])
        assert address, lines
        assert key, lines
        with httpx.Client(base_url=address[0], timeout=SECONDS) as client:
            yield client, key[1], process
    finally:
        process.kill()
        process.wait()


def test_a_text_goes_in_an_answer_is_verified_and_its_provenance_is_read_back(
    served: tuple[httpx.Client, str, subprocess.Popen[str]],
) -> None:
    client, key, _ = served
    client.headers["X-API-Key"] = key

    ingested = client.post("/v1/ingest", json={"text": RIVER, "title": "Rivers"})
    found = client.post("/v1/verify", json={"answer": "The Danube is 1,850 km long.", "model": "m-1"}).json()
    answer = client.get(f"/v1/answers/{found['answer_id']}").json()
    provenance = client.get(f"/v1/claims/{found['claims'][0]['id']}/provenance").json()
    mutation = """mutation { verify(answer: "The Danube is 1,850 km long.", model: "m-1") {
      runId outcome correctedText claims { verdict votes { judge stance } evidence { judges { judge } } }
      run { reused } storedAnswer { asserts { claim { text } } } } }"""
    again = client.post("/graphql", json={"query": mutation}).json()["data"]["verify"]

    assert ingested.json()["status"] == "created"
    assert found["corrected_text"] == "The Danube is 2,850 km long."
    assert (answer["model"], answer["current_run"]["id"]) == ("m-1", found["run_id"])
    assert answer["asserts"][0]["claim"]["text"] == "The Danube is 1,850 km long."
    assert {place["document"] for c in provenance["checked_against"] for place in c["occurrences"]} == {"Rivers"}
    assert (again["runId"], again["run"]["reused"]) == (found["run_id"], True)
    assert again["storedAnswer"]["asserts"] == [{"claim": {"text": "The Danube is 1,850 km long."}}]


def test_it_wants_its_key_and_is_well_without(served: tuple[httpx.Client, str, subprocess.Popen[str]]) -> None:
    client, _, _ = served

    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.post("/graphql", json={"query": "{ __typename }"}).status_code == 401


def test_metrics_count_what_was_done_by_names_of_our_own_and_want_the_key(
    served: tuple[httpx.Client, str, subprocess.Popen[str]],
) -> None:
    client, key, _ = served
    assert client.get("/metrics").status_code == 401
    client.headers["X-API-Key"] = key
    client.post("/v1/ingest", json={"text": RIVER, "title": CANARY})

    found = client.post("/v1/verify", json={"answer": f"The Danube is 1,850 km long. {CANARY} is a river."}).json()
    client.get(f"/v1/answers/{found['answer_id']}")
    client.get(f"/v1/nowhere/{CANARY}")
    metrics = client.get("/metrics").text

    assert 'claimgraph_runs_total{outcome="' in metrics
    assert 'claimgraph_verdicts_total{verdict="contradicted"}' in metrics
    assert re.search(r'claimgraph_judged_pairs_total\{judge="nli"\} [1-9]', metrics)
    assert re.search(r'claimgraph_store_statement_seconds_count\{statement="checks_write"\} [1-9]', metrics)
    assert 'claimgraph_http_request_seconds_count{request="POST /v1/verify"} 1.0' in metrics
    assert 'claimgraph_http_responses_total{status="404"} 1.0' in metrics
    assert CANARY not in metrics
    assert found["answer_id"] not in metrics


@pytest.mark.parametrize("served", [{"CLAIMGRAPH_LOG_LEVEL": "debug", "CLAIMGRAPH_LOG_FORMAT": "json"}], indirect=True)
def test_a_log_at_its_most_talkative_names_statements_and_runs_and_quotes_nothing(
    served: tuple[httpx.Client, str, subprocess.Popen[str]],
) -> None:
    client, key, process = served
    client.headers["X-API-Key"] = key
    client.post("/v1/ingest", json={"text": f"{RIVER} {CANARY} lives there.", "title": CANARY, "key": CANARY})
    request = {"answer": f"The Danube is 1,850 km long. {CANARY} is its duck.", "question": f"Who is {CANARY}?"}
    found = client.post("/v1/verify", json=request).json()
    client.post("/v1/verify", json={"answer": CANARY * 20_000})
    client.post("/graphql", json={"query": "query($c: String!) { nothing(c: $c) }", "variables": {"c": CANARY}})

    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)

    lines = [json.loads(line) for line in err.splitlines()]
    assert {"checks_write", "chunks_write"} <= {line.get("statement") for line in lines}
    assert found["run_id"] in {line.get("run") for line in lines}
    assert CANARY not in err
    assert key not in err


def test_it_ends_on_a_signal_and_says_nothing_of_a_traceback(
    served: tuple[httpx.Client, str, subprocess.Popen[str]],
) -> None:
    client, _, process = served
    client.get("/healthz")

    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)

    assert process.returncode in (0, 130)
    assert err == ""


def test_a_port_that_is_taken_is_one_clear_line(environment: dict[str, str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        done = subprocess.run(
            [sys.executable, "-P", "-c", PROGRAM, "serve", "--port", str(port)],
            capture_output=True, text=True, check=False, env=environment, cwd=tmp_path, timeout=SECONDS,
        )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert str(port) in done.stderr
