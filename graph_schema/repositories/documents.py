"""Documents, their revisions, and the chunks and mentions in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from claimgraph.platform.errors import Conflict
from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query, tenant_query
from .parameters import parameters


class ChunksErased(Conflict):
    """Chunks that a revision is to hold are not there: somebody deleted them together with another document."""


@dataclass(frozen=True, slots=True)
class RevisionState:
    """What the graph holds of one revision."""

    revision_id: str
    number: int
    sha256: str
    reader: str
    chunker: str

    def made_from(self, sha256: str, reader: str, chunker: str) -> bool:
        """True when the same bytes were read the same way: then there is nothing to do."""
        return (self.sha256, self.reader, self.chunker) == (sha256, reader, chunker)


@dataclass(frozen=True, slots=True)
class DocumentRow:
    id: str
    kind: str
    key: str
    title: str
    media_type: str


@dataclass(frozen=True, slots=True)
class RevisionRow:
    sha256: str
    text_sha256: str
    reader: str
    chunker: str
    characters: int


@dataclass(frozen=True, slots=True)
class ChunkRow:
    id: str
    text: str
    lang: str
    tokens: int


@dataclass(frozen=True, slots=True)
class KnownChunk:
    """What the graph holds of a chunk that is there already."""

    embedded: bool  # a chunk that came with a context has no vector: contexts are never searched
    read_by: str | None  # the reader of statements (name and version) that has read it


@dataclass(frozen=True, slots=True)
class PlacedChunk:
    """Where a chunk stands in a revision's text."""

    chunk: str
    ordinal: int
    start: int
    end: int
    page: int | None
    section_path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityRow:
    """Something with a name, or a number or date."""

    surface: str
    type: str
    lang: str

    def id(self, tenant: str) -> str:
        return ids.entity_id(tenant, self.surface)


@dataclass(frozen=True, slots=True)
class MentionRow:
    """One mention: `owner` is the id of the chunk or claim that holds it."""

    owner: str
    surface: str
    type: str
    lang: str
    start: int
    end: int
    extractor: str
    name: str | None = None  # of what is meant, where the surface is not its name: a pronoun, "the company"

    def entity(self) -> EntityRow:
        return EntityRow(self.name or self.surface, self.type, self.lang)


async def current_revision(tx: Transaction, tenant: str, document: str) -> tuple[RevisionState, int, str] | None:
    """A document's current revision, how many chunks it has, and the document's title."""
    rows = await tx.run(query("document_state"), tenant=tenant, id=document)
    if not rows:
        return None
    row = rows[0]
    state = RevisionState(row["revision_id"], row["number"], row["sha256"], row["reader"], row["chunker"])
    return state, row["chunks"], row["title"]


async def known_chunks(tx: Transaction, tenant: str, chunk_ids: Iterable[str], embedder: str) -> dict[str, KnownChunk]:
    """What is there already of these chunks; `embedder` is the one whose vector they should have."""
    rows = await tx.run(tenant_query("chunks_known", embedder=embedder), tenant=tenant, ids=sorted(set(chunk_ids)))
    return {row["id"]: KnownChunk(row["embedded"], row["read_by"]) for row in rows}


async def unread_chunks(tx: Transaction, tenant: str, document: str, reader: str) -> int:
    """How many chunks of a document's current revision this reader of statements (name and version) has not read."""
    (row,) = await tx.run(query("document_unread"), tenant=tenant, id=document, reader=reader)
    return int(row["chunks"])


async def unembedded_languages(tx: Transaction, tenant: str, document: str, embedder: str) -> set[str]:
    """The languages of those chunks of a document's current revision that have no vector of this embedder."""
    rows = await tx.run(tenant_query("document_unembedded", embedder=embedder), tenant=tenant, id=document)
    return {row["lang"] for row in rows}


async def mark_read(tx: Transaction, tenant: str, chunk_ids: Iterable[str], reader: str) -> None:
    """Note that this reader has read the statements of these chunks."""
    wanted = sorted(set(chunk_ids))
    if wanted:
        await tx.run(query("chunks_mark_read"), tenant=tenant, ids=wanted, reader=reader)


async def write_chunks(tx: Transaction, tenant: str, chunks: Iterable[ChunkRow]) -> None:
    """Write chunks that may be there already."""
    rows = [parameters(chunk) for chunk in sorted(chunks, key=lambda chunk: chunk.id)]
    if rows:
        await tx.run(tenant_query("chunks_write", tenant=tenant), tenant=tenant, rows=rows)


async def write_vectors(
    tx: Transaction, tenant: str, embedder: str, vectors: Iterable[tuple[str, Sequence[float]]]
) -> None:
    """Give chunks, by id, their vector of one embedder."""
    rows = [{"id": chunk, "vector": list(vector)} for chunk, vector in sorted(vectors, key=lambda row: row[0])]
    if rows:
        await tx.run(tenant_query("chunks_set_vectors", embedder=embedder), tenant=tenant, rows=rows)


async def write_mentions(tx: Transaction, tenant: str, owner_label: str, mentions: Sequence[MentionRow]) -> None:
    """Write entities and the edges that mention them. `owner_label` is `Chunk` or `Claim`."""
    await write_entities(tx, tenant, [mention.entity() for mention in mentions])
    await write_mention_edges(tx, tenant, owner_label, mentions)


async def unmentioning(tx: Transaction, tenant: str, chunk_ids: Iterable[str]) -> set[str]:
    """Those of these chunks that mention nothing yet."""
    wanted = sorted(set(chunk_ids))
    rows = await tx.run(query("chunks_unmentioning"), tenant=tenant, ids=wanted) if wanted else ()
    return {row["id"] for row in rows}


async def write_entities(tx: Transaction, tenant: str, entities: Iterable[EntityRow]) -> None:
    """Write entities that may be there already; of several rows of one entity the first counts."""
    rows: dict[str, dict[str, Any]] = {}
    for entity in entities:
        id = entity.id(tenant)
        rows.setdefault(id, {"id": id, "name": ids.normalise_name(entity.surface), **parameters(entity)})
    if rows:
        await tx.run(query("entities_write"), tenant=tenant, rows=[rows[id] for id in sorted(rows)])


async def write_mention_edges(tx: Transaction, tenant: str, owner_label: str, mentions: Sequence[MentionRow]) -> None:
    """Join chunks or claims to the entities that they mention; both must be there."""
    edges = []
    for mention in mentions:
        entity = mention.entity().id(tenant)
        place = (mention.start, mention.end, mention.surface, mention.extractor)
        edges.append(
            {
                "id": ids.edge_id("MENTIONS", mention.owner, entity, *place),
                "owner": mention.owner,
                "entity": entity,
                "start": mention.start,
                "end": mention.end,
                "surface": mention.surface,
                "extractor": mention.extractor,
            }
        )
    edges.sort(key=lambda edge: (edge["owner"], edge["id"]))
    name = {"Chunk": "chunk_mentions_write", "Claim": "claim_mentions_write"}[owner_label]
    if edges:
        await tx.run(query(name), tenant=tenant, rows=edges)


async def add_revision(
    tx: Transaction,
    tenant: str,
    document: DocumentRow,
    revision: RevisionRow,
    chunks: Sequence[PlacedChunk],
    now: str,
) -> tuple[str, int, bool]:
    """Add a revision and make it current; returns its id, its number and whether it was added.

    Not added when the current revision was made from the same bytes in the same way: somebody else was faster. The
    number is taken before anything is read, so that two writers never take the same one.
    """
    taken = await tx.run(query("document_next_revision"), tenant=tenant, now=now, **parameters(document))
    current = await current_revision(tx, tenant, document.id)
    if current is not None and current[0].made_from(revision.sha256, revision.reader, revision.chunker):
        await tx.run(query("document_return_number"), tenant=tenant, id=document.id)
        return current[0].revision_id, current[0].number, False
    number = int(taken[0]["number"])
    revision_id = ids.revision_id(document.id, number)
    await tx.run(
        query("revision_create"),
        tenant=tenant,
        document=document.id,
        id=revision_id,
        edge=ids.edge_id("HAS_REVISION", document.id, revision_id),
        number=number,
        now=now,
        **parameters(revision),
    )
    await _place_chunks(tx, tenant, revision_id, chunks)
    await tx.run(query("revision_supersede"), tenant=tenant, document=document.id, now=now)
    await tx.run(
        query("revision_make_current"),
        tenant=tenant,
        document=document.id,
        revision=revision_id,
        edge=ids.edge_id("CURRENT", document.id, revision_id),
    )
    await tx.run(
        query("document_describe"),
        tenant=tenant,
        id=document.id,
        title=document.title,
        media_type=document.media_type,
    )
    return revision_id, number, True


async def known_contexts(tx: Transaction, tenant: str, document_ids: Iterable[str], chunker: str) -> set[str]:
    """Those of these contexts that are there, cut by this chunker."""
    rows = await tx.run(query("contexts_known"), tenant=tenant, ids=sorted(set(document_ids)), chunker=chunker)
    return {row["id"] for row in rows}


async def write_contexts(
    tx: Transaction,
    tenant: str,
    contexts: Sequence[tuple[DocumentRow, RevisionRow, Sequence[PlacedChunk]]],
    now: str,
) -> None:
    """Write contexts with where their chunks stand. The chunks must be there."""
    rows = []
    for document, revision, _ in sorted(contexts, key=lambda context: context[0].id):
        revision_id = ids.revision_id(document.id, 1)
        rows.append(
            {
                **parameters(document),
                **parameters(revision),
                "revision": revision_id,
                "has_edge": ids.edge_id("HAS_REVISION", document.id, revision_id),
                "current_edge": ids.edge_id("CURRENT", document.id, revision_id),
            }
        )
    await tx.run(query("contexts_write"), tenant=tenant, rows=rows, now=now)
    for document, _, chunks in contexts:
        await _place_chunks(tx, tenant, ids.revision_id(document.id, 1), chunks)


async def _place_chunks(tx: Transaction, tenant: str, revision: str, chunks: Sequence[PlacedChunk]) -> None:
    rows = [
        {
            **parameters(chunk),
            "section_path": list(chunk.section_path),
            "id": ids.edge_id("HAS_CHUNK", revision, chunk.chunk, chunk.ordinal),
        }
        for chunk in sorted(chunks, key=lambda chunk: (chunk.chunk, chunk.ordinal))
    ]
    if rows:
        placed = await tx.run(query("revision_chunks"), tenant=tenant, revision=revision, rows=rows)
        if not placed or placed[0]["placed"] < len(rows):
            raise ChunksErased("Chunks of this document have been deleted while it was loaded; load it again.")
