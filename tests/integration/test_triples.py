"""Claims and their triples in the graph: what answers assert, what sources state, and what keeps coming back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from graph_dump import dump
from sample_graph import NOW, LightServices, erase

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import jobs, runs
from claimgraph.graph_schema.repositories.jobs import JobRow
from claimgraph.graph_schema.repositories.recurrence import recurring_hallucinations
from claimgraph.graph_schema.repositories.runs import FoundRow, RunRow
from claimgraph.graph_schema.repositories.triples import write_statements
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Span, StatedTriple, Statement, Term
from claimgraph.ingest.preparing import Preparer, SourceDocument
from claimgraph.ingest.statements.chunk_statements import SourceClaim
from claimgraph.ingest.statements.claim_rows import claim_id, statement_rows
from claimgraph.platform.errors import InputError
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.settings import Settings
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.pipeline import VerifyRequest

PERSON, NAME = EntityType.PERSON, EntityType.NAME


class ReadingServices(LightServices):
    """The real services, whose sources and answers are read by the fake reader."""

    def __init__(self, settings: Settings, graph: Graph, reader: FakeStatementReader | None) -> None:
        super().__init__(settings, graph)
        preparer: Preparer = self.preparer
        preparer._statements = reader
        if reader is not None:
            self.__dict__["claims"] = ClaimMaker(FakeDecomposer(reader), self.mentions, reader.version)


@pytest.fixture
async def services(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Services]:
    await migrate(graph)
    yield ReadingServices(store.settings(tenant=tenant), graph, FakeStatementReader())
    await erase(graph, tenant)


def source(text: str, key: str = "a.txt") -> SourceDocument:
    return SourceDocument(key, key, text.encode())


async def rows(graph: Graph, text: str, **parameters: object) -> list[dict[str, Any]]:
    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.run(Query("test", text), **parameters)

    return await graph.read("test", work)


async def ask(services: Services, query: str, **variables: Any) -> dict[str, Any]:
    response = await AsyncClaimGraph(services).graphql(query, variables)
    assert "errors" not in response, response
    return response["data"]  # type: ignore[no-any-return]


# --- Triples written by hand -------------------------------------------------------------------------------------


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
    graph: Graph, tenant: str, text: str, found: Sequence[tuple[Statement, str]], model: str | None = "m"
) -> str:
    """An answer whose current run finds these statements to have these verdicts."""
    answer = ids.answer_id(tenant, None, model, text, None)
    claims = [
        SourceClaim(claim_id(tenant, one, answer), one.text, one.lang, one.standalone, (), one.triples)
        for one, _ in found
    ]
    run = ids.run_id(answer, "s", "m", [verdict for _, verdict in found], "machine")
    concluded = [
        FoundRow(claim.id, verdict, 0.9, None, [0, 5], [], [], [], [])
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


async def recurring(graph: Graph, tenant: str, limit: int = 10, least: int = 2) -> list[Any]:
    return await graph.read("recurring", lambda tx: recurring_hallucinations(tx, tenant, limit, least_answers=least))


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


# --- Sources -----------------------------------------------------------------------------------------------------

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
    claim = claim_id(tenant, ACTIVE, "")
    query = "query ($id: ID!) { claim(id: $id) { statedBy { chunk { id } } } }"
    found = await ask(services, query, id=ids.claim_id(tenant, "en", "Guido created Python."))
    await services.loader.load(tenant, [source(TEXT)])
    after = await ask(services, query, id=claim)

    assert listed == {"claims": {"nodes": []}}
    assert found == {"claim": {"statedBy": []}}
    assert len(after["claim"]["statedBy"]) == 1


# --- Answers -----------------------------------------------------------------------------------------------------


def request(answer: str, contexts: tuple[str, ...] | None = None, model: str | None = None) -> VerifyRequest:
    return VerifyRequest(answer=answer, contexts=contexts, model=model, correct=False)


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
