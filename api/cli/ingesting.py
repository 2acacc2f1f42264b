"""`claimgraph ingest`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.errors import InputError

from .. import sources
from ..aclient import AsyncClaimGraph
from ..printing import one_line, stderr_console
from ..problems import problem_of
from .streams import STDIN, print_json, read_stdin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimgraph.ingest.model import IngestReport


def ingest(paths: Sequence[str], title: str | None, as_json: bool) -> int:
    """Load documents; 2 where one of them could not be read, and the others are loaded all the same."""
    if STDIN in paths and len(paths) > 1:
        raise InputError("- (standard input) cannot be loaded together with files; run the command twice.")
    loaded: list[IngestReport] = []
    failed: list[dict[str, str]] = []
    if paths[0] == STDIN:
        anyio.run(_load_stdin, title, loaded)
    else:
        files = sources.expand([sources.named(path) for path in paths])
        if title and len(files) > 1:
            raise InputError("--title is for one document, and there are several; ingest them one by one.")
        anyio.run(_load_files, files, title, loaded, failed)
    if as_json:
        print_json({"documents": loaded, "failed": failed})
    else:
        for report in loaded:
            print(_line(report))
        for failure in failed:
            print(f"claimgraph: {one_line(failure['error'])}", file=sys.stderr)
    return 2 if failed else 0


async def _load_stdin(title: str | None, loaded: list[IngestReport]) -> None:
    document = sources.document_of_bytes(read_stdin(), "stdin", title)
    with progress(1) as bar:
        async with AsyncClaimGraph.open() as client:
            loaded += await client.load([document], on_chunks=bar.chunks)


async def _load_files(
    files: list[Path], title: str | None, loaded: list[IngestReport], failed: list[dict[str, str]]
) -> None:
    with progress(len(files)) as bar:

        def on_document(report: IngestReport) -> None:
            loaded.append(report)
            bar.document()

        def on_error(path: Path, error: InputError) -> None:
            failed.append({"path": str(path), "code": problem_of(error).code, "error": _named(path, error)})
            bar.document()

        async with AsyncClaimGraph.open() as client:
            await client.ingest(files, title=title, on_document=on_document, on_error=on_error, on_chunks=bar.chunks)


@dataclass(frozen=True, slots=True)
class Bar:
    document: Callable[[], None] = lambda: None
    """A document is done."""
    chunks: Callable[[int, int], None] = lambda done, of: None
    """So many chunks of the document that is being read are done."""


@contextmanager
def progress(total: int) -> Iterator[Bar]:
    """A bar of documents and one of the chunks of the present one on a terminal, nothing in a pipe."""
    console = stderr_console()
    if not console.is_terminal:
        yield Bar()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        documents = bar.add_task("documents", total=total)
        chunks = bar.add_task("chunks", total=None, visible=False)
        yield Bar(
            lambda: bar.advance(documents),
            lambda done, of: bar.update(chunks, completed=done, total=of, visible=True),
        )


def _named(path: Path, error: InputError) -> str:
    """Messages about bytes name the file they were given; this says which of several it was."""
    message = str(error)
    return message if path.name in message else f"{path}: {message}"


def _line(report: IngestReport) -> str:
    counts = f"{report.chunks} chunks ({report.new_chunks} new), {report.mentions} mentions"
    detail = "" if report.status == "unchanged" else f": {counts}, {report.seconds:.1f} s"
    return f"{report.status:<9} {one_line(report.title)} (revision {report.revision}){detail}"
