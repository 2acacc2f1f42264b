"""Fitting finds what is there, finds nothing where nothing is, and measures on nothing that it chose by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.verify.redeep.fitting import (
    SCORES,
    Averaged,
    Difference,
    Logistic,
    Units,
    View,
    choose,
    folds,
    nested,
)
from claimgraph.verify.redeep.logistic import Linear
from claimgraph.verify.redeep.measures import auc

HEADS, LAYERS = 6, 4
SIGNS = np.concatenate([-np.ones(HEADS), np.ones(LAYERS)])


def made(seed: int, responses: int = 120, effect: float = 1.5, spans: int = 3) -> Units:
    """Responses of 1 to `spans` spans; where one is hallucinated, ECS of head 2 is lower and PKS of layer 1 higher."""
    random = np.random.default_rng(seed)
    response = np.repeat(np.arange(responses), random.integers(1, spans + 1, responses))
    labels = (random.random(len(response)) < 0.35).astype(np.float64)
    values = random.normal(size=(len(response), HEADS + LAYERS))
    values[:, 2] -= effect * labels
    values[:, HEADS + 1] += effect * labels
    return Units({SCORES: View(values, SIGNS)}, labels, response, np.arange(responses))


def test_the_recipe_keeps_the_head_and_the_layer_that_tell_most() -> None:
    units = made(0)
    weights = Difference(1, 1, 0.6).fit(units).weights
    assert np.flatnonzero(weights).tolist() == [2, HEADS + 1]
    assert weights[2] < 0 < weights[HEADS + 1]


def test_the_recipe_is_min_max_scaled_knowledge_minus_a_share_of_context() -> None:
    units = made(1)
    values = units.views[SCORES].values
    ecs, pks = values[:, 2], values[:, HEADS + 1]
    wanted = (pks - pks.min()) / np.ptp(pks) - 0.6 * (ecs - ecs.min()) / np.ptp(ecs)
    np.testing.assert_allclose(Difference(1, 1, 0.6).raw(units).log_odds(values), wanted)


def test_heads_and_layers_may_be_left_out_altogether() -> None:
    only_heads, only_layers = (Logistic(0.1, True, *kept).fit(made(2)).weights for kept in ((3, 0), (0, 2)))
    assert not only_heads[HEADS:].any()
    assert np.count_nonzero(only_heads) <= 3
    assert not only_layers[:HEADS].any()


def test_held_signs_never_let_context_count_up_or_knowledge_down() -> None:
    weights = Logistic(10.0, True).fit(made(3, effect=-1.5)).weights  # the data say the opposite
    assert (weights * SIGNS >= 0).all()


def test_an_average_is_the_mean_of_its_members_log_odds() -> None:
    units = made(4)
    members = tuple(Logistic(strength) for strength in (0.01, 1.0))
    values = units.views[SCORES].values
    wanted = np.mean([member.fit(units).log_odds(values) for member in members], axis=0)
    np.testing.assert_allclose(Averaged("both", members).fit(units).log_odds(values), wanted)


def test_what_is_there_is_found_and_its_figure_is_that_of_fresh_responses() -> None:
    candidates = [Difference(1, 1, 1.0), Logistic(0.1)]
    units, fresh = made(5, 300), made(6, 3000)

    found = nested(units, candidates, outer=5)

    choice = choose(units, candidates)
    odds = choice.candidate.fit(units).log_odds(fresh.views[SCORES].values)
    outside = auc(fresh.truth, choice.scores(odds, fresh.response, 3000))
    assert outside > 0.8
    assert auc(units.truth, found.scores) == pytest.approx(outside, abs=0.05)


def test_where_there_is_nothing_to_find_the_figure_says_so_though_the_best_of_many_does_not() -> None:
    """The reason why there are two cross-validations."""
    candidates = [Difference(heads, layers, 1.0) for heads in (1, 2, 3) for layers in (1, 2, 3)]
    honest, best_of_many, in_sample = [], [], []
    for seed in range(6):
        units = made(seed + 10, 80, effect=0.0, spans=1)
        honest.append(auc(units.truth, nested(units, candidates, outer=5, inner=3).scores))
        choice = choose(units, candidates, inner=3)
        best_of_many.append(choice.auc)
        odds = choice.candidate.fit(units).log_odds(units.views[SCORES].values)
        in_sample.append(auc(units.labels, odds))
    assert np.mean(honest) == pytest.approx(0.5, abs=0.06)
    assert np.mean(in_sample) > 0.57
    assert np.mean(best_of_many) > np.mean(honest)


@dataclass(frozen=True)
class Noting:
    """A candidate that notes which responses it was shown; their numbers are its values."""

    shown: list[set[int]]
    name: str = "noting"
    view: str = SCORES

    def fit(self, units: Units) -> Linear:
        self.shown.append(set(units.views[SCORES].values[:, 0].astype(int).tolist()))
        return Linear(np.zeros(1), 0.0)


def test_no_fit_for_a_response_choosing_included_is_shown_its_source() -> None:
    random = np.random.default_rng(20)
    truth, groups = (random.random(60) < 0.4).astype(np.float64), np.arange(60) // 2
    units = Units({SCORES: View(np.arange(60.0)[:, None], np.ones(1))}, truth, np.arange(60), groups)
    shown: list[set[int]] = []

    nested(units, [Noting(shown)], outer=5, inner=3)

    assert len(shown) == 5 * (3 + 1)
    for number, (_, held) in enumerate(folds(groups, truth, 5, 0)):
        sources = set(groups[held].tolist())
        for seen in shown[4 * number : 4 * number + 4]:
            assert not {int(groups[response]) for response in seen} & sources


@given(st.integers(0, 10_000), st.integers(2, 6))
def test_folds_keep_groups_whole_and_share_out_labels(seed: int, count: int) -> None:
    random = np.random.default_rng(seed)
    groups = random.integers(0, 20, 60)
    truth = (random.random(60) < 0.4).astype(np.float64)

    parts = list(folds(groups, truth, count, seed))

    assert sorted(np.concatenate([held for _, held in parts]).tolist()) == list(range(60))
    for fit, held in parts:
        assert not set(groups[fit]) & set(groups[held])
        assert sorted([*fit, *held]) == list(range(60))


def test_each_fold_has_its_share_of_either_label() -> None:
    truth = np.repeat([0.0, 1.0], [30, 20])
    shares = [truth[held].sum() for _, held in folds(np.arange(50), truth, 5, 3)]
    assert shares == [4.0] * 5


def test_more_folds_than_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="groups cannot be shared out"):
        list(folds(np.array([1, 1, 2, 2]), np.array([0.0, 1.0, 0.0, 1.0]), 3, 0))


def test_the_same_seed_gives_the_same_figures_and_another_one_other_folds() -> None:
    units = made(21, 60)
    one, same, other = (nested(units, [Logistic(0.1)], outer=5, inner=3, seed=seed).scores for seed in (0, 0, 1))
    assert (one == same).all()
    assert (one != other).any()


def test_units_of_some_responses_are_theirs_alone_and_in_the_order_asked_for() -> None:
    units = made(22, 10)
    some = units.of(np.array([7, 2]))
    assert some.groups.tolist() == [7, 2]
    np.testing.assert_array_equal(some.labels[some.response == 0], units.labels[units.response == 7])
    np.testing.assert_array_equal(
        some.views[SCORES].values[some.response == 1], units.views[SCORES].values[units.response == 2]
    )
    assert some.truth.tolist() == units.truth[[7, 2]].tolist()
