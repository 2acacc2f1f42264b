"""What the English network reads beside the encoder's hidden states: which pieces a word begins with, and its case.

The encoder knows no upper case, and its word pieces are not the treebank's words ("don't" is don + ' + t, but
do + n't); both are said here, once for training and for run time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

SHAPES = 8
OWN, WITHIN, NONE = range(3)
"""A word begins with a piece of its own, begins within a piece, or has no piece at all (control characters)."""
PIECE_FEATURES = 2 * SHAPES + 1
WORD_FEATURES = 3 * SHAPES

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """As much of a text as the encoder reads at once, and the words that begin in it."""

    part: int  # which of the text's encodings
    words: range  # indices into the text's words
    first_pieces: list[int]  # for each word a position in the encoding
    piece_features: list[int]  # for each piece, [0, PIECE_FEATURES)
    word_features: list[int]  # for each word, [0, WORD_FEATURES)


def shape(word: str) -> int:
    """The word's case, in [0, SHAPES): what the encoder's vocabulary does not show."""
    letters = [character for character in word if character.isalpha()]
    digits = any(character.isdigit() for character in word)
    if not letters:
        return 6 if digits else 0
    if digits:
        return 7
    if all(not character.isupper() for character in letters):
        return 1
    if len(letters) == 1:
        return 4
    if all(not character.islower() for character in letters):
        return 3
    return 2 if letters[0].isupper() and not any(character.isupper() for character in letters[1:]) else 5


def windows(text: str, spans: Sequence[Span], encodings: Sequence[Any]) -> list[Window]:
    """One window for each of a text's encodings in which words begin.

    `spans`: the words' offsets in `text`, in order. Words without a piece join the window of the word before.
    """
    shapes = [shape(text[start:end]) for start, end in spans]
    places = [
        (index, position, start, end)
        for index, one in enumerate(encodings)
        for position, (start, end) in enumerate(one.offsets)
        if end > start
    ]
    firsts = _first_pieces(spans, places)
    made: list[Window] = []
    begin = 0
    for index, one in enumerate(encodings):
        stop = begin
        while stop < len(spans) and (firsts[stop][0] <= index or index == len(encodings) - 1):
            stop += 1
        if stop > begin:
            words = range(begin, stop)
            made.append(
                Window(
                    part=index,
                    words=words,
                    first_pieces=[firsts[word][1] for word in words],
                    piece_features=_piece_features(one.offsets, spans, shapes, words),
                    word_features=[firsts[word][2] * SHAPES + shapes[word] for word in words],
                )
            )
        begin = stop
    return made


def _first_pieces(spans: Sequence[Span], places: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, int, int]]:
    """(window, position, OWN | WITHIN | NONE) for each word."""
    found: list[tuple[int, int, int]] = []
    next_place = 0
    window = 0
    for start, end in spans:
        while next_place < len(places) and places[next_place][3] <= start:
            next_place += 1
        if next_place < len(places) and places[next_place][2] < end:
            window, position, piece_start, _ = places[next_place]
            # The word's own first piece may come right after one that the word before left unfinished.
            if piece_start < start and next_place + 1 < len(places) and places[next_place + 1][2] < end:
                window, position, piece_start, _ = places[next_place + 1]
            found.append((window, position, OWN if piece_start >= start else WITHIN))
        else:
            found.append((window, 0, NONE))
    return found


def _piece_features(offsets: Sequence[Span], spans: Sequence[Span], shapes: Sequence[int], words: range) -> list[int]:
    """0 for what is no part of a word; else the word's shape, and whether the piece begins it."""
    features = [0] * len(offsets)
    word = words.start
    for position, (start, end) in enumerate(offsets):
        if end <= start:
            continue
        while word < words.stop and spans[word][1] <= start:
            word += 1
        if word < words.stop and spans[word][0] < end:
            features[position] = 1 + 2 * shapes[word] + (start > spans[word][0])
    return features
