"""All benchmarks, one after the other: `make bench`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from figures import publish

HERE = Path(__file__).resolve().parent
CASES = ("plain_dev", "plain_held_out", "hard_dev", "hard_held_out")


def main() -> int:
    """Run them all, also after one has failed; returns the exit code."""
    failed = [name for name in ("startup", "throughput", "reading", "claims") if not run(name)]
    if not judge():
        failed.append("judging")
    for name in failed:
        print(f"{name} failed; see above", file=sys.stderr)
    return 1 if failed else 0


def run(name: str) -> bool:
    return subprocess.run([sys.executable, str(HERE / f"{name}.py")], check=False).returncode == 0


def judge() -> bool:
    """Right and wrong, over each file of cases; the figures of held-out cases are shown as totals only."""
    rows, details = [], {}
    for cases in CASES:
        command = [sys.executable, str(HERE / "judging.py"), "--json", "--cases", str(HERE / "data" / f"{cases}.jsonl")]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            return False
        details[cases] = json.loads(done.stdout)
        for lang, figures in details[cases].items():
            score = figures["balanced_accuracy"]
            rows.append({"cases": cases, "lang": lang, "number": figures["cases"], "balanced_accuracy": score})
    publish("judging", "right and wrong: balanced accuracy, supported against the rest", rows, {"details": details})
    return True


if __name__ == "__main__":
    sys.exit(main())
