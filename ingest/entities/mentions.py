"""Mentions by text analysis and patterns together: what chunks and claims are said to mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimgraph.platform.models.ports import TextAnalyser

from ..model import Mention
from ..statements.parsed import ParsedSentence, ParsedText
from ..text.stretches import stretches
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
        found: list[list[Mention]] = [[] for _ in texts]
        for index, parsed in self._parse(texts):
            found[index] += mentions_in(parsed, self.version)
        return [sorted(mentions, key=lambda mention: mention.start) for mentions in found]

    def _parse(self, texts: Sequence[str]) -> list[tuple[int, ParsedText]]:
        """(which text, its part in one language with its sentences analysed); a language's sentences in one batch."""
        parts = [(index, stretch) for index, text in enumerate(texts) for stretch in stretches(text)]
        found: list[list[ParsedSentence]] = [[] for _ in parts]
        for lang, analyser in self._analysers.items():
            spans = [(i, span) for i, (_, part) in enumerate(parts) if part.lang == lang for span in part.spans]
            analyses = analyser.analyse([parts[i][1].text[span.start : span.end] for i, span in spans])
            for (i, span), analysis in zip(spans, analyses, strict=True):
                found[i].append(ParsedSentence(span, analysis))
        return [
            (index, ParsedText(part.text, part.lang, tuple(analysed)))
            for (index, part), analysed in zip(parts, found, strict=True)
        ]
