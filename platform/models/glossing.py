"""Chinese for an English NLI model: both texts of a pair are glossed word by word, and the glosses are judged.

A gloss is no translation: word order stays Chinese, names that the dictionary lacks are spelt by the meanings or the
pinyin of their characters. What an NLI model compares survives it: the same word is the same gloss on both sides, and
words of like meaning have glosses of like meaning.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from claimgraph.platform.errors import ModelUnavailable

from .chinese import is_known, segment
from .cross_encoder import MAX_TOKENS
from .onnx_encoder import CHARACTERS_PER_TOKEN, WEIGHTS
from .ports import NliModel, NliScores

GLOSSING = "2"
"""Changes whenever the same text could be glossed otherwise with the same dictionary."""

_IDEOGRAPHS = r"\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = re.compile(f"[{_IDEOGRAPHS}]")
_NO_HAN = re.compile(f"[^{_IDEOGRAPHS}]+")
_MOST_CHARACTERS = MAX_TOKENS * CHARACTERS_PER_TOKEN
"""The model reads no more of a text, and segmenting a book takes seconds."""
_MOST_KEPT = 4096
_PUNCTUATION = str.maketrans("，。、；：（）“”‘’？！《》「」『』【】％", ',.,;:()""\'\'?!""""""[]%')
_BEFORE_STOPS = re.compile(r"\s+([,.;:?!)%])")


@dataclass(frozen=True, slots=True)
class _Glosses:
    words: Mapping[str, str]
    spellings: Mapping[str, str]  # of a character in a word that the segmenter guessed
    simplified: Mapping[int, str]  # of traditional characters, as `str.translate` takes them


class Glossary:
    """Chinese text as English words. Methods raise ModelUnavailable where the file of glosses is missing or damaged."""

    def __init__(self, path: Path = WEIGHTS / "zh_glosses.txt") -> None:
        self._path = path

    @cached_property
    def version(self) -> str:
        """Raises ModelUnavailable where the file is missing."""
        return f"{GLOSSING}-{hashlib.sha256(_bytes_of(self._path)).hexdigest()[:12]}"

    def gloss(self, text: str) -> str:
        """`text` with each Chinese word as its gloss; what has no ideograph is left as it is.

        Traditional characters are read as simplified ones, full-width letters and digits as others.
        """
        if not _HAN.search(text):
            return text
        parts = (f" {self._word(word)} " if _HAN.search(word) else word for word, _, _ in segment(self._plain(text)))
        return _BEFORE_STOPS.sub(r"\1", " ".join("".join(parts).translate(_PUNCTUATION).split()))

    def known_fraction(self, text: str) -> float:
        """Share of the ideographs that have a gloss; 1.0 for a text without any."""
        found = _HAN.findall(text) and _HAN.findall(self._plain(text))
        return sum(character in self._glosses.words for character in found) / len(found) if found else 1.0

    def _plain(self, text: str) -> str:
        return unicodedata.normalize("NFKC", text).translate(self._glosses.simplified)

    def _word(self, word: str) -> str:
        """The word's gloss, else those of the longest words that it begins with, one after the other."""
        words = self._glosses.words
        if word in words:
            return words[word]
        spellings = {} if is_known(word) else self._glosses.spellings
        parts = []
        while word:
            end = next((end for end in range(len(word), 0, -1) if word[:end] in words), None)
            if end is None:
                latin = _NO_HAN.match(word)
                end = latin.end() if latin else 1
            parts.append(spellings.get(word[:end]) or words.get(word[:end], word[:end]))
            word = word[end:]
        return " ".join(part for part in parts if part)

    @cached_property
    def _glosses(self) -> _Glosses:
        try:
            return _read(self._path, self._path.stat().st_mtime_ns)
        except OSError as error:
            raise _unreadable(self._path, error) from error


@lru_cache(maxsize=1)
def _read(path: Path, changed_ns: int) -> _Glosses:
    """Once for all clients of a process: a hundred thousand words."""
    words, spellings, simplified = {}, {}, {}
    try:
        for line in _bytes_of(path).decode("utf-8").splitlines():
            word, gloss, *spelling = line.split("\t")
            if gloss.startswith("="):
                simplified[ord(word)] = gloss[1:]
                continue
            words[word] = gloss
            if spelling:
                spellings[word] = spelling[0]
    except (ValueError, TypeError) as error:
        raise _unreadable(path, error) from error
    return _Glosses(words, spellings, simplified)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> ModelUnavailable:
    return ModelUnavailable(
        f"The glosses {path.name} cannot be read ({type(error).__name__}). Reinstall claimgraph, or make them "
        "again with `make models`."
    )


class GlossedNli:
    """An English NLI model that reads Chinese in glosses."""

    name = "glossed_nli"

    def __init__(self, model: NliModel, glossary: Glossary) -> None:
        self._model = model
        self._glossary = glossary
        self._gloss = lru_cache(maxsize=_MOST_KEPT)(glossary.gloss)

    @property
    def version(self) -> str:
        return f"{self._model.version}-{self._glossary.version}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        # A claim comes with many windows, and a window with many claims: segmenting is the dear part.
        texts = dict.fromkeys(text for pair in pairs for text in pair)
        glossed = {text: self._gloss(text[:_MOST_CHARACTERS]) for text in texts}
        return self._model.score([(glossed[one], glossed[other]) for one, other in pairs])

    def known_fraction(self, text: str) -> float:
        return self._glossary.known_fraction(text)
