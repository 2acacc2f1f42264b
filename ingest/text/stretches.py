"""A text taken apart by language: the sentences of each, at their places.

What reads a text with the rules of one language is to see nothing of another: an English sentence in a Chinese text
is no long name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Span
from .language import detect_language, may_hold_another_language, sentence_language
from .sentences import sentences


@dataclass(frozen=True, slots=True)
class Stretch:
    """The sentences of a text that are in one language. `text` is as long as the whole, blank where others stand."""

    lang: str
    text: str
    spans: tuple[Span, ...]

    @property
    def said(self) -> str:
        """Its sentences alone, one a line."""
        return "\n".join(self.text[span.start : span.end] for span in self.spans)


def stretches(text: str, spans: Sequence[Span] | None = None) -> list[Stretch]:
    """One a language, that of the whole text first; nearly every text has no other. `spans`: its sentences."""
    whole = detect_language(text)
    own = tuple(sentences(text, whole)) if spans is None else tuple(spans)
    if not may_hold_another_language(text, whole):
        return [Stretch(whole, text, own)]
    found: dict[str, list[Span]] = {whole: []}
    for span in own:
        found.setdefault(sentence_language(text[span.start : span.end], whole), []).append(span)
    if len(found) == 1:
        return [Stretch(whole, text, own)]
    return [Stretch(lang, _only(text, mine), tuple(mine)) for lang, mine in found.items()]


def _only(text: str, spans: Sequence[Span]) -> str:
    parts: list[str] = []
    done = 0
    for span in spans:
        parts += [" " * (span.start - done), text[span.start : span.end]]
        done = span.end
    return "".join([*parts, " " * (len(text) - done)])
