"""Erasing a tenant: every node, edge and search index of it. Idempotent: run again, it takes what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.migrations import forget_tenant
from claimgraph.graph_schema.repositories import tenants
from claimgraph.platform.errors import Conflict
from claimgraph.platform.graph import Graph

BATCH_NODES = 2000
"""Nodes deleted in one transaction."""

PASSES = 5
"""How often what was written meanwhile is deleted before somebody is said to be still writing."""


@dataclass(frozen=True, slots=True)
class TenantErased:
    tenant: str
    nodes: int


@dataclass(frozen=True, slots=True)
class TenantEraser:
    graph: Graph
    clear_caches: Callable[[], None]  # what is kept on disk beside the graph and may hold text

    async def erase(self, tenant: str, on_nodes: Callable[[int], None] | None = None) -> TenantErased:
        """Delete everything of a tenant. Raises `Conflict` where somebody goes on writing into it."""
        erased = 0
        for _ in range(PASSES):
            found = await self.graph.read("erase_tenant_nodes", lambda tx: tenants.nodes_of(tx, tenant))
            for label, ids in found.items():
                for start in range(0, len(ids), BATCH_NODES):
                    await self._delete(tenant, label, ids[start : start + BATCH_NODES])
                    erased += len(ids[start : start + BATCH_NODES])
                    if on_nodes is not None:
                        on_nodes(erased)
            if not found:
                await forget_tenant(self.graph, tenant)
                if not await self.graph.read("erase_tenant_nodes", lambda tx: tenants.nodes_of(tx, tenant)):
                    self.clear_caches()
                    return TenantErased(tenant, erased)
        raise Conflict("Somebody goes on writing into this tenant; stop them and run the command again.")

    async def _delete(self, tenant: str, label: str, ids: Sequence[str]) -> None:
        await self.graph.write("erase_tenant", lambda tx: tenants.delete_nodes(tx, tenant, label, ids))
