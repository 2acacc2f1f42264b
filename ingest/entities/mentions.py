"""Mentions by text analysis and patterns together: what chunks and claims are said to mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimgraph.platform.models.ports import TextAnalyser

from ..model import Mention
from ..statements.parsed import ParsedSentence, ParsedText
from ..text.language import detect_language
from ..text.sentences import sentences
from .names import NAMES_VERSION, mentions_in


class AnalysedMentions:
    """Implements `MentionExtractor` over one analyser a language; other languages go by patterns alone.

    A text's mentions never depend on the others in the batch.
    """

    def __init__(self, analysers: Mapping[str, TextAnalyser]) -> None:
        self._analysers = analysers
        parts = {f"{analyser.name}-{analyser.version}" for analyser in analysers.values()}
        self.version = "/".join([NAMES_VERSION, *sorted(parts)])

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        """One list a text, in order of their starts; mentions do not overlap.

        Raises ModelUnavailable when an analyser's file or package is missing.
        """
        return [mentions_in(parsed, self.version) for parsed in self._parse(texts)]

    def _parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """The texts with their sentences analysed, all sentences of a language in one batch."""
        langs = [detect_language(text) for text in texts]
        found: list[list[ParsedSentence]] = [[] for _ in texts]
        for lang, analyser in self._analysers.items():
            spans = [(i, span) for i, text in enumerate(texts) if langs[i] == lang for span in sentences(text)]
            analyses = analyser.analyse([texts[i][span.start : span.end] for i, span in spans])
            for (i, span), analysis in zip(spans, analyses, strict=True):
                found[i].append(ParsedSentence(span, analysis))
        return [ParsedText(text, lang, tuple(parts)) for text, lang, parts in zip(texts, langs, found, strict=True)]
