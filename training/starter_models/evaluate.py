"""AUROC (supported against not) of a judge on the premises kept out of training, per source."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .pairs import HeldOut, Pair
from .split import premise_hash
from .text import sentences

# (premise, hypothesis) pairs -> P(entailment), in the same order
Scorer = Callable[[Sequence[tuple[str, str]]], "np.ndarray"]


@dataclass(frozen=True, slots=True)
class Scored:
    """A held-out claim's score, its label, and whether none of its text was trained on."""

    score: float
    supported: bool
    unseen: bool


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


def unseen(claims: Sequence[HeldOut], training: Iterable[Pair]) -> list[bool]:
    """Per claim: no sentence of it or of its evidence occurs in any training pair, on either side.

    The split by premise does not promise that: premises of one article share sentences, some sources hold the
    same pair in both directions, and some share claims.
    """
    texts = {text for pair in training for text in (pair.premise, pair.hypothesis)}
    seen = {premise_hash(one) for text in texts for one in sentences(text)}
    return [
        seen.isdisjoint(
            premise_hash(one)
            for sentence, windows in claim.parts
            for text in (sentence, *windows)
            for one in sentences(text)
        )
        for claim in claims
    ]


def figures(
    claims: Sequence[HeldOut], scorer: Scorer, training: Iterable[Pair]
) -> dict[str, dict[str, float | int | None]]:
    """Per source: claims, share of supported ones, AUROC, balanced accuracy at 0.5, and the AUROC of unseen ones.

    Each kind of synthetic edit is measured against the same true sentences.
    """
    groups: dict[str, list[Scored]] = defaultdict(list)
    scores = claim_scores(claims, scorer)
    for claim, score, new in zip(claims, scores, unseen(claims, training), strict=True):
        groups[claim.source].append(Scored(score, claim.supported, new))
    true_synthetic = groups.pop("synthetic_true", [])
    for source in groups:
        if source.startswith("synthetic_"):
            groups[source] += true_synthetic
    return {source: _figures(group) for source, group in sorted(groups.items())}


def _figures(group: Sequence[Scored]) -> dict[str, float | int | None]:
    new = [one for one in group if one.unseen]
    return {
        "claims": len(group),
        "supported": round(sum(one.supported for one in group) / len(group), 3),
        "auroc": _area(group),
        "standard_error": _standard_error(group),
        "balanced_accuracy_at_half": _balanced_accuracy(group),
        "unseen_claims": len(new),
        "unseen_auroc": _area(new),
        "unseen_standard_error": _standard_error(new),
    }


def _area(group: Sequence[Scored]) -> float | None:
    area = auroc([one.score for one in group], [one.supported for one in group])
    return None if area is None else round(area, 3)


def _standard_error(group: Sequence[Scored]) -> float | None:
    """Of the AUROC, after Hanley and McNeil (1982): sampling of claims alone, not of training seeds."""
    area = _area(group)
    if area is None:
        return None
    up = sum(one.supported for one in group)
    down = len(group) - up
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    spread = area * (1 - area) + (up - 1) * (first - area**2) + (down - 1) * (second - area**2)
    return round(math.sqrt(max(0.0, spread) / (up * down)), 3)


def _balanced_accuracy(group: Sequence[Scored]) -> float:
    positive = [one.score >= 0.5 for one in group if one.supported]
    negative = [one.score < 0.5 for one in group if not one.supported]
    return round((sum(positive) / max(1, len(positive)) + sum(negative) / max(1, len(negative))) / 2, 3)
