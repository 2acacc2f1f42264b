"""The English network at run time: sentences with their words in, tags, trees and names out."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ModelUnavailable

from ..batching import batches_by_length
from ..minilm import MiniLMEncoder
from ..onnx_encoder import CALL_TOKENS, TOKEN_BUDGET
from ..onnx_session import OnnxSession, lanes
from .decoding import chain, tree
from .features import Window, windows
from .lemmas import best_lemma

if TYPE_CHECKING:
    import numpy as np

EDITS_TRIED = 3
LATER_PART = "parataxis"
"""How the root of a later part of an over-long sentence hangs on the first part's."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Part:
    """What the network reads at once: a text, or as much of it as the encoder takes."""

    text: int
    words: list[str]
    window: Window
    states: np.ndarray  # (pieces, width)


@dataclass(frozen=True, slots=True)
class Words:
    """Parallel lists, one entry a word. `heads` are indices, the root's its own."""

    upos: list[str]
    xpos: list[str]
    lemmas: list[str]
    heads: list[int]
    deps: list[str]
    names: list[str]  # B-PER, I-PER, ..., O


class EnglishNetwork:
    """Loaded on first use; safe to share by threads."""

    def __init__(self, folder: Path, encoder: MiniLMEncoder, threads: int | None = None) -> None:
        self._folder = folder
        self._encoder = encoder
        self._threads = threads
        self._lock = threading.Lock()
        self._session: Any = None
        self._labels: dict[str, Any] = {}

    def read(self, texts: Sequence[str], spans: Sequence[Sequence[Span]]) -> list[Words]:
        """The words of each text, whose offsets are `spans`; long texts in parts of 254 word pieces."""
        self._load()
        parts = [
            Part(text, [texts[text][slice(*spans[text][word])] for word in window.words], window, states)
            for text, one in enumerate(self._encoder.encode(texts, int(self._labels["layer"])))
            for window in windows(texts[text], spans[text], one.parts)
            for states in (one.states[window.part],)
        ]
        read: dict[int, Words] = {}
        batches = batches_by_length([len(part.states) for part in parts], TOKEN_BUDGET, CALL_TOKENS)
        for batch, scores in lanes(self._threads).each(lambda one: self._run([parts[i] for i in one]), batches):
            for row, index in enumerate(batch):
                read[index] = self._decoded({name: values[row] for name, values in scores.items()}, parts[index].words)
        by_text: list[list[Words]] = [[] for _ in texts]
        for index, part in enumerate(parts):
            by_text[part.text].append(read[index])
        return [_joined(found) for found in by_text]

    def _run(self, parts: Sequence[Part]) -> dict[str, np.ndarray]:
        import numpy as np

        pieces = max(len(part.states) for part in parts)
        words = max(len(part.words) for part in parts)
        hidden = np.zeros((len(parts), pieces, parts[0].states.shape[1]), dtype=np.float32)
        mask, piece_features = (np.zeros((len(parts), pieces), dtype=np.int64) for _ in range(2))
        first, word_features = (np.zeros((len(parts), words), dtype=np.int64) for _ in range(2))
        for row, part in enumerate(parts):
            length, count = len(part.states), len(part.words)
            hidden[row, :length] = part.states
            mask[row, :length] = 1
            piece_features[row, :length] = part.window.piece_features
            first[row, :count] = part.window.first_pieces
            word_features[row, :count] = part.window.word_features
        feed = {
            "hidden": hidden,
            "attention_mask": mask,
            "piece_features": piece_features,
            "first_pieces": first,
            "word_features": word_features,
        }
        names = ["upos", "xpos", "edits", "names", "arcs", "labels"]
        return dict(zip(names, self._session.run(names, feed), strict=True))

    def _decoded(self, scores: dict[str, np.ndarray], words: Sequence[str]) -> Words:
        import numpy as np

        size = len(words)
        own = np.arange(size)
        heads = np.array(tree(_log_softmax(scores["arcs"][:size, : size + 1])))
        edits = np.argsort(-scores["edits"][:size], axis=1, kind="stable")[:, :EDITS_TRIED]
        known = self._encoder.knows
        return Words(
            upos=self._best("upos", scores["upos"][:size]),
            xpos=self._best("xpos", scores["xpos"][:size]),
            lemmas=[
                best_lemma(word, [self._labels["edits"][index] for index in row], known)
                for word, row in zip(words, edits, strict=True)
            ],
            heads=np.where(heads < 0, own, heads).tolist(),
            deps=self._relations(scores["labels"][own, :, heads + 1], heads),
            names=chain(_log_softmax(scores["names"][:size]), self._labels["names"]),
        )

    def _relations(self, scores: np.ndarray, heads: np.ndarray) -> list[str]:
        """The best relation of each word to its head; "root" for the root and for nothing else."""
        import numpy as np

        root = self._labels["deps"].index("root")
        scores[heads >= 0, root] = -np.inf
        scores[heads < 0, root] = np.inf
        return self._best("deps", scores)

    def _best(self, name: str, scores: np.ndarray) -> list[str]:
        return [self._labels[name][index] for index in scores.argmax(axis=1)]

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            try:
                self._labels = json.loads((self._folder / "labels.json").read_text(encoding="utf-8"))
                self._session = OnnxSession(str(self._folder / "network.onnx"))
            except Exception as error:  # onnxruntime's errors share no base class but Exception
                raise ModelUnavailable(
                    f"The English analysis model in {self._folder.name}/ cannot be loaded ({type(error).__name__}). "
                    "It is missing or damaged: reinstall claimgraph, or make it again with `make models`."
                ) from error


def _log_softmax(scores: np.ndarray) -> np.ndarray:
    import numpy as np

    shifted: np.ndarray = scores - scores.max(axis=1, keepdims=True)
    normalised: np.ndarray = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return normalised


def _joined(parts: Sequence[Words]) -> Words:
    """The parts of one text as one tree: the roots of later parts hang on the first one's."""
    if len(parts) == 1:
        return parts[0]
    joined = Words([], [], [], [], [], [])
    first_root: int | None = None
    for part in parts:
        offset = len(joined.heads)
        for word, head in enumerate(part.heads):
            is_root = head == word
            if is_root and first_root is not None:
                joined.heads.append(first_root)
                joined.deps.append(LATER_PART)
            else:
                joined.heads.append(offset + head)
                joined.deps.append(part.deps[word])
            if is_root and first_root is None:
                first_root = offset + word
        for name in ("upos", "xpos", "lemmas", "names"):
            getattr(joined, name).extend(getattr(part, name))
    return joined
