"""The recipe that the shipped models are held against (`benchmarks/quality.py --recipe`): the six layers of MiniLM,
first on pairs of sentences and then on everything public, each pair once.

One model a family of sets that it has not seen (`make_folds.py --recipe trial`, `pack_training.py --recipe trial`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor

from . import base, fitting, nli, prepare
from .pairs import Pair

NAME = "trial"
SEED = 17
STAGES = (
    fitting.Stage("trial_sentences", learning_rate=1e-4, batch_tokens=2048),
    fitting.Stage("trial_everything", learning_rate=1e-4, batch_tokens=2560),
)
"""Each on the mixture of its name (`prepare.MIXTURES`)."""
LAYERS = 6


def weights() -> Mapping[str, Tensor]:
    """What it begins from: MiniLM."""
    return base.encoder().state_dict()


def new_model() -> fitting.CrossEncoder:
    torch.manual_seed(SEED)  # of the fresh head
    return nli.new_model(weights(), LAYERS)


def drawn(work: Path, family: str) -> dict[fitting.Stage, list[Pair]]:
    """Stage -> the pairs that it is trained on, without a trace of the family."""
    return {stage: prepare.training_pairs(work, SEED, family, mixture=stage.name) for stage in STAGES}


def train(work: Path, folder: Path, family: str) -> fitting.CrossEncoder:
    """The model of one fold; what is finished in `folder` is loaded."""
    model = new_model()
    finished = nli.is_finished(folder, STAGES[-1])
    for stage, pairs in list(drawn(work, family).items())[-1 if finished else 0 :]:
        nli.train_stage(model, stage, pairs, folder, SEED)
    return model
