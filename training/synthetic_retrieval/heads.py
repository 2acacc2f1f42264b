"""Which heads copy, by their weights and by what they attend to, and what becomes of the copying without them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .answering import Answered, answers
from .trials import Trial

if TYPE_CHECKING:
    import torch

    from claimgraph.platform.models.causal.network import CausalModel

Head = tuple[int, int]
ATTENTION = 0.2  # a copying head gives the token to be copied this much of its attention, or more


@dataclass(frozen=True, slots=True)
class HeadScores:
    """Of one head: what its weights would copy, and where it looks when the model copies."""

    head: Head
    eigenvalues: float  # copying score of its OV circuit, in [-1, 1]
    attention: float  # mean attention to the token to be copied, from the position that predicts it

    @property
    def copies(self) -> bool:
        return self.eigenvalues > 0 and self.attention >= ATTENTION


class _Looked:
    """Observer: attention from the positions that predict a value's words to these words in the context."""

    def __init__(self, sources: Sequence[int], total: dict[Head, float]) -> None:
        self._sources, self._total = sources, total

    def attention(self, layer: int, heads: Sequence[int], weights: torch.Tensor) -> None:
        for number, head in enumerate(heads):
            looked = [float(weights[number, row, source]) for row, source in enumerate(self._sources)]
            self._total[layer, head] = self._total.get((layer, head), 0.0) + sum(looked) / len(looked)

    def ffn(self, layer: int, before: torch.Tensor, after: torch.Tensor) -> None:
        pass

    def final(self, hidden: torch.Tensor, logits: torch.Tensor) -> None:
        pass


def head_scores(model: CausalModel, copied: Sequence[Answered]) -> list[HeadScores]:
    """Both scores of every head, those that copy most first; `copied`: answers that the model did copy."""
    from claimgraph.platform.models.causal.ports import Passage
    from claimgraph.verify.redeep.scores import copying_scores

    looked: dict[Head, float] = {}
    every = {layer: range(model.sizes.heads) for layer in range(model.sizes.layers)}
    for one in copied:
        ids = model.tokenizer(one.trial.asked + one.response)["input_ids"]
        end = len(ids)  # NAME VERB FIRST SECOND . : the verb predicts the first word, and that the second
        source = _position(one.trial, model)
        model.capture([Passage(tuple(ids), (end - 4, end - 3))], [_Looked((source, source + 1), looked)], every)
    found = []
    for layer in every:
        values, outputs = model.value_outputs(layer)
        scores = copying_scores(values, outputs, model.embeddings, model.unembedding)
        found += [
            HeadScores((layer, head), float(scores[head]), looked[layer, head] / len(copied)) for head in every[layer]
        ]
    return sorted(found, key=lambda one: -one.attention)


def copying_heads(scores: Sequence[HeadScores]) -> tuple[Head, ...]:
    return tuple(one.head for one in scores if one.copies)


@dataclass(frozen=True, slots=True)
class Ablation:
    """Of each trial, whether the answer copies what the context says."""

    trials: tuple[Trial, ...]
    intact: tuple[bool, ...]
    without: tuple[bool, ...]  # the heads that were found
    without_others: tuple[tuple[bool, ...], ...]  # as many other heads, drawn at random; a draw each


def ablate(model: CausalModel, trials: Sequence[Trial], heads: Sequence[Head], draws: int, seed: int) -> Ablation:
    """What becomes of the copying when heads are taken out, and when as many others are: see `others`."""
    rng = random.Random(seed)
    return Ablation(
        tuple(trials),
        _copied(model, trials, ()),
        _copied(model, trials, heads),
        tuple(_copied(model, trials, others(model, heads, rng, draw % 2 == 0)) for draw in range(draws)),
    )


def others(model: CausalModel, heads: Sequence[Head], rng: random.Random, same_layers: bool) -> list[Head]:
    """As many heads as given, none of them: of the same layers while these have any left, or of all layers."""
    every = [(layer, head) for layer in range(model.sizes.layers) for head in range(model.sizes.heads)]
    left = [head for head in every if head not in heads]
    if not same_layers:
        return rng.sample(left, len(heads))
    drawn: list[Head] = []
    for layer, _ in heads:
        free = [head for head in left if head not in drawn]
        drawn.append(rng.choice([head for head in free if head[0] == layer] or free))
    return drawn


def _copied(model: CausalModel, trials: Sequence[Trial], without: Sequence[Head]) -> tuple[bool, ...]:
    with model.scaled(heads=dict.fromkeys(without, 0.0)):
        said = answers(model, trials)
    return tuple(Answered(trial, response).is_from_context for trial, response in zip(trials, said, strict=True))


def _position(trial: Trial, model: CausalModel) -> int:
    """Position of the first word of the value in the context's record."""
    before = [record.text for record in trial.records]
    index = next(
        number
        for number, record in enumerate(trial.records)
        if (record.name, record.relation) == (trial.name, trial.relation)
    )
    start = len(model.tokenizer(" ".join(["context :", *before[:index]]))["input_ids"])
    return start + 2  # after NAME VERB
