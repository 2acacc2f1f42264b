"""Numbered migrations and their runner.

A migration is a file `NNNN_name.cypher`, or a variant per dialect (`NNNN_name.neo4j.cypher`,
`NNNN_name.arcadedb.cypher`, `NNNN_name.arcadedb.sql`). Each is recorded in the graph, with the checksum of its
text, once its last statement has succeeded; all statements say IF NOT EXISTS, so that one that was interrupted is
simply run again. `tenant_*` files are templates: `ensure_tenant` runs them before a tenant's first write.
"""

from .runner import SchemaState, ensure_tenant, forget_tenant, migrate, schema_state

__all__ = ["SchemaState", "ensure_tenant", "forget_tenant", "migrate", "schema_state"]
