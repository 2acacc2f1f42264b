"""`claimgraph redeep fit` and `claimgraph redeep score`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from claimgraph.platform.errors import InputError
from claimgraph.platform.settings import load_settings

from .. import sources
from ..printing import one_line, plain, printable, progress_bar, stderr_console, stdout_console
from ..redeep import Fit
from .streams import print_json
from .verifying import answer_text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from claimgraph.verify.redeep.detector import Detector
    from claimgraph.verify.redeep.mapping import AnswerMap


COLD = 0.2
"""Heat below which a token has no colour."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the command line says about an answer to be read."""

    answer: str
    contexts: tuple[Path, ...]
    question: str | None
    model: str | None
    detector: Path | None
    html: Path | None
    device: str | None


# --- fit


def fit(wanted: Fit, as_json: bool) -> None:
    from ..redeep import fit

    with progress_bar("read the responses") as progress:
        found = fit(wanted, progress)
    if as_json:
        print_json({"out": str(wanted.out), "version": found.version, **found.as_json()})
        return
    console = stdout_console()
    for line in _fitted(found, wanted.out):
        console.print(line)


def _fitted(found: Detector, out: Path) -> Iterator[Text]:
    heads = ", ".join(f"{layer}.{head}" for layer, head in found.heads) or "none"
    layers = ", ".join(map(str, found.layers)) or "none"
    yield plain(f"{out}: a detector for {one_line(found.model_name)} ({found.model})")
    yield plain(f"copying heads (layer.head): {heads}")
    yield plain(f"knowledge FFNs (layer): {layers}")
    yield plain(f"thresholds: {found.threshold:.3f} for an answer, {found.span_threshold:.3f} for a claim")
    yield plain("Figures by nested cross-validation, on responses that nothing was chosen or fitted on:", "dim")
    for name, value in found.figures.items():
        yield plain(f"  {name.replace('_', ' '):<16} {_figure(value)}")


def _figure(value: Any) -> str:
    match value:
        case float():
            return f"{value:.3f}"
        case {"value": float(middle), "low": float(low), "high": float(high)}:
            return f"{middle:.3f} ({low:.3f} to {high:.3f})"
        case dict():
            return ", ".join(f"{one_line(str(name))}: {_figure(one)}" for name, one in value.items()) or "none"
    return one_line(str(value))


# --- score


def score(wanted: Scoring, as_json: bool) -> None:
    """Print an answer's heat map, or one object for programs, and write it as a page. No store is opened."""
    if not wanted.contexts:
        raise InputError("ReDeEP asks whether an answer comes from its context; name one with --context.")
    contexts = sources.context_texts(wanted.contexts)
    found = anyio.run(_score, answer_text(wanted.answer), contexts, wanted)
    if wanted.html is not None:
        _write_page(found, wanted.html)
    if as_json:
        print_json({**_as_object(found), "html": None if wanted.html is None else str(wanted.html)})
        return
    console = stdout_console()
    for part in heat_map(found, coloured=shows_colours(console)):
        console.print(part)
    if wanted.html is not None:
        console.print(plain(f"written: {wanted.html}", "dim"))


async def _score(answer: str, contexts: tuple[str, ...], wanted: Scoring) -> AnswerMap:
    from ..bootstrap import open_models
    from ..redeep import score_answer

    console = stderr_console()
    with console.status("read the answer") if console.is_terminal else nullcontext():
        async with open_models(load_settings()) as models:
            return await score_answer(
                models,
                answer,
                contexts,
                question=wanted.question,
                model=wanted.model,
                detector=wanted.detector,
                device=wanted.device,
            )


def _write_page(found: AnswerMap, path: Path) -> None:
    from claimgraph.verify.redeep.heatmap import page

    try:
        path.write_text(page(found), encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"{path} cannot be written ({type(error).__name__}); name another file.") from error


def _as_object(found: AnswerMap) -> dict[str, Any]:
    from ..jsonable import jsonable

    return {**jsonable(found), "hallucinated": found.hallucinated}


def shows_colours(console: Console) -> bool:
    """Whether the console has colours: a terminal, and NO_COLOR not set."""
    return console.is_terminal and not console.no_color and console.color_system is not None


def heat_map(found: AnswerMap, coloured: bool) -> Iterator[RenderableType]:
    """The answer with its heat, by colours or by marks around what is hot; then its claims with their scores."""
    from rich.rule import Rule

    from claimgraph.verify.redeep.heatmap import number

    if found.question:
        yield plain(f"question: {one_line(found.question)}")
    if found.score is not None:
        told = "hallucinated" if found.hallucinated else "taken from the context"
        yield plain(f"hallucination score {number(found.score)} (threshold {number(found.threshold)}): {told}")
    yield Rule(plain("answer"), align="left", style="dim", characters="─")
    yield painted(found) if coloured else marked(found)
    yield plain(_legend(found, coloured), "dim")
    yield Rule(plain("claims"), align="left", style="dim", characters="─")
    yield _claims(found)
    for note in found.notes:
        yield plain(f"note: {one_line(note)}", "yellow")


def _claims(found: AnswerMap) -> RenderableType:
    """A line for each claim; its text goes on beside its scores, not below them."""
    from rich.table import Table

    from claimgraph.verify.redeep.heatmap import number

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    names = ("score", "ECS", "PKS") if found.detector else ("ECS", "PKS")
    for name in names:
        table.add_column(plain(name), justify="right", min_width=6, no_wrap=True)
    table.add_column(plain("claim"), overflow="fold")
    for claim in found.claims:
        values = (claim.score, claim.ecs, claim.pks)[-len(names) :]
        reason = f"  (no score: {one_line(claim.unscored_reason)})" if claim.unscored_reason else ""
        table.add_row(*(plain(number(value)) for value in values), plain(f"{one_line(claim.text)}{reason}"))
    return table


def _legend(found: AnswerMap, coloured: bool) -> str:
    if found.detector is None:
        about = "no detector: no scores; tokens of this answer compared by ECS and PKS over all heads and layers"
        return f"{about}, deeper red: copied less" if coloured else about
    threshold = f"{found.span_threshold:.3f}"
    if coloured:
        return f"deeper red: more surely known by heart or made up; underlined: score of {threshold} or more"
    return f"[[...]]: tokens with a hallucination score of {threshold} or more"


def painted(found: AnswerMap) -> Text:
    """The answer with each token on a ground of its heat, from none to deep red."""
    from rich.text import Text

    from claimgraph.verify.redeep.heatmap import stretches

    text = Text()
    for part in stretches(found):
        hot = found.span_threshold is not None and part.heat is not None and part.heat >= found.span_threshold
        text.append(printable(part.text), style=_ground(part.heat) + (" underline" if hot else ""))
    text.rstrip()
    return text


def _ground(heat: float | None) -> str:
    """White letters on grey to red, which is read on dark terminals and on light ones; nothing for what is cold."""
    if heat is None or heat < COLD:
        return ""
    hot = (min(1.0, heat) - COLD) / (1 - COLD)
    red, other = 140 + round(65 * hot), 112 - round(82 * hot)
    return f"rgb(255,255,255) on rgb({red},{other},{other})"


def marked(found: AnswerMap) -> Text:
    """The answer in plain letters, with [[ and ]] around each run of words that score the threshold or more."""
    from claimgraph.verify.redeep.heatmap import stretches

    text, blank, inside = "", "", False
    for part in stretches(found):
        words = part.text.strip()
        if not words:
            blank += part.text
            continue
        hot = found.span_threshold is not None and part.heat is not None and part.heat >= found.span_threshold
        start = len(part.text) - len(part.text.lstrip())
        closed = "]]" if inside and not hot else ""
        opened = "[[" if hot and not inside else ""
        text += f"{closed}{blank}{part.text[:start]}{opened}{words}"
        blank, inside = part.text[start + len(words) :], hot
    return plain(text + ("]]" if inside else ""))
