"""A Chinese embedder without weights or vocabulary: words and character n-grams hashed into a vector.

Texts that share words are close, paraphrases in other words are not: it finds evidence, no more.
"""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from . import chinese

if TYPE_CHECKING:
    import numpy as np

DIMENSIONS = 512
WORD_WEIGHT, BIGRAM_WEIGHT, TRIGRAM_WEIGHT, CHARACTER_WEIGHT = 1.0, 0.7, 0.4, 0.3

# The most frequent function words and characters say nothing about what a sentence is about.
_FUNCTION_WORDS = (
    "的 了 在 是 和 与 及 或 也 都 而 就 并 还 被 把 对 从 向 于 以 为 由 等 之 其 这 那 此 该 有 一个 "
    "我 你 他 她 它 我们 他们 她们 它们 中 上 下 个 地 得 着 过 吗 呢 吧 啊"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


class HashedChineseEmbedder:
    """512 dimensions of jieba words and character uni-, bi- and trigrams; the whole text counts."""

    name = "hashed_zh"
    dimensions = DIMENSIONS
    languages = frozenset({"zh"})

    @property
    def version(self) -> str:
        return "words-ngrams-2-jieba-0.42.1"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 512) float32, rows of L2 norm 1, in the order given."""
        import numpy as np

        out = np.zeros((len(texts), DIMENSIONS), dtype=np.float64)
        for row, text in enumerate(texts):
            for feature, weight in features(text).items():
                bucket, sign = _slot(feature)
                out[row, bucket] += sign * weight
        norms = np.linalg.norm(out, axis=1, keepdims=True)
        # Nothing to hash (or features that cancel out): one fixed direction, so that every row has length 1.
        empty = norms[:, 0] < 1e-9
        out[empty] = 0.0
        out[empty, 0] = 1.0
        norms[empty] = 1.0
        vectors: np.ndarray = (out / norms).astype(np.float32)
        return vectors


def features(text: str) -> dict[str, float]:
    """Each word and character n-gram with its weight: that of its kind x (1 + log of its count)."""
    normal = unicodedata.normalize("NFKC", text).lower()
    counts: Counter[str] = Counter()
    for word, _, _ in chinese.segment(normal):
        if any(char.isalnum() for char in word) and word not in FUNCTION_WORDS:
            counts["w" + word] += 1
    for run in _runs(normal):
        counts.update("c" + char for char in run if char not in FUNCTION_WORDS)
        counts.update("b" + run[i : i + 2] for i in range(len(run) - 1))
        counts.update("t" + run[i : i + 3] for i in range(len(run) - 2))
    weights = {"w": WORD_WEIGHT, "c": CHARACTER_WEIGHT, "b": BIGRAM_WEIGHT, "t": TRIGRAM_WEIGHT}
    return {feature: weights[feature[0]] * (1 + math.log(count)) for feature, count in counts.items()}


def _runs(text: str) -> list[str]:
    """Stretches of letters and digits: an n-gram never reaches over punctuation."""
    return "".join(char if char.isalnum() else " " for char in text).split()


@lru_cache(maxsize=100_000)
def _slot(feature: str) -> tuple[int, int]:
    """Bucket and sign of a feature, the same in every process."""
    digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    value = int.from_bytes(digest, "little")
    return value % DIMENSIONS, 1 if value >> 63 else -1
