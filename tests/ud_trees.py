"""Sentences with their trees for tests: from CoNLL-U text, and from a short notation for one's own sentences."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from claimgraph.ingest.model import Span
from claimgraph.ingest.statements.english import read_english
from claimgraph.ingest.statements.parsed import ParsedSentence, ParsedText
from claimgraph.platform.models.ports import Analysis, Token

ENGLISH_TREES = Path(__file__).parent / "data" / "english_trees.conllu"


def conllu(path: Path) -> Iterator[Analysis]:
    """The sentences of a CoNLL-U file; those whose words are not all found in their text are left out."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    for block in text.strip().split("\n\n"):
        analysis = _analysis(block.split("\n"))
        if analysis is not None:
            yield analysis


def _analysis(block: list[str]) -> Analysis | None:
    text = next((line[9:] for line in block if line.startswith("# text = ")), "")
    tokens: list[Token] = []
    at = 0
    for line in block:
        fields = line.split("\t")
        if line.startswith("#") or not fields[0].isdigit():
            continue
        start = text.find(fields[1], at)
        if start < 0:
            return None
        at = start + len(fields[1])
        index = int(fields[0]) - 1
        head = int(fields[6]) - 1
        tokens.append(
            Token(fields[1], start, at, fields[2], fields[3], fields[4], index if head < 0 else head, fields[7])
        )
    return Analysis(text, tuple(tokens)) if tokens else None


def parsed(*analyses: Analysis, lang: str = "en") -> ParsedText:
    """A text of these sentences, one space between them."""
    sentences: list[ParsedSentence] = []
    text = ""
    for analysis in analyses:
        start = len(text) + bool(text)
        text = f"{text} {analysis.text}" if text else analysis.text
        sentences.append(ParsedSentence(Span(start, len(text)), analysis))
    return ParsedText(text, lang, tuple(sentences))


@cache
def english_trees() -> dict[str, Analysis]:
    """The trees of `tests/data/english_trees.conllu` by their sentence."""
    return {analysis.text: analysis for analysis in conllu(ENGLISH_TREES)}


def english_claims(sentence: str) -> list[str]:
    """What the rules claim of a sentence whose tree is kept."""
    return [statement.text for statement in read_english(parsed(english_trees()[sentence]), {})]
