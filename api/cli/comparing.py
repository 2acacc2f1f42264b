"""`claimgraph bench compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..comparing_benchmarks import Change, Compared, Comparison, compare, read_result
from ..printing import one_line, plain, stderr_console, stdout_console
from .streams import print_json

if TYPE_CHECKING:
    from rich.table import Table

_WIDTH = 130


def compare_results(first: Path, second: Path, margin: float, as_json: bool) -> None:
    """Print a table for people, with warnings on standard error, or one object for programs."""
    found = compare(read_result(first), read_result(second), margin)
    if as_json:
        print_json({**_object(found), "worse": found.worse})
        return
    for warning in found.warnings:
        stderr_console().print(plain(f"claimgraph: {one_line(warning)}"), soft_wrap=True)
    console = stdout_console()
    console.width = max(console.width, _WIDTH)
    console.print(_table(found))
    console.print(plain(_summary(found)))


def _object(found: Comparison) -> dict[str, object]:
    return {
        "benchmark": found.benchmark,
        "first": found.first,
        "second": found.second,
        "margin": found.margin,
        "warnings": found.warnings,
        "figures": found.figures,
    }


def _table(found: Comparison) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(plain(f"{found.benchmark}: measured"), overflow="fold")
    for name in ("first", "second", "ratio", "between"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    for one in found.figures:
        style = {Change.WORSE: "bold red", Change.BETTER: "green"}.get(one.change, "")
        between = "" if one.noise is None else f"{one.noise[0]:.2f} - {one.noise[1]:.2f}"
        table.add_row(
            plain(one_line(f"{one.row}: {one.figure}")),
            _number(one.first),
            _number(one.second),
            "-" if one.ratio is None else f"{one.ratio:.2f}",
            between,
            plain(_mark(one), style),
        )
    return table


def _mark(one: Compared) -> str:
    return "" if one.change is Change.SAME else one.change.value.upper() if one.change is Change.WORSE else one.change


def _summary(found: Comparison) -> str:
    worse = f"{found.worse} of {len(found.figures)} figures are worse beyond noise."
    return (
        f"{worse} Noise: 95% of ratios of resampled measurements where both files keep them, else {found.margin:.0%} "
        "either way."
    )


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3f}"
