"""`claimgraph migrate` on both stores: what would be done, what was done, and two at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from stores import python_environment

from claimgraph.graph_schema.migrations import migrate, schema_state
from claimgraph.graph_schema.migrations.files import known_migrations
from claimgraph.platform.graph import Graph, Query

COMMAND = [sys.executable, "-W", "ignore", "-c", "from claimgraph.api.cli import main; main()", "migrate", "--json"]


@pytest.fixture
async def newest(graph: Graph) -> str:
    """The name of the newest migration, whose record has been taken away: an older program left the store so."""
    await migrate(graph)
    last = known_migrations(graph.dialect)[-1]
    forget = Query("forget", "MATCH (m:SchemaMigration {number: $number}) DELETE m")
    await graph.write("forget", lambda tx: tx.run(forget, number=last.number))
    return f"{last.number:04d}_{last.name}"


def started(store: Any, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**python_environment(), **store.environment()}
    return subprocess.Popen([*COMMAND, *arguments], env=environment, cwd=folder, stdout=subprocess.PIPE, text=True)


def printed(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(out)
    return found


async def test_a_dry_run_says_what_is_pending_and_does_nothing(
    graph: Graph, store: Any, newest: str, tmp_path: Path
) -> None:
    dry = [printed(started(store, tmp_path, "--dry-run")) for _ in range(2)]
    untouched = await schema_state(graph)
    done = printed(started(store, tmp_path))

    assert [(one["pending"], one["done"], one["schema"]["current"]) for one in dry] == [([newest], [], False)] * 2
    assert untouched.pending == (newest,)
    assert (done["done"], done["pending"], done["schema"]["current"]) == ([newest], [], True)


async def test_of_two_migrations_at_once_one_does_the_work(
    graph: Graph, store: Any, newest: str, tmp_path: Path
) -> None:
    both = [started(store, tmp_path) for _ in range(2)]
    found = [printed(process) for process in both]

    assert sorted(name for one in found for name in one["done"]) == [newest]
    assert all(one["schema"]["current"] for one in found)
    assert (await schema_state(graph)).current
