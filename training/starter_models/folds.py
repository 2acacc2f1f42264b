"""Judges whose NLI model was trained without one family of sets, and what they said."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from claimgraph.api.benching import fact_reader, judge_parts
from claimgraph.api.bootstrap import Models
from claimgraph.verify.evaluation.judging import Case, JudgedCase, judge_cases, warm_up
from claimgraph.verify.judges.registry import DEFAULT_JUDGES, build_judges
from claimgraph.verify.ports import Judge

from .remembered import RememberedNli

SHIPPED = "shipped"


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

    With `remember`, the model's scores are kept below `folds`/scores: what judging costs is then not to be told.
    """
    parts = judge_parts(models, folds / family if family else None)
    name = family or SHIPPED
    if remember:
        scores = folds / "scores" / f"{name}.sqlite"
        remembered = {lang: RememberedNli(model, scores) for lang, model in parts.nli().items()}
        parts = replace(parts, nli=lambda: remembered)
    return Fold(name, models, (*build_judges(DEFAULT_JUDGES, parts), *beside), folds / "opinions" / name)
