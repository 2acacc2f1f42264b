"""From tokens to claims: which tokens of an answer state a claim, and what ReDeEP says of them together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from ..model import InsideView, Unscored
from .model import Head, Reading, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Shares: TypeAlias = NDArray[np.float64]

NO_TOKENS = "no token of the answer states this claim"
NOT_FINITE = "the causal model's states gave a score that is not finite"


class TokenScorer(Protocol):
    """What a fitted detector says of tokens, by the heads and layers that it listens to. `detector.Detector` is one."""

    @property
    def heads(self) -> tuple[Head, ...]: ...

    @property
    def layers(self) -> tuple[int, ...]: ...

    def ecs(self, reading: Reading) -> NDArray[np.float64]:
        """(tokens,): mean ECS of its copying heads."""
        ...

    def pks(self, reading: Reading) -> NDArray[np.float64]:
        """(tokens,): mean PKS of its knowledge FFNs."""
        ...

    def span_score(self, reading: Reading, weights: NDArray[np.float64]) -> float:
        """In [0, 1]: how surely these tokens were made up, each counting by its weight (tokens,), none below 0."""
        ...


def shares_of(offsets: Sequence[Span], spans: Sequence[Span]) -> Shares:
    """(tokens,) in [0, 1]: how much of each token, by characters, lies in one of the spans; spans may overlap.

    A token without characters (a mark of the tokenizer's own) lies in none.
    """
    merged = _merged(spans)
    shares = np.zeros(len(offsets))
    for token, (start, end) in enumerate(offsets):
        if end > start:
            inside = sum(max(0, min(end, stop) - max(start, begin)) for begin, stop in merged)
            shares[token] = inside / (end - start)
    return shares


def place(reading: Reading, detector: TokenScorer, spans: Sequence[Span]) -> InsideView | Unscored:
    """ECS, PKS and hallucination score of the claim that stands at `spans` of the answer.

    ECS is the mean over the detector's copying heads and the claim's tokens, PKS the mean over its knowledge FFNs, None
    where the detector listens to none; a token on a span's edge counts by the part that lies inside. Unscored where
    no token lies in the spans.
    """
    shares = shares_of(reading.offsets, spans)
    total = float(shares.sum())
    if total <= 0.0:
        return Unscored(NO_TOKENS)
    ecs = float(detector.ecs(reading) @ shares / total) if detector.heads else None
    pks = float(detector.pks(reading) @ shares / total) if detector.layers else None
    score = detector.span_score(reading, shares)
    if not all(math.isfinite(one) for one in (ecs, pks, score) if one is not None):
        return Unscored(NOT_FINITE)
    return InsideView(min(1.0, max(0.0, score)), ecs, pks)


def _merged(spans: Sequence[Span]) -> list[Span]:
    """The spans as stretches that do not overlap, in order."""
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[1] > span[0]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
