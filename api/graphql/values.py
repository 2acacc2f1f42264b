"""Small GraphQL types that many others hold, and how they are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import strawberry

SPANS = "[start, end] offsets in characters from 0, end exclusive."


@strawberry.type(description="How one judge voted on a claim: supports, contradicts, neutral or abstains.")
class Vote:
    judge: str
    stance: str


@strawberry.type(description="A judge's score by its name, in [0, 1]; a cosine of states may be negative.")
class Score:
    name: str
    value: float


@strawberry.type(description="A part of the program that took part, with its name and version.")
class Part:
    part: str
    version: str


@strawberry.type(description="How many pairs, texts or requests a judge or model was called with.")
class Calls:
    name: str
    count: int


@strawberry.type(description="Words of a claim beside their counterpart in the premise.")
class Words:
    kind: str
    stance: str
    claim_words: str
    premise_words: str = strawberry.field(description="Empty: no counterpart.")


def spans(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [list(pair) for pair in pairs]


def votes(by_judge: Mapping[str, str]) -> list[Vote]:
    return [Vote(judge=judge, stance=stance) for judge, stance in by_judge.items()]


def scores(by_name: Mapping[str, float]) -> list[Score]:
    return [Score(name=name, value=value) for name, value in sorted(by_name.items())]


def parts(models: Mapping[str, str]) -> list[Part]:
    return [Part(part=part, version=version) for part, version in models.items()]


def calls(counts: Mapping[str, int]) -> list[Calls]:
    return [Calls(name=name, count=count) for name, count in counts.items()]
