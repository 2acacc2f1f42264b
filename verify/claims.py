"""Turning an answer into claims that have ids, mentions and a place in the graph."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio.to_thread

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories import checks, documents
from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.ports import MentionExtractor
from claimgraph.platform.graph import Transaction

from .model import Claim, Place
from .ports import Decomposer


@dataclass(frozen=True, slots=True)
class ClaimMaker:
    decomposer: Decomposer
    mentions: MentionExtractor

    @property
    def version(self) -> str:
        return f"{self.decomposer.version}/{self.mentions.version}/{ids.NORMALISER_VERSION}"

    async def make(self, tenant: str, answer_id: str, text: str) -> list[Claim]:
        """The claims of one text, in the order of their first place in it.

        A proposition that is stated twice is one claim with all its spans. One that cannot stand alone belongs to
        its answer.
        """
        statements = (await self.decomposer.decompose([text]))[0]
        found = await anyio.to_thread.run_sync(self.mentions.extract, [statement.text for statement in statements])
        claims: dict[str, Claim] = {}
        for statement, mentions in zip(statements, found, strict=True):
            claim = _claim_id(tenant, answer_id, statement)
            known = claims.get(claim)
            claims[claim] = Claim(
                id=claim,
                text=known.text if known else statement.text,
                lang=statement.lang,
                spans=_join(known.spans if known else (), statement.spans),
                sentence=known.sentence if known else statement.sentence,
                standalone=statement.standalone,
                checkable=statement.checkable,
                mentions=known.mentions if known else tuple(mentions),
                places=(*(known.places if known else ()), _place(statement)),
                triples=known.triples if known else statement.triples,
            )
        return list(claims.values())

    def writing(self, tenant: str, claims: Sequence[Claim]) -> Callable[[Transaction], Awaitable[None]]:
        """What writes claims and the entities they mention; those that are there already stay as they are."""
        rows = [checks.ClaimRow(claim.id, claim.text, claim.lang, claim.standalone) for claim in claims]
        mentions = [
            documents.MentionRow(claim.id, m.surface, m.type.value, claim.lang, m.start, m.end, m.extractor)
            for claim in claims
            for m in claim.mentions
        ]

        async def work(tx: Transaction) -> None:
            await checks.write_claims(tx, tenant, rows)
            await documents.write_mentions(tx, tenant, "Claim", mentions)

        return work


def _claim_id(tenant: str, answer_id: str, statement: Statement) -> str:
    scope = None if statement.standalone else answer_id
    return ids.claim_id(tenant, statement.lang, statement.text, scope)


def _place(statement: Statement) -> Place:
    return Place(statement.text, statement.spans, statement.sentence, statement.quotes)


def _join(first: tuple[Span, ...], second: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(sorted({*first, *second}, key=lambda span: (span.start, span.end)))
