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


def quantiles_of(nonconformity: Sequence[float], sure: float | None = None, groups: int | None = None) -> list[float]:
    """For each level e the ceil((n + 1) (1 - e))-th smallest of n scores 1 - P(true verdict).

    1.0, which rules nothing out, where n is too small for the level. That holds the promise on average over the claims
    calibrated on; with `sure` in (0, 1), the higher score that holds it with that probability whichever claims were
    drawn (Vovk, "Conditional validity of inductive conformal predictors", 2012, proposition 2b: the k-th of n scores
    covers a share that is Beta(k, n + 1 - k)). `groups`: of how many premises the claims are, which is what they are
    counted as: claims about one premise fail together.
    """
    ordered = sorted(nonconformity)
    drawn = min(groups or len(ordered), len(ordered))
    return [_at(ordered, _place(drawn, level, sure), drawn) for level in LEVELS]


def _at(ordered: Sequence[float], place: int, drawn: int) -> float:
    """The score at `place` of `drawn`, in a list that may be longer than that; 1.0 beyond its end."""
    if not 0 < place <= drawn:
        return 1.0
    return ordered[math.ceil(place / drawn * len(ordered) - 1e-9) - 1]


def _place(count: int, level: float, sure: float | None) -> int:
    """Which of `count` scores, in order, covers 1 - level; `count` + 1 where none does."""
    plain = math.ceil((count + 1) * (1 - level) - 1e-9)
    if sure is None:
        return plain
    below = 0.0  # P(Binomial(count, 1 - level) <= place - 1): how surely the score at `place` covers so much
    for successes in range(count):
        log_chance = (
            math.lgamma(count + 1)
            - math.lgamma(successes + 1)
            - math.lgamma(count - successes + 1)
            + successes * math.log(1 - level)
            + (count - successes) * math.log(level)
        )
        below += math.exp(log_chance)
        if below >= sure:
            return max(plain, successes + 1)
    return count + 1


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
