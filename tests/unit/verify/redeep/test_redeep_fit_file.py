"""From a file of labelled responses, through a causal model, to a detector. Needs `claimgraph[torch]`."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes.tiny_causal import save_model

from claimgraph.platform.errors import InputError
from claimgraph.platform.models.causal import load_causal
from claimgraph.verify.redeep.detecting import copying_heads, fit_file
from claimgraph.verify.redeep.labelled import read_labelled
from claimgraph.verify.redeep.prompting import PROMPT_VERSION, prompt_of
from claimgraph.verify.redeep.reading import read

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("one_thread")]
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")

WORDS = ("cat", "dog", "hen", "fox", "owl", "cow", "pig", "rat", "ant", "bee", "elk", "yak")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_causal(save_model(tmp_path_factory.mktemp("fitted")))


def written(path: Path, count: int = 24) -> Path:
    """Every second response names another animal than its context: strange bytes, which any model takes otherwise."""
    rows = []
    for number in range(count):
        animal, wrong = WORDS[number % 12], number % 2 == 1
        response = f"A {'ÿþ' if wrong else animal}{number}."
        labels = [[2, 4]] if wrong else []
        rows.append({"response": response, "context": f"A {animal}{number} ran.", "labels": labels})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_file_gives_a_detector_for_this_model_and_prompt_whose_scores_follow_the_labels(
    model: Any, tmp_path: Path
) -> None:
    data = written(tmp_path / "own.jsonl")
    told: list[tuple[int, int]] = []

    detector = fit_file(data, model, top=0.3, progress=lambda done, of: told.append((done, of)))

    assert (detector.model, detector.prompt, detector.top) == (model.version, PROMPT_VERSION, 0.3)
    assert told[-1] == (24, 24)
    scores = {True: [], False: []}
    for row in read_labelled(data):
        prompt = prompt_of(row.question, row.contexts, row.response)
        reading = read(model, prompt, detector.heads, detector.layers, detector.top)
        scores[row.hallucinated].append(detector.span_score(reading, np.ones(len(reading.tokens))))
    assert np.mean(scores[True]) > np.mean(scores[False])


def test_no_more_heads_are_looked_at_than_asked_for_and_those_that_copy_come_first(model: Any, tmp_path: Path) -> None:
    best = copying_heads(model, 2)
    assert best == copying_heads(model, 12)[:2]
    detector = fit_file(written(tmp_path / "own.jsonl"), model, top=0.3, copying=2)
    assert set(detector.heads) <= set(best)


def test_a_response_that_cannot_be_put_to_the_model_is_counted_and_keeps_none_back(model: Any, tmp_path: Path) -> None:
    data = written(tmp_path / "own.jsonl", 26)
    rows = data.read_text(encoding="utf-8").splitlines()
    rows[3] = json.dumps({"response": "A cat.", "context": "  ", "labels": True})
    data.write_text("\n".join(rows), encoding="utf-8")

    detector = fit_file(data, model, top=0.3)

    assert detector.figures["responses"] == 25
    assert list(detector.figures["not_read"].values()) == [1]
    assert "context" in next(iter(detector.figures["not_read"]))


def test_with_the_prompts_of_the_data_the_detector_says_that_it_holds_for_those(model: Any, tmp_path: Path) -> None:
    data = written(tmp_path / "own.jsonl")
    rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()]
    data.write_text("\n".join(json.dumps(row | {"prompt": f"Sum up: {row['context']}\n>"}) for row in rows))
    assert fit_file(data, model, top=0.3, own_prompts=True).prompt == "own"


def test_too_little_data_is_refused_before_anything_is_read(model: Any, tmp_path: Path) -> None:
    def never(done: int, of: int) -> None:
        raise AssertionError("a response was read")

    with pytest.raises(InputError, match="a detector needs 10"):
        fit_file(written(tmp_path / "own.jsonl", 12), model, progress=never)


def test_the_table_has_a_row_for_tokens_chunks_either_half_and_the_models_own_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the public layout to the rows of the paper's table, as `benchmarks/redeep_table.py` prints them."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[4] / "benchmarks"))
    table = importlib.import_module("redeep_table")
    folder = save_model(tmp_path / "model")
    own = [json.loads(line) for line in written(tmp_path / "own.jsonl").read_text(encoding="utf-8").splitlines()]
    sources = [
        {"source_id": str(number), "task_type": "Summary", "source_info": row["context"], "prompt": row["context"]}
        for number, row in enumerate(own)
    ]
    responses = [
        {"id": str(number), "source_id": str(number), "model": "m", "response": row["response"]}
        | {"labels": [{"start": start, "end": end} for start, end in row["labels"]]}
        for number, row in enumerate(own)
    ]
    for name, rows in (("source_info", sources), ("response", responses)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    asked = table._parser().parse_args([str(folder), str(tmp_path), "--layout", "ragtruth", "--own-prompts"])
    rows, details = table.measured(asked)

    assert [row["model"].split(",")[0] for row in rows] == [
        "ReDEeP",
        "ReDEeP",
        "only ECS",
        "only PKS",
        "perplexity",
        "entropy",
    ]
    assert all(0 <= row["low"] <= row["AUC"] <= row["high"] <= 1 for row in rows)
    assert all(row["f1"] is not None for row in rows[:2])
    assert details["chunk_level"]["not_read"] == 0
    for name in ("figures", "redeep_table"):
        sys.modules.pop(name, None)
