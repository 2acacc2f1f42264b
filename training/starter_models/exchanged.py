"""Claims in other words with a name, number or date exchanged: the right value against one that merely stands there.

The claims that were written for this project say what their premise says in other words. Where such a claim and its
premise share a mention x, and the premise holds another one y of the same kind, four pairs are made, with "x|y" for the
text in which x and y have changed places:

    premise, claim           entailed
    premise, claim x|y       not entailed
    premise x|y, claim       not entailed
    premise x|y, claim x|y   entailed

so that neither the claim, nor the words that it shares with its premise, nor how it is worded gives the label away.
Half of the premises are cut to the few sentences that hold most of the claim's words, where there are such, as evidence
is cut at run time. With a y that the premise does not hold it is the same, y being put in x's place. Exchanged numbers
and dates contradict; exchanged names do not follow (whether they contradict depends on the sentence).
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimgraph.api.bootstrap import Models
from claimgraph.platform.settings import load_settings

from . import text
from .pairs import Pair
from .swaps import CONTRADICTED, ENTAILED, NOT_ENTAILED
from .written import Written

VALUES = ("number", "date")
NAMES = ("person", "organisation", "place")
TOGETHER = r"\s*(?:[,、]|,? ?\b(?:and|or|with|to)\b|[和与跟同及或])\s*"
"""Between two mentions of which one thing may be said: exchanging them may change nothing."""
WINDOW = 3  # sentences
BORNE = 0.8
"""The share of a claim's words that a window has to hold to stand for its premise."""
ABSENT = 0.4
"""How often what is exchanged may be something that the premise does not hold."""
_HAN = re.compile(r"[一-鿿]")
_CHINESE_SENTENCE = re.compile(r"[^。！？]+[。！？]*")
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")

Mentions = Callable[[Sequence[str]], list[list[tuple[str, str]]]]
"""Surface and kind of what is mentioned, a list a text."""


def mentions(texts: Sequence[str]) -> list[list[tuple[str, str]]]:
    """As the package finds them."""
    extractor = Models(load_settings()).mentions
    return [[(one.surface, str(one.type.value)) for one in found] for found in extractor.extract(texts)]


@dataclass(frozen=True, slots=True)
class _Exchange:
    kind: str
    places: Mapping[str, str]  # what is put in the place of what


def exchanged_pairs(items: Sequence[Written], mentions: Mentions, wanted: int, rng: random.Random) -> list[Pair]:
    """About `wanted` pairs, or as many as there are, four of each exchange; no claim twice before all were taken."""
    claims = [
        (window(item.premise, claim) if rng.random() < 0.5 else item.premise, claim)
        for item in items
        for claim, target in item.claims
        if target == ENTAILED
    ]
    texts = list(dict.fromkeys(one for pair in claims for one in pair))
    found = dict(zip(texts, mentions(texts), strict=True))
    everywhere: dict[str, list[str]] = defaultdict(list)
    for premise in dict.fromkeys(premise for premise, _ in claims):
        for surface, kind in found[premise]:
            everywhere[kind].append(surface)
    made: dict[tuple[str, str], Pair] = {}
    while len(made) < wanted:
        before = len(made)
        rng.shuffle(claims)
        for premise, claim in claims:
            options = list(_exchanges(premise, claim, found[premise], found[claim], everywhere, rng))
            if options and len(made) < wanted:
                for pair in _four(premise, claim, rng.choice(options)):
                    made.setdefault((pair.premise, pair.hypothesis), pair)
        if len(made) == before:
            break
    return list(made.values())


def window(premise: str, claim: str) -> str:
    """The fewest sentences in a row that hold most of the claim's words; the premise where no few of them do."""
    parts = sentences(premise)
    wanted = words(claim)
    for count in range(1, min(WINDOW, len(parts)) + 1):
        runs = [parts[at : at + count] for at in range(len(parts) - count + 1)]
        shares = [len(wanted & words(" ".join(run))) / max(1, len(wanted)) for run in runs]
        best = max(range(len(runs)), key=shares.__getitem__)
        if shares[best] >= BORNE:
            return ("" if _HAN.search(premise) else " ").join(runs[best])
    return premise


def sentences(told: str) -> list[str]:
    """Of an English or a Chinese text."""
    return [part for line in text.sentences(told) for part in _CHINESE_SENTENCE.findall(line)]


def words(told: str) -> set[str]:
    """Lower-cased words and numbers without stop words; of Chinese its characters."""
    return {*text.words(told), *_HAN.findall(told)}


def _four(premise: str, claim: str, one: _Exchange) -> Iterator[Pair]:
    target = CONTRADICTED if one.kind in VALUES else NOT_ENTAILED
    other_premise, other_claim = (_exchanged(told, one.places) for told in (premise, claim))
    for told, said, label in (
        (premise, claim, ENTAILED),
        (premise, other_claim, target),
        (other_premise, claim, target),
        (other_premise, other_claim, ENTAILED),
    ):
        yield Pair(f"exchanged_{one.kind}", told, said, label)


def _exchanges(
    premise: str,
    claim: str,
    held: Sequence[tuple[str, str]],
    claimed: Sequence[tuple[str, str]],
    everywhere: Mapping[str, Sequence[str]],
    rng: random.Random,
) -> Iterator[_Exchange]:
    for mine, kind in dict.fromkeys(claimed):
        if kind not in (*VALUES, *NAMES):
            continue
        others = [other for other, its in dict.fromkeys(held) if its == kind and other != mine]
        if rng.random() < ABSENT and everywhere.get(kind):
            others.append(rng.choice(everywhere[kind]))
        forms = [surface for surface, its in dict.fromkeys(held) if its == kind]
        for other in others:
            places = _names(kind, mine, other, forms) if kind in NAMES else _values(kind, mine, other)
            # Its first key is what the claim has: a figure may stand in a longer word of either, as in "50GB".
            if places and all(_holds(text, next(iter(places))) and _apart(text, places) for text in (premise, claim)):
                yield _Exchange(kind, places)


def _names(kind: str, mine: str, other: str, forms: Sequence[str]) -> dict[str, str] | None:
    """Every form of the one name, for a form of the other: a whole name for a whole one, a surname for a surname."""
    if set(mine.split()) & set(other.split()) or mine in other or other in mine:
        return None
    x, y = (_forms(kind, name, forms) for name in (mine, other))
    if set(x) & set(y):
        return None
    return {old: _form(old, new) for one, new in ((x, y), (y, x)) for old in one}


def _forms(kind: str, name: str, forms: Sequence[str]) -> list[str]:
    last = name.split()[-1]
    alike = [one for one in forms if one.split()[-1] == last]
    return list(dict.fromkeys([name, *alike, *([last] if kind == "person" else [])]))


def _form(old: str, others: Sequence[str]) -> str:
    longest = max(others, key=len)
    return longest if " " in old else longest.split()[-1]


def _values(kind: str, mine: str, other: str) -> dict[str, str] | None:
    """The figures of both where each has one, so that units stay; else both whole, where they are of one shape."""
    x, y = _FIGURE.findall(mine), _FIGURE.findall(other)
    if len(x) == len(y) == 1:
        return {x[0]: y[0], y[0]: x[0]} if x != y and _is_year(x[0]) is _is_year(y[0]) else None
    if x:
        alike = _FIGURE.sub("", mine) == _FIGURE.sub("", other)
    else:
        alike = kind == "date" and mine.isalpha() and other.isalpha()
    return {mine: other, other: mine} if alike and len(x) == len(y) and mine != other else None


def _is_year(figure: str) -> bool:
    return len(figure) == 4 and figure.isdigit() and figure[0] in "12"


def _apart(text: str, places: Mapping[str, str]) -> bool:
    """Whether no two of them are told of together, as in "A and B were born in Rome": exchanged, it is still so."""
    together = (re.escape(first) + TOGETHER + re.escape(second) for first, second in places.items())
    return not any(re.search(one, text) for one in together)


def _exchanged(text: str, places: Mapping[str, str]) -> str:
    longest_first = sorted(places, key=len, reverse=True)
    return re.sub("|".join(map(_bounded, longest_first)), lambda match: places[match.group()], text)


def _holds(text: str, surface: str) -> bool:
    return re.search(_bounded(surface), text) is not None


def _bounded(surface: str) -> str:
    """The surface where it is not a part of a longer word or figure."""
    before = r"(?<![0-9A-Za-z])(?<!\d[.,])" if surface[0].isascii() and surface[0].isalnum() else ""
    after = r"(?![0-9A-Za-z])(?![.,]\d)" if surface[-1].isascii() and surface[-1].isalnum() else ""
    return before + re.escape(surface) + after
