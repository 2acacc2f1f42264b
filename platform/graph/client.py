"""The one client of the store: pooled, asynchronous, over Bolt.

A `Graph` belongs to the event loop it was opened on, as the driver below it does: use it on that loop only (the
synchronous SDK keeps one loop in the background for this).
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from claimgraph.platform.errors import ClaimGraphError, GraphError, GraphUnavailable
from claimgraph.platform.telemetry import Amount, Operation, count, watched

from .address import Dialect, GraphAddress
from .failures import CommitUnknown, Overtaken, gave_up, lost_connection, may_pass, translate
from .query import Query
from .values import plain

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncSession, AsyncTransaction

    from claimgraph.platform.settings import Settings

    from .embedded_lease import EmbeddedServer
    from .gate import WriterGate

T = TypeVar("T")

_log = logging.getLogger("claimgraph.store")

STATEMENT = Operation("store_statement", "statement", "Time of one statement in the store, with its rows.")
RETRIES = Amount("store_retries", "transaction", "Transactions run again because another writer came between.")

MAX_TRIES = 10
STATEMENT_SECONDS = 120.0
EMBEDDED_MARKER = "ClaimGraphEmbedded"

# Both stores say they are Neo4j 5; only the embedded one lists this label, an empty type its server creates.
_WHICH_STORE = Query(
    "which_store", f"CALL db.labels() YIELD label WITH label WHERE label = '{EMBEDDED_MARKER}' RETURN count(*) AS n"
)


class Transaction:
    """One explicit transaction. It is only given to work functions; they never commit it themselves."""

    __slots__ = ("_driver_transaction", "_graph")

    def __init__(self, graph: Graph, driver_transaction: AsyncTransaction | AsyncManagedTransaction) -> None:
        self._graph = graph
        self._driver_transaction = driver_transaction

    @property
    def dialect(self) -> Dialect:
        """Which of the two stores this is."""
        return self._graph.dialect

    async def run(self, query: Query, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run one statement and return all its records as plain dicts.

        Raises `GraphError` (a leaf of it where one fits), `InputError` for a value no store can hold, and
        `GraphError` for a missing parameter. Messages name the query and never hold parameter values.
        """
        return await self._graph._send(self._driver_transaction, query, parameters)


class Graph:
    """Pooled access to one store. Open it by `open_graph(settings)` or `Graph.connect(address)`; close it after use."""

    def __init__(self, driver: AsyncDriver, address: GraphAddress, dialect: Dialect) -> None:
        self._driver = driver
        self._server: EmbeddedServer | None = None  # where this client keeps the server alive, and starts it anew
        self._observers: list[Callable[[str], None]] = []
        self._gate: WriterGate | None = None  # of the embedded store, whose writers start again when they meet
        self.address = address
        self.dialect = dialect

    @classmethod
    async def connect(
        cls,
        address: GraphAddress,
        *,
        pool_size: int = 20,
        timeout: float = 30.0,  # noqa: ASYNC109 - the driver keeps it, for every connection to come
    ) -> Graph:
        """Connect, log in and find out which store answers; `timeout` in seconds bounds the wait for a connection.

        Raises `GraphUnavailable` where nothing answers, `Forbidden` for a wrong user or password, `ConfigError`
        for an address or database that makes no sense.
        """
        _quiet_the_driver()
        try:
            driver = _driver(address, pool_size, timeout)
        except Exception as error:
            raise translate(error, address, "connecting") from error
        graph = cls(driver, address, Dialect.NEO4J)
        try:
            async with graph._session("READ") as session:
                embedded = (await graph._send(session, _WHICH_STORE, {}))[0]["n"]
            if embedded:
                graph._let_writers_take_turns()
        except ClaimGraphError:
            await driver.close()
            raise
        except Exception as error:
            await driver.close()
            raise translate(error, address, "connecting") from error
        return graph

    async def read(self, name: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one read transaction (Neo4j refuses writes in it; see `GraphAddress.as_reader`)."""
        return await self._run_again(name, lambda: self._in_transaction(work, "READ"))

    async def write(self, name: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction and commit it.

        The whole of `work` runs again, at most `MAX_TRIES` times with growing random pauses, when another writer
        came between: so it must do nothing but talk to its transaction, and merge by id. Raises `Conflict` when
        the tries are used up. On the embedded store writers take turns (`WriterGate`).
        """
        return await self._run_again(name, lambda: self._in_turn(work))

    async def execute(self, query: Query, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run one statement outside a transaction of ours, as schema statements want it."""

        async def once() -> list[dict[str, Any]]:
            async with self._session("WRITE") as session:
                return await self._send(session, query, parameters)

        return await self._run_again(query.name, once)

    async def stream(self, query: Query, /, **parameters: Any) -> AsyncIterator[dict[str, Any]]:
        """The records of one reading statement as they come, however many: memory holds a few thousand.

        It is not run again when it fails half way, and what it shows is no one moment of a store that is written to.
        Raises as `Transaction.run` does.
        """
        query.require(parameters.keys() | set())
        self._tell(query.name)
        try:
            async with self._session("READ") as session:
                result = await session.run(query.text, parameters)
                keys = result.keys()
                async for record in result:
                    yield dict(zip(keys, map(plain, record.values()), strict=True))
        except GeneratorExit:
            raise
        except Exception as error:
            raise translate(error, self.address, f"query {query.name}", parameters) from error

    async def sql(self, statement: str) -> list[dict[str, Any]]:
        """Run one SQL statement in the embedded store, over its loopback admin endpoint.

        Raises `GraphError` on Neo4j, for a reader's address, and where the store refuses the statement.
        """
        if self.dialect is not Dialect.ARCADEDB or self.address.admin_url is None:
            raise GraphError(f"SQL is for the administration of the embedded store; this is {self.address}.")
        import asyncio

        from .embedded.admin import run_sql

        self._tell("sql")
        return await asyncio.to_thread(run_sql, self.address, statement)

    @contextmanager
    def observe(self, callback: Callable[[str], None]) -> Iterator[None]:
        """Call `callback` with the query's name for each statement sent while the context is open."""
        self._observers.append(callback)
        try:
            yield
        finally:
            self._observers.remove(callback)

    async def server_version(self) -> str:
        """What the server calls itself, such as `Neo4j/5.26.0`."""
        return str((await self._driver.get_server_info()).agent)

    async def close(self) -> None:
        """Close all connections, then let go of the embedded server."""
        try:
            await self._driver.close()
        finally:
            if self._server is not None:
                self._server.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _let_writers_take_turns(self) -> None:
        from .gate import WriterGate

        self.dialect = Dialect.ARCADEDB
        self._gate = WriterGate(Path(self.address.folder) / "writers.lock" if self.address.folder else None)

    def _tell(self, name: str) -> None:
        for callback in tuple(self._observers):
            callback(name)

    @asynccontextmanager
    async def _session(self, access: str) -> AsyncIterator[AsyncSession]:
        async with self._driver.session(database=self.address.database, default_access_mode=access) as session:
            yield session

    async def _in_turn(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        if self._gate is None:
            return await self._in_transaction(work, "WRITE")
        async with self._gate.passing():
            return await self._in_transaction(work, "WRITE")

    async def _in_transaction(self, work: Callable[[Transaction], Awaitable[T]], access: str) -> T:
        async with self._session(access) as session:
            transaction = await session.begin_transaction(timeout=STATEMENT_SECONDS)
            async with transaction:
                result = await work(Transaction(self, transaction))
                await self._commit(transaction)
            return result

    async def _commit(self, transaction: AsyncTransaction) -> None:
        try:
            await transaction.commit()
        except Exception as error:
            if lost_connection(error):
                raise CommitUnknown(str(translate(error, self.address, "committing"))) from error
            raise

    async def _send(
        self,
        runner: AsyncTransaction | AsyncManagedTransaction | AsyncSession,
        query: Query,
        parameters: dict[str, Any],
    ) -> list[dict[str, Any]]:
        query.require(parameters.keys() | set())
        self._tell(query.name)
        started = time.perf_counter()
        with watched(STATEMENT, query.name):
            try:
                result = await runner.run(query.text, parameters)
                keys = result.keys()
                rows = [dict(zip(keys, map(plain, record.values()), strict=True)) async for record in result]
            except Exception as error:
                raise translate(error, self.address, f"query {query.name}", parameters) from error
        if _log.isEnabledFor(logging.DEBUG):
            told = {"statement": query.name, "rows": len(rows), "ms": round((time.perf_counter() - started) * 1e3, 1)}
            _log.debug("statement %(statement)s: %(rows)d rows in %(ms).1f ms", told, extra=told)
        return rows

    async def _run_again(self, name: str, once: Callable[[], Awaitable[T]]) -> T:
        from tenacity import (
            AsyncRetrying,
            RetryCallState,
            retry_if_exception,
            stop_after_attempt,
            wait_random_exponential,
        )

        def again(state: RetryCallState) -> None:
            count(RETRIES, name)
            _log.info("transaction %s runs again, try %d", name, state.attempt_number + 1)

        def passes(error: BaseException) -> bool:
            if isinstance(error, CommitUnknown):  # whatever the driver says of its cause
                return False
            return isinstance(error, Overtaken) or may_pass(error.__cause__, self.dialect)

        attempts = AsyncRetrying(
            before_sleep=again,
            retry=retry_if_exception(passes),
            wait=wait_random_exponential(multiplier=0.02, max=1.0),
            stop=stop_after_attempt(MAX_TRIES),
            reraise=True,
        )
        try:
            return await attempts(self._on_a_living_server, name, once)
        except ClaimGraphError as error:
            if passes(error):
                raise gave_up(error, MAX_TRIES) from error.__cause__
            raise

    async def _on_a_living_server(self, name: str, once: Callable[[], Awaitable[T]]) -> T:
        """`once`; where the embedded server died before anything was committed, once more on the one that follows it.

        So a service outlives the death of its store. What a commit came to that was cut off nobody knows: the caller
        is told, and only what comes after goes to the new server.
        """
        driver = self._driver
        try:
            return await self._translated(name, once)
        except GraphUnavailable as error:
            if self._server is None or isinstance(error, CommitUnknown) or not lost_connection(error.__cause__):
                raise
            await self._reattach(self._server, driver)
            return await self._translated(name, once)

    async def _reattach(self, server: EmbeddedServer, lost: AsyncDriver) -> None:
        """Go over to the server that runs now, started where none does; `lost` is the driver that found none."""
        async with server.changing:
            if self._driver is not lost:
                return
            _log.warning("the embedded store went away; attaching again")
            self.address = await server.attach()
            self._driver = server.driver(self.address)
            with suppress(Exception):  # its connections are dead
                await lost.close()

    async def _translated(self, name: str, once: Callable[[], Awaitable[T]]) -> T:
        """`once`, with driver errors from begin and commit (where no query is to blame) as ours."""
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            return await once()
        except (Neo4jError, DriverError, OSError) as error:
            raise translate(error, self.address, f"transaction {name}") from error


async def open_graph(settings: Settings) -> Graph:
    """The store that the settings name: `neo4j_uri`, or the embedded one over `home`, started where needed.

    The client holds its lease on the embedded server until it is closed or its process dies.
    """
    if settings.neo4j_uri:
        from .resolve import configured_address

        return await Graph.connect(
            configured_address(settings), pool_size=settings.pool_size, timeout=settings.store_timeout_seconds
        )
    from .embedded_lease import EmbeddedServer

    def driver(address: GraphAddress) -> AsyncDriver:
        return _driver(address, settings.pool_size, settings.store_timeout_seconds)

    server = EmbeddedServer(settings, driver)
    address = await server.attach()
    try:
        graph = await Graph.connect(address, pool_size=settings.pool_size, timeout=settings.store_timeout_seconds)
    except BaseException:
        server.release()
        raise
    graph._server = server
    return graph


def _driver(address: GraphAddress, pool_size: int, timeout: float) -> AsyncDriver:
    from neo4j import AsyncGraphDatabase, NotificationMinimumSeverity

    return AsyncGraphDatabase.driver(
        address.uri,
        auth=(address.user, address.password),
        max_connection_pool_size=pool_size,
        connection_timeout=timeout,
        connection_acquisition_timeout=max(timeout, 60.0),
        warn_notification_severity=NotificationMinimumSeverity.OFF,
        user_agent="claimgraph",
    )


def _quiet_the_driver() -> None:
    """Every failure is raised with a message of ours; the driver need not print beside it."""
    for name in ("neo4j", "neo4j.notifications"):
        logger = logging.getLogger(name)
        if logger.level == logging.NOTSET:
            logger.setLevel(logging.CRITICAL)
