"""The default Chinese embedder: bge-small-zh-v1.5, the state of [CLS], run by ONNX Runtime."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ModelUnavailable

from .onnx_encoder import WEIGHTS, OnnxEncoder

if TYPE_CHECKING:
    import numpy as np

POOLING = "cls-l2-512"
MAX_TOKENS = 512
WIDTH = 512
MODEL, TOKENIZER, DIGESTS = "zh_embedder.onnx", "zh_tokenizer.json", "zh_embedder.json"


class BgeChineseEmbedder:
    """Vectors of 512 dimensions; of a text longer than 512 word pieces (a Chinese character is one) the first count.

    Cosines are crowded into the upper half: unrelated sentences lie at about .3, paraphrases above .7.
    """

    name = "bge_small_zh_v15"
    dimensions = WIDTH
    languages = frozenset({"zh"})

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`threads`: how many the matrix kernels may use; `None` leaves it to ONNX Runtime (all cores)."""
        self._folder = folder
        self._encoder = OnnxEncoder(folder / MODEL, folder / TOKENIZER, MAX_TOKENS, threads)
        self._checked = False

    @property
    def version(self) -> str:
        return f"{POOLING}-{self._stated_hash}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 512) float32, rows of L2 norm 1, in the order given."""
        if texts:
            self._require_stated_files()
        return self._encoder.run(texts, WIDTH)

    @cached_property
    def _stated_hash(self) -> str:
        """`OnnxEncoder.file_hash` by the digests that stand beside the files: who embeds nothing Chinese asks for the
        version too, and is not to pay for hashing 24 MB."""
        try:
            digests = json.loads((self._folder / DIGESTS).read_text(encoding="utf-8"))["sha256"]
            joined = b"".join(bytes.fromhex(digests[name]) for name in (MODEL, TOKENIZER))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelUnavailable(
                f"The file {DIGESTS} cannot be read ({type(error).__name__}). "
                "Reinstall claimgraph, or make it again with `make models`."
            ) from error
        return hashlib.sha256(joined).hexdigest()[:12]

    def _require_stated_files(self) -> None:
        if not self._checked:
            if self._encoder.file_hash != self._stated_hash:
                raise ModelUnavailable(
                    f"The model files {MODEL} and {TOKENIZER} are not those that {DIGESTS} states: they are damaged. "
                    "Reinstall claimgraph, or make them again with `make models`."
                )
            self._checked = True
