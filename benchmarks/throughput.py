"""How much `verify` and `ingest` cost beyond the models they call.

    python benchmarks/throughput.py [--answers 500] [--at-a-time 8] [--rounds 5] [--looped 10] [--warm 300]
        [--store NAME]...

`verify`: the wall time over many answers, one after the other and several at a time, against text analysis (reading
for statements, names, words), embedding and NLI each alone, in batches, in a process of their own, on exactly the
inputs that `verify` gave them. The answers are verified in rounds, each with its parts alone right behind it, since a
shared machine is faster in one minute than in the next; what is compared are the sums. A plain loop over some of the
answers, each with its contexts, judges every claim against every context, a pair at a time with the same judges;
`verify` is given the same contexts (`--looped 0`: no loop). `--warm`: so many other answers are verified against other
documents first, so that the server, which is started for this, has compiled what it needs, as one that has been running
has. `ingest`: the wall time against reading and embedding alone. Answers and documents are made of
`training/data/written_*.jsonl`, English and Chinese in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from figures import ROOT, publish

sys.path[:0] = [str(ROOT / ".types"), str(ROOT / "tests")]

import anyio  # noqa: E402
from recording import Recorded, record  # noqa: E402
from stores import MEASURED, Store, StoreMissing, Stores  # noqa: E402

from claimgraph.api.aclient import AsyncClaimGraph  # noqa: E402
from claimgraph.api.bootstrap import Services, open_services  # noqa: E402
from claimgraph.api.sources import document_of_text  # noqa: E402
from claimgraph.ingest.text.language import detect_language  # noqa: E402
from claimgraph.verify.facts import FactReader  # noqa: E402
from claimgraph.verify.model import Pair  # noqa: E402
from claimgraph.verify.pairs import pair_for  # noqa: E402

ITEMS = [ROOT / "training" / "data" / f"written_{lang}.jsonl" for lang in ("en", "zh")]
CONTEXTS = 10
"""That an answer is given in the comparison with a plain loop: its own document and others."""
AT_A_TIME = 8
"""As many as `claimgraph verify-batch` works on."""


@dataclass(frozen=True, slots=True)
class Work:
    documents: list[str]
    answers: list[str]  # each of the document at its place
    looped: int  # answers that the plain loop judges

    def contexts(self, answer: int) -> list[str]:
        return [self.documents[(answer + step) % len(self.documents)] for step in range(CONTEXTS)]


def main() -> None:
    arguments = _arguments()
    if arguments.alone:
        print(json.dumps(alone(arguments.alone)))
        return
    work = read_work(arguments.answers, arguments.looped)
    at_a_time = arguments.at_a_time or [1, AT_A_TIME]
    stores, rows, details = Stores(MEASURED), [], {}
    try:
        for name in arguments.store or ["arcadedb", "neo4j"]:
            try:
                store = stores.get(name)
            except StoreMissing as missing:
                print(f"{name}: not measured ({missing})", flush=True)
                continue
            if arguments.warm:
                anyio.run(_verify, store, read_work(arguments.warm, 0, arguments.answers), AT_A_TIME)
            found, more = anyio.run(measure, store, work, at_a_time, arguments.rounds)
            rows += found
            details[name] = more | {"answers_before": arguments.warm}
    finally:
        stores.close()
    publish("throughput", "verify and ingest against their parts alone", rows, {"details": details})


def read_work(answers: int, looped: int, skipped: int = 0) -> Work:
    """As many documents as answers, English and Chinese in turn, behind those that are skipped; each answer says three
    things of its document."""
    items = [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in ITEMS]
    taken = [item for pair in zip(*items, strict=False) for item in pair][skipped : skipped + answers]
    documents = [item["premise"] for item in taken]
    made = [
        (" " if item["premise"].isascii() else "").join(
            item[kind][0] for kind in ("entailed", "contradicted", "neutral")
        )
        for item in taken
    ]
    return Work(documents, made, looped)


@dataclass(slots=True)
class Verified:
    """What the rounds of one number of answers at a time came to."""

    wall: list[float] = field(default_factory=list)  # of each round
    parts: list[dict[str, float]] = field(default_factory=list)  # seconds alone, of each round
    claims: int = 0
    models_busy: float = 0.0
    store_processor: float | None = 0.0
    given: Counter[str] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)  # part -> seconds

    @property
    def alone(self) -> dict[str, float]:
        return {name: sum(one[name] for one in self.parts) for name in self.parts[0]}

    def add(self, wall: float, recorded: Recorded, claims: int, processor: float | None) -> None:
        """A round; its parts are measured here."""
        self.wall.append(wall)
        self.parts.append(_alone(recorded))
        self.claims += claims
        self.models_busy += recorded.models_busy
        known = processor is not None and self.store_processor is not None
        self.store_processor = self.store_processor + processor if known else None
        self.given.update({"judged pairs": len(recorded.judged), "texts read": sum(map(len, recorded.read))})
        for what, of_models in (
            ("NLI pairs", recorded.nli_pairs),
            ("texts embedded", recorded.embedded),
            ("texts in pieces", recorded.pieced),
        ):
            self.given.update({f"{what}, {name}": len(items) for name, items in of_models.items()})
        self.inside.update(recorded.seconds)


async def measure(
    store: Store, work: Work, numbers: Sequence[int], rounds: int
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """`numbers`: how many answers are verified at a time, in turn."""
    ingest_wall, ingest_parts = await _ingest(store, work)
    rows, details, alone_wall = [], {}, 0.0
    rows.append(_row(store, f"ingest, {len(work.documents)} documents", ingest_wall, ingest_parts))
    for at_a_time in numbers:
        found = await _verify(store, work, at_a_time, rounds)
        wall = sum(found.wall)
        name = f"verify, {len(work.answers)} answers, {at_a_time} at a time"
        row = _row(store, name, wall, found.alone)
        row["pairs_per_claim"] = found.given["judged pairs"] / found.claims
        row["store_processor_s"] = found.store_processor
        alone_wall = alone_wall or wall
        if at_a_time == 1:
            row["outside_models_ms"] = (wall - found.models_busy) / len(work.answers) * 1000
        rows.append(row)
        details[name] = {
            "claims": found.claims,
            "given": dict(found.given),
            "seconds_inside_parts": dict(found.inside),
            "times_parts_of_rounds": [
                wall / sum(parts.values()) for wall, parts in zip(found.wall, found.parts, strict=True)
            ],
        }
    if work.looped:
        rows += await _looped(store, work, alone_wall / len(work.answers))
    return rows, details


async def _looped(store: Store, work: Work, answer_seconds: float) -> list[dict[str, Any]]:
    """A plain loop beside `verify`: over contexts that are given, and over all that is loaded.

    `answer_seconds`: what `verify` took for one answer against everything loaded.
    """
    few, one = range(work.looped), range(max(1, work.looped // 10))
    async with open_services(store.settings(tenant=_tenant("loop"))) as services:
        await _warm_up(AsyncClaimGraph(services))
        loop = [await _loop(services, work.answers[answer], work.contexts(answer)) for answer in few]
        everything = [await _loop(services, work.answers[answer], work.documents) for answer in one]
    async with open_services(store.settings(tenant=_tenant("given"))) as services:
        client = AsyncClaimGraph(services)
        await _warm_up(client)
        started = time.perf_counter()
        for answer in few:
            await client.verify(work.answers[answer], contexts=work.contexts(answer), correct=False)
        wall = time.perf_counter() - started
    return [
        _compared(store, f"{len(few)} answers, {CONTEXTS} contexts each", loop, wall),
        _compared(store, f"{len(one)} answers, {len(work.documents)} documents", everything, answer_seconds * len(one)),
    ]


async def _loop(services: Services, answer: str, contexts: Sequence[str]) -> tuple[float, int]:
    """Seconds and pairs of judging every claim against every context, a pair at a time, with the judges in use."""
    reader = FactReader(services.reader)
    started = time.perf_counter()
    claims = (await services.claims.decomposer.decompose([answer]))[0]
    pairs = 0
    for context in contexts:
        facts, lang = reader.read({"context": context})["context"].facts, detect_language(context)
        for claim in claims:
            pair = Pair(claim.text, claim.lang, context, lang, claim_triples=claim.triples, premise_facts=facts)
            for judge in services.judges:
                await judge.judge([pair_for(judge, pair)])
            pairs += 1
    return time.perf_counter() - started, pairs


def _compared(store: Store, what: str, loop: Sequence[tuple[float, int]], wall: float) -> dict[str, Any]:
    seconds, pairs = sum(one for one, _ in loop), sum(count for _, count in loop)
    empty = dict.fromkeys(("analysis", "parsing", "embedding", "nli", "times_parts"))
    more = {
        "pairs_per_claim": None,
        "outside_models_ms": None,
        "store_processor_s": None,
        "loop_s": seconds,
        "times_faster": seconds / wall,
    }
    return {"work": f"{what}; loop: {pairs} pairs", "store": store.name, "wall_s": wall, **empty, **more}


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
    parts = _alone(Recorded(embedded=recorded.embedded, read=recorded.read))
    parsing = time.perf_counter()
    for document in documents:
        services.preparer.choose_reader(document.name, document.data).read(document.data, document.name)
    return wall, {"parsing": time.perf_counter() - parsing, **parts}


async def _verify(store: Store, work: Work, at_a_time: int, rounds: int = 0) -> Verified:
    """All answers against all documents, in so many rounds; 0: verified, but not compared with anything."""
    async with open_services(store.settings(tenant=_tenant(f"verify{at_a_time}"))) as services:
        recorded, found = record(services), Verified()
        client = AsyncClaimGraph(services)
        await client.load([document_of_text(text) for text in work.documents])
        await _warm_up(client)
        limit = anyio.Semaphore(at_a_time)
        claims = 0

        async def one(answer: str) -> None:
            nonlocal claims
            async with limit:
                verified = await client.verify(answer, correct=False)
                claims += len(verified.claims)

        size = -(-len(work.answers) // max(1, rounds))
        for start in range(0, len(work.answers), size):
            recorded.clear()
            claims = 0
            before, started = processor_seconds(store.pid()), time.perf_counter()
            async with anyio.create_task_group() as tasks:
                for answer in work.answers[start : start + size]:
                    tasks.start_soon(one, answer)
            wall, after = time.perf_counter() - started, processor_seconds(store.pid())
            if rounds:
                found.add(wall, recorded, claims, None if before is None or after is None else after - before)
        return found


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
        "pieced": recorded.pieced,
        "nli_pairs": recorded.nli_pairs,
        "read": recorded.read,
        "mentioned": recorded.mentioned,
        "analysed": recorded.analysed(),
    }


def alone(path: Path) -> dict[str, float]:
    """Run in a process of its own: part -> seconds on the recorded inputs, all in one batch, models warm."""
    from claimgraph.platform.settings import load_settings
    from claimgraph.verify.judges.analysis import analyse

    inputs = pickle.loads(path.read_bytes())
    services = Services(load_settings(), None)  # type: ignore[arg-type]  # nothing here touches a graph
    embedders = {one.name: one for one in services.embedders.values()}
    for model in services.nli.values():
        model.score([("A cat sat.", "A cat sat.")])
    services.reader.read(["The pilot landed in Oslo.", "飞行员在奥斯陆降落。"])
    for one in embedders.values():
        one.embed(["A cat sat.", "一只猫坐着。"])
    services.mentions.extract(["A cat sat in Oslo.", "一只猫坐在北京。"])
    seconds = {}
    started = time.perf_counter()
    services.reader.read([text for texts in inputs["read"] for text in texts])
    services.mentions.extract(inputs["mentioned"])
    for text, lang in inputs["analysed"]:
        analyse(text, lang)
    seconds["analysis"] = time.perf_counter() - started
    started = time.perf_counter()
    for name, texts in inputs["embedded"].items():
        embedders[name].embed(texts)
    for name, texts in inputs["pieced"].items():
        embedders[name].pieces(texts)
    seconds["embedding"] = time.perf_counter() - started
    started = time.perf_counter()
    for lang, pairs in inputs["nli_pairs"].items():
        services.nli[lang].score(pairs)
    seconds["nli"] = time.perf_counter() - started
    return seconds


def _row(store: Store, name: str, wall: float, parts: dict[str, float]) -> dict[str, Any]:
    row: dict[str, Any] = {"work": name, "store": store.name, "wall_s": wall}
    row |= {part: parts.get(part) for part in ("analysis", "parsing", "embedding", "nli")}
    row["times_parts"] = wall / sum(parts.values())
    return row | dict.fromkeys(("pairs_per_claim", "outside_models_ms", "store_processor_s", "loop_s", "times_faster"))


def processor_seconds(pid: int | None) -> float | None:
    """User and system time of a process so far; None where it cannot be told (no Linux, or a store elsewhere)."""
    path = Path(f"/proc/{pid}/stat")
    if pid is None or not path.exists():
        return None
    fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()  # the name before may hold blanks
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _tenant(name: str) -> str:
    return f"bench-{name}-{time.time_ns()}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=500)
    parser.add_argument("--at-a-time", type=int, action="append", help="answers at a time (default: 1, then 8)")
    parser.add_argument("--rounds", type=int, default=5, help="parts of the answers, each measured by itself")
    parser.add_argument("--looped", type=int, default=10, help="answers that the plain loop judges")
    parser.add_argument("--warm", type=int, default=0, help="other answers that are verified before the clock runs")
    parser.add_argument("--store", action="append", choices=["arcadedb", "neo4j"])
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
