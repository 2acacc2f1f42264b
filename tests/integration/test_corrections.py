"""Corrections on both stores: what is shown, what is kept, and what the language model's proposals cost it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fakes.llm_server import LlmServer, Says, correction
from sample_graph import erase

from claimgraph.api import AsyncClaimGraph
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.platform.graph import Graph, Query, Transaction

CONTEXT = "Acme was founded in 1998 in Oslo. Acme makes anvils. The Bolt works were founded in 1975 in Bergen."
ANSWER = "Acme was founded in 1990. Acme makes anvils."
RIGHT = "Acme was founded in 1998."
MENDED = "Acme was founded in 1998. Acme makes anvils."


@pytest.fixture
async def settings(store: Any, graph: Graph, tenant: str) -> AsyncIterator[dict[str, Any]]:
    yield {"_env_file": None, **store.fixed, "tenant": tenant}
    await erase(graph, tenant)


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer() as running:
        yield running


async def yielded(graph: Graph, tenant: str) -> list[dict[str, Any]]:
    """What is in the graph of each correction, the claim that it yields and the checks that carry its verdict."""
    statement = (
        "MATCH (k:Correction {tenant: $tenant})-[y:YIELDS]->(c:Claim) "
        "OPTIONAL MATCH (c)-[e:CHECKED_AGAINST]->(:Chunk) WHERE e.id IN y.carried "
        "RETURN k.after AS after, k.method AS method, c.text AS claim, y.verdict AS verdict, "
        "size(y.carried) AS carried, count(DISTINCT e.id) AS checks"
    )

    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return [dict(row) for row in await tx.run(Query("yielded", statement), tenant=tenant)]

    return await graph.read("yielded", work)


async def test_the_corrected_claim_its_verdict_and_its_checks_are_kept(
    settings: dict[str, Any], graph: Graph, tenant: str
) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        report = await client.verify(ANSWER, contexts=[CONTEXT])

    assert report.corrected_text == MENDED
    (kept,) = await yielded(graph, tenant)
    assert (kept["after"], kept["method"], kept["claim"], kept["verdict"]) == (RIGHT, "value", RIGHT, "SUPPORTED")
    assert kept["checks"] == kept["carried"] > 0


async def test_the_result_says_what_changed_on_what_grounds_and_what_it_was_worth(settings: dict[str, Any]) -> None:
    async with AsyncClaimGraph.open(**settings) as client:
        first = await client.verify(ANSWER, contexts=[CONTEXT])
        again = await client.verify(ANSWER, contexts=[CONTEXT])

    assert (first.support_ratio, first.corrected_support_ratio) == (0.5, 1.0)
    assert [(part.kind, part.text) for part in first.diff if part.kind != "same"] == [
        ("removed", "1990"),
        ("added", "1998"),
    ]
    (made,) = first.corrections
    assert made.verdict is Verdict.SUPPORTED
    (ground,) = made.evidence
    assert ground.text == "Acme was founded in 1998 in Oslo."
    assert again.run.reused
    assert (again.corrections, again.diff) == (first.corrections, first.diff)
    assert again.corrected_support_ratio == first.corrected_support_ratio


async def test_graphql_tells_the_ratio_of_the_corrected_text_and_the_diff(settings: dict[str, Any]) -> None:
    query = """mutation ($answer: String!, $contexts: [String!]) {
      verify(answer: $answer, contexts: $contexts) {
        supportRatio correctedSupportRatio diff { kind text } corrections { after evidence { text spans } }
        storedAnswer { currentRun { correctedSupportRatio corrections { after yields { verdict } } } }
      }
    }"""
    async with AsyncClaimGraph.open(**settings) as client:
        said = await client.graphql(query, {"answer": ANSWER, "contexts": [CONTEXT]})

    assert said.get("errors") is None
    found = said["data"]["verify"]
    assert (found["supportRatio"], found["correctedSupportRatio"]) == (0.5, 1.0)
    assert {"kind": "added", "text": "1998"} in found["diff"]
    assert found["corrections"][0]["evidence"][0]["spans"] == [[0, 33]]
    assert found["storedAnswer"]["currentRun"]["correctedSupportRatio"] == 1.0


@pytest.mark.parametrize(
    ("uncorrected", "text"),
    [
        ("remove", "Acme makes anvils."),
        ("flag", "Acme sponsors a football club [not supported by the sources]. Acme makes anvils."),
        ("keep", "Acme sponsors a football club. Acme makes anvils."),
    ],
)
async def test_what_nobody_can_mend_goes_is_marked_or_stays(
    uncorrected: str, text: str, settings: dict[str, Any]
) -> None:
    async with AsyncClaimGraph.open(**settings, uncorrected=uncorrected) as client:
        report = await client.verify("Acme sponsors a football club. Acme makes anvils.", contexts=[CONTEXT])

    verdict = report.claims[0].verdict
    assert verdict in (Verdict.NOT_ENOUGH_INFO, Verdict.CONTRADICTED)
    mark = {Verdict.CONTRADICTED: "contradicted by", Verdict.NOT_ENOUGH_INFO: "not supported by"}[verdict]
    assert report.corrected_text == text.replace("not supported by", mark)


async def test_what_nobody_can_mend_is_told_in_the_words_of_its_evidence(
    settings: dict[str, Any], graph: Graph, tenant: str
) -> None:
    context = "Acme was founded in Oslo. All workers who lose their jobs will be paid twelve months' wages."
    answer = "Acme was founded in Oslo. Nobody who loses their job gets any money."
    quotation = "All workers who lose their jobs will be paid twelve months' wages."
    async with AsyncClaimGraph.open(**settings) as client:
        report = await client.verify(answer, contexts=[context])

    assert report.corrected_text == f"Acme was founded in Oslo. {quotation}"
    (made,) = report.corrections
    (ground,) = made.evidence
    assert (made.method, made.after, made.verdict) == ("quote", quotation, Verdict.SUPPORTED)
    assert ground.text == quotation
    (kept,) = await yielded(graph, tenant)
    assert (kept["after"], kept["method"], kept["verdict"]) == (quotation, "quote", "SUPPORTED")
    assert report.corrected_support_ratio == 1.0


async def test_a_lie_of_the_language_model_is_judged_refused_and_answered_with_a_second_try(
    settings: dict[str, Any], server: LlmServer
) -> None:
    server.script(Says(correction("Acme was founded in 1975.", [0])), Says(correction(RIGHT, [0])))
    async with AsyncClaimGraph.open(**settings, llm_base_url=server.base_url, llm_api_key="k") as client:
        report = await client.verify(ANSWER, contexts=[CONTEXT])

    asked = [request.document for request in server.requests if "sentence" in request.document]
    assert [failed["sentence"] for failed in asked[1]["failed"]] == ["Acme was founded in 1975."]
    assert {"head": "acme", "relation": "make", "tail": "anvil", "until": None} in asked[0]["triples"] or asked[0][
        "triples"
    ]
    assert report.corrected_text == MENDED
    assert [made.method for made in report.corrections] == ["llm"]
