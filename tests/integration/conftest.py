"""Fixtures of the tests that run commands in this process."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from sample_graph import erase

from claimgraph.api.cli import main
from claimgraph.platform.graph import open_graph

FOREIGN = ("CLAIMGRAPH_", "OPENAI_", "AZURE_", "LLM_", "EMBEDDING_", "OTEL_")


@pytest.fixture
def environment(store: Any, tenant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The settings of a process of this test's own tenant, in a folder without .env and claimgraph.toml."""
    for name in list(os.environ):
        if name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    for name, value in {**store.environment(), "CLAIMGRAPH_TENANT": tenant}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    yield

    async def clean() -> None:
        async with await open_graph(store.settings()) as graph:
            await erase(graph, tenant)

    anyio.run(clean)


@pytest.fixture
def run(
    environment: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command: `run(*arguments, stdin=...)` gives its exit code and what it printed on both streams."""

    def run_(*arguments: str, stdin: bytes | str = b"") -> tuple[int, str, str]:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run_
