"""Chinese text to atomic statements, by rules over words, tags and clauses (there is no parse for Chinese)."""

from __future__ import annotations

from ...model import Statement
from ..parsed import ParsedText, Resolutions
from .covering import cover
from .pieces import Source
from .reading import read_sentence

CHINESE_RULES_VERSION = "1"


def read_chinese(parsed: ParsedText, resolutions: Resolutions) -> list[Statement]:
    """The statements of a text in order of its sentences; every content word lies in the span of one of them."""
    source = Source(parsed, resolutions)
    statements: list[Statement] = []
    for sentence in parsed.sentences:
        statements += cover(parsed.text, sentence, read_sentence(source, sentence))
    return statements


__all__ = ["CHINESE_RULES_VERSION", "read_chinese"]
