"""A backup holds the whole store and is restored into either one, or is refused before anything is changed."""

from __future__ import annotations

import functools
import gzip
import io
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest
from graph_dump import dump
from sample_graph import LightServices, Sample, write_sample
from stores import StoreMissing, Stores, python_environment

from claimgraph.api.cli import main
from claimgraph.graph_schema import backup as backup_module
from claimgraph.graph_schema.backup import FORMAT, Backup, back_up, count_all, inspect
from claimgraph.graph_schema.backup_rows import all_rows
from claimgraph.graph_schema.migrations import migrate, schema_state
from claimgraph.graph_schema.repositories import search
from claimgraph.graph_schema.restore import restore
from claimgraph.platform import archive
from claimgraph.platform.errors import Conflict, DamagedArchive, GraphError, InputError, MigrationError
from claimgraph.platform.graph import Graph, Query, Transaction, open_graph
from claimgraph.platform.settings import Settings

VERSION = "test"
AWKWARD = {
    "text": "第一行 \u2028 'quoted' \"twice\" \\ $p {{LABEL}}\n\u202e👩‍🔬\t}) DETACH DELETE n //",
    "whole": 1,
    "real": 1.0,
    "tiny": 5e-324,
    "third": 1 / 3,
    "large": 2**63 - 1,
    "yes": True,
    "nothing": "",
    "texts": ["a", ""],
    "numbers": [1, 2, 3],
    "fractions": [1 / n for n in range(1, 20)],
    "none": [],
    "flags": [True, False],
}


def quiet(done: int, total: int) -> None:
    """No progress is shown."""


@pytest.fixture(scope="module")
def own_stores() -> Iterator[Stores]:
    """Stores that no other test uses, and never a server that the environment names: a restore empties them."""
    opened = Stores()
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NEO4J_URI", raising=False)
        yield opened
    opened.close()


@pytest.fixture
def settings_of(own_stores: Stores, fresh_home: Path) -> Callable[[str], Settings]:
    """Settings of `arcadedb`, of `neo4j`, and of `fresh`: an embedded store of this test's own, with nothing in it."""

    def find(name: str) -> Settings:
        if name == "fresh":
            fixed = own_stores.get("arcadedb").settings()
            return fixed.model_copy(update={"home": fresh_home, "embedded_heap": "512m"})
        return existing(own_stores, name)

    return find


def existing(own_stores: Stores, name: str) -> Settings:
    """The settings of a store; without it the test is skipped, with `CI=true` it fails."""
    try:
        return own_stores.get(name).settings()
    except StoreMissing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is needed with CI=true: {missing}", pytrace=False)
        pytest.skip(f"{name} is not to be had: {missing}")


@pytest.fixture(params=["arcadedb", "neo4j"])
async def emptied(request: pytest.FixtureRequest, settings_of: Callable[[str], Settings]) -> AsyncIterator[Graph]:
    """A store with its schema and nothing else."""
    async with await open_graph(settings_of(request.param)) as graph:
        await run(graph, "MATCH (m:SchemaMigration {id: 'restore'}) DELETE m")
        await migrate(graph)
        await empty(graph)
        yield graph
        await run(graph, "MATCH (m:SchemaMigration {id: 'restore'}) DELETE m")


async def run(graph: Graph, text: str, **parameters: object) -> list[dict[str, Any]]:
    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.run(Query("test", text), **parameters)

    return await graph.write("test", work)


async def empty(graph: Graph) -> None:
    await run(graph, "MATCH (n) WHERE n.tenant IS NOT NULL DETACH DELETE n")


async def fill(graph: Graph, settings: Settings, tenant: str) -> Sample:
    """A sample of everything the program writes, and values that are easily lost."""
    services = LightServices(settings.model_copy(update={"tenant": tenant}), graph)
    sample = await write_sample(services, 3)
    await run(
        graph,
        "CREATE (n:Review {id: $id}) SET n += $values, n.tenant = $tenant, n.at = datetime($at), "
        "n.day = date($day), n.here = localdatetime($here)",
        id=f"{tenant}-review",
        tenant=tenant,
        values=AWKWARD,
        at=datetime(2026, 1, 2, 3, 4, 5, 678901, UTC).isoformat(),
        day=date(2026, 1, 2).isoformat(),
        here=datetime(2026, 1, 2, 3, 4, 5, 1000).isoformat(),
    )
    return sample


async def saved(graph: Graph, path: Path) -> Backup:
    return await back_up(graph, path, program=VERSION, replace=False, progress=quiet)


@dataclass(frozen=True)
class BackedUp:
    """A file, what the store held, and what it was filled with, a tenant each."""

    made: Backup
    tenants: list[str]
    held: list[Any]
    samples: list[Sample]


@pytest.fixture(scope="module")
def backed_up(own_stores: Stores, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], BackedUp]:
    """The backup of a filled store, made once of each."""

    async def make(source: str) -> BackedUp:
        settings = existing(own_stores, source)
        tenants = [f"{source}-tenant", f"{source}-二"]
        async with await open_graph(settings) as graph:
            await migrate(graph)
            await empty(graph)
            samples = [await fill(graph, settings, tenant) for tenant in tenants]
            held = [await dump(graph, tenant, exact=True) for tenant in tenants]
            made = await saved(graph, tmp_path_factory.mktemp("backup") / f"{source}.gz")
            await empty(graph)
        return BackedUp(made, tenants, held, samples)

    return functools.cache(lambda source: anyio.run(make, source))


@pytest.mark.parametrize("target", ["arcadedb", "neo4j", "fresh"])
@pytest.mark.parametrize("source", ["arcadedb", "neo4j"])
def test_what_is_restored_equals_what_was_backed_up(
    source: str,
    target: str,
    backed_up: Callable[[str], BackedUp],
    settings_of: Callable[[str], Settings],
    tmp_path: Path,
) -> None:
    before = backed_up(source)

    async def restore_and_look() -> tuple[Any, Any, Backup]:
        async with await open_graph(settings_of(target)) as graph:
            await empty(graph)
            await restore(graph, inspect(Path(before.made.path)), replace=False, progress=quiet)
            held = [await dump(graph, tenant, exact=True) for tenant in before.tenants]
            ids = [sample.chunk for sample in before.samples]
            found = [await searched(graph, tenant, chunk) for tenant, chunk in zip(before.tenants, ids, strict=True)]
            await migrate(graph)  # the store can be used
            return held, found, await saved(graph, tmp_path / "again.gz")

    held, found, again = anyio.run(restore_and_look)

    assert len(before.held[0][0]) > 15
    assert len(before.held[0][1]) > 50
    assert held == before.held
    assert found == [([sample.chunk], [sample.chunk]) for sample in before.samples]
    assert (again.nodes, again.edges, again.tenants) == (before.made.nodes, before.made.edges, before.made.tenants)


async def searched(graph: Graph, tenant: str, chunk: str) -> tuple[list[str], list[str]]:
    """The ids of the chunks that the tenant's vector index and its index of words find."""
    rows = await run(graph, "MATCH (c:Chunk {id: $id}) RETURN properties(c) AS p", id=chunk)
    ((embedder, vector),) = [(name[7:], value) for name, value in rows[0]["p"].items() if name.startswith("vector_")]

    async def work(tx: Transaction) -> tuple[list[str], list[str]]:
        (near,) = await search.by_vector(tx, graph.dialect, tenant, embedder, [vector], 3)
        (worded,) = await search.by_words(tx, graph.dialect, tenant, [["Danube"]], 3)
        return [one.chunk_id for one in near], [one.chunk_id for one in worded]

    return await graph.read("searched", work)


async def test_many_blocks_are_written_and_restored(
    emptied: Graph, tenant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimgraph.graph_schema.backup.ROWS", 7)
    monkeypatch.setattr("claimgraph.graph_schema.restore.DELETE_ROWS", 5)
    rows = [{"id": f"{tenant}-{n}", "text": f"claim {n}"} for n in range(50)]
    await run(
        emptied, "UNWIND $rows AS row CREATE (:Claim {id: row.id, tenant: $t, text: row.text})", rows=rows, t=tenant
    )
    await run(
        emptied,
        "CREATE (r:Run {id: $t + '-run', tenant: $t}) WITH r MATCH (a:Claim {tenant: $t}) "
        "CREATE (r)-[:FOUND {id: a.id + '-f', tenant: $t}]->(a)",
        t=tenant,
    )
    before = await dump(emptied, tenant, exact=True)
    told: list[tuple[int, int]] = []

    path = tmp_path / "backup.gz"
    await saved(emptied, path)
    await restore(emptied, inspect(path), replace=True, progress=lambda done, total: told.append((done, total)))

    assert sum(1 for _ in archive.blocks(path)) > 15
    assert await dump(emptied, tenant, exact=True) == before
    assert told[-1] == (101, 101)


async def test_a_store_that_holds_something_is_restored_into_only_when_asked(
    emptied: Graph, tenant: str, tmp_path: Path
) -> None:
    await run(emptied, "CREATE (:Claim {id: $id, tenant: $id, text: 'old'})", id=tenant)
    made = await saved(emptied, tmp_path / "old.gz")
    await run(emptied, "MATCH (c:Claim {id: $id}) SET c.text = 'new'", id=tenant)
    await run(emptied, "CREATE (:Answer {id: $id, tenant: $id})", id=tenant)

    with pytest.raises(InputError, match=r"not empty \(1 Answer, 1 Claim\); --yes"):
        await restore(emptied, made, replace=False, progress=quiet)
    kept = await run(emptied, "MATCH (c:Claim {id: $id}) RETURN c.text AS text", id=tenant)
    usable = (await schema_state(emptied)).current

    await restore(emptied, made, replace=True, progress=quiet)

    assert (kept, usable) == ([{"text": "new"}], True)
    assert await count_all(emptied) == ({"Claim": 1}, {})
    assert await run(emptied, "MATCH (c:Claim {id: $id}) RETURN c.text AS text", id=tenant) == [{"text": "old"}]


def changed(path: Path, content: bytes) -> Path:
    other = path.with_name(f"changed-{path.name}")
    other.write_bytes(content)
    return other


def rewritten(path: Path, **header: object) -> Path:
    """The same backup with another header, and checksums that fit it."""
    other = path.with_name(f"rewritten-{path.name}")
    end = archive.check(path)
    with archive.writing(other, {**archive.read_header(path), **header}, replace=True) as file:
        for head, rows in archive.blocks(path):
            file.block(head, [archive.encode(row) for row in rows])
        file.finish({"tenants": end["tenants"]})
    return other


BAD_FILES: dict[str, tuple[Callable[[Path], Path], type[Exception], str]] = {
    "cut": (lambda p: changed(p, p.read_bytes()[:-40]), DamagedArchive, "cut short"),
    "without its end": (lambda p: changed(p, p.read_bytes()[: len(p.read_bytes()) // 2]), DamagedArchive, "cut short"),
    "one bit": (lambda p: changed(p, _one_bit(p.read_bytes())), DamagedArchive, "checksum"),
    "newer format": (lambda p: rewritten(p, format_version=99), InputError, "format 99 is newer"),
    "newer schema": (lambda p: rewritten(p, schema_version=9999), InputError, "schema 9999 is newer"),
    "other dialect": (lambda p: rewritten(p, dialect="memgraph"), InputError, "memgraph"),
    "other format": (lambda p: rewritten(p, format="tar"), DamagedArchive, "no backup"),
    "no versions": (lambda p: rewritten(p, schema_version=None), DamagedArchive, "header"),
    "no counts": (lambda p: rewritten(p, nodes=7), DamagedArchive, "header"),
    "another gzip file": (lambda p: changed(p, gzip.compress(b"{}")), DamagedArchive, "no backup"),
    "nothing": (lambda p: changed(p, b""), DamagedArchive, "no backup"),
}


def _one_bit(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1 :]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup file with a claim in it; no store is needed to make one."""
    path = tmp_path_factory.mktemp("backup") / "small.gz"
    header = {
        "format": FORMAT, "format_version": 1, "program": VERSION, "created_at": "2026-01-02T03:04:05+00:00",
        "schema_version": 1, "dialect": "neo4j", "nodes": {"Claim": 1}, "edges": {},
    }  # fmt: skip
    with archive.writing(path, header, replace=False) as file:
        head = {"kind": "nodes", "label": "Claim", "rows": 1}
        file.block(head, [archive.encode({"id": "a" * 32, "tenant": "t", "text": "x"})])
        file.finish({"tenants": {}})
    return path


@pytest.mark.parametrize("bad", BAD_FILES)
def test_a_bad_file_is_refused_in_one_line_before_a_store_is_opened(
    bad: str, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, kind, words = BAD_FILES[bad]
    path = tmp_path / "small.gz"
    path.write_bytes(small.read_bytes())
    home = tmp_path / "home"
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(home))
    spoiled = spoil(path)

    with pytest.raises(kind, match=words) as caught:
        inspect(spoiled)
    with pytest.raises(SystemExit) as ended:
        main(["restore", str(spoiled), "--yes"])

    assert "\n" not in str(caught.value)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not home.exists()


async def test_a_restore_that_was_interrupted_leaves_a_store_that_nothing_uses(
    emptied: Graph, tenant: str, tmp_path: Path
) -> None:
    await run(emptied, "UNWIND range(1, 9) AS n CREATE (:Claim {id: $t + toString(n), tenant: $t})", t=tenant)
    await run(emptied, "CREATE (:Answer {id: $t, tenant: $t})", t=tenant)
    before = await dump(emptied, tenant, exact=True)
    made = await saved(emptied, tmp_path / "backup.gz")

    def cut(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await restore(emptied, made, replace=True, progress=cut)
    state = await schema_state(emptied)
    with pytest.raises(MigrationError, match="restore into it has not finished; run `claimgraph restore"):
        await migrate(emptied)
    with pytest.raises(MigrationError, match="restore"):
        await saved(emptied, tmp_path / "half.gz")
    half = await count_all(emptied)

    await restore(emptied, made, replace=False, progress=quiet)  # what is there is only half of it: nothing to ask for

    assert (state.current, len(state.problems)) == (False, 1)
    assert half[0] == {"Answer": 1}
    assert await migrate(emptied) == []
    assert await dump(emptied, tenant, exact=True) == before


KILLED = """
import os, signal, sys
from pathlib import Path
import anyio
from claimgraph.graph_schema.backup import inspect
from claimgraph.graph_schema.restore import restore
from claimgraph.platform.graph import open_graph
from claimgraph.platform.settings import load_settings

async def main():
    async with await open_graph(load_settings(_env_file=None)) as graph:
        found = inspect(Path(sys.argv[1]))
        await restore(graph, found, replace=True, progress=lambda *_: os.kill(os.getpid(), signal.SIGKILL))

anyio.run(main)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
async def test_a_restore_that_was_killed_is_begun_again_at_once(
    emptied: Graph, own_stores: Stores, tenant: str, tmp_path: Path
) -> None:
    await run(emptied, "UNWIND range(1, 9) AS n CREATE (:Claim {id: $t + toString(n), tenant: $t})", t=tenant)
    await run(emptied, "CREATE (:Answer {id: $t, tenant: $t})", t=tenant)
    before = await dump(emptied, tenant, exact=True)
    made = await saved(emptied, tmp_path / "b.gz")
    environment = {**python_environment(), **own_stores.get(emptied.dialect.value).environment()}

    killed = await anyio.run_process([sys.executable, "-c", KILLED, made.path], env=environment, check=False)
    with pytest.raises(MigrationError, match="has not finished"):
        await migrate(emptied)
    half = await count_all(emptied)
    await restore(emptied, made, replace=False, progress=quiet)

    assert killed.returncode == -9
    assert half == ({"Answer": 1}, {})
    assert await dump(emptied, tenant, exact=True) == before


async def test_a_backup_of_a_store_that_is_written_to_is_not_kept(
    emptied: Graph, tenant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run(emptied, "CREATE (:Claim {id: $t, tenant: $t})", t=tenant)
    counts: list[int] = []

    def interfere(done: int, total: int) -> None:
        counts.append(done)

    async def rows(graph: Graph, name: str, /, **placeholders: str) -> AsyncIterator[dict[str, Any]]:
        async for row in all_rows(graph, name, **placeholders):
            yield row
        if placeholders.get("LABEL") == "Job":
            await run(emptied, "CREATE (:Claim {id: $t + 'late', tenant: $t})", t=tenant)

    monkeypatch.setattr(backup_module, "all_rows", rows)
    with pytest.raises(Conflict, match="written to while it was backed up"):
        await back_up(emptied, tmp_path / "b.gz", program=VERSION, replace=False, progress=interfere)

    assert counts == [1]
    assert os.listdir(tmp_path) == []


async def test_a_restore_that_is_written_into_is_not_called_whole(emptied: Graph, tenant: str, tmp_path: Path) -> None:
    await run(emptied, "CREATE (:Claim {id: $t, tenant: $t})", t=tenant)
    made = await saved(emptied, tmp_path / "b.gz")
    original = emptied.write

    async def write(name: str, work: Any) -> Any:
        result = await original(name, work)
        if name == "restore_block":
            await original("late", lambda tx: tx.run(Query("late", "CREATE (:Claim {id: $t, tenant: $t})"), t="late"))
        return result

    emptied.write = write  # type: ignore[method-assign]
    try:
        with pytest.raises(Conflict, match="something wrote to it"):
            await restore(emptied, made, replace=True, progress=quiet)
    finally:
        del emptied.write

    with pytest.raises(MigrationError, match="has not finished"):
        await migrate(emptied)


async def test_of_two_restores_at_once_one_waits_for_the_other_or_is_refused(
    emptied: Graph, tenant: str, tmp_path: Path
) -> None:
    await run(emptied, "UNWIND range(1, 40) AS n CREATE (:Claim {id: $t + toString(n), tenant: $t})", t=tenant)
    before = await dump(emptied, tenant, exact=True)
    made = await saved(emptied, tmp_path / "b.gz")

    async with anyio.create_task_group() as tasks:
        for _ in range(2):
            tasks.start_soon(lambda: restore(emptied, made, replace=True, progress=quiet))

    assert await dump(emptied, tenant, exact=True) == before
    assert (await schema_state(emptied)).current


async def test_a_node_with_a_label_of_somebody_elses_is_not_dropped_in_silence(
    emptied: Graph, tenant: str, tmp_path: Path
) -> None:
    await run(emptied, "CREATE (:Claim:Foreign {id: $t, tenant: $t})", t=tenant)

    with pytest.raises(GraphError, match="other labels"):
        await saved(emptied, tmp_path / "b.gz")

    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["arcadedb", "neo4j"])
def test_the_commands_say_what_they_did(
    name: str,
    settings_of: Callable[[str], Settings],
    own_stores: Stores,
    tenant: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = settings_of(name)
    for variable, value in own_stores.get(name).environment().items():
        monkeypatch.setenv(variable, value)
    monkeypatch.chdir(tmp_path)

    async def prepare() -> None:
        async with await open_graph(settings) as graph:
            await migrate(graph)
            await empty(graph)
            await run(graph, "CREATE (:Claim {id: $t, tenant: $t})", t=tenant)

    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    anyio.run(prepare)
    made = command("backup", "b.gz")
    refused = command("backup", "b.gz")
    overwritten = json.loads(command("backup", "b.gz", "--yes", "--json")[1])
    not_empty = command("restore", "b.gz")
    restored = command("restore", "b.gz", "--yes", "--json")
    dry = command("migrate", "--dry-run")
    as_json = json.loads(command("migrate", "--json")[1])

    assert made[0] == 0
    assert made[1].startswith("Backed up 1 nodes and 0 edges in ")
    assert (refused[0], len(refused[2].splitlines())) == (2, 1)
    assert (overwritten["nodes"], overwritten["dialect"]) == ({"Claim": 1}, name)
    assert (not_empty[0], "--yes" in not_empty[2]) == (2, True)
    assert json.loads(restored[1])["sha256"] == overwritten["sha256"]
    assert (dry[0], "up to date" in dry[1]) == (0, True)
    assert (as_json["done"], as_json["pending"], as_json["schema"]["current"]) == ([], [], True)
