"""Strategy B: entities and triples by a language model, held against the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import anyio.to_thread

from claimgraph.graph_schema.ids import normalise_name
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.llm import LanguageModel, Usage
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.platform.llm.usage import record

from ..model import Mention, ReadText, Span, Statement, TextEntity
from ..ports import StatementReader
from ..statements.checkability import is_checkable
from ..statements.markup import is_in, markup_spans
from ..text.cleaning import storable_text
from ..text.language import detect_language
from ..text.sentences import sentences
from .anchoring import Found, find_mentions, stated, with_normal, without_repeats
from .asking import Said, SentenceAsker, Task, Wanted

KNOWLEDGE_VERSION = "1"
_TASK = Task(__package__, "extract", "texts")
_LONGEST_SENTENCE = 2_000  # characters; tables, code and data are not read
_MOST_TRIPLES = 40  # of one sentence
_MOST_ENTITIES = 40


@dataclass(frozen=True, slots=True)
class KnowledgeTally:
    """Counts over one text."""

    asked: int = 0  # sentences
    unread: int = 0  # sentences that the model said nothing about
    unanchored: int = 0  # triples dropped: the text does not state them
    surplus: int = 0  # triples and entities beyond what one sentence can hold
    repeated: int = 0

    def __add__(self, other: KnowledgeTally) -> KnowledgeTally:
        return KnowledgeTally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def note(self) -> str | None:
        """One sentence on what was not taken over; None where all was."""
        if not self.unanchored + self.surplus + self.unread:
            return None
        return (
            f"Of the language model's triples, {self.unanchored} that the text does not state and {self.surplus} "
            f"beyond any sentence were dropped; {self.unread} of {self.asked} sentences were not read."
        )


@dataclass(frozen=True, slots=True)
class Extraction:
    read: ReadText
    tally: KnowledgeTally


class LlmKnowledge:
    """`KnowledgeExtractor` over a language model: many texts a call, each paid for once where there is a `cache`.

    With a reader, the normal forms of triples are those of the rules, so that both strategies share their keys.
    """

    name = "llm"

    def __init__(
        self, llm: LanguageModel, reader: StatementReader | None = None, cache: ReplyCache | None = None
    ) -> None:
        self._asker = SentenceAsker(_TASK, llm, cache)
        self._reader = reader
        self.version = f"{KNOWLEDGE_VERSION}/{self._asker.version}" + (f"/{reader.version}" if reader else "")

    async def read_all(self, texts: Sequence[str]) -> list[ReadText]:
        return [found.read for found in await self.extract(texts)]

    async def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """One result a text, with counts; what was dropped is also told to `metered()` blocks around the call.

        Raises `ModelUnavailable` or `ModelReplyError` (a wrong key: `Forbidden`) where some text could not be read
        at all: an empty graph would look like a text without facts.
        """
        wanted = [_wanted(text) for text in texts]
        said = await self._asker.ask(wanted)
        for one, heard in zip(wanted, said, strict=True):
            if one.chosen and not heard.entries:
                raise _failure(heard)
        found = [_extraction(one, heard) for one, heard in zip(wanted, said, strict=True)]
        if self._reader is not None:
            found = await anyio.to_thread.run_sync(_normalised, found, self._reader)
        for note in filter(None, (one.tally.note for one in found)):
            record(Usage(), note)
        return found


def _failure(said: Said) -> Exception:
    if said.failures:
        return said.failures[0].error
    return ModelUnavailable("The language model read none of the sentences that it was asked about.")


def _wanted(text: str) -> Wanted:
    lang = detect_language(text)
    spans = tuple(sentences(text, lang))
    markup = markup_spans(text)
    chosen = tuple(
        index
        for index, span in enumerate(spans)
        if _is_read(text[span.start : span.end], lang) and not is_in(markup, span.start)
    )
    return Wanted(text, lang, spans, chosen)


def _is_read(sentence: str, lang: str) -> bool:
    return (
        len(sentence) <= _LONGEST_SENTENCE and any(char.isalpha() for char in sentence) and is_checkable(sentence, lang)
    )


def _extraction(one: Wanted, said: Said) -> Extraction:
    entities = _Entities(one.text, one.lang)
    statements: list[Statement] = []
    tally = KnowledgeTally(asked=len(one.chosen), unread=len(one.chosen) - len(said.entries), surplus=said.unasked)
    for index in sorted(said.entries):
        for entity in said.entries[index]["entities"][:_MOST_ENTITIES]:
            entities.add(entity, one.sentences[index])
    for index in sorted(said.entries):
        triples = said.entries[index]["triples"]
        found = [_statement(one, index, triple, entities.types) for triple in triples[:_MOST_TRIPLES]]
        kept = [statement for statement in found if statement is not None]
        statements += kept
        tally += KnowledgeTally(
            unanchored=len(found) - len(kept),
            surplus=len(triples) - len(found) + max(0, len(said.entries[index]["entities"]) - _MOST_ENTITIES),
        )
    return _deduplicated(ReadText(one.text, one.lang, tuple(statements), entities.found()), tally)


def _deduplicated(read: ReadText, tally: KnowledgeTally) -> Extraction:
    kept, repeated = without_repeats(read.statements)
    return Extraction(ReadText(read.text, read.lang, kept, read.entities), tally + KnowledgeTally(repeated=repeated))


def _statement(one: Wanted, index: int, triple: Mapping[str, Any], types: Mapping[str, EntityType]) -> Statement | None:
    head, relation, tail, wording = (_cleaned(triple[key]) for key in ("head", "relation", "tail", "sentence"))
    found = Found(
        head,
        relation,
        tail,
        min(1.0, max(0.0, float(triple["confidence"]))),
        types.get(normalise_name(head)),
        types.get(normalise_name(tail)),
    )
    return stated(one.text, one.sentences[index], one.lang, found, wording)


def _cleaned(text: str) -> str:
    return " ".join(storable_text(text).split())


def _normalised(found: Sequence[Extraction], reader: StatementReader) -> list[Extraction]:
    """The same with the rules' normal forms, and without what repeats itself in those."""
    texts = list(dict.fromkeys(statement.text for one in found for statement in one.read.statements))
    by_text = dict(zip(texts, reader.read(texts), strict=True)) if texts else {}
    return [
        _deduplicated(
            ReadText(
                one.read.text,
                one.read.lang,
                tuple(with_normal(statement, by_text[statement.text]) for statement in one.read.statements),
                one.read.entities,
            ),
            one.tally,
        )
        for one in found
    ]


class _Entities:
    """The things that a text names, gathered over its sentences; what stands nowhere in the text is left out."""

    def __init__(self, text: str, lang: str) -> None:
        self._text = text
        self._lang = lang
        self._names: dict[str, str] = {}
        self._mentions: dict[str, dict[tuple[int, int], Mention]] = {}
        self.types: dict[str, EntityType] = {}

    def add(self, entity: Mapping[str, Any], sentence: Span) -> None:
        name = _cleaned(entity["name"])
        key = normalise_name(name)
        if not key or not find_mentions(name, self._text, Span(0, len(self._text))):
            return
        kind = EntityType(entity["type"])
        self._names.setdefault(key, name)
        self.types.setdefault(key, kind)
        places = self._mentions.setdefault(key, {})
        for surface in dict.fromkeys([name, *entity["mentions"]]):
            for span in find_mentions(surface, self._text, sentence):
                mention = Mention(span.start, span.end, surface, self.types[key], f"llm-{KNOWLEDGE_VERSION}")
                places.setdefault((span.start, span.end), mention)

    def found(self) -> tuple[TextEntity, ...]:
        """In the order of their first mention; those without any are left out."""
        entities = [
            TextEntity(
                name=self._names[key],
                type=self.types[key],
                lang=self._lang,
                mentions=tuple(places[place] for place in sorted(places)),
            )
            for key, places in self._mentions.items()
            if places
        ]
        return tuple(sorted(entities, key=lambda entity: entity.mentions[0].start))
