"""Every judge and every policy on the public NLI sets, each family of sets left out of training in its turn.

    python benchmarks/quality.py DATA_DIR --folds FOLDS_DIR [--recipe FOLDS_DIR] [--limit N] [--shipped] [--remember]
    python benchmarks/quality.py DATA_DIR --folds FOLDS_DIR --chinese

DATA_DIR holds `nli/` with its files. FOLDS_DIR holds a folder for each family (`sentences`, `wikipedia`, `documents`)
with what was made without it: `nli.onnx` and `tokenizer.json` (`training/make_folds.py`), and `policy.json`, the
calibrated policy (`training/fit_policy.py`). `--recipe` names such a folder with other NLI models to hold beside them.

Each set is judged with the models that did not see its family. Thresholds, of judges and of policies, are fitted on
the other families, each judged by the models that did not see it either: so every threshold is one for unseen kinds of
text. UHGEval is not in the averages: its true continuations stand in the premises, so that a substring test solves it.
It is measured apart, as it is and in two forms that measure something (`starter_models.uhgeval`); for want of another
Chinese set, thresholds are fitted on the half of its premises that policies are fitted on, and the other half is
measured, by the package's own models, of which it trained none (`--chinese`: this alone, which needs no fold).
`--shipped` adds the package's own models, on premises that were kept out of their training: they saw others
of the same sets, so those figures stand apart too. Opinions are kept in FOLDS_DIR/opinions; a run goes on where it
stopped. With `--remember` the NLI models' scores are kept as well, so that a run after a change of the rules is short;
what judging costs is not told then. `--page docs/quality.md` writes the tables there as well.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from figures import ROOT
from quality_figures import SetScores, figures, fitted, publish, read_set

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation
if str(ROOT / "training") not in sys.path:
    sys.path.append(str(ROOT / "training"))

from starter_models.folds import Fold, fold_nli, open_fold, remembered
from starter_models.policy_cases import UHGEVAL
from starter_models.sources import FAMILIES, FILES
from starter_models.split import is_held_out
from starter_models.uhgeval import may_fit, numbers_rewritten, without_continuations

from claimgraph.api.bootstrap import Models
from claimgraph.platform.settings import load_settings
from claimgraph.verify.evaluation.judging import (
    Case,
    JudgedCase,
    JudgeSubject,
    OverlapSubject,
    PolicySubject,
    Subject,
    premise_hash,
    read_cases,
    sample,
)
from claimgraph.verify.judges.nli import NliJudge
from claimgraph.verify.policies.calibrated import CalibratedPolicy
from claimgraph.verify.policies.strict import StrictPolicy
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.ports import Judge, Policy

if TYPE_CHECKING:
    from claimgraph.verify.model import Opinion, Pair, Unscored

LIMIT = 1_000
RECIPE = "recipe nli"
TRAINED = dict.fromkeys((s for sources in FAMILIES.values() for s in sources), "all premises but those kept out") | {
    "uhgeval": "no"
}
"""Set -> what of it trained the model that ships. The headline is of models that saw nothing of its family."""


@dataclass(frozen=True, slots=True)
class NamedJudge:
    """A judge of claim and premise alone under another name, so that two of a kind can be measured side by side."""

    inner: Judge
    name: str
    version: str

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await self.inner.judge(pairs)


@dataclass(frozen=True, slots=True)
class Bench:
    """The judges of one fold, and what is measured of them."""

    fold: Fold
    subjects: tuple[Subject, ...]

    async def judged(self, name: str, cases: Sequence[Case], limit: int | None) -> list[JudgedCase]:
        """About `limit` of the cases, judged."""
        return await self.fold.judged(name, sample(cases, limit) if limit else list(cases))


def main() -> int:
    arguments = _arguments()
    found = asyncio.run(measure(Models(load_settings()), arguments))
    name = "quality_chinese" if arguments.chinese else "quality"
    publish(found, arguments.limit, costs=not arguments.remember, name=name, page=arguments.page)
    return 0


async def measure(models: Models, arguments: argparse.Namespace) -> dict[str, object]:
    chinese = {one.name: figures([one]) for one in await measure_chinese(models, arguments)}
    if arguments.chinese:
        return {"apart": chinese}
    benches = {family: fold_bench(models, arguments, family) for family in FAMILIES}
    judged = {
        family: {
            source: await bench.judged(source, read_cases(arguments.data / "nli" / FILES[source]), arguments.limit)
            for source in FAMILIES[family]
        }
        for family, bench in benches.items()
    }
    headline = [one for family, bench in benches.items() for one in measure_family(bench, family, judged)]
    found: dict[str, object] = {"trained_the_shipped_model": TRAINED, "headline": figures(headline), "apart": chinese}
    if arguments.shipped:
        found["shipped_models_on_premises_kept_out"] = figures(await measure_shipped(models, arguments))
    return found


def measure_family(bench: Bench, family: str, judged: Mapping[str, Mapping[str, list[JudgedCase]]]) -> list[SetScores]:
    """The sets of one family, by models and thresholds that were made without it."""
    others = [cases for other, sets in judged.items() if other != family for cases in sets.values()]
    thresholds = fitted(bench.subjects, others)
    return [read_set(source, family, cases, bench.subjects, thresholds) for source, cases in judged[family].items()]


async def measure_chinese(models: Models, arguments: argparse.Namespace) -> list[SetScores]:
    """UHGEval as it is and changed; no model was trained on it."""
    bench = shipped_bench(models, arguments)
    cases = read_cases(arguments.data / "nli" / UHGEVAL)
    found = []
    forms = {
        "uhgeval": cases,
        "uhgeval_taken_out": without_continuations(cases),
        "uhgeval_numbers": numbers_rewritten(cases),
    }
    for name, mine in forms.items():
        fit, rest = ([one for one in mine if may_fit(one) is fits] for fits in (True, False))
        fit_judged = await bench.judged(name, fit, arguments.limit)
        rest_judged = await bench.judged(name, rest, arguments.limit)
        found.append(read_set(name, "chinese", rest_judged, bench.subjects, fitted(bench.subjects, [fit_judged])))
    return found


async def measure_shipped(models: Models, arguments: argparse.Namespace) -> list[SetScores]:
    """The package's own models on premises that were kept out; thresholds from a third of them, over all sets."""
    bench = shipped_bench(models, arguments)
    parts = {
        source: _third(await bench.judged(source, kept_out(arguments.data, source), arguments.limit))
        for sources in FAMILIES.values()
        for source in sources
    }
    thresholds = fitted(bench.subjects, [fit for fit, _ in parts.values()])
    return [read_set(source, "all", rest, bench.subjects, thresholds) for source, (_, rest) in parts.items()]


def shipped_bench(models: Models, arguments: argparse.Namespace) -> Bench:
    subjects = _subjects([CalibratedPolicy.shipped(), VotePolicy(), StrictPolicy()], models.judges)
    return Bench(open_fold(models, arguments.folds, None, remember=arguments.remember), subjects)


def fold_bench(models: Models, arguments: argparse.Namespace, family: str) -> Bench:
    """The judges and policies made without one family. A fold without a calibrated policy is measured without one."""
    folder = arguments.folds / family
    recipe: list[Judge] = []
    if arguments.recipe is not None:
        model = fold_nli(models, arguments.recipe, family, prefix="recipe_")
        models_of_recipe = {"en": remembered(model, arguments.recipe, family) if arguments.remember else model}
        judge = NliJudge(models_of_recipe)
        recipe.append(NamedJudge(judge, RECIPE, judge.version))
    fold = open_fold(models, arguments.folds, family, recipe, remember=arguments.remember)
    policies: list[Policy] = [VotePolicy(), StrictPolicy()]
    if (folder / "policy.json").is_file():
        policies.insert(0, CalibratedPolicy.load(folder / "policy.json"))
    else:
        print(f"{folder} has no policy.json: no calibrated policy is measured", file=sys.stderr)
    own = fold.judges[: len(fold.judges) - len(recipe)]  # some of them read the NLI model's scores too
    return Bench(fold, _subjects(policies, own, fold.judges))


def _subjects(
    policies: Iterable[Policy], in_use: Sequence[Judge], compared: Sequence[Judge] | None = None
) -> tuple[Subject, ...]:
    seen = frozenset(judge.name for judge in in_use)
    found: list[Subject] = [PolicySubject(policy, policy.name, seen) for policy in policies]
    return (*found, *(JudgeSubject(judge.name) for judge in compared or in_use), OverlapSubject())


def kept_out(data: Path, source: str) -> list[Case]:
    """The cases of a set on premises that no training saw."""
    return [case for case in read_cases(data / "nli" / FILES[source]) if is_held_out(case.source)]


def _third(judged: Sequence[JudgedCase]) -> tuple[list[JudgedCase], list[JudgedCase]]:
    """About a third of the premises, to fit on, and the others."""
    first = [int(premise_hash(f"third {one.case.premise_hash}"), 16) % 3 == 0 for one in judged]
    return (
        [one for one, mine in zip(judged, first, strict=True) if mine],
        [one for one, mine in zip(judged, first, strict=True) if not mine],
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder that holds nli/")
    parser.add_argument("--folds", type=Path, required=True, help="folder of models made without each family")
    parser.add_argument("--recipe", type=Path, help="such a folder, with the models to hold beside them")
    parser.add_argument("--limit", type=int, default=LIMIT, help="about so many cases a set, whole premises")
    parser.add_argument("--remember", action="store_true", help="keep NLI scores in FOLDS/scores; no times are told")
    parser.add_argument("--chinese", action="store_true", help="only the Chinese sets")
    parser.add_argument("--shipped", action="store_true", help="the package's own models too, apart")
    parser.add_argument("--page", type=Path, help="a page whose tables are made anew, below what stands before them")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
