"""Training of the English network: batches of the treebank and of the named-entity data in turn."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from claimgraph.platform.models.analysis.decoding import chain, tree
from claimgraph.platform.models.analysis.features import Window, windows
from claimgraph.platform.models.analysis.lemmas import apply_edit
from claimgraph.platform.models.onnx_encoder import OnnxEncoder

from .english_data import Sentence
from .english_labels import Labels, edit
from .english_network import WIDTH, EnglishNetwork, Scores, Sizes

log = logging.getLogger(__name__)
IGNORED = -100


@dataclass(frozen=True, slots=True)
class Recipe:
    epochs: int
    lr: float = 1e-3  # of the heads
    layer_lr: float = 2e-4
    warm_up: float = 0.1  # share of the steps
    average: float = 0.998  # of the weights over steps
    names_every: int = 2  # a batch of names after so many of the treebank
    batch_words: int = 700
    weight_decay: float = 0.01
    seed: int = 17


@dataclass(slots=True)
class Example:
    sentence: Sentence
    window: Window
    hidden: np.ndarray  # (pieces, 384) fp16
    weight: float = 1.0


def examples(sentences: Sequence[Sentence], encoder: OnnxEncoder, layer: int) -> list[Example]:
    """The frozen layers' output for each sentence; those longer than one window are left out."""
    encodings = encoder.encodings([sentence.text for sentence in sentences], whole=True)
    made: list[Example | None] = [None] * len(sentences)
    for batch, (hidden,) in encoder.outputs(encodings, [f"hidden_{layer}"]):
        for row, index in enumerate(batch):
            sentence, encoding = sentences[index], encodings[index]
            cut = windows(sentence.text, sentence.spans, [encoding, *encoding.overflowing])
            if len(cut) == 1:
                made[index] = Example(sentence, cut[0], hidden[row, : len(encoding.ids)].astype(np.float16))
    return [example for example in made if example is not None]


@dataclass(slots=True)
class Batch:
    inputs: dict[str, Tensor]
    targets: dict[str, Tensor]
    examples: list[Example]


class Encoder:
    """Examples to tensors, with the labels' numbers."""

    def __init__(self, labels: Labels) -> None:
        self._index = {
            key: {value: number for number, value in enumerate(values)} for key, values in labels.as_dict().items()
        }

    def batch(self, chosen: list[Example]) -> Batch:
        pieces = max(len(example.hidden) for example in chosen)
        words = max(len(example.sentence.words) for example in chosen)
        size = len(chosen)
        hidden = np.zeros((size, pieces, WIDTH), dtype=np.float32)
        mask = np.zeros((size, pieces), dtype=bool)
        piece_features = np.zeros((size, pieces), dtype=np.int64)
        first = np.zeros((size, words), dtype=np.int64)
        word_features = np.zeros((size, words), dtype=np.int64)
        keys = ("upos", "xpos", "edits", "deps", "names", "heads")
        targets = {key: np.full((size, words), IGNORED, dtype=np.int64) for key in keys}
        for row, example in enumerate(chosen):
            length, count = len(example.hidden), len(example.sentence.words)
            hidden[row, :length] = example.hidden
            mask[row, :length] = True
            piece_features[row, :length] = example.window.piece_features
            first[row, :count] = example.window.first_pieces
            word_features[row, :count] = example.window.word_features
            for key, values in self._targets(example.sentence).items():
                targets[key][row, :count] = values
        return Batch(
            {
                "hidden": torch.from_numpy(hidden),
                "piece_mask": torch.from_numpy(mask),
                "piece_features": torch.from_numpy(piece_features),
                "first_pieces": torch.from_numpy(first),
                "word_features": torch.from_numpy(word_features),
            },
            {key: torch.from_numpy(value) for key, value in targets.items()},
            chosen,
        )

    def _targets(self, sentence: Sentence) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for key, values in (("upos", sentence.upos), ("xpos", sentence.xpos), ("deps", sentence.deps)):
            if values:
                found[key] = [self._index[key].get(value, IGNORED) for value in values]
        if sentence.lemmas:
            pairs = zip(sentence.words, sentence.lemmas, strict=True)
            found["edits"] = [self._index["edits"].get(edit(word, lemma), IGNORED) for word, lemma in pairs]
        if sentence.heads:
            found["heads"] = [head + 1 for head in sentence.heads]
        if sentence.names:
            found["names"] = [self._index["names"][name] for name in sentence.names]
        return found


def batches(items: Sequence[Example], words: int, chance: random.Random) -> list[list[Example]]:
    """All items in batches of sentences alike in length, in random order."""
    order = sorted(items, key=lambda example: len(example.hidden) + chance.random() * 4)
    made: list[list[Example]] = [[]]
    for example in order:
        if made[-1] and (len(made[-1]) + 1) * len(example.hidden) > words * 1.3:
            made.append([])
        made[-1].append(example)
    chance.shuffle(made)
    return made


def loss_of(network: EnglishNetwork, scores: Scores, targets: dict[str, Tensor]) -> Tensor:
    def entropy(values: Tensor, wanted: Tensor) -> Tensor:
        if not (wanted != IGNORED).any():
            return values.new_zeros((), dtype=torch.float32)
        return functional.cross_entropy(values.float().flatten(0, 1), wanted.flatten(), ignore_index=IGNORED)

    heads = targets["heads"].clamp(min=0)
    missing = torch.cat([targets["upos"].new_zeros(len(heads), 1), targets["heads"]], dim=1) == IGNORED
    arcs = scores.arcs.float().masked_fill(missing[:, None, :], -1e4)
    total = entropy(scores.names, targets["names"])
    if (targets["heads"] != IGNORED).any():
        total = total + entropy(scores.upos, targets["upos"]) + entropy(scores.xpos, targets["xpos"])
        total = total + entropy(scores.edits, targets["edits"]) + entropy(arcs, targets["heads"])
        total = total + entropy(network.label_scores(scores, heads), targets["deps"])
    return total


def train(
    labels: Labels,
    sizes: Sizes,
    recipe: Recipe,
    parses: Sequence[Example],
    names: Sequence[Example],
    checks: dict[str, Sequence[Example]],
    start: EnglishNetwork | None = None,
) -> EnglishNetwork:
    """The averaged network after the last epoch; progress on `checks` is logged, nothing is chosen by it here."""
    torch.manual_seed(recipe.seed)
    chance = random.Random(recipe.seed)
    network, averaged = EnglishNetwork(labels, sizes), EnglishNetwork(labels, sizes)
    if start is None:
        network.begin_from_embedder()
    else:
        network.load_state_dict(start.state_dict())
    averaged.load_state_dict(network.state_dict())
    encoder = Encoder(labels)
    layers = list(network.encoder.parameters())
    rest = [parameter for name, parameter in network.named_parameters() if not name.startswith("encoder.")]
    optimizer = torch.optim.AdamW(
        [{"params": layers, "lr": recipe.layer_lr}, {"params": rest, "lr": recipe.lr}],
        weight_decay=recipe.weight_decay,
        betas=(0.9, 0.98),
    )
    steps = sum(1 for _ in _epoch(parses, names, recipe, random.Random(0))) * recipe.epochs
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate(step, steps, recipe.warm_up))
    step, started = 0, time.perf_counter()
    for epoch in range(recipe.epochs):
        network.train()
        total = 0.0
        for chosen in _epoch(parses, names, recipe, chance):
            made = encoder.batch(chosen)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = loss_of(network, network(**made.inputs), made.targets)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            total += float(loss.detach())
            _average(averaged, network, min(recipe.average, (1 + step) / (10 + step)))
            if step % 100 == 0:
                log.info("step %d of %d, %.0f s", step, steps, time.perf_counter() - started)
        for name, check in checks.items():
            log.info("epoch %d %s %s", epoch, name, evaluate(averaged, labels, check))
        log.info("epoch %d loss %.2f, %.0f s", epoch, total, time.perf_counter() - started)
    return averaged


def _epoch(
    parses: Sequence[Example], names: Sequence[Example], recipe: Recipe, chance: random.Random
) -> Iterator[list[Example]]:
    other: list[list[Example]] = []
    for number, batch in enumerate(batches(parses, recipe.batch_words, chance)):
        yield batch
        if names and number % recipe.names_every == 0:
            if not other:
                other = batches(names, recipe.batch_words, chance)
            yield other.pop()


def _rate(step: int, steps: int, warm_up: float) -> float:
    warm = max(1, int(steps * warm_up))
    return min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))


@torch.no_grad()
def _average(averaged: EnglishNetwork, network: EnglishNetwork, keep: float) -> None:
    own, new = list(averaged.parameters()), list(network.parameters())
    torch._foreach_lerp_(own, new, 1 - keep)  # type: ignore[attr-defined]


@torch.no_grad()
def evaluate(network: EnglishNetwork, labels: Labels, checked: Sequence[Example]) -> dict[str, float]:
    """Accuracies, attachment scores (all words count, punctuation too) and F1 of names, on gold words."""
    network.eval()
    encoder = Encoder(labels)
    counts: dict[str, int] = dict.fromkeys(("words", "upos", "xpos", "lemma", "uas", "las", "tp", "fp", "fn"), 0)
    order = sorted(checked, key=lambda example: len(example.hidden))
    for start in range(0, len(order), 32):
        made = encoder.batch(order[start : start + 32])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = network(**made.inputs)
            arcs = torch.log_softmax(scores.arcs.float(), dim=-1).numpy()
        for row, example in enumerate(made.examples):
            _count(counts, network, labels, scores, arcs[row], row, example.sentence)
    return _rates(counts)


def _count(
    counts: dict[str, int],
    network: EnglishNetwork,
    labels: Labels,
    scores: Scores,
    arcs: np.ndarray,
    row: int,
    sentence: Sentence,
) -> None:
    size = len(sentence.words)
    if sentence.heads:
        heads = tree(_softmaxed(arcs[:size, : size + 1]))
        chosen = torch.tensor([[head + 1 for head in heads]])
        one = Scores(**{name: getattr(scores, name)[row : row + 1] for name in Scores.__slots__})
        deps = network.label_scores(_first(one, size), chosen)[0].argmax(-1).tolist()
        upos, xpos = scores.upos[row].argmax(-1).tolist(), scores.xpos[row].argmax(-1).tolist()
        edits = scores.edits[row].argmax(-1).tolist()
        for word in range(size):
            right = heads[word] == sentence.heads[word]
            counts["words"] += 1
            counts["upos"] += labels.upos[upos[word]] == sentence.upos[word]
            counts["xpos"] += labels.xpos[xpos[word]] == sentence.xpos[word]
            counts["lemma"] += apply_edit(labels.edits[edits[word]], sentence.words[word]) == sentence.lemmas[word]
            counts["uas"] += right
            counts["las"] += right and labels.deps[deps[word]] == sentence.deps[word]
    if sentence.names:
        log_names = torch.log_softmax(scores.names[row, :size].float(), dim=-1).numpy()
        found, gold = spans(chain(log_names, labels.names)), spans(sentence.names)
        counts["tp"] += len(found & gold)
        counts["fp"] += len(found - gold)
        counts["fn"] += len(gold - found)


def _first(scores: Scores, size: int) -> Scores:
    return Scores(
        **{name: getattr(scores, name)[:, : size + 1 if name == "governors" else size] for name in Scores.__slots__}
    )


def _softmaxed(arcs: np.ndarray) -> np.ndarray:
    return arcs - np.log(np.exp(arcs).sum(axis=1, keepdims=True))


def _rates(counts: dict[str, int]) -> dict[str, float]:
    rates: dict[str, Any] = {}
    if counts["words"]:
        rates = {key: round(counts[key] / counts["words"], 4) for key in ("upos", "xpos", "lemma", "uas", "las")}
    if counts["tp"] + counts["fn"]:
        rates["p"] = round(counts["tp"] / max(1, counts["tp"] + counts["fp"]), 4)
        rates["r"] = round(counts["tp"] / (counts["tp"] + counts["fn"]), 4)
        rates["f"] = round(2 * counts["tp"] / (2 * counts["tp"] + counts["fp"] + counts["fn"]), 4)
    return rates


def spans(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """(first word, word after the last, type) of each name."""
    found: set[tuple[int, int, str]] = set()
    begin = None
    for index, tag in enumerate([*tags, "O"]):
        if begin is not None and not tag.startswith("I-"):
            found.add((begin, index, tags[begin][2:]))
            begin = None
        if tag.startswith("B-"):
            begin = index
    return found
