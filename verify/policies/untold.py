"""What a claim says of which its evidence has not a word: a name, or a clause beside others that it has.

A model that reads both may find such a claim likely, since it knows by itself who it was, or since most of it is there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.words import Word, content_words
from claimgraph.verify.model import Check, Claim, Opinion, Window

_CHINESE = "\u2e80"
LEAST_WORDS = 2  # of a clause that tells something of its own
_CLAUSES = re.compile(
    r"[,;:]\s|[，；：]"
    r"|\s(?:and|but|while|who|which|where|when|because|although|though|as|after|before|or)\s",
    re.IGNORECASE,
)


def names_the_untold(claim: Claim, checks: Sequence[Check], near: set[str]) -> bool:
    """Whether every window that fits best leaves out a name of the claim of which not a word stands in any window."""
    mine = [check.opinion for check in checks if check.judge == "alignment" and check.window.premise_id in near]
    missing = [_missing_names(opinion) if isinstance(opinion, Opinion) else [] for opinion in mine]
    if not missing or not all(missing):
        return False
    told = _told(check.window for check in checks)
    return all(any(_is_untold(claim, name, told) for name in names) for names in missing)


def has_untold_clause(claim: Claim, checks: Sequence[Check]) -> bool:
    """Whether one of several clauses of the claim has words, and none of them stands in any window.

    Only by windows in the claim's own language.
    """
    clauses = [words for part in _CLAUSES.split(claim.text) if (words := content_words(part, claim.lang))]
    windows = [check.window for check in checks if check.window.lang == claim.lang]
    if len(clauses) < 2 or not windows:
        return False
    told = _told(windows)
    return any(len(words) >= LEAST_WORDS and not _are_told(words, told) for words in clauses)


def _missing_names(opinion: Opinion) -> list[str]:
    return [one.claim_words for one in opinion.findings if one.kind == "name" and one.stance is Stance.NEUTRAL]


def _is_untold(claim: Claim, name: str, told: set[str]) -> bool:
    """A claim's first word has a capital whatever it is."""
    words = content_words(name, claim.lang)
    alone = len(words) == 1 and name.isascii() and claim.text.startswith(name)
    return bool(words) and not alone and not _are_told(words, told)


def _told(windows: Iterable[Window]) -> set[str]:
    """All forms of their words, and all Chinese characters: a Chinese word may be cut in other ways."""
    texts = {window.text: window.lang for window in windows}
    forms = {form for text, lang in texts.items() for word in content_words(text, lang) for form in _forms(word)}
    return forms | {char for text in texts for char in text if char >= _CHINESE}


def _are_told(words: Iterable[Word], told: set[str]) -> bool:
    """Whether any of them is, or a character of a Chinese one."""
    return any(form in told for word in words for form in (*_forms(word), *(c for c in word.text if c >= _CHINESE)))


def _forms(word: Word) -> tuple[str, str]:
    """Its stem, and the word itself without accents: Cézanne is Cezanne, which alone has a stem."""
    bare = unicodedata.normalize("NFD", word.text.casefold())
    return word.norm, "".join(char for char in bare if not unicodedata.combining(char))
