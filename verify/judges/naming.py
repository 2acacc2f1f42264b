"""The claim's own name where evidence leaves it to a pronoun or to half of it, for a model that takes "he" or "McGraw"
beside "Tim McGraw" for somebody else."""

from __future__ import annotations

import re
from functools import lru_cache

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.text.common_words import COMMON_WORDS
from claimgraph.ingest.text.english_names import english_names
from claimgraph.ingest.text.gazetteer import NAME_HEADS, ORGANISATION_HEADS, ORGANISATIONS, PLACE_HEADS, PLACES
from claimgraph.ingest.text.openings import opening_name, opening_pronoun
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.ingest.text.words import content_words

_MAYBE_PERSONS = (EntityType.PERSON, EntityType.NAME)
_HEADS = frozenset(NAME_HEADS) | frozenset(ORGANISATION_HEADS) | frozenset(PLACE_HEADS)
_NO_SURNAMES = _HEADS | frozenset(PLACES) | frozenset(ORGANISATIONS)
_MOST_PARTS = 3  # of a person's name
_LEAST = 3  # letters of a surname


def named(statement: str, lang: str, claim: str, premise: str) -> str | None:
    """The statement with the name that the claim opens with in the place of the pronoun that it opens with itself.

    None where it opens with none, or the claim with no name, or where any word of the name stands in the premise.
    """
    pronoun = opening_pronoun(statement, lang)
    name = opening_name(claim, lang) if pronoun else None
    if pronoun is None or name is None or _speaks_of(premise, name, lang) or _speaks_of(statement, name, lang):
        return None
    owner = ("的" if lang == "zh" else "'s") if pronoun.owner else ""
    return f"{statement[: pronoun.start]}{name}{owner}{statement[pronoun.end :]}"


def _speaks_of(text: str, name: str, lang: str) -> bool:
    if lang == "zh":
        return name in text
    told = {word.norm for word in content_words(text, lang)}
    return any(word.norm in told for word in content_words(name, lang))


def with_full_names(premise: str, claim: str) -> str:
    """The premise with the claim's names of persons in full where their last part stands alone in it.

    Not where the premise has another part of the name, or the last part within another name or as a common word.
    """
    for name in _names_of(claim):
        last = name.rsplit(" ", 1)[1]
        if last in premise:
            premise = _completed(premise, name, last)
    return premise


@lru_cache(maxsize=16_384)
def _names_of(claim: str) -> tuple[str, ...]:
    """Names of two or three parts that may be a person's."""
    found = []
    for start, end, kind in english_names(claim):
        parts = claim[start:end].split()
        if kind in _MAYBE_PERSONS and 2 <= len(parts) <= _MOST_PARTS and _is_surname(parts[-1]):
            found.append(" ".join(parts))
    return tuple(dict.fromkeys(found))


def _is_surname(part: str) -> bool:
    letters = part.replace("'", "").replace("’", "")
    return len(part) >= _LEAST and letters.isalpha() and not part.isupper() and part not in _NO_SURNAMES


def _completed(premise: str, name: str, last: str) -> str:
    said = {word.rstrip(".'’").removesuffix("'s").removesuffix("’s") for word in _WORD.findall(premise)}
    if f" {last.lower()}" in premise or not said.isdisjoint(name.split(" ")[:-1]):
        return premise
    alone = [one for one in _NAMED.finditer(premise) if one[1] == last]
    if not alone or not all(_stands_alone(premise, one.start(), one.end(1)) for one in alone):
        return premise
    ends = [0, *(one.end(1) for one in alone)]
    kept = [premise[end : one.start()] for end, one in zip(ends, alone, strict=False)]
    return "".join(f"{before}{name}" for before in kept) + premise[ends[-1] :]


_WORD = re.compile(r"[\w'’.-]+")
_NAMED = re.compile(r"(?<![\w'’.-])([^\W\d_](?:(?!['’]s\b)[\w'’])*)(?![\w-])")
_AFTER = re.compile(r",?\s+([^\W\d_])")
_PARTICLES = word_set(
    "van von de den der da di du del della dos la le al el bin ibn ter ten zu at in near from outside the"
)
"""What stands before a last name within a name, or before a place: Ludwig van Beethoven, the plant at Brenn."""


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no other word of a name is beside it: neither before it, but for a title that anybody may have or a word
    that only opens the sentence, nor after it. A common word that opens a sentence is no name."""
    after = _AFTER.match(text, end)
    if after is not None and after[1].isupper():
        return False
    before = text[max(0, start - _FARTHEST) : start].rstrip("\"'“‘([").split()[-1:]
    if not before or before[0][-1] in "!?:;。！？":
        return text[start:end].casefold() not in COMMON_WORDS
    word = before[0]
    if word in _OPENERS or word.rstrip(".") in _TITLES or word.endswith(","):
        return True
    if word.endswith("."):  # of a sentence, or an initial
        return not word[0].isupper() and text[start:end].casefold() not in COMMON_WORDS
    return word[0].islower() and word[-1].isalpha() and word not in _PARTICLES


_FARTHEST = 60  # characters that a word before a name is looked for in
_TITLES = frozenset({"Dr", "Professor"})
"""That a man and a woman of one last name may both have, one of them beside the other hardly ever."""

_OPENERS = frozenset(
    {
        "In", "On", "At", "By", "When", "While", "As", "After", "Before", "Since", "But", "And", "For", "With", "From",
        "Because", "Although", "If", "Then",
    }
)  # fmt: skip
