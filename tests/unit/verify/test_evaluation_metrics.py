"""The measures against their definitions, written out by brute force."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimgraph.verify.evaluation.judging import metrics
from claimgraph.verify.evaluation.judging.intervals import (
    auroc_estimate,
    auroc_samples,
    balanced_estimate,
    balanced_samples,
    calibration_samples,
    difference,
    draw,
    f1_samples,
    interval,
)

SCORE = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0, math.nan]), st.floats(0, 1))
CASES = st.lists(st.tuples(SCORE, st.booleans()), min_size=1, max_size=25)


def arrays(cases: list[tuple[float, bool]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([score for score, _ in cases], dtype=float), np.array([truth for _, truth in cases], dtype=bool)


def brute_auroc(cases: list[tuple[float, bool]]) -> float | None:
    """Over all pairs of a supported and another case; a pair with an unscored one is a coin toss."""
    up = [score for score, truth in cases if truth]
    down = [score for score, truth in cases if not truth]
    if not up or not down:
        return None
    won = [0.5 if math.isnan(a) or math.isnan(b) or a == b else float(a > b) for a, b in product(up, down)]
    return sum(won) / len(won)


def brute_balanced(cases: list[tuple[float, bool]], threshold: float) -> float | None:
    shares = []
    for kind in (True, False):
        told = [0.5 if math.isnan(s) else float((s >= threshold) == truth) for s, truth in cases if truth is kind]
        if not told:
            return None
        shares.append(sum(told) / len(told))
    return sum(shares) / 2


@settings(deadline=None)
@given(CASES)
def test_auroc_is_the_share_of_pairs_in_the_right_order(cases: list[tuple[float, bool]]) -> None:
    assert metrics.auroc(*arrays(cases)) == pytest.approx(brute_auroc(cases))


@settings(deadline=None)
@given(CASES, st.data())
def test_a_weight_stands_for_so_many_copies_of_a_case(cases: list[tuple[float, bool]], data: st.DataObject) -> None:
    copies = data.draw(st.lists(st.integers(0, 3), min_size=len(cases), max_size=len(cases)))
    copied = [case for case, count in zip(cases, copies, strict=True) for _ in range(count)]
    expected = brute_auroc(copied)

    (found,) = metrics.weighted_auroc(*arrays(cases), np.array([copies], dtype=float))

    assert math.isnan(found) if expected is None else found == pytest.approx(expected)


@settings(deadline=None)
@given(CASES, st.floats(0, 1))
def test_balanced_accuracy_is_the_mean_of_both_shares_told_right(
    cases: list[tuple[float, bool]], threshold: float
) -> None:
    found = metrics.balanced_accuracy(*arrays(cases), threshold)
    assert found == pytest.approx(brute_balanced(cases, threshold))


def test_a_subject_that_scores_nothing_is_a_coin_toss() -> None:
    scores, truth = np.full(4, math.nan), np.array([True, False, False, True])

    assert metrics.auroc(scores, truth) == 0.5
    assert metrics.balanced_accuracy(scores, truth, 0.3) == 0.5
    assert metrics.best_threshold(scores, truth) is None
    assert metrics.calibration_error(scores, truth) is None
    assert metrics.brier(scores, truth) is None


@settings(deadline=None)
@given(CASES)
def test_no_threshold_is_better_than_the_best_one(cases: list[tuple[float, bool]]) -> None:
    scores, truth = arrays(cases)
    scored = [(score, kind) for score, kind in cases if not math.isnan(score)]
    assume(len({kind for _, kind in scored}) == 2)

    threshold = metrics.best_threshold(scores, truth)
    assert threshold is not None
    found = metrics.balanced_accuracy(*arrays(scored), threshold)

    tried = [*(score for score, _ in scored), 2.0]
    assert found == pytest.approx(max(brute_balanced(scored, one) or 0.0 for one in tried))


def test_the_best_threshold_lies_between_the_scores_that_it_parts_and_obeys_weights() -> None:
    truth = np.array([False, False, True, True])
    assert metrics.best_threshold(np.array([0.1, 0.2, 0.6, 0.9]), truth) == pytest.approx(0.4)

    overlapping = np.array([0.2, 0.7, 0.6, 0.9])
    strict = metrics.best_threshold(overlapping, truth, np.array([1.0, 9.0, 1.0, 1.0]))
    lenient = metrics.best_threshold(overlapping, truth, np.array([9.0, 1.0, 9.0, 1.0]))
    assert strict == pytest.approx(0.8)
    assert lenient == pytest.approx(0.4)


@settings(deadline=None)
@given(CASES, st.integers(1, 12))
def test_calibration_error_is_the_weighted_distance_of_each_bin(cases: list[tuple[float, bool]], bins: int) -> None:
    scored = [(score, truth) for score, truth in cases if not math.isnan(score)]
    groups: dict[int, list[tuple[float, bool]]] = {}
    for score, truth in scored:
        groups.setdefault(min(int(score * bins), bins - 1), []).append((score, truth))
    expected = sum(
        abs(sum(score for score, _ in group) - sum(truth for _, truth in group)) for group in groups.values()
    ) / max(1, len(scored))

    found = metrics.calibration_error(*arrays(cases), bins)

    assert found is None if not scored else found == pytest.approx(expected)
    drawn = metrics.reliability(*arrays(cases), bins)
    assert sum(one.cases for one in drawn) == len(scored)
    assert all(one.low <= one.stated <= one.high for one in drawn)


def test_a_probability_that_is_always_right_has_no_calibration_error_and_no_brier_score() -> None:
    truth = np.array([True, False, True])

    assert metrics.calibration_error(truth.astype(float), truth) == 0
    assert metrics.brier(truth.astype(float), truth) == 0
    assert metrics.brier(np.full(3, 0.5), truth) == pytest.approx(0.25)


LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcx")), min_size=1, max_size=30)


@settings(deadline=None)
@given(LABELS)
def test_the_figures_of_a_class_are_its_shares(pairs: list[tuple[str, str]]) -> None:
    table = metrics.confusion([label for label, _ in pairs], [told for _, told in pairs])

    found = metrics.by_class(table)

    assert set(found) == {label for label, _ in pairs}
    for label, figures in found.items():
        right = sum(pair == (label, label) for pair in pairs)
        there, told = sum(one == label for one, _ in pairs), sum(other == label for _, other in pairs)
        assert (figures.cases, figures.predicted) == (there, told)
        assert figures.recall == pytest.approx(right / there)
        assert figures.precision == (pytest.approx(right / told) if told else None)
        assert figures.f1 == pytest.approx(2 * right / (there + told))


# --- intervals


@settings(max_examples=30, deadline=None)
@given(CASES, st.data())
def test_a_sample_measures_the_cases_of_the_premises_that_were_drawn(
    cases: list[tuple[float, bool]], data: st.DataObject
) -> None:
    premises = data.draw(st.lists(st.sampled_from("pqrs"), min_size=len(cases), max_size=len(cases)))
    scores, truth = arrays(cases)
    drawn = draw(premises, samples=5, seed=3)
    names = sorted(set(premises))

    areas = auroc_samples(scores, truth, drawn)
    shares = balanced_samples(metrics.rightness(scores, truth, 0.5), truth, drawn)

    for row, area, share in zip(drawn.counts, areas, shares, strict=True):
        assert row.sum() == len(names)
        copied = [
            one for one, premise in zip(cases, premises, strict=True) for _ in range(int(row[names.index(premise)]))
        ]
        for found, expected in ((area, brute_auroc(copied)), (share, brute_balanced(copied, 0.5))):
            assert math.isnan(found) if expected is None else found == pytest.approx(expected)


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    chance = np.random.default_rng(5)
    truth = chance.random(300) < 0.5
    scores = truth * 0.3 + chance.random(300)
    premises = [str(number // 3) for number in range(300)]

    one, same, other = (auroc_estimate(scores, truth, draw(premises, seed=seed)) for seed in (1, 1, 2))

    assert one == same
    assert one != other
    assert one.low is not None
    assert one.low < one.value < one.high  # type: ignore[operator]


def test_cases_of_one_premise_move_together_so_that_their_interval_is_wider() -> None:
    truth = np.array([True, False] * 100)
    right = np.repeat(np.random.default_rng(0).random(20) < 0.7, 10).astype(float)
    alone = balanced_estimate(right, truth, draw([str(number) for number in range(200)]))
    together = balanced_estimate(right, truth, draw([str(number // 10) for number in range(200)]))

    assert together.high - together.low > 1.5 * (alone.high - alone.low)  # type: ignore[operator]


def test_a_difference_is_taken_sample_by_sample() -> None:
    truth = np.array([True, False] * 50)
    right = (np.random.default_rng(1).random(100) < 0.6).astype(float)
    drawn = draw([str(number) for number in range(100)])
    samples = balanced_samples(right, truth, drawn)

    same = difference(0.6, 0.6, samples, samples)
    less = difference(0.7, 0.6, samples + 0.1, samples)

    assert (same.value, same.low, same.high) == (0, 0, 0)
    assert less.low == pytest.approx(0.1)
    assert less.high == pytest.approx(0.1)


def test_within_groups_each_keeps_its_number_of_premises() -> None:
    drawn = draw(["p", "q", "p", "r", "s"], ["a", "a", "b", "b", "b"], samples=200)

    first = drawn.counts[:, [int(drawn.premise[0]), int(drawn.premise[1])]].sum(axis=1)
    assert drawn.counts.shape[1] == 5
    assert set(first.tolist()) == {2}


def test_what_cannot_be_had_has_no_interval() -> None:
    assert interval(None, np.array([0.1])).low is None
    assert interval(0.5, np.array([math.nan])).high is None


PREMISED = st.lists(st.tuples(SCORE, st.booleans(), st.sampled_from("abc")), min_size=1, max_size=12)


@settings(deadline=None)
@given(PREMISED)
def test_every_sample_of_f1_and_of_the_calibration_error_is_that_of_the_cases_drawn(
    cases: list[tuple[float, bool, str]],
) -> None:
    """Against the figures over the cases written out as often as their premise was drawn."""
    premises = [premise for _, _, premise in cases]
    drawn = draw(premises, samples=6)
    scores, truth = arrays([(score, true) for score, true, _ in cases])
    told = scores >= 0.5

    f1, error = f1_samples(told, truth, drawn), calibration_samples(scores, truth, drawn)

    for place, weights in enumerate(drawn.weights(0, 6).astype(int)):
        copies = np.repeat(np.arange(len(cases)), weights)
        is_told, is_true = told[copies], truth[copies]
        either = int(is_told.sum() + is_true.sum())
        expected = 2 * int((is_told & is_true).sum()) / either if either else math.nan
        assert f1[place] == pytest.approx(expected, nan_ok=True)
        whole = metrics.calibration_error(scores[copies], is_true)
        assert error[place] == pytest.approx(math.nan if whole is None else whole, nan_ok=True)
