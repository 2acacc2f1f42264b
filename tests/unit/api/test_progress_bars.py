"""What a terminal shows while a command works; a pipe shows nothing."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from claimgraph.api.cli import ingesting, verifying


def console(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> io.StringIO:
    shown = io.StringIO()
    for module in (ingesting, verifying):
        made = Console(file=shown, force_terminal=terminal, width=100, color_system=None)
        monkeypatch.setattr(module, "stderr_console", lambda made=made: made)
    return shown


def test_a_step_that_takes_its_time_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = console(monkeypatch, terminal=True)

    with verifying.steps() as steps:
        steps.step("gather evidence")
        steps.progress(512, 1667)

    last = shown.getvalue()
    assert "gather evidence" in last
    assert "512/1,667" in last


def test_the_next_step_begins_without_the_counts_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = console(monkeypatch, terminal=True)

    with verifying.steps() as steps:
        steps.step("gather evidence")
        steps.progress(1667, 1667)
        steps.step("conclude")

    last = shown.getvalue()
    assert "conclude" in last
    assert "1,667" not in last[last.index("conclude") :]


def test_a_step_with_nothing_to_count_shows_no_bar_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = console(monkeypatch, terminal=True)

    with verifying.steps() as steps:
        steps.step("judge")
        steps.progress(0, 0)

    assert "0/0" not in shown.getvalue()


def test_loading_shows_documents_and_the_chunks_of_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = console(monkeypatch, terminal=True)

    with ingesting.progress(3) as bar:
        bar.document()
        bar.chunks(64, 1800)

    last = shown.getvalue()
    assert "1/3" in last
    assert "64/1800" in last.replace(" ", "")


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = console(monkeypatch, terminal=False)

    with verifying.steps() as steps, ingesting.progress(2) as bar:
        steps.step("judge")
        steps.progress(1, 2)
        bar.document()
        bar.chunks(1, 2)

    assert shown.getvalue() == ""
