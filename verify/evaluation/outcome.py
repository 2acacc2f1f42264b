"""One item of the gold against what a decomposer made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import Statement

from .claims import CLAIM_THRESHOLD, StatedClaim, match_claims
from .counts import Counts
from .gold import GoldItem
from .triples import Triple, TripleForms, match_triples


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """Counts of an item, and what of it was missed or said beyond the gold."""

    item: GoldItem
    claims: Counts
    triples: Counts
    missed_claims: tuple[str, ...]
    extra_claims: tuple[str, ...]
    missed_triples: tuple[Triple, ...]
    extra_triples: tuple[Triple, ...]


def evaluate_item(item: GoldItem, statements: Sequence[Statement], threshold: float = CLAIM_THRESHOLD) -> ItemOutcome:
    """`statements` as a decomposer made them of `item.text`; their equal triples count once."""
    claims = [StatedClaim(one.text, one.checkable) for one in statements]
    triples = triples_of(statements)
    claim_pairs = match_claims(claims, item.claims, item.lang, threshold)
    triple_pairs = match_triples(triples, item.triples, item.lang)
    missed = _unmatched(len(item.claims), [gold for _, gold in claim_pairs])
    extra = _unmatched(len(claims), [predicted for predicted, _ in claim_pairs])
    missed_triples = _unmatched(len(item.triples), [gold for _, gold in triple_pairs])
    extra_triples = _unmatched(len(triples), [predicted for predicted, _ in triple_pairs])
    return ItemOutcome(
        item,
        Counts(len(claim_pairs), len(claims), len(item.claims)),
        Counts(len(triple_pairs), len(triples), len(item.triples)),
        tuple(item.claims[index].text for index in missed),
        tuple(claims[index].text for index in extra),
        tuple(item.triples[index] for index in missed_triples),
        tuple(triples[index].shown for index in extra_triples),
    )


def triples_of(statements: Sequence[Statement]) -> list[TripleForms]:
    """The triples of statements, in order; one that says the same in its normal form as an earlier one is left out."""
    found: dict[tuple[str, ...], TripleForms] = {}
    for statement in statements:
        for triple in statement.triples:
            shown = (triple.head.text, triple.relation, triple.tail.text)
            key = tuple(part.casefold() for part in triple.normal)
            found.setdefault(key, TripleForms(shown, triple.normal))
    return list(found.values())


def _unmatched(number: int, matched: Sequence[int]) -> list[int]:
    taken = set(matched)
    return [index for index in range(number) if index not in taken]
