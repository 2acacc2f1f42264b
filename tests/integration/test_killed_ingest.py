"""What an ingest that was killed half way has written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from stores import python_environment

KILLED = Path(__file__).parents[1] / "fakes" / "killed_cli.py"
DOCUMENT = "# The Danube\n\nIt is 2,850 km long and flows through ten countries.\n\n长江全长6300公里，发源于青海省。"


def killed(write: int) -> bool:
    """Ingest in a process of its own, killed when its nth write is committed; False where it came to its end."""
    command = [sys.executable, str(KILLED), str(write), "after", "ingest", "river.md", "--json"]
    environment = {**os.environ, **python_environment()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode == -signal.SIGKILL


def test_what_a_killed_ingest_left_behind_is_seen_by_nobody_until_it_is_completed(
    run: Callable[..., tuple[int, str, str]],
) -> None:
    Path("river.md").write_text(DOCUMENT, encoding="utf-8")
    assert killed(1) or killed(2)

    _, before, _ = run("retrieve", "How long is the Danube?", "--json")
    code, _, _ = run("ingest", "river.md", "--json")
    _, after, _ = run("retrieve", "How long is the Danube?", "--json")

    assert json.loads(before)["hits"] == []
    assert code == 0
    assert json.loads(after)["hits"] != []
