"""Sentences, words and their rarity: only what training needs."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|etc|Inc|Ltd|Co|Corp|No|Gen|Col|Lt|Sgt|Prof|Rev|Hon|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)"
    r"|\b[A-Z]|\b(?:[A-Za-z]\.)+[A-Za-z])\.$"
)
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
_WORD = re.compile(r"[a-z0-9]+(?:[.,'][a-z0-9]+)*")

_STOP_WORDS = """
    a an the of in on at to for from by with and or but as is are was were be been being it its he she his
    her they their them this that these those which who whom whose what when where while has have had do
    does did not no than then there also into about after before over under between both such other more
    most some any all will would can could may might should i you we our us your my me him if so up out just
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


def sentences(text: str) -> list[str]:
    """Sentences of an English text; a line break ends a sentence too."""
    found: list[str] = []
    for line in text.split("\n"):
        start = 0
        for end in _END.finditer(line):
            piece = line[start : end.start()].strip()
            if piece and not _ABBREVIATION.search(piece):
                found.append(line[start : end.end()].strip())
                start = end.end()
        rest = line[start:].strip()
        if rest:
            found.append(rest)
    return found


def words(text: str) -> list[str]:
    """Lower-cased words and numbers, without stop words."""
    return [word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]


def inverse_document_frequency(texts: Iterable[str]) -> dict[str, float]:
    """log(1 + n / df) per word over the texts given (sentences of one document)."""
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        counts.update(set(words(text)))
        total += 1
    return {word: math.log(1 + total / count) for word, count in counts.items()}
