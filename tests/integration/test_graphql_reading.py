"""GraphQL reads what is in the graph: typed, by tenant, in a number of statements that no page size changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sample_graph import DOCUMENT_KEY, RIVER, LightServices, erase, write_sample

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services
from claimgraph.api.graphql.execution import execute
from claimgraph.api.provenance import provenance
from claimgraph.platform.errors import NotFound
from claimgraph.platform.graph import Graph

CLAIM = """
query ($id: ID!) {
  claim(id: $id) {
    id text
    assertedBy {
      answer { id text model } verdict confidence spans run { id outcome supportRatio models { part version } }
    }
    checkedAgainst {
      judge judgeVersion nliEntailment nliNeutral nliContradiction similarity
      findings { kind stance claimWords premiseWords }
      spans
      chunk { id text occurrences { document revision start end page current } }
    }
    corrections { before after method yields { verdict claim { text } } basedOn { id } run { answerId } }
    mentions { name type surface start end }
    foundBy { verdict votes { judge stance } run { id } }
  }
}
"""

PAGE = """
query ($first: Int!) {
  answers(first: $first) {
    nextCursor
    nodes {
      text question
      currentRun { outcome found { verdict votes { stance } } corrections { after chunkIds } }
      history { seq }
      asserts {
        verdict
        claim {
          text
          assertedBy(first: 100) { spans }
          checkedAgainst { judge chunk { text occurrences { document title } } }
          mentions { surface }
        }
      }
    }
  }
}
"""

BACK_AND_FORTH = """
query ($first: Int!) {
  answers(first: $first) {
    nodes { asserts { claim { assertedBy(first: 100) { answer { asserts { claim { text } } } run { seconds } } } } }
  }
}
"""


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    yield LightServices(store.settings(tenant=tenant, read_statements=False), graph)
    await erase(graph, tenant)


async def ask(services: Services, query: str, **variables: Any) -> dict[str, Any]:
    response = await execute(services, query, variables)
    assert "errors" not in response, response
    return response["data"]


def code(response: dict[str, Any]) -> str:
    (error,) = response["errors"]
    return error["extensions"]["code"]


async def test_a_claim_tells_who_asserts_it_and_what_it_was_checked_against(services: Services) -> None:
    sample = await write_sample(services, answers=2)
    right, wrong = sample.claims

    claim = (await ask(services, CLAIM, id=wrong))["claim"]

    assert claim["text"] == "The Danube is 1,850 km long."
    assert {asserted["answer"]["id"] for asserted in claim["assertedBy"]} == set(sample.answers)
    for asserted in claim["assertedBy"]:
        assert (asserted["verdict"], asserted["confidence"], asserted["spans"]) == ("CONTRADICTED", 0.9, [[38, 66]])
        assert asserted["run"]["outcome"] == "rejected"
        assert asserted["run"]["models"] == [{"part": "nli", "version": "a=b"}]
    (check,) = claim["checkedAgainst"]
    assert check["nliEntailment"] == pytest.approx(0.05)
    assert check["similarity"] is None
    assert check["findings"] == [
        {"kind": "number", "stance": "contradicts", "claimWords": "1,850 km", "premiseWords": "2,850 km"}
    ]
    assert check["chunk"]["text"][slice(*check["spans"][0])] == RIVER[:28]
    assert check["chunk"]["occurrences"] == [
        {"document": DOCUMENT_KEY, "revision": 1, "start": 0, "end": len(RIVER), "page": None, "current": True}
    ]
    assert [c["after"] for c in claim["corrections"]] == ["The Danube is 2,850 km long."] * 2
    assert claim["corrections"][0]["yields"] == [
        {"verdict": "SUPPORTED", "claim": {"text": "The Danube is 2,850 km long."}}
    ]
    assert claim["corrections"][0]["basedOn"] == [{"id": sample.chunk}]
    assert len(claim["foundBy"]) == 2
    mentions = (await ask(services, CLAIM, id=right))["claim"]["mentions"]
    assert mentions == [{"name": "danube", "type": "name", "surface": "Danube", "start": 4, "end": 10}]


async def test_the_number_of_statements_does_not_depend_on_the_size_of_the_page(services: Services) -> None:
    await write_sample(services, answers=12)

    async def statements(query: str, first: int) -> list[str]:
        sent: list[str] = []
        with services.graph.observe(sent.append):
            await ask(services, query, first=first)
        return sorted(sent)

    one, two, twelve = [await statements(PAGE, first) for first in (1, 2, 12)]
    back_one, back_twelve = [await statements(BACK_AND_FORTH, first) for first in (1, 12)]

    assert one == two == twelve
    assert len(twelve) == len(set(twelve))  # each kind of thing is met on one way only: one statement each
    assert len(back_twelve) <= len(back_one) <= 8  # what one level has loaded, another one need not


async def test_pages_of_answers_go_from_the_newest_to_the_oldest_without_gap_or_repeat(services: Services) -> None:
    sample = await write_sample(services, answers=5)
    query = "query ($after: String) { answers(first: 2, after: $after) { nextCursor nodes { id } } }"

    seen, after = [], None
    while True:
        page = (await ask(services, query, after=after))["answers"]
        seen += [node["id"] for node in page["nodes"]]
        after = page["nextCursor"]
        if after is None:
            break

    assert seen == sample.answers[::-1]


async def test_answers_are_found_by_model_and_by_verdict(services: Services) -> None:
    sample = await write_sample(services, answers=3)

    of_model = await ask(services, '{ answers(model: "model-0") { nodes { id } } }')
    wrong = await ask(services, "{ answers(verdict: CONTRADICTED) { nodes { id } } }")
    unsure = await ask(services, "{ answers(verdict: NOT_ENOUGH_INFO) { nodes { id } } }")

    assert {node["id"] for node in of_model["answers"]["nodes"]} == {sample.answers[0], sample.answers[2]}
    assert {node["id"] for node in wrong["answers"]["nodes"]} == set(sample.answers)
    assert unsure["answers"]["nodes"] == []


async def test_claims_are_paged_and_filtered_by_verdict(services: Services) -> None:
    sample = await write_sample(services, answers=2)

    wrong = await ask(services, "{ claims(verdict: CONTRADICTED) { nodes { id } nextCursor } }")
    first = (await ask(services, "{ claims(first: 1) { nodes { id } nextCursor } }"))["claims"]
    query = "query ($after: String) { claims(first: 100, after: $after) { nodes { id } } }"
    rest = (await ask(services, query, after=first["nextCursor"]))["claims"]

    assert wrong["claims"] == {"nodes": [{"id": sample.claims[1]}], "nextCursor": None}
    everything = [node["id"] for node in first["nodes"] + rest["nodes"]]
    assert everything == sorted([*sample.claims, sample.corrected])


async def test_a_document_tells_its_revisions_and_what_rests_on_it(services: Services) -> None:
    sample = await write_sample(services, answers=2)
    query = """query ($id: ID, $key: String) { document(id: $id, key: $key) {
      id key title revisions { number current chunkCount }
      carries(verdict: CONTRADICTED) { verdict claim { text } answer { id } }
    } }"""

    by_key = (await ask(services, query, key=DOCUMENT_KEY))["document"]
    by_id = (await ask(services, query, id=sample.document))["document"]
    listed = await ask(services, "{ documents { nodes { key } } }")

    assert by_key == by_id
    assert by_key["revisions"] == [{"number": 1, "current": True, "chunkCount": 1}]
    assert {row["answer"]["id"] for row in by_key["carries"]} == set(sample.answers)
    assert {row["claim"]["text"] for row in by_key["carries"]} == {"The Danube is 1,850 km long."}
    assert listed["documents"]["nodes"] == [{"key": DOCUMENT_KEY}]


async def test_a_superseded_revision_is_still_told_and_no_longer_carries(services: Services) -> None:
    sample = await write_sample(services, answers=1)
    await AsyncClaimGraph(services).ingest("Nothing of rivers any more.", key=DOCUMENT_KEY)

    claim = (await ask(services, CLAIM, id=sample.claims[1]))["claim"]
    query = "query ($key: String) { document(key: $key) { revisions { number current } carries { id } } }"
    document = (await ask(services, query, key=DOCUMENT_KEY))["document"]

    (place,) = claim["checkedAgainst"][0]["chunk"]["occurrences"]
    assert (place["revision"], place["current"]) == (1, False)
    assert document["revisions"] == [{"number": 2, "current": True}, {"number": 1, "current": False}]
    assert document["carries"] == []


async def test_search_finds_the_chunk_and_where_it_stands(services: Services) -> None:
    await write_sample(services, answers=0)

    found = await ask(services, '{ search(query: "Danube length", k: 3) { rank chunk { occurrences { document } } } }')

    assert found["search"] == [{"rank": 1, "chunk": {"occurrences": [{"document": DOCUMENT_KEY}]}}]


@pytest.mark.parametrize("query", ['+-&&||!(){}[]^"~*?:\\/ AND OR NOT', "'; MATCH (n) DETACH DELETE n //", "多瑙河"])
async def test_a_search_takes_any_text_as_data(services: Services, query: str) -> None:
    await write_sample(services, answers=0)

    response = await execute(services, "query ($q: String!) { search(query: $q) { rank } }", {"q": query})

    assert "errors" not in response


async def test_another_tenant_sees_nothing(services: Services, graph: Graph, store: Any) -> None:
    sample = await write_sample(services, answers=1)
    stranger = LightServices(store.settings(tenant="a-stranger"), graph)

    claim = await ask(stranger, CLAIM, id=sample.claims[0])
    answer = await ask(stranger, "query ($id: ID!) { answer(id: $id) { id } }", id=sample.answers[0])
    run = await ask(stranger, "query ($id: ID!) { run(id: $id) { id } }", id=sample.runs[0])
    lists = await ask(stranger, "{ answers { nodes { id } } claims { nodes { id } } documents { nodes { id } } }")

    assert claim == {"claim": None}
    assert answer == {"answer": None}
    assert run == {"run": None}
    assert [lists[name]["nodes"] for name in ("answers", "claims", "documents")] == [[], [], []]
    with pytest.raises(NotFound):
        await provenance(graph, "a-stranger", sample.claims[0])


async def test_provenance_tells_the_same_as_graphql_in_typed_objects(services: Services, graph: Graph) -> None:
    sample = await write_sample(services, answers=2)

    found = await provenance(graph, services.tenant, sample.claims[1])

    assert found.claim.text == "The Danube is 1,850 km long."
    assert {asserted.answer.id for asserted in found.asserted_by} == set(sample.answers)
    assert {asserted.run.id for asserted in found.asserted_by} == set(sample.runs)
    (checked,) = found.checked_against
    assert checked.decisive
    assert checked.chunk.text == RIVER
    assert [place.document for place in checked.occurrences] == [DOCUMENT_KEY]
    assert {y.claim_id for correction in found.corrections for y in correction.yields} == {sample.corrected}


async def test_a_text_is_ingested_by_a_mutation_and_again_is_unchanged(services: Services) -> None:
    await write_sample(services, answers=0)
    mutation = 'mutation ($text: String!) { ingestText(text: $text, title: "Lakes") { status revision key title } }'

    first = await ask(services, mutation, text="Lake Constance is 63 km long.")
    again = await ask(services, mutation, text="Lake Constance is 63 km long.")
    changed = await ask(services, mutation, text="Lake Constance is 64 km long.")

    assert first["ingestText"] == {"status": "created", "revision": 1, "key": "Lakes", "title": "Lakes"}
    assert again["ingestText"]["status"] == "unchanged"
    assert changed["ingestText"] == {"status": "revised", "revision": 2, "key": "Lakes", "title": "Lakes"}


async def test_an_empty_text_is_refused_with_a_code(services: Services) -> None:
    await write_sample(services, answers=0)

    response = await execute(services, 'mutation { ingestText(text: "   ") { status } }')

    assert code(response) == "UNREADABLE_DOCUMENT"


async def test_nested_pages_end_where_one_operation_has_read_too_much(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimgraph.api.graphql.loaders.MAX_RECORDS", 10)
    await write_sample(services, answers=6)

    response = await execute(services, PAGE, {"first": 6})

    assert {error["extensions"]["code"] for error in response["errors"]} == {"BAD_INPUT"}
