"""How fast a whole store is backed up and restored, and that nothing is lost on the way.

    python benchmarks/backup.py [--claims 100000] [--store arcadedb] [--store neo4j]

A synthetic graph of the real shape (about 12 nodes and edges a claim: triples, mentions, three checks of each claim,
findings, answers, chunks with vectors) is written as a backup file, restored into an empty store, backed up again and
restored over itself. The rows of the two files are compared, whatever their order. Beside each rate stands how long
the bytes alone take: the same files read and checked, without a store.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from stores import MEASURED, Store, StoreMissing, Stores  # noqa: E402

from claimgraph.graph_schema import backup as backups  # noqa: E402
from claimgraph.graph_schema.ids import digest  # noqa: E402
from claimgraph.graph_schema.restore import restore  # noqa: E402
from claimgraph.graph_schema.schema import EDGE_TYPES, NODE_LABELS  # noqa: E402
from claimgraph.platform import archive  # noqa: E402
from claimgraph.platform.graph import open_graph  # noqa: E402

TENANT = "benchmark"
DIMENSIONS = 384
AT = {"datetime": "2026-01-02T03:04:05.678901+00:00"}

Row = tuple[str, tuple[str, str] | None, Any]
"""Label or type, the labels of its ends (None for a node), and the row."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=100_000)
    parser.add_argument("--store", action="append", choices=("arcadedb", "neo4j"))
    arguments = parser.parse_args()
    stores, rows = Stores(MEASURED), []
    try:
        for name in arguments.store or ("arcadedb", "neo4j"):
            try:
                rows += measure(stores.get(name), arguments.claims)
            except StoreMissing as missing:
                print(f"{name} is not to be had: {missing}", file=sys.stderr)
    finally:
        stores.close()
    if not rows:
        raise SystemExit("No store to measure.")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    publish("backup", "backup and restore", rows, {"claims": arguments.claims, "peak_memory_mib": memory})


def measure(store: Store, claims: int) -> list[dict[str, str | int | float]]:
    """The figures of one store, which has to be empty."""
    with tempfile.TemporaryDirectory(prefix="claimgraph-bench-") as folder:
        made, again = Path(folder) / "made.gz", Path(folder) / "again.gz"
        write_synthetic(made, claims)
        started = time.perf_counter()
        found = backups.inspect(made)
        checked = time.perf_counter() - started
        into_empty, backed_up, over_itself = anyio.run(_round, store, found, again)
        if fingerprints(made) != fingerprints(again):
            raise SystemExit(f"{store.name}: what was backed up is not what was restored.")
        size = again.stat().st_size / 1e6
    steps = {"check the file": checked, "restore": into_empty, "backup": backed_up, "restore --yes": over_itself}
    return [
        {
            "store": store.name,
            "step": step,
            "nodes and edges": found.total,
            "seconds": seconds,
            "a second": round(found.total / seconds),
            "file MB": round(size, 1),
        }
        for step, seconds in steps.items()
    ]


async def _round(store: Store, found: backups.Backup, again: Path) -> tuple[float, float, float]:
    def quiet(done: int, total: int) -> None:
        """No progress is shown."""

    async with await open_graph(store.settings()) as graph:
        times = [time.perf_counter()]
        await restore(graph, found, replace=False, progress=quiet)
        times.append(time.perf_counter())
        second = await backups.back_up(graph, again, program="benchmark", replace=False, progress=quiet)
        times.append(time.perf_counter())
        await restore(graph, second, replace=True, progress=quiet)
        times.append(time.perf_counter())
    return times[1] - times[0], times[2] - times[1], times[3] - times[2]


def write_synthetic(path: Path, claims: int) -> None:
    """A backup file of a graph with so many claims, the same one each time."""
    grouped: dict[tuple[str, tuple[str, str] | None], list[bytes]] = defaultdict(list)
    for name, ends, row in synthetic(claims):
        grouped[name, ends].append(archive.encode(row))
    counts: Counter[str] = Counter()
    for (name, _), rows in grouped.items():
        counts[name] += len(rows)
    header = {
        "format": backups.FORMAT,
        "format_version": backups.FORMAT_VERSION,
        "program": "benchmark",
        "created_at": AT["datetime"],
        "schema_version": 1,
        "dialect": "neo4j",
        "nodes": {label: counts[label] for label in NODE_LABELS if counts[label]},
        "edges": {edge: counts[edge] for edge in EDGE_TYPES if counts[edge]},
    }
    with archive.writing(path, header, replace=True) as file:
        for (name, ends), rows in grouped.items():
            head = {"kind": "nodes", "label": name}
            if ends is not None:
                head = {"kind": "edges", "type": name, "source": ends[0], "target": ends[1]}
            for start in range(0, len(rows), 1000):
                batch = rows[start : start + 1000]
                file.block({**head, "rows": len(batch)}, batch)
        file.finish({"tenants": {TENANT: {"synthetic": DIMENSIONS}}})


def synthetic(claims: int) -> Iterator[Row]:
    """All nodes, then all edges, of answers of five claims each over one chunk for every twenty claims."""
    chunks, entities, answers = max(1, claims // 20), max(2, claims // 10), max(1, claims // 5)
    documents = max(1, chunks // 50)
    for n in range(documents):
        yield _node("Document", n, kind="source", key=f"document-{n}", title=f"Document {n}", created_at=AT)
        yield _node("Revision", n, number=1, sha256=digest("sha", n), reader="text-1", ingested_at=AT)
    chance = random.Random(0)
    for n in range(chunks):
        vector = [chance.getrandbits(16) / 2**16 - 0.5 for _ in range(DIMENSIONS)]
        text = " ".join(f"Sentence {k} of chunk {n} tells how long river {n + k} is." for k in range(12))
        yield _node("Chunk", n, text=text, lang="en", tokens=180, vector_synthetic=_packed(vector))
    for n in range(entities):
        yield _node("Entity", n, name=f"river {n}", type="place", lang="en")
    for n in range(answers):
        yield _node("Answer", n, text=f"Answer {n} says five things about rivers. " * 5, lang="en", created_at=AT)
        yield _node("Run", n, kind="machine", outcome="passed", support_ratio=0.8, seconds=1.25, started_at=AT)
    for n in range(claims):
        yield _node("Claim", n, text=f"River {n} is {n % 997} km long.", lang="en", normal_form=f"river {n} long")
        yield _node("Triple", n, relation="is", key=f"river {n}|be|{n % 997} km", literal=f"{n % 997} km")
    for n in range(documents):
        yield _edge("HAS_REVISION", ("Document", n), ("Revision", n))
        yield _edge("CURRENT", ("Document", n), ("Revision", n))
    for n in range(chunks):
        yield _edge("HAS_CHUNK", ("Revision", n % documents), ("Chunk", n), ordinal=n, start=0, end=600)
    for n in range(answers):
        yield _edge("HAS_RUN", ("Answer", n), ("Run", n), seq=1, at=AT)
        yield _edge("CURRENT_RUN", ("Answer", n), ("Run", n), seq=1, at=AT)
    for n in range(claims):
        yield from _edges_of_claim(n, chunks, entities, answers)


def _edges_of_claim(n: int, chunks: int, entities: int, answers: int) -> Iterator[Row]:
    yield _edge("HAS_TRIPLE", ("Claim", n), ("Triple", n))
    yield _edge("HEAD", ("Triple", n), ("Entity", n % entities))
    yield _edge("MENTIONS", ("Claim", n), ("Entity", n % entities), start=0, end=8, surface=f"River {n}")
    found = {"verdict": ("SUPPORTED", "CONTRADICTED")[n % 2], "confidence": 0.5 + n % 50 / 100, "spans": [0, 37]}
    yield _edge("FOUND", ("Run", n % answers), ("Claim", n), judges=["nli", "rules"], votes=["supports", ""], **found)
    yield _edge("ASSERTS", ("Answer", n % answers), ("Claim", n), **found)
    for judge in ("nli", "similarity", "alignment"):
        scores = {"nli_entailment": 1 / (n + 2), "nli_neutral": 0.1, "nli_contradiction": 0.05}
        ends = ("Claim", n), ("Chunk", n % chunks)
        yield _edge("CHECKED_AGAINST", *ends, judge=judge, premise_id=digest("p", n), spans=[0, 300], at=AT, **scores)


def _node(label: str, number: int, /, **properties: Any) -> Row:
    return label, None, {"id": digest(label, number), "tenant": TENANT, **properties}


def _edge(edge_type: str, source: tuple[str, int], target: tuple[str, int], /, **properties: Any) -> Row:
    key = digest(edge_type, *source, *target, properties.get("judge"))
    row = [digest(*source), digest(*target), {"id": key, "tenant": TENANT, **properties}]
    return edge_type, (source[0], target[0]), row


def _packed(vector: list[float]) -> Any:
    from claimgraph.graph_schema.backup_values import to_json

    return to_json(vector, "vector_synthetic")


def fingerprints(path: Path) -> dict[str, int]:
    """Label or type -> a sum over its rows that does not depend on their order."""
    sums: dict[str, int] = defaultdict(int)
    for head, rows in archive.blocks(path):
        name = head.get("label") or head["type"]
        for row in rows:
            text = json.dumps(row, sort_keys=True).encode()
            sums[name] += int.from_bytes(hashlib.sha256(text).digest(), "big")
    return dict(sums)


if __name__ == "__main__":
    main()
