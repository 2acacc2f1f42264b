"""Chunk-level scores beside a slow reference that is written from the equations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from claimgraph.verify.redeep.chunked import (
    chunk_attention,
    chunk_context_scores,
    chunk_knowledge_scores,
    most_attended_chunks,
)

Floats = NDArray[np.float64]
RESPONSE, CONTEXT = [(0, 3), (3, 4), (4, 7)], [(1, 4), (4, 9), (10, 12)]


def drawn(seed: int) -> tuple[Floats, Floats]:
    """Attention of 2 heads for 7 tokens over 14 positions, and PKS of 3 layers for those tokens."""
    random = np.random.default_rng(seed)
    return random.random((2, 7, 14)), random.random((3, 7))


def slow_pooled(weights: Floats) -> list[list[list[float]]]:
    found = []
    for head in weights:
        of_head = []
        for start, end in RESPONSE:
            of_chunk = []
            for begin, stop in CONTEXT:
                pairs = [head[row][position] for row in range(start, end) for position in range(begin, stop)]
                of_chunk.append(sum(pairs) / len(pairs))
            of_head.append(of_chunk)
        found.append(of_head)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_attention_is_pooled_over_all_token_pairs_of_two_chunks(seed: int) -> None:
    weights, _ = drawn(seed)
    np.testing.assert_allclose(chunk_attention(weights, RESPONSE, CONTEXT), slow_pooled(weights), atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_context_score_of_a_chunk_is_the_cosine_with_the_chunk_attended_to_most(seed: int) -> None:
    weights, _ = drawn(seed)
    random = np.random.default_rng(seed + 100)
    response, context = random.normal(size=(3, 5)), random.normal(size=(3, 5))

    attended = most_attended_chunks(chunk_attention(weights, RESPONSE, CONTEXT))
    found = chunk_context_scores(attended, response, context)

    for head, of_head in enumerate(slow_pooled(weights)):
        for chunk, of_chunk in enumerate(of_head):
            best = context[of_chunk.index(max(of_chunk))]
            cosine = sum(best * response[chunk]) / np.sqrt(sum(best**2)) / np.sqrt(sum(response[chunk] ** 2))
            assert found[head, chunk] == pytest.approx(cosine, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_knowledge_score_of_a_chunk_is_the_mean_of_its_tokens(seed: int) -> None:
    _, knowledge = drawn(seed)
    wanted = [[sum(layer[start:end]) / (end - start) for start, end in RESPONSE] for layer in knowledge]
    np.testing.assert_allclose(chunk_knowledge_scores(knowledge, RESPONSE), wanted, atol=1e-12)


def test_a_long_chunk_of_the_context_is_not_preferred_for_its_length() -> None:
    weights = np.full((1, 1, 10), 0.05)
    weights[0, 0, 8:] = 0.3  # little in all, but the most for each token
    assert most_attended_chunks(chunk_attention(weights, [(0, 1)], [(0, 8), (8, 10)]))[0, 0] == 1


@pytest.mark.parametrize("chunk", [(2, 2), (3, 2), (-1, 2), (5, 8)])
def test_a_chunk_that_is_empty_or_out_of_range_is_refused(chunk: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="empty or not within"):
        chunk_knowledge_scores(np.ones((1, 7)), [(0, 2), chunk])


@given(st.integers(0, 2**32 - 1))
def test_the_context_score_of_a_chunk_is_a_cosine_whatever_the_embeddings(seed: int) -> None:
    random = np.random.default_rng(seed)
    attended = random.integers(0, 4, size=(3, 5))
    found = chunk_context_scores(attended, random.normal(size=(5, 6)) * 1e3, random.normal(size=(4, 6)) * 1e-3)
    assert ((found >= -1) & (found <= 1)).all()


@pytest.mark.torch
def test_torch_tensors_score_chunks_as_arrays_do() -> None:
    torch = pytest.importorskip("torch")
    weights, knowledge = drawn(9)
    embeddings = np.random.default_rng(9).normal(size=(3, 5))

    pooled = chunk_attention(torch.tensor(weights), RESPONSE, CONTEXT)
    attended = most_attended_chunks(pooled)
    external = chunk_context_scores(attended, torch.tensor(embeddings), torch.tensor(embeddings))

    wanted = chunk_attention(weights, RESPONSE, CONTEXT)
    np.testing.assert_allclose(pooled.numpy(), wanted, atol=1e-9)
    assert attended.tolist() == most_attended_chunks(wanted).tolist()
    np.testing.assert_allclose(
        external.numpy(), chunk_context_scores(most_attended_chunks(wanted), embeddings, embeddings), atol=1e-9
    )
    known = chunk_knowledge_scores(torch.tensor(knowledge), RESPONSE)
    np.testing.assert_allclose(known.numpy(), chunk_knowledge_scores(knowledge, RESPONSE), atol=1e-9)
