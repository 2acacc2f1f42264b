"""`claimgraph redeep`: what people and scripts read of an answer that was read inside a model; no store, no network."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes.redeep_reader import WordReader, fitted_detector
from rich.console import Console

from claimgraph.api.cli import main
from claimgraph.api.cli.redeeping import _ground, heat_map, marked, painted, shows_colours
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep import causal_reader
from claimgraph.verify.redeep.mapping import Stated, map_answer
from claimgraph.verify.redeep.prompting import prompt_of

CONTEXT = "Guido created Python."
ANSWER = "Guido created Python. Bjarne invented Oslo."

Run = Callable[..., tuple[int, str, str]]


class Reader(WordReader):
    """In the place of the causal model: asked for all heads and layers, it has one of each."""

    asked: list[dict[str, Any]] = []  # noqa: RUF012

    def __init__(self, model: str, device: str = "cpu", top: float | None = None) -> None:
        super().__init__("words-1")
        self.asked.append({"model": model, "device": device, "top": top})

    def read(self, prompts: Any, heads: Any, layers: Any) -> Any:
        return super().read(prompts, heads or ((0, 0),), layers or (0,))


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in a folder of its own with an answer, a context, a model and a detector; a store is an error."""
    for name in list(os.environ):
        if name.startswith(("CLAIMGRAPH_", "OPENAI_", "AZURE_", "LLM_", "EMBEDDING_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Reader.asked.clear()
    monkeypatch.setattr(causal_reader, "PARTS", ())
    monkeypatch.setattr(causal_reader, "CausalReader", Reader)

    async def unwanted(*arguments: Any, **settings: Any) -> None:
        raise AssertionError("the store must not be opened")

    monkeypatch.setattr("claimgraph.platform.graph.open_graph", unwanted)
    Path("model").mkdir()
    Path("answer.txt").write_text(ANSWER, encoding="utf-8")
    Path("context.txt").write_text(CONTEXT, encoding="utf-8")
    detector().save(Path("detector.json"))

    def run_(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main(["redeep", *arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run_


def detector(**others: Any) -> Any:
    weights = {"heads": ((1, 0),), "head_weights": (-7.0,), "layers": (2,), "layer_weights": (3.0,), "bias": 3.0}
    return fitted_detector(**{**weights, "top": 0.2, **others})


SCORE = ("score", "answer.txt", "--context", "context.txt", "--model", "model")
FITTED = (*SCORE, "--detector", "detector.json")
FIT = ("fit", "answer.txt", "--model", "model", "--out", "d.json")


def test_json_has_every_token_and_every_claim_with_its_scores(run: Run) -> None:
    code, out, err = run(*FITTED, "--question", "Who?", "--json")

    found = json.loads(out)
    assert (code, err) == (0, "")
    assert {"answer", "question", "score", "threshold", "span_threshold", "hallucinated", "tokens", "claims"} <= set(
        found
    )
    assert "".join(ANSWER[one["start"] : one["end"]] for one in found["tokens"]) == ANSWER
    scores = {one["text"]: one["score"] for one in found["claims"]}
    assert scores["Guido created Python."] < 0.1 < 0.8 < scores["Bjarne invented Oslo."]
    assert Reader.asked == [{"model": "model", "device": "cpu", "top": 0.2}]


def test_in_a_pipe_what_is_made_up_stands_in_brackets_without_any_colour(run: Run) -> None:
    code, out, _ = run(*FITTED)

    assert code == 0
    assert "Guido created Python. [[Bjarne invented Oslo]]." in out
    assert "\x1b" not in out


def test_without_a_detector_there_is_no_score_and_that_is_said(run: Run) -> None:
    code, out, _ = run(*SCORE)
    found = json.loads(run(*SCORE, "--json")[1])

    assert code == 0
    assert "no detector: no scores" in out
    assert re.search(r"^ +ECS +PKS +claim", out, re.MULTILINE)
    assert "[[" not in out
    assert {one["score"] for one in (*found["tokens"], *found["claims"])} == {None}
    assert all(one["ecs"] is not None and one["pks"] is not None for one in found["tokens"])


def test_the_page_is_written_beside_what_is_printed(run: Run) -> None:
    code, out, _ = run(*FITTED, "--html", "map.html")

    assert code == 0
    assert "written: map.html" in out
    assert Path("map.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_model_and_detector_come_from_the_settings_where_none_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMGRAPH_REDEEP_MODEL", "model")
    monkeypatch.setenv("CLAIMGRAPH_REDEEP_DETECTOR", "detector.json")
    monkeypatch.setenv("CLAIMGRAPH_REDEEP_DEVICE", "mps")

    code, out, _ = run("score", "-", "--context", "context.txt", "--json", stdin=ANSWER)

    assert code == 0
    assert json.loads(out)["score"] is not None
    assert Reader.asked[0]["device"] == "mps"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("score", "answer.txt", "--model", "model"), 2, "--context"),
        (("score", "answer.txt", "--context", "context.txt"), 2, "CLAIMGRAPH_REDEEP_MODEL"),
        ((*SCORE[:5], "nowhere"), 1, "no folder nowhere"),
        ((*SCORE, "--detector", "context.txt"), 2, "detector"),
        ((*FITTED, "--html", "no/such/folder.html"), 2, "cannot be written"),
        (("score", "empty.txt", "--context", "context.txt", "--model", "model"), 2, "empty"),
        (("fit", "nowhere.jsonl", "--model", "model", "--out", "d.json"), 2, "nothing at nowhere.jsonl"),
        (("fit", "answer.txt", "--model", "model", "--out", "no/folder/d.json"), 2, "folder that is not there"),
        (("fit", "answer.txt", "--model", "model", "--out", "model/d.json"), 2, "among the files of the model"),
        ((*FIT, "--layout", "csv"), 2, "jsonl, ragtruth, dolly"),
        ((*FIT, "--top", "0"), 2, "above 0 and at most 1"),
        ((*FIT, "--top", "1.5"), 2, "above 0 and at most 1"),
        ((*FIT, "--top", "nan"), 2, "above 0 and at most 1"),
        ((*FIT, "--copying-heads", "-1"), 2, "0, for all, or more"),
        ((*FIT, "--seed", "-1"), 2, "0 or more"),
        (FIT, 2, "answer.txt, line 1 is no JSON"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, arguments: tuple[str, ...], code: int, message: str) -> None:
    Path("empty.txt").write_text(" \n", encoding="utf-8")

    ended, out, err = run(*arguments)

    assert (ended, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_detector_of_another_model_is_refused(run: Run) -> None:
    detector(model="another").save(Path("other.json"))

    code, _, err = run(*SCORE, "--detector", "other.json")

    assert code == 2
    assert "fitted for another model" in err


def test_an_answer_that_cannot_be_read_is_an_error_with_the_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "read", lambda self, prompts, heads, layers: [Unscored("the states are not finite")])

    code, out, err = run(*FITTED, "--json")

    assert (code, out) == (2, "")
    assert "the states are not finite" in err


def test_a_detector_is_fitted_as_the_options_say(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def fit_rows(rows: Any, model: Any, **options: Any) -> Any:
        asked.append({**options, "rows": len(rows)})
        return detector()

    monkeypatch.setattr("claimgraph.verify.redeep.detecting.fit_rows", fit_rows)
    monkeypatch.setattr("claimgraph.platform.models.causal.load_causal", lambda model, device: None)
    rows = [{"context": f"Town {n}.", "response": "Oslo.", "labels": bool(n % 2)} for n in range(20)]
    Path("labelled.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    options = ("--copying-heads", "5", "--top", "0.3", "--seed", "7", "--own-prompts")
    for more in ((), options):
        code, out, err = run("fit", "labelled.jsonl", *FIT[2:], *more)
        assert (code, err) == (0, "")
        assert "d.json: a detector for" in out

    kept = ("rows", "copying", "top", "seed", "own_prompts")
    assert [[one[name] for name in kept] for one in asked] == [[20, 32, None, 0, False], [20, 5, 0.3, 7, True]]
    assert Path("d.json").is_file()


def test_without_torch_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causal_reader, "PARTS", ("a_package_that_nobody_has",))

    for arguments in (FITTED, ("fit", "answer.txt", "--model", "model", "--out", "d.json")):
        code, _, err = run(*arguments)
        assert code == 1
        assert "claimgraph[torch]" in err


# --- The terminal


def found_of(answer: str) -> Any:
    (reading,) = WordReader().read([prompt_of(None, [CONTEXT], answer)], ((1, 0),), (2,))
    return map_answer(answer, None, reading, [], "m", detector())  # type: ignore[arg-type]


def test_on_a_terminal_heat_is_the_colour_of_the_ground() -> None:
    painting = painted(found_of(ANSWER))

    styles = {ANSWER[span.start : span.end].strip(): str(span.style) for span in painting.spans}
    assert painting.plain == ANSWER
    assert " on rgb(" in styles["Oslo"]
    assert "underline" in styles["Oslo"]
    assert "on" not in styles.get("Guido", "").split()


def test_a_deeper_red_is_a_higher_score() -> None:
    grounds = [_ground(heat) for heat in (None, 0.0, 0.19, 0.2, 0.5, 1.0, 1.5)]

    assert grounds[:3] == ["", "", ""]
    red, other = zip(*(map(int, re.findall(r"on rgb\((\d+),(\d+)", one)[0]) for one in grounds[3:]), strict=True)
    assert list(red) == sorted(red)
    assert red[0] < red[1] < red[2] == red[3]
    assert other[0] > other[1] > other[2] == other[3]


def test_a_long_claim_goes_on_beside_its_scores() -> None:
    claim = Stated("Bjarne invented Oslo " * 8, (Span(22, 43),))
    (reading,) = WordReader().read([prompt_of(None, [CONTEXT], ANSWER)], ((1, 0),), (2,))
    console = Console(file=io.StringIO(), width=60)
    for part in heat_map(map_answer(ANSWER, None, reading, [claim], "m", detector()), coloured=False):  # type: ignore[arg-type]
        console.print(part)

    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    first = next(number for number, line in enumerate(lines) if re.match(r" *[\d.]+ +[\d.]+ +[\d.]+ Bjarne", line))
    assert re.match(r" {21}\w", lines[first + 1])


def test_marks_open_and_close_and_leave_the_words_as_they_are() -> None:
    for answer in (ANSWER, "Oslo Rome", "Bjarne. Guido created Python!", "奥斯陆。Guido", " Oslo\n\nRome\n"):
        shown = marked(found_of(answer)).plain
        assert shown.count("[[") == shown.count("]]") > 0
        assert shown.replace("[[", "").replace("]]", "") == answer.rstrip()


def test_escapes_in_an_answer_do_not_reach_the_terminal() -> None:
    found = found_of("Guido \x1b[31m Oslo.")

    assert "\x1b" not in marked(found).plain
    assert "\x1b" not in painted(found).plain


@pytest.mark.parametrize(
    ("terminal", "no_color", "shown"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_colours_are_for_terminals_that_want_them(terminal: bool, no_color: bool, shown: bool) -> None:
    console = Console(
        file=io.StringIO(), force_terminal=terminal, no_color=no_color, color_system="truecolor" if terminal else None
    )

    assert shows_colours(console) is shown
