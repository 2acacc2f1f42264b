"""Fitting the calibrated policy: signs that hold whatever the data says, and figures on claims not fitted on."""

from __future__ import annotations

import dataclasses
import random
from statistics import mean

import pytest

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.policies.features import SIGNS
from claimgraph.verify.policies.logistic import Logistic

pytestmark = pytest.mark.torch  # its environment has what training needs

pytest.importorskip("scipy", reason="comes with claimgraph[torch]")


def examples(count: int, upside_down: bool = False, seed: int = 5):  # type: ignore[no-untyped-def]
    from starter_models.policy_fit import Example

    rng = random.Random(seed)
    made = []
    for number in range(count):
        verdict = rng.choice([Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO])
        good = (verdict is Verdict.SUPPORTED) != upside_down
        values = {
            "nli_entailment": min(1.0, max(0.0, rng.gauss(0.7 if good else 0.3, 0.2))),
            "alignment": min(1.0, max(0.0, rng.gauss(0.8 if good else 0.5, 0.2))),
            "alignment_conflict": float(rng.random() < (0.02 if good else 0.4)),
            "alignment_missing": float(rng.random() < 0.2),
        }
        made.append(Example("own", "en", f"{number:010x}", values, verdict is Verdict.SUPPORTED, verdict))
    return made


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_weight_never_has_the_wrong_sign(upside_down: bool) -> None:
    from starter_models.policy_fit import fit

    fitted = fit(examples(400, upside_down))
    assert all(weight * SIGNS[name] >= 0 for name, weight in fitted.support.weights.items())
    assert ("nli_entailment" in fitted.support.weights) != upside_down


def test_sets_whose_features_lie_apart_are_told_alike() -> None:
    from starter_models.policy_fit import _EXPECTED, _logistic, models_of

    sets = {"own": examples(300, seed=5), "other": examples(300, seed=6)}
    sets["other"] = [
        dataclasses.replace(
            case, source="other", values={**case.values, "nli_entailment": case.values["nli_entailment"] - 0.5}
        )
        for case in sets["other"]
    ]
    fitted = [case for cases in sets.values() for case in cases]

    def apart(model: Logistic) -> float:
        odds = {
            name: [sum(model.contributions(case.values).values()) for case in cases if case.supported]
            for name, cases in sets.items()
        }
        return abs(mean(odds["own"]) - mean(odds["other"]))

    without = _logistic(fitted, [case.supported for case in fitted], SIGNS, _EXPECTED)
    assert apart(models_of(fitted)[0]) < 0.8 * apart(without)


def test_what_the_sets_hardly_show_keeps_the_weight_that_is_expected_of_it() -> None:
    from starter_models.policy_fit import _EXPECTED, fit

    seldom = [
        dataclasses.replace(one, values={**one.values, "role_conflict": float(number % 100 == 0)})
        for number, one in enumerate(examples(400))
    ]
    assert fit(seldom).support.weights["role_conflict"] < -_EXPECTED["role_conflict"] / 2


def test_the_figures_are_of_premises_that_were_not_fitted_on() -> None:
    from starter_models.policy_fit import _split

    parts = _split(examples(500))
    premises = [{one.premise for one in part} for part in parts]
    assert sum(len(part) for part in parts) == 500
    assert not premises[0] & premises[1]


@pytest.mark.parametrize("premises", [600, 200])
def test_review_covers_the_truth_at_least_as_often_as_promised(premises: int) -> None:
    """Also where three claims of one premise fail together: counted as three, they would promise too much."""
    from starter_models.policy_fit import coverage, fit

    covered = {"0.1": [], "0.3": []}
    for seed in range(1, 6):
        drawn = examples(premises, seed=seed)
        if premises < 600:
            drawn = [one for one in drawn for _ in range(3)]
        figures = coverage(fit(drawn), examples(3000, seed=7))
        for error, found in covered.items():
            found.append(figures[error]["covered"])
    assert 0.89 <= mean(covered["0.1"]) <= 0.97
    assert 0.68 <= mean(covered["0.3"]) <= 0.85


def test_a_claim_that_says_more_than_its_evidence_is_supported_no_more_often_than_such_claims_were() -> None:
    from starter_models.policy_fit import GIVEN_CEILINGS, ceilings

    found = examples(90)
    said_more = [dataclasses.replace(one, values={**one.values, "says_more": 1.0}) for one in found[:28]]
    supported = sum(one.supported for one in said_more)
    assert ceilings([*said_more, *found[28:]]) == GIVEN_CEILINGS | {"says_more": round((supported + 1) / 30, 4)}
    assert ceilings(found) == GIVEN_CEILINGS  # which ask for no such claim


def test_a_claim_that_names_what_its_evidence_does_not_is_not_called_supported_however_many_such_were() -> None:
    from starter_models.policy_fit import fit

    found = examples(90)
    untold = [dataclasses.replace(one, values={**one.values, "untold_name": 1.0}, supported=True) for one in found[:28]]
    calibration = fit([*untold, *found[28:]])
    assert 0 < calibration.ceilings["untold_name"] < calibration.threshold


def test_a_language_that_was_not_fitted_again_keeps_its_section_of_the_card() -> None:
    from starter_models.policy_card import card

    whole = made_of("a", "b")
    first = card(whole, "4")
    again = whole | {
        "summary": {"zh": whole["summary"]["zh"]},
        "zh": {**whole["zh"], "fitted_on": "new"},
        "nli": "zh 2",
    }
    del again["en"]
    second = card(again, "4", first)

    english, chinese = second.split("\n## Chinese\n")
    assert english.split("\n## English\n")[1] == first.split("\n## Chinese\n")[0].split("\n## English\n")[1]
    assert "- fitted on new" in chinese
    assert "NLI model zh 2" in second
    with pytest.raises(ValueError, match="no section English"):
        card(again, "4", "# another file\n")


def made_of(english: str, chinese: str) -> dict[str, object]:
    """The figures of a fit, as `fit_all` gives them, told apart by what they were fitted on."""
    one = {
        "reported_on": "1 case",
        "reliability": {"error": 0.1, "bins": [{"stated": 0.5, "supported": 0.5, "claims": 3}]},
        "ceilings": {},
        "held_down": {},
        "conformal": {"claims": 3, "0.05": {"covered": 1.0, "decided": 0.5, "right_of_decided": 1.0}},
    }
    summary = {"plain_dev": {"cases": 3, "auroc": None, "balanced_accuracy": 0.5}}
    return {
        "summary": {"en": summary, "zh": summary},
        "nli": "en 1, zh 1",
        "shift": 0.15,
        "en": {**one, "fitted_on": english},
        "zh": {**one, "fitted_on": chinese},
    }


def test_what_a_family_is_told_by_knows_nothing_of_its_labels() -> None:
    from starter_models.policy_validate import left_out

    found = examples(600)
    sources = ("snli", "fever", "summedits", "hard_dev", "unrelated")
    mixed = [dataclasses.replace(one, source=sources[place % 5]) for place, one in enumerate(found)]
    turned = [
        dataclasses.replace(one, supported=not one.supported) if one.source == "summedits" else one for one in mixed
    ]
    before, after = left_out(mixed), left_out(turned)
    for one, told, again in zip(mixed, before, after, strict=True):
        if one.source == "unrelated":
            assert told is None
        else:
            assert (told == again) == (one.source == "summedits")


def test_each_set_weighs_the_same_and_each_class_in_it() -> None:
    from starter_models.policy_fit import _weights

    found = examples(300)
    sources = ["snli"] * 200 + ["fever"] * 60 + ["hard_dev"] * 40
    mine = [dataclasses.replace(one, source=source) for one, source in zip(found, sources, strict=True)]
    supported = [one.supported for one in mine]
    weights = _weights(mine, supported)
    told: dict[tuple[str, bool], float] = {}
    for one, weight in zip(mine, weights, strict=True):
        told[(one.source, one.supported)] = told.get((one.source, one.supported), 0.0) + float(weight)
    assert set(told) == {(group, flag) for group in ("snli", "fever", "hard_dev") for flag in (True, False)}
    assert list(told.values()) == pytest.approx([1 / 6] * 6)
