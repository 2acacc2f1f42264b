"""One statement of the evidence, as both the judge and the correction read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import Mention
from claimgraph.ingest.statements.claim_rows import NAMES

from ...model import Piece


@dataclass(frozen=True, slots=True)
class Told:
    """One statement of a chunk, with the names in it and the sentence that states it."""

    text: str
    lang: str
    names: tuple[Mention, ...]
    piece: Piece
    before: str  # the chunk up to that sentence: what "the firm" may stand for
    within: str = ""  # the sentence up to the statement: what an ellipsis leaves out


def names_of(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Those of a text's mentions that name a thing: no numbers, no dates."""
    return tuple(mention for mention in mentions if mention.type in NAMES)
