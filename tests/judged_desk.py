"""One tenant's services whose reader knows a few verbs and whose judges are the test's own; the store is a real one."""

from __future__ import annotations

from typing import Any

from fakes.statement_reader import FakeDecomposer, FakeStatementReader
from sample_graph import LightServices

from claimgraph.platform.graph import Query, Transaction
from claimgraph.verify.claims import ClaimMaker


class JudgedDesk:
    def __init__(self, services: LightServices, tenant: str) -> None:
        self.services, self.graph, self.tenant = services, services.graph, tenant
        self.reader = FakeStatementReader()
        services.__dict__["correctors"] = ()
        services.__dict__["reader"] = self.reader
        services.__dict__["claims"] = ClaimMaker(FakeDecomposer(self.reader), services.mentions, self.reader.version)

    async def rows(self, text: str, **parameters: object) -> list[dict[str, Any]]:
        """What a statement returns, which may write; `$tenant` is this desk's."""

        async def work(tx: Transaction) -> list[dict[str, Any]]:
            return await tx.run(Query("test", text), tenant=self.tenant, **parameters)

        return await self.graph.write("test", work)
