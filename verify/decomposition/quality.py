"""How good a decomposition is: completeness, atomicity, independence, and the three in one number.

Each is in [0, 1], and None where there is nothing to measure.

- **Completeness**: of the content words in the sentences that claim something, the share that a statement covers
  (within its spans) and repeats; times one less the share of the statements' own content words that the answer does
  not have. Dropped facts and invented words both lower it.
- **Atomicity**: the mean over the claims of 1 / (1 + n), where n is the number of further propositions left in a claim
  (`ingest/statements/propositions.py`): conjuncts, clauses, appositions, adjuncts that could be claims of their own.
- **Independence**: the mean over the claims of 1 / (1 + n), where n counts what keeps a claim from being checked by
  itself (`independence.py`): references without an antecedent, relative times, a missing subject or predicate, and an
  earlier claim that says nearly the same.
- **Overall**: the harmonic mean of those of the three that there are, so that none makes up for another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.statements.checkability import is_checkable
from claimgraph.ingest.statements.propositions import further_propositions
from claimgraph.ingest.text.language import detect_language, rules_language, sentence_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import Word, content_words
from claimgraph.platform.models.ports import Analysis, TextAnalyser

from .independence import NearDuplicates, dependences, wording

QUALITY_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Quality:
    completeness: float | None
    atomicity: float | None
    independence: float | None
    overall: float | None


@dataclass(frozen=True, slots=True)
class Measured:
    """A decomposition as a whole, and what became of each sentence of the answer."""

    whole: Quality
    sentences: tuple[tuple[Span, Quality], ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A checkable statement with its two scores; None in a language that nobody parses."""

    statement: Statement
    atomicity: float | None
    independence: float


class QualityMeter:
    """Measures over the parse of each claim; `analysers` by language. Pure computation: use a worker thread."""

    def __init__(self, analysers: Mapping[str, TextAnalyser]) -> None:
        self._analysers = analysers
        names = [f"{lang}={one.name}@{one.version}" for lang, one in sorted(analysers.items())]
        self.version = f"quality-{QUALITY_VERSION}({','.join(names)})"

    def measure(self, text: str, statements: Sequence[Statement]) -> Quality:
        """The quality of `statements` as a decomposition of `text`."""
        return self.measure_sentences(text, statements).whole

    def measure_sentences(self, text: str, statements: Sequence[Statement]) -> Measured:
        """The whole, and each sentence of `text` with the statements that begin in it."""
        lang = detect_language(text)
        claims = self._claims(statements, rules_language(text) is not None)
        spans = sentences(text, lang)
        own = _Own(text, lang)
        coverages = [
            own.coverage(span, touching) for span, touching in zip(spans, _touching(spans, statements), strict=True)
        ]
        additions = [own.additions(begun) for begun in _beginning(spans, statements)]
        per_sentence: list[list[_Claim]] = [[] for _ in spans]
        for claim, place in zip(claims, _places(spans, [claim.statement for claim in claims]), strict=True):
            per_sentence[place].append(claim)
        parts = [
            (span, _quality(_completeness([coverage], [addition]), mine))
            for span, coverage, addition, mine in zip(spans, coverages, additions, per_sentence, strict=True)
        ]
        return Measured(_quality(_completeness(coverages, additions), claims), tuple(parts))

    def _claims(self, statements: Sequence[Statement], parsed: bool) -> list[_Claim]:
        checkable = [statement for statement in statements if statement.checkable]
        analyses = self._analyses(checkable) if parsed else [None] * len(checkable)
        claims: list[_Claim] = []
        earlier = NearDuplicates()
        for statement, analysis in zip(checkable, analyses, strict=True):
            dependent = dependences(statement, analysis) + earlier.repeats(wording(statement.text))
            atomicity = None if analysis is None else _share(further_propositions(analysis, statement.lang))
            claims.append(_Claim(statement, atomicity, _share(dependent)))
        return claims

    def _analyses(self, statements: Sequence[Statement]) -> list[Analysis | None]:
        found: list[Analysis | None] = [None] * len(statements)
        for lang, analyser in self._analysers.items():
            places = [index for index, statement in enumerate(statements) if statement.lang == lang]
            for place, analysis in zip(
                places, analyser.analyse([statements[index].text for index in places]), strict=True
            ):
                found[place] = analysis
        return found


def _share(defects: int) -> float:
    return 1 / (1 + defects)


def _quality(completeness: float | None, claims: Sequence[_Claim]) -> Quality:
    atomicity = _mean([claim.atomicity for claim in claims if claim.atomicity is not None])
    independence = _mean([claim.independence for claim in claims])
    return Quality(completeness, atomicity, independence, harmonic_mean([completeness, atomicity, independence]))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def harmonic_mean(values: Sequence[float | None]) -> float | None:
    """Of the values that are there; 0 where one of them is 0, None where there are none."""
    there = [value for value in values if value is not None]
    if not there:
        return None
    if min(there) <= 0:
        return 0.0
    return len(there) / sum(1 / value for value in there)


# --- Completeness


@dataclass(frozen=True, slots=True)
class _Coverage:
    covered: int
    words: int


@dataclass(frozen=True, slots=True)
class _Additions:
    added: int
    words: int


def _completeness(coverages: Sequence[_Coverage], additions: Sequence[_Additions]) -> float | None:
    """Share of the content covered, times share of the statements' words that are the text's own."""
    words = sum(one.words for one in coverages)
    if not words:
        return None
    said = sum(one.words for one in additions)
    invented = sum(one.added for one in additions) / said if said else 0.0
    return sum(one.covered for one in coverages) / words * (1 - invented)


class _Own:
    """The words of a text, against which statements are held."""

    def __init__(self, text: str, lang: str) -> None:
        self._text = text
        self._lang = lang
        self._folded = text.casefold()
        self._norms = frozenset(word.norm for word in content_words(text, lang))

    def coverage(self, sentence: Span, statements: Sequence[Statement]) -> _Coverage:
        """The content words of a sentence that claims something, and those that statements cover and repeat."""
        piece = self._text[sentence.start : sentence.end]
        lang = sentence_language(piece, self._lang)
        if not is_checkable(piece, lang):
            return _Coverage(0, 0)
        words = content_words(piece, lang)
        said = [(statement, _norms(statement)) for statement in statements]
        covered = sum(any(_covers(one, norms, word, sentence.start) for one, norms in said) for word in words)
        return _Coverage(covered, len(words))

    def additions(self, statements: Sequence[Statement]) -> _Additions:
        """The content words of statements, and those that stand nowhere in the text."""
        words = [word for one in statements for word in content_words(one.text, one.lang)]
        return _Additions(sum(not self._has(word) for word in words), len(words))

    def _has(self, word: Word) -> bool:
        return word.norm in self._norms or (not word.text.isascii() and word.text.casefold() in self._folded)


def _norms(statement: Statement) -> frozenset[str]:
    return frozenset(word.norm for word in content_words(statement.text, statement.lang))


def _covers(statement: Statement, norms: frozenset[str], word: Word, offset: int) -> bool:
    start, end = offset + word.start, offset + word.end
    if not any(span.start <= start and end <= span.end for span in statement.spans):
        return False
    return word.norm in norms or (not word.text.isascii() and word.text in statement.text)


# --- Which statements belong to which sentence; all of it in one pass, as answers may have thousands of both


def _places(spans: Sequence[Span], statements: Sequence[Statement]) -> list[int]:
    """For each statement the index of the sentence that it begins in."""
    starts = [span.start for span in spans]
    return [max(0, bisect_right(starts, statement.sentence.start) - 1) for statement in statements]


def _beginning(spans: Sequence[Span], statements: Sequence[Statement]) -> list[list[Statement]]:
    found: list[list[Statement]] = [[] for _ in spans]
    for statement, place in zip(statements, _places(spans, statements), strict=True):
        found[place].append(statement)
    return found


def _touching(spans: Sequence[Span], statements: Sequence[Statement]) -> list[list[Statement]]:
    """For each sentence the statements with a span in it."""
    starts = [span.start for span in spans]
    found: list[list[Statement]] = [[] for _ in spans]
    for statement in statements:
        places = {
            place
            for span in statement.spans
            for place in range(max(0, bisect_right(starts, span.start) - 1), bisect_right(starts, span.end - 1))
        }
        for place in sorted(places):
            found[place].append(statement)
    return found
