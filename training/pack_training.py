"""Train the NLI models on another machine, with a GPU that `make_models.py` and `make_folds.py` here do not have:

    python training/pack_training.py --data ../shared/data pack FOLDER      here: prepares the pairs, FOLDER gets 60 MB
    python training/train_packed.py FOLDER --out OUT                        there: torch and transformers are enough
    python training/pack_training.py --data ../shared/data unpack OUT       here

FOLDER and the modules that `train_packed.py` names are all that has to go there. What comes back is kept where
`make_models.py`, `make_folds.py` and `chinese_nli` look for training that is finished, which go on from there.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import numpy as np
import torch
from make_folds import SHARE, seed_of, trial_folder
from make_models import HERE, SEED, arrays, stage_folder
from starter_models import chinese_nli, nli, nli_base, packed, prepare, trial
from starter_models.pairs import Pair
from starter_models.sources import FAMILIES

from claimgraph.platform.models.glossing import Glossary

MAIN, CHINESE = "nli", "zh"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--work", type=Path, default=HERE / "work")
    recipes = (*nli.RECIPES, trial.NAME)
    parser.add_argument("--recipe", choices=recipes, default=nli.SHIPPED.mixture, help="what is trained")
    parser.add_argument("do", choices=("pack", "unpack"))
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments.work.mkdir(parents=True, exist_ok=True)
    prepare.prepare(arguments.data, arguments.work, SEED)
    if arguments.recipe == trial.NAME:
        (pack_trial if arguments.do == "pack" else unpack_trial)(arguments.work, arguments.folder)
        return
    recipe = nli.RECIPES[arguments.recipe]
    lists = drawn(arguments.work, recipe)
    if arguments.do == "pack":
        pack(arguments.work, arguments.folder, lists, recipe)
    else:
        unpack(arguments.work, arguments.folder, lists, recipe)


def drawn(work: Path, recipe: nli.Recipe) -> dict[str, list[Pair]]:
    """Run -> the English pairs that it is trained on."""
    draw = partial(prepare.training_pairs, work, mixture=recipe.mixture)
    lists = {name: draw(seed) for name, seed in zip(teachers(recipe), recipe.seeds, strict=True)}
    lists[MAIN] = draw(nli.TAUGHT_SEED, share=recipe.taught_share)
    return lists | {family: draw(SEED, family, SHARE) for family in FAMILIES}


def teachers(recipe: nli.Recipe) -> tuple[str, ...]:
    return tuple(f"teacher_{seed}" for seed in recipe.seeds)


def pack(work: Path, folder: Path, lists: dict[str, list[Pair]], recipe: nli.Recipe) -> None:
    weights = HERE.parent / "platform" / "models" / "weights"
    glossary = Glossary(weights / "zh_glosses.txt")
    chinese = chinese_nli.training_pairs(chinese_nli.training_items(recipe.mixture), recipe.mixture)
    lists = {**lists, CHINESE: chinese_nli.glossed(chinese, glossary)}
    packed.write(folder, base(work), {name: rows(pairs) for name, pairs in lists.items()}, runs(recipe), nli.token_ids)


def runs(recipe: nli.Recipe = nli.SHIPPED) -> list[packed.Run]:
    """What is dearest to wait for first."""
    first, second = teachers(recipe)
    return [
        *(
            packed.Run(name, "", ((nli.STAGE, name),), seed=seed)
            for name, seed in zip((first, second), recipe.seeds, strict=True)
        ),
        packed.Run(MAIN, first, ((nli.TAUGHT, MAIN),), (), (first, second), nli.TAUGHT_SEED),
        packed.Run(CHINESE, MAIN, ((chinese_nli.STAGE, CHINESE),), seed=chinese_nli.SEED),
        *(packed.Run(family, "", ((nli.STAGE, family),), seed=seed_of(family)) for family in FAMILIES),
    ]


def unpack(work: Path, folder: Path, lists: dict[str, list[Pair]], recipe: nli.Recipe = nli.SHIPPED) -> None:
    begun = base(work)
    for run in runs(recipe):
        if (path := folder / f"{run.name}.npz").is_file():
            weights = {**begun, **packed.read_weights(path)}
            ((stage, _),) = run.stages
            out = work if run.name == CHINESE else stage_folder(work, stage, lists_of(run, lists), run.seed)
            torch.save(packed.model_of(weights).state_dict(), out / f"{stage.name}.pt")
            print(f"{path}: {out / stage.name}.pt")


def pack_trial(work: Path, folder: Path) -> None:
    lists, made = {}, []
    for family in FAMILIES:
        stages = {stage: pairs for stage, pairs in trial.drawn(work, family).items() if pairs}
        named = {stage: f"{family}_{stage.name}" for stage in stages}
        lists |= {named[stage]: rows(pairs) for stage, pairs in stages.items()}
        made.append(packed.Run(f"{trial.NAME}_{family}", "", tuple(named.items()), seed=trial.SEED))
    packed.write(folder, arrays(trial.new_model()), lists, made, nli.token_ids)


def unpack_trial(work: Path, folder: Path) -> None:
    begun = arrays(trial.new_model())
    for family in FAMILIES:
        if (path := folder / f"{trial.NAME}_{family}.npz").is_file():
            weights = {**begun, **packed.read_weights(path)}
            out = trial_folder(work, family) / f"{trial.STAGES[-1].name}.pt"
            torch.save(packed.model_of(weights).state_dict(), out)
            print(f"{path}: {out}")


def lists_of(run: packed.Run, lists: dict[str, list[Pair]]) -> list[Pair]:
    """What it is trained on, and its teachers were."""
    return [pair for name in (run.name, *run.teachers) for pair in lists[name]]


def base(work: Path) -> dict[str, np.ndarray]:
    """The weights that training begins with, the fresh head among them."""
    torch.manual_seed(SEED)
    return arrays(nli.new_model(nli_base.weights(work)))


def rows(pairs: Iterable[Pair]) -> list[tuple[str, str, int]]:
    return [(pair.premise, pair.hypothesis, pair.target) for pair in pairs]


if __name__ == "__main__":
    main()
