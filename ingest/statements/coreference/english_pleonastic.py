""" "It" that stands for nothing: "it is raining", "it is clear that", "it was Smith who", "makes it hard to"."""

from __future__ import annotations

from claimgraph.platform.models.ports import Analysis

from ...text.word_lists import word_set
from .tree import Tree

_WEATHER = word_set("rain snow hail drizzle thunder freeze thaw pour")
_SEEMING = word_set("seem appear happen turn follow transpire matter occur look")
_ABOUT_SOMETHING = word_set(
    "able unable likely unlikely ready set due willing unwilling eager free quick slow certain sure bound available"
)
"""Adjectives that say something of their subject even before a "to"."""
_SAID = word_set(
    "say believe know think report claim estimate expect assume understand suggest argue note find recommend require "
    "agree decide hope fear allege rumour rumor show prove establish conclude acknowledge accept advise state"
)
_TIME_AND_DISTANCE = word_set(
    "o'clock midnight noon monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december late early dark light winter summer spring autumn cold warm "
    "hot windy sunny foggy cloudy rainy snowy humid time"
)
_MAKING = word_set("make find consider think deem believe leave render call")


def is_pleonastic(analysis: Analysis, i: int) -> bool:
    """Whether the token at `i`, an "it", refers to nothing; such a sentence can stand alone."""
    tree = Tree(analysis)
    if tree.lower(i) != "it":
        return False
    token = tree.tokens[i]
    if token.dep.startswith("expl"):
        return True
    if not 0 <= token.head < len(tree.tokens) or token.head == i:
        return False
    if token.dep.startswith("nsubj"):
        return _says_nothing_of_it(tree, token.head, i)
    if token.dep == "obj":
        verb = tree.tokens[token.head]
        if verb.lemma == "make" and tree.child(token.head, "xcomp", "ccomp") is None:
            return (
                tree.child(token.head, "obl") is not None or tree.child(token.head, "advmod") is not None
            )  # "made it to"
        return verb.lemma in _MAKING and any(
            tree.tokens[j].pos in ("ADJ", "NOUN") and _has_clause(tree, (j, token.head)) and j > i
            for j in tree.children(token.head, "xcomp", "ccomp")
        )
    return False


def _has_clause(tree: Tree, heads: tuple[int, ...]) -> bool:
    """Whether a clause ("to ...", "that ...") hangs from one of the heads, beside the predicate itself."""
    return any(
        j not in heads and tree.tokens[j].pos in ("VERB", "AUX", "ADJ", "NOUN") and tree.child(j, "mark") is not None
        for head in heads
        for j in tree.children(head, "xcomp", "ccomp", "advcl", "acl", "csubj")
    )


def _says_nothing_of_it(tree: Tree, predicate: int, it: int) -> bool:
    token = tree.tokens[predicate]
    lemma = token.lemma.lower()
    clauses = [j for j in tree.children(predicate, "csubj", "ccomp", "xcomp", "advcl", "acl") if j > predicate]
    marks = {tree.lower(m) for j in clauses for m in tree.children(j, "mark", "advmod", "obj", "nsubj")}
    copular = tree.child(predicate, "cop") is not None
    if tree.children(predicate, "csubj") or tree.lower(predicate) in ("raining", "snowing", "hailing", "thundering"):
        return True
    if token.pos == "VERB":
        if lemma in _WEATHER:
            return tree.child(predicate, "obj") is None
        if lemma in _SEEMING and any(tree.lower(m) == "as" for m in tree.children(predicate, "mark")):
            return True  # "as it turned out"
        if lemma in _SEEMING and (marks & {"that", "like", "as"} or (lemma != "look" and _ccomp(tree, predicate))):
            return True
        passive = any(tree.tokens[j].dep in ("aux:pass",) for j in tree.children(predicate))
        if lemma == "take" and any(tree.lower(j) == "to" for c in clauses for j in tree.children(c, "mark")):
            return tree.child(predicate, "obj", "obl") is not None
        return passive and lemma in _SAID and ("that" in marks or _ccomp(tree, predicate))
    if not copular:
        return False
    if tree.lower(predicate) in _TIME_AND_DISTANCE or lemma in _TIME_AND_DISTANCE:
        return True
    if token.pos == "ADJ":
        return lemma not in _ABOUT_SOMETHING and bool(
            marks & {"that", "to", "whether", "how", "why", "if", "what", "who"}
        )
    if token.pos == "PROPN" and tree.child(predicate, "acl:relcl") is not None:
        return True
    return token.pos == "NOUN" and _ccomp(tree, predicate)


def _ccomp(tree: Tree, predicate: int) -> bool:
    return any(j > predicate for j in tree.children(predicate, "ccomp"))
