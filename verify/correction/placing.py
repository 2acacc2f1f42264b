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

from ..model import Place
from .rewrite import DIFF_TOKEN, STOPS, Edit


def place_correction(place: Place, after: str, answer: str) -> tuple[Edit, ...] | None:
    """The edits of `answer` that make the statement at `place` say `after`.

    `None` where a change falls on words that do not stand in the answer, or on words that stand apart there.
    """
    after = _closed_as(place.text, after)
    whole = _whole_quote(place)
    if whole is not None:
        return (Edit(whole.start, whole.end, after),)
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


def _whole_quote(place: Place) -> Span | None:
    """Where the statement stands in the answer exactly as it is, in one piece."""
    if len(place.quotes) != 1:
        return None
    quote = place.quotes[0]
    if quote.start > 0 or quote.end < len(place.text):
        return None
    return Span(quote.source, quote.source + quote.end)


@dataclass(frozen=True, slots=True)
class _Change:
    """`text[start:end]` becomes `after`; `start` < `end`."""

    start: int
    end: int
    after: str


def _changes(before: str, after: str) -> list[_Change]:
    """What changed, by words. A pure insertion takes the word before it (else the one behind) as its anchor."""
    left, right = DIFF_TOKEN.findall(before), DIFF_TOKEN.findall(after)
    starts = [0]
    for token in left:
        starts.append(starts[-1] + len(token))
    changes = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        new = "".join(right[c:d])
        if a == b:
            while a > 0 and not left[a - 1].strip():
                a, new = a - 1, left[a - 1] + new
            if a > 0:
                a, new = a - 1, left[a - 1] + new
            elif b < len(left):
                b, new = b + 1, new + left[b]
            else:
                return []
        changes.append(_trimmed(before, starts[a], starts[b], new))
    return changes


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
