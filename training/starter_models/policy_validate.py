"""What the calibrated policy's features are worth on kinds of text that no number of it was fitted on.

Every group of sets is left out in its turn: the families of the public sets, and the project's own. The opinions are
those that the policy is fitted on, so that a change of the features is tried without training or judging anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.evaluation.judging import JudgedCase, PolicySubject
from claimgraph.verify.evaluation.judging.metrics import calibration_error
from claimgraph.verify.policies.calibrated import Calibration
from claimgraph.verify.policies.vote import VotePolicy

from .evaluate import auroc
from .policy_cases import KEPT_APART
from .policy_fit import Example, ceilings, chances_of, example_of, models_of
from .sources import FAMILIES, UNRELATED

if TYPE_CHECKING:
    from numpy.typing import NDArray

FAMILY = {source: family for family, sources in FAMILIES.items() for source in sources}


@dataclass(frozen=True, slots=True)
class Scored:
    """`chance`: P(supported), by models that were fitted without the set; `vote`: how `vote` ranks the case."""

    source: str
    supported: bool
    chance: float
    vote: float


def cross_validated(judged: Mapping[str, Sequence[tuple[str, JudgedCase]]]) -> dict[str, Any]:
    """Language -> set -> figures of the policy and of `vote`, with the mean of the sets and all of them pooled.

    AUROC, balanced accuracy (the policy's at 0.5, that of `vote` by its verdicts), and the policy's log-loss and
    calibration error. English has the public sets pooled as well, without the project's own.
    """
    return {lang: _tables(_scored(cases)) for lang, cases in judged.items()}


def _scored(cases: Sequence[tuple[str, JudgedCase]]) -> list[Scored]:
    pairs = [(one, case) for source, case in cases if (one := example_of(source, case)) is not None]
    examples = [one for one, _ in pairs]
    votes = PolicySubject(VotePolicy(), "vote").read([case for _, case in pairs]).scores
    return [
        Scored(one.source, one.supported, chance, float(vote))
        for one, chance, vote in zip(examples, left_out(examples), votes, strict=True)
        if chance is not None
    ]


def left_out(examples: Sequence[Example]) -> list[float | None]:
    """P(supported) of each, by models that were fitted without its group of sets; None for unrelated pairs, which
    belong to no set."""
    found: list[float | None] = [None] * len(examples)
    for group in {_group(one) for one in examples} - {UNRELATED}:
        others = [one for one in examples if _group(one) != group]
        calibration = Calibration(*models_of(others), {}, ceilings=ceilings(others))
        mine = [place for place, one in enumerate(examples) if _group(one) == group]
        for place, chances in zip(mine, chances_of(calibration, [examples[place] for place in mine]), strict=True):
            found[place] = chances[Verdict.SUPPORTED]
    return found


def _group(one: Example) -> str:
    """A family of public sets; the project's own English ones together, apart from claims of the training data, each
    file of these by itself; a Chinese set by itself."""
    if one.source == UNRELATED or one.source.startswith(KEPT_APART):
        return one.source
    return FAMILY.get(one.source) or (one.source if one.lang == "zh" else "own")


def _tables(found: Sequence[Scored]) -> dict[str, Any]:
    by_set: dict[str, list[Scored]] = defaultdict(list)
    for one in found:
        by_set[one.source].append(one)
    tables: dict[str, Any] = {source: _figures(mine) for source, mine in sorted(by_set.items())}
    for name, sources in (("public sets", [s for s in by_set if s in FAMILY]), ("all sets", list(by_set))):
        if len(sources) > 1:
            tables[f"{name}, pooled"] = _figures([one for source in sources for one in by_set[source]])
            tables[f"{name}, mean"] = _mean([tables[source] for source in sources])
    return tables


def _figures(mine: Sequence[Scored]) -> dict[str, float]:
    supported = np.array([one.supported for one in mine])
    found: dict[str, float] = {"cases": len(mine)}
    for name, scores in (("policy", [one.chance for one in mine]), ("vote", [one.vote for one in mine])):
        told = np.array(scores) >= 0.5
        found[f"{name} AUROC"] = auroc(scores, supported.tolist()) or float("nan")
        found[f"{name} balanced accuracy"] = _balanced(told == supported, supported)
    chances = np.array([one.chance for one in mine])
    found["log-loss"] = float(-np.log(np.clip(np.where(supported, chances, 1 - chances), 1e-9, 1)).mean())
    found["calibration error"] = calibration_error(chances, supported) or 0.0
    return {name: round(value, 4) for name, value in found.items()}


def _balanced(values: NDArray[Any], supported: NDArray[np.bool_]) -> float:
    return float(np.mean([values[supported].mean(), values[~supported].mean()]))


def _mean(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: round(float(np.mean([one[name] for one in figures])), 4) for name in figures[0]}
