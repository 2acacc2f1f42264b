"""What ReDeEP says of a claim among what all judges say of it."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Check, InsideView, Opinion

REDEEP = "redeep"
"""The judge's name, and that of its score: how surely the claim comes from the context, 1 - the hallucination score."""

ECS, PKS = "redeep_ecs", "redeep_pks"
"""The scores that stand beside it."""


def inside_view(checks: Sequence[Check]) -> InsideView | None:
    """Of one claim's checks the one by ReDeEP, the same for every window; None where it could not judge, or did not."""
    for check in checks:
        if check.judge == REDEEP and isinstance(check.opinion, Opinion):
            scores = check.opinion.scores
            return InsideView(1.0 - scores[REDEEP], scores.get(ECS), scores.get(PKS))
    return None
