"""The entry points for reading."""

from __future__ import annotations

import base64
import binascii
import json
from datetime import datetime

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import reading
from claimgraph.graph_schema.repositories.recurrence import recurring_hallucinations
from claimgraph.graph_schema.vocabulary import DocumentKind, Verdict
from claimgraph.platform.errors import InputError

from ..aclient import AsyncClaimGraph, retrieve
from .answers import Answer, Run, answer, run
from .claims import Claim
from .context import checked_first, checked_id, fill, loaders_of, scope_of
from .documents import Chunk, Document
from .fields import field
from .knowledge import Entity, EntityMerge, RecurringHallucination, entity, recurring

_FOREIGN_CURSOR = "This cursor was not given by nextCursor of the same list."


@strawberry.type(description="One page of answers; nextCursor is null on the last one.")
class AnswerPage:
    nodes: list[Answer]
    next_cursor: str | None


@strawberry.type(description="One page of claims; nextCursor is null on the last one.")
class ClaimPage:
    nodes: list[Claim]
    next_cursor: str | None


@strawberry.type(description="One page of documents; nextCursor is null on the last one.")
class DocumentPage:
    nodes: list[Document]
    next_cursor: str | None


@strawberry.type(description="A chunk that fits a search.")
class SearchHit:
    rank: int
    score: float = strawberry.field(description="Reciprocal rank fusion, in (0, 1].")
    source: str = strawberry.field(description="vector or fulltext: where it ranked best")
    chunk_id: strawberry.ID
    text: str

    @strawberry.field
    async def chunk(self, info: Info) -> Chunk | None:
        record = await loaders_of(info).chunks.load(self.chunk_id)
        return fill(Chunk, record) if record else None


@strawberry.type
class Query:
    @strawberry.field
    async def answer(self, info: Info, id: strawberry.ID) -> Answer | None:
        record = await loaders_of(info).answers.load(checked_id(id))
        return answer(record) if record else None

    @field("Answers, the newest first; by model, or those that assert a claim of a verdict.")
    async def answers(
        self,
        info: Info,
        model: str | None = None,
        verdict: Verdict | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> AnswerPage:
        limit, loaders = checked_first(first), loaders_of(info)
        before, last = time_cursor(after) if after else (reading.NEWEST, "")
        wanted = verdict.value if verdict else None
        found = await loaders.read(
            "graphql answer_page",
            lambda tx, tenant: reading.answer_page(
                tx, tenant, model=model, verdict=wanted, before=before, after=last, limit=limit + 1
            ),
        )
        records = await loaders.answers.load_many([id for id, _ in found[:limit]])
        cursor = encode_cursor(found[limit - 1][1], found[limit - 1][0]) if len(found) > limit else None
        return AnswerPage(nodes=[answer(record) for record in records if record], next_cursor=cursor)

    @strawberry.field
    async def claim(self, info: Info, id: strawberry.ID) -> Claim | None:
        record = await loaders_of(info).claims.load(checked_id(id))
        return fill(Claim, record) if record else None

    @field("Claims in a stable order; with a verdict, those that some answer asserts so now.")
    async def claims(
        self, info: Info, verdict: Verdict | None = None, first: int = 20, after: str | None = None
    ) -> ClaimPage:
        limit, loaders = checked_first(first), loaders_of(info)
        last = decode_cursor(after, 1)[0] if after else ""
        wanted = verdict.value if verdict else None
        found = await loaders.read(
            "graphql claim_page",
            lambda tx, tenant: reading.claim_page(tx, tenant, verdict=wanted, after=last, limit=limit + 1),
        )
        records = await loaders.claims.load_many(found[:limit])
        cursor = encode_cursor(found[limit - 1]) if len(found) > limit else None
        return ClaimPage(nodes=[fill(Claim, record) for record in records if record], next_cursor=cursor)

    @field("A document by its id, or a source by its key.")
    async def document(self, info: Info, id: strawberry.ID | None = None, key: str | None = None) -> Document | None:
        if (id is None) == (key is None):
            raise InputError("Ask for a document either by id or by key.")
        wanted = checked_id(id) if id is not None else source_id(info, key or "")
        record = await loaders_of(info).documents.load(wanted)
        return fill(Document, record) if record else None

    @field("Documents by key: sources, or the contexts handed over with answers.")
    async def documents(
        self, info: Info, kind: str = "source", first: int = 20, after: str | None = None
    ) -> DocumentPage:
        if kind not in set(DocumentKind):
            raise InputError("kind must be source or context.")
        limit, loaders = checked_first(first), loaders_of(info)
        last = decode_cursor(after, 1)[0] if after else ""
        found = await loaders.read(
            "graphql document_page",
            lambda tx, tenant: reading.document_page(tx, tenant, kind=kind, after=last, limit=limit + 1),
        )
        records = await loaders.documents.load_many([id for id, _ in found[:limit]])
        cursor = encode_cursor(found[limit - 1][1]) if len(found) > limit else None
        return DocumentPage(nodes=[fill(Document, record) for record in records if record], next_cursor=cursor)

    @strawberry.field
    async def run(self, info: Info, id: strawberry.ID) -> Run | None:
        record = await loaders_of(info).runs.load(checked_id(id))
        return run(record) if record else None

    @field("An entity by its id, or by a name of it.")
    async def entity(self, info: Info, id: strawberry.ID | None = None, name: str | None = None) -> Entity | None:
        if (id is None) == (name is None):
            raise InputError("Ask for an entity either by id or by name.")
        wanted = ids.entity_id(scope_of(info).services.tenant, name or "") if id is None else checked_id(id)
        return await entity(info, wanted)

    @field("Hallucinations that at least so many answers assert by their current runs, the most frequent first.")
    async def recurring_hallucinations(
        self, info: Info, limit: int = 20, least_answers: int = 2
    ) -> list[RecurringHallucination]:
        most, least = checked_first(limit), max(least_answers, 1)
        found = await loaders_of(info).read(
            "graphql recurring_hallucinations",
            lambda tx, tenant: recurring_hallucinations(tx, tenant, most, least_answers=least),
        )
        return [recurring(record) for record in found]

    @field("Names that were found to be one thing, in the order of their ids; `after` is the last one's id.")
    async def entity_merges(self, info: Info, first: int = 20, after: str = "") -> list[EntityMerge]:
        found = await AsyncClaimGraph(scope_of(info).services).entity_merges(after=after, limit=checked_first(first))
        return [fill(EntityMerge, merge) for merge in found]

    @field("The chunks of current sources that fit a query best, by meaning and by words.")
    async def search(self, info: Info, query: str, k: int = 10) -> list[SearchHit]:
        return [fill(SearchHit, hit) for hit in await retrieve(scope_of(info).services, query, k)]


def source_id(info: Info, key: str) -> str:
    """The id of the source that has this key, in the caller's tenant."""
    return ids.document_id(scope_of(info).services.tenant, DocumentKind.SOURCE.value, key)


def encode_cursor(*parts: str) -> str:
    """Where a page ended, as text that callers hand back unread."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()


def time_cursor(cursor: str) -> tuple[str, str]:
    """A time and an id. Raises `InputError` for a cursor that was not made here."""
    time, id = decode_cursor(cursor, 2)
    try:
        known = datetime.fromisoformat(time).tzinfo is not None
    except ValueError:
        known = False
    if not known:
        raise InputError(_FOREIGN_CURSOR)
    return time, id


def decode_cursor(cursor: str, length: int) -> tuple[str, ...]:
    """The parts of a cursor. Raises `InputError` for one that was not made here."""
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (binascii.Error, ValueError):
        parts = None
    if not (isinstance(parts, list) and len(parts) == length and all(isinstance(part, str) for part in parts)):
        raise InputError(_FOREIGN_CURSOR)
    return tuple(parts)
