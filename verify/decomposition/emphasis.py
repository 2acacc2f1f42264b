"""Marks of emphasis in the claims of an answer: "**Autosave** now runs every 30 seconds" claims it of Autosave.

They stay in the answer. To a parser they are words, and in a claim they would stand between a judge and its words: an
answer is read without those inside its lines, and what was read is placed where it stands with them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.ingest.model import Quote, ReadText, Span, Statement
from claimgraph.ingest.statements.placed_back import placed_back
from claimgraph.ingest.text.respective import ToldApart

EMPHASIS_VERSION = "1"
_WITHIN = re.compile(
    r"(?<=[^\s>|*#.+-])[ \t]*(?P<mark>\*\*|__|\*)(?=[^\s*_])[^*_\n:：]*[^\s*_:：]"
    r"(?P<closing>(?P=mark))(?![A-Za-z\d*_]|[ \t]*[:：])"
)
"""Emphasis inside a line: not what may be a label or a title at its beginning, which the layout of the text tells."""
_DOUBLE = re.compile(r"\*\*|`|(?<![^\W_])__|__(?![^\W_])")
_SINGLE = re.compile(
    r"(?<![\w*])(?P<mark>[*_`])(?=[^\s*_`])[^*_`\n]*[^\s*_`](?P=mark)(?![\w*])"
)  # in pairs: "3 * 4" has none, and neither has snake_case


def without_marks(text: str) -> ToldApart:
    """The text without the marks of emphasis inside its lines, and where each character stands with them."""
    gone = {
        place
        for found in _WITHIN.finditer(text)
        for place in (*range(*found.span("mark")), *range(*found.span("closing")))
    }
    kept = [place for place in range(len(text)) if place not in gone]
    return ToldApart("".join(text[place] for place in kept), tuple(kept), ())


def placed(read: ReadText, text: str, told: ToldApart) -> ReadText:
    """What was read of a text without marks (`without_marks`), in the text with them; a claim's words have none."""
    if len(told.text) < len(text):
        back = placed_back(read, text, told)
        gone = set(range(len(text))) - set(told.origin)
        read = replace(
            back,
            statements=tuple(
                replace(one, spans=_over(one.spans, gone), sentence=_with_closing(one.sentence, gone))
                for one in back.statements
            ),
            sentences=tuple(replace(one, span=_with_closing(one.span, gone)) for one in back.sentences),
        )
    return replace(read, statements=tuple(_bare(one) for one in read.statements))


def _over(spans: Sequence[Span], gone: set[int]) -> tuple[Span, ...]:
    """Spans with nothing but such marks between them as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and all(place in gone for place in range(merged[-1].end, span.start)):
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return tuple(merged)


def _with_closing(span: Span, gone: set[int]) -> Span:
    """The sentence with the mark that closes behind its stop."""
    end = span.end
    while end in gone:
        end += 1
    return Span(span.start, end)


def _bare(statement: Statement) -> Statement:
    """Without the marks that are left in its text, of a label or a title before it."""
    marks = _marks(statement.text)
    text = "".join(char for place, char in enumerate(statement.text) if place not in marks)
    if not marks or not any(char.isalnum() for char in text):
        return statement
    return replace(statement, text=text, quotes=tuple(_moved(statement.quotes, marks)))


def _marks(text: str) -> set[int]:
    marks = {place for found in _DOUBLE.finditer(text) for place in range(*found.span())}
    rest = "".join(" " if place in marks else char for place, char in enumerate(text))
    for found in _SINGLE.finditer(rest):
        marks |= {found.start(), found.end() - 1}
    return marks


def _moved(quotes: Sequence[Quote], marks: set[int]) -> list[Quote]:
    """The quotes as they stand without the marks: cut in two where one stood inside."""
    gone = sorted(marks)
    moved: list[Quote] = []
    for quote in quotes:
        start = quote.start
        for end in [*(place for place in gone if quote.start <= place < quote.end), quote.end]:
            if start < end:
                shift = sum(place < start for place in gone)
                moved.append(Quote(start - shift, end - shift, quote.source + start - quote.start))
            start = end + 1
    return moved
