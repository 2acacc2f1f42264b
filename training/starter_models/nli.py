"""The NLI cross-encoder: an encoder of BERT's shape with a linear head on [CLS; mean], trained in stages.

Training can be killed at any time: every few minutes it saves all of its state and goes on from there.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel

from . import base, nli_base
from .pairs import Pair
from .swaps import NOT_ENTAILED

log = logging.getLogger(__name__)

SAVE_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    learning_rate: float
    batch_tokens: int
    max_tokens: int = 192
    warm_up: float = 0.06
    weight_decay: float = 0.01
    clip: float = 1.0
    frozen: int = 0  # the first layers, which are not trained: each saves two thirds of its time


SENTENCES = Stage("sentences", learning_rate=1e-4, batch_tokens=2048)
MIXED = Stage("mixed", learning_rate=1e-4, batch_tokens=2560)
FURTHER = Stage("further", learning_rate=1e-4, batch_tokens=2560, frozen=4)
EXCHANGED = Stage("exchanged", learning_rate=1e-4, batch_tokens=2560, frozen=4)
STATED = Stage("stated", learning_rate=1e-4, batch_tokens=2560, frozen=4)
STAGES = (SENTENCES, MIXED, FURTHER, EXCHANGED, STATED)
"""In the order in which they are trained; what each learns from: `prepare.MIXTURES`."""


class CrossEncoder(nn.Module):
    """Logits (batch, 3): entailment, neutral, contradiction of a (premise, hypothesis) pair.

    The word embeddings are not trained (for speed). `tokenizer`: what makes its ids, without truncation or padding.
    """

    def __init__(self, encoder: BertModel, tokenizer: Tokenizer) -> None:
        super().__init__()
        self.encoder = encoder
        self.tokenizer = tokenizer
        encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        self.head = nn.Linear(2 * encoder.config.hidden_size, 3)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        hidden = self.encoder(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return self.head(torch.cat([hidden[:, 0], mean], dim=-1))  # type: ignore[no-any-return]


def new_model(weights: Mapping[str, Tensor] | None = None, layers: int = nli_base.LAYERS) -> CrossEncoder:
    """The encoder with these weights (`nli_base.weights`; random ones without) and a fresh head."""
    encoder = nli_base.encoder(layers)
    if weights is not None:
        encoder.load_state_dict(dict(weights))
    return CrossEncoder(encoder, base.tokenizer())


@dataclass(frozen=True, slots=True)
class Encoded:
    ids: list[int]
    types: list[int]


def encode(tokenizer: Tokenizer, pairs: Sequence[tuple[str, str]], max_tokens: int) -> list[Encoded]:
    """[CLS] premise [SEP] hypothesis [SEP]; what is too long loses the end of its premise."""
    tokenizer.enable_truncation(max_tokens, strategy="only_first")
    try:
        encoded = tokenizer.encode_batch(list(pairs))
    finally:
        tokenizer.no_truncation()
    return [Encoded(one.ids, one.type_ids) for one in encoded]


def collate(batch: Sequence[Encoded]) -> tuple[Tensor, Tensor, Tensor]:
    width = max(len(one.ids) for one in batch)
    ids = torch.zeros(len(batch), width, dtype=torch.long)
    types = torch.zeros(len(batch), width, dtype=torch.long)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        types[row, : len(one.ids)] = torch.tensor(one.types)
        mask[row, : len(one.ids)] = 1
    return ids, types, mask


def batches(lengths: Sequence[int], tokens: int, rng: random.Random) -> list[list[int]]:
    """Batches of `tokens` padded tokens in random order, alike in length (sorted in pools of 1,000)."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    made: list[list[int]] = []
    for start in range(0, len(order), 1000):
        pool = sorted(order[start : start + 1000], key=lambda index: lengths[index])
        batch: list[int] = []
        for index in pool:
            if batch and (len(batch) + 1) * lengths[index] > tokens:
                made.append(batch)
                batch = []
            batch.append(index)
        made.append(batch)
    rng.shuffle(made)
    return made


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy; for "not entailed" of a two-label source, -log(P(neutral) + P(contradiction))."""
    logs = torch.log_softmax(logits.float(), dim=-1)
    three = -logs.gather(1, targets.clamp(max=2).unsqueeze(1)).squeeze(1)
    two = -torch.logsumexp(logs[:, 1:], dim=-1)
    return torch.where(targets == NOT_ENTAILED, two, three).mean()


def learning_rate_factor(step: int, steps: int, warm_up: float) -> float:
    """Linear warm-up, then linear decay to zero."""
    warm = max(1, int(steps * warm_up))
    if step < warm:
        return (step + 1) / warm
    return max(0.0, (steps - step) / max(1, steps - warm))


def train_stage(model: CrossEncoder, stage: Stage, pairs: Sequence[Pair], work: Path, seed: int) -> None:
    """Train one epoch in place, or load it where it is finished already; saves to `work`/<stage>.pt.

    Without pairs (a stage whose sources are left out) there is nothing to do.
    """
    if not pairs:
        return
    finished, state_file = work / f"{stage.name}.pt", work / f"{stage.name}.state.pt"
    if finished.exists():
        model.load_state_dict(torch.load(finished, weights_only=True))
        return
    encoded = encode(model.tokenizer, [(pair.premise, pair.hypothesis) for pair in pairs], stage.max_tokens)
    plan = batches([len(one.ids) for one in encoded], stage.batch_tokens, random.Random(seed))
    _freeze(model, stage.frozen)
    optimizer = _optimizer(model, stage)
    first = 0
    if state_file.exists():
        first = _restore(state_file, model, optimizer)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    mixed = device == "cuda" or bfloat16_is_faster()
    model.to(device).train()
    started = saved = time.monotonic()
    seen, losses = 0, []
    for step in range(first, len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = stage.learning_rate * learning_rate_factor(step, len(plan), stage.warm_up)
        picked = plan[step]
        inputs = [tensor.to(device) for tensor in collate([encoded[index] for index in picked])]
        targets = torch.tensor([pairs[index].target for index in picked], device=device)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=mixed):
            logits = model(*inputs)
        loss = loss_of(logits, targets)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), stage.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen += len(picked)
        losses.append(float(loss.detach()))
        if step % 50 == 0:
            rate = seen / (time.monotonic() - started)
            log.info("%s %d/%d loss %.3f, %.1f pairs/s", stage.name, step, len(plan), np.mean(losses[-50:]), rate)
        if time.monotonic() - saved > SAVE_SECONDS:
            _save(state_file, model, optimizer, step + 1)
            saved = time.monotonic()
    torch.save(model.cpu().state_dict(), finished)
    state_file.unlink(missing_ok=True)


def bfloat16_is_faster(rows: int = 2560) -> bool:
    """Whether this processor multiplies in bfloat16 in less than .7 of the time of fp32, by trying a layer's matrices.

    What bfloat16 saves has to pay for casting everything to it and back.
    It depends on the processor and on the build of torch: with AVX512-BF16 or AMX a stage takes half the time or less,
    without either 1.7 times as long.
    """
    seconds = []
    for kind in (torch.float32, torch.bfloat16):
        left, right = (torch.ones(many, nli_base.WIDTH, dtype=kind) for many in (rows, nli_base.INNER))
        times = []
        for _ in range(8):
            started = time.perf_counter()
            nn.functional.linear(left, right)
            times.append(time.perf_counter() - started)
        seconds.append(min(times))
    return seconds[1] < 0.7 * seconds[0]


def mean(branches: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of the branches' weights, name by name (Wortsman et al. 2022, "Model soups", section 2)."""
    return {name: torch.stack([one[name].float() for one in branches]).mean(0) for name in branches[0]}


def _freeze(model: CrossEncoder, layers: int) -> None:
    """Train all but the word embeddings; with `layers`, all but the embeddings and that many of the first layers."""
    for weight in model.parameters():
        weight.requires_grad_(True)
    embeddings = model.encoder.embeddings
    (embeddings if layers else embeddings.word_embeddings).requires_grad_(False)
    for layer in model.encoder.encoder.layer[:layers]:
        layer.requires_grad_(False)


def _optimizer(model: CrossEncoder, stage: Stage) -> torch.optim.AdamW:
    trained = [(name, weight) for name, weight in model.named_parameters() if weight.requires_grad]
    decayed = [weight for _, weight in trained if weight.dim() > 1]
    plain = [weight for _, weight in trained if weight.dim() <= 1]
    groups: list[dict[str, Any]] = [
        {"params": decayed, "weight_decay": stage.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=stage.learning_rate, fused=True)


def _save(path: Path, model: CrossEncoder, optimizer: torch.optim.Optimizer, step: int) -> None:
    partial = path.with_suffix(".partial")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, partial)
    partial.replace(path)


def _restore(path: Path, model: CrossEncoder, optimizer: torch.optim.Optimizer) -> int:
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    log.info("going on from step %d", state["step"])
    return int(state["step"])


@torch.inference_mode()
def probabilities(
    model: CrossEncoder, pairs: Sequence[tuple[str, str]], autocast: bool, max_tokens: int, batch_tokens: int = 4096
) -> np.ndarray:
    """(len(pairs), 3) probabilities in the order given: entailment, neutral, contradiction."""
    model.eval()
    encoded = encode(model.tokenizer, pairs, max_tokens)
    out = np.zeros((len(pairs), 3), dtype=np.float32)
    for picked in _by_length([len(one.ids) for one in encoded], batch_tokens):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocast):
            logits = model(*collate([encoded[index] for index in picked]))
        out[picked] = torch.softmax(logits.float(), dim=-1).numpy()
    return out


def _by_length(lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda one: lengths[one]):
        if batch and (len(batch) + 1) * lengths[index] > tokens:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
