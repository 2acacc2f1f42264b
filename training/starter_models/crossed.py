"""Who did what: two statements of a text, tied together rightly and wrongly.

Of two statements that stand together ("exports grew by 4% while imports shrank by 7%", in one sentence or in
neighbours) each is entailed by itself; each subject with the other's predicate ("exports shrank by 7%") is not, though
every word of it stands there, in the same order. With the subjects exchanged in the premise it is the other way round,
so that neither a claim nor how likely it sounds gives the label away.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.platform.models.ports import Analysis, Token

from . import text
from .pairs import Pair
from .swaps import ENTAILED, NOT_ENTAILED

UNREAL = frozenset({"if", "unless", "until", "lest", "whether", "so", "that"})
"""Words that open a clause which is not told as a fact."""
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
MOST_SUBJECT, LEAST_PREDICATE, MOST_PREDICATE = 8, 2, 14  # words
_ASKED_OR_SAID = re.compile(r'\?$|["“”]')
AT_ONCE = 64  # texts that are analysed together


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement: its subject with the place of that in its sentence, and what is said of it."""

    subject: str
    start: int
    predicate: str
    plural: bool
    named: bool  # the subject keeps its capital wherever it stands


def crossed_pairs(premises: Sequence[str], wanted: int, rng: random.Random) -> list[Pair]:
    """`wanted` pairs, or as many as there are, eight of two statements."""
    order = list(premises)
    rng.shuffle(order)
    analyser = EnglishAnalyser()
    made: dict[tuple[str, str], Pair] = {}
    for start in range(0, len(order), AT_ONCE):
        texts = [text.sentences(premise) for premise in order[start : start + AT_ONCE]]
        analyses = iter(analyser.analyse([sentence for sentences in texts for sentence in sentences]))
        for sentences in texts:
            told = [clauses(next(analyses)) for _ in sentences]
            for pair in _of_text(sentences, told, rng):
                made.setdefault((pair.premise, pair.hypothesis), pair)
        if len(made) >= wanted:
            break
    return list(made.values())[:wanted]


def _of_text(sentences: Sequence[str], told: Sequence[Sequence[Clause]], rng: random.Random) -> Iterator[Pair]:
    """Of every sentence at most one pair of statements: both its own, or one its own and one of the next."""
    for at, mine in enumerate(told):
        following = told[at + 1] if at + 1 < len(told) else ()
        options = [(at, first, at, second) for first in mine for second in mine if first.start < second.start]
        options += [(at, first, at + 1, second) for first in mine for second in following]
        options = [one for one in options if _can_change(one[1], one[3])]
        if options:
            yield from _eight(sentences, *rng.choice(options), around=rng.random() < 0.5)


def _can_change(first: Clause, second: Clause) -> bool:
    subjects = first.subject.lower(), second.subject.lower()
    return (
        first.plural is second.plural
        and subjects[0] not in subjects[1]
        and subjects[1] not in subjects[0]
        and first.predicate.lower() != second.predicate.lower()
    )


def _eight(
    sentences: Sequence[str], at: int, first: Clause, other: int, second: Clause, *, around: bool
) -> Iterator[Pair]:
    here = list(sentences[at : other + 1])
    turned = list(here)
    turned[-1] = _with_subject(turned[-1], second, first)
    turned[0] = _with_subject(turned[0], first, second)
    before, after = (sentences[max(0, at - 1) : at], sentences[other + 1 : other + 2]) if around else ((), ())
    premise, changed = (" ".join([*before, *told, *after]) for told in (here, turned))
    for subject, predicate in ((first, first), (second, second), (first, second), (second, first)):
        claim = f"{_capital(subject.subject)} {predicate.predicate}."
        right = subject is predicate
        yield Pair("crossed", premise, claim, ENTAILED if right else NOT_ENTAILED)
        yield Pair("crossed", changed, claim, NOT_ENTAILED if right else ENTAILED)


def _with_subject(sentence: str, clause: Clause, other: Clause) -> str:
    """The sentence with the other clause's subject in the place of this one's."""
    first = clause.start == 0 or sentence[: clause.start].rstrip()[-1:] in ".!?"
    new = _capital(other.subject) if first or other.named else other.subject[:1].lower() + other.subject[1:]
    return sentence[: clause.start] + new + sentence[clause.start + len(clause.subject) :]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def clauses(analysis: Analysis) -> list[Clause]:
    """The statements of a sentence that tell a fact of something that is named or described: that of its root, and
    those beside it. None of what is asked or said by somebody, and none with a pronoun."""
    tokens = analysis.tokens
    root = next((place for place, token in enumerate(tokens) if token.head == place), None)
    if root is None or not analysis.has_tree or _ASKED_OR_SAID.search(analysis.text):
        return []
    beside = [
        place
        for place, token in enumerate(tokens)
        if token.head == root and place != root and token.dep.split(":")[0] in ("conj", "advcl", "parataxis")
    ]
    inner = [_below(tokens, place) for place in beside]
    whole = _below(tokens, root).difference(*inner)
    made = [_clause(analysis, place, places) for place, places in ((root, whole), *zip(beside, inner, strict=True))]
    return [one for one in made if one is not None]


def _below(tokens: Sequence[Token], top: int) -> set[int]:
    found = {top}
    while more := {place for place, token in enumerate(tokens) if token.head in found} - found:
        found |= more
    return found


def _clause(analysis: Analysis, verb: int, places: set[int]) -> Clause | None:
    tokens = analysis.tokens
    mine = sorted(places)
    marks = [tokens[place].lemma for place in mine if tokens[place].head == verb and tokens[place].dep == "mark"]
    if not UNREAL.isdisjoint(marks):
        return None
    while mine and tokens[mine[0]].dep in ("cc", "mark", "punct"):
        mine.pop(0)
    while mine and tokens[mine[-1]].dep in ("cc", "punct"):
        mine.pop()
    subjects = [place for place in mine if tokens[place].head == verb and tokens[place].dep.startswith("nsubj")]
    if len(subjects) != 1 or not _whole(mine):
        return None
    head = subjects[0]
    subject = sorted(_below(tokens, head))
    predicate = [place for place in mine if place not in set(subject)]
    if (
        not _whole(subject)
        or not _whole(predicate)
        or subject[0] != mine[0]
        or tokens[head].pos not in ("NOUN", "PROPN")
        or len(subject) > MOST_SUBJECT
        or not LEAST_PREDICATE <= len(predicate) <= MOST_PREDICATE
        or not any(tokens[place].tag in FINITE for place in predicate)
        or any(tokens[place].pos == "PRON" for place in (*subject, *predicate))
    ):
        return None
    several = any(tokens[place].head == head and tokens[place].dep == "conj" for place in subject)
    return Clause(
        _cut(analysis, subject),
        tokens[subject[0]].start,
        _cut(analysis, predicate),
        several or tokens[head].tag in ("NNS", "NNPS"),
        tokens[subject[0]].pos == "PROPN",
    )


def _whole(places: Sequence[int]) -> bool:
    """Whether the words stand next to each other."""
    return bool(places) and places[-1] - places[0] + 1 == len(places)


def _cut(analysis: Analysis, places: Sequence[int]) -> str:
    return analysis.text[analysis.tokens[places[0]].start : analysis.tokens[places[-1]].end]
