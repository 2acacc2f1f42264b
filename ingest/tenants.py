"""A tenant's search indexes: made before its first write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimgraph.graph_schema.migrations import ensure_tenant
from claimgraph.platform.graph import Graph


@dataclass(frozen=True, slots=True)
class TenantIndexes:
    """Makes a tenant's indexes; what was made before costs one look-up.

    It looks each time: another process may have erased the tenant since.
    """

    graph: Graph
    embedder_sizes: Mapping[str, int]  # embedder name -> dimensions

    async def ensure(self, tenant: str) -> None:
        await ensure_tenant(self.graph, tenant, self.embedder_sizes)
