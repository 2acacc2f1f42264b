"""Stretches of the source as pieces of a statement, with what their pronouns stand for put in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ...model import Span, StatedTriple, Statement
from ..checkability import only_joins, stands_alone
from ..parsed import ParsedText, Referent, Resolutions
from ..realise import Piece, realise
from .references import Reference, find_references
from .units import Atom

Phrase = tuple[Piece, ...]

# An abbreviation or another name in brackets defines a name and says nothing of the thing.
_NAMING = re.compile(
    r"[（(\[【]\s*(?:"
    r"(?:以下)?(?:简称|缩写|缩写为|又称|又名|也称|亦称|英文|英语|英文名|[法德日俄韩]语名?|西班牙语|意大利语|葡萄牙语|阿拉伯语|"
    r"拉丁[语文]|希腊[语文]|外文名?|全称|原名|即|英)[：:为]?.{0,40}|"
    r"[A-Za-z][A-Za-z0-9 .,&'’/\-]{0,60}|"
    r"[A-Za-z .&'’-]{1,60}[,，、].{0,40})[）)\]】]"
)


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    reference: Reference
    referent: Referent | None


class Source:
    """The text under reading with its references and what they stand for."""

    def __init__(self, parsed: ParsedText, resolutions: Resolutions) -> None:
        self.text = parsed.text
        found: list[_Found] = []
        for number, sentence in enumerate(parsed.sentences):
            offset = sentence.span.start
            for reference in find_references(sentence.analysis):
                referent = resolutions.get((number, reference.head))
                found.append(_Found(offset + reference.start, offset + reference.end, reference, referent))
        self._found = found
        self._starts = [item.start for item in found]

    def references_in(self, start: int, end: int) -> list[_Found]:
        at = bisect_left(self._starts, start)
        out = []
        while at < len(self._found) and self._found[at].start < end:
            if self._found[at].end <= end:
                out.append(self._found[at])
            at += 1
        return out

    def referent_at(self, start: int, end: int) -> Referent | None:
        return next((f.referent for f in self.references_in(start, end) if f.start == start and f.end == end), None)

    def phrase(self, atoms: Sequence[Atom]) -> Phrase:
        """The atoms as pieces: runs that stand together as one, naming brackets silent, references resolved."""
        pieces: list[Piece] = []
        start = end = -1
        for atom in atoms:
            if start >= 0 and self.text[end : atom.start].strip():
                pieces += self._resolved(start, end)
                start = -1
            if start < 0:
                start = atom.start
            end = atom.end
            for bracket in atom.brackets:
                if is_silent(self.text[bracket.start : bracket.end]):
                    pieces += self._resolved(start, end)
                    pieces.append(Piece("", bracket.start, bracket.end))
                    start = -1
                else:
                    end = bracket.end
                if start < 0 and bracket is not atom.brackets[-1]:
                    start = bracket.end
        if start >= 0:
            pieces += self._resolved(start, end)
        return tuple(piece for piece in pieces if piece.text or piece.has_source)

    def _resolved(self, start: int, end: int) -> list[Piece]:
        pieces: list[Piece] = []
        at = start
        for found in self.references_in(start, end):
            if found.referent is None:
                continue
            if found.start > at:
                pieces.append(Piece(self.text[at : found.start], at, found.start))
            words = found.referent.text
            if found.reference.possessive and not self._predicate_follows(found.end):
                words += "的"
            pieces.append(Piece(words, found.start, found.end))
            at = found.end
        if at < end:
            pieces.append(Piece(self.text[at:end], at, end))
        return pieces

    def _predicate_follows(self, at: int) -> bool:
        return self.text.startswith(("在", "于", "为", "是", "将", "被", "的", "所", "，", "不", "可", "能", "会"), at)

    def unresolved(self, pieces: Sequence[Piece]) -> bool:
        return any(
            found.referent is None
            for piece in pieces
            if piece.has_source and piece.text
            for found in self.references_in(piece.start, piece.end)
        )

    def statement(
        self,
        pieces: Sequence[Piece],
        sentence: Span,
        *,
        triples: tuple[StatedTriple, ...] = (),
        standalone: bool = True,
        checkable: bool = True,
        final: str = "。",
    ) -> Statement:
        done = realise(self.text, pieces, spaced=False, final=final)
        return Statement(
            text=done.text,
            lang="zh",
            spans=done.spans,
            sentence=sentence,
            standalone=standalone and not self.unresolved(pieces) and stands_alone(done.text, "zh"),
            checkable=checkable and not only_joins(done.text),
            quotes=done.quotes,
            triples=triples,
        )


def is_silent(bracket: str) -> bool:
    return bool(_NAMING.fullmatch(bracket) or _CITATION.fullmatch(bracket)) or bool(LIFE.search(bracket))


_CITATION = re.compile(r"[\[【]\s*\d{1,3}(?:\s*[,，、–-]\s*\d{1,3})*\s*[\]】]")


LIFE = re.compile(
    r"[（(\[]\D{0,12}?(\d{3,4})年?(?:\d{1,2}月\d{1,2}日)?\s*(?:[－—–\-~～至]+)\s*(\d{3,4})年?(?:\d{1,2}月\d{1,2}日)?\s*[）)\]]"
)


def words_of(phrase: Phrase) -> str:
    return "".join(piece.text for piece in phrase)


def cut(phrase: Phrase, *more: Phrase) -> Phrase:
    return tuple(piece for part in (phrase, *more) for piece in part)
