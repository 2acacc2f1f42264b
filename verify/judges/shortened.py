"""Names and words cut short: FDA for "Food and Drug Administration", 药监局 for 药品监督管理局, 医保 for 医疗保险."""

from __future__ import annotations

import re
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
