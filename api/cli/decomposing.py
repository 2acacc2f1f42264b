"""`claimgraph decompose`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.errors import InputError
from claimgraph.platform.settings import load_settings

from .. import sources
from ..printing import one_line, printable, stderr_console, stdout_console
from .streams import named_bytes, print_json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from ..decomposing import Decomposed, DecomposedClaim

_STYLES = ("cyan", "green", "magenta", "yellow", "blue")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line says about a text."""

    method: str | None
    granularity: str
    domain: str
    risk: str
    quality: bool


def decompose(text: str, wanted: Wanted, as_json: bool) -> None:
    """Print a text's claims. The store is neither started nor opened."""
    found = anyio.run(_decompose, _text(text), wanted)
    if as_json:
        print_json(found)
        return
    console = stdout_console()
    for part in _parts(found):
        console.print(part)


async def _decompose(text: str, wanted: Wanted) -> Decomposed:
    from ..bootstrap import open_models
    from ..decomposing import decompose

    console = stderr_console()
    status = console.status("take the text apart") if console.is_terminal else nullcontext()
    with status:
        async with open_models(load_settings()) as models:
            return await decompose(
                models,
                text,
                method=wanted.method,
                granularity=wanted.granularity,
                domain=wanted.domain,
                risk=wanted.risk,
                quality=wanted.quality,
            )


def _text(name: str) -> str:
    data, shown = named_bytes(name)
    if not data.strip():
        raise InputError(f"{shown} is empty; there is nothing to take apart.")
    return sources.text_of_answer(data, shown)


# --- For people


def _parts(found: Decomposed) -> Iterator[RenderableType]:
    from rich.rule import Rule
    from rich.text import Text

    claims = len(found.claims)
    yield Text(
        f"{claims} claim{'' if claims == 1 else 's'}  {found.lang}, {found.method}, by {found.granularity.value}"
    )
    yield Rule(style="dim", characters="─")
    painted = painted_text(found.text, found.claims)
    painted.rstrip()
    yield painted
    yield Rule(style="dim", characters="─")
    for number, claim in enumerate(found.claims, start=1):
        yield from _claim(number, claim)
    if found.quality is not None:
        yield Rule(style="dim", characters="─")
        for name in ("completeness", "atomicity", "independence", "overall"):
            value = getattr(found.quality, name)
            yield Text(f"{name:<14} {'nothing to measure' if value is None else f'{value:.2f}'}")
    for warning in found.warnings:
        yield Text(f"warning: {one_line(warning)}", style="yellow")


def _claim(number: int, claim: DecomposedClaim) -> Iterator[Text]:
    from rich.text import Text

    line = Text(f"{number:>3}. ", style=_style([number]))
    line.append(one_line(claim.text), style="none")
    marks = [
        *([] if claim.checkable else ["not checkable"]),
        *([] if claim.standalone else ["refers to what it does not say"]),
    ]
    if marks:
        line.append(f"  [{', '.join(marks)}]", style="dim")
    yield line
    for triple in claim.triples:
        shown = " | ".join(one_line(part) for part in (triple.head, triple.relation, triple.tail))
        yield Text(f"     ({shown})", style="dim")


def painted_text(text: str, claims: Sequence[DecomposedClaim]) -> Text:
    """The text; each stretch is followed by the numbers of the claims that rest on it."""
    from rich.text import Text

    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for number, claim in enumerate(claims, start=1):
        for span in claim.spans:
            opening.setdefault(span.start, []).append(number)
            closing.setdefault(span.end, []).append(number)
    painted = Text()
    open_numbers: list[int] = []
    for start, end in pairwise(sorted({0, len(text), *opening, *closing})):
        for number in closing.get(start, ()):
            open_numbers.remove(number)
        open_numbers += opening.get(start, ())
        _paint(painted, printable(text[start:end]), sorted(set(open_numbers)))
    return painted


def _paint(painted: Text, piece: str, numbers: Sequence[int]) -> None:
    words = piece.rstrip()
    if not numbers or not words:
        painted.append(piece)
        return
    painted.append(words, style=_style(numbers))
    painted.append(f"[{_ranges(numbers)}]", style="dim")
    painted.append(piece[len(words) :])


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1-3,5"."""
    shown: list[list[int]] = []
    for number in numbers:
        if shown and shown[-1][-1] == number - 1:
            shown[-1].append(number)
        else:
            shown.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in shown)


def _style(numbers: Sequence[int]) -> str:
    return _STYLES[(numbers[0] - 1) % len(_STYLES)] if len(numbers) == 1 else "bold"
