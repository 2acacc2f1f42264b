"""An answer with what ReDeEP says of each of its tokens and claims: what a heat map shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from claimgraph.ingest.model import Span as TextSpan
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences

from ..model import InsideView
from .model import Reading
from .placing import NO_TOKENS, TokenScorer, place, shares_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


class AnswerScorer(TokenScorer, Protocol):
    """A detector that also speaks of single tokens and of whole answers. `detector.Detector` is one."""

    @property
    def threshold(self) -> float: ...

    @property
    def span_threshold(self) -> float: ...

    @property
    def version(self) -> str: ...

    def token_scores(self, reading: Reading) -> NDArray[np.float64]: ...

    def response_score(self, reading: Reading, spans: Sequence[NDArray[np.float64]]) -> float: ...


@dataclass(frozen=True, slots=True)
class TokenMark:
    """One token, or several that stand for one character together; offsets in the answer."""

    start: int
    end: int
    score: float | None  # in [0, 1]; None without a detector
    ecs: float | None  # mean over the detector's heads, or over all where there is no detector
    pks: float | None  # mean over the detector's layers, or over all
    log_probability: float  # natural logarithm


@dataclass(frozen=True, slots=True)
class ClaimMark:
    """One claim of the answer, or why it has no score."""

    text: str
    spans: tuple[TextSpan, ...]
    score: float | None
    ecs: float | None
    pks: float | None
    unscored_reason: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerMap:
    """`score`, `threshold` and `span_threshold` (of claims and tokens) are None where no detector was given."""

    answer: str
    question: str | None
    lang: str
    model: str  # the causal model's version
    detector: str | None  # its version
    score: float | None
    threshold: float | None
    span_threshold: float | None
    tokens: tuple[TokenMark, ...]
    claims: tuple[ClaimMark, ...]
    windows: int
    notes: tuple[str, ...]

    @property
    def hallucinated(self) -> bool | None:
        """Whether the answer as a whole scores its threshold or more."""
        return None if self.score is None or self.threshold is None else self.score >= self.threshold


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim as text with its places in the answer."""

    text: str
    spans: tuple[TextSpan, ...]


def map_answer(
    answer: str,
    question: str | None,
    reading: Reading,
    claims: Sequence[Stated],
    model: str,
    detector: AnswerScorer | None = None,
) -> AnswerMap:
    """What a reading of the answer says of its tokens and claims, and with a detector what that amounts to."""
    lang = detect_language(answer)
    return AnswerMap(
        answer=answer,
        question=question,
        lang=lang,
        model=model,
        detector=None if detector is None else detector.version,
        score=None if detector is None else _response_score(answer, reading, detector),
        threshold=None if detector is None else detector.threshold,
        span_threshold=None if detector is None else detector.span_threshold,
        tokens=_token_marks(reading, detector),
        claims=tuple(_claim_mark(claim, reading, detector) for claim in claims),
        windows=reading.windows,
        notes=reading.notes,
    )


def _response_score(answer: str, reading: Reading, detector: AnswerScorer) -> float | None:
    """Over the answer's sentences, as it was fitted; None where no sentence has a token or the score is not finite."""
    shares = [shares_of(reading.offsets, [(one.start, one.end)]) for one in sentences(answer)]
    kept = [one for one in shares if one.sum() > 0]
    score = detector.response_score(reading, kept) if kept else math.nan
    return score if math.isfinite(score) else None


def _token_marks(reading: Reading, detector: AnswerScorer | None) -> tuple[TokenMark, ...]:
    """In the order of the text; tokens of the same characters are one mark with their means."""
    scores = None if detector is None else detector.token_scores(reading)
    ecs, pks = _means(reading, detector)
    by_span: dict[tuple[int, int], list[int]] = {}
    for number, (start, end) in enumerate(reading.offsets):
        if end > start:
            by_span.setdefault((start, end), []).append(number)
    return tuple(
        TokenMark(
            start,
            end,
            _mean(scores, numbers),
            _mean(ecs, numbers),
            _mean(pks, numbers),
            float(reading.log_probabilities[numbers].sum()),
        )
        for (start, end), numbers in sorted(by_span.items())
    )


def _means(
    reading: Reading, detector: AnswerScorer | None
) -> tuple[NDArray[np.float64] | None, NDArray[np.float64] | None]:
    """(tokens,) each: ECS and PKS of the detector's heads and layers, or of all that were read; None over none."""
    if detector is not None:
        ecs = detector.ecs(reading) if detector.heads else None
        return ecs, detector.pks(reading) if detector.layers else None
    rows = (reading.ecs, reading.pks)
    external, knowledge = (one.mean(axis=0, dtype=np.float64) if len(one) else None for one in rows)
    return external, knowledge


def _mean(values: NDArray[np.float64] | None, numbers: Sequence[int]) -> float | None:
    """None where nothing was read, or no finite number."""
    mean = math.nan if values is None else float(values[list(numbers)].mean())
    return mean if math.isfinite(mean) else None


def _claim_mark(claim: Stated, reading: Reading, detector: AnswerScorer | None) -> ClaimMark:
    spans = [(span.start, span.end) for span in claim.spans]
    if detector is None:
        return _unfitted(claim, spans, reading)
    placed = place(reading, detector, spans)
    if isinstance(placed, InsideView):
        return ClaimMark(claim.text, claim.spans, placed.score, placed.ecs, placed.pks)
    return ClaimMark(claim.text, claim.spans, None, None, None, placed.reason)


def _unfitted(claim: Stated, spans: Sequence[tuple[int, int]], reading: Reading) -> ClaimMark:
    """ECS and PKS over all heads and layers; no score without a detector."""
    shares = shares_of(reading.offsets, spans)
    if not shares.sum() > 0:
        return ClaimMark(claim.text, claim.spans, None, None, None, NO_TOKENS)
    means = _means(reading, None)
    ecs, pks = (None if one is None else float(one @ shares / shares.sum()) for one in means)
    return ClaimMark(claim.text, claim.spans, None, ecs, pks)
