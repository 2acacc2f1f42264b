"""Names and words cut short: FDA for "Food and Drug Administration", 药监局 for 药品监督管理局, 医保 for 医疗保险."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from claimgraph.ingest.text.word_lists import word_set

_LEFT_OUT = word_set(
    """
    of and the for in on to at de la du & a an
    """
)
_WORD = re.compile(r"[A-Za-z][A-Za-z.'’]*|&")
_LONGEST_ACRONYM = 6
_LONGEST_SHORT = 6  # characters of a Chinese short form
_LONGEST_GAP = 4  # characters from one that is kept to the next
_SCOPES = ("中华人民共和国", "国家", "中国", "全国")
"""Whose an authority is: a short form leaves it out whole."""
_LEAST_CUT = 2  # characters that a Chinese short form leaves out at least


def is_acronym(word: str) -> bool:
    """FDA, WHO, U.S.: two to six capitals, dots aside."""
    letters = word.replace(".", "")
    return 2 <= len(letters) <= _LONGEST_ACRONYM and letters.isascii() and letters.isalpha() and letters.isupper()


def spells(acronym: str, text: str) -> bool:
    """Whether words of the text that follow one another begin with the letters of the acronym: capitalised ones, and
    small words between them that may be left out."""
    letters = acronym.replace(".", "").upper()
    return letters in _initials(text) if is_acronym(acronym) else False


@lru_cache(maxsize=4096)
def _initials(text: str) -> frozenset[str]:
    """All acronyms that runs of capitalised words of the text would have."""
    found: set[str] = set()
    run = ""
    for word in _WORD.findall(text):
        if word[0].isupper():
            run += word.replace(".", "") if is_acronym(word) and "." in word else word[0]
            found |= {run[start:] for start in range(len(run) - 1)}
        elif word not in _LEFT_OUT:
            run = ""
    return frozenset(found)


_GIVEN = re.compile(r" ?\((?:the )?[\"“”']?([A-Z]{2,6})[\"“”']?\)")
_GIVEN_CHINESE = re.compile(r"（(?:以下)?简称[：:]?[“”\"「」《》]?([\u3400-\u9fff]{2,6})[“”\"「」《》]?）")
_LONGEST_NAME = 120  # characters
_CLAUSE_CHINESE = re.compile(r"[\u3400-\u9fff]+\Z")


@lru_cache(maxsize=16_384)
def given_short_names(text: str) -> tuple[tuple[str, str, str], ...]:
    """What a text gives a short name in brackets: the short name, the name in full, and the bracket as it stands.

    "The Harbour Trust (HT)" where the words before it have these initials; 海星电器公司（以下简称海星）.
    """
    if "(" not in text and "（" not in text:
        return ()
    found: dict[tuple[str, str, str], None] = {}
    for match in _GIVEN.finditer(text):
        full = _spelt_out(match[1], text[max(0, match.start() - _LONGEST_NAME) : match.start()])
        if full and match[1] not in full.split():  # "AB Bank (AB)" would grow each time that it is read
            found[match[1], full, match[0]] = None
    for match in _GIVEN_CHINESE.finditer(text):
        before = _CLAUSE_CHINESE.search(text[max(0, match.start() - _LONGEST_NAME) : match.start()])
        full = _cut_from(match[1], before.group()) if before else ""
        if full:
            found[match[1], full, match[0]] = None
    names = Counter(short for short, _ in {(short, " ".join(full.split())) for short, full, _ in found})
    return tuple(one for one in found if names[one[0]] == 1)  # what two things are called tells neither


def in_full(text: str, given: Sequence[tuple[str, str, str]]) -> str:
    """The text with these names in full wherever their short ones stand, and without the brackets that give them."""
    for short, full, bracket in given:
        text = text.replace(bracket, "")
        if short.isascii():
            text = re.sub(rf"\b{short}\b", full.replace("\\", r"\\"), text)
        else:
            text = full.join(part.replace(short, full) for part in text.split(full))
    return text


def _spelt_out(short: str, before: str) -> str:
    """The last words of it that have these initials, from a capital on; empty where there are none."""
    words = list(re.finditer(r"[^\s()]+", before))
    for count in range(len(short), min(len(words), 2 * len(short)) + 1):
        mine = words[-count:]
        initials = "".join(one.group()[0] for one in mine if one.group()[0].isupper())
        if any(one.group()[-1] in ",.;:" for one in mine[:-1]):
            return ""
        if initials == short and mine[0].group()[0].isupper():
            return before[mine[0].start() : mine[-1].end()]
    return ""


def _cut_from(short: str, clause: str) -> str:
    """The end of the clause that begins as the short name does and has all of its characters in their order."""
    at = clause.rfind(short[0])
    while at >= 0:
        full, place = clause[at:], 0
        for char in short:
            place = full.find(char, place) + 1
            if not place:
                break
        if place and len(full) > len(short):
            return full
        at = clause.rfind(short[0], 0, at)
    return ""


@lru_cache(maxsize=100_000)
def shortens(short: str, full: str) -> bool:
    """Whether a Chinese word is another one cut short: its characters in their order, the first of them first.

    北大 is 北京大学 and 心梗 is 心肌梗死; 上海 is no 上海市 cut short (one holds the other as it is), and neither is
    大学 of 大连海事理工学院: what is left out between two characters that are kept is three at most.
    Whose an authority is (国家, 中国) may be left out whole.
    """
    scope = next((one for one in _SCOPES if full.startswith(one) and short[:1] != one[0]), "")
    full = full.removeprefix(scope)
    if not 2 <= len(short) <= _LONGEST_SHORT or len(full) < len(short) + _LEAST_CUT or short in full:
        return False
    if short[0] != full[0] or not all("\u3400" <= char <= "\u9fff" for char in short + full):
        return False
    place = 0
    for left, char in enumerate(short[1:], 2 - len(short)):
        following = full.find(char, place + 1)
        ends_both = left == 0 and full.endswith(char)  # 会 of 证监会: what sort of thing it is
        if following < 0 or (following - place > _LONGEST_GAP and not ends_both):
            return False
        place = len(full) - 1 if ends_both else following
    return len(full) - place <= _LONGEST_GAP - 1
