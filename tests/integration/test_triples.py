"""Triples of verified answers, and claims, entities and paraphrases told by all that reads the graph."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fakes.statement_reader import FakeStatementReader
from graph_dump import dump
from reading_services import ReadingServices, ask, recurring, request, rows, source
from sample_graph import LightServices, erase

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.errors import InputError
from claimgraph.platform.graph import Graph


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    await migrate(graph)
    yield ReadingServices(store.settings(tenant=tenant), graph, FakeStatementReader())
    await erase(graph, tenant)


EVIDENCE = "Rossum created Python. Rust is a language."


async def test_a_verification_reports_and_keeps_its_triples_and_so_does_the_run_that_is_returned(
    services: Services, graph: Graph, tenant: str
) -> None:
    asked = request("Python was created by Guido.", (EVIDENCE,))

    first = await services.verifier.verify(tenant, asked)
    kept = await dump(graph, tenant)
    second = await services.verifier.verify(tenant, asked)

    (triple,) = first.claims[0].triples
    assert (triple.head, triple.relation, triple.tail) == ("Python", "was created by", "Guido")
    assert (triple.key, triple.confidence) == ("guido | create | python", 0.9)
    assert (first.run.reused, second.run.reused) == (False, True)
    assert [claim.triples for claim in second.claims] == [claim.triples for claim in first.claims]
    assert await dump(graph, tenant) == kept
    stored = await rows(
        graph,
        "MATCH (c:Claim {tenant: $t})-[:HAS_TRIPLE]->(t:Triple) "
        "RETURN c.id AS claim, t.key AS key, t.extractor AS extractor, t.tenant AS tenant",
        t=tenant,
    )
    assert stored == [
        {"claim": first.claims[0].id, "key": triple.key, "extractor": "fake-1", "tenant": tenant},
    ]


async def test_paraphrases_in_verified_answers_group_and_are_told_everywhere(
    services: Services, graph: Graph, tenant: str
) -> None:
    texts = ["Guido invented Rust.", "Guido created Python.", "Python was created by Guido."]
    for text, model in zip(texts, ("atlas", "atlas", "boreas"), strict=True):
        report = await services.verifier.verify(tenant, request(text, ("The Danube rises in Donaueschingen.",), model))
        assert report.claims[0].verdict in ("NOT_ENOUGH_INFO", "CONTRADICTED")
    query = "{ recurringHallucinations(limit: 5) { key answers models claimCount claims { text triples { key } } } }"

    (told,) = (await ask(services, query))["recurringHallucinations"]
    (typed,) = await AsyncClaimGraph(services).recurring_hallucinations(5)

    assert (told["key"], told["answers"], told["models"]) == ("guido | create | python", 2, ["atlas", "boreas"])
    assert told["claimCount"] == 2
    assert {claim["text"] for claim in told["claims"]} == set(texts[1:])
    assert {triple["key"] for claim in told["claims"] for triple in claim["triples"]} == {told["key"]}
    assert (typed.key, typed.answers, typed.models) == (told["key"], 2, ("atlas", "boreas"))


PARAPHRASES = {
    "en": (
        "Guido van Rossum created Ruby.",
        "Ruby was created by Guido van Rossum.",
        "Ruby is a programming language.",
    ),
    "zh": ("吉多·范罗苏姆创建了Ruby。", "Ruby由吉多·范罗苏姆创建。", "Ruby是一种编程语言。"),
}


@pytest.mark.parametrize("lang", PARAPHRASES)
async def test_paraphrases_are_grouped_as_the_rules_read_them(graph: Graph, tenant: str, store: Any, lang: str) -> None:
    await migrate(graph)
    services = LightServices(store.settings(tenant=tenant), graph)
    *paraphrases, stated_in_source = PARAPHRASES[lang]
    await services.loader.load(tenant, [source(stated_in_source)])

    for text in paraphrases:
        await services.verifier.verify(tenant, request(text))

    found = [one for one in await recurring(graph, tenant) if one.claims == 2]
    states = await rows(
        graph,
        "MATCH (:Chunk {tenant: $t})-[:STATES]->(c:Claim)-[:HAS_TRIPLE]->(t:Triple) RETURN t.head AS head",
        t=tenant,
    )
    assert [(one.answers, one.key.split(" | ")[-1]) for one in found] == [(2, "ruby")]
    assert {row["head"] for row in states} == {"Ruby"}
    await erase(graph, tenant)


async def test_a_recurrence_of_no_size_is_refused(services: Services) -> None:
    with pytest.raises(InputError, match="from 1 to 1,000"):
        await AsyncClaimGraph(services).recurring_hallucinations(0)


CLAIM = """query ($id: ID!) { claim(id: $id) {
  triples { head relation tail key confidence extractor headEntity { name triples { key } } tailEntity { name } }
  statedBy { start end spans extractor chunk { text occurrences { document current revision } } }
  mentions { surface entity { name type } }
  assertedBy { verdict }
} }"""


async def test_an_answers_claim_that_a_source_states_is_one_claim_with_both(
    services: Services, graph: Graph, tenant: str
) -> None:
    await services.loader.load(tenant, [source("Guido created Python.")])
    report = await services.verifier.verify(tenant, request("Guido created Python."))
    (claim,) = report.claims

    found = (await ask(services, CLAIM, id=claim.id))["claim"]
    provenance = await AsyncClaimGraph(services).provenance(claim.id)
    await services.loader.load(tenant, [source("Nobody says anything.")])
    superseded = (await ask(services, CLAIM, id=claim.id))["claim"]

    assert found["triples"] == [
        {
            "head": "Guido", "relation": "created", "tail": "Python", "key": "guido | create | python",
            "confidence": 0.9, "extractor": "fake-1",
            "headEntity": {"name": "guido", "triples": [{"key": "guido | create | python"}]},
            "tailEntity": {"name": "python"},
        }
    ]  # fmt: skip
    assert found["statedBy"] == [
        {
            "start": 0, "end": 21, "spans": [[0, 21]], "extractor": "fake-1",
            "chunk": {
                "text": "Guido created Python.",
                "occurrences": [{"document": "a.txt", "current": True, "revision": 1}],
            },
        }
    ]  # fmt: skip
    assert {mention["entity"]["name"] for mention in found["mentions"]} >= {"guido", "python"}
    assert [asserted["verdict"] for asserted in found["assertedBy"]] == ["SUPPORTED"]
    assert [triple.key for triple in provenance.triples] == ["guido | create | python"]
    assert [[place.document for place in by.occurrences] for by in provenance.stated_by] == [["a.txt"]]
    (by,) = superseded["statedBy"]
    assert by["chunk"]["occurrences"] == [{"document": "a.txt", "current": False, "revision": 1}]


async def test_an_entity_is_found_by_name_and_a_chunk_tells_what_it_states(services: Services, tenant: str) -> None:
    await services.loader.load(tenant, [source("The Danube rises in Donaueschingen.")])
    query = """{ entity(name: "the danube") { name surface triples { relation claim {
      text statedBy { chunk { states { start claim { text } } } } } } } }"""

    found = (await ask(services, query))["entity"]

    assert (found["name"], [triple["relation"] for triple in found["triples"]]) == ("danube", ["rises in"])
    (by,) = found["triples"][0]["claim"]["statedBy"]
    assert by["chunk"]["states"] == [{"start": 0, "claim": {"text": "The Danube rises in Donaueschingen."}}]


async def test_names_that_a_source_gives_to_one_thing_are_merged_with_the_reason(
    services: Services, tenant: str
) -> None:
    text = "The World Health Organization (WHO) was founded in 1948."
    await services.loader.load(tenant, [source(text)])
    query = '{ entity(name: "WHO") { sameAs { name reason active source entity { surface type } } } }'

    (merge,) = (await ask(services, query))["entity"]["sameAs"]

    assert (merge["name"], merge["active"]) == ("world health organization", True)
    assert merge["reason"] == "acronym defined in the text"
    assert merge["source"] == ids.chunk_id(tenant, text)
    assert merge["entity"]["surface"].endswith("World Health Organization")


async def test_the_number_of_statements_does_not_depend_on_the_size_of_the_page(
    services: Services, tenant: str
) -> None:
    text = " ".join(f"Guido created Tool{chr(65 + n)}." for n in range(8))
    await services.loader.load(tenant, [source(text)])
    query = """query ($first: Int!) { claims(first: $first) { nodes {
      triples { headEntity { name } tailEntity { name } } statedBy { chunk { states { start } } }
    } } }"""

    async def statements(first: int) -> list[str]:
        sent: list[str] = []
        with services.graph.observe(sent.append):
            await ask(services, query, first=first)
        return sorted(sent)

    one, eight = await statements(1), await statements(8)

    assert one == eight
    assert len(eight) == len(set(eight))
