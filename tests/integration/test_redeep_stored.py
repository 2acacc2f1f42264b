"""ReDeEP in a verification: its scores are on FOUND and ASSERTS, in every answer that is read back, and remembered."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from fakes.redeep_reader import COPIED, KNOWN, MeanDetector, NanDetector, WordReader
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.jsonable import jsonable
from claimgraph.api.provenance import provenance
from claimgraph.graph_schema.migrations import migrate
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.graph import Graph
from claimgraph.verify.checking import Checker
from claimgraph.verify.deleting import Subject
from claimgraph.verify.model import Unscored
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.ports import Judge
from claimgraph.verify.redeep.judging import Insight, RedeepJudge
from claimgraph.verify.report import ClaimReport, Verification

GUIDE = Path(__file__).parents[2] / "docs" / "redeep.md"
COPIED_CLAIM, KNOWN_CLAIM = "Guido created Python.", "Bjarne invented Oslo."
ANSWER = f"{COPIED_CLAIM} {KNOWN_CLAIM}"
CONTEXTS = ("Guido created Python. It is a language.",)
QUESTION = "Who created Python?"
CHINESE = "张三创建了公司。李四创建了学校。"


class Desk(JudgedDesk):
    """A verifier over one tenant with ReDeEP and a judge that always abstains."""

    def __init__(self, services: LightServices, tenant: str) -> None:
        super().__init__(services, tenant)
        self.reader = WordReader()
        silent = CountingJudge("1", lambda pair: Unscored("it says nothing"))
        self.judges: tuple[Judge, ...] = (silent, RedeepJudge(Insight(self.reader, MeanDetector())))

    async def verify(
        self,
        answer: str = ANSWER,
        contexts: tuple[str, ...] | None = CONTEXTS,
        key: str | None = None,
        correct: bool = False,
    ) -> Verification:
        verifier = self.verifier()
        request = VerifyRequest(answer, question=QUESTION, contexts=contexts, key=key, correct=correct)
        return await verifier.verify(self.tenant, request)

    def verifier(self) -> Verifier:
        return dataclasses.replace(
            self.services.verifier,
            checker=Checker(self.judges),
            policies=PolicyChoice(VotePolicy()),
            models={f"judge {judge.name}": judge.version for judge in self.judges},
        )

    async def stored(self, edge: str) -> dict[str, tuple[float | None, ...]]:
        """Claim's text -> its three scores on the edges of this type."""
        pattern = {"FOUND": "(:Run)-[e:FOUND]->(c:Claim)", "ASSERTS": "(:Answer)-[e:ASSERTS]->(c:Claim)"}[edge]
        rows = await self.rows(
            f"MATCH {pattern} WHERE c.tenant = $tenant RETURN c.text AS text, e.redeep_score AS score, "
            "e.redeep_ecs AS ecs, e.redeep_pks AS pks"
        )
        return {row["text"]: (row["score"], row["ecs"], row["pks"]) for row in rows}

    async def graphql(self, query: str, **variables: Any) -> dict[str, Any]:
        response = await AsyncClaimGraph(self.services).graphql(query, variables)
        assert "errors" not in response, response
        return response["data"]  # type: ignore[no-any-return]


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


def scores(claim: ClaimReport) -> tuple[float | None, ...]:
    return (claim.redeep_score, claim.redeep_ecs, claim.redeep_pks)


async def test_every_claim_has_its_scores_on_found_and_asserts(desk: Desk) -> None:
    found = await desk.verify()

    told = {claim.text: scores(claim) for claim in found.claims}
    assert told[COPIED_CLAIM] == pytest.approx((1 - COPIED, COPIED, 0.1), abs=1e-6)
    assert told[KNOWN_CLAIM][0] > 0.5 > told[COPIED_CLAIM][0]
    assert told[KNOWN_CLAIM][1] < told[COPIED_CLAIM][1]
    assert told[KNOWN_CLAIM][2] > told[COPIED_CLAIM][2]
    assert await desk.stored("FOUND") == await desk.stored("ASSERTS") == told


async def test_chinese_claims_are_scored_at_their_own_characters(desk: Desk) -> None:
    found = await desk.verify(CHINESE, ("张三创建了公司。",))

    told = {claim.text: claim.redeep_score for claim in found.claims}
    assert told["张三创建了公司。"] == pytest.approx(1 - COPIED, abs=1e-6)
    assert told["李四创建了学校。"] > told["张三创建了公司。"]


async def test_the_answer_is_read_once_as_a_whole_with_question_and_contexts(desk: Desk) -> None:
    await desk.verify()

    (prompt,) = desk.reader.prompts
    assert prompt.response == ANSWER
    assert QUESTION in prompt.text
    assert CONTEXTS[0] in prompt.text


async def test_its_vote_counts_and_is_kept(desk: Desk) -> None:
    found = await desk.verify()

    verdicts = {claim.text: (claim.verdict.value, claim.votes["redeep"]) for claim in found.claims}
    assert verdicts == {COPIED_CLAIM: ("SUPPORTED", "supports"), KNOWN_CLAIM: ("NOT_ENOUGH_INFO", "neutral")}


async def test_what_was_read_is_remembered_and_the_same_answer_is_not_read_again(desk: Desk) -> None:
    first = await desk.verify()
    desk.judges = (desk.judges[0], RedeepJudge(Insight(desk.reader, MeanDetector())))  # as after a restart

    again = await desk.verify()

    assert again.run.reused
    assert [scores(claim) for claim in again.claims] == [scores(claim) for claim in first.claims]
    assert len(desk.reader.prompts) == 1


async def test_the_same_claim_in_another_answer_is_read_there(desk: Desk) -> None:
    await desk.verify(key="one")

    other = await desk.verify(f"Hello world. {COPIED_CLAIM}", key="two")

    assert [prompt.response for prompt in desk.reader.prompts] == [ANSWER, f"Hello world. {COPIED_CLAIM}"]
    assert any(claim.redeep_score is not None for claim in other.claims)


async def test_another_detector_reads_it_anew(desk: Desk) -> None:
    first = await desk.verify()
    desk.judges = (desk.judges[0], RedeepJudge(Insight(desk.reader, MeanDetector("mean-2"))))

    second = await desk.verify()

    assert second.run_id != first.run_id
    assert len(desk.reader.prompts) == 2


async def test_a_score_that_is_not_finite_is_no_score_and_says_why(desk: Desk) -> None:
    desk.judges = (RedeepJudge(Insight(desk.reader, NanDetector())),)

    found = await desk.verify()

    assert {scores(claim) for claim in found.claims} == {(None, None, None)}
    assert all("not finite" in (claim.unscored_reason or "") for claim in found.claims)
    assert set((await desk.stored("FOUND")).values()) == {(None, None, None)}


async def test_without_it_nothing_is_written(desk: Desk) -> None:
    desk.judges = desk.judges[:1]

    found = await desk.verify()

    assert {scores(claim) for claim in found.claims} == {(None, None, None)}
    assert set((await desk.stored("ASSERTS")).values()) == {(None, None, None)}


async def test_a_run_that_is_current_again_asserts_its_scores_again(desk: Desk) -> None:
    first = await desk.verify()
    judges = desk.judges
    desk.judges = judges[:1]
    await desk.verify()
    assert set((await desk.stored("ASSERTS")).values()) == {(None, None, None)}
    desk.judges = judges

    again = await desk.verify()

    assert again.run_id == first.run_id
    assert await desk.stored("ASSERTS") == {claim.text: scores(claim) for claim in first.claims}


async def test_json_provenance_and_graphql_tell_the_same_scores(desk: Desk) -> None:
    found = await desk.verify()
    claim = next(one for one in found.claims if one.text == KNOWN_CLAIM)
    expected = scores(claim)

    (as_json,) = [one for one in jsonable(found)["claims"] if one["id"] == claim.id]
    traced = await provenance(desk.graph, desk.tenant, claim.id)
    query = """query ($claim: ID!) { claim(id: $claim) {
        assertedBy { redeepScore redeepEcs redeepPks }
        foundBy { redeepScore redeepEcs redeepPks }
        checkedAgainst(judge: "redeep") { scores { name value } } } }"""
    read = (await desk.graphql(query, claim=claim.id))["claim"]

    names = ("redeep_score", "redeep_ecs", "redeep_pks")
    assert tuple(as_json[name] for name in names) == expected
    (asserted,) = traced.asserted_by
    assert tuple(getattr(asserted.assertion, name) for name in names) == expected
    for edge in (*read["assertedBy"], *read["foundBy"]):
        assert (edge["redeepScore"], edge["redeepEcs"], edge["redeepPks"]) == expected
    for check in read["checkedAgainst"]:
        told = {one["name"]: one["value"] for one in check["scores"]}
        assert told == pytest.approx({"redeep": 1 - expected[0], "redeep_ecs": expected[1], "redeep_pks": expected[2]})
    assert read["checkedAgainst"]


async def test_the_mutation_that_verifies_tells_them_too(desk: Desk) -> None:
    desk.services.__dict__["verifier"] = desk.verifier()

    data = await desk.graphql(
        """mutation ($answer: String!, $contexts: [String!]) {
          verify(answer: $answer, contexts: $contexts, correct: false) {
            claims { text redeepScore redeepEcs redeepPks
              evidence { judges { judge scores { name value } } } } } }""",
        answer=ANSWER,
        contexts=list(CONTEXTS),
    )

    told = {one["text"]: one["redeepScore"] for one in data["verify"]["claims"]}
    assert told[COPIED_CLAIM] == pytest.approx(1 - COPIED, abs=1e-6)
    assert told[KNOWN_CLAIM] > KNOWN


async def test_what_was_read_over_a_source_goes_with_that_source(desk: Desk) -> None:
    texts = {"one": "Guido created Python. It is a language.", "two": "Python is older than Rust."}
    for key, text in texts.items():
        await desk.services.loader.load(desk.tenant, [SourceDocument(key, f"{key}.txt", text.encode())])
    found = await desk.verify(COPIED_CLAIM, None)
    pattern = "MATCH (:Claim {tenant: $tenant})-[e:CHECKED_AGAINST {judge: 'redeep'}]->(k:Chunk) "
    before = await desk.rows(pattern + "RETURN k.text AS text, e.basis AS basis")
    assert all(row["basis"] for row in before)
    assert texts["one"] in {row["text"] for row in before}
    assert all(text in desk.reader.prompts[0].text for text in texts.values())

    await desk.services.deleter.delete(desk.tenant, Subject.DOCUMENT, ["two"], yes=True)

    after = await desk.rows(pattern + "RETURN k.text AS text, e.basis AS basis, e.erased AS erased")
    assert len(after) == len(before) > 0
    assert all(row["erased"] and row["basis"] is None for row in after)
    kept = await desk.rows(
        "MATCH (:Run {tenant: $tenant})-[f:FOUND]->() RETURN f.redeep_score AS score, f.erased AS erased"
    )
    assert kept == [{"score": found.claims[0].redeep_score, "erased": True}]


async def test_the_query_of_the_guide_lists_what_is_most_surely_made_up_first(desk: Desk) -> None:
    found = await desk.verify()
    (query,) = re.findall(r"```cypher\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)

    rows = await desk.rows(query)

    scores_of = {claim.text: claim.redeep_score for claim in found.claims}
    assert [(row["claim"], row["score"]) for row in rows] == sorted(scores_of.items(), key=lambda one: -one[1])


async def test_a_corrected_answer_is_read_as_the_text_that_it_is(desk: Desk) -> None:
    found = await desk.verify(correct=True)

    assert found.corrected_text == COPIED_CLAIM
    assert [prompt.response for prompt in desk.reader.prompts] == [ANSWER, COPIED_CLAIM]
    assert found.corrected_support_ratio == 1.0
