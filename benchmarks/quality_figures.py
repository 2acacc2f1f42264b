"""What judged sets come to: figures by set, family and over all, with intervals and differences, as JSON and tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from figures import RESULTS, ROOT, machine, show

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.verify.evaluation.judging import JudgedCase, Subject
from claimgraph.verify.evaluation.judging.intervals import (
    Drawn,
    Estimate,
    auroc_samples,
    balanced_samples,
    difference,
    draw,
    interval,
)
from claimgraph.verify.evaluation.judging.metrics import (
    auroc,
    balanced,
    best_threshold,
    calibration_error,
    rightness,
)
from claimgraph.verify.evaluation.judging.quality import cost_figures, own_right, positives

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Booleans = NDArray[np.bool_]

ALL = "all sets pooled"
MEAN = "mean of the sets"


@dataclass(frozen=True, slots=True)
class Reading:
    """One subject over the cases of one set."""

    scores: Floats
    right: Floats  # at the threshold
    own_right: Floats | None  # by a policy's own verdicts
    stated: Floats
    states_support: bool
    threshold: float | None
    cost: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class SetScores:
    """One set as every subject reads it."""

    name: str
    family: str
    premises: tuple[str, ...]
    truth: Booleans
    subjects: Mapping[str, Reading]


def fitted(subjects: Sequence[Subject], sets: Sequence[Sequence[JudgedCase]]) -> dict[str, float]:
    """Each subject's best threshold over sets that weigh the same, and in each set both kinds of cases.

    A subject that scores none of them has 0.5.
    """
    truth = np.concatenate([positives(one) for one in sets])
    weights = np.concatenate([_even_weights(positives(one)) for one in sets])
    found = {}
    for subject in subjects:
        scores = np.concatenate([subject.read(one).scores for one in sets])
        threshold = best_threshold(scores, truth, weights)
        found[subject.name] = 0.5 if threshold is None else threshold
    return found


def _even_weights(truth: Booleans) -> Floats:
    up, down = max(1, int(truth.sum())), max(1, int((~truth).sum()))
    return np.where(truth, 1 / up, 1 / down)


def read_set(
    name: str, family: str, judged: Sequence[JudgedCase], subjects: Sequence[Subject], thresholds: Mapping[str, float]
) -> SetScores:
    truth = positives(judged)
    found = {}
    for subject in subjects:
        one = subject.read(judged)
        cost = cost_figures(subject.cost(judged))
        threshold = thresholds[subject.name]
        found[subject.name] = Reading(
            scores=one.scores,
            right=rightness(one.scores, truth, threshold),
            own_right=None if one.verdicts is None else own_right(one, truth),
            stated=one.stated,
            states_support=one.states_support,
            threshold=threshold,
            cost=None if cost is None else asdict(cost),
        )
    return SetScores(name, family, tuple(one.case.premise_hash for one in judged), truth, found)


@dataclass(frozen=True, slots=True)
class _Samples:
    """A figure and its value in every sample of premises."""

    value: float | None
    samples: Floats

    def estimate(self) -> dict[str, Any]:
        return _rounded(interval(self.value, self.samples))

    def less(self, other: _Samples) -> dict[str, Any]:
        return _rounded(difference(self.value, other.value, self.samples, other.samples))


def figures(sets: Sequence[SetScores]) -> dict[str, Any]:
    """By set, by family, pooled, and as the mean of the sets; and the first subject against each other one.

    Only subjects that were measured on every set are compared.
    """
    subjects = [name for name in sets[0].subjects if all(name in one.subjects for one in sets)]
    drawn = draw(
        [premise for one in sets for premise in one.premises],
        [one.name for one in sets for _ in one.premises],
    )
    names = np.concatenate([np.full(len(one.premises), one.name) for one in sets])
    families = np.concatenate([np.full(len(one.premises), one.family) for one in sets])
    parts = {one.name: names == one.name for one in sets}
    if len(sets) > 1:
        parts |= {f"family {family}": families == family for family in dict.fromkeys(families.tolist())}
        parts[ALL] = np.ones(len(names), dtype=np.bool_)
    table: dict[str, Any] = {}
    sampled: dict[str, dict[str, tuple[_Samples, _Samples]]] = {}
    for part, mask in parts.items():
        sampled[part] = {name: _sampled(sets, name, mask, drawn) for name in subjects}
        table[part] = {
            "cases": int(mask.sum()),
            "premises": len(np.unique(drawn.premise[mask])),
            "supported": round(float(_joined(sets, "truth")[mask].mean()), 4),
            "subjects": {name: _figures(sets, name, mask, drawn, sampled[part][name]) for name in subjects},
        }
    if len(sets) > 1:
        sampled[MEAN] = {name: _mean([sampled[one.name][name] for one in sets]) for name in subjects}
        table[MEAN] = {
            "subjects": {
                name: {"balanced_accuracy": both[0].estimate(), "auroc": both[1].estimate()}
                for name, both in sampled[MEAN].items()
            }
        }
    return {"first": subjects[0], "parts": table, "differences": _differences(sampled, subjects)}


def _joined(sets: Sequence[SetScores], field: str, subject: str | None = None) -> Any:
    rows = sets if subject is None else [one.subjects[subject] for one in sets]
    return np.concatenate([getattr(row, field) for row in rows])


def _sampled(sets: Sequence[SetScores], name: str, mask: Booleans, drawn: Drawn) -> tuple[_Samples, _Samples]:
    truth, mine = _joined(sets, "truth")[mask], drawn.of(mask)
    right, scores = _joined(sets, "right", name)[mask], _joined(sets, "scores", name)[mask]
    return (
        _Samples(balanced(right, truth), balanced_samples(right, truth, mine)),
        _Samples(auroc(scores, truth), auroc_samples(scores, truth, mine)),
    )


def _mean(parts: Sequence[tuple[_Samples, _Samples]]) -> tuple[_Samples, _Samples]:
    def mean(of: Sequence[_Samples]) -> _Samples:
        values = [one.value for one in of if one.value is not None]
        value = sum(values) / len(values) if len(values) == len(of) else None
        return _Samples(value, np.mean([one.samples for one in of], axis=0))

    return mean([one for one, _ in parts]), mean([one for _, one in parts])


def _figures(
    sets: Sequence[SetScores], name: str, mask: Booleans, drawn: Drawn, both: tuple[_Samples, _Samples]
) -> dict[str, Any]:
    truth = _joined(sets, "truth")
    scores, stated = _joined(sets, "scores", name), _joined(sets, "stated", name)
    policy = all(one.subjects[name].own_right is not None for one in sets)
    own = _joined(sets, "own_right", name) if policy else None
    states_support = all(one.subjects[name].states_support for one in sets)
    happened = truth if states_support or own is None else own == 1.0
    found: dict[str, Any] = {
        "balanced_accuracy": both[0].estimate(),
        "auroc": both[1].estimate(),
        "unscored": int(np.isnan(scores[mask]).sum()),
        "calibration_error": _number(calibration_error(stated[mask], happened[mask])),
        "calibrated": "support" if states_support else "verdict",
    }
    if own is not None:
        samples = balanced_samples(own[mask], truth[mask], drawn.of(mask))
        found["own_balanced_accuracy"] = _rounded(interval(balanced(own[mask], truth[mask]), samples))
    here = [one for one in sets if mask.all() or (one.premises and _is(one, sets, mask))]
    if len(here) == 1:
        found["threshold"] = _number(here[0].subjects[name].threshold)
        found["cost"] = here[0].subjects[name].cost
    return found


def _is(one: SetScores, sets: Sequence[SetScores], mask: Booleans) -> bool:
    """Whether the mask picks this set and no other."""
    start = sum(len(other.premises) for other in sets[: sets.index(one)])
    inside = mask[start : start + len(one.premises)]
    return bool(inside.all()) and int(mask.sum()) == len(one.premises)


def _differences(
    sampled: Mapping[str, Mapping[str, tuple[_Samples, _Samples]]], subjects: Sequence[str]
) -> dict[str, Any]:
    first = subjects[0]
    return {
        part: {
            other: {
                "balanced_accuracy": rows[first][0].less(rows[other][0]),
                "auroc": rows[first][1].less(rows[other][1]),
            }
            for other in subjects[1:]
        }
        for part, rows in sampled.items()
    }


def _rounded(one: Estimate) -> dict[str, Any]:
    return {"value": _number(one.value), "low": _number(one.low), "high": _number(one.high)}


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def publish(
    found: Mapping[str, Any], limit: int, *, costs: bool = True, name: str = "quality", page: Path | None = None
) -> None:
    """Tables here, without intervals; everything in results/NAME.json, the tables in results/NAME.md.

    Without `costs` no time is told: where scores were remembered, judging took less than it does. `page`: a page of the
    documentation whose tables are made anew, below the text that stands before the first of them.
    """
    RESULTS.mkdir(parents=True, exist_ok=True)
    whole = {"benchmark": name, "machine": machine(), "limit": limit, **found}
    (RESULTS / f"{name}.json").write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    pages = ["Made by `python benchmarks/quality.py`; what is measured, and how, is in its first lines."]
    sections = {"headline": found["headline"]} if "headline" in found else {}
    sections |= found["apart"] | {k: v for k, v in found.items() if k.startswith("shipped")}
    for title, section in sections.items():
        for measure, rows in tables(section, costs=costs).items():
            show(f"{title}: {measure}", [_without_intervals(row) for row in rows], width=200)
            pages.append(f"## {title.replace('_', ' ')}: {measure}\n\n{markdown(rows)}")
    (RESULTS / f"{name}.md").write_text("\n\n".join(pages) + "\n", encoding="utf-8")
    if page is not None:
        head = page.read_text(encoding="utf-8").partition("\n## ")[0].rstrip()
        page.write_text("\n\n".join([head, *pages[1:]]) + "\n", encoding="utf-8")
    print(f"written to benchmarks/results/{name}.json and {name}.md")


def _without_intervals(row: Mapping[str, str]) -> dict[str, str]:
    """For a terminal, which is too narrow for all of them."""
    return {name: cell.partition(" [")[0] for name, cell in row.items()}


def tables(section: Mapping[str, Any], *, costs: bool = True) -> dict[str, list[dict[str, str]]]:
    """Rows by set for each measure, and those of the differences; columns are subjects."""
    made: dict[str, list[dict[str, str]]] = {}
    for key, title in (("auroc", "AUROC"), ("balanced_accuracy", "balanced accuracy")):
        made[title] = [
            {"set": part, **{name: _shown(figures[key]) for name, figures in row["subjects"].items()}}
            for part, row in section["parts"].items()
        ]
        made[f"{title}, {section['first']} less"] = [
            {"set": part, **{name: _shown(both[key], sign=True) for name, both in row.items()}}
            for part, row in section["differences"].items()
        ]
    made["own verdicts, calibration, cost" if costs else "own verdicts, calibration"] = [
        {
            "set": part,
            "subject": name,
            "own balanced accuracy": _shown(one["own_balanced_accuracy"]) if "own_balanced_accuracy" in one else "",
            "calibration error": _plain(one["calibration_error"]),
            "unscored": str(one["unscored"]),
            "threshold": _plain(one.get("threshold")),
            **({"ms a pair": _plain((one.get("cost") or {}).get("milliseconds_a_pair"))} if costs else {}),
        }
        for part, row in section["parts"].items()
        if part != MEAN
        for name, one in row["subjects"].items()
    ]
    return made


def markdown(rows: Sequence[Mapping[str, str]]) -> str:
    columns = list(rows[0])
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row[one] for one in columns)} |" for row in rows)])


def _shown(one: Mapping[str, float | None], sign: bool = False) -> str:
    form = "+.3f" if sign else ".3f"
    if one["value"] is None:
        return "-"
    between = "" if one["low"] is None or one["high"] is None else f" [{one['low']:{form}}, {one['high']:{form}}]"
    return f"{one['value']:{form}}{between}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
