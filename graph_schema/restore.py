"""A store made from a backup: whole, or marked as unfinished so that nothing uses it.

The file is checked to its last bit first (`backup.inspect`). Then, under the schema's lock: the mark is set, what the
store held is deleted, the search indexes are made, nodes are written and then edges, everything is counted, and only
then is the mark taken away.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimgraph.platform import archive
from claimgraph.platform.errors import Conflict, DamagedArchive, InputError
from claimgraph.platform.graph import Graph, Query, Transaction

from .backup import Backup, Progress, count_all, fingerprint
from .backup_values import from_json, property_map
from .ids import relation_of
from .migrations.runner import Renew, make_tenant_indexes, restoring
from .queries import filled_query
from .schema import EDGE_TYPES, NODE_LABELS, tenant_label

DELETE_ROWS = 5000


async def restore(graph: Graph, backup: Backup, *, replace: bool, progress: Progress) -> None:
    """Make the store hold what the backup holds, and nothing else. `backup` comes from `inspect`.

    Raises `InputError` where the store holds something and `replace` is false, before anything is changed; `Conflict`
    where another restore or migration is under way, or where something wrote into the store meanwhile.
    """

    async def may_begin(unfinished: bool) -> None:
        nodes, _ = await count_all(graph)
        if nodes and not (replace or unfinished):
            held = ", ".join(f"{n:,} {label}" for label, n in nodes.items())
            raise InputError(f"The store is not empty ({held}); --yes deletes all of it and restores the backup.")

    async with restoring(graph, fingerprint(backup), may_begin) as renew:
        await _empty(graph, renew)
        for tenant, embedders in backup.tenants.items():
            await make_tenant_indexes(graph, tenant_label(tenant), embedders)
            await renew()
        done = 0
        async with aclosing(_read_ahead(archive.blocks(Path(backup.path)))) as blocks:
            async for block in blocks:
                await _write_block(graph, block)
                done += block.rows
                progress(done, backup.total)
                await renew()
        if await count_all(graph) != (backup.nodes, backup.edges):
            raise Conflict("The store does not hold what the backup does: something wrote to it. Run it again.")


async def _empty(graph: Graph, renew: Renew) -> None:
    """Delete all nodes and edges, edges first: on the embedded store a node with many edges is slow to delete."""
    nodes, edges = await count_all(graph)
    statements = [filled_query("empty_edges", TYPE=edge) for edge in edges]
    statements += [filled_query("empty_nodes", LABEL=label) for label in nodes]
    for statement in statements:
        while await _run(graph, statement, limit=DELETE_ROWS):
            await renew()


@dataclass(frozen=True, slots=True)
class _Block:
    """What one transaction writes: a statement for all rows of the same shape."""

    statements: Sequence[tuple[Query, list[Any]]]
    rows: int


async def _read_ahead(blocks: Iterator[tuple[dict[str, Any], list[Any]]]) -> AsyncGenerator[_Block]:
    """The blocks, each unpacked in a thread while the store writes the one before: two are in memory."""
    with ThreadPoolExecutor(1) as thread:

        def read() -> asyncio.Future[_Block | None]:
            return asyncio.get_running_loop().run_in_executor(thread, _next_block, blocks)

        coming = read()
        while (block := await coming) is not None:
            coming = read()
            try:
                yield block
            except GeneratorExit:  # the restore has failed: nobody asks any more what came of the next block
                coming.cancel()
                raise


def _next_block(blocks: Iterator[tuple[dict[str, Any], list[Any]]]) -> _Block | None:
    for head, rows in blocks:
        try:
            if len(rows) != head["rows"]:
                raise ValueError("rows are missing")
            return _Block(
                _node_statements(head, rows) if head["kind"] == "nodes" else _edge_statements(head, rows), len(rows)
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedArchive("A block of the backup is not what this program writes; take another copy.") from error
    return None


async def _write_block(graph: Graph, block: _Block) -> None:
    async def work(tx: Transaction) -> int:
        return sum([len(batch) if not await _lost(tx, query, batch) else 0 for query, batch in block.statements])

    if await graph.write("restore_block", work) != block.rows:
        raise DamagedArchive("The backup holds an edge whose ends it does not hold; take another backup.")


async def _lost(tx: Transaction, statement: Query, rows: Sequence[Any]) -> bool:
    """True where fewer edges were written than asked for; nodes are always written."""
    found = await tx.run(statement, rows=rows)
    return bool(found) and found[0]["n"] != len(rows)


def _node_statements(head: Mapping[str, Any], rows: Sequence[dict[str, Any]]) -> list[tuple[Query, list[Any]]]:
    label = NODE_LABELS[NODE_LABELS.index(head["label"])]
    shapes: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for properties in rows:
        if label == "Triple" and "relation_lemma" not in properties:  # backups of before migration 6
            properties = {**properties, "relation_lemma": relation_of(properties["key"])}
        labels = f"{label}:{tenant_label(properties['tenant'])}" if label == "Chunk" else label
        shapes[labels, property_map(properties)].append({"p": _values(properties)})
    return [
        (filled_query("restore_nodes", LABELS=labels, PROPERTIES=shape), batch)
        for (labels, shape), batch in shapes.items()
    ]


def _edge_statements(head: Mapping[str, Any], rows: Sequence[Any]) -> list[tuple[Query, list[Any]]]:
    source, target, edge_type = head["source"], head["target"], head["type"]
    if (source, target) not in EDGE_TYPES[edge_type]:
        raise ValueError("no such edge")
    shapes: dict[str, list[Any]] = defaultdict(list)
    for a, b, properties in rows:
        shapes[property_map(properties)].append({"a": a, "b": b, "p": _values(properties)})
    return [
        (filled_query("restore_edges", SOURCE=source, TYPE=edge_type, TARGET=target, PROPERTIES=shape), batch)
        for shape, batch in shapes.items()
    ]


def _values(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {name: from_json(value) for name, value in properties.items()}


async def _run(graph: Graph, statement: Query, **parameters: Any) -> int:
    async def work(tx: Transaction) -> int:
        return int((await tx.run(statement, **parameters))[0]["n"])

    return await graph.write(statement.name, work)
