"""Takes an answer apart into its sentences and explicitly separated clauses, with exact spans, by rule.

Each statement says whether it can stand alone (no unresolved reference, no relative time) and whether it can be
checked (no question, greeting, opinion or refusal).
"""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.ingest.model import Quote, Span, Statement
from claimgraph.ingest.statements.checkability import is_checkable, stands_alone
from claimgraph.ingest.statements.markup import apart_from_markup, is_in, markup_spans
from claimgraph.ingest.statements.plain import list_mark_end
from claimgraph.ingest.text.clauses import clauses
from claimgraph.ingest.text.language import detect_language, sentence_language
from claimgraph.ingest.text.sentences import sentences

DECOMPOSITION_VERSION = "4"


class SentenceDecomposer:
    """Sentences, and within them the clauses that a semicolon or its like sets apart."""

    version = f"sentences-{DECOMPOSITION_VERSION}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [decompose(text) for text in texts]


def decompose(text: str) -> list[Statement]:
    """The statements of one answer, in order. Their spans are disjoint and never begin or end with white space."""
    whole = detect_language(text)
    statements: list[Statement] = []
    markup = markup_spans(text)
    for sentence in apart_from_markup(sentences(text, whole), markup, text):
        prose = not is_in(markup, sentence.start)
        for span in _clauses(text, sentence, whole):
            statement = _statement(text, span, sentence, whole, prose=prose)
            if statement is not None:
                statements.append(statement)
    return statements


def _clauses(text: str, sentence: Span, lang: str) -> list[Span]:
    return [
        Span(sentence.start + clause.start, sentence.start + clause.end)
        for clause in clauses(text[sentence.start : sentence.end], lang)
    ]


def _statement(text: str, span: Span, sentence: Span, whole: str, *, prose: bool) -> Statement | None:
    start = list_mark_end(text, span.start, span.end)
    piece = text[start : span.end]
    if not piece.strip():
        return None
    lang = sentence_language(piece, whole)
    return Statement(
        text=piece,
        lang=lang,
        spans=(Span(start, span.end),),
        sentence=sentence,
        standalone=stands_alone(piece, lang),
        checkable=prose and is_checkable(piece, lang),
        quotes=(Quote(0, len(piece), start),),
    )
