"""Which words texts have, in whatever form: what of a claim stands in its evidence, and what does not."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from claimgraph.ingest.text.words import Word, content_words
from claimgraph.verify.model import Window

_CHINESE = "\u2e80"


def told(windows: Iterable[Window]) -> set[str]:
    """All forms of their words, and all Chinese characters: a Chinese word may be cut in other ways."""
    texts = {window.text: window.lang for window in windows}
    found = {form for text, lang in texts.items() for word in content_words(text, lang) for form in forms(word)}
    return found | {char for text in texts for char in text if char >= _CHINESE}


def are_told(words: Iterable[Word], known: set[str]) -> bool:
    """Whether any of them is, or a character of a Chinese one."""
    return any(form in known for word in words for form in forms(word))


def forms(word: Word) -> tuple[str, ...]:
    """Its stem, the word itself without accents, and its Chinese characters: Cézanne is Cezanne, which alone has a
    stem."""
    bare = unicodedata.normalize("NFD", word.text.casefold())
    plain = "".join(char for char in bare if not unicodedata.combining(char))
    return (word.norm, plain, *(char for char in word.text if char >= _CHINESE))
