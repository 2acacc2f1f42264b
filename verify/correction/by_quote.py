"""What the evidence itself says of the matter, in its own words, for a claim that nobody could mend.

A wrong claim that is told in other words than its evidence has no value that could be replaced alone, and a right one
is doubted more often there than elsewhere. A sentence of the evidence about the same, or a clause of one, is true in
either case. It stands behind what remains of the claim's sentence (`mending`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import anyio.to_thread

from claimgraph.ingest.model import Span
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.text.words import content_words

from ..emphasis import EMPHASIS_VERSION, read_plain
from ..model import CorrectionRequest, Piece, Proposal
from ..windows import Embed, dot
from .placing import holds
from .quotable import QUOTABLE_VERSION, Quotable, quotable
from .telling import MOST_CHUNKS

METHOD = "quote"
CORRECTOR_VERSION = "1"
_LEAST = {"en": 0.45, "zh": 0.65}
"""Cosine with the claim, of the embedders that ship, below which a sentence is about something else (decision 0059)."""
_REPEATED = 0.1
"""By how much nearer a quotation may be to what the answer says elsewhere than to the claim."""
_AS_LONG = 0.1
"""What a quotation as long as the claim is worth against a word: it says more of what the claim does."""
_WHOLE = 0.05
"""What a sentence, or all between two semicolons, is worth against a part of it, which may lack a "since 2019"."""
_NEARER = 0.1
"""By how much nearer to a part of the claim a further quotation is than those that are quoted anyway."""
_LONGER = 60
"""Characters beyond twice the claim's length, or beyond its sentence's, that a quotation may have."""


class QuoteCorrector:
    """Implements `Corrector`, for the claims of one answer together. What the answer says already is not quoted.

    Claims of one sentence that would be mended by parts of one sentence of the evidence are mended by that.
    """

    name = METHOD

    def __init__(self, reader: StatementReader, embed: Embed, embeddings: str) -> None:
        """`embeddings`: the version of the vectors that `embed` gives."""
        self._reader = reader
        self._embed = embed
        self.version = f"{CORRECTOR_VERSION}-{QUOTABLE_VERSION}-{reader.version}-{EMPHASIS_VERSION}-{embeddings}"

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        return await anyio.to_thread.run_sync(self._propose, requests)

    def _propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        texts = {chunk.chunk_id: chunk.text for one in requests for chunk in one.conclusion.evidence.chunks}
        wanted = dict.fromkeys(piece.chunk_id for one in requests for piece in _pieces(one) if piece.chunk_id in texts)
        read = dict(zip(wanted, read_plain(self._reader, [texts[chunk] for chunk in wanted]), strict=True))
        choices = [self._chosen(one, quotable(read, _pieces(one), one.lang)) for one in requests]
        return [
            Proposal(
                _text(quotes, request.lang),
                METHOD,
                tuple(one.piece for one in quotes),
                alone=tuple(one.text for one in quotes),
            )
            if quotes
            else None
            for request, quotes in zip(requests, _joined(choices), strict=True)
        ]

    def _chosen(self, request: CorrectionRequest, offered: Sequence[Quotable]) -> _Choice:
        """What is nearest to the claim, and what is nearer to a part of it that is told elsewhere."""
        whole = {one.sentence: one for one in offered if one.is_whole}
        claim, parts = request.claim_text, _parts(request.claim_text, request.lang)
        near = self._near(request, offered, parts)
        first = near.best(claim) if near.offered else None
        found = [] if first is None else [first]
        for part in parts if near.offered else ():
            more = near.best(part)
            if more is None or any(one.sentence == more.sentence for one in found):
                continue
            if all(near.cosine(part, more) >= near.cosine(part, one) + _NEARER for one in found):
                found.append(more)
        chunks = list(dict.fromkeys(one.piece.chunk_id for one in offered))
        found.sort(key=lambda one: (chunks.index(one.piece.chunk_id), one.piece.start))
        tried = {attempt.after for attempt in request.failed}
        return _Choice(request, () if _text(found, request.lang) in tried else tuple(found), whole)

    def _near(self, request: CorrectionRequest, offered: Sequence[Quotable], parts: Sequence[str]) -> _Near:
        """Those that are short enough, with the vectors of all texts that they are held against."""
        sentence = request.conclusion.claim.sentence
        longest = max(2 * len(request.claim_text), sentence.end - sentence.start) + _LONGER
        short = [one for one in offered if len(one.text) <= longest]
        texts = list(dict.fromkeys([request.claim_text, *parts, *request.beside, *(one.text for one in short)]))
        vectors = dict(zip(texts, self._embed(texts, request.lang), strict=True)) if short else {}
        return _Near(short, request.beside, _LEAST.get(request.lang, _LEAST["en"]), vectors)


@dataclass(frozen=True, slots=True)
class _Near:
    """How near what could be quoted is to a claim and to what else the answer says."""

    offered: Sequence[Quotable]
    beside: Sequence[str]
    least: float
    vectors: Mapping[str, Sequence[float]]

    def cosine(self, text: str, quote: Quotable) -> float:
        return dot(self.vectors[text], self.vectors[quote.text])

    def best(self, wanted: str) -> Quotable | None:
        """The nearest of those that are near enough and not said already."""
        worth: dict[Quotable, float] = {}
        for one in self.offered:
            cosine = self.cosine(wanted, one)
            said = max((self.cosine(other, one) for other in self.beside), default=-1.0)
            if cosine >= self.least and said <= cosine + _REPEATED:
                worth[one] = cosine + _AS_LONG * min(1.0, len(one.text) / len(wanted)) + _WHOLE * one.complete
        return max(worth, key=worth.__getitem__, default=None)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is to be quoted for one claim; `whole`: the sentences of its evidence that could be, by their places."""

    request: CorrectionRequest
    quotes: tuple[Quotable, ...]
    whole: Mapping[Piece, Quotable]

    @property
    def sentence(self) -> Span:
        return self.request.conclusion.claim.sentence


def _joined(choices: Sequence[_Choice]) -> list[tuple[Quotable, ...]]:
    """The quotations, with a sentence for two parts of it, and none that is a part of another one."""
    parts: dict[tuple[Span, Piece], dict[Quotable, int]] = {}
    for choice in choices:
        for one in choice.quotes:
            members = parts.setdefault((choice.sentence, one.sentence), {})
            members[one] = members.get(one, 0) + len(choice.request.claim_text)
    instead: dict[tuple[Span, Quotable], Quotable] = {}
    for (place, sentence), members in parts.items():
        whole = next((one.whole[sentence] for one in choices if sentence in one.whole), None)
        if whole is not None and len(members) > 1 and len(whole.text) <= 2 * sum(members.values()) + _LONGER:
            instead |= {(place, one): whole for one in members}
    found = [[instead.get((choice.sentence, one), one) for one in choice.quotes] for choice in choices]
    every = list(dict.fromkeys(one for quotes in found for one in quotes))
    larger = {one: next((other for other in every if _is_part(one, other)), one) for one in every}
    return [tuple(dict.fromkeys(larger[one] for one in quotes)) for quotes in found]


def _is_part(one: Quotable, other: Quotable) -> bool:
    return one.piece != other.piece and holds([other.piece], one.piece)


_PART = re.compile(r"[;；，]|,\s+(?:and|but|while|whereas|because|so|although|though)\b", re.IGNORECASE)
_LEAST_WORDS = 3
"""Content words of a part of a claim."""


def _parts(claim: str, lang: str) -> list[str]:
    """What may be told by different sentences: clauses of a claim that nobody took apart."""
    parts = [part.strip() for part in _PART.split(claim)]
    return [part for part in parts if len(content_words(part, lang)) >= _LEAST_WORDS] if len(parts) > 1 else []


def _text(quotes: Sequence[Quotable], lang: str) -> str:
    return ("" if lang == "zh" else " ").join(one.text for one in quotes)


def _pieces(request: CorrectionRequest) -> list[Piece]:
    """Of the windows in the claim's language, in the chunks that are read for it."""
    pieces = [piece for window in request.windows if window.lang == request.lang for piece in window.pieces]
    chunks = list(dict.fromkeys(piece.chunk_id for piece in pieces))[:MOST_CHUNKS]
    return [piece for piece in pieces if piece.chunk_id in chunks]
