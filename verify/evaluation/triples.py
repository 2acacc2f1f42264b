"""When a triple that was extracted is a triple of the gold.

1. heads agree, and tails: the F1 of their words without articles is at least 0.8, their numbers are the same;
2. the relations share content: at least half of the content words (Chinese: characters) of the shorter one; "is" and
   its forms are one relation, "has" and its forms another;
3. both triples are negated equally often;
4. order counts, but a passive with its agent says the same as the active: ("Python", "was created by", "Guido") and
   ("Guido", "created", "Python").

Each triple is matched once, and so that the most pairs are had.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.text.word_lists import word_set

from .assignment import maximum_matching
from .wording import negations, numbers_of, overlap_f1, term_words, wording

TERM_THRESHOLD = 0.8
RELATION_SHARE = 0.5

Triple = tuple[str, str, str]
"""(head, relation, tail)"""

_passive = re.compile(
    r"^(?P<before>(?:\w+ )*?)(?:is|are|was|were|be|been|being) (?P<verb>(?:\w+ )*?\w+) by$", re.IGNORECASE
)
_be = word_set("is are was were be been being am 是 为 系")
_have = word_set("has have had having 有")
_relation_words = re.compile(r"[^\W\d_]+")
_chinese_function = re.compile("[于在由被为是了着过的到自从至对向将会把给与和以]")
_han = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class TripleForms:
    """A triple as it is shown and, where its extractor gives one, in its normal form; either may match."""

    shown: Triple
    normal: Triple | None = None


def match_triples(predicted: Sequence[TripleForms], gold: Sequence[Triple], lang: str) -> list[tuple[int, int]]:
    """Pairs (index in `predicted`, index in `gold`) of triples that say the same, each triple at most once."""
    meant = [_forms(TripleForms(one)) for one in gold]
    partners = []
    for one in predicted:
        said = _forms(one)
        partners.append(
            [index for index, forms in enumerate(meant) if any(_same(a, b, lang) for a in said for b in forms)]
        )
    return maximum_matching(partners)


def _forms(triple: TripleForms) -> list[Triple]:
    given = [triple.shown] if triple.normal is None else [triple.shown, triple.normal]
    return given + [turned for one in given if (turned := _active(one)) is not None]


def _active(triple: Triple) -> Triple | None:
    """The active form of a passive with an agent; None for any other triple."""
    head, relation, tail = triple
    found = _passive.match(relation.strip())
    return (tail, found["before"] + found["verb"], head) if found else None


def _same(left: Triple, right: Triple, lang: str) -> bool:
    return (
        len(negations(" ".join(left))) == len(negations(" ".join(right)))
        and _same_term(left[0], right[0])
        and _same_term(left[2], right[2])
        and _same_relation(left[1], right[1], lang)
    )


def _same_term(left: str, right: str) -> bool:
    words, others = term_words(left), term_words(right)
    if not words or not others:
        return left.strip().casefold() == right.strip().casefold()
    return numbers_of(left) == numbers_of(right) and overlap_f1(words, others) >= TERM_THRESHOLD


def _same_relation(left: str, right: str, lang: str) -> bool:
    words, others = _relation_content(left, lang), _relation_content(right, lang)
    if not words or not others:
        return not words and not others and _copula(left) == _copula(right)
    return len(words & others) >= RELATION_SHARE * min(len(words), len(others))


def _relation_content(relation: str, lang: str) -> frozenset[str]:
    if _han.search(relation):
        return frozenset(term_words(_chinese_function.sub("", relation)))
    return wording(relation, lang).content


def _copula(relation: str) -> str:
    """What a relation without content words is: a form of be, of have, or its own words."""
    words = _relation_words.findall(relation.casefold())
    if _have.intersection(words):
        return "have"
    return "be" if _be.intersection(words) else " ".join(words)
