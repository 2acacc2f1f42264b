"""What a clause is to the rules: a predicate with its subject, and what goes along with it in every claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .lexicon import ATTRIBUTION_VERBS, CAUSE_MARKS, CONCESSION_MARKS, CONDITION_MARKS, NEGATIONS, POSSIBILITY_MODALS
from .tree import Tree


class Kind(StrEnum):
    """How a clause's predicate is put into words when it becomes a statement of its own."""

    FINITE = "finite"
    PARTICIPLE = "participle"  # a form of "be" is added
    PRESENT_PARTICIPLE = "present participle"  # the verb is put in the simple tense
    NOMINAL = "nominal"  # an apposition: a form of "be" is added


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with its subject. All numbers are tokens, those that stand for phrases their heads."""

    head: int
    subject: int | None  # None: what stands for the subject is part of the predicate ("there are five")
    kind: Kind = Kind.FINITE
    past: bool = False  # tense of the sentence around it, for verbs that have none of their own
    dropped: frozenset[int] = frozenset()  # parts that are statements of their own, or connect
    apart: frozenset[int] = frozenset()  # parts that this claim leaves out, though other claims hold them
    lead: tuple[int, ...] = ()  # parts put before the subject in every claim ("If it rains, ...")
    trail: tuple[int, ...] = ()  # parts of another clause that bear on this one too
    shared: tuple[int, ...] = ()  # auxiliaries and copulas of another clause
    instead: Mapping[int, str] = field(default_factory=dict)  # relative pronouns and what they stand for
    moved: tuple[int, ...] = ()  # relative phrases put behind the verb
    whole: bool = False  # its adjuncts are not told apart
    silent: frozenset[int] = frozenset()  # words it takes in without repeating them
    definite_subject: bool = False  # the subject was mentioned before: "a firm" -> "the firm"
    subject_plural: bool | None = None


def marker(tree: Tree, clause: int) -> str:
    """The conjunction that opens a subordinate clause, in lower case: "if", "because", "even though"."""
    marks = [child for child in tree.children(clause, "mark", "advmod") if child < clause]
    for mark in marks:
        if tree.dep(mark) == "mark" or tree.lower(mark) in {"when", "whenever", "where", "while", "once"}:
            if tree.dep(mark) == "advmod" and tree.first(clause) != mark:
                continue
            return tree.lower(mark)
    return ""


def is_condition(tree: Tree, clause: int) -> bool:
    mark = marker(tree, clause)
    if mark in {"when", "once", "until", "till", "whenever"}:
        return not is_past(tree, clause)
    if mark in CONDITION_MARKS:
        return True
    first = tree.lower(tree.first(clause))
    return first in {"if", "unless", "provided", "should"} and mark not in CAUSE_MARKS


def is_concession(tree: Tree, clause: int) -> bool:
    mark = marker(tree, clause)
    if mark in {"while", "whilst"} and not (tree.comma_before(clause) or tree.comma_after(clause)):
        return False  # "while the patient is seated": a time
    return mark in CONCESSION_MARKS and has_subject(tree, clause)


def is_cause(tree: Tree, clause: int) -> bool:
    return marker(tree, clause) == "because" and has_subject(tree, clause) and is_finite(tree, clause)


def has_subject(tree: Tree, clause: int) -> bool:
    return tree.child(clause, "nsubj", "csubj", "expl") is not None


def is_finite(tree: Tree, clause: int) -> bool:
    if tree.tag(clause) in {"VBD", "VBZ", "VBP"}:
        return True
    return any(tree.tag(child) in {"VBD", "VBZ", "VBP", "MD"} for child in tree.children(clause, "aux", "cop"))


def is_past(tree: Tree, clause: int) -> bool:
    helpers = tree.children(clause, "aux", "cop")
    if any(tree.tag(child) == "MD" for child in helpers):
        return False
    return tree.tag(clause) == "VBD" or any(tree.tag(child) == "VBD" for child in helpers)


def has_copula(tree: Tree, clause: int) -> bool:
    return tree.child(clause, "cop") is not None


def agreed_plural(tree: Tree, clause: Clause) -> bool | None:
    """Whether the subject is plural, by the form of the finite verb; None where that does not tell."""
    subject = clause.subject
    if clause.subject_plural is not None or subject is None or tree.children(subject, "conj"):
        return clause.subject_plural
    for node in sorted([*tree.children(clause.head, "aux", "cop"), clause.head, *clause.shared]):
        if tree.lower(node) in {"is", "was", "has", "does"} or tree.tag(node) == "VBZ":
            return False
        if tree.lower(node) in {"are", "were", "have", "do"} or tree.tag(node) == "VBP":
            return tree.lower(subject) != "i"
    return None


def is_negated(tree: Tree, clause: int) -> bool:
    near = [*tree.children(clause, "advmod", "aux", "det", "cc:preconj")]
    for argument in tree.children(clause, "nsubj", "obj", "obl", "iobj"):
        near += [argument, *tree.children(argument, "det", "advmod", "cc:preconj")]
    return any(tree.lower(node) in NEGATIONS or tree.lemma(node) == "not" for node in near)


def has_modal(tree: Tree, clause: int) -> bool:
    if any(tree.lower(child) in POSSIBILITY_MODALS for child in tree.children(clause, "aux")):
        return True
    return tree.lemma(clause) in {"have", "need", "allow", "permit", "forbid", "oblige", "entitle"} and (
        tree.child(clause, "xcomp") is not None
    )


def is_attribution(tree: Tree, clause: int) -> bool:
    """ "X said that ...": a content clause under a verb of saying or thinking."""
    return tree.child(clause, "ccomp") is not None and (
        tree.lemma(clause) in ATTRIBUTION_VERBS or has_subject(tree, clause)
    )


def is_passive(tree: Tree, clause: int) -> bool:
    if tree.child(clause, "aux:pass", "nsubj:pass", "obl:agent") is not None:
        return True
    return tree.tag(clause) == "VBN" and not any(tree.lemma(aux) == "have" for aux in tree.children(clause, "aux"))


def is_cleft(tree: Tree, head: int) -> bool:
    """ "It was Ann who won": one claim, whose stress is part of it."""
    dummy = tree.child(head, "expl", "nsubj")
    if dummy is None or tree.lower(dummy) != "it" or tree.child(head, "cop") is None:
        return False
    return any(
        tree.lower(tree.first(child)) in {"who", "that", "which"} and not tree.comma_before(child)
        for child in tree.children(head, "acl", "ccomp", "csubj", "advcl")
    )


def is_order(tree: Tree) -> bool:
    """ "Open the file and save it": an imperative, which claims nothing."""
    if len(tree.roots) != 1:
        return False
    root = tree.roots[0]
    if tree.tag(root) != "VB" or tree.lower(root) != tree.lemma(root) or has_subject(tree, root):
        return False
    helpers = {tree.lemma(child) for child in tree.children(root, "aux", "aux:pass", "cop")}
    return helpers <= {"do"}
