"""The text of a statement from pieces that know where they come from, with the spans and quotes it has then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model import Quote, Span

_NO_SPACE_BEFORE = frozenset({",", ".", ";", ":", "!", "?", ")", "]", "%", "'s", "’s", "'", "n't", "n’t"})
_NO_SPACE_AFTER = frozenset({"(", "[", "$", "£", "€", "#", "“", "‘", "«"})
_QUOTES = frozenset({'"', "'", "``"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a statement; `start`..`end` is where it stands in the source, (-1, -1) for what grammar adds.

    The words of a piece may differ from its source (a pronoun and what it stands for, "are" become "is"); a piece
    without words marks source text that the statement takes in without repeating it, as "(WHO)" after the full name.
    """

    text: str
    start: int = -1
    end: int = -1

    @property
    def has_source(self) -> bool:
        return self.start >= 0


@dataclass(frozen=True, slots=True)
class Realised:
    text: str
    spans: tuple[Span, ...]
    quotes: tuple[Quote, ...]


def realise(source: str, pieces: Sequence[Piece], *, spaced: bool = True, final: str = "") -> Realised:
    """Join the pieces: with the source's own white space where two stand together there, else with one space.

    `spaced` False joins without spaces, as Chinese does. `final` is a closing stop, added unless there is one.
    """
    shown = [piece for piece in pieces if piece.text]
    text = ""
    quotes: list[Quote] = []
    before: Piece | None = None
    for piece in shown:
        gap = _gap(source, before, piece, spaced)
        at = len(text) + len(gap)
        text += gap + piece.text
        if piece.has_source and source[piece.start : piece.end] == piece.text:
            _quote(quotes, Quote(at, at + len(piece.text), piece.start), source, text)
        before = piece
    if final and not text.rstrip("\"'”’)").endswith((".", "!", "?", "。", "！", "？")):
        text += final
    return Realised(text, merged_spans(source, pieces), tuple(quotes))


def _gap(source: str, before: Piece | None, piece: Piece, spaced: bool) -> str:
    if before is None:
        return ""
    if before.has_source and piece.has_source and before.end <= piece.start:
        between = source[before.end : piece.start]
        if not between:
            return ""
        if not between.strip():
            return " " if spaced or " " in between else ""
    if not spaced or _leans_left(source, piece) or _leans_right(source, before):
        return ""
    return " "


def _leans_left(source: str, piece: Piece) -> bool:
    """Whether a mark or an ending ("'s") goes without a space before it, here as in the source."""
    if piece.text not in _NO_SPACE_BEFORE:
        return False
    return not piece.has_source or (piece.start > 0 and not source[piece.start - 1].isspace())


def _leans_right(source: str, piece: Piece) -> bool:
    if piece.text in _NO_SPACE_AFTER:
        return True
    if piece.text not in _QUOTES or not piece.has_source or piece.end >= len(source):
        return False
    return not source[piece.end].isspace() and (piece.start == 0 or source[piece.start - 1].isspace())


def _quote(quotes: list[Quote], quote: Quote, source: str, text: str) -> None:
    """Add a quote, as one with the last where both the statement and the source go on without a break."""
    if quotes:
        last = quotes[-1]
        distance = quote.start - last.start
        if quote.source - last.source == distance and distance >= last.end - last.start:
            whole = text[last.start : quote.end]
            if source[last.source : last.source + len(whole)] == whole:
                quotes[-1] = Quote(last.start, quote.end, last.source)
                return
    quotes.append(quote)


def merged_spans(source: str, pieces: Iterable[Piece]) -> tuple[Span, ...]:
    """The stretches of the source that the pieces stand for, in order; those with only white space between as one."""
    merged: list[Span] = []
    for start, end in sorted({(piece.start, piece.end) for piece in pieces if piece.has_source}):
        if merged and not source[merged[-1].end : start].strip():
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, end))
        else:
            merged.append(Span(start, end))
    return tuple(merged)
