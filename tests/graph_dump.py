"""Everything the graph holds of a tenant, in a form that two runs can be compared by."""

from __future__ import annotations

from typing import Any

from claimgraph.platform.graph import Graph, Query, Transaction

MASKED = frozenset(
    {
        # times and durations
        "created_at", "ingested_at", "superseded_at", "started_at", "finished_at", "at", "seconds",
        # attempts, call counts, cost
        "attempts", "calls", "saved_exact", "saved_paraphrased", "cost",
        # which of several documents took a chunk up last
        "held_by",
    }
)  # fmt: skip
"""What may differ between an undisturbed run and one that was killed and repeated; nothing else may."""

_NODES = Query(
    "dump_nodes", "MATCH (n) WHERE n.tenant = $tenant RETURN labels(n) AS labels, properties(n) AS properties"
)
_EDGES = Query(
    "dump_edges",
    "MATCH (a)-[e]->(b) WHERE e.tenant = $tenant "
    "RETURN type(e) AS type, a.id AS source, b.id AS target, properties(e) AS properties",
)
_CLEAR = Query("clear_tenant", "MATCH (n) WHERE n.tenant = $tenant DETACH DELETE n")


async def dump(graph: Graph, tenant: str, *, exact: bool = False) -> tuple[list[Any], list[Any]]:
    """(nodes, edges) of a tenant, sorted, with `MASKED` properties left out; `exact`: all, to the last digit."""
    kept = _exactly if exact else _roughly

    async def work(tx: Transaction) -> tuple[list[Any], list[Any]]:
        nodes = [
            (row["properties"]["id"], sorted(row["labels"]), kept(row["properties"]))
            for row in await tx.run(_NODES, tenant=tenant)
        ]
        edges = [
            (row["properties"]["id"], row["type"], row["source"], row["target"], kept(row["properties"]))
            for row in await tx.run(_EDGES, tenant=tenant)
        ]
        return sorted(nodes, key=lambda node: node[0]), sorted(edges, key=lambda edge: edge[0])

    return await graph.read("dump", work)


async def clear(graph: Graph, tenant: str) -> None:
    """Take a tenant's nodes and edges away; its indexes stay."""

    async def work(tx: Transaction) -> None:
        await tx.run(_CLEAR, tenant=tenant)

    await graph.write("clear", work)


def _exactly(properties: dict[str, Any]) -> dict[str, Any]:
    """With the type of each value: 1, 1.0 and True are equal to Python, but not the same to a store."""
    return {name: (_type(value), value) for name, value in sorted(properties.items())}


def _type(value: Any) -> str:
    return f"list of {sorted({_type(one) for one in value})}" if isinstance(value, list) else type(value).__name__


def _roughly(properties: dict[str, Any]) -> dict[str, Any]:
    return {name: _rounded(value) for name, value in sorted(properties.items()) if name not in MASKED}


def _rounded(value: Any) -> Any:
    """A repeated run judges what was left in other batches, which moves a score in its seventh digit."""
    if isinstance(value, float):
        return round(value, 3)
    return [_rounded(one) for one in value] if isinstance(value, list) else value
