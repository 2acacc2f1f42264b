"""A little REST, for callers without a GraphQL client. Results are those of `--json`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from claimgraph.graph_schema.repositories import reading
from claimgraph.platform.errors import NotFound
from claimgraph.platform.graph import Transaction

from .aclient import AsyncClaimGraph
from .bootstrap import Services
from .deleting import erase_own
from .jsonable import jsonable
from .sources import document_of_text

router = APIRouter(prefix="/v1")

MOST_CLAIMS = 1000

Short = Annotated[str, Field(max_length=2_000)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class VerifyBody(_Body):
    """An answer to verify; `contexts`, where given, alone are the evidence."""

    answer: str
    question: str | None = None
    contexts: list[str] | None = Field(None, max_length=1_000)
    model: Short | None = None
    key: Short | None = None
    domain: Short = "general"
    risk: Short = "normal"
    correct: bool | None = None


class IngestBody(_Body):
    """A text to add to the sources; the same key (else title) again makes a new revision."""

    text: str
    title: Short | None = None
    key: Short | None = None


@router.post("/verify")
async def verify(request: Request, body: VerifyBody) -> Any:
    found = await _client(request).verify(**body.model_dump())
    return jsonable(found)


@router.post("/ingest")
async def ingest(request: Request, body: IngestBody) -> Any:
    (report,) = await _client(request).load([document_of_text(body.text, body.title, body.key)])
    return jsonable(report)


@router.get("/answers/{id}")
async def answer(request: Request, id: str) -> Any:
    """An answer with what it asserts now and the run that says so."""
    services: Services = request.app.state.services
    tenant = services.tenant

    async def work(tx: Transaction) -> Any:
        found = (await reading.answers(tx, tenant, [id])).get(id)
        if found is None:
            raise NotFound("No answer with this id in this tenant.")
        asserts = (await reading.answer_assertions(tx, tenant, [id], MOST_CLAIMS)).get(id, [])
        claims = await reading.claims(tx, tenant, [assertion.claim_id for assertion in asserts])
        runs = await reading.runs(tx, tenant, [found.current_run_id] if found.current_run_id else [])
        return {
            **jsonable(found),
            "current_run": jsonable(runs.get(found.current_run_id or "")),
            "asserts": [{**jsonable(a), "claim": jsonable(claims.get(a.claim_id))} for a in asserts],
        }

    return await services.graph.read("answer", work)


@router.get("/claims/{id}/provenance")
async def provenance(request: Request, id: str) -> Any:
    return jsonable(await _client(request).provenance(id))


@router.delete("/documents/{name:path}")
async def delete_document(request: Request, name: str, yes: bool = False) -> Any:
    """Delete a source by its key, path or id. 409 where answers rest on it, naming them, unless `yes`."""
    return jsonable(await _client(request).delete("document", name, yes=yes))


@router.delete("/revisions/{id}")
async def delete_revision(request: Request, id: str, yes: bool = False) -> Any:
    """Delete one version of a document; 409 as for a document."""
    return jsonable(await _client(request).delete("revision", id, yes=yes))


@router.delete("/answers/{name:path}")
async def delete_answer(request: Request, name: str, yes: bool = False) -> Any:
    """Delete an answer by its id or key, with what only it claims."""
    return jsonable(await _client(request).delete("answer", name, yes=yes))


@router.delete("/questions/{id}")
async def delete_question(request: Request, id: str, yes: bool = False) -> Any:
    """Delete a question with the answers to it; 409 where there are any, unless `yes`."""
    return jsonable(await _client(request).delete("question", id, yes=yes))


@router.post("/reverify")
async def reverify(request: Request) -> Any:
    """Judge again what rested on deleted text."""
    return {"answers": jsonable(await _client(request).reverify())}


@router.delete("/tenants/{name:path}")
async def erase_tenant(request: Request, name: str, yes: bool = False) -> Any:
    """Erase everything of the tenant that this service serves; its name and `yes` say that it is meant."""
    return jsonable(await erase_own(request.app.state.services, name, yes))


def _client(request: Request) -> AsyncClaimGraph:
    return AsyncClaimGraph(request.app.state.services)
