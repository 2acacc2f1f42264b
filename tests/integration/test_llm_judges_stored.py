"""Judges by language model in a verification: verdict, reason and quoted words are kept, failures are not."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fakes.asked_llm import asked
from fakes.judging_llm import JudgingLlm
from fakes.llm_server import Fails, LlmServer
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.graph import Graph
from claimgraph.verify.checking import Checker
from claimgraph.verify.judges.llm.chainpoll import ChainPollJudge
from claimgraph.verify.judges.llm.ragas import RagasFaithfulnessJudge
from claimgraph.verify.judges.llm.verdict import LlmJudge
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.by_judge import JudgePolicy
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.ports import Judge
from claimgraph.verify.report import Verification

CLAIM = "Guido created Python."
CONTEXTS = ("Guido created Python. Rust is a language.", "Python is older than Rust.")


class Desk(JudgedDesk):
    """A verifier over one tenant that one judge by language model decides for."""

    async def ask(self, judge: Judge, key: str, correct: bool = False) -> Verification:
        policies = PolicyChoice(JudgePolicy(judge.name))
        verifier: Verifier = dataclasses.replace(self.services.verifier, checker=Checker((judge,)), policies=policies)
        request = VerifyRequest(CLAIM, question="Who created Python?", contexts=CONTEXTS, key=key, correct=correct)
        return await verifier.verify(self.tenant, request)

    async def edges(self) -> list[dict[str, Any]]:
        found = await self.rows("MATCH (:Claim {tenant: $tenant})-[e:CHECKED_AGAINST]->() RETURN properties(e) AS edge")
        return [row["edge"] for row in found]


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(JudgingLlm()) as running:
        yield running


async def test_verdict_reason_and_quoted_words_are_kept_and_read_back(desk: Desk, server: LlmServer) -> None:
    async with asked(server) as llm:
        first = await desk.ask(LlmJudge(llm), "one")
        requests = len(server.requests)
        second = await desk.ask(LlmJudge(llm), "two")

    assert first.claims[0].verdict == second.claims[0].verdict == "SUPPORTED"
    assert len(server.requests) == requests
    supporting = [edge for edge in await desk.edges() if edge["llm_supported"] == 1.0]
    assert supporting
    assert all(edge["judge"] == "llm" and edge["reason"] == "The words are there." for edge in supporting)
    assert {tuple(edge["finding_premise_words"]) for edge in supporting} == {("Guido",)}
    said = second.claims[0].evidence[0].judges["llm"]
    assert (said["llm_supported"], said["reason"]) == (1.0, "The words are there.")


async def test_a_method_that_reads_all_evidence_asks_once_for_all_windows(desk: Desk, server: LlmServer) -> None:
    async with asked(server) as llm:
        found = await desk.ask(RagasFaithfulnessJudge(llm), "one")

    assert found.claims[0].verdict == "SUPPORTED"
    (request,) = [one for one in server.requests if "evidence" in one.document]
    assert all(context in request.document["evidence"] for context in CONTEXTS)


async def test_what_a_model_could_not_be_asked_is_asked_another_time(desk: Desk, server: LlmServer) -> None:
    server.handler = lambda request: Fails(500)
    async with asked(server) as llm:
        failed = await desk.ask(ChainPollJudge(llm), "one")
        server.handler = JudgingLlm()
        judged = await desk.ask(ChainPollJudge(llm), "two")

    assert failed.claims[0].verdict == "NOT_ENOUGH_INFO"
    assert "HTTP 500" in (failed.claims[0].unscored_reason or "")
    assert judged.claims[0].verdict == "SUPPORTED"


async def test_a_model_that_fails_takes_nothing_out_of_the_answer_and_rejects_nothing(
    desk: Desk, server: LlmServer
) -> None:
    server.handler = lambda request: Fails(429)
    async with asked(server) as llm:
        failed = await desk.ask(LlmJudge(llm), "one", correct=True)

    assert (failed.corrected_text, failed.corrections) == (CLAIM, ())
    assert (failed.outcome, failed.support_ratio) == ("unverified", None)


async def test_what_no_judge_could_judge_is_open_until_one_can(desk: Desk, server: LlmServer) -> None:
    asserted = "MATCH (:Answer {tenant: $tenant})-[e:ASSERTS]->(:Claim) RETURN e.open AS open"
    server.handler = lambda request: Fails(500)
    async with asked(server) as llm:
        failed = await desk.ask(ChainPollJudge(llm), "one")
        before = await desk.rows(asserted)
        server.handler = JudgingLlm()
        judged = await desk.ask(ChainPollJudge(llm), "one")
        again = await desk.ask(ChainPollJudge(llm), "one")

    assert (failed.run.incomplete, judged.run.incomplete, again.run.incomplete) == (True, False, False)
    assert (judged.run.seq, again.run.seq, again.run.reused) == (2, 2, True)
    assert (failed.claims[0].open, judged.claims[0].open) == (True, False)
    assert (before, await desk.rows(asserted)) == ([{"open": True}], [{"open": None}])
    found = await desk.rows("MATCH (:Run {tenant: $tenant})-[f:FOUND]->(:Claim) RETURN f.open AS open")
    assert sorted(str(row["open"]) for row in found) == ["None", "True"]
