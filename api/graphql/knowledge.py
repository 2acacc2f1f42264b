"""What claims say: triples, the entities these are about, who states them, and what keeps coming back."""

from __future__ import annotations

from collections.abc import Sequence

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.repositories.records import RecurrenceRecord, StatingRecord, TripleRecord

from .context import fill, loaders_of, must_exist, page
from .fields import field
from .values import SPANS, spans


@strawberry.type(description="Something with a name, or a number or date, that texts of this tenant mention.")
class Entity:
    id: strawberry.ID
    name: str = strawberry.field(description="Normalised.")
    surface: str = strawberry.field(description="As first seen.")
    type: str
    lang: str

    @field("The triples that it is the head or the tail of.")
    async def triples(self, info: Info, first: int = 20) -> list[Triple]:
        return triples(await loaders_of(info).entity_triples.load(page(self.id, first)))

    @field("Other names of the same thing, each with the reason; also merges that were undone.")
    async def same_as(self, info: Info, first: int = 20) -> list[SameAs]:
        found = await loaders_of(info).entity_merges.load(page(self.id, first))
        return [fill(SameAs, merge) for merge in found]


@strawberry.type(description="A merge of two names, seen from one of them. Nothing is deleted when it is undone.")
class SameAs:
    id: strawberry.ID
    entity_id: strawberry.ID
    name: str = strawberry.field(description="Of the other entity, normalised.")
    surface: str
    type: str
    reason: str
    source: strawberry.ID = strawberry.field(description="The chunk or claim that gives the reason.")
    active: bool = strawberry.field(description="False: somebody has undone it.")

    @strawberry.field
    async def entity(self, info: Info) -> Entity | None:
        return await entity(info, self.entity_id)


@strawberry.type(description="Two names that were found to be one thing. Nothing is overwritten; it can be undone.")
class EntityMerge:
    id: strawberry.ID
    first_id: strawberry.ID
    first: str
    second_id: strawberry.ID
    second: str
    reason: str
    source: strawberry.ID = strawberry.field(description="The chunk or claim that says so.")
    active: bool


@strawberry.type(description="What a claim says, as head, relation and tail. An end that is no entity is a literal.")
class Triple:
    id: strawberry.ID
    claim_id: strawberry.ID
    head: str
    relation: str
    tail: str
    key: str = strawberry.field(description="What paraphrases share: normalised head, relation lemma and tail.")
    confidence: float
    extractor: str = strawberry.field(description="Name and version of what read it.")
    head_entity_id: strawberry.ID | None
    tail_entity_id: strawberry.ID | None

    @strawberry.field
    async def claim(self, info: Info) -> claims.Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(claims.Claim, must_exist(record, "claim", self.claim_id))

    @strawberry.field
    async def head_entity(self, info: Info) -> Entity | None:
        return await entity(info, self.head_entity_id)

    @strawberry.field
    async def tail_entity(self, info: Info) -> Entity | None:
        return await entity(info, self.tail_entity_id)


@strawberry.type(description="A chunk of a source that states a claim, and where in its text.")
class Stating:
    chunk_id: strawberry.ID
    claim_id: strawberry.ID
    start: int
    end: int
    spans: list[list[int]] = strawberry.field(description=f"In the chunk. {SPANS}")
    extractor: str = strawberry.field(description="Name and version of what read it.")

    @strawberry.field
    async def chunk(self, info: Info) -> documents.Chunk:
        record = await loaders_of(info).chunks.load(self.chunk_id)
        return fill(documents.Chunk, must_exist(record, "chunk", self.chunk_id))

    @strawberry.field
    async def claim(self, info: Info) -> claims.Claim:
        record = await loaders_of(info).claims.load(self.claim_id)
        return fill(claims.Claim, must_exist(record, "claim", self.claim_id))


@strawberry.type(description="A hallucination that several answers assert by their current runs, however they word it.")
class RecurringHallucination:
    key: str | None = strawberry.field(description="Of the triple its wordings share; null: a claim without triples.")
    answers: int
    contradicted: int = strawberry.field(description="Answers that assert a form of it that the evidence contradicts.")
    not_enough_info: int = strawberry.field(description="Answers that assert a form of it that nothing supports.")
    models: list[str] = strawberry.field(description="Models that gave these answers, where they are known.")
    claim_count: int = strawberry.field(description="Different claims that say it.")
    claim_ids: list[strawberry.ID] = strawberry.field(description="A few of them.")

    @field("A few of the claims that say it.")
    async def claims(self, info: Info) -> list[claims.Claim]:
        found = await loaders_of(info).claims.load_many(self.claim_ids)
        return [fill(claims.Claim, record) for record in found if record is not None]


async def entity(info: Info, id: str | None) -> Entity | None:
    record = await loaders_of(info).entities.load(id) if id is not None else None
    return fill(Entity, record) if record else None


def triples(records: Sequence[TripleRecord]) -> list[Triple]:
    return [fill(Triple, record) for record in records]


def statings(records: Sequence[StatingRecord]) -> list[Stating]:
    return [fill(Stating, record, spans=spans(record.spans)) for record in records]


def recurring(record: RecurrenceRecord) -> RecurringHallucination:
    return fill(
        RecurringHallucination,
        record,
        models=list(record.models),
        claim_count=record.claims,
        claim_ids=list(record.claim_ids),
    )


# Last, since these lead back to this file: their types are looked up when the schema is built.
from . import claims, documents  # noqa: E402
