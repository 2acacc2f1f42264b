"""Contexts of many pages: what is looked at of them for a claim is read for names, and all of them is told of."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from sample_graph import LightServices, erase

from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import runs
from claimgraph.graph_schema.repositories.documents import ChunkRow, MentionRow
from claimgraph.graph_schema.repositories.runs import RetrievedRow
from claimgraph.ingest.preparing import Preparer
from claimgraph.platform.graph import Graph, Query
from claimgraph.verify.checking import Checker
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.policies.vote import VotePolicy

PARAGRAPHS = 300
ENGLISH = (
    "The Danube rises in Donaueschingen.",
    "Captain Nemo {n} sailed to Bergen {n} in May {year}, with barrels of salted herring and a letter to Count Olaf. "
    "Nobody in the harbour knew what the letter said, and the captain himself had never learned to read. "
    "Years later the letter was found in a church wall, unopened, beside a silver spoon and a broken clay pipe.",
    "danube",
)
CHINESE = (
    "长江发源于青海省。",
    "第{n}号货船在{year}年五月从上海市出发，船上装满了茶叶和瓷器，还有一封写给王建国的信。"
    "码头上没有人知道信里写了什么，船长自己也从来没有学过认字。"
    "多年以后，人们在一面教堂的墙里找到了这封没有拆开的信，旁边放着一把银勺和一个破烟斗。",
    "青海省",
)


class Desk:
    """A verifier over one graph whose judge agrees with everything."""

    def __init__(self, services: LightServices, graph: Graph, tenant: str) -> None:
        self.graph, self.tenant = graph, tenant
        self.judge = CountingJudge()
        services.__dict__["correctors"] = ()
        policies = PolicyChoice(VotePolicy())
        self.verifier: Verifier = dataclasses.replace(
            services.verifier, checker=Checker((self.judge,)), policies=policies
        )
        self.told: list[tuple[str, int, int]] = []

    async def verify(self, answer: str, *contexts: str) -> Any:
        step = ""

        def on_step(name: str) -> None:
            nonlocal step
            step = name

        def on_progress(done: int, of: int) -> None:
            self.told.append((step, done, of))

        request = VerifyRequest(answer, contexts=contexts, correct=False)
        return await self.verifier.verify(self.tenant, request, on_step, on_progress)

    async def rows(self, text: str, **parameters: Any) -> list[dict[str, Any]]:
        query = Query("test", text)
        return await self.graph.read("test", lambda tx: tx.run(query, tenant=self.tenant, **parameters))

    async def mentioning(self) -> dict[str, set[str]]:
        """Text of a chunk -> names of what it mentions, of all that mention anything."""
        rows = await self.rows(
            "MATCH (k:Chunk)-[:MENTIONS]->(e:Entity) WHERE k.tenant = $tenant RETURN k.text AS text, e.name AS name"
        )
        return {row["text"]: {one["name"] for one in rows if one["text"] == row["text"]} for row in rows}


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), graph, tenant)
    await erase(graph, tenant)


def long_context(fact: str, filler: str) -> str:
    pages = [filler.format(n=n, year=1500 + n) for n in range(PARAGRAPHS)]
    return "\n\n".join([*pages[:120], fact, *pages[120:]])


@pytest.mark.parametrize(("fact", "filler", "name"), [ENGLISH, CHINESE], ids=["english", "chinese"])
async def test_only_what_is_judged_of_a_long_context_is_read_for_names(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fact: str, filler: str, name: str
) -> None:
    read: list[str] = []
    find = Preparer.find_mentions

    def noting(preparer: Preparer, rows: Sequence[ChunkRow]) -> list[MentionRow]:
        read.extend(row.text for row in rows)
        return find(preparer, rows)

    monkeypatch.setattr(Preparer, "find_mentions", noting)

    found = await desk.verify(fact, long_context(fact, filler))

    judged = {one.chunk_id for claim in found.claims for one in claim.evidence}
    (placed,) = await desk.rows("MATCH (k:Chunk) WHERE k.tenant = $tenant RETURN count(k) AS chunks")
    mentioning = await desk.mentioning()
    assert placed["chunks"] > 100
    assert 0 < len(mentioning) <= len(judged) < 10
    assert [name in names for text, names in mentioning.items() if fact in text] == [True]
    assert len(read) == len(judged)


async def test_names_of_a_context_are_noted_as_it_is_looked_at(desk: Desk) -> None:
    fact, filler, _ = ENGLISH
    context = long_context(fact, filler)
    await desk.verify(fact, context)
    before = await desk.mentioning()

    await desk.verify("Captain Nemo 7 sailed to Bergen 7.", context)

    after = await desk.mentioning()
    assert before.items() < after.items()
    assert any("bergen" in name for text in after.keys() - before.keys() for name in after[text])


async def test_a_short_context_mentions_what_it_names(desk: Desk) -> None:
    await desk.verify("长江发源于青海省。", "长江发源于青海省。", "The Danube rises in Donaueschingen.")

    assert {name for names in (await desk.mentioning()).values() for name in names} >= {"青海省"}


async def test_writing_a_long_context_and_judging_tell_how_far_they_are(desk: Desk) -> None:
    fact, filler, _ = ENGLISH

    await desk.verify(fact, long_context(fact, filler))

    chunks = [(done, of) for step, done, of in desk.told if step == "gather evidence"]
    pairs = [(done, of) for step, done, of in desk.told if step == "judge"]
    total = chunks[0][1]
    assert total > 256
    assert chunks == [(0, total), (256, total), (total, total)]
    assert pairs[0][0] == 0
    assert pairs[-1][0] == pairs[-1][1] == len(desk.judge.asked)


async def test_what_a_run_looked_at_is_written_once(desk: Desk) -> None:
    found = await desk.verify(
        "The Danube rises in Donaueschingen.", "The Danube rises in Donaueschingen.", "Rain fell."
    )
    known = (
        "MATCH (:Run {id: $run})-[e:RETRIEVED]->(k:Chunk) RETURN k.id AS chunk, e.claim_id AS claim, e.source AS source"
    )
    before = await desk.rows(known, run=found.run_id)
    rows = [RetrievedRow(row["claim"], row["chunk"], "given", 1, 1.0, []) for row in before]

    async def again(tx: Any) -> None:
        run = await runs.find_run(tx, desk.tenant, found.run_id)
        assert run is not None
        await runs.write_run(tx, desk.tenant, run, [], rows, [])

    await desk.graph.write("again", again)

    assert len(before) == 2
    assert sorted(map(str, await desk.rows(known, run=found.run_id))) == sorted(map(str, before))
