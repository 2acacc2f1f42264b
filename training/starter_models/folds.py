"""Judges whose NLI model was trained without one family of sets, and what they said."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from claimgraph.api.benching import fact_reader, nli_of_folder
from claimgraph.api.bootstrap import Models
from claimgraph.platform.models.ports import NliModel
from claimgraph.verify.evaluation.judging import Case, JudgedCase, judge_cases, warm_up
from claimgraph.verify.judges.registry import DEFAULT_JUDGES, build_judges
from claimgraph.verify.ports import Judge

from .remembered import RecordedNli, RememberedNli

SHIPPED = "shipped"
RECORDED = Path(__file__).resolve().parents[1] / "fold_scores"


@dataclass(frozen=True, slots=True)
class Fold:
    """`name`: the family left out, or "shipped". Opinions are kept below `opinions`, a file a set."""

    name: str
    models: Models
    judges: tuple[Judge, ...]
    opinions: Path

    async def judged(self, name: str, cases: Sequence[Case]) -> list[JudgedCase]:
        """The cases as all judges see them; what `opinions` holds already is not judged again."""
        path = self.opinions / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        await warm_up(self.judges)

        def tell(done: int, total: int) -> None:
            print(f"\r{self.name}/{name}: {done} of {total}", end="", file=sys.stderr, flush=True)

        facts = fact_reader(self.models, self.judges)
        done = await judge_cases(cases, self.judges, self.models.embeddings, path, tell, facts=facts)
        print(file=sys.stderr)
        return done


def open_fold(
    models: Models, folds: Path, family: str | None, beside: Sequence[Judge] = (), *, remember: bool = False
) -> Fold:
    """The default judges with the NLI model of `folds`/`family` (None: that of the package), then those `beside`.

    With `remember`, the models' scores are kept below `folds`/scores: what judging costs is then not to be told.
    Raises SystemExit where it is to be told, and the fold's model is not there to take its time.
    """
    name = family or SHIPPED
    nli = dict(models.nli)
    if family:
        nli["en"] = fold_nli(models, folds, family)
    if not remember and isinstance(nli.get("en"), RecordedNli):
        raise SystemExit(
            f"{folds / name} has no model, and what its recorded scores cost is not known: add --remember."
        )
    if remember:
        nli = {lang: remembered(model, folds, name) for lang, model in nli.items()}
    parts = replace(models.judge_parts, nli=lambda: nli)
    return Fold(name, models, (*build_judges(DEFAULT_JUDGES, parts), *beside), folds / "opinions" / name)


def fold_nli(models: Models, folds: Path, family: str, prefix: str = "") -> NliModel:
    """The English model in `folds`/`family`; where it is not there, what `training/record_folds.py` kept of it.

    `prefix`: of the recorded file's name, for models other than those of the folds.
    """
    recorded = RECORDED / f"{prefix}{family}.npz"
    if not (folds / family / "nli.onnx").is_file() and recorded.is_file():
        return RecordedNli(recorded, models.nli["en"])
    return nli_of_folder(folds / family, models.settings.threads or None)


def remembered(model: NliModel, folds: Path, name: str) -> NliModel:
    """The model with its scores kept below `folds`/scores; one whose scores are recorded needs no keeping."""
    return model if isinstance(model, RecordedNli) else RememberedNli(model, folds / "scores" / f"{name}.sqlite")
