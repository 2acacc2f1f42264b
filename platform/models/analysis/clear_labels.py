"""From the labels of spaCy's own English models (ClearNLP's) to Universal Dependencies.

There a preposition governs its noun and "be" its predicate; here both depend on them. The tree is changed in place,
in a few passes; what has the same name and shape in both stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

CLEAR_ONLY = frozenset(
    {
        "acomp", "agent", "attr", "auxpass", "csubjpass", "dative", "dobj", "intj", "meta", "neg", "npadvmod",
        "nsubjpass", "oprd", "pcomp", "pobj", "poss", "preconj", "predet", "prep", "prt", "quantmod", "relcl",
    }
)  # fmt: skip
RENAMED = {
    "acomp": "xcomp",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "npadvmod": "obl:unmarked",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "pcomp": "ccomp",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "advmod",  # one without an object
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
PREPOSITIONS = frozenset({"prep", "agent", "dative"})
CLAUSES = frozenset({"VERB", "AUX"})
MODIFIERS = frozenset({"obl", "obl:agent", "nmod", "pobj"})


@dataclass(slots=True)
class ClearWord:
    """A word of the tree in the making; the root is its own head."""

    pos: str
    tag: str
    lemma: str
    head: int
    dep: str


def is_clear(labels: Collection[str]) -> bool:
    """Whether labels of a parser are ClearNLP's."""
    return not CLEAR_ONLY.isdisjoint(labels)


def to_universal(words: Sequence[ClearWord]) -> None:
    """Change heads and relations in place."""
    for word in words:
        if word.dep == "aux" and word.tag == "TO":
            word.dep = "mark"
    for index in sorted(range(len(words)), key=lambda index: -_depth(words, index)):
        if words[index].pos in ("ADP", "SCONJ", "PART") or words[index].dep in PREPOSITIONS:
            _demote_preposition(words, index)
    for index, word in enumerate(words):
        if word.lemma == "be" and word.pos in CLAUSES:
            _demote_copula(words, index)
    _move_conjunctions(words)
    for index, word in enumerate(words):
        word.dep = "root" if word.head == index else RENAMED.get(word.dep, word.dep)


def _demote_preposition(words: Sequence[ClearWord], index: int) -> None:
    """The object takes the preposition's place, the preposition becomes its case (a clause's: its mark)."""
    word = words[index]
    children = list(_children(words, index))
    # A preposition below this one ("out of the house") has handed its object up already.
    inner = [child for child in children if words[child].dep in MODIFIERS or words[child].dep == "pcomp"]
    if not inner or word.head == index:
        return
    target = inner[0]
    clause = words[target].dep == "pcomp" and words[target].pos in CLAUSES
    relation = _relation_of_object(words, index, clause)
    for child in children:
        if child != target:
            # "at least in part", "mainly because of": what modifies the preposition modifies the whole phrase.
            words[child].head = target
    words[target].head, words[target].dep = word.head, relation
    word.head, word.dep = target, "mark" if clause else "case"


def _relation_of_object(words: Sequence[ClearWord], index: int, clause: bool) -> str:
    word, governor = words[index], words[words[index].head]
    if word.dep not in PREPOSITIONS:
        return word.dep  # a conjoined preposition's object is conjoined; "pobj" of an outer preposition
    verbal = governor.pos in (*CLAUSES, "ADJ", "ADV")
    if clause:
        return "advcl" if verbal else "acl"
    if word.dep == "agent":
        return "obl:agent"
    if governor.dep in PREPOSITIONS:
        return "pobj"
    return "obl" if verbal else "nmod"


def _demote_copula(words: Sequence[ClearWord], index: int) -> None:
    """The predicate takes the place of "be", and what hung on that."""
    children = list(_children(words, index))
    if any(words[child].dep == "expl" and words[child].lemma.lower() == "there" for child in children):
        for child in children:
            if words[child].dep == "attr":
                words[child].dep = "nsubj"
        return
    predicate = _predicate(words, children)
    if predicate is None:
        return
    word = words[index]
    words[predicate].head, words[predicate].dep = (predicate if word.head == index else word.head), word.dep
    for child in children:
        if child != predicate:
            words[child].head = predicate
    word.head, word.dep = predicate, "cop"


def _predicate(words: Sequence[ClearWord], children: Sequence[int]) -> int | None:
    """Attribute or adjective; else, of a clause with a subject, a prepositional phrase ("is in Oslo")."""
    for child in children:
        if words[child].dep in ("attr", "acomp"):
            return child
    deps = {words[child].dep for child in children}
    if SUBJECTS.isdisjoint(deps) or deps & {"ccomp", "xcomp", "dobj", "oprd"}:
        return None
    return next((child for child in children if words[child].dep == "obl"), None)


def _move_conjunctions(words: Sequence[ClearWord]) -> None:
    """All conjuncts hang on the first one, each conjunction on the conjunct after it."""
    for index, word in enumerate(words):
        if word.dep == "cc":
            after = [child for child in _children(words, word.head) if child > index and words[child].dep == "conj"]
            if after:
                word.head = after[0]
    for word in words:
        while word.dep == "conj" and words[word.head].dep == "conj":
            word.head = words[word.head].head


def _children(words: Sequence[ClearWord], index: int) -> Iterator[int]:
    return (child for child, word in enumerate(words) if word.head == index and child != index)


def _depth(words: Sequence[ClearWord], index: int) -> int:
    depth = 0
    while words[index].head != index:
        index = words[index].head
        depth += 1
    return depth
