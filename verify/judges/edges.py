"""Where words begin and end, and text without case, for names that are looked for without a pattern of each."""

from __future__ import annotations

import re

_EDGE = re.compile(r"\b")


def is_edge(text: str, place: int) -> bool:
    """Whether a word begins or ends at `place`, as `\\b` of a pattern tells."""
    return _EDGE.match(text, place) is not None


def folded(text: str) -> str:
    """The text without case, character by character: a place in the one is the same place in the other."""
    found = text.casefold()
    if len(found) == len(text):
        return found
    return "".join(char if len(char.casefold()) > 1 else char.casefold() for char in text)
