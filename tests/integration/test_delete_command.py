"""`claimgraph delete`, `reverify` and `erase` as they are typed, on both stores."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from graph_dump import dump
from stores import python_environment

from claimgraph.api import AsyncClaimGraph
from claimgraph.platform.graph import Graph

COMMAND = [sys.executable, "-W", "ignore", "-c", "from claimgraph.api.cli import main; main()"]
Typed = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def typed(store: Any, tenant: str, tmp_path: Path) -> Typed:
    environment = {**python_environment(), **store.environment(), "CLAIMGRAPH_TENANT": tenant}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


async def test_a_document_is_refused_deleted_judged_again_and_the_tenant_erased(
    typed: Typed, store: Any, graph: Graph, tenant: str, tmp_path: Path
) -> None:
    path = tmp_path / "rivers.txt"
    path.write_text("The Danube is 2,850 km long.")
    async with AsyncClaimGraph.open(_env_file=None, **store.fixed, tenant=tenant) as client:
        await client.ingest(path)
        await client.verify("The Danube is 2,850 km long.", key="mine")

    refused = typed("delete", "document", "rivers.txt")
    deleted = typed("delete", "document", "rivers.txt", "--yes", "--json")
    again = typed("reverify", "--json")
    missing = typed("delete", "document", "rivers.txt")
    unsure = typed("erase", "--tenant", tenant)
    erased = typed("erase", "--tenant", tenant, "--yes")

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("claimgraph: 1 answer rests on this document: mine.")
    assert refused.stderr.count("\n") == 1
    found = json.loads(deleted.stdout)
    assert (found["documents"], found["chunks"], found["findings_stale"]) == (1, 1, 1)
    (answer,) = json.loads(again.stdout)["answers"]
    assert (answer["key"], answer["judged"], answer["changed"], answer["left"]) == ("mine", 1, 1, None)
    assert (missing.returncode, missing.stderr) == (2, "claimgraph: There is no document 'rivers.txt'.\n")
    assert unsure.returncode == 2
    assert erased.stdout.startswith(f"Erased: tenant {tenant}, ")
    assert await dump(graph, tenant) == ([], [])
