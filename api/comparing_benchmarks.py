"""Two results of one benchmark, figure by figure: what `claimgraph bench compare` does, without printing."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import InputError

NOISE = 0.1
"""By how much a figure has to be worse where nothing tells how it scatters."""
RESAMPLES = 1000
_SIZES = ("claims", "answers", "documents", "writers")
_UNMEASURED = ("times",)
_LESS = ("_s", "_ms", "seconds", "_mib", "calls", "statements", "times_raw", "times_parts", "of_smallest")
_MORE = ("a second", "per_second", "faster", "f1", "auroc", "accuracy", "precision", "recall")
_CHANGING = ("at", "load_before", "commit")


class Change(StrEnum):
    """What a figure has become. `differs`: it is other, and its name does not tell which way is better."""

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    DIFFERS = "differs"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Result:
    """A benchmark's results file: `rows` as it printed them, `samples` of single figures where it kept them."""

    path: str
    benchmark: str
    machine: Mapping[str, Any]
    rows: tuple[Mapping[str, Any], ...]
    samples: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of both. `ratio`: the second over the first. `noise`: the interval that the ratio may lie in by chance
    (95% of resamples; without samples the ratio and the fixed margin around it)."""

    row: str
    figure: str
    first: float | None
    second: float | None
    ratio: float | None
    noise: tuple[float, float] | None
    change: Change


@dataclass(frozen=True, slots=True)
class Comparison:
    benchmark: str
    first: str
    second: str
    warnings: tuple[str, ...]
    figures: tuple[Compared, ...]
    margin: float

    @property
    def worse(self) -> int:
        return sum(one.change is Change.WORSE for one in self.figures)


def read_result(path: Path) -> Result:
    """Raises `InputError` for a file that is none of `benchmarks/results`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: it cannot be read ({error.strerror or type(error).__name__}).") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: this is no JSON, as `make bench` writes it to benchmarks/results.") from error
    rows = found.get("rows") if isinstance(found, dict) else None
    if not (isinstance(rows, list) and rows and all(isinstance(row, dict) and row for row in rows)):
        raise InputError(f"{path}: this is no result of a benchmark; it has no rows of figures.")
    name, machine = found.get("benchmark"), found.get("machine")
    if not (isinstance(name, str) and isinstance(machine, dict)):
        raise InputError(f"{path}: this is no result of a benchmark; it does not say which one, and on what machine.")
    return Result(str(path), name, machine, tuple(rows), _samples(path, found.get("samples")))


def compare(first: Result, second: Result, margin: float = NOISE) -> Comparison:
    """All figures of both, in the order of the first; those that only one has are `missing`.

    A figure is better or worse beyond noise when all of the interval of its ratio lies on one side of 1. The interval
    comes from the single measurements where both files keep them: 95% of ratios between percentiles of as many, drawn
    with replacement. Otherwise it is the ratio, less and more `margin` of it. Raises `InputError` for results of
    different benchmarks.
    """
    if first.benchmark != second.benchmark:
        raise InputError(
            f"{first.path} is of the benchmark {first.benchmark!r} and {second.path} of {second.benchmark!r}; "
            "compare results of the same one."
        )
    keys = _key_columns(first, second)
    left, right = _figures(first, keys), _figures(second, keys)
    figures = [
        _compared(row, figure, left.get((row, figure)), right.get((row, figure)), first, second, margin)
        for row, figure in dict.fromkeys((*left, *right))
    ]
    return Comparison(first.benchmark, first.path, second.path, tuple(_warnings(first, second)), tuple(figures), margin)


def _compared(
    row: str, figure: str, a: float | None, b: float | None, first: Result, second: Result, margin: float
) -> Compared:
    if a is None or b is None:
        return Compared(row, figure, a, b, None, None, Change.MISSING)
    if a == b or a <= 0 or b <= 0:
        change = Change.SAME if a == b else Change.DIFFERS
        return Compared(row, figure, a, b, 1.0 if a == b else None, None, change)
    ratio = b / a
    samples = first.samples.get(f"{row}: {figure}"), second.samples.get(f"{row}: {figure}")
    if samples[0] and samples[1]:
        noise = _interval(samples[0], samples[1], _percent(figure))
    else:
        noise = ratio / (1 + margin), ratio * (1 + margin)
    return Compared(row, figure, a, b, ratio, noise, _change(figure, *noise))


def _change(figure: str, low: float, high: float) -> Change:
    if low <= 1 <= high:
        return Change.SAME
    better_low = _better_low(figure)
    if better_low is None:
        return Change.DIFFERS
    return Change.BETTER if (high < 1) is better_low else Change.WORSE


def _better_low(figure: str) -> bool | None:
    """Whether less of it is better; None where its name does not tell."""
    name = figure.lower()
    if any(part in name for part in _MORE):
        return False
    return True if name.endswith(_LESS) else None


def _percent(figure: str) -> float:
    return 95.0 if "p95" in figure else 50.0


def _interval(first: Sequence[float], second: Sequence[float], percent: float) -> tuple[float, float]:
    chance = random.Random(0)

    def drawn(samples: Sequence[float]) -> float:
        return percentile(chance.choices(samples, k=len(samples)), percent)

    ratios = sorted(drawn(second) / drawn(first) for _ in range(RESAMPLES))
    return percentile(ratios, 2.5), percentile(ratios, 97.5)


def percentile(values: Sequence[float], percent: float) -> float:
    """By linear interpolation between the two values beside it."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _key_columns(first: Result, second: Result) -> list[str]:
    """What tells rows apart: columns of text, and the sizes that they were measured at."""
    columns = dict.fromkeys(column for result in (first, second) for row in result.rows for column in row)
    rows = [*first.rows, *second.rows]
    return [
        column for column in columns if column in _SIZES or any(isinstance(row.get(column), str | bool) for row in rows)
    ]


def _figures(result: Result, keys: Sequence[str]) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for row in result.rows:
        name = ", ".join(_said(key, row[key]) for key in keys if row.get(key) is not None)
        for column, value in row.items():
            if column in keys or column in _UNMEASURED or isinstance(value, bool) or not isinstance(value, int | float):
                continue
            if math.isfinite(value):
                found.setdefault((name, column), float(value))
    return found


def _said(column: str, value: Any) -> str:
    return f"{value:,} {column}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _samples(path: Path, found: Any) -> dict[str, tuple[float, ...]]:
    if found is None:
        return {}
    usable = isinstance(found, dict) and all(
        isinstance(values, list)
        and all(isinstance(value, int | float) and math.isfinite(value) and value > 0 for value in values)
        for values in found.values()
    )
    if not usable:
        raise InputError(f"{path}: its samples are no lists of positive numbers; it was changed by hand.")
    return {name: tuple(map(float, values)) for name, values in found.items()}


def _warnings(first: Result, second: Result) -> Iterator[str]:
    for name, a, b in _differences(first.machine, second.machine):
        if name not in _CHANGING:
            yield f"another machine or program: {name}: {_told(a)} and {_told(b)}"
    loads = [result.machine.get("load_before") for result in (first, second)]
    processors = [result.machine.get("processors") for result in (first, second)]
    for result, load, count in zip((first, second), loads, processors, strict=True):
        if isinstance(load, int | float) and isinstance(count, int) and load > count / 2:
            yield f"{result.path}: the machine was busy already (load {load:g} on {count} processors)"


def _differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """(name, first value, second value), those of parts that are mappings apart."""
    for name in dict.fromkeys((*first, *second)):
        a, b = first.get(name), second.get(name)
        if isinstance(a, Mapping) or isinstance(b, Mapping):
            yield from _differences(*(value if isinstance(value, Mapping) else {} for value in (a, b)))
        elif a != b:
            yield name, a, b


def _told(value: Any) -> str:
    return "unknown" if value is None else str(value)
