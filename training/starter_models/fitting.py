"""The NLI cross-encoder and its training loop, on token ids: torch and transformers, and nothing of this project.

An encoder of BERT's shape with a linear head on [CLS; mean]. On a processor with bfloat16 it computes under
autocast; on a GPU in bfloat16 whole, with fp32 weights beside that the optimizer moves.
"""

from __future__ import annotations

import copy
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel

log = logging.getLogger(__name__)

LAYERS, HEADS, WIDTH, INNER = 12, 12, 384, 1536
VOCABULARY = 30_522
MASKED = -1e4
START, STOP = 101, 102  # [CLS] and [SEP]
NOT_ENTAILED = 3
LEARNS_WITHIN = 500  # steps
GUESSING = 0.8  # a loss from which on nothing is known yet
LEARNS = 0.95  # of the loss that a stage begins with: what it has to be below by a sixth of it


class NothingLearnt(RuntimeError):
    """The loss stayed where it began: now and then an encoder is lost in its first steps."""


State = dict[str, Any]
"""What a run goes on from: `model`, `optimizer`, `step`."""


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    learning_rate: float
    batch_tokens: int
    max_tokens: int = 192
    warm_up: float = 0.06
    weight_decay: float = 0.01
    clip: float = 1.0
    dropout: float = 0.0
    frozen: int = 0  # the first layers, which are not trained: each saves two thirds of its time
    taught: float = 0.0  # the share of the loss that is towards what teachers say, where there are any


@dataclass(frozen=True, slots=True)
class Tokens:
    """Pairs as token ids, one after the other in `flat`; pair n begins at `start[n]`, has `length[n]` tokens, and of
    these the first `split[n]` are [CLS] premise [SEP]."""

    flat: np.ndarray
    start: np.ndarray
    split: np.ndarray
    length: np.ndarray

    def __len__(self) -> int:
        return len(self.start)


def joined(texts: np.ndarray, lengths: np.ndarray, pairs: np.ndarray, most: int) -> Tokens:
    """[CLS] premise [SEP] hypothesis [SEP]; what is longer than `most` loses the end of its premise.

    `texts`: the ids of all texts, one after the other; `lengths`: of each; `pairs`: (many, 2) places of a premise and a
    hypothesis among them.
    """
    starts = np.cumsum(lengths, dtype=np.int64) - lengths
    premise, said = pairs[:, 0], pairs[:, 1]
    said_length = np.minimum(lengths[said], most - 3)
    kept = np.minimum(lengths[premise], most - 3 - said_length)
    length = kept + said_length + 3
    start = np.cumsum(length) - length
    out = np.full(int(length.sum()), STOP, dtype=np.int32)
    out[start] = START
    for begins, first, many in ((start + 1, starts[premise], kept), (start + kept + 2, starts[said], said_length)):
        inside = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
        out[np.repeat(begins, many) + inside] = texts[np.repeat(first, many) + inside]
    return Tokens(out, start, kept + 2, length)


class Collator:
    """Padded batches of pairs whose tokens lie on the device."""

    def __init__(self, tokens: Tokens, device: str) -> None:
        self._flat, self._start, self._split, self._length = (
            torch.from_numpy(array).to(device) for array in (tokens.flat, tokens.start, tokens.split, tokens.length)
        )
        self._device = device

    def __call__(self, picked: Tensor, width: int) -> tuple[Tensor, Tensor, Tensor]:
        """ids, token types and mask, each (len(picked), width); `picked` lies on the device, none is longer."""
        place = torch.arange(width, device=self._device)
        mask = place < self._length[picked, None]
        at = (self._start[picked, None] + place).clamp(max=len(self._flat) - 1)
        ids = torch.where(mask, self._flat[at], 0).long()
        types = (mask & (place >= self._split[picked, None])).long()
        return ids, types, mask.long()


Through = Callable[[nn.Module, Tensor, Tensor, float], Tensor]


class CrossEncoder(nn.Module):
    """Logits (batch, 3): entailment, neutral, contradiction. The word embeddings are not trained.

    The encoder's weights have BERT's names; what is computed with them is written out here, as it is in `export`:
    torch's fused attention takes twice the time backwards on a processor, and on an H100 its gradients under a padding
    mask were not numbers.
    """

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        self.encoder = encoder
        encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        self.head = nn.Linear(2 * encoder.config.hidden_size, 3)
        self.dropout = 0.0
        self.through: Through = through

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        embedded = self.encoder.embeddings
        words = embedded.word_embeddings(ids) + embedded.token_type_embeddings(types)
        hidden = embedded.LayerNorm(words + embedded.position_embeddings.weight[: ids.shape[1]])
        dropped = self.dropout if self.training else 0.0
        hidden = _dropped(hidden, dropped)
        closed = (1 - mask)[:, None, None].to(hidden.dtype) * MASKED
        for layer in self.encoder.encoder.layer:
            hidden = self.through(layer, hidden, closed, dropped)
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return self.head(torch.cat([hidden[:, 0], mean], dim=-1))  # type: ignore[no-any-return]


def through(layer: nn.Module, hidden: Tensor, closed: Tensor, dropped: float) -> Tensor:
    """What a layer makes of (batch, width, 384); `closed` is added to the scores of keys that are padding."""
    mixed = layer.attention.output.dense(_attended(layer.attention.self, hidden, closed, dropped))
    hidden = layer.attention.output.LayerNorm(_dropped(mixed, dropped) + hidden)
    inner = nn.functional.gelu(layer.intermediate.dense(hidden))
    return layer.output.LayerNorm(_dropped(layer.output.dense(inner), dropped) + hidden)  # type: ignore[no-any-return]


def _attended(part: nn.Module, hidden: Tensor, closed: Tensor, dropped: float) -> Tensor:
    heads = (*hidden.shape[:2], HEADS, -1)
    query, key, value = (one(hidden).view(heads).transpose(1, 2) for one in (part.query, part.key, part.value))
    scores = torch.matmul(query * query.shape[-1] ** -0.5, key.transpose(-1, -2)) + closed
    shares = _dropped(torch.softmax(scores, dim=-1).to(value.dtype), dropped)
    return torch.matmul(shares, value).transpose(1, 2).flatten(2)


def _dropped(values: Tensor, share: float) -> Tensor:
    return nn.functional.dropout(values, share) if share else values


def encoder(layers: int = LAYERS) -> BertModel:
    """An encoder of this shape with random weights."""
    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=WIDTH,
        num_hidden_layers=layers,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    return BertModel(config, add_pooling_layer=False)


def batches(lengths: Sequence[int] | np.ndarray, tokens: int, rng: random.Random) -> list[list[int]]:
    """Batches of `tokens` padded tokens in random order, alike in length (sorted in pools of some thirty batches)."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    made: list[list[int]] = []
    pool_size = max(1000, 30 * tokens // 80)
    for start in range(0, len(order), pool_size):
        pool = sorted(order[start : start + pool_size], key=lambda index: lengths[index])
        batch: list[int] = []
        for index in pool:
            if batch and (len(batch) + 1) * lengths[index] > tokens:
                made.append(batch)
                batch = []
            batch.append(index)
        made.append(batch)
    rng.shuffle(made)
    return made


def loss_of(logits: Tensor, targets: Tensor, told: Tensor | None = None, taught: float = 0.0) -> Tensor:
    """Cross-entropy; for "not entailed" of a two-label source, -log(P(neutral) + P(contradiction)).

    With `told`, the probabilities (batch, 3) that teachers give, `taught` of it is the cross-entropy to these.
    """
    logs = torch.log_softmax(logits.float(), dim=-1)
    three = -logs.gather(1, targets.clamp(max=2).unsqueeze(1)).squeeze(1)
    two = -torch.logsumexp(logs[:, 1:], dim=-1)
    hard = torch.where(targets == NOT_ENTAILED, two, three)
    if told is None:
        return hard.mean()
    return ((1 - taught) * hard - taught * (told * logs).sum(-1)).mean()


def learning_rate_factor(step: int, steps: int, warm_up: float) -> float:
    """Linear warm-up, then linear decay to zero."""
    warm = max(1, int(steps * warm_up))
    if step < warm:
        return (step + 1) / warm
    return max(0.0, (steps - step) / max(1, steps - warm))


def fit(
    model: CrossEncoder,
    stage: Stage,
    tokens: Tokens,
    targets: np.ndarray,
    seed: int,
    state: State | None = None,
    keep: Callable[[State], None] | None = None,
    keep_seconds: float = 180,
    whole: bool = True,
    told: np.ndarray | None = None,
    compiled: bool = False,
) -> None:
    """Train one stage in place, going on from `state`; every `keep_seconds` `keep` is given what to go on from.

    `whole`: on a GPU, all in bfloat16, not under autocast; then `compiled` layers are faster (`compiles_on_gpu`).
    `told`: what teachers say of each pair, (len(tokens), 3).
    Raises FloatingPointError where the loss is not a number, NothingLearnt where a sixth of a long stage did not
    lower it.
    """
    plan = batches(tokens.length, stage.batch_tokens, random.Random(seed))
    _freeze(model, stage.frozen)
    model.dropout = stage.dropout
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device).train()
    optimizer = _optimizer(model, stage)
    first = _go_on(model, optimizer, state)
    working = _Working(model, device, whole, compiled)
    batch_of = _Batches(plan, tokens, targets, told, device)
    progress = _Progress(stage.name, len(plan))
    saved = time.monotonic()
    for step in range(first, len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = stage.learning_rate * learning_rate_factor(step, len(plan), stage.warm_up)
        inputs, wanted, said = batch_of(step)
        loss = loss_of(working.logits(*inputs), wanted, said, stage.taught)
        loss.backward()
        working.hand_over_gradients()
        nn.utils.clip_grad_norm_(model.parameters(), stage.clip)
        optimizer.step()
        working.take_weights()
        progress.note(step, loss.detach(), int(tokens.length[plan[step]].sum()))
        if keep is not None and time.monotonic() - saved > keep_seconds:
            keep({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1})
            saved = time.monotonic()
    model.cpu()


def _go_on(model: CrossEncoder, optimizer: torch.optim.AdamW, state: State | None) -> int:
    """The step to go on with, the model and the optimizer put where they were."""
    if state is None:
        return 0
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    log.info("going on from step %d", state["step"])
    return int(state["step"])


class _Batches:
    """The batches of a plan on the device: inputs of the model, targets, and what teachers say."""

    def __init__(
        self, plan: Sequence[list[int]], tokens: Tokens, targets: np.ndarray, told: np.ndarray | None, device: str
    ) -> None:
        self._collate = Collator(tokens, device)
        self._wanted = torch.from_numpy(targets).long().to(device)
        self._told = None if told is None else torch.from_numpy(told).to(device)
        self._order = torch.tensor([index for batch in plan for index in batch]).to(device)
        self._sizes = [len(batch) for batch in plan]
        self._ends = np.cumsum(self._sizes)
        self._widths = [int(tokens.length[batch].max()) for batch in plan]

    def __call__(self, step: int) -> tuple[tuple[Tensor, Tensor, Tensor], Tensor, Tensor | None]:
        picked = self._order[self._ends[step] - self._sizes[step] : self._ends[step]]
        said = None if self._told is None else self._told[picked]
        return self._collate(picked, self._widths[step]), self._wanted[picked], said


class _Progress:
    """Tells how a stage goes, now and then, and stops it where nothing comes of it."""

    def __init__(self, name: str, steps: int) -> None:
        self._name, self._steps = name, steps
        self._started = time.monotonic()
        self._seen, self._begun = 0, 0.0
        self._losses: list[Tensor] = []

    def note(self, step: int, loss: Tensor, tokens: int) -> None:
        """Raises FloatingPointError and NothingLearnt, as `fit` says."""
        self._seen += tokens
        self._losses.append(loss)
        if step % 50 and step != 10:
            return
        mean = float(torch.stack(self._losses[-50:]).mean())
        if mean != mean:
            raise FloatingPointError(f"{self._name}: the loss is not a number at step {step}")
        self._begun = self._begun or (mean if step >= 50 else 0.0)
        late = step > max(self._steps / 6, LEARNS_WITHIN)
        if late and self._begun > GUESSING and mean > LEARNS * self._begun:
            raise NothingLearnt(f"{self._name}: nothing was learnt by step {step}; another seed may do")
        rate = self._seen / (time.monotonic() - self._started)
        log.info("%s %d/%d loss %.3f, %.0f tokens/s", self._name, step, self._steps, mean, rate)


class _Working:
    """What computes: the model under autocast, or on a GPU a copy of it in bfloat16, which may be compiled: what is
    done between matrices as small as these costs a GPU more than they do."""

    def __init__(self, model: CrossEncoder, device: str, whole: bool, compiled: bool) -> None:
        self._copied = device == "cuda" and whole
        self._device = device
        self._autocast = not self._copied and (device == "cuda" or bfloat16_is_faster())
        self._model = copy.deepcopy(model).to(torch.bfloat16) if self._copied else model
        if self._copied and compiled:
            self._model.through = compiled_through()
        pairs = zip(model.parameters(), self._model.parameters(), strict=True)
        kept = [(full, low) for full, low in pairs if full.requires_grad]
        self._full, self._low = ([one[at] for one in kept] for at in (0, 1))

    def logits(self, *inputs: Tensor) -> Tensor:
        with torch.autocast(self._device, dtype=torch.bfloat16, enabled=self._autocast):
            return self._model(*inputs)  # type: ignore[no-any-return]

    def hand_over_gradients(self) -> None:
        if self._copied:
            for full, low in zip(self._full, self._low, strict=True):
                full.grad = None if low.grad is None else low.grad.float()
                low.grad = None

    def take_weights(self) -> None:
        if self._copied:
            with torch.no_grad():
                torch._foreach_copy_(self._low, self._full)
        for full in self._full:
            full.grad = None


def compiled_through() -> Through:
    """`through`, compiled once for all layers and batches of any size."""
    return torch.compile(through, dynamic=True)


def compiles_on_gpu() -> bool:
    """Whether a layer of that kind can be compiled and trained here. What is compiled is kept on disk, for other
    processes too."""
    if not torch.cuda.is_available():
        return False
    model = CrossEncoder(encoder(1)).to("cuda", torch.bfloat16)
    model.through = compiled_through()
    try:
        for many, width in ((9, 40), (64, 96)):
            ids = torch.full((many, width), START, device="cuda")
            model(ids, torch.zeros_like(ids), torch.ones_like(ids)).sum().backward()
    except Exception:
        log.exception("layers are not compiled")
        return False
    return all(bool(one.grad.isfinite().all()) for one in model.parameters() if one.grad is not None)


def bfloat16_is_faster(rows: int = 2560) -> bool:
    """Whether this processor multiplies in bfloat16 in less than .7 of the time of fp32, by trying a layer's matrices.

    What bfloat16 saves has to pay for casting everything to it and back.
    It depends on the processor and on the build of torch: with AVX512-BF16 or AMX a stage takes half the time or less,
    without either 1.7 times as long.
    """
    seconds = []
    for kind in (torch.float32, torch.bfloat16):
        left, right = (torch.ones(many, WIDTH, dtype=kind) for many in (rows, INNER))
        times = []
        for _ in range(8):
            started = time.perf_counter()
            nn.functional.linear(left, right)
            times.append(time.perf_counter() - started)
        seconds.append(min(times))
    return seconds[1] < 0.7 * seconds[0]


@torch.inference_mode()
def probabilities(model: CrossEncoder, tokens: Tokens, autocast: bool, batch_tokens: int = 4096) -> np.ndarray:
    """(len(tokens), 3) probabilities in the order given: entailment, neutral, contradiction."""
    device = str(next(model.parameters()).device.type)
    model.eval()
    collate = Collator(tokens, device)
    out = np.zeros((len(tokens), 3), dtype=np.float32)
    for picked in by_length(tokens.length, batch_tokens):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=autocast):
            logits = model(*collate(torch.tensor(picked, device=device), int(tokens.length[picked].max())))
        out[picked] = torch.softmax(logits.float(), dim=-1).cpu().numpy()
    return out


def told_by(teachers: Sequence[CrossEncoder], tokens: Tokens, batch_tokens: int = 4096) -> np.ndarray:
    """The mean of what they say: (len(tokens), 3) probabilities."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    autocast = device == "cuda" or bfloat16_is_faster()
    said = np.zeros((len(tokens), 3), dtype=np.float32)
    for teacher in teachers:
        said += probabilities(teacher.to(device), tokens, autocast, batch_tokens) / len(teachers)
        teacher.cpu()
    return said


def by_length(lengths: Sequence[int] | np.ndarray, tokens: int) -> Iterator[list[int]]:
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda one: lengths[one]):
        if batch and (len(batch) + 1) * lengths[index] > tokens:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


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
