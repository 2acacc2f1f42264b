"""Any sentence-transformers model, by name or folder (`claimgraph[torch]`)."""

from __future__ import annotations

import hashlib
import math
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ModelUnavailable

from .identifiers import folder_hash, identifier
from .onnx_encoder import CHARACTERS_PER_TOKEN, clean

if TYPE_CHECKING:
    import numpy as np

UNVERSIONED = "unversioned"


class SentenceTransformerEmbedder:
    """Vectors of the model's own size; a text longer than the model's limit is read up to that limit."""

    def __init__(self, model: str, languages: frozenset[str], device: str = "cpu") -> None:
        """`model`: a folder, or a name on a model hub; `languages`: those it should be used for."""
        self._model_name = model
        self._device = device
        self._lock = threading.Lock()
        self._model: Any = None
        self.languages = languages

    @property
    def name(self) -> str:
        """Covers the version: a model that was trained further, or another of that name, gets an index of its own."""
        known_by = f"{self._model_name}\n{self.version}" if self.version == UNVERSIONED else self.version
        return f"{identifier(self._model_name)}_{hashlib.sha256(known_by.encode()).hexdigest()[:8]}"

    @cached_property
    def version(self) -> str:
        """A hash of a folder's files, worked out once; the revision of a model from a hub, which loads it."""
        folder = Path(self._model_name)
        if folder.is_dir():
            return folder_hash(folder)
        config = getattr(self._load()[0], "auto_model", None)
        return getattr(getattr(config, "config", None), "_commit_hash", None) or UNVERSIONED

    @property
    def dimensions(self) -> int:
        model = self._load()
        # Renamed in sentence-transformers 5; the old name goes away.
        size = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
        return int(size())

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), dimensions) float32, rows of L2 norm 1, in the order given."""
        import numpy as np

        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        model = self._load()
        most = model.max_seq_length or 512  # infinite for static embeddings, which read all of a text
        limit = None if math.isinf(most) else most * CHARACTERS_PER_TOKEN
        raw = model.encode([clean(text[:limit]) for text in texts], convert_to_numpy=True, show_progress_bar=False)
        return unit_rows(np.asarray(raw, dtype=np.float32))

    def _load(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = self._open()
            return self._model

    def _open(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ModelUnavailable(
                f"The embedder {self._model_name} needs more packages: pip install 'claimgraph[torch]'."
            ) from error
        try:
            return SentenceTransformer(self._model_name, device=self._device)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"The embedder {self._model_name} cannot be loaded ({type(error).__name__}). "
                "Check that it is a model folder, or a name on a hub that this machine can reach."
            ) from error


def unit_rows(rows: np.ndarray) -> np.ndarray:
    """Rows of L2 norm 1; a row of zeros becomes the first axis."""
    import numpy as np

    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    empty = norms[:, 0] < 1e-12
    out: np.ndarray = np.divide(rows, norms, out=np.zeros_like(rows), where=norms >= 1e-12)
    out[empty, 0] = 1.0
    return out
