"""Making a caller's own text fit for the store without moving a single character."""

from __future__ import annotations

import re

from claimgraph.platform.errors import InputError

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_NO_TEXT = re.compile(r"[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


MAX_NAME_CHARS = 2000
"""Longest key, title or model name: they are looked up by an index, which takes no more than some 8,000 bytes."""


def require_name(what: str, name: str | None) -> str | None:
    """A key, title or model name as the store may hold it. Raises `InputError` for one that is too long."""
    if name is None:
        return None
    if len(name) > MAX_NAME_CHARS:
        raise InputError(f"The {what} has {len(name):,} characters, more than {MAX_NAME_CHARS:,}; shorten it.")
    return storable_text(name)


def storable_text(text: str) -> str:
    """`text` with what no store takes replaced one for one: offsets in the result are offsets in `text`.

    Control characters become spaces, lone surrogates and non-characters U+FFFD.
    """
    return _NO_TEXT.sub("\ufffd", _CONTROL.sub(" ", text))
