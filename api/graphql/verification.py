"""What the mutations return: the same names as `claimgraph verify --json`, in camelCase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify import report

from .answers import Answer, answer
from .context import fill, loaders_of, must_exist
from .fields import field
from .values import SPANS, Calls, Part, Score, Vote, Words, calls, parts, scores, spans, votes


@strawberry.type(description="Where a piece of evidence stands in a current document.")
class EvidenceOccurrence:
    document: str
    title: str | None
    revision: int
    start: int
    end: int
    page: int | None


@strawberry.type(description="What one judge said about a claim against one premise.")
class Judgement:
    judge: str
    nli_entailment: float | None
    nli_neutral: float | None
    nli_contradiction: float | None
    similarity: float | None
    rules: float | None
    alignment: float | None
    scores: list[Score] = strawberry.field(description="All scores of this judge by name, those above among them.")
    findings: list[Words]
    reason: str | None = strawberry.field(description="What the judge says in words.")
    unscored_reason: str | None


@strawberry.type(description="A piece of a chunk that was judged.")
class Evidence:
    chunk_id: strawberry.ID
    premise_id: strawberry.ID
    text: str
    spans: list[list[int]] = strawberry.field(description=f"In the chunk. {SPANS}")
    occurrences: list[EvidenceOccurrence]
    judges: list[Judgement]
    decisive: bool


@strawberry.type(description="What a correction rests on in one chunk.")
class CorrectionEvidence:
    chunk_id: strawberry.ID
    text: str
    spans: list[list[int]] = strawberry.field(description=f"In the chunk. {SPANS}")


@strawberry.type
class ReportedCorrection:
    id: strawberry.ID
    claim_id: strawberry.ID
    before: str
    after: str = strawberry.field(description="Empty: taken out.")
    method: str
    verdict: Verdict | None
    confidence: float | None
    chunk_ids: list[strawberry.ID]
    prompt_version: str | None
    evidence: list[CorrectionEvidence]


@strawberry.type(description="A stretch of a diff.")
class DiffPart:
    kind: str = strawberry.field(description="same, removed or added")
    text: str


@strawberry.type
class ReportedTriple:
    head: str
    relation: str
    tail: str
    confidence: float
    key: str = strawberry.field(description="What paraphrases share: normalised head, relation lemma and tail.")


@strawberry.type(description="A claim of the answer, with its verdict and evidence, the decisive pieces first.")
class ReportedClaim:
    id: strawberry.ID
    text: str
    lang: str
    spans: list[list[int]] = strawberry.field(description=f"In the answer. {SPANS}")
    verdict: Verdict
    confidence: float | None
    unscored_reason: str | None
    possible: list[Verdict] | None = strawberry.field(
        description="Set where the claim is left to review: the verdicts that remain possible."
    )
    open: bool = strawberry.field(
        description="True: nothing was found of it; it is left to review, or no judge could judge it."
    )
    votes: list[Vote]
    triples: list[ReportedTriple]
    evidence: list[Evidence]
    correction: ReportedCorrection | None
    redeep_score: float | None = strawberry.field(
        description="Hallucination score by ReDeEP, in [0, 1]; null where no causal model read the answer."
    )
    redeep_ecs: float | None = strawberry.field(description="External context score: a cosine.")
    redeep_pks: float | None = strawberry.field(description="Parametric knowledge score, in [0, ln 2].")


@strawberry.type
class RunInfo:
    seq: int
    reused: bool = strawberry.field(description="True: an earlier run with the same premises was returned.")
    models: list[Part]
    settings: str
    seconds: float
    calls: list[Calls]
    saved_exact: list[Calls] = strawberry.field(description="Pairs a judge was spared: it had judged them before.")
    saved_paraphrased: list[Calls] = strawberry.field(
        description="Pairs a judge was spared: it had judged a paraphrase."
    )
    llm_tokens: int
    cost: float | None
    warnings: list[str]
    incomplete: bool = strawberry.field(description="True: something failed that may work another time; verify again.")


@strawberry.type(description="What one verification found.")
class Verification:
    answer_id: strawberry.ID
    run_id: strawberry.ID
    answer: str
    question: str | None
    model: str | None
    lang: str
    domain: str
    risk: str
    outcome: str
    support_ratio: float | None
    corrected_support_ratio: float | None = strawberry.field(
        description="The same of the corrected text, judged again by the same judges."
    )
    threshold: float
    claims: list[ReportedClaim]
    filtered_answer: str
    corrected_text: str
    corrections: list[ReportedCorrection]
    diff: list[DiffPart] = strawberry.field(description="From the answer to the corrected text.")
    run: RunInfo

    @field("The answer as it now stands in the graph.")
    async def stored_answer(self, info: Info) -> Answer:
        record = await loaders_of(info).answers.load(self.answer_id)
        return answer(must_exist(record, "answer", self.answer_id))


@strawberry.type(description="What one document's ingestion did.")
class Ingestion:
    document_id: strawberry.ID
    revision_id: strawberry.ID
    key: str
    title: str
    status: str = strawberry.field(description="created, revised or unchanged")
    revision: int
    chunks: int
    new_chunks: int
    mentions: int
    seconds: float


def verification(found: report.Verification) -> Verification:
    run = fill(
        RunInfo,
        found.run,
        models=parts(found.run.models),
        calls=calls(found.run.calls),
        saved_exact=calls(found.run.saved_exact),
        saved_paraphrased=calls(found.run.saved_paraphrased),
        warnings=list(found.run.warnings),
    )
    return fill(
        Verification,
        found,
        outcome=found.outcome.value,
        claims=[_claim(claim) for claim in found.claims],
        corrections=[_correction(correction) for correction in found.corrections],
        diff=[fill(DiffPart, part) for part in found.diff],
        run=run,
    )


def _claim(claim: report.ClaimReport) -> ReportedClaim:
    return fill(
        ReportedClaim,
        claim,
        spans=_offsets(claim.spans),
        votes=votes(claim.votes),
        triples=[fill(ReportedTriple, triple) for triple in claim.triples],
        evidence=[_evidence(evidence) for evidence in claim.evidence],
        correction=_correction(claim.correction) if claim.correction else None,
    )


def _evidence(evidence: report.EvidenceReport) -> Evidence:
    return fill(
        Evidence,
        evidence,
        spans=_offsets(evidence.spans),
        occurrences=[fill(EvidenceOccurrence, place) for place in evidence.occurrences],
        judges=[_judgement(judge, said) for judge, said in evidence.judges.items()],
    )


def _judgement(judge: str, said: Mapping[str, object]) -> Judgement:
    fields = ("nli_entailment", "nli_neutral", "nli_contradiction", "similarity", "rules", "alignment")
    found = cast("list[Mapping[str, str]]", said.get("findings") or [])
    return Judgement(
        judge=judge,
        findings=[
            Words(kind=w["kind"], stance=w["stance"], claim_words=w["claim"], premise_words=w["premise"]) for w in found
        ],
        scores=scores({name: value for name, value in said.items() if isinstance(value, float)}),
        reason=cast("str | None", said.get("reason")),
        unscored_reason=cast("str | None", said.get("unscored")),
        **cast("dict[str, Any]", {score: said.get(score) for score in fields}),
    )


def _correction(correction: report.CorrectionReport) -> ReportedCorrection:
    evidence = [fill(CorrectionEvidence, one, spans=_offsets(one.spans)) for one in correction.evidence]
    return fill(ReportedCorrection, correction, chunk_ids=list(correction.chunk_ids), evidence=evidence)


def _offsets(found: tuple[Span, ...]) -> list[list[int]]:
    return spans((span.start, span.end) for span in found)
