"""The similarity judge: cosine of the claim and the sentence of the window that is nearest to it, and of each of the
claim's words and the word of the window that is nearest to that.

A cosine with a whole window mostly tells how much else the window says. So each sentence of the window stands for
itself, and where sentences run on by commas (Chinese), each of their clauses too. A cosine of sentences says little of
the one thing that the evidence does not say: "a man plays a guitar on stage" is near "a man plays a guitar at home".
The words' cosines do, and their least above all. They are those of BERTScore's recall (Zhang, Kishore, Wu, Weinberger
and Artzi, 2020, section 3), over content words, from the states of the embedder's last layer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import anyio

from claimgraph.graph_schema.ids import digest
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import content_words
from claimgraph.platform.models.ports import PieceEmbedder, PieceStates
from claimgraph.verify.model import Opinion, Pair, Unscored

from .embeddings import CachedEmbeddings

if TYPE_CHECKING:
    import numpy as np

SIMILARITY_RULE = "2"


class SimilarityJudge:
    """Scores `similarity`, the cosine clamped to [0, 1]. Abstains across languages and on empty texts.

    Where an embedder shows its word pieces (in English): `word_similarity`, the mean over the claim's content words of
    their cosine with what is nearest in the window, and `word_similarity_least`, the least of them, both clamped to
    [0, 1].
    """

    name = "similarity"

    def __init__(self, embeddings: CachedEmbeddings, pieces: Mapping[str, PieceEmbedder]) -> None:
        """`pieces`: language -> what tells how near single words are; a language may have none."""
        self._embeddings = embeddings
        self._pieces = pieces
        named = [f"{lang} {one.name} {one.version}" for lang, one in sorted(pieces.items())]
        self.version = digest("similarity", SIMILARITY_RULE, embeddings.version, named)[:12]

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
            words = self._word_scores([pairs[place] for place in places], lang)
            for place, (claim, *parts), more in zip(places, texts, words, strict=True):
                cosines = [float(vectors[claim] @ vectors[part]) for part in parts]
                results[place] = _opinion({"similarity": _highest(cosines), **more})
        return results

    def _word_scores(self, pairs: Sequence[Pair], lang: str) -> list[dict[str, float]]:
        """One a pair; empty where no embedder shows pieces, or one of the two texts has none."""
        embedder = self._pieces.get(lang)
        if embedder is None:
            return [{} for _ in pairs]
        split = [_sentences(pair.premise, lang) for pair in pairs]
        distinct = list(
            dict.fromkeys(text for pair, found in zip(pairs, split, strict=True) for text in (pair.claim, *found))
        )
        shown = dict(zip(distinct, embedder.pieces(distinct), strict=True))
        return [
            _nearest(pair.claim, lang, shown[pair.claim], [shown[text].states for text in found])
            for pair, found in zip(pairs, split, strict=True)
        ]


_ZH_CLAUSE = re.compile(r"[^，；：]+")
_SHORTEST_CLAUSE = 4


@lru_cache(maxsize=8192)
def _sentences(premise: str, lang: str) -> tuple[str, ...]:
    """The sentences of the window; the window itself where it has none."""
    return tuple(dict.fromkeys(premise[span.start : span.end] for span in sentences(premise, lang))) or (premise,)


@lru_cache(maxsize=8192)
def _parts(premise: str, lang: str) -> tuple[str, ...]:
    """The sentences of the window, and the clauses of Chinese ones."""
    parts = list(_sentences(premise, lang))
    if lang == "zh":
        parts += [
            match.group().strip()
            for part in parts
            for match in _ZH_CLAUSE.finditer(part)
            if len(match.group().strip()) >= _SHORTEST_CLAUSE
        ]
    return tuple(dict.fromkeys(parts))


def _nearest(claim: str, lang: str, shown: PieceStates, window: Sequence[np.ndarray]) -> dict[str, float]:
    """`shown`: the claim's pieces; `window`: the states of those of each of its sentences.

    A word is as near as its pieces are on average; function words need no counterpart.
    """
    import numpy as np

    there = [states for states in window if len(states)]
    if not len(shown.offsets) or not there:
        return {}
    # A sentence at a time: for larger products BLAS wakes threads that then spin on processors which the models use.
    nearest = np.max([(shown.states @ states.T).max(axis=1) for states in there], axis=0)
    words = []
    for word in content_words(claim, lang):
        places = [at for at, (start, end) in enumerate(shown.offsets) if start < word.end and word.start < end]
        if places:
            words.append(float(nearest[places].mean()))
    return {"word_similarity": sum(words) / len(words), "word_similarity_least": min(words)} if words else {}


def _unscored(pair: Pair) -> Unscored | None:
    if pair.claim_lang != pair.premise_lang:
        return Unscored("claim and evidence are in different languages")
    if not any(char.isalnum() for char in pair.claim) or not any(char.isalnum() for char in pair.premise):
        return Unscored("there is no word to compare")
    return None


def _highest(cosines: Sequence[float]) -> float:
    """The highest; NaN where any is no number, which `max` would pass over or take by its place."""
    return max(cosines) if all(map(math.isfinite, cosines)) else math.nan


def _opinion(cosines: Mapping[str, float]) -> Opinion | Unscored:
    if not all(map(math.isfinite, cosines.values())):
        return Unscored("the embedder gave no finite vector")
    return Opinion({name: min(1.0, max(0.0, cosine)) for name, cosine in cosines.items()})
