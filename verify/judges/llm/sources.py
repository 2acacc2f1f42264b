"""What a judge reads that wants the whole evidence of a claim, not one window of it."""

from __future__ import annotations

from functools import lru_cache

from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.ingest.text.words import Word, content_words, inverse_document_frequency, overlap
from claimgraph.verify.model import Pair

SOURCE_TOKENS = 24_000
"""Of evidence in one request: what common models read with care."""


def whole_evidence(pair: Pair) -> str:
    """All texts that were gathered for the claim, in their order; the window where nothing says what was gathered.

    Where they are too long, those that share most words with the claim, weighted by rarity among them.
    """
    texts, sizes = _measured(pair.sources)
    if sum(sizes) <= SOURCE_TOKENS:
        return "\n\n".join(texts) or pair.premise
    return _fitting(pair.sources, pair.claim, pair.claim_lang) or pair.premise


@lru_cache(maxsize=64)
def _measured(sources: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    texts = tuple(dict.fromkeys(text for text in sources if text.strip()))
    return texts, tuple(count_tokens(text) for text in texts)


@lru_cache(maxsize=64)
def _worded(sources: tuple[str, ...], lang: str) -> tuple[list[list[Word]], dict[str, float]]:
    words = [content_words(text, lang) for text in _measured(sources)[0]]
    return words, inverse_document_frequency(words)


@lru_cache(maxsize=256)
def _fitting(sources: tuple[str, ...], claim: str, lang: str) -> str:
    texts, sizes = _measured(sources)
    words, rarity = _worded(sources, lang)
    wanted = content_words(claim, lang)
    kept: list[int] = []
    room = SOURCE_TOKENS
    for place in sorted(range(len(texts)), key=lambda place: (-overlap(wanted, words[place], rarity), place)):
        if sizes[place] <= room:
            kept.append(place)
            room -= sizes[place]
    return "\n\n".join(texts[place] for place in sorted(kept))
