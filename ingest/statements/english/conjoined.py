"""Conjoined predicates: each a clause of its own, with the subject, auxiliaries and phrases that it shares."""

from __future__ import annotations

from dataclasses import replace

from .clauses import (
    Clause,
    Kind,
    agreed_plural,
    has_copula,
    has_subject,
    is_attribution,
    is_condition,
    is_finite,
    is_past,
)
from .participles import is_free_participle
from .phrases import shared_complement
from .tree import Tree

_DISJUNCTIVE = frozenset({"or", "nor", "versus", "vs", "rather"})


def own_subject(tree: Tree, head: int) -> int | None:
    """The subject if it stands where a statement has it, before the verb and its auxiliaries."""
    subject = tree.child(head, "nsubj", "csubj")
    if subject is None or tree.child(head, "expl") is not None:
        return None
    verb = min([head, *tree.children(head, "aux", "cop")])
    return subject if subject < verb else None


def conjoined(tree: Tree, clause: Clause) -> tuple[Clause, list[Clause]]:
    head = clause.head
    members = [child for child in tree.children(head, "conj") if child not in clause.dropped]
    if not members or not all(_can_stand(tree, head, member) for member in members):
        return clause, []
    if any(_is_source(tree, node) for node in clause.lead) and any(_may_be_unsourced(tree, each) for each in members):
        return replace(clause, whole=True), []
    if _is_list_of_places(tree, head, members):
        return clause, []
    connectors = [each for member in (head, *members) for each in tree.children(member, "cc")]
    if any(tree.lower(each) in _DISJUNCTIVE for each in connectors):
        return replace(clause, whole=True), []
    borrowed = shared_complement(tree, (head, *members), head) if has_copula(tree, head) or clause.shared else []
    clause = replace(clause, trail=(*clause.trail, *borrowed, *_object_behind(tree, head, members)))
    found = [_conjunct(tree, clause, member, members) for member in members]
    return replace(clause, dropped=clause.dropped | frozenset(members)), found


def _may_be_unsourced(tree: Tree, member: int) -> bool:
    """ "According to A, x fell, and y rose": behind the comma the writer may speak without a source."""
    own = has_subject(tree, member) and not is_attribution(tree, member)
    return own and any(tree[at - 1].text == "," for at in tree.children(member, "cc") if at > 0)


def _is_list_of_places(tree: Tree, head: int, members: list[int]) -> bool:
    """ "are in Oslo, Rome and Lima": a list under one preposition, not three predicates."""
    if not has_copula(tree, head) or tree.child(head, "case") is None:
        return False
    return all(
        tree.pos(member) in {"NOUN", "PROPN"} and tree.child(member, "case", "cop", "nsubj") is None
        for member in members
    )


def _can_stand(tree: Tree, head: int, member: int) -> bool:
    """Whether a conjunct is a predicate like the first, not a noun that a slip of the parser put beside a verb."""
    if has_subject(tree, member) or has_copula(tree, member):
        return True
    if tree.pos(head) in {"VERB", "AUX"} and not has_copula(tree, head):
        return tree.pos(member) in {"VERB", "AUX"} or (tree.pos(member) == "ADJ" and tree.tag(head) == "VBN")
    return tree.pos(member) in {"NOUN", "PROPN", "ADJ", "VERB", "ADV", "NUM", "PRON"}


def _conjunct(tree: Tree, clause: Clause, member: int, members: list[int]) -> Clause:
    head = clause.head
    openings = frozenset(tree.children(member, "cc", "cc:preconj"))
    conditions = tuple(node for node in clause.lead if is_condition(tree, node) or _is_source(tree, node))
    if any(tree[at].text == ";" for at in range(head, member)) or _has_condition(tree, member):
        conditions = ()
    if has_subject(tree, member):
        if is_attribution(tree, member):
            conditions = tuple(node for node in conditions if not _is_source(tree, node))
        return Clause(member, own_subject(tree, member), past=is_past(tree, member), dropped=openings,
                      lead=conditions, whole=bool(conditions))  # fmt: skip
    shared = _shared_auxiliaries(tree, clause, member)
    kind = clause.kind
    if is_finite(tree, member) or shared:
        kind = Kind.FINITE
    elif tree.tag(member) == "VBN":
        kind = Kind.PARTICIPLE
    elif tree.tag(member) == "VBG" and not tree.children(member, "aux"):
        kind = Kind.PRESENT_PARTICIPLE
    return Clause(
        member,
        clause.subject,
        kind=kind,
        past=clause.past,
        dropped=openings,
        lead=clause.lead if conditions else _shared_lead(tree, clause),
        trail=_trail(tree, clause, member, members),
        shared=shared,
        whole=clause.whole and bool(conditions or clause.trail),
        definite_subject=clause.definite_subject,
        subject_plural=agreed_plural(tree, clause),
    )


def _object_behind(tree: Tree, head: int, members: list[int]) -> list[int]:
    """The object of "makes and sells bicycles", where the parser gave it to the last verb."""
    last = members[-1]
    if tree.child(head, "obj", "obl", "xcomp", "ccomp") is not None or tree.pos(head) != "VERB":
        return []
    if last != head + 2 or tree.tag(head) != tree.tag(last):
        return []
    return tree.children(last, "obj")


def _trail(tree: Tree, clause: Clause, member: int, members: list[int]) -> tuple[int, ...]:
    below = set(tree.subtree(member))
    later = [node for node in clause.trail if node > member and node not in below]
    return (*_shared_right(tree, clause.head, member, members), *later)


def _has_condition(tree: Tree, member: int) -> bool:
    return any(is_condition(tree, child) for child in tree.children(member, "advcl"))


def _is_source(tree: Tree, node: int) -> bool:
    return tree.lower(tree.first(node)) == "according"


def _shared_lead(tree: Tree, clause: Clause) -> tuple[int, ...]:
    """What stands before the subject bears on all that follows: "In 1998, X moved to Oslo and opened a shop"."""
    if clause.subject not in tree.children(clause.head) or clause.kind is not Kind.FINITE:
        return ()
    return tuple(
        child
        for child in tree.children(clause.head, "obl", "advmod", "advcl")
        if clause.subject is not None
        and child < clause.subject
        and child not in clause.dropped
        and not is_free_participle(tree, clause, child)
    )


def _shared_auxiliaries(tree: Tree, clause: Clause, member: int) -> tuple[int, ...]:
    head = clause.head
    own = tree.children(member, "aux", "cop")
    helpers = tree.children(head, "aux") or [node for node in clause.shared if tree.base(node) == "aux"]
    copula = tree.children(head, "cop") or [node for node in clause.shared if tree.base(node) == "cop"]
    negation = [node for node in tree.children(head, "advmod") if tree.lower(node) in {"not", "n't", "n’t"}]
    if own:
        return ()
    tag = tree.tag(member)
    if copula:
        return tuple(sorted([*helpers, *copula])) if not is_finite(tree, member) else ()
    if tag in {"VBD", "VBZ", "VBP"} or not helpers:
        return ()
    last = helpers[-1]
    fits = {
        "VBN": tree.lemma(last) in {"be", "have", "get"},
        "VBG": tree.lemma(last) == "be",
        "VB": tree.tag(last) == "MD" or tree.lemma(last) in {"do", "to"},
    }
    if tag in {"JJ", "NN"}:
        fits[tag] = tree.lemma(last) == "be"
    if not fits.get(tag, False):
        return ()
    if tag == "VB" and negation and tree.lemma(last) == "do":
        return tuple(sorted([*helpers, *negation]))
    return tuple(helpers)


def _shared_right(tree: Tree, head: int, member: int, members: list[int]) -> tuple[int, ...]:
    """The object of "develops and sells software" is that of both verbs."""
    end = max(tree.last(each) for each in members)
    later = [child for child in tree.children(head, "obj", "obl", "xcomp", "ccomp") if child > end]
    if member != members[-1] and tree.child(member, "obj", "xcomp", "ccomp") is None:
        last = members[-1]
        if tree.tag(last) == tree.tag(member) and not tree.children(member, "obl"):
            later += [child for child in tree.children(last, "obj") if child not in later][:0]
    if tree.child(member, "obj", "xcomp", "ccomp") is not None:
        later = [child for child in later if tree.base(child) == "obl"]
    return tuple(later)
