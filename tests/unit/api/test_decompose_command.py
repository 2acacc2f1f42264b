"""`claimgraph decompose`: what scripts and people read, without any store."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes.claims_llm import Claims
from fakes.llm_server import Fails, LlmServer

from claimgraph.api.cli import main
from claimgraph.api.cli.decomposing import painted_text
from claimgraph.api.decomposing import DecomposedClaim
from claimgraph.ingest.model import Span

FERRY = "The Redwing was built in Bergen and carries mail and passengers."
CLAIMS = ["The Redwing was built in Bergen.", "The Redwing carries mail.", "The Redwing carries passengers."]

Run = Callable[..., tuple[int, str, str]]


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

    def run_(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            main(["decompose", *arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run_


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, run: Run) -> Iterator[LlmServer]:
    with LlmServer(Claims({FERRY: CLAIMS})) as running:
        monkeypatch.setenv("LLM_BASE_URL", running.base_url)
        monkeypatch.setenv("CLAIMGRAPH_LLM_RETRIES", "0")
        yield running


def test_json_is_one_object_with_claims_places_triples_and_quality(run: Run) -> None:
    code, out, err = run("-", "--method", "rules", "--quality", "--json", stdin=FERRY)
    found = json.loads(out)

    assert (code, err) == (0, "")
    assert found["text"] == FERRY
    assert (found["lang"], found["method"], found["granularity"], found["warnings"]) == ("en", "rules", "claim", [])
    assert [claim["text"] for claim in found["claims"]] == CLAIMS
    built = found["claims"][0]
    assert set(built) == {"text", "spans", "sentence", "standalone", "checkable", "triples"}
    assert "".join(FERRY[start:end] for start, end in built["spans"]).startswith("The Redwing was built in Bergen")
    assert built["sentence"] == [0, len(FERRY)]
    assert built["standalone"]
    assert built["checkable"]
    assert {"head", "relation", "tail", "confidence", "key"} == set(built["triples"][0])
    assert set(found["quality"]) == {"completeness", "atomicity", "independence", "overall"}
    assert all(0 < score <= 1 for score in found["quality"].values())


def test_chinese_is_taken_apart_as_well(run: Run) -> None:
    found = json.loads(run("-", "--json", stdin="红雁号是一艘于1912年建造的渡轮，运送邮件和旅客。")[1])

    assert found["lang"] == "zh"
    assert len(found["claims"]) == 4
    assert found["quality"] is None


def test_people_see_the_text_with_numbers_marks_triples_and_scores(run: Run) -> None:
    code, out, _ = run("-", "--quality", stdin=f"Hello! {FERRY} It closed last year.")

    assert code == 0
    assert "1. Hello!  [not checkable]" in out
    assert "2. The Redwing was built in Bergen." in out
    assert "carries[3-4]" in out
    assert "[refers to what it does not say]" in out
    assert "(Redwing | carries | mail)" in out
    assert "atomicity" in out


def test_a_file_is_read_and_granularity_by_domain_and_risk(run: Run, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text(f"{FERRY} Oslo has parks.\n\nBergen has rain.")

    def units(*arguments: str) -> int:
        return len(json.loads(run("answer.txt", "--json", *arguments)[1])["claims"])

    assert units("--granularity", "sentence") == 3
    assert units("--granularity", "passage") == 2
    assert units("--granularity", "auto", "--domain", "enterprise") == 3
    assert units("--granularity", "auto", "--risk", "low") == 2
    assert units("--granularity", "auto") == units() == 5


def test_french_is_taken_apart_by_sentences_with_a_warning(run: Run) -> None:
    text = "Paris est la capitale de la France. Elle compte deux millions d'habitants."
    found = json.loads(run("-", "--json", stdin=text)[1])

    assert found["method"] == "sentences"
    assert [claim["text"] for claim in found["claims"]] == text.replace(". E", ".|E").split("|")
    assert "another language" in found["warnings"][0]
    assert "warning:" in run("-", stdin=text)[1]


def test_a_language_model_takes_it_apart_when_asked(run: Run, server: LlmServer) -> None:
    found = json.loads(run("-", "--method", "llm", "--json", stdin=FERRY)[1])
    again = json.loads(run("-", "--method", "llm", "--json", stdin=FERRY)[1])

    assert [claim["text"] for claim in found["claims"]] == CLAIMS
    assert found["method"] == "llm"
    assert found["counts"]["asked"] == 1
    assert again == found
    assert len(server.requests) == 1


def test_a_language_model_that_fails_leaves_the_rules_and_a_warning(run: Run, server: LlmServer) -> None:
    server.script(Fails(500))

    code, out, _ = run("-", "--method", "llm", "--json", stdin=FERRY)
    found = json.loads(out)

    assert code == 0
    assert [claim["text"] for claim in found["claims"]] == CLAIMS
    assert any("HTTP 500" in warning for warning in found["warnings"])


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["-"], " \n", "empty"),
        (["/nowhere/at/all.txt"], "", "no such file"),
        (["-", "--method", "magic"], FERRY, "choose one of rules, llm, hybrid"),
        (["-", "--method", "llm"], FERRY, "none is configured"),
        (["-", "--granularity", "word"], FERRY, "choose one of claim"),
        (["-"], "x " * 150_000, "shorten it"),
    ],
)
def test_what_cannot_be_worked_on_is_one_line(run: Run, arguments: list[str], stdin: str, words: str) -> None:
    code, out, err = run(*arguments, stdin=stdin)

    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_no_character_of_a_text_commands_the_terminal(run: Run) -> None:
    _, out, _ = run("-", stdin="The \x1b[31mRedwing\u202e carries [bold]mail[/bold].")

    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "[bold]mail" in out.replace("\n", "")


def claim(*spans: tuple[int, int]) -> DecomposedClaim:
    return DecomposedClaim("", tuple(Span(*span) for span in spans), Span(0, 9), True, True, ())


def test_each_stretch_is_followed_by_the_numbers_of_its_claims() -> None:
    painted = painted_text("abc def ghi", [claim((0, 3)), claim((0, 7)), claim((0, 3), (8, 11)), claim((8, 11))])
    assert painted.plain == "abc[1-3] def[2] ghi[3-4]"


@pytest.mark.parametrize("text", ["\u200b\u202e", "\u3000\n"])
def test_a_text_without_anything_to_see_is_an_error_and_not_an_empty_result(run: Run, text: str) -> None:
    code, out, err = run("-", stdin=text)

    assert (code, out) == (2, "")
    assert "empty" in err or "no text" in err
