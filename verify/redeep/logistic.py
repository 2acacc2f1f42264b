"""Logistic regression with a quadratic penalty and held signs, by projected Newton steps: exact, and NumPy alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

_STEPS = 100
_ENOUGH = 1e-7
"""Of the gradient that is left, for each observation."""


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Log-odds = bias + values @ weights, of values as they are."""

    weights: Floats  # (features,)
    bias: float

    def log_odds(self, values: Floats) -> Floats:
        """values: (n, features). Returns (n,)."""
        odds: Floats = values @ self.weights + self.bias
        return odds


def fit_logistic(values: Floats, labels: Floats, strength: float, signs: Floats | None = None) -> Linear:
    """The weights that minimise `strength` x the sum of log losses + half the square of the weights, standardised.

    values: (n, features), standardised here (what does not vary gets no weight) and the weights given back for values
    as they are; labels: (n,) of 0 and 1, both there; strength: the inverse of the penalty, above 0; signs: (features,)
    of 1 (weight >= 0), -1 (weight <= 0) and 0 (free; all of them where None). The bias is not penalised.
    Raises `ValueError` where only one label is there.
    """
    import numpy as np

    if not 0 < labels.mean() < 1:
        raise ValueError("All labels are the same; there is nothing to tell apart.")
    centres, scales = values.mean(axis=0), values.std(axis=0)
    varies = scales > 1e-12 * (1 + np.abs(centres))
    scaled = np.where(varies, (values - centres) / np.where(varies, scales, 1.0), 0.0)
    design = np.column_stack([scaled, np.ones(len(scaled))])
    held = np.append(np.zeros(values.shape[1]) if signs is None else signs, 0.0)
    found = _minimised(design, labels, strength, held)
    weights = np.where(varies, found[:-1] / np.where(varies, scales, 1.0), 0.0)
    return Linear(weights, float(found[-1] - weights @ centres))


def _minimised(design: Floats, labels: Floats, strength: float, signs: Floats) -> Floats:
    """Projected Newton (Bertsekas 1982): Newton steps among the weights that no sign holds at 0, cut back to signs."""
    import numpy as np

    count, width = design.shape
    penalty = np.append(np.ones(width - 1), 1e-10)  # a hair on the bias keeps the matrix regular
    weights = np.zeros(width)
    weights[-1] = np.log(labels.mean() / (1 - labels.mean()))
    loss = _loss(design, labels, strength, penalty, weights)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -500, 500)))
        gradient = strength * design.T @ (chance - labels) + penalty * weights
        free = ~((weights == 0) & (signs * gradient > 0))
        if np.abs(gradient[free]).max(initial=0) < _ENOUGH * strength * count:
            break
        part = design[:, free]
        curvature = strength * (part.T * (chance * (1 - chance))) @ part + np.diag(penalty[free])
        step = np.zeros(width)
        step[free] = np.linalg.solve(curvature, gradient[free])
        before = loss
        weights, loss = _stepped(design, labels, strength, penalty, weights, step, signs, loss)
        if before - loss <= 1e-12 * abs(before):
            break
    return weights


def _stepped(
    design: Floats,
    labels: Floats,
    strength: float,
    penalty: Floats,
    weights: Floats,
    step: Floats,
    signs: Floats,
    loss: float,
) -> tuple[Floats, float]:
    """The longest of the steps 1, 1/2, 1/4 ... that lessens the loss; none where all of them raise it."""
    import numpy as np

    length = 1.0
    while length > 1e-6:
        there = weights - length * step
        there = np.where(signs * there < 0, 0.0, there)
        found = _loss(design, labels, strength, penalty, there)
        if found < loss:
            return there, found
        length /= 2
    return weights, loss


def _loss(design: Floats, labels: Floats, strength: float, penalty: Floats, weights: Floats) -> float:
    import numpy as np

    odds = design @ weights
    return float(strength * (np.logaddexp(0, odds) - labels * odds).sum() + (penalty * weights**2).sum() / 2)
