"""Right and wrong on this project's own cases: the policy and every judge in use, by language and by kind.

    python benchmarks/judging.py [--cases FILE...] [--policy NAME...]

Without `--cases`: the files of `benchmarks/data` and of `tests/data/adversarial`; the figures then go to
`benchmarks/results/judging.json`. Nothing is fitted here: policies are taken by their own verdicts, judges at 0.5. The
same for one file, with its errors: `claimgraph bench quality FILE --fit-share 0 --errors`; held-out files are measured,
not looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from figures import ROOT, publish, show

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.api.benching import OVERLAP, Bench, Wanted, bench_quality
from claimgraph.api.bootstrap import Models
from claimgraph.api.jsonable import jsonable
from claimgraph.platform.settings import load_settings
from claimgraph.verify.evaluation.judging import read_cases

SETS = ("plain", "hard", "strength", "everyday", "layout")
OWN = (*(f"{name}_{half}" for name in SETS for half in ("dev", "held_out")), "laid_out_held_out")


def main() -> int:
    arguments = _arguments()
    models = Models(load_settings())
    found = [
        asyncio.run(measure(models, path, lang, arguments.policy))
        for path in arguments.cases or _files()
        for lang in sorted({case.lang for case in read_cases(path)})
    ]
    rows = [row for one in found for row in _rows(one)]
    kinds = [row for one in found for row in _kinds(one)]
    show("right and wrong by kind, by the policy's own verdicts", kinds)
    title = "right and wrong: supported against the rest"
    if arguments.cases:
        show(title, rows)
    else:
        publish("judging", title, rows, {"kinds": kinds, "reports": [jsonable(one) for one in found]})
    return 0


async def measure(models: Models, path: Path, lang: str, policies: list[str] | None) -> Bench:
    names = tuple(policies or [models.settings.policy])
    judges = (*(judge.name for judge in models.judges), OVERLAP)
    found = await bench_quality(models, Wanted(path, names, judges, fit_share=0, lang=lang))
    return replace(found, dataset=f"{path.parent.name}/{path.stem}")  # there are several of one name


def _rows(found: Bench) -> Iterator[dict[str, Any]]:
    for one in found.report.subjects:
        own = one.own_balanced_accuracy or one.balanced_accuracy
        yield {
            "cases": found.dataset,
            "lang": found.lang or "",
            "subject": one.subject,
            "number": one.cases,
            "balanced_accuracy": own.value,
            "low": own.low,
            "high": own.high,
            "auroc": one.auroc.value,
            "calibration_error": one.calibration_error.value,
            "unscored": one.unscored,
        }


def _kinds(found: Bench) -> Iterator[dict[str, Any]]:
    for kind, one in found.report.subjects[0].kinds.items():
        yield {
            "cases": found.dataset,
            "lang": found.lang or "",
            "kind": kind,
            "number": one.cases,
            "right": one.own_right,
        }


def _files() -> list[Path]:
    adversarial = sorted((ROOT / "tests" / "data" / "adversarial").glob("*.jsonl"))
    return [*(ROOT / "benchmarks" / "data" / f"{name}.jsonl" for name in OWN), *adversarial]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="+", type=Path)
    parser.add_argument("--policy", action="append", help="by name or as .json file; may be repeated")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
