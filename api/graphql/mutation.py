"""The mutations: add a text, verify an answer, evaluate one by GraphEval, undo a merge of names."""

from __future__ import annotations

import strawberry
from strawberry.types import Info

from ..aclient import AsyncClaimGraph
from ..sources import document_of_text
from .context import fill, scope_of
from .fields import mutation
from .grapheval import GraphEvaluation, graph_evaluation
from .verification import Ingestion, Verification, verification


@strawberry.type
class Mutation:
    @mutation("Add a text to the sources. The same key (else title) again: a new revision.")
    async def ingest_text(self, info: Info, text: str, title: str | None = None, key: str | None = None) -> Ingestion:
        client = AsyncClaimGraph(scope_of(info).services)
        (report,) = await client.load([document_of_text(text, title, key)])
        return fill(Ingestion, report)

    @mutation("Check an answer claim by claim, against the contexts given or all sources.")
    async def verify(
        self,
        info: Info,
        answer: str,
        question: str | None = None,
        contexts: list[str] | None = None,
        model: str | None = None,
        key: str | None = None,
        domain: str = "general",
        risk: str = "normal",
        correct: bool | None = None,
    ) -> Verification:
        client = AsyncClaimGraph(scope_of(info).services)
        report = await client.verify(
            answer,
            question=question,
            contexts=contexts,
            model=model,
            key=key,
            domain=domain,
            risk=risk,
            correct=correct,
        )
        return verification(report)

    @mutation("GraphEval: hold the triples of an output against its context by NLI, and correct the hallucinated ones.")
    async def grapheval(
        self,
        info: Info,
        output: str,
        context: list[str],
        threshold: float = 0.5,
        strategy: str | None = None,
        correct: bool = True,
    ) -> GraphEvaluation:
        client = AsyncClaimGraph(scope_of(info).services)
        return graph_evaluation(
            await client.grapheval(output, context, threshold=threshold, strategy=strategy, correct=correct)
        )

    @mutation("Undo a merge of two names, or make it hold again. True when done.")
    async def set_entity_merge(self, info: Info, id: strawberry.ID, active: bool) -> bool:
        await AsyncClaimGraph(scope_of(info).services).set_entity_merge(id, active=active)
        return True
