"""Time, place, agent, purpose: which of a predicate's companions are facts of their own."""

from __future__ import annotations

from dataclasses import dataclass

from .clauses import Clause, has_copula, has_modal, is_negated, is_passive
from .lexicon import (
    BOUND_PREPOSITIONS,
    CHANGE_VERBS,
    LIMITERS,
    MEASURE_WORDS,
    MONTHS,
    QUANTIFIERS,
    RULING_VERBS,
    TIME_NOUNS,
    TRANSITIONS,
)
from .tree import Tree

_PLACES = frozenset({"in", "on", "at", "near", "inside", "outside"})
_REFERENCES = frozenset({"after", "before", "from", "since", "later"})
_STAYING = frozenset(
    {"depending", "except", "regardless", "instead", "rather", "according", "unlike", "like", "without"}
)


_LIMITS = frozenset({"default", "average", "principle", "theory", "practice", "law"})


@dataclass(frozen=True, slots=True)
class Adjuncts:
    """`groups`: the adjuncts that may stand alone with the core, each one or more nodes that belong together.

    `core`: whether the predicate with its complements, without any of them, is a claim as well.
    """

    groups: tuple[tuple[int, ...], ...]
    core: bool


def adjuncts(tree: Tree, clause: Clause) -> Adjuncts:
    """How the clause's adjuncts are told apart; no groups where it stays one claim."""
    head = clause.head
    free = [*_candidates(tree, clause), *(node for node in clause.trail if tree.base(node) == "obl")]
    bound = [node for node in free if is_bound(tree, head, node)]
    groups = _grouped(tree, [node for node in free if node not in bound])
    completed = tree.child(head, "obj", "xcomp", "iobj", "ccomp") is not None and not _takes_place(tree, head)
    core = bool(bound) or completed
    core = core or any(tree.base(node) in {"obj", "xcomp"} for node in clause.trail)
    if has_copula(tree, head) or clause.kind == "nominal" or (clause.shared and tree.pos(head) != "VERB"):
        return Adjuncts((), True)
    if len(groups) + core < 2 or clause.whole or keeps_together(tree, clause):
        return Adjuncts((), True)
    return Adjuncts(tuple(groups), core)


def _candidates(tree: Tree, clause: Clause) -> list[int]:
    head = clause.head
    found = [child for child in tree.children(head, "obl") if child not in clause.dropped and not _stays(tree, child)]
    for child in tree.children(head, "nmod:unmarked", "advcl"):
        if child in clause.dropped:
            continue
        if tree.base(child) != "advcl" or _is_phrase_like(tree, head, child):
            found.append(child)
    return sorted(found)


def _stays(tree: Tree, node: int) -> bool:
    """Whether the phrase limits what is said, so that nothing holds without it: "unlike B", "by default"."""
    opening = tree.lower(tree.first(node))
    return opening in _STAYING or (tree.lower(node) in _LIMITS and opening in {"by", "in", "on"})


def _is_phrase_like(tree: Tree, head: int, child: int) -> bool:
    """ "by melting ice", "after leaving school": a subordinate clause that does the work of a phrase."""
    if tree.child(head, "obj", "xcomp") is not None or tree.child(child, "nsubj") is not None:
        return False
    opening = tree.lower(tree.first(child))
    return opening in {"after", "before", "by", "in", "for", "since"} or (opening == "to" and is_passive(tree, head))


def is_bound(tree: Tree, head: int, node: int) -> bool:
    """Whether the predicate needs this phrase: "belongs to X", "consists of Y"."""
    preposition = tree.lower(tree.first(node))
    case = tree.child(node, "case")
    if tree.dep(node) == "obl:agent" or case is None or tree.pos(head) != "VERB":
        return tree.dep(node) in {"obl:npmod", "obl:unmarked"} and not is_time(tree, node)
    if preposition == "between" and tree.child(node, "nummod") is not None:
        return True  # "ranged between 5 and 12 degrees"
    if preposition == "from" and tree.lemma(head) in TRANSITIONS and _has_goal(tree, head, node):
        return True
    if tree.lemma(head) not in BOUND_PREPOSITIONS.get(preposition, frozenset()):
        return False
    return preposition in {"to", "into", "of"} or not is_time(tree, node)


def _has_goal(tree: Tree, head: int, node: int) -> bool:
    """ "moved from A to B": whence and whither belong together."""
    return any(
        tree.lower(tree.first(each)) in {"to", "into"}
        for each in (*tree.children(head, "obl"), *tree.children(node, "nmod"))
    )


def is_time(tree: Tree, node: int) -> bool:
    near = [node, *(child for child in tree.children(node, "nmod:unmarked", "compound", "flat"))]
    if any(tree.lemma(each) in MONTHS for each in near) or tree.lemma(node) in TIME_NOUNS:
        return True
    text = tree[node].text
    return tree.pos(node) == "NUM" and (len(text) == 4 or ":" in text) and text[:1].isdigit()


def _grouped(tree: Tree, nodes: list[int]) -> list[tuple[int, ...]]:
    """Phrases that make one adjunct together: "from A to B", "at 5 pm on Monday"."""
    groups: list[tuple[int, ...]] = []
    for node in nodes:
        last = groups[-1][-1] if groups else None
        if last is not None and _belong_together(tree, last, node):
            groups[-1] = (*groups[-1], node)
        else:
            groups.append((node,))
    return groups


def _belong_together(tree: Tree, first: int, second: int) -> bool:
    opening, closing = tree.lower(tree.first(first)), tree.lower(tree.first(second))
    if opening == "from" and closing in {"to", "until", "till", "through", "into"}:
        return True
    if tree.first(second) - tree.last(first) > 2:
        return False
    if tree.child(first, "case") is None and tree.child(first, "nummod") is not None and closing in _REFERENCES:
        return True  # "70 years after her death"
    times = is_time(tree, first), is_time(tree, second)
    if any(times):
        return all(times)
    return opening in _PLACES and closing in _PLACES and tree.first(second) - tree.last(first) == 1


def companions(tree: Tree, node: int) -> tuple[int, ...]:
    """The phrases right behind this one that make one adjunct with it."""
    later = [each for each in tree.children(tree.head(node), "obl") if each > node]
    found: list[int] = []
    for each in later:
        if not _belong_together(tree, found[-1] if found else node, each):
            break
        found.append(each)
    return tuple(found)


# --- what keeps a predicate and its adjuncts together


def keeps_together(tree: Tree, clause: Clause) -> bool:
    """An amount, a change, a negation, a permission, a quantifier: the adjuncts bound it, so they stay."""
    head = clause.head
    changes = tree.lemma(head) in CHANGE_VERBS and tree.pos(head) == "VERB"
    if changes and not _is_plain_passive(tree, head) and not _takes_place(tree, head):
        return True
    if is_negated(tree, head) or has_modal(tree, head) or _shared_limits(tree, clause):
        return True
    if tree.lemma(head) in RULING_VERBS and tree.tag(head) != "VBN":
        return True  # "bans smoking in bars" bans no smoking elsewhere
    if any(tree.lower(child) in LIMITERS for child in tree.children(head, "advmod")):
        return True
    arguments = [*tree.children(head, "obj", "iobj", "xcomp", "nsubj"), *clause.trail]
    if clause.subject is not None:
        arguments.append(clause.subject)
    if tree.pos(head) != "VERB":
        arguments.append(head)
    arguments += [node for node in tree.children(head, "obl") if is_bound(tree, head, node)]
    return any(_is_bounded(tree, node, predicate=node == head) for node in arguments)


def _is_plain_passive(tree: Tree, head: int) -> bool:
    return tree.tag(head) == "VBN" and tree.lemma(head) in {"take", "range", "lose", "beat"}


def _takes_place(tree: Tree, head: int) -> bool:
    """ "takes place in Basel": no measure of anything."""
    direct = tree.child(head, "obj")
    return tree.lemma(head) == "take" and direct is not None and tree.lemma(direct) in {"place", "part"}


def _shared_limits(tree: Tree, clause: Clause) -> bool:
    from .lexicon import NEGATIONS, POSSIBILITY_MODALS

    return any(tree.lower(node) in NEGATIONS | POSSIBILITY_MODALS for node in clause.shared)


def _is_bounded(tree: Tree, node: int, *, predicate: bool) -> bool:
    """Whether a noun phrase holds an amount or a quantifier."""
    near = [node, *(child for child in tree.children(node, "nummod", "det", "amod", "advmod", "nmod", "compound"))]
    for each in near:
        if each == node and predicate and tree.base(each) != "nummod":
            continue
        word = tree.lower(each)
        if word in QUANTIFIERS and tree.base(each) in {"det", "amod", "nsubj", "obj", "advmod", "nmod"}:
            return True
        if word in MEASURE_WORDS or (tree.dep(each) == "nummod" and each < node and tree.pos(node) != "PROPN"):
            return True
        if tree.base(each) == "nmod" and tree.base(each) != "nmod:poss" and _counted(tree, each):
            return True
    return tree.pos(node) == "NUM" and not is_time(tree, node)


def _counted(tree: Tree, node: int) -> bool:
    """ "damages of 40,000 euros"; not "the war of 1812"."""
    return any(child < node for child in tree.children(node, "nummod")) and tree.pos(node) != "PROPN"
