"""Lists in a sentence: which of them say the same of each of their members."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from .lexicon import COLLECTIVE_VERBS, COLLECTIVE_WORDS, LIST_HEADS
from .phrases import Coordination
from .tree import Tree

_JOINING = frozenset({"and", "&", "as", "plus", "but", "both", "also", "only", "not", "well", "then"})
_COLLECTIVE_PASTS = frozenset({"married", "met", "merged", "divorced"})
_PAIRING_CASES = frozenset({"between", "among", "amongst", "versus", "vs", "vs."})
_PAIRING_NOUNS = frozenset(
    {"combination", "mixture", "difference", "relationship", "ratio", "link", "connection", "blend", "mix", "merger",
     "balance", "comparison", "border", "distance", "conflict", "agreement", "interaction", "union"}
)  # fmt: skip
_PAIRING_VERBS = COLLECTIVE_VERBS | frozenset(
    {"combine", "mix", "compare", "connect", "link", "separate", "distinguish", "join", "unite", "blend", "balance",
     "bridge", "reconcile", "total", "span"}
)  # fmt: skip
_TITLED_VERBS = frozenset(
    {"write", "publish", "paint", "direct", "compose", "translate", "star", "perform", "release", "author", "stage"}
)
_LIMITING = frozenset(
    {"not", "no", "neither", "nor", "except", "excluding", "without", "unlike", "only", "few", "hardly", "never"}
)
_JOINT = frozenset({"together", "apart", "jointly", "simultaneously", "concurrently", "alternately", "collectively"})
_MAKING = frozenset({"make", "form", "constitute", "create", "yield", "equal", "give", "produce"})
_LEFT_OVER = frozenset({"others", "etc", "etc.", "more", "so", "other"})


def coordination(tree: Tree, head: int, names: frozenset[tuple[int, int]]) -> Coordination | None:
    """The list that `head` governs if each member can take its place; `names`: token ranges of named entities."""
    members = (head, *tree.children(head, "conj"))
    if len(members) == 1:
        return None
    connectors = frozenset(child for member in members for child in tree.children(member, "cc") if child not in members)
    if not connectors or any(tree.lower(each) not in _JOINING for each in connectors):
        return None
    if any(tree.lower(each) == "but" for each in connectors) and _negated_member(tree, members):
        return None
    if _is_one_name(tree, members, connectors, names) or _is_pairing(tree, head) or _is_limited(tree, members):
        return None
    if _is_one_measure(tree, members) or _is_another_relation(tree, members):
        return None
    kept = tuple(member for member in members if tree.lower(member) not in _LEFT_OVER)
    if any(tree.pos(member) == "NUM" and not _is_year(tree, member) for member in kept):
        return None
    return Coordination(head, kept, connectors=connectors) if kept else None


def listing(tree: Tree, head: int) -> Coordination | None:
    """ "formats such as A and B": the members that stand for their head."""
    for child in tree.children(head, "nmod", "appos"):
        introduced = " ".join(_case_words(tree, child))
        if introduced not in LIST_HEADS or tree.tag(head) not in {"NNS", "NNPS"}:
            continue
        if introduced == "like" and not (tree.comma_before(child) or tree.tag(head) == "NNS"):
            continue
        members = (child, *tree.children(child, "conj"))
        connectors = frozenset(each for member in members for each in tree.children(member, "cc"))
        if any(tree.lower(each) in {"or", "nor"} for each in connectors) and introduced == "including":
            continue
        kept = tuple(member for member in members if tree.lower(member) not in _LEFT_OVER)
        if not kept:
            return None
        return Coordination(head, kept, listing=True, connectors=connectors, introduced=child)
    return None


def says_more(tree: Tree, each: Coordination) -> bool:
    """Whether the general word of a list of examples says something besides: "12 offices, including one in Oslo"."""
    own = [child for child in tree.children(each.head) if child != each.introduced]
    if " ".join(_case_words(tree, each.introduced)) == "including":
        return True
    if any(tree.base(child) in {"nummod", "acl"} or tree.lower(child) in {"all", "most", "every"} for child in own):
        return True
    apart = tree.comma_before(each.introduced) and tree.comma_after(each.members[-1])
    return apart and any(tree.dep(child) == "nmod" for child in own)


def _case_words(tree: Tree, node: int) -> Iterator[str]:
    for case in tree.children(node, "case", "mark"):
        yield tree.lower(case)
        yield from (tree.lower(fixed) for fixed in tree.children(case, "fixed"))


def _negated_member(tree: Tree, members: tuple[int, ...]) -> bool:
    return any(
        tree.lower(child) in {"not", "never"} for member in members for child in tree.children(member, "advmod", "cc")
    )


def _is_one_name(
    tree: Tree, members: tuple[int, ...], connectors: frozenset[int], names: frozenset[tuple[int, int]]
) -> bool:
    if all(tree.pos(member) == "PROPN" or tree[member].text.istitle() for member in members):
        if any(tree.lower(each) == "&" for each in connectors):
            return True
        texts = [tree[member].text for member in members]
        if len(set(texts)) == 1:
            return True
        governor = tree.head(members[0])
        single = all(tree.first(member) == tree.last(member) for member in members[1:]) and len(members) == 2
        if single and tree.base(members[0]) == "obj" and tree.lemma(governor) in _TITLED_VERBS:
            return True
    first, last = min(members), max(members)
    return any(start <= first and last < end for start, end in names)


_MEASURES = (
    frozenset({"year", "month", "week", "day", "hour", "minute", "second"}),
    frozenset({"mile", "yard", "foot", "feet", "inch", "kilometre", "kilometer", "metre", "meter", "centimetre"}),
    frozenset({"stone", "pound", "ounce", "kilogram", "kilo", "gram", "ton", "tonne"}),
    frozenset({"dollar", "euro", "cent", "pound", "penny", "pence", "shilling"}),
    frozenset({"degree", "minute", "second"}),
)


def _is_one_measure(tree: Tree, members: tuple[int, ...]) -> bool:
    """ "1 hour and 55 minutes" is one length of time, and no two."""
    lemmas = {tree.lemma(member) for member in members}
    counted = all(tree.children(member, "nummod") for member in members)
    return counted and len(lemmas) == len(members) and any(lemmas <= units for units in _MEASURES)


def _is_another_relation(tree: Tree, members: tuple[int, ...]) -> bool:
    """ "The mother of Louise and the sister of Robert" is nobody's sister's mother: a name is listed with no noun that
    has its own "of"."""
    head, *others = members
    if tree.pos(head) != "PROPN":
        return False
    cases = [
        tree.lower(case)
        for each in others
        if tree.pos(each) != "PROPN"
        for child in tree.children(each, "nmod")
        for case in tree.children(child, "case")
    ]
    return "of" in cases


def _is_pairing(tree: Tree, head: int) -> bool:
    """ "between A and B", "the merger of A and B"."""
    if any(tree.lower(case) in _PAIRING_CASES for case in tree.children(head, "case")):
        return True
    governor = tree.head(head)
    if tree.base(head) == "nmod" and tree.lemma(governor) in _PAIRING_NOUNS:
        return True
    return tree.base(head) == "obj" and tree.lemma(governor) in _PAIRING_VERBS


def _is_limited(tree: Tree, members: tuple[int, ...]) -> bool:
    """ "not all A and B", "except A and B", "only A and B": what is said of all of them is not said of each."""
    first, last = tree.first(members[0]), members[0]
    before = [tree.lower(at) for at in range(max(first - 1, 0), last)]
    if before[:2] == ["not", "only"] or before[1:3] == ["not", "only"]:
        return False
    return any(word in _LIMITING for word in before)


def _is_year(tree: Tree, node: int) -> bool:
    text = tree[node].text
    return len(text) == 4 and text.isdigit() and text[0] in "12"


def is_collective(tree: Tree, predicate: int) -> bool:
    """Whether the clause says something of its subjects together: "met", "are two cities", "work together"."""
    if tree.lemma(predicate) in COLLECTIVE_VERBS and tree.child(predicate, "obj") is None:
        return True
    if (
        tree.lemma(predicate) in {"marry", "meet", "merge", "divorce", "form", "constitute"}
        or tree.lower(predicate) in _COLLECTIVE_PASTS
    ):
        return True
    nearby = [
        predicate,
        *tree.descendants(predicate, lambda node: tree.head(node) == predicate or _near(tree, node, predicate)),
    ]
    if any(
        tree.lower(node) in COLLECTIVE_WORDS
        for node in nearby
        if tree.base(node) != "cc" and not _in_subject(tree, node, predicate)
    ):
        return True
    if is_joint(tree, predicate) or _makes_up(tree, predicate):
        return True
    return any(tree.lower(child) not in {"one", "1"} for child in tree.children(predicate, "nummod"))


def is_joint(tree: Tree, predicate: int) -> bool:
    """Whether "together", "apart", "at the same time" bear on the predicate: then no list in it is told apart."""
    own = [
        node
        for node in tree.subtree(predicate)
        if not any(tree.base(each) in {"conj", "advcl", "ccomp", "acl", "parataxis"} and each != predicate
                   for each in (node, *itertools.takewhile(lambda above: above != predicate, tree.ancestors(node))))
    ]  # fmt: skip
    words = " ".join(tree.lower(node) for node in own)
    return any(tree.lower(node) in _JOINT for node in own) or "at the same time" in words or "at once" in words


def _makes_up(tree: Tree, predicate: int) -> bool:
    """ "red and blue make purple": kinds of things that make up another, not makers of it."""
    direct = tree.child(predicate, "obj", "xcomp")
    if tree.lemma(predicate) not in _MAKING or direct is None or tree.tag(direct) not in {"NN", "JJ"}:
        return False
    subject = tree.child(predicate, "nsubj")
    return subject is not None and tree.pos(subject) != "PROPN" and tree.child(subject, "det") is None


def _near(tree: Tree, node: int, predicate: int) -> bool:
    return tree.head(tree.head(node)) == predicate


def _in_subject(tree: Tree, node: int, predicate: int) -> bool:
    chain = [node, *tree.ancestors(node)]
    return any(tree.base(each) == "nsubj" and tree.head(each) == predicate for each in chain)
