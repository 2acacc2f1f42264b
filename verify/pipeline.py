"""The whole story of verifying an answer, step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import runs
from claimgraph.graph_schema.repositories.runs import RunRow
from claimgraph.graph_schema.vocabulary import RunKind
from claimgraph.ingest.contexts import ContextLoader, LoadedContext
from claimgraph.ingest.tenants import TenantIndexes
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.llm import metered

from .checking import CallCounter, Checker
from .claims import ClaimMaker
from .concluding import Concluder, FinishedRun
from .correcting import DEFAULT_ROUNDS, Correction, Recheck, Uncorrected, correct, needs_correction
from .correction.rewrite import REWRITE_VERSION
from .decomposition.granularity import Granularity, resolve_granularity
from .evidence import EvidenceGatherer
from .jobs import hold_job
from .keeping import CheckKeeper
from .memory import Memory
from .model import Claim, ClaimEvidence, Conclusion
from .outcome import AnswerOutcome, OutcomeThresholds, decide_outcome, support_ratio
from .policies.choose import PolicyChoice
from .ports import Corrector, Policy
from .remembering import Inputs, VerifyRequest, read_request
from .report import Verification
from .rewriting import corrected_answer, filter_answer, refusal
from .smallest import decide

__all__ = ["Verifier", "VerifyRequest"]

Step = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Judging:
    """What all judging of one verification shares."""

    counter: CallCounter
    keeper: CheckKeeper
    policy: Policy


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

    async def verify(self, tenant: str, request: VerifyRequest, on_step: Step | None = None) -> Verification:
        """Verify one answer. The same answer against the same premises is not judged twice: its run is returned.

        Raises `InputError` for an answer that is empty or too long, before anything is written.
        """
        tell = on_step or (lambda step: None)
        started = time.time()
        inputs = read_request(tenant, request, self._settings(request), self._models(), self.max_answer_chars)
        await self.tenants.ensure(tenant)

        tell("remember")
        async with hold_job(self.graph, tenant, inputs.job) as job:
            with metered() as meter:
                tell("decompose")
                claims = await self._claims(tenant, inputs, inputs.answer)
                tell("gather evidence")
                contexts = await self._contexts(tenant, inputs)
                evidence = await self.gatherer.gather(tenant, claims, contexts, inputs.request.question)
                run_id = self._run_id(inputs, evidence)
                run, known = await self._recall(tenant, run_id, evidence)
                if run is not None:
                    checks = self.checker.checks(evidence, known)
                    return await self.concluder.return_run(tenant, inputs, job, evidence, checks, run)
                tell("judge")
                work = Judging(CallCounter(), CheckKeeper(self.graph, tenant), self.policies.of(request.domain))
                conclusions = await self._judge(tenant, claims, evidence, known, work)
                outcome = decide_outcome(conclusions, self.thresholds, request.domain, request.risk)
                tell("correct")
                recheck = partial(self._recheck, tenant, inputs, contexts, work)
                corrections = await self._correct(inputs, conclusions, recheck, work)
                restate = partial(self.claims.statements, granularity=self._granularity(request))
                filtered = await filter_answer(inputs.answer, conclusions, restate)
                corrected = await corrected_answer(inputs.answer, conclusions, corrections, restate)
                plain = await corrected_answer(inputs.answer, conclusions, corrections, restate, marked=False)
                after = await self._ratio_after(plain, inputs, outcome, recheck)
            tell("conclude")
            finished = FinishedRun(
                run_id, conclusions, outcome, filtered, corrected, after, corrections, work.counter, meter, started
            )
            return await self.concluder.conclude(tenant, inputs, job, finished, work.keeper.take())

    async def _claims(self, tenant: str, inputs: Inputs, text: str) -> list[Claim]:
        return await self.claims.make(tenant, inputs.answer_id, text, self._granularity(inputs.request))

    def _granularity(self, request: VerifyRequest) -> Granularity:
        return resolve_granularity(self.granularity, request.domain, request.risk)

    async def _contexts(self, tenant: str, inputs: Inputs) -> list[LoadedContext] | None:
        if inputs.job.contexts is None:
            return None
        return await self.contexts.load(tenant, inputs.job.contexts)

    async def _recall(self, tenant: str, run: str, evidence: Sequence[ClaimEvidence]) -> tuple[RunRow | None, Memory]:
        """What the graph knows already: this very run, and opinions on these claims and windows."""

        async def work(tx: Transaction) -> tuple[RunRow | None, Memory]:
            found = await runs.find_run(tx, tenant, run)
            return found, await self.checker.recall(tx, tenant, evidence)

        return await self.graph.read("recall", work)

    async def _judge(
        self,
        tenant: str,
        claims: Sequence[Claim],
        evidence: Sequence[ClaimEvidence],
        known: Memory,
        work: Judging,
    ) -> tuple[Conclusion, ...]:
        """Judge all claims, then let the policy decide on each."""
        work.keeper.expect(self.claims.writing(tenant, claims))
        checks = await self.checker.check(evidence, known, work.counter, work.keeper)
        return tuple(
            Conclusion(found, checks[found.claim.id], decide(work.policy, found, checks[found.claim.id]))
            for found in evidence
        )

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
        return support_ratio([conclusion.decision.verdict for conclusion in conclusions])

    def _run_id(self, inputs: Inputs, evidence: Sequence[ClaimEvidence]) -> str:
        premises = [window.premise_id for found in evidence for window in found.windows]
        premises += self.checker.basis(evidence)
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
