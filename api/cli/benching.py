"""`claimgraph bench quality`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.settings import load_settings

from ..benching import Bench, Wanted
from ..printing import one_line, plain, progress_bar, stdout_console
from .streams import print_json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from claimgraph.verify.evaluation.judging.intervals import Estimate
    from claimgraph.verify.evaluation.judging.quality import CostFigures, Quality, Report


_COLUMNS = (
    "bal. acc. [interval]",
    "AUROC [interval]",
    "own verdicts",
    "unscored",
    "ms/pair",
    "pairs/s",
    "cost",
)
_CLASS_COLUMNS = ("F1 supported [interval]", "F1 not [interval]", "calibration error [interval]")
_WIDTH = 160
"""Columns that the tables take, in a pipe and on a terminal that is narrower."""


def quality(wanted: Wanted, as_json: bool, errors: bool) -> None:
    """Measure, and print tables for people or one object for programs. The store is neither started nor opened."""
    found = anyio.run(_quality, wanted, errors)
    if as_json:
        print_json(found)
        return
    console = stdout_console()
    console.width = max(console.width, _WIDTH)
    for part in _parts(found):
        console.print(part)


async def _quality(wanted: Wanted, errors: bool) -> Bench:
    from ..benching import bench_quality
    from ..bootstrap import open_models

    with progress_bar("judge the cases") as progress:
        async with open_models(load_settings()) as models:
            return await bench_quality(models, wanted, progress, errors=errors)


def _parts(found: Bench) -> Iterator[RenderableType]:
    report = found.report
    yield plain(
        f"{found.dataset}: {report.reported_cases:,} cases on {report.reported_premises:,} premises reported "
        f"({report.supported:.0%} supported); thresholds fitted on {report.fitted_cases:,} others. "
        "Intervals: 95% of samples of as many premises."
    )
    yield _table(report)
    yield _classes(report)
    if report.comparisons:
        yield _comparisons(report)
    kinds = _kinds(report)
    if kinds is not None:
        yield kinds
    for one in found.wrong:
        kind = f", {one.kind}" if one.kind else ""
        yield plain(f"\n[{one_line(one.id)}{kind}] {one.label}, told {one.told} ({_score(one.score)})")
        yield plain(f"  {one_line(one.text)}\n  evidence: {one_line(one.evidence)}")


def _table(report: Report) -> RenderableType:
    table = _new_table("subject", *_COLUMNS)
    for one in report.subjects:
        own = one.own_balanced_accuracy
        table.add_row(
            plain(f"{one.kind} {one.subject}"),
            _estimate(one.balanced_accuracy),
            _estimate(one.auroc),
            "" if own is None else _score(own.value),
            str(one.unscored),
            *_speed(one.cost),
        )
    return table


def _classes(report: Report) -> RenderableType:
    table = _new_table("subject, by class", *_CLASS_COLUMNS)
    for one in report.subjects:
        shown = (_f1(one, "supported"), _f1(one, "not supported"), _estimate(one.calibration_error))
        table.add_row(plain(f"{one.kind} {one.subject}"), *shown)
    return table


def _comparisons(report: Report) -> RenderableType:
    table = _new_table(f"{report.subjects[0].subject} less", "bal. acc. [interval]", "AUROC [interval]")
    for one in report.comparisons:
        table.add_row(plain(one.other), _estimate(one.balanced_accuracy, sign=True), _estimate(one.auroc, sign=True))
    return table


def _kinds(report: Report) -> RenderableType | None:
    """Shares told right by kind: a policy's by its own verdicts, others at the threshold."""
    first = report.subjects[0].kinds
    if not first:
        return None
    table = _new_table("right, by kind", "cases", *(one.subject for one in report.subjects))
    for kind, figures in first.items():
        shares = [one.kinds[kind] for one in report.subjects]
        shown = (share.right if share.own_right is None else share.own_right for share in shares)
        table.add_row(plain(kind), str(figures.cases), *(_score(value) for value in shown))
    return table


def _new_table(first: str, *others: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(plain(first), overflow="fold")
    for name in others:
        table.add_column(plain(name), justify="right", no_wrap=True)
    return table


def _estimate(one: Estimate, sign: bool = False) -> str:
    if one.value is None:
        return "-"
    form = "+.3f" if sign else ".3f"
    between = "" if one.low is None or one.high is None else f" [{one.low:{form}}, {one.high:{form}}]"
    return f"{one.value:{form}}{between}"


def _score(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _f1(one: Quality, label: str) -> str:
    return _estimate(one.f1[label]) if label in one.f1 else "-"


def _speed(cost: CostFigures | None) -> tuple[str, str, str]:
    if cost is None:
        return "", "", ""
    speed = "-" if cost.milliseconds_a_pair is None else f"{cost.milliseconds_a_pair:.2f}"
    rate = "-" if cost.pairs_a_second is None else f"{cost.pairs_a_second:,.0f}"
    asked = cost.requests + cost.cached
    if not asked:
        return speed, rate, "-"
    price = "unknown" if cost.dollars is None else f"${cost.dollars:.4f}"
    return speed, rate, f"{price}, {asked:,} calls"
