"""Kill -9 in the middle of a deletion: it has happened, or it has not, and the same command ends what it began."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from graph_dump import dump
from sample_graph import DOCUMENT_KEY, LightServices, erase, write_sample
from stores import python_environment

from claimgraph.graph_schema.repositories import erasing
from claimgraph.platform.graph import Graph

KILLED = Path(__file__).parents[1] / "fakes" / "killed_cli.py"
DELETE = ("delete", "document", DOCUMENT_KEY, "--yes")
DELETION = 2
"""Which write transaction of the command deletes: the first one announces it."""


class Command:
    """The command line for one tenant, killed where the test says."""

    def __init__(self, store: Any, tenant: str, folder: Path) -> None:
        self._environment = {**python_environment(), **store.environment(), "CLAIMGRAPH_TENANT": tenant}
        self._folder = folder

    def killed(self, write: int, moment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "ignore", str(KILLED), str(write), moment, *DELETE],
            env={**os.environ, **self._environment}, cwd=self._folder, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[LightServices]:
    yield LightServices(store.settings(tenant=tenant), graph)
    await erase(graph, tenant)


async def test_a_deletion_that_was_killed_has_happened_or_has_not(
    services: LightServices, store: Any, tenant: str, tmp_path: Path
) -> None:
    graph, command = services.graph, Command(store, tenant, tmp_path)
    await write_sample(services, 2)
    whole = await dump(graph, tenant)

    before = command.killed(DELETION, "before")
    untouched = await dump(graph, tenant)
    noted = await graph.read("announced", lambda tx: erasing.announced(tx, tenant))
    after = command.killed(DELETION, "after")
    nodes, _ = await dump(graph, tenant)
    never = command.killed(10_000, "before")

    assert before.returncode == after.returncode == -signal.SIGKILL, (before.stderr, after.stderr)
    assert untouched == whole
    assert noted == -1  # until its time has run out, those who conclude look twice
    labels = [node[1][0] for node in nodes]
    assert not {"Document", "Revision"} & set(labels)
    assert not any("text" in node[2] for node in nodes if node[1][0] == "Chunk")
    assert labels.count("Answer") == labels.count("Run") == 2
    assert never.stderr.endswith(f"claimgraph: There is no document '{DOCUMENT_KEY}'.\n")
