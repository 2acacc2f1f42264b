"""Claims in their premise's own words: what the package takes the sentences of a text apart into, and these whole.

Most claims that are verified are of this kind, and so are most wrong ones: a sentence with one of its values put in the
place of another ("closed in 1951" of "flooded in 1951 and closed in 1966"). `exchanged` makes the wrong ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import anyio

from claimgraph.api.bootstrap import Models
from claimgraph.platform.settings import load_settings

from .exchanged import exchanged_pairs, mentions, sentences, words
from .pairs import Pair
from .swaps import ENTAILED
from .written import Written

LEAST_WORDS = 4
AT_ONCE = 64  # texts that are taken apart together

TakeApart = Callable[[Sequence[str]], list[list[str]]]
"""The claims of each text."""


def claims_of(texts: Sequence[str]) -> list[list[str]]:
    """As the package takes them apart."""
    decomposer = Models(load_settings()).decomposer()
    found = anyio.run(decomposer.decompose, list(texts))
    return [[statement.text for statement in mine if statement.checkable] for mine in found]


def stated_pairs(premises: Sequence[str], texts: int, wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs, or as many as there are, of so many of the premises, four of each exchange."""
    items = stated_items(premises, claims_of, texts, rng)
    return [replace(pair, source="stated") for pair in exchanged_pairs(items, mentions, wanted, rng)]


def stated_items(premises: Sequence[str], take_apart: TakeApart, wanted: int, rng: random.Random) -> list[Written]:
    """`wanted` premises with all that they state, or as many as there are, in random order."""
    order = list(premises)
    rng.shuffle(order)
    made: list[Written] = []
    for start in range(0, len(order), AT_ONCE):
        if len(made) >= wanted:
            break
        some = order[start : start + AT_ONCE]
        for premise, claims in zip(some, take_apart(some), strict=True):
            every = dict.fromkeys([*claims, *sentences(premise)])
            mine = [claim for claim in every if len(words(claim)) >= LEAST_WORDS]
            if mine:
                made.append(Written(premise, tuple((claim, ENTAILED) for claim in mine)))
    return made[:wanted]
