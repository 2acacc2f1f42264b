"""\"A and B were 3 and 5, respectively\", as what it says of each (`respective`)."""

from __future__ import annotations

import re
from itertools import pairwise

from .respective_lists import Clause, Passage, Sentence, Stretch, stripped

_LONGEST = 36  # characters of a thing in a list

_MOST_WORDS = 36  # characters of a thing in a list
_JOINT_EN = re.compile(
    r"(?:\s+[a-z]+){0,2}\s*(?:,\s*(?:and|or)?|\band|&)\s*(?:(?:about|nearly|over|some|around|by|to|at)\s+)?",
    re.IGNORECASE,
)
_LEAD_EN = re.compile(r"\s*,?\s*(?:(?:about|nearly|over|some|around|at|to|by)\s+)?", re.IGNORECASE)
_TRAIL_EN = re.compile(r"(?:\s+[a-z]+){0,3}\s*,?\s*", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|did|will|would|can|could|may|must|rose|fell|grew|won|cost|paid|made|sold|took|ran"
    r"|stood|came|went|got|held|gave|lost|spent|left|began|became|drew|read|weigh|measure|produce|employ|earn|score"
    r"|reach|total|number|contain|hold|charge|open|close|cover|(?!hundred\b|indeed\b|united\b)[a-z]{2,}ed)\b"
)
_AND = re.compile(r",?\s+and\s+|\s+&\s+")
_BARE = re.compile(r"[$€£¥]?[\d.,]*\d")
_DETERMINERS = frozenset({"the", "a", "an", "his", "her", "its", "their"})
_OF = re.compile(r"\b[a-z]+s\s+(?P<of>of|in|at|for|on)\s+(?:the\s+)?", re.IGNORECASE)
"""Things of each: "cases in Ohio and Texas", "the ages of the first and second group"."""
_NAME = r"[A-Z][\w.'’-]*(?:\s+(?:(?:of|de|van|von|the)\s+)?[A-Z][\w.'’-]*){0,4}"
_NAMES = re.compile(rf"{_NAME}(?:,\s+{_NAME})*,?\s+and\s+{_NAME}")
_MAY_BE_LISTED = re.compile(
    r"(?!(?:in|on|at|by|for|after|before|during|since|from|under|as|of|with|however|meanwhile|overall|finally|moreover|also"
    r"|then|today|today's)\b)[\w.'’-]+(?:\s[\w.'’-]+){0,2}",
    re.IGNORECASE,
)
_WHEN = re.compile(r"(?:In|For|During|On|By)\s+(?:the\s+)?")


def english_passage(sentence: Sentence, mark: re.Match[str]) -> Passage | None:
    text = sentence.text
    row, end = sentence.before(mark.start(), _JOINT_EN, _TRAIL_EN), mark.end()
    tail, lead = (end, end), (end, end)
    if len(row) < 2:
        row = _names_before(sentence, mark.start())
    if len(row) > 1:
        tail = (row[-1][1], row[-1][1] + len(text[row[-1][1] : mark.start()].rstrip(" ,")))
    else:
        row = sentence.behind(mark.end(), _JOINT_EN, _LEAD_EN)
        if len(row) < 2:
            return None
        end, lead = row[-1][1], (mark.end() + text.startswith(" ", mark.end()), row[0][0])
    if text.count("(", sentence.start, end) != text.count(")", sentence.start, end):
        return None
    stop = min(row[0][0], mark.start())
    found = (
        _dates_at_the_head(sentence, stop, len(row))
        or _before_a_verb(text, sentence.start, stop, len(row))
        or _names_of(text, sentence.start, stop, len(row))
    )
    if found is None:
        return None
    labels, rest = found
    number = _BARE.match(text, *row[-1])
    unit = (number.end(), row[-1][1]) if number else (end, end)
    units = [(unit,) if _BARE.fullmatch(text, *one) else () for one in row[:-1]] + [()]
    clauses = [(*label, rest, lead, one, *own, tail) for label, one, own in zip(labels, row, units, strict=True)]
    return Passage(labels[0][0][0], end, mark.span(), tuple(clauses))


_Labels = tuple[list[Clause], Stretch]
"""The things of a list, each with what is said of all before it; what is said of all behind it, up to the values."""


def _names_before(sentence: Sentence, at: int) -> list[Stretch]:
    """Names in a row that ends before `at`: "to Anna and Ben, respectively"."""
    until = at - len(sentence.text[sentence.start : at]) + len(sentence.text[sentence.start : at].rstrip(" ,"))
    found = [one for one in _NAMES.finditer(sentence.text, sentence.start, until) if one.end() == until]
    if not found or found[0].start() == sentence.start:
        return []
    return _listed(sentence.text, *found[0].span())


def _listed(text: str, start: int, end: int) -> list[Stretch]:
    joints = [found.span() for found in re.compile(r",?\s+and\s+|,\s+").finditer(text, start, end)]
    return [(left[1], right[0]) for left, right in pairwise([(start, start), *joints, (end, end)])]


def _dates_at_the_head(sentence: Sentence, end: int, many: int) -> _Labels | None:
    """ "In 2020 and 2021, revenue was ..."."""
    when = _WHEN.match(sentence.text, sentence.start)
    row = sentence.behind(when.end(), _JOINT_EN, re.compile("")) if when else []
    if when is None or len(row) != many or row[-1][1] >= end or sentence.text[row[-1][1]] != ",":
        return None
    return [(when.span(), one) for one in row], (row[-1][1], end)


def _before_a_verb(text: str, start: int, end: int, many: int) -> _Labels | None:
    """ "The north and south plants produced ..."."""
    joints = [found for found in _AND.finditer(text, start, end) if _VERB.search(text, found.end(), end)]
    if not joints:
        return None
    verb = _VERB.search(text, joints[-1].end(), end)
    assert verb is not None
    last = stripped(text, joints[-1].end(), verb.start())
    commas = [found.span() for found in re.finditer(r",\s+", text[: joints[-1].start()]) if found.start() >= start]
    edges = [(start, start), *commas, joints[-1].span()]
    pieces = [stripped(text, left[1], right[0]) for left, right in pairwise(edges)]
    if len(pieces) >= many and _MAY_BE_LISTED.fullmatch(text, *pieces[-many]):
        return None  # one thing more than values
    labels = [*pieces[1 - many :], last]
    if len(labels) != many or "," in text[slice(*last)]:
        return None
    if not all(0 < two - one <= _LONGEST for one, two in labels):
        return None
    of = _OF.search(text, *labels[0])
    shared = (labels[0][0], of.end()) if of else (start, start)
    labels[0] = (of.end(), labels[0][1]) if of else labels[0]
    if of and text[last[0] : last[1]].startswith(of["of"] + " "):
        labels[-1] = (last[0] + len(of["of"]) + 1, last[1])
    words = [text[slice(*one)].split() for one in labels]
    own = [len([word for word in one if word.casefold() not in _DETERMINERS]) for one in words]
    noun: Clause = ()
    if len(words[-1]) == 2 and words[-1][-1].endswith("s") and set(own[:-1]) == {1}:
        noun = ((last[1] - len(words[-1][-1]) - 1, last[1]),)
    return [(shared, one, *noun) for one in labels[:-1]] + [(shared, labels[-1])], (last[1], end)


def _names_of(text: str, start: int, end: int, many: int) -> _Labels | None:
    """ "It has offices in Paris and Rome with ..."."""
    found = next(iter(reversed(list(_NAMES.finditer(text, start, end)))), None)
    names = _listed(text, *found.span()) if found else []
    if found is None or found.start() == start or len(names) != many or "," in text[found.end() : end]:
        return None
    return [((start, found.start()), one) for one in names], (found.end(), end)


def two_names(text: str, start: int, end: int) -> tuple[Clause, Clause] | None:
    """Those that start..end names together, where it does so once: "Ann Lee and Bob Ray founded the firm"."""
    lists = [_listed(text, *found.span()) for found in _NAMES.finditer(text, start, end)]
    if len(lists) != 1 or len(lists[0]) != 2:
        return None
    return (lists[0][0],), (lists[0][1],)
