"""Embeddings by language, each text embedded once: a small cache before the embedders."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from claimgraph.platform.models.ports import Embedder

if TYPE_CHECKING:
    import numpy as np

DEFAULT_LANGUAGE = "en"


class CachedEmbeddings:
    """Vectors of texts from the embedder of their language; the last `capacity` vectors are kept.

    `embedders` maps a language to its embedder; other languages go to that of English.
    """

    def __init__(self, embedders: Mapping[str, Embedder], capacity: int = 20_000) -> None:
        self._embedders = dict(embedders)
        self._capacity = capacity
        self._vectors: OrderedDict[tuple[str, str], np.ndarray] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        parts = sorted(f"{lang}:{one.name}:{one.version}" for lang, one in self._embedders.items())
        return ";".join(parts)

    def embedder_for(self, lang: str) -> Embedder:
        return self._embedders.get(lang) or self._embedders[DEFAULT_LANGUAGE]

    def embed(self, texts: Sequence[str], lang: str) -> np.ndarray:
        """(len(texts), dimensions) float32 rows of length 1, in the order given."""
        import numpy as np

        embedder = self.embedder_for(lang)
        keys = [(embedder.name, text) for text in texts]
        with self._lock:
            known = {key: self._vectors[key] for key in keys if key in self._vectors}
        wanted = [key for key in dict.fromkeys(keys) if key not in known]
        if wanted:
            rows = embedder.embed([text for _, text in wanted])
            known.update(zip(wanted, rows, strict=True))
            self._keep({key: known[key] for key in wanted})
        if not keys:
            return np.zeros((0, embedder.dimensions), dtype=np.float32)
        return np.stack([known[key] for key in keys])

    def _keep(self, vectors: Mapping[tuple[str, str], np.ndarray]) -> None:
        with self._lock:
            self._vectors.update(vectors)
            while len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)
