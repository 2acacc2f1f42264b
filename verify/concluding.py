"""The end of a verification: one transaction that writes the run, moves CURRENT_RUN and deletes the job."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from claimgraph.graph_schema.repositories import documents, erasing, runs, search
from claimgraph.graph_schema.repositories.documents import MentionRow
from claimgraph.graph_schema.repositories.runs import FoundRow, RunRow, StoredCorrection
from claimgraph.graph_schema.vocabulary import Outcome, RunKind, Verdict
from claimgraph.platform.errors import Conflict
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.llm import Meter
from claimgraph.platform.telemetry import Amount, count

from .checking import CallCounter, is_lasting
from .correcting import Correction
from .jobs import HeldJob, conclude_job
from .keeping import Writing
from .model import Check, ClaimEvidence, Conclusion
from .outcome import AnswerOutcome
from .remembering import Inputs
from .report import CorrectionReport, RunInfo, Verification
from .reporting import Occurrences, claim_reports
from .rewriting import changes
from .rows import (
    correction_report,
    correction_row,
    decision_of,
    found_row,
    inside_of,
    retrieved_rows,
    stored_correction_report,
)

_log = logging.getLogger("claimgraph.runs")

RUNS = Amount("runs", "outcome", "Verified answers by outcome.")
VERDICTS = Amount("verdicts", "verdict", "Claims of verified answers by verdict.")


class EvidenceErased(Conflict):
    """Text that a verification rests on was erased while it worked: it gathers evidence again."""


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """All that one verification concluded, before it is written."""

    id: str
    conclusions: tuple[Conclusion, ...]
    outcome: AnswerOutcome
    filtered: str  # the answer without what is not supported
    corrected: str  # the answer with its corrections
    corrected_ratio: float | None  # the support ratio of that, judged again
    corrections: Sequence[Correction]
    counter: CallCounter
    meter: Meter  # what the language model took
    started: float  # seconds since the epoch
    kept: Mapping[str, FoundRow] = field(default_factory=dict)  # claim -> what an earlier run found, carried over
    mentions: Sequence[MentionRow] = ()  # of judged chunks of contexts, those that the graph does not know

    @property
    def incomplete(self) -> bool:
        """Whether something failed that may work another time: a judge of a pair, or a request for a correction."""
        judged = [*self.conclusions, *(one for correction in self.corrections for one in correction.yields)]
        return self.meter.passing or not all(is_lasting(check) for one in judged for check in one.checks)


@dataclass(frozen=True, slots=True)
class Concluder:
    graph: Graph
    models: Mapping[str, str]

    async def conclude(
        self, tenant: str, inputs: Inputs, job: HeldJob, finished: FinishedRun, write_checks: Writing
    ) -> Verification:
        """Write everything, or nothing where the job was lost meanwhile (`Conflict`).

        `write_checks` writes the claims and checks that are not in the graph yet.
        """
        found = [finished.kept.get(one.claim.id) or found_row(one) for one in finished.conclusions]
        corrections = [correction_row(finished.id, correction) for correction in finished.corrections]
        yielded = [conclusion for correction in finished.corrections for conclusion in correction.yields]
        retrieved = retrieved_rows([*finished.conclusions, *yielded])
        run = self._run_row(inputs, finished, time.time())
        chunks = judged_chunks([conclusion.evidence for conclusion in finished.conclusions])

        async def work(tx: Transaction) -> tuple[int, Occurrences]:
            erasures = await erasing.erasures_seen(tx, tenant, job.id)
            await conclude_job(tx, tenant, job)
            await write_checks(tx)
            if erasures:
                claims = [*(row.claim for row in found), *(one.claim.id for one in yielded)]
                await _refuse_erased(tx, tenant, (row.chunk for row in retrieved), claims)
            await documents.write_mentions(tx, tenant, "Chunk", finished.mentions)
            await runs.write_run(tx, tenant, run, found, retrieved, corrections)
            seq = await runs.make_current(tx, tenant, inputs.answer_id, run.id, found, run.finished)
            return seq, await search.occurrences(tx, tenant, chunks)

        seq, occurrences = await self.graph.write("conclude", work)
        _tell_of(run)
        texts = {chunk.chunk_id: chunk.text for one in finished.conclusions for chunk in one.evidence.chunks}
        texts |= {chunk.chunk_id: chunk.text for one in yielded for chunk in one.evidence.chunks}
        reports = tuple(correction_report(row, texts) for row in corrections)
        info = RunInfo(
            seq=seq,
            reused=False,
            models=self.models,
            settings=run.settings,
            seconds=run.seconds,
            calls=_calls(finished),
            saved_exact=dict(sorted(finished.counter.reused.items())),
            saved_paraphrased=dict(sorted(finished.counter.paraphrased.items())),
            llm_tokens=run.llm_tokens,
            cost=run.cost,
            warnings=tuple(run.warnings),
            incomplete=run.incomplete,
        )
        return _verification(inputs, run, finished.conclusions, reports, occurrences, info)

    async def return_run(
        self,
        tenant: str,
        inputs: Inputs,
        job: HeldJob,
        evidence: Sequence[ClaimEvidence],
        checks: Mapping[str, tuple[Check, ...]],
        run: RunRow,
    ) -> Verification:
        """Read a finished run back. Nothing is written, but a new place in the history when another was current."""
        chunks = judged_chunks(evidence)

        async def work(tx: Transaction) -> tuple[int, list[FoundRow], list[StoredCorrection], Occurrences]:
            erasures = await erasing.erasures_seen(tx, tenant, job.id)
            await conclude_job(tx, tenant, job)
            if erasures:
                await _refuse_erased(tx, tenant, chunks, (one.claim.id for one in evidence))
            found = await runs.findings(tx, tenant, run.id)
            now = datetime.now(UTC).isoformat()
            seq = await runs.make_current(tx, tenant, inputs.answer_id, run.id, found, now)
            corrections = await runs.corrections(tx, tenant, run.id)
            return seq, found, corrections, await search.occurrences(tx, tenant, chunks)

        seq, found, corrections, occurrences = await self.graph.write("return_run", work)
        by_claim = {row.claim: row for row in found}
        conclusions = [
            Conclusion(one, of_claim, decision_of(row, of_claim), inside_of(row))
            for one in evidence
            for row, of_claim in [(by_claim[one.claim.id], checks[one.claim.id])]
        ]
        reports = tuple(map(stored_correction_report, corrections))
        info = RunInfo(
            seq=seq,
            reused=True,
            models=dict(entry.split("=", 1) for entry in run.models),
            settings=run.settings,
            seconds=run.seconds,
            calls={},
            saved_exact=_by_judge(one for of_claim in checks.values() for one in of_claim if one.origin is None),
            saved_paraphrased=_by_judge(one for of_claim in checks.values() for one in of_claim if one.origin),
            llm_tokens=0,
            cost=0.0,
            warnings=tuple(run.warnings),
        )
        return _verification(inputs, run, conclusions, reports, occurrences, info)

    def _run_row(self, inputs: Inputs, finished: FinishedRun, now: float) -> RunRow:
        verdicts = [conclusion.decision.verdict for conclusion in finished.conclusions]
        prompts = {one.prompt_version for one in finished.corrections if one.prompt_version is not None}
        return RunRow(
            id=finished.id,
            kind=RunKind.MACHINE.value,
            outcome=finished.outcome.outcome.value,
            domain=inputs.request.domain,
            risk=inputs.request.risk,
            support_ratio=finished.outcome.support_ratio,
            corrected_support_ratio=finished.corrected_ratio,
            threshold=finished.outcome.threshold,
            supported=verdicts.count(Verdict.SUPPORTED),
            contradicted=verdicts.count(Verdict.CONTRADICTED),
            not_enough_info=verdicts.count(Verdict.NOT_ENOUGH_INFO),
            not_checkable=verdicts.count(Verdict.NOT_CHECKABLE),
            filtered_text=finished.filtered,
            corrected_text=finished.corrected,
            settings=inputs.job.settings,
            task=inputs.job.task,
            models=[f"{part}={name}" for part, name in sorted(self.models.items())],
            prompt_versions=sorted(prompts),
            calls=_counted(_calls(finished)),
            saved_exact=_counted(finished.counter.reused),
            saved_paraphrased=_counted(finished.counter.paraphrased),
            warnings=list(dict.fromkeys(finished.meter.failures)),
            llm_tokens=finished.meter.usage.tokens,
            cost=finished.meter.usage.cost,
            seconds=now - finished.started,
            started=datetime.fromtimestamp(finished.started, UTC).isoformat(),
            finished=datetime.fromtimestamp(now, UTC).isoformat(),
            incomplete=finished.incomplete,
        )


def _verification(
    inputs: Inputs,
    run: RunRow,
    conclusions: Sequence[Conclusion],
    corrections: tuple[CorrectionReport, ...],
    occurrences: Occurrences,
    info: RunInfo,
) -> Verification:
    order = {conclusion.claim.id: place for place, conclusion in enumerate(conclusions)}
    corrections = tuple(sorted(corrections, key=lambda correction: order[correction.claim_id]))
    return Verification(
        answer_id=inputs.answer_id,
        run_id=run.id,
        answer=inputs.answer,
        question=inputs.job.question,
        model=inputs.request.model,
        lang=inputs.lang,
        domain=run.domain,
        risk=run.risk,
        outcome=Outcome(run.outcome),
        support_ratio=run.support_ratio,
        corrected_support_ratio=run.corrected_support_ratio,
        threshold=run.threshold,
        claims=claim_reports(conclusions, corrections, occurrences),
        filtered_answer=run.filtered_text,
        corrected_text=run.corrected_text,
        corrections=corrections,
        diff=changes(inputs.answer, run.corrected_text),
        run=info,
    )


def _calls(finished: FinishedRun) -> dict[str, int]:
    """Pairs a judge was called with, and requests to the language model where there were any."""
    usage = finished.meter.usage
    asked = {"llm": usage.requests, "llm_cached": usage.cached}
    return {**finished.counter.judged, **{name: count for name, count in asked.items() if count}}


def _counted(counts: Mapping[str, int]) -> list[str]:
    return [f"{name}={count}" for name, count in sorted(counts.items())]


def _by_judge(checks: Iterable[Check]) -> dict[str, int]:
    return dict(sorted(Counter(check.judge for check in checks).items()))


def judged_chunks(evidence: Iterable[ClaimEvidence]) -> set[str]:
    """The chunks that a window takes part of."""
    return {piece.chunk_id for found in evidence for window in found.windows for piece in window.pieces}


async def _refuse_erased(tx: Transaction, tenant: str, chunks: Iterable[str], claims: Iterable[str]) -> None:
    """Raise `EvidenceErased`, which rolls the conclusion back, where something that it names is gone."""
    if await erasing.missing(tx, tenant, chunks, claims):
        raise EvidenceErased("Text that this verification rests on has been deleted; verify the answer again.")


def _tell_of(run: RunRow) -> None:
    """Log and count a run by its own id: whose it is and what it says is for the graph to tell."""
    verdicts = {
        "supported": run.supported,
        "contradicted": run.contradicted,
        "not_enough_info": run.not_enough_info,
        "not_checkable": run.not_checkable,
    }
    count(RUNS, run.outcome)
    for verdict, claims in verdicts.items():
        count(VERDICTS, verdict, claims)
    told = {"run": run.id, "outcome": run.outcome, "seconds": round(run.seconds, 3), **verdicts}
    _log.info("run %(run)s: %(outcome)s in %(seconds).3f s", told, extra=told)
