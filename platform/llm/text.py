"""Text that can travel as UTF-8."""

from __future__ import annotations


def travelling(text: str) -> str:
    """`text` with every lone surrogate replaced by U+FFFD, so that it can be encoded; pairs are joined."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
