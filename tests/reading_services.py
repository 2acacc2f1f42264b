"""The real services over a store, whose sources and answers are read by a reader that knows a few verbs."""

from __future__ import annotations

from typing import Any

from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from sample_graph import LightServices

from claimgraph.api.aclient import AsyncClaimGraph
from claimgraph.api.bootstrap import Services
from claimgraph.graph_schema.repositories.recurrence import recurring_hallucinations
from claimgraph.ingest.preparing import Preparer, SourceDocument
from claimgraph.platform.graph import Graph, Query, Transaction
from claimgraph.platform.settings import Settings
from claimgraph.verify.claims import ClaimMaker
from claimgraph.verify.pipeline import VerifyRequest


class ReadingServices(LightServices):
    """The real services, whose sources and answers are read by the fake reader."""

    def __init__(self, settings: Settings, graph: Graph, reader: FakeStatementReader | None) -> None:
        super().__init__(settings, graph)
        preparer: Preparer = self.preparer
        preparer._statements = reader
        if reader is not None:
            self.__dict__["claims"] = ClaimMaker(FakeDecomposer(reader), self.mentions, reader.version)


def source(text: str, key: str = "a.txt") -> SourceDocument:
    return SourceDocument(key, key, text.encode())


async def rows(graph: Graph, text: str, **parameters: object) -> list[dict[str, Any]]:
    async def work(tx: Transaction) -> list[dict[str, Any]]:
        return await tx.run(Query("test", text), **parameters)

    return await graph.read("test", work)


async def ask(services: Services, query: str, **variables: Any) -> dict[str, Any]:
    response = await AsyncClaimGraph(services).graphql(query, variables)
    assert "errors" not in response, response
    return response["data"]  # type: ignore[no-any-return]


def request(answer: str, contexts: tuple[str, ...] | None = None, model: str | None = None) -> VerifyRequest:
    return VerifyRequest(answer=answer, contexts=contexts, model=model, correct=False)


async def recurring(graph: Graph, tenant: str, limit: int = 10, least: int = 2) -> list[Any]:
    return await graph.read("recurring", lambda tx: recurring_hallucinations(tx, tenant, limit, least_answers=least))
