"""`benchmarks/redeep_log.py` reads the authors' layout and follows their recipe, on a small log made here."""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from claimgraph.verify.redeep.measures import auc, pearson

BENCHMARKS = Path(__file__).resolve().parents[4] / "benchmarks"
LOG = BENCHMARKS.parents[1] / "shared" / "data" / "redeep" / "llama2_7b_ragtruth_chunk_scores.json.gz"


@pytest.fixture(scope="module")
def benchmark_() -> Iterator[ModuleType]:
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("redeep_log")
    sys.path.remove(str(BENCHMARKS))
    for name in ("figures", "redeep_log"):
        sys.modules.pop(name, None)


def made(count: int = 60) -> list[dict[str, Any]]:
    """Responses in the layout of the authors' log: 6 heads, 5 layers; some of them tell."""
    random = np.random.default_rng(0)
    responses = []
    for number in range(count):
        chunks, start = [], 500
        for _ in range(random.integers(1, 4)):
            label, end = int(random.random() < 0.4), start + int(random.integers(5, 60))
            ecs, pks = random.random(6), random.random(5) * (end - start)
            ecs[:3] -= 0.4 * label
            pks[1:5] += 0.4 * label * (end - start)
            chunks.append(
                {
                    "prompt_attention_score": {f"({head}, 1)": float(value) for head, value in enumerate(ecs)},
                    "r_span": [start, end],
                    "hallucination_label": label,
                    "parameter_knowledge_scores": {f"layer_{layer}": float(one) for layer, one in enumerate(pks)},
                }
            )
            start = end
        responses.append({"id": str(number), "source_id": str(1000 + number), "scores": chunks})
    return responses


def published(responses: list[dict[str, Any]]) -> tuple[float, float]:
    """The recipe written out once more, slowly: best 3 heads, best 4 layers, sums, min-max, mean per response."""
    chunks = [chunk for response in responses for chunk in response["scores"]]
    labels = np.array([float(chunk["hallucination_label"]) for chunk in chunks])

    def best(name: str, sign: float, count: int) -> list[float]:
        keys = list(chunks[0][name])
        told = {key: auc(labels, np.array([sign * chunk[name][key] for chunk in chunks])) for key in keys}
        kept = sorted(keys, key=lambda key: -told[key])[:count]
        sums = [sum(chunk[name][key] for key in kept) for chunk in chunks]
        return [(one - min(sums)) / (max(sums) - min(sums)) for one in sums]

    external, knowledge = best("prompt_attention_score", -1, 3), best("parameter_knowledge_scores", 1, 4)
    scores = iter([pks - 0.6 * ecs for pks, ecs in zip(knowledge, external, strict=True)])
    means = [float(np.mean([next(scores) for _ in response["scores"]])) for response in responses]
    truth = [float(any(chunk["hallucination_label"] for chunk in response["scores"])) for response in responses]
    return auc(np.array(truth), np.array(means)), pearson(np.array(truth), np.array(means))


@pytest.mark.parametrize("pack", [gzip.compress, bytes], ids=["gzip", "plain"])
def test_the_published_recipe_is_followed(benchmark_: ModuleType, pack: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(pack(json.dumps(made()).encode()))
    assert benchmark_.published(benchmark_.read_log(path)) == pytest.approx(published(made()))


def test_every_fold_of_every_repetition_counts_alike_and_the_draws_are_paired(
    benchmark_: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(made()))
    units = benchmark_.read_log(path)
    scores = [np.random.default_rng(seed).random(len(units.groups)) for seed in range(2)]
    better = [one + 0.5 * units.truth for one in scores]

    found = benchmark_.table(units, {benchmark_.BASELINE: scores, "better": better})

    within = [
        auc(units.truth[held], run[held])
        for seed, run in enumerate(scores)
        for _, held in benchmark_.folds(units.groups, units.truth, benchmark_.OUTER, seed)
    ]
    assert found[0]["AUC"] == pytest.approx(np.mean(within))
    assert found[1]["to baseline"] == pytest.approx(found[1]["AUC"] - found[0]["AUC"])
    assert 0 < found[1]["from"] < found[1]["to baseline"] < found[1]["to"]


def test_what_is_measured_was_fitted_on_other_responses(benchmark_: ModuleType, tmp_path: Path) -> None:
    responses = made()
    random = np.random.default_rng(1)
    for response in responses:
        for chunk in response["scores"]:
            chunk["hallucination_label"] = int(random.random() < 0.4)  # nothing tells any more
            chunk["r_span"] = [0, 20]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(responses))
    units = benchmark_.read_log(path)

    alone = units.of(np.flatnonzero(np.bincount(units.response) == 1))  # many chunks alone would tell something
    runs = benchmark_.baseline(alone, 5)

    honest = np.mean([auc(alone.truth, run) for run in runs])
    fitted = benchmark_.Logistic(0.01, held=False).fit(alone).log_odds(alone.views["scores"].values)
    assert honest < 0.6
    assert auc(alone.labels, fitted) > honest + 0.1


@pytest.mark.skipif(not LOG.is_file(), reason="the authors' log is not here (../shared/data/redeep)")
def test_the_published_figures_come_out_of_the_authors_log(benchmark_: ModuleType) -> None:
    found = benchmark_.published(benchmark_.read_log(LOG))
    assert found == pytest.approx((benchmark_.PUBLISHED_AUC, benchmark_.PUBLISHED_PCC), abs=1e-4)


def test_without_the_log_it_is_skipped_and_says_why(
    benchmark_: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["redeep_log.py"])
    assert benchmark_.main() == 0
    assert "skipped" in capsys.readouterr().out
