"""Verdict memory: what has been judged is not judged again, nor is its paraphrase; what has changed is."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fakes.counting_judge import CountingJudge
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.graph import Graph
from claimgraph.verify.checking import Checker
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.report import Verification

ACTIVE, PASSIVE = "Guido created Python.", "Python was created by Guido."
EVIDENCE = "Guido created Python. Rust is a language."


class Desk(JudgedDesk):
    """A verifier over one tenant whose only judge is the test's own."""

    def verifier(self, judge: CountingJudge) -> Verifier:
        return dataclasses.replace(self.services.verifier, checker=Checker((judge,)))

    async def ask(
        self, judge: CountingJudge, answer: str, *contexts: str, question: str | None = None, key: str | None = None
    ) -> Verification:
        request = VerifyRequest(answer, question=question, contexts=contexts or None, key=key, correct=False)
        return await self.verifier(judge).verify(self.tenant, request)


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


async def test_what_another_answer_has_had_judged_is_not_judged_again(desk: Desk) -> None:
    judge = CountingJudge()
    first = await desk.ask(judge, ACTIVE, EVIDENCE)
    asked = len(judge.asked)

    second = await desk.ask(judge, ACTIVE, EVIDENCE, key="another")

    assert asked == first.run.calls["counting"] > 0
    assert len(judge.asked) == asked
    assert (second.run.saved_exact, second.run.saved_paraphrased) == ({"counting": asked}, {})
    assert second.claims[0].verdict == first.claims[0].verdict
    assert second.claims[0].evidence[0].judges["counting"]["reason"] == "it says so"


async def test_a_paraphrase_takes_the_check_over_and_says_whose_it_was(desk: Desk) -> None:
    judge = CountingJudge()
    first = await desk.ask(judge, ACTIVE, EVIDENCE)
    asked = len(judge.asked)

    second = await desk.ask(judge, PASSIVE, EVIDENCE)
    again = await desk.ask(judge, PASSIVE, EVIDENCE, key="another")

    assert len(judge.asked) == asked
    assert second.claims[0].id != first.claims[0].id
    assert second.run.saved_paraphrased == {"counting": asked}
    assert again.run.saved_exact == {"counting": asked}
    stored = await desk.rows(
        "MATCH (c:Claim {tenant: $tenant})-[e:CHECKED_AGAINST]->() "
        "RETURN c.text AS text, count(e) AS n, collect(DISTINCT e.origin) AS origins ORDER BY text"
    )
    assert stored == [
        {"text": ACTIVE, "n": asked, "origins": []},
        {"text": PASSIVE, "n": asked, "origins": [first.claims[0].id]},
    ]
    (found,) = await desk.rows(
        "MATCH (:Run {tenant: $tenant, id: $run})-[f:FOUND]->(c)-[e:CHECKED_AGAINST]->() "
        "WHERE e.id IN f.checks RETURN count(e) AS n",
        run=second.run_id,
    )
    assert found["n"] == asked


async def test_the_denial_of_a_claim_takes_nothing_over(desk: Desk) -> None:
    judge = CountingJudge()
    await desk.ask(judge, PASSIVE, EVIDENCE)
    asked = len(judge.asked)

    denial = await desk.ask(judge, "Python was not created by Guido.", EVIDENCE)

    assert denial.run.saved_paraphrased == {}
    assert len(judge.asked) > asked


async def test_paraphrases_in_one_answer_are_judged_once(desk: Desk) -> None:
    judge = CountingJudge()

    found = await desk.ask(judge, f"{ACTIVE} {PASSIVE}", EVIDENCE)

    assert len(found.claims) == 2
    assert found.run.calls["counting"] == found.run.saved_paraphrased["counting"] == len(judge.asked)


async def test_a_finding_about_words_that_the_paraphrase_has_not_is_not_taken_over(desk: Desk) -> None:
    def say(pair: Pair) -> Opinion:
        words = "was created by" if "was created by" in pair.claim else "Guido created"
        return Opinion({"counted": 0.9}, (Finding("word", Stance.SUPPORTS, words, "created"),))

    judge = CountingJudge(say=say)
    await desk.ask(judge, ACTIVE, EVIDENCE)
    asked = len(judge.asked)

    second = await desk.ask(judge, PASSIVE, EVIDENCE)

    assert second.run.saved_paraphrased == {}
    assert len(judge.asked) == 2 * asked


async def test_changed_evidence_opens_a_claim_again(desk: Desk) -> None:
    judge = CountingJudge()
    await desk.ask(judge, ACTIVE, EVIDENCE)
    judge.asked.clear()

    same, paraphrase = [await desk.ask(judge, text, "Guido created Python in a week.") for text in (ACTIVE, PASSIVE)]

    assert same.run.saved_exact == {}
    assert same.run.calls["counting"] == len(judge.asked) > 0
    assert paraphrase.run.saved_paraphrased == {"counting": len(judge.asked)}


async def test_a_changed_source_opens_a_claim_again(desk: Desk) -> None:
    judge = CountingJudge()
    await desk.services.loader.load(desk.tenant, [SourceDocument("a", "a", b"Guido created Python.")])
    await desk.ask(judge, ACTIVE)
    judge.asked.clear()

    await desk.services.loader.load(desk.tenant, [SourceDocument("a", "a", b"Guido created Python long ago.")])
    changed = await desk.ask(judge, ACTIVE)

    assert changed.run.saved_exact == {}
    assert [pair.premise for pair in judge.asked] == ["Guido created Python long ago."]


async def test_another_version_of_the_judge_judges_again(desk: Desk) -> None:
    await desk.ask(CountingJudge("1"), ACTIVE, EVIDENCE)
    newer = CountingJudge("2")

    found = await desk.ask(newer, PASSIVE, EVIDENCE)

    assert found.run.saved_paraphrased == {}
    assert found.run.calls["counting"] == len(newer.asked) > 0


async def test_a_judge_that_reads_the_question_is_asked_once_for_each_question(desk: Desk) -> None:
    judge = CountingJudge(reads=frozenset({"question"}))
    await desk.ask(judge, ACTIVE, EVIDENCE, question="Who created Python?")
    asked = len(judge.asked)

    other = await desk.ask(judge, ACTIVE, EVIDENCE, question="What did Guido create?")
    again = await desk.ask(judge, PASSIVE, EVIDENCE, question="Who created Python?")

    assert [pair.question for pair in judge.asked] == ["Who created Python?"] * asked + [
        "What did Guido create?"
    ] * asked
    assert other.run.saved_exact == {}
    assert again.run.saved_paraphrased == {"counting": asked}


async def test_a_judge_is_shown_nothing_that_it_does_not_say_it_reads(desk: Desk) -> None:
    judge = CountingJudge()
    await desk.ask(judge, ACTIVE, EVIDENCE, question="Who created Python?")
    asked = len(judge.asked)

    other = await desk.ask(judge, ACTIVE, EVIDENCE, question="Who?")

    assert {(pair.question, pair.claim_triples, pair.premise_facts) for pair in judge.asked} == {(None, (), ())}
    assert other.run.saved_exact == {"counting": asked}


async def test_what_could_not_be_judged_only_now_is_asked_again(desk: Desk) -> None:
    down = CountingJudge(say=lambda pair: Unscored("no answer in time", lasting=False))
    first = await desk.ask(down, ACTIVE, EVIDENCE)
    up = CountingJudge()

    second = await desk.ask(up, ACTIVE, EVIDENCE, key="another")

    assert first.run.calls == second.run.calls == {"counting": len(up.asked)}
    assert second.run.saved_exact == {}
    (found,) = await desk.rows(
        "MATCH (:Run {tenant: $tenant, id: $id})-[f:FOUND]->() RETURN f.checks AS checks", id=first.run_id
    )
    assert found["checks"] == []


async def test_another_tenant_remembers_nothing(desk: Desk) -> None:
    judge = CountingJudge()
    await desk.ask(judge, ACTIVE, EVIDENCE)
    asked = len(judge.asked)
    other = f"{desk.tenant}-b"

    found = await desk.verifier(judge).verify(other, VerifyRequest(PASSIVE, contexts=(EVIDENCE,), correct=False))

    assert (found.run.saved_exact, found.run.saved_paraphrased) == ({}, {})
    assert len(judge.asked) == 2 * asked
    await erase(desk.graph, other)


async def test_scores_of_any_name_are_kept_and_told(desk: Desk) -> None:
    judge = CountingJudge(say=lambda pair: Opinion({"counted": 0.25, "llm_supported": 0.5}, (), "because"))
    await desk.ask(judge, ACTIVE, EVIDENCE)

    again = await desk.ask(judge, ACTIVE, EVIDENCE, key="another")

    assert again.run.saved_exact["counting"] == len(judge.asked)
    assert again.claims[0].evidence[0].judges["counting"] == {
        "counted": 0.25,
        "llm_supported": 0.5,
        "reason": "because",
    }


async def test_a_premise_of_two_chunks_is_two_edges_with_one_premise(desk: Desk) -> None:
    judge = CountingJudge()
    contexts = (
        "The Danube rises in the Black Forest. Boats are painted.",
        "The Black Forest is in Germany. Hens lay eggs.",
    )

    found = await desk.ask(judge, "The Danube rises in Germany.", *contexts)

    edges = await desk.rows(
        "MATCH (:Claim {tenant: $tenant})-[e:CHECKED_AGAINST]->(k:Chunk) WITH e.premise_id AS premise, e, k "
        "ORDER BY k.text RETURN premise, collect(k.text) AS texts, count(DISTINCT e.id) AS edges, "
        "collect(substring(k.text, e.spans[0], e.spans[1] - e.spans[0])) AS words"
    )
    joined = [row for row in edges if row["edges"] > 1]
    assert [row["texts"] for row in joined] == [sorted(contexts)]
    assert joined[0]["words"] == ["The Black Forest is in Germany.", "The Danube rises in the Black Forest."]
    again = await desk.ask(judge, "The Danube rises in Germany.", *contexts, key="another")
    assert again.run.saved_exact == found.run.calls


# --- Ten answers that repeat each other ---------------------------------------------------------------------------

TOOLS = [f"Tool{chr(65 + n)}" for n in range(8)]


async def test_answers_that_repeat_each_other_cost_their_news_and_what_has_changed(desk: Desk) -> None:
    """Of 20 claims 8 are new; of the 12 repeats half are paraphrased, and the source of three was revised before."""
    judge = CountingJudge()
    for tool in TOOLS:
        await desk.services.loader.load(desk.tenant, [SourceDocument(tool, tool, f"Guido created {tool}.".encode())])
    asked: dict[str, int] = {}

    async def ask(answer: str, key: str) -> Verification:
        judge.asked.clear()
        found = await desk.ask(judge, answer, key=key)
        asked[key] = len(judge.asked)
        return found

    for n in range(0, 8, 2):
        await ask(f"Guido created {TOOLS[n]}. Guido created {TOOLS[n + 1]}.", f"new {n}")
    for n in range(0, 6, 2):
        exact = await ask(f"Guido created {TOOLS[n]}. {TOOLS[n + 1]} was created by Guido.", f"repeated {n}")
        assert exact.run.saved_exact["counting"] >= 1
        assert exact.run.saved_paraphrased["counting"] >= 1
    for n in range(3):
        revised = f"Guido created {TOOLS[n]} long ago."
        await desk.services.loader.load(desk.tenant, [SourceDocument(TOOLS[n], TOOLS[n], revised.encode())])
        changed = await ask(f"{TOOLS[n]} was created by Guido. Guido created {TOOLS[7 - n]}.", f"changed {n}")
        premises = {pair.premise for pair in judge.asked if TOOLS[n] in pair.claim}
        assert any(revised in premise for premise in premises)
        (claim, _) = changed.claims
        assert all("long ago" in one.text for one in claim.evidence if TOOLS[n] in one.text)

    repeated = sum(count for key, count in asked.items() if key.startswith("repeated"))
    assert repeated == 0
    assert all(asked[f"changed {n}"] > 0 for n in range(3))
    assert sum(asked.values()) <= 0.6 * 20 * max(1, asked["new 0"] // 2)
