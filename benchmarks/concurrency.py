"""Whether many writers conclude as many answers a second as one does.

    python benchmarks/concurrency.py [--answers 64] [--rounds 5] [--writers 16] [--store arcadedb] [--store neo4j]

The concluding step alone: the judgements are stored, every answer is read, its evidence gathered and its verdicts
reached before the clock runs. Then one writer concludes all of them in turn, and sixteen share as many of the same
kind. Each claim and each context is shared by many answers. Rounds of one and of sixteen writers alternate; the figures
are medians. Beside them stands how many transactions had to run again because writers met.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from fakes.counting_judge import CountingJudge  # noqa: E402
from fakes.writing_process import Asked, overlapping  # noqa: E402
from judged_desk import JudgedDesk  # noqa: E402
from sample_graph import LightServices  # noqa: E402
from stores import MEASURED, Store, StoreMissing, Stores  # noqa: E402

from claimgraph.graph_schema.migrations import migrate  # noqa: E402
from claimgraph.platform.graph import Graph, Transaction, open_graph  # noqa: E402
from claimgraph.verify.checking import Checker  # noqa: E402
from claimgraph.verify.concluding import Concluder  # noqa: E402
from claimgraph.verify.pipeline import Verifier  # noqa: E402

JUDGES = 7
"""As many as judge by default: a finding names the checks of all of them."""


class Reached(Exception):
    """The clock does not run yet: what is to be concluded is noted, not written."""


@dataclasses.dataclass(frozen=True, slots=True)
class Noting(Concluder):
    """A concluder that notes what it is given."""

    noted: list[tuple[Any, ...]] = dataclasses.field(default_factory=list)

    async def conclude(self, *given: Any) -> Any:
        self.noted.append(given)
        raise Reached


class Counted:
    """How often a transaction of this name was begun."""

    def __init__(self, graph: Graph) -> None:
        self.begun = 0
        self._write = graph.write
        graph.write = self.write  # type: ignore[method-assign]

    async def write(self, name: str, work: Callable[[Transaction], Awaitable[Any]]) -> Any:
        async def counted(tx: Transaction) -> Any:
            self.begun += name == "conclude"
            return await work(tx)

        return await self._write(name, counted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--store", action="append", choices=("arcadedb", "neo4j"))
    arguments = parser.parse_args()
    stores, rows = Stores(MEASURED), []
    try:
        for name in arguments.store or ("arcadedb", "neo4j"):
            try:
                store = stores.get(name)
            except StoreMissing as missing:
                print(f"{name} is not to be had: {missing}", file=sys.stderr)
                continue
            rows += anyio.run(measure, store, arguments)
    finally:
        stores.close()
    if not rows:
        raise SystemExit("No store to measure.")
    publish("concurrency", "the concluding step, one writer and many", rows, {"answers": arguments.answers})


async def measure(store: Store, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    tenant = f"bench-concurrency-{time.time_ns()}"
    speeds: dict[int, list[float]] = {1: [], arguments.writers: []}
    again: dict[int, int] = dict.fromkeys(speeds, 0)
    settings = store.settings(tenant=tenant)
    async with await open_graph(settings) as graph:
        await migrate(graph)
        counted = Counted(graph)
        desk = JudgedDesk(LightServices(settings, graph), tenant)
        judges = tuple(CountingJudge(name=f"counting-{number}") for number in range(JUDGES))
        verifier = dataclasses.replace(desk.services.verifier, checker=Checker(judges))
        for one in overlapping(16):
            await verifier.verify(tenant, one.request())
        for number in range(arguments.rounds + 1):
            for writers in speeds:
                ready = await prepare(verifier, tenant, arguments.answers, f"{number}-{writers}")
                counted.begun, started = 0, time.perf_counter()
                await conclude(verifier.concluder, ready, writers)
                if number:  # the first is to warm up
                    speeds[writers].append(arguments.answers / (time.perf_counter() - started))
                    again[writers] += counted.begun - arguments.answers
        version = await graph.server_version()
    one = statistics.median(speeds[1])
    return [
        {
            "store": store.name,
            "version": version,
            "writers": writers,
            "answers a second": round(statistics.median(found), 1),
            "least": round(min(found), 1),
            "most": round(max(found), 1),
            "run again": again[writers],
            "of one writer": statistics.median(found) / one,
        }
        for writers, found in speeds.items()
    ]


async def prepare(verifier: Verifier, tenant: str, answers: int, name: str) -> list[tuple[Any, ...]]:
    """So many answers, each at the point where it is about to be concluded."""
    noting = Noting(verifier.graph, verifier.models)
    stopping = dataclasses.replace(verifier, concluder=noting)
    for number, one in enumerate(different(answers)):
        try:
            await stopping.verify(tenant, dataclasses.replace(one, key=f"{name}-{number}").request())
        except Reached:
            continue
    return noting.noted


def different(answers: int) -> list[Asked]:
    """Overlapping answers over and over; each is an answer of its own by its key."""
    found = overlapping(16)
    return [found[number % len(found)] for number in range(answers)]


async def conclude(concluder: Concluder, ready: list[tuple[Any, ...]], writers: int) -> None:
    left = list(reversed(ready))

    async def write() -> None:
        while left:
            await concluder.conclude(*left.pop())

    async with anyio.create_task_group() as tasks:
        for _ in range(writers):
            tasks.start_soon(write)


if __name__ == "__main__":
    main()
