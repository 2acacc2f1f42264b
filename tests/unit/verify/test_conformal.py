"""Conformal sets: the promised coverage holds on claims that were not calibrated on."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.policies.conformal import LEVELS, prediction_set, quantiles_of

VERDICTS = (Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)


def drawn(rng: random.Random) -> tuple[dict[Verdict, float], Verdict]:
    """Chances of a model that is often wrong and too sure of itself, with the truth."""
    truth = rng.choice(VERDICTS)
    raw = {verdict: rng.random() ** 3 + (1.2 * rng.random() if verdict is truth else 0) for verdict in VERDICTS}
    total = sum(raw.values())
    return {verdict: value / total for verdict, value in raw.items()}, truth


@pytest.mark.parametrize("error", [0.05, 0.1, 0.2, 0.4])
def test_the_truth_is_among_the_possible_verdicts_as_often_as_promised(error: float) -> None:
    rng = random.Random(7)
    calibrated = [drawn(rng) for _ in range(3000)]
    quantiles = {
        verdict: quantiles_of([1 - chances[truth] for chances, truth in calibrated if truth is verdict])
        for verdict in VERDICTS
    }
    fresh = [drawn(rng) for _ in range(6000)]
    for verdict in VERDICTS:
        held = [verdict in prediction_set(chances, quantiles, error) for chances, truth in fresh if truth is verdict]
        assert sum(held) / len(held) == pytest.approx(1 - error, abs=0.035)


@given(st.lists(st.floats(0, 1), max_size=60), st.sampled_from(range(len(LEVELS))))
def test_a_quantile_leaves_out_no_more_than_its_level(scores: list[float], at: int) -> None:
    cut = quantiles_of(scores)[at]
    assert sum(score > cut for score in scores) <= LEVELS[at] * (len(scores) + 1) + 1e-6


@given(st.lists(st.floats(0, 1), max_size=60))
def test_more_errors_allowed_never_leave_more_verdicts(scores: list[float]) -> None:
    cuts = quantiles_of(scores)
    assert all(later <= earlier for earlier, later in itertools.pairwise(cuts))


def test_with_too_few_claims_to_calibrate_on_nothing_is_ruled_out() -> None:
    quantiles = {verdict: quantiles_of([0.1, 0.2]) for verdict in VERDICTS}
    chances = {Verdict.SUPPORTED: 0.98, Verdict.CONTRADICTED: 0.01, Verdict.NOT_ENOUGH_INFO: 0.01}
    assert prediction_set(chances, quantiles, 0.1) == tuple(sorted(chances, key=lambda v: (-chances[v], v.value)))


def test_below_the_lowest_level_all_verdicts_are_possible() -> None:
    quantiles = {verdict: [0.0] * len(LEVELS) for verdict in VERDICTS}
    chances = {Verdict.SUPPORTED: 0.5, Verdict.CONTRADICTED: 0.3, Verdict.NOT_ENOUGH_INFO: 0.2}
    assert len(prediction_set(chances, quantiles, 0.001)) == 3
    assert prediction_set(chances, quantiles, 0.01) == ()


def test_being_sure_of_the_promise_takes_a_higher_score_and_premises_count_not_their_claims() -> None:
    scores = [number / 1000 for number in range(1000)]
    plain, sure, few = quantiles_of(scores), quantiles_of(scores, 0.9), quantiles_of(scores, 0.9, groups=100)
    at = LEVELS.index(0.1)
    assert plain[at] == pytest.approx(0.9, abs=0.002)
    assert plain[at] < sure[at] < few[at] < 0.96
    assert quantiles_of(scores, 0.9, groups=5)[at] == 1.0


def test_a_promise_that_is_to_be_sure_is_kept_in_nine_draws_of_ten() -> None:
    rng = random.Random(3)
    kept = 0
    for _ in range(400):
        cut = quantiles_of([rng.random() for _ in range(120)], 0.9)[LEVELS.index(0.2)]
        kept += cut >= 0.8  # of scores that are uniform, a cut covers its own value
    assert 0.87 <= kept / 400 <= 0.97
