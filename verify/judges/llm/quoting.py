"""Finding what a language model quotes in the text it claims to quote."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from claimgraph.ingest.model import Span

_SAME = str.maketrans(
    {**dict.fromkeys("‘’‚′＇「」『』“”„″«»《》〈〉", '"'), "'": '"', **dict.fromkeys("‐‑‒–—―−", "-"), "…": "..."}
)
_EDGES = "\"' .,;:!?。，；：！？、…"


def find_quote(quote: str, text: str) -> Span | None:
    """Where `quote` stands in `text`; None where it does not.

    Width, letter case, white space, kinds of quotation marks and dashes make no difference, nor do marks at the edges
    of the quote. An ellipsis inside a quote stands for nothing: the words must stand together.
    """
    wanted, _ = _folded(quote)
    wanted = wanted.strip(_EDGES)
    if not any(char.isalnum() for char in wanted):
        return None
    folded, places = _folded(text)
    at = _whole_words(wanted, folded)
    return None if at is None else Span(places[at], places[at + len(wanted) - 1] + 1)


def _whole_words(wanted: str, folded: str) -> int | None:
    """The first place that cuts through no Latin word or number: "1993" does not quote "11993"."""
    at = folded.find(wanted)
    while at >= 0:
        if not _cuts(folded, at) and not _cuts(folded, at + len(wanted)):
            return at
        at = folded.find(wanted, at + 1)
    return None


def _cuts(text: str, at: int) -> bool:
    return 0 < at < len(text) and _joins(text[at - 1]) and _joins(text[at])


def _joins(char: str) -> bool:
    return char.isalnum() and char.isascii()


@lru_cache(maxsize=512)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """The text without differences of form, and for each of its characters the place it comes from.

    White space goes out between anything but two Latin letters or digits, since Chinese is quoted with and without.
    """
    folded: list[str] = []
    places: list[int] = []
    gap = False
    for place, char in enumerate(text):
        for one in unicodedata.normalize("NFKC", char).casefold().translate(_SAME):
            if one.isspace() or unicodedata.category(one) in ("Cc", "Cf"):
                gap = True
                continue
            if gap and folded and _joins(folded[-1]) and _joins(one):
                folded.append(" ")
                places.append(place)
            gap = False
            folded.append(one)
            places.append(place)
    return "".join(folded), tuple(places)
