"""(head, relation, tail) of a claim whose slots are known."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import EntityType

from ...model import Span, StatedTriple, Term
from ...text.word_lists import word_set
from . import lexicon as lex
from .pieces import Phrase, Source
from .units import (
    ADVERB,
    AMOUNT,
    DE,
    LOCALISER,
    MODAL,
    NAME,
    NEGATION,
    PARTICLE,
    PREPOSITION,
    PRONOUN,
    TIME,
    Atom,
    is_real_amount,
)

_KEPT_ADVERBS = word_set("约 主要 仅 只 不再 最多 至少 最高 最低 不")
_HEDGES = word_set("几乎 将 或将 可能 也许 或许 大概 似乎 接近 即将")
_POSITIVE = {
    "不能": "能", "无法": "能", "能够": "能", "不会": "会", "不可": "可以", "不得": "可以", "可": "可以",
    "不应": "应当", "应": "应当", "应该": "应当", "不宜": "宜",
    "不必": "必须", "无须": "必须", "无需": "必须", "毋须": "必须", "须": "必须",
}  # fmt: skip
_TYPES = {"nr": EntityType.PERSON, "ns": EntityType.PLACE, "nt": EntityType.ORGANISATION}


def term(source: Source, phrase: Phrase, atoms: Sequence[Atom]) -> Term | None:
    """The phrase as a head or tail: without article, title marks and a closing 的; None where nothing is left."""
    text = "".join(piece.text for piece in phrase)
    spans = [Span(piece.start, piece.end) for piece in phrase if piece.has_source and piece.text]
    if (
        atoms
        and atoms[0].kind == AMOUNT
        and not is_real_amount(atoms[0])
        and len(atoms) > 1
        and text.startswith(atoms[0].text)
    ):
        text = text[len(atoms[0].text) :]
        spans = [
            Span(span.start + len(atoms[0].text), span.end) if span.start == atoms[0].start else span for span in spans
        ]
    spans = [span for span in spans if span.start < span.end]
    if text.startswith("《") and text.endswith("》") and text.count("《") == 1:
        text = text[1:-1]
        spans = [Span(spans[0].start + 1, spans[-1].end - 1)] if len(spans) == 1 else spans
    text = text.removesuffix("的").strip()
    return Term(text, tuple(spans), term_type(source, phrase, atoms)) if text else None


def term_type(source: Source, phrase: Phrase, atoms: Sequence[Atom]) -> EntityType | None:
    if len(phrase) == 1 and phrase[0].has_source:
        referent = source.referent_at(phrase[0].start, phrase[0].end)
        if referent is not None:
            return referent.type
    real = [atom for atom in atoms if atom.kind not in (PARTICLE, LOCALISER)]
    if not real:
        return None
    last = real[-1]
    if last.kind == TIME:
        return EntityType.DATE
    if last.kind == AMOUNT:
        return EntityType.NUMBER
    if last.kind == NAME:
        return _TYPES.get(last.tag[:2], EntityType.NAME)
    return None


def relation_words(predicate: Sequence[Atom]) -> tuple[str, str, tuple[Span, ...]]:
    """(as shown, its lemma, its spans): aspect left out, negation and modality in both.

    "not " opens the lemma of what is negated; 可能创立 and 创立 are two relations.
    """
    shown: list[Atom] = []
    lemma = modality = ""
    negated = False
    for atom in predicate:
        if atom.kind == NEGATION:
            negated = True
            shown.append(atom)
            modality += _POSITIVE.get(atom.text, "")
        elif atom.kind == MODAL:
            negated = negated or atom.text.startswith(("不", "无", "毋", "勿"))
            shown.append(atom)
            modality += _POSITIVE.get(atom.text, atom.text)
        elif atom.text in _HEDGES:
            shown.append(atom)
            modality += atom.text
        elif atom.text in _KEPT_ADVERBS:
            shown.append(atom)
        elif (
            atom.kind in (ADVERB, PARTICLE, TIME, DE)
            or atom.text in ("被", "由")
            or atom.text in lex.DISTRIBUTIVE
            or (atom.kind == PREPOSITION and not lemma)
            or atom.kind in (AMOUNT, PRONOUN)
        ):
            continue
        else:
            shown.append(atom)
            lemma += atom.text
    lemma = lemma or ("有" if shown and shown[-1].text in ("无", "没有", "没", "尚无", "并无") else "")
    text = "".join(atom.text for atom in shown)
    for opening in ("被广泛", "被", "广泛", "曾", "现", "可", "不"):
        if lemma.startswith(opening) and len(lemma) > len(opening) + 1:
            if opening == "不" and not negated:
                negated = True
            lemma = lemma[len(opening) :]
    return (
        text.removeprefix("被广泛").removeprefix("被"),
        ("not " if negated and lemma else "") + (modality + lemma if lemma else ""),
        tuple(Span(a.start, a.end) for a in shown),
    )


def make(
    head: Term | None, relation: str, lemma: str, tail: Term | None, spans: tuple[Span, ...], confidence: float
) -> tuple[StatedTriple, ...]:
    if head is None or tail is None or not relation or not lemma or head.text == tail.text:
        return ()
    return (StatedTriple(head, relation, tail, (head.text, lemma, tail.text), confidence, spans),)


def adjunct_core(atoms: Sequence[Atom]) -> tuple[list[Atom], str]:
    """What the preposition of an adjunct governs, and the word that joins it to the verb: 于, 自."""
    rest = [atom for atom in atoms if atom.kind != "mark"]
    word = "于"
    if rest and rest[0].kind == PREPOSITION and len(rest) > 1:
        word = {"自": "自", "自从": "自", "从": "自"}.get(rest[0].text, "于")
        rest = rest[1:]
    while len(rest) > 1 and rest[-1].text in ("起", "时", "以来", "期间", "开始"):
        rest = rest[:-1]
    return rest, word
