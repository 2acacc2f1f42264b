"""All benchmarks, one after the other: `make bench`.

    python benchmarks/run.py [--only graph_at_size]... [--claims 10000]... [--redeep-log PATH]

`--claims` is for those whose graph is as large as one likes (`graph_at_size`, `backup`). `--redeep-log` is the log that
ReDEeP's authors publish, which is not shipped; without it `redeep_log` says that it is skipped.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ALL = (
    "startup",
    "throughput",
    "memory",
    "reading",
    "nli_runtimes",
    "claims",
    "judging",
    "corrections",
    "answers",
    "concurrency",
    "backup",
    "graph_at_size",
    "redeep_log",
    "redeep_synthetic",
    "redeep_cost",
)
OF_ANY_SIZE = ("backup", "graph_at_size")


def main() -> int:
    """Run them all, also after one has failed; returns the exit code. `quality` needs data and folds of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=ALL, help="one of them; may be repeated")
    parser.add_argument("--claims", action="append", help="a size; may be repeated")
    parser.add_argument("--redeep-log", type=Path, help="what `redeep_log` reads")
    arguments = parser.parse_args()
    paths = {"redeep_log": arguments.redeep_log} if arguments.redeep_log else {}
    names = arguments.only or ALL
    failed = [
        name
        for number, name in enumerate(names, 1)
        if not run(name, arguments.claims or [], number, len(names), paths.get(name))
    ]
    for name in failed:
        print(f"{name} failed; see above", file=sys.stderr)
    return 1 if failed else 0


def run(name: str, claims: list[str], number: int, count: int, path: Path | None) -> bool:
    """Run one, at the last of the sizes where it takes but one, on the data at `path` where it needs some."""
    sizes = claims if name == "graph_at_size" else claims[-1:]
    options = [part for size in sizes for part in ("--claims", size)] if name in OF_ANY_SIZE else []
    options += [str(path)] if path else []
    print(f"benchmark {number} of {count}: {' '.join([name, *options])}", file=sys.stderr, flush=True)
    started = time.perf_counter()
    done = subprocess.run([sys.executable, str(HERE / f"{name}.py"), *options], check=False)
    print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
