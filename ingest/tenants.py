"""A tenant's search indexes: made before its first write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimgraph.graph_schema.migrations import ensure_tenant
from claimgraph.platform.graph import Graph


@dataclass(slots=True)
class TenantIndexes:
    """Makes a tenant's indexes once a process; what was made before costs one look-up."""

    graph: Graph
    embedder_sizes: Mapping[str, int]  # embedder name -> dimensions
    _ready: set[str] = field(default_factory=set)

    async def ensure(self, tenant: str) -> None:
        if tenant not in self._ready:
            await ensure_tenant(self.graph, tenant, self.embedder_sizes)
            self._ready.add(tenant)
