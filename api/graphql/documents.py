"""Documents, their revisions and the chunks in them."""

from __future__ import annotations

import strawberry
from strawberry.types import Info

from claimgraph.graph_schema.repositories.records import OccurrenceRecord
from claimgraph.graph_schema.vocabulary import Verdict

from .context import fill, loaders_of, page
from .fields import field


@strawberry.type(description="A document: a source, or a context that was handed over with an answer.")
class Document:
    id: strawberry.ID
    kind: str
    key: str = strawberry.field(description="What stays the same when the content changes: a path, a URL, an id.")
    title: str | None
    media_type: str
    created_at: str

    @field("Its revisions, the newest first.")
    async def revisions(self, info: Info, first: int = 20) -> list[Revision]:
        found = await loaders_of(info).document_revisions.load(page(self.id, first))
        return [fill(Revision, record) for record in found]

    @field("What rests on it: assertions whose verdict a check against its current text decided.")
    async def carries(self, info: Info, verdict: Verdict | None = None, first: int = 20) -> list[answers.Assertion]:
        wanted = verdict.value if verdict else None
        found = await loaders_of(info).document_assertions.load(page(self.id, first, verdict=wanted))
        return [answers.assertion(record) for record in found]


@strawberry.type(description="One version of a document.")
class Revision:
    id: strawberry.ID
    number: int
    sha256: str = strawberry.field(description="Of the bytes.")
    reader: str
    chunker: str
    characters: int
    chunk_count: int
    ingested_at: str
    superseded_at: str | None
    current: bool


@strawberry.type(description="One place where a chunk's text stands; offsets in the revision's text.")
class Occurrence:
    document_id: strawberry.ID
    document: str = strawberry.field(description="The document's key; for a context its text's hash.")
    title: str | None
    kind: str
    revision_id: strawberry.ID
    revision: int
    current: bool = strawberry.field(description="False: in a superseded revision.")
    start: int
    end: int
    page: int | None
    section_path: list[str]


@strawberry.type(description="A piece of text, the same one wherever it stands.")
class Chunk:
    id: strawberry.ID
    text: str
    lang: str
    tokens: int

    @field("Where it stands, current revisions first.")
    async def occurrences(self, info: Info, first: int = 20) -> list[Occurrence]:
        found = await loaders_of(info).chunk_occurrences.load(page(self.id, first))
        return [occurrence(record) for record in found]

    @field("The claims that it states, in the order of its text; none where sources are not read for them.")
    async def states(self, info: Info, first: int = 50) -> list[knowledge.Stating]:
        return knowledge.statings(await loaders_of(info).chunk_states.load(page(self.id, first)))


def occurrence(record: OccurrenceRecord) -> Occurrence:
    return fill(Occurrence, record, section_path=list(record.section_path))


# Last, since these lead back to this file: their types are looked up when the schema is built.
from . import answers, knowledge  # noqa: E402
