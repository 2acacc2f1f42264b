"""Sentences whose further halves leave out the verb: "Adult tickets cost 14 euros and tickets for students 9 euros".

Each half says the same of another subject with another value. A half is read so only where its subject is of the
sort of the first one's and its value of the sort of the first value, so that "lives in Paris and Lyon in winter" stays
whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from .tree import Tree

_PERSON = "PER"
_NAMES = frozenset({"PROPN"})
_NOMINAL = frozenset({"NOUN", "PROPN"})
_AMOUNT = frozenset({"NUM", "SYM"})
_OF_SUBJECT = _NOMINAL | _AMOUNT | {"DET", "ADJ", "ADP", "PART", "PRON"}
_VERBAL = frozenset({"VERB", "AUX"})
_OF_VERB = _VERBAL | {"ADV", "PART"}
_JOINTS = frozenset({",", "and", "but", "while", "whereas", ";"})
_LONGEST = 40  # tokens


@dataclass(frozen=True, slots=True)
class Half:
    """A subject and its value, as tokens; `noun`: tokens of the first value's noun that this one leaves out."""

    subject: range
    value: range
    noun: range = range(0)


@dataclass(frozen=True, slots=True)
class Gapped:
    """`lead`: what stands before the first subject and bears on all; `end`: the token behind the first half."""

    lead: range
    subject: range
    verb: range
    value: range
    end: int
    others: tuple[Half, ...]


def gapped(tree: Tree) -> Gapped | None:
    """The halves of a sentence with one verb; None where it is no such sentence."""
    stop = len(tree)
    while stop and tree.is_punctuation(stop - 1):
        stop -= 1
    verbs = [at for at in range(stop) if tree.pos(at) in _VERBAL]
    if stop > _LONGEST or not verbs:
        return None
    verb = range(verbs[0], verbs[-1] + 1)
    if not all(tree.pos(at) in _OF_VERB for at in verb):
        return None  # "Ann said Bob left in 1990 and Eve in 1995": who said what?
    lead = _lead(tree, verb.start)
    subject = range(lead.stop, verb.start)
    members = _members(tree, verb.stop, stop)
    if not subject or len(members) < 2 or not all(tree.pos(at) in _OF_SUBJECT for at in subject):
        return None
    first = members[0]
    halves = [_half(tree, subject, first, member) for member in members[1:]]
    if not first or any(half is None for half in halves):
        return None
    return Gapped(lead, subject, verb, first, first.stop, tuple(half for half in halves if half is not None))


def _lead(tree: Tree, verb: int) -> range:
    """ "In the bench test,": a phrase with its comma."""
    comma = next((at for at in range(verb) if tree[at].text == ","), None)
    return range(comma + 1) if comma is not None and tree.pos(0) == "ADP" else range(0)


def _members(tree: Tree, start: int, stop: int) -> list[range]:
    """What stands between commas and conjunctions behind the verb."""
    found, begin = [], start
    for at in range(start, stop):
        if tree.lower(at) in _JOINTS and not _only_parts(tree, begin, at):
            if at > begin:
                found.append(range(begin, at))
            begin = at + 1
    return [*found, range(begin, stop)] if begin < stop else found


def _only_parts(tree: Tree, begin: int, comma: int) -> bool:
    """The comma of "; the tunnel, in 1950": between a subject and its value."""
    opened = tree[begin - 1].text == ";" or tree.lower(begin - 1) == "and"
    inside = range(begin, comma)
    return tree[comma].text == "," and opened and bool(inside) and all(tree.pos(at) != "ADP" for at in inside)


def _half(tree: Tree, subject: range, value: range, member: range) -> Half | None:
    opens = next((at for at in member if at > member.start and _opens_alike(tree, value, at)), None)
    if opens is None:
        return None
    mine = range(member.start, opens - 1 if tree[opens - 1].text == "," else opens)
    told = range(opens, member.stop)
    if not _are_alike(tree, subject, mine) or not _same_sort(tree, value, told):
        return None
    return Half(mine, told, _left_out(tree, value, told))


def _opens_alike(tree: Tree, value: range, at: int) -> bool:
    """Whether the word opens a value as the first value is opened: the same preposition, an amount, an article."""
    first = value.start
    if tree.pos(first) == "ADP":
        return tree.pos(at) == "ADP" and tree.lower(at) == tree.lower(first)
    if tree.pos(first) in _AMOUNT:
        return tree.pos(at) in _AMOUNT
    return tree.pos(first) == "DET" and tree.pos(at) == "DET"


def _are_alike(tree: Tree, subject: range, other: range) -> bool:
    """Whether both are names, or both things of a kind; a person's name beside a place's is no second subject."""
    if not other or not all(tree.pos(at) in _OF_SUBJECT for at in other) or tree.pos(other[-1]) not in _NOMINAL:
        return False
    labels = [_label(tree, each) for each in (subject, other)]
    if all(labels) and labels[0] != labels[1] and _PERSON in labels:
        return False
    named = [any(tree.pos(at) in _NAMES for at in each) for each in (subject, other)]
    if all(named) or (named[1] and len(subject) == 1 and tree.pos(subject[0]) == "PRON"):
        return True  # two names, or "he" and a name
    shared = {tree.lemma(at) for at in subject if tree.pos(at) == "NOUN"} & {tree.lemma(at) for at in other}
    articles = all(tree.lower(each[0]) in {"the", "a", "an"} for each in (subject, other))  # no "this time"
    return bool(shared) or (not any(named) and articles)


def _label(tree: Tree, tokens: range) -> str:
    start, end = tree[tokens[0]].start, tree[tokens[-1]].end
    return next((each.label for each in tree.analysis.entities if start <= each.start and each.end <= end), "")


def _same_sort(tree: Tree, value: range, other: range) -> bool:
    """Both with a number, or both with a name, or neither: "in Graz" and "in Trieste", not "in winter"."""
    for sort in (_AMOUNT, _NAMES):
        if any(tree.pos(at) in sort for at in value) != any(tree.pos(at) in sort for at in other):
            return False
    return True


def _left_out(tree: Tree, value: range, other: range) -> range:
    """The noun of "12 games" behind "the blue team 7"."""
    if tree.pos(other[-1]) not in _AMOUNT:
        return range(0)
    begin = value.stop
    while begin > value.start and tree.pos(begin - 1) == "NOUN":
        begin -= 1
    return range(begin, value.stop)
