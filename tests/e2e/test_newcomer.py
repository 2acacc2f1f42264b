"""What the README, `docs/claims.md` and `docs/graph.md` tell a newcomer to type, typed in order, in an own folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from claimgraph.platform.graph import Graph, Query, open_graph
from claimgraph.platform.graph.embedded import stop
from claimgraph.platform.settings import load_settings

ROOT = Path(__file__).parents[2]


def snippets(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a newcomer: an empty folder, an empty graph, and `claimgraph` on the path."""
    folder = tmp_path_factory.mktemp("newcomer")
    program = folder / "bin" / "claimgraph"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c 'from claimgraph.api.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    home = folder / "home"
    inherited = {k: v for k, v in os.environ.items() if not re.match(r"CLAIMGRAPH_|OPENAI_|AZURE_|LLM_", k)}
    yield {
        **inherited,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / ".types"),
        "CLAIMGRAPH_HOME": str(home),
        "CLAIMGRAPH_EMBEDDED_IDLE_MINUTES": "0.5",
        "LANG": "C.UTF-8",
        "DESK": str(folder),
    }
    stop(home, force=True)


def typed(command: list[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command,
        env=dict(environment),
        cwd=environment["DESK"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def typed_shell(desk: dict[str, str]) -> list[str]:
    """What each of the README's shell snippets prints, in the order of the page."""
    return [typed(["bash", "-euo", "pipefail", "-c", snippet], desk) for snippet in snippets("README.md", "sh")]


@pytest.mark.slow
def test_the_shell_snippets_of_the_readme_run_and_find_what_is_wrong(typed_shell: list[str]) -> None:
    ingest_and_verify, with_context, batch, chinese, apart, asking = typed_shell

    assert "contradicted" in ingest_and_verify
    assert "320" in ingest_and_verify
    assert '"verdict": "CONTRADICTED"' in with_context
    assert "Nothing was left behind." in batch
    assert "320" in chinese
    assert "completeness" in apart
    assert "Hotel costs" in asking
    assert "480 employees" in asking


@pytest.mark.slow
def test_the_python_snippet_of_the_readme_runs_and_corrects_the_year(desk: dict[str, str]) -> None:
    (snippet,) = snippets("README.md", "python")

    said = typed([sys.executable, "-c", snippet], desk)

    assert "CONTRADICTED" in said
    assert "my-model" in said
    assert said.strip().endswith("1937.")


@pytest.mark.slow
def test_the_snippets_of_the_page_on_claims_run(desk: dict[str, str], typed_shell: list[str]) -> None:
    apart, recurring, grapheval = (
        typed(["bash", "-euo", "pipefail", "-c", snippet], desk) for snippet in snippets("docs/claims.md", "sh")
    )
    (snippet,) = snippets("docs/claims.md", "python")

    assert "The bridge was opened in 1937." in apart
    assert "not checkable" in apart
    assert '"recurringHallucinations"' in recurring
    assert "inconsistent" in grapheval
    assert "False" in typed([sys.executable, "-c", snippet], desk)


@pytest.fixture
async def newcomers_graph(desk: dict[str, str], typed_shell: list[str]) -> Graph:
    """The graph that the README's snippets left behind."""
    return await open_graph(load_settings(_env_file=None, home=Path(desk["CLAIMGRAPH_HOME"])))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(snippets("docs/graph.md", "cypher"))))
async def test_the_queries_of_the_graph_page_run_as_they_are(newcomers_graph: Graph, number: int) -> None:
    query = Query(f"example {number + 1}", snippets("docs/graph.md", "cypher")[number])

    async with newcomers_graph as graph:
        rows = await graph.read(query.name, lambda tx: tx.run(query))

    asks_for_repetition = "answers > 1" in query.text or "h1.seq + 1" in query.text
    assert rows or asks_for_repetition, query.text
