"""What is read, and what was read: a prompt with its answer, and a causal model's scores of each of its tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

Head: TypeAlias = tuple[int, int]
"""(layer, head), both from 0."""
Span: TypeAlias = tuple[int, int]
"""Start and end in characters, the end exclusive."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that ends with the answer, and where the contexts stand in it; all spans are characters of `text`."""

    text: str
    context: tuple[Span, ...]  # in order, not overlapping, all before the answer
    answer: Span  # its end is the end of the text

    @property
    def response(self) -> str:
        return self.text[slice(*self.answer)]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a causal model shows while it reads an answer, token by token.

    A token's ECS and PKS are of its own position (the pass that reads it); its log-probability and the entropy are of
    the prediction that was made for it, at the position before.
    """

    tokens: tuple[int, ...]  # ids
    offsets: tuple[Span, ...]  # characters in the answer; tokens of one character share its span
    heads: tuple[Head, ...]
    layers: tuple[int, ...]
    ecs: Floats  # (heads, tokens), in [-1, 1]
    pks: Floats  # (layers, tokens), in [0, ln 2]
    log_probabilities: Floats  # (tokens,), natural logarithm
    entropies: Floats  # (tokens,), of the predicted distributions, natural logarithm
    windows: int = 1  # how many were read because the context is longer than what the model can read at once
    notes: tuple[str, ...] = ()  # what the reader of the scores should know, in the answer's language


@dataclass(frozen=True, slots=True, eq=False)
class ChunkReading:
    """The same at chunk level: of each chunk of the answer which chunk of the context each head attends to most."""

    response_chunks: tuple[Span, ...]  # characters in the answer
    context_chunks: tuple[Span, ...]  # characters in the prompt's text
    heads: tuple[Head, ...]
    layers: tuple[int, ...]
    attended: NDArray[np.int64]  # (heads, response chunks): number of the context chunk; -1: none is within reach
    ecs: Floats  # (heads, response chunks), in [-1, 1]; 0 where none is
    pks: Floats  # (layers, response chunks), in [0, ln 2]
    windows: int = 1
    notes: tuple[str, ...] = ()
