"""Things told together, item for item: "A and B were 3 and 5, respectively", A和B分别为3和5; "the former", 后者.

`told_apart` writes such a passage as a clause for each item. It takes only what is plainly such a passage: two lists of
the same length, the second of numbers or dates, or in Chinese of names behind a verb that puts a name to each. One of
two things named together before is called by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from ..model import Span
from .dates import find_dates
from .fact_lists import fact_lists, facts_told_apart
from .quantities import find_quantities
from .respective_chinese import chinese_passage, two_things
from .respective_english import english_passage, two_names
from .respective_lists import Clause, Passage, Piece, Sentence, Stretch
from .sentences import sentences
from .table_rows import LONGEST_KEPT, may_hold_rows, rows_told_apart

_MARK = re.compile(
    r"分别|依次|\brespectively\b|(?P<first>前者|\bthe former\b(?=@))|(?P<second>后者|\bthe latter\b(?=@))".replace(
        "@",
        r"[,.;:'’)]|$|\s+\d|\s+(?:an?|the|together|too|also|with|as|about|over|under|for|in|on|at|by|to|because|and|but|while|is|are|was|were|has|have|had"
        r"|will|would|can|could|may|must|did|does|took|went|got|won|lost|left|came|made|gave|bought|kept|began|became|chose"
        r"|sold|[a-z]+(?:s|ed))\b",
    ),
    re.IGNORECASE,
)
_MOST_MARKS = 16
"""Looked at in a text: a text of nothing but such words says nothing."""
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class ToldApart:
    text: str
    origin: tuple[int, ...]  # of each character: its place in the text that was told apart, -1 for what was added
    passages: tuple[tuple[Stretch, Stretch, Stretch], ...]
    """Where each stands now, where it stood, and there the word that tells which is whose (empty: none does)."""


def told_apart(text: str, *, whole: bool = False, facts: bool = False) -> ToldApart | None:
    """None where the text has no such passage. `whole`: a row of a table in one sentence where there is one. `facts`:
    each line of a list of facts behind its title, too ("Support hours Friday: 9 am to 4 pm"), as evidence is read."""
    if not _MARK.search(text) and not may_hold_rows(text) and not (facts and fact_lists(text, 1)):
        return None
    return (_kept if len(text) <= LONGEST_KEPT else _told_apart)(text, whole, facts)


@lru_cache(maxsize=1_024)
def _kept(text: str, whole: bool, facts: bool) -> ToldApart | None:
    return _told_apart(text, whole, facts)


def _told_apart(text: str, whole: bool, facts: bool) -> ToldApart | None:
    made: list[str] = []
    origin: list[int] = []
    passages: list[tuple[Stretch, Stretch, Stretch]] = []
    at = 0

    def take(piece: Piece) -> None:
        if isinstance(piece, str):
            made.append(piece)
            origin.extend([-1] * len(piece))
        else:
            made.append(text[slice(*piece)])
            origin.extend(range(*piece))

    for passage in _passages(text, facts):
        take((at, passage.start))
        begin = len(origin)
        joint = "，" if _HAN.search(text, passage.start, passage.end) else "; "
        for place, clause in enumerate((passage.whole,) if whole and passage.whole else passage.clauses):
            if place:
                take(joint if passage.joint is None else passage.joint)
            for piece in clause:
                take(piece)
        passages.append(((begin, len(origin)), (passage.start, passage.end), passage.mark))
        at = passage.end
    if not at:
        return None
    take((at, len(text)))
    return ToldApart("".join(made), tuple(origin), tuple(passages))


def apart(text: str, *, whole: bool = False, facts: bool = False) -> str:
    """The text told apart; the text itself where there is nothing to tell apart."""
    told = told_apart(text, whole=whole, facts=facts)
    return text if told is None else told.text


def _passages(text: str, facts: bool) -> list[Passage]:
    """In order, none within another."""
    rows = rows_told_apart(text) if may_hold_rows(text) else []
    if facts:
        rows += [
            one
            for one in facts_told_apart(text)
            if not any(one.start < row.end and row.start < one.end for row in rows)
        ]
    taken = [(row.start, row.end) for row in rows]
    lists = (one for one in _lists(text) if not any(one.start < end and start < one.end for start, end in taken))
    return sorted([*rows, *lists], key=lambda one: one.start)


def _lists(text: str) -> Iterator[Passage]:
    if not _MARK.search(text):
        return
    spans = sentences(text)
    literals = _literals(text)
    here, done = None, 0
    carried: tuple[Clause, ...] = ()
    for mark in islice(_MARK.finditer(text), _MOST_MARKS):
        span = next((one for one in spans if one.start <= mark.start() < one.end), None)
        if span is None or mark.start() < done:
            continue
        carried = carried if span is here else ()
        here = span
        sentence = Sentence(text, max(span.start, done), span.end, literals)
        if mark.lastgroup is not None:
            passage = _one_of_two(text, spans, span, mark)
        elif mark[0].isascii():
            passage = english_passage(sentence, mark)
        else:
            passage, carried = chinese_passage(sentence, mark, carried)
        if passage is not None:
            done = passage.end
            yield passage


def _one_of_two(text: str, spans: Sequence[Span], here: Span, mark: re.Match[str]) -> Passage | None:
    """ "The former", 后者: one of two things that are told together before, in this sentence or the one before it."""
    at = spans.index(here)
    find = two_names if mark[0].isascii() else two_things
    first = next(one for one in _MARK.finditer(text, here.start) if one.lastgroup is not None)
    two = find(text, here.start, first.start())
    if two is None and at:
        two = find(text, spans[at - 1].start, spans[at - 1].end)
    if two is None:
        return None
    name = "".join(text[slice(*one)] for one in two[mark.lastgroup == "second"])
    return Passage(mark.start(), mark.end(), mark.span(), ((name,),))


def _literals(text: str) -> list[Stretch]:
    """Each number and date, with its unit; none within another."""
    found = [(date.start, date.end) for date in find_dates(text)]
    found += [(one.start, one.end) for one in find_quantities(text, "zh" if _HAN.search(text) else "en")]
    kept: list[Stretch] = []
    for start, end in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
