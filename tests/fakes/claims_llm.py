"""A language model that takes sentences apart from a table, and a reader whose statements are its sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimgraph.ingest.model import Quote, ReadSentence, ReadText, Span, StatedTriple, Statement, Term
from claimgraph.ingest.statements.checkability import is_checkable, stands_alone
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences

from .llm_server import Answer, Request, Says


@dataclass(slots=True)
class Claims:
    """A handler for `LlmServer`: the claims of each sentence asked about, from `table`; else the sentence itself."""

    table: dict[str, list[str]] = field(default_factory=dict)

    def __call__(self, request: Request) -> Answer:
        return Says(
            {
                "sentences": [
                    {"index": line["index"], "claims": self.table.get(line["text"], [line["text"]])}
                    for line in asked(request)
                ]
            }
        )


def asked(request: Request) -> list[dict[str, Any]]:
    """The sentences that a request asks about."""
    (texts,) = request.document.values()  # "answers", or "texts"
    lines = [line for text in texts for line in text["sentences"]]
    return [line for line in lines if "index" in line]


@dataclass(slots=True)
class SentenceReader:
    """`StatementReader` whose statements are whole sentences. `complexity` says how hard each is (else 0)."""

    complexity: Callable[[str], float] | Mapping[str, float] = field(default_factory=dict)
    version: str = "fake-1"
    read_texts: list[str] = field(default_factory=list)

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        self.read_texts += texts
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> ReadText:
        lang = detect_language(text)
        spans = sentences(text, lang)
        return ReadText(
            text,
            lang,
            tuple(_statement(text, span, lang) for span in spans),
            sentences=tuple(ReadSentence(span, self._hard(text[span.start : span.end])) for span in spans),
        )

    def _hard(self, sentence: str) -> float:
        if isinstance(self.complexity, Mapping):
            return self.complexity.get(sentence, 0.0)
        return self.complexity(sentence)


def _statement(text: str, span: Span, lang: str) -> Statement:
    piece = text[span.start : span.end]
    return Statement(
        text=piece,
        lang=lang,
        spans=(span,),
        sentence=span,
        standalone=stands_alone(piece, lang),
        checkable=is_checkable(piece, lang),
        quotes=(Quote(0, len(piece), span.start),),
        triples=_triples(piece, span.start),
    )


def _triples(piece: str, offset: int) -> tuple[StatedTriple, ...]:
    """ "A verb B." as one triple."""
    words = piece.rstrip(".").split(" ")
    if len(words) < 3:
        return ()
    head, relation, tail = words[0], words[1], " ".join(words[2:])
    at = offset + len(head) + len(relation) + 2
    return (
        StatedTriple(
            Term(head, (Span(offset, offset + len(head)),)),
            relation,
            Term(tail, (Span(at, at + len(tail)),)),
            (head, relation, tail),
            0.9,
            (Span(offset + len(head) + 1, offset + len(head) + 1 + len(relation)),),
        ),
    )
