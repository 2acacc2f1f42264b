"""`claimgraph backup`, `restore` and `migrate`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.settings import load_settings

from ..printing import one_line, stderr_console
from ..version import version
from .streams import print_json

if TYPE_CHECKING:
    from claimgraph.graph_schema.backup import Backup, Progress
    from claimgraph.graph_schema.migrations import SchemaState


def backup(file: Path, replace: bool, as_json: bool) -> None:
    """Write the whole store into a file."""
    from claimgraph.graph_schema.backup import back_up
    from claimgraph.platform.graph import open_graph

    async def work() -> Backup:
        async with await open_graph(load_settings()) as graph:
            with _progress("backup") as progress:
                return await back_up(graph, file, program=version(), replace=replace, progress=progress)

    started = time.monotonic()
    _tell(anyio.run(work), "Backed up", started, as_json)


def restore(file: Path, replace: bool, as_json: bool) -> None:
    """Make the store hold what the file holds."""
    from claimgraph.graph_schema.backup import inspect
    from claimgraph.graph_schema.restore import restore
    from claimgraph.platform.graph import open_graph

    started = time.monotonic()
    found = inspect(file)  # before a store is even opened

    async def work() -> None:
        async with await open_graph(load_settings()) as graph:
            with _progress("restore") as progress:
                await restore(graph, found, replace=replace, progress=progress)

    anyio.run(work)
    _tell(found, "Restored", started, as_json)


def migrate(dry_run: bool, as_json: bool) -> None:
    """Bring the store's schema up to this program, or only say what would be done."""
    from claimgraph.graph_schema.migrations import migrate, schema_state
    from claimgraph.graph_schema.migrations.runner import refuse_unfit
    from claimgraph.platform.graph import open_graph

    async def work() -> tuple[SchemaState, list[str]]:
        async with await open_graph(load_settings()) as graph:
            done = [] if dry_run else await migrate(graph)
            state = await schema_state(graph)
            refuse_unfit(state)
            return state, done

    state, done = anyio.run(work)
    if as_json:
        counts = {"applied": state.applied, "known": state.known, "current": state.current}
        print_json({"schema": counts, "done": done, "pending": list(state.pending)})
        return
    for name in done:
        print(f"applied  {name}")
    for name in state.pending:
        print(f"pending  {name}")
    if not done and not state.pending:
        print(f"The schema is up to date ({state.applied} of {state.known}).")


def _tell(found: Backup, what: str, started: float, as_json: bool) -> None:
    seconds = time.monotonic() - started
    if as_json:
        print_json(
            {
                "file": found.path,
                "program": found.program,
                "created_at": found.created_at,
                "format_version": found.format_version,
                "schema_version": found.schema_version,
                "dialect": found.dialect,
                "nodes": dict(found.nodes),
                "edges": dict(found.edges),
                "tenants": len(found.tenants),
                "sha256": found.sha256,
                "seconds": round(seconds, 3),
            }
        )
        return
    nodes, edges = sum(found.nodes.values()), sum(found.edges.values())
    print(f"{what} {nodes:,} nodes and {edges:,} edges in {seconds:.1f} s: {one_line(found.path)}")


@contextmanager
def _progress(name: str) -> Iterator[Progress]:
    """A bar on a terminal, nothing in a pipe."""
    console = stderr_console()
    if not console.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
