"""Participles that stand free beside a clause: "Founded in 1998, X ...", "..., injuring four workers"."""

from __future__ import annotations

from ...text.word_lists import word_set
from .clauses import Clause, has_subject, marker
from .lexicon import RELATIVES
from .tree import Tree

# What they tell of follows from the whole clause, not from its subject: "..., making it the largest".
_RESULTS = word_set(
    """
    make result lead cause allow enable mean bring follow depend include accord regard concern give base compare
    consider assume start
    """
)
# "The bridge collapsed, killing three": the fall of the bridge did it, not the bridge.
_EVENTS = word_set("collapse explode crash sink derail erupt burst fail leak break overturn")
_HARM = word_set("kill injure wound hurt damage destroy displace disrupt delay force trap strand")


def is_free_participle(tree: Tree, clause: Clause, child: int) -> bool:
    """Whether an adverbial clause says something of the clause's subject by itself."""
    if has_subject(tree, child) or marker(tree, child) or tree.child(child, "mark", "case") is not None:
        return False
    opening = [node for node in tree.subtree(child) if not tree.is_punctuation(node)][:2]
    if any(tree.lower(node) in RELATIVES for node in opening):
        return False
    if tree.lemma(child) == "follow" and child > clause.head:
        return False  # "joined in 1986, followed by B": after what happened, not behind its subject
    at_edge = tree.comma_before(child) or (child < clause.head and tree.comma_after(child))
    if tree.lemma(clause.head) in _EVENTS and tree.lemma(child) in _HARM:
        return False
    if tree.tag(child) == "VBG":
        leading = child < clause.head
        return at_edge and (leading or tree.lemma(child) not in _RESULTS) and tree.lemma(child) != "be"
    return at_edge and (tree.tag(child) == "VBN" or (tree.pos(child) == "ADJ" and child < clause.head))
