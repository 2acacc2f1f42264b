"""What ingestion needs from its parts. Implementations live beside; `claimgraph.api.bootstrap` picks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .model import ChunkSpan, Mention, ParsedDocument


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
