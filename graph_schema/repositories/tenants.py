"""All that a tenant has, for erasing it."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.platform.graph import Query, Transaction

from ..queries import filled_query
from ..schema import NODE_LABELS


async def nodes_of(tx: Transaction, tenant: str) -> dict[str, list[str]]:
    """Label -> the ids of the tenant's nodes, sorted, where there are any; jobs first: nobody concludes one then."""
    found: dict[str, list[str]] = {}
    for label in sorted(NODE_LABELS, key=lambda label: label != "Job"):
        ids = sorted(row["id"] for row in await tx.run(_of("erase_tenant_nodes", label), tenant=tenant))
        if ids:
            found[label] = ids
    return found


async def delete_nodes(tx: Transaction, tenant: str, label: str, ids: Sequence[str]) -> None:
    """Delete nodes of one label with all their edges."""
    await tx.run(_of("erase_tenant_delete", label), tenant=tenant, ids=list(ids))


def _of(name: str, label: str) -> Query:
    """A query about one of the schema's own labels: labels cannot be parameters."""
    if label not in NODE_LABELS:
        raise ValueError(f"there is no label {label!r}")
    return filled_query(name, LABEL=label)
