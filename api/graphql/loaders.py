"""Batched reading for one GraphQL operation.

Everything that fields ask for in the same moment becomes one Cypher statement a kind of thing, so the number of
statements depends on the shape of a query and not on the size of its page.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from strawberry.dataloader import DataLoader

from claimgraph.graph_schema.repositories import entities, reading
from claimgraph.graph_schema.repositories.entities import Merge
from claimgraph.graph_schema.repositories.records import (
    AnswerRecord,
    AssertionRecord,
    CheckRecord,
    ChunkRecord,
    ClaimRecord,
    CorrectionRecord,
    DocumentRecord,
    EntityRecord,
    FindingRecord,
    HistoryRecord,
    MentionRecord,
    OccurrenceRecord,
    RevisionRecord,
    RunRecord,
    StatingRecord,
    TripleRecord,
)
from claimgraph.platform.errors import InputError
from claimgraph.platform.graph import Transaction

if TYPE_CHECKING:
    from ..bootstrap import Services

_Record = TypeVar("_Record")

MAX_RECORDS = 20_000
"""Most records of one operation: nested pages multiply, and this is where that ends."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a list of one owner's things is asked for by: all owners with the same arguments are one statement."""

    owner: str
    limit: int
    arguments: tuple[tuple[str, Hashable], ...] = ()


_ReadOnes = Callable[[Transaction, str, list[str]], Awaitable[Mapping[str, _Record]]]
_ReadMany = Callable[..., Awaitable[Mapping[str, Sequence[_Record]]]]


class Loaders:
    """The loaders of one operation; never shared between two."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._records = 0

        self.answers: DataLoader[str, AnswerRecord | None] = self._ones(reading.answers)
        self.claims: DataLoader[str, ClaimRecord | None] = self._ones(reading.claims)
        self.runs: DataLoader[str, RunRecord | None] = self._ones(reading.runs)
        self.chunks: DataLoader[str, ChunkRecord | None] = self._ones(reading.chunks)
        self.documents: DataLoader[str, DocumentRecord | None] = self._ones(reading.documents)
        self.entities: DataLoader[str, EntityRecord | None] = self._ones(reading.entities)

        self.claim_assertions: DataLoader[Page, Sequence[AssertionRecord]] = self._many(reading.claim_assertions)
        self.answer_assertions: DataLoader[Page, Sequence[AssertionRecord]] = self._many(reading.answer_assertions)
        self.document_assertions: DataLoader[Page, Sequence[AssertionRecord]] = self._many(reading.document_assertions)
        self.run_findings: DataLoader[Page, Sequence[FindingRecord]] = self._many(reading.run_findings)
        self.claim_findings: DataLoader[Page, Sequence[FindingRecord]] = self._many(reading.claim_findings)
        self.answer_history: DataLoader[Page, Sequence[HistoryRecord]] = self._many(reading.answer_history)
        self.claim_checks: DataLoader[Page, Sequence[CheckRecord]] = self._many(reading.claim_checks)
        self.claim_mentions: DataLoader[Page, Sequence[MentionRecord]] = self._many(reading.claim_mentions)
        self.claim_triples: DataLoader[Page, Sequence[TripleRecord]] = self._many(reading.claim_triples)
        self.entity_triples: DataLoader[Page, Sequence[TripleRecord]] = self._many(reading.entity_triples)
        self.entity_merges: DataLoader[Page, Sequence[Merge]] = self._many(entities.merges_of)
        self.claim_stated_by: DataLoader[Page, Sequence[StatingRecord]] = self._many(reading.claim_stated_by)
        self.chunk_states: DataLoader[Page, Sequence[StatingRecord]] = self._many(reading.chunk_states)
        self.claim_corrections: DataLoader[Page, Sequence[CorrectionRecord]] = self._many(reading.claim_corrections)
        self.run_corrections: DataLoader[Page, Sequence[CorrectionRecord]] = self._many(reading.run_corrections)
        self.chunk_occurrences: DataLoader[Page, Sequence[OccurrenceRecord]] = self._many(reading.chunk_occurrences)
        self.document_revisions: DataLoader[Page, Sequence[RevisionRecord]] = self._many(reading.document_revisions)

    async def read(self, name: str, work: Callable[[Transaction, str], Awaitable[_Record]]) -> _Record:
        """One statement that is not batched: a page of ids at the top of a query."""
        tenant = self._services.tenant
        return await self._services.graph.read(name, lambda tx: work(tx, tenant))

    def _ones(self, read: _ReadOnes[_Record]) -> DataLoader[str, _Record | None]:
        async def load(ids: list[str]) -> list[_Record | None]:
            found = await self.read(_name(read), lambda tx, tenant: read(tx, tenant, ids))
            self._count(found)
            return [found.get(id) for id in ids]

        return DataLoader(load_fn=load)

    def _many(self, read: _ReadMany[_Record]) -> DataLoader[Page, Sequence[_Record]]:
        async def load(pages: list[Page]) -> list[Sequence[_Record]]:
            groups: dict[tuple[int, tuple[tuple[str, Hashable], ...]], list[str]] = {}
            for page in pages:
                groups.setdefault((page.limit, page.arguments), []).append(page.owner)
            results: dict[Page, Sequence[_Record]] = {}
            for (limit, arguments), owners in groups.items():
                found = await self._read_group(read, owners, limit, dict(arguments))
                for owner in owners:
                    results[Page(owner, limit, arguments)] = found.get(owner, ())
            return [results[page] for page in pages]

        return DataLoader(load_fn=load)

    async def _read_group(
        self, read: _ReadMany[_Record], owners: list[str], limit: int, arguments: dict[str, Any]
    ) -> Mapping[str, Sequence[_Record]]:
        found = await self.read(_name(read), lambda tx, tenant: read(tx, tenant, owners, limit=limit, **arguments))
        for records in found.values():
            self._count(records)
        return found

    def _count(self, records: Sized) -> None:
        self._records += len(records)
        if self._records > MAX_RECORDS:
            raise InputError(
                f"This query reads more than {MAX_RECORDS:,} records; ask for smaller pages or fewer levels."
            )


def _name(read: Callable[..., Any]) -> str:
    return f"graphql {read.__name__}"
