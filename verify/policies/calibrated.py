"""The calibrated policy: two small logistic models over all that the judges saw.

The first gives P(supported); the second, of what is not supported, P(contradicted). So each claim gets a probability
of each verdict. They are fitted by `training/fit_policy.py` on claims that trained none of the judges, with the weight
of every feature held to its sensible sign (`features.SIGNS`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.platform.errors import ConfigError
from claimgraph.verify.model import Check, ClaimEvidence, Decision, Vote

from .chains import CHAINS_RULE
from .conformal import Quantiles, prediction_set
from .disputes import DISPUTES_RULE, unless_disputed
from .features import CEILED, FEATURES_VERSION, SIGNS, features, is_weighed
from .logistic import Logistic, logistic_of
from .reasons import reason_in
from .thresholds import VoteThresholds
from .vote import VotePolicy

CALIBRATED_RULE = "3"
SHIPPED = "calibrated.json"
_STANCE_OF = {Verdict.SUPPORTED: Stance.SUPPORTS, Verdict.CONTRADICTED: Stance.CONTRADICTS}


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was fitted for one language."""

    support: Logistic
    contradiction: Logistic
    quantiles: Quantiles
    threshold: float = 0.5  # of P(supported), from where on a claim is called supported
    ceilings: Mapping[str, float] = field(default_factory=dict)
    """Feature -> the highest P(supported) of a claim that has it: the share of such claims that were supported."""


class CalibratedPolicy:
    """Pure and deterministic. Confidence is the probability of the verdict given, on the kinds of text fitted on.

    With `review_error`, a verdict is given only where it alone is possible at that share of errors (split conformal
    prediction); other claims go to review: NOT_ENOUGH_INFO, `possible` saying which verdicts are left.
    """

    name = "calibrated"

    def __init__(
        self,
        calibrations: Mapping[str, Calibration],
        review_error: float | None = None,
        thresholds: VoteThresholds | None = None,
    ) -> None:
        """`calibrations`: language -> model; others are judged as "en". `review_error` in (0, 1). `thresholds`: of the
        votes that are shown beside the verdict, and that decide where no judge spoke that the models weigh."""
        if "en" not in calibrations:
            raise ConfigError("A calibrated policy needs a model for 'en', which stands for other languages too.")
        if review_error is not None and not 0 < review_error < 1:
            raise ConfigError(f"The share of errors is between 0 and 1, not {review_error}.")
        self._calibrations = dict(calibrations)
        self._review_error = review_error
        self._votes = VotePolicy(thresholds)
        numbers = {lang: _as_json(one) for lang, one in sorted(self._calibrations.items())}
        self.version = digest(
            "calibrated", CALIBRATED_RULE, CHAINS_RULE, DISPUTES_RULE, FEATURES_VERSION,
            json.dumps(numbers, sort_keys=True), str(review_error), self._votes.version,
        )[:12]  # fmt: skip

    @classmethod
    def shipped(cls, review_error: float | None = None, thresholds: VoteThresholds | None = None) -> CalibratedPolicy:
        """With the numbers that come with the package."""
        return cls(_shipped(), review_error, thresholds)

    @classmethod
    def load(cls, path: Path, review_error: float | None = None) -> CalibratedPolicy:
        """With the numbers of a file that `training/fit_policy.py` wrote. Raises `ConfigError`."""
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ConfigError(f"The policy file {path} cannot be read ({type(error).__name__}).") from error
        return cls(calibrations_of(raw, str(path)), review_error)

    def as_json(self) -> dict[str, Any]:
        """The numbers in the form that `load` reads."""
        return {"features": FEATURES_VERSION, **{lang: _as_json(one) for lang, one in self._calibrations.items()}}

    def decide(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
        claim = evidence.claim
        voted = self._votes.decide(evidence, checks)
        values = features(evidence, checks) if claim.checkable else {}
        if not values or not any(vote.stance is not Stance.ABSTAINS for vote in voted.votes):
            return voted
        chances = self.chances(claim.lang, values)
        verdict = _verdict(chances, self._of(claim.lang).threshold)
        carried = _carried(verdict, voted.votes, evidence, checks)
        if self._review_error is not None:
            possible = prediction_set(chances, self._of(claim.lang).quantiles, self._review_error)
            if len(possible) != 1:
                reason = reason_in(claim.lang, "review")
                return Decision(Verdict.NOT_ENOUGH_INFO, None, voted.votes, carried, reason, possible)
            verdict = possible[0]
            carried = _carried(verdict, voted.votes, evidence, checks)
        decision = Decision(verdict, round(chances[verdict], 4), voted.votes, carried)
        return unless_disputed(decision, evidence, checks)

    def chances(self, lang: str, values: Mapping[str, float]) -> dict[Verdict, float]:
        """The probability of each verdict for a claim with these features; they sum to 1."""
        mine = self._of(lang)
        ceilings = [highest for name, highest in mine.ceilings.items() if values.get(name)]
        supported = min([mine.support.probability(values), *ceilings])
        contradicted = (1 - supported) * mine.contradiction.probability(values)
        return {
            Verdict.SUPPORTED: supported,
            Verdict.CONTRADICTED: contradicted,
            Verdict.NOT_ENOUGH_INFO: max(0.0, 1 - supported - contradicted),
        }

    def support(self, evidence: ClaimEvidence, checks: Sequence[Check]) -> float | None:
        """P(supported); None where no judge could judge."""
        values = features(evidence, checks)
        return self.chances(evidence.claim.lang, values)[Verdict.SUPPORTED] if values else None

    def _of(self, lang: str) -> Calibration:
        return self._calibrations.get(lang, self._calibrations["en"])


def _verdict(chances: Mapping[Verdict, float], threshold: float) -> Verdict:
    if chances[Verdict.SUPPORTED] >= threshold:
        return Verdict.SUPPORTED
    contradicted = chances[Verdict.CONTRADICTED] >= chances[Verdict.NOT_ENOUGH_INFO]
    return Verdict.CONTRADICTED if contradicted else Verdict.NOT_ENOUGH_INFO


def _carried(
    verdict: Verdict, votes: Sequence[Vote], evidence: ClaimEvidence, checks: Sequence[Check]
) -> tuple[tuple[str, str], ...]:
    """The checks behind a verdict: the votes of its own mind; else all that voted on the window that fits best."""
    judges = {check.judge for check in checks if is_weighed(check)}
    weighed = [vote for vote in votes if vote.judge in judges]  # the others had no part in it
    voters = [vote for vote in weighed if vote.stance is not Stance.ABSTAINS and vote.premise_id is not None]
    same = [vote for vote in voters if vote.stance is _STANCE_OF.get(verdict, Stance.NEUTRAL)]
    return tuple((vote.judge, vote.premise_id) for vote in same or voters if vote.premise_id is not None)


# --- Reading and writing the numbers


def calibrations_of(raw: object, where: str) -> dict[str, Calibration]:
    """Language -> numbers, of the JSON that `training/fit_policy.py` writes.

    Raises `ConfigError` for anything else, for features of another version, and for a weight of the wrong sign.
    """
    if (
        not isinstance(raw, Mapping)
        or raw.get("features") != FEATURES_VERSION
        or not isinstance(raw.get("en"), Mapping)
    ):
        raise ConfigError(
            f"{where} is no calibrated policy for features of version {FEATURES_VERSION}; fit it again with "
            "training/fit_policy.py."
        )
    found = {}
    for lang, numbers in raw.items():
        if isinstance(numbers, Mapping) and "support" in numbers:
            here = f"{where} ({lang})"
            support = logistic_of(numbers["support"], here)
            _check_signs(support, here)
            quantiles = {Verdict(name): tuple(values) for name, values in numbers["quantiles"].items()}
            contradiction = logistic_of(numbers["contradiction"], here)
            ceilings = _ceilings(numbers.get("ceilings", {}), here)
            found[str(lang)] = Calibration(support, contradiction, quantiles, _threshold(numbers, here), ceilings)
    return found


def _threshold(numbers: Mapping[str, Any], where: str) -> float:
    threshold = numbers.get("threshold", 0.5)
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not 0 < threshold < 1:
        raise ConfigError(f"{where}: the threshold is between 0 and 1, not {str(threshold)[:20]}.")
    return float(threshold)


def _ceilings(raw: object, where: str) -> dict[str, float]:
    if not isinstance(raw, Mapping) or not raw.keys() <= set(CEILED):
        raise ConfigError(f"{where}: the ceilings are of {' and '.join(CEILED)}, and of nothing else.")
    if any(isinstance(one, bool) or not isinstance(one, int | float) or not 0 < one < 1 for one in raw.values()):
        raise ConfigError(f"{where}: a ceiling is between 0 and 1.")
    return {str(name): float(one) for name, one in raw.items()}


def _check_signs(support: Logistic, where: str) -> None:
    for name, weight in support.weights.items():
        if name not in SIGNS:
            raise ConfigError(f"{where} weighs {name!r}, which is no feature.")
        if weight * SIGNS[name] < 0:
            raise ConfigError(f"{where} weighs {name!r} with {weight}: against what it stands for.")


def _as_json(one: Calibration) -> dict[str, Any]:
    quantiles = {verdict.value: list(values) for verdict, values in one.quantiles.items()}
    return {
        "support": one.support.as_json(),
        "contradiction": one.contradiction.as_json(),
        "quantiles": quantiles,
        "threshold": one.threshold,
        "ceilings": dict(one.ceilings),
    }


@cache
def _shipped() -> dict[str, Calibration]:
    raw = json.loads(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"))
    return calibrations_of(raw, SHIPPED)
