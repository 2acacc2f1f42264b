"""Statements of one answer that say the same, as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.ids import normalise_claim
from claimgraph.ingest.model import Statement
from claimgraph.ingest.text.words import content_words

_Key = tuple[object, ...]


def deduplicate(statements: Sequence[Statement]) -> tuple[tuple[Statement, ...], int]:
    """The statements without those that repeat an earlier one of the same sentence, and how many those were.

    The same are two with the same words but for case, width and the closing stop; and two with the same triples in
    normal form and the same content words ("Guido created Python." and "Python was created by Guido."). The spans of
    both are kept. The same statement in two sentences stays twice: each has a place of its own.
    """
    kept: dict[_Key, int] = {}
    result: list[Statement] = []
    for statement in statements:
        keys = _keys(statement)
        known = next((kept[key] for key in keys if key in kept), None)
        if known is None:
            known = len(result)
            result.append(statement)
        else:
            result[known] = _joined(result[known], statement)
        for key in keys:
            kept.setdefault(key, known)
    return tuple(result), len(statements) - len(result)


def _keys(statement: Statement) -> list[_Key]:
    place = (statement.sentence.start, statement.lang)
    keys: list[_Key] = [(*place, normalise_claim(statement.text))]
    if statement.triples and statement.checkable:
        triples = frozenset(triple.normal for triple in statement.triples)
        words = frozenset(word.norm for word in content_words(statement.text, statement.lang))
        keys.append((*place, triples, words))
    return keys


def _joined(first: Statement, second: Statement) -> Statement:
    spans = sorted({*first.spans, *second.spans}, key=lambda span: (span.start, span.end))
    merged = spans[:1]
    for span in spans[1:]:
        if span.start <= merged[-1].end:
            merged[-1] = replace(merged[-1], end=max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return replace(first, spans=tuple(merged))
