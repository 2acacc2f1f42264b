"""What the benchmarks share: a note of the machine, a table for people, a JSON file for programs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
ROOMS = ("platform", "graph_schema", "ingest", "verify", "api", "benchmarks/*.py")
DISTRIBUTIONS = ("claimgraph", "neo4j", "arcadedb-embedded", "onnxruntime", "numpy", "strawberry-graphql")


def machine() -> dict[str, Any]:
    """Where the figures were measured; without it they mean nothing."""
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "load_before": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "commit": commit(),
        "versions": {name: _version(name) for name in DISTRIBUTIONS},
    }


def commit() -> str | None:
    """The commit that was measured, with a `+` where the working tree holds something else; None outside git."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    try:
        return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "--", *ROOMS) else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def publish(
    name: str, title: str, rows: Sequence[Mapping[str, Any]], details: Mapping[str, Any], width: int = 140
) -> None:
    """Print the rows as a table and write everything to `benchmarks/results/<name>.json`."""
    show(title, rows, width)
    RESULTS.mkdir(parents=True, exist_ok=True)
    found = {"benchmark": name, "machine": machine(), "rows": list(rows), **details}
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {path.relative_to(ROOT)}\n", flush=True)


def show(title: str, rows: Sequence[Mapping[str, Any]], width: int = 140) -> None:
    """Print the rows as a table; the first one names the columns. `width`: characters, where there is no terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in rows[0]:
        table.add_column(column, justify="left" if isinstance(rows[0][column], str) else "right")
    for row in rows:
        table.add_row(*(_shown(value) for value in row.values()))
    Console(width=None if sys.stdout.isatty() else width, highlight=False).print(table)


def _shown(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,.3f}" if isinstance(value, float) else str(value)
