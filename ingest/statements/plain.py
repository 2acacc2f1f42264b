"""A sentence that is not taken apart: as it stands, or at its semicolons, without the marks of a list."""

from __future__ import annotations

import re

from ..model import Quote, Span, Statement
from ..text.clauses import clauses
from .checkability import is_checkable, stands_alone

_LIST_MARK = re.compile(
    r"(?:[-*+•·▪◦‣–—]\s+|\(?\d{1,3}[.)、．](?!\d)\s*|\(?[a-z]\)\s+|[a-z]\.\s+(?=[A-Z])|"
    r"[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|[一二三四五六七八九十]{1,3}、(?![一二三四五六七八九十])\s*|"
    r"[\u2460-\u2487\u24ea-\u24f4\u2776-\u2793\u3220-\u3229]\s*|#{1,6}\s+|>\s+)+"
)


def list_mark_end(text: str, start: int, end: int) -> int:
    """Where the words of a list item, heading or block quote begin; `start` where there is no such mark."""
    mark = _LIST_MARK.match(text, start, end)
    return mark.end() if mark and mark.end() < end else start


def plain_statements(text: str, sentence: Span, lang: str) -> list[Statement]:
    """The sentence word for word, cut only where the page itself sets clauses apart."""
    found: list[Statement] = []
    for clause in clauses(text[sentence.start : sentence.end], lang):
        start = list_mark_end(text, sentence.start + clause.start, sentence.start + clause.end)
        statement = plain_statement(text, Span(start, sentence.start + clause.end), sentence, lang)
        if statement is not None:
            found.append(statement)
    return found


def plain_statement(text: str, span: Span, sentence: Span, lang: str) -> Statement | None:
    piece = text[span.start : span.end]
    if not piece.strip():
        return None
    return Statement(
        text=piece,
        lang=lang,
        spans=(span,),
        sentence=sentence,
        standalone=stands_alone(piece, lang),
        checkable=is_checkable(piece, lang),
        quotes=(Quote(0, len(piece), span.start),),
    )
