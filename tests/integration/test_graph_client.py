from __future__ import annotations

import asyncio
import dataclasses
import random

import pytest

from claimgraph.platform.errors import ConfigError, Conflict, Forbidden, GraphError, GraphUnavailable, InputError
from claimgraph.platform.graph import Dialect, Graph, GraphAddress, Query
from claimgraph.platform.graph.client import MAX_TRIES

SCHEMA = [
    Query("probe_id", "CREATE CONSTRAINT probe_id IF NOT EXISTS FOR (p:Probe) REQUIRE p.id IS UNIQUE"),
    Query("near_id", "CREATE CONSTRAINT near_id IF NOT EXISTS FOR ()-[n:NEAR]-() REQUIRE n.id IS UNIQUE"),
]
MERGE_NODES = Query(
    "merge_probes",
    "UNWIND $ids AS id MERGE (p:Probe {id: id}) ON CREATE SET p.tenant = $tenant, p.made = 1 "
    "ON MATCH SET p.met = coalesce(p.met, 0) + 1",
)
MERGE_EDGES = Query(
    "merge_near",
    "UNWIND $ids AS id MATCH (p:Probe {id: id}), (c:Probe {id: $centre}) "
    "MERGE (p)-[n:NEAR {id: id + $centre}]->(c) ON CREATE SET n.tenant = $tenant",
)
COUNT = Query("count_probes", "MATCH (p:Probe {tenant: $tenant}) RETURN count(p) AS nodes, count(DISTINCT p.id) AS ids")
COUNT_EDGES = Query("count_near", "MATCH (:Probe {tenant: $tenant})-[n:NEAR]->() RETURN count(n) AS edges")
CREATE = Query("create_probe", "CREATE (p:Probe {id: $id, tenant: $tenant})")


@pytest.fixture
async def probes(graph):
    for statement in SCHEMA:
        await graph.execute(statement)
    return graph


async def test_a_statement_returns_plain_values(graph, store):
    text = (
        "CREATE (a:Plain {id: $x, tenant: $tenant})-[e:TO {weight: 2}]->(b:Plain {at: datetime($at)}) "
        "WITH a, e, b DETACH DELETE a, b RETURN $x AS x, [1, {k: $x}] AS nested, datetime($at) AS at"
    )

    rows = await graph.execute(Query("plain", text), x="汉字", at="2024-01-02T03:04:05.250Z", tenant="t")

    assert rows[0]["x"] == "汉字"
    assert rows[0]["nested"] == [1, {"k": "汉字"}]
    assert rows[0]["at"].isoformat() == "2024-01-02T03:04:05.250000+00:00"
    assert graph.dialect is (Dialect.ARCADEDB if store.name == "arcadedb" else Dialect.NEO4J)


async def test_nodes_and_edges_come_as_their_properties(graph, tenant):
    made = Query("made", "CREATE (a:Plain {tenant: $tenant, n: 1})-[e:TO {weight: 2}]->(b:Plain {n: 3}) RETURN a, e, b")

    rows = await graph.write("made", lambda tx: tx.run(made, tenant=tenant))

    assert rows == [{"a": {"tenant": tenant, "n": 1}, "e": {"weight": 2}, "b": {"n": 3}}]


async def test_writers_that_meet_leave_no_duplicate(probes, tenant, monkeypatch):
    monkeypatch.setattr(probes, "_gate", None)  # as for those who have waited too long for their turn
    ids = [f"{tenant}-{number}" for number in range(12)]
    runs: list[str] = []

    async def writer(number: int) -> None:
        mine = random.Random(number).sample(ids, len(ids))

        async def work(tx):
            await tx.run(MERGE_NODES, ids=mine, tenant=tenant)
            await tx.run(MERGE_EDGES, ids=mine, centre=ids[0], tenant=tenant)

        for _ in range(3):
            await probes.write("meet", work)

    with probes.observe(runs.append):
        await asyncio.gather(*(writer(number) for number in range(6)))

    counts = await probes.execute(COUNT, tenant=tenant)
    edges = await probes.execute(COUNT_EDGES, tenant=tenant)
    assert counts == [{"nodes": 12, "ids": 12}]
    assert edges == [{"edges": 12}]
    assert runs.count("merge_probes") > 18, "nobody met anybody: this test would pass without re-running"


async def test_a_collision_that_does_not_pass_is_an_error_after_bounded_tries(probes, tenant, store):
    await probes.execute(CREATE, id=tenant, tenant=tenant)
    sent: list[str] = []

    with probes.observe(sent.append), pytest.raises(GraphError, match=r"again|create_probe") as raised:
        await probes.write("again", lambda tx: tx.run(CREATE, id=tenant, tenant=tenant))

    assert len(sent) == (MAX_TRIES if store.name == "arcadedb" else 1)
    assert type(raised.value) is (Conflict if store.name == "arcadedb" else GraphError)
    assert tenant not in str(raised.value)


async def test_a_work_function_that_fails_leaves_nothing(probes, tenant):
    async def work(tx):
        await tx.run(CREATE, id=f"{tenant}-half", tenant=tenant)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await probes.write("half", work)

    assert await probes.execute(Query("left", "MATCH (p:Probe {tenant: $tenant}) RETURN p"), tenant=tenant) == []


async def test_a_cancelled_work_function_leaves_nothing_and_the_pool_whole(probes, tenant):
    began = asyncio.Event()

    async def work(tx):
        await tx.run(CREATE, id=f"{tenant}-cut", tenant=tenant)
        began.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(probes.write("cut", work))
    await began.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert await probes.execute(Query("left", "MATCH (p:Probe {tenant: $tenant}) RETURN p"), tenant=tenant) == []


async def test_reading_cannot_write(store, graph, tenant):
    reader = await Graph.connect(store.address.as_reader())

    async with reader:
        with pytest.raises(Forbidden):
            await reader.read("sneak", lambda tx: tx.run(CREATE, id=tenant, tenant=tenant))
        with pytest.raises(GraphError):
            await reader.sql("CREATE VERTEX TYPE Sneak")


async def test_files_of_the_host_cannot_be_read(store, graph):
    query = Query("load", "LOAD CSV FROM 'file:///etc/hosts' AS line RETURN line LIMIT 1")

    for address in {store.address, store.address.as_reader()}:
        async with await Graph.connect(address) as reader:
            with pytest.raises((GraphError, Forbidden)):
                await reader.read("load", lambda tx: tx.run(query))


async def test_every_statement_sent_is_told_to_observers(graph):
    first, second = Query("first", "RETURN 1 AS n"), Query("second", "RETURN 2 AS n")
    sent: list[str] = []

    async def work(tx):
        await tx.run(first)
        return await tx.run(second)

    with graph.observe(sent.append):
        assert await graph.read("both", work) == [{"n": 2}]
    await graph.execute(first)

    assert sent == ["first", "second"]


async def test_a_missing_parameter_is_refused_before_it_is_sent(graph):
    sent: list[str] = []

    with graph.observe(sent.append), pytest.raises(GraphError, match=r"needs_two lacks the parameter.* other"):
        await graph.execute(Query("needs_two", "RETURN $one, $other"), one=1)

    assert sent == []


@pytest.mark.parametrize("value", ["a\ud800b", 2**70])
async def test_a_value_no_store_can_hold_is_the_callers_error(graph, value):
    with pytest.raises(InputError, match=r"query echo"):
        await graph.execute(Query("echo", "RETURN $value AS value"), value=value)

    assert await graph.execute(Query("echo", "RETURN $value AS value"), value="ok") == [{"value": "ok"}]


async def test_a_wrong_statement_is_explained_with_its_name(graph):
    with pytest.raises(GraphError, match=r"query nonsense: .*understand the statement \(.*nope"):
        await graph.execute(Query("nonsense", "RETURN nope(1)"))


async def test_a_wrong_password_is_one_clear_line(store, graph):
    wrong = dataclasses.replace(store.address, password="not-it", folder=None)

    with pytest.raises(Forbidden, match=r"refused user .*CLAIMGRAPH_NEO4J_PASSWORD") as raised:
        await Graph.connect(wrong)

    assert "\n" not in str(raised.value)
    assert "not-it" not in str(raised.value)


async def test_a_database_that_is_not_there_is_a_wrong_setting(store, graph):
    with pytest.raises(ConfigError, match=r"no database nowhere"):
        await Graph.connect(dataclasses.replace(store.address, database="nowhere"))


async def test_a_store_that_is_away_is_one_clear_line():
    with pytest.raises(GraphUnavailable, match=r"store at bolt://127\.0\.0\.1:1 does not answer.*start it") as raised:
        await Graph.connect(GraphAddress("bolt://127.0.0.1:1", "neo4j", "secret"), timeout=5)

    assert "\n" not in str(raised.value)


async def test_an_address_that_is_none_is_a_wrong_setting():
    with pytest.raises(ConfigError, match=r"CLAIMGRAPH_NEO4J_URI"):
        await Graph.connect(GraphAddress("postgres://127.0.0.1", "neo4j", "secret"))


async def test_sql_is_for_the_embedded_store_only(graph, store):
    if store.name == "arcadedb":
        assert await graph.sql("SELECT 1 AS one") == [{"one": 1}]
        with pytest.raises(GraphError, match=r"failed"):
            await graph.sql("SELECT FROM NoSuchTypeAtAll")
    else:
        with pytest.raises(GraphError, match=r"embedded store"):
            await graph.sql("SELECT 1 AS one")


async def test_an_optional_match_is_counted_the_same_on_both_stores(graph, tenant):
    """`count(b)` ignores b's label on the embedded store; `count(DISTINCT b)`, which all queries use, does not."""
    made = Query("made", "CREATE (a:Hub {tenant: $t})-[:S]->(:Apple {tenant: $t}), (a)-[:S]->(:Pear {tenant: $t})")
    counted = Query(
        "counted",
        "MATCH (a:Hub {tenant: $t}) OPTIONAL MATCH (a)-[:S]->(b:Apple) WITH a, count(DISTINCT b) AS n RETURN n",
    )

    await graph.execute(made, t=tenant)

    assert await graph.execute(counted, t=tenant) == [{"n": 1}]
