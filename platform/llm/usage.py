"""What asking a language model took: requests, tokens, money; counted per call and per run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

_DATED = re.compile(r"-\d{4}-?\d{2}-?\d{2}$")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    prompt: float
    completion: float

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


def price_of(model: str, prices: Mapping[str, tuple[float, float]]) -> Price | None:
    """The price of `model`, also of a dated edition of it (`name-2024-07-18`); None when it is not listed."""
    found = prices.get(model) or prices.get(_DATED.sub("", model))
    return Price(*found) if found else None


@dataclass(frozen=True, slots=True)
class Usage:
    """`requests` were answered by the endpoint, `cached` by the cache on disk. `cost` in US dollars.

    `cost` is None as soon as a part of it is unknown: a sum that leaves parts out would look like the whole.
    """

    requests: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.requests + other.requests,
            self.cached + other.cached,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
        )

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class _Metered(Protocol):
    @property
    def usage(self) -> Usage: ...


def total_usage(results: Iterable[_Metered]) -> Usage:
    """The sum over replies and failures."""
    return sum((result.usage for result in results), Usage())


class Meter:
    """Adds up what one run used, and why requests of it failed, however many runs share the model at once."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.failures: list[str] = []
        self.passing = False  # whether one of them may pass: nobody answered, or what was shown was refused


_meters: ContextVar[tuple[Meter, ...]] = ContextVar("claimgraph_llm_meters", default=())


@contextmanager
def metered() -> Iterator[Meter]:
    """Meters all requests made inside the block, in tasks started inside it too.

    Meters nest: the outer one counts what the inner ones count.
    """
    meter = Meter()
    token = _meters.set((*_meters.get(), meter))
    try:
        yield meter
    finally:
        _meters.reset(token)


def record(usage: Usage, failure: str | None = None, *, passing: bool = False) -> None:
    """Adds to the meters that are running in this context; `passing`: the same request may work another time."""
    for meter in _meters.get():
        meter.usage += usage
        if failure is not None:
            meter.failures.append(failure)
            meter.passing = meter.passing or passing
