"""Chinese texts parsed for tests of the rules: jieba's words and tags, names given by hand, no model."""

from __future__ import annotations

from collections.abc import Mapping

from claimgraph.ingest.model import Span
from claimgraph.ingest.statements.parsed import ParsedSentence, ParsedText
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.models import chinese
from claimgraph.platform.models.analysis.chinese_tokens import tokens
from claimgraph.platform.models.ports import Analysis, NamedSpan


def parse_chinese(text: str, names: Mapping[str, str] | None = None) -> ParsedText:
    """`names`: surface -> "PER", "ORG" or "LOC", at every place where it stands."""
    parsed = []
    for span in sentences(text, "zh"):
        sentence = text[span.start : span.end]
        parsed.append(ParsedSentence(Span(span.start, span.end), _analysis(sentence, names or {})))
    return ParsedText(text, "zh", tuple(parsed))


def _analysis(sentence: str, names: Mapping[str, str]) -> Analysis:
    found: list[NamedSpan] = []
    for name, label in names.items():
        at = sentence.find(name)
        while at >= 0:
            found.append(NamedSpan(at, at + len(name), label))
            at = sentence.find(name, at + len(name))
    entities = tuple(sorted(found, key=lambda span: span.start))
    return Analysis(
        sentence, tokens(sentence, chinese.tag_words(sentence), entities, chinese.dictionary_tags()), entities
    )
