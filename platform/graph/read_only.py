"""Statements of operators: run so that the store itself lets nothing but reading through.

The text is never searched for words. What holds instead:

- Neo4j plans the statement first (`EXPLAIN`, see `plans`), which has no effect; what is more than reading the graph is
  refused. Then it runs in a transaction with access mode READ, in which the server refuses writes, schema changes and
  administration once more, and ends what takes too long.
- The embedded store runs it as a user who has the one right to read records; its server knows no procedure but the
  listed ones and has `LOAD CSV` switched off. What takes too long is terminated from a second connection.

No transaction with a change in it is ever committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ClaimGraphError, Forbidden, GraphError, InputError

from .address import Dialect, GraphAddress
from .client import Graph
from .failures import translate
from .plans import READS, refusal
from .query import Query
from .values import plain

if TYPE_CHECKING:
    from neo4j import AsyncResult, AsyncSession, AsyncTransaction, Record
    from neo4j.exceptions import Neo4jError

GRACE_SECONDS = 2.0
"""How long to wait, after its time is up, for the store to end a statement by itself."""

EMBEDDED_SECONDS = 120.0
"""The embedded store ends every statement after this time, whatever its client allows."""

_USER_FUNCTIONS = "SHOW FUNCTIONS YIELD name, isBuiltIn WHERE NOT isBuiltIn RETURN name"
_FORBIDDEN = ("Neo.ClientError.Statement.AccessMode", "Neo.ClientError.Security.Forbidden")
_TIMED_OUT = ("TransactionTimedOut", ".Transaction.Terminated", "TransactionMarkedAsFailed")
_UNKNOWN_PROCEDURE = ("Neo.ClientError.Procedure.ProcedureNotFound", "Unknown procedure/function")


@dataclass(frozen=True, slots=True)
class Table:
    """What a statement returned: at most as many rows as were asked for, in plain values; `cut`: there are more."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool
    seconds: float


async def read_table(
    address: GraphAddress, text: str, parameters: Mapping[str, Any], *, seconds: float, rows: int
) -> Table:
    """Run one statement, whoever wrote it, for at most `seconds`, and give its first `rows` rows.

    Raises `Forbidden` for what does more than read the graph, with the reason; `InputError` for a statement that the
    store does not understand, that fails, or that takes too long; `GraphUnavailable` where no store answers.
    """
    async with await Graph.connect(address.as_reader(), pool_size=1) as graph:
        if graph.dialect is Dialect.ARCADEDB:
            seconds = min(seconds, EMBEDDED_SECONDS)
        running = _Running(graph, rows)
        try:
            async with asyncio.timeout(seconds + (GRACE_SECONDS if graph.dialect is Dialect.NEO4J else 0.0)):
                return await running.table(text, dict(parameters), seconds)
        except TimeoutError:
            await running.terminate()
            raise _took_too_long(seconds) from None


class _Running:
    """One statement on one connection of its own."""

    def __init__(self, graph: Graph, rows: int) -> None:
        self._graph = graph
        self._rows = rows
        self._connection: str | None = None

    async def table(self, text: str, parameters: dict[str, Any], seconds: float) -> Table:
        started = time.monotonic()
        try:
            async with self._graph._session("READ") as session:
                if self._graph.dialect is Dialect.NEO4J:
                    await self._let_pass(session, text, parameters, seconds)
                transaction = await session.begin_transaction(timeout=seconds)
                try:
                    if self._graph.dialect is Dialect.ARCADEDB:
                        self._connection = await _connection_of(transaction)
                    result = await transaction.run(text, parameters)
                    found = [tuple(map(plain, record.values())) async for record in self._first(result)]
                    cut = len(found) > self._rows
                    if self._graph.dialect is Dialect.ARCADEDB:
                        await _make_sure_it_read(transaction, result, cut)
                finally:
                    await transaction.close()  # which rolls back
        except ClaimGraphError:
            raise
        except Exception as error:
            raise _refused(error, self._graph.address, seconds) from error
        return Table(tuple(result.keys()), tuple(found[: self._rows]), cut, round(time.monotonic() - started, 3))

    async def terminate(self) -> None:
        """End the statement in the embedded store, which goes on when its client is gone."""
        if self._connection is None:
            return
        with contextlib.suppress(Exception):  # it may be over; what happened is told by the error that follows
            async with (
                asyncio.timeout(GRACE_SECONDS),
                await Graph.connect(self._graph.address, pool_size=1) as other,
            ):
                for row in await other.execute(Query("running", "SHOW TRANSACTIONS")):
                    if row["connectionId"] == self._connection:
                        ending = Query("terminate", f"TERMINATE TRANSACTIONS '{_only_an_id(row['transactionId'])}'")
                        await other.execute(ending)

    async def _let_pass(self, session: AsyncSession, text: str, parameters: dict[str, Any], seconds: float) -> None:
        """Raise `Forbidden` where Neo4j's plan of the statement does more than read the graph."""
        async with await session.begin_transaction(timeout=seconds) as transaction:
            functions = {str(row["name"]) async for row in await transaction.run(_USER_FUNCTIONS)}
            summary = await (await transaction.run(f"EXPLAIN\n{text}", parameters)).consume()
            await transaction.rollback()
        plan: Any = summary.plan
        if reason := refusal(plan, summary.query_type, functions):
            raise Forbidden(f"The statement was refused: {reason}. `claimgraph cypher` only reads the graph.")

    async def _first(self, result: AsyncResult) -> AsyncIterator[Record]:
        """One record more than is asked for, which shows that there are more."""
        taken = 0
        async for record in result:
            yield record
            taken += 1
            if taken > self._rows:
                return


async def _make_sure_it_read(transaction: AsyncTransaction, result: AsyncResult, cut: bool) -> None:
    """Raise where a statement in the embedded store wrote, or would have, had it found something to write to.

    Changes of records are kept back there until the commit, which the store then refuses to its reader. What kind of
    statement it was is told with the last row only; of a plan, it is not told at all, and no plan changes anything.
    """
    if cut:
        await transaction.commit()
        return
    summary = await result.consume()
    if summary.query_type != READS and (summary.plan is None or summary.profile is not None):
        raise Forbidden("The statement was refused: it may write. `claimgraph cypher` only reads the graph.")


async def _connection_of(transaction: AsyncTransaction) -> str | None:
    """What the embedded store calls the connection of this transaction."""
    mark = secrets.token_hex(8)
    async for row in await transaction.run(f"/* {mark} */ SHOW TRANSACTIONS"):
        if mark in str(row["currentQuery"]):
            return str(row["connectionId"])
    return None


def _only_an_id(text: object) -> str:
    return "".join(letter for letter in str(text) if letter.isalnum() or letter == "-")


def _refused(error: Exception, address: GraphAddress, seconds: float) -> ClaimGraphError:
    """The error of our tree. Unlike for statements of our own, the server's words are kept: they are about the text
    of the person who reads them."""
    from neo4j.exceptions import Neo4jError

    if not isinstance(error, Neo4jError):
        return translate(error, address, "the statement")
    code, said = error.code or "", _said(error)
    if any(part in code for part in _TIMED_OUT):
        return _took_too_long(seconds)
    if code in _FORBIDDEN:
        return Forbidden(f"The store refused the statement, which may only read the graph: {said}.")
    if code == _UNKNOWN_PROCEDURE[0] or said.startswith(_UNKNOWN_PROCEDURE[1]):
        return Forbidden(f"The statement was refused: {said}. Only procedures that read the graph are listed.")
    if code.startswith(("Neo.ClientError.Statement.", "Neo.ClientError.Procedure.", "Neo.ClientError.Transaction.")):
        return InputError(f"The store does not take the statement: {said}.")
    if code.startswith("Neo.DatabaseError."):
        return GraphError(f"The statement failed in the store ({code}): {said}.")
    return translate(error, address, "the statement")


def _said(error: Neo4jError) -> str:
    lines = [line.strip() for line in (error.message or error.code or "no reason").splitlines()]
    return lines[0][:400].rstrip(".")


def _took_too_long(seconds: float) -> InputError:
    most = f"; the embedded store gives none more than {EMBEDDED_SECONDS:g}" if seconds == EMBEDDED_SECONDS else ""
    return InputError(
        f"The statement took longer than {seconds:g} s and was ended. Narrow it, or give it more with --timeout{most}."
    )
