"""Training that is prepared on one machine and done on another: token ids and weights in few bits, as NumPy files.

The machine that trains needs torch and transformers, `fitting`, `bits` and this module, and no part of claimgraph.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from . import bits, fitting
from .fitting import Stage, Tokens

WORDS = "encoder.embeddings.word_embeddings.weight"
WORD_BITS = 4
Tokenize = Callable[[Sequence[str]], list[list[int]]]


@dataclass(frozen=True, slots=True)
class Run:
    """Stages that are trained one after the other. `begins`: the run with whose weights it begins, "" for the base;
    `teachers`: the runs towards whose probabilities it is trained."""

    name: str
    begins: str
    stages: tuple[tuple[Stage, str], ...]  # with the name of its pairs
    measured: tuple[str, ...] = ()
    teachers: tuple[str, ...] = ()
    seed: int = 17

    @property
    def waits_for(self) -> set[str]:
        return {self.begins, *self.teachers} - {""}


@dataclass(frozen=True, slots=True)
class Jobs:
    base: Mapping[str, np.ndarray]
    lists: Mapping[str, tuple[Tokens, np.ndarray]]
    runs: tuple[Run, ...]


def write(
    folder: Path,
    base: Mapping[str, np.ndarray],
    lists: Mapping[str, Sequence[tuple[str, str, int]]],
    runs: Sequence[Run],
    tokenize: Tokenize,
) -> None:
    """`lists`: name -> (premise, hypothesis, target) in the order in which they are trained on."""
    folder.mkdir(parents=True, exist_ok=True)
    write_weights(folder / "base.npz", base, 8)
    texts: dict[str, int] = {}
    pairs: dict[tuple[int, int, int], int] = {}
    orders: dict[str, np.ndarray] = {}
    for name, rows in lists.items():
        order = []
        for premise, hypothesis, target in rows:
            key = (texts.setdefault(premise, len(texts)), texts.setdefault(hypothesis, len(texts)), target)
            order.append(pairs.setdefault(key, len(pairs)))
        orders[f"list_{name}"] = np.array(order, dtype=np.int32)
    ids = [np.array(one[:512], dtype=np.uint16) for one in tokenize(list(texts))]
    np.savez_compressed(
        folder / "pairs.npz",
        tokens=np.concatenate(ids),
        lengths=np.array([len(one) for one in ids], dtype=np.uint16),
        pairs=np.array(list(pairs), dtype=np.int32),
        **orders,  # type: ignore[arg-type]
    )
    raw = [dataclasses.asdict(run) for run in runs]
    (folder / "runs.json").write_text(json.dumps(raw, indent=1) + "\n", encoding="utf-8")


def read(folder: Path, only: Sequence[str] = ()) -> Jobs:
    """`only`: the runs whose lists are wanted; all where none is named."""
    runs = []
    for raw in json.loads((folder / "runs.json").read_text(encoding="utf-8")):
        stages = tuple((Stage(**stage), pairs) for stage, pairs in raw.pop("stages"))
        named = {key: tuple(raw[key]) for key in ("measured", "teachers")}
        runs.append(Run(**{**raw, **named, "stages": stages}))
    wanted: dict[str, int] = {}
    for run in runs:
        if not only or run.name in only:
            for stage, pairs in run.stages:
                wanted[pairs] = stage.max_tokens
            wanted.update(dict.fromkeys(run.measured, 320))
    with np.load(folder / "pairs.npz") as kept:
        flat, lengths, every = kept["tokens"].astype(np.int32), kept["lengths"].astype(np.int64), kept["pairs"]
        lists = {}
        for name, most in wanted.items():
            rows = every[kept[f"list_{name}"]]
            lists[name] = (fitting.joined(flat, lengths, rows[:, :2], most), rows[:, 2])
    return Jobs(read_weights(folder / "base.npz"), lists, tuple(runs))


def write_weights(path: Path, weights: Mapping[str, np.ndarray], many: int, words: bool = True) -> None:
    """Matrices in `many` bits, word embeddings in as few as they ship with (or left out), all else in fp32."""
    kept: dict[str, np.ndarray] = {}
    for name, value in weights.items():
        if name == WORDS and not words:
            continue
        if value.ndim < 2 or not (name == WORDS or ".layer." in name):
            kept[name] = value.astype(np.float32)
            continue
        width = WORD_BITS if name == WORDS else many
        blocks = value.reshape(len(value), -1, bits.BLOCK).astype(np.float64)
        values, kept[f"{name}/scale"] = bits.quantised(blocks, 2, width)
        for place, plane in enumerate(bits.split_bits(values, 2, width)):
            kept[f"{name}/{width}/{place}"] = plane
    np.savez(path, **kept)  # type: ignore[arg-type]


def read_weights(path: Path) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    planes: dict[tuple[str, int], list[np.ndarray]] = {}
    scales: dict[str, np.ndarray] = {}
    with np.load(path) as kept:
        for key in kept.files:
            name, *rest = key.split("/")
            if not rest:
                found[name] = kept[key]
            elif rest[0] == "scale":
                scales[name] = kept[key]
            else:
                planes.setdefault((name, int(rest[0])), []).append(kept[key])
    for (name, width), parts in planes.items():
        values = bits.joined_bits(parts, 2, width) * scales[name].astype(np.float32)
        found[name] = values.reshape(len(values), -1).astype(np.float32)
    return found


def model_of(weights: Mapping[str, np.ndarray]) -> fitting.CrossEncoder:
    layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
    model = fitting.CrossEncoder(fitting.encoder(layers))
    model.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    return model
