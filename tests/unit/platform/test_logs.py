"""Log lines hold names and numbers, as text or as JSON, and never what an error quotes."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from claimgraph.platform import logs

SECRET = "the patient's name is Zweiundvierzig"


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger(logs.ROOT)
    handlers, levels = list(root.handlers), (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def test_a_json_line_is_an_object_with_time_level_logger_message_and_fields(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("info", "json")

    logging.getLogger("claimgraph.runs").info("run %s", "r1", extra={"run": "r1", "supported": 3})

    line = json.loads(capsys.readouterr().err)
    assert {"level": "INFO", "logger": "claimgraph.runs", "message": "run r1", "run": "r1", "supported": 3}.items() <= (
        line.items()
    )
    assert "time" in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_told_by_type_and_place_and_never_by_its_message(
    form: logs.LogFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", form)
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(SECRET) from error
    except ValueError:
        logging.getLogger("claimgraph.http").exception("unexpected error %s", "abc")

    said = capsys.readouterr().err
    assert SECRET not in said
    assert "builtins.ValueError" in said
    assert "caused by builtins.KeyError" in said
    assert "test_logs.py" in said


def test_below_its_level_nothing_is_logged_and_others_only_warn(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "text")

    logging.getLogger("claimgraph.store").debug("a statement")
    logging.getLogger("somebody.else").info("chatter")
    assert capsys.readouterr().err == ""
    logging.getLogger("somebody.else").warning("beware")
    assert "beware" in capsys.readouterr().err


def test_configured_twice_a_line_comes_once(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "text")
    logs.configure("info", "text")

    logging.getLogger("claimgraph").info("once")

    assert capsys.readouterr().err.count("once") == 1
