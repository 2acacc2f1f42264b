"""The end of a verification: one transaction that writes the run, moves CURRENT_RUN and deletes the job."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import runs, search
from claimgraph.graph_schema.repositories.runs import (
    CorrectionRow,
    FoundRow,
    History,
    RetrievedRow,
    RunRow,
    StoredCorrection,
    YieldRow,
)
from claimgraph.graph_schema.vocabulary import Outcome, RunKind, Stance, Verdict
from claimgraph.platform.graph import Graph, Transaction
from claimgraph.platform.llm import Meter

from .checking import CallCounter, Checker, check_row
from .correcting import Correction
from .correction.rewrite import Edit, apply_edits
from .jobs import HeldJob, conclude_job
from .model import Check, ClaimEvidence, Conclusion, Decision, Vote
from .outcome import AnswerOutcome
from .remembering import Inputs
from .report import CorrectionReport, RunInfo, Verification
from .reporting import claim_reports


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """All that one verification concluded, before it is written."""

    id: str
    conclusions: tuple[Conclusion, ...]
    outcome: AnswerOutcome
    corrections: Sequence[Correction]
    counter: CallCounter
    meter: Meter  # what the language model took
    started: float  # seconds since the epoch


@dataclass(frozen=True, slots=True)
class Concluder:
    graph: Graph
    checker: Checker
    models: Mapping[str, str]

    async def conclude(self, tenant: str, inputs: Inputs, job: HeldJob, finished: FinishedRun) -> Verification:
        """Write everything, or nothing where the job was lost meanwhile (`Conflict`)."""
        now = time.time()
        corrected_text = _corrected_text(inputs.answer, finished)
        found = [_found_row(conclusion) for conclusion in finished.conclusions]
        rows = [_correction_row(finished.id, correction) for correction in finished.corrections]
        yielded = [c for correction in finished.corrections for c in correction.yields]
        retrieved = _retrieved_rows([*finished.conclusions, *yielded])
        run = self._run_row(inputs, finished, corrected_text, now)

        async def work(tx: Transaction) -> tuple[int, dict[str, list[search.OccurrenceRow]]]:
            await conclude_job(tx, tenant, job)
            await runs.write_run(tx, tenant, run, found, retrieved, rows)
            seq = await runs.make_current(tx, tenant, inputs.answer_id, run.id, found, run.finished)
            return seq, await search.occurrences(tx, tenant, _judged_chunks(finished.conclusions))

        seq, occurrences = await self.graph.write("conclude", work)
        reports = [_correction_report(row, row.yields) for row in rows]
        return Verification(
            answer_id=inputs.answer_id,
            run_id=finished.id,
            answer=inputs.answer,
            question=inputs.job.question,
            model=inputs.request.model,
            lang=inputs.lang,
            domain=inputs.request.domain,
            risk=inputs.request.risk,
            outcome=finished.outcome.outcome,
            support_ratio=finished.outcome.support_ratio,
            threshold=finished.outcome.threshold,
            claims=claim_reports(finished.conclusions, reports, occurrences),
            filtered_answer=finished.outcome.filtered_answer,
            corrected_text=corrected_text,
            corrections=tuple(reports),
            run=RunInfo(
                seq=seq,
                reused=False,
                models=self.models,
                settings=inputs.job.settings,
                seconds=now - finished.started,
                calls=_calls(finished),
                llm_tokens=run.llm_tokens,
                cost=run.cost,
                warnings=tuple(run.warnings),
            ),
        )

    async def return_run(
        self, tenant: str, inputs: Inputs, job: HeldJob, evidence: Sequence[ClaimEvidence], history: History
    ) -> Verification:
        """Read a finished run back. Nothing is written, but a new place in the history when another was current."""
        run = history.run
        assert run is not None

        async def work(
            tx: Transaction,
        ) -> tuple[int, list[FoundRow], list[StoredCorrection], dict[str, list[search.OccurrenceRow]]]:
            await conclude_job(tx, tenant, job)
            found = await runs.findings(tx, tenant, run["id"])
            now = datetime.now(UTC).isoformat()
            seq = await runs.make_current(tx, tenant, inputs.answer_id, run["id"], found, now)
            chunks = {piece.chunk_id for e in evidence for window in e.windows for piece in window.pieces}
            return (
                seq,
                found,
                await runs.corrections(tx, tenant, run["id"]),
                await search.occurrences(tx, tenant, chunks),
            )

        seq, found, corrections, occurrences = await self.graph.write("return_run", work)
        checks = await self.checker.known(tenant, evidence)
        by_claim = {row.claim: row for row in found}
        conclusions = [
            Conclusion(e, checks[e.claim.id], _decision(by_claim[e.claim.id], checks[e.claim.id])) for e in evidence
        ]
        reports = tuple(_stored_report(correction) for correction in corrections)
        return Verification(
            answer_id=inputs.answer_id,
            run_id=run["id"],
            answer=inputs.answer,
            question=inputs.job.question,
            model=inputs.request.model,
            lang=inputs.lang,
            domain=inputs.request.domain,
            risk=inputs.request.risk,
            outcome=Outcome(run["outcome"]),
            support_ratio=run.get("support_ratio"),
            threshold=run["threshold"],
            claims=claim_reports(conclusions, reports, occurrences),
            filtered_answer=run["filtered_text"],
            corrected_text=run["corrected_text"],
            corrections=reports,
            run=RunInfo(
                seq=seq,
                reused=True,
                models=dict(entry.split("=", 1) for entry in run["models"]),
                settings=run["settings"],
                seconds=run["seconds"],
                calls={},
                llm_tokens=0,
                cost=0.0,
                warnings=tuple(run.get("warnings") or ()),
            ),
        )

    def _run_row(self, inputs: Inputs, finished: FinishedRun, corrected_text: str, now: float) -> RunRow:
        verdicts = [conclusion.decision.verdict for conclusion in finished.conclusions]
        prompts = {c.prompt_version for c in finished.corrections if c.prompt_version is not None}
        return RunRow(
            id=finished.id,
            kind=RunKind.MACHINE.value,
            outcome=finished.outcome.outcome.value,
            domain=inputs.request.domain,
            risk=inputs.request.risk,
            support_ratio=finished.outcome.support_ratio,
            threshold=finished.outcome.threshold,
            supported=verdicts.count(Verdict.SUPPORTED),
            contradicted=verdicts.count(Verdict.CONTRADICTED),
            not_enough_info=verdicts.count(Verdict.NOT_ENOUGH_INFO),
            not_checkable=verdicts.count(Verdict.NOT_CHECKABLE),
            filtered_text=finished.outcome.filtered_answer,
            corrected_text=corrected_text,
            settings=inputs.job.settings,
            models=[f"{part}={name}" for part, name in sorted(self.models.items())],
            prompt_versions=sorted(prompts),
            calls=[f"{name}={count}" for name, count in sorted(_calls(finished).items())],
            warnings=list(dict.fromkeys(finished.meter.failures)),
            llm_tokens=finished.meter.usage.tokens,
            cost=finished.meter.usage.cost,
            seconds=now - finished.started,
            started=_iso(finished.started),
            finished=_iso(now),
        )


def _calls(finished: FinishedRun) -> dict[str, int]:
    """Pairs a judge was called with, and requests to the language model where there were any."""
    usage = finished.meter.usage
    asked = {"llm": usage.requests, "llm_cached": usage.cached}
    return {**finished.counter.judged, **{name: count for name, count in asked.items() if count}}


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _corrected_text(answer: str, finished: FinishedRun) -> str:
    edits = [
        Edit(span.start, span.end, correction.after)
        for correction in finished.corrections
        for span in correction.conclusion.claim.spans
    ]
    return apply_edits(answer, edits).strip() if edits else answer


def _check_ids(conclusion: Conclusion, carried_only: bool) -> list[str]:
    carried = set(conclusion.decision.carried)
    return [
        edge
        for check in conclusion.checks
        if not carried_only or (check.judge, check.window.premise_id) in carried
        for edge in check_row(check).edge_ids()
    ]


def _found_row(conclusion: Conclusion) -> FoundRow:
    decision = conclusion.decision
    return FoundRow(
        claim=conclusion.claim.id,
        verdict=decision.verdict.value,
        confidence=decision.confidence,
        unscored_reason=decision.unscored_reason,
        spans=[offset for span in conclusion.claim.spans for offset in (span.start, span.end)],
        judges=[vote.judge for vote in decision.votes],
        votes=[vote.stance.value for vote in decision.votes],
        checks=_check_ids(conclusion, carried_only=False),
        carried=_check_ids(conclusion, carried_only=True),
    )


def _decision(row: FoundRow, checks: Sequence[Check]) -> Decision:
    """What a run found, as the policy had decided it."""
    carried = set(row.carried)
    return Decision(
        verdict=Verdict(row.verdict),
        confidence=row.confidence,
        votes=tuple(Vote(judge, Stance(vote), None) for judge, vote in zip(row.judges, row.votes, strict=True)),
        carried=tuple(
            (check.judge, check.window.premise_id)
            for check in checks
            if carried & set(check_row(check).edge_ids())
        ),
        unscored_reason=row.unscored_reason,
    )


def _judged_chunks(conclusions: Iterable[Conclusion]) -> set[str]:
    return {
        piece.chunk_id for conclusion in conclusions for check in conclusion.checks for piece in check.window.pieces
    }


def _retrieved_rows(conclusions: Iterable[Conclusion]) -> list[RetrievedRow]:
    rows = {
        (conclusion.claim.id, chunk.chunk_id): RetrievedRow(
            conclusion.claim.id,
            chunk.chunk_id,
            chunk.source.value,
            chunk.rank,
            chunk.score,
            list(chunk.revision_ids),
        )
        for conclusion in conclusions
        for chunk in conclusion.evidence.chunks
    }
    return list(rows.values())


def _correction_row(run: str, correction: Correction) -> CorrectionRow:
    claim = correction.conclusion.claim.id
    return CorrectionRow(
        id=ids.correction_id(run, claim, correction.method, correction.after),
        claim=claim,
        before=correction.before,
        after=correction.after,
        method=correction.method,
        prompt_version=correction.prompt_version,
        chunks=correction.chunk_ids,
        yields=tuple(
            YieldRow(
                conclusion.claim.id,
                conclusion.decision.verdict.value,
                conclusion.decision.confidence,
                _check_ids(conclusion, carried_only=True),
            )
            for conclusion in correction.yields
        ),
    )


def _correction_report(row: CorrectionRow, yields: Sequence[YieldRow]) -> CorrectionReport:
    return CorrectionReport(
        id=row.id,
        claim_id=row.claim,
        before=row.before,
        after=row.after,
        method=row.method,
        verdict=Verdict(yields[0].verdict) if yields else None,
        confidence=min((y.confidence for y in yields if y.confidence is not None), default=None),
        chunk_ids=tuple(sorted(row.chunks)),
        prompt_version=row.prompt_version,
    )


def _stored_report(stored: StoredCorrection) -> CorrectionReport:
    return CorrectionReport(
        id=stored.id,
        claim_id=stored.claim_id,
        before=stored.before,
        after=stored.after,
        method=stored.method,
        verdict=Verdict(stored.verdict) if stored.verdict else None,
        confidence=stored.confidence,
        chunk_ids=stored.chunk_ids,
        prompt_version=stored.prompt_version,
    )
