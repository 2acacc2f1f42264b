"""A bound that is given by denying what lies beyond it: "cannot borrow more than five" is "can borrow up to five"."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from claimgraph.ingest.text.quantities import find_quantities

_MOST = 8
_BEYOND = re.compile(
    r"\b(?:more|(?<!\bno )longer|later|less|fewer|higher|lower|heavier|faster|older|younger|over|above|beyond"
    r"|exceed\w*|earlier|under|below)\b|超[过出]|[多少高低长晚早大小]于",
    re.IGNORECASE,
)
_DENIED_BOUND = re.compile(
    rf"(?:(?:\b(?:not|never|cannot|no)\b|n['’]t\b)[^.,;]{{0,40}}?|不[^，。；]{{0,6}}?)(?:{_BEYOND.pattern})(?:\s+than)?\s*",
    re.IGNORECASE,
)


def is_denied_bound(claim: str, window: str) -> bool:
    """Whether one side denies that a number is passed, and the other gives that number as a bound: "cannot borrow more
    than five" and "can borrow up to five"."""
    denied, given = _denied(claim), _denied(window)
    if bool(denied) == bool(given):
        return False
    other = window if denied else claim
    if _BEYOND.search(other):
        return False
    return bool((denied or given) & {one.low for one in find_quantities(other, "en")})


@lru_cache(maxsize=4_096)
def _denied(text: str) -> frozenset[Decimal]:
    """The numbers that are denied to be passed."""
    ends = {found.end() for found in islice(_DENIED_BOUND.finditer(text), _MOST)}
    return frozenset(one.low for one in find_quantities(text, "en") if one.start in ends) if ends else frozenset()
