"""The scores of ReDEeP as pure functions over arrays: NumPy and torch alike (Sun et al., ICLR 2025, arXiv 2410.11414).

Positions count all tokens of the sequence (prompt, then response); rows are the tokens of the response that are read.
A row is a token's own position: its hidden state, its attention and its feed-forward networks are those of the pass
that reads the token, as in the paper, not of the pass before it that predicts it. NaN goes in, NaN comes out: no score
is made of a value that is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .arrays import Array, cosine, largest, log_softmax, namespace, positions, real, softplus, sums

LN2 = math.log(2)
PUBLISHED_FACTOR = 10e5
"""By which the authors' code multiplies; written so there, and a million."""

_NEVER = -1e4
"""As the logarithm of a probability: none at all, and yet a number, so that the difference of two is one."""


def external_context_scores(
    weights: Array, hidden: Array, rows: Sequence[int] | Array, context: Sequence[int] | Array, top: float
) -> Array:
    """ECS of each head for each token of the response (section 3 of the paper, token level).

    E(n; l, h) = cos(e, x_n), where e is the mean of x_j over the `top` share of context tokens j that head (l, h)
    attends to most from token n, and x are the hidden states of the last layer.

    weights: (heads, rows, positions), attention of one layer; hidden: (positions, d), states of the last layer;
    rows, context: positions; top: share in (0, 1]. Returns (heads, rows), in [-1, 1].
    Raises `ValueError` for an empty context or a share outside (0, 1].
    """
    return context_similarity(attended(weights, context, top), hidden, rows)


def attended(weights: Array, context: Sequence[int] | Array, top: float) -> Array:
    """Positions of the context tokens that each head attends to most: (heads, rows, k), in no order.

    k = max(1, round(top x context tokens)). A token that is not attended to at all (it lies outside the sliding window
    of a layer) is not among them: -1 stands in its place. weights: (heads, rows, positions). Raises as
    `external_context_scores`.
    """
    if len(context) == 0:
        raise ValueError("There is no context to attend to.")
    if not 0 < top <= 1:
        raise ValueError(f"The share of context tokens is {top}; it must be in (0, 1].")
    xp = namespace(weights)
    first, beyond = int(min(context)), int(max(context)) + 1
    of_context = weights[..., first:beyond]
    if len(context) < beyond - first:  # other tokens stand between those of the context
        between = xp.ones(beyond - first, dtype=xp.bool, device=weights.device)
        between[positions(context, weights) - first] = False
        of_context = xp.where(between, xp.full_like(of_context, -1.0), of_context)
    most, best = largest(of_context, max(1, round(top * len(context))))
    return xp.where(most == 0, xp.full_like(best, -1), best + first)


def context_similarity(attended: Array, hidden: Array, rows: Sequence[int] | Array) -> Array:
    """Cosine of the mean last-layer state of the attended tokens with the token's own: (heads, rows), in [-1, 1].

    0 where a token attends to none of the context. attended: (heads, rows, k) positions, -1 for none, as from the
    function of that name; hidden: (positions, d); rows: positions.
    """
    hidden = real(hidden)
    attended = positions(attended, hidden)
    own = hidden[positions(rows, hidden)]
    # A head at a time: (rows, k, d) of all heads would dwarf what is kept of a pass. A cosine minds no factor, so the
    # sum does for the mean.
    return namespace(hidden).stack([cosine(sums(hidden, of_head), own) for of_head in attended])


def parametric_knowledge_scores(before: Array, after: Array) -> Array:
    """PKS of one layer for each token of the response (section 3 of the paper, token level): (rows,), in [0, ln 2].

    P(n; l) = JSD(q(x_before) || q(x_after)), where q is the vocabulary distribution that the logit lens (final norm,
    unembedding, softmax) reads from the residual stream before and after the feed-forward network of layer l.

    before, after: (rows, vocabulary) logits.
    """
    return _from_logs(log_softmax(real(before)), log_softmax(real(after)))


def jensen_shannon(p: Array, q: Array) -> Array:
    """JSD(p || q) = KL(p || m) / 2 + KL(q || m) / 2 with m = (p + q) / 2, natural logarithm, in [0, ln 2].

    p, q: distributions along the last axis. 0 log 0 is 0.
    """
    p, q = real(p), real(q)
    middle = (p + q) / 2
    return _within((_divergence(p, middle) + _divergence(q, middle)) / 2)


def published_divergence(before: Array, after: Array) -> Array:
    """What the authors' code computes in place of the JSD, token level: kept to recompute their figures, no default.

    The arguments of the two KL divergences are swapped, the vocabulary is averaged where it should be summed, and the
    result is a million times as large: 10e5 x mean over the vocabulary of (m log(m / p) + m log(m / q)) / 2.

    before, after: (rows, vocabulary) logits. Returns (rows,), with no upper bound.
    """
    return PUBLISHED_FACTOR * _swapped(before, after) / before.shape[-1]


def published_chunk_divergence(before: Array, after: Array) -> Array:
    """The authors' form at chunk level, of the tokens of one chunk: swapped KL, summed over vocabulary and tokens.

    before, after: (tokens, vocabulary) logits. Returns a scalar, with no upper bound: longer chunks score higher.
    """
    xp = namespace(before)
    return xp.sum(_swapped(before, after))


def copying_scores(values: Array, outputs: Array, embeddings: Array, unembedding: Array) -> Array:
    """How far each head copies the token it attends to: sum of the eigenvalues over the sum of their absolute values.

    The eigenvalues are those of the head's full OV circuit W_U W_O W_V W_E (Elhage et al., 2021), which is vocabulary
    x vocabulary and never built: its non-zero ones are those of W_V (W_E W_U) W_O, a matrix of the head's dimension.
    Biases and the norms between the parts are left out, as there.

    values: (kv_heads, head, d), W_V of each key-value head: as many as heads (multi-head), fewer (grouped-query:
    consecutive heads share one) or one (multi-query); outputs: (heads, d, head), W_O of each head;
    embeddings, unembedding: (vocabulary, d). Returns (heads,), in [-1, 1]: 1 is a head that copies and nothing else,
    0 one that writes nothing. Raises `ValueError` where the heads do not share the key-value heads evenly.
    """
    return circuit_scores(values, outputs, vocabulary_circuit(embeddings, unembedding))


def vocabulary_circuit(embeddings: Array, unembedding: Array) -> Array:
    """W_E W_U, (d, d): what all heads of a model share, and the one part whose cost grows with the vocabulary.

    embeddings, unembedding: (vocabulary, d).
    """
    return namespace(embeddings, unembedding).matrix_transpose(real(embeddings)) @ real(unembedding)


def circuit_scores(values: Array, outputs: Array, circuit: Array) -> Array:
    """`copying_scores` from W_E W_U, (d, d), in place of the two matrices over the vocabulary."""
    heads, sharing = outputs.shape[0], values.shape[0]
    if sharing == 0 or heads % sharing:
        raise ValueError(f"{heads} heads cannot share {sharing} key-value heads evenly.")
    xp = namespace(values, outputs, circuit)
    scores = []
    for head in range(heads):
        value = real(values[head * sharing // heads])
        eigenvalues = xp.linalg.eigvals(value @ circuit @ real(outputs[head]))
        total = xp.sum(xp.abs(eigenvalues))
        share = xp.sum(xp.real(eigenvalues)) / xp.where(total == 0, xp.ones_like(total), total)
        scores.append(xp.clip(share, -1.0, 1.0))
    return xp.stack(scores)


def hallucination_score(
    ecs: Array, pks: Array, external: float | Array = 1.0, parametric: float | Array = 1.0
) -> Array:
    """H = sum over knowledge FFNs of parametric x PKS - sum over copying heads of external x ECS (section 4).

    ecs: (heads, tokens or chunks) and pks: (layers, tokens or chunks), of the heads and layers selected, scaled as the
    coefficients were fitted; external: one coefficient or (heads,); parametric: one or (layers,). Returns (tokens or
    chunks,): high where the model followed what it knows by heart. The response's score is the mean.
    """
    xp = namespace(ecs, pks)
    return xp.sum(_beside(parametric, pks) * pks, axis=0) - xp.sum(_beside(external, ecs) * ecs, axis=0)


def _beside(coefficients: float | Array, scores: Array) -> Array:
    """One coefficient as it is, those of each head or layer as a column."""
    return coefficients if isinstance(coefficients, float | int) else coefficients[:, None]


def _from_logs(p: Array, q: Array) -> Array:
    """JSD of two distributions given as natural logarithms: a probability too small for its float still counts.

    With d = log q - log p, log(p / m) is ln 2 - log(1 + e^d), and log(q / m) is that plus d.
    """
    xp = namespace(p, q)
    p, q = xp.clip(p, _NEVER, None), xp.clip(q, _NEVER, None)
    apart = q - p
    beyond = LN2 - softplus(apart)
    return _within((xp.sum(xp.exp(p) * beyond, axis=-1) + xp.sum(xp.exp(q) * (beyond + apart), axis=-1)) / 2)


def _divergence(p: Array, middle: Array) -> Array:
    """KL(p || middle) along the last axis, where middle is zero only where p is."""
    xp = namespace(p)
    impossible = p == 0
    ones = xp.ones_like(p)
    ratio = xp.where(impossible, ones, p) / xp.where(impossible, ones, middle)
    return xp.sum(p * xp.log(ratio), axis=-1)


def _swapped(before: Array, after: Array) -> Array:
    """(KL(m || p) + KL(m || q)) / 2 along the vocabulary, of two sets of logits."""
    xp = namespace(before)
    p, q = log_softmax(real(before)), log_softmax(real(after))
    middle = xp.logaddexp(p, q) - LN2
    return xp.sum(xp.exp(middle) * (middle - (p + q) / 2), axis=-1)


def _within(divergence: Array) -> Array:
    """Rounding may leave [0, ln 2] by a hair."""
    return namespace(divergence).clip(divergence, 0.0, LN2)
