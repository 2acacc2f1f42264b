"""A store whose password changes under a running program: one clear line, and work again once it fits."""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, LiteralString

import httpx
import pytest
from judged_desk import JudgedDesk
from neo4j import AsyncDriver, AsyncGraphDatabase, Record
from sample_graph import LightServices, erase

from claimgraph.api.http import build_app
from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.errors import CredentialsRefused
from claimgraph.platform.graph import Graph, GraphAddress, Query, open_graph
from claimgraph.platform.graph.embedded import stop
from claimgraph.platform.settings import load_settings

HOST = "http://127.0.0.1"
PING = Query("ping", "RETURN 1 AS n")


class Account:
    """A user of Neo4j of this test's own, whose password others change."""

    def __init__(self, admin: AsyncDriver, address: GraphAddress) -> None:
        self._admin = admin
        name, password = f"user{secrets.token_hex(4)}", secrets.token_hex(8)
        self.address = dataclasses.replace(address, user=name, password=password)

    async def make(self) -> None:
        await self._run("CREATE USER $name SET PASSWORD $password CHANGE NOT REQUIRED")

    async def change(self, password: str) -> None:
        """Give it another password, and cut its connections, as a proxy or a restart would."""
        await self._run("ALTER USER $name SET PASSWORD $password CHANGE NOT REQUIRED", password=password)
        listed = await self._run(
            "CALL dbms.listConnections() YIELD connectionId, username RETURN connectionId, username"
        )
        own = [row["connectionId"] for row in listed if row["username"] == self.address.user]
        await self._run("CALL dbms.killConnections($own)", own=own)

    async def drop(self) -> None:
        await self._run("DROP USER $name")

    async def _run(self, text: LiteralString, **parameters: Any) -> list[Record]:
        values = {"name": self.address.user, "password": self.address.password, **parameters}
        return (await self._admin.execute_query(text, values, database_="system")).records


@pytest.fixture
async def account(store: Any) -> AsyncIterator[Account]:
    address = store.address
    async with AsyncGraphDatabase.driver(address.uri, auth=(address.user, address.password)) as admin:
        made = Account(admin, address)
        await made.make()
        yield made
        await made.drop()


@pytest.mark.parametrize("store", ["neo4j"], indirect=True)
async def test_a_service_says_that_its_login_is_refused_and_works_again_once_it_is_not(
    account: Account, store: Any, tenant: str
) -> None:
    async with await Graph.connect(account.address) as graph:
        await migrate(graph)
        services = LightServices(store.settings(tenant=tenant, correct=False), graph)
        JudgedDesk(services, tenant)
        transport = httpx.ASGITransport(build_app(services, "key"))
        async with httpx.AsyncClient(transport=transport, base_url=HOST, headers={"X-API-Key": "key"}) as client:
            await account.change("another-" + secrets.token_hex(4))
            refused = await client.post("/v1/ingest", json={"text": "Guido created Python."})
            await account.change(account.address.password)
            accepted = await client.post("/v1/ingest", json={"text": "Guido created Python."})
        await erase(graph, tenant)

    told = refused.json()
    assert (refused.status_code, told["code"]) == (503, "CREDENTIALS_REFUSED")
    assert "CLAIMGRAPH_NEO4J_PASSWORD" in told["detail"]
    assert account.address.password not in refused.text
    assert "Traceback" not in refused.text
    assert "www-authenticate" not in refused.headers, "the caller's key is not at fault"
    assert accepted.status_code == 200, accepted.text


async def test_a_changed_record_of_the_embedded_password_is_said_and_mended_by_a_stop(fresh_home: Path) -> None:
    settings = load_settings(_env_file=None, home=fresh_home, neo4j_uri=None, embedded_heap="256m")
    async with await open_graph(settings) as running:
        record = next(path for path in (fresh_home / "store").glob("*.json") if "password" in path.read_text())
        kept = json.loads(record.read_text())
        record.write_text(json.dumps({**kept, "password": "changed", "reader_password": "changed"}))

        with pytest.raises(CredentialsRefused, match=r"refused its own password; run `claimgraph stop`") as raised:
            await open_graph(settings)
        still = await running.execute(PING)

    assert "\n" not in str(raised.value)
    assert still == [{"n": 1}], "who was connected stays so"
    stop(fresh_home, force=True)
    async with await open_graph(settings) as again:
        assert await again.execute(PING) == [{"n": 1}]
