"""Chinese text to atomic statements, by rules over words, tags and clauses (there is no parse for Chinese)."""

from __future__ import annotations

from ...model import Statement
from ..parsed import ParsedText, Resolutions
from .covering import cover
from .pieces import Source
from .reading import read_sentence
from .subjects import Subject
from .topics import topic_behind

CHINESE_RULES_VERSION = "1"


def read_chinese(parsed: ParsedText, resolutions: Resolutions) -> list[Statement]:
    """The statements of a text in order of its sentences; every content word lies in the span of one of them."""
    source = Source(parsed, resolutions)
    statements: list[Statement] = []
    topic: tuple[Subject, ...] = ()
    for sentence in parsed.sentences:
        found, subjects = read_sentence(source, sentence, topic if sentence.item else ())
        topic = topic_behind(sentence, subjects, topic)
        statements += cover(parsed.text, sentence, found)
    return statements


__all__ = ["CHINESE_RULES_VERSION", "read_chinese"]
