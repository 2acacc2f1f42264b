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

from .metrics import BINS, auroc, balanced, places_of, weighted_auroc

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

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of the cases' values in each sample."""
        by_premise = np.bincount(self.premise, values, self.counts.shape[1])
        return np.asarray(self.counts @ by_premise, dtype=np.float64)

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
    up, down = positive.astype(np.float64), (~positive).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (drawn.sums(right * up) / drawn.sums(up) + drawn.sums(right * down) / drawn.sums(down)) / 2


def f1_samples(told: NDArray[np.bool_], true: NDArray[np.bool_], drawn: Drawn) -> NDArray[np.float64]:
    """F1 of one class in each sample; `told`, `true`: which cases were said to be of it, and are. NaN where none is."""
    both, either = (told & true).astype(np.float64), told.astype(np.float64) + true
    with np.errstate(invalid="ignore", divide="ignore"):
        return 2 * drawn.sums(both) / drawn.sums(either)


def calibration_samples(
    probabilities: NDArray[np.float64], true: NDArray[np.bool_], drawn: Drawn, bins: int = BINS
) -> NDArray[np.float64]:
    """Expected calibration error of each sample; NaN where nothing in it is scored.

    Samples repeat cases, so that their bins are noisier and their errors larger than that of all cases: read the
    interval's width, and do not wonder where the error lies in its lower half.
    """
    scored = ~np.isnan(probabilities)
    places = places_of(np.where(scored, probabilities, 0.0), bins)
    off = np.zeros(drawn.samples)
    for place in range(bins):
        inside = scored & (places == place)
        off += np.abs(drawn.sums(np.where(inside, probabilities - true, 0.0)))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(off / drawn.sums(scored.astype(np.float64)), dtype=np.float64)


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
