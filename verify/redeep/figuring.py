"""What is said of how good a fit is: nested cross-validation, with intervals over the sources of the responses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .fitting import Candidate, Nested, Units, nested
from .measures import auc, auc_with_interval, pearson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def cross_validated(
    units: Units, candidates: Sequence[Candidate], poolings: Sequence[str], outer: int, seed: int
) -> dict[str, Any]:
    """Figures of responses, each scored and called by a fit, and a threshold, that did not see its source."""
    found = nested(units, candidates, poolings, outer, seed=seed)
    truth = units.truth
    return {
        "auc": auc_with_interval(truth, found.scores, units.groups).as_json(),
        "pcc": pearson(truth, found.scores),
        "span_auc": auc(units.labels, found.span_scores),
        **_called(truth, found),
        "chosen": dict(Counter(f"{one.candidate.name}; {one.pooling}" for one in found.choices).most_common()),
    }


def _called(truth: NDArray[np.float64], found: Nested) -> dict[str, float | None]:
    """Precision, recall and F1 of hallucinated responses; None for a ratio over nothing."""
    hits = float(((found.called > 0) & (truth > 0)).sum())
    called, there = float(found.called.sum()), float(truth.sum())
    return {
        "precision": hits / called if called else None,
        "recall": hits / there if there else None,
        "f1": 2 * hits / (called + there) if called + there else None,
    }
