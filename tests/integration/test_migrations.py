"""The schema comes up once, whoever tries, and a store that does not fit is refused."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from typing import Any

import anyio
import pytest

from claimgraph.graph_schema.migrations import ensure_tenant, migrate, schema_state
from claimgraph.graph_schema.migrations.files import known_migrations, split_statements
from claimgraph.graph_schema.schema import EDGE_TYPES, NODE_LABELS
from claimgraph.platform.errors import GraphError, MigrationError
from claimgraph.platform.graph import Graph, Query, Transaction, open_graph

SIZES = {"minilm_l6_v2": 4}


@pytest.fixture
def newcomer() -> str:
    """A tenant that no test has had before: it has no indexes yet."""
    return f"test-{secrets.token_hex(6)}"


async def run(graph: Graph, text: str, **parameters: object) -> list[dict[str, object]]:
    async def work(tx: Transaction) -> list[dict[str, object]]:
        return await tx.run(Query("test", text), **parameters)

    return await graph.write("test", work)


async def test_a_second_migration_finds_nothing_to_do(graph: Graph) -> None:
    await migrate(graph)

    assert await migrate(graph) == []
    assert (await schema_state(graph)).current


async def test_every_label_and_edge_type_refuses_a_second_one_with_the_same_id(
    graph: Graph, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await migrate(graph)
    monkeypatch.setattr("claimgraph.platform.graph.client.MAX_TRIES", 1)  # trying again cannot help here

    for label in NODE_LABELS:
        await run(graph, f"CREATE (n:{label} {{id: $id, tenant: $t}})", id=f"{tenant}-{label}", t=tenant)
        with pytest.raises(GraphError):
            await run(graph, f"CREATE (n:{label} {{id: $id, tenant: $t}})", id=f"{tenant}-{label}", t=tenant)
    for edge_type, ((source, target), *_) in EDGE_TYPES.items():
        join = (
            f"MATCH (a:{source} {{id: $a}}), (b:{target} {{id: $b}}) "
            f"CREATE (a)-[:{edge_type} {{id: $id, tenant: $t}}]->(b)"
        )
        ends = {"a": f"{tenant}-{source}", "b": f"{tenant}-{target}", "id": f"{tenant}-{edge_type}", "t": tenant}
        await run(graph, join, **ends)
        with pytest.raises(GraphError):
            await run(graph, join, **ends)


@pytest.fixture
async def restored_schema(graph: Graph):  # type: ignore[no-untyped-def]
    """The record of migrations as it was, whatever the test did to it."""
    await migrate(graph)
    yield
    await run(
        graph, "MATCH (m:SchemaMigration) WHERE m.number > $n DETACH DELETE m", n=len(known_migrations(graph.dialect))
    )
    for migration in known_migrations(graph.dialect):
        await run(
            graph,
            "MATCH (m:SchemaMigration {number: $n}) SET m.checksum = $c",
            n=migration.number,
            c=migration.checksum,
        )


async def test_four_first_migrations_at_once_apply_each_one_once(graph: Graph, store: Any) -> None:
    known = known_migrations(graph.dialect)
    await migrate(graph)
    await run(graph, "MATCH (m:SchemaMigration) DETACH DELETE m")

    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(await open_graph(store.settings())) for _ in range(4)]
        done: list[str] = []

        async def one(other: Graph) -> None:
            done.extend(await migrate(other))

        async with anyio.create_task_group() as tasks:
            for other in others:
                tasks.start_soon(one, other)

    assert done == [f"{migration.number:04d}_{migration.name}" for migration in known], "one of them did all the work"
    recorded = await run(graph, "MATCH (m:SchemaMigration) RETURN m.number AS number ORDER BY number")
    assert [row["number"] for row in recorded] == [migration.number for migration in known]


@pytest.mark.usefixtures("restored_schema")
async def test_a_schema_newer_than_the_program_is_refused_in_one_clear_line(graph: Graph) -> None:
    await run(graph, "MERGE (m:SchemaMigration {id: '9999'}) SET m.number = 9999, m.name = 'future', m.checksum = 'x'")

    with pytest.raises(MigrationError, match=r"newer than .* upgrade claimgraph") as caught:
        await migrate(graph)

    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("restored_schema")
async def test_a_migration_that_was_changed_after_it_had_been_applied_is_refused(graph: Graph) -> None:
    await run(graph, "MATCH (m:SchemaMigration {number: 1}) SET m.checksum = 'another'")

    with pytest.raises(MigrationError, match="migration 1 was changed"):
        await migrate(graph)


async def test_eight_at_once_make_a_tenants_indexes_once(graph: Graph, newcomer: str) -> None:
    await migrate(graph)
    sent: list[str] = []

    with graph.observe(sent.append):
        async with anyio.create_task_group() as tasks:
            for _ in range(8):
                tasks.start_soon(ensure_tenant, graph, newcomer, SIZES)

    assert sent.count("tenant_search_record") == 1


async def test_an_interrupted_preparation_of_a_tenant_is_completed(graph: Graph, newcomer: str) -> None:
    await migrate(graph)
    await ensure_tenant(graph, newcomer, {"first": 4})

    await ensure_tenant(graph, newcomer, {"first": 4, "second": 8})

    sent: list[str] = []
    with graph.observe(sent.append):
        await ensure_tenant(graph, newcomer, {"first": 4, "second": 8})
    assert sent == ["tenant_search_state"]


def test_comment_lines_are_no_statements() -> None:
    text = "// what; this does\nCREATE A;\n-- more; words\nCREATE B\n  C;\n"

    assert split_statements(text) == ["CREATE A", "CREATE B\n  C"]


@pytest.mark.usefixtures("restored_schema")
async def test_triples_of_before_are_given_the_relation_that_they_are_found_by(graph: Graph, tenant: str) -> None:
    keys = {"a": "guido | create | python", "b": "吉多·范罗苏姆 | 创建 | python", "c": "a \\| b | not create | c"}
    for id, key in keys.items():
        await run(graph, "CREATE (:Triple {id: $id, tenant: $t, key: $key})", id=f"{tenant}-{id}", t=tenant, key=key)
    await run(graph, "MATCH (m:SchemaMigration) WHERE m.number >= 6 DETACH DELETE m")

    assert (await migrate(graph))[0] == "0006_triples_by_relation"

    found = await run(graph, "MATCH (t:Triple {tenant: $t}) RETURN t.relation_lemma AS lemma ORDER BY t.id", t=tenant)
    assert [row["lemma"] for row in found] == ["create", "创建", "not create"]


@pytest.mark.usefixtures("restored_schema")
async def test_findings_of_before_are_told_what_they_left_open(graph: Graph, tenant: str) -> None:
    """Left to review; judged by nobody; found to lack evidence; given no judge; left to review by an earlier run."""
    found = {
        "review": {"possible": ["SUPPORTED", "CONTRADICTED"], "confidence": 0.4, "votes": ["supports", "abstains"]},
        "unjudged": {"votes": ["abstains", "abstains"]},
        "found": {"confidence": 0.4, "votes": ["neutral", "abstains"]},
        "unasked": {"votes": []},
    }
    await run(
        graph,
        "CREATE (a:Answer {id: $t + 'a', tenant: $t}) "
        "CREATE (a)-[:CURRENT_RUN {id: $t + 'ar', tenant: $t}]->(:Run {id: $t + 'r', tenant: $t}) "
        "CREATE (:Run {id: $t + 'old', tenant: $t})",
        t=tenant,
    )
    rows = [
        {"name": name, "said": {"tenant": tenant, "verdict": "NOT_ENOUGH_INFO", **more}} for name, more in found.items()
    ]
    await run(
        graph,
        "UNWIND $rows AS row MATCH (a:Answer {id: $t + 'a'}), (r:Run {id: $t + 'r'}), (old:Run {id: $t + 'old'}) "
        "CREATE (c:Claim {id: $t + row.name, tenant: $t, text: row.name}) "
        "CREATE (r)-[f:FOUND {id: $t + 'f' + row.name}]->(c) CREATE (a)-[e:ASSERTS {id: $t + 'e' + row.name}]->(c) "
        "CREATE (old)-[o:FOUND {id: $t + 'o' + row.name, tenant: $t, possible: ['SUPPORTED'], votes: []}]->(c) "
        "SET f += row.said, e.tenant = $t, e.verdict = 'NOT_ENOUGH_INFO'",
        rows=rows,
        t=tenant,
    )
    await run(graph, "MATCH (m:SchemaMigration) WHERE m.number >= 7 DETACH DELETE m")

    assert (await migrate(graph))[0] == "0007_open_findings"

    for edge, pattern in {"FOUND": "(:Run {id: $t + 'r'})-[e:FOUND]->", "ASSERTS": "(:Answer)-[e:ASSERTS]->"}.items():
        told = await run(
            graph, f"MATCH {pattern}(c:Claim {{tenant: $t}}) RETURN c.text AS claim, e.open AS open", t=tenant
        )
        assert {row["claim"]: row["open"] for row in told} == {
            "review": True, "unjudged": True, "found": None, "unasked": None,
        }, edge  # fmt: skip
    past = await run(graph, "MATCH (:Run {id: $t + 'old'})-[f:FOUND]->(:Claim) RETURN f.open AS open", t=tenant)
    assert [row["open"] for row in past] == [True] * 4
