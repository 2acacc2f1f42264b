"""From a corrected claim to its place in the answer: only the words that changed, where they stand.

A claim is a sentence of its own; in the answer its words may be spread over a longer sentence, and some of them may
not stand there at all (a repeated subject, an auxiliary). What changed between the claim and its correction is
carried over by the statement's quotes, word for word.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from claimgraph.ingest.model import Quote, Span

from ..edits import DIFF_TOKEN, Edit
from ..model import Claim, Piece, Place
from .rewrite import STOPS


def place_correction(place: Place, after: str, answer: str) -> tuple[Edit, ...] | None:
    """The edits of `answer` that make the statement at `place` say `after`.

    `None` where a change falls on words that do not stand in the answer, or on words that stand apart there.
    """
    after = _closed_as(place.text, after)
    edits = []
    for change in _changes(place.text, after):
        edit = _carried(change, place, answer)
        if edit is None:
            return None
        edits.append(edit)
    return tuple(edits) or None


def _closed_as(before: str, after: str) -> str:
    """The correction with the closing mark of this place: the same claim may end with "!" here and "." there."""
    if before[-1:] in STOPS and after[-1:] in STOPS and len(after) > 1:
        return after[:-1] + before[-1]
    return after


@dataclass(frozen=True, slots=True)
class _Change:
    """`text[start:end]` becomes `after`; `start` < `end`."""

    start: int
    end: int
    after: str


def _changes(before: str, after: str) -> list[_Change]:
    """What changed, by words; empty where nothing did, or nothing stayed."""
    left, right = DIFF_TOKEN.findall(before), DIFF_TOKEN.findall(after)
    starts = [0]
    for token in left:
        starts.append(starts[-1] + len(token))
    joined: list[_Stretch] = []
    for kind, *stretch in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        a, b, c, d = _anchored(left, right, *stretch)
        if a == b or c == d:
            return []
        if joined and a < joined[-1][1]:
            a, _, c, _ = joined.pop()
        joined.append((a, b, c, d))
    return [_trimmed(before, starts[a], starts[b], "".join(right[c:d])) for a, b, c, d in joined]


_Stretch = tuple[int, int, int, int]
"""Tokens `a` to `b` of the left become tokens `c` to `d` of the right."""


def _anchored(left: Sequence[str], right: Sequence[str], a: int, b: int, c: int, d: int) -> _Stretch:
    """What only comes in or falls out, with the word before it, else with the one behind it: it then has a place."""
    if "".join(left[a:b]).strip() and "".join(right[c:d]).strip():
        return a, b, c, d
    behind = a == 0
    while a > 0:
        a, c = a - 1, c - 1
        if left[a].strip():
            return a, b, c, d
    while behind and b < len(left) and d < len(right):
        b, d = b + 1, d + 1
        if left[b - 1].strip():
            break
    return a, b, c, d


def _trimmed(before: str, start: int, end: int, after: str) -> _Change:
    """Without white space at an end that stays as it was."""
    while end - start > 1 and after[1:] and before[end - 1].isspace() and before[end - 1] == after[-1]:
        end, after = end - 1, after[:-1]
    while end - start > 1 and after[1:] and before[start].isspace() and before[start] == after[0]:
        start, after = start + 1, after[1:]
    return _Change(start, end, after)


def _carried(change: _Change, place: Place, answer: str) -> Edit | None:
    """The change where its words stand in the answer."""
    touched = [quote for quote in place.quotes if quote.start < change.end and change.start < quote.end]
    if not touched or touched[0].start > change.start or touched[-1].end < change.end:
        return None
    for left, right in pairwise(touched):
        between = answer[left.source + left.end - left.start : right.source]
        if right.source < left.source or between.strip() or place.text[left.end : right.start].strip():
            return None
    return Edit(_source(touched[0], change.start), _source(touched[-1], change.end), change.after)


def _source(quote: Quote, offset: int) -> int:
    return quote.source + offset - quote.start


def overlap(edits: Sequence[Edit], spans: Sequence[Span]) -> bool:
    """Whether any edit touches any of the spans."""
    return any(edit.start < span.end and span.start < edit.end for edit in edits for span in spans)


def carry(place: Place, edits: Sequence[Edit]) -> str | None:
    """What the statement at `place` says once `edits` of the answer are made; None if one reaches beyond its words."""
    text = place.text
    for edit in sorted(edits, key=lambda one: -one.start):
        start, end = _in_statement(place.quotes, edit.start), _in_statement(place.quotes, edit.end - 1)
        if start is None or end is None or end < start:
            return None
        text = text[:start] + edit.after + text[end + 1 :]
    return text


def _in_statement(quotes: Sequence[Quote], offset: int) -> int | None:
    """Where a character of the answer stands in the statement."""
    for quote in quotes:
        if quote.source <= offset < quote.source + quote.end - quote.start:
            return quote.start + offset - quote.source
    return None


def rests_on(claim: Claim, others: Sequence[Claim]) -> bool:
    """Whether a claim says all that one of `others` says, and more: "won in 1903" falls with a contradicted "won"."""
    return any(
        other is not claim and place.spans and mine.spans != place.spans and _holds(mine.spans, place.spans)
        for other in others
        for place in other.places
        for mine in claim.places
    )


def holds(pieces: Sequence[Piece], inner: Piece) -> bool:
    """Whether one of the pieces has all of another one."""
    return any(one.chunk_id == inner.chunk_id and one.start <= inner.start and inner.end <= one.end for one in pieces)


def _holds(spans: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(span.start <= one.start and one.end <= span.end for span in spans) for one in inner)
