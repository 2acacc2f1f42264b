"""ReDEeP at chunk level: context and response in chunks, as pure functions over arrays (section 4 of the paper).

Chunks are given as ranges [start, end): those of the context in positions of the sequence, those of the response in
rows (0 is the first token of the response that was read). NumPy and torch alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .arrays import Array, cosine, namespace, real

Range: TypeAlias = tuple[int, int]


def chunk_attention(weights: Array, response_chunks: Sequence[Range], context_chunks: Sequence[Range]) -> Array:
    """Attention mean-pooled over all token pairs of a chunk of the response and a chunk of the context.

    weights: (heads, rows, positions). Returns (heads, response chunks, context chunks).
    Raises `ValueError` for a chunk that is empty or out of range.
    """
    weights = real(weights)
    xp = namespace(weights)
    of_rows = _averaging(response_chunks, weights.shape[1], weights)
    of_positions = _averaging(context_chunks, weights.shape[2], weights)
    return of_rows @ weights @ xp.matrix_transpose(of_positions)


def most_attended_chunks(pooled: Array) -> Array:
    """The context chunk that each head attends to most from each chunk of the response: (heads, response chunks).

    pooled: (heads, response chunks, context chunks). Among equals the first.
    """
    return namespace(pooled).argmax(pooled, axis=-1)


def chunk_context_scores(attended: Array, response_embeddings: Array, context_embeddings: Array) -> Array:
    """ECS of each head for each chunk of the response: cosine of its embedding with that of the chunk attended to.

    attended: (heads, response chunks), numbers of context chunks; embeddings: (chunks, dimensions), of one embedder.
    Returns (heads, response chunks), in [-1, 1].
    """
    response, context = real(response_embeddings), real(context_embeddings)
    return cosine(context[attended], response[None, :, :])


def chunk_knowledge_scores(scores: Array, response_chunks: Sequence[Range]) -> Array:
    """PKS of each layer for each chunk of the response: the mean over its tokens.

    scores: (layers, rows). Returns (layers, response chunks). Raises as `chunk_attention`.
    """
    scores = real(scores)
    xp = namespace(scores)
    return scores @ xp.matrix_transpose(_averaging(response_chunks, scores.shape[-1], scores))


def _averaging(chunks: Sequence[Range], length: int, beside: Array) -> Array:
    """(chunks, length): what a vector of that length is multiplied with to give the mean of each chunk."""
    xp = namespace(beside)
    means = xp.zeros((len(chunks), length), dtype=beside.dtype, device=beside.device)
    for number, (start, end) in enumerate(chunks):
        if not 0 <= start < end <= length:
            raise ValueError(f"Chunk {number} is [{start}, {end}), which is empty or not within {length} tokens.")
        means[number, start:end] = 1 / (end - start)
    return means
