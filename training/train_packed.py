"""Train what `pack_training.py` packed, on a machine that need hold nothing else of this project:

    python training/train_packed.py FOLDER --out OUT [--at-once 2] [--run NAME ...]

A run that begins with another one's weights, or is taught by others, waits for these; what OUT holds already is not
trained again. Of each run OUT gets `NAME.npz` (its weights in the bits that
ship, without the word embeddings, which are not trained), `NAME.scores.npz` (what it makes of each list that is
measured) and its log.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from starter_models import fitting, packed

OTHER_SEED = 100
"""Added to the seed of a run that learnt nothing: where it is made (`make_folds.SEED_OF`) has to be told."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--run", action="append", default=[], help="only this one (may be repeated)")
    parser.add_argument("--at-once", type=int, default=1, help="runs beside each other on one GPU")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    jobs = packed.read(arguments.folder, arguments.run)
    print(f"read: {sum(len(tokens.flat) for tokens, _ in jobs.lists.values())} tokens", flush=True)
    waiting = [run for run in jobs.runs if not arguments.run or run.name in arguments.run]
    waiting = [run for run in waiting if not (arguments.out / f"{run.name}.npz").is_file()]
    compiled = in_a_process(fitting.compiles_on_gpu)
    print(f"layers are {'' if compiled else 'not '}compiled", flush=True)
    running: list[tuple[packed.Run, multiprocessing.Process]] = []
    failed = False
    while waiting or running:
        for run, process in list(running):
            if process.exitcode is not None:
                running.remove((run, process))
                failed |= process.exitcode != 0
        for run in list(waiting):
            ready = all((arguments.out / f"{one}.npz").is_file() for one in run.waits_for)
            if ready and len(running) < arguments.at_once:
                waiting.remove(run)
                given = (jobs, run, arguments.out, compiled)
                process = multiprocessing.get_context("fork").Process(target=train, args=given)
                process.start()
                running.append((run, process))
        if waiting and not running:
            sys.exit(f"{', '.join(run.name for run in waiting)}: what this waits for was not trained")
        time.sleep(0.1)
    sys.exit(1 if failed else 0)


def in_a_process(ask: Callable[[], bool]) -> bool:
    """What it says in a process of its own: one that has used a GPU can start none that does."""
    answered: multiprocessing.Queue[bool] = multiprocessing.Queue()
    process = multiprocessing.get_context("fork").Process(target=lambda: answered.put(ask()))
    process.start()
    process.join()
    return process.exitcode == 0 and answered.get()


def train(jobs: packed.Jobs, run: packed.Run, out: Path, compiled: bool = False) -> None:
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(message)s", filename=out / f"{run.name}.log", force=True
    )
    torch.manual_seed(run.seed)
    model = trained(jobs, run.begins, out)
    teachers = [trained(jobs, one, out) for one in run.teachers]
    started = time.monotonic()
    for stage, name in run.stages:
        tokens, targets = jobs.lists[name]
        begins = {key: value.clone() for key, value in model.state_dict().items()}
        told = fitting.told_by(teachers, tokens, 60_000) if teachers else None
        try:
            fitting.fit(model, stage, tokens, targets, run.seed, told=told, compiled=compiled)
        except FloatingPointError as error:
            print(f"{run.name}: {error}; again under autocast", flush=True)
            model.load_state_dict(begins)
            fitting.fit(model, stage, tokens, targets, run.seed, whole=False, told=told)
        except fitting.NothingLearnt as error:
            print(f"{run.name}: {error}; again with seed {run.seed + OTHER_SEED}", flush=True)
            model.load_state_dict(begins)
            fitting.fit(model, stage, tokens, targets, run.seed + OTHER_SEED, told=told, compiled=compiled)
    weights = {name: value.float().cpu().numpy() for name, value in model.state_dict().items()}
    partial = out / f"{run.name}.partial.npz"
    packed.write_weights(partial, weights, 6, words=False)
    partial.rename(out / f"{run.name}.npz")
    took = time.monotonic() - started
    if torch.cuda.is_available():
        model.to("cuda")
    scores = {name: fitting.probabilities(model, jobs.lists[name][0], True, 60_000) for name in run.measured}
    np.savez_compressed(out / f"{run.name}.scores.npz", **scores)  # type: ignore[arg-type]
    told = [f"{name} {area(scores[name][:, 0], jobs.lists[name][1] == 0):.3f}" for name in run.measured]
    print(f"{run.name}: {took:.0f} s; AUROC {', '.join(told)}", flush=True)


def trained(jobs: packed.Jobs, name: str, out: Path) -> fitting.CrossEncoder:
    """What the run of this name made; the base where it is none."""
    return packed.model_of({**jobs.base, **(packed.read_weights(out / f"{name}.npz") if name else {})})


def area(scores: np.ndarray, positive: np.ndarray) -> float:
    """AUROC; ties count half."""
    _, places, many = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(many) - (many - 1) / 2)[places]
    right, wrong = int(positive.sum()), int((~positive).sum())
    return float((ranks[positive].sum() - right * (right + 1) / 2) / (right * wrong)) if right and wrong else np.nan


if __name__ == "__main__":
    main()
