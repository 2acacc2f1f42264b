"""What is asked of one pass through a causal model, and who is told what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, slots=True)
class Passage:
    """The tokens of one text, and the positions at which they are read."""

    ids: tuple[int, ...]
    rows: tuple[int, ...]  # positions whose attention and residual stream are shown
    predicting: tuple[int, ...] = ()  # positions whose logits are shown: each predicts the token after it

    def __post_init__(self) -> None:
        if not self.ids:
            raise ValueError("A passage has at least one token.")
        if any(not 0 <= position < len(self.ids) for position in (*self.rows, *self.predicting)):
            raise ValueError(f"A position to be read is not among the {len(self.ids)} tokens of its passage.")


class Observer(Protocol):
    """Told layer by layer what a pass over one passage shows; what it wants to keep, it reduces at once.

    Tensors are on the model's device and belong to the pass: whoever keeps one whole keeps its memory. For each layer
    `attention` comes before `ffn`, layers come in order, `final` comes last.
    """

    def attention(self, layer: int, heads: Sequence[int], weights: torch.Tensor) -> None:
        """weights: (heads, rows, positions) float32, each row a distribution over the positions up to its own."""

    def ffn(self, layer: int, before: torch.Tensor, after: torch.Tensor) -> None:
        """(rows, d): the residual stream before and after what the layer's feed-forward network adds."""

    def final(self, hidden: torch.Tensor, logits: torch.Tensor) -> None:
        """hidden: (positions, d), states of the last layer after the final norm; logits: (predicting, vocabulary)."""
