"""The command line: light to start, one line an error, and exit codes that scripts can rely on."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.cli import main
from claimgraph.api.sources import text_of_answer
from claimgraph.ingest.model import Hit, IngestReport
from claimgraph.platform import errors

HEAVY = (
    "anyio", "arcadedb_embedded", "fastapi", "httpx", "jieba", "neo4j", "numpy", "onnxruntime", "openai",
    "platformdirs", "pydantic", "pypdfium2", "pymupdf", "strawberry", "tenacity", "tokenizers", "uvicorn",
)  # fmt: skip


class FakeClient:
    """Stands in for the SDK: does nothing well, or fails in one way."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.loaded: list[str] = []

    async def load(self, documents: Any, on_document: Any = None, *, on_chunks: Any) -> list[IngestReport]:
        if self.error is not None:
            raise self.error
        self.loaded += [document.key for document in documents]
        return [report(document.name) for document in documents]

    async def ingest(self, files: list[Path], *, title: Any, on_document: Any, on_error: Any, on_chunks: Any) -> None:
        for file in files:
            if b"\0" in file.read_bytes():
                on_error(file, errors.UnreadableDocument("these bytes are no text."))
            else:
                on_document(report(file.name))

    async def retrieve(self, query: str, k: int) -> list[Hit]:
        if self.error is not None:
            raise self.error
        return []

    async def occurrences(self, chunks: list[str]) -> dict[str, Any]:
        return {}

    async def graphql(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        if variables.get("code"):
            return {"data": None, "errors": [{"message": "m", "extensions": {"code": variables["code"]}}]}
        return {"data": {"query": query, "variables": variables}}


def report(name: str) -> IngestReport:
    return IngestReport("d", "r", name, f"\x1b[31m{name}", "created", 1, 3, 2, 5, 0.5)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    fake = FakeClient()

    @asynccontextmanager
    async def open_(**settings: Any) -> AsyncIterator[FakeClient]:
        yield fake

    monkeypatch.setattr(AsyncClaimGraph, "open", open_)
    return fake


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(ended.value.code or 0)


def give_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from claimgraph.api.cli import main\n"
        "try: main(sys.argv[1:])\n"
        f"finally: sys.stderr.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))\n"
    )

    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip

    assert done.returncode == 0
    assert done.stdout
    assert done.stderr == ""


def test_every_command_that_scripts_rely_on_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0

    words = capsys.readouterr().out.split()
    assert {"ingest", "retrieve", "verify", "graphql", "serve", "stop", "doctor", "config"} <= set(words)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.InputError("what\nhappened"), 2),
        (errors.ConfigError("x"), 2),
        (errors.NotFound("x"), 2),
        (errors.GraphUnavailable("x"), 1),
        (errors.MigrationError("x"), 1),
        (errors.ModelUnavailable("x"), 1),
        (ExceptionGroup("g", [ExceptionGroup("h", [ValueError("v"), errors.InputError("x")])]), 2),
        (ExceptionGroup("g", [ValueError("v")]), 1),
        (RuntimeError("secret"), 1),
    ],
)
def test_an_error_is_one_line_and_its_exit_code(
    client: FakeClient, capsys: pytest.CaptureFixture[str], error: Exception, code: int
) -> None:
    client.error = error

    assert run("retrieve", "q") == code

    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("claimgraph: ")
    assert err.count("\n") == 1
    assert "secret" not in err


def test_debug_shows_where_an_error_came_from(client: FakeClient, capsys: pytest.CaptureFixture[str]) -> None:
    client.error = RuntimeError("boom")

    assert run("--debug", "retrieve", "q") == 1

    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_130_without_a_word_of_a_traceback(
    client: FakeClient, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("anyio.run", interrupted)

    assert run("retrieve", "q") == 130

    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nothing"], ["verify"], ["serve", "--port", "70000"], ["ingest"]])
def test_a_wrong_command_line_is_the_users_fault(arguments: list[str]) -> None:
    assert run(*arguments) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["ingest", "/nowhere/at/all.txt"],
        ["ingest", "-", "other.txt"],
        ["verify", "/nowhere/at/all.txt"],
        ["graphql", "{ x }", "--variables", "[1]"],
        ["graphql", "{ x }", "--variables", "{"],
    ],
)
def test_what_cannot_be_read_is_the_users_fault_before_the_store_is_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    def unwanted(**settings: Any) -> None:
        raise AssertionError("the store must not be opened")

    monkeypatch.setattr(AsyncClaimGraph, "open", unwanted)

    assert run(*arguments) == 2
    assert capsys.readouterr().err.startswith("claimgraph: ")


@pytest.mark.parametrize("arguments", [["ingest", ""], ["verify", ""], ["verify-batch", ""], ["decompose", ""]])
def test_an_empty_name_is_not_the_current_folder(
    client: FakeClient, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:  # fmt: skip
    (tmp_path / "private.txt").write_text("Not to be loaded by a variable that is not set.")
    monkeypatch.chdir(tmp_path)

    assert run(*arguments) == 2

    assert capsys.readouterr().err == "claimgraph: An empty name; name a file, or . for the current folder.\n"


def test_of_several_files_the_good_ones_are_loaded_and_the_bad_one_is_named(
    client: FakeClient, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("good")
    (tmp_path / "b.txt").write_bytes(b"\0bad")
    (tmp_path / "c.txt").write_text("good")

    assert run("ingest", str(tmp_path)) == 2

    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()] == ["\ufffd[31ma.txt", "\ufffd[31mc.txt"]
    assert err.count("\n") == 1
    assert "b.txt" in err


def test_json_is_one_object_with_what_was_loaded_and_what_was_not(
    client: FakeClient, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("good")
    (tmp_path / "b.txt").write_bytes(b"\0bad")

    assert run("ingest", str(tmp_path), "--json") == 2

    out, err = capsys.readouterr()
    printed = json.loads(out)
    assert [document["key"] for document in printed["documents"]] == ["a.txt"]
    assert [failure["code"] for failure in printed["failed"]] == ["UNREADABLE_DOCUMENT"]
    assert err == ""


def test_standard_input_is_a_document(client: FakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    give_stdin(monkeypatch, b"A text.")

    assert run("ingest", "-", "--title", "Notes") == 0

    assert client.loaded == ["Notes"]


def test_an_empty_answer_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    give_stdin(monkeypatch, b" \n")

    assert run("verify", "-") == 2

    assert "empty" in capsys.readouterr().err


def test_a_title_for_several_documents_is_refused(client: FakeClient, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.txt").write_text("x")

    assert run("ingest", str(tmp_path), "--title", "T") == 2


@pytest.mark.parametrize(
    ("code", "expected"), [(None, 0), ("BAD_QUERY", 2), ("BAD_INPUT", 2), ("GRAPH_UNAVAILABLE", 1), ("INTERNAL", 1)]
)
def test_graphql_prints_the_response_and_its_errors_decide_the_exit_code(
    client: FakeClient, capsys: pytest.CaptureFixture[str], code: str | None, expected: int
) -> None:
    assert run("graphql", "{ x }", "--variables", json.dumps({"code": code})) == expected

    assert json.loads(capsys.readouterr().out).keys() >= {"data"}


def test_settings_are_shown_with_secrets_masked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_URI", "bolt://someone:hunter2@db.example:7687?x=hunter2")
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_PASSWORD", "hunter2")
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")

    assert run("config", "show") == 0
    shown = capsys.readouterr().out
    assert run("config", "show", "--json") == 0
    printed = json.loads(capsys.readouterr().out)

    assert "hunter2" not in shown
    assert "hunter2" not in str(printed)
    assert printed["neo4j_uri"] == "bolt://db.example:7687"
    assert printed["neo4j_password"] == printed["llm_api_key"] == "********"
    assert "neo4j_uri = bolt://db.example:7687  (set)" in shown


def test_a_malformed_setting_is_one_line_that_does_not_hold_its_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMGRAPH_POOL_SIZE", "hunter2")

    assert run("config", "show") == 2

    err = capsys.readouterr().err
    assert "pool_size" in err.lower()
    assert "hunter2" not in err


NO_ANSWERS = [
    (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "PNG"),
    (bytes(range(256)) * 4, "binary data"),
    (b"The mill was built in 1900.\0", "NUL byte at 27"),
    (b"The mill \xff\xfe was built in 1900.", "not UTF-8 .byte 0xff at 9"),
    (b"The mill was built \x80\x81\x82 in 1900.", "not UTF-8 .byte 0x80 at 19"),
    ("Le café est fermé.".encode("cp1252"), "iconv -f WINDOWS-1252"),
    ("The mill was built in 1900 by J. Söderström, ".encode() * 3 + b"\xc3", "broken byte|not UTF-8"),
    (b"\x01\x02\x03\x1b", "binary data"),
    (b"\xef\xbb\xbf", "no text"),
    (b" \n", "is empty"),
]


@pytest.mark.parametrize("command", [["verify"], ["decompose"], ["grapheval", "--context", "{context}"]])
@pytest.mark.parametrize(("data", "says"), NO_ANSWERS)
@pytest.mark.parametrize("place", ["-", "{answer}"])
def test_an_answer_that_is_no_text_is_refused_with_what_to_do_before_a_store_is_opened(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    data: bytes,
    says: str,
    place: str,
) -> None:
    answer, context = tmp_path / "answer.txt", tmp_path / "context.txt"
    answer.write_bytes(data)
    context.write_text("The mill was built in 1900.", encoding="utf-8")
    give_stdin(monkeypatch, data)
    monkeypatch.setattr(AsyncClaimGraph, "open", unwanted)

    code = run(*(part.format(answer=answer, context=context) for part in (command[0], place, *command[1:])))

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert re.search(says, err), err
    assert ("Standard input" if place == "-" else str(answer)) in err
    assert len(err.strip().splitlines()) == 1


def unwanted(**settings: Any) -> None:
    raise AssertionError("the store must not be opened")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("The café – “open” – costs €5.", "utf-8-sig"),
        ("The café is open.", "utf-16"),
        ("The café is open.", "utf-16-le"),
        ("北京是中国的首都，人口两千万。", "gb18030"),
        ("臺北是臺灣的首都，人口兩百五十萬。", "big5"),
        ("北京是中国的首都，有2000万人口。", "utf-16-le"),
    ],
)
def test_an_answer_may_come_in_any_encoding_that_can_be_told_for_certain(text: str, encoding: str) -> None:
    assert text_of_answer(text.encode(encoding), "answer.txt") == text


def test_an_answer_may_be_a_pdf() -> None:
    data = (Path(__file__).parents[2] / "data" / "text.pdf").read_bytes()

    assert text_of_answer(data, "answer.pdf").split()
