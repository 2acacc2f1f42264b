"""How the log-odds of a response's spans become one score of the response, in [0, 1]."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]

MEAN, NOISY_OR, TEMPERED, HIGHEST = "mean", "noisy-or", "tempered", "highest"
POOLINGS = (MEAN, NOISY_OR, TEMPERED, HIGHEST)


def probability(log_odds: Floats) -> Floats:
    """1 / (1 + exp(-x)), without overflow."""
    import numpy as np

    small = np.exp(-np.abs(log_odds))
    chance: Floats = np.where(log_odds >= 0, 1.0, small) / (1 + small)
    return chance


def log_odds_of(chance: Floats) -> Floats:
    """The inverse of `probability`; of certainty, of what is as good as certain."""
    import numpy as np

    kept = np.clip(chance, 1e-12, 1 - 1e-12)
    odds: Floats = np.log(kept) - np.log1p(-kept)
    return odds


def pooled(how: str, log_odds: Floats, response: Integers, responses: int) -> Floats:
    """Score of each response, from the log-odds of its spans: (responses,), in [0, 1].

    log_odds: (spans,); response: (spans,), the number of each span's response, all from 0 to `responses` - 1 there.
    `mean`: of the mean log-odds, as the paper has it; `noisy-or`: the probability that one span or more is
    hallucinated, were they independent; `tempered`: between the two, -log P(none) divided by the root of their number,
    since spans of one response are not independent; `highest`: of the worst span.
    """
    import numpy as np

    if how == MEAN:
        return probability(np.bincount(response, log_odds, responses) / np.bincount(response, minlength=responses))
    if how in (NOISY_OR, TEMPERED):
        clean = np.bincount(response, np.logaddexp(0, log_odds), responses).astype(np.float64)  # -log P(none is one)
        if how == TEMPERED:
            clean = clean / np.sqrt(np.bincount(response, minlength=responses))
        chance: Floats = -np.expm1(-clean)
        return chance
    if how == HIGHEST:
        highest = np.full(responses, -np.inf)
        np.maximum.at(highest, response, log_odds)
        return probability(highest)
    raise ValueError(f"{how!r} is no pooling; there are {', '.join(POOLINGS)}.")
