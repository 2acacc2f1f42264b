"""What an operation sent to the store, and how long the same takes with nothing but the driver around it.

Reading statements are sent again as they were. Writing ones get fresh ids for everything that the operation made, so
that the store has to make as much again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from claimgraph.graph_schema.ids import digest

if TYPE_CHECKING:
    from claimgraph.platform.graph import Graph, Query

_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Sent:
    """One statement, as the driver was given it."""

    name: str
    text: str
    parameters: Mapping[str, Any]


@dataclass(slots=True)
class Recording:
    """Transactions in the order in which they began, each with its statements."""

    transactions: list[list[Sent]] = field(default_factory=list)

    @property
    def statements(self) -> int:
        return sum(map(len, self.transactions))

    def with_texts(self, texts: Mapping[str, str]) -> Recording:
        """The same with other Cypher for statements of these names; statements of other names are left out."""
        kept = [
            [Sent(one.name, texts[one.name], one.parameters) for one in sent if one.name in texts]
            for sent in self.transactions
        ]
        return Recording([sent for sent in kept if sent])

    def with_fresh_ids(self, known: set[str], salt: object) -> Recording:
        """The same with another id for each that is not in `known`, which learns those of this recording."""
        found = {id for sent in self.transactions for one in sent for id in _ids(one.parameters)} - known
        fresh = {id: digest("fresh", id, salt) for id in found}
        known |= found
        return Recording(
            [[Sent(one.name, one.text, _renamed(one.parameters, fresh)) for one in sent] for sent in self.transactions]
        )


@contextmanager
def recording(graph: Graph) -> Iterator[Recording]:
    """Everything that is sent through `graph` meanwhile."""
    made, places, send = Recording(), {}, graph._send

    async def sending(runner: Any, query: Query, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        _, statements = places.setdefault(id(runner), (runner, []))  # the runner is kept, so that its id stays its own
        if not statements:
            made.transactions.append(statements)
        statements.append(Sent(query.name, query.text, parameters))
        return await send(runner, query, parameters)

    graph._send = sending  # type: ignore[method-assign]
    try:
        yield made
    finally:
        del graph._send


async def replay(graph: Graph, recorded: Recording) -> float:
    """Seconds for the same transactions, one after the other, by the bare driver; all rows are fetched."""
    started = time.perf_counter()
    for statements in recorded.transactions:
        async with graph._driver.session(database=graph.address.database) as session:
            transaction = await session.begin_transaction()
            async with transaction:
                for one in statements:
                    result = await transaction.run(one.text, dict(one.parameters))
                    async for _ in result:
                        pass
                await transaction.commit()
    return time.perf_counter() - started


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if _ID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _ids(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _ids(one)


def _renamed(value: Any, fresh: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return fresh.get(value, value)
    if isinstance(value, Mapping):
        return {name: _renamed(one, fresh) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, fresh) for one in value]
    return value
