"""One NLI model for each family of sets, trained without it: `python training/make_folds.py --data ../shared/data`.

What a model scores on kinds of text it was trained on says little about others. Each fold leaves out one family of
`starter_models.sources.FAMILIES`, and the synthetic pairs that are made of its texts; the exported model is
`WORK/<family>/nli.onnx`, beside `left_out.json`. `claimgraph bench quality` takes it by `--nli-model`. Of the mixture a
fold takes a part (`SHARE`); those of `--recipe trial` are what the benchmark holds beside the shipped recipe's. A run
that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
from pathlib import Path

import torch
from make_models import SEED, arrays, train
from starter_models import base, export, fitting, nli, prepare, trial
from starter_models.sources import FAMILIES

log = logging.getLogger("make_folds")


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(arguments.threads)
    prepare.prepare(arguments.data, arguments.work.parent, SEED)
    for family in arguments.family or FAMILIES:
        make_fold(arguments.work, family, arguments.recipe)


SHARE = 0.6
SEED_OF = {"wikipedia": 18}
"""With 17 this one did not learn: its loss stayed at a guess's."""


def make_fold(work: Path, family: str, recipe: str = nli.SHIPPED.mixture) -> None:
    """The exported model of one fold, below `work`."""
    folder = work / family
    if (folder / "nli.onnx").exists():
        return
    log.info("without %s (%s)", family, ", ".join(FAMILIES[family]))
    folder.mkdir(parents=True, exist_ok=True)
    model = trained(work.parent, family, recipe)
    base.tokenizer().save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "left_out.json").write_text(json.dumps(FAMILIES[family]) + "\n", encoding="utf-8")
    export.export_nli(arrays(model), folder / "nli.onnx")


def trained(work: Path, family: str, recipe: str) -> fitting.CrossEncoder:
    if recipe == trial.NAME:
        return trial.train(work, trial_folder(work, family), family)
    pairs = prepare.training_pairs(work, SEED, family, SHARE, nli.RECIPES[recipe].mixture)
    return train(work, pairs, seed_of(family))


def trial_folder(work: Path, family: str) -> Path:
    """Where the recipe's model without this family is kept while it is trained, and after."""
    folder = work / "stages" / f"{trial.NAME}-{family}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def seed_of(family: str) -> int:
    """Of the order of its pairs."""
    return SEED_OF.get(family, SEED)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--work", type=Path, default=Path(__file__).resolve().parent / "work" / "folds")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only this one (may be repeated)")
    parser.add_argument(
        "--recipe",
        choices=(*nli.RECIPES, trial.NAME),
        default=nli.SHIPPED.mixture,
        help="another one needs another --work",
    )
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
