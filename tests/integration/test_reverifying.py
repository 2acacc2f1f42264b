"""Judging again what rested on erased text: exactly that, on what is left, and safely beside verifications."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest
from fakes.counting_judge import CountingJudge
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.graph_schema.migrations import migrate
from claimgraph.graph_schema.repositories import erasing, recorded
from claimgraph.graph_schema.vocabulary import EvidenceSource, Stance
from claimgraph.ingest.preparing import SourceDocument
from claimgraph.platform.graph import Graph, Transaction, gate
from claimgraph.verify.checking import CallCounter, Checker
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.deleting import Deleter, Deletion, Subject
from claimgraph.verify.jobs import hold_job
from claimgraph.verify.keeping import CheckKeeper
from claimgraph.verify.memory import Memory
from claimgraph.verify.model import ClaimEvidence, Decision, Evidence, Finding, Opinion, Pair
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.report import Verification
from claimgraph.verify.resuming import ResumeStatus
from claimgraph.verify.reverifying import Reverified, Reverifier
from claimgraph.verify.smallest import decide

PYTHON, LOOM, TEA = "Guido created Python.", "Ada invented Looms.", "Tea grew in China."
ANSWER = f"{PYTHON} {LOOM} {TEA}"
LOOM_ELSEWHERE = "Everybody knows looms of wood."  # less than half of the claim: not read while there is more


def entails(pair: Pair) -> Opinion:
    """Entailment by the share of the claim's words that the premise has."""
    words = set(pair.claim.lower().strip(".").split())
    share = len(words & set(pair.premise.lower().replace(".", " ").split())) / len(words)
    return Opinion({"nli_entailment": share, "nli_neutral": 1 - share, "nli_contradiction": 0.0})


class Desk(JudgedDesk):
    """One tenant's verifier with one judge, and what deletes and judges again beside it."""

    def __init__(self, services: LightServices, tenant: str) -> None:
        super().__init__(services, tenant)
        self.judge = CountingJudge(say=entails, name="nli")
        self.deleter = Deleter(self.graph, lambda: None)

    @property
    def verifier(self) -> Verifier:
        return dataclasses.replace(
            self.services.verifier, checker=Checker((self.judge,)), policies=PolicyChoice(VotePolicy())
        )

    async def load(self, **documents: str) -> None:
        for key, text in documents.items():
            await self.services.loader.load(self.tenant, [SourceDocument(key, key, text.encode())])

    async def ask(self, answer: str = ANSWER, *contexts: str, key: str | None = None) -> Verification:
        request = VerifyRequest(answer, contexts=contexts or None, key=key, correct=False)
        return await self.verifier.verify(self.tenant, request)

    async def delete(self, key: str) -> Deletion:
        return await self.deleter.delete(self.tenant, Subject.DOCUMENT, [key], yes=True)

    async def reverify(self) -> list[Reverified]:
        self.judge.asked.clear()
        return await Reverifier(self.verifier, correct=False).reverify(self.tenant)

    async def found(self) -> dict[str, tuple[Any, ...]]:
        """Claim's text -> what the answers' current runs found of it."""
        rows = await self.rows(
            "MATCH (:Answer {tenant: $tenant})-[:CURRENT_RUN]->(r:Run)-[f:FOUND]->(c:Claim) "
            "MATCH (:Answer {tenant: $tenant})-[e:ASSERTS]->(c) WHERE e.verdict = f.verdict "
            "RETURN c.text AS text, f.verdict AS verdict, f.confidence AS confidence, f.votes AS votes, "
            "f.stale AS stale"
        )
        return {row["text"]: (row["verdict"], row["confidence"], row["votes"], row["stale"]) for row in rows}


@pytest.fixture
async def desk(store: Any, graph: Graph, tenant: str) -> AsyncIterator[Desk]:
    await migrate(graph)
    yield Desk(LightServices(store.settings(tenant=tenant), graph), tenant)
    await erase(graph, tenant)


async def judged_from_the_start(desk: Desk, run: str, without: str) -> dict[str, Decision]:
    """Every claim's decision, judged anew on what the run had retrieved for it, less one text."""
    stored = await desk.graph.read("recorded", lambda tx: recorded.recorded_run(tx, desk.tenant, run))
    verifier = desk.verifier
    inputs = verifier.inputs(desk.tenant, VerifyRequest(ANSWER, correct=False))
    claims = await verifier.claims_of(desk.tenant, inputs)
    chunks: dict[str, tuple[Evidence, ...]] = {}
    for one in stored.chunks:
        if one.text != without:
            source = EvidenceSource(one.source)
            new = Evidence(one.chunk_id, one.text, one.lang, source, one.rank, one.score, one.revision_ids)
            chunks[one.claim] = (*chunks.get(one.claim, ()), new)
    evidence: list[ClaimEvidence] = await verifier.gatherer.gather_again(desk.tenant, claims, chunks, given=False)
    keeper = CheckKeeper(desk.graph, f"{desk.tenant}-aside")
    checks = await Checker((CountingJudge(say=entails, name="nli"),)).check(evidence, Memory(), CallCounter(), keeper)
    return {one.claim.text: decide(VotePolicy(), one, checks[one.claim.id]) for one in evidence}


async def test_what_rested_on_an_erased_text_is_judged_again_on_what_is_left_and_nothing_else(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM, more=LOOM_ELSEWHERE, tea=TEA)
    first = await desk.ask()
    expected = await judged_from_the_start(desk, first.run_id, without=LOOM)

    await desk.delete("loom")
    stale = await desk.found()
    (again,) = await desk.reverify()

    assert {text for text, (*_, is_stale) in stale.items() if is_stale} == {LOOM}
    assert {pair.claim for pair in desk.judge.asked} == {LOOM}
    assert (again.judged, again.carried_over, again.left) == (1, 2, None)
    found = await desk.found()
    assert {text: (verdict, confidence) for text, (verdict, confidence, *_) in found.items()} == {
        text: (decision.verdict.value, decision.confidence) for text, decision in expected.items()
    }
    assert not any(is_stale for *_, is_stale in found.values())
    assert await desk.reverify() == []


async def test_what_nothing_supports_any_more_loses_its_support(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA)
    first = await desk.ask()

    await desk.delete("loom")
    (again,) = await desk.reverify()

    assert [claim.verdict.value for claim in first.claims] == ["SUPPORTED"] * 3
    assert (again.changed, again.outcome) == (1, "rejected")
    assert (await desk.found())[LOOM][0] == "NOT_ENOUGH_INFO"
    seqs = await desk.rows("MATCH (:Answer {tenant: $tenant})-[h:HAS_RUN]->(r:Run) RETURN h.seq AS seq ORDER BY seq")
    assert [row["seq"] for row in seqs] == [1, 2]


async def test_contexts_are_judged_again_on_the_contexts_that_are_left(desk: Desk) -> None:
    await desk.load(wrong="Tea grew in Peru.")
    await desk.ask(ANSWER, PYTHON, LOOM, TEA)
    (context,) = await desk.rows(
        "MATCH (d:Document {tenant: $tenant})-[:CURRENT]->()-[:HAS_CHUNK]->(k:Chunk) WHERE k.text = $said "
        "RETURN d.id AS id",
        said=LOOM,
    )

    await desk.delete(context["id"])
    (again,) = await desk.reverify()

    assert again.changed == 1
    assert {text: found[0] for text, found in (await desk.found()).items()} == {
        PYTHON: "SUPPORTED", LOOM: "NOT_ENOUGH_INFO", TEA: "SUPPORTED",
    }  # fmt: skip


async def test_a_text_that_comes_back_after_it_was_erased_is_judged_anew(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA)
    first = await desk.ask()
    await desk.delete("loom")

    await desk.load(loom=LOOM)
    second = await desk.ask()

    assert second.run_id != first.run_id
    assert not second.run.reused
    assert [claim.verdict.value for claim in second.claims] == ["SUPPORTED"] * 3
    assert not any(is_stale for *_, is_stale in (await desk.found()).values())


async def test_a_text_erased_while_an_answer_is_judged_on_it_is_not_what_the_answer_rests_on(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA)
    verifier = desk.verifier
    deleted: list[Deletion] = []

    class Meddler(CountingJudge):
        async def judge(self, pairs: Any) -> Any:
            if not deleted:
                deleted.append(await desk.delete("loom"))
            return await super().judge(pairs)

    meddler = Meddler(say=entails, name="nli")
    report = await dataclasses.replace(verifier, checker=Checker((meddler,))).verify(
        desk.tenant, VerifyRequest(ANSWER, correct=False)
    )

    assert [claim.verdict.value for claim in report.claims] == ["SUPPORTED", "NOT_ENOUGH_INFO", "SUPPORTED"]
    texts = await desk.rows("MATCH (k:Chunk {tenant: $tenant}) RETURN k.text AS text ORDER BY text")
    assert [row["text"] for row in texts] == [PYTHON, TEA]
    assert await desk.rows("MATCH (j:Job {tenant: $tenant}) RETURN j.id AS id") == []


async def test_a_chunk_that_is_deleted_while_another_document_loads_it_is_written_again(desk: Desk) -> None:
    await desk.load(a=TEA)
    loader = desk.services.loader
    write = loader._write_revision
    meddled: list[int] = []

    async def after_the_deletion(tenant: str, prepared: Any) -> Any:
        if not meddled:
            meddled.append((await desk.delete("a")).chunks)
        return await write(tenant, prepared)

    loader._write_revision = after_the_deletion  # type: ignore[method-assign]
    await desk.load(b=TEA)

    assert meddled == [1]
    held = await desk.rows(
        "MATCH (d:Document {tenant: $tenant})-[:CURRENT]->()-[:HAS_CHUNK]->(k) RETURN d.key AS key, k.text AS text"
    )
    assert held == [{"key": "b", "text": TEA}]


async def test_what_a_judge_read_beside_its_premise_is_erased_from_its_words_too(desk: Desk) -> None:
    """The judge quotes a second source, that is no piece of the premise; another check of the claim stays."""
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA)
    quoted = Finding("word", Stance.SUPPORTS, "Guido", "Looms")

    def say(pair: Pair) -> Opinion:
        found = (quoted,) if pair.claim == PYTHON else ()
        return Opinion(entails(pair).scores, found, "it was so until the Looms came" if found else None)

    desk.judge = CountingJudge(say=say, name="nli", reads=frozenset({"sources"}))
    await desk.ask()

    await desk.delete("loom")
    left = await desk.rows("MATCH (:Claim {tenant: $tenant})-[e:CHECKED_AGAINST]->() RETURN properties(e) AS p")
    (again,) = await desk.reverify()

    assert "Looms" not in str([row["p"].get("finding_premise_words") for row in left])
    assert "Looms" not in str([row["p"].get("reason") for row in left])
    assert again.judged == 2


async def test_an_answer_that_is_read_differently_now_is_left_and_named_and_the_others_are_judged(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM)
    await desk.ask(f"{PYTHON} {LOOM}", key="a")
    await desk.ask(LOOM, key="b")
    await desk.delete("loom")
    old = desk.services.claims

    class Otherwise(ClaimMaker):
        async def make(self, *arguments: Any) -> Any:
            return (await old.make(*arguments))[:1]

    desk.services.__dict__["claims"] = Otherwise(old.decomposer, old.mentions, old.reader)
    desk.services.__dict__.pop("verifier")
    done = {one.key: one for one in await desk.reverify()}

    assert "verify it again" in str(done["a"].left)
    assert (done["b"].left, done["b"].judged) == (None, 1)
    assert await desk.rows("MATCH (j:Job {tenant: $tenant}) RETURN j.id AS id") == []


async def test_an_answer_begun_in_the_last_moment_of_a_deletion_does_not_rest_on_what_went(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its job is opened after the deletion has looked for open jobs, its evidence read before the deletion commits."""
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA)
    judging, deleted = anyio.Event(), anyio.Event()
    reports: list[Verification] = []
    touch, touches = erasing.touch_jobs, 0

    class Waiting(CountingJudge):
        async def judge(self, pairs: Any) -> Any:
            judging.set()
            await deleted.wait()
            return await super().judge(pairs)

    async def ask() -> None:
        verifier = dataclasses.replace(desk.verifier, checker=Checker((Waiting(say=entails, name="nli"),)))
        reports.append(await verifier.verify(desk.tenant, VerifyRequest(ANSWER, correct=False)))

    async def touch_and_let_begin(tx: Transaction, tenant: str) -> None:
        nonlocal touches
        await touch(tx, tenant)
        touches += 1
        if touches == 2:  # the last step before the commit
            tasks.start_soon(ask)
            await judging.wait()

    monkeypatch.setattr(erasing, "touch_jobs", touch_and_let_begin)
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", 0.1)  # what begins here goes ahead of the deletion, out of its turn
    async with anyio.create_task_group() as tasks:
        await desk.delete("loom")
        deleted.set()

    (report,) = reports
    assert [claim.verdict.value for claim in report.claims] == ["SUPPORTED", "NOT_ENOUGH_INFO", "SUPPORTED"]
    assert LOOM not in {piece.text for claim in report.claims for piece in claim.evidence}
    texts = await desk.rows("MATCH (k:Chunk {tenant: $tenant}) RETURN k.text AS text ORDER BY text")
    assert [row["text"] for row in texts] == [PYTHON, TEA]


class Crash(BaseException):
    """What a program does not live through."""


def crash(pair: Pair) -> Opinion:
    raise Crash


async def test_judging_again_that_was_killed_is_resumed_as_judging_again(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM, tea=TEA, late=LOOM_ELSEWHERE)
    await desk.ask(key="mine")
    await desk.delete("loom")
    crashing = dataclasses.replace(desk.verifier, checker=Checker((CountingJudge(say=crash, name="nli", version="2"),)))
    with pytest.raises(Crash):
        await Reverifier(crashing, correct=False).reverify(desk.tenant)
    await desk.load(after="Ada invented Looms. Tea grew in China. Guido created Python.")  # no run had looked at it
    desk.services.__dict__["verifier"] = desk.verifier
    desk.judge.asked.clear()

    (left,) = [job async for job in desk.services.resumer.unfinished(desk.tenant)]
    (resumed,) = await desk.services.resumer.resume(desk.tenant)

    assert left.task == "reverify:verify"
    assert resumed.status is ResumeStatus.DONE
    assert {pair.claim for pair in desk.judge.asked} <= {LOOM}
    kept = await desk.rows(
        "MATCH (:Answer {tenant: $tenant})-[:CURRENT_RUN]->(r:Run)-[:RETRIEVED]->(k:Chunk) "
        "RETURN r.id AS run, collect(DISTINCT k.text) AS texts"
    )
    assert [row["run"] for row in kept] == [resumed.run_id]
    assert set(kept[0]["texts"]) == {PYTHON, TEA, LOOM_ELSEWHERE}  # what the old run had retrieved, less what is gone
    assert await desk.reverify() == []


async def test_left_judging_again_is_dropped_where_somebody_else_has_judged_again(desk: Desk) -> None:
    await desk.load(python=PYTHON, loom=LOOM)
    await desk.ask(f"{PYTHON} {LOOM}")
    await desk.delete("loom")
    again = Reverifier(desk.verifier, correct=False)
    (answer,) = await again._eroded(desk.tenant)
    prepared = await again._again(desk.tenant, answer)
    assert prepared is not None
    row = dataclasses.replace(prepared.inputs.job, id=f"{desk.tenant}-left", task="reverify:verify")
    with pytest.raises(Crash):
        async with hold_job(desk.graph, desk.tenant, row):
            raise Crash
    await desk.reverify()
    desk.services.__dict__["verifier"] = desk.verifier

    (resumed,) = await desk.services.resumer.resume(desk.tenant)

    assert resumed.status is ResumeStatus.SUPERSEDED
    assert [job async for job in desk.services.resumer.unfinished(desk.tenant)] == []


async def test_an_evaluation_of_triples_is_judged_again_as_one(desk: Desk) -> None:
    desk.services.__dict__["verifier"] = desk.verifier
    contexts = [PYTHON, LOOM, TEA]
    first = await desk.services.grapheval(None, 0.5).run(desk.tenant, ANSWER, contexts, correct=False)
    (context,) = await desk.rows(
        "MATCH (d:Document {tenant: $tenant})-[:CURRENT]->()-[:HAS_CHUNK]->(k:Chunk) WHERE k.text = $said "
        "RETURN d.id AS id",
        said=LOOM,
    )
    await desk.delete(context["id"])
    desk.judge.asked.clear()

    (again,) = await desk.services.reverifier.reverify(desk.tenant)

    assert first.consistent is True
    assert (again.left, again.judged, again.changed, again.carried_over) == (None, 1, 1, 2)
    assert {pair.claim for pair in desk.judge.asked} == {"Ada invented Looms."}
    runs = await desk.rows("MATCH (r:Run {tenant: $tenant}) RETURN r.task AS task, r.outcome AS outcome")
    assert {row["task"] for row in runs} == {"grapheval::0.5"}
    assert {text: found[0] for text, found in (await desk.found()).items()} == {
        PYTHON: "SUPPORTED", LOOM: "NOT_ENOUGH_INFO", TEA: "SUPPORTED",
    }  # fmt: skip
