"""AUROC (supported against not) of a judge on the premises kept out of training, per source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from .pairs import HeldOut

# (premise, hypothesis) pairs -> P(entailment), in the same order
Scorer = Callable[[Sequence[tuple[str, str]]], "np.ndarray"]


def auroc(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Chance that a positive scores above a negative (ties count half); `None` where one kind is missing."""
    values, labels = np.asarray(scores, dtype=np.float64), np.asarray(positive, dtype=bool)
    up, down = int(labels.sum()), int((~labels).sum())
    if not up or not down:
        return None
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (last - (counts - 1) / 2)[inverse]
    return float((ranks[labels].sum() - up * (up + 1) / 2) / (up * down))


def claim_scores(claims: Sequence[HeldOut], scorer: Scorer) -> list[float]:
    """Highest P(entailment) over a sentence's windows, lowest over the claim's sentences."""
    flat = [(window, sentence) for claim in claims for sentence, windows in claim.parts for window in windows]
    values = iter(scorer(flat).tolist())
    return [min(max(next(values) for _ in windows) for _, windows in claim.parts) for claim in claims]


def figures(claims: Sequence[HeldOut], scorer: Scorer) -> dict[str, dict[str, float | int | None]]:
    """Per source: claims, share of supported ones, AUROC, balanced accuracy at 0.5."""
    scores = claim_scores(claims, scorer)
    groups: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    true_synthetic = [
        (score, True) for claim, score in zip(claims, scores, strict=True) if claim.source == "synthetic_true"
    ]
    for claim, score in zip(claims, scores, strict=True):
        if claim.source != "synthetic_true":
            groups[claim.source].append((score, claim.supported))
    for source in groups:
        if source.startswith("synthetic_"):  # each kind of edit against the same true ones
            groups[source] += true_synthetic
    return {source: _figures(group) for source, group in sorted(groups.items())}


def _figures(group: Sequence[tuple[float, bool]]) -> dict[str, float | int | None]:
    scores, labels = [score for score, _ in group], [label for _, label in group]
    area = auroc(scores, labels)
    positive, negative = max(1, sum(labels)), max(1, len(labels) - sum(labels))
    caught = sum(score >= 0.5 for score, label in group if label) / positive
    refused = sum(score < 0.5 for score, label in group if not label) / negative
    return {
        "claims": len(group),
        "supported": round(sum(labels) / len(labels), 3),
        "auroc": None if area is None else round(area, 3),
        "balanced_accuracy_at_half": round((caught + refused) / 2, 3),
    }
