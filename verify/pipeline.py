"""The whole story of verifying an answer, step by step."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import runs
from claimgraph.graph_schema.repositories.documents import MentionRow
from claimgraph.graph_schema.repositories.jobs import VERIFY
from claimgraph.graph_schema.repositories.runs import FoundRow, RunRow
from claimgraph.graph_schema.vocabulary import RunKind
from claimgraph.ingest.contexts import ContextLoader, LoadedContext
from claimgraph.ingest.tenants import TenantIndexes
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.llm import Meter, metered
from claimgraph.platform.telemetry import Operation, watched

from .checking import CallCounter, Checker
from .claims import ClaimMaker
from .concluding import Concluder, EvidenceErased, FinishedRun, judged_chunks
from .correcting import DEFAULT_ROUNDS, Correction, Recheck, Uncorrected, correct, needs_correction
from .correction.rewrite import REWRITE_VERSION
from .decomposition.granularity import Granularity, resolve_granularity
from .evidence import EvidenceGatherer
from .jobs import HeldJob, hold_job, holding
from .keeping import CheckKeeper
from .memory import Memory
from .model import Claim, ClaimEvidence, Conclusion
from .outcome import AnswerOutcome, OutcomeThresholds, decide_outcome, support_ratio
from .policies.choose import PolicyChoice
from .ports import Corrector, Policy
from .redeep.view import inside_view
from .remembering import Inputs, VerifyRequest, kept_request, read_request
from .report import Verification
from .rewriting import corrected_answer, filter_answer, refusal
from .rows import decision_of, inside_of
from .smallest import decide
from .telling import Listener, OnProgress, OnStep

__all__ = ["Verifier", "VerifyRequest"]

VERIFYING = Operation("verify", "step", "Time of one answer from its text to its stored run.")


@dataclass(frozen=True, slots=True)
class Judging:
    """What all judging of one verification shares."""

    counter: CallCounter
    keeper: CheckKeeper
    policy: Policy
    listener: Listener


@dataclass(frozen=True, slots=True)
class Gathered:
    """What one verification judges, and what the graph knows of it already."""

    run_id: str
    claims: Sequence[Claim]
    contexts: Sequence[LoadedContext] | None
    evidence: Sequence[ClaimEvidence]
    known: Memory
    kept: Mapping[str, FoundRow] = field(default_factory=dict)  # claim -> what is carried over, and not judged again


MOST_RESTARTS = 5
"""How often a verification gathers its evidence anew because some was erased under its hands."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """Verifies answers in one graph; safe to use from several tasks and processes at once."""

    graph: Graph
    tenants: TenantIndexes
    contexts: ContextLoader
    claims: ClaimMaker
    gatherer: EvidenceGatherer
    checker: Checker
    policies: PolicyChoice
    correctors: Sequence[Corrector]
    concluder: Concluder
    thresholds: OutcomeThresholds
    models: Mapping[str, str]  # part -> name and version: whatever may change a result
    max_answer_chars: int
    granularity: Granularity = Granularity.AUTO
    correction_rounds: int = DEFAULT_ROUNDS
    uncorrected: Uncorrected = Uncorrected.REMOVE
    task: str = VERIFY  # what its jobs say they are, for whoever takes one over

    async def verify(
        self,
        tenant: str,
        request: VerifyRequest,
        on_step: OnStep | None = None,
        on_progress: OnProgress | None = None,
    ) -> Verification:
        """Verify one answer. The same answer against the same premises is not judged twice: its run is returned.

        `on_progress` hears how far a step is that takes its time: (done, of) chunks of contexts, or pairs to judge.

        Raises `InputError` for an answer that is empty or too long, before anything is written.
        """
        listener = Listener.of(on_step, on_progress)
        started = time.time()
        inputs = self.inputs(tenant, request)
        await self.tenants.ensure(tenant)

        listener.step("remember")
        async with hold_job(self.graph, tenant, inputs.job) as job:
            return await self._work(tenant, inputs, job, started, listener)

    async def finish(self, tenant: str, left: HeldJob, on_step: OnStep | None = None) -> Verification:
        """Bring work that somebody left, and that has just been taken over, to its end with the inputs it kept.

        Settings and models are those of now: work begun under others is judged anew where they made a difference.
        Raises `Superseded` where the answer has had another run since the work was asked for.
        """
        started = time.time()
        async with holding(self.graph, tenant, left) as job:
            assert left.kept is not None
            inputs = self.inputs(tenant, kept_request(left.kept))
            await self.tenants.ensure(tenant)
            return await self._work(tenant, inputs, job, started, Listener.of(on_step, None))

    def inputs(self, tenant: str, request: VerifyRequest) -> Inputs:
        settings, models = self._settings(request), self._models()
        return read_request(tenant, request, settings, models, self.max_answer_chars, self.task)

    async def _work(
        self, tenant: str, inputs: Inputs, job: HeldJob, started: float, listener: Listener
    ) -> Verification:
        """From the claims to the conclusion; the inputs are kept, and the job is held."""

        async def once() -> Verification:
            with metered() as meter:
                listener.step("decompose")
                claims = await self.claims_of(tenant, inputs)
                listener.step("gather evidence")
                contexts = await self._contexts(tenant, inputs, listener)
                evidence = await self.gatherer.gather(tenant, claims, contexts, inputs.request.question)
                run_id, run, known = await self._recall(tenant, inputs, evidence)
                if run is not None:
                    checks = self.checker.checks(evidence, known)
                    return await self.concluder.return_run(tenant, inputs, job, evidence, checks, run)
                gathered = Gathered(run_id, claims, contexts, evidence, known)
                return await self.conclude(tenant, inputs, job, gathered, meter, started, listener)

        return await self.unless_erased(job, once)

    async def unless_erased(self, job: HeldJob, once: Callable[[], Awaitable[Verification]]) -> Verification:
        """`once`, and again where text that it rests on was erased meanwhile. Raises `EvidenceErased` in the end."""
        with watched(VERIFYING, "answer"):
            for _ in range(MOST_RESTARTS):
                try:
                    return await once()
                except EvidenceErased:
                    job.concluding = False  # it has been rolled back: the job is there and held
            return await once()

    async def conclude(
        self,
        tenant: str,
        inputs: Inputs,
        job: HeldJob,
        found: Gathered,
        meter: Meter,
        started: float,
        listener: Listener,
    ) -> Verification:
        """From the evidence to the conclusion."""
        request = inputs.request
        listener.step("judge")
        policy = self.policies.of(request.domain)
        work = Judging(CallCounter(), CheckKeeper(self.graph, tenant), policy, listener)
        conclusions = await self._judge(tenant, found.claims, found.evidence, found.known, work, found.kept)
        outcome = decide_outcome(conclusions, self.thresholds, request.domain, request.risk)
        listener.step("correct")
        recheck = partial(self._recheck, tenant, inputs, found.contexts, work)
        corrections = await self._correct(inputs, conclusions, recheck, work)
        restate = partial(self.claims.statements, granularity=self._granularity(request))
        filtered = await filter_answer(inputs.answer, conclusions, restate)
        corrected = await corrected_answer(inputs.answer, conclusions, corrections, restate)
        plain = await corrected_answer(inputs.answer, conclusions, corrections, restate, marked=False)
        after = await self._ratio_after(plain, inputs, outcome, recheck)
        listener.step("conclude")
        yielded = [conclusion for correction in corrections for conclusion in correction.yields]
        mentions = await self._mentions(tenant, found.contexts, [*conclusions, *yielded])
        finished = FinishedRun(
            found.run_id, conclusions, outcome, filtered, corrected, after, corrections, work.counter, meter, started,
            found.kept, mentions,
        )  # fmt: skip
        return await self.concluder.conclude(tenant, inputs, job, finished, work.keeper.take())

    async def claims_of(self, tenant: str, inputs: Inputs) -> list[Claim]:
        """The claims of the answer."""
        return await self._claims(tenant, inputs, inputs.answer)

    async def _claims(self, tenant: str, inputs: Inputs, text: str) -> list[Claim]:
        return await self.claims.make(tenant, inputs.answer_id, text, self._granularity(inputs.request))

    def _granularity(self, request: VerifyRequest) -> Granularity:
        return resolve_granularity(self.granularity, request.domain, request.risk)

    async def _contexts(self, tenant: str, inputs: Inputs, listener: Listener) -> list[LoadedContext] | None:
        if inputs.job.contexts is None:
            return None
        return await self.contexts.load(tenant, inputs.job.contexts, listener.progress)

    async def _mentions(
        self, tenant: str, contexts: Sequence[LoadedContext] | None, conclusions: Iterable[Conclusion]
    ) -> list[MentionRow]:
        """What the chunks of contexts mention that were judged, where the graph does not know it; sources are read."""
        if contexts is None:
            return []
        judged = judged_chunks(conclusion.evidence for conclusion in conclusions)
        chunks = {chunk.id: chunk for context in contexts for chunk in context.chunks if chunk.id in judged}
        return await self.contexts.mentions(tenant, chunks.values())

    async def _recall(
        self, tenant: str, inputs: Inputs, evidence: Sequence[ClaimEvidence]
    ) -> tuple[str, RunRow | None, Memory]:
        """What the graph knows already: this very run with its id, and opinions on these claims and windows.

        A run that has to be worked out once more, since text that it rests on was erased and has come back, or since
        something failed that may work by now, is no such run: the id is that of the next one.
        """

        async def work(tx: Transaction) -> tuple[str, RunRow | None, Memory]:
            run_id = self.run_id(inputs, evidence)
            found = await runs.find_run(tx, tenant, run_id)
            while found is not None and (found.erased or found.incomplete):
                run_id = ids.digest("Run", run_id, "erased" if found.erased else "incomplete")
                found = await runs.find_run(tx, tenant, run_id)
            return run_id, found, await self.checker.recall(tx, tenant, evidence)

        return await self.graph.read("recall", work)

    async def _judge(
        self,
        tenant: str,
        claims: Sequence[Claim],
        evidence: Sequence[ClaimEvidence],
        known: Memory,
        work: Judging,
        kept: Mapping[str, FoundRow] | None = None,
    ) -> tuple[Conclusion, ...]:
        """Judge all claims, then let the policy decide on each; what is `kept` stands as it was found."""
        stand = kept or {}
        work.keeper.expect(self.claims.writing(tenant, claims))
        checks = self.checker.checks([found for found in evidence if found.claim.id in stand], known)
        judged = [found for found in evidence if found.claim.id not in stand]
        checks |= await self.checker.check(judged, known, work.counter, work.keeper, work.listener.progress)

        def conclusion(found: ClaimEvidence) -> Conclusion:
            of_claim, row = checks[found.claim.id], stand.get(found.claim.id)
            if row is not None:
                return Conclusion(found, of_claim, decision_of(row, of_claim), inside_of(row))
            return Conclusion(found, of_claim, decide(work.policy, found, of_claim), inside_view(of_claim))

        return tuple(map(conclusion, evidence))

    async def _recheck(
        self,
        tenant: str,
        inputs: Inputs,
        contexts: Sequence[LoadedContext] | None,
        work: Judging,
        texts: Sequence[str],
    ) -> list[tuple[Conclusion, ...]]:
        """Judge corrected texts exactly as an answer is judged: own claims, own evidence."""
        made = [await self._claims(tenant, inputs, text) for text in texts]
        claims = list({claim.id: claim for found in made for claim in found}.values())
        evidence = await self.gatherer.gather(tenant, claims, contexts, inputs.request.question)
        known = await self.graph.read("recall", lambda tx: self.checker.recall(tx, tenant, evidence))
        concluded = await self._judge(tenant, claims, evidence, known, work)
        by_claim = {conclusion.claim.id: conclusion for conclusion in concluded}
        return [tuple(by_claim[claim.id] for claim in found) for found in made]

    async def _correct(
        self, inputs: Inputs, conclusions: Sequence[Conclusion], recheck: Recheck, work: Judging
    ) -> list[Correction]:
        if not inputs.request.correct or not needs_correction(conclusions):
            return []
        await work.keeper.flush()  # a language model may take its time
        return await correct(
            conclusions,
            inputs.answer,
            inputs.request.question,
            self.correctors,
            recheck,
            self.correction_rounds,
            self.uncorrected,
        )

    async def _ratio_after(
        self, corrected: str, inputs: Inputs, outcome: AnswerOutcome, recheck: Recheck
    ) -> float | None:
        """The support ratio of the corrected text, by judging that; None where nothing of the answer is left."""
        if corrected == inputs.answer:
            return outcome.support_ratio
        if corrected == refusal(detect_language(inputs.answer)):
            return None
        (conclusions,) = await recheck([corrected])
        return support_ratio([conclusion.decision for conclusion in conclusions])

    def run_id(self, inputs: Inputs, evidence: Sequence[ClaimEvidence], *more: str) -> str:
        """The id of the run that judges this evidence; `more` tells it from another that judges the same."""
        premises = [window.premise_id for found in evidence for window in found.windows]
        premises += [*self.checker.basis(evidence), *more]
        return ids.run_id(inputs.answer_id, inputs.job.settings, inputs.job.models, premises, RunKind.MACHINE.value)

    def _settings(self, request: VerifyRequest) -> str:
        """Fingerprint of everything but the models that may change a result."""
        policy = self.policies.of(request.domain)
        return ids.digest(
            "settings",
            self.claims.version,
            self._granularity(request).value,
            self.gatherer.version,
            f"{policy.name}-{policy.version}",
            self.thresholds.fingerprint(),
            request.domain,
            request.risk,
            self._correcting() if request.correct else None,
        )

    def _correcting(self) -> list[str]:
        """Whatever may change a correction."""
        correctors = [f"{corrector.name}-{corrector.version}" for corrector in self.correctors]
        return [*correctors, REWRITE_VERSION, f"rounds-{self.correction_rounds}", f"uncorrected-{self.uncorrected}"]

    def _models(self) -> str:
        return ids.digest("models", [f"{part}={name}" for part, name in sorted(self.models.items())])
