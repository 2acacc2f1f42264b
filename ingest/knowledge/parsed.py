"""Strategy A: entities, coreference and relations by rules over the parse, and a relation model where one is set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import anyio.to_thread

from claimgraph.graph_schema.ids import normalise_name
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.models.ports import RelationModel, RelationSpan

from ..model import ReadText, Span, Statement
from ..ports import StatementReader
from ..text.sentences import sentences
from .anchoring import Found, inferred, with_normal, without_repeats


class ParsedKnowledge:
    """`KnowledgeExtractor` over a `StatementReader`; works in a worker thread. It is a `StatementReader` itself, so
    that answers and documents are read with the model's relations too.

    What the rules read stays word for word. A relation that only the model reads becomes a statement of its own,
    verbalised, with the model's score.
    """

    name = "parsed"

    def __init__(self, reader: StatementReader, relations: RelationModel | None = None) -> None:
        self._reader = reader
        self._relations = relations
        self.version = f"1/{reader.version}"
        if relations is not None:
            self.version += f"+{relations.name}@{relations.version}"

    async def read_all(self, texts: Sequence[str]) -> list[ReadText]:
        return await anyio.to_thread.run_sync(self.read, texts)

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        read = self._reader.read(texts)
        if self._relations is None:
            return read
        places = [(number, span) for number, one in enumerate(read) for span in sentences(one.text, one.lang)]
        found = self._relations.relations([read[number].text[span.start : span.end] for number, span in places])
        added: list[list[Statement]] = [[] for _ in read]
        for (number, span), relations in zip(places, found, strict=True):
            added[number] += _statements(read[number], span, relations)
        normal = self._normal([statement for more in added for statement in more])
        result = []
        for one, more in zip(read, added, strict=True):
            statements, _ = without_repeats([*one.statements, *(normal[statement.text] for statement in more)])
            result.append(replace(one, statements=statements))
        return result

    def _normal(self, statements: Sequence[Statement]) -> dict[str, Statement]:
        """Each statement by its text, with the rules' normal form of its triple where they read the same one."""
        by_text = {statement.text: statement for statement in statements}
        read = self._reader.read(list(by_text)) if by_text else []
        return {text: with_normal(by_text[text], one) for text, one in zip(by_text, read, strict=True)}


def _statements(read: ReadText, sentence: Span, relations: Sequence[RelationSpan]) -> list[Statement]:
    known = {
        frozenset({normalise_name(triple.head.text), normalise_name(triple.tail.text)})
        for statement in read.statements
        if statement.sentence == sentence
        for triple in statement.triples
    }
    types = entity_types(read)
    found = []
    for one in relations:
        ends = frozenset({normalise_name(one.head), normalise_name(one.tail)})
        if ends in known or len(ends) < 2:
            continue
        kinds = types.get(normalise_name(one.head)), types.get(normalise_name(one.tail))
        relation = Found(one.head, one.relation, one.tail, one.score, *kinds)
        statement = inferred(read.text, sentence, read.lang, relation)
        if statement is not None:
            known.add(ends)
            found.append(statement)
    return found


def entity_types(read: ReadText) -> dict[str, EntityType]:
    """Normalised name or alias -> type, of the things that a text names."""
    return {normalise_name(name): entity.type for entity in read.entities for name in (entity.name, *entity.aliases)}
