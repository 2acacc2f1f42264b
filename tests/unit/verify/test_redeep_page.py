"""The guide to ReDeEP says what the program has: its options, its labelled answers, its settings, its JSON."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import typer.main

from claimgraph.api.cli.app import app
from claimgraph.platform.settings import Settings
from claimgraph.verify.redeep.labelled import read_labelled
from claimgraph.verify.redeep.mapping import AnswerMap
from claimgraph.verify.report import ClaimReport

PAGE = (Path(__file__).parents[3] / "docs" / "redeep.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def command(name: str) -> Any:
    group: Any = typer.main.get_command(app)
    return group.commands["redeep"].commands[name]


def options(name: str) -> set[str]:
    return {option for one in command(name).params for option in one.opts if option.startswith("--")}


def documented(name: str) -> set[str]:
    found = re.search(rf"^\| option of `redeep {name}`.*?\n\n", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    rows = found[0].strip().splitlines()
    return {option for row in rows for option in re.findall(r"`(--[\w-]+)`", row.split("|")[1])}


def test_every_option_of_the_commands_is_documented_and_no_other() -> None:
    for name in ("fit", "score"):
        assert documented(name) == options(name) - {"--help"}, name


def test_the_commands_of_the_page_are_commands_with_these_options() -> None:
    (lines,) = [re.sub(r"\\\n\s*", "", text) for kind, text in BLOCKS if kind == "sh" and "redeep score" in text]
    (fit,) = [text for kind, text in BLOCKS if kind == "sh" and "redeep fit" in text]

    for name, line in (("fit", fit), ("score", lines)):
        words = re.findall(r'"[^"]*"|\S+', line)[3:]
        assert command(name).make_context(name, words, resilient_parsing=False).params["model"]


def test_the_labelled_answers_of_the_page_are_read_as_it_says(tmp_path: Path) -> None:
    (rows,) = [text for kind, text in BLOCKS if kind == "jsonl"]
    (tmp_path / "labelled.jsonl").write_text(rows, encoding="utf-8")

    faithful, wrong, whole = read_labelled(tmp_path / "labelled.jsonl")

    assert (faithful.hallucinated, wrong.hallucinated, whole.hallucinated) == (False, True, True)
    assert [wrong.response[slice(*span)] for span in wrong.labels] == ["Oslo"]  # type: ignore[union-attr]
    assert wrong.group == faithful.group != whole.group


def test_the_settings_of_the_page_are_settings() -> None:
    named = set(re.findall(r"CLAIMGRAPH_(REDEEP_\w+)", PAGE))

    assert named == {name.upper() for name in Settings.model_fields if name.startswith("redeep_")}


def test_the_json_of_an_answer_has_what_the_page_names() -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("| `--json` | `score`"))
    fields = {one.name for one in dataclasses.fields(AnswerMap)} | {"hallucinated"}

    assert set(re.findall(r"`(\w+)`", row)) <= fields
    assert {"redeep_score", "redeep_ecs", "redeep_pks"} <= {one.name for one in dataclasses.fields(ClaimReport)}
