"""Named entities in Chinese: an ONNX net over characters, its best legal chain of tags found by Viterbi."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models import chinese
from claimgraph.platform.models.onnx_encoder import WEIGHTS
from claimgraph.platform.models.onnx_session import OnnxSession
from claimgraph.platform.models.ports import NamedSpan

from .chinese_features import NAMES_FILE, Lexicon, features, lexicon_of, read_names

if TYPE_CHECKING:
    import numpy as np

LONGEST_PIECE = 400
"""Characters that the net sees at once; longer text is cut, at a sentence's or clause's end where there is one."""
_BREAKS = ("\n", "。", "！", "？", "；", "，", ",", " ")
_ILLEGAL = -1e4

Word = tuple[str, int, int, str]


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: OnnxSession
    tags: tuple[str, ...]
    transitions: np.ndarray  # (tags, tags)
    characters: Mapping[str, int]
    words: Mapping[str, int]
    lexicon: Lexicon


class ChineseNer:
    """PER, ORG and LOC in tagged words. Loaded on first use, safe to share by threads.

    Each text is run by itself, so nothing in it depends on which others are in the batch.
    """

    def __init__(self, folder: Path = WEIGHTS) -> None:
        """`folder` holds zh_ner.onnx, zh_ner.json and zh_names.txt."""
        self._model = folder / "zh_ner.onnx"
        self._vocabulary = folder / "zh_ner.json"
        self._names = folder / NAMES_FILE
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    def version(self) -> str:
        """Twelve hex digits over the three files."""
        digest = hashlib.sha256()
        for path in (self._model, self._vocabulary, self._names):
            digest.update(hashlib.sha256(_read(path)).digest())
        return digest.hexdigest()[:12]

    def entities(self, text: str, words: Sequence[Word]) -> tuple[NamedSpan, ...]:
        """In order, without overlap. `words`: (word, start, end, tag) covering `text` without gaps."""
        loaded = self._load()
        found: list[NamedSpan] = []
        for start, end, piece in pieces(words):
            local = [(word, first - start, last - start, tag) for word, first, last, tag in piece]
            scores = self._scores(loaded, text[start:end], local)
            tags = [loaded.tags[index] for index in best_chain(scores, loaded.transitions, loaded.tags)]
            found.extend(NamedSpan(first + start, last + start, label) for first, last, label in spans(tags))
        return tuple(found)

    def _scores(self, loaded: _Loaded, text: str, words: Sequence[Word]) -> np.ndarray:
        seen = features(text, words, loaded.lexicon, loaded.characters, loaded.words)
        feed = {
            "characters": seen.characters,
            "bigrams": seen.bigrams,
            "words": seen.words,
            "lexicon": seen.lexicon,
        }
        scores: np.ndarray = loaded.session.run(loaded.session.output_names, feed)[0]
        return scores

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> _Loaded:
        import numpy as np

        raw = json.loads(_read(self._vocabulary))
        return _Loaded(
            session=self._open_session(),
            tags=tuple(raw["tags"]),
            transitions=np.array(raw["transitions"], dtype=np.float32),
            characters={character: index for index, character in enumerate(raw["characters"], raw["first_id"])},
            words={word: index for index, word in enumerate(raw["words"], raw["first_id"])},
            lexicon=lexicon_of(chinese.dictionary_tags(), read_names(_read(self._names).decode("utf-8"))),
        )

    def _open_session(self) -> OnnxSession:
        try:
            return OnnxSession(_read(self._model))
        except ModelUnavailable:
            raise
        except Exception as error:  # onnxruntime's errors share no base class but Exception
            raise ModelUnavailable(
                f"The model file {self._model.name} cannot be loaded ({type(error).__name__}). "
                "It is damaged: reinstall claimgraph, or make it again with `make models`."
            ) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelUnavailable(
            f"The model file {path.name} cannot be read ({error.strerror}). "
            "Reinstall claimgraph, or make it again with `make models`."
        ) from error


def pieces(words: Sequence[Word], longest: int = LONGEST_PIECE) -> Iterator[tuple[int, int, Sequence[Word]]]:
    """`words` in runs of at most `longest` characters: (start, end, words of the run).

    A run ends after the strongest break in its second half, else where the limit is. A single word longer than the
    limit is a run of its own.
    """
    first = 0
    while first < len(words):
        start = words[first][1]
        last = first
        while last < len(words) and words[last][2] - start <= longest:
            last += 1
        last = max(last, first + 1)
        if last < len(words):
            last = _break(words, first, last)
        yield start, words[last - 1][2], words[first:last]
        first = last


def _break(words: Sequence[Word], first: int, last: int) -> int:
    for mark in _BREAKS:
        for index in range(last - 1, (first + last) // 2, -1):
            if words[index][0] == mark:
                return index + 1
    return last


def best_chain(scores: np.ndarray, transitions: np.ndarray, tags: Sequence[str]) -> list[int]:
    """Viterbi: the tag of each character in the legal chain with the highest sum.

    `scores`: (characters, tags); `transitions`: (tags, tags), from the row's tag to the column's; `tags`: O, B-x, I-x,
    E-x and S-x, of which no chain begins with I or E or ends with B or I.
    """
    import numpy as np

    if not len(scores):
        return []
    first = np.array([0.0 if tag[0] in "OBS" else _ILLEGAL for tag in tags], dtype=np.float32)
    last = np.array([0.0 if tag[0] in "OES" else _ILLEGAL for tag in tags], dtype=np.float32)
    best = scores[0] + first
    backward: list[np.ndarray] = []
    for row in scores[1:]:
        onward = best[:, None] + transitions
        backward.append(onward.argmax(axis=0))
        best = onward.max(axis=0) + row
    chain = [int((best + last).argmax())]
    for pointers in reversed(backward):
        chain.append(int(pointers[chain[-1]]))
    return chain[::-1]


def spans(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, label) of each B…E or S in a legal chain."""
    found: list[tuple[int, int, str]] = []
    start = 0
    for index, tag in enumerate(tags):
        if tag[0] in "BS":
            start = index
        if tag[0] in "ES":
            found.append((start, index + 1, tag[2:]))
    return found
