"""All clauses of a sentence that are claims of their own: main, conjoined and subordinate ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from .clauses import (
    Clause,
    Kind,
    agreed_plural,
    has_subject,
    is_attribution,
    is_cause,
    is_cleft,
    is_concession,
    is_condition,
    is_finite,
    is_past,
)
from .conjoined import conjoined, own_subject
from .derived import noun_facts
from .lexicon import ATTRIBUTION_VERBS, CONNECTIVE_PHRASES, CONNECTIVES
from .participles import is_free_participle
from .tree import Tree

_SPEAKING = frozenset({"i", "we", "you"})
_MESSY = frozenset({"dep", "orphan", "list", "reparandum", "goeswith", "dislocated"})


def find_clauses(tree: Tree) -> list[Clause]:
    """The clauses under every root, in the order in which they were found; empty where nothing is predicated."""
    found: list[Clause] = []
    for root in tree.roots:
        if tree.is_punctuation(root):
            continue
        past = is_past(tree, root)
        waiting = [Clause(root, own_subject(tree, root), past=past)]
        while waiting and len(found) < len(tree) + 1:
            clause, more = _settle(tree, waiting.pop(0))
            if clause is not None:
                found.append(clause)
            waiting.extend(more)
    return found


def _settle(tree: Tree, clause: Clause) -> tuple[Clause | None, list[Clause]]:
    """What of this clause stays together, and the clauses that come out of it."""
    head = clause.head
    subjects = [child for child in tree.children(head, "nsubj") if tree.dep(child) != "nsubj:outer"]
    if len(subjects) > 1 or any(tree.dep(child) in _MESSY for child in tree.children(head)):
        return replace(clause, whole=True, dropped=clause.dropped | _openings(tree, clause)), []
    if is_cleft(tree, head):
        return replace(clause, whole=True, dropped=clause.dropped | _openings(tree, clause)), []
    openings = _openings(tree, clause)
    clause = replace(clause, dropped=clause.dropped | openings, silent=clause.silent | _below(tree, openings))
    clause = _with_attribution(tree, clause)
    clause = _with_conditions(tree, clause)
    clause, beside = _separate_clauses(tree, clause)
    clause, joined = conjoined(tree, clause)
    clause, participles = _participles(tree, clause)
    facts: list[Clause] = []
    if not clause.lead or not any(is_condition(tree, node) for node in clause.lead):
        clause, facts = noun_facts(tree, clause)
    return clause, [*joined, *participles, *facts, *beside]


def _below(tree: Tree, nodes: Iterable[int]) -> frozenset[int]:
    return frozenset(index for node in nodes for index in tree.subtree(node) if not tree.is_punctuation(index))


def _openings(tree: Tree, clause: Clause) -> frozenset[int]:
    """Words that only connect: "and", "however", "in addition", "well"."""
    found = set()
    for child in tree.children(clause.head):
        relation = tree.dep(child)
        phrase = tree.words(tree.subtree(child)).lower().strip(" ,")
        before = child < clause.head and (clause.subject is None or child < clause.subject)
        if (
            (relation in {"cc", "discourse", "cc:preconj"} and tree.lower(child) not in {"neither", "either"})
            or (relation == "advmod" and phrase in CONNECTIVES and (before or tree.comma_before(child)))
            or (
                tree.base(child) in {"obl", "advmod"}
                and phrase in CONNECTIVE_PHRASES
                and (before or tree.comma_before(child))
            )
        ):
            found.add(child)
    return frozenset(found | _not_only(tree, clause))


def _not_only(tree: Tree, clause: Clause) -> set[int]:
    """ "not only A but also B" says both."""
    children = tree.children(clause.head, "advmod", "cc") if clause.subject is not None else []
    for first, second in itertools.pairwise(children):
        if tree.lower(first) == "not" and tree.lower(second) in {"only", "just"} and second == first + 1:
            return {first, second}
    return set()


def _with_attribution(tree: Tree, clause: Clause) -> Clause:
    """A clause with its source stays whole."""
    head = clause.head
    if is_attribution(tree, head) or tree.child(head, "ccomp", "csubj", "nsubj:outer") is not None:
        return replace(clause, whole=True)
    for child in tree.children(head, "parataxis"):
        if tree.lemma(child) in ATTRIBUTION_VERBS and (has_subject(tree, child) or tree.comma_before(child)):
            return replace(clause, whole=True)
    for child in tree.children(head, "obl", "advcl"):
        if tree.lower(tree.first(child)) == "according":
            lead = (child,) if child < head else ()
            trail = (child,) if child > head else ()
            return replace(clause, whole=True, lead=clause.lead + lead, trail=clause.trail + trail,
                           dropped=clause.dropped | {child})  # fmt: skip
    return clause


def _with_conditions(tree: Tree, clause: Clause) -> Clause:
    for child in tree.children(clause.head, "advcl"):
        if child in clause.dropped or not is_condition(tree, child):
            continue
        side = {"lead": (*clause.lead, child)} if child < clause.head else {"trail": (*clause.trail, child)}
        clause = replace(clause, whole=True, dropped=clause.dropped | {child}, **side)  # type: ignore[arg-type]
    return clause


def _separate_clauses(tree: Tree, clause: Clause) -> tuple[Clause, list[Clause]]:
    """Concessions, causes and clauses set side by side, which are asserted by themselves."""
    found: list[Clause] = []
    for child in tree.children(clause.head, "advcl", "parataxis"):
        if child in clause.dropped:
            continue
        mark = frozenset(tree.children(child, "mark"))
        own = Clause(child, own_subject(tree, child), past=is_past(tree, child), dropped=mark, silent=mark)
        if is_concession(tree, child) and is_finite(tree, child):
            found.append(own)
            clause = replace(clause, dropped=clause.dropped | {child})
        elif is_cause(tree, child):
            found.append(own)
            clause = replace(clause, whole=True)
        elif tree.dep(child) == "parataxis" and _stands_beside(tree, clause, child):
            found.append(own)
            clause = replace(clause, dropped=clause.dropped | {child})
    return clause, found


def _stands_beside(tree: Tree, clause: Clause, child: int) -> bool:
    if not (has_subject(tree, child) and is_finite(tree, child)):
        return False
    if tree.in_brackets(child) and any(tree.lower(each) in _SPEAKING for each in tree.children(child, "nsubj")):
        return False
    return tree.lemma(child) not in ATTRIBUTION_VERBS or tree.child(child, "ccomp", "obj") is not None


# --- participles beside the clause


def _participles(tree: Tree, clause: Clause) -> tuple[Clause, list[Clause]]:
    """ "Founded in 1998, X ...", "..., injuring four workers": said of the subject."""
    found: list[Clause] = []
    if clause.subject is None:
        return clause, found
    for child in tree.children(clause.head, "advcl", "acl"):
        if tree.base(child) == "acl" and (tree.pos(clause.head) != "VERB" or child < clause.head):
            continue
        if tree.lemma(child) == "follow" and tree.tag(child) == "VBN" and child > clause.head:
            clause = replace(clause, whole=True)
        if child in clause.dropped or not is_free_participle(tree, clause, child):
            continue
        kind = (
            Kind.PRESENT_PARTICIPLE if tree.tag(child) == "VBG" and not tree.children(child, "aux") else Kind.PARTICIPLE
        )
        told = Clause(child, clause.subject, kind=kind, past=clause.past, definite_subject=clause.definite_subject)
        found.append(replace(told, subject_plural=agreed_plural(tree, clause)))
        clause = replace(clause, dropped=clause.dropped | {child})
    return clause, found
