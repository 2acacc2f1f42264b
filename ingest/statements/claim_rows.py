"""From what was read in a text to rows of the graph: claims with their ids, mentions and triples.

One place for both rooms that need it: an answer's claim and a source's claim that say the same get the same id.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.checks import ClaimRow
from claimgraph.graph_schema.repositories.documents import EntityRow, MentionRow
from claimgraph.graph_schema.repositories.triples import StatementRows, TripleRow
from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention, StatedTriple, Statement, Term
from .normal_form import normal_form

NAMES = frozenset({EntityType.PERSON, EntityType.ORGANISATION, EntityType.PLACE, EntityType.NAME})
"""Types of what has a name; an end of a triple of any other type, or of none, is a literal."""


class ClaimValues(Protocol):
    """What is written of a claim, whoever makes it."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def lang(self) -> str: ...
    @property
    def standalone(self) -> bool: ...
    @property
    def mentions(self) -> Sequence[Mention]: ...
    @property
    def triples(self) -> Sequence[StatedTriple]: ...


def claim_id(tenant: str, statement: Statement, scope: str) -> str:
    """The id of the claim that a statement makes.

    `scope` is the id of the text that it was read from, an answer or a chunk; it counts only where the statement
    cannot stand alone.
    """
    return ids.claim_id(tenant, statement.lang, statement.text, None if statement.standalone else scope)


def with_named_ends(statement: Statement, found: Sequence[Mention], extractor: str) -> tuple[Mention, ...]:
    """The mentions found in a statement, and the named ends of its triples that are not among them.

    So whatever a triple is about is mentioned by its claim. An end whose name the statement does not spell is left
    out: it has no place there.
    """
    known = {ids.normalise_name(mention.surface) for mention in found}
    added: list[Mention] = []
    for term in (end for triple in statement.triples for end in (triple.head, triple.tail)):
        name = ids.normalise_name(term.text)
        if term.type not in NAMES or name in known:
            continue
        start = _place(term.text, statement.text)
        if start is not None:
            known.add(name)
            added.append(Mention(start, start + len(term.text), term.text, term.type, extractor))
    return tuple(sorted([*found, *added], key=lambda mention: (mention.start, mention.end)))


def statement_rows(claims: Iterable[ClaimValues], extractor: str) -> StatementRows:
    """What is written of claims. `extractor` is the name and version of what read their triples."""
    claims = list(claims)
    return StatementRows(
        claims=[claim_row(claim) for claim in claims],
        mentions=[mention_row(claim.id, claim.lang, mention) for claim in claims for mention in claim.mentions],
        triples=[row for claim in claims for row in _triple_rows(claim, extractor)],
    )


def claim_row(claim: ClaimValues) -> ClaimRow:
    """A claim as it is written; only one that stands alone has paraphrases."""
    form = normal_form(claim.text, claim.lang, claim.triples) if claim.standalone else None
    return ClaimRow(claim.id, claim.text, claim.lang, claim.standalone, form)


def mention_row(owner: str, lang: str, mention: Mention, name: str | None = None) -> MentionRow:
    """`owner` is the id of the chunk or claim; `name` the entity's, where the surface is not."""
    return MentionRow(
        owner, mention.surface, mention.type.value, lang, mention.start, mention.end, mention.extractor, name
    )


def _triple_rows(claim: ClaimValues, extractor: str) -> list[TripleRow]:
    """An end is an entity where the reader says that it has a name, or where the claim mentions it as one."""
    named = {ids.normalise_name(mention.surface): mention.type for mention in claim.mentions if mention.type in NAMES}

    def entity(term: Term) -> EntityRow | None:
        kind = term.type or named.get(ids.normalise_name(term.text))
        return EntityRow(term.text, kind.value, claim.lang) if kind is not None and kind in NAMES else None

    return [
        TripleRow(
            claim=claim.id,
            head=triple.head.text,
            relation=triple.relation,
            tail=triple.tail.text,
            key=ids.triple_key(*triple.normal),
            confidence=triple.confidence,
            extractor=extractor,
            head_entity=entity(triple.head),
            tail_entity=entity(triple.tail),
        )
        for triple in claim.triples
    ]


def _place(name: str, text: str) -> int | None:
    """Where a name stands in a text as a word of its own; Chinese has no gaps between words."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not _joined(text[start - 1 : start], name[:1]) and not _joined(name[-1:], text[end : end + 1]):
            return start
        start = text.find(name, start + 1)
    return None


def _joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters are letters or digits of one word; either may be missing."""
    return _spells_words(left) and _spells_words(right)


def _spells_words(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"  # from there on Chinese and Japanese, which are written without gaps
