"""Record what the folds' NLI models scored: `python training/record_folds.py --folds FOLDS`.

`fit_policy.py` and `benchmarks/quality.py --remember` keep their scores in FOLDS/scores. This writes those of each
model to `training/fold_scores`, a file a family, with the model's version: where FOLDS lacks the model, judging takes
the scores from there. With `--prefix recipe_`, FOLDS holds the models that `benchmarks/quality.py --recipe` measures
beside them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / ".types"))

from starter_models.folds import RECORDED  # noqa: E402
from starter_models.remembered import record  # noqa: E402
from starter_models.sources import FAMILIES  # noqa: E402

from claimgraph.api.benching import nli_of_folder  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, required=True, help="folder of models made without each family")
    parser.add_argument("--out", type=Path, default=RECORDED)
    parser.add_argument("--prefix", default="", help="of the files' names")
    arguments = parser.parse_args()
    for family in FAMILIES:
        model = nli_of_folder(arguments.folds / family)
        out = arguments.out / f"{arguments.prefix}{family}.npz"
        count = record(arguments.folds / "scores" / f"{family}.sqlite", model.name, model.version, out)
        print(f"{out}: {count} pairs, {out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
