"""Two logistic models with signed weights, and the conformal quantiles of what they give."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.evaluation.judging.judged import JudgedCase
from claimgraph.verify.policies.calibrated import CalibratedPolicy, Calibration
from claimgraph.verify.policies.conformal import prediction_set, quantiles_of
from claimgraph.verify.policies.features import (
    ADDED_WORDS,
    CEILED,
    FEATURES_VERSION,
    SAYS_MORE,
    SIGNS,
    UNTOLD_CLAUSE,
    UNTOLD_NAME,
    features,
)
from claimgraph.verify.policies.logistic import Logistic

from .evaluate import auroc
from .sources import UNRELATED
from .split import premise_hash

RIDGE = 0.1
SHIFT = 0.3
"""What it costs that the mean log-odds of P(supported) differ from set to set (decision 0044)."""
LEAST_SPREAD = 0.05
"""Standard deviation that a feature must have: a weight that rests on a handful of cases is a guess."""
PARTS = 8  # of the premises one part is for the figures; seven are fitted on
SURE = 0.9
"""How surely the conformal quantiles keep their promise, whichever premises the sets happen to hold."""
_EXPECTED = {
    **{f"{judge}_conflict": 1.5 for judge in ("rules", "polarity", "graph", "any", "names_agreed")},
    **{"values_conflict": 3.5, "statement_conflict": 2.5, "role_conflict": 3.0},
    **dict.fromkeys(("worked_support", "worked_conflict"), 3.5),
    **dict.fromkeys(("alignment_conflict", "statement_name_conflict"), 1.0),
    **dict.fromkeys(("nli_entailment", "nli_contradiction_told"), 2.0),
    **dict.fromkeys(("nli_entailment_reworded", "nli_contradiction", "alignment"), 1.0),
    **dict.fromkeys(("similarity", "similarity_words"), 1.0),
    "polarity_support": 1.5,
    "quoted": 2.5,
    "graph_path": 2.5,
}
"""The size of a weight before any data. Their sign is the model's. Conflicts speak seldom, but then plainly; the rest
are shares and probabilities (decision 0047)."""

_EXPECTED_OF_THE_WRONG = {
    **_EXPECTED,
    **{f"{judge}_conflict": 1.5 for judge in ("alignment", "statement", "values")},
    **{"nli_contradiction": 2.0, "values_name_conflict": 1.0},
    **{"alignment": 2.0, "overlap": 1.0, "alignment_missing": 1.0, "similarity": 0.0},
}
"""Of the second model: what the evidence lacks is open rather than denied, whatever the NLI model says."""

GIVEN = {
    "support": {"llm": 0.7, "graph_path": 2.5, "worked_support": 3.5, "worked_conflict": -3.5},
    "contradiction": {"llm_contradiction": 0.7, "worked_conflict": 3.5},
}
"""Weights of features of which no set that is fitted on has a value, or hardly any. What language models say counts
with seven tenths of its log-odds, which are at most 5: a plain yes or no of theirs outweighs what the small judges make
of likeness, and two plain conflicts outweigh it. What follows from two statements of the sources together, neither of
which has the words of the claim, counts for more than these can count against it. What is worked out from a table is
right 99 times of a hundred (decision 0056)."""

GIVEN_CEILINGS = {UNTOLD_NAME: 0.4, UNTOLD_CLAUSE: 0.4, ADDED_WORDS: 0.3}
"""The share of such claims that were supported is smaller for the first two (.28, .15), most of those because the
evidence says "he" or "the film"; held down to that, all would rank alike. These only keep them from being called
supported. The last is the share outside ConjNLI, which alone has three quarters of such claims, none of them supported
(decision 0049)."""

CONTRADICTION_SIGNS = {
    **{name: 1 for name in SIGNS if "contradiction" in name or "conflict" in name if "told" not in name},
    **dict.fromkeys(("similarity", "alignment", "overlap"), 1),  # another value of the same thing, not another thing
    **dict.fromkeys(("alignment_missing", "rules_missing"), -1),
}
"""Features of the second model, which tells contradicted from merely unsupported claims."""


@dataclass(frozen=True, slots=True)
class Example:
    source: str
    lang: str
    premise: str  # hash
    values: Mapping[str, float]
    supported: bool
    verdict: Verdict | None


def fit_all(judged: Mapping[str, Sequence[tuple[str, JudgedCase]]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The policy's numbers by language, and figures on the premises that were kept apart."""
    policy: dict[str, Any] = {"policy": "calibrated", "features": FEATURES_VERSION}
    figures: dict[str, Any] = {"summary": {}, "shift": SHIFT}
    for lang, cases in judged.items():
        examples = [one for source, case in cases if (one := example_of(source, case)) is not None]
        fitted, tested = _split(examples)
        calibration = fit(fitted)
        policy[lang] = CalibratedPolicy({"en": calibration}).as_json()["en"]
        figures[lang] = {
            "fitted_on": _hash(fitted),
            "reported_on": _hash(tested),
            "ceilings": calibration.ceilings,
            "held_down": held_down(fitted),
            "sets": dict(Counter(one.source for one in examples)),
            "conformal": coverage(calibration, tested),
            "reliability": reliability(calibration, tested),
        }
        figures["summary"][lang] = report(calibration, tested)
    return policy, figures


def fit(fitted: Sequence[Example]) -> Calibration:
    """Both models on all examples; quantiles of what models that were fitted without a premise give its claims."""
    support, contradiction = models_of(fitted)
    highest = ceilings(fitted)
    scores: dict[Verdict, list[float]] = {verdict: [] for verdict in VERDICTS}
    for part in range(1, PARTS):
        mine = [one for one in fitted if _part(one) == part]
        if mine:
            models = models_of([one for one in fitted if _part(one) != part])
            for chances, one in zip(chances_of(Calibration(*models, {}, ceilings=highest), mine), mine, strict=True):
                if one.verdict in scores:
                    scores[one.verdict].append(1 - chances[one.verdict])
    quantiles = {
        verdict: tuple(round(value, 6) for value in quantiles_of(mine, SURE, _premises(fitted, verdict)))
        for verdict, mine in scores.items()
    }
    return Calibration(support, contradiction, quantiles, ceilings=highest)


VERDICTS = (Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)


def models_of(fitted: Sequence[Example]) -> tuple[Logistic, Logistic]:
    support = _given("support", _logistic(fitted, [one.supported for one in fitted], SIGNS, _EXPECTED, SHIFT))
    wrong = [one for one in fitted if one.verdict in (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)]
    contradicted = [one.verdict is Verdict.CONTRADICTED for one in wrong]
    return support, _given("contradiction", _logistic(wrong, contradicted, CONTRADICTION_SIGNS, _EXPECTED_OF_THE_WRONG))


def _given(name: str, fitted: Logistic) -> Logistic:
    """With the weights that no data gave it; their features speak from log-odds of 0 on."""
    mine = {feature: weight for feature, weight in GIVEN[name].items() if feature not in fitted.weights}
    return Logistic(fitted.bias, {**fitted.weights, **mine}, {**fitted.centres, **dict.fromkeys(mine, 0.0)})


def _premises(examples: Sequence[Example], verdict: Verdict) -> int:
    return len({one.premise for one in examples if one.verdict is verdict})


def ceilings(examples: Sequence[Example]) -> dict[str, float]:
    """Of claims that say more than their evidence the share that were supported all the same; and what is given,
    whether there is such a claim among these or not.

    Between the claims and one of either kind that was not seen (Laplace), each claim as one: such claims are too few to
    weigh by set.
    """
    mine = [one.supported for one in examples if one.values.get(SAYS_MORE)]
    found = {SAYS_MORE: round((sum(mine) + 1) / (len(mine) + 2), 4)} if mine else {}
    return found | GIVEN_CEILINGS


def ceilings_of(judged: Sequence[tuple[str, JudgedCase]]) -> tuple[dict[str, float], dict[str, int]]:
    """The ceilings of judged cases, and how many claims each rests on; of the premises that a whole fit would take."""
    examples = [one for source, case in judged if (one := example_of(source, case)) is not None]
    fitted = _split(examples)[0]
    return ceilings(fitted), held_down(fitted)


def held_down(examples: Sequence[Example]) -> dict[str, int]:
    """How many claims there are with each feature that holds P(supported) down."""
    return {name: len(_with(examples, name)) for name in CEILED}


def _with(examples: Sequence[Example], name: str) -> list[Example]:
    return [one for one in examples if one.values.get(name)]


def chances_of(calibration: Calibration, examples: Sequence[Example]) -> list[dict[Verdict, float]]:
    policy = CalibratedPolicy({"en": calibration})
    return [policy.chances("en", one.values) for one in examples]


def example_of(source: str, judged: JudgedCase) -> Example | None:
    """A case of one claim; those of several sentences say nothing of which of them is wrong."""
    if len(judged.evidence) != 1:
        return None
    evidence = judged.evidence[0]
    values = features(evidence, judged.checks.get(evidence.claim.id, ()))
    if not values:
        return None
    case = judged.case
    return Example(source, case.lang, premise_hash(case.source), values, case.label.supported, case.label.verdict)


def _split(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """By premise: to fit, and for the figures."""
    return [one for one in examples if _part(one)], [one for one in examples if not _part(one)]


def _part(one: Example) -> int:
    return int(one.premise[-4:], 16) % PARTS


def _hash(examples: Sequence[Example]) -> str:
    premises = sorted({one.premise for one in examples})
    digest = hashlib.sha256(" ".join(premises).encode()).hexdigest()[:16]
    return f"{len(examples)} cases, {len(premises)} premises, {digest}"


def _logistic(
    examples: Sequence[Example],
    positive: Sequence[bool],
    signs: Mapping[str, int],
    expected: Mapping[str, float],
    shift: float = 0.0,
) -> Logistic:
    """Least weighted log-loss; each set, and each class within it, weighs the same. Absent features count as mean.

    One penalty is on the distance from what is `expected`: a feature that the sets hardly show keeps a sensible weight.
    The other, times `shift`, is the variance among sets of their mean log-odds: since both classes of a set weigh the
    same, such a difference tells sets apart and no claim, and of other kinds of text the model would be off by as much.
    """
    values = {name: [one.values[name] for one in examples if name in one.values] for name in signs}
    names = [name for name, mine in values.items() if mine and np.std(mine) >= LEAST_SPREAD]
    raw = np.array([[one.values.get(name, np.nan) for name in names] for one in examples])
    centres, spread = np.nanmean(raw, axis=0), np.nanstd(raw, axis=0)
    x = np.nan_to_num((raw - centres) / spread, nan=0.0)
    y = np.array(positive, dtype=np.float64)
    w = _weights(examples, positive)
    means = _means_of_sets(examples, x, w)

    prior = np.array([expected.get(name, 0.0) * signs[name] for name in names]) * spread

    def loss(theta: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ theta[1:] + theta[0]
        away = theta[1:] - prior
        apart = means @ theta[1:]
        value = float(w @ (np.logaddexp(0, z) - y * z)) + RIDGE * float(away @ away)
        value += shift * float(np.mean(apart**2))
        error = w * (1 / (1 + np.exp(-z)) - y)
        pull = x.T @ error + 2 * RIDGE * away + 2 * shift * means.T @ apart / len(apart)
        return value, np.concatenate([[error.sum()], pull])

    bounds = [(None, None), *((0, None) if signs[name] > 0 else (None, 0) for name in names)]
    found = minimize(
        loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000}
    )
    weights = {
        name: round(float(value / scale), 6) for name, value, scale in zip(names, found.x[1:], spread, strict=True)
    }
    return Logistic(
        round(float(found.x[0]), 6),
        {name: value for name, value in weights.items() if value},
        {name: round(float(c), 6) for name, c in zip(names, centres, strict=True) if weights[name]},
    )


def _weights(examples: Sequence[Example], positive: Sequence[bool]) -> np.ndarray:
    """They sum to 1, those of each set to as much, and within it those of each class."""
    groups = [(one.source, bool(flag)) for one, flag in zip(examples, positive, strict=True)]
    sizes = Counter(groups)
    return np.array([1 / sizes[group] for group in groups]) / len(sizes)


def _means_of_sets(examples: Sequence[Example], x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """(sets, features): the weighted mean of each set, less the mean of these. Unrelated pairs are of no set: that
    nothing speaks for them is what they are there to say."""
    groups = np.array([one.source for one in examples])
    names = sorted(set(groups.tolist()) - {UNRELATED}) or [UNRELATED]
    means = np.array([np.average(x[groups == name], axis=0, weights=w[groups == name]) for name in names])
    return means - means.mean(axis=0)


def coverage(calibration: Calibration, tested: Sequence[Example]) -> dict[str, Any]:
    """For shares of errors: how often the true verdict is possible, how many claims have one alone, and how often
    that one is right. Claims whose label only says "not supported" are left out."""
    chances = chances_of(calibration, tested)
    known = [(p, one.verdict) for p, one in zip(chances, tested, strict=True) if one.verdict is not None]
    found: dict[str, Any] = {"claims": len(known)}
    for error in (0.05, 0.1, 0.2, 0.3):
        sets = [(prediction_set(p, calibration.quantiles, error), verdict) for p, verdict in known]
        alone = [(possible[0], verdict) for possible, verdict in sets if len(possible) == 1]
        found[str(error)] = {
            "covered": round(sum(verdict in possible for possible, verdict in sets) / max(1, len(sets)), 3),
            "decided": round(len(alone) / max(1, len(sets)), 3),
            "right_of_decided": round(sum(given is verdict for given, verdict in alone) / max(1, len(alone)), 3),
        }
    return found


def reliability(calibration: Calibration, tested: Sequence[Example]) -> dict[str, Any]:
    """Ten bins of P(supported): claims, mean probability, and the share supported, weighed as in the fit.

    The expected calibration error is the mean distance of the last two, by weight.
    """
    chances = np.array([p[Verdict.SUPPORTED] for p in chances_of(calibration, tested)])
    truth = np.array([one.supported for one in tested], dtype=np.float64)
    weights = _weights(tested, [one.supported for one in tested])
    found, error = [], 0.0
    for place in range(10):
        here = (chances * 10).astype(int).clip(0, 9) == place
        if here.any():
            mean = float(np.average(chances[here], weights=weights[here]))
            share = float(np.average(truth[here], weights=weights[here]))
            error += float(weights[here].sum()) * abs(mean - share)
            found.append({"claims": int(here.sum()), "stated": round(mean, 3), "supported": round(share, 3)})
    return {"bins": found, "error": round(error / float(weights.sum()), 3)}


def report(calibration: Calibration, kept: Sequence[Example]) -> dict[str, Any]:
    """On premises not fitted on: AUROC, balanced accuracy at 0.5 and log-loss, by set."""
    chances = chances_of(calibration, kept)
    found: dict[str, Any] = {}
    for source in sorted({one.source for one in kept}):
        mine = [
            (p[Verdict.SUPPORTED], one.supported) for p, one in zip(chances, kept, strict=True) if one.source == source
        ]
        up, down = [p for p, s in mine if s], [p for p, s in mine if not s]
        area = auroc([p for p, _ in mine], [s for _, s in mine])
        found[source] = {
            "cases": len(mine),
            "auroc": None if area is None else round(area, 3),
            "balanced_accuracy": round((np.mean(np.array(up) >= 0.5) + np.mean(np.array(down) < 0.5)) / 2, 3)
            if up and down
            else None,
        }
    return found
