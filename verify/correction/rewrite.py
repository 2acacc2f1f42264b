"""Putting corrections back into the answer: replacing and removing stretches of text, and showing the difference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from claimgraph.ingest.model import Span

_CLOSING = "。！？；，、.!?;,:：）)」』”\"'’"
_SEPARATORS = "；;，,、"
_ENDS = "。！？.!?…"
_TOKENS = re.compile(r"[A-Za-z0-9]+(?:[.,'’\-][A-Za-z0-9]+)*|\s+|.", re.DOTALL)


def rewrite(text: str, replacements: Sequence[tuple[Span, str]]) -> str:
    """`text` with each span replaced; an empty replacement takes the span out with the separator it leaves behind.

    Spans must not overlap. Text outside the spans stays as it is, but for white space and separators that would
    stand doubled or alone. Raises `ValueError` for overlapping spans.
    """
    result, position = "", 0
    for span, after in sorted(replacements, key=lambda one: (one[0].start, one[0].end)):
        if span.start < position:
            raise ValueError(f"replacements overlap at {span.start}")
        result += text[position : span.start]
        if after:
            result += _fitted(after, text[span.start : span.end])
            position = span.end
        else:
            result, position = _take_out(result, text, span)
    return (result + text[position:]).strip() if replacements else text


def _fitted(after: str, before: str) -> str:
    """A replacement that ends as what it replaces ended: with its full stop, or without one."""
    ended = before.rstrip()[-1:] in _ENDS if before.strip() else False
    bare = after.strip()
    if ended and bare[-1:] not in _ENDS + "”\"」』":
        return bare + before.rstrip()[-1]
    if not ended and bare[-1:] in _ENDS:
        return bare[:-1]
    return bare


def _take_out(done: str, text: str, span: Span) -> tuple[str, int]:
    """What stands before the gap, and where the text goes on after it."""
    position = span.end
    removed = text[span.start : span.end].rstrip()
    if removed[-1:] in _ENDS:  # a whole sentence, or the last clause of one
        before = done.rstrip(" \t")
        if before and before[-1] in _SEPARATORS:
            done = before[:-1] + removed[-1]
        while text[position : position + 1] in _CLOSING and position < len(text):
            position += 1
    else:  # a clause with more behind it: its separator goes with it
        while position < len(text) and text[position] in _SEPARATORS + " \t":
            position += 1
        return done, position
    newline = re.match(r"[ \t]*\n*", text[position:])
    gap = newline.group() if newline else ""
    if not done or done[-1].isspace() or not gap.strip(" \t") == "":
        position += len(gap) if not done or done.endswith("\n") else len(gap) - len(gap.lstrip(" \t"))
    elif gap and not done.rstrip() == done:
        position += len(gap)
    return done, position


def word_diff(before: str, after: str) -> list[tuple[str, str]]:
    """The difference as (kind, text) in order; kind is "same", "removed" or "added".

    The "same" and "removed" texts together are `before`, the "same" and "added" ones `after`.
    """
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    pieces: list[tuple[str, str]] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("same", "".join(old[i:j])))
            continue
        if i < j:
            pieces.append(("removed", "".join(old[i:j])))
        if k < m:
            pieces.append(("added", "".join(new[k:m])))
    return pieces
