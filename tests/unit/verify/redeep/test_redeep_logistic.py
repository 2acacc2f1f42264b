"""The logistic fit reaches the minimum that its docstring names, signs held or free."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from claimgraph.verify.redeep.logistic import fit_logistic

Floats = NDArray[np.float64]


def drawn(seed: int, width: int = 6) -> tuple[Floats, Floats]:
    """200 observations of correlated values at very different scales, and labels that hang on some of them."""
    random = np.random.default_rng(seed)
    shared = random.normal(size=(200, 1))
    values = (shared + random.normal(size=(200, width))) * 10.0 ** random.integers(-3, 4, width)
    odds = values[:, 0] / values[:, 0].std() - values[:, 1] / values[:, 1].std()
    return values, (random.random(200) < 1 / (1 + np.exp(-odds))).astype(np.float64)


def gradient(values: Floats, labels: Floats, strength: float, weights: Floats, bias: float) -> Floats:
    """Of the penalised loss by the standardised weights, and by the bias."""
    scales = values.std(axis=0)
    chance = 1 / (1 + np.exp(-(values @ weights + bias)))
    centred = (values - values.mean(axis=0)) / scales
    return np.append(strength * centred.T @ (chance - labels) + weights * scales, strength * (chance - labels).sum())


@pytest.mark.parametrize("strength", [0.001, 0.1, 10.0])
@pytest.mark.parametrize("seed", range(4))
def test_where_weights_are_free_the_gradient_vanishes(seed: int, strength: float) -> None:
    values, labels = drawn(seed)
    found = fit_logistic(values, labels, strength)
    assert np.abs(gradient(values, labels, strength, found.weights, found.bias)).max() < 1e-4 * strength * 200


@pytest.mark.parametrize("strength", [0.001, 0.1, 10.0])
@pytest.mark.parametrize("seed", range(4))
def test_where_signs_are_held_no_weight_crosses_and_the_held_ones_would_cross(seed: int, strength: float) -> None:
    values, labels = drawn(seed)
    signs = np.array([1.0, -1.0, 1.0, -1.0, 0.0, 1.0])

    found = fit_logistic(values, labels, strength, signs)

    slope = gradient(values, labels, strength, found.weights, found.bias)[:-1]
    held = (found.weights == 0) & (signs != 0)
    assert (found.weights * signs >= 0).all()
    assert np.abs(slope[~held]).max() < 1e-4 * strength * 200
    assert (slope[held] * signs[held] > -1e-4 * strength * 200).all()


def test_a_sign_against_the_data_leaves_a_weight_of_exactly_nothing() -> None:
    values, labels = drawn(1)
    found = fit_logistic(values, labels, 1.0, np.array([-1.0, 1.0, 0.0, 0.0, 0.0, 0.0]))
    assert found.weights[0] == found.weights[1] == 0.0


@given(st.integers(0, 1000), st.floats(0.01, 100), st.floats(-100, 100))
@settings(max_examples=25)
def test_the_log_odds_do_not_hang_on_the_unit_of_a_value(seed: int, unit: float, shift: float) -> None:
    values, labels = drawn(seed, 3)
    one = fit_logistic(values, labels, 0.1).log_odds(values)
    other = fit_logistic(values * unit + shift * values.std(axis=0), labels, 0.1)
    np.testing.assert_allclose(other.log_odds(values * unit + shift * values.std(axis=0)), one, atol=1e-4)


def test_a_value_that_never_varies_gets_no_weight() -> None:
    values, labels = drawn(2)
    found = fit_logistic(np.column_stack([values, np.full(200, 3.7)]), labels, 1.0)
    assert found.weights[-1] == 0.0
    assert np.isfinite(found.log_odds(np.column_stack([values, np.full(200, 9.9)]))).all()


def test_labels_that_can_be_told_apart_without_error_give_finite_weights() -> None:
    values = np.linspace(-1, 1, 40)[:, None]
    found = fit_logistic(values, (values[:, 0] > 0).astype(np.float64), 1e6)
    assert np.isfinite(found.weights).all()
    assert ((found.log_odds(values) > 0) == (values[:, 0] > 0)).all()


@pytest.mark.parametrize("label", [0.0, 1.0])
def test_labels_of_one_kind_are_refused(label: float) -> None:
    with pytest.raises(ValueError, match="the same"):
        fit_logistic(np.ones((5, 2)), np.full(5, label), 1.0)
