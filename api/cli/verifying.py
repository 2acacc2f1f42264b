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
    with steps() as on_step:
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
                on_step=on_step,
            )


def answer_text(answer: str) -> str:
    """The text of an answer's file or of standard input. Raises `InputError` where it is empty or no text."""
    data, name = named_bytes(answer)
    if not data.strip():
        raise InputError(f"{name} is empty; there is no answer to verify.")
    return sources.text_of_answer(data, name)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """The step that is being worked on, on a terminal; nothing in a pipe."""
    console = stderr_console()
    if not console.is_terminal:
        yield lambda step: None
        return
    with console.status("open the store") as status:
        yield lambda step: status.update(step)
