"""A bound that is given by denying what lies beyond it: "cannot borrow more than five" is "can borrow up to five"."""

from __future__ import annotations

import re

_BEYOND = re.compile(
    r"\b(?:more|(?<!\bno )longer|later|less|fewer|higher|lower|heavier|faster|older|younger|over|above|beyond"
    r"|exceed\w*|earlier|under|below)\b|超[过出]|[多少高低长晚早大小]于",
    re.IGNORECASE,
)
_DENIED_BOUND = re.compile(
    rf"(?:\b(?:not|never|cannot|no)\b|n['’]t\b)[^.;]{{0,48}}?(?:{_BEYOND.pattern})|不[^，。；]{{0,3}}(?:超[过出]|[多少高低长晚早大小]于)",
    re.IGNORECASE,
)


def is_denied_bound(claim: str, window: str) -> bool:
    """Whether one side denies that a bound is passed, and the other gives the bound: "cannot borrow more than five" and
    "can borrow up to five"."""
    denied = [_DENIED_BOUND.search(text) is not None for text in (claim, window)]
    return denied[0] != denied[1] and not _BEYOND.search(window if denied[0] else claim)
