"""How word lists are written down in this package: one string, words set apart by white space."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def word_list(words: str) -> list[str]:
    """As `word_set`, in order."""
    return words.split()
