"""\"A and B were 3 and 5, respectively\", as what it says of each (`respective`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .respective_lists import Clause, Passage, Sentence, Stretch, stripped

_LONGEST = 36  # characters of a thing in a list

_MOST_WORDS = 36  # characters of a thing in a list
_JOINT_EN = re.compile(
    r"(?:\s+[a-z]+){0,2}\s*(?:,\s*(?:and|or)?|\band|&)\s*(?:(?:about|nearly|over|some|around|by|to|at)\s+)?",
    re.IGNORECASE,
)
_LEAD_EN = re.compile(r"\s*,?\s*(?:(?:about|nearly|over|some|around|at|to|by|on|in|for|of)\s+){0,2}", re.IGNORECASE)
_TRAIL_EN = re.compile(r"(?:\s+[a-z]+){0,3}\s*,?\s*", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|did|will|would|can|could|may|must|rose|fell|grew|won|cost|paid|made|sold|took|ran"
    r"|stood|came|went|got|held|gave|lost|spent|left|began|became|drew|read|weigh|measure|produce|employ|earn|score|take|chose|choose|run|work"
    r"|reach|total|number|contain|hold|charge|open|close|cover|(?!hundred\b|indeed\b|united\b)[a-z]{2,}ed)\b"
)
_AND = re.compile(r",?\s+and\s+|\s+&\s+")
_SHARE = re.compile(r"[$€£¥]?\d[\d.,]*\s?%?")
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
_PREPOSITION = re.compile(r"\b(?:of|by|to|in|at|as|for|with|from|on|into)\s+")
_PLURAL = re.compile(r"(?:\S+\s+){0,3}?[a-z]{2,}s\s+(?=[a-z]+\s)")
_MOST_IN_A_THING = 4  # words
_WHEN = re.compile(r"(?:In|For|During|On|By)\s+(?:the\s+)?")


def english_passage(sentence: Sentence, mark: re.Match[str]) -> Passage | None:
    text = sentence.text
    row, end = sentence.before(mark.start(), _JOINT_EN, _TRAIL_EN), mark.end()
    tail, lead = (end, end), (end, end)
    if len(row) < 2:
        row = _names_before(sentence, mark.start()) or _things_before(sentence, mark.start())
    if len(row) > 1:
        tail = (row[-1][1], row[-1][1] + len(text[row[-1][1] : mark.start()].rstrip(" ,")))
    else:
        row = sentence.behind(mark.end(), _JOINT_EN, _LEAD_EN)
        if len(row) < 2:
            return None
        begin = mark.end() + len(text[mark.end() : row[0][0]]) - len(text[mark.end() : row[0][0]].lstrip(" ,"))
        end, lead = row[-1][1], (begin - text[begin - 1].isspace(), row[0][0])
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
    labels, (begin, stop) = found
    rest = (begin, begin + len(text[begin:stop].rstrip(", ")) if lead[0] < lead[1] else stop)
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


def _things_before(sentence: Sentence, at: int) -> list[Stretch]:
    """Other things in a row before `at`: "heads of chemistry, physics and biology, respectively". The first one begins
    behind the last preposition, or has as many words as the shortest of the others."""
    text = sentence.text
    until = at - len(text[sentence.start : at]) + len(text[sentence.start : at].rstrip(" ,"))
    joint = next((one for one in reversed(list(_AND.finditer(text, sentence.start, until)))), None)
    if joint is None or not 0 < len(text[joint.end() : until].split()) <= _MOST_IN_A_THING:
        return []
    commas = [one.span() for one in re.finditer(r",\s+", text[: joint.start()]) if one.start() >= sentence.start]
    edges = [(sentence.start, sentence.start), *commas, joint.span(), (until, until)]
    things = [stripped(text, left[1], right[0]) for left, right in pairwise(edges)]
    row = [things[-1]]
    for one in reversed(things[:-1]):
        if _VERB.search(text, *one) or len(text[slice(*one)].split()) > _MOST_IN_A_THING:
            start = _first_of(text, one, min(len(text[slice(*other)].split()) for other in row))
            return [(start, one[1]), *row] if start is not None else []
        row.insert(0, one)
    return []


def _first_of(text: str, clause: Stretch, words: int) -> int | None:
    prepositions = list(_PREPOSITION.finditer(text, *clause))
    verbs = list(_VERB.finditer(text, *clause))
    if prepositions and (not verbs or prepositions[-1].start() > verbs[-1].start()):
        return prepositions[-1].end()
    starts = [one.start() for one in re.finditer(r"\S+", text[: clause[1]]) if one.start() >= clause[0]]
    return starts[-words] if len(starts) > words else None


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
    joints = [(found, verb) for found in _AND.finditer(text, start, end) if (verb := _verb(text, found.end(), end))]
    if not joints:
        return None
    joint, verb = joints[-1]
    last = stripped(text, joint.end(), verb)
    last = (last[0], last[1] - text[slice(*last)].endswith(","))  # "A and B, launched on ..."
    commas = [found.span() for found in re.finditer(r",\s+", text[: joint.start()]) if found.start() >= start]
    edges = [(start, start), *commas, joint.span()]
    pieces = [stripped(text, left[1], right[0]) for left, right in pairwise(edges)]
    if len(pieces) >= many and _MAY_BE_LISTED.fullmatch(text, *pieces[-many]):
        return None  # one thing more than values
    labels = [*pieces[1 - many :], last]
    if len(labels) != many or "," in text[slice(*last)]:
        return None
    if not all(0 < two - one <= _LONGEST for one, two in labels):
        return None
    shared, labels = _shared(text, labels)
    labels = _values_alone(text, labels)
    last = labels[-1]
    words = [text[slice(*one)].split() for one in labels]
    own = [len([word for word in one if word.casefold() not in _DETERMINERS]) for one in words]
    noun: Clause = ()
    if len(words[-1]) == 2 and words[-1][-1].endswith("s") and set(own[:-1]) == {1}:
        noun = ((last[1] - len(words[-1][-1]) - 1, last[1]),)
    return [(shared, one, *noun) for one in labels[:-1]] + [(shared, labels[-1])], (last[1], end)


def _verb(text: str, start: int, end: int) -> int | None:
    """Where the verb begins: one that is known, or what stands behind a plural ("pears ripen in")."""
    found = _VERB.search(text, start, end)
    if found is not None:
        return found.start()
    plural = _PLURAL.match(text, start, end)
    return plural.end() if plural else None


def _shared(text: str, labels: Sequence[Stretch]) -> tuple[Stretch, list[Stretch]]:
    """What stands before the first thing and is said of each: "cases in", "flights from Oslo to"."""
    first, last = labels[0], labels[-1]
    preposition = _PREPOSITION.match(text, *last)
    if preposition is not None:
        same = [one for one in _PREPOSITION.finditer(text, *first) if one[0] == preposition[0]]
        if same:
            return (first[0], same[-1].end()), [
                (same[-1].end(), first[1]),
                *labels[1:-1],
                (preposition.end(), last[1]),
            ]
    of = _OF.search(text, *first)
    if of is None:
        return (first[0], first[0]), list(labels)
    return (first[0], of.end()), [(of.end(), first[1]), *labels[1:]]


def _values_alone(text: str, labels: Sequence[Stretch]) -> list[Stretch]:
    """ "34%, 47% and 11% of the students": what stands behind the last is said of each."""
    number = _SHARE.match(text, *labels[-1])
    if number is None or not all(_SHARE.fullmatch(text, *one) for one in labels[:-1]):
        return list(labels)
    return [*labels[:-1], number.span()]


def _names_of(text: str, start: int, end: int, many: int) -> _Labels | None:
    """ "It has offices in Paris and Rome with ..."."""
    found = next(iter(reversed(list(_NAMES.finditer(text, start, end)))), None)
    names = _listed(text, *found.span()) if found else []
    if found is None or found.start() == start or len(names) != many or "," in text[found.end() : end]:
        return None
    return [((start, found.start()), one) for one in names], (found.end(), end)


_PAIR = re.compile(
    r"(?P<both>\b(?:either|both|between)\s+)?(?P<first>[^,;:.]+?)\s+(?:and|or)\s+(?P<second>[^,;:.]+)(?=[,;:.]|$)",
    re.IGNORECASE,
)
_OPENS_THING = re.compile(r"\b(?:an?|the|his|her|its|their)\s")
_NO_THING = re.compile(r"(?:another|one|it|he|she|they|then|so|also|not)\b")


def two_names(text: str, start: int, end: int) -> tuple[Clause, Clause] | None:
    """Those that start..end names together, where it does so once: "Ann Lee and Bob Ray founded the firm"; else the two
    things at the end of a clause: "makes a soft cheese and a hard cheese"."""
    lists = [_listed(text, *found.span()) for found in _NAMES.finditer(text, start, end)]
    if len(lists) == 1 and len(lists[0]) == 2:
        return (_bare(text, lists[0][0]),), (lists[0][1],)
    pairs = [two for found in _PAIR.finditer(text, start, end) if (two := _two_things(text, found)) is not None]
    return ((pairs[0][0],), (pairs[0][1],)) if not lists and len(pairs) == 1 else None


def _bare(text: str, name: Stretch) -> Stretch:
    both = re.compile(r"(?:Both|Between|Either)\s+").match(text, *name)
    return (both.end(), name[1]) if both else name


def _two_things(text: str, found: re.Match[str]) -> tuple[Stretch, Stretch] | None:
    first, second = found.span("first"), found.span("second")
    preposition = _PREPOSITION.match(text, *second)
    if preposition is not None:
        same = [one for one in _PREPOSITION.finditer(text, *first) if one[0] == preposition[0]]
        first = (same[-1].end(), first[1]) if same else first
        second = (preposition.end(), second[1])
    elif not found["both"]:
        opens = [one.start() for one in _OPENS_THING.finditer(text, *first)]
        starts = [one.start() for one in re.finditer(r"\S+", text[: first[1]]) if one.start() >= first[0]]
        if not starts:  # half of a number: "7.0 and 9.1 kg"
            return None
        first = ((opens if _OPENS_THING.match(text, *second) and opens else starts)[-1], first[1])
    words = [text[slice(*one)].split() for one in (first, second)]
    if _VERB.search(text, *second) or _NO_THING.match(text, *second) or _PREPOSITION.search(text, *second):
        return None
    if not all(0 < len(one) < _MOST_IN_A_THING for one in words):
        return None
    return first, second
