"""One form for the inflections of an English word: "founded", "founders" and "founding" share a stem."""

from __future__ import annotations

from functools import lru_cache

from claimgraph.ingest.text.word_lists import word_set

from .lexicon_english import DEMONYMS, IRREGULAR

_KEPT = word_set(
    """
    news series species physics politics mathematics united states less process access address success
    business this his was has its as is us bus gas plus class glass grass loss mass pass press cross boss
    across always perhaps
    """
)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of an English word in any case; a word with anything but ASCII letters is only folded."""
    folded = word.lower().replace("’", "'").removesuffix("'s").rstrip("'")
    if folded in IRREGULAR:
        return _of_lemma(IRREGULAR[folded])
    if folded in DEMONYMS:
        return DEMONYMS[folded]
    if len(folded) < 4 or folded in _KEPT or not folded.isascii() or not folded.isalpha():
        return folded
    return _strip(folded)


def _of_lemma(lemma: str) -> str:
    """The stem that the lemma itself has: "rose" and "rise" share one."""
    return lemma if len(lemma) < 4 or lemma in _KEPT else _strip(lemma)


def _strip(word: str) -> str:
    if word.endswith("ies"):
        word = word[:-3] + "y" if len(word) > 4 else word[:-1]
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("ed") and len(word) > 4 and _has_vowel(word[:-2]):
        word = _undouble(word[:-2])
    elif word.endswith("ing") and len(word) > 5 and _has_vowel(word[:-3]):
        word = _undouble(word[:-3])
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _has_vowel(word: str) -> bool:
    return any(char in "aeiouy" for char in word)


def _undouble(word: str) -> str:
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        return word[:-1]
    return word
