"""The statements of `docs/analyses.md`: run as operators run them, held against sample data, planned by Neo4j."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from sample_graph import NOW, LightServices, erase

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import checks, jobs, runs
from claimgraph.graph_schema.repositories.checks import CheckRow
from claimgraph.graph_schema.repositories.jobs import JobRow
from claimgraph.graph_schema.repositories.runs import FoundRow, RunRow
from claimgraph.graph_schema.repositories.triples import write_statements
from claimgraph.ingest.model import Span, StatedTriple, Statement, Term
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.ingest.statements.chunk_statements import SourceClaim
from claimgraph.ingest.statements.claim_rows import claim_id, statement_rows
from claimgraph.platform.graph import Graph, Query, Transaction, open_graph
from claimgraph.platform.graph.procedures import LISTED_PROCEDURES
from claimgraph.platform.graph.read_only import read_table

PAGE = (Path(__file__).parents[2] / "docs" / "analyses.md").read_text(encoding="utf-8")
ANALYSES = dict(re.findall(r"^## \d\. ([^\n]+)\n.*?```cypher\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))

RIVERS = "The Danube is 2,850 km long. It rises in the Black Forest."
ATLAS = "At 2,850 km the Danube is the second longest river of Europe."
S, C, N = "SUPPORTED", "CONTRADICTED", "NOT_ENOUGH_INFO"


def said(text: str, *triple: str) -> Statement:
    span = Span(0, len(text))
    terms = [Term(part, (span,), None) for part in triple]
    triples = (StatedTriple(terms[0], triple[1], terms[2], (triple[0], triple[1], triple[2]), 0.8),) if triple else ()
    return Statement(text, "en", (span,), span, True, True, (), triples)


WRONG = said("The Danube is 1,850 km long.", "Danube", "be long", "1,850 km")
SAME = said("The length of the Danube is 1,850 km.", "Danube", "be long", "1,850 km")
RIGHT = said("The Danube rises in the Black Forest.", "Danube", "rise", "Black Forest")
BRIDGES = said("It has forty bridges, as everybody knows.")
MOUTH = said("The Danube ends in the Black Sea.", "Danube", "end", "Black Sea")


@dataclass(frozen=True)
class Found:
    """A finding of one run: what decided it are checks against these chunks; `votes` of nli, rules and similarity.

    `redeep`: the hallucination score, of which 0.5 is the threshold; None where no causal model read the answer.
    """

    claim: Statement
    verdict: str
    chunks: Sequence[str]
    votes: str
    redeep: float | None = None
    possible: Sequence[str] | None = None
    reason: str | None = None

    def check(self, tenant: str, chunk: str) -> CheckRow:
        premise = ids.premise_id([(chunk, 0, 10)])
        return CheckRow(claim_id(tenant, self.claim, ""), premise, ((chunk, 0, 10),), "nli", "1", {"nli_neutral": 0.2})

    def row(self, tenant: str) -> FoundRow:
        carried = [edge for chunk in self.chunks for edge in self.check(tenant, chunk).edge_ids()]
        words = {"s": "supports", "c": "contradicts", "n": "neutral", "-": "abstains"}
        inside = [] if self.redeep is None else ["neutral" if self.redeep >= 0.5 else "supports"]
        ecs, pks = (None, None) if self.redeep is None else (0.4, 0.1)
        return FoundRow(
            claim=claim_id(tenant, self.claim, ""), verdict=self.verdict, confidence=None if self.reason else 0.9,
            unscored_reason=self.reason, possible=None if self.possible is None else list(self.possible),
            open=self.reason is not None,
            spans=[0, 5], judges=["nli", "rules", "similarity", "redeep"][: 3 + len(inside)],
            votes=[*(words[vote] for vote in self.votes), *inside], checks=carried, carried=carried,
            redeep_score=self.redeep, redeep_ecs=ecs, redeep_pks=pks,
        )  # fmt: skip


async def conclude(graph: Graph, tenant: str, answer: str, model: str | None, found: Sequence[Found], at: str) -> str:
    """One more run of the answer with this text, as the pipeline writes it."""
    answer_id = ids.answer_id(tenant, None, model, answer, None)
    claims = [
        SourceClaim(claim_id(tenant, one.claim, ""), one.claim.text, "en", True, (), one.claim.triples) for one in found
    ]
    job = JobRow(
        id=ids.job_id(answer_id, at, "m", []), answer_id=answer_id, answer=answer, lang="en", question=None,
        model=model, key=None, domain="general", risk="normal", correct=True, contexts=None, settings=at, models="m",
    )  # fmt: skip
    run = RunRow(
        id=ids.run_id(answer_id, at, "m", [], "machine"), kind="machine", outcome="rejected", domain="general",
        risk="normal", support_ratio=0.5, threshold=0.8, supported=1, contradicted=1, not_enough_info=0,
        not_checkable=0, filtered_text="f", corrected_text="c", settings=at, models=[], prompt_versions=[], calls=[],
        warnings=[], llm_tokens=0, cost=None, seconds=0.1, started=at, finished=at,
    )  # fmt: skip

    async def work(tx: Transaction) -> None:
        await jobs.remember(tx, tenant, job, "me", 0.0, at)
        await write_statements(tx, tenant, statement_rows(claims, "hand-1"))
        await checks.write_checks(tx, tenant, [one.check(tenant, k) for one in found for k in one.chunks], at)
        rows = [one.row(tenant) for one in found]
        await runs.write_run(tx, tenant, run, rows, [], [])
        await runs.make_current(tx, tenant, answer_id, run.id, rows, at)
        await jobs.finish(tx, tenant, job.id, "me")

    await graph.write("sample", work)
    return answer_id


@pytest.fixture
async def sample(store: Any, graph: Graph, tenant: str) -> AsyncIterator[dict[str, str]]:
    """Four answers of two models over two documents; the fourth was verified twice. Name -> answer id."""
    await migrate(graph)
    services = LightServices(store.settings(tenant=tenant, read_statements=False), graph)
    sources = [("rivers.txt", RIVERS, "Rivers"), ("atlas.txt", ATLAS, "Atlas")]
    await services.loader.load(tenant, [SourceDocument(k, k, t.encode(), title=title) for k, t, title in sources])
    rivers, atlas = (ids.chunk_id(tenant, text) for _, text, _ in sources)
    right = Found(RIGHT, S, [rivers], "s-s", 0.1)
    unknown = Found(RIGHT, N, [], "n-s")
    bridges = Found(BRIDGES, N, [], "n-c", 0.8)
    wrong = Found(WRONG, C, [rivers, atlas], "ccs", 0.2)
    answers = {
        "one": await conclude(graph, tenant, "one", "ada", [wrong, right], NOW),
        "two": await conclude(graph, tenant, "two", "bob", [Found(SAME, C, [atlas], "ncs")], NOW),
        "three": await conclude(graph, tenant, "three", "bob", [bridges, right], NOW),
        "four": await conclude(graph, tenant, "four", None, [bridges, unknown], NOW),
    }
    await conclude(graph, tenant, "four", None, [bridges, right], "2026-02-03T00:00:00+00:00")
    yield answers
    await erase(graph, tenant)


async def ask(graph: Graph, title: str, tenant: str, **parameters: Any) -> list[dict[str, Any]]:
    """The rows of an analysis, by the way that `claimgraph cypher` takes."""
    values = {"tenant": tenant, **parameters}
    table = await read_table(graph.address, ANALYSES[title], values, seconds=60, rows=1000)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


@pytest.fixture
async def undecided(graph: Graph, tenant: str, sample: dict[str, str]) -> dict[str, str]:
    """Two answers that state what went to review; one of them also states what nobody could judge."""
    left = Found(MOUTH, N, [], "sc-", possible=(S, C), reason="sources disagree")
    unread = Found(BRIDGES, N, [], "---", reason="timed out")
    return {
        "five": await conclude(graph, tenant, "five", "cyd", [left, unread], NOW),
        "six": await conclude(graph, tenant, "six", "cyd", [left], NOW),
    }


def test_every_analysis_of_the_page_is_tested_here() -> None:
    tested = set(re.findall(r'ask\(graph, "([^"]+)"', Path(__file__).read_text(encoding="utf-8")))

    assert set(ANALYSES) == tested
    assert len(ANALYSES) == 9


def test_the_page_names_every_listed_procedure_and_no_other() -> None:
    (paragraph,) = re.findall(r"^The listed procedures are (.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)

    assert set(re.findall(r"`(db[\w.]+)`", paragraph)) == LISTED_PROCEDURES


async def test_hallucinations_that_recur(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    assert await ask(graph, "Hallucinations that recur", tenant) == [
        {
            "said": "danube | be long | 1,850 km", "answers": 2, "models": 2, "contradicted": 2, "not_enough_info": 0,
            "examples": [WRONG.text, SAME.text],
        },
        {
            "said": BRIDGES.text, "answers": 2, "models": 1, "contradicted": 0, "not_enough_info": 2,
            "examples": [BRIDGES.text],
        },
    ]  # fmt: skip


async def test_hallucinations_by_model(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    names = ("model", "answers", "claims", "contradicted", "not_enough_info", "answers_that_repeat")

    rows = await ask(graph, "Hallucinations by model", tenant)

    assert [tuple(row[name] for name in names) for row in rows] == [
        ("(unknown)", 1, 2, 0, 1, 1),
        ("ada", 1, 2, 1, 0, 1),
        ("bob", 2, 3, 1, 1, 2),
    ]


async def test_hallucinations_by_document(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    assert await ask(graph, "Hallucinations by document", tenant) == [
        {"document": "Atlas", "claims": 2, "answers": 2, "models": ["ada", "bob"]},
        {"document": "Rivers", "claims": 1, "answers": 1, "models": ["ada"]},
    ]


async def test_claims_that_two_sources_contradict(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    assert await ask(graph, "Claims that two sources contradict", tenant) == [
        {"claim": WRONG.text, "documents": ["Atlas", "Rivers"], "answers": 1}
    ]


async def test_what_rests_on_one_document(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    atlas = await ask(graph, "What rests on one document", tenant, document="atlas.txt")
    rivers = await ask(graph, "What rests on one document", tenant, document="rivers.txt")

    assert atlas == [{"claim": SAME.text, "verdict": C, "answers": 1}]
    assert rivers == [{"claim": RIGHT.text, "verdict": S, "answers": 3}]


async def test_verdicts_that_changed_between_runs(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    (changed,) = await ask(graph, "Verdicts that changed between runs", tenant)

    assert (changed["claim"], changed["before"], changed["after"]) == (RIGHT.text, N, S)
    assert (changed["answer"], changed["at"].isoformat()) == (sample["four"], "2026-02-03T00:00:00+00:00")


async def test_which_judge_disagrees_most(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    names = ("judge", "votes", "disagreed", "opposed", "share")

    rows = await ask(graph, "Which judge disagrees most", tenant)

    assert [tuple(row[name] for name in names) for row in rows] == [
        ("similarity", 7, 4, 2, 0.57),
        ("redeep", 6, 1, 1, 0.17),
        ("nli", 7, 1, 0, 0.14),
        ("rules", 2, 0, 0, 0.0),
    ]


async def test_claims_where_redeep_and_nli_disagree(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    assert await ask(graph, "Claims where ReDeEP and NLI disagree", tenant) == [
        {
            "claim": WRONG.text, "nli": "contradicts", "redeep": "supports", "score": 0.2, "ecs": 0.4, "pks": 0.1,
            "verdict": C, "model": "ada", "answer": sample["one"],
        },
    ]  # fmt: skip


async def test_claims_for_a_person_to_decide(
    graph: Graph, tenant: str, sample: dict[str, str], undecided: dict[str, str]
) -> None:
    judges = ["nli", "rules", "similarity"]

    assert await ask(graph, "Claims for a person to decide", tenant) == [
        {
            "claim": MOUTH.text, "answers": 2, "possible": [S, C], "reason": "sources disagree", "judges": judges,
            "votes": ["supports", "contradicts", "abstains"], "answer": min(undecided.values()),
        },
        {
            "claim": BRIDGES.text, "answers": 1, "possible": None, "reason": "timed out", "judges": judges,
            "votes": ["abstains"] * 3, "answer": undecided["five"],
        },
    ]  # fmt: skip


async def test_what_nothing_was_found_of_is_no_hallucination_and_no_judge_disagrees_with_it(
    graph: Graph, tenant: str, sample: dict[str, str]
) -> None:
    titles = ("Hallucinations that recur", "Which judge disagrees most")
    before = [await ask(graph, title, tenant) for title in titles]

    left = Found(MOUTH, N, [], "sc-", possible=(S, C), reason="sources disagree")
    for answer in ("five", "six"):
        await conclude(graph, tenant, answer, "cyd", [left], NOW)

    assert [await ask(graph, title, tenant) for title in titles] == before
    (cyd,) = [row for row in await ask(graph, "Hallucinations by model", tenant) if row["model"] == "cyd"]
    assert (cyd["answers"], cyd["claims"], cyd["not_enough_info"], cyd["open"]) == (2, 2, 0, 2)


async def test_another_tenant_sees_nothing(graph: Graph, tenant: str, sample: dict[str, str]) -> None:
    for title in ANALYSES:
        assert await ask(graph, title, f"{tenant}-other", document="atlas.txt") == [], title


CROWD = [
    """CREATE (d:Document {id: $t + 'd', tenant: $t, key: 'crowd.txt', kind: 'source', title: 'Crowd'})
       CREATE (v:Revision {id: $t + 'v', tenant: $t, number: 1})
       CREATE (d)-[:CURRENT {id: $t + 'dv', tenant: $t}]->(v)
       WITH v UNWIND range(0, $n / 10) AS i
       CREATE (v)-[:HAS_CHUNK {id: $t + 'vk' + i, tenant: $t}]->(:Chunk {id: $t + 'k' + i, tenant: $t})""",
    """UNWIND range(0, $n - 1) AS i
       MATCH (k:Chunk {id: $t + 'k' + (i / 10)})
       CREATE (c:Claim {id: $t + 'c' + i, tenant: $t, text: 'Claim ' + i})
       CREATE (c)-[:HAS_TRIPLE {id: $t + 'ct' + i, tenant: $t}]->
              (:Triple {id: $t + 't' + i, tenant: $t, key: toString(i / 2)})
       WITH c, k, i UNWIND ['nli', 'rules', 'values'] AS judge
       CREATE (c)-[:CHECKED_AGAINST {id: $t + 'x' + i + judge, tenant: $t, judge: judge}]->(k)""",
    """UNWIND range(0, $n - 1) AS i
       CREATE (a:Answer {id: $t + 'a' + i, tenant: $t, model: 'model ' + (i % 5),
               runs: CASE i % 10 WHEN 0 THEN 2 ELSE 1 END})
       WITH a, i UNWIND range(1, a.runs) AS seq
       CREATE (a)-[:HAS_RUN {id: $t + 'h' + i + '/' + seq, tenant: $t, seq: seq, at: datetime()}]
              ->(r:Run {id: $t + 'r' + i + '/' + seq, tenant: $t})
       FOREACH (_ IN CASE WHEN seq = a.runs THEN [1] ELSE [] END |
         CREATE (a)-[:CURRENT_RUN {id: $t + 'u' + i, tenant: $t}]->(r))
       WITH a, r, seq, i UNWIND range(0, 3) AS j
       MATCH (c:Claim {id: $t + 'c' + ((i * 4 + j) % $n)})
       WITH a, r, c, i, j, seq, $t + 'x' + ((i * 4 + j) % $n) AS x,
            CASE (i + j + seq) % 8 WHEN 0 THEN 'CONTRADICTED' WHEN 1 THEN 'NOT_ENOUGH_INFO' ELSE 'SUPPORTED' END AS said
       WITH a, r, c, i, j, seq, x, said, CASE WHEN said = 'NOT_ENOUGH_INFO' AND i % 3 = 0 THEN true END AS open
       CREATE (r)-[:FOUND {id: r.id + '/' + j, tenant: $t, verdict: said, open: open,
               judges: ['nli', 'rules', 'values', 'redeep'], votes: ['supports', 'abstains', 'contradicts', 'neutral'],
               redeep_score: 0.6, carried: [x + 'nli', x + 'values']}]->(c)
       FOREACH (_ IN CASE WHEN seq = a.runs THEN [1] ELSE [] END |
         CREATE (a)-[:ASSERTS {id: a.id + '/' + j, tenant: $t, verdict: said, open: open}]->(c))""",
]  # fmt: skip
"""A tenant of n answers with four findings each, as a real one has them: for plans and costs, never for results."""

INDEXES = {
    "asserts_by_verdict": "ASSERTS(tenant, verdict)",
    "found_by_verdict": "FOUND(tenant, verdict)",
    "answer_by_tenant": "Answer(tenant)",
    "document_by_key": "Document(tenant, key)",
}


async def crowd(graph: Graph, tenant: str, answers: int) -> None:
    for statement in CROWD:
        await graph.execute(Query("crowd", statement), t=tenant, n=answers)


@pytest.fixture(scope="module")
def crowded(store: Any) -> Iterator[str]:
    """A tenant of 300 answers beside one of 1,200, on Neo4j."""
    if store.name != "neo4j":
        pytest.skip("the embedded store has no such plans")
    own, other = (f"crowd-{secrets.token_hex(6)}" for _ in range(2))

    async def prepare() -> None:
        async with await open_graph(store.settings()) as graph:
            await migrate(graph)
            await crowd(graph, own, 300)
            await crowd(graph, other, 1200)

    async def clean() -> None:
        async with await open_graph(store.settings()) as graph:
            await erase(graph, own)
            await erase(graph, other)

    anyio.run(prepare)
    yield own
    anyio.run(clean)


def operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from operators(child)


async def profile(graph: Graph, title: str, tenant: str) -> list[dict[str, Any]]:
    """The operators of a plan that is made anew, by what the indexes hold now, and carried out."""
    async with graph._driver.session() as session:
        await (await session.run("CALL db.prepareForReplanning()")).consume()
        text = f"CYPHER replan=force PROFILE\n{ANALYSES[title]}"
        result = await session.run(text, {"tenant": tenant, "document": "crowd.txt"})
        return list(operators((await result.consume()).profile))


def hits(plan: list[dict[str, Any]]) -> int:
    return sum(int(one["args"].get("DbHits", 0)) for one in plan)


@pytest.mark.parametrize("title", ANALYSES)
async def test_an_analysis_scans_nothing_and_starts_at_the_indexes_that_the_page_names(
    crowded: str, graph: Graph, title: str
) -> None:
    number = list(ANALYSES).index(title) + 1
    (row,) = re.findall(rf"^\| {number}\. .*$", PAGE, re.MULTILINE)
    named = {INDEXES[name] for name in re.findall(r"`(\w+)`", row.split("|")[2])}

    plan = await profile(graph, title, crowded)

    leaves = [one for one in plan if not one.get("children") and "Argument" not in one["operatorType"]]
    starts = [(one["operatorType"].split("@")[0], one["args"]["Details"]) for one in leaves]
    used = {index for index in INDEXES.values() for _, details in starts if index in details}
    assert not [one["operatorType"] for one in plan if "Scan" in one["operatorType"]], starts
    assert all("tenant = $tenant" in details or name.endswith("UniqueIndexSeek") for name, details in starts), starts
    assert used == named


@pytest.mark.parametrize("title", ANALYSES)
async def test_what_an_analysis_costs_does_not_grow_with_the_answers_of_others(
    crowded: str, graph: Graph, title: str
) -> None:
    alone = hits(await profile(graph, title, crowded))
    newcomer = f"crowd-{secrets.token_hex(6)}"
    await crowd(graph, newcomer, 1200)

    beside = hits(await profile(graph, title, crowded))

    await erase(graph, newcomer)
    assert alone > 0
    assert beside <= 1.1 * alone
