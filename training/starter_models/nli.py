"""How the NLI cross-encoder is trained: `fitting` on pairs of texts.

Training can be killed at any time: every few minutes it saves all of its state and goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import base, fitting
from .fitting import CrossEncoder, Stage, Tokens
from .pairs import Pair

SAVE_SECONDS = 180

STAGE = Stage("all", learning_rate=2e-4, batch_tokens=16_384, max_tokens=256)
"""What it learns from: one of `prepare.MIXTURES`."""
TAUGHT = Stage("taught", learning_rate=1e-4, batch_tokens=16_384, max_tokens=256, taught=0.5)
"""The first teacher goes on with part of another draw, half of its loss towards what both say."""
TAUGHT_SEED = 19


@dataclass(frozen=True, slots=True)
class Recipe:
    """A model of each seed learns from the mixture, and the first goes on (`TAUGHT`)."""

    mixture: str
    seeds: tuple[int, int]  # of the teachers: the draw from the mixture and its order
    taught_share: float  # of the mixture


RECIPES = {
    one.mixture: one
    for one in (
        Recipe("single", (17, 18), 0.5),
        Recipe("joined", (18, 17), 0.75),
        Recipe("detailed", (18, 17), 0.75),
        Recipe("laid_out", (18, 17), 0.75),
    )
}
SHIPPED = RECIPES["single"]


def new_model(weights: Mapping[str, Tensor] | None = None, layers: int = fitting.LAYERS) -> CrossEncoder:
    """The encoder with these weights (`nli_base.weights`; random ones without) and a fresh head."""
    encoder = fitting.encoder(layers)
    if weights is not None:
        encoder.load_state_dict(dict(weights))
    return CrossEncoder(encoder)


def token_ids(texts: Sequence[str]) -> list[list[int]]:
    """Of each text, without [CLS] and [SEP]."""
    return [one.ids for one in base.tokenizer().encode_batch(list(texts), add_special_tokens=False)]


def encode(pairs: Sequence[tuple[str, str]], max_tokens: int) -> Tokens:
    """[CLS] premise [SEP] hypothesis [SEP]; what is too long loses the end of its premise."""
    places: dict[str, int] = {}
    rows = [[places.setdefault(text, len(places)) for text in pair] for pair in pairs]
    ids = token_ids(list(places))
    flat = np.array([one for text in ids for one in text], dtype=np.int32)
    lengths = np.array([len(text) for text in ids], dtype=np.int64)
    return fitting.joined(flat, lengths, np.array(rows, dtype=np.int64).reshape(-1, 2), max_tokens)


def train_stage(
    model: CrossEncoder,
    stage: Stage,
    pairs: Sequence[Pair],
    work: Path,
    seed: int,
    teachers: Sequence[CrossEncoder] = (),
) -> None:
    """Train a stage in place, or load it where it is finished already; saves to `work`/<stage>.pt.

    Without pairs (a stage whose sources are left out) there is nothing to do.
    """
    if not pairs:
        return
    finished, state_file = _finished(work, stage), work / f"{stage.name}.state.pt"
    if finished.exists():
        model.load_state_dict(torch.load(finished, weights_only=True))
        return
    tokens = encode([(pair.premise, pair.hypothesis) for pair in pairs], stage.max_tokens)
    targets = np.array([pair.target for pair in pairs])
    state = torch.load(state_file, weights_only=True) if state_file.exists() else None
    told = fitting.told_by(teachers, tokens) if teachers else None
    fitting.fit(
        model,
        stage,
        tokens,
        targets,
        seed,
        state,
        lambda kept: _save(state_file, kept),
        keep_seconds=SAVE_SECONDS,
        told=told,
    )
    torch.save(model.state_dict(), finished)
    state_file.unlink(missing_ok=True)


def is_finished(work: Path, stage: Stage) -> bool:
    return _finished(work, stage).exists()


def _finished(work: Path, stage: Stage) -> Path:
    return work / f"{stage.name}.pt"


def probabilities(model: CrossEncoder, pairs: Sequence[tuple[str, str]], autocast: bool, max_tokens: int) -> np.ndarray:
    """(len(pairs), 3) probabilities in the order given: entailment, neutral, contradiction."""
    return fitting.probabilities(model, encode(pairs, max_tokens), autocast)


def _save(path: Path, state: fitting.State) -> None:
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)
