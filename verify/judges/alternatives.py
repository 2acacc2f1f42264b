"""What a sentence names only to set it aside: "the motor, but not the battery", "oil instead of butter", 而不是上市."""

from __future__ import annotations

import re
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import NAME, WORD, Item

_SET_ASIDE = re.compile(
    r"\b(?:but\s+not|and\s+not|rather\s+than|instead\s+of|as\s+opposed\s+to)\b(?P<en>[^,.;]{1,60})"
    r"|(?:而不是|而非|而没有)(?P<zh>[^，。；]{1,24})",
    re.IGNORECASE,
)
_MOST = 8  # that are looked at: bounds what hostile text can cost
_LEAST_SAID = 0.75  # of the claim, that the sentence must hold
_ALIKE = 0.85


def read_set_aside(alignment: Alignment) -> Finding | None:
    """CONTRADICTS where the claim says of what the evidence sets aside what that says of something else."""
    claim, window = alignment.claim, alignment.window
    if any(item.negated for item in claim.items) or _SET_ASIDE.search(claim.text):
        return None
    if alignment.anchored() < _LEAST_SAID:
        return None
    for found in islice(_SET_ASIDE.finditer(window.text), _MOST):
        start, end = found.span("en" if found["en"] else "zh")
        words = [item for item in claim.items if _stands_there_alone(alignment, item, start, end)]
        if words:
            return Finding("negation", Stance.CONTRADICTS, words[-1].surface, found[0].strip())
    return None


def _stands_there_alone(alignment: Alignment, item: Item, start: int, end: int) -> bool:
    if item.kind not in (WORD, NAME):
        return False
    places = alignment.matches[item.index]
    there = [alignment.window.items[place] for place in places]
    inside = all(start <= one.start and one.end <= end for one in there)
    return bool(there) and inside and max(places.values()) >= _ALIKE
