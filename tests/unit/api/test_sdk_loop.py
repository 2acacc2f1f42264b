"""The synchronous SDK: the asynchronous one on a loop of its own, ended with it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.client import ClaimGraph
from claimgraph.platform.errors import GraphUnavailable, InputError


class FakeClient:
    async def retrieve(self, query: str, k: int = 10) -> list[str]:
        if not query:
            raise InputError("empty")
        return [query] * k

    async def provenance(self, claim: str) -> str:
        return threading.current_thread().name


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The settings of each client that has been closed."""
    ended: list[dict[str, Any]] = []

    @asynccontextmanager
    async def open_(**settings: Any) -> AsyncIterator[FakeClient]:
        if settings.get("tenant") == "away":
            raise GraphUnavailable("no store")
        yield FakeClient()
        ended.append(settings)

    monkeypatch.setattr(AsyncClaimGraph, "open", open_)
    return ended


def test_calls_run_on_one_background_loop_and_errors_come_through(closed: list[dict[str, Any]]) -> None:
    with ClaimGraph.open(tenant="t") as client:
        assert client.retrieve("x", 2) == ["x", "x"]
        assert client.provenance("c") == "claimgraph"
        with pytest.raises(InputError, match="empty"):
            client.retrieve("")

    assert closed == [{"tenant": "t"}]
    assert "claimgraph" not in {thread.name for thread in threading.enumerate()}


def test_closing_twice_does_no_harm_and_a_closed_client_says_so(closed: list[dict[str, Any]]) -> None:
    client = ClaimGraph.open()

    client.close()
    client.close()

    assert len(closed) == 1
    with pytest.raises(RuntimeError, match="closed"):
        client.retrieve("x")


def test_a_store_that_cannot_be_opened_leaves_no_loop_behind(closed: list[dict[str, Any]]) -> None:
    with pytest.raises(GraphUnavailable):
        ClaimGraph.open(tenant="away")

    assert "claimgraph" not in {thread.name for thread in threading.enumerate()}


def test_both_clients_offer_the_same_methods_with_the_same_arguments() -> None:
    import inspect

    def methods(kind: type) -> dict[str, list[str]]:
        found = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(f).parameters) for name, f in found if not name.startswith("_")}

    asynchronous, synchronous = methods(AsyncClaimGraph), methods(ClaimGraph)
    only_here = {"load"}  # for the other surfaces
    assert {name: asynchronous[name] for name in asynchronous.keys() - only_here} == {
        name: synchronous[name] for name in synchronous.keys() - {"close"}
    }


def test_a_program_that_forgets_to_close_still_ends() -> None:
    program = """
from contextlib import asynccontextmanager
from claimgraph.api import AsyncClaimGraph, ClaimGraph
@asynccontextmanager
async def open_(**settings):
    yield None
    print("closed")
AsyncClaimGraph.open = open_
client = ClaimGraph.open()
print("opened")
"""

    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip

    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["opened", "closed"], "")
