"""What ingestion needs from its parts. Implementations live beside; `claimgraph.api.bootstrap` picks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .model import ChunkSpan, Mention, ParsedDocument, ReadText


class Reader(Protocol):
    """Turns the bytes of one kind of file into plain text."""

    name: str
    version: str
    media_types: frozenset[str]

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Parse `data`; `name` is the file's name, for messages and titles only.

        Raises `UnreadableDocument` (encrypted, truncated, without text, binary) with what to do about it.
        """
        ...


class Chunker(Protocol):
    """Cuts a parsed text into chunks of whole sentences."""

    version: str

    def chunk(self, document: ParsedDocument) -> list[ChunkSpan]: ...


class MentionExtractor(Protocol):
    """Finds names, organisations, places, numbers and dates. Batched: one list per text, same order."""

    version: str

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]: ...


class StatementReader(Protocol):
    """Reads texts as atomic statements with triples, and the entities they are about. Batched, same order.

    Pure computation: call it from a worker thread.
    """

    version: str

    def read(self, texts: Sequence[str]) -> list[ReadText]: ...


class KnowledgeExtractor(Protocol):
    """Reads the knowledge graph of texts: by rules over the parse (strategy A) or by a language model (strategy B).

    `read_all` raises `ModelError` leaves where a language model could not be asked or gave nothing usable.
    """

    name: str
    version: str

    async def read_all(self, texts: Sequence[str]) -> list[ReadText]: ...
