"""How well a text was taken apart, against gold: pure functions over claims, triples and counts."""

from .claims import GoldClaim, StatedClaim, match_claims
from .counts import Counts, bootstrap_interval, total
from .gold import GoldItem, parse_item, read_items
from .outcome import ItemOutcome, evaluate_item
from .triples import TripleForms, match_triples

__all__ = [
    "Counts",
    "GoldClaim",
    "GoldItem",
    "ItemOutcome",
    "StatedClaim",
    "TripleForms",
    "bootstrap_interval",
    "evaluate_item",
    "match_claims",
    "match_triples",
    "parse_item",
    "read_items",
    "total",
]
