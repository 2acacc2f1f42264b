"""Deleting by REST and GraphQL: the same refusals, numbers and results as by `claimgraph delete`."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fakes.counting_judge import CountingJudge
from graph_dump import dump
from judged_desk import JudgedDesk
from sample_graph import LightServices, erase

from claimgraph.api.http import build_app
from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.graph import Graph
from claimgraph.verify.checking import Checker

HOST = "http://127.0.0.1"
KEY = "folder/a loom.txt"
LOOM = "Ada invented Looms."


@pytest.fixture
async def service(store: Any, graph: Graph, tenant: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the service of one tenant, that has its key."""
    await migrate(graph)
    services = LightServices(store.settings(tenant=tenant, correct=False), graph)
    JudgedDesk(services, tenant)
    services.__dict__["verifier"] = dataclasses.replace(services.verifier, checker=Checker((CountingJudge(),)))
    transport = httpx.ASGITransport(build_app(services, "key"))
    async with httpx.AsyncClient(transport=transport, base_url=HOST, headers={"X-API-Key": "key"}) as client:
        yield client
    await erase(graph, tenant)


async def ask(service: httpx.AsyncClient, query: str, **variables: Any) -> Any:
    return (await service.post("/graphql", json={"query": query, "variables": variables})).json()


async def prepare(service: httpx.AsyncClient) -> dict[str, Any]:
    """A document, and an answer under the key `mine` that rests on it; what verifying the answer gave."""
    await service.post("/v1/ingest", json={"text": LOOM, "key": KEY})
    body = {"answer": LOOM, "question": "Who invented Looms?", "key": "mine"}
    found: dict[str, Any] = (await service.post("/v1/verify", json=body)).json()
    return found


async def test_rest_refuses_deletes_judges_again_and_erases(
    service: httpx.AsyncClient, graph: Graph, tenant: str
) -> None:
    first = await prepare(service)
    before = await dump(graph, tenant)

    refused = await service.delete(f"/v1/documents/{KEY}")
    unchanged = await dump(graph, tenant)
    deleted = await service.delete(f"/v1/documents/{KEY}", params={"yes": True})
    again = await service.post("/v1/reverify")
    answer = await service.delete("/v1/answers/mine")
    missing = await service.delete("/v1/answers/mine", params={"yes": True})
    strange = await service.delete("/v1/tenants/somebody-else", params={"yes": True})
    unsure = await service.delete(f"/v1/tenants/{tenant}")
    erased = await service.delete(f"/v1/tenants/{tenant}", params={"yes": True})

    assert (refused.status_code, refused.json()["code"]) == (409, "UNCONFIRMED")
    assert refused.json()["detail"].startswith("1 answer rests on this document: mine.")
    assert unchanged == before
    assert (deleted.json()["chunks"], deleted.json()["findings_stale"]) == (1, 1)
    assert deleted.json()["resting"] == [{"id": first["answer_id"], "key": "mine"}]
    (one,) = again.json()["answers"]
    assert (one["key"], one["judged"], one["outcome"], one["left"]) == ("mine", 1, "rejected", None)
    assert (answer.json()["answers"], answer.json()["questions"]) == (1, 1)
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    assert (strange.status_code, strange.json()["code"]) == (404, "NOT_FOUND")
    assert (unsure.status_code, unsure.json()["code"]) == (409, "UNCONFIRMED")
    assert erased.json()["tenant"] == tenant
    assert await dump(graph, tenant) == ([], [])


async def test_graphql_refuses_deletes_judges_again_and_erases(
    service: httpx.AsyncClient, graph: Graph, tenant: str
) -> None:
    await prepare(service)
    deletion = (
        "mutation ($name: String!, $yes: Boolean!) { deleteDocument(name: $name, yes: $yes) "
        "{ subject documents chunks findingsMarked resting { key } } }"
    )
    erasure = "mutation ($name: String!, $yes: Boolean!) { eraseTenant(name: $name, yes: $yes) { tenant } }"

    refused = await ask(service, deletion, name=KEY, yes=False)
    deleted = await ask(service, deletion, name=KEY, yes=True)
    again = await ask(service, "mutation { reverify { key judged changed left runId } }")
    strange = await ask(service, erasure, name="somebody-else", yes=True)
    unsure = await ask(service, erasure, name=tenant, yes=False)
    erased = await ask(service, erasure, name=tenant, yes=True)

    assert refused["errors"][0]["extensions"] == {"code": "UNCONFIRMED"}
    assert "mine" in refused["errors"][0]["message"]
    assert deleted["data"]["deleteDocument"] == {
        "subject": "document", "documents": 1, "chunks": 1, "findingsMarked": 1, "resting": [{"key": "mine"}],
    }  # fmt: skip
    (one,) = again["data"]["reverify"]
    assert (one["key"], one["judged"], one["changed"], one["left"]) == ("mine", 1, 1, None)
    assert strange["errors"][0]["extensions"] == {"code": "NOT_FOUND"}
    assert unsure["errors"][0]["extensions"] == {"code": "UNCONFIRMED"}
    assert erased["data"]["eraseTenant"] == {"tenant": tenant}
    assert await dump(graph, tenant) == ([], [])


async def test_a_revision_a_question_and_an_answer_are_deleted_by_their_ids(
    service: httpx.AsyncClient, graph: Graph, tenant: str
) -> None:
    first = await prepare(service)
    await service.post("/v1/ingest", json={"text": "Tea grew in China.", "key": KEY})
    nodes, _ = await dump(graph, tenant)
    (question,) = (node[0] for node in nodes if "Question" in node[1])
    by_id = "mutation ($id: ID!, $yes: Boolean!) { %s(id: $id, yes: $yes) { %s } }"
    revisions = (await service.get(f"/v1/answers/{first['answer_id']}")).status_code
    found = await ask(service, "{ documents(first: 5) { nodes { revisions { id number } } } }")
    (old,) = (r["id"] for d in found["data"]["documents"]["nodes"] for r in d["revisions"] if r["number"] == 1)

    refused = await service.delete(f"/v1/revisions/{old}")
    revision = await ask(service, by_id % ("deleteRevision", "revisions documents"), id=old, yes=True)
    held = await service.delete(f"/v1/questions/{question}")
    asked = await ask(service, by_id % ("deleteQuestion", "questions answers"), id=question, yes=True)
    gone = await ask(service, 'mutation { deleteAnswer(name: "mine") { answers } }')

    assert revisions == 200
    assert refused.json()["code"] == "UNCONFIRMED"
    assert revision["data"]["deleteRevision"] == {"revisions": 1, "documents": 0}
    assert (held.status_code, held.json()["code"]) == (409, "UNCONFIRMED")
    assert asked["data"]["deleteQuestion"] == {"questions": 1, "answers": 1}
    assert gone["errors"][0]["extensions"] == {"code": "NOT_FOUND"}


async def test_nothing_is_deleted_without_the_key(service: httpx.AsyncClient, graph: Graph, tenant: str) -> None:
    await prepare(service)
    before = await dump(graph, tenant)
    service.headers.pop("X-API-Key")

    paths = (f"documents/{KEY}", "answers/mine", "revisions/x", "questions/x", f"tenants/{tenant}")
    refused = [(await service.delete(f"/v1/{path}", params={"yes": True})).status_code for path in paths]
    refused.append((await service.post("/v1/reverify")).status_code)

    assert refused == [401] * 6
    assert await dump(graph, tenant) == before
