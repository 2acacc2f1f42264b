"""A triple as a sentence of its language: ("Python", "created by", "Guido") -> "Python was created by Guido."."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..text.word_lists import word_set
from .english.lexicon import EVENT_PARTICIPLES
from .english.morphology import article, past_forms, plural_noun, plural_verb, possessive, present_forms
from .verbalise_chinese import verbalise_chinese

_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_BE = frozenset({"is", "are", "was", "were", "be", "been", "am"})
_HELPERS = _BE | word_set(
    """
    has have had do does did can could will would shall should may might must isn't aren't wasn't weren't not
    never
    """
)
_PREPOSITIONS = word_set(
    """
    of in on at by for from to with as into onto over under near between among about against through during since
    until after before within without than along across around behind beside beyond inside outside toward towards
    via
    """
)

# Relations named by a noun or a code, as knowledge bases do, and the words that make a sentence of them.
_PHRASES: Mapping[str, str] = {
    "instance of": "is {a}",
    "subclass of": "is a kind of",
    "type": "is {a}",
    "is a": "is {a}",
    "isa": "is {a}",
    "date of birth": "was born on",
    "birth date": "was born on",
    "birth year": "was born in",
    "place of birth": "was born in",
    "birth place": "was born in",
    "birthplace": "was born in",
    "date of death": "died on",
    "death date": "died on",
    "place of death": "died in",
    "death place": "died in",
    "country of citizenship": "is a citizen of",
    "citizenship": "is a citizen of",
    "educated at": "was educated at",
    "alma mater": "studied at",
    "employer": "works for",
    "works at": "works at",
    "spouse": "is married to",
    "married to": "is married to",
    "inception": "was founded in",
    "founding date": "was founded in",
    "foundation date": "was founded in",
    "date founded": "was founded in",
    "headquarters location": "is headquartered in",
    "headquarters": "is headquartered in",
    "headquarter": "is headquartered in",
    "located in the administrative territorial entity": "is located in",
    "located in": "is located in",
    "location": "is located in",
    "country": "is in",
    "made from material": "is made of",
    "part of": "is part of",
    "has part": "has",
    "has part(s)": "has",
    "opposite of": "is the opposite of",
    "also known as": "is also known as",
    "alias": "is also known as",
    "programming language": "is written in",
    "written in": "is written in",
    "publication date": "was published on",
    "genre": "belongs to the genre",
    "followed by": "is followed by",
    "follows": "follows",
    "based in": "is based in",
    "based on": "is based on",
    "known for": "is known for",
    "used for": "is used for",
    "used in": "is used in",
    "use": "is used for",
    "same as": "is the same as",
    "different from": "is different from",
    "occupation": "is {a}",
    "profession": "is {a}",
    "age": "is aged",
    "height": "has a height of",
    "area": "has an area of",
    "population": "has a population of",
    "revenue": "has a revenue of",
    "price": "costs",
    "cost": "costs",
    "website": "has the website",
}
_INTRANSITIVE = word_set(
    """
    worked lived died moved studied played served joined graduated arrived participated competed retired resigned
    belonged occurred happened emerged appeared collaborated travelled traveled returned ended started
    """
)
_YEAR = re.compile(r"\d{4}")
_STATES = word_set(
    """
    located based situated known used made written called headquartered composed derived named related connected
    """
)


def verbalise(head: str, relation: str, tail: str, lang: str) -> str:
    """One sentence that says what the triple says; relations may come in snake_case, camelCase or as a noun."""
    head, tail = head.strip(), tail.strip().rstrip(".。")
    words = " ".join(_CAMEL.sub(" ", relation.strip()).replace("_", " ").replace("-", " ").split())
    if _CAMEL.search(relation) or "_" in relation:
        words = words.lower()
    if lang == "zh":
        return verbalise_chinese(head, words, tail)
    text = " ".join(part for part in (head, _english(head, words, tail), tail) if part)
    noun = _noun_relation(words)
    if noun:
        text = f"{possessive(head)} {noun} {_verb_to_be(noun)} {tail}"
    return text[:1].upper() + text[1:] + "."


def _english(head: str, relation: str, tail: str) -> str:
    """The relation as a verb phrase that stands between the two."""
    words = relation.split()
    folded = relation.lower()
    if not words:
        return "is"
    if folded in _PHRASES:
        return _agreeing(_filled(_PHRASES[folded], tail), head)
    first, last = words[0].lower(), words[-1].lower()
    be = "are" if plural_noun(head) else "is"
    if first == "not" and len(words) > 1:
        verb, _, rest = _english(head, " ".join(words[1:]), tail).partition(" ")
        return f"{verb} not {rest}".strip() if verb in _HELPERS else relation
    passive = last in _PREPOSITIONS and _is_participle(first) and first not in _INTRANSITIVE
    if first in _HELPERS or (not passive and (first in present_forms() or first in past_forms())):
        return relation
    if _is_participle(first) or (len(words) > 1 and first.endswith("ly") and _is_participle(words[1].lower())):
        was = "were" if plural_noun(head) else "was"
        return f"{was if _happened(words, tail) else be} {relation}"
    if first in _PREPOSITIONS:
        return f"{be} {relation}"
    if last in _PREPOSITIONS and len(words) > 1:
        return f"{be} {_with_article(words)}"
    return relation


def _agreeing(phrase: str, head: str) -> str:
    """ "is located in" of several things: "are located in"."""
    if not plural_noun(head):
        return phrase
    first, _, rest = phrase.partition(" ")
    return f"{plural_verb(first, first, '')} {rest}".strip()


def _filled(phrase: str, tail: str) -> str:
    if "{a}" in phrase:
        named = tail[:1].isupper() or tail.split(" ", 1)[0].lower() in {"a", "an", "the"} or plural_noun(tail)
        return " ".join(phrase.replace("{a}", "" if named else article(tail)).split())
    if phrase.endswith(" on") and not re.search(r"[A-Za-z]|\d{4}-\d", tail):
        return phrase[:-2] + "in"
    return phrase


def _with_article(words: list[str]) -> str:
    """ "creator of" -> "the creator of", "member of" -> "a member of", "similar to" stays."""
    first = words[0].lower()
    if first in {"the", "a", "an", "one", "part"} or words[-1].lower() != "of":
        return " ".join(words)
    if first in {
        "member",
        "citizen",
        "native",
        "resident",
        "subsidiary",
        "kind",
        "type",
        "brand",
        "supplier",
        "division",
    }:
        return f"{article(first)} {' '.join(words)}"
    return f"the {' '.join(words)}"


def _is_participle(word: str) -> bool:
    if word in _STATES or word in {
        "born",
        "built",
        "written",
        "held",
        "led",
        "run",
        "sold",
        "bought",
        "made",
        "won",
        "founded",
    }:
        return True
    return word.endswith("ed") and len(word) > 4


def _happened(words: list[str], tail: str) -> bool:
    """Whether the relation tells of an event, which is past, and not of a state."""
    first = words[0].lower()
    if first in _STATES and words[-1].lower() != "by":
        return bool(_YEAR.fullmatch(tail)) and first not in {"located", "situated", "based"}
    stem = first[:-2] if first.endswith("ed") else first
    event = (
        stem in EVENT_PARTICIPLES
        or stem + "e" in EVENT_PARTICIPLES
        or first in {"born", "built", "founded", "sold", "bought", "won"}
    )
    return event or words[-1].lower() == "by" or bool(_YEAR.search(tail))


def _noun_relation(relation: str) -> str:
    """ "capital", "chief executive officer": a relation that is a bare noun, told as something that the head has."""
    words = relation.lower().split()
    if not words or relation.lower() in _PHRASES or len(words) > 4:
        return ""
    first, last = words[0], words[-1]
    if (
        first in _HELPERS
        or first in present_forms()
        or first in past_forms()
        or last in _PREPOSITIONS
        or first in _PREPOSITIONS
    ):
        return ""
    if any(word in _PREPOSITIONS or _is_participle(word) for word in words) and " of " not in f" {' '.join(words)} ":
        return ""
    if last.endswith(("s", "ed", "ing")) and len(words) == 1 and not last.endswith("ss"):
        return ""
    return relation


def _verb_to_be(noun: str) -> str:
    return "are" if plural_noun(noun) else "is"
