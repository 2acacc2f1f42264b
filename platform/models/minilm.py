"""The default English embedder: MiniLM-L6, mean pooling, run by ONNX Runtime; text analysis reads the same pass."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .onnx_encoder import WEIGHTS, OnnxEncoder
from .ports import PieceStates

if TYPE_CHECKING:
    import numpy as np

POOLING = "mean-l2-256"
MAX_TOKENS = 256
WIDTH = 384
LAYERS = 6
VECTORS_KEPT = 4096
"""Sentence vectors of texts just analysed, kept for whoever embeds them next: 6 MB."""


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text as word pieces, in as many passes as it takes, and its states after one layer."""

    parts: list[Any]  # encodings; offsets are those of the whole text
    states: list[np.ndarray]  # (pieces, 384) float32 each


class MiniLMEncoder:
    """The one session behind sentence vectors and text analysis; safe to share by threads."""

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`threads`: how many batches are worked on at once; `None`: as many as there are processors."""
        self._encoder = OnnxEncoder(folder / "minilm.onnx", folder / "tokenizer.json", MAX_TOKENS, threads)
        self._vectors: OrderedDict[str, np.ndarray] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def file_hash(self) -> str:
        return self._encoder.file_hash

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 384) float32, rows of L2 norm 1; texts that were encoded a moment ago cost nothing."""
        import numpy as np

        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, self._encoder.run(missing, WIDTH), strict=True))
        return np.stack([known[text] for text in texts]) if texts else np.zeros((0, WIDTH), dtype=np.float32)

    def encode(self, texts: Sequence[str], layer: int) -> list[EncodedText]:
        """Each text to its end, with the states after the given layer (1 to `LAYERS`); their vectors are kept for a
        while."""
        encoded = [EncodedText([one, *one.overflowing], []) for one in self._encoder.encodings(texts, whole=True)]
        parts = [(text, part) for text, one in enumerate(encoded) for part in one.parts]
        states: list[Any] = [None] * len(parts)
        vectors: dict[str, np.ndarray] = {}
        for batch, (hidden, embedded) in self._encoder.outputs(
            [part for _, part in parts], [f"hidden_{layer}", "embedding"]
        ):
            for row, index in enumerate(batch):
                text, part = parts[index]
                states[index] = hidden[row, : len(part.ids)]
                if len(encoded[text].parts) == 1:
                    vectors[texts[text]] = embedded[row].copy()
        self._keep(vectors)
        for (text, _), found in zip(parts, states, strict=True):
            encoded[text].states.append(found)
        return encoded

    def knows(self, word: str) -> bool:
        """Whether the word, in lower case, is one piece of the vocabulary: a common word."""
        return self._encoder.knows(word)

    def _keep(self, vectors: dict[str, np.ndarray]) -> None:
        with self._lock:
            self._vectors.update(vectors)
            while len(self._vectors) > VECTORS_KEPT:
                self._vectors.popitem(last=False)


@cache
def shared_encoder(folder: Path = WEIGHTS, threads: int | None = None) -> MiniLMEncoder:
    """This process's encoder for a folder: embedding and analysis load it once and find each other's work."""
    return MiniLMEncoder(folder, threads)


class MiniLMEmbedder:
    """Vectors of 384 dimensions; of a text longer than 256 word pieces only the first 256 count."""

    name = "minilm_l6_v2"
    dimensions = WIDTH
    languages = frozenset({"en"})

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`threads`: how many batches are worked on at once; `None`: as many as there are processors."""
        self._encoder = shared_encoder(folder, threads)

    @property
    def version(self) -> str:
        return f"{POOLING}-{self._encoder.file_hash}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 384) float32, rows of L2 norm 1, in the order given."""
        return self._encoder.vectors(texts)

    def pieces(self, texts: Sequence[str]) -> list[PieceStates]:
        """Word pieces with their states after the last layer; beyond 256 a text is read in several passes."""
        distinct = list(dict.fromkeys(texts))
        read = dict(zip(distinct, map(_pieces, self._encoder.encode(distinct, LAYERS)), strict=True))
        return [read[text] for text in texts]


def _pieces(encoded: EncodedText) -> PieceStates:
    """Those that stand in the text: without what the tokenizer puts around it."""
    import numpy as np

    offsets, rows = [], []
    for part, states in zip(encoded.parts, encoded.states, strict=True):
        said = [place for place, (start, end) in enumerate(part.offsets) if end > start]
        offsets += [part.offsets[place] for place in said]
        rows.append(states[said])
    found = np.concatenate(rows) if rows else np.zeros((0, WIDTH), dtype=np.float32)
    return PieceStates(offsets, found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9))
