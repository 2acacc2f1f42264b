"""Verdict policies by name or from a file, and which of them a domain gets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import ConfigError

from ..outcome import DOMAINS
from ..ports import Policy
from .by_judge import METHODS, JudgePolicy, JudgeRule
from .calibrated import CalibratedPolicy, calibrations_of
from .strict import StrictPolicy
from .thresholds import VoteThresholds
from .vote import VotePolicy

POLICIES = ("calibrated", "vote", "strict")
DEFAULT_POLICY = "calibrated"


@dataclass(frozen=True, slots=True)
class PolicyChoice:
    """The policy of each domain; a domain that is not named gets the default one."""

    default: Policy
    by_domain: Mapping[str, Policy] = field(default_factory=dict)

    def of(self, domain: str) -> Policy:
        return self.by_domain.get(domain, self.default)


def choose_policies(
    default: str = DEFAULT_POLICY,
    by_domain: Mapping[str, str] | None = None,
    review_error: float | None = None,
    thresholds: VoteThresholds | None = None,
) -> PolicyChoice:
    """Policies by the settings `policy`, `policy_by_domain` and `review_error`, and the embedders' thresholds.

    Raises `ConfigError`.
    """
    unknown = sorted(set(by_domain or {}) - set(DOMAINS))
    if unknown:
        raise ConfigError(
            f"policy_by_domain names the domain {unknown[0][:40]!r}, which there is not; known: {', '.join(DOMAINS)}."
        )
    return PolicyChoice(
        build_policy(default, review_error, thresholds),
        {domain: build_policy(name, review_error, thresholds) for domain, name in (by_domain or {}).items()},
    )


def build_policy(wanted: str, review_error: float | None = None, thresholds: VoteThresholds | None = None) -> Policy:
    """The policy of that name, with the numbers that ship, or the one that a JSON file describes.

    `review_error` concerns the calibrated policy alone, `thresholds` the votes, but where a file names
    others. Raises `ConfigError`.
    """
    if wanted == "calibrated":
        return CalibratedPolicy.shipped(review_error, thresholds)
    if wanted == "vote":
        return VotePolicy(thresholds)
    if wanted == "strict":
        return StrictPolicy(VotePolicy(thresholds))
    if wanted in METHODS:
        return JudgePolicy(wanted)
    if not wanted.endswith(".json"):
        known = ", ".join((*POLICIES, *METHODS))
        raise ConfigError(f"There is no policy {wanted[:40]!r}; choose one of {known}, or name a .json file.")
    return _from_file(Path(wanted), review_error, thresholds or VoteThresholds())


def policy_json(policy: Policy) -> dict[str, Any]:
    """The policy as data that `build_policy` reads back from a file. Raises `ConfigError` for one that has no form."""
    if isinstance(policy, CalibratedPolicy):
        return {"policy": "calibrated", **policy.as_json()}
    if isinstance(policy, VotePolicy | StrictPolicy):
        thresholds = policy.thresholds
        values = {each.name: getattr(thresholds, each.name) for each in fields(thresholds)}
        return {
            "policy": policy.name,
            "thresholds": {k: dict(v) if isinstance(v, Mapping) else v for k, v in values.items()},
        }
    if isinstance(policy, JudgePolicy):
        return {"policy": policy.name, **asdict(policy.rule)}
    raise ConfigError(f"The policy {policy.name} has no form as a file.")


def _from_file(path: Path, review_error: float | None, thresholds: VoteThresholds) -> Policy:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"The policy file {path} cannot be read ({type(error).__name__}).") from error
    kind = raw.get("policy") if isinstance(raw, dict) else None
    if kind == "calibrated":
        return CalibratedPolicy(calibrations_of(raw, str(path)), review_error, thresholds)
    if isinstance(kind, str) and kind in METHODS:
        return JudgePolicy(kind, _rule(raw, path))
    if kind not in ("vote", "strict"):
        raise ConfigError(f'The policy file {path} needs "policy": one of {", ".join((*POLICIES, *METHODS))}.')
    votes = VotePolicy(_thresholds(raw.get("thresholds", {}), path, thresholds))
    return votes if kind == "vote" else StrictPolicy(votes)


def _rule(raw: Mapping[str, Any], path: Path) -> JudgeRule:
    numbers = {name: value for name, value in raw.items() if name != "policy"}
    known = {each.name for each in fields(JudgeRule)}
    plain = all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers.values())
    if not set(numbers) <= known or not plain or not all(0 <= one <= 1 for one in numbers.values()):
        raise ConfigError(f"The policy file {path}: beside its policy it has {', '.join(sorted(known))}, from 0 to 1.")
    return JudgeRule(**numbers)


def _thresholds(raw: object, path: Path, others: VoteThresholds) -> VoteThresholds:
    """Those of the file; what it does not name is as in `others`."""
    known = {each.name for each in fields(VoteThresholds)}
    if not isinstance(raw, dict) or not set(raw) <= known:
        extra = sorted(set(raw) - known) if isinstance(raw, dict) else []
        named = f" {extra[0]!r} is none." if extra else ""
        raise ConfigError(f"The policy file {path}: thresholds are {', '.join(sorted(known))}.{named}")
    for name, value in raw.items():
        numbers = value.values() if isinstance(value, dict) else [value]
        if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers):
            raise ConfigError(f"The policy file {path}: {name} is no number.")
        if isinstance(getattr(others, name), Mapping) != isinstance(value, dict):
            raise ConfigError(f"The policy file {path}: {name} is {_shape(getattr(others, name))}.")
    return replace(others, **raw)


def _shape(value: object) -> str:
    return 'a number for each language, {"zh": 0.8}' if isinstance(value, Mapping) else "one number"
