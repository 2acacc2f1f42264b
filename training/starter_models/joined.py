"""Claims that say two or three things: single claims of one premise, tied together into one.

A model that has learnt from single claims goes by the part that it knows best. A joined claim follows where each of its
parts does, is contradicted where one is, and stays open otherwise; a right one comes with a wrong one of which only one
part is another (`contradicted` claim for claim beside `entailed`, as the later files have them).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from claimgraph.ingest.text.word_lists import word_set

from .pairs import Pair
from .swaps import CONTRADICTED, ENTAILED, NEUTRAL
from .written import Written

TIES = {"en": (", and ", ", and ", ", while ", "; ", ". "), "zh": ("，", "，", "，而", "；", "。")}
_SMALL = word_set(
    """
    the a an it he she they his her their its this that these those there in on at by for from more fewer less most all
    some no none nobody nothing one two three both neither only of after before during until anyone everyone every each
    not within half about what when whoever whether because since under with without
    """
)
"""English words that are written small within a sentence."""
_STOP = re.compile(r"[.!;。！；]$")
THIRD = 0.2  # of the claims have a third part
OPEN = 0.4  # so many of the right claims come with one that stays open
ROUNDS = 2  # how often each item is drawn from


def joined_pairs(items: Sequence[Written], lang: str, wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs, or as many as there are: of each item a right claim, a wrong one and now and then an open one."""
    order = list(items) * ROUNDS
    rng.shuffle(order)
    made = dict.fromkeys(pair for item in order for pair in _of(item, lang, rng))
    return list(made)[:wanted]


def _of(item: Written, lang: str, rng: random.Random) -> Iterator[Pair]:
    right, wrong, unsaid = (_claims(item, target) for target in (ENTAILED, CONTRADICTED, NEUTRAL))
    many = 3 if rng.random() < THIRD else 2
    if len(right) < many:
        return
    places = rng.sample(range(len(right)), many)
    changed = rng.randrange(many)
    parts = [right[place] for place in places]
    tie = rng.choice(TIES[lang])
    twin = places[changed] if len(wrong) == len(right) else rng.randrange(len(wrong))
    variants = [(ENTAILED, right[places[changed]]), (CONTRADICTED, wrong[twin])]
    if rng.random() < OPEN:
        variants.append((NEUTRAL, rng.choice(unsaid)))
    for target, part in variants:
        said = [*parts[:changed], part, *parts[changed + 1 :]]
        yield Pair("joined", item.premise, joined(said, tie, lang, item.premise), target)


def _claims(item: Written, target: int) -> list[str]:
    return [claim for claim, its in item.claims if its == target]


def joined(parts: Sequence[str], tie: str, lang: str, premise: str) -> str:
    """One claim of all parts. An English part whose first word may be a name begins a sentence of its own."""
    first, *others = parts
    text = _STOP.sub("", first)
    for part in others:
        if lang == "zh":
            text += tie + _STOP.sub("", part)
        elif tie != ". " and _is_small(part, premise):
            text += tie + part[0].lower() + _STOP.sub("", part[1:])
        else:
            text += ". " + _STOP.sub("", part)
    stop = "." if lang == "en" else "。"
    return text + stop if _STOP.search(parts[0]) else text


def _is_small(part: str, premise: str) -> bool:
    """Whether the first word is written small inside a sentence: it is such a word, or the premise writes it so."""
    word = part.split(" ", 1)[0].rstrip(",")
    return word.lower() in _SMALL or word.islower() or re.search(rf"\b{re.escape(word.lower())}\b", premise) is not None
