"""Finding and reading the files that a caller names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import InputError, TextTooLong

if TYPE_CHECKING:
    from claimgraph.ingest.preparing import SourceDocument

SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown", ".pdf"})
"""Files that are picked up in a folder; a file that is named itself is read whatever it is called."""

MAX_BYTES = 512 * 1024 * 1024
"""Files beyond this are refused unread."""


def named(text: str) -> Path:
    """The path that a caller's text names. Raises `InputError` for an empty text, which Python takes for the current
    folder: what came of a variable that is not set is not to load that folder."""
    if not text:
        raise InputError("An empty name; name a file, or . for the current folder.")
    return Path(text)


def expand(paths: Iterable[Path]) -> list[Path]:
    """Files as named, and the readable files below folders, in order and without repeats.

    Hidden files and folders are passed over. Raises `InputError` for a path that is not there and for a folder
    without any readable file.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            below = sorted(_below(path))
            if not below:
                known = ", ".join(sorted(SUFFIXES))
                raise InputError(f"{path}: no readable file in this folder; these are picked up: {known}.")
            found.update(dict.fromkeys(below))
        elif path.exists():
            found[path] = None
        else:
            raise InputError(f"{path}: no such file or folder.")
    return list(found)


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises `InputError` saying why it cannot be read."""
    try:
        if path.is_dir():
            raise InputError(f"{path}: a folder; name a file.")
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise TextTooLong(
                f"{path}: larger than {MAX_BYTES // 1024**2} MB, the most that one file may have; split it."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or type(error).__name__}).") from error


def document_of_file(path: Path, title: str | None = None, key: str | None = None) -> SourceDocument:
    """A file as a document; unless a key is given, its absolute path is its key."""
    from claimgraph.ingest.preparing import SourceDocument

    data = read_bytes(path)
    return SourceDocument(key=key or path.resolve().as_posix(), name=path.name, data=data, title=title)


def document_of_text(text: str, title: str | None = None, key: str | None = None) -> SourceDocument:
    """A text as a document, of which a later text under the same key (else title) is a new revision."""
    from claimgraph.graph_schema.ids import text_sha256
    from claimgraph.ingest.preparing import SourceDocument
    from claimgraph.ingest.text.cleaning import storable_text

    cleaned = storable_text(text)
    name = f"{title}.txt" if title else "text.txt"
    return SourceDocument(
        key=key or title or f"text:{text_sha256(cleaned)}",
        name=name,
        data=cleaned.encode("utf-8"),
        title=title,
    )


def document_of_bytes(data: bytes, name: str, title: str | None = None, key: str | None = None) -> SourceDocument:
    """Bytes from a pipe as a document; their reader is chosen by what they look like."""
    import hashlib

    from claimgraph.ingest.preparing import SourceDocument

    identity = key or title or f"{name}:{hashlib.sha256(data).hexdigest()}"
    return SourceDocument(key=identity, name=name, data=data, title=title)


def text_of_file(path: Path) -> str:
    """The text of a file, read as a document is read. Raises `InputError` or `UnreadableDocument`."""
    return text_of_bytes(read_bytes(path), path.name)


def text_of_bytes(data: bytes, name: str) -> str:
    from claimgraph.ingest.readers.choose import reader_for

    return reader_for(name, data).read(data, name).text


def text_of_answer(data: bytes, name: str) -> str:
    """The text of an answer. Stricter than for a document: an encoding is not guessed, stray NULs are not dropped.

    Raises `InputError` for what is empty, binary or in no encoding that can be told for certain.
    """
    from claimgraph.ingest.readers.choose import is_pdf, reader_for
    from claimgraph.ingest.readers.encodings import require_certain

    parsed = reader_for(name, data).read(data, name)  # says what the bytes are where it knows: a picture, an archive
    if not is_pdf(name, data):
        require_certain(data, name)
    return parsed.text


def context_texts(contexts: Sequence[str | Path]) -> tuple[str, ...]:
    """Contexts as texts: a string is the text itself, a path is read."""
    return tuple(text_of_file(context) if isinstance(context, Path) else context for context in contexts)


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(root, name)
            if not name.startswith(".") and path.suffix.lower() in SUFFIXES and path.is_file():
                yield path
