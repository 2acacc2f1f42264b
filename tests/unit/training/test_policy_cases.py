"""What the calibrated policy is fitted on."""

from __future__ import annotations

from collections import Counter

from starter_models import policy_cases
from starter_models.folds import SHIPPED
from starter_models.split import premise_hash, rule_holds_out

from claimgraph.verify.evaluation.judging import read_cases

ROOT = policy_cases._ROOT
SETS = ("plain", "hard", "strength", "everyday", "layout", "laid_out")
MEASURED = (
    *(ROOT / "benchmarks" / "data" / f"{name}_held_out.jsonl" for name in SETS),
    *(
        ROOT / "tests" / "data" / "adversarial" / f"{name}.jsonl"
        for name in ("held_out", "second_held_out", "reworded")
    ),
)


def test_claims_of_the_training_data_are_of_premises_kept_apart_and_of_files_that_trained_nothing() -> None:
    sets = policy_cases.written()

    assert [one.source for one in sets] == ["kept_apart_retold", "kept_apart_detailed", "kept_apart_laid_out"]
    assert {one.fold for one in sets} == {SHIPPED}
    for one in sets:
        assert all(rule_holds_out(case.source) and case.lang == "en" for case in one.cases)
        assert policy_cases.PER_WRITTEN <= len(one.cases) < policy_cases.PER_WRITTEN + 20
        assert len(Counter(case.label.verdict for case in one.cases)) == 3


def test_nothing_that_is_measured_is_fitted_on() -> None:
    measured = {premise_hash(case.source) for path in MEASURED for case in read_cases(path)}
    fitted = [*policy_cases.own(policy_cases.OWN), *policy_cases.written()]

    assert len(measured) > 500
    assert not measured & {premise_hash(case.source) for one in fitted for case in one.cases}
