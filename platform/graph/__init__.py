"""The store: one asynchronous client over Bolt, for Neo4j 5 and for the embedded default.

    async with await open_graph(settings) as graph:
        rows = await graph.read("answers", lambda tx: tx.run(query, tenant="default"))

Light to import: the driver is loaded when a connection is made.
"""

from __future__ import annotations

from .address import Dialect, GraphAddress
from .client import Graph, Transaction, open_graph
from .failures import CommitUnknown, Overtaken
from .query import Query, load_query
from .resolve import configured_address

__all__ = [
    "CommitUnknown",
    "Dialect",
    "Graph",
    "GraphAddress",
    "Overtaken",
    "Query",
    "Transaction",
    "configured_address",
    "load_query",
    "open_graph",
]
