"""Token scores beside a slow reference that is written from the equations, with nothing but loops and floats."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from claimgraph.verify.redeep import scores

Floats = NDArray[np.float64]


def softmax(logits: Floats) -> list[float]:
    highest = max(logits)
    powers = [math.exp(value - highest) for value in logits]
    return [power / sum(powers) for power in powers]


def divergence(p: list[float], q: list[float]) -> float:
    return sum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def slow_cosine(left: list[float], right: list[float]) -> float:
    product = sum(a * b for a, b in zip(left, right, strict=True))
    return product / math.sqrt(sum(a * a for a in left)) / math.sqrt(sum(b * b for b in right))


def slow_external(
    weights: Floats, hidden: Floats, rows: list[int], context: list[int], top: float
) -> list[list[float]]:
    found = []
    for head in weights:
        of_head = []
        for number, row in enumerate(rows):
            count = max(1, round(top * len(context)))
            best = sorted(context, key=lambda position: -head[number][position])[:count]
            mean = [sum(hidden[position][d] for position in best) / count for d in range(hidden.shape[1])]
            of_head.append(slow_cosine(mean, list(hidden[row])))
        found.append(of_head)
    return found


def slow_knowledge(before: Floats, after: Floats) -> list[float]:
    found = []
    for one, two in zip(before, after, strict=True):
        p, q = softmax(one), softmax(two)
        middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
        found.append((divergence(p, middle) + divergence(q, middle)) / 2)
    return found


def drawn(seed: int) -> tuple[Floats, Floats, list[int], list[int]]:
    """Attention of 3 heads for 4 tokens of the response, last-layer states of 20 positions, rows and context."""
    random = np.random.default_rng(seed)
    weights = random.random((3, 4, 20))
    return weights / weights.sum(axis=-1, keepdims=True), random.normal(size=(20, 6)), [16, 17, 18, 19], [*range(2, 14)]


@pytest.mark.parametrize("top", [0.01, 0.1, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_the_external_context_score_is_that_of_the_equation(top: float, seed: int) -> None:
    weights, hidden, rows, context = drawn(seed)

    found = scores.external_context_scores(weights, hidden, rows, context, top)

    np.testing.assert_allclose(found, slow_external(weights, hidden, rows, context, top), atol=1e-12)


def test_what_stands_between_two_contexts_is_not_attended_to() -> None:
    weights, hidden, rows, _ = drawn(3)
    apart = [2, 3, 4, 8, 9, 13]
    weights[..., [0, 5, 6, 7, 10]] += 5.0  # however much a head looks at it

    for top in (0.1, 0.5, 1.0):
        found = scores.external_context_scores(weights, hidden, rows, apart, top)
        np.testing.assert_allclose(found, slow_external(weights, hidden, rows, apart, top), atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_parametric_knowledge_score_is_that_of_the_equation(seed: int) -> None:
    random = np.random.default_rng(seed)
    before, after = random.normal(size=(4, 30)) * 5, random.normal(size=(4, 30)) * 5

    found = scores.parametric_knowledge_scores(before, after)

    np.testing.assert_allclose(found, slow_knowledge(before, after), atol=1e-12)


def test_only_context_tokens_are_attended_to_however_much_a_head_looks_elsewhere() -> None:
    weights = np.zeros((1, 1, 6))
    weights[0, 0] = [0.9, 0.02, 0.05, 0.01, 0.0, 0.02]  # position 0 is no context
    assert set(scores.attended(weights, [1, 2, 3], 0.67)[0, 0].tolist()) == {1, 2}


def test_a_token_outside_the_window_of_a_layer_is_not_attended_to() -> None:
    weights = np.zeros((1, 1, 4))
    weights[0, 0, 2] = 0.4
    hidden = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])

    assert sorted(scores.attended(weights, [0, 1, 2], 1.0)[0, 0].tolist()) == [-1, -1, 2]
    assert scores.external_context_scores(weights, hidden, [3], [0, 1, 2], 1.0)[0, 0] == pytest.approx(1.0)


def test_a_head_that_sees_none_of_the_context_scores_zero() -> None:
    assert scores.external_context_scores(np.zeros((1, 1, 3)), np.ones((3, 2)), [2], [0, 1], 0.5)[0, 0] == 0.0


@pytest.mark.parametrize(("context", "top"), [([], 0.1), ([0], 0.0), ([0], 1.5), ([0], -0.1), ([0], float("nan"))])
def test_an_empty_context_and_a_share_that_is_none_are_refused(context: list[int], top: float) -> None:
    with pytest.raises(ValueError, match=r"context|share"):
        scores.external_context_scores(np.ones((1, 1, 3)), np.ones((3, 2)), [2], context, top)


@given(st.integers(0, 2**32 - 1), st.floats(0.01, 1), st.floats(1e-6, 1e6))
def test_the_external_context_score_is_a_cosine_whatever_the_states(seed: int, top: float, size: float) -> None:
    weights, hidden, rows, context = drawn(seed)
    found = scores.external_context_scores(weights, hidden * size, rows, context, top)
    assert ((found >= -1) & (found <= 1)).all()


logits = st.lists(st.floats(-60, 60), min_size=8, max_size=8)


@given(logits, logits)
def test_the_divergence_lies_between_nothing_and_ln_2_and_takes_its_sides_alike(a: list[float], b: list[float]) -> None:
    one, two = np.array([a]), np.array([b])
    found = scores.parametric_knowledge_scores(one, two)
    assert 0 <= found[0] <= math.log(2)
    assert found == pytest.approx(scores.parametric_knowledge_scores(two, one), abs=1e-12)


@given(logits, st.floats(-50, 50))
def test_a_feed_forward_network_that_changes_nothing_scores_zero(a: list[float], shift: float) -> None:
    assert scores.parametric_knowledge_scores(np.array([a]), np.array([a]) + shift)[0] == pytest.approx(0, abs=1e-12)


def test_distributions_that_share_nothing_diverge_by_ln_2() -> None:
    p, q = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.25, 0.75])
    assert scores.jensen_shannon(p, q) == pytest.approx(math.log(2))


@given(logits, logits)
def test_the_divergence_of_logits_is_that_of_their_distributions(a: list[float], b: list[float]) -> None:
    one, two = np.array([a]), np.array([b])
    p, q = np.array([softmax(np.array(a))]), np.array([softmax(np.array(b))])
    assert scores.parametric_knowledge_scores(one, two) == pytest.approx(scores.jensen_shannon(p, q), abs=1e-9)


def test_words_that_the_model_rules_out_count_nothing() -> None:
    before, after = np.array([[1.0, 2.0, -np.inf]]), np.array([[2.0, 1.0, -np.inf]])
    found = scores.parametric_knowledge_scores(before, after)
    assert found == pytest.approx(scores.parametric_knowledge_scores(before[:, :2], after[:, :2]))


@pytest.mark.filterwarnings("ignore:invalid value")
def test_a_value_that_is_no_number_gives_no_score() -> None:
    broken = np.array([[1.0, np.nan, 2.0]])
    assert np.isnan(scores.parametric_knowledge_scores(broken, np.ones((1, 3)))).all()
    hidden = np.ones((3, 2))
    hidden[0, 0] = np.nan
    assert np.isnan(scores.external_context_scores(np.ones((1, 1, 3)), hidden, [2], [0, 1], 1.0)).all()


def slow_published(before: Floats, after: Floats) -> list[list[float]]:
    """Of each token and word: m log(m / p) and m log(m / q), halved and added."""
    found = []
    for one, two in zip(before, after, strict=True):
        p, q = softmax(one), softmax(two)
        parts = [((a + b) / 2, a, b) for a, b in zip(p, q, strict=True)]
        found.append([(m * math.log(m / a) + m * math.log(m / b)) / 2 for m, a, b in parts])
    return found


def test_the_published_forms_are_the_authors_and_not_the_divergence() -> None:
    random = np.random.default_rng(4)
    before, after = random.normal(size=(3, 40)), random.normal(size=(3, 40))
    slow = slow_published(before, after)

    of_tokens, of_chunk = scores.published_divergence(before, after), scores.published_chunk_divergence(before, after)

    np.testing.assert_allclose(of_tokens, [1e6 * sum(words) / len(words) for words in slow], rtol=1e-9)
    assert float(of_chunk) == pytest.approx(sum(sum(words) for words in slow))
    assert (of_tokens > math.log(2)).all()


def slow_hallucination(ecs: Floats, pks: Floats, external: list[float], parametric: list[float]) -> list[float]:
    return [
        sum(parametric[layer] * pks[layer][token] for layer in range(len(pks)))
        - sum(external[head] * ecs[head][token] for head in range(len(ecs)))
        for token in range(ecs.shape[1])
    ]


def test_the_hallucination_score_counts_knowledge_up_and_context_down() -> None:
    random = np.random.default_rng(5)
    ecs, pks = random.random((3, 4)), random.random((2, 4))

    found = scores.hallucination_score(ecs, pks, np.array([0.1, 0.2, 0.3]), np.array([2.0, 3.0]))

    np.testing.assert_allclose(found, slow_hallucination(ecs, pks, [0.1, 0.2, 0.3], [2.0, 3.0]))
    of_one = scores.hallucination_score(ecs, pks, 0.6)
    np.testing.assert_allclose(of_one, slow_hallucination(ecs, pks, [0.6] * 3, [1.0] * 2))


def explicit_copying(value: Floats, output: Floats, embeddings: Floats, unembedding: Floats) -> float:
    """From the whole vocabulary x vocabulary matrix, as the definition has it."""
    circuit = unembedding @ output @ value @ embeddings.T
    eigenvalues = np.linalg.eigvals(circuit)
    return float(eigenvalues.sum().real / np.abs(eigenvalues).sum())


@pytest.mark.parametrize("sharing", [6, 3, 2, 1], ids=["multi-head", "grouped by 2", "grouped by 3", "multi-query"])
@pytest.mark.parametrize("tied", [True, False])
def test_copying_scores_are_those_of_the_whole_matrix_over_a_tiny_vocabulary(sharing: int, tied: bool) -> None:
    random = np.random.default_rng(6)
    heads, dimension, hidden, vocabulary = 6, 3, 8, 11
    values, outputs = random.normal(size=(sharing, dimension, hidden)), random.normal(size=(heads, hidden, dimension))
    embeddings = random.normal(size=(vocabulary, hidden))
    unembedding = embeddings if tied else random.normal(size=(vocabulary, hidden))

    found = scores.copying_scores(values, outputs, embeddings, unembedding)

    wanted = [
        explicit_copying(values[head // (heads // sharing)], outputs[head], embeddings, unembedding)
        for head in range(heads)
    ]
    np.testing.assert_allclose(found, wanted, atol=1e-6)


def test_a_head_that_copies_scores_one_and_one_that_writes_the_opposite_minus_one() -> None:
    embeddings = np.random.default_rng(7).normal(size=(20, 5))
    value = np.eye(5)[:3]
    outputs = np.stack([value.T, -value.T, np.zeros((5, 3))])

    found = scores.copying_scores(value[None], outputs, embeddings, embeddings)

    np.testing.assert_allclose(found, [1.0, -1.0, 0.0], atol=1e-9)


@pytest.mark.parametrize(("heads", "sharing"), [(4, 3), (2, 4), (3, 0)])
def test_heads_that_cannot_share_evenly_are_refused(heads: int, sharing: int) -> None:
    with pytest.raises(ValueError, match="share"):
        scores.copying_scores(np.ones((sharing, 2, 4)), np.ones((heads, 4, 2)), np.ones((5, 4)), np.ones((5, 4)))


def as_numpy(tensor: Any) -> Floats:
    return np.asarray(tensor.double().cpu().numpy(), dtype=np.float64)


@pytest.mark.torch
def test_torch_tensors_score_as_arrays_do() -> None:
    torch = pytest.importorskip("torch")
    weights, hidden, rows, context = drawn(8)
    half_seen = weights.copy()
    half_seen[..., context[4:]] = 0.0  # outside a sliding window: fewer than are asked for
    random = np.random.default_rng(8)
    before, after = random.normal(size=(4, 30)) * 5, random.normal(size=(4, 30)) * 5
    values, outputs = random.normal(size=(2, 3, 8)), random.normal(size=(4, 8, 3))
    embeddings, unembedding = random.normal(size=(11, 8)), random.normal(size=(11, 8))
    pairs = [
        (scores.external_context_scores, (weights, hidden), (rows, context, 0.25)),
        (scores.external_context_scores, (weights, hidden), (rows, context[:3] + context[6:], 0.5)),
        (scores.external_context_scores, (half_seen, hidden), (rows, context, 0.75)),
        (scores.parametric_knowledge_scores, (before, after), ()),
        (scores.published_divergence, (before, after), ()),
        (scores.copying_scores, (values, outputs, embeddings, unembedding), ()),
        (scores.hallucination_score, (before, after), (0.6, 1.0)),
    ]
    for function, arrays, rest in pairs:
        wanted = function(*arrays, *rest)
        for dtype, tolerance in ((torch.float64, 1e-9), (torch.float32, 1e-4)):
            found = function(*(torch.tensor(array, dtype=dtype) for array in arrays), *rest)
            np.testing.assert_allclose(as_numpy(found), wanted, atol=tolerance, rtol=tolerance, err_msg=str(function))


@pytest.mark.torch
def test_half_precision_is_worked_on_in_single() -> None:
    torch = pytest.importorskip("torch")
    logits_before = torch.randn(2, 5000, generator=torch.Generator().manual_seed(0)).bfloat16()
    found = scores.parametric_knowledge_scores(logits_before, logits_before * 2)
    wanted = scores.parametric_knowledge_scores(logits_before.double().numpy(), (logits_before * 2).double().numpy())
    assert found.dtype == torch.float32
    np.testing.assert_allclose(as_numpy(found), wanted, atol=1e-5)
