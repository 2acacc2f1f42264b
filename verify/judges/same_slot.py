"""Whether a name of the evidence can be the value of the very slot that a name of the claim fills.

Two names may stand beside the same words and yet not rule each other out: an origin and a person ("an American",
"Lars Trier"), an owner and what is owned, two names of one thing ("Moore, known professionally as Pink"), and a subject
that the evidence leaves to a pronoun ("It was discovered by Dempster" of "Uranium was discovered").
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

from claimgraph.ingest.text.word_lists import word_set

from .edges import is_edge
from .lexicon_english import DEMONYMS
from .words_chinese import is_one_bearer

_BRACKETS = word_set("lrb rrb lsb rsb lcb rcb")
"""How the Penn Treebank writes brackets, and with it many published sets: -LRB-."""

_POSSESSIVE = re.compile(r"\s?['’]s?(?=\s|$)")
_OF_OR_BY = re.compile(r"\b(?:of|by)\s+(?:the\s+)?$", re.IGNORECASE)
_OPENS_WITH_PRONOUN = re.compile(
    r"\s*(?:[#*\-–—\"'“”‘’`(\[]\s*)*(?:it|he|she|they|his|her|its|their)\b(?!['’])"
    r"|\s*(?:[他她它其]|该|此)",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby\s+(?:the\s+)?$|[由被]$", re.IGNORECASE)
_PARTICIPLE = r"(?:\w+ly\s+)?\w{2,}(?:ed|en|wn|ung|ade|uilt|old|eld|id|ught)\b"
_PASSIVE = re.compile(rf"\b(?:is|are|was|were|been|being)\s+{_PARTICIPLE}|[由被]")
_PASSIVE_NEXT = re.compile(
    r"\s+(?:(?:has|have|had|will|would|can|could|may|might|must|should)\s+)?(?:is|are|was|were|be|been|being)\s+"
    rf"(?:being\s+)?{_PARTICIPLE}"
)
_LETTERS = re.compile(r"[\W_]|[\u0300-\u036f]")
_LEAST_SPELLED, _ALIKE = 7, 0.85
_LONGEST_LINK = 60
_BRACKETED = r"(?:\s*\([^()]*\))?"
_ALSO = (
    r"(?:(?:(?:better|best|also|commonly|often|widely|formerly|originally|professionally|simply|sometimes|usually|now"
    r"|previously|frequently)\s+)*(?:known|called|nicknamed|named|styled|stylized|stylised|abbreviated|shortened"
    r"|referred\s+to|billed|credited|dubbed|titled|born|a\.?k\.?a\.?|alias|n[ée]e)\b"
    r"(?:\s+(?:professionally|collectively|simply|locally|informally|formally|at\s+birth))?(?:\s+(?:as|to))?)"
)
_LINK = re.compile(
    rf"{_BRACKETED}\s*[,(;]*\s*(?:{_ALSO}|or)\s+(?:the\s+|a\s+)?[\"“‘'`]*\s*|\s*\(\s*(?:the\s+)?[\"“‘'`]*\s*"
    rf"|\s*[（(]?\s*[，,]?\s*(?:又名|又称|亦称|也称|也叫|原名|本名|俗称|简称|别名|全名|全称|笔名|艺名|即)\s*[“《「]?\s*",
    re.IGNORECASE,
)


def cannot_be_exchanged(claim: str, start: int, end: int, window: str, other_start: int, other_end: int) -> bool:
    """Whether the names `claim[start:end]` and `window[other_start:other_end]` do not rule each other out."""
    name, other = claim[start:end], window[other_start:other_end]
    if _is_bracket(other) or _is_bracket(name) or are_spelled_alike(name, other) or is_one_bearer(name, other):
        return True
    if is_origin(name) != is_origin(other) or _is_office(name) != _is_office(other):
        return True
    if _is_done_to(claim, start, end) and _BY.search(window, max(0, other_start - 10), other_start):
        return True
    if _owns(claim, start, end) and not _is_owner(window, other_start, other_end):
        return True
    return are_two_names(name, other, window) or _is_left_to_a_pronoun(claim, start, end, window, other_start)


@lru_cache(maxsize=16_384)
def is_origin(name: str) -> bool:
    """ "American", "the French": where somebody or something is from."""
    word = name.casefold().removeprefix("the ")
    return word in DEMONYMS or word.endswith(("asian", "african"))


@lru_cache(maxsize=16_384)
def are_spelled_alike(one: str, other: str) -> bool:
    """Whether two Latin names differ by accents, hyphens or a letter: "Vásquez" and "Vazquez", "Paterson"."""
    left, right = (_LETTERS.sub("", unicodedata.normalize("NFKD", name).casefold()) for name in (one, other))
    if not left.isascii() or not right.isascii() or left[:1] != right[:1]:
        return False
    if left == right or any(char.isdigit() for char in left + right):
        return left == right
    return min(len(left), len(right)) >= _LEAST_SPELLED and SequenceMatcher(None, left, right).ratio() >= _ALIKE


_OFFICES = word_set("ceo cto cfo coo cmo cio cso ciso vp svp evp md mp mep phd mba gp hr")


def _is_office(name: str) -> bool:
    """ "CEO", "CTO": what somebody is, and nobody's name."""
    return name.casefold().removeprefix("the ") in _OFFICES


def _is_bracket(name: str) -> bool:
    return any(word.casefold() in _BRACKETS for word in re.findall(r"\w+", name))


def _is_done_to(claim: str, start: int, end: int) -> bool:
    """Whether the name is the subject of a passive: "Moonlight was directed by a Dane" is answered by no "by Lars"."""
    opens = claim[:start].strip(" \"'“‘`").casefold() in ("", "the")
    return opens and bool(_PASSIVE_NEXT.match(claim, end))


def _owns(text: str, start: int, end: int) -> bool:
    return text[start:end].endswith(("'s", "’s")) or bool(_POSSESSIVE.match(text, end))


def _is_owner(text: str, start: int, end: int) -> bool:
    """ "Ann's novel", "the novel of Ann", "the novel by Ann"."""
    return _owns(text, start, end) or bool(_OF_OR_BY.search(text, max(0, start - 8), start))


@lru_cache(maxsize=16_384)
def are_two_names(one: str, other: str, text: str) -> bool:
    """Whether the text gives one thing both names: "A, also known as B", "A (B)", "A or B", A又名B."""
    folded, pair = text.casefold(), (one.casefold(), other.casefold())
    if len(folded) != len(text) or not all(pair) or not all(name in folded for name in pair):
        return False
    for first, second in (pair, pair[::-1]):
        at = folded.find(first)
        while at >= 0:
            end = at + len(first)
            if is_edge(text, at) and _goes_on_to(folded, text, end, second):
                return True  # "Marion" and "Smith" of "Marion Elizabeth Smith"
            then = folded.find(second, end, end + _LONGEST_LINK + len(second))
            if then >= 0 and _LINK.fullmatch(text, end, then):
                return True
            at = folded.find(first, end)
    return False


_LONGEST_MIDDLE = 60
_MIDDLE_NAMES = re.compile(r"(?: [A-Z][\w.'-]*){0,3} ")


def _goes_on_to(folded: str, text: str, end: int, name: str) -> bool:
    """Whether after at most three middle names this one follows."""
    farthest = end + _LONGEST_MIDDLE + len(name)
    then = folded.find(name, end, farthest) if text.startswith(" ", end) else -1
    while then >= 0:
        if is_edge(text, then + len(name)) and _MIDDLE_NAMES.fullmatch(text, end, then):
            return True
        then = folded.find(name, then + 1, farthest)
    return False


_SUBJECT_LEADS = frozenset({"", "by", "由", "被"})
_PLACE_LEADS = word_set(
    """
    in at near from 在 于 至 到 to into of
    """
)


def leads_agree(one: str, other: str, lang: str, *, places: bool = True) -> bool:
    """Whether what stands behind these prepositions ("" for none) may fill one role: a subject and an agent; where
    both may be `places`, "in" and "near". Chinese often has none."""
    both = {one, other}
    return one == other or both <= _SUBJECT_LEADS or (places and both <= _PLACE_LEADS) or (lang == "zh" and "" in both)


def are_short_and_full(one: str, other: str) -> bool:
    """Whether two first names may be one: "Chris" and "Christopher", "J." and "John"."""
    short, full = sorted((one.casefold().rstrip("."), other.casefold().rstrip(".")), key=len)
    return full.startswith(short) if len(short) == 1 else len(short) >= 3 and short[:3] == full[:3]


def _is_left_to_a_pronoun(claim: str, start: int, end: int, window: str, other_start: int) -> bool:
    """Whether the claim opens with the name and the evidence's sentence with a pronoun, which may well stand for it."""
    if claim[:start].strip(" \"'“‘`").casefold() not in ("", "the"):
        return False
    opening = max(window.rfind(mark, 0, other_start) for mark in (". ", "! ", "? ", "\n", "。", "！", "？")) + 1
    if not _OPENS_WITH_PRONOUN.match(window, opening) or claim[start:end].casefold() in window.casefold():
        return False
    turned = _BY.search(window, max(opening, other_start - 10), other_start)
    return not turned or bool(_PASSIVE.search(claim, end))
