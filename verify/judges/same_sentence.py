"""A claim that is a passage of the window, word for word, but for a number or a date: another one stands in its place.

"33 voted for it and 2 against" beside "33 voted for it and 6 against, and 2 abstained": the claim's number is there, in
company that hardly differs, but the very words that the claim has around it stand around another.
"""

from __future__ import annotations

import re
from functools import lru_cache

from claimgraph.ingest.text.word_lists import word_set

from .aligning import Alignment
from .analysis import analyse
from .counterparts import rivals

_TOKEN = re.compile(r"[\u3005-\u9fff]|[^\W_](?:[^\W_\u3005-\u9fff]|[.,](?=\d))*")
_LEAST_WORDS = {"zh": 5}  # characters
_LEAST = 3
_MOST_TOKENS = 400  # of a claim
_MOST_PASSAGES = 16
_OPENERS = word_set("a an the this that these those he she it they his her its their one all each every no")
_LINKS = word_set("and but that while whereas where when because as although though which who of")
_VALUE = ""  # stands for any number or date among the words


def values_in_place(alignment: Alignment) -> dict[int, int]:
    """Literals of the claim -> the literals of the window in their places, of which some say otherwise.

    Empty where no passage has the claim's words in their order without a gap, and where one has its values as well.
    """
    said, claimed, _ = _words(alignment.claim.text, alignment.claim.lang)
    least = _LEAST_WORDS.get(alignment.claim.lang, _LEAST)
    if not claimed or not least <= len(said) - len(claimed) or len(said) > _MOST_TOKENS:
        return {}
    there, told, apart = _words(alignment.window.text, alignment.window.lang)
    otherwise = {item: frozenset(rivals(alignment.claim.items[item], alignment.window)) for item in claimed.values()}
    found: dict[int, int] = {}
    for start in _passages(said, there):
        if start not in apart and said[0] not in _OPENERS and there[start - 1] not in _LINKS:
            continue  # "unemployment was 5%" of "youth unemployment was 12%"
        places = {item: told[start + offset] for offset, item in claimed.items()}
        others = {item: place for item, place in places.items() if place not in alignment.matches[item]}
        if not others:
            return {}
        if len(others) > 1 and all(alignment.matches[item] for item in others):
            continue  # "in 2020 sales were 8" of "in 2019 sales were 5 and in 2020 8"
        if all(place in otherwise[item] for item, place in others.items()):
            found = found or places
    return found


def _passages(said: tuple[str, ...], there: tuple[str, ...]) -> list[int]:
    """Where the words of the claim stand in the window. By one search in a joined text, as windows may be long."""
    needle, text = ("\n".join(("", *words, "")) for words in (said, there))
    found: list[int] = []
    at = text.find(needle)
    while at >= 0 and len(found) < _MOST_PASSAGES:
        found.append(text.count("\n", 0, at))
        at = text.find(needle, at + 1)
    return found


@lru_cache(maxsize=16_384)
def _words(text: str, lang: str) -> tuple[tuple[str, ...], dict[int, int], frozenset[int]]:
    """The words of a text, folded, a number or date being one of them; which of them are which items; and which
    have a stop or the like before them."""
    analysis = analyse(text, lang)
    literals = [analysis.items[index] for index in analysis.literals]
    words: list[str] = []
    values: dict[int, int] = {}
    apart = {0}
    end = behind = 0
    for match in _TOKEN.finditer(text):
        while literals and literals[0].end <= match.start():
            literals.pop(0)
        if literals and literals[0].start < match.end():
            if literals[0].start >= end:
                if text[behind : literals[0].start].strip():
                    apart.add(len(words))
                values[len(words)] = literals[0].index
                words.append(_VALUE)
                end = behind = literals[0].end
            continue
        if text[behind : match.start()].strip():
            apart.add(len(words))
        words.append(match.group().casefold())
        behind = match.end()
    return tuple(words), values, frozenset(apart)
