"""What a large graph costs: a GraphQL page, provenance, retrieval, ingest and verify at 10,000 and at 100,000 claims.

    python benchmarks/graph_at_size.py [--claims 10000 --claims 100000] [--store arcadedb] [--store neo4j] [--times 20]

For each size a graph of the shape that `verify` writes (`large_graph.py`) is restored into a store of its own. Then the
sizes are measured in turn, one operation each, so that a busy moment of the machine falls on all of them alike. Beside
an operation stand its *raw cost*, measured right after it: the very transactions that it sent, by the bare driver
(statements that write get fresh ids; of a retrieval only the two index queries), and the time of the models in it.
*times raw* is the operation over both together; *of the smallest* is this p95 over that of the smallest graph.

`--settings FILE` measures stores that are filled already: a JSON object, store -> number of claims -> settings. Where
they were measured before, `--first N` takes other texts to ingest and verify than those that are now in them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from large_graph import TENANT, LargeGraph, claim_id, subject  # noqa: E402
from recording import Recorded, record  # noqa: E402
from replaying import Recording, recording, replay  # noqa: E402
from stores import MEASURED, StoreMissing, Stores  # noqa: E402

from claimgraph.api.aclient import AsyncClaimGraph  # noqa: E402
from claimgraph.api.bootstrap import Services, open_services  # noqa: E402
from claimgraph.api.comparing_benchmarks import percentile  # noqa: E402
from claimgraph.api.graphql.query import encode_cursor  # noqa: E402
from claimgraph.api.sources import document_of_text  # noqa: E402
from claimgraph.graph_schema import backup as backups  # noqa: E402
from claimgraph.graph_schema.restore import restore  # noqa: E402
from claimgraph.platform.graph import open_graph  # noqa: E402
from claimgraph.platform.settings import Settings, load_settings  # noqa: E402

ITEMS = [ROOT / "training" / "data" / f"written_{lang}.jsonl" for lang in ("en", "zh")]
TUNING = replace(MEASURED, embedded_heap="2g", neo4j_heap="2g", neo4j_pages="1g")
WARM_UP = 3
WIDTH = 170
MODELS = ("embedding", "nli", "reading", "mentions")

PAGE = """
query ($first: Int!, $after: String, $model: String, $verdict: Verdict) {
  answers(first: $first, after: $after, model: $model, verdict: $verdict) {
    nextCursor
    nodes {
      text model question
      currentRun { outcome supportRatio }
      asserts {
        verdict confidence spans
        claim {
          text
          checkedAgainst {
            judge nliEntailment similarity spans
            chunk { text occurrences { document title revision start } }
          }
        }
      }
    }
  }
}
"""

INDEX_QUERIES = {
    "search_vectors": "UNWIND $rows AS row CALL db.index.vector.queryNodes($index, $fetch, row.vector) "
    "YIELD node, score RETURN row.i AS i, node.id AS id, score",
    "search_words": "UNWIND $rows AS row CALL db.index.fulltext.queryNodes($index, row.text, {limit: $fetch}) "
    "YIELD node, score RETURN row.i AS i, node.id AS id, score",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that users do, with its `turn`. `raw`: what of it is sent again; by default all."""

    name: str
    run: Callable[[Filled, int], Awaitable[Any]]
    share: float = 1.0  # of the times that the others are measured
    writes: bool = False
    raw: Callable[[Recording], Recording] = field(default=lambda recorded: recorded)


@dataclass(slots=True)
class Filled:
    """A store that holds a graph, and what was measured on it: operation -> seconds, all lists of one length."""

    graph: LargeGraph
    services: Services
    recorded: Recorded
    client: AsyncClaimGraph
    first: int
    known: set[str] = field(default_factory=set)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    raw: dict[str, list[float]] = field(default_factory=dict)
    models: dict[str, list[float]] = field(default_factory=dict)
    statements: dict[str, int] = field(default_factory=dict)

    async def measure(self, operation: Operation, turn: int) -> None:
        """One turn of an operation, and then its raw cost."""
        self.recorded.seconds.clear()
        with recording(self.services.graph) as sent:
            started = time.perf_counter()
            await operation.run(self, turn)
            seconds = time.perf_counter() - started
        models = sum(self.recorded.seconds.get(part, 0.0) for part in MODELS)
        again = operation.raw(sent)
        if operation.writes:
            again = again.with_fresh_ids(self.known, (operation.name, turn))
        raw = await replay(self.services.graph, again)
        if turn < 0:
            return
        for kept, value in ((self.seconds, seconds), (self.raw, raw), (self.models, models)):
            kept.setdefault(operation.name, []).append(value)
        self.statements[operation.name] = sent.statements


def main() -> None:
    arguments = _arguments()
    sizes, rows, details, samples = sorted(set(arguments.claims or (10_000, 100_000))), [], {}, {}
    for store in arguments.store or ("arcadedb", "neo4j"):
        try:
            found, more, measured = anyio.run(measure_store, store, sizes, arguments)
        except StoreMissing as missing:
            _say(f"{store} is not to be had: {missing}")
            continue
        rows += found
        details[store], samples = more, {**samples, **measured}
    if not rows:
        raise SystemExit("No store to measure.")
    told = {"sizes": sizes, "times": arguments.times, "stores": details, "samples": samples}
    publish("graph_at_size", "a graph by its size", rows, told, width=WIDTH)


async def measure_store(
    store: str, sizes: Sequence[int], arguments: argparse.Namespace
) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, list[float]]]:
    """The rows of one store, how long it took to fill it, and single measurements of figures."""
    details: dict[str, Any] = {"filled": {}}
    async with AsyncExitStack() as stack:
        filled = []
        for claims in sizes:
            if arguments.settings:
                settings = load_settings(_env_file=None, **_given(arguments.settings, store, claims))
            else:
                stores = Stores(TUNING)
                stack.callback(stores.close)
                settings = stores.get(store).settings(tenant=TENANT)
                details["filled"][str(claims)] = await fill(store, claims, settings, arguments.keep)
            services = await stack.enter_async_context(open_services(settings))
            recorded = record(services)
            filled.append(Filled(LargeGraph(claims), services, recorded, AsyncClaimGraph(services), arguments.first))
        details["server"] = await filled[0].services.graph.server_version()
        operations = [one for one in OPERATIONS if any(part in one.name for part in arguments.work or [""])]
        for operation in operations:
            times = max(2, math.ceil(arguments.times * operation.share))
            for turn in range(-WARM_UP, times):
                for one in filled:
                    await one.measure(operation, turn)
                _say(f"{store}: {operation.name}, {max(0, turn + 1)} of {times}", end="\r")
            _say("")
    rows = [_row(store, operation, one, filled[0]) for operation in operations for one in filled]
    return rows, details, dict(_samples(store, filled))


async def fill(store: str, claims: int, settings: Settings, keep: Path | None) -> dict[str, float]:
    """Restore the graph into an empty store. `keep`: a folder for the backup files, which are the same each time."""
    with tempfile.TemporaryDirectory(prefix="claimgraph-bench-") as folder:
        path = (keep or Path(folder)) / f"graph-{claims}.gz"
        if not path.exists():
            _say(f"{store}: writing a backup of {claims:,} claims")
            LargeGraph(claims).write(path, Services(load_settings(), None).embedders)  # type: ignore[arg-type]
        found = backups.inspect(path)

        def told(done: int, total: int) -> None:
            _say(f"{store}: {done:,} of {total:,} nodes and edges of {claims:,} claims", end="\r")

        started = time.perf_counter()
        async with await open_graph(settings) as graph:
            await restore(graph, found, replace=False, progress=told)
        _say("")
        seconds = time.perf_counter() - started
    return {"nodes_and_edges": found.total, "seconds": round(seconds, 1), "a_second": round(found.total / seconds)}


def _row(store: str, operation: Operation, one: Filled, smallest: Filled) -> dict[str, Any]:
    seconds, raw, models = (kept[operation.name] for kept in (one.seconds, one.raw, one.models))
    over = [a / (b + c) for a, b, c in zip(seconds, raw, models, strict=True)]
    return {
        "work": operation.name,
        "store": store,
        "claims": one.graph.claims,
        "statements": one.statements[operation.name],
        "p50_ms": percentile(seconds, 50) * 1e3,
        "p95_ms": percentile(seconds, 95) * 1e3,
        "raw_p50_ms": percentile(raw, 50) * 1e3,
        "raw_p95_ms": percentile(raw, 95) * 1e3,
        "models_p50_ms": percentile(models, 50) * 1e3,
        "times_raw": percentile(over, 50),
        "p95_of_smallest": percentile(seconds, 95) / percentile(smallest.seconds[operation.name], 95),
    }


def _samples(store: str, filled: Sequence[Filled]) -> Iterator[tuple[str, list[float]]]:
    """By the names that `claimgraph bench compare` gives to figures."""
    for one in filled:
        for name in one.seconds:
            row = f"{name}, {store}, {one.graph.claims:,} claims"
            for prefix, kept in (("", one.seconds), ("raw_", one.raw)):
                for percent in ("p50", "p95"):
                    yield f"{row}: {prefix}{percent}_ms", [1e3 * value for value in kept[name]]


async def _graphql_page(at: Filled, turn: int, **filters: str) -> None:
    """Page after page, not the first one only: each turn begins somewhere else."""
    answer = random.Random(turn).randrange(at.graph.answers // 2, at.graph.answers)
    variables = {"first": 50, "after": encode_cursor(*at.graph.page_ends(answer)), **filters}
    response = await at.client.graphql(PAGE, variables)
    if "errors" in response or len(response["data"]["answers"]["nodes"]) != 50:
        raise SystemExit(f"The page is not one: {json.dumps(response)[:500]}")


async def _model_page(at: Filled, turn: int) -> None:
    await _graphql_page(at, turn, model="model-1")


async def _verdict_page(at: Filled, turn: int) -> None:
    await _graphql_page(at, turn, verdict="CONTRADICTED")


async def _provenance(at: Filled, turn: int) -> None:
    found = await at.client.provenance(claim_id(_some(at, turn, at.graph.claims)))
    if not (found.asserted_by and found.checked_against):
        raise SystemExit("The provenance is not one.")


async def _retrieve(at: Filled, turn: int) -> None:
    name = subject(_some(at, turn, at.graph.subjects))
    question = f"{name}大桥有多长？" if not name.isascii() else f"How long is the {name} bridge?"
    if not await at.client.retrieve(question, 10):
        raise SystemExit("Nothing was retrieved.")


async def _ingest(at: Filled, turn: int) -> None:
    number = at.first + turn
    await at.client.load([document_of_text(_item(number)["premise"], f"further {number}")])


async def _verify_anew(at: Filled, turn: int) -> None:
    item = _item(400 + at.first + turn)
    await at.client.verify(_answer(item), contexts=[item["premise"]], key="first", correct=False)


async def _verify_known(at: Filled, turn: int) -> None:
    """The same answers under another key: contexts, claims and checks are in the graph, but for those of claims that
    cannot stand alone, which belong to their answer.
    """
    item = _item(400 + at.first + turn)
    await at.client.verify(_answer(item), contexts=[item["premise"]], key="second", correct=False)


async def _verify_retrieved(at: Filled, turn: int) -> None:
    """An answer of the graph as somebody else's: its claims are known, what was judged was judged by other versions."""
    answer = _some(at, turn, at.graph.answers)
    await at.client.verify(at.graph.text_of(answer), key=f"retrieved {at.first + turn}", correct=False)


def _some(at: Filled, turn: int, count: int) -> int:
    return random.Random(turn).randrange(count)


def _item(number: int) -> dict[str, Any]:
    """English and Chinese in turn."""
    lines = ITEMS[number % 2].read_text(encoding="utf-8").splitlines()
    return dict(json.loads(lines[(number + WARM_UP) // 2]))


def _answer(item: dict[str, Any]) -> str:
    joint = " " if item["premise"].isascii() else ""
    return joint.join(item[kind][0] for kind in ("entailed", "contradicted", "neutral"))


OPERATIONS = (
    Operation("GraphQL page of 50 answers", _graphql_page),
    Operation("GraphQL page of 50, one model", _model_page),
    Operation("GraphQL page of 50, one verdict", _verdict_page),
    Operation("provenance of a claim", _provenance),
    Operation("retrieve, k = 10", _retrieve, raw=lambda recorded: recorded.with_texts(INDEX_QUERIES)),
    Operation("verify with contexts, judged anew", _verify_anew, share=0.5, writes=True),
    Operation("verify with contexts, stored judgements", _verify_known, share=0.5, writes=True),
    Operation("verify against what is loaded", _verify_retrieved, share=0.5, writes=True),
    Operation("ingest a short document", _ingest, share=0.5, writes=True),
)


def _given(path: Path, store: str, claims: int) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8"))[store][str(claims)])
    except (OSError, ValueError, KeyError, TypeError):
        raise SystemExit(f"{path} has no settings for {claims} claims in {store}.") from None


def _say(text: str, end: str = "\n") -> None:
    if end == "\n" or sys.stderr.isatty():  # a line that is written over is for a terminal
        print(text, end=end, file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=_size, action="append", help="a size; may be repeated")
    parser.add_argument("--store", action="append", choices=("arcadedb", "neo4j"))
    parser.add_argument("--times", type=int, default=20, help="how often each operation is measured at each size")
    parser.add_argument("--keep", type=Path, help="a folder to keep the backup files in, for another time")
    parser.add_argument("--work", action="append", help="only what has this in its name; may be repeated")
    parser.add_argument("--first", type=int, default=0, help="the number of the first text to ingest and to verify")
    parser.add_argument("--settings", type=Path, help="stores that are filled already")
    return parser.parse_args()


def _size(text: str) -> int:
    """Whole documents' worth of claims, and enough answers for a page by model or by verdict."""
    claims = int(text)
    if claims < 5_000 or claims % 1_000:
        raise argparse.ArgumentTypeError("a multiple of 1,000, and at least 5,000")
    return claims


if __name__ == "__main__":
    main()
