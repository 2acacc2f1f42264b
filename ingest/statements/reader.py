"""Reads texts as atomic statements by rule: sentences, analysis, what refers to what, the language's own rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from claimgraph.platform.models.ports import Analysis, TextAnalyser
from claimgraph.platform.source import source_fingerprint

from ..model import ReadSentence, ReadText, Span, Statement, TextEntity
from ..text.language import rules_language
from ..text.respective import told_apart
from ..text.sentences import sentences
from ..text.stretches import Stretch, stretches
from .complexity import measure_sentences
from .layout import Part, apart_from_items, readings, settled
from .markup import apart_from_markup, is_in, markup_spans
from .parsed import CoreferenceResolver, ParsedSentence, ParsedText, Resolutions
from .placed_back import placed_back
from .plain import plain_statements

RULES_VERSION = "1"
_PACKAGES = (
    "claimgraph.ingest.statements",
    "claimgraph.ingest.statements.english",
    "claimgraph.ingest.statements.english.repair",
    "claimgraph.ingest.statements.chinese",
    "claimgraph.ingest.text",
)


class EntityReader(Protocol):
    """The things that a text names, with all their mentions."""

    def __call__(self, parsed: ParsedText, resolutions: Resolutions) -> tuple[TextEntity, ...]: ...


Rules = Callable[[ParsedText, Resolutions], list[Statement]]


@dataclass(frozen=True, slots=True)
class _Cut:
    """The sentences of a text that are in one language, and its rules; `rules` is None where there are none."""

    text: str  # blank where sentences in another language stand
    lang: str
    rules: str | None
    spans: tuple[Span, ...]
    markup: tuple[Span, ...] = ()  # the lines that are no prose

    def of(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def is_prose(self, span: Span) -> bool:
        return not is_in(self.markup, span.start)


class RuleReader:
    """Statements by rule over the parse, for every language that there is an analyser for.

    A text in another language is read at the granularity of its sentences, and so are such sentences of a text whose
    other sentences have rules: a Chinese answer may have an English sentence. All sentences of a call that share a
    language are analysed in one batch; references are resolved within a language.
    """

    def __init__(
        self,
        analysers: Mapping[str, TextAnalyser],
        resolvers: Mapping[str, CoreferenceResolver],
        entities: EntityReader,
    ) -> None:
        self._analysers = dict(analysers)
        self._resolvers = dict(resolvers)
        self._entities = entities
        self.version = _version(self._analysers, self._resolvers)

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        """One `ReadText` a text, in order. Raises ModelUnavailable when an analyser's model is missing."""
        told = [told_apart(text) for text in texts]
        said = [text if one is None else one.text for text, one in zip(texts, told, strict=True)]
        cuts = [self._cut(text) for text in said]
        analyses = self._analyse([part for cut in cuts for part in cut])
        read = [
            _joined(text, [self._read(part, analyses) for part in cut]) for text, cut in zip(said, cuts, strict=True)
        ]
        return [
            one if apart is None else placed_back(one, text, apart)
            for one, text, apart in zip(read, texts, told, strict=True)
        ]

    def _cut(self, text: str) -> list[_Cut]:
        markup = tuple(markup_spans(text))
        spans = apart_from_items(apart_from_markup(sentences(text), markup, text), text)
        found = stretches(text, spans)
        return [self._part(one, text if len(found) == 1 else one.said, markup) for one in found]

    def _part(self, one: Stretch, said: str, markup: tuple[Span, ...]) -> _Cut:
        rules = rules_language(said)
        return _Cut(one.text, one.lang, rules if rules in self._analysers else None, one.spans, markup)

    def _analyse(self, cuts: Sequence[_Cut]) -> dict[tuple[str, str], Analysis]:
        """Each different sentence once, by language and text."""
        wanted: dict[str, dict[str, None]] = {}
        for one in cuts:
            if one.rules is not None:
                prose = (part for span in one.spans if one.is_prose(span) for part in readings(one.text, span))
                wanted.setdefault(one.rules, {}).update(dict.fromkeys(one.of(part.body) for part in prose))
        found: dict[tuple[str, str], Analysis] = {}
        for lang, unique in wanted.items():
            given = self._analysers[lang].analyse(list(unique))
            found.update({(lang, text): analysis for text, analysis in zip(unique, given, strict=True)})
        return found

    def _read(self, cut: _Cut, analyses: Mapping[tuple[str, str], Analysis]) -> ReadText:
        if cut.rules is None:
            return _by_sentence(cut)
        lang = cut.rules
        parts = _parts(cut, lang, lambda body: analyses[lang, cut.of(body)])
        parsed = ParsedText(cut.text, lang, tuple(_parsed(cut, part, lang, analyses) for part in parts))
        resolver = self._resolvers.get(lang)
        resolutions: Resolutions = resolver.resolve(parsed) if resolver is not None else {}
        statements = _checkable_prose(parts, _rules(lang)(parsed, resolutions))
        whole = {part.body: part.span for part in parts}
        return ReadText(
            text=cut.text,
            lang=lang,
            statements=tuple(replace(each, sentence=whole[each.sentence]) for each in statements),
            entities=self._entities(parsed, resolutions),
            sentences=tuple(
                replace(each, span=whole[each.span]) for each in measure_sentences(parsed, statements, resolutions)
            ),
        )


def _joined(text: str, read: Sequence[ReadText]) -> ReadText:
    """What was read of one text language by language, in the order of the text; `lang` is that of the whole."""
    if len(read) == 1:
        return read[0]
    return replace(
        read[0],
        text=text,
        statements=tuple(sorted((each for one in read for each in one.statements), key=lambda it: it.sentence.start)),
        entities=_entities_once([entity for one in read for entity in one.entities]),
        sentences=tuple(sorted((each for one in read for each in _measured(one)), key=lambda it: it.span.start)),
    )


def _measured(read: ReadText) -> Sequence[ReadSentence]:
    """As hard as can be where no rules read them."""
    if read.sentences:
        return read.sentences
    return [ReadSentence(span, 1.0) for span in dict.fromkeys(statement.sentence for statement in read.statements)]


def _entities_once(found: Sequence[TextEntity]) -> tuple[TextEntity, ...]:
    """In order of their first mention; a name that both languages use is one thing."""
    by_name: dict[str, TextEntity] = {}
    for entity in sorted(found, key=lambda one: one.mentions[0].start):
        known = by_name.setdefault(entity.name.casefold(), entity)
        if known is not entity:
            mentions = sorted({*known.mentions, *entity.mentions}, key=lambda one: (one.start, one.end))
            aliases = tuple(dict.fromkeys((*known.aliases, *entity.aliases)))
            by_name[entity.name.casefold()] = replace(known, mentions=tuple(mentions), aliases=aliases)
    return tuple(by_name.values())


def _parts(cut: _Cut, lang: str, analysis: Callable[[Span], Analysis]) -> list[Part]:
    parts: list[Part] = []
    for span in cut.spans:
        prose = cut.is_prose(span)
        parts += settled(cut.text, span, lang, analysis) if prose else [Part(span, span, said=False)]
    return parts


def _parsed(cut: _Cut, part: Part, lang: str, analyses: Mapping[tuple[str, str], Analysis]) -> ParsedSentence:
    """With an empty analysis where the line is no prose, so that nothing in it is an antecedent or a subject."""
    said = cut.of(part.body)
    return ParsedSentence(part.body, analyses[lang, said] if part.said else Analysis(said, ()), part.item)


def _checkable_prose(parts: Sequence[Part], statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """What stands in a heading, a block of code or the like claims nothing."""
    prose = {part.body for part in parts if part.said}
    return tuple(
        statement if statement.sentence in prose else replace(statement, checkable=False) for statement in statements
    )


def _rules(lang: str) -> Rules:
    if lang == "zh":
        from .chinese import read_chinese

        return read_chinese
    from .english import read_english

    return read_english


def _by_sentence(cut: _Cut) -> ReadText:
    lang = cut.lang
    statements = [statement for span in cut.spans for statement in plain_statements(cut.text, span, lang)]
    parts = [Part(span, span, said=cut.is_prose(span)) for span in cut.spans]
    return ReadText(cut.text, lang, _checkable_prose(parts, statements))


def _version(analysers: Mapping[str, TextAnalyser], resolvers: Mapping[str, CoreferenceResolver]) -> str:
    """Changes with the rules' own source, the analysers and the resolvers."""
    parts = [f"{lang}:{analysers[lang].name}:{analysers[lang].version}" for lang in sorted(analysers)]
    parts += [f"{lang}:{resolvers[lang].version}" for lang in sorted(resolvers)]
    models = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]
    return f"rules-{RULES_VERSION}-{source_fingerprint(*_PACKAGES)}-{models}"
