"""The similarity judge: cosine of the claim and the sentence of the window that is nearest to it.

A cosine with a whole window mostly tells how much else the window says. So each sentence of the window stands for
itself, and where sentences run on by commas (Chinese), each of their clauses too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

import anyio

from claimgraph.graph_schema.ids import digest
from claimgraph.ingest.text.sentences import sentences
from claimgraph.verify.model import Opinion, Pair, Unscored

from .embeddings import CachedEmbeddings

SIMILARITY_RULE = "1"


class SimilarityJudge:
    """Scores `similarity`, the cosine clamped to [0, 1]. Abstains across languages and on empty texts."""

    name = "similarity"

    def __init__(self, embeddings: CachedEmbeddings) -> None:
        self._embeddings = embeddings
        self.version = digest("similarity", SIMILARITY_RULE, embeddings.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await anyio.to_thread.run_sync(self._judge, list(pairs))

    def _judge(self, pairs: list[Pair]) -> list[Opinion | Unscored]:
        results: list[Opinion | Unscored] = [_unscored(pair) or Opinion() for pair in pairs]
        for lang in sorted({pair.claim_lang for pair in pairs}):
            places = [p for p, pair in enumerate(pairs) if pair.claim_lang == lang and isinstance(results[p], Opinion)]
            if not places:
                continue
            texts = [(pairs[p].claim, *_parts(pairs[p].premise, lang)) for p in places]
            distinct = list(dict.fromkeys(text for group in texts for text in group))
            vectors = dict(zip(distinct, self._embeddings.embed(distinct, lang), strict=True))
            for place, (claim, *parts) in zip(places, texts, strict=True):
                results[place] = _opinion(max(float(vectors[claim] @ vectors[part]) for part in parts))
        return results


_ZH_CLAUSE = re.compile(r"[^，；：]+")
_SHORTEST_CLAUSE = 4


@lru_cache(maxsize=8192)
def _parts(premise: str, lang: str) -> tuple[str, ...]:
    """The sentences of the window, and the clauses of Chinese ones; the window itself where it has none."""
    parts = [premise[span.start : span.end] for span in sentences(premise, lang)]
    if lang == "zh":
        parts += [
            match.group().strip()
            for part in parts
            for match in _ZH_CLAUSE.finditer(part)
            if len(match.group().strip()) >= _SHORTEST_CLAUSE
        ]
    return tuple(dict.fromkeys(parts)) or (premise,)


def _unscored(pair: Pair) -> Unscored | None:
    if pair.claim_lang != pair.premise_lang:
        return Unscored("claim and evidence are in different languages")
    if not any(char.isalnum() for char in pair.claim) or not any(char.isalnum() for char in pair.premise):
        return Unscored("there is no word to compare")
    return None


def _opinion(cosine: float) -> Opinion | Unscored:
    if not math.isfinite(cosine):
        return Unscored("the embedder gave no finite vector")
    return Opinion({"similarity": min(1.0, max(0.0, cosine))})
