"""The default Chinese embedder: bge-small-zh-v1.5, the state of [CLS], run by ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .onnx_encoder import WEIGHTS, OnnxEncoder

if TYPE_CHECKING:
    import numpy as np

POOLING = "cls-l2-512"
MAX_TOKENS = 512
WIDTH = 512
MODEL, TOKENIZER = "zh_embedder.onnx", "zh_tokenizer.json"


class BgeChineseEmbedder:
    """Vectors of 512 dimensions; of a text longer than 512 word pieces (a Chinese character is one) the first count.

    Cosines are crowded into the upper half: unrelated sentences lie at about .3, paraphrases above .7.
    """

    name = "bge_small_zh_v15"
    dimensions = WIDTH
    languages = frozenset({"zh"})

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`threads`: how many batches are worked on at once; `None`: as many as there are processors."""
        self._encoder = OnnxEncoder(folder / MODEL, folder / TOKENIZER, MAX_TOKENS, threads)

    @property
    def version(self) -> str:
        return f"{POOLING}-{self._encoder.file_hash}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 512) float32, rows of L2 norm 1, in the order given."""
        return self._encoder.run(texts, WIDTH)
