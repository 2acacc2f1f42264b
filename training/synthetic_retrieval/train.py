"""Training: every batch is drawn anew from its step's own seed, so that a run goes on exactly where it stopped."""

from __future__ import annotations

import logging
import math
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .documents import Mix, Writer
from .world import RELATIONS, World

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedTokenizerFast

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """Steps with one mix of documents, and how the learning rate goes, as shares of the recipe's."""

    steps: int
    mix: Mix
    lr: tuple[float, float]  # at its first step and at its last, a half cosine between them


STAGES = (
    Stage(250, Mix((2, 4), strangers=0.7), (1.0, 1.0)),  # copying begins
    Stage(800, Mix((3, 5)), (1.0, 0.01)),  # what is true is learnt by heart, against contexts that say otherwise
)


@dataclass(frozen=True, slots=True)
class Recipe:
    stages: tuple[Stage, ...] = STAGES
    batch: int = 24  # documents
    questions: int = 4  # a document
    lr: float = 2e-3
    warm_up: int = 100  # steps
    weight_decay: float = 0.05
    clip: float = 1.0
    elsewhere: float = 0.05  # weight of the loss on all but the values in answers
    seed: int = 17
    save_every: int = 200

    @property
    def steps(self) -> int:
        return sum(stage.steps for stage in self.stages)

    def stage(self, step: int) -> tuple[Stage, float]:
        """The stage of a step, and how far into it the step is, in [0, 1]."""
        for stage in self.stages:
            if step < stage.steps:
                return stage, step / stage.steps
            step -= stage.steps
        raise ValueError(f"the recipe has {self.steps} steps, and none after them")


def train(network: Any, tokenizer: PreTrainedTokenizerFast, world: World, recipe: Recipe, work: Path | None) -> None:
    """Trains in place; with `work`, leaves a checkpoint there every so often and begins with the one it finds."""
    import torch

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device).train()
    optimizer = torch.optim.AdamW(network.parameters(), recipe.lr, (0.9, 0.98), weight_decay=recipe.weight_decay)
    begun = _resume(network, optimizer, recipe, work)
    started, last = time.monotonic(), begun
    for step in range(begun, recipe.steps):
        for group in optimizer.param_groups:
            group["lr"] = recipe.lr * _schedule(step, recipe)
        ids, weights = batch(tokenizer, world, recipe, step)
        loss = weighted_loss(network, ids.to(device), weights.to(device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), recipe.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if (step + 1) % 100 == 0:
            pace = (time.monotonic() - started) / (step + 1 - last)
            log.info("step %d of %d: loss %.3f, %.2f s a step", step + 1, recipe.steps, loss.item(), pace)
        if work is not None and (step + 1) % recipe.save_every == 0:
            _keep(network, optimizer, recipe, work, step + 1)
    network.eval().to("cpu")


def batch(tokenizer: PreTrainedTokenizerFast, world: World, recipe: Recipe, step: int) -> tuple[Tensor, Tensor]:
    """Ids and the weight of each token as a target, both (documents, positions); padding weighs nothing."""
    import torch

    mix = recipe.stage(step)[0].mix
    fewest, most = mix.records
    writer = Writer(world, random.Random(f"{recipe.seed} {step}"), mix)
    records = fewest + step % (most - fewest + 1)  # as many in each, so that little is padded
    texts = [writer.document(recipe.questions, records).text for _ in range(recipe.batch)]
    encoded = tokenizer(texts)["input_ids"]
    answer, question = tokenizer.convert_tokens_to_ids(["answer", "question"])
    words = [word for relation in RELATIONS for word in relation.first + relation.second]
    values = set(tokenizer.convert_tokens_to_ids([".", *words]))
    longest = max(map(len, encoded))
    ids = torch.full((len(texts), longest), tokenizer.pad_token_id)
    weights = torch.zeros((len(texts), longest))
    for row, tokens in enumerate(encoded):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        inside = False
        for position, token in enumerate(tokens):
            inside = (inside or token == answer) and token != question
            weights[row, position] = 1.0 if inside and token in values else recipe.elsewhere
    return ids, weights


def weighted_loss(network: Any, ids: Tensor, weights: Tensor) -> Tensor:
    """Cross-entropy of the next token in nats, a weighted mean over positions."""
    from torch.nn import functional

    logits = network(input_ids=ids).logits[:, :-1]
    losses = functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    wanted = weights[:, 1:].flatten()
    return (losses * wanted).sum() / wanted.sum()


def _schedule(step: int, recipe: Recipe) -> float:
    """The learning rate's share: a linear warm-up, then as the stages have it."""
    if step < recipe.warm_up:
        return (step + 1) / recipe.warm_up
    stage, done = recipe.stage(step)
    first, last = stage.lr
    return last + (first - last) * 0.5 * (1 + math.cos(math.pi * done))


def _keep(network: Any, optimizer: Any, recipe: Recipe, work: Path, step: int) -> None:
    import torch

    work.mkdir(parents=True, exist_ok=True)
    unfinished = work / "checkpoint.unfinished"
    state = {"step": step, "recipe": repr(recipe), "network": network.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(state, unfinished)
    unfinished.replace(work / "checkpoint.pt")


def _resume(network: Any, optimizer: Any, recipe: Recipe, work: Path | None) -> int:
    """The step to go on with; 0 where there is no checkpoint of this very recipe."""
    import torch

    path = None if work is None else work / "checkpoint.pt"
    if path is None or not path.exists():
        return 0
    state = torch.load(path, weights_only=True, map_location="cpu")
    if state["recipe"] != repr(recipe):
        return 0
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    log.info("going on at step %d", state["step"])
    return int(state["step"])
