"""Content words with offsets: what lexical overlap and the alignment of a claim with its evidence are built
on.

English words are split by a regular expression, folded and stemmed (Snowball); runs of Han characters go
through jieba. Which of the two a stretch takes is decided by its script, so a Chinese sentence with English
names works.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from .language import HAN
from .stop_words import CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS

_token = re.compile(
    rf"(?P<han>[{HAN}]+)"
    r"|(?P<kana>[\u3040-\u30ff])"
    r"|(?:[^\W\d_](?=\.[^\W\d_](?:\.|\b))(?:\.[^\W\d_])+\.?)"  # U.S., e.g.
    r"|\d+(?:[.,:]\d+)*(?:st|nd|rd|th|s)?(?![^\W_㐀-鿿])"  # 3.5, 1,000, 12:30, 19th, 1990s
    # don't, O'Brien's, GPT-4
    rf"|(?:(?![{HAN}\u3040-\u30ff])[^\W_])+(?:['’](?:(?![{HAN}])[^\W\d_])+)*(?:-(?=[^\W_]*\d)[^\W_]+)*"
)
_group_separator = re.compile(r"(?<=\d)[,，](?=\d{3}(?:\D|$))")


@dataclass(frozen=True, slots=True)
class Word:
    """One content word: as written, folded (what is compared), and where it stands."""

    text: str
    norm: str
    start: int
    end: int


def content_words(text: str, lang: str) -> list[Word]:
    """The content words of `text` in order, without stop words and punctuation; numbers and names are kept.

    `lang` is "zh", "en" or "und"; only English words of an "und" text are not stemmed.
    """
    return list(_content_words(text, lang) if len(text) <= _CACHED_LENGTH else _found_words(text, lang))


_CACHED_LENGTH = 2_000  # a claim and its windows are compared many times over


@lru_cache(maxsize=8_192)
def _content_words(text: str, lang: str) -> tuple[Word, ...]:
    return tuple(_found_words(text, lang))


def _found_words(text: str, lang: str) -> list[Word]:
    words: list[Word] = []
    for match in _token.finditer(text):
        if match.lastgroup == "han":
            words.extend(_chinese_words(match.group(), match.start()))
            continue
        written = match.group()
        norm = normal_form(written, stem=lang != "und")
        if norm:
            words.append(Word(written, norm, match.start(), match.end()))
    return words


def _chinese_words(run: str, offset: int) -> list[Word]:
    from claimgraph.platform.models.chinese import segment

    return [
        Word(word, word, offset + start, offset + end)
        for word, start, end in segment(run)
        if word not in CHINESE_STOP_WORDS and not word.isspace()
    ]


@lru_cache(maxsize=100_000)
def normal_form(written: str, *, stem: bool = True) -> str:
    """The folded form of one Western word or number; empty for a stop word.

    Width, case, full stops in abbreviations, thousands separators and the possessive ending are folded;
    words of letters are stemmed.
    """
    folded = unicodedata.normalize("NFKC", written).casefold().replace("’", "'")
    if folded in ENGLISH_STOP_WORDS:
        return "" if not _is_acronym(written) else folded
    folded = folded.removesuffix("'s").removesuffix("'")
    if folded in ENGLISH_STOP_WORDS and not _is_acronym(written):
        return ""
    if folded[:1].isdigit():
        return _group_separator.sub("", folded)
    folded = folded.replace(".", "")
    return _stemmed(folded) if stem and folded.isascii() and folded.isalpha() else folded


def _is_acronym(written: str) -> bool:
    """ "US" and "WHO" are names, "us" and "who" are not; a lone "A" or "I" is not either."""
    return len(written) > 1 and written.isupper() and written not in _SHOUTED


_SHOUTED = frozenset({"THE", "AND", "NOT", "OF", "TO", "IN", "IS", "ARE", "FOR", "BY", "ON", "OR", "AN", "AS", "BE"})


_own = threading.local()


def _stemmed(word: str) -> str:
    """A stemmer keeps the word that it works on, so each thread has one of its own."""
    if not hasattr(_own, "stemmer"):
        from snowballstemmer import stemmer

        _own.stemmer = stemmer("english")
    return str(_own.stemmer.stemWord(word))


def inverse_document_frequency(documents: Iterable[Sequence[Word]]) -> dict[str, float]:
    """How telling each norm is among `documents`: in (0, 1], 1 for those in a single one.

    Norms that are not in the result are at least as rare, so `overlap` counts them with 1.
    """
    counts: dict[str, int] = {}
    total = 0
    for words in documents:
        total += 1
        for norm in {word.norm for word in words}:
            counts[norm] = counts.get(norm, 0) + 1
    scale = log(1 + total) if total else 1.0
    return {norm: log(1 + total / count) / scale for norm, count in counts.items()}


def overlap(query_words: Sequence[Word], text_words: Sequence[Word], idf: Mapping[str, float] | None = None) -> float:
    """The share, in [0, 1] and weighted by `idf`, of the query's distinct words that the text has; 0 for no
    words.
    """
    weights = idf or {}
    wanted = {word.norm for word in query_words}
    there = {word.norm for word in text_words}
    total = sum(weights.get(norm, 1.0) for norm in sorted(wanted))
    if total <= 0:
        return 0.0
    found = sum(weights.get(norm, 1.0) for norm in sorted(wanted & there))
    return min(1.0, found / total)
