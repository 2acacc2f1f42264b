"""The procedures that statements of operators may call: they read the graph, its schema and its search indexes.

Light to import: the embedded server reads this list too, and knows no other procedure.
"""

from __future__ import annotations

LISTED_PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshipTypes",
        "db.propertyKeys",
        "db.schema.visualization",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
    }
)
