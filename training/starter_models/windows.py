"""Evidence windows: the pieces of a long text that a claim is judged on, at training as at run time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .text import inverse_document_frequency, words

WHOLE_TOKENS = 230
STITCHED_SENTENCES = 6
STITCHED_TOKENS = 150
OVERLAP_WEIGHT, COSINE_WEIGHT = 0.6, 0.4


@dataclass(frozen=True, slots=True)
class Document:
    """A text's sentences with their lengths in tokens and their embeddings (rows of length 1)."""

    sentences: tuple[str, ...]
    tokens: tuple[int, ...]
    embeddings: np.ndarray


def evidence_windows(document: Document, claim: str, claim_embedding: np.ndarray) -> list[str]:
    """The whole text when it is short, else best sentence, best run of three, stitched set; no repeats."""
    if sum(document.tokens) <= WHOLE_TOKENS:
        return [" ".join(document.sentences)]
    idf = inverse_document_frequency(document.sentences)
    scores = rank(document, claim, claim_embedding, idf)
    picks = [
        [int(np.argmax(scores))],
        best_run(scores, 3),
        stitch(document, claim, scores, idf),
    ]
    texts = [" ".join(document.sentences[index] for index in pick) for pick in picks]
    return list(dict.fromkeys(texts))


def rank(document: Document, claim: str, claim_embedding: np.ndarray, idf: dict[str, float]) -> np.ndarray:
    """Per sentence: 0.6 x share of the claim's idf weight that it covers + 0.4 x cosine."""
    wanted = set(words(claim))
    highest = max(idf.values(), default=1.0)
    weights = {word: idf.get(word, highest) for word in wanted}
    total = sum(weights.values()) or 1.0
    overlap = np.array(
        [sum(weights[word] for word in wanted.intersection(words(s))) / total for s in document.sentences]
    )
    cosines: np.ndarray = document.embeddings @ claim_embedding
    return OVERLAP_WEIGHT * overlap + COSINE_WEIGHT * cosines


def best_run(scores: np.ndarray, length: int) -> list[int]:
    """The run of `length` neighbouring sentences with the highest sum."""
    if len(scores) <= length:
        return list(range(len(scores)))
    sums = np.convolve(scores, np.ones(length), mode="valid")
    first = int(np.argmax(sums))
    return list(range(first, first + length))


def stitch(document: Document, claim: str, scores: np.ndarray, idf: dict[str, float]) -> list[int]:
    """Up to six sentences within 150 tokens that cover the claim's words greedily, in document order."""
    highest = max(idf.values(), default=1.0)
    left = {word: idf.get(word, highest) for word in set(words(claim))}
    order = [int(index) for index in np.argsort(-scores, kind="stable")[:40]]
    bags = {index: set(words(document.sentences[index])) for index in order}
    chosen: list[int] = []
    room = STITCHED_TOKENS
    while len(chosen) < STITCHED_SENTENCES:
        fitting = [index for index in order if index not in chosen and document.tokens[index] <= room]
        if not fitting:
            break
        gain = _gain(left, bags, scores)
        best = max(fitting, key=gain)
        chosen.append(best)
        room -= document.tokens[best]
        for word in bags[best]:
            left.pop(word, None)
    return sorted(chosen) or [order[0]]


def _gain(left: dict[str, float], bags: dict[int, set[str]], scores: np.ndarray) -> Callable[[int], float]:
    total = sum(left.values()) or 1.0
    return lambda index: sum(left.get(word, 0.0) for word in bags[index]) / total + 0.3 * float(scores[index])
