"""What the rooms above may ask of a model: texts in, numbers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Embedder(Protocol):
    """Texts to vectors of length 1, so that a dot product is the cosine."""

    @property
    def name(self) -> str:
        """Stable identifier, usable in the name of a property or an index: `[a-z0-9_]+`."""

    @property
    def version(self) -> str:
        """Changes whenever the same text could get another vector: covers the model file and the pooling."""

    @property
    def dimensions(self) -> int: ...

    @property
    def languages(self) -> frozenset[str]:
        """Languages it is made for, as ISO 639-1 codes."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), dimensions) float32, rows of L2 norm 1, in the order given.

        A text without anything the model can see (empty, only whitespace) still gets a row of length 1.
        What is read of a text longer than the model's limit, the implementation's docstring says.
        Raises ModelUnavailable when the model's file, package or endpoint is missing.
        """


@dataclass(frozen=True, slots=True)
class NliScores:
    """Probabilities in [0, 1] that sum to 1."""

    entailment: float
    neutral: float
    contradiction: float


class NliModel(Protocol):
    """How a premise bears on a hypothesis."""

    @property
    def name(self) -> str:
        """Stable identifier, `[a-z0-9_]+`."""

    @property
    def version(self) -> str:
        """Changes whenever the same pair could get other scores."""

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        """Scores of (premise, hypothesis) pairs, in order; a pair's score does not depend on its batch.

        Raises ModelUnavailable when the model's file or package is missing.
        """

    def known_fraction(self, text: str) -> float:
        """Share of the text's word pieces that the vocabulary knows, in [0, 1]; 1.0 for an empty text."""
