"""The default English embedder: MiniLM-L6, mean pooling, run by ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .onnx_encoder import WEIGHTS, OnnxEncoder

if TYPE_CHECKING:
    import numpy as np

POOLING = "mean-l2-256"


class MiniLMEmbedder:
    """Vectors of 384 dimensions; of a text longer than 256 word pieces only the first 256 count."""

    name = "minilm_l6_v2"
    dimensions = 384
    languages = frozenset({"en"})

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`threads`: how many the matrix kernels may use; `None` leaves it to ONNX Runtime (all cores)."""
        self._encoder = OnnxEncoder(folder / "minilm.onnx", folder / "tokenizer.json", 256, threads)

    @property
    def version(self) -> str:
        return f"{POOLING}-{self._encoder.file_hash}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 384) float32, rows of L2 norm 1, in the order given."""
        return self._encoder.run(texts, self.dimensions)
