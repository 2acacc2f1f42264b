"""Taking answers apart by rules, and by a language model where the rules are out of their depth."""

from __future__ import annotations

from collections.abc import Sequence

import anyio.to_thread

from claimgraph.ingest.knowledge.asking import Wanted
from claimgraph.ingest.model import ReadText, Span, Statement
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.llm import Usage
from claimgraph.platform.llm.usage import record

from .duplicates import deduplicate
from .llm import claims_something, merged
from .quality import Measured, QualityMeter
from .result import Decomposition, Tally
from .risk import RISK_VERSION, come_apart, risk
from .rules import by_rules, read_supported, read_version
from .sentences import DECOMPOSITION_VERSION
from .splitting import LlmSplitter

COMPLEXITY_THRESHOLD = 0.3
QUALITY_THRESHOLD = 0.6


class HybridDecomposer:
    """Rules first; the language model, in one batch, for sentences that the rules may well have got wrong.

    These are the sentences whose risk (`risk.py`) is at least `complexity_threshold`. Where the quality of what the
    rules made of an answer is below `quality_threshold`, its sentences that are below it go to the model too (0: never
    measured, and no part of the risk). Without a language model this is the rules.
    """

    def __init__(
        self,
        reader: StatementReader,
        splitter: LlmSplitter | None,
        quality: QualityMeter | None = None,
        *,
        complexity_threshold: float = COMPLEXITY_THRESHOLD,
        quality_threshold: float = QUALITY_THRESHOLD,
    ) -> None:
        self._reader = reader
        self._splitter = splitter
        self._quality = quality if quality_threshold > 0 else None
        self._complex = complexity_threshold
        self._poor = quality_threshold
        self.version = f"hybrid/{read_version(reader)}/sentences-{DECOMPOSITION_VERSION}"
        if splitter is not None:
            self.version += f"/{splitter.version}/risk-{RISK_VERSION}>={complexity_threshold}"
        if splitter is not None and self._quality is not None:
            self.version += f"/{self._quality.version}<{quality_threshold}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [list(found.statements) for found in await self.take_apart(texts)]

    async def take_apart(self, texts: Sequence[str]) -> list[Decomposition]:
        read = await read_supported(self._reader, texts)
        rules = [by_rules(text, one) for text, one in zip(texts, read, strict=True)]
        if self._splitter is None:
            return [_alone(one) for one in rules]
        wanted = [await self._wanted(text, one, found) for text, one, found in zip(texts, read, rules, strict=True)]
        asked = [index for index, one in enumerate(wanted) if one.chosen]
        splits = dict(zip(asked, await self._splitter.split([wanted[index] for index in asked]), strict=True))
        return [
            merged("hybrid", wanted[index], splits[index], found) if index in splits else _alone(found)
            for index, found in enumerate(rules)
        ]

    async def _wanted(self, text: str, read: ReadText | None, found: Decomposition) -> Wanted:
        if read is None:  # no rules for this language: all of it is out of their depth
            lang = detect_language(text)
            spans = tuple(sentences(text, lang))
            hard = set(range(len(spans)))
        else:
            lang = read.lang
            spans = tuple(sentence.span for sentence in read.sentences)
            measured = await self._measured(text, found)
            hard = await self._risky(read, measured) | self._poorly_done(measured, spans)
        chosen = tuple(i for i in sorted(hard) if claims_something(text[spans[i].start : spans[i].end], lang))
        return Wanted(text, lang, spans, chosen)

    async def _measured(self, text: str, found: Decomposition) -> Measured | None:
        if self._quality is None or not found.statements:
            return None
        return await anyio.to_thread.run_sync(self._quality.measure_sentences, text, found.statements)

    async def _risky(self, read: ReadText, measured: Measured | None) -> set[int]:
        apart = await anyio.to_thread.run_sync(come_apart, self._reader, read)
        quality = {} if measured is None else dict(measured.sentences)
        return {
            index
            for index, sentence in enumerate(read.sentences)
            if risk(sentence, quality.get(sentence.span), apart=index in apart) >= self._complex
        }

    def _poorly_done(self, measured: Measured | None, spans: Sequence[Span]) -> set[int]:
        """The sentences below the quality threshold, where the answer as a whole is below it."""
        if measured is None or measured.whole.overall is None or measured.whole.overall >= self._poor:
            return set()
        poor = [
            span for span, quality in measured.sentences if quality.overall is not None and quality.overall < self._poor
        ]
        return {index for index, span in enumerate(spans) if span in poor}


def _alone(found: Decomposition) -> Decomposition:
    """What the rules made of an answer that nobody else was asked about."""
    statements, repeated = deduplicate(found.statements)
    for warning in found.warnings:
        record(Usage(), warning)
    method = "hybrid" if found.method == "rules" else found.method
    return Decomposition(statements, method, found.lang, found.tally + Tally(repeated=repeated), found.warnings)
