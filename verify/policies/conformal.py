"""Split conformal prediction over verdicts: which of them are possible at a chosen share of errors.

Class-conditional (Mondrian), so the promise holds for each true verdict: of claims whose true verdict is v, v is among
the possible ones for at least a share 1 - error, where the claims are exchangeable with those calibrated on
(Vovk et al., "Algorithmic Learning in a Random World", 2005, section 4.5).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from claimgraph.graph_schema.vocabulary import Verdict

LEVELS = tuple(number / 100 for number in range(1, 51))
"""The shares of errors for which quantiles are kept."""

Quantiles = Mapping[Verdict, Sequence[float]]
"""True verdict -> for each of `LEVELS` the largest 1 - P(verdict) that is still possible."""


def quantiles_of(nonconformity: Sequence[float]) -> list[float]:
    """For each level e the ceil((n + 1) (1 - e))-th smallest of n scores 1 - P(true verdict).

    1.0, which rules nothing out, where n is too small for the level.
    """
    ordered = sorted(nonconformity)
    places = [math.ceil((len(ordered) + 1) * (1 - level) - 1e-9) for level in LEVELS]
    return [ordered[place - 1] if 0 < place <= len(ordered) else 1.0 for place in places]


def prediction_set(chances: Mapping[Verdict, float], quantiles: Quantiles, error: float) -> tuple[Verdict, ...]:
    """The verdicts that are possible at this share of errors, most probable first; may be none, or all.

    Between two levels the stricter one holds. Below the lowest level all are possible.
    """
    level = max((place for place, one in enumerate(LEVELS) if one <= error + 1e-9), default=None)
    ordered = sorted(chances, key=lambda verdict: (-chances[verdict], verdict.value))
    if level is None:
        return tuple(ordered)
    return tuple(
        verdict
        for verdict in ordered
        if verdict not in quantiles or 1 - chances[verdict] <= quantiles[verdict][level] + 1e-12
    )
