"""How much `verify` and `ingest` cost beyond the models they call.

    python benchmarks/throughput.py [--answers 200] [--store arcadedb] [--store neo4j]

`verify`: the wall time over many answers, one after the other and several at a time, against text analysis, embedding
and NLI each alone, in batches, in a process of their own, on exactly the inputs that `verify` gave them. `ingest`: the
wall time against reading and embedding alone. Answers and documents are those of `benchmarks/data/plain_dev.jsonl`.
"""

from __future__ import annotations

import argparse
import json
import pickle
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from recording import Recorded, record  # noqa: E402
from stores import Store, StoreMissing, Stores  # noqa: E402

from claimgraph.api.aclient import AsyncClaimGraph  # noqa: E402
from claimgraph.api.bootstrap import open_services  # noqa: E402
from claimgraph.api.sources import document_of_text  # noqa: E402

CASES = ROOT / "benchmarks" / "data" / "plain_dev.jsonl"
CLAIMS_AN_ANSWER = 2
AT_A_TIME = 4


@dataclass(frozen=True, slots=True)
class Work:
    documents: list[str]
    answers: list[str]


def main() -> None:
    arguments = _arguments()
    if arguments.alone:
        print(json.dumps(alone(arguments.alone)))
        return
    work = read_work(arguments.answers)
    stores, rows, details = Stores(), [], {}
    try:
        for name in arguments.store or ["arcadedb", "neo4j"]:
            try:
                store = stores.get(name)
            except StoreMissing as missing:
                print(f"{name}: not measured ({missing})", flush=True)
                continue
            found, more = anyio.run(measure, store, work)
            rows += found
            details[name] = more
    finally:
        stores.close()
    publish("throughput", "verify and ingest against their parts alone", rows, {"details": details})


def read_work(answers: int) -> Work:
    """Documents of the development cases, and answers of a few of their claims each."""
    by_document: dict[str, list[str]] = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        by_document.setdefault(case["document"], []).append(case["claim"])
    made = [
        ("" if "。" in claims[start] else " ").join(claims[start : start + CLAIMS_AN_ANSWER])
        for claims in by_document.values()
        for start in range(0, len(claims), CLAIMS_AN_ANSWER)
    ]
    return Work(list(by_document), made[:answers])


async def measure(store: Store, work: Work) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    ingest_wall, ingest_parts = await _ingest(store, work)
    rows, details = [], {}
    rows.append(_row(store, f"ingest, {len(work.documents)} documents", ingest_wall, ingest_parts))
    for at_a_time in (1, AT_A_TIME):
        wall, recorded, claims = await _verify(store, work, at_a_time)
        parts = _alone(recorded)
        name = f"verify, {len(work.answers)} answers, {at_a_time} at a time"
        row = _row(store, name, wall, parts)
        row["pairs_per_claim"] = len(recorded.judged) / claims
        if at_a_time == 1:
            models = sum(recorded.seconds.values())
            row["outside_models_ms"] = (wall - models) / len(work.answers) * 1000
        rows.append(row)
        details[name] = {
            "claims": claims,
            "nli_pairs": len(recorded.nli_pairs),
            "judged_pairs": len(recorded.judged),
            "texts_embedded": {name: len(texts) for name, texts in recorded.embedded.items()},
            "seconds_inside_parts": recorded.seconds,
        }
    return rows, details


async def _ingest(store: Store, work: Work) -> tuple[float, dict[str, float]]:
    """Wall seconds of loading the documents, and seconds of the parts alone on the same inputs."""
    async with open_services(store.settings(tenant=_tenant("ingest"))) as services:
        recorded = record(services)
        client = AsyncClaimGraph(services)
        await _warm_up(client)
        recorded.clear()
        documents = [document_of_text(text) for text in work.documents]
        started = time.perf_counter()
        await client.load(documents)
        wall = time.perf_counter() - started
    parts = _alone(Recorded(embedded=recorded.embedded))
    parsing = time.perf_counter()
    for document in documents:
        services.preparer.choose_reader(document.name, document.data).read(document.data, document.name)
    return wall, {"parsing": time.perf_counter() - parsing, "embedding": parts["embedding"]}


async def _verify(store: Store, work: Work, at_a_time: int) -> tuple[float, Recorded, int]:
    """Wall seconds of verifying all answers against the documents, what the parts were given, number of claims."""
    async with open_services(store.settings(tenant=_tenant(f"verify{at_a_time}"))) as services:
        recorded = record(services)
        client = AsyncClaimGraph(services)
        await client.load([document_of_text(text) for text in work.documents])
        await _warm_up(client)
        recorded.clear()
        claims = 0
        limit = anyio.Semaphore(at_a_time)

        async def one(answer: str) -> None:
            nonlocal claims
            async with limit:
                found = await client.verify(answer, correct=False)
                claims += len(found.claims)

        started = time.perf_counter()
        async with anyio.create_task_group() as tasks:
            for answer in work.answers:
                tasks.start_soon(one, answer)
        return time.perf_counter() - started, recorded, claims


async def _warm_up(client: AsyncClaimGraph) -> None:
    """Load every model and dictionary, and make the tenant's indexes, before the clock runs."""
    for text in ("The pilot landed in Oslo on 3 May 1999.", "该飞行员于1999年5月3日在奥斯陆降落。"):
        await client.ingest(text, title=f"warm-up {text[:4]}")
        await client.verify(text)


def _alone(recorded: Recorded) -> dict[str, float]:
    """Seconds that each part takes on its own, in a fresh process: this one's caches have seen the inputs."""
    with tempfile.NamedTemporaryFile(suffix=".pickle") as file:
        file.write(pickle.dumps(_inputs(recorded)))
        file.flush()
        command = [sys.executable, __file__, "--alone", file.name]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return {part: float(seconds) for part, seconds in json.loads(done.stdout).items()}


def _inputs(recorded: Recorded) -> dict[str, Any]:
    return {
        "embedded": recorded.embedded,
        "nli_pairs": recorded.nli_pairs,
        "decomposed": recorded.decomposed,
        "mentioned": recorded.mentioned,
        "analysed": recorded.analysed(),
    }


def alone(path: Path) -> dict[str, float]:
    """Run in a process of its own: part -> seconds on the recorded inputs, all in one batch, models warm."""
    from claimgraph.api.bootstrap import Services
    from claimgraph.platform.settings import load_settings
    from claimgraph.verify.decomposition.sentences import decompose
    from claimgraph.verify.judges.analysis import analyse

    inputs = pickle.loads(path.read_bytes())
    services = Services(load_settings(), None)  # type: ignore[arg-type]  # nothing here touches a graph
    embedders = {one.name: one for one in services.embedders.values()}
    services.nli.score([("A cat sat.", "A cat sat.")])
    for one in embedders.values():
        one.embed(["A cat sat.", "一只猫坐着。"])
    services.mentions.extract(["A cat sat in Oslo.", "一只猫坐在北京。"])
    seconds = {}
    started = time.perf_counter()
    for text in inputs["decomposed"]:
        decompose(text)
    services.mentions.extract(inputs["mentioned"])
    for text, lang in inputs["analysed"]:
        analyse(text, lang)
    seconds["analysis"] = time.perf_counter() - started
    started = time.perf_counter()
    for name, texts in inputs["embedded"].items():
        embedders[name].embed(texts)
    seconds["embedding"] = time.perf_counter() - started
    started = time.perf_counter()
    services.nli.score(inputs["nli_pairs"])
    seconds["nli"] = time.perf_counter() - started
    return seconds


def _row(store: Store, name: str, wall: float, parts: dict[str, float]) -> dict[str, Any]:
    row: dict[str, Any] = {"work": name, "store": store.name, "wall_s": wall}
    row |= {part: parts.get(part) for part in ("analysis", "parsing", "embedding", "nli")}
    row["times_parts"] = wall / sum(parts.values())
    return row | {"pairs_per_claim": None, "outside_models_ms": None}


def _tenant(name: str) -> str:
    return f"bench-{name}-{time.time_ns()}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--store", action="append", choices=["arcadedb", "neo4j"])
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
