"""GraphEval and GraphCorrect, told by the platform's own parts: a verification of triples by the NLI judge alone.

After "GraphEval: A Knowledge-Graph Based LLM Hallucination Evaluation Framework" (2024): build the knowledge graph of
the output, hold each triple against the context with an NLI model, call the output inconsistent when any triple is
hallucinated, correct those triples and put them back into the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import ReadText, Span
from claimgraph.ingest.ports import KnowledgeExtractor
from claimgraph.platform.errors import InputError

from .pipeline import Verifier
from .policies.grapheval import NLI
from .remembering import VerifyRequest
from .report import ClaimReport, Verification

ANSWER_KEY = "grapheval"
"""The outputs evaluated are answers of their own: a verification of the same text keeps its current run."""

HALLUCINATED = frozenset({Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO})


@dataclass(frozen=True, slots=True)
class JudgedTriple:
    """A triple of the output and what was found about it.

    The three probabilities sum to 1; None where the NLI model does not read the language, and the other judges'
    vote decided instead.
    """

    head: str
    relation: str
    tail: str
    sentence: str  # the triple as a natural sentence: the hypothesis
    spans: tuple[Span, ...]  # its words in the output
    verdict: Verdict
    entailment: float | None
    neutral: float | None
    contradiction: float | None
    evidence: str  # the part of the context that decided; empty where there was none


@dataclass(frozen=True, slots=True)
class CorrectedTriple:
    """What a hallucinated triple became; without head, relation and tail it was taken out."""

    before: tuple[str, str, str]
    after: tuple[str, str, str] | None
    sentence: str  # the corrected statement; empty: taken out
    method: str


@dataclass(frozen=True, slots=True)
class GraphEvalResult:
    original_output: str
    consistent: bool | None  # False when any triple is hallucinated; None where the output has no triple
    kg_triples: tuple[JudgedTriple, ...]
    hallucinated_triples: tuple[JudgedTriple, ...]
    corrected_triples: tuple[CorrectedTriple, ...]
    corrected_output: str
    run_id: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphEval:
    """`verifier` judges triples by `GraphEvalPolicy`; `extractor` is the one that its claims come from."""

    verifier: Verifier
    extractor: KnowledgeExtractor

    async def run(
        self,
        tenant: str,
        llm_output: str,
        context: str | Sequence[str],
        correct: bool = True,
        on_step: Callable[[str], None] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> GraphEvalResult:
        """Evaluate one output against its context. Raises `InputError` where either is empty."""
        contexts = (context,) if isinstance(context, str) else tuple(context)
        if not contexts:
            raise InputError("GraphEval needs the context that the output was made from; hand over at least one text.")
        request = VerifyRequest(llm_output, contexts=contexts, key=ANSWER_KEY, correct=correct)
        found = await self.verifier.verify(tenant, request, on_step, on_progress)
        judged = [(claim, _judged(claim)) for claim in found.claims if claim.triples]
        wrong = [pair for pair in judged if pair[0].verdict in HALLUCINATED]
        triples = tuple(triple for _, of_claim in judged for triple in of_claim)
        return GraphEvalResult(
            original_output=found.answer,
            consistent=not wrong if judged else None,
            kg_triples=triples,
            hallucinated_triples=tuple(triple for _, of_claim in wrong for triple in of_claim),
            corrected_triples=await self._corrected(found, [claim for claim, _ in wrong]),
            corrected_output=found.corrected_text,
            run_id=found.run_id,
            warnings=found.run.warnings,
        )

    async def _corrected(self, found: Verification, wrong: Sequence[ClaimReport]) -> tuple[CorrectedTriple, ...]:
        mended = [(claim, claim.correction) for claim in wrong if claim.correction is not None]
        texts = [correction.after for _, correction in mended if correction.after]
        read = dict(zip(texts, await self.extractor.read_all(texts), strict=True)) if texts else {}
        return tuple(
            CorrectedTriple(
                (old.head, old.relation, old.tail),
                _counterpart(place, read.get(correction.after)),
                correction.after,
                correction.method,
            )
            for claim, correction in mended
            for place, old in enumerate(claim.triples)
        )


def _counterpart(place: int, read: ReadText | None) -> tuple[str, str, str] | None:
    triples = [triple for statement in read.statements for triple in statement.triples] if read else []
    if not triples:
        return None
    triple = triples[min(place, len(triples) - 1)]
    return triple.head.text, triple.relation, triple.tail.text


def _judged(claim: ClaimReport) -> list[JudgedTriple]:
    """All triples of one claim: they were judged as the one sentence that states them."""
    decisive = next((one for one in claim.evidence if one.decisive and NLI in claim.votes), None)
    scores = decisive.judges.get(NLI, {}) if decisive else {}
    entailment, neutral, contradiction = (
        value if isinstance(value := scores.get(name), float) else None
        for name in ("nli_entailment", "nli_neutral", "nli_contradiction")
    )
    return [
        JudgedTriple(
            head=triple.head,
            relation=triple.relation,
            tail=triple.tail,
            sentence=claim.text,
            spans=claim.spans,
            verdict=claim.verdict,
            entailment=entailment,
            neutral=neutral,
            contradiction=contradiction,
            evidence=decisive.text if decisive else "",
        )
        for triple in claim.triples
    ]
