"""How good scores are, and how sure one can be of it: AUC, correlation, and intervals by resampling whole responses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]

_BLOCK = 200
"""Draws that are worked on at once."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        return asdict(self)


def auc(labels: Floats, scores: Floats) -> float:
    """Area under the ROC curve: the chance that a positive scores above a negative, ties counting half.

    labels: (n,) of 0 and 1; NaN where only one of them is there.
    """
    import numpy as np

    return float(aucs(labels, scores, np.ones((1, len(labels))))[0])


def aucs(labels: Floats, scores: Floats, weights: Floats) -> Floats:
    """AUC of each weighting of the rows: (weightings,), NaN where a weighting leaves but one of the labels.

    weights: (weightings, n), how often each row counts.
    """
    import numpy as np

    order = np.argsort(scores, kind="stable")
    first = np.flatnonzero(np.append(True, np.diff(scores[order]) != 0))  # where each run of equal scores begins
    positive = labels[order] > 0
    ordered = weights[:, order]
    bad = np.add.reduceat(np.where(positive, ordered, 0.0), first, axis=1)
    good = np.add.reduceat(np.where(positive, 0.0, ordered), first, axis=1)
    below = np.cumsum(good, axis=1) - good / 2
    pairs = bad.sum(axis=1) * good.sum(axis=1)
    found: Floats = np.divide((bad * below).sum(axis=1), pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return found


def pearson(labels: Floats, scores: Floats) -> float:
    """Pearson's correlation; NaN where one of the two does not vary."""
    import numpy as np

    left, right = labels - labels.mean(), scores - scores.mean()
    norm = float(np.sqrt((left @ left) * (right @ right)))
    return float(left @ right) / norm if norm > 0 else float("nan")


def draws(groups: Integers, rounds: int, seed: int) -> Iterator[Floats]:
    """How often each row is drawn when groups are drawn with replacement: blocks of (some rounds, rows)."""
    import numpy as np

    names, member = np.unique(groups, return_inverse=True)
    random = np.random.default_rng(seed)
    even = np.full(len(names), 1 / len(names))
    for start in range(0, rounds, _BLOCK):
        drawn = random.multinomial(len(names), even, min(_BLOCK, rounds - start))
        yield drawn[:, member].astype(np.float64)


def resampled(
    measure: Callable[[Integers], float], groups: Integers, rounds: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """The 2.5th and 97.5th percentile of any measure over draws; what comes out as NaN is left out.

    measure: takes row numbers, with repetitions; groups: (rows,).
    """
    import numpy as np

    rows = np.arange(len(groups))
    found = [measure(np.repeat(rows, one.astype(np.int64))) for some in draws(groups, rounds, seed) for one in some]
    return _percentiles(np.array(found))


def auc_with_interval(
    labels: Floats, scores: Floats | Sequence[Floats], groups: Integers, seed: int = 0, rounds: int = 2000
) -> Interval:
    """AUC of scores, or the mean AUC of several runs' scores of the same rows, with its interval over groups."""
    import numpy as np

    runs = list(np.atleast_2d(np.asarray(scores)))
    return _interval(
        lambda weights: np.mean([aucs(labels, run, weights) for run in runs], axis=0), groups, seed, rounds
    )


def difference_with_interval(
    labels: Floats,
    left: Sequence[Floats],
    right: Sequence[Floats],
    groups: Integers,
    seed: int = 0,
    rounds: int = 2000,
) -> Interval:
    """Mean AUC of `left` minus that of `right`, run by run on the same rows, with its paired interval over groups."""
    import numpy as np

    pairs = list(zip(left, right, strict=True))

    def measure(weights: Floats) -> Floats:
        gains: Floats = np.mean([aucs(labels, one, weights) - aucs(labels, two, weights) for one, two in pairs], axis=0)
        return gains

    return _interval(measure, groups, seed, rounds)


def _interval(measure: Callable[[Floats], Floats], groups: Integers, seed: int, rounds: int) -> Interval:
    """A measure of weighted rows, with its interval over draws (percentile bootstrap)."""
    import numpy as np

    value = float(measure(np.ones((1, len(groups))))[0])
    return Interval(value, *_percentiles(np.concatenate([measure(one) for one in draws(groups, rounds, seed)])))


def _percentiles(found: Floats) -> tuple[float, float]:
    """Of what is a number: a draw in which one of the labels is absent says nothing."""
    import numpy as np

    kept = found[~np.isnan(found)]
    low, high = np.percentile(kept, (2.5, 97.5)) if len(kept) else (np.nan, np.nan)
    return float(low), float(high)


def best_threshold(labels: Floats, scores: Floats) -> float:
    """The score from which on to call it positive for the best balanced accuracy; between two scores where it can."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")
    ranked, truth = scores[order], labels[order] > 0
    last = np.append(ranked[1:] != ranked[:-1], True)  # a threshold cannot part equals
    found = np.cumsum(truth) / max(1, truth.sum())
    wrong = np.cumsum(~truth) / max(1, (~truth).sum())
    gain = np.where(last, found - wrong, -np.inf)
    best = int(np.argmax(gain))
    below = ranked[best + 1] if best + 1 < len(ranked) else ranked[best]
    return float((ranked[best] + below) / 2)
