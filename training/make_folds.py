"""One NLI model for each family of sets, trained without it: `python training/make_folds.py --data ../shared/data`.

What a model scores on kinds of text it was trained on says little about others. Each fold leaves out one family of
`starter_models.sources.FAMILIES` in all stages, and in the texts that synthetic pairs are made of; the exported model
is `WORK/<family>/nli.onnx`, beside `left_out.json`. `claimgraph bench quality` takes it by `--nli-model`. With
`--written` a fold is the mean of two branches, of which the second learns from the written claims
(`starter_models.written`): a trial, by which no model that ships is made. A run that was interrupted goes on where it
stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Sequence
from pathlib import Path

import torch
from make_models import SEED, arrays, train
from starter_models import base, export, nli, prepare
from starter_models.sources import FAMILIES

log = logging.getLogger("make_folds")


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(arguments.threads)
    for family in arguments.family or FAMILIES:
        make_fold(arguments.data, arguments.work / family, family, BRANCHES if arguments.written else BRANCHES[:1])


BRANCHES = (nli.STAGE_2, nli.WRITTEN)


def make_fold(data: Path, work: Path, family: str, branches: Sequence[nli.Stage]) -> None:
    """Pairs, all stages and the exported model of one fold below `work`.

    Raises SystemExit where a model is there that was made of other branches.
    """
    if (work / "nli.onnx").exists():
        made_with = nli.WRITTEN if (work / f"{nli.WRITTEN.name}.pt").exists() else nli.STAGE_2
        if made_with is not branches[-1]:
            raise SystemExit(f"{work} holds a model whose last branch is {made_with.name}; name another --work.")
        return
    log.info("without %s (%s)", family, ", ".join(FAMILIES[family]))
    work.mkdir(parents=True, exist_ok=True)
    prepare.prepare(data, work, SEED, FAMILIES[family])
    model = train(work, branches)
    base.tokenizer().save(str(work / "tokenizer.json"), pretty=False)
    (work / "left_out.json").write_text(json.dumps(FAMILIES[family]) + "\n", encoding="utf-8")
    export.export_nli(arrays(model), work / "nli.onnx")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--work", type=Path, default=Path(__file__).resolve().parent / "work" / "folds")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only this one (may be repeated)")
    parser.add_argument("--written", action="store_true", help="a branch of written claims beside stage 2")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
