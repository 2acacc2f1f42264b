"""Brings a store's schema up to what this program knows, once, whoever else tries at the same time."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio

from claimgraph.platform.errors import Conflict, GraphError, GraphUnavailable, MigrationError
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.process import ProcessIdentity

from ..queries import query
from ..schema import tenant_label, vector_property
from .files import Migration, known_migrations, tenant_template

_LOCK_CONSTRAINT = "CREATE CONSTRAINT schema_lock_id IF NOT EXISTS FOR (n:SchemaLock) REQUIRE n.id IS UNIQUE"

LOCK_SECONDS = 120.0
"""How long a migrator may be silent before its lock may be taken; a dead one on this host loses it at once."""

RESTORE = 0
"""The number among the migrations that marks a restore as begun (`restore_begin.cypher`)."""

_UNFINISHED = "a restore into it has not finished; run `claimgraph restore FILE` again"


RESTORE_WAIT_SECONDS = 10.0
"""How long a restore waits for another one, or for a migration, to end."""

Renew = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SchemaState:
    """What the store holds beside what this program knows. `problems` is empty when they fit."""

    applied: int
    known: int
    problems: tuple[str, ...]
    pending: tuple[str, ...] = ()  # names of the migrations that `migrate` would apply, in order
    restoring: bool = False  # a restore into this store was begun and has not ended

    @property
    def current(self) -> bool:
        return not self.problems and self.applied == self.known


async def schema_state(graph: Graph) -> SchemaState:
    """Compare the migrations recorded in the store with those that this program carries."""
    applied = await _applied(graph)
    known = known_migrations(graph.dialect)
    return SchemaState(
        applied=max(applied, default=0),
        known=max(m.number for m in known),
        problems=tuple(_problems(applied, known)),
        pending=tuple(_full_name(m) for m in known if m.number not in applied),
        restoring=RESTORE in applied,
    )


async def migrate(graph: Graph) -> list[str]:
    """Apply what is missing; returns the names of what was applied.

    Raises `MigrationError` when a recorded migration has changed, is missing here, or is newer than this program.
    """
    if (await _checked_state(graph)).current:
        return []
    async with _migration_lock(graph):
        await _checked_state(graph)
        return await _apply_missing(graph)


@asynccontextmanager
async def restoring(graph: Graph, checksum: str, may_begin: Callable[[bool], Awaitable[None]]) -> AsyncIterator[Renew]:
    """Hold the schema for a restore: everything that opens the store refuses it until the restore has ended.

    `may_begin` is asked, under the lock, before anything is changed, and told whether an earlier restore is unfinished;
    it raises to refuse. Call what this yields now and then: it keeps the lock, and raises `Conflict` where that was
    lost. The mark is taken away only when the work inside ends well.
    """
    async with _migration_lock(graph, wait=RESTORE_WAIT_SECONDS) as renew:
        state = await schema_state(graph)
        others = [problem for problem in state.problems if problem != _UNFINISHED]
        if others:
            raise MigrationError(f"The store's schema does not fit this program: {'; '.join(others)}")
        await may_begin(state.restoring)
        await _apply_missing(graph)
        await _write(graph, query("restore_begin"), checksum=checksum)
        yield renew
        await _write(graph, query("restore_end"))


async def _apply_missing(graph: Graph) -> list[str]:
    """Under the lock: apply what is not recorded; the names of what was applied."""
    done = []
    applied = await _applied(graph)
    for migration in known_migrations(graph.dialect):
        if migration.number not in applied:
            await _run(graph, migration)
            await _record(graph, migration)
            done.append(_full_name(migration))
    return done


async def ensure_tenant(graph: Graph, tenant: str, embedders: Mapping[str, int]) -> None:
    """Make the search indexes of a tenant, one a embedder (name -> dimensions) and one for words, and wait for them.

    Recorded in the graph, so that later calls cost one look-up.
    """
    label = tenant_label(tenant)
    missing = set(embedders) - await _tenant_embedders(graph, label)
    if not missing:
        return
    async with _migration_lock(graph):
        missing = set(embedders) - await _tenant_embedders(graph, label)
        if missing:
            await make_tenant_indexes(graph, label, {name: embedders[name] for name in missing})


async def forget_tenant(graph: Graph, tenant: str) -> None:
    """Take a tenant's search indexes away, and what is recorded of them. Its nodes must be gone."""
    label = tenant_label(tenant)
    async with _migration_lock(graph):
        embedders = await _tenant_embedders(graph, label)
        for embedder in sorted(embedders):
            template = tenant_template("drop_vectors", graph.dialect)
            await _run(graph, template, LABEL=label, VECTOR=vector_property(embedder))
        if embedders:
            await _run(graph, tenant_template("drop_words", graph.dialect), LABEL=label)
        await _write(graph, query("erase_tenant_search"), id=label)


async def make_tenant_indexes(graph: Graph, label: str, embedders: Mapping[str, int]) -> None:
    """Under the lock: make the search indexes on a tenant's label, wait for them and record them."""
    await _run(graph, tenant_template("words", graph.dialect), LABEL=label)
    for embedder in sorted(embedders):
        await _run(
            graph,
            tenant_template("vectors", graph.dialect),
            LABEL=label,
            VECTOR=vector_property(embedder),
            DIMENSIONS=str(embedders[embedder]),
        )
    await _await_indexes(graph)
    await _remember_tenant(graph, label, sorted(embedders))


async def _checked_state(graph: Graph) -> SchemaState:
    state = await schema_state(graph)
    refuse_unfit(state)
    return state


def refuse_unfit(state: SchemaState) -> None:
    """Raise `MigrationError` for a store that this program must not use."""
    if state.restoring:
        raise MigrationError(f"The store cannot be used: {_UNFINISHED}.")
    if state.problems:
        raise MigrationError(f"The store's schema does not fit this program: {'; '.join(state.problems)}")


def _problems(applied: Mapping[int, str], known: tuple[Migration, ...]) -> list[str]:
    by_number = {migration.number: migration for migration in known}
    newest = max(by_number)
    problems = []
    for number, checksum in sorted(applied.items()):
        if number == RESTORE:
            problems.append(_UNFINISHED)
        elif number > newest:
            problems.append(
                f"it is at version {number}, newer than {newest}, the newest that this program knows; "
                "upgrade claimgraph or use another store"
            )
        elif number not in by_number:
            problems.append(f"migration {number} was applied but this program does not carry it; reinstall claimgraph")
        elif by_number[number].checksum != checksum:
            problems.append(
                f"migration {number} was changed after it had been applied; use the claimgraph that made the store"
            )
    return problems


async def _applied(graph: Graph) -> dict[int, str]:
    async def work(tx: Transaction) -> dict[int, str]:
        return {row["number"]: row["checksum"] for row in await tx.run(query("migrations_applied"))}

    return await graph.read("migrations_applied", work)


async def _run(graph: Graph, migration: Migration, **placeholders: str) -> None:
    for statement in migration.statements():
        for name, value in placeholders.items():
            statement = statement.replace("{{" + name + "}}", value)
        if migration.language == "sql":
            await graph.sql(statement)
        else:
            await graph.execute(Query(name=f"migration {migration.name}", text=statement))


async def _record(graph: Graph, migration: Migration) -> None:
    async def work(tx: Transaction) -> None:
        await tx.run(
            query("migration_record"),
            id=f"{migration.number:04d}",
            number=migration.number,
            name=migration.name,
            checksum=migration.checksum,
            now=_now(),
        )

    await graph.write("migration_record", work)


async def _tenant_embedders(graph: Graph, label: str) -> set[str]:
    async def work(tx: Transaction) -> set[str]:
        return {name for row in await tx.run(query("tenant_search_state"), id=label) for name in row["embedders"]}

    return await graph.read("tenant_search_state", work)


async def _remember_tenant(graph: Graph, label: str, embedders: list[str]) -> None:
    async def work(tx: Transaction) -> None:
        known = {name for row in await tx.run(query("tenant_search_state"), id=label) for name in row["embedders"]}
        await tx.run(query("tenant_search_record"), id=label, embedders=sorted(known | set(embedders)), now=_now())

    await graph.write("tenant_search_record", work)


async def _await_indexes(graph: Graph) -> None:
    if graph.dialect.value == "neo4j":
        await graph.execute(Query("await_indexes", "CALL db.awaitIndexes(300)"))


@asynccontextmanager
async def _migration_lock(graph: Graph, wait: float = 2 * LOCK_SECONDS) -> AsyncIterator[Renew]:
    """A lock in the graph that both stores honour: schema statements cannot share a transaction with data.

    It is waited for `wait` seconds. What it yields keeps the lock for another `LOCK_SECONDS`.
    """
    await _make_lockable(graph)
    owner = f"{ProcessIdentity.of_this_process()}/{uuid.uuid4().hex}"
    deadline = time.monotonic() + wait
    while not await _try_lock(graph, owner):
        if time.monotonic() > deadline:
            raise Conflict("Another process is changing the schema and does not finish; try again later.")
        await anyio.sleep(0.2)
    renewed = time.monotonic()

    async def renew() -> None:
        nonlocal renewed
        if time.monotonic() - renewed > LOCK_SECONDS / 8:
            await _keep_lock(graph, owner)
            renewed = time.monotonic()

    try:
        yield renew
    finally:
        with anyio.CancelScope(shield=True):
            await _unlock(graph, owner)


async def _make_lockable(graph: Graph) -> None:
    """Without its constraint, two first migrators could each make a lock of their own. Safe to run by many at once."""
    statement = Query("schema_lock_constraint", _LOCK_CONSTRAINT)
    for _ in range(5):
        try:
            await graph.execute(statement)
            return
        except GraphUnavailable:
            raise
        except GraphError:  # two made it at the same moment: the loser finds it there
            await anyio.sleep(0.1)
    await graph.execute(statement)


async def _try_lock(graph: Graph, owner: str) -> bool:
    async def work(tx: Transaction) -> bool:
        rows = await tx.run(query("schema_lock_read"), owner=owner)
        held_by, until = rows[0]["owner"], rows[0]["until"] or 0.0
        holder = ProcessIdentity.parse(held_by.rpartition("/")[0]) if held_by else None
        if held_by and until > time.time() and not (holder and holder.known_dead()):
            return False
        await tx.run(query("schema_lock_take"), owner=owner, until=time.time() + LOCK_SECONDS)
        return True

    return await graph.write("schema_lock", work)


async def _keep_lock(graph: Graph, owner: str) -> None:
    async def work(tx: Transaction) -> None:
        if (await tx.run(query("schema_lock_read"), owner=owner))[0]["owner"] != owner:
            raise Conflict("Another process has taken the schema's lock meanwhile; run the command again.")
        await tx.run(query("schema_lock_take"), owner=owner, until=time.time() + LOCK_SECONDS)

    await graph.write("schema_lock", work)


async def _write(graph: Graph, statement: Query, **parameters: object) -> None:
    async def work(tx: Transaction) -> None:
        await tx.run(statement, **parameters)

    await graph.write(statement.name, work)


async def _unlock(graph: Graph, owner: str) -> None:
    async def work(tx: Transaction) -> None:
        await tx.run(query("schema_lock_release"), owner=owner)

    await graph.write("schema_lock_release", work)


def _full_name(migration: Migration) -> str:
    return f"{migration.number:04d}_{migration.name}"


def _now() -> str:
    return datetime.now(UTC).isoformat()
