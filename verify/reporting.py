"""Building what a caller is told from what a run concluded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.search import OccurrenceRow
from claimgraph.ingest.model import Span, StatedTriple

from .model import Check, Conclusion, Evidence, Opinion, Window
from .report import ClaimReport, CorrectionReport, EvidenceReport, Occurrence, TripleReport

Occurrences = Mapping[str, Sequence[OccurrenceRow]]  # chunk id -> where it stands


def claim_reports(
    conclusions: Sequence[Conclusion], corrections: Sequence[CorrectionReport], occurrences: Occurrences
) -> tuple[ClaimReport, ...]:
    by_claim = {correction.claim_id: correction for correction in corrections}
    return tuple(
        ClaimReport(
            id=conclusion.claim.id,
            text=conclusion.claim.text,
            lang=conclusion.claim.lang,
            spans=conclusion.claim.spans,
            verdict=conclusion.decision.verdict,
            confidence=conclusion.decision.confidence,
            unscored_reason=conclusion.decision.unscored_reason,
            possible=conclusion.decision.possible,
            open=conclusion.decision.is_open,
            votes={vote.judge: vote.stance.value for vote in conclusion.decision.votes},
            triples=tuple(map(triple_report, conclusion.claim.triples)),
            evidence=_evidence(conclusion, occurrences),
            correction=by_claim.get(conclusion.claim.id),
            redeep_score=None if conclusion.inside is None else conclusion.inside.score,
            redeep_ecs=None if conclusion.inside is None else conclusion.inside.ecs,
            redeep_pks=None if conclusion.inside is None else conclusion.inside.pks,
        )
        for conclusion in conclusions
    )


def triple_report(triple: StatedTriple) -> TripleReport:
    """A triple as it is shown, with the key that its paraphrases share."""
    return TripleReport(
        triple.head.text, triple.relation, triple.tail.text, triple.confidence, ids.triple_key(*triple.normal)
    )


def _evidence(conclusion: Conclusion, occurrences: Occurrences) -> tuple[EvidenceReport, ...]:
    """The windows that were judged, a report for each chunk that one takes part of; the decisive ones first."""
    carrying = conclusion.decisive_windows() if conclusion.decision.carried else ()
    decisive = {window.premise_id for window in carrying}
    judged = {check.window.premise_id: check.window for check in conclusion.checks}
    ordered = [*carrying, *(window for window in judged.values() if window.premise_id not in decisive)]
    chunks = {chunk.chunk_id: chunk for chunk in conclusion.evidence.chunks}
    return tuple(
        report
        for window in ordered
        for report in _window_reports(window, conclusion.checks, chunks, occurrences, window.premise_id in decisive)
    )


def _window_reports(
    window: Window, checks: Sequence[Check], chunks: Mapping[str, Evidence], occurrences: Occurrences, decisive: bool
) -> list[EvidenceReport]:
    judges = {check.judge: _judgement(check) for check in checks if check.window.premise_id == window.premise_id}
    reports = []
    for chunk in dict.fromkeys(piece.chunk_id for piece in window.pieces):
        spans = tuple(Span(piece.start, piece.end) for piece in window.pieces if piece.chunk_id == chunk)
        text, revisions = chunks[chunk].text, chunks[chunk].revision_ids
        reports.append(
            EvidenceReport(
                chunk_id=chunk,
                premise_id=window.premise_id,
                text=" … ".join(text[span.start : span.end] for span in spans),
                spans=spans,
                # The same text may also stand in contexts of other calls: they are no evidence here.
                occurrences=tuple(
                    _occurrence(row) for row in occurrences.get(chunk, ()) if row.revision_id in revisions
                ),
                judges=judges,
                decisive=decisive,
            )
        )
    return reports


def _judgement(check: Check) -> Mapping[str, object]:
    if not isinstance(check.opinion, Opinion):
        return {"unscored": check.opinion.reason}
    findings = [
        {"kind": f.kind, "stance": f.stance.value, "claim": f.claim_words, "premise": f.premise_words}
        for f in check.opinion.findings
    ]
    reason = {"reason": check.opinion.reason} if check.opinion.reason else {}
    return {**check.opinion.scores, **({"findings": findings} if findings else {}), **reason}


def _occurrence(row: OccurrenceRow) -> Occurrence:
    return Occurrence(row.document, row.title, row.revision, row.start, row.end, row.page)
