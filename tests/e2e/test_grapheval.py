"""GraphEval through every surface, on both stores: the platform's own parts in the paper's order."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services, open_services
from claimgraph.api.graphql.execution import execute
from claimgraph.platform.errors import ConfigError, InputError
from claimgraph.verify.grapheval import GraphEvalResult

CONTEXT = (
    "Halden Instruments was founded in Trondheim in 1987 by Marit Lund. The company makes ocean sensors. "
    "It employs 240 people."
)
OUTPUT = "Halden Instruments was founded in 1995 by Marit Lund, and it makes ocean sensors."


@pytest.fixture
async def services(store, tenant: str) -> AsyncIterator[Services]:  # type: ignore[no-untyped-def]
    async with open_services(store.settings(tenant=tenant)) as opened:
        yield opened


async def evaluate(services: Services, output: str, context: str, **more: object) -> GraphEvalResult:
    return await AsyncClaimGraph(services).grapheval(output, context, **more)  # type: ignore[arg-type]


def said(triple: object) -> str:
    return f"{triple.head} {triple.relation} {triple.tail}"  # type: ignore[attr-defined]


async def test_a_hallucinated_triple_makes_the_output_inconsistent_and_is_put_right_in_its_place(
    services: Services,
) -> None:
    found = await evaluate(services, OUTPUT, CONTEXT)

    assert found.original_output == OUTPUT
    assert found.consistent is False
    assert [triple.tail for triple in found.hallucinated_triples] == ["1995"]
    (wrong,) = found.hallucinated_triples
    assert wrong in found.kg_triples
    assert len(found.kg_triples) >= 3
    assert wrong.entailment is not None
    assert wrong.neutral is not None
    assert wrong.contradiction is not None
    assert wrong.entailment + wrong.neutral + wrong.contradiction == pytest.approx(1.0, abs=1e-4)
    (mended,) = found.corrected_triples
    assert mended.before[2] == "1995"
    assert mended.after is not None
    assert mended.after[2] == "1987"
    assert found.corrected_output == OUTPUT.replace("1995", "1987")


async def test_an_output_that_the_context_entails_is_consistent_and_stays(services: Services) -> None:
    output = "Halden Instruments makes ocean sensors."
    found = await evaluate(services, output, CONTEXT)

    assert found.consistent is True
    assert found.hallucinated_triples == found.corrected_triples == ()
    assert found.corrected_output == output
    assert all(triple.entailment is not None for triple in found.kg_triples)


async def test_chinese_is_judged_by_its_own_probabilities(services: Services) -> None:
    found = await evaluate(services, "长江全长6500公里，发源于青海省。", "长江全长6300公里，发源于青海省。")

    assert found.consistent is False
    (wrong,) = found.hallucinated_triples
    assert "6500" in wrong.tail
    assert [triple for triple in found.kg_triples if triple.entailment is None] == []
    assert wrong.contradiction is not None
    assert wrong.contradiction > 0.5
    assert found.corrected_output == "长江全长6300公里，发源于青海省。"


async def test_a_context_in_another_language_is_left_to_the_other_judges_by_null_probabilities(
    services: Services,
) -> None:
    found = await evaluate(services, "长江全长6500公里。", "The Yangtze is 6,300 km long.", correct=False)

    assert found.kg_triples != ()
    assert {triple.entailment for triple in found.kg_triples} == {None}


async def test_without_a_triple_there_is_nothing_to_evaluate(services: Services) -> None:
    found = await evaluate(services, "Hello! How are you?", CONTEXT)

    assert found.consistent is None
    assert found.kg_triples == ()
    assert found.corrected_output == "Hello! How are you?"


async def test_the_threshold_decides_what_counts_as_hallucinated(services: Services) -> None:
    strict = await evaluate(services, OUTPUT, CONTEXT, threshold=0.0, correct=False)
    lenient = await evaluate(services, OUTPUT, CONTEXT, threshold=1.0, correct=False)

    assert len(strict.hallucinated_triples) >= 1
    assert lenient.hallucinated_triples == ()
    assert strict.corrected_output == OUTPUT


@pytest.mark.parametrize(
    ("more", "error"),
    [({"threshold": 1.5}, InputError), ({"strategy": "magic"}, InputError), ({"strategy": "llm"}, ConfigError)],
)
async def test_what_cannot_be_is_refused_before_the_work_starts(
    services: Services, more: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await evaluate(services, OUTPUT, CONTEXT, **more)


async def test_an_empty_context_is_refused(services: Services) -> None:
    with pytest.raises(InputError, match="empty"):
        await evaluate(services, OUTPUT, "  ")


async def test_the_mutation_tells_the_same_as_the_sdk(services: Services) -> None:
    query = """mutation ($output: String!, $context: [String!]!) {
      grapheval(output: $output, context: $context) {
        originalOutput consistent correctedOutput runId warnings
        hallucinatedTriples { head relation tail sentence spans verdict entailment neutral contradiction evidence }
        kgTriples { head } correctedTriples { before after sentence method }
      } }"""
    response = await execute(services, query, {"output": OUTPUT, "context": [CONTEXT]})
    found = await evaluate(services, OUTPUT, CONTEXT)

    assert "errors" not in response, json.dumps(response.get("errors"))
    told = response["data"]["grapheval"]
    assert told["correctedOutput"] == found.corrected_output
    assert told["runId"] == found.run_id
    assert told["hallucinatedTriples"][0]["tail"] == "1995"
    assert told["correctedTriples"][0]["after"][2] == "1987"
    assert len(told["kgTriples"]) == len(found.kg_triples)
