"""What the Chinese NER net sees of a sentence: a few numbers for each character.

The training script uses the same functions, so that the net is run on exactly what it was trained on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

PADDING, UNKNOWN = 0, 1
"""Ids that every vocabulary begins with."""
BIGRAM_BUCKETS = 1 << 14
LONGEST_WORD = 10
CLASSES = (
    *("person", "place", "organisation", "other_name", "common"),
    *("geonames", "cedict_person", "cedict_place", "cedict_organisation", "cedict_other"),
)
"""Classes of words, of jieba's dictionary and of the list that ships with the net.

Each has four channels in `Features.lexicon`: begin, middle, end, single.
"""
_CLASS_OF_TAG = {"nr": 0, "nrt": 0, "nrfg": 0, "ns": 1, "nt": 2, "nz": 3}
_COMMON = 4
_CLASS_OF_LIST = {"geonames": 5, "person": 6, "place": 7, "organisation": 8, "other": 9}
NAMES_FILE = "zh_names.txt"
_LENGTH_SCALE = 4.0

Lexicon = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Features:
    """One sentence of n characters."""

    characters: np.ndarray  # (n,) int64, ids of the character vocabulary
    bigrams: np.ndarray  # (n, 2) int64, hash buckets of the pairs to the left and to the right
    words: np.ndarray  # (n,) int64, ids of "place in its word - tag of the word"
    lexicon: np.ndarray  # (n, 4 * len(CLASSES)) float32, length of the longest dictionary word, scaled


def read_names(text: str) -> dict[str, list[str]]:
    """The list that ships with the net: a line for each class, `class word word …`."""
    lines = (line.split() for line in text.splitlines())
    return {name: words for name, *words in lines}


def lexicon_of(tags: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> dict[str, tuple[int, ...]]:
    """Each word of jieba's dictionary (`tags`) and of the list (`names`) with the numbers of its classes.

    Single characters count only as names.
    """
    alone: list[tuple[int, ...]] = [(number,) for number in range(len(CLASSES))]
    lexicon: dict[str, tuple[int, ...]] = {
        word: alone[_CLASS_OF_TAG.get(tag, _COMMON)]
        for word, tag in tags.items()
        if len(word) <= LONGEST_WORD and (len(word) > 1 or tag in _CLASS_OF_TAG)
    }
    for name, words in names.items():
        number = _CLASS_OF_LIST[name]
        for word in words:
            lexicon[word] = (*lexicon[word], number) if word in lexicon else alone[number]
    return lexicon


def fold(text: str) -> str:
    """The text as the vocabulary has it, character by character: half width, lower case, every digit a 0."""
    return "".join(_fold_character(character) for character in text)


def _fold_character(character: str) -> str:
    code = ord(character)
    if 0xFF01 <= code <= 0xFF5E:
        character = chr(code - 0xFEE0)
    elif character == "\u3000":
        return " "
    if character.isdecimal():
        return "0"
    lower = character.lower()
    return lower if len(lower) == 1 else character


def word_places(words: Sequence[tuple[str, int, int, str]]) -> list[str]:
    """For each character its place in its word (B, M, E, S) and the word's tag, as "B-nr"."""
    places: list[str] = []
    for _, start, end, tag in words:
        length = end - start
        marks = "S" if length == 1 else "B" + "M" * (length - 2) + "E"
        places.extend(f"{mark}-{tag}" for mark in marks)
    return places


def features(
    text: str,
    words: Sequence[tuple[str, int, int, str]],
    lexicon: Lexicon,
    character_ids: Mapping[str, int],
    word_ids: Mapping[str, int],
) -> Features:
    """`words`: (word, start, end, tag) covering `text` without gaps."""
    import numpy as np

    folded = fold(text)
    codes = np.array([0, *map(ord, folded), 0], dtype=np.int64)
    pairs = (codes[:-1] * 8191 + codes[1:] * 131) % BIGRAM_BUCKETS
    return Features(
        characters=np.array([character_ids.get(character, UNKNOWN) for character in folded], dtype=np.int64),
        bigrams=np.stack([pairs[:-1], pairs[1:]], axis=1),
        words=np.array([word_ids.get(place, UNKNOWN) for place in word_places(words)], dtype=np.int64),
        lexicon=_matches(text, lexicon),
    )


def _matches(text: str, lexicon: Lexicon) -> np.ndarray:
    """(len(text), 4 * len(CLASSES)) float32: by class and place, how long the longest match is."""
    import numpy as np

    out = np.zeros((len(text), 4 * len(CLASSES)), dtype=np.float32)
    for start in range(len(text)):
        for end in range(start + 1, min(start + LONGEST_WORD, len(text)) + 1):
            for kind in lexicon.get(text[start:end], ()):
                _mark(out, start, end, 4 * kind)
    return out


def _mark(out: np.ndarray, start: int, end: int, column: int) -> None:
    value = (end - start) / _LENGTH_SCALE
    if end - start == 1:
        out[start, column + 3] = value
        return
    # The matches of one start come in order of length, so there the new one is the longest.
    out[start, column] = value
    out[end - 1, column + 2] = max(out[end - 1, column + 2], value)
    for place in range(start + 1, end - 1):
        out[place, column + 1] = max(out[place, column + 1], value)
