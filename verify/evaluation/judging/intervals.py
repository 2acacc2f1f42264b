"""How far figures would move with other premises: the cluster bootstrap, and paired differences under it.

Claims about one premise fail together, so premises are drawn with replacement, not cases: every sample gives each
premise a weight, how often it was drawn, and each case the weight of its premise. Two subjects are compared on the
same samples. Thresholds stay as they were fitted: intervals say how far the measured cases matter, not the fitted
ones. The same seed gives the same samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .metrics import auroc, balanced, weighted_auroc

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEVEL = 0.95
SAMPLES = 1_000
_AT_ONCE = 2_000_000
"""Weights that are in memory at a time."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval (`LEVEL`, percentiles of the bootstrap); None where it cannot be had."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """Samples of premises: how often each was drawn (samples, premises), and the premise of each case.

    `groups`: cases are drawn within their group (a data set), which so keeps its number of premises.
    """

    counts: NDArray[np.float64]
    premise: NDArray[np.int64]

    def weights(self, start: int, end: int) -> NDArray[np.float64]:
        """Case weights of samples `start` to `end`."""
        weights: NDArray[np.float64] = self.counts[start:end][:, self.premise]
        return weights

    @property
    def samples(self) -> int:
        return len(self.counts)

    def of(self, cases: NDArray[np.bool_]) -> Drawn:
        """The same samples, of some of the cases only."""
        return Drawn(self.counts, self.premise[cases])


def draw(premises: Sequence[str], groups: Sequence[str] | None = None, samples: int = SAMPLES, seed: int = 0) -> Drawn:
    """`samples` draws of as many premises as there are, with replacement, within each group where there are groups.

    `premises`, `groups`: of each case. A premise that stands in two groups is drawn in each for itself.
    """
    keys = [(group, premise) for group, premise in zip(groups or [""] * len(premises), premises, strict=True)]
    distinct = sorted(set(keys))
    number = {key: place for place, key in enumerate(distinct)}
    counts = np.zeros((samples, len(distinct)), dtype=np.float64)
    chance = np.random.default_rng(seed)
    for group in sorted({key[0] for key in distinct}):
        places = np.array([number[key] for key in distinct if key[0] == group], dtype=np.int64)
        counts[:, places] = chance.multinomial(len(places), np.full(len(places), 1 / len(places)), size=samples)
    return Drawn(counts, np.array([number[key] for key in keys], dtype=np.int64))


def balanced_samples(right: NDArray[np.float64], positive: NDArray[np.bool_], drawn: Drawn) -> NDArray[np.float64]:
    """Balanced accuracy of each sample; NaN where a sample lacks one kind."""
    premises = drawn.counts.shape[1]

    def sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(drawn.counts @ np.bincount(drawn.premise, values, premises), dtype=np.float64)

    up, down = positive.astype(np.float64), (~positive).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (sums(right * up) / sums(up) + sums(right * down) / sums(down)) / 2


def auroc_samples(scores: NDArray[np.float64], positive: NDArray[np.bool_], drawn: Drawn) -> NDArray[np.float64]:
    """AUROC of each sample; NaN where a sample lacks one kind."""
    step = max(1, _AT_ONCE // max(1, len(scores)))
    parts = [
        weighted_auroc(scores, positive, drawn.weights(start, start + step)) for start in range(0, drawn.samples, step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def interval(value: float | None, samples: NDArray[np.float64]) -> Estimate:
    """The value with the percentiles of the samples in which it could be had."""
    usable = samples[~np.isnan(samples)]
    if value is None or not len(usable):
        return Estimate(value)
    low, high = np.quantile(usable, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(value, float(low), float(high))


def difference(
    value: float | None, other: float | None, samples: NDArray[np.float64], others: NDArray[np.float64]
) -> Estimate:
    """`value` - `other` with the interval of their difference over the same samples."""
    return interval(None if value is None or other is None else value - other, samples - others)


def balanced_estimate(right: NDArray[np.float64], positive: NDArray[np.bool_], drawn: Drawn) -> Estimate:
    return interval(balanced(right, positive), balanced_samples(right, positive, drawn))


def auroc_estimate(scores: NDArray[np.float64], positive: NDArray[np.bool_], drawn: Drawn) -> Estimate:
    return interval(auroc(scores, positive), auroc_samples(scores, positive, drawn))
