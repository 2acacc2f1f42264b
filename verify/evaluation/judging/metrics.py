"""How well scores tell supported cases from the others: pure functions over arrays.

`scores` are floats, higher means supported, NaN where the subject did not score the case; `positive` are booleans of
the same length. A case without a score is a coin toss: it counts half right in balanced accuracy, and ties with
every other case in AUROC, so that a subject that scores nothing has 0.5 in both. Figures that cannot be had, because
one of the two kinds is missing or nothing is scored, are None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Cases whose stated probability lies in [low, high): how probable they were said to be, and how many were so."""

    low: float
    high: float
    cases: int
    stated: float  # mean probability
    true: float  # share


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """Of one class: None where nothing was predicted (precision), nothing is of it (recall), or neither (f1)."""

    cases: int
    predicted: int
    precision: float | None
    recall: float | None
    f1: float | None


def auroc(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float | None:
    """Chance that a supported case scores above another one; ties count half."""
    if not positive.any() or positive.all():
        return None
    return float(weighted_auroc(scores, positive, np.ones((1, len(scores))))[0])


def weighted_auroc(
    scores: NDArray[np.float64], positive: NDArray[np.bool_], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """AUROC under each row of case weights (samples, cases); NaN for a row in which one kind has no weight."""
    up, down = weights * positive, weights * ~positive
    scored = ~np.isnan(scores)
    order = np.argsort(scores[scored], kind="stable")
    ordered = scores[scored][order]
    total_up, total_down = up.sum(axis=1), down.sum(axis=1)
    won = np.zeros(len(weights))
    scored_pairs = np.zeros(len(weights))
    if len(ordered):
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])  # first place of each distinct score
        ups = np.add.reduceat(up[:, scored][:, order], starts, axis=1)
        downs = np.add.reduceat(down[:, scored][:, order], starts, axis=1)
        below = np.cumsum(downs, axis=1) - downs
        won = (ups * (below + downs / 2)).sum(axis=1)
        scored_pairs = ups.sum(axis=1) * downs.sum(axis=1)
    pairs = total_up * total_down
    with np.errstate(invalid="ignore", divide="ignore"):
        result: NDArray[np.float64] = np.where(pairs > 0, (won + (pairs - scored_pairs) / 2) / pairs, np.nan)
    return result


def rightness(
    scores: NDArray[np.float64], positive: NDArray[np.bool_], threshold: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """1 where a case is told right at its threshold (supported from there on), 0 where wrong, 0.5 where unscored."""
    told = np.where((scores >= threshold) == positive, 1.0, 0.0)
    return np.where(np.isnan(scores), 0.5, told)


def balanced(right: NDArray[np.float64], positive: NDArray[np.bool_]) -> float | None:
    """Balanced accuracy: the mean of the shares told right of the supported cases and of the others."""
    if not positive.any() or positive.all():
        return None
    return float((right[positive].mean() + right[~positive].mean()) / 2)


def balanced_accuracy(
    scores: NDArray[np.float64], positive: NDArray[np.bool_], threshold: NDArray[np.float64] | float
) -> float | None:
    return balanced(rightness(scores, positive, threshold), positive)


def best_threshold(
    scores: NDArray[np.float64], positive: NDArray[np.bool_], weights: NDArray[np.float64] | None = None
) -> float | None:
    """The score from which on "supported" gives the best balanced accuracy of these cases; None with one kind alone.

    Between two neighbouring scores it is their mean; among equally good ones the middle one is taken. `weights`: of
    the cases, one each without.
    """
    scored = ~np.isnan(scores)
    values, truth = scores[scored], positive[scored]
    if not truth.any() or truth.all():
        return None
    weight = np.ones(len(values)) if weights is None else weights[scored]
    distinct, inverse = np.unique(values, return_inverse=True)
    up = np.bincount(inverse, weight * truth, len(distinct))
    down = np.bincount(inverse, weight * ~truth, len(distinct))
    # Place k stands for a threshold below distinct[k] and above what is less; the last one lies above all.
    kept = np.r_[up.sum() - np.cumsum(np.r_[0.0, up[:-1]]), 0.0] / up.sum()
    refused = np.r_[0.0, np.cumsum(down)] / down.sum()
    gain = kept + refused
    best = np.flatnonzero(gain >= gain.max() - 1e-12)
    place = int(best[(len(best) - 1) // 2])
    if place == 0:
        return float(distinct[0])
    if place == len(distinct):
        return float(np.nextafter(distinct[-1], np.inf))
    return _between(float(distinct[place - 1]), float(distinct[place]))


def _between(low: float, high: float) -> float:
    """The mean of two floats, above the lower one also where they are neighbours."""
    middle = low + (high - low) / 2
    return middle if middle > low else high


def places_of(probabilities: NDArray[np.float64], bins: int = BINS) -> NDArray[np.int64]:
    """The bin of each probability, of `bins` bins of equal width over [0, 1]."""
    return np.minimum((probabilities * bins).astype(np.int64), bins - 1)


def reliability(probabilities: NDArray[np.float64], true: NDArray[np.bool_], bins: int = BINS) -> list[Bin]:
    """The cases by stated probability in `bins` bins of equal width over [0, 1]; empty bins are left out."""
    scored = ~np.isnan(probabilities)
    stated, happened = probabilities[scored], true[scored]
    places = places_of(stated, bins)
    found = []
    for place in np.unique(places):
        inside = places == place
        found.append(
            Bin(
                float(place) / bins,
                float(place + 1) / bins,
                int(inside.sum()),
                float(stated[inside].mean()),
                float(happened[inside].mean()),
            )
        )
    return found


def calibration_error(probabilities: NDArray[np.float64], true: NDArray[np.bool_], bins: int = BINS) -> float | None:
    """Expected calibration error over bins of equal width: how far what was stated is from what was so, on average.

    |mean stated probability - share that was so| of each bin, weighted by its cases (Naeini et al. 2015, Guo et al.
    2017). Unscored cases are left out.
    """
    found = reliability(probabilities, true, bins)
    total = sum(one.cases for one in found)
    return sum(one.cases * abs(one.stated - one.true) for one in found) / total if total else None


def brier(probabilities: NDArray[np.float64], true: NDArray[np.bool_]) -> float | None:
    """Mean squared distance of the stated probability from what was so (1 or 0); unscored cases are left out."""
    scored = ~np.isnan(probabilities)
    if not scored.any():
        return None
    return float(np.mean((probabilities[scored] - true[scored]) ** 2))


def confusion(truth: Sequence[str], told: Sequence[str]) -> dict[str, dict[str, int]]:
    """Label -> what was told -> cases."""
    table: dict[str, dict[str, int]] = {}
    for label, verdict in zip(truth, told, strict=True):
        row = table.setdefault(label, {})
        row[verdict] = row.get(verdict, 0) + 1
    return {label: dict(sorted(row.items())) for label, row in sorted(table.items())}


def by_class(table: Mapping[str, Mapping[str, int]]) -> dict[str, ClassFigures]:
    """Precision, recall and F1 of each class that is a label in a confusion table."""
    return {label: _class_figures(table, label) for label in table}


def _class_figures(table: Mapping[str, Mapping[str, int]], label: str) -> ClassFigures:
    cases = sum(table[label].values())
    predicted = sum(row.get(label, 0) for row in table.values())
    right = table[label].get(label, 0)
    return ClassFigures(
        cases,
        predicted,
        right / predicted if predicted else None,
        right / cases if cases else None,
        2 * right / (cases + predicted) if cases + predicted else None,
    )
