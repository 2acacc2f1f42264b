"""All benchmarks, one after the other: `make bench`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ALL = ("startup", "throughput", "memory", "reading", "claims", "judging")


def main() -> int:
    """Run them all, also after one has failed; returns the exit code. `quality` needs data and folds of its own."""
    failed = [name for name in ALL if not run(name)]
    for name in failed:
        print(f"{name} failed; see above", file=sys.stderr)
    return 1 if failed else 0


def run(name: str) -> bool:
    return subprocess.run([sys.executable, str(HERE / f"{name}.py")], check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
