"""Marks of emphasis: "**Autosave** now runs every 30 seconds" claims it of Autosave, and states it of Autosave.

They stay in the answer and in its evidence. To a parser they are words, and in a claim or a premise they would stand
between a judge and its words: a text is read without those inside its lines, and what was read is placed where it
stands with them; a window of evidence is judged without them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.ingest.model import Quote, ReadText, Span, Statement
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.statements.placed_back import placed_back
from claimgraph.ingest.text.respective import ToldApart

EMPHASIS_VERSION = "2"
_WITHIN = re.compile(
    r"(?<=[^\s>|*#.+-])[ \t]*(?P<mark>\*\*|__|\*)(?=[^\s*_])[^*_\n:：]*[^\s*_:：]"
    r"(?P<closing>(?P=mark))(?![A-Za-z\d*_]|[ \t]*[:：])"
)
"""Emphasis inside a line: not what may be a label or a title at its beginning, which the layout of the text tells."""
_DOUBLE = re.compile(r"\*\*|`|(?<![^\W_])__|__(?![^\W_])")
_SINGLE = re.compile(
    r"(?<![\w*])(?P<mark>[*_`])(?=[^\s*_`])[^*_`\n]*[^\s*_`](?P=mark)(?![\w*])"
)  # in pairs: "3 * 4" has none, and neither has snake_case


_PAIR = re.compile(
    r"(?:(?<![A-Za-z\d*])\*\*(?=[^\s*])(?P<strong>[^*\n]*[^\s*])\*\*(?![A-Za-z\d*])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<light>[^*\n]*[^\s*])\*(?![\w*]))"
)
"""Asterisks in pairs around words, as Markdown has them: neither 2**3 nor a footnote's; __init__ is a name."""


def plain(text: str) -> str:
    """A window of evidence as it is judged."""
    return _PAIR.sub(lambda found: found["strong"] or found["light"], text) if "*" in text else text


def read_plain(reader: StatementReader, texts: Sequence[str]) -> list[ReadText]:
    """What is stated in evidence, read without its marks; places and quotes are those of the texts themselves.

    Pure computation, for a worker thread.
    """
    told = [without_marks(text) for text in texts]
    read = reader.read([one.text for one in told])
    return [placed(*one) for one in zip(read, texts, told, strict=True)]


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
