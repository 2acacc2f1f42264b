"""Subtrees put into words: with parts left out, one of several conjuncts chosen, words replaced."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .morphology import article
from .tree import Tree

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a statement: `index` is its token, -1 for a word that grammar adds; `at` is its place in the order.

    An empty `text` takes the token in without showing it.
    """

    text: str
    index: int
    at: float

    @property
    def added(self) -> bool:
        return self.index < 0


@dataclass(frozen=True, slots=True)
class Coordination:
    """A list in the sentence: `head` governs it, `members` are its parts (the head itself mostly among them)."""

    head: int
    members: tuple[int, ...]
    predicates: bool = False  # verbs that share subject and auxiliaries
    listing: bool = False  # "formats such as A and B": the members stand for the head
    introduced: int = -1  # of a list of examples: the head of what "such as" introduces
    connectors: frozenset[int] = frozenset()  # "and", "both", "as well as"


@dataclass(frozen=True, slots=True)
class View:
    """One reading of the tree: what is left out, which member of each list is taken, which words change."""

    dropped: frozenset[int] = frozenset()  # roots of subtrees that are left out
    chosen: Mapping[int, tuple[Coordination, int]] = field(default_factory=dict)  # by the head of the list
    instead: Mapping[int, str] = field(default_factory=dict)  # the word itself, not what hangs on it

    def without(self, nodes: Iterable[int]) -> View:
        return replace(self, dropped=self.dropped | frozenset(nodes))

    def choosing(self, pairs: Iterable[tuple[Coordination, int]]) -> View:
        return replace(self, chosen={**self.chosen, **{pair[0].head: pair for pair in pairs}})

    def saying(self, instead: Mapping[int, str]) -> View:
        return replace(self, instead={**self.instead, **instead})


_SHARED_RIGHT = ("nmod", "acl", "obl", "advcl", "obj")


def render(tree: Tree, node: int, view: View) -> list[Word]:
    """The words of `node`'s subtree in this view, in the order of the sentence, without punctuation."""
    words: dict[int, Word] = {}
    extra: list[Word] = []
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current in view.dropped:
            continue
        if current in view.chosen:
            coordination, member = view.chosen[current]
            waiting.extend(_shared(tree, coordination, member))
            extra.extend(_article(tree, coordination, member))
            waiting.extend(_own_children(tree, coordination, member))
            current = member
        else:
            waiting.extend(tree.children(current))
        if not tree.is_punctuation(current):
            words[current] = Word(view.instead.get(current, tree[current].text), current, current)
    return sorted([*words.values(), *extra], key=lambda word: word.at)


def _own_children(tree: Tree, coordination: Coordination, member: int) -> list[int]:
    left_out = {*coordination.members, *coordination.connectors}
    own = [child for child in tree.children(member) if child not in left_out and tree.dep(child) != "cc"]
    if coordination.listing:
        own = [child for child in own if tree.dep(child) != "case"]
    return own


def _shared(tree: Tree, coordination: Coordination, member: int) -> list[int]:
    """Dependents of the list's head that bear on each of its members: "in" and "its" of "in its cars and lorries"."""
    head = coordination.head
    borrowed = shared_complement(tree, coordination.members, member)
    if member == head:
        return borrowed
    own = {tree.base(child) for child in tree.children(member)}
    first = min(tree.first(each) for each in coordination.members)
    shared: list[int] = []
    for child in tree.children(head):
        if child in coordination.members or child in coordination.connectors or tree.dep(child) == "cc":
            continue
        relation = tree.dep(child)
        if child < head or coordination.listing:
            if _goes_left(tree, relation, child, member, own, coordination):
                shared.append(child)
        elif not coordination.listing and child > max(coordination.members) and child > first:
            last = max(tree.last(each) for each in coordination.members if each != head)
            if tree.base(child) in _SHARED_RIGHT and child > last:
                shared.append(child)
    return [*shared, *borrowed]


def shared_complement(tree: Tree, members: Sequence[int], member: int) -> list[int]:
    """ "the founder and director of Solara": under one article, the last noun's "of" phrase is that of all."""
    last, first = members[-1], members[0]
    if member == last or tree.pos(member) != "NOUN" or tree.pos(last) != "NOUN":
        return []
    articled = tree.child(first, "det", "nmod:poss") is not None and tree.tag(first) == "NN"
    bare = all(tree.child(each, "det", "nmod") is None for each in members[1:-1]) and tree.child(last, "det") is None
    if not articled or not bare or tree.child(first, "nmod") is not None:
        return []
    return [child for child in tree.children(last, "nmod") if child > last and tree.lower(tree.first(child)) == "of"]


def _goes_left(tree: Tree, relation: str, child: int, member: int, own: set[str], coordination: Coordination) -> bool:
    listing = coordination.listing
    if relation == "case":
        return listing or "case" not in own
    if listing:
        return False
    if coordination.predicates and relation.split(":")[0] in {"nsubj", "aux", "cop"}:
        return relation.split(":")[0] not in own and not {"mark", "nsubj", "cop"} & own
    if relation in {"cop", "aux"}:  # "are in Oslo and Rome"
        return not {"cop", "aux", "nsubj"} & own and tree.child(coordination.head, "cop") is not None
    if relation == "mark":
        return "mark" not in own and tree.pos(member) in {"VERB", "AUX"}
    if relation == "nmod:poss":
        return not {"det", "nmod"} & own and tree.pos(member) == "NOUN"
    if relation == "det":
        singular = tree.tag(member) == tree.tag(coordination.head) == "NN" and _opens_list(tree, child, coordination)
        possessed = any(tree.dep(each) == "nmod:poss" for each in tree.children(member))
        blocking = {"det", "nummod"} if singular and not possessed else {"det", "nmod", "nummod"}
        return not blocking & own and tree.pos(member) == "NOUN" and tree.lower(child) not in {"a", "an"}
    return False


def _opens_list(tree: Tree, article: int, coordination: Coordination) -> bool:
    """Whether a list of people or places begins with its one article: "the capital and largest city of X"."""
    return tree.base(coordination.head) == "nsubj" and tree.first(coordination.head) == article


def _article(tree: Tree, coordination: Coordination, member: int) -> list[Word]:
    """ "a city and port" -> "a port"."""
    head = coordination.head
    if member == head or coordination.listing or tree.tag(member) != "NN":
        return []
    if {"det", "nmod", "nummod"} & {tree.base(child) for child in tree.children(member)}:
        return []
    joined = {*coordination.connectors, *tree.children(member, "cc")}
    first = min(each for each in tree.subtree(member) if each not in joined and not tree.is_punctuation(each))
    if tree.pos(first) == "DET" or not any(tree.lower(child) in {"a", "an"} for child in tree.children(head, "det")):
        return []
    return [Word(article(tree[first].text), -1, first - 0.5)]


def with_punctuation(tree: Tree, words: Sequence[Word]) -> list[Word]:
    """Put back the commas, quotes and brackets between words that stand together in the sentence as well."""
    result: list[Word] = []
    before: Word | None = None
    for word in words:
        if before is not None and not before.added and not word.added and word.index - before.index > 0:
            between = range(before.index + 1, word.index)
            if all(tree.is_punctuation(index) for index in between):
                result.extend(Word(tree[index].text, index, index) for index in between)
        result.append(word)
        before = word
    return _balanced(tree, _without_half_brackets(tree, result))


def _without_half_brackets(tree: Tree, words: list[Word]) -> list[Word]:
    """Without the comma that closes a phrase whose opening comma is gone: not "Ann Lee, resigned"."""
    taken = {word.index for word in words}
    commas = [at for at in range(len(tree)) if tree[at].text == ","]
    lone = set()
    for opening, closing in itertools.pairwise(commas):
        inside = range(opening + 1, closing)
        if closing not in taken or opening in taken or opening - 1 in taken or closing - 1 not in taken:
            continue
        follows = tree.pos(closing + 1) if closing + 1 < len(tree) else ""
        if follows in {"VERB", "AUX", "ADV"} and not any(tree.tag(at) in _FINITE for at in inside):
            lone.add(closing)
    return [word for word in words if word.index not in lone]


_CLOSING = {"(": ")", "[": "]", "“": "”", "‘": "’", "«": "»"}
_SYMMETRIC = frozenset({'"', "'", "``", "''"})


def _balanced(tree: Tree, words: list[Word]) -> list[Word]:
    """Without a bracket or quote whose partner is missing; a partner just outside is taken in."""
    taken = {word.index for word in words if not word.added}
    for opening, closing in _pairs(tree):
        inside = range(opening + 1, closing)
        if opening in taken and closing in taken:
            continue
        complete = all(index in taken or tree.is_punctuation(index) for index in inside)
        told = tree[opening].text in "([" and opening not in taken and closing not in taken
        if complete and not told and any(index in taken for index in inside):
            words = _insert(tree, _insert(tree, words, opening), closing)
        else:
            words = [word for word in words if word.index not in (opening, closing)]
    return words


def _insert(tree: Tree, words: list[Word], index: int) -> list[Word]:
    if any(word.index == index for word in words):
        return words
    neighbours = [at for at, word in enumerate(words) if word.index in (index - 1, index + 1)]
    if not neighbours:
        return words
    at = neighbours[0] if words[neighbours[0]].index == index + 1 else neighbours[0] + 1
    return [*words[:at], Word(tree[index].text, index, index), *words[at:]]


def _pairs(tree: Tree) -> list[tuple[int, int]]:
    """Opening and closing brackets and quotes of the sentence."""
    found: list[tuple[int, int]] = []
    open_at: list[int] = []
    for index in range(len(tree)):
        text = tree[index].text
        if open_at and _closes(tree[open_at[-1]].text, text):
            found.append((open_at.pop(), index))
        elif text in _CLOSING or (text in _SYMMETRIC and tree.pos(index) == "PUNCT"):
            open_at.append(index)
    return found


def _closes(opening: str, text: str) -> bool:
    if opening in _SYMMETRIC:
        return text == opening or (opening == "``" and text == "''")
    return _CLOSING.get(opening) == text
