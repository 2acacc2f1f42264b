"""Judging again what rested on text that has been erased, on the evidence that is left.

An answer's new run judges exactly those claims whose recorded premises included erased text; their evidence is what
the old run had retrieved for them, less what was erased. What was found of the other claims is carried over.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.repositories import recorded
from claimgraph.graph_schema.repositories.documents import ChunkRow
from claimgraph.graph_schema.repositories.recorded import ErodedAnswer, RecordedChunk, RecordedRun
from claimgraph.graph_schema.vocabulary import EvidenceSource, Verdict
from claimgraph.ingest.contexts import LoadedContext
from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.platform.errors import InputError
from claimgraph.platform.llm import metered

from .jobs import HeldJob, Superseded, hold_job, holding
from .model import Claim, Evidence
from .pipeline import Gathered, Verifier
from .remembering import Inputs, VerifyRequest
from .report import Verification
from .telling import Listener

REVERIFY = "reverify:"
"""How the task of a job begins that judges again; behind it stands the task of the run that is judged again."""

DIFFERENTLY_READ = "it is taken apart differently now than by that run; verify it again"


@dataclass(frozen=True, slots=True)
class Reverified:
    """One answer that was judged again; `left` says why it was not."""

    answer_id: str
    key: str | None
    run_id: str | None  # of the new run
    outcome: str | None
    judged: int  # claims judged again
    carried_over: int
    changed: int  # of those judged again: another verdict than before
    left: str | None = None


@dataclass(frozen=True, slots=True)
class _Again:
    """What judging one answer again starts from."""

    verifier: Verifier
    answer: ErodedAnswer
    run: RecordedRun
    inputs: Inputs
    claims: Sequence[Claim]


def _no_other(task: str) -> Verifier:
    raise InputError(f"this program knows no task {task[:40]!r}")


@dataclass(frozen=True, slots=True)
class Reverifier:
    """`verifier_of` gives the verifier for runs of another task than the verifier's own, such as GraphEval's."""

    verifier: Verifier
    correct: bool = True  # where the old run does not tell whether it was to correct
    verifier_of: Callable[[str], Verifier] = _no_other

    async def reverify(self, tenant: str, on_answer: Callable[[Reverified], None] | None = None) -> list[Reverified]:
        """Judge again every answer whose current run looked at text that has been erased; a result each, in order.

        May be run again at any time: an answer that has its new run is not judged again.
        """
        done = []
        for answer in await self._eroded(tenant):
            done.append(await self._reverify(tenant, answer))
            if on_answer is not None:
                on_answer(done[-1])
        return done

    async def finish(self, tenant: str, left: HeldJob, on_step: Callable[[str], None] | None = None) -> Verification:
        """Judge again, to its end, what somebody left who was about to; the job has just been taken over.

        Raises `Superseded` where nothing is left to judge again: the answer has a new run, or is gone.
        """
        async with holding(self.verifier.graph, tenant, left) as job:
            assert left.kept is not None
            answers = await self._eroded(tenant)
            answer = next((one for one in answers if one.id == left.kept.answer_id), None)
            if answer is None:
                raise Superseded(_JUDGED)
            again = await self._again(tenant, answer)
            if again is None:
                raise InputError(f"The answer cannot be judged again: {DIFFERENTLY_READ}.")
            return await self._work(tenant, job, again)

    async def _eroded(self, tenant: str) -> list[ErodedAnswer]:
        return await self.verifier.graph.read("eroded_answers", lambda tx: recorded.eroded_answers(tx, tenant))

    async def _reverify(self, tenant: str, answer: ErodedAnswer) -> Reverified:
        try:
            again = await self._again(tenant, answer)
        except InputError as error:  # longer than is allowed now, or a domain or task that is no more
            return _left(answer, str(error))
        if again is None:
            return _left(answer, DIFFERENTLY_READ)
        await self.verifier.tenants.ensure(tenant)
        row = dataclasses.replace(again.inputs.job, task=f"{REVERIFY}{answer.task}")
        async with hold_job(self.verifier.graph, tenant, row) as job:
            found = await self._work(tenant, job, again)
        run = again.run
        before = {row.claim: row.verdict for row in run.found}
        after = {claim.id: claim.verdict.value for claim in found.claims}
        return Reverified(
            answer_id=answer.id,
            key=answer.key,
            run_id=found.run_id,
            outcome=found.outcome.value,
            judged=len(run.touched),
            carried_over=len(run.found) - len(run.touched),
            changed=sum(after[claim] != before[claim] for claim in run.touched if claim in after),
        )

    async def _again(self, tenant: str, answer: ErodedAnswer) -> _Again | None:
        """None where the answer is taken apart differently now."""
        verifier = self.verifier if answer.task == self.verifier.task else self.verifier_of(answer.task)
        run = await self._recorded(tenant, answer)
        inputs = verifier.inputs(tenant, self._request(answer, run))
        claims = await verifier.claims_of(tenant, inputs)
        if inputs.answer_id != answer.id or {claim.id for claim in claims} != {row.claim for row in run.found}:
            return None
        return _Again(verifier, answer, run, inputs, claims)

    async def _work(self, tenant: str, job: HeldJob, again: _Again) -> Verification:
        return await again.verifier.unless_erased(job, lambda: self._judge(tenant, job, again))

    async def _recorded(self, tenant: str, answer: ErodedAnswer) -> RecordedRun:
        return await self.verifier.graph.read("recorded_run", lambda tx: recorded.recorded_run(tx, tenant, answer.run))

    def _request(self, answer: ErodedAnswer, run: RecordedRun) -> VerifyRequest:
        wrong = {Verdict.CONTRADICTED.value, Verdict.NOT_ENOUGH_INFO.value}
        needed = any(row.verdict in wrong and not row.open for row in run.found)
        return VerifyRequest(
            answer=answer.text,
            question=answer.question,
            contexts=_given_texts(run),
            model=answer.model,
            key=answer.key,
            domain=answer.domain,
            risk=answer.risk,
            correct=run.corrected if needed else self.correct,
        )

    async def _judge(self, tenant: str, job: HeldJob, again: _Again) -> Verification:
        started, verifier, inputs, claims = time.time(), again.verifier, again.inputs, again.claims
        run = await self._recorded(tenant, again.answer)  # again each time: more may have been erased
        with metered() as meter:
            given = inputs.request.contexts is not None
            evidence = await verifier.gatherer.gather_again(
                tenant, claims, _chunks(run, claims), inputs.request.question, given=given
            )
            known = await verifier.graph.read("recall", lambda tx: verifier.checker.recall(tx, tenant, evidence))
            gathered = Gathered(
                run_id=verifier.run_id(inputs, evidence, f"reverified {again.answer.run}"),
                claims=claims,
                contexts=_contexts(run) if given else None,
                evidence=evidence,
                known=known,
                kept={row.claim: row for row in run.found if row.claim not in run.touched},
            )
            return await verifier.conclude(tenant, inputs, job, gathered, meter, started, Listener())


_JUDGED = "The answer has been judged again by somebody else, or is gone."


def _left(answer: ErodedAnswer, why: str) -> Reverified:
    return Reverified(answer.id, answer.key, None, None, 0, 0, 0, why)


def _chunks(run: RecordedRun, claims: Sequence[Claim]) -> dict[str, tuple[Evidence, ...]]:
    wanted = {claim.id for claim in claims if claim.checkable}
    found: dict[str, tuple[Evidence, ...]] = {}
    for one in run.chunks:
        if one.claim in wanted:
            found[one.claim] = (*found.get(one.claim, ()), _evidence(one))
    return found


def _evidence(one: RecordedChunk) -> Evidence:
    return Evidence(one.chunk_id, one.text, one.lang, EvidenceSource(one.source), one.rank, one.score, one.revision_ids)


def _given_texts(run: RecordedRun) -> tuple[str, ...] | None:
    """The chunks that are left of the contexts, each as a text: what somebody who finishes this job has to go by."""
    return tuple({one.chunk_id: one.text for one in run.chunks}.values()) if run.given else None


def _contexts(run: RecordedRun) -> list[LoadedContext]:
    """What is left of the contexts, revision by revision, for judging corrections."""
    revisions: dict[str, dict[str, ChunkRow]] = {}
    for one in run.chunks:
        for revision in one.revision_ids or ("",):
            chunk = ChunkRow(one.chunk_id, one.text, one.lang, count_tokens(one.text))
            revisions.setdefault(revision, {})[one.chunk_id] = chunk
    return [LoadedContext("", revision, tuple(chunks.values())) for revision, chunks in sorted(revisions.items())]
