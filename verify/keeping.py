"""Keeping what judges say: checks go into the graph while the judging goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import anyio

from claimgraph.graph_schema.repositories.checks import CheckRow, FindingRow, write_checks
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.tasks import task_group

from .model import Check, Opinion, Unscored

BATCH_PAIRS = 256
"""Pairs a judge gets at once, and checks that are written at once."""

FLUSH_SECONDS = 2.0
"""How long a check may wait to be written together with others: the work that a crash may cost."""

Writing = Callable[[Transaction], Awaitable[None]]


class CheckKeeper:
    """Writes claims and checks as they come, in few transactions: each costs the store a flush to disk.

    What waits is written once it is a batch, and every `FLUSH_SECONDS` while judges are at work (`flushing`): that
    much work a crash may cost. What little is left at the end goes into the transaction that concludes (`take`).
    Transactions run one at a time, since two that touch the same claims make each other start again.
    """

    def __init__(self, graph: Graph, tenant: str) -> None:
        self._graph = graph
        self._tenant = tenant
        self._lock = anyio.Lock()
        self._claims: list[Writing] = []
        self._checks: list[CheckRow] = []

    def expect(self, write_claims: Writing) -> None:
        """Claims that checks are about to be made of; they are written before their checks."""
        self._claims.append(write_claims)

    async def keep(self, made: Sequence[Check]) -> None:
        self._checks += [check_row(check) for check in made]
        if len(self._checks) >= BATCH_PAIRS:
            await self.flush()

    @asynccontextmanager
    async def flushing(self) -> AsyncIterator[None]:
        """While the body runs, write what waits every `FLUSH_SECONDS`, however long the slowest judge takes."""
        done = anyio.Event()

        async def flush_regularly() -> None:
            while not done.is_set():
                with anyio.move_on_after(FLUSH_SECONDS):
                    await done.wait()
                if not done.is_set():
                    await self.flush()

        async with task_group() as tasks:
            tasks.start_soon(flush_regularly)
            try:
                yield
            finally:
                done.set()

    async def flush(self) -> None:
        """Write all that waits; returns once it is committed."""
        async with self._lock:
            if self._claims or self._checks:
                await self._graph.write("checks_write", self.take())

    def take(self) -> Writing:
        """What writes all that waits; it waits no longer. For a transaction of the caller's, which may run again."""
        claims, self._claims = self._claims, []
        checks, self._checks = self._checks, []

        async def work(tx: Transaction) -> None:
            for write_claims in claims:
                await write_claims(tx)
            await write_checks(tx, self._tenant, checks, datetime.now(UTC).isoformat())

        return work


def check_row(check: Check) -> CheckRow:
    """A check as it is kept in the graph."""
    opinion = check.opinion if isinstance(check.opinion, Opinion) else Opinion()
    return CheckRow(
        claim=check.claim_id,
        premise_id=check.window.premise_id,
        pieces=tuple((piece.chunk_id, piece.start, piece.end) for piece in check.window.pieces),
        judge=check.judge,
        judge_version=check.judge_version,
        scores=dict(opinion.scores),
        findings=tuple(
            FindingRow(finding.kind, finding.stance.value, finding.claim_words, finding.premise_words)
            for finding in opinion.findings
        ),
        reason=opinion.reason,
        unscored_reason=check.opinion.reason if isinstance(check.opinion, Unscored) else None,
        basis=check.basis,
        origin=check.origin,
    )
