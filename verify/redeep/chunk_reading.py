"""Reading an answer at chunk level: which chunk of the context each head reads from, and how alike the two are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from claimgraph.platform.errors import InputError
from claimgraph.platform.models.ports import Embedder

from ..model import Unscored
from .chunked import chunk_attention, chunk_context_scores, chunk_knowledge_scores, most_attended_chunks
from .model import ChunkReading, Head, Prompt, Span
from .observing import PassScores, ReducedUse
from .reading import NOT_FINITE, Wanted, passes, window_notes
from .tokens import Tokenised, Window, tokenise, tokens_in, windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from claimgraph.platform.models.causal.network import CausalModel

    from .model import Floats

    Numbers: TypeAlias = NDArray[np.int64]


def read_chunks(
    model: CausalModel,
    prompt: Prompt,
    context_chunks: Sequence[Span],
    response_chunks: Sequence[Span],
    embedder: Embedder,
    heads: Sequence[Head] | None = None,
    layers: Sequence[int] | None = None,
) -> ChunkReading | Unscored:
    """The scores of these heads and layers (None: all) for each chunk of the answer.

    context_chunks: characters of the prompt's text, within its contexts; response_chunks: characters of the answer.
    Where the context is read in windows, a chunk of the answer is scored in the one in which its tokens are most
    probable. Unscored and errors as of `reading.read`; InputError as well for a chunk without tokens.
    """
    wanted, tokens = Wanted.of(model, heads, layers), tokenise(model, prompt)
    answered = [_range(tokens.offsets, chunk, "answer") for chunk in response_chunks]
    given = [_range(tokens.spans, chunk, "context") for chunk in context_chunks]
    if not answered or not given:
        raise InputError("There is no chunk of the context, or none of the answer: nothing can be compared.")
    held = {window: _held(window, tokens, given) for window in windows(tokens, model.sizes.positions)}
    cut = [window for window, chunks in held.items() if chunks]
    scores = passes(model, cut, wanted, lambda window: _pooling(held[window], len(given), answered), batch=1)
    if not all(one.finite for one in scores):
        return Unscored(NOT_FINITE)
    best = _most_probable(scores, answered)
    attended = _attended([one.external for one in scores], best)[wanted.head_rows()]
    pks = np.stack([chunk_knowledge_scores(one.pks, answered) for one in scores])[best, :, np.arange(len(answered))].T
    embedded = embedder.embed([prompt.text[slice(*chunk)] for chunk in context_chunks])
    own = embedder.embed([prompt.response[slice(*chunk)] for chunk in response_chunks])
    return ChunkReading(
        response_chunks=tuple(response_chunks),
        context_chunks=tuple(context_chunks),
        heads=wanted.heads,
        layers=wanted.layers,
        attended=attended,
        ecs=np.where(attended < 0, 0, chunk_context_scores(attended, own, embedded)).astype(np.float32),
        pks=np.ascontiguousarray(pks[wanted.layer_rows()], dtype=np.float32),
        windows=len(cut),
        notes=window_notes(len(cut), model.sizes.positions, prompt.response),
    )


def _range(spans: Sequence[Span], chunk: Span, of: str) -> tuple[int, int]:
    start, end = tokens_in(spans, chunk)
    if start == end:
        raise InputError(f"The chunk of the {of} at characters {chunk[0]} to {chunk[1]} has no token.")
    return start, end


def _held(window: Window, tokens: Tokenised, given: Sequence[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Number of each context chunk that the window holds, or a part of -> its range of positions there."""
    shift, length = window.start - window.first, window.rows[0] - window.start - len(tokens.after)
    found: dict[int, tuple[int, int]] = {}
    for number, (first, last) in enumerate(given):
        start, end = max(first, window.first), min(last, window.first + length)
        if start < end:
            found[number] = (start + shift, end + shift)
    return found


def _pooling(held: Mapping[int, tuple[int, int]], count: int, answered: Sequence[tuple[int, int]]) -> ReducedUse:
    """(heads, response chunks, context chunks): pooled attention; -inf to a chunk that the window does not hold."""
    import torch

    def pooled(weights: torch.Tensor) -> torch.Tensor:
        inside = chunk_attention(weights, answered, list(held.values()))
        every = inside.new_full((*inside.shape[:2], count), -torch.inf)
        every[..., list(held)] = inside
        return every

    return ReducedUse(pooled)


def _most_probable(scores: Sequence[PassScores[list[Floats]]], answered: Sequence[tuple[int, int]]) -> Numbers:
    """(response chunks,): number of the window in which each chunk's tokens are most probable."""
    means = [[one.log_probabilities[start:end].mean() for start, end in answered] for one in scores]
    return np.asarray(np.argmax(means, axis=0))


def _attended(pooled: Sequence[list[Floats]], best: Numbers) -> Numbers:
    """(heads, response chunks): the context chunk attended to most, in the window that was chosen for the chunk.

    -1 where none is, because all lie outside the layer's sliding window.
    """
    if not pooled[0]:
        return np.zeros((0, len(best)), dtype=np.int64)
    every = np.stack([np.stack(one) for one in pooled])  # (windows, heads, response chunks, context chunks)
    own = every[best, :, np.arange(len(best))]
    return np.asarray(np.where(own.max(axis=-1) > 0, most_attended_chunks(own), -1).T)
