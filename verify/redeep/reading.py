"""Reading an answer with a causal model: ECS, PKS and the model's own doubt of each of its tokens, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import InputError
from claimgraph.platform.models.causal.memory import halved_where_memory_ends
from claimgraph.platform.models.causal.ports import Passage

from ..model import Unscored
from .model import Head, Prompt, Reading
from .observing import ContextUse, External, PassScores, ScoringObserver, TokenUse
from .tokens import Tokenised, Window, tokenise, windows

if TYPE_CHECKING:
    from claimgraph.platform.models.causal.network import CausalModel

    from .model import Floats

TOP = 0.1
"""Share of the context's tokens, those attended to most, that the ECS is about."""
BATCH = 8
"""Windows that are read in one pass."""
NOT_FINITE = (
    "the causal language model gave values that are no numbers (NaN or infinite); check its weights, or use one stored "
    "in bfloat16 or float32"
)

_IN_WINDOWS = {
    "en": "The context is longer than what fits into the {positions} tokens that the model can read: it was read in "
    "{count} overlapping windows, and each token's scores are from the one in which it is most probable.",
    "zh": "资料超出模型一次能读的 {positions} 个词元，因此分成 {count} 个相互重叠的窗口来读；"
    "每个词元的分数取自它概率最高的那个窗口。",
}

TokenScores: TypeAlias = "PassScores[Floats]"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which scores are worked out, in the order in which they are given back."""

    heads: tuple[Head, ...]
    layers: tuple[int, ...]

    @classmethod
    def of(cls, model: CausalModel, heads: Sequence[Head] | None, layers: Sequence[int] | None) -> Wanted:
        """Those named, or all there are."""
        sizes = model.sizes
        every = [(layer, head) for layer in range(sizes.layers) for head in range(sizes.heads)]
        return cls(
            tuple(dict.fromkeys(every if heads is None else heads)),
            tuple(dict.fromkeys(range(sizes.layers) if layers is None else layers)),
        )

    def by_layer(self) -> dict[int, tuple[int, ...]]:
        """Heads of each layer that has any, layers in order."""
        found: dict[int, tuple[int, ...]] = {}
        for layer, head in sorted(self.heads, key=lambda one: one[0]):
            found[layer] = (*found.get(layer, ()), head)
        return found

    def head_rows(self) -> list[int]:
        """Where each wanted head stands among those of `by_layer`."""
        read = [(layer, head) for layer, heads in self.by_layer().items() for head in heads]
        return [read.index(head) for head in self.heads]

    def layer_rows(self) -> list[int]:
        read = sorted(self.layers)
        return [read.index(layer) for layer in self.layers]


def read(
    model: CausalModel,
    prompt: Prompt,
    heads: Sequence[Head] | None = None,
    layers: Sequence[int] | None = None,
    top: float = TOP,
) -> Reading | Unscored:
    """The scores of these heads and layers (None: all) for each token of the answer.

    Unscored where the model's states are not finite. Raises InputError for an empty context or answer, for an answer
    that the tokenizer cannot say, and for a head or layer that is not there; TextTooLong where the model cannot read
    answer and question at once; ModelError where memory does not suffice. A context too long is read in windows.
    """
    wanted, tokens = Wanted.of(model, heads, layers), tokenise(model, prompt)
    cut = windows(tokens, model.sizes.positions)
    scores = passes(model, cut, wanted, lambda window: TokenUse(window.context, top), batch=1)  # memory of one pass
    return _merged(prompt, tokens, scores, wanted, model.sizes.positions)


def read_all(
    model: CausalModel,
    prompts: Sequence[Prompt],
    heads: Sequence[Head] | None = None,
    layers: Sequence[int] | None = None,
    top: float = TOP,
    batch: int = BATCH,
) -> list[Reading | Unscored]:
    """As `read`, in the order given; a prompt that cannot be read is Unscored and keeps none of the others back.

    Windows of like length are read together, `batch` at a time; where memory ends, once more in halves.
    """
    wanted = Wanted.of(model, heads, layers)
    prepared = [_prepared(model, prompt) for prompt in prompts]
    cut = [one[1] for one in prepared if not isinstance(one, Unscored)]
    positions = model.sizes.positions
    flat = [window for some in cut for window in some]
    scores = iter(passes(model, flat, wanted, lambda window: TokenUse(window.context, top), batch))
    return [
        one if isinstance(one, Unscored) else _merged(prompt, one[0], [next(scores) for _ in one[1]], wanted, positions)
        for prompt, one in zip(prompts, prepared, strict=True)
    ]


def passes(
    model: CausalModel,
    cut: Sequence[Window],
    wanted: Wanted,
    use: Callable[[Window], ContextUse[External]],
    batch: int = BATCH,
) -> list[PassScores[External]]:
    """One pass a window, in the order given; windows of like length share one forward pass, so little is padded."""

    def together(some: Sequence[Window]) -> list[PassScores[External]]:
        observers = [ScoringObserver(model, window, use(window)) for window in some]
        asked = [Passage(one.ids, one.rows, tuple(row - 1 for row in one.rows)) for one in some]
        model.capture(asked, observers, wanted.by_layer(), sorted(wanted.layers))
        return [observer.scores for observer in observers]

    order = sorted(range(len(cut)), key=lambda number: len(cut[number].ids))
    found: dict[int, PassScores[External]] = {}
    for start in range(0, len(order), batch):
        numbers = order[start : start + batch]
        done = halved_where_memory_ends([cut[number] for number in numbers], together)
        found.update(zip(numbers, done, strict=True))
    return [found[number] for number in range(len(cut))]


def window_notes(count: int, positions: int, answer: str) -> tuple[str, ...]:
    """What is said of a context that was read in so many windows, in Chinese beside a Chinese answer, else English."""
    if count == 1:
        return ()
    note = _IN_WINDOWS["zh" if detect_language(answer) == "zh" else "en"]
    return (note.format(count=count, positions=positions),)


def _prepared(model: CausalModel, prompt: Prompt) -> tuple[Tokenised, list[Window]] | Unscored:
    try:
        tokens = tokenise(model, prompt)
        return tokens, windows(tokens, model.sizes.positions)
    except InputError as error:
        return Unscored(str(error))


def _merged(
    prompt: Prompt, tokens: Tokenised, scores: Sequence[TokenScores], wanted: Wanted, positions: int
) -> Reading | Unscored:
    """One reading of all windows: each token as the window shows it that explains it best."""
    if not all(one.finite for one in scores):
        return Unscored(NOT_FINITE)
    best = np.argmax([one.log_probabilities for one in scores], axis=0)
    numbers = np.arange(len(tokens.response))

    def chosen(parts: Sequence[Floats]) -> Floats:
        """(windows, ..., tokens) -> (..., tokens)"""
        taken: Floats = np.moveaxis(np.stack(parts), -1, 1)[best, numbers]
        return np.ascontiguousarray(np.moveaxis(taken, 0, -1))

    return Reading(
        tokens=tokens.response,
        offsets=tokens.offsets,
        heads=wanted.heads,
        layers=wanted.layers,
        ecs=chosen([one.external for one in scores])[wanted.head_rows()],
        pks=chosen([one.pks for one in scores])[wanted.layer_rows()],
        log_probabilities=chosen([one.log_probabilities for one in scores]),
        entropies=chosen([one.entropies for one in scores]),
        windows=len(scores),
        notes=window_notes(len(scores), positions, prompt.response),
    )
