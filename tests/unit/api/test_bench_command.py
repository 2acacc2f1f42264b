"""`claimgraph bench quality`: what scripts and people read, without any store."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes.judging_llm import JudgingLlm
from fakes.llm_server import LlmServer

from claimgraph.api.cli import main

SHIPS = ["Redwing", "Kestrel", "Plover", "Dunlin", "Curlew", "Heron"]
Run = Callable[..., tuple[int, str, str]]


def rows() -> Iterator[dict[str, Any]]:
    """For each ship a right year, a wrong year and something that is not said; every other one in Chinese."""
    for number, ship in enumerate(SHIPS):
        year = 1900 + 7 * number
        en = f"The {ship} was built in Bergen in {year}. It carries mail and passengers across the bay."
        zh = f"{ship}号于{year}年在卑尔根建造。它在海湾运送邮件和旅客。"
        premise = zh if number % 2 else en
        for kind, when, label in (("verbatim", year, "entailment"), ("date", year + 3, "contradiction")):
            said = f"{ship}号于{when}年建造。" if number % 2 else f"The {ship} was built in {when}."
            yield {"premise": premise, "hypothesis": said, "label": label, "kind": kind}
        said = "它由国王所有。" if number % 2 else f"The {ship} is owned by a king."
        yield {"premise": premise, "hypothesis": said, "label": "neutral", "kind": "invented"}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in a home of its own, where opening a store is an error."""
    for name in list(os.environ):
        if name.startswith(("CLAIMGRAPH_", "OPENAI_", "AZURE_", "LLM_", "EMBEDDING_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    async def unwanted(*arguments: Any, **settings: Any) -> None:
        raise AssertionError("the store must not be opened")

    monkeypatch.setattr("claimgraph.platform.graph.open_graph", unwanted)

    def run_(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["bench", "quality", *arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run_


@pytest.fixture
def ships(tmp_path: Path) -> str:
    path = tmp_path / "ships.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(json.dumps(row) for row in rows()).encode()))
    return str(path)


def test_json_is_one_object_with_figures_intervals_cost_and_differences(run: Run, ships: str) -> None:
    code, out, err = run(ships, "--policy", "vote", "--judge", "rules", "--judge", "overlap", "--json")
    found = json.loads(out)

    assert (code, err) == (0, "")
    assert (found["dataset"], found["fit_share"], found["seed"]) == ("ships.jsonl.gz", 0.3, 0)
    assert {"nli", "similarity", "rules", "alignment"} <= set(found["judges"])
    report = found["report"]
    assert report["fitted_cases"] + report["reported_cases"] == 18
    assert report["reported_cases"] == 3 * report["reported_premises"]
    assert [(one["kind"], one["subject"]) for one in report["subjects"]] == [
        ("policy", "vote"),
        ("judge", "rules"),
        ("baseline", "overlap"),
    ]
    vote, rules, overlap = report["subjects"]
    for one in report["subjects"]:
        for figure in (one["balanced_accuracy"], one["auroc"]):
            assert 0 <= figure["low"] <= figure["value"] <= figure["high"] <= 1
    assert vote["auroc"]["value"] > 0.9
    assert vote["own_balanced_accuracy"]["value"] > 0.7
    assert set(vote["classes"]) == {"supported", "not supported"}
    assert set(vote["verdicts"]) == {"SUPPORTED", "CONTRADICTED", "NOT_ENOUGH_INFO"}
    assert rules["cost"]["pairs"] == 36  # two windows a premise of two sentences
    assert rules["cost"]["dollars"] == 0
    assert overlap["cost"] is None
    assert [one["other"] for one in report["comparisons"]] == ["rules", "overlap"]
    assert set(vote["kinds"]) == {"verbatim", "date", "invented"}


def test_people_see_one_row_a_subject_the_differences_and_the_kinds(run: Run, tmp_path: Path) -> None:
    turned = {"entailment": "contradiction", "contradiction": "entailment", "neutral": "neutral"}
    labelled = [row | ({"label": turned[row["label"]]} if "。" in row["premise"] else {}) for row in rows()]
    path = tmp_path / "ships.jsonl"  # labels of one language the wrong way round: no judge can be right about all
    path.write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")

    code, out, _ = run(str(path), "--judge", "alignment", "--judge", "rules", "--judge", "overlap", "--errors")

    assert code == 0
    assert "cases on" in out
    for row in ("judge alignment", "judge rules", "baseline overlap", "alignment less", "right, by kind"):
        assert row in out
    assert "told" in out
    assert "evidence:" in out


def test_one_language_and_a_part_of_the_cases_can_be_measured(run: Run, ships: str) -> None:
    found = json.loads(run(ships, "--judge", "rules", "--lang", "zh", "--fit-share", "0", "--json")[1])
    few = json.loads(run(ships, "--judge", "rules", "--limit", "4", "--fit-share", "0", "--json")[1])

    assert found["report"]["reported_cases"] == 9
    assert found["report"]["subjects"][0]["threshold"] == 0.5
    assert few["report"]["reported_cases"] == 6  # whole premises


def test_what_the_cache_holds_is_not_judged_again(run: Run, ships: str, tmp_path: Path) -> None:
    arguments = (ships, "--judge", "rules", "--judge", "alignment", "--cache", str(tmp_path / "kept.jsonl"), "--json")
    first = json.loads(run(*arguments)[1])
    size = (tmp_path / "kept.jsonl").stat().st_size

    assert json.loads(run(*arguments)[1]) == first
    assert (tmp_path / "kept.jsonl").stat().st_size == size


def test_another_nli_model_is_taken_from_a_folder(run: Run, ships: str, tmp_path: Path) -> None:
    from claimgraph.platform.models.onnx_encoder import WEIGHTS

    (tmp_path / "model").mkdir()
    for name in ("nli.onnx", "tokenizer.json"):
        (tmp_path / "model" / name).symlink_to(WEIGHTS / name)

    shipped = json.loads(run(ships, "--judge", "nli", "--lang", "en", "--json")[1])
    other = json.loads(run(ships, "--judge", "nli", "--lang", "en", "--nli-model", "model", "--json")[1])
    code, out, err = run(ships, "--judge", "nli", "--nli-model", str(tmp_path / "nowhere"))

    assert other["judges"] == shipped["judges"]
    assert (code, out) == (2, "")
    assert "nowhere has no nli.onnx" in err


def test_a_judge_of_triples_is_given_triples(run: Run, ships: str) -> None:
    found = json.loads(run(ships, "--judge", "graph", "--lang", "en", "--fit-share", "0", "--json")[1])
    (graph,) = found["report"]["subjects"]

    assert graph["unscored"] < graph["cases"]
    assert graph["auroc"]["value"] > 0.6


def test_a_judge_that_asks_a_language_model_shows_its_calls(
    run: Run, ships: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LlmServer(JudgingLlm()) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.base_url)
        found = json.loads(run(ships, "--judge", "llm", "--lang", "en", "--fit-share", "0", "--json")[1])

    cost = found["report"]["subjects"][0]["cost"]
    assert cost["requests"] > 0
    assert cost["tokens"] > 0
    assert cost["pairs"] == 18


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.jsonl"], "no file"),
        (["bad.jsonl"], "Line 2 of bad.jsonl: the label 'maybe'"),
        (["ships.jsonl.gz", "--judge", "magic"], "no judge 'magic'"),
        (["ships.jsonl.gz", "--policy", "magic"], "no policy 'magic'"),
        (["ships.jsonl.gz", "--judge", "llm"], "none is configured"),
        (["ships.jsonl.gz", "--judge", "rules", "--lang", "fr"], "the file has en, zh"),
        (["ships.jsonl.gz", "--judge", "rules", "--fit-share", "1"], "from 0 to below 1"),
        (["ships.jsonl.gz", "--judge", "rules", "--cache", "bad.jsonl"], "no row of opinions"),
        (["ships.jsonl.gz", "--judge", "rules", "--nli-model", "bad.jsonl"], "has no nli.onnx"),
    ],
)
def test_what_cannot_be_worked_on_is_one_line(
    run: Run, ships: str, tmp_path: Path, arguments: list[str], words: str
) -> None:
    good = {"premise": "x", "hypothesis": "y", "label": 1}
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(good | {'label': 'maybe'})}\n")

    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_everything_there_is_can_be_compared_at_once(run: Run, ships: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from claimgraph.verify.judges.registry import JUDGES
    from claimgraph.verify.policies.by_judge import METHODS
    from claimgraph.verify.policies.choose import POLICIES

    arguments = (ships, "--compare-all", "--lang", "en", "--fit-share", "0", "--json")
    offline = json.loads(run(*arguments)[1])
    with LlmServer(JudgingLlm()) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.base_url)
        online = json.loads(run(*arguments)[1])

    def names(found: dict[str, Any]) -> list[str]:
        return [one["subject"] for one in found["report"]["subjects"]]

    there = {name: kind for name, kind in JUDGES.items() if not kind.white_box}
    local = [name for name, kind in there.items() if not kind.asks]
    assert names(offline) == [*POLICIES, *local, "overlap"]
    assert names(online)[0] == offline["report"]["subjects"][0]["subject"] == "calibrated"
    assert sorted(names(online)) == sorted({*POLICIES, *METHODS, *there, "overlap"})
