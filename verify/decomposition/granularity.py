"""How finely an answer is taken apart, by what it is for.

The one place that knows: `resolve_granularity` says which granularity a scenario has, `regroup` makes it of atomic
statements.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import StrEnum

from claimgraph.ingest.model import Quote, Span, Statement
from claimgraph.ingest.statements.checkability import stands_alone
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import InputError


class Granularity(StrEnum):
    CLAIM = "claim"  # every atomic claim is judged by itself
    SENTENCE = "sentence"
    PASSAGE = "passage"  # a paragraph, a list item
    AUTO = "auto"  # by domain and risk


_ALWAYS_CLAIMS = frozenset({"medical", "legal"})
_BY_DOMAIN = {"enterprise": Granularity.SENTENCE}


def resolve_granularity(wanted: Granularity | str, domain: str, risk: str) -> Granularity:
    """The granularity to use; never `AUTO`. What is asked for by name wins over domain and risk.

    Auto: medical and legal answers by claims whatever the risk; else a high risk by claims and a low one by passages;
    else an enterprise's knowledge base by sentences, and all others by claims.
    Raises `InputError` for a granularity that there is not.
    """
    try:
        granularity = Granularity(wanted)
    except ValueError:
        known = ", ".join(Granularity)
        raise InputError(f"There is no granularity {str(wanted)[:40]!r}; choose one of {known}.") from None
    if granularity is not Granularity.AUTO:
        return granularity
    if domain in _ALWAYS_CLAIMS or risk == "high":
        return Granularity.CLAIM
    if risk == "low":
        return Granularity.PASSAGE
    return _BY_DOMAIN.get(domain, Granularity.CLAIM)


def regroup(text: str, statements: Sequence[Statement], granularity: Granularity) -> list[Statement]:
    """Atomic statements of `text` as statements of the granularity (not `AUTO`), in the order of the text.

    A sentence or passage has the triples of all its claims and the union of their spans. Its text is the text's own,
    without a list mark in front; a reference in it stays, and marks it as not standing alone. Something in it can be
    checked where one of its claims can.
    """
    if granularity is Granularity.CLAIM:
        return list(statements)
    if granularity is Granularity.AUTO:
        raise ValueError("resolve the granularity first")
    if granularity is Granularity.SENTENCE:
        return _grouped(text, statements, lambda statement: statement.sentence)
    passages = _passages(text)
    return _grouped(text, statements, lambda statement: _holding(passages, statement.sentence))


def _grouped(text: str, statements: Sequence[Statement], unit: Callable[[Statement], Span]) -> list[Statement]:
    groups: dict[tuple[int, int], list[Statement]] = {}
    for statement in statements:
        span = unit(statement)
        groups.setdefault((span.start, span.end), []).append(statement)
    return [_whole(text, Span(*place), found) for place, found in sorted(groups.items())]


_LIST_MARK = re.compile(
    r"(?:\s|[-*+•·▪◦‣–—]\s+|\(?\d{1,3}[.)、]\s*(?!\d)|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|#{1,6}\s+|>\s+)+"
)


def _whole(text: str, unit: Span, statements: Sequence[Statement]) -> Statement:
    mark = _LIST_MARK.match(text, unit.start, unit.end)
    start = mark.end() if mark and mark.end() < unit.end else unit.start
    end = start + len(text[start : unit.end].rstrip())
    words = text[start:end]
    langs = {statement.lang for statement in statements}
    lang = langs.pop() if len(langs) == 1 else detect_language(words)
    return Statement(
        text=words,
        lang=lang,
        spans=_union([span for statement in statements for span in statement.spans]),
        sentence=unit,
        standalone=stands_alone(words, lang),
        checkable=any(statement.checkable for statement in statements),
        quotes=(Quote(0, len(words), start),),
        triples=tuple(dict.fromkeys(triple for statement in statements for triple in statement.triples)),
    )


def _union(spans: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in sorted(set(spans), key=lambda one: (one.start, one.end)):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


_BREAK = re.compile(
    r"(?:\r\n?|[\n\x0b\x85\u2028])[^\S\n]*(?:\r\n?|[\n\x0b\x85\u2028])\s*|[\x0c\u2029]\s*"
    r"|(?:\r\n?|\n)(?=[^\S\n]*(?:[-*+•·▪◦‣]\s|\(?\d{1,3}[.)、]\s|#{1,6}\s))"
)


def _passages(text: str) -> list[Span]:
    """Paragraphs and list items, covering the text."""
    passages: list[Span] = []
    start = 0
    for match in _BREAK.finditer(text):
        if match.start() > start:
            passages.append(Span(start, match.start()))
        start = match.end()
    passages.append(Span(start, len(text)))
    return passages


def _holding(passages: Sequence[Span], sentence: Span) -> Span:
    """The passage that a sentence begins in, stretched where the sentence runs on behind it."""
    place = bisect_right(passages, sentence.start, key=lambda span: span.start) - 1
    found = passages[max(0, place)]
    return found if sentence.end <= found.end else Span(found.start, sentence.end)
