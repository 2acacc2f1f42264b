"""All nodes of a label and all edges of a type, read as each store sends them fastest.

The embedded store streams records by the thousand. Neo4j sends each record by itself, at the price of several turns of
the event loop: from it whole pages come as one record, in the order of the ids, larger pages the smaller the rows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from claimgraph.platform.graph import Dialect, Graph, Query, Transaction

from .queries import filled_query

FIRST_PAGE, LARGEST_PAGE = 64, 4096
"""Rows of a page. The first ones are few: a row may hold a long text, and a page is held in memory."""

PAGE_SIZE = 1024 * 1024
"""Characters and list items of a page. A smaller page is followed by one of twice as many rows, a larger by fewer."""


async def all_rows(graph: Graph, name: str, /, **placeholders: str) -> AsyncIterator[dict[str, Any]]:
    """Every row of the statement `name`, or of its pages (`<name>_page`) where those are faster."""
    if graph.dialect is Dialect.ARCADEDB:
        async for row in graph.stream(filled_query(name, **placeholders)):
            yield row
        return
    statement = filled_query(f"{name}_page", **placeholders)
    after, limit = "", FIRST_PAGE
    while True:
        page = await _page(graph, statement, after, limit)
        for row in page:
            yield row
        if len(page) < limit:
            return
        after = page[-1]["id"]
        limit = min(2 * limit, max(1, limit * PAGE_SIZE // _size(page)), LARGEST_PAGE)


async def _page(graph: Graph, statement: Query, after: str, limit: int) -> list[dict[str, Any]]:
    async def work(tx: Transaction) -> list[dict[str, Any]]:
        (row,) = await tx.run(statement, after=after, limit=limit)
        return list(row["page"])

    return await graph.read(statement.name, work)


def _size(page: Sequence[Mapping[str, Any]]) -> int:
    values = (value for row in page for value in row["properties"].values())
    return 1 + sum(len(value) if isinstance(value, (str, list, bytes)) else 1 for value in values)
