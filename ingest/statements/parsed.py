"""A text cut into sentences, each with its analysis: what the rules of this package read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.models.ports import Analysis

from ..model import Span


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    span: Span  # in the text; `analysis.text` is exactly that stretch
    analysis: Analysis
    item: bool = False  # one of a list, whose mark stands before the span


@dataclass(frozen=True, slots=True)
class ParsedText:
    text: str
    lang: str
    sentences: tuple[ParsedSentence, ...]


@dataclass(frozen=True, slots=True)
class Referent:
    """What a pronoun or a description ("the company", "该公司") stands for."""

    text: str  # the antecedent's fullest name, without article or apposition
    start: int  # of the antecedent, in the text
    end: int
    type: EntityType | None = None
    plural: bool = False


Resolutions = Mapping[tuple[int, int], Referent]
"""(index of the sentence, index of the referring phrase's head token) -> what it stands for.

A referring expression that is not among them is unresolved: it stays, and its statement is marked.
"""


class CoreferenceResolver(Protocol):
    """A wrong resolution is worse than none: what is not sure is left out."""

    version: str

    def resolve(self, parsed: ParsedText) -> Resolutions: ...
