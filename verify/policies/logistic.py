"""A logistic model over named features, as data: what `training/` fits and a policy applies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from claimgraph.platform.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Logistic:
    """P = 1 / (1 + exp(-(bias + sum of weight x (value - centre)))); a feature that is absent adds nothing.

    So what a judge that did not judge would have said counts as the mean of what it says elsewhere.
    """

    bias: float
    weights: Mapping[str, float]
    centres: Mapping[str, float]

    def contributions(self, values: Mapping[str, float]) -> dict[str, float]:
        """Feature -> what it adds to the log-odds, of the features that are there."""
        return {
            name: weight * (values[name] - self.centres[name])
            for name, weight in self.weights.items()
            if name in values
        }

    def probability(self, values: Mapping[str, float]) -> float:
        odds = self.bias + math.fsum(self.contributions(values).values())
        return 1 / (1 + math.exp(-odds)) if odds >= 0 else 1 - 1 / (1 + math.exp(odds))

    def as_json(self) -> dict[str, Any]:
        return {"bias": self.bias, "weights": dict(self.weights), "centres": dict(self.centres)}


def logistic_of(raw: object, where: str) -> Logistic:
    """Read what `as_json` wrote. Raises `ConfigError` where it is something else, or holds a number that is none."""
    try:
        if not isinstance(raw, Mapping):
            raise TypeError("no object")
        weights = {str(name): float(value) for name, value in raw["weights"].items()}
        centres = {str(name): float(value) for name, value in raw["centres"].items()}
        bias = float(raw["bias"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"{where} is no logistic model: it needs bias, weights and centres ({error}).") from error
    if not all(map(math.isfinite, (bias, *weights.values(), *centres.values()))) or weights.keys() != centres.keys():
        raise ConfigError(f"{where} is no logistic model: a number is not finite, or a weight has no centre.")
    return Logistic(bias, weights, centres)
