"""What the page sets apart within a sentence: the mark of a list item, a title in bold before the text, lines.

Where a sentence may be read in two ways (a title in bold or a subject in bold, two lines or one that was wrapped), the
analyses of both tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from claimgraph.platform.models.ports import Analysis

from ..model import Span
from .parsed import ParsedSentence
from .plain import list_mark_end

_BOLD = r"(?P<mark>\*\*|__)(?=\S)(?P<title>(?:(?!(?P=mark))[^\n]){1,80})(?<=\S)(?P=mark)"
_lead = re.compile(rf"{_BOLD}\s*[:：]?[^\S\n]*")
_bold = re.compile(rf"{_BOLD}[:：]?\Z")
_line = re.compile(r"[^\r\n]+")
_MOST_LINES = 40
_MOST_SEMICOLONS = 3  # what has more is a list
_SEMICOLON = re.compile(r";(?=\s+\S)")
_QUOTING = re.compile(r"[\"“”«»()\[\]]")


_item = re.compile(r"(?<=[.!?;])\s+(?=\(?(?:\d{1,2}|[a-z])\)\s+[A-Z])")


def apart_from_items(spans: Sequence[Span], text: str) -> list[Span]:
    """The spans, cut where the mark of a list item stands behind a stop: "It is tall. b) It is old."."""
    found: list[Span] = []
    for span in spans:
        start = span.start
        for gap in _item.finditer(text, span.start, span.end):
            found.append(Span(start, gap.start()))
            start = gap.end()
        found.append(Span(start, span.end))
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the text and what of it is read: `body` is without the mark of a list and emphasis around all.

    `title`: all of it stands in bold, so that it is a heading unless it has a predicate.
    """

    span: Span
    body: Span
    item: bool = False
    title: bool = False
    said: bool = True  # False: a heading or a label, which claims nothing


Analyses = Callable[[Span], Analysis]


def readings(text: str, span: Span) -> list[Part]:
    """Every part that `settled` may ask the analysis of, for one sentence."""
    whole = _part(text, span)
    found = [whole]
    split = _led(text, whole)
    if split is not None:
        found += split
    lines = [line for part in tuple(found) for line in _lines(text, part)]
    return [*found, *lines, *(half for part in (*found, *lines) for half in _halves(text, part))]


def settled(text: str, span: Span, lang: str, analysis: Analyses) -> list[Part]:
    """The parts of one sentence, in order; together they hold all of it but white space."""
    whole = _part(text, span)
    split = _led(text, whole)
    if split is not None and _is_sentence(split[1], lang, analysis) and not _is_one_name(text, split, analysis):
        says = not _is_labelled(text, split) and _is_sentence(split[0], lang, analysis)
        return [replace(split[0], said=says), *_by_clauses(text, split[1], lang, analysis)]
    if split is not None and _is_labelled(text, split) and _says_something(split[1], lang, analysis):
        return [split[0], *_by_clauses(text, split[1], lang, analysis)]
    if whole.title and text[whole.body.end - 1] not in ":：" and not _has_predicate(whole, lang, analysis):
        return [replace(whole, said=False)]
    return _by_clauses(text, whole, lang, analysis)


def _by_clauses(text: str, part: Part, lang: str, analysis: Analyses) -> list[Part]:
    """Its lines, and of each what semicolons set apart, where all of that is a sentence."""
    found: list[Part] = []
    for line in _by_lines(text, part, lang, analysis):
        halves = _halves(text, line)
        apart = halves and lang == "en" and all(_has_subject_and_verb(half, analysis) for half in halves)
        found += halves if apart else [line]
    return found


def _is_labelled(text: str, split: tuple[Part, Part]) -> bool:
    """Whether a colon stands between the bold words and what is behind them."""
    return text[split[0].span.end - 1] in ":：" or text[split[0].body.end - 1] in ":："


def _says_something(part: Part, lang: str, analysis: Analyses) -> bool:
    """Whether there is a verb, with a subject or without one: 支持表格编辑, but not 89元."""
    found = analysis(part.body)
    if lang == "zh":
        from .chinese.atoms import atoms_of
        from .chinese.frames import read_frame
        from .chinese.segments import segments_of

        segments = segments_of(atoms_of(ParsedSentence(part.body, found)))
        return bool(segments) and read_frame(segments[0].atoms) is not None
    roots = {at for at, token in enumerate(found.tokens) if token.head == at}
    return any(
        token.tag in _FINITE and (at in roots or (token.head in roots and token.dep.startswith(("aux", "cop"))))
        for at, token in enumerate(found.tokens)
    )


def _is_one_name(text: str, split: tuple[Part, Part], analysis: Analyses) -> bool:
    """ "**Paris** Saint-Germain won": two names in a row, with no colon between them."""
    first, second = (analysis(part.body).tokens for part in split)
    if text[split[0].span.end - 1] in ":：" or text[split[0].body.end - 1] in ":：.。" or not (first and second):
        return False
    return first[-1].pos == second[0].pos == "PROPN"


def _by_lines(text: str, part: Part, lang: str, analysis: Analyses) -> list[Part]:
    lines = _lines(text, part)
    return lines if lines and all(_is_sentence(line, lang, analysis) for line in lines) else [part]


def _part(text: str, span: Span) -> Part:
    start = list_mark_end(text, span.start, span.end)
    bold = _bold.match(text, start, span.end)
    if bold:
        start = list_mark_end(text, *bold.span("title"))
    closed = text[span.end - 1] in ":："  # a colon says by itself that the line leads to what follows
    body = Span(start, span.end if bold is None or closed else bold.end("title"))
    return Part(span, body, item=start > span.start, title=bold is not None)


def _led(text: str, whole: Part) -> tuple[Part, Part] | None:
    """ "**Height** The tower is 300 m.": the title, and what stands behind it on its line."""
    lead = None if whole.title else _lead.match(text, whole.body.start, whole.body.end)
    if lead is None or lead.end() >= whole.body.end or not _opens(text, lead):
        return None
    closing = lead.start() + len(lead.group().rstrip())
    title = Part(Span(whole.span.start, closing), Span(*lead.span("title")), item=whole.item, said=False)
    rest = Span(lead.end(), whole.body.end)
    return title, Part(rest, rest, item=whole.item)


def _opens(text: str, lead: re.Match[str]) -> bool:
    """Whether a colon, a capital or Chinese behind a gap lets what is behind the bold words be a sentence."""
    behind = text[lead.end()]
    if lead["title"][-1] in ":：.。" or lead.group().rstrip()[-1] in ":：":
        return True
    return text[lead.end() - 1].isspace() and (behind.isupper() or not behind.isascii())


def _lines(text: str, part: Part) -> list[Part]:
    """The lines of a stretch that none of its characters says to be one sentence; none where there is only one."""
    found = list(_line.finditer(text, part.body.start, part.body.end))
    if not 1 < len(found) <= _MOST_LINES or "|" in text[part.body.start : part.body.end]:
        return []
    if any(before.group().rstrip()[-1:] in tuple(",，、;；:：-–") for before in found[:-1]):
        return []
    spans = [_stripped(text, match.start(), match.end()) for match in found]
    if any(span.start >= span.end or text[span.start].islower() for span in spans):
        return []
    first = Part(Span(part.span.start, spans[0].end), Span(part.body.start, spans[0].end), item=part.item)
    return [first, *(_part(text, span) for span in spans[1:])]


def _halves(text: str, part: Part) -> list[Part]:
    """The stretches between semicolons, without these; none where there is none, or within brackets or quotes."""
    said = text[part.body.start : part.body.end]
    if not 1 <= said.count(";") <= _MOST_SEMICOLONS or _QUOTING.search(said):
        return []
    cuts = [part.body.start + match.start() for match in _SEMICOLON.finditer(said)]
    if len(cuts) != said.count(";"):
        return []
    edges = [part.body.start, *(cut + 1 for cut in cuts)]
    spans = [_stripped(text, start, end) for start, end in zip(edges, [*cuts, part.body.end], strict=True)]
    if any(span.start >= span.end for span in spans):
        return []
    first = Part(Span(part.span.start, spans[0].end), spans[0], item=part.item)
    return [first, *(Part(span, span) for span in spans[1:-1]), Part(Span(spans[-1].start, part.span.end), spans[-1])]


def _stripped(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    return Span(begin, begin + len(piece.strip()))


# --- whether words say something


_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_OPEN = frozenset({"ADP", "DET", "CCONJ", "SCONJ", "AUX", "PART"})


def _is_sentence(part: Part, lang: str, analysis: Analyses) -> bool:
    """Whether a subject and its predicate are there, and nothing is left open at the end."""
    found = analysis(part.body)
    if lang == "zh":
        return _opens_with_clause(ParsedSentence(part.body, found))
    words = [token for token in found.tokens if any(map(str.isalnum, token.text))]
    roots = [at for at, token in enumerate(found.tokens) if token.head == at]
    if not words or len(roots) != 1 or words[-1].pos in _OPEN:
        return False
    below = [token for at, token in enumerate(found.tokens) if token.head == roots[0] and at != roots[0]]
    finite = found.tokens[roots[0]].tag in _FINITE or any(
        token.tag in _FINITE and token.dep.startswith(("aux", "cop")) for token in below
    )
    return finite and any(token.dep.startswith(("nsubj", "csubj", "expl")) for token in below)


def _has_subject_and_verb(part: Part, analysis: Analyses) -> bool:
    """The same for what a semicolon sets apart; short clauses are misread now and then: "tickets cost 14 euros" as an
    infinitive, "both closed in 2010" as a participle."""
    if _is_sentence(part, "en", analysis):
        return True
    tokens = analysis(part.body).tokens
    roots = [at for at, token in enumerate(tokens) if token.head == at]
    if len(roots) != 1 or tokens[roots[0]].tag not in {"VB", "VBN"}:
        return False
    below = [token for at, token in enumerate(tokens) if token.head == roots[0] and at < roots[0]]
    helped = any(token.dep.startswith(("aux", "mark")) for token in below)
    return any(token.dep.startswith("nsubj") for token in below) and not helped


def _opens_with_clause(sentence: ParsedSentence) -> bool:
    from .chinese.atoms import atoms_of
    from .chinese.frames import read_frame
    from .chinese.segments import segments_of
    from .chinese.slots import SUBJECT

    segments = segments_of(atoms_of(sentence))
    frame = read_frame(segments[0].atoms) if segments else None
    return frame is not None and bool(frame.first(SUBJECT))


def _has_predicate(part: Part, lang: str, analysis: Analyses) -> bool:
    found = analysis(part.body)
    if lang == "zh":
        return _opens_with_clause(ParsedSentence(part.body, found))
    return any(token.tag in _FINITE for token in found.tokens)
