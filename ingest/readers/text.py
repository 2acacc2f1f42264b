"""Plain text files, and the one place where text is made fit for the store."""

from __future__ import annotations

import re
from pathlib import PurePath

from claimgraph.platform.errors import TextTooLong, UnreadableDocument

from ..model import ParsedDocument
from .encodings import decode

_newlines = re.compile(r"\r\n?|[\x85\u2028\x0b]")
_illegal = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\ufeff]")


def clean_text(text: str) -> str:
    """`text` as the store may hold it.

    Line ends become a line feed, paragraph and page separators (U+2029, form feed) an empty line. Control
    characters, NUL, lone surrogates, byte-order marks and non-characters are dropped: none is text, and the
    store refuses some. Direction marks and joiners stay: they belong to the spelling of real words.
    """
    text = _newlines.sub("\n", text)
    text = text.replace("\u2029", "\n\n").replace("\x0c", "\n\n")
    return _illegal.sub("", text)


def require_text(text: str, name: str, advice: str = "Hand in a file that has text in it.") -> str:
    """`text`, unless it holds nothing but white space: then `UnreadableDocument`."""
    if not text or text.isspace():
        raise UnreadableDocument(f"{name} holds no text. {advice}")
    return text


def require_length(text: str, limit: int, name: str) -> str:
    """`text`, unless it has more than `limit` characters: then `TextTooLong`."""
    if len(text) > limit:
        raise TextTooLong(
            f"{name} has {len(text):,} characters and the limit is {limit:,}. "
            "Split it, or raise CLAIMGRAPH_MAX_TEXT_CHARS."
        )
    return text


class TextReader:
    """Implements `Reader` for plain text."""

    name = "text"
    version = "1"
    media_types = frozenset({"text/plain"})

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Decode and clean `data`; the title is the file's name without its ending."""
        text = require_text(clean_text(decode(data, name)), name)
        title = PurePath(name).stem or None
        return ParsedDocument(text, "text/plain", self.name, self.version, title=title)
