"""What chunks state: their text read as atomic claims with triples, as rows of the graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.documents import ChunkRow, MentionRow, mark_read
from claimgraph.graph_schema.repositories.entities import SameAsRow
from claimgraph.graph_schema.repositories.triples import StatementRows, StatesRow, write_statements
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.graph import Transaction

from ..entities.linking import alias_rows
from ..model import Mention, ReadText, StatedTriple, Statement
from ..ports import StatementReader
from .claim_rows import claim_id, mention_row, statement_rows, with_named_ends


@dataclass(frozen=True, slots=True)
class SourceClaim:
    """A claim of a source, as it is written."""

    id: str
    text: str
    lang: str
    standalone: bool
    mentions: tuple[Mention, ...]
    triples: tuple[StatedTriple, ...]


@dataclass(frozen=True, slots=True)
class ChunkStatements:
    """What was read in a batch of chunks; nothing, by default."""

    reader: str = ""  # name and version
    chunks: tuple[str, ...] = ()  # ids of the chunks that were read
    rows: StatementRows = field(default_factory=StatementRows)
    mentions: tuple[MentionRow, ...] = ()  # in the chunks: names, and what pronouns and descriptions stand for
    same_as: tuple[SameAsRow, ...] = ()  # names that the chunks give to one thing

    def counts(self) -> dict[str, int]:
        """In how many places a claim is stated, and how many triples the claims have; empty where nothing was read."""
        return {"statements": len(self.rows.states), "triples": len(self.rows.triples)} if self.chunks else {}


def read_chunks(
    tenant: str, chunks: Sequence[ChunkRow], known: Iterable[MentionRow], reader: StatementReader
) -> ChunkStatements:
    """Read chunks as statements. Pure computation; `known` are the mentions that have been found in the chunks.

    A statement that cannot stand alone belongs to its chunk, not to a document: a chunk is its text, read once,
    whichever documents it stands in and whichever of them came first. Questions, greetings and opinions state
    nothing.
    """
    mentioned: dict[str, list[MentionRow]] = {}
    for row in known:
        mentioned.setdefault(row.owner, []).append(row)
    texts = reader.read([chunk.text for chunk in chunks])
    claims: dict[str, SourceClaim] = {}
    states: list[StatesRow] = []
    for chunk, text in zip(chunks, texts, strict=True):
        for statement in text.statements:
            if not statement.checkable:
                continue
            claim = claim_id(tenant, statement, chunk.id)
            if claim not in claims:
                claims[claim] = _source_claim(claim, statement, mentioned.get(chunk.id, ()), reader.version)
            states.append(_states(chunk.id, claim, statement, reader.version))
    rows = statement_rows(claims.values(), reader.version)
    new = [
        row
        for chunk, text in zip(chunks, texts, strict=True)
        for row in _without(_mentions(chunk.id, text), mentioned.get(chunk.id, ()), tenant)
    ]
    return ChunkStatements(
        reader=reader.version,
        chunks=tuple(chunk.id for chunk in chunks),
        rows=dataclasses.replace(rows, states=states),
        mentions=tuple(new),
        same_as=tuple(row for chunk, text in zip(chunks, texts, strict=True) for row in alias_rows(chunk.id, text)),
    )


async def write_chunk_statements(tx: Transaction, tenant: str, stated: ChunkStatements) -> None:
    """Write what chunks state and note that they have been read. The chunks must be there."""
    await write_statements(tx, tenant, stated.rows)
    await mark_read(tx, tenant, stated.chunks, stated.reader)


def _without(mentions: Iterable[MentionRow], known: Iterable[MentionRow], tenant: str) -> list[MentionRow]:
    """Mentions that say something new: of another place, or that the place means another thing."""
    places = {(row.owner, row.start, row.end, row.entity().id(tenant)) for row in known}
    return [row for row in mentions if (row.owner, row.start, row.end, row.entity().id(tenant)) not in places]


def _source_claim(id: str, statement: Statement, mentioned: Iterable[MentionRow], reader: str) -> SourceClaim:
    """The claim of a statement; it mentions what the words that it quotes from the chunk mention there."""
    found = [
        Mention(
            quote.start + row.start - quote.source,
            quote.start + row.end - quote.source,
            row.surface,
            EntityType(row.type),
            row.extractor,
        )
        for row in mentioned
        for quote in statement.quotes
        if quote.source <= row.start and row.end <= quote.source + quote.end - quote.start
    ]
    named = with_named_ends(statement, found, reader)
    return SourceClaim(id, statement.text, statement.lang, statement.standalone, named, statement.triples)


def _states(chunk: str, claim: str, statement: Statement, extractor: str) -> StatesRow:
    return StatesRow(
        chunk=chunk,
        claim=claim,
        start=min(span.start for span in statement.spans),
        end=max(span.end for span in statement.spans),
        spans=[offset for span in statement.spans for offset in (span.start, span.end)],
        extractor=extractor,
    )


def _mentions(chunk: str, text: ReadText) -> list[MentionRow]:
    """Mentions of the things a chunk names. An alias is a name of its own; a pronoun or description is not."""
    rows = []
    for entity in text.entities:
        names = {ids.normalise_name(name) for name in (entity.name, *entity.aliases)}
        for mention in entity.mentions:
            own = ids.normalise_name(mention.surface) in names
            rows.append(mention_row(chunk, entity.lang, mention, None if own else entity.name))
    return rows
