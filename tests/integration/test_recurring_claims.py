"""Claims of many answers grouped by what their triples say: which hallucination recurs, and how often."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from fakes.statement_reader import FakeStatementReader
from reading_services import ReadingServices, ask, recurring
from sample_graph import NOW, erase

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import jobs, runs
from claimgraph.graph_schema.repositories.jobs import JobRow
from claimgraph.graph_schema.repositories.runs import FoundRow, RunRow
from claimgraph.graph_schema.repositories.triples import write_statements
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Span, StatedTriple, Statement, Term
from claimgraph.ingest.statements.chunk_statements import SourceClaim
from claimgraph.ingest.statements.claim_rows import claim_id, statement_rows
from claimgraph.platform.graph import Graph, Transaction

PERSON, NAME = EntityType.PERSON, EntityType.NAME


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    await migrate(graph)
    yield ReadingServices(store.settings(tenant=tenant), graph, FakeStatementReader())
    await erase(graph, tenant)


def stated(text: str, head: Term, relation: str, tail: Term, normal: tuple[str, str, str]) -> Statement:
    span = Span(0, len(text))
    return Statement(text, "en", (span,), span, True, True, (), (StatedTriple(head, relation, tail, normal, 0.8),))


def term(text: str, type: EntityType | None = None) -> Term:
    return Term(text, (Span(0, len(text)),), type)


ACTIVE = stated(
    "Guido created Python.", term("Guido", PERSON), "created", term("Python", NAME), ("Guido", "create", "Python")
)
PASSIVE = stated(
    "Python was created by Guido.",
    term("Python", NAME),
    "was created by",
    term("Guido", PERSON),
    ("Guido", "create", "Python"),
)
DENIED = stated(
    "Python was not created by Guido.",
    term("Python", NAME),
    "was not created by",
    term("Guido", PERSON),
    ("Guido", "not create", "Python"),
)
OTHER = stated("Rust is a language.", term("Rust", NAME), "is", term("language"), ("Rust", "be", "language"))
BARE = Statement("It all went well somehow.", "en", (Span(0, 25),), Span(0, 25), True, True)


async def assert_claims(
    graph: Graph,
    tenant: str,
    text: str,
    found: Sequence[tuple[Statement, str]],
    model: str | None = "m",
    open: bool = False,
) -> str:
    """An answer whose current run finds these statements to have these verdicts; `open`: found nothing of them."""
    answer = ids.answer_id(tenant, None, model, text, None)
    claims = [
        SourceClaim(claim_id(tenant, one, answer), one.text, one.lang, one.standalone, (), one.triples)
        for one, _ in found
    ]
    run = ids.run_id(answer, "s", "m", [verdict for _, verdict in found], "machine")
    concluded = [
        FoundRow(claim.id, verdict, 0.9, None, [0, 5], [], [], [], [], open=open)
        for claim, (_, verdict) in zip(claims, found, strict=True)
    ]
    job = JobRow(
        id=ids.job_id(answer, "s", "m", []), answer_id=answer, answer=text, lang="en", question=None, model=model,
        key=None, domain="general", risk="normal", correct=True, contexts=None, settings="s", models="m",
    )  # fmt: skip
    row = RunRow(
        id=run, kind="machine", outcome="rejected", domain="general", risk="normal", support_ratio=0.5, threshold=0.8,
        supported=1, contradicted=1, not_enough_info=0, not_checkable=0, filtered_text="f", corrected_text="c",
        settings="s", models=[], prompt_versions=[], calls=[], warnings=[], llm_tokens=0, cost=None,
        seconds=0.1, started=NOW, finished=NOW,
    )  # fmt: skip

    async def work(tx: Transaction) -> None:
        await jobs.remember(tx, tenant, job, "me", 0.0, NOW)
        await write_statements(tx, tenant, statement_rows(claims, "hand-1"))
        await runs.write_run(tx, tenant, row, concluded, [], [])
        await runs.make_current(tx, tenant, answer, run, concluded, NOW)
        await jobs.finish(tx, tenant, job.id, "me")

    await graph.write("hand-made answer", work)
    return answer


async def test_paraphrases_are_one_recurring_hallucination(services: Services, graph: Graph, tenant: str) -> None:
    await assert_claims(graph, tenant, "one", [(ACTIVE, "CONTRADICTED"), (OTHER, "SUPPORTED")], model="atlas")
    await assert_claims(graph, tenant, "two", [(PASSIVE, "NOT_ENOUGH_INFO")], model="boreas")
    await assert_claims(graph, tenant, "three", [(PASSIVE, "CONTRADICTED"), (ACTIVE, "CONTRADICTED")], model=None)

    (found,) = await recurring(graph, tenant)

    assert found.key == "guido | create | python"
    assert (found.answers, found.contradicted, found.not_enough_info) == (3, 2, 1)
    assert found.models == ("atlas", "boreas")
    assert found.claims == 2
    assert set(found.claim_ids) == {claim_id(tenant, ACTIVE, ""), claim_id(tenant, PASSIVE, "")}


async def test_the_denial_of_a_claim_is_another_hallucination(services: Services, graph: Graph, tenant: str) -> None:
    await assert_claims(graph, tenant, "one", [(ACTIVE, "CONTRADICTED")])
    await assert_claims(graph, tenant, "two", [(DENIED, "CONTRADICTED")])

    assert await recurring(graph, tenant) == []
    assert [found.key for found in await recurring(graph, tenant, least=1)] == [
        "guido | create | python",
        "guido | not create | python",
    ]


async def test_claims_without_triples_recur_by_themselves_and_supported_ones_never(
    services: Services, graph: Graph, tenant: str
) -> None:
    for number in range(3):
        await assert_claims(graph, tenant, f"{number}", [(BARE, "NOT_ENOUGH_INFO"), (OTHER, "SUPPORTED")])

    (found,) = await recurring(graph, tenant)

    assert (found.key, found.answers, found.claim_ids) == (None, 3, (claim_id(tenant, BARE, ""),))


async def test_what_nothing_was_found_of_does_not_recur(services: Services, graph: Graph, tenant: str) -> None:
    await assert_claims(graph, tenant, "one", [(ACTIVE, "NOT_ENOUGH_INFO")])
    await assert_claims(graph, tenant, "two", [(ACTIVE, "NOT_ENOUGH_INFO")], open=True)

    (found,) = await recurring(graph, tenant, least=1)

    assert (found.answers, found.not_enough_info) == (1, 1)


async def test_only_what_the_current_run_asserts_recurs(services: Services, graph: Graph, tenant: str) -> None:
    for number in range(2):
        await assert_claims(graph, tenant, f"{number}", [(ACTIVE, "CONTRADICTED")])
    await assert_claims(graph, tenant, "1", [(ACTIVE, "SUPPORTED")])

    assert await recurring(graph, tenant) == []


async def test_the_most_frequent_come_first_and_the_rest_is_cut(services: Services, graph: Graph, tenant: str) -> None:
    for number in range(3):
        found = [(ACTIVE, "CONTRADICTED"), *([(OTHER, "CONTRADICTED")] if number else [])]
        await assert_claims(graph, tenant, f"{number}", found)

    ordered = [found.key for found in await recurring(graph, tenant)]
    cut = [found.key for found in await recurring(graph, tenant, limit=1)]

    assert ordered == ["guido | create | python", "rust | be | language"]
    assert cut == ordered[:1]


async def test_tenants_never_see_each_others_triples(services: Services, graph: Graph, tenant: str, store: Any) -> None:
    for number in range(2):
        await assert_claims(graph, tenant, f"{number}", [(ACTIVE, "CONTRADICTED")])
    stranger = ReadingServices(store.settings(tenant=f"{tenant}-other"), graph, FakeStatementReader())
    claim, entity = claim_id(tenant, ACTIVE, ""), ids.entity_id(tenant, "Guido")
    query = """query ($claim: ID!, $entity: ID!) {
      claim(id: $claim) { triples { head } } entity(id: $entity) { name } recurringHallucinations { key }
    }"""

    assert await recurring(graph, f"{tenant}-other", least=1) == []
    assert await ask(stranger, query, claim=claim, entity=entity) == {
        "claim": None,
        "entity": None,
        "recurringHallucinations": [],
    }
    assert await AsyncClaimGraph(stranger).recurring_hallucinations() == []
