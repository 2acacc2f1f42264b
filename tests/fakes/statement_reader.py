"""A `StatementReader` of a handful of fixed verbs: enough to follow claims and triples through the graph, no model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Mention, Quote, ReadText, Span, StatedTriple, Statement, Term, TextEntity
from claimgraph.ingest.statements.checkability import is_checkable, stands_alone
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences

_VERBS = {  # relation as it stands -> lemma, and whether the tail is the agent
    "was created by": ("create", True),
    "was not created by": ("not create", True),
    "created": ("create", False),
    "invented": ("invent", False),
    "is": ("be", False),
    "rises in": ("rise in", False),
    "grew in": ("grow in", False),
    "创建了": ("创建", False),
    "位于": ("位于", False),
}
_STATEMENT = re.compile(
    r"(?P<head>[^.。]+?)\s?(?P<relation>"
    + "|".join(sorted(map(re.escape, _VERBS), key=len, reverse=True))
    + r")\s?(?P<tail>[^.。]+)[.。]?"
)


class FakeStatementReader:
    """One statement a sentence; a triple where it has one of the verbs; no pronoun is resolved."""

    def __init__(self, version: str = "fake-1") -> None:
        self.version = version
        self.asked: list[str] = []

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        self.asked += texts
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> ReadText:
        lang = detect_language(text)
        found = tuple(self._statement(text, span, lang) for span in sentences(text, lang))
        return ReadText(text, lang, found, tuple(self._entities(found, lang)))

    def _statement(self, text: str, span: Span, lang: str) -> Statement:
        piece = text[span.start : span.end]
        return Statement(
            text=piece,
            lang=lang,
            spans=(span,),
            sentence=span,
            standalone=stands_alone(piece, lang),
            checkable=is_checkable(piece, lang),
            quotes=(Quote(0, len(piece), span.start),),
            triples=tuple(_triples(piece, span.start)),
        )

    def _entities(self, found: Sequence[Statement], lang: str) -> list[TextEntity]:
        named = [end for s in found for t in s.triples for end in (t.head, t.tail) if end.type is not None]
        return [
            TextEntity(
                term.text,
                term.type,
                lang,
                (Mention(term.spans[0].start, term.spans[0].end, term.text, term.type, self.version),),
            )
            for term in named
            if term.type is not None
        ]


def _triples(piece: str, offset: int) -> list[StatedTriple]:
    found = _STATEMENT.fullmatch(piece)
    if found is None:
        return []
    head, tail = (_term(found, name, offset) for name in ("head", "tail"))
    lemma, passive = _VERBS[found["relation"]]
    first, last = (tail, head) if passive else (head, tail)
    return [StatedTriple(head, found["relation"], tail, (first.text, lemma, last.text), 0.9)]


def _term(found: re.Match[str], name: str, offset: int) -> Term:
    words = found[name]
    start = found.start(name)
    if (article := re.match(r"(?:The|the|a|an) ", words)) is not None:
        start, words = start + article.end(), words[article.end() :]
    named = words[:1].isupper() or (not words.isascii() and name == "head")
    kind = None if words in ("It", "它") or not named else EntityType.NAME
    return Term(words, (Span(offset + start, offset + start + len(words)),), kind)


class FakeDecomposer:
    """Implements `Decomposer` over the same reader, as answers are read like sources."""

    def __init__(self, reader: FakeStatementReader) -> None:
        self._reader = reader
        self.version = f"fake-decomposer/{reader.version}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [list(read.statements) for read in self._reader.read(texts)]
