"""Observers of a pass: a layer's attention and streams become scores as they come, and are let go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np

from .scores import attended, context_similarity, parametric_knowledge_scores

if TYPE_CHECKING:
    import torch

    from claimgraph.platform.models.causal.network import CausalModel

    from .model import Floats
    from .tokens import Window

PIECE = 1 << 17
"""Logits that a CPU compares at once: what is worked out of them stays in its cache."""
PIECE_OF_LENS = 1 << 21
"""Logits, before and after a network, that a CPU works out at once: each time it reads all of the unembedding."""
PIECE_OF_GPU = 1 << 24
ROWS_OF_LENS = 32
"""Rows, at least, that go through the unembedding at once, however large the vocabulary."""
NEVER = -1e4
"""As the logarithm of a probability: none at all, and yet a number."""

External = TypeVar("External", covariant=True)


class ContextUse(Protocol[External]):
    """What becomes of the attention of a pass."""

    def add(self, weights: torch.Tensor) -> None:
        """(heads, rows, positions) of a layer."""

    def result(self, hidden: torch.Tensor, rows: Sequence[int]) -> External:
        """All of it, once the states of the last layer, (positions, d), are known."""


@dataclass(frozen=True, slots=True, eq=False)
class PassScores(Generic[External]):
    """What one pass over one window gives."""

    external: External
    pks: Floats  # (layers, rows)
    log_probabilities: Floats  # (rows,), of each row's token
    entropies: Floats  # (rows,), of the distribution that predicted it
    finite: bool  # whether all these are numbers


class ScoringObserver(Generic[External]):
    """Scores the rows of a window; `scores` once the pass is over."""

    def __init__(self, model: CausalModel, window: Window, use: ContextUse[External]) -> None:
        self._lens, self._vocabulary = model.lens, model.sizes.vocabulary
        self._window, self._use = window, use
        self._pks: list[torch.Tensor] = []
        self._scores: PassScores[External] | None = None

    @property
    def scores(self) -> PassScores[External]:
        if self._scores is None:
            raise RuntimeError("The pass is not over.")
        return self._scores

    def attention(self, layer: int, heads: Sequence[int], weights: torch.Tensor) -> None:
        self._use.add(weights)

    def ffn(self, layer: int, before: torch.Tensor, after: torch.Tensor) -> None:
        import torch

        parts = []
        for start, end in _blocks(before, 2 * self._vocabulary, PIECE_OF_LENS, ROWS_OF_LENS):
            one, other = self._lens(torch.cat([before[start:end], after[start:end]])).chunk(2)
            for first, last in _blocks(one, self._vocabulary, PIECE):
                parts.append(parametric_knowledge_scores(one[first:last], other[first:last]))
        self._pks.append(torch.cat(parts))

    def final(self, hidden: torch.Tensor, logits: torch.Tensor) -> None:
        """`logits` of the positions before the rows."""
        import torch

        rows = self._window.rows
        external = self._use.result(hidden, rows)
        pks = torch.stack(self._pks) if self._pks else torch.zeros((0, len(rows)))
        logs, entropies = _doubt(logits, self._window.response)
        finite = all(bool(torch.isfinite(part).all()) for part in (hidden, pks, logs, entropies))
        self._scores = PassScores(external, as_numpy(pks), as_numpy(logs), as_numpy(entropies), finite)
        self._pks.clear()


class TokenUse:
    """ECS, token level: (heads, rows). Of a layer only the positions attended to most are kept."""

    def __init__(self, context: Sequence[int], top: float) -> None:
        self._context = context
        self._top = top
        self._attended: list[torch.Tensor] = []

    def add(self, weights: torch.Tensor) -> None:
        self._attended.append(attended(weights, self._context, self._top).int())  # half as large as int64

    def result(self, hidden: torch.Tensor, rows: Sequence[int]) -> Floats:
        if not self._attended:
            return np.zeros((0, len(rows)), dtype=np.float32)
        return np.concatenate([as_numpy(context_similarity(chosen, hidden, rows)) for chosen in self._attended])


class ReducedUse:
    """Whatever `reduce` makes of each layer's (heads, rows, positions), one head after the other."""

    def __init__(self, reduce: Callable[[torch.Tensor], torch.Tensor]) -> None:
        self._reduce = reduce
        self._reduced: list[Floats] = []

    def add(self, weights: torch.Tensor) -> None:
        self._reduced.append(as_numpy(self._reduce(weights)))

    def result(self, hidden: torch.Tensor, rows: Sequence[int]) -> list[Floats]:
        return [of_head for of_layer in self._reduced for of_head in of_layer]


def as_numpy(values: Any) -> Floats:
    """float32, on the CPU."""
    found: Floats = values.float().cpu().numpy()
    return found


def _doubt(logits: torch.Tensor, ids: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Log-probabilities of these tokens, and entropies of the distributions, (rows,) each."""
    import torch

    logs, entropies = [], []
    wanted = torch.tensor(ids, device=logits.device)
    for start, end in _blocks(logits, logits.shape[-1], PIECE):
        distribution = torch.log_softmax(logits[start:end].float(), dim=-1)
        logs.append(distribution.gather(-1, wanted[start:end, None])[:, 0])
        entropies.append(-(distribution.exp() * distribution.clamp_(min=NEVER)).sum(dim=-1))  # 0 log 0 is 0
    return torch.cat(logs), torch.cat(entropies)


def _blocks(rows: torch.Tensor, size: int, piece: int, least: int = 1) -> list[tuple[int, int]]:
    """Ranges of rows, `least` or as many as are a piece together; each makes so many numbers."""
    count = max(least, (PIECE_OF_GPU if rows.device.type == "cuda" else piece) // size)
    return [(start, min(start + count, len(rows))) for start in range(0, len(rows), count)]
