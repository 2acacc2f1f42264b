"""Fit the calibrated policy: `python training/fit_policy.py --data ../shared/data --folds FOLDS --own FILE...`.

FOLDS holds the NLI models that were each trained without one family of sets (`make_folds.py`). Every public set is
judged with the model that knows nothing of its family, every set of the project's own with the model that the policy
is for, claims of the training data on premises kept apart from training with the one that ships: the policy has to be
right about texts that trained nothing, and so it is fitted on such texts alone. Two logistic models over
`claimgraph.verify.policies.features`, the weight of every feature held to its sensible sign, and conformal quantiles
on a part that is not fitted on; and ceilings, the most that a claim can be supported of which the rules find that it
says more than its evidence, or names what no word of it names. `--ceilings` fits these alone into the policy that is
there: they rest on no NLI model, and so need no FOLDS. `--lang` fits the numbers of one language alone into the
policy that is there, those of the other as they are: where only what judges that language has changed. `--left-out
FAMILY` makes the policy of a fold, which sees no case of that family, and writes it to FOLDS/FAMILY/policy.json.
`--cross-validate` writes nothing: it fits without each family in turn, and prints how the claims of that family are
told, beside `vote`. Opinions are kept in FOLDS/opinions; a run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anyio

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / ".types"))

from starter_models import policy_card, policy_cases, policy_curve, policy_fit, policy_validate  # noqa: E402
from starter_models.sources import FAMILIES  # noqa: E402

from claimgraph.api.bootstrap import Models  # noqa: E402
from claimgraph.platform.settings import load_settings  # noqa: E402

SHIPPED = HERE.parent / "verify" / "policies" / "calibrated.json"
CURVE = HERE.parent / "docs" / "reliability.svg"


def main() -> None:
    arguments = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    sets = policy_cases.public(arguments.data, arguments.left_out, arguments.per_source)
    sets += [*policy_cases.own(arguments.own), *policy_cases.written(), policy_cases.chinese(arguments.data)]
    models = Models(load_settings())
    if arguments.ceilings:
        fit_ceilings(models, sets, arguments.out)
        return
    if arguments.lang:
        sets = [one for one in sets if one.cases and one.cases[0].lang == arguments.lang]
    judged = anyio.run(partial(policy_cases.judge, models, sets, arguments.folds, arguments.left_out))
    if arguments.cross_validate:
        print(json.dumps(policy_validate.cross_validated(judged), indent=1))
        return
    policy, figures = policy_fit.fit_all(judged)
    figures["nli"] = ", ".join(f"{lang} {one.version}" for lang, one in sorted(models.nli.items()))
    sections = ""
    if arguments.lang:
        policy = _into(policy, json.loads(arguments.out.read_text(encoding="utf-8")))
        sections = arguments.card.read_text(encoding="utf-8")
    text = json.dumps(policy, indent=1, sort_keys=True) + "\n"
    if arguments.left_out:
        folder = arguments.folds / arguments.left_out
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "policy.json").write_text(text, encoding="utf-8")
    else:
        arguments.out.write_text(text, encoding="utf-8")
        arguments.card.write_text(policy_card.card(figures, policy["features"], sections), encoding="utf-8")
        if not arguments.lang:
            curve = CURVE if arguments.out.resolve() == SHIPPED else arguments.out.with_suffix(".svg")
            curve.write_text(policy_curve.curve(figures), encoding="utf-8")
    print(json.dumps(figures["summary"], indent=1))


def _into(fitted: dict[str, Any], there: dict[str, Any]) -> dict[str, Any]:
    """The policy that is there with what was fitted. Raises SystemExit where the two read other features."""
    if fitted["features"] != there["features"]:
        raise SystemExit("The features have changed since the other language was fitted: fit both.")
    return {**there, **fitted}


def fit_ceilings(models: Models, sets: Sequence[policy_cases.CaseSet], path: Path) -> None:
    """Into the policy at `path`, its other numbers as they are; prints them with how many claims they rest on."""
    policy = json.loads(path.read_text(encoding="utf-8"))
    judged = anyio.run(partial(policy_cases.judge_by_rules, models, sets))
    found = {lang: policy_fit.ceilings_of(cases) for lang, cases in judged.items()}
    for lang, (ceilings, _) in found.items():
        policy[lang]["ceilings"] = ceilings
    path.write_text(json.dumps(policy, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(json.dumps({lang: {"ceilings": one, "claims": count} for lang, (one, count) in found.items()}, indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--folds", type=Path, help="folder of models made without each family")
    parser.add_argument("--ceilings", action="store_true", help="fit only the ceilings, into the policy at --out")
    parser.add_argument("--lang", choices=("en", "zh"), help="fit this language alone, into the policy at --out")
    parser.add_argument("--own", type=Path, nargs="*", default=policy_cases.OWN, help="sets written for this project")
    parser.add_argument(
        "--cross-validate", action="store_true", help="fit nothing that is kept: print what the features are worth"
    )
    parser.add_argument("--left-out", choices=FAMILIES, help="make the policy of this fold")
    parser.add_argument("--per-source", type=int, default=policy_cases.PER_SOURCE, help="about so many cases of a set")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="its reliability curve, as a picture, goes beside it")
    parser.add_argument("--card", type=Path, default=SHIPPED.with_name("MODEL_CARD.calibrated.md"))
    arguments = parser.parse_args()
    if arguments.folds is None and not arguments.ceilings:
        parser.error("--folds is needed, but for --ceilings alone")
    if arguments.lang and arguments.left_out:
        parser.error("--lang fits into the policy that ships; a fold is fitted whole")
    return arguments


if __name__ == "__main__":
    main()
