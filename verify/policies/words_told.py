"""Which words texts have, in whatever form: what of a claim stands in its evidence, and what does not."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from claimgraph.ingest.text.words import Word, content_words
from claimgraph.verify.model import Window

_CHINESE = "\u2e80"


def told(windows: Iterable[Window]) -> set[str]:
    """All forms of their words, and all Chinese characters: a Chinese word may be cut in other ways."""
    return set().union(*(_of_text(text, lang) for text, lang in {(window.text, window.lang) for window in windows}))


@lru_cache(maxsize=4_096)  # a claim is decided several times over, to find the smallest window that carries its verdict
def _of_text(text: str, lang: str) -> frozenset[str]:
    found = {form for word in content_words(text, lang) for form in forms(word)}
    return frozenset(found | {char for char in text if char >= _CHINESE})


def are_told(words: Iterable[Word], known: set[str]) -> bool:
    """Whether any of them is, or a character of a Chinese one."""
    return any(form in known for word in words for form in forms(word))


def forms(word: Word) -> tuple[str, ...]:
    """Its stem, the word itself without accents, and its Chinese characters: Cézanne is Cezanne, which alone has a
    stem."""
    bare = unicodedata.normalize("NFD", word.text.casefold())
    plain = "".join(char for char in bare if not unicodedata.combining(char))
    return (word.norm, plain, *(char for char in word.text if char >= _CHINESE))
