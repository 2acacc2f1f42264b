"""`claimgraph verify-batch`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import anyio

from claimgraph.platform.errors import InputError

from .. import sources
from ..aclient import AsyncClaimGraph
from ..batch import Batch, BatchSummary
from ..batch_ledger import Ledger
from ..batch_results import Output, Stream, open_results
from ..printing import one_line, stderr_console
from .streams import STDIN, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

_Advance = Callable[[Batch], None]


def verify_batch(answers: str, out: Path | None, at_once: int, as_json: bool) -> int:
    """Verify an answer a line; 2 where some lines could not be worked on, 1 where the system failed on some."""
    if as_json and out is None:
        raise InputError("--json prints the summary, and needs --out FILE for the results.")
    with ExitStack() as stack:
        stream, size = stack.enter_context(_input(answers, out))
        ledger = stack.enter_context(Ledger())
        output: Output = stack.enter_context(open_results(out, ledger)) if out else Stream()
        advance = stack.enter_context(_progress(stream, size))
        summary = anyio.run(_run, stream, ledger, output, advance, at_once, as_json, out is None)
    return summary.exit_code


async def _run(
    stream: BinaryIO, ledger: Ledger, output: Output, advance: _Advance, at_once: int, as_json: bool, to_stdout: bool
) -> BatchSummary:
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    only_ascii = to_stdout and encoding != "utf8"
    async with AsyncClaimGraph.open() as client:
        batch = Batch(client, ledger, output, advance, only_ascii)
        try:
            await batch.run(stream, at_once)
        finally:
            summary = batch.summary()
            _tell(summary, as_json)
        return summary


def _tell(summary: BatchSummary, as_json: bool) -> None:
    """The summary and the failures: on standard error for people, or as one object."""
    if as_json:
        print_json(summary)
        return
    for failure in summary.failures:
        print(f"claimgraph: line {failure.line}: {one_line(failure.error)}", file=sys.stderr)
    if more := summary.failed - len(summary.failures):
        print(f"claimgraph: … and {more:,} more lines", file=sys.stderr)
    counts = f"{summary.done:,} done, {summary.skipped:,} done before, {summary.failed:,} failed"
    ended = "" if summary.finished else "; not all lines were reached: run it again to go on"
    print(f"claimgraph: {counts}{ended}.", file=sys.stderr)


@contextmanager
def _input(answers: str, out: Path | None) -> Iterator[tuple[BinaryIO, int | None]]:
    """The lines, and how many bytes they are where that is known. Raises `InputError`."""
    if answers == STDIN:
        if sys.stdin is None:
            raise InputError("Standard input is closed; name a file instead of -.")
        yield sys.stdin.buffer, None
        return
    path = sources.named(answers)
    if path.is_dir():
        raise InputError(f"{path}: a folder; name a file of JSON lines.")
    if out is not None and out.exists() and path.exists() and path.samefile(out):
        raise InputError(f"{path}: the results cannot go into the file of the answers.")
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or type(error).__name__}).") from error
    with stream:
        yield stream, os.fstat(stream.fileno()).st_size if path.is_file() else None


@contextmanager
def _progress(stream: BinaryIO, size: int | None) -> Iterator[_Advance]:
    """A bar on a terminal, by how much of the file has been read; nothing in a pipe."""
    console = stderr_console()
    if not console.is_terminal:
        yield lambda batch: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield _shown_on(bar, stream, size)


def _shown_on(bar: Progress, stream: BinaryIO, size: int | None) -> _Advance:
    task = bar.add_task("verify", total=size or None)

    def advance(batch: Batch) -> None:
        counts = f"{batch.done:,} done, {batch.failed:,} failed"
        bar.update(task, description=counts, completed=stream.tell() if size else 0)

    return advance
