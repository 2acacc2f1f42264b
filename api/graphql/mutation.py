"""The mutations: add a text, verify an answer, evaluate one by GraphEval, undo a merge of names, delete."""

from __future__ import annotations

import strawberry
from strawberry.types import Info

from ..aclient import AsyncClaimGraph
from ..deleting import erase_own
from ..sources import document_of_text
from .context import fill, scope_of
from .deletion import Deletion, ErasedTenant, Reverified, deletion
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

    @mutation("Delete a source by its key, path or id. UNCONFIRMED where answers rest on it, unless `yes`.")
    async def delete_document(self, info: Info, name: str, yes: bool = False) -> Deletion:
        return deletion(await AsyncClaimGraph(scope_of(info).services).delete("document", name, yes=yes))

    @mutation("Delete one version of a document. UNCONFIRMED where answers rest on it, unless `yes`.")
    async def delete_revision(self, info: Info, id: strawberry.ID, yes: bool = False) -> Deletion:
        return deletion(await AsyncClaimGraph(scope_of(info).services).delete("revision", id, yes=yes))

    @mutation("Delete an answer by its id or key, with what only it claims. UNCONFIRMED as for a document.")
    async def delete_answer(self, info: Info, name: str, yes: bool = False) -> Deletion:
        return deletion(await AsyncClaimGraph(scope_of(info).services).delete("answer", name, yes=yes))

    @mutation("Delete a question with the answers to it. UNCONFIRMED where there are any, unless `yes`.")
    async def delete_question(self, info: Info, id: strawberry.ID, yes: bool = False) -> Deletion:
        return deletion(await AsyncClaimGraph(scope_of(info).services).delete("question", id, yes=yes))

    @mutation("Judge again what rested on deleted text, on the evidence that is left; a result an answer.")
    async def reverify(self, info: Info) -> list[Reverified]:
        return [fill(Reverified, one) for one in await AsyncClaimGraph(scope_of(info).services).reverify()]

    @mutation("Erase everything of the tenant that this service serves; its name and `yes` say that it is meant.")
    async def erase_tenant(self, info: Info, name: str, yes: bool = False) -> ErasedTenant:
        return fill(ErasedTenant, await erase_own(scope_of(info).services, name, yes))
