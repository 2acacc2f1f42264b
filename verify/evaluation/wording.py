"""What a claim's or a term's words are when they are compared with those of another one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from claimgraph.ingest.text.language import HAN
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.ingest.text.words import content_words, normal_form

_han = re.compile(rf"[{HAN}]")
_plain = re.compile(rf"[{HAN}]|\d+(?:[.,:/]\d+)*|(?:(?![{HAN}])[^\W_])+(?:['’](?:(?![{HAN}])[^\W\d_])+)*%?")

_NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|nobody|nothing|nowhere|cannot)\b|n['’]t\b", re.IGNORECASE
)
_CHINESE_NEGATIONS = re.compile("[不没未无勿]")
_MODALS = re.compile(r"\b(?:may|might|must|can|could|should|shall|ought)(?=n['’]t\b|not\b|\b)", re.IGNORECASE)
_CHINESE_MODALS = re.compile("必须|应当|应该|可以|能够|不得|[须可能]")
_SAME_MODAL = {"可以": "可", "能够": "能", "必须": "须", "应该": "应当"}
_NUMBER_WORDS = word_set(
    """
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion half dozen
    """
)
_CHINESE_NUMERALS = frozenset("二两三四五六七八九十百千万亿")  # not 一: 一种, 一个
_articles = word_set("a an the its his her their our my your")
_measure = re.compile("^一[种个款门家位名座项部套份]")


@dataclass(frozen=True, slots=True)
class Wording:
    """What two claims must share.

    `content` are the stems of content words, for Chinese the characters of content words: where a segmenter cuts
    depends on what stands around. Function words are not in it. `fixed` counts what must agree to the last one:
    numbers, negations and modal verbs.
    """

    content: frozenset[str]
    fixed: Counter[str]


@lru_cache(maxsize=8_192)
def wording(text: str, lang: str) -> Wording:
    content: set[str] = set()
    for word in content_words(text, lang):
        content.update(word.norm if _han.match(word.norm) else [word.norm])
    fixed = _numbers(text)
    fixed["<negation>"] = len(negations(text))
    for found in [*_MODALS.findall(text), *_CHINESE_MODALS.findall(text)]:
        name = found.casefold()
        fixed[_SAME_MODAL.get(name, name)] += 1
    return Wording(frozenset(content), +fixed)


def negations(text: str) -> list[str]:
    """The negating words of a text, English and Chinese."""
    return [*_NEGATIONS.findall(text), *_CHINESE_NEGATIONS.findall(text)]


def _numbers(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for written in _plain.findall(text):
        if written[0].isdigit():
            found[written.replace(",", "")] += 1
        elif written in _CHINESE_NUMERALS or written.casefold() in _NUMBER_WORDS:
            found[written.casefold()] += 1
    return found


@lru_cache(maxsize=8_192)
def term_words(text: str) -> Counter[str]:
    """All words of a head or a tail, stemmed, Chinese by character; without articles, possessive pronouns and 的."""
    words: Counter[str] = Counter()
    for written in _plain.findall(_measure.sub("", text.strip())):
        folded = written.casefold()
        if folded not in _articles and folded != "的":
            words[normal_form(written) or folded] += 1
    return words


def numbers_of(text: str) -> Counter[str]:
    """The numbers of a text, each as often as it stands there."""
    return _numbers(text)


def overlap_f1(left: Counter[str], right: Counter[str]) -> float:
    """F1 of two multisets in [0, 1]; two empty ones share everything there is: 1."""
    both = left.total() + right.total()
    return 2 * (left & right).total() / both if both else 1.0


def share_f1(left: frozenset[str], right: frozenset[str]) -> float:
    """F1 of two sets in [0, 1]; two empty ones share everything there is: 1."""
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0
