"""ReDEeP on the log that its authors publish: their figure recomputed, and what is left of it without looking ahead.

    python benchmarks/redeep_log.py PATH [--repetitions 20]

PATH is the authors' log of chunk-level scores of Llama-2-7B on RAGTruth (450 responses, 32 heads, 32 layers) as JSON,
perhaps gzipped. Its licence is not stated, so it is not part of this repository; without PATH nothing is measured.

The published recipe chooses its heads and layers on the very responses that it is measured on. Here everything that is
chosen (heads, layers, their number, form, penalty, pooling) is chosen anew inside each outer fold, by
cross-validation within it; a response is whole on one side. The outer cross-validation is repeated with other folds.

AUC is the mean over the outer folds, each scored by one model; `pooled` puts the scores of all folds into one AUC,
which also asks that they are on one scale. Intervals: 95%, percentile bootstrap over responses; differences are paired.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from figures import ROOT, publish
from numpy.typing import NDArray

if str(ROOT / ".types") not in sys.path:
    sys.path.append(str(ROOT / ".types"))  # runs from a checkout as well as from an installation

from claimgraph.verify.redeep.fitting import (
    SCORES,
    Candidate,
    Difference,
    Logistic,
    Units,
    View,
    folds,
    nested,
)
from claimgraph.verify.redeep.measures import auc, auc_with_interval, aucs, draws, pearson
from claimgraph.verify.redeep.pooling import MEAN, NOISY_OR, POOLINGS, TEMPERED, log_odds_of, pooled

Floats: TypeAlias = NDArray[np.float64]
PUBLISHED = Difference(heads=3, layers=4, external=0.6)
PUBLISHED_AUC, PUBLISHED_PCC = 0.74725, 0.42072
OUTER, INNER, DRAWS = 10, 5, 2000
LOG, CROSSED, LENGTH = "log", "crossed", "length"
STRENGTHS = (0.003, 0.01, 0.03, 0.1)
DIFFERENCES = tuple(
    Difference(heads, layers, external)
    for heads in (1, 3, 8)
    for layers in (1, 4, 8)
    for external in (0.3, 0.6, 1.0, 1.6)
)
MEMBERS = tuple(
    Logistic(strength, held, view=view)
    for view in (SCORES, LOG, CROSSED)
    for held in (True, False)
    for strength in STRENGTHS
)
BASELINE = "baseline: ridge, C = 0.01, all 64 scores; noisy-or"
COMMITTEE = "mean of all logistic models, nothing chosen"


@dataclass(frozen=True, slots=True)
class Way:
    """What is chosen from inside each outer fold."""

    name: str
    candidates: tuple[Candidate, ...]
    poolings: tuple[str, ...]


def _members(view: str, held: bool) -> tuple[Candidate, ...]:
    return tuple(one for one in MEMBERS if one.view == view and one.held == held)


WAYS = (
    Way("control: how long the chunks are, nothing else", (Logistic(1.0, held=False, view=LENGTH),), (NOISY_OR,)),
    Way("recipe: 3 heads, 4 layers, 0.6; mean", (PUBLISHED,), (MEAN,)),
    Way("recipe: numbers and factor chosen; mean", DIFFERENCES, (MEAN,)),
    Way("recipe: numbers, factor and pooling chosen", DIFFERENCES, POOLINGS),
    Way("ridge, scores: penalty, pooling chosen", _members(SCORES, False), POOLINGS),
    Way("signs held, scores: penalty, pooling chosen", _members(SCORES, True), POOLINGS),
    Way("ridge, log: penalty, pooling chosen", _members(LOG, False), POOLINGS),
    Way("signs held, log: penalty, pooling chosen", _members(LOG, True), POOLINGS),
    Way("ridge, crossed: penalty, pooling chosen", _members(CROSSED, False), POOLINGS),
    Way("signs held, crossed: penalty, pooling chosen", _members(CROSSED, True), POOLINGS),
    Way("everything chosen from everything", (*DIFFERENCES, *MEMBERS), POOLINGS),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", help="the authors' log, as JSON or JSON in gzip")
    parser.add_argument("--repetitions", type=int, default=20, help="how often the outer folds are drawn anew")
    arguments = parser.parse_args()
    if arguments.path is None:
        print("redeep_log: skipped, because it needs the path of the authors' log, which is not shipped")
        return 0
    units = read_log(arguments.path)
    recomputed = published(units)
    print(f"published recipe, on the responses it was chosen on: AUC {recomputed[0]:.5f}, PCC {recomputed[1]:.5f}")
    runs = {BASELINE: baseline(units, arguments.repetitions), COMMITTEE: committee(units, arguments.repetitions)}
    for way in WAYS:
        print(f"  {way.name} ...", file=sys.stderr, flush=True)
        runs[way.name] = [
            nested(units, way.candidates, way.poolings, OUTER, INNER, seed).scores
            for seed in range(arguments.repetitions)
        ]
    rows = [in_sample(units, recomputed), *table(units, runs)]
    publish(
        "redeep_log",
        f"ReDEeP on the authors' log: {len(units.groups)} responses, {arguments.repetitions} x {OUTER} folds",
        rows,
        {"published": {"auc": PUBLISHED_AUC, "pcc": PUBLISHED_PCC}, "recomputed": recomputed, "inner_folds": INNER},
        width=170,
    )
    close = abs(recomputed[0] - PUBLISHED_AUC) < 1e-4 and abs(recomputed[1] - PUBLISHED_PCC) < 1e-4
    return 0 if close else 1


def read_log(path: Path) -> Units:
    """Chunks of the log as units, in three views: scores as logged, PKS in logarithms, and those with products.

    The log's PKS is a sum over the chunk's tokens (`published_chunk_divergence`), so logarithms are taken of the sum
    and of the mean, whose signs are not held: together they say how long the chunk is.
    """
    data = path.read_bytes()
    responses = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    chunks = [(number, chunk) for number, response in enumerate(responses) for chunk in response["scores"]]
    ecs = np.array([list(chunk["prompt_attention_score"].values()) for _, chunk in chunks])
    pks = np.array([list(chunk["parameter_knowledge_scores"].values()) for _, chunk in chunks])
    tokens = np.array([[chunk["r_span"][1] - chunk["r_span"][0]] for _, chunk in chunks])
    signs = np.concatenate([-np.ones(ecs.shape[1]), np.ones(pks.shape[1])])
    total, mean = np.log(pks + 0.01), np.log(pks / tokens + 0.0001)
    log = np.hstack([ecs, total, mean])
    products = np.hstack([ecs * total.mean(axis=1, keepdims=True), ecs.mean(axis=1, keepdims=True) * total])
    log_signs = np.concatenate([signs, np.zeros(pks.shape[1])])
    groups = {source: number for number, source in enumerate(dict.fromkeys(one["source_id"] for one in responses))}
    return Units(
        {
            SCORES: View(np.hstack([ecs, pks]), signs),
            LOG: View(log, log_signs),
            LENGTH: View(np.log(tokens), np.zeros(1)),
            CROSSED: View(np.hstack([log, products]), np.concatenate([log_signs, np.zeros(products.shape[1])])),
        },
        np.array([float(chunk["hallucination_label"]) for _, chunk in chunks]),
        np.array([number for number, _ in chunks], dtype=np.int64),
        np.array([groups[one["source_id"]] for one in responses], dtype=np.int64),
    )


def published(units: Units) -> tuple[float, float]:
    """AUC and PCC of the published recipe, chosen and measured on the same responses."""
    scores = _recipe(units)
    return auc(units.truth, scores), pearson(units.truth, scores)


def _recipe(units: Units) -> Floats:
    """(responses,): mean over the chunks of PKS - 0.6 x ECS, both min-max scaled."""
    raw = PUBLISHED.raw(units).log_odds(units.views[SCORES].values)
    means: Floats = np.bincount(units.response, raw) / np.bincount(units.response)
    return means


def baseline(units: Units, repetitions: int) -> list[Floats]:
    """Nothing is chosen: one penalty, all scores, noisy-or."""
    model = Logistic(0.01, held=False)
    return [_scores(units, [model], [NOISY_OR], seed) for seed in range(repetitions)]


def committee(units: Units, repetitions: int) -> list[Floats]:
    """Every logistic model with every penalty, view and two poolings; their log-odds, standardised, are averaged."""
    return [_scores(units, MEMBERS, [NOISY_OR, TEMPERED], seed) for seed in range(repetitions)]


def _scores(units: Units, members: Sequence[Candidate], poolings: Sequence[str], seed: int) -> Floats:
    """Held-out mean of the members' log-odds, each standardised by what it gives on the responses it was fitted on."""
    scores = np.zeros(len(units.groups))
    for fit, held in folds(units.groups, units.truth, OUTER, seed):
        seen, unseen = units.of(fit), units.of(held)
        for member in members:
            linear = member.fit(seen)
            for pooling in poolings:
                known, new = (
                    log_odds_of(
                        pooled(
                            pooling, linear.log_odds(part.views[member.view].values), part.response, len(part.groups)
                        )
                    )
                    for part in (seen, unseen)
                )
                scores[held] += (new - known.mean()) / known.std()
    return scores


def in_sample(units: Units, recomputed: tuple[float, float]) -> dict[str, Any]:
    """The first row of the table: the published figure, with the interval that sampling alone gives it."""
    found = auc_with_interval(units.truth, _recipe(units), units.groups)
    shown = "recipe as published, chosen on what it is measured on"
    return _row(shown, found.value, (found.low, found.high), recomputed[0])


def table(units: Units, runs: Mapping[str, Sequence[Floats]]) -> list[dict[str, Any]]:
    """A row a way: mean AUC, its interval, and the paired difference to the baseline with its interval."""
    weights = np.vstack([np.ones(len(units.groups)), *draws(units.groups, DRAWS, seed=0)])
    found = {name: _within(units, scores, weights) for name, scores in runs.items()}
    rows = []
    for name, (value, spread) in found.items():
        pool = float(np.mean([auc(units.truth, scores) for scores in runs[name]]))
        row = _row(name, value, _percentiles(spread), pool)
        if name != BASELINE:
            low, high = _percentiles(spread - found[BASELINE][1])
            row |= {"to baseline": value - found[BASELINE][0], "from": low, "to": high}
        rows.append(row)
    return rows


def _row(name: str, value: float, interval: tuple[float, float], pool: float) -> dict[str, Any]:
    shown = {"model": name, "AUC": value, "low": interval[0], "high": interval[1], "pooled": pool}
    return {**shown, "to baseline": None, "from": None, "to": None}


def _within(units: Units, runs: Sequence[Floats], weights: Floats) -> tuple[float, Floats]:
    """Mean AUC within the outer folds of all repetitions: of the first weighting, and of each other: (draws,).

    A draw without one of the labels in a fold says nothing of that fold.
    """
    parts = [
        aucs(units.truth[held], scores[held], weights[:, held])
        for seed, scores in enumerate(runs)
        for _, held in folds(units.groups, units.truth, OUTER, seed)
    ]
    means = np.nanmean(parts, axis=0)
    return float(means[0]), means[1:]


def _percentiles(values: Floats) -> tuple[float, float]:
    low, high = np.percentile(values, (2.5, 97.5))
    return float(low), float(high)


if __name__ == "__main__":
    sys.exit(main())
