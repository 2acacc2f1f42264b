"""Taking answers apart by a language model."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.ingest.knowledge.asking import Wanted
from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.statements.checkability import is_checkable
from claimgraph.ingest.text.language import detect_language, sentence_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.llm import LanguageModel, Usage
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.platform.llm.usage import record

from .duplicates import deduplicate
from .result import Decomposition, Tally
from .rules import NO_RULES, by_rules, read_supported, read_version
from .sentences import DECOMPOSITION_VERSION
from .sentences import decompose as by_sentences
from .splitting import LlmSplitter, Split


class LlmDecomposer:
    """`Decomposer` over a language model: every sentence that claims something, many answers a call.

    A sentence that it gives no usable claims for keeps the statements of the rules (without a reader: the sentence
    itself), and is counted. `cache` keeps claims by answer, prompt version and model.
    """

    def __init__(
        self, llm: LanguageModel, reader: StatementReader | None = None, cache: ReplyCache | None = None
    ) -> None:
        self._reader = reader
        self._splitter = LlmSplitter(llm, reader, cache)
        rules = f"/{read_version(reader)}" if reader is not None else ""
        self.version = f"llm/{self._splitter.version}{rules}/sentences-{DECOMPOSITION_VERSION}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [list(found.statements) for found in await self.take_apart(texts)]

    async def take_apart(self, texts: Sequence[str]) -> list[Decomposition]:
        wanted = [_wanted(text) for text in texts]
        splits = await self._splitter.split(wanted)
        left = [
            index
            for index, (one, split) in enumerate(zip(wanted, splits, strict=True))
            if len(split.statements) < len(one.sentences)
        ]
        rest = dict(zip(left, await self._without_model([texts[index] for index in left]), strict=True))
        return [
            merged("llm", one, split, rest.get(index))
            for index, (one, split) in enumerate(zip(wanted, splits, strict=True))
        ]

    async def _without_model(self, texts: Sequence[str]) -> list[Decomposition]:
        if self._reader is None:
            return [Decomposition(tuple(by_sentences(text)), "sentences", detect_language(text)) for text in texts]
        read = await read_supported(self._reader, texts)
        return [by_rules(text, one) for text, one in zip(texts, read, strict=True)]


def _wanted(text: str) -> Wanted:
    lang = detect_language(text)
    spans = tuple(sentences(text, lang))
    chosen = tuple(index for index, span in enumerate(spans) if claims_something(text[span.start : span.end], lang))
    return Wanted(text, lang, spans, chosen)


def claims_something(sentence: str, around: str) -> bool:
    """Whether there is anything to take apart: words, and no question, greeting or opinion as a whole."""
    return any(char.isalpha() for char in sentence) and is_checkable(sentence, sentence_language(sentence, around))


def merged(method: str, one: Wanted, split: Split, rest: Decomposition | None) -> Decomposition:
    """The model's statements, and those of `rest` for the sentences that it gave none for, in the answer's order.

    Warnings go to the running meters; the model's own failures are there already.
    """
    found = [statement for statements in split.statements.values() for statement in statements]
    taken = [one.sentences[index] for index in split.statements]
    kept = [statement for statement in (rest.statements if rest else ()) if not _inside(statement, taken)]
    statements, repeated = deduplicate([*found, *kept])
    warnings = [warning for warning in (split.note,) if warning]
    if rest is not None and NO_RULES in rest.warnings and any(statement.checkable for statement in kept):
        warnings.append(NO_RULES)
    for warning in warnings:
        record(Usage(), warning)
    return Decomposition(
        tuple(sorted(statements, key=lambda statement: statement.sentence.start)),
        method,
        one.lang,
        split.tally + Tally(repeated=repeated),
        (*dict.fromkeys(split.failures), *warnings),
    )


def _inside(statement: Statement, sentences: Sequence[Span]) -> bool:
    return any(span.start < statement.sentence.end and statement.sentence.start < span.end for span in sentences)
