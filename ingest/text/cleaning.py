"""Making a caller's own text fit for the store without moving a single character."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_NO_TEXT = re.compile(r"[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def storable_text(text: str) -> str:
    """`text` with what no store takes replaced one for one: offsets in the result are offsets in `text`.

    Control characters become spaces, lone surrogates and non-characters U+FFFD.
    """
    return _NO_TEXT.sub("\ufffd", _CONTROL.sub(" ", text))
