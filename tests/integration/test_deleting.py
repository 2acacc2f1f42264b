"""Deleting with provenance, on both stores."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from graph_dump import dump
from sample_graph import DOCUMENT_KEY, RIVER, LightServices, erase, write_sample

from claimgraph import graph_schema
from claimgraph.api.graphql.execution import execute
from claimgraph.api.provenance import provenance
from claimgraph.graph_schema import ids
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.errors import InputError, NotFound
from claimgraph.platform.graph import Dialect, Graph, Query, Transaction
from claimgraph.verify.deleting import Deleter, Subject

QUERIES = Path(graph_schema.__file__).parent / "queries"


class Desk:
    def __init__(self, services: LightServices, tenant: str) -> None:
        self.services, self.graph, self.tenant = services, services.graph, tenant
        self.deleter = Deleter(self.graph, lambda: None)

    async def load(self, key: str, text: str) -> str:
        (report,) = await self.services.loader.load(self.tenant, [SourceDocument(key, key, text.encode())])
        return report.revision_id

    async def rows(self, text: str, **parameters: object) -> list[dict[str, Any]]:
        async def work(tx: Transaction) -> list[dict[str, Any]]:
            return await tx.run(Query("test", text), tenant=self.tenant, **parameters)

        return await self.graph.read("test", work)


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


async def test_a_document_that_answers_rest_on_is_only_deleted_on_request(desk: Desk) -> None:
    sample = await write_sample(desk.services, 2)
    before = await dump(desk.graph, desk.tenant)

    with pytest.raises(InputError, match="2 answers rest on this document") as refused:
        await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [DOCUMENT_KEY])

    assert all(answer in str(refused.value) for answer in sample.answers)
    assert await dump(desk.graph, desk.tenant) == before


async def test_a_deleted_text_is_found_nowhere_and_what_rested_on_it_is_marked(desk: Desk) -> None:
    sample = await write_sample(desk.services, 2)

    done = await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [DOCUMENT_KEY], yes=True)

    assert (done.documents, done.revisions, done.chunks, done.findings_stale) == (1, 1, 1, 4)
    assert [answer.id for answer in done.resting] == sorted(sample.answers)
    (chunk,) = await desk.rows("MATCH (k:Chunk {tenant: $tenant}) RETURN properties(k) AS p")
    assert set(chunk["p"]) <= {"id", "tenant", "lang", "erased_at"}
    assert chunk["p"]["id"] != sample.chunk
    checks = await desk.rows("MATCH (:Claim {tenant: $tenant})-[e:CHECKED_AGAINST]->() RETURN properties(e) AS p")
    old = {ids.premise_id([(sample.chunk, 0, 28)])}
    assert all(row["p"]["finding_premise_words"] == [] and row["p"]["premise_id"] not in old for row in checks)
    found = await desk.rows(
        "MATCH (:Run {tenant: $tenant})-[f:FOUND]->(c)-[e:CHECKED_AGAINST]->() WHERE e.id IN f.carried "
        "RETURN f.stale AS stale, f.verdict AS verdict"
    )
    assert (
        sorted((row["verdict"], row["stale"]) for row in found)
        == [("CONTRADICTED", True)] * 2 + [("SUPPORTED", True)] * 2
    )
    corrections = await desk.rows("MATCH (x:Correction {tenant: $tenant}) RETURN x.after AS after, x.before AS before")
    assert {(row["before"], row["after"]) for row in corrections} == {("The Danube is 1,850 km long.", "")}
    nodes, edges = await dump(desk.graph, desk.tenant)
    assert "2,850" not in str((nodes, edges))
    assert sample.corrected not in {node[0] for node in nodes}


async def test_a_chunk_that_another_document_holds_stays_with_all_that_rests_on_it(desk: Desk) -> None:
    sample = await write_sample(desk.services, 1)
    await desk.load("other", RIVER)

    done = await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [DOCUMENT_KEY])

    assert (done.chunks, done.shared_chunks, done.findings_marked, done.resting) == (0, 1, 0, ())
    (chunk,) = await desk.rows("MATCH (k:Chunk {tenant: $tenant}) RETURN k.id AS id, k.text AS text")
    assert (chunk["id"], chunk["text"]) == (sample.chunk, RIVER)
    assert "erasing" not in str(await dump(desk.graph, desk.tenant))


async def test_deleting_what_nobody_rests_on_leaves_the_graph_as_it_was(desk: Desk) -> None:
    await write_sample(desk.services, 1)
    before = await dump(desk.graph, desk.tenant)
    await desk.load("other", "Ada Lovelace wrote 3 programs in Turin.")

    await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, ["other"])

    assert await dump(desk.graph, desk.tenant) == before


async def test_deleting_the_only_revision_deletes_its_document(desk: Desk) -> None:
    first = await desk.load("a", "The Rhine is 1,230 km long.")

    done = await desk.deleter.delete(desk.tenant, Subject.REVISION, [first])

    assert done.documents == 1
    assert await dump(desk.graph, desk.tenant) == ([], [])


async def test_an_old_revision_goes_and_the_current_one_stays(desk: Desk) -> None:
    first = await desk.load("a", "The Rhine is 1,230 km long.")
    second = await desk.load("a", "The Rhine is 1,233 km long.")

    await desk.deleter.delete(desk.tenant, Subject.REVISION, [first])

    chunks = await desk.rows(
        "MATCH (d:Document {tenant: $tenant})-[:CURRENT]->(r)-[:HAS_CHUNK]->(k) RETURN r.id AS r, k.text AS text"
    )
    assert chunks == [{"r": second, "text": "The Rhine is 1,233 km long."}]
    assert "1,230" not in str(await dump(desk.graph, desk.tenant))


async def test_a_deleted_answer_takes_only_what_is_its_own(desk: Desk) -> None:
    sample = await write_sample(desk.services, 1)
    one = await dump(desk.graph, desk.tenant)
    both = await write_sample(desk.services, 2)

    done = await desk.deleter.delete(desk.tenant, Subject.ANSWER, [both.answers[1]])

    assert (done.answers, done.claims) == (1, 0)
    assert await dump(desk.graph, desk.tenant) == one
    await desk.deleter.delete(desk.tenant, Subject.ANSWER, [sample.answers[0]])
    nodes, _ = await dump(desk.graph, desk.tenant)
    assert sample.claims[1] not in {node[0] for node in nodes}  # that the source does not state
    assert {"Answer", "Run", "Correction"}.isdisjoint(label for node in nodes for label in node[1])


async def test_what_is_not_there_is_not_found(desk: Desk) -> None:
    for subject in Subject:
        with pytest.raises(NotFound, match=subject.value):
            await desk.deleter.delete(desk.tenant, subject, ["nothing"])


async def test_a_deletion_that_fails_on_its_way_has_not_happened(desk: Desk) -> None:
    await write_sample(desk.services, 1)
    before = await dump(desk.graph, desk.tenant)
    late = ("erase_chunks_bury", "erase_revisions", "erase_found_write")

    for statement in late:

        def fail(name: str, statement: str = statement) -> None:
            if name == statement:
                raise RuntimeError("the process dies here")

        with desk.graph.observe(fail), pytest.raises(RuntimeError):
            await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [DOCUMENT_KEY], yes=True)

        assert await dump(desk.graph, desk.tenant) == before


async def test_of_two_deletions_at_once_neither_leaves_what_only_both_held(desk: Desk) -> None:
    for number in range(4):
        await desk.load(f"d{number}", RIVER)

    async with anyio.create_task_group() as tasks:
        for number in range(4):
            tasks.start_soon(desk.deleter.delete, desk.tenant, Subject.DOCUMENT, [f"d{number}"])

    assert await dump(desk.graph, desk.tenant) == ([], [])


async def test_loading_and_deleting_one_text_at_once_ends_in_a_whole_document(desk: Desk) -> None:
    for number in range(3):
        await desk.load("old", RIVER)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(desk.load, f"new{number}", RIVER)
            tasks.start_soon(desk.deleter.delete, desk.tenant, Subject.DOCUMENT, ["old"])
        held = await desk.rows(
            "MATCH (d:Document {tenant: $tenant})-[:CURRENT]->()-[:HAS_CHUNK]->(k:Chunk)-[:STATES]->(:Claim) "
            "RETURN DISTINCT d.key AS key, k.text AS text"
        )

        assert held == [{"key": f"new{number}", "text": RIVER}]
        await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [f"new{number}"])


async def test_a_tombstone_is_read_as_a_text_that_is_empty(desk: Desk) -> None:
    sample = await write_sample(desk.services, 1)
    await desk.deleter.delete(desk.tenant, Subject.DOCUMENT, [DOCUMENT_KEY], yes=True)
    asked = """query ($id: ID!) { claim(id: $id) { text
      assertedBy { verdict } checkedAgainst { judge chunk { text occurrences { start } } } } }"""

    found = await provenance(desk.graph, desk.tenant, sample.claims[1])
    response = await execute(desk.services, asked, {"id": sample.claims[1]})

    assert [checked.occurrences for checked in found.checked_against] == [()] * len(found.checked_against)
    assert "errors" not in response, response
    assert "2,850" not in str(response)


async def test_the_statements_of_deletion_scan_nothing(desk: Desk) -> None:
    """But for the one that looks for all that a tenant has."""
    if desk.graph.dialect is not Dialect.NEO4J:
        pytest.skip("the embedded store tells no plans")
    await write_sample(desk.services, 1)
    scanning = {}
    async with desk.graph._driver.session() as session:
        for path in sorted([*QUERIES.glob("erase_*.cypher"), *QUERIES.glob("recorded_*.cypher")]):
            if path.stem == "erase_tenant_nodes":
                continue
            text = path.read_text(encoding="utf-8").replace("{{VECTOR}}", "vector_x").replace("{{LABEL}}", "Chunk")
            names = Query(path.stem, text).parameters
            result = await session.run(f"EXPLAIN {text}", {name: [] for name in names})
            plan = str((await result.consume()).plan)
            if "AllNodesScan" in plan or "NodeByLabelScan" in plan or "RelationshipTypeScan" in plan:
                scanning[path.stem] = plan

    assert list(scanning) == []
