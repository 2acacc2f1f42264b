from __future__ import annotations

from claimgraph.platform.graph import Dialect, Query


async def test_a_statement_returns_plain_values(graph, store):
    rows = await graph.execute(Query("one", "RETURN 1 AS a, datetime('2024-01-02T03:04:05Z') AS d, $x AS x"), x="汉")

    assert rows[0]["a"] == 1 and rows[0]["x"] == "汉"
    assert rows[0]["d"].isoformat() == "2024-01-02T03:04:05+00:00"
    assert graph.dialect is (Dialect.ARCADEDB if store.name == "arcadedb" else Dialect.NEO4J)
