"""What the rooms above may ask of a model: texts in, numbers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Embedder(Protocol):
    """Texts to vectors of length 1, so that a dot product is the cosine."""

    @property
    def name(self) -> str:
        """Stable identifier, usable in the name of a property or an index: `[a-z0-9_]+`."""

    @property
    def version(self) -> str:
        """Changes whenever the same text could get another vector: covers the model file and the pooling."""

    @property
    def dimensions(self) -> int: ...

    @property
    def languages(self) -> frozenset[str]:
        """Languages it is made for, as ISO 639-1 codes."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), dimensions) float32, rows of L2 norm 1, in the order given.

        A text without anything the model can see (empty, only whitespace) still gets a row of length 1.
        What is read of a text longer than the model's limit, the implementation's docstring says.
        Raises ModelUnavailable when the model's file, package or endpoint is missing.
        """


@dataclass(frozen=True, slots=True, eq=False)
class PieceStates:
    """A text as an encoder reads it: where its word pieces stand, and what each is in this text."""

    offsets: Sequence[tuple[int, int]]  # characters of the text, end exclusive; in order
    states: np.ndarray  # (pieces, dimensions) float32, rows of L2 norm 1


class PieceEmbedder(Embedder, Protocol):
    """An embedder that also gives the states of its last layer that it makes a text's vector of."""

    def pieces(self, texts: Sequence[str]) -> list[PieceStates]:
        """The word pieces of each text to its end, in the order given; none of a text without a word.

        Raises ModelUnavailable when the model's file or package is missing.
        """


@dataclass(frozen=True, slots=True)
class NliScores:
    """Probabilities in [0, 1] that sum to 1."""

    entailment: float
    neutral: float
    contradiction: float


class NliModel(Protocol):
    """How a premise bears on a hypothesis."""

    @property
    def name(self) -> str:
        """Stable identifier, `[a-z0-9_]+`."""

    @property
    def version(self) -> str:
        """Changes whenever the same pair could get other scores."""

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        """Scores of (premise, hypothesis) pairs, in order; a pair's score does not depend on its batch.

        Raises ModelUnavailable when the model's file or package is missing.
        """

    def known_fraction(self, text: str) -> float:
        """Share of the text's word pieces that the vocabulary knows, in [0, 1]; 1.0 for an empty text."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word of an analysed sentence. Offsets are characters of that sentence, `end` exclusive."""

    text: str
    start: int
    end: int
    lemma: str  # in lower case but for proper nouns; for Chinese the word itself
    pos: str  # universal part of speech (UPOS): "NOUN", "PROPN", "VERB", ...
    tag: str  # the language's own tag: Penn Treebank for English, jieba's for Chinese
    head: int = -1  # index of the governing token; its own index for the root; -1 where there is no tree
    dep: str = ""  # Universal Dependencies relation, "nsubj:pass"; "root" for the root; empty where there is no tree


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A named entity in an analysed sentence; offsets as in `Token`."""

    start: int
    end: int
    label: str  # "PER", "ORG", "LOC"; a model set by the user may bring others, as they are


@dataclass(frozen=True, slots=True)
class Analysis:
    """What text analysis says of one sentence; tokens and entities are in order and do not overlap."""

    text: str
    tokens: tuple[Token, ...]
    entities: tuple[NamedSpan, ...] = ()

    @property
    def has_tree(self) -> bool:
        """Whether there are dependencies (English), not words and tags alone (Chinese)."""
        return bool(self.tokens) and all(token.head >= 0 for token in self.tokens)


class TextAnalyser(Protocol):
    """Tokens, parts of speech, lemmas, dependencies where it has them, and named entities."""

    @property
    def name(self) -> str:
        """Stable identifier, `[a-z0-9_]+`."""

    @property
    def version(self) -> str:
        """Changes whenever the same sentence could get another analysis."""

    @property
    def languages(self) -> frozenset[str]:
        """Languages it is made for, as ISO 639-1 codes."""

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """One analysis a sentence, in order; it never depends on which others are in the batch.

        A string that holds several sentences is still given one tree. Text of any length is analysed to its end.
        Raises ModelUnavailable when the model's file or package is missing.
        """


class CoreferenceModel(Protocol):
    """Which stretches of a text stand for the same thing."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def clusters(self, texts: Sequence[str]) -> list[list[list[tuple[int, int]]]]:
        """For each text its clusters, each the (start, end) of two or more mentions, in order of their places."""


@dataclass(frozen=True, slots=True)
class RelationSpan:
    """A relation that a model reads in a sentence, by surface; `relation` in the model's own vocabulary."""

    head: str
    relation: str
    tail: str
    score: float  # in [0, 1]


class RelationModel(Protocol):
    """Relations between the things that a sentence names."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def relations(self, sentences: Sequence[str]) -> list[list[RelationSpan]]:
        """One list a sentence, in order; heads and tails are stretches of the sentence, others are left out."""
