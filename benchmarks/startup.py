"""How long whole commands take: medians of five processes each, beside an empty Python process of the same run.

    python benchmarks/startup.py

The store is up before anything is measured. Every verification is of an answer and a context that the graph has not
seen, so that all judges are called.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from figures import ROOT, publish

RUNS = 5

CONTEXTS = {
    "en": (
        "The Halden suspension bridge was opened in May {year}. It is {length} metres long and carries six lanes. "
        "The architect Ines Okafor designed it, and the building cost 74 million dollars. About {cars} vehicles "
        "cross it on a weekday. The bridge has been closed three times because of strong winds."
    ),
    "zh": (
        "哈尔登悬索桥于{year}年5月通车，全长{length}米，共有六条车道。该桥由建筑师伊内斯·奥卡福设计，"
        "造价为七千四百万美元。工作日每天约有{cars}辆车通过。大桥曾因强风关闭过三次。"
    ),
}
ANSWERS = {
    "en": (
        "The Halden suspension bridge was opened in May {year}. It is {length} metres long. It was designed by the "
        "architect Paul Brandt. About {cars} vehicles cross it on a weekday. It has been closed twice because of winds."
    ),
    "zh": (
        "哈尔登悬索桥于{year}年5月通车。它全长{length}米。该桥由建筑师保罗·布兰特设计。"
        "工作日每天约有{cars}辆车通过。大桥曾因强风关闭过两次。"
    ),
}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="claimgraph-bench-") as folder:
        home = Path(folder) / "home"
        environment = {**os.environ, "CLAIMGRAPH_HOME": str(home), "PYTHONPATH": str(ROOT / ".types")}
        environment.pop("CLAIMGRAPH_NEO4J_URI", None)
        try:
            rows = measure(Path(folder), environment)
        finally:
            _run([*program(), "stop", "--force"], environment)
    publish("startup", "whole commands, the store being up", rows, {"runs": RUNS})


def measure(folder: Path, environment: dict[str, str]) -> list[dict[str, str | float]]:
    empty, help_, warm_up = [sys.executable, "-c", "pass"], [*program(), "--help"], RUNS
    for lang in CONTEXTS:  # starts the store and makes the tenant's indexes
        _run(verification(folder, lang, warm_up), environment)
    rows = [
        _row("python -c pass", lambda run: empty, environment),
        _row("claimgraph --help", lambda run: help_, environment),
    ]
    for lang in CONTEXTS:
        name = f"claimgraph verify, one paragraph ({lang})"
        rows.append(_row(name, partial(verification, folder, lang), environment))
    return rows


def program() -> list[str]:
    """The installed command, else the same from the checkout."""
    installed = Path(sys.executable).with_name("claimgraph")
    if installed.exists():
        return [str(installed)]
    return [sys.executable, "-c", "from claimgraph.api.cli import main; main()"]


def verification(folder: Path, lang: str, run: int) -> list[str]:
    """A command that verifies an answer with a wrong name and a wrong count; each run has other figures."""
    values = {"year": 1931 + run, "length": 1210 + 7 * run, "cars": 31000 + 100 * run}
    answer, context = folder / f"answer-{lang}-{run}.txt", folder / f"context-{lang}-{run}.txt"
    answer.write_text(ANSWERS[lang].format(**values), encoding="utf-8")
    context.write_text(CONTEXTS[lang].format(**values), encoding="utf-8")
    return [*program(), "verify", str(answer), "--context", str(context), "--json"]


def _row(name: str, command: Callable[[int], Sequence[str]], environment: dict[str, str]) -> dict[str, str | float]:
    seconds = [_run(command(run), environment) for run in range(RUNS)]
    return {"command": name, "median_s": statistics.median(seconds), "min_s": min(seconds), "max_s": max(seconds)}


def _run(command: Sequence[str], environment: dict[str, str]) -> float:
    """Seconds that a command takes. Raises with its output when it fails."""
    started = time.perf_counter()
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - started
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[:4])} ... failed:\n{done.stdout[-1000:]}\n{done.stderr[-3000:]}")
    return seconds


if __name__ == "__main__":
    main()
