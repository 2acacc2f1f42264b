"""What a run concluded as the rows that are kept of it, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.runs import (
    BasisRecord,
    CorrectionRow,
    FoundRow,
    RetrievedRow,
    StoredCorrection,
    YieldRow,
)
from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span

from .checking import is_lasting
from .correcting import Correction
from .keeping import check_row
from .model import Check, Conclusion, Decision, InsideView, Vote
from .report import CorrectionEvidence, CorrectionReport


def found_row(conclusion: Conclusion) -> FoundRow:
    decision, inside = conclusion.decision, conclusion.inside
    return FoundRow(
        claim=conclusion.claim.id,
        verdict=decision.verdict.value,
        confidence=decision.confidence,
        unscored_reason=decision.unscored_reason,
        spans=[offset for span in conclusion.claim.spans for offset in (span.start, span.end)],
        judges=[vote.judge for vote in decision.votes],
        votes=[vote.stance.value for vote in decision.votes],
        checks=_check_ids(conclusion.checks),
        carried=_carried_ids(conclusion),
        possible=None if decision.possible is None else [verdict.value for verdict in decision.possible],
        open=decision.is_open,
        redeep_score=None if inside is None else inside.score,
        redeep_ecs=None if inside is None else inside.ecs,
        redeep_pks=None if inside is None else inside.pks,
    )


def inside_of(row: FoundRow) -> InsideView | None:
    """What a run found by ReDeEP, where it had it."""
    return None if row.redeep_score is None else InsideView(row.redeep_score, row.redeep_ecs, row.redeep_pks)


def decision_of(row: FoundRow, checks: Sequence[Check]) -> Decision:
    """What a run found, as its policy had decided it; `checks` are those of the same claim."""
    carried = set(row.carried)
    return Decision(
        verdict=Verdict(row.verdict),
        confidence=row.confidence,
        votes=tuple(Vote(judge, Stance(vote), None) for judge, vote in zip(row.judges, row.votes, strict=True)),
        carried=tuple(
            (check.judge, check.window.premise_id) for check in checks if carried & set(check_row(check).edge_ids())
        ),
        unscored_reason=row.unscored_reason,
        possible=None if row.possible is None else tuple(map(Verdict, row.possible)),
    )


def retrieved_rows(conclusions: Iterable[Conclusion]) -> list[RetrievedRow]:
    """One row a claim and chunk; a claim that a correction yields counts too."""
    rows = {
        (conclusion.claim.id, chunk.chunk_id): RetrievedRow(
            conclusion.claim.id, chunk.chunk_id, chunk.source.value, chunk.rank, chunk.score, list(chunk.revision_ids)
        )
        for conclusion in conclusions
        for chunk in conclusion.evidence.chunks
    }
    return list(rows.values())


def correction_row(run: str, correction: Correction) -> CorrectionRow:
    claim = correction.conclusion.claim.id
    return CorrectionRow(
        id=ids.correction_id(run, claim, correction.method, correction.after),
        claim=claim,
        before=correction.before,
        after=correction.after,
        method=correction.method,
        prompt_version=correction.prompt_version,
        chunks=correction.chunk_ids,
        spans=tuple(_flat_spans(correction, chunk) for chunk in correction.chunk_ids),
        yields=tuple(
            YieldRow(
                conclusion.claim.id,
                conclusion.decision.verdict.value,
                conclusion.decision.confidence,
                _carried_ids(conclusion),
            )
            for conclusion in correction.yields
        ),
    )


def _flat_spans(correction: Correction, chunk: str) -> tuple[int, ...]:
    pieces = sorted({(piece.start, piece.end) for piece in correction.based_on if piece.chunk_id == chunk})
    return tuple(offset for piece in pieces for offset in piece)


def correction_report(row: CorrectionRow, texts: Mapping[str, str]) -> CorrectionReport:
    """`texts`: of the chunks that it rests on."""
    basis = [BasisRecord(chunk, texts[chunk], spans) for chunk, spans in zip(row.chunks, row.spans, strict=True)]
    return CorrectionReport(
        id=row.id,
        claim_id=row.claim,
        before=row.before,
        after=row.after,
        method=row.method,
        verdict=Verdict(row.yields[0].verdict) if row.yields else None,
        confidence=min((one.confidence for one in row.yields if one.confidence is not None), default=None),
        chunk_ids=tuple(sorted(row.chunks)),
        prompt_version=row.prompt_version,
        evidence=_correction_evidence(basis),
    )


def stored_correction_report(stored: StoredCorrection) -> CorrectionReport:
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
        evidence=_correction_evidence(stored.basis),
    )


def _correction_evidence(basis: Iterable[BasisRecord]) -> tuple[CorrectionEvidence, ...]:
    return tuple(
        CorrectionEvidence(one.chunk_id, " … ".join(one.text[span.start : span.end] for span in spans), spans)
        for one in sorted(basis, key=lambda one: one.chunk_id)
        if (spans := tuple(Span(*pair) for pair in _pairs(one.spans)))
    )


def _pairs(flat: Sequence[int]) -> list[tuple[int, int]]:
    """(start, end) of a flat list of offsets."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def _carried_ids(conclusion: Conclusion) -> list[str]:
    carried = set(conclusion.decision.carried)
    return _check_ids([check for check in conclusion.checks if (check.judge, check.window.premise_id) in carried])


def _check_ids(checks: Iterable[Check]) -> list[str]:
    return [edge for check in checks if is_lasting(check) for edge in check_row(check).edge_ids()]
