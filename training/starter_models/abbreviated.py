"""English texts that give an organisation its initials in brackets and go on with these: "the Harbour Trust (HT)".

Nothing else in the training data has one thing under two names that only the text itself connects; a model then takes
the second for another thing. The labels stay as they are: the initials stand in the premise, in the claim, or in both.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from .exchanged import Mentions
from .pairs import Pair
from .written import Written

_LEFT_OUT = frozenset({"of", "the", "and", "for", "in", "on", "de", "la", "&"})
_LEAST, _MOST = 2, 5  # letters of a short name


def abbreviated_pairs(items: Sequence[Written], mentions: Mentions, wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs, or as many as there are, of the claims of premises that name an organisation in full."""
    found = mentions([item.premise for item in items])
    made = [pair for item, mine in zip(items, found, strict=True) for pair in _of(item, mine, rng)]
    rng.shuffle(made)
    return made[:wanted]


def _of(item: Written, mine: Sequence[tuple[str, str]], rng: random.Random) -> Iterator[Pair]:
    names = [name for name, kind in dict.fromkeys(mine) if kind == "organisation" and item.premise.count(name)]
    rng.shuffle(names)
    for name in names:
        short = short_name(name)
        if not short or re.search(rf"\b{short}\b", item.premise):
            continue
        first, rest = item.premise.split(name, 1)
        premise = f"{first}{name} ({short}){rest.replace(name, short)}"
        for claim, target in item.claims:
            if name in claim:
                yield Pair("abbreviated", premise, claim if rng.random() < 0.5 else claim.replace(name, short), target)
        return


def short_name(name: str) -> str:
    """Its initials; empty where it has none."""
    words = [word for word in name.split() if word not in _LEFT_OUT]
    capitals = "".join(word[0] for word in words)
    fits = _LEAST <= len(capitals) <= _MOST and capitals.isascii()
    return capitals if fits and capitals.isalpha() and capitals.isupper() else ""
