"""`make demo` as a newcomer meets it: what it prints, how soon, and that doing it again adds nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from fakes.llm_server import LlmServer

from claimgraph.platform.graph import Query, open_graph
from claimgraph.platform.graph.embedded import stop
from claimgraph.platform.settings import load_settings

ROOT = Path(__file__).parents[2]
TITLE = re.compile(r"^(\d)\. ", re.MULTILINE)
ASSERTED_TWICE = "The original version, bzip2-0.1, was released in August 1995."
RIGHT = "The original version, bzip2-0.1, was released in August 1997."

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Shown:
    text: str
    first_line_after: float  # seconds
    size: tuple[int, int]  # nodes and edges afterwards


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("demo") / "home"
    yield folder
    stop(folder, force=True)


async def run_demo(home: Path, **more: str) -> Shown:
    environment = {k: v for k, v in os.environ.items() if not re.match(r"CLAIMGRAPH_|OPENAI_|AZURE_|LLM_", k)}
    environment |= {
        "PYTHONPATH": str(ROOT / ".types"),
        "PYTHONUTF8": "1",
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDED_IDLE_MINUTES": "0.5",
        **more,
    }
    text, first = _read(environment, home.parent)
    return Shown(text, first, await _size(home))


def _read(environment: Mapping[str, str], folder: Path) -> tuple[str, float]:
    started = time.monotonic()
    with subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / "demo.py")],
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as demo:
        assert demo.stdout is not None
        line = demo.stdout.readline()
        first = time.monotonic() - started
        text = line + demo.stdout.read()
    assert demo.returncode == 0, text[-3000:]
    return text, first


async def _size(home: Path) -> tuple[int, int]:
    nodes = Query("nodes", "MATCH (n) WHERE n.tenant = 'default' RETURN count(n) AS n")
    edges = Query("edges", "MATCH ()-[e]->() WHERE e.tenant = 'default' RETURN count(e) AS n")
    async with await open_graph(load_settings(_env_file=None, home=home)) as graph:
        return (await graph.execute(nodes))[0]["n"], (await graph.execute(edges))[0]["n"]


@pytest.fixture(scope="module")
def first_run(home: Path) -> Shown:
    import anyio

    return anyio.run(run_demo, home)


def part(shown: Shown, number: int) -> str:
    """What stands under the demo's title of this number."""
    pieces = TITLE.split(shown.text)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))[str(number)]


def test_the_demo_says_something_before_five_seconds_have_passed(first_run: Shown) -> None:
    assert first_run.text.startswith("claimgraph demo")
    assert first_run.first_line_after < 5


def test_the_demo_reads_a_pdf_and_a_chinese_text_among_its_documents(first_run: Shown) -> None:
    documents = part(first_run, 1)

    assert "bzip2-manual.pdf" in documents
    assert "wikipedia-zh.txt" in documents
    assert len(re.findall(r"\d+ chunks", documents)) >= 4


def test_the_demo_verifies_answers_of_two_models_in_both_languages(first_run: Shown) -> None:
    reports = part(first_run, 2)
    answered = re.findall(r"^(en|zh)-\d+  (\S+) ─", reports, re.MULTILINE)

    assert len(answered) >= 8
    assert {language for language, _ in answered} == {"en", "zh"}
    assert {model for _, model in answered} == {"atlas-7b", "borealis-2"}
    assert f"corrected text: {RIGHT}" in reports


def test_the_demo_shows_where_a_claim_comes_from_over_graphql(first_run: Shown) -> None:
    provenance = part(first_run, 3)

    assert "query Provenance" in provenance
    assert '"assertedBy"' in provenance
    assert '"checkedAgainst"' in provenance
    assert '"occurrences"' in provenance
    assert '"corrections"' in provenance


def test_the_demo_shows_the_hallucinations_that_both_models_repeat_with_the_query(first_run: Shown) -> None:
    recurring = part(first_run, 4)
    (line,) = [line for line in recurring.splitlines() if line.startswith(ASSERTED_TWICE)]

    assert "MATCH (a:Answer)-[e:ASSERTS]->(c:Claim)" in recurring
    assert re.search(r"CONTRADICTED +3 +(atlas-7b, borealis-2|borealis-2, atlas-7b)", line)


def test_the_demo_shows_what_rests_on_one_document(first_run: Shown) -> None:
    resting = part(first_run, 5)

    assert "query RestsOn" in resting
    assert ASSERTED_TWICE in resting


def test_the_demo_says_how_to_go_on(first_run: Shown) -> None:
    ending = first_run.text[first_run.text.index("What next") :]

    assert "claimgraph serve" in ending
    assert "GraphiQL" in ending
    assert "OPENAI_API_KEY" in ending


async def test_the_demo_run_again_adds_nothing_to_the_graph(first_run: Shown, home: Path) -> None:
    again = await run_demo(home)

    assert again.size == first_run.size
    assert part(again, 1).count("known already") == part(first_run, 1).count(" new)")


async def test_with_a_language_model_the_corrections_go_through_it(first_run: Shown, home: Path) -> None:
    with LlmServer() as server:
        server.correct(ASSERTED_TWICE, RIGHT)
        shown = await run_demo(home, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="a key")

        asked = [request.document.get("sentence") for request in server.requests]

    assert ASSERTED_TWICE in asked
    assert re.search(rf"→ {re.escape(RIGHT)}  \(checked again: supported; by llm\)", part(shown, 2))
    assert "OPENAI_API_KEY" not in shown.text
