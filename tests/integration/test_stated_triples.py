"""What chunks of sources state: claims at their places and triples, read once, shared, and never half-written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fakes.statement_reader import FakeStatementReader
from graph_dump import dump
from reading_services import ReadingServices, ask, request, rows, source
from sample_graph import erase

from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.graph import Graph


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    await migrate(graph)
    yield ReadingServices(store.settings(tenant=tenant), graph, FakeStatementReader())
    await erase(graph, tenant)


TEXT = "Guido created Python. The Danube rises in Donaueschingen. It grew in May.\n\n北京位于中国。"


async def test_chunks_state_claims_at_their_places(services: Services, graph: Graph, tenant: str) -> None:
    (report,) = await services.loader.load(tenant, [source(TEXT)])

    found = await rows(
        graph,
        "MATCH (k:Chunk {tenant: $t})-[s:STATES]->(c:Claim) "
        "RETURN k.text AS chunk, c.text AS claim, s.start AS start, s.end AS end, s.spans AS spans, "
        "s.extractor AS extractor, c.standalone AS standalone, c.tenant AS tenant, s.tenant AS of ORDER BY claim",
        t=tenant,
    )
    assert {row["claim"]: row["standalone"] for row in found} == {
        "Guido created Python.": True,
        "The Danube rises in Donaueschingen.": True,
        "It grew in May.": False,
        "北京位于中国。": True,
    }
    for row in found:
        assert row["chunk"][row["start"] : row["end"]] == row["claim"]
        assert row["spans"] == [row["start"], row["end"]]
        assert (row["extractor"], row["tenant"], row["of"]) == ("fake-1", tenant, tenant)
    assert report.counts == {"statements": 4, "triples": 4}


async def test_triples_join_what_is_named_and_keep_the_rest_as_text(
    services: Services, graph: Graph, tenant: str
) -> None:
    await services.loader.load(tenant, [source("Guido created Python. Rust is a language.")])

    found = await rows(
        graph,
        "MATCH (c:Claim {tenant: $t})-[:HAS_TRIPLE]->(t:Triple) "
        "OPTIONAL MATCH (t)-[:HEAD]->(h:Entity) OPTIONAL MATCH (t)-[:TAIL]->(n:Entity) "
        "RETURN t.head AS head, t.relation AS relation, t.tail AS tail, t.key AS key, h.name AS h, n.name AS n "
        "ORDER BY head",
        t=tenant,
    )
    assert found == [
        {"head": "Guido", "relation": "created", "tail": "Python", "key": "guido | create | python",
         "h": "guido", "n": "python"},
        {"head": "Rust", "relation": "is", "tail": "language", "key": "rust | be | language", "h": "rust", "n": None},
    ]  # fmt: skip


async def test_loading_twice_gives_the_same_graph(services: Services, graph: Graph, tenant: str) -> None:
    await services.loader.load(tenant, [source(TEXT)])
    once = await dump(graph, tenant)

    await services.loader.load(tenant, [source(TEXT)])
    await services.loader.load(tenant, [source(TEXT)])

    assert await dump(graph, tenant) == once


async def test_a_chunk_of_two_documents_states_its_claims_once_whichever_came_first(
    services: Services, graph: Graph, tenant: str, store: Any
) -> None:
    text = "It grew in May. Guido created Python."
    reader = FakeStatementReader()
    other = ReadingServices(store.settings(tenant=f"{tenant}-b"), graph, reader)
    one, two = source(text, "one.txt"), source(text, "two.txt")

    await services.loader.load(tenant, [one, two])
    await other.loader.load(f"{tenant}-b", [two, one])

    count = "MATCH (k:Chunk {tenant: $t})-[s:STATES]->(c:Claim) RETURN c.text AS text, count(s) AS n ORDER BY text"
    expected = [{"text": "Guido created Python.", "n": 1}, {"text": "It grew in May.", "n": 1}]
    assert await rows(graph, count, t=tenant) == expected
    assert await rows(graph, count, t=f"{tenant}-b") == expected
    assert len(reader.asked) == 1
    await erase(graph, f"{tenant}-b")


async def test_what_cannot_stand_alone_is_shared_by_no_two_chunks(
    services: Services, graph: Graph, tenant: str
) -> None:
    documents = [source("Sales fell. It grew in May.", "one.txt"), source("Profits rose. It grew in May.", "two.txt")]

    await services.loader.load(tenant, documents)

    (row,) = await rows(
        graph,
        "MATCH (c:Claim {tenant: $t, text: 'It grew in May.'}) RETURN count(DISTINCT c) AS n",
        t=tenant,
    )
    assert row["n"] == 2


async def test_without_a_reader_nothing_is_read_and_a_later_load_makes_up_for_it(
    services: Services, graph: Graph, tenant: str, store: Any
) -> None:
    off = ReadingServices(store.settings(tenant=tenant), graph, None)
    (first,) = await off.loader.load(tenant, [source(TEXT)])
    unread = await rows(graph, "MATCH (c:Claim {tenant: $t}) RETURN count(c) AS n", t=tenant)

    (second,) = await services.loader.load(tenant, [source(TEXT)])

    made_up = await dump(graph, tenant)
    await erase(graph, tenant)
    await services.loader.load(tenant, [source(TEXT)])
    assert first.counts == {}
    assert unread == [{"n": 0}]
    assert (second.status, second.revision, second.counts["statements"]) == ("unchanged", 1, 4)
    assert made_up == await dump(graph, tenant)


async def test_another_version_of_the_reader_reads_again(
    services: Services, graph: Graph, tenant: str, store: Any
) -> None:
    newer = ReadingServices(store.settings(tenant=tenant), graph, FakeStatementReader("fake-2"))
    await services.loader.load(tenant, [source(TEXT)])

    await newer.loader.load(tenant, [source(TEXT)])

    by = await rows(
        graph,
        "MATCH (:Chunk {tenant: $t})-[s:STATES]->(:Claim) RETURN s.extractor AS by, count(s) AS n ORDER BY by",
        t=tenant,
    )
    told = await ask(services, "{ claims { nodes { triples { extractor } statedBy { extractor } } } }")
    assert by == [{"by": "fake-1", "n": 4}, {"by": "fake-2", "n": 4}]
    for claim in told["claims"]["nodes"]:
        assert [one["extractor"] for one in claim["statedBy"]] == ["fake-2"]
        assert [one["extractor"] for one in claim["triples"]] == ["fake-2"]
    assert len(await rows(graph, "MATCH (c:Claim {tenant: $t}) RETURN c.id AS id", t=tenant)) == 4


async def test_a_context_is_not_read_but_the_same_text_as_a_source_is(
    services: Services, graph: Graph, tenant: str
) -> None:
    await services.verifier.verify(tenant, request("Rust is a language.", ("Guido created Python.",)))
    as_context = await rows(graph, "MATCH (:Chunk {tenant: $t})-[s:STATES]->() RETURN count(s) AS n", t=tenant)

    await services.loader.load(tenant, [source("Guido created Python.")])

    as_source = await rows(graph, "MATCH (:Chunk {tenant: $t})-[s:STATES]->() RETURN count(s) AS n", t=tenant)
    assert (as_context, as_source) == ([{"n": 0}], [{"n": 1}])


async def test_a_load_that_is_killed_leaves_nothing_visible(
    services: Services, graph: Graph, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*arguments: object) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(services.loader, "_write_revision", killed)
        with pytest.raises(KeyboardInterrupt):
            await services.loader.load(tenant, [source(TEXT)])
    listed = await ask(services, "{ claims { nodes { id } } }")
    claim = ids.claim_id(tenant, "en", "Guido created Python.")
    query = "query ($id: ID!) { claim(id: $id) { statedBy { chunk { id } } } }"
    found = await ask(services, query, id=claim)
    await services.loader.load(tenant, [source(TEXT)])
    after = await ask(services, query, id=claim)

    assert listed == {"claims": {"nodes": []}}
    assert found == {"claim": {"statedBy": []}}
    assert len(after["claim"]["statedBy"]) == 1
