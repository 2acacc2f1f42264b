"""What a sentence names only to set it aside: "the motor, but not the battery", "oil instead of butter", 而不是上市."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.model import Finding

from .aligning import Alignment
from .analysis import NAME, WORD, Item

_PREPOSITION = r"(?:in|at|on|by|for|of|from|with|to|during|since|into|over|under|through)"
_WORD = rf"(?!(?:{_PREPOSITION}|that|which|who|whose|when|where|as|if|because|[a-z]+(?:ed|ing))\b)[\w'’-]+"
_SET_ASIDE = re.compile(
    r"\b(?:(?:but|and)\s+not|rather\s+than|instead\s+of|as\s+opposed\s+to)\b"
    r"(?!\s+(?:only|just|least|until|without|before|after|yet|all|always|necessarily)\b)"
    rf"(?P<en>(?:\s+{_PREPOSITION})?(?:\s+{_WORD}){{1,4}}(?:(?:,|,?\s+(?:or|and))\s+{_WORD}){{0,4}})"
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
        if found["zh"]:
            end = _first_word(alignment, found.start(), start, end)
        words = [item for item in claim.items if _stands_there_alone(alignment, item, start, end)]
        if words and (found["zh"] or _says_the_rest_before(alignment, words, found.start())):
            return Finding("negation", Stance.CONTRADICTS, words[-1].surface, found[0].strip())
    return None


def _first_word(alignment: Alignment, mark: int, start: int, end: int) -> int:
    """The end of what alone is set aside in Chinese, where a verb that both share may follow (由病毒而非细菌引起);
    `start` where the claim holds what stands before the mark."""
    items = alignment.window.items
    matched = {place for places in alignment.matches for place in places}
    before = [item.index for item in items if item.end <= mark]
    first = next((item for item in items if start <= item.start and item.end <= end), None)
    return start if first is None or (before and before[-1] in matched) else first.end


def _stands_there_alone(alignment: Alignment, item: Item, start: int, end: int) -> bool:
    if item.kind not in (WORD, NAME):
        return False
    places = alignment.matches[item.index]
    there = [alignment.window.items[place] for place in places]
    inside = all(start <= one.start and one.end <= end for one in there)
    return bool(there) and inside and max(places.values()) >= _ALIKE


def _says_the_rest_before(alignment: Alignment, words: Sequence[Item], start: int) -> bool:
    """Whether what else the claim says is said of what is kept: "oil instead of butter, which had become expensive"
    does not say that butter had not."""
    apart = {item.index for item in words}
    rest = [item for item in alignment.claim.items if item.index not in apart and alignment.matches[item.index]]
    items = alignment.window.items
    return all(any(items[place].end <= start for place in alignment.matches[item.index]) for item in rest)
