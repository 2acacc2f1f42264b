"""The English treebank and the named-entity data, as sentences of one shape."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TYPES = {"PER": "PER", "ORG": "ORG", "LOC": "LOC", "person": "PER", "corporation": "ORG", "location": "LOC"}
"""Other types are no names here. WNUT's "group" is bands and teams as well as firms."""
NO_SPACE_BEFORE = frozenset({".", ",", ";", ":", "?", "!", ")", "]", "'s", "n't", "'re", "'m", "'ve", "'ll", "'d", "%"})
NO_SPACE_AFTER = frozenset({"(", "[", "$", "#", "@"})
HELD_OUT = 20
"""One document in this many is kept out of training, for choices of the recipe."""


@dataclass(slots=True)
class Sentence:
    """Words with offsets in `text`. `heads` are indices, -1 for the root; what a source does not say is empty."""

    text: str
    words: list[str]
    spans: list[tuple[int, int]]
    document: str
    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    deps: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # B-PER, I-PER, ..., O

    @property
    def held_out(self) -> bool:
        return int(hashlib.sha256(self.document.encode()).hexdigest(), 16) % HELD_OUT == 0


def treebank(path: Path) -> list[Sentence]:
    """The sentences of a CoNLL-U file."""
    found = []
    for comments, rows in _blocks(path):
        rows = [row for row in rows if row[0].isdigit()]
        words = [row[1] for row in rows]
        found.append(
            Sentence(
                text=comments["text"],
                words=words,
                spans=place(comments["text"], words),
                document=comments["document"],
                upos=[row[3] for row in rows],
                xpos=[row[4] for row in rows],
                lemmas=[row[2] for row in rows],
                heads=[int(row[6]) - 1 for row in rows],
                deps=[row[7] for row in rows],
            )
        )
    return found


def universal_names(path: Path) -> list[Sentence]:
    """The sentences of a Universal NER file."""
    found = []
    for comments, rows in _blocks(path):
        words = [row[1] for row in rows]
        spans = place(comments["text"], words)
        names = [_mapped(row[2]) for row in rows]
        found.append(Sentence(comments["text"], words, spans, comments["document"], names=names))
    return found


def column_names(path: Path, separator: str) -> list[Sentence]:
    """The sentences of a file of words and tags, without spacing: the usual one is put back."""
    found = []
    for number, (_, rows) in enumerate(_blocks(path, separator)):
        words = [row[0] for row in rows]
        tags = [_mapped(row[1]) for row in rows]
        text, spans = spaced(words)
        found.append(Sentence(text, words, spans, f"{path.name}-{number // 10}", names=_begun(tags)))
    return found


def place(text: str, words: list[str]) -> list[tuple[int, int]]:
    """Offsets of the words in the text; words that the text does not spell so share what is left of theirs."""
    spans, cursor = [], 0
    for word in words:
        start = text.find(word, cursor)
        if start < 0 or text[cursor:start].strip():
            start = cursor + len(text[cursor:]) - len(text[cursor:].lstrip())
            spans.append((start, min(start + len(word), len(text))))
        else:
            spans.append((start, start + len(word)))
        cursor = spans[-1][1]
    return spans


def spaced(words: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """A sentence from its words, spaced as people do."""
    text, spans, quoted, glue = "", [], False, True
    for word in words:
        closing = word == '"' and quoted
        if not (glue or word in NO_SPACE_BEFORE or closing):
            text += " "
        spans.append((len(text), len(text) + len(word)))
        text += word
        glue = word in NO_SPACE_AFTER or (word == '"' and not quoted)
        quoted ^= word == '"'
    return text, spans


def _mapped(tag: str) -> str:
    place_, _, kind = tag.partition("-")
    return f"{place_}-{TYPES[kind]}" if kind in TYPES else "O"


def _begun(tags: list[str]) -> list[str]:
    """WikiGold marks a beginning only where two names touch; here every name begins with B."""
    before = ["O", *tags]
    return [
        f"B-{tag[2:]}" if tag.startswith("I-") and before[index][1:] != tag[1:] else tag
        for index, tag in enumerate(tags)
    ]


def _blocks(path: Path, separator: str = "\t") -> Iterator[tuple[dict[str, str], list[list[str]]]]:
    comments: dict[str, str] = {"document": path.name}
    rows: list[list[str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("# ") and " = " in line:
                key, _, value = line[2:].partition(" = ")
                comments["document" if key == "newdoc id" else key] = value
            elif line.strip():
                rows.append(line.split(separator))
            elif rows:
                yield comments, rows
                rows = []
    if rows:
        yield comments, rows
