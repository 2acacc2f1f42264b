"""Cases to fit the calibrated policy on: none of their premises trained a judge."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.models.ports import NliModel
from claimgraph.platform.settings import load_settings
from claimgraph.verify.evaluation.judging import Case, Label, judge_cases, read_cases
from claimgraph.verify.evaluation.judging.judged import JudgedCase
from claimgraph.verify.facts import FactReader
from claimgraph.verify.judges.registry import build_judges

from . import pairs
from .prepare import read_held_out
from .sources import FILES, Row, read
from .split import is_held_out, premise_hash

log = logging.getLogger(__name__)

JUDGES = "nli,similarity,rules,alignment,statements,values,graph"

_LABELS = {
    "entailment": Label(True, Verdict.SUPPORTED),
    "neutral": Label(False, Verdict.NOT_ENOUGH_INFO),
    "contradiction": Label(False, Verdict.CONTRADICTED),
    "not_entailment": Label(False, None),
}
_SYNTHETIC = {
    "synthetic_true": Label(True, Verdict.SUPPORTED),
    "synthetic_absent": Label(False, Verdict.NOT_ENOUGH_INFO),
    **{f"synthetic_{kind}": Label(False, Verdict.CONTRADICTED) for kind in ("number", "date", "antonym", "negation")},
    **{f"synthetic_{kind}": Label(False, None) for kind in ("name", "quantifier")},
}


@dataclass(frozen=True, slots=True)
class Sourced:
    """A case and the set that it is from: each set weighs the same."""

    source: str
    case: Case


def english(data: Path, held_out: Path, left_out: Collection[str], per_source: int) -> dict[str, list[Sourced]]:
    """Held-out rows of every set that is not left out, and the synthetic ones made of such premises."""
    found: list[Sourced] = []
    for source in FILES:
        if source not in left_out:
            rows = list(read(data, source))
            if source == "summedits":
                rows = pairs.summedits_sentences(rows)
            found += _some([_of_row(row) for row in rows if is_held_out(row.premise)], per_source)
    synthetic = [claim for claim in read_held_out(held_out) if claim.source in _SYNTHETIC]
    made = []
    for claim in synthetic:
        ((sentence, windows),) = claim.parts
        case = Case(f"{claim.source}-{claim.id}", windows[0], sentence, _SYNTHETIC[claim.source], "en")
        made.append(Sourced("synthetic", case))
    found += _some(made, per_source)
    return {"en": found}


def unrelated(cases: Sequence[Sourced]) -> list[Sourced]:
    """One case in eight again, beside the source of another case: what retrieval finds where there is nothing.

    The public sets hold hardly any such pair, and so nothing that says that a source must speak of a claim at all.
    """
    by_set: dict[str, list[Case]] = defaultdict(list)
    for one in cases:
        by_set[one.source].append(one.case)
    found = []
    for group in by_set.values():
        for place in range(0, len(group), 8):
            case, other = group[place], group[(place + len(group) // 2) % len(group)]
            if premise_hash(case.source) != premise_hash(other.source):
                made = Case(f"unrelated-{case.id}", other.source, case.text, _LABELS["neutral"], case.lang)
                found.append(Sourced("unrelated", made))
    return found


def own(files: Sequence[Path], lang: str) -> list[Sourced]:
    """Cases written for this project, of one language."""
    return [Sourced(_name(path), case) for path in files for case in read_cases(path) if case.lang == lang]


def _name(path: Path) -> str:
    return path.stem if path.stem not in ("dev", "held_out") else f"{path.parent.name}_{path.stem}"


def _of_row(row: Row) -> Sourced:
    return Sourced(row.source, Case(f"{row.source}-{row.id}", row.premise, row.hypothesis, _LABELS[row.label], "en"))


def _some(cases: Sequence[Sourced], limit: int) -> list[Sourced]:
    """At most so many, whole premises, chosen by their hash: the same ones at every call."""
    by_premise: dict[str, list[Sourced]] = defaultdict(list)
    for one in cases:
        by_premise[premise_hash(one.case.source)].append(one)
    found: list[Sourced] = []
    for _, group in sorted(by_premise.items()):
        if len(found) >= limit:
            break
        found += group
    return found[:limit]


async def judge(
    cases: Mapping[str, Sequence[Sourced]], nli: NliModel, cache: Path
) -> dict[str, list[tuple[str, JudgedCase]]]:
    """Language -> (set, judged case); opinions are kept in `cache`."""
    models = Models(load_settings())
    models.__dict__["nli"] = nli
    judges = build_judges(JUDGES, models.judge_parts)
    facts = FactReader(models.reader)
    flat = [one for group in cases.values() for one in group]

    def progress(done: int, total: int) -> None:
        log.info("%d of %d cases", done, total)

    cases_only = [one.case for one in flat]
    judged = await judge_cases(cases_only, judges, models.embeddings, cache, progress, facts=facts)
    found: dict[str, list[tuple[str, JudgedCase]]] = {lang: [] for lang in cases}
    for one, result in zip(flat, judged, strict=True):
        found["zh" if one.case.lang == "zh" else "en"].append((one.source, result))
    return found
