"""AUC, correlation, intervals and thresholds; and how scores of spans become one of the response."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from claimgraph.verify.redeep.measures import (
    auc,
    auc_with_interval,
    aucs,
    best_threshold,
    difference_with_interval,
    draws,
    pearson,
    resampled,
)
from claimgraph.verify.redeep.pooling import POOLINGS, log_odds_of, pooled, probability

pairs = st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.integers(-4, 4)), min_size=2, max_size=30)


@given(pairs)
def test_the_auc_counts_pairs_and_ties_by_half(found: list[tuple[float, int]]) -> None:
    labels, scores = (np.array(column, dtype=np.float64) for column in zip(*found, strict=True))
    assume(0 < labels.sum() < len(labels))
    wins = [
        1.0 if bad > good else 0.5 if bad == good else 0.0
        for bad in scores[labels == 1]
        for good in scores[labels == 0]
    ]
    assert auc(labels, scores) == pytest.approx(sum(wins) / len(wins))


def test_labels_of_one_kind_have_no_auc() -> None:
    assert math.isnan(auc(np.ones(3), np.arange(3.0)))


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(-5, 5)), min_size=3, max_size=20))
def test_the_correlation_is_pearsons(found: list[tuple[float, float]]) -> None:
    left, right = (np.array(column) for column in zip(*found, strict=True))
    assume(left.std() > 1e-3 and right.std() > 1e-3)
    assert pearson(left, right) == pytest.approx(np.corrcoef(left, right)[0, 1], abs=1e-9)
    assert math.isnan(pearson(left, np.ones(len(left))))


@given(pairs, st.integers(0, 1000))
def test_a_weight_counts_a_row_that_often(found: list[tuple[float, int]], seed: int) -> None:
    labels, scores = (np.array(column, dtype=np.float64) for column in zip(*found, strict=True))
    counts = np.random.default_rng(seed).integers(0, 3, len(labels))
    repeated = np.repeat(np.arange(len(labels)), counts)
    wanted = auc(labels[repeated], scores[repeated]) if len(repeated) else math.nan
    assert aucs(labels, scores, counts[None, :].astype(float))[0] == pytest.approx(wanted, nan_ok=True)


def test_the_interval_holds_the_true_auc_about_as_often_as_it_says() -> None:
    random = np.random.default_rng(0)
    true = 0.5 * (1 + math.erf(0.5))  # of two normal distributions, one unit apart
    held = []
    for seed in range(100):
        labels = np.repeat([0.0, 1.0], 60)
        found = auc_with_interval(labels, random.normal(size=120) + labels, np.arange(120), seed, rounds=400)
        held.append(found.low <= true <= found.high)
    assert 0.88 <= np.mean(held) <= 0.99


def test_the_interval_of_any_measure_is_that_of_the_auc_when_it_is_the_auc() -> None:
    random = np.random.default_rng(2)
    labels, groups = np.repeat([0.0, 1.0], 30), np.arange(60) // 2
    scores = random.normal(size=60) + labels
    found = auc_with_interval(labels, scores, groups, rounds=300)
    low, high = resampled(lambda rows: auc(labels[rows], scores[rows]), groups, rounds=300)
    assert (low, high) == pytest.approx((found.low, found.high))


def test_responses_of_one_source_are_drawn_together_and_as_many_sources_as_there_are() -> None:
    for weights in draws(np.array([7, 7, 8, 8, 9]), rounds=500, seed=0):
        assert (weights[:, 0] == weights[:, 1]).all()
        assert (weights[:, 2] == weights[:, 3]).all()
        assert (weights[:, [0, 2, 4]].sum(axis=1) == 3).all()


def test_a_paired_difference_is_surer_than_two_intervals_apart() -> None:
    random = np.random.default_rng(1)
    labels = np.repeat([0.0, 1.0], 100)
    noise = random.normal(size=200)
    better, worse = labels * 1.2 + noise, labels * 0.8 + noise
    groups = np.arange(200)

    difference = difference_with_interval(labels, [better], [worse], groups)
    apart = [auc_with_interval(labels, scores, groups) for scores in (better, worse)]

    assert difference.value == pytest.approx(apart[0].value - apart[1].value)
    assert difference.low > 0
    assert apart[0].low < apart[1].high


def test_the_threshold_parts_what_can_be_parted() -> None:
    labels, scores = np.array([0.0, 0.0, 1.0, 1.0]), np.array([0.1, 0.3, 0.5, 0.9])
    assert best_threshold(labels, scores) == pytest.approx(0.4)


@given(pairs)
def test_no_threshold_has_a_better_balanced_accuracy(found: list[tuple[float, int]]) -> None:
    labels, scores = (np.array(column, dtype=np.float64) for column in zip(*found, strict=True))
    assume(0 < labels.sum() < len(labels))

    def gain(threshold: float) -> float:
        called = scores >= threshold
        return float(called[labels == 1].mean() - called[labels == 0].mean())

    assert gain(best_threshold(labels, scores)) == pytest.approx(max(gain(score) for score in scores))


ODDS = np.array([-1.0, 2.0, 0.5, -3.0])
RESPONSE = np.array([0, 0, 1, 1])


def slow_pooled(how: str, odds: list[float]) -> float:
    chances = [1 / (1 + math.exp(-one)) for one in odds]
    clean = math.prod(1 - chance for chance in chances)
    return {
        "mean": 1 / (1 + math.exp(-sum(odds) / len(odds))),
        "noisy-or": 1 - clean,
        "tempered": 1 - clean ** (1 / math.sqrt(len(odds))),
        "highest": max(chances),
    }[how]


@pytest.mark.parametrize("how", POOLINGS)
def test_a_response_is_pooled_over_its_own_spans(how: str) -> None:
    wanted = [slow_pooled(how, [-1.0, 2.0]), slow_pooled(how, [0.5, -3.0])]
    np.testing.assert_allclose(pooled(how, ODDS, RESPONSE, 2), wanted)


@pytest.mark.parametrize("how", POOLINGS)
@given(odds=st.lists(st.floats(-700, 700), min_size=1, max_size=8))
def test_a_pooled_score_is_a_probability_and_rises_with_every_span(how: str, odds: list[float]) -> None:
    response = np.zeros(len(odds), dtype=np.int64)
    score = pooled(how, np.array(odds), response, 1)[0]
    assert 0 <= score <= 1
    assert pooled(how, np.array(odds) + 1, response, 1)[0] >= score


def test_an_unknown_pooling_is_refused() -> None:
    with pytest.raises(ValueError, match="no pooling"):
        pooled("median", ODDS, RESPONSE, 2)


@given(st.floats(-25, 25))
def test_log_odds_and_probability_are_each_others_inverse(odds: float) -> None:
    assert log_odds_of(probability(np.array(odds))) == pytest.approx(odds, abs=1e-3)
