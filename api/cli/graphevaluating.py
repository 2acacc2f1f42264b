"""`claimgraph grapheval`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from .. import sources
from ..aclient import AsyncClaimGraph
from ..printing import stdout_console
from .streams import print_json
from .verifying import answer_text, steps

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimgraph.verify.grapheval import GraphEvalResult, JudgedTriple


def grapheval(
    output: str, contexts: Sequence[Path], threshold: float, strategy: str | None, correct: bool, as_json: bool
) -> None:
    texts = list(sources.context_texts(contexts))
    found = anyio.run(_evaluate, answer_text(output), texts, threshold, strategy, correct)
    if as_json:
        print_json(found)
        return
    console = stdout_console()
    for part in _parts(found):
        console.print(part)


async def _evaluate(
    output: str, contexts: list[str], threshold: float, strategy: str | None, correct: bool
) -> GraphEvalResult:
    with steps() as shown:
        async with AsyncClaimGraph.open() as client:
            return await client.grapheval(
                output,
                contexts,
                threshold=threshold,
                strategy=strategy,
                correct=correct,
                on_step=shown.step,
                on_progress=shown.progress,
            )


def _parts(found: GraphEvalResult) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    told = {True: "consistent", False: "inconsistent", None: "no triple found: nothing to evaluate"}[found.consistent]
    parts: list[RenderableType] = [
        Text.assemble(("GraphEval: ", "bold"), (told, "green" if found.consistent else "red"))
    ]
    if found.kg_triples:
        table = Table(box=None, pad_edge=False)
        for title in ("head", "relation", "tail"):
            table.add_column(title, overflow="fold")
        for title in ("entail", "neutral", "contra"):
            table.add_column(title, justify="right")
        table.add_column("")
        for triple in found.kg_triples:
            wrong = triple in found.hallucinated_triples
            mark = Text("hallucinated", "red") if wrong else Text("ok", "green")
            table.add_row(Text(triple.head), Text(triple.relation), Text(triple.tail), *_scores(triple), mark)
        parts.append(table)
    for one in found.corrected_triples:
        after = " ".join(one.after) if one.after else "taken out"
        parts.append(Text.assemble(("corrected: ", "bold"), " ".join(one.before), (" -> ", "dim"), after))
    if found.corrected_output != found.original_output:
        parts += [Text("\nCorrected output", "bold"), Text(found.corrected_output)]
    return [*parts, *(Text(f"warning: {warning}", "yellow") for warning in found.warnings)]


def _scores(triple: JudgedTriple) -> list[str]:
    values = (triple.entailment, triple.neutral, triple.contradiction)
    return ["-" if value is None else f"{value:.2f}" for value in values]
