"""Turning an answer into claims that have ids, mentions, triples and a place in the graph."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.triples import write_statements
from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.ports import MentionExtractor
from claimgraph.ingest.statements.claim_rows import claim_id, statement_rows, with_named_ends
from claimgraph.platform.graph import Transaction

from .decomposition.granularity import Granularity, regroup
from .model import Claim, Place
from .ports import Decomposer


@dataclass(frozen=True, slots=True)
class ClaimMaker:
    decomposer: Decomposer
    mentions: MentionExtractor
    reader: str | None = None  # name and version of what reads the triples; None: the decomposer itself

    @property
    def extractor(self) -> str:
        """Part of a triple's id: what reads answers and sources alike gives both the same triples."""
        return self.reader or self.decomposer.version

    @property
    def version(self) -> str:
        return f"{self.decomposer.version}/{self.mentions.version}/{ids.NORMALISER_VERSION}"

    async def statements(self, text: str, granularity: Granularity) -> list[Statement]:
        """What one text states, in units of this granularity (not `AUTO`)."""
        return regroup(text, (await self.decomposer.decompose([text]))[0], granularity)

    async def make(
        self, tenant: str, answer_id: str, text: str, granularity: Granularity = Granularity.CLAIM
    ) -> list[Claim]:
        """The claims of one text, in the order of their first place in it.

        A proposition that is stated twice is one claim with all its spans. One that cannot stand alone belongs to
        its answer.
        """
        statements = await self.statements(text, granularity)
        found = await anyio.to_thread.run_sync(self.mentions.extract, [statement.text for statement in statements])
        claims: dict[str, Claim] = {}
        for statement, mentions in zip(statements, found, strict=True):
            claim = claim_id(tenant, statement, answer_id)
            known = claims.get(claim)
            claims[claim] = Claim(
                id=claim,
                text=known.text if known else statement.text,
                lang=statement.lang,
                spans=_join(known.spans if known else (), statement.spans),
                sentence=known.sentence if known else statement.sentence,
                standalone=statement.standalone,
                checkable=statement.checkable,
                mentions=known.mentions if known else with_named_ends(statement, mentions, self.extractor),
                places=(*(known.places if known else ()), _place(statement)),
                triples=known.triples if known else statement.triples,
                answer=text,
            )
        return list(claims.values())

    def writing(self, tenant: str, claims: Sequence[Claim]) -> Callable[[Transaction], Awaitable[None]]:
        """What writes claims, their triples and the entities that they mention; what is there stays as it is."""
        rows = statement_rows(claims, self.extractor)
        return lambda tx: write_statements(tx, tenant, rows)


def _place(statement: Statement) -> Place:
    predicate = tuple(span for triple in statement.triples for span in triple.spans)
    return Place(statement.text, statement.spans, statement.sentence, statement.quotes, predicate)


def _join(first: tuple[Span, ...], second: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(sorted({*first, *second}, key=lambda span: (span.start, span.end)))
