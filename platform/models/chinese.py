"""Chinese word segmentation: jieba, with its cache in a folder of ours and its log silenced.

jieba on its own writes its dictionary cache to the shared temporary folder, logs to stderr, and imports
`pkg_resources` (slow, gone from new setuptools) only to find its own files. None of that happens here.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs

from .resident import keep_resident

# jieba's guess at unknown words glues a preposition to the name after it (由雷军).
# None of these is a common surname.
_PREPOSITIONS = frozenset("由被把将从在给让")
_LONGEST_KEPT = 300
"""Characters of a text whose words are kept for whoever asks next: claims, windows and statements, not documents."""

_lock = threading.RLock()
_cache_dir: Path | None = None
_tokenizer: Any = None
_tagger: Any = None


def configure(cache_dir: Path | str | None) -> None:
    """Keep jieba's dictionary cache in `cache_dir` (made when missing); `None`: the default folder.

    Takes effect at once: a tokenizer loaded from another folder is dropped and loaded again on next use.
    """
    global _cache_dir, _tokenizer, _tagger
    chosen = None if cache_dir is None else Path(cache_dir)
    with _lock:
        if chosen != _cache_dir:
            _cache_dir = chosen
            _tokenizer = None
            _tagger = None
            _segmented.cache_clear()


def default_cache_dir() -> Path:
    """`CLAIMGRAPH_HOME`, else the platform's user data folder, each with `cache` below it."""
    home = os.environ.get("CLAIMGRAPH_HOME")
    root = Path(home).expanduser() if home else Path(platformdirs.user_data_dir("claimgraph", appauthor=False))
    return root / "cache"


def segment(text: str) -> list[tuple[str, int, int]]:
    """`text` as words: (word, start, end) with character offsets, in order, without gaps.

    Whitespace and punctuation come as words of their own, so `"".join(word for word, _, _ in …) == text`.
    """
    return list(_segmented(text) if len(text) <= _LONGEST_KEPT else _words(text))


@lru_cache(maxsize=2048)
def _segmented(text: str) -> tuple[tuple[str, int, int], ...]:
    return tuple(_words(text))


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    if not text:
        return
    tokenizer = _loaded()
    for word, start, end in tokenizer.tokenize(text):
        if len(word) > 2 and word[0] in _PREPOSITIONS and not tokenizer.FREQ.get(word):
            yield word[0], start, start + 1
            start += 1
        yield text[start:end], start, end


def is_known(word: str) -> bool:
    """Whether the segmenter's dictionary has `word`; False for what it guessed, as most personal names."""
    return bool(_loaded().FREQ.get(word, 0))


def tag_words(text: str) -> list[tuple[str, int, int, str]]:
    """`text` as words with jieba's part-of-speech tag: (word, start, end, tag), in order, without gaps.

    The words may differ from those of `segment`: unknown stretches are cut by a model that knows of tags.
    """
    if not text:
        return []
    tagged: list[tuple[str, int, int, str]] = []
    start = 0
    for word, tag in _loaded_tagger().cut(text):
        end = start + len(word)
        tagged.append((text[start:end], start, end, tag))
        start = end
    return tagged


def dictionary_tags() -> Mapping[str, str]:
    """Every word of the segmenter's dictionary with its tag (`nr` a person, `ns` a place, `nt` an organisation)."""
    tags: Mapping[str, str] = _loaded_tagger().word_tag_tab
    return tags


_NAME = re.compile(r"^(\S+) \d+ (nrt?|nrfg|ns|nt|nz)$", re.MULTILINE)


@lru_cache(maxsize=1)
def name_tags() -> Mapping[str, str]:
    """Words of the dictionary that are names, with their tags: `nr`, `nrfg` and `nrt` (a transliterated one) persons,
    `ns` places, `nt` organisations, `nz` others; without `common_words`.

    Read once, a fifth of a second, without the tagger, which takes a whole one.
    """
    dictionary = Path(_import_quietly().__file__).with_name("dict.txt")
    found: dict[str, str] = dict(_NAME.findall(dictionary.read_text(encoding="utf-8")))
    return {word: tag for word, tag in found.items() if word not in common_words()}


COMMON_WORDS = Path(__file__).with_name("weights") / "zh_common_words.txt"


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Words that the dictionary tags as names and that are none: 城市, 明白, 季后赛 (`training/`: out of CC-CEDICT)."""
    return frozenset(COMMON_WORDS.read_text(encoding="utf-8").split())


def _loaded_tagger() -> Any:
    global _tagger
    if _tagger is None:
        with _lock:
            if _tagger is None:
                _tagger = _load_tagger(_loaded())
    return _tagger


def _load_tagger(tokenizer: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from jieba import posseg
    # Its constructor would read the dictionary's tags once more; the module's own tagger has them already.
    tagger = posseg.POSTokenizer.__new__(posseg.POSTokenizer)
    tagger.tokenizer = tokenizer
    tagger.word_tag_tab = posseg.dt.word_tag_tab
    keep_resident()
    return tagger


def _loaded() -> Any:
    global _tokenizer
    if _tokenizer is None:
        with _lock:
            if _tokenizer is None:
                _tokenizer = _load(_cache_dir or default_cache_dir())
    return _tokenizer


def _load(cache_dir: Path) -> Any:
    jieba = _import_quietly()
    cache_dir.mkdir(parents=True, exist_ok=True)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(cache_dir)
    tokenizer.cache_file = f"jieba-{jieba.__version__}.cache"
    # A cache that cannot be written (read-only folder) only costs the next process half a second.
    tokenizer.initialize()
    return tokenizer


def _import_quietly() -> Any:
    """Import jieba without `pkg_resources`, without its stderr log and without its syntax warnings."""
    absent = object()
    before = sys.modules.get("pkg_resources", absent)
    if before is absent:
        sys.modules["pkg_resources"] = None  # type: ignore[assignment]  # makes the import fail at once
    try:
        with warnings.catch_warnings():
            # jieba 0.42.1 has unescaped backslashes that Python 3.12 and later warn about when compiling.
            warnings.simplefilter("ignore")
            import jieba
    finally:
        if before is absent:
            sys.modules.pop("pkg_resources", None)
    jieba.setLogLevel(logging.CRITICAL)
    logger = logging.getLogger("jieba")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    return jieba
