"""Precision, recall and F1 from counts, and how far they would move with other items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How many things were predicted, how many the gold has, and how many of both were matched one to one."""

    matched: int
    predicted: int
    gold: int

    def __post_init__(self) -> None:
        if not 0 <= self.matched <= min(self.predicted, self.gold):
            raise ValueError(f"{self.matched} matches of {self.predicted} predicted and {self.gold} gold")

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.matched + other.matched, self.predicted + other.predicted, self.gold + other.gold)

    @property
    def precision(self) -> float | None:
        """Share of what was predicted that is right, in [0, 1]; None where nothing was predicted."""
        return self.matched / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Share of the gold that was found, in [0, 1]; None where the gold has nothing."""
        return self.matched / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall, in [0, 1]; None where there is neither prediction nor gold."""
        return 2 * self.matched / (self.predicted + self.gold) if self.predicted + self.gold else None


def total(counts: Iterable[Counts]) -> Counts:
    """Micro-average: every claim counts the same, whichever item it stands in."""
    return sum(counts, Counts(0, 0, 0))


def bootstrap_interval(
    counts: Sequence[Counts], *, level: float = 0.95, samples: int = 2_000, seed: int = 0
) -> tuple[float, float] | None:
    """The interval in which the micro F1 lies for `level` of the samples of as many items, drawn with replacement.

    `counts` are those of the items, one each: items are drawn, not claims, since claims of one item fail together.
    Percentile bootstrap, the same for the same seed. None where there is nothing to count.
    """
    import numpy as np

    if total(counts).f1 is None:
        return None
    table = np.array([(one.matched, one.predicted + one.gold) for one in counts], dtype=np.int64)
    drawn = np.random.default_rng(seed).integers(0, len(table), size=(samples, len(table)))
    matched, both = table[drawn].sum(axis=1).T
    scores = 2 * matched[both > 0] / both[both > 0]
    low, high = np.quantile(scores, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
