"""What the mutation `grapheval` returns: the names of `claimgraph grapheval --json`, in camelCase."""

from __future__ import annotations

import strawberry

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.verify.grapheval import CorrectedTriple as CorrectedReport
from claimgraph.verify.grapheval import GraphEvalResult
from claimgraph.verify.grapheval import JudgedTriple as JudgedReport


@strawberry.type(description="A triple of the output. The three probabilities are null where NLI read nothing.")
class JudgedTriple:
    head: str
    relation: str
    tail: str
    sentence: str = strawberry.field(description="The triple as a sentence: what was judged.")
    spans: list[list[int]] = strawberry.field(
        description="In the output: pairs of start and end, in characters; the end is exclusive."
    )
    verdict: Verdict
    entailment: float | None
    neutral: float | None
    contradiction: float | None
    evidence: str


@strawberry.type(description="What a hallucinated triple became; `after` is null where it was taken out.")
class CorrectedTriple:
    before: list[str] = strawberry.field(description="Head, relation, tail.")
    after: list[str] | None
    sentence: str
    method: str


@strawberry.type(description="GraphEval and GraphCorrect over one output.")
class GraphEvaluation:
    original_output: str
    consistent: bool | None = strawberry.field(description="Null where the output has no triple.")
    kg_triples: list[JudgedTriple]
    hallucinated_triples: list[JudgedTriple]
    corrected_triples: list[CorrectedTriple]
    corrected_output: str
    run_id: strawberry.ID
    warnings: list[str]


def graph_evaluation(result: GraphEvalResult) -> GraphEvaluation:
    return GraphEvaluation(
        original_output=result.original_output,
        consistent=result.consistent,
        kg_triples=[_judged(one) for one in result.kg_triples],
        hallucinated_triples=[_judged(one) for one in result.hallucinated_triples],
        corrected_triples=[_corrected(one) for one in result.corrected_triples],
        corrected_output=result.corrected_output,
        run_id=strawberry.ID(result.run_id),
        warnings=list(result.warnings),
    )


def _judged(one: JudgedReport) -> JudgedTriple:
    return JudgedTriple(
        head=one.head,
        relation=one.relation,
        tail=one.tail,
        sentence=one.sentence,
        spans=[[span.start, span.end] for span in one.spans],
        verdict=one.verdict,
        entailment=one.entailment,
        neutral=one.neutral,
        contradiction=one.contradiction,
        evidence=one.evidence,
    )


def _corrected(one: CorrectedReport) -> CorrectedTriple:
    return CorrectedTriple(
        before=list(one.before),
        after=list(one.after) if one.after else None,
        sentence=one.sentence,
        method=one.method,
    )
