"""Triples that somebody else worded (a model), with their places in the text they are about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from claimgraph.graph_schema.ids import normalise_name, triple_key
from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Quote, ReadText, Span, StatedTriple, Statement, Term
from ..statements.checkability import is_checkable, stands_alone
from ..statements.placing import is_stated, place
from ..statements.verbalise import verbalise

_AUXILIARIES = frozenset({"is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "does", "do", "did"})
_NEGATIONS = frozenset({"not", "never", "n't"})


@dataclass(frozen=True, slots=True)
class Found:
    """A triple that a model found in a sentence; types of its ends where they are known."""

    head: str
    relation: str
    tail: str
    confidence: float  # in [0, 1]
    head_type: EntityType | None = None
    tail_type: EntityType | None = None


def stated(text: str, sentence: Span, lang: str, found: Found, wording: str = "") -> Statement | None:
    """A statement with the triple, at its place in a sentence of `text`; None where the text does not state it.

    Both ends must stand in the text, one of them in the sentence, and so must the words of `wording`, the triple as a
    sentence; where there is none, or the text does not state it so, it is made from the triple.
    """
    triple = _triple(text, sentence, lang, found)
    if triple is None:
        return None
    for claim in (wording, verbalise(found.head, found.relation, found.tail, lang)):
        placed = place(claim, sentence, text, lang)
        if is_stated(placed, claim, text[sentence.start : sentence.end], lang):
            return _statement(claim, sentence, lang, triple, placed.spans, placed.quotes)
    return None


def inferred(text: str, sentence: Span, lang: str, found: Found) -> Statement | None:
    """A statement with the triple in the words of a model's own vocabulary ("place of birth"), for a relation that a
    sentence has without those words. It rests on the two ends; None where they do not both stand in the sentence.
    """
    triple = _triple(text, sentence, lang, found)
    if triple is None or not all(_inside(span, sentence) for span in (*triple.head.spans, *triple.tail.spans)):
        return None
    claim = verbalise(found.head, found.relation, found.tail, lang)
    spans = sorted({*triple.head.spans, *triple.tail.spans}, key=lambda span: span.start)
    return _statement(claim, sentence, lang, triple, tuple(spans), place(claim, sentence, text, lang).quotes)


def _triple(text: str, sentence: Span, lang: str, found: Found) -> StatedTriple | None:
    head, tail = _find(found.head, text, sentence), _find(found.tail, text, sentence)
    if not head or not tail or not found.relation.strip():
        return None
    if not any(_inside(span, sentence) for span in (*head, *tail)):
        return None
    return StatedTriple(
        head=Term(found.head, head, found.head_type),
        relation=found.relation,
        tail=Term(found.tail, tail, found.tail_type),
        normal=plain_normal(found.head, found.relation, found.tail, lang),
        confidence=found.confidence,
        spans=place(found.relation, sentence, text, lang).spans,
    )


def _statement(
    claim: str, sentence: Span, lang: str, triple: StatedTriple, spans: tuple[Span, ...], quotes: tuple[Quote, ...]
) -> Statement:
    return Statement(
        text=claim,
        lang=lang,
        spans=spans,
        sentence=sentence,
        standalone=stands_alone(claim, lang),
        checkable=is_checkable(claim, lang),
        quotes=quotes,
        triples=(triple,),
    )


def _inside(span: Span, sentence: Span) -> bool:
    return sentence.start <= span.start and span.end <= sentence.end


def _find(term: str, text: str, sentence: Span) -> tuple[Span, ...]:
    """Where a term stands: in the sentence, else elsewhere in the text; case and width do not matter."""
    wanted = _folded(term.strip())
    if not any(char.isalnum() for char in wanted):
        return ()
    folded = _folded(text)
    if len(folded) != len(text):  # folding changed the length: offsets would not fit
        folded, wanted = text, term.strip()
    pattern = re.compile(rf"(?<![A-Za-z0-9]){re.escape(wanted)}(?![A-Za-z0-9])")
    found = pattern.search(folded, sentence.start, sentence.end) or pattern.search(folded)
    return (Span(found.start(), found.end()),) if found else ()


@lru_cache(maxsize=32)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def find_mentions(surface: str, text: str, sentence: Span) -> list[Span]:
    """Every place of a surface in a sentence, letter by letter."""
    if not surface.strip():
        return []
    pattern = re.compile(rf"(?<![A-Za-z0-9]){re.escape(surface)}(?![A-Za-z0-9])")
    return [Span(found.start(), found.end()) for found in pattern.finditer(text, sentence.start, sentence.end)]


def plain_normal(head: str, relation: str, tail: str, lang: str) -> tuple[str, str, str]:
    """A normal form by the words alone, where no parse gives one: auxiliaries left out, the agent first."""
    if lang == "zh":
        return head, relation.strip(), tail
    words = relation.casefold().replace("n't", " not").split()
    negated = any(word in _NEGATIONS for word in words)
    kept = [word for word in words if word not in _AUXILIARIES and word not in _NEGATIONS]
    passive = len(kept) == 2 and kept[1] == "by" and words[0] in _AUXILIARIES
    verb = " ".join(kept[:1] if passive else kept) or "be"
    core = f"not {verb}" if negated else verb
    return (tail, core, head) if passive else (head, core, tail)


def with_normal(statement: Statement, read: ReadText) -> Statement:
    """The statement with the normal form that the rules give the same triple in its own text."""
    wanted = {normalise_name(term.text) for term in (statement.triples[0].head, statement.triples[0].tail)}
    for other in (triple for part in read.statements for triple in part.triples):
        if {normalise_name(other.head.text), normalise_name(other.tail.text)} == wanted:
            return replace(statement, triples=(replace(statement.triples[0], normal=other.normal),))
    return statement


def without_repeats(statements: Sequence[Statement]) -> tuple[tuple[Statement, ...], int]:
    """Statements of one text in its order, without those whose triples their sentence has stated before in another
    form, and how many were left out.

    Of a repeated triple the statement with the highest confidence is kept. The same triple in two sentences stays
    twice: each has a place of its own.
    """
    best: dict[tuple[int, str], int] = {}
    kept: list[Statement] = []
    for statement in statements:
        keys = [(statement.sentence.start, triple_key(*triple.normal)) for triple in statement.triples]
        if not keys or not all(key in best for key in keys):
            for key in keys:
                best.setdefault(key, len(kept))
            kept.append(statement)
        elif _confidence(statement) > _confidence(kept[best[keys[0]]]):
            kept[best[keys[0]]] = statement
    ordered = sorted(kept, key=lambda statement: statement.sentence.start)
    return tuple(ordered), len(statements) - len(kept)


def _confidence(statement: Statement) -> float:
    return max((triple.confidence for triple in statement.triples), default=0.0)
