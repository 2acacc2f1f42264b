"""Cases to fit the calibrated policy on, each judged by an NLI model that was trained on no text of its kind.

A policy fitted on kinds of text that trained the NLI model would trust that model too much on all others. So each
public set is judged by the fold that left its family out, and the project's own sets, which trained nothing, by the
model that the policy is for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.evaluation.judging import Case, Label, judge_cases, read_cases, sample
from claimgraph.verify.evaluation.judging.judged import JudgedCase

from . import pairs, swaps, uhgeval
from .folds import SHIPPED, Fold, open_fold
from .sources import FAMILIES, FILES, UNRELATED, Row, read
from .split import is_held_out, premise_hash
from .written import kept_apart, read_written

UHGEVAL = "uhgeval_zh_first500.jsonl.gz"
UHGEVAL_SET = "uhgeval_numbers"
PER_SOURCE = 500
_ROOT = Path(__file__).resolve().parents[2]
OWN = (
    *(
        _ROOT / "benchmarks" / "data" / f"{name}_dev.jsonl"
        for name in ("plain", "hard", "strength", "everyday", "layout")
    ),
    *(_ROOT / "tests" / "data" / "adversarial" / f"{name}.jsonl" for name in ("dev", "practice", "second_dev")),
)
"""Those that were seen while the judges were written; their held-out halves are measured, never fitted on."""

_LABELS = {
    "entailment": Label(True, Verdict.SUPPORTED),
    "neutral": Label(False, Verdict.NOT_ENOUGH_INFO),
    "contradiction": Label(False, Verdict.CONTRADICTED),
    "not_entailment": Label(False, None),
}


WRITTEN = ("retold", "detailed", "laid_out")
"""Files of `training/data` by which no model that ships was trained."""
PER_WRITTEN = 400
KEPT_APART = "kept_apart"
_KINDS = {swaps.ENTAILED: "entailment", swaps.CONTRADICTED: "contradiction", swaps.NEUTRAL: "neutral"}


@dataclass(frozen=True, slots=True)
class CaseSet:
    """Cases of one set; each set weighs the same.

    `fold`: the family whose fold judges them, `folds.SHIPPED`: the model that ships, whatever is left out; None: the
    model that the policy is for.
    """

    source: str
    fold: str | None
    cases: tuple[Case, ...]


def public(data: Path, left_out: str | None, limit: int) -> list[CaseSet]:
    """About `limit` cases of every set of the families that are not left out.

    For the policy that ships (nothing left out), without the premises that its NLI model is measured on.
    """
    found = []
    for family, sources in FAMILIES.items():
        for source in sources if family != left_out else ():
            cases = sample(_cases(data, source), limit)
            kept = [case for case in cases if left_out or not is_held_out(case.source)]
            found.append(CaseSet(source, family, tuple(kept)))
    return found


def own(files: Sequence[Path]) -> list[CaseSet]:
    """Sets written for this project, apart by language."""
    found = []
    for path in files:
        cases = read_cases(path)
        for lang in ("en", "zh"):
            mine = tuple(case for case in cases if case.lang == lang)
            if mine:
                found.append(CaseSet(_name(path), None, mine))
    return found


def written() -> list[CaseSet]:
    """English claims of `WRITTEN`, some hundred of each file, on premises that training keeps apart.

    By the model that ships also where a family is left out, whose texts none of these are: the folds' models have no
    recorded scores of them. Without the Chinese ones, with which Chinese claims of other sets are told worse
    (decision 0056).
    """
    found = []
    for name in WRITTEN:
        items = kept_apart(read_written("en", name=name), held_out=True)
        cases = [
            Case(f"{name}-{place}-{number}", item.premise, claim, _LABELS[_KINDS[target]], "en")
            for place, item in enumerate(items)
            for number, (claim, target) in enumerate(item.claims)
        ]
        found.append(CaseSet(f"{KEPT_APART}_{name}", SHIPPED, tuple(sample(cases, PER_WRITTEN))))
    return found


def chinese(data: Path) -> CaseSet:
    """The half of UHGEval's premises that may be fitted on (`uhgeval.may_fit`), their numbers rewritten."""
    cases = uhgeval.numbers_rewritten(read_cases(data / "nli" / UHGEVAL))
    return CaseSet(UHGEVAL_SET, None, tuple(case for case in cases if uhgeval.may_fit(case)))


def unrelated(one: CaseSet) -> CaseSet:
    """One case in eight again, beside the source of another case: what retrieval finds where there is nothing.

    The public sets hold hardly any such pair, and so nothing that says that a source must speak of a claim at all.
    """
    found = []
    for place in range(0, len(one.cases), 8):
        case, other = one.cases[place], one.cases[(place + len(one.cases) // 2) % len(one.cases)]
        if premise_hash(case.source) != premise_hash(other.source):
            found.append(Case(f"unrelated-{case.id}", other.source, case.text, _LABELS["neutral"], case.lang))
    return CaseSet(UNRELATED, one.fold, tuple(found))


async def judge(
    models: Models, sets: Sequence[CaseSet], folds: Path, policy_for: str | None
) -> dict[str, list[tuple[str, JudgedCase]]]:
    """Language -> (set, judged case). `policy_for`: the family left out of the NLI model that the policy is for."""
    benches: dict[str | None, Fold] = {}
    found: dict[str, list[tuple[str, JudgedCase]]] = defaultdict(list)
    for one in sets:
        family = None if one.fold == SHIPPED else one.fold or policy_for
        if family not in benches:
            benches[family] = open_fold(models, folds, family, remember=True)
        others = unrelated(one)
        judged = await benches[family].judged(one.source, one.cases)
        strangers = await benches[family].judged(f"{one.source}_unrelated", others.cases)
        for source, done in ((one.source, judged), (others.source, strangers)):
            for case in done:
                found["zh" if case.case.lang == "zh" else "en"].append((source, case))
    return dict(found)


async def judge_by_rules(models: Models, sets: Sequence[CaseSet]) -> dict[str, list[tuple[str, JudgedCase]]]:
    """Language -> (set, case), judged by `rules` and `alignment` alone, in which no trained model has a part."""
    judges = [judge for judge in models.judges if judge.name in ("rules", "alignment")]
    found: dict[str, list[tuple[str, JudgedCase]]] = defaultdict(list)
    for one in sets:
        for case in await judge_cases(one.cases, judges, models.embeddings):
            found["zh" if case.case.lang == "zh" else "en"].append((one.source, case))
    return dict(found)


def _cases(data: Path, source: str) -> list[Case]:
    if source != "summedits":
        return list(read_cases(data / "nli" / FILES[source]))
    # Of an inconsistent summary nobody says which sentence is wrong, but those that the consistent one lacks.
    return [_of_row(row) for row in pairs.summedits_sentences(list(read(data, source)))]


def _of_row(row: Row) -> Case:
    return Case(f"{row.source}-{row.id}", row.premise, row.hypothesis, _LABELS[row.label], "en")


def _name(path: Path) -> str:
    return path.stem if path.parent.name != "adversarial" else f"adversarial_{path.stem}"
