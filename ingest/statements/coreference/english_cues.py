"""What the words around a pronoun tell of the kind of thing it stands for: "its shareholders", "it acquired"."""

from __future__ import annotations

from .english_phrases import ORGANISATION, PERSON, PLACE, kinds_of_noun
from .english_words import (
    DONE_BY_ORGANISATIONS,
    DONE_BY_THINGS,
    DONE_TO_ORGANISATIONS,
    DONE_TO_THINGS,
    MINDFUL,
    OWNED_BY_ORGANISATIONS,
    OWNED_BY_PLACES,
    SAYING,
)
from .tree import Tree


def is_treated_as_thing(tree: Tree, i: int) -> bool:
    """Whether the sentence does with what stands at `i` what one does with things, not with people."""
    head = tree.tokens[i].head
    if head < 0 or head == i:
        return False
    lemma = tree.tokens[head].lemma
    if tree.tokens[i].dep in ("nsubj:pass", "obj"):
        return lemma in DONE_TO_THINGS
    return tree.tokens[i].dep == "nsubj" and lemma in DONE_BY_THINGS


def cued_kinds(tree: Tree, i: int) -> frozenset[str]:
    """Kinds that what the pronoun at `i` stands for must be of; empty where nothing is told."""
    head = tree.tokens[i].head
    if tree.lower(i) == "they" and head >= 0 and tree.tokens[i].dep == "nsubj" and tree.tokens[head].lemma in MINDFUL:
        return frozenset({PERSON, ORGANISATION, PLACE})  # countries too
    if tree.lower(i) not in ("it", "its"):
        return frozenset()
    if head < 0 or head == i:
        return frozenset()
    governor = tree.tokens[head]
    if tree.tokens[i].dep == "nmod:poss":
        if {governor.lemma.lower(), tree.lower(head)} & OWNED_BY_ORGANISATIONS:
            return frozenset({ORGANISATION})
        return frozenset({PLACE}) if governor.lemma.lower() in OWNED_BY_PLACES else frozenset()
    if tree.base(i) != "nsubj":
        return frozenset()
    if governor.pos == "NOUN" and tree.child(head, "cop") is not None:
        kinds = kinds_of_noun(governor.lemma.lower())
        return kinds if kinds <= {ORGANISATION, PLACE} else frozenset()
    passive = tree.tokens[i].dep == "nsubj:pass"
    if passive:
        return frozenset({ORGANISATION}) if governor.lemma in DONE_TO_ORGANISATIONS else frozenset()
    if governor.lemma in DONE_BY_ORGANISATIONS or governor.lemma in SAYING:
        return frozenset({ORGANISATION, PLACE})  # counties merge too
    return frozenset()
