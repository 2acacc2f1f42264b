"""`claimgraph verify`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.errors import InputError

from .. import sources
from ..aclient import AsyncClaimGraph
from ..printing import stderr_console, stdout_console
from .streams import named_bytes, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from claimgraph.verify.report import Verification


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line says about an answer."""

    contexts: tuple[Path, ...]
    question: str | None
    model: str | None
    key: str | None
    domain: str
    risk: str
    correct: bool | None


def verify(answer: str, wanted: Wanted, as_json: bool) -> None:
    contexts = list(sources.context_texts(wanted.contexts))
    found = anyio.run(_verify, answer_text(answer), contexts, wanted)
    if as_json:
        print_json(found)
        return
    from ..report import VerificationReport

    stdout_console().print(VerificationReport(found))


async def _verify(answer: str, contexts: list[str], wanted: Wanted) -> Verification:
    with steps() as shown:
        async with AsyncClaimGraph.open() as client:
            return await client.verify(
                answer,
                question=wanted.question,
                contexts=contexts or None,
                model=wanted.model,
                key=wanted.key,
                domain=wanted.domain,
                risk=wanted.risk,
                correct=wanted.correct,
                on_step=shown.step,
                on_progress=shown.progress,
            )


def answer_text(answer: str) -> str:
    """The text of an answer's file or of standard input. Raises `InputError` where it is empty or no text."""
    data, name = named_bytes(answer)
    if not data.strip():
        raise InputError(f"{name} is empty; there is no answer to verify.")
    return sources.text_of_answer(data, name)


@dataclass(frozen=True, slots=True)
class Shown:
    """What shows the caller of a command where it is."""

    step: Callable[[str], None] = lambda step: None
    progress: Callable[[int, int], None] = lambda done, of: None


@contextmanager
def steps() -> Iterator[Shown]:
    """The step that is being worked on, with a bar where it tells how far it is, on a terminal; nothing in a pipe."""
    console = stderr_console()
    if not console.is_terminal:
        yield Shown()
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[counted]}"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        shown = _StepBar(bar)
        yield Shown(shown.step, shown.progress)


class _StepBar:
    """A line for the present step: it moves about until the step tells how far it is."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("open the store", total=None, counted="")

    def step(self, step: str) -> None:
        self._bar.remove_task(self._task)
        self._task = self._bar.add_task(step, total=None, counted="")

    def progress(self, done: int, of: int) -> None:
        if of:
            self._bar.update(self._task, completed=done, total=of, counted=f"{done:,}/{of:,}")
