"""Which things a pronoun cannot stand for where it stands, and which it most likely does, by syntax alone."""

from __future__ import annotations

from .tree import NOMINAL_ARGUMENTS, Tree


def shut_out(tree: Tree, i: int) -> set[int]:
    """Positions in the sentence that the personal or possessive pronoun at `i` cannot refer to.

    A personal pronoun is none of its fellow arguments ("John saw him"), nor the noun it is part of ("a picture of
    it"); a possessive is not the noun it determines ("its owner").
    """
    head = tree.tokens[i].head
    if head < 0 or head == i:
        return set()
    if tree.tokens[i].dep == "nmod:poss":
        return {head}
    first = tree.first_conjunct(i)
    out = {j for j in tree.above(first) if tree.tokens[j].pos in ("NOUN", "PROPN") and _in_noun_phrase(tree, first, j)}
    if tree.base(first) in NOMINAL_ARGUMENTS:
        predicate = tree.tokens[first].head
        out.update(_arguments(tree, predicate, but=first))
        clause = tree.first_conjunct(predicate)
        if tree.tokens[clause].dep == "acl:relcl":
            out.add(tree.tokens[clause].head)  # "Spain, where it cooperated"
        controller = tree.controller(predicate)
        if controller is not None and controller != first:
            out.add(controller)
            out.update(tree.children(controller, "conj"))
    return out


def _in_noun_phrase(tree: Tree, i: int, noun: int) -> bool:
    """Whether only noun phrases lie between `i` and `noun`, no clause."""
    for j in (i, *tree.above(i)):
        if j == noun:
            return True
        if tree.base(j) not in ("nmod", "conj", "appos"):
            return False
    return False


def _arguments(tree: Tree, predicate: int, but: int) -> set[int]:
    found = set()
    for j in tree.children(predicate, *NOMINAL_ARGUMENTS):
        if j != but:
            found.update({j, *tree.children(j, "conj")})
    return found


def favoured(tree: Tree, i: int, saying: frozenset[str]) -> set[int]:
    """Positions the pronoun at `i` most likely refers to: the subject that owns ("Acme moved its seat"), or that says
    ("Acme said it would")."""
    predicate = tree.predicate(i)
    if tree.tokens[i].dep == "nmod:poss":
        noun = tree.tokens[i].head
        found = {j for j in (tree.first_conjunct(noun),) if j != noun and j < i}  # "Acme and its owner"
        if _is_with(tree, noun):
            found.add(tree.tokens[noun].head)
        controller = tree.controller(predicate)
        if controller is not None and controller < i and not _within(tree, i, controller):
            found.add(controller)
            objects = tree.children(predicate, "obj", "iobj")  # "Anna gave Clara her keys" is open
            found.update(j for j in objects if j < i and not _within(tree, i, j))
        return found
    if tree.base(i) == "nsubj":
        clause = tree.first_conjunct(tree.tokens[i].head)
        head = tree.tokens[clause].head
        if tree.base(clause) == "ccomp" and head >= 0 and tree.tokens[head].lemma in saying:
            subject = tree.controller(head)
            return {subject} if subject is not None and subject < i else set()
    return set()


def _is_with(tree: Tree, noun: int) -> bool:
    """ "a company with its seat in Oslo"."""
    return tree.base(noun) == "nmod" and any(tree.lower(j) == "with" for j in tree.children(noun, "case"))


def _within(tree: Tree, i: int, top: int) -> bool:
    return top in tree.above(i)


def reflexive_antecedent(tree: Tree, i: int) -> int | None:
    """The subject that a "himself" goes back to; None for one that only stresses its noun ("the king himself")."""
    if tree.base(i) not in ("obj", "iobj", "obl", "nmod"):
        return None
    found = tree.controller(tree.predicate(i))
    return found if found is not None and found < i else None


def subject_ahead(tree: Tree, i: int) -> int | None:
    """The subject of the main clause that a fronted clause or phrase with the pronoun at `i` leans on
    ("Although it was founded in 1998, Acme ...", "In his first year, Obama ...")."""
    for j in (i, *tree.above(i)):
        if tree.base(j) in ("advcl", "obl") and tree.tokens[j].head > j:
            subject = tree.child(tree.tokens[j].head, "nsubj")
            if subject is not None and subject > max(tree.subtree(j)):
                return subject
    return None
