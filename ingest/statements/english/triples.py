"""The triple of a claim: as it is shown, and in the form that its paraphrases share."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...model import StatedTriple
from .adjuncts import companions, is_bound, is_time
from .clauses import Clause, Kind, has_copula, has_modal, is_attribution, is_cleft, is_condition, is_negated
from .drafting import Draft
from .phrases import View, Word, render
from .references import Reference
from .tree import Tree
from .triple_words import HEDGES, TripleWords, text_of, written

_SURE, _SPLIT = 0.9, 0.8
# Verbs that say, of their object, something else than of their subject: "the EU joined in 1995".
_ABOUT_SUBJECT = frozenset(
    {"join", "enter", "leave", "reach", "attend", "visit", "win", "lose", "beat", "study", "follow", "serve", "meet",
     "marry", "move", "play", "start", "have", "spend", "resemble", "support", "oppose", "succeed", "replace"}
)  # fmt: skip
_RESTRICTING = frozenset(
    {"except", "excluding", "unless", "only", "together", "jointly", "respectively", "apart", "if"}
)
_SAME_PARTICIPLE = frozenset({"built", "made", "sold", "bought", "held", "sent", "found", "shot", "cut", "told", "put"})
_MODALS = frozenset({"may", "might", "can", "could", "shall", "should", "must", "will", "would", "ought"})
_MODAL_FORMS = {"'ll": "will", "’ll": "will", "wo": "will", "ca": "can", "sha": "shall", "cannot": "can"}


def triples(
    tree: Tree, draft: Draft, reference: Reference, source: str, offset: int, first: int = 0
) -> tuple[StatedTriple, ...]:
    """None or one; none for a conditional, an attribution, or a predicate with one argument only.

    `first` is the sentence's first token behind a list mark.
    """
    clause = draft.clause
    if cleft := _of_cleft(tree, draft, reference, source, offset, first):
        return (cleft,)
    if is_cleft(tree, clause.head):
        return ()
    if (
        not draft.subject
        or is_attribution(tree, clause.head)
        or tree.child(clause.head, "nsubj:outer", "csubj") is not None
    ):
        return ()
    if any(
        is_condition(tree, node) or tree.lower(tree.first(node)) == "according"
        for node in (*clause.lead, *clause.trail)
    ):
        return ()
    found = _Reader(tree, draft, reference, source, offset, first).read()
    return (found,) if found is not None else ()


def _of_cleft(
    tree: Tree, draft: Draft, reference: Reference, source: str, offset: int, first: int
) -> StatedTriple | None:
    """ "It was Ann who wrote the book" -> (Ann, wrote, book)."""
    noun = draft.clause.head
    verb = next((child for child in tree.children(noun, "acl") if child > noun), None)
    if verb is None or not is_cleft(tree, noun) or is_negated(tree, noun) or has_modal(tree, verb):
        return None
    pronoun = tree.child(verb, "nsubj")
    if pronoun is None or tree.lower(pronoun) not in {"who", "that", "which"} or is_negated(tree, verb):
        return None
    clause = Clause(verb, noun, dropped=frozenset({pronoun}))
    outside = [*tree.children(noun, "acl", "cop", "expl", "nsubj", "punct")]
    subject = render(tree, noun, View(dropped=frozenset(outside)))
    told = replace(draft, clause=clause, subject=tuple(subject), view=View(dropped=frozenset({pronoun})))
    return _Reader(tree, told, reference, source, offset, first).read()


@dataclass(frozen=True, slots=True)
class _Parts:
    head: list[Word]
    relation: list[Word]
    tail: list[Word]
    lemma: str
    swapped: bool = False  # passive with its agent: the normal form has them the other way round


class _Reader(TripleWords):
    def read(self) -> StatedTriple | None:
        parts = self._parts()
        if parts is None or not parts.head or not parts.tail:
            return None
        head, tail = self._term(parts.head), self._term(parts.tail)
        if not head.text or not tail.text or self._misreads(parts):
            return None
        said_how = " ".join([*self._modality(), *(["not"] if self._is_negated() else [])])
        first, last = (tail.text, head.text) if parts.swapped else (head.text, tail.text)
        return StatedTriple(
            head=head,
            relation=written(self._tree, [word for word in parts.relation if any(map(str.isalnum, word.text))]),
            tail=tail,
            normal=(first, f"{said_how} {parts.lemma}".strip(), last),
            confidence=_SPLIT if self._draft.group or self._clause.kind is not Kind.FINITE else _SURE,
            spans=self._spans(parts.relation),
        )

    def _misreads(self, parts: _Parts) -> bool:
        """Whether the words of a part do not belong together, or a preposition stands where it has no object."""
        tree = self._tree
        own = [word.index for word in parts.relation if not word.added]
        doubled = any(
            tree.pos(first) == tree.pos(second) == "ADP" and second > first + 1 and tree.base(first) != "compound"
            for first, second in itertools.pairwise(own)
        )
        opening = next((word.index for word in parts.tail if not word.added), -1)
        bare = opening >= 0 and tree.base(opening) == "case" and tree.pos(opening) == "ADP"
        jumps = self._draft.life == () and (_is_scattered(tree, parts.tail) or _is_scattered(tree, parts.head))
        return doubled or bare or jumps or self._lacks_limit(parts)

    def _lacks_limit(self, parts: _Parts) -> bool:
        """Whether the claim has a limit that the triple would lose: "all but X", "A and B together"."""
        held = {word.index for word in (*parts.head, *parts.relation, *parts.tail) if not word.added}
        shown = {word.index for word in self._draft.words if not word.added and word.text}
        return any(self._tree.lower(index) in _RESTRICTING for index in shown - held)

    def _is_negated(self) -> bool:
        return is_negated(self._tree, self._clause.head) or any(
            self._tree.lower(node) in {"not", "n't", "n’t", "never"} for node in self._clause.shared
        )

    def _modality(self) -> list[str]:
        """What makes the fact less or other than a fact: "may", "will", "allegedly", "almost"."""
        tree, clause = self._tree, self._clause
        helpers = [*tree.children(clause.head, "aux"), *clause.shared]
        forms = {node: _MODAL_FORMS.get(tree.lower(node), tree.lower(node)) for node in helpers}
        found = {node: form for node, form in forms.items() if form in _MODALS}
        hedges = [*tree.children(clause.head, "advmod"), *clause.shared]
        found |= {node: tree.lower(node) for node in hedges if tree.lower(node) in HEDGES}
        return [found[node] for node in sorted(found)]

    # --- which parts

    def _parts(self) -> _Parts | None:
        tree, clause, draft = self._tree, self._clause, self._draft
        subject = list(draft.subject)
        if draft.life:
            told = [word for word in draft.words if word.added]
            return _Parts(subject, told, list(draft.life), "bear in" if len(told) > 2 else "die in")
        if draft.adjective is not None:
            verb = [
                word for word in draft.words if word.index not in {each.index for each in subject if not each.added}
            ]
            adjective = self._words(draft.adjective)
            inside = {word.index for word in adjective}
            return _Parts(subject, [word for word in verb if word.index not in inside], adjective, "be")
        if (
            clause.kind is Kind.NOMINAL
            or has_copula(tree, clause.head)
            or (clause.shared and tree.pos(clause.head) != "VERB")
        ):
            return self._copular(subject)
        return self._verbal(subject)

    def _copular(self, subject: list[Word]) -> _Parts | None:
        tree, head = self._tree, self._clause.head
        verb = self._verb_words()
        if tree.pos(head) in {"ADJ", "ADV", "VERB"} and (completed := self._completion()):
            relation = [*verb, *self._words_of([head, *_fixed_before(tree, head)]), *completed[0]]
            return _Parts(subject, relation, completed[1], f"be {tree.lemma(head)} {text_of(completed[0])}".strip())
        case = tree.child(head, "case")
        outside = list(
            tree.children(
                head, "nsubj", "csubj", "expl", "cop", "aux", "advcl", "case", "cc", "conj", "mark", "parataxis"
            )
        )
        outside += [child for child in tree.children(head, "advmod") if child < head and tree.pos(head) != "ADJ"]
        outside += [
            child for child in tree.children(head, "obl", "nmod:unmarked") if tree.pos(head) in {"NOUN", "PROPN"}
        ]
        tail = self._words(head, without=outside)
        if case is not None:
            cases = self._words(case)
            return _Parts(subject, [*verb, *cases], tail, f"be {text_of(cases)}")
        shared = [node for node in self._clause.trail if tree.base(node) == "nmod"]
        tail = [*tail, *(word for node in shared for word in self._words(node))]
        return _Parts(subject, verb, tail, "be")

    def _completion(self) -> tuple[list[Word], list[Word]] | None:
        """The preposition and object of "responsible for X", "shorter than Y"."""
        tree, head = self._tree, self._clause.head
        for child in self._draft.group or tree.children(head, "obl", "advcl"):
            cases = tree.children(child, "case")
            if cases and child not in self._draft.view.dropped and child > head:
                beside = [word for each in companions(tree, child) for word in self._words(each)]
                return self._words_of(cases), [
                    *self._words(child, without=[*cases, *tree.children(child, "cc")]),
                    *beside,
                ]
        return None

    def _verbal(self, subject: list[Word]) -> _Parts | None:
        tree, clause, draft = self._tree, self._clause, self._draft
        head = clause.head
        direct = self._object()
        verb = self._verb_words()
        lemma = _lemma(tree, head)
        if draft.group:
            return self._about_adjunct(subject, direct, verb, lemma)
        bound = self._bound_phrase()
        if direct is not None and self._is_told_to_do(direct):
            return None
        if direct is not None:
            return _Parts(subject, verb, self._direct_words(direct), lemma)
        if bound is not None:
            return self._with_phrase(subject, verb, lemma, bound)
        return self._with_complement(subject, verb, lemma)

    def _is_told_to_do(self, direct: int) -> bool:
        """ "ordered the bank to pay", "helps the body absorb calcium": the object alone is not what it is about."""
        tree = self._tree
        complement = tree.child(self._clause.head, "xcomp", "ccomp")
        return complement is not None and complement > direct and tree.pos(complement) == "VERB"

    def _object(self) -> int | None:
        tree, clause = self._tree, self._clause
        for pronoun, role in clause.instead.items():
            if role == "moved" and tree.dep(pronoun) == "obj":
                return clause.moved[0]
        nodes = [*tree.children(clause.head, "obj"), *(node for node in clause.trail if tree.base(node) == "obj")]
        return nodes[0] if nodes else None

    def _direct_words(self, node: int) -> list[Word]:
        if node in self._clause.moved:
            inside = set(self._tree.subtree(node)) - set(self._tree.subtree(self._clause.head))
            return [word for word in self._draft.words if word.index in inside]
        return self._words(node, without=self._outside(node))

    def _outside(self, node: int) -> list[int]:
        """What of an object belongs to the claim about an adjunct, not to the object's name."""
        return [child for child in self._tree.children(node, "cc") if child != node]

    def _about_adjunct(self, subject: list[Word], direct: int | None, verb: list[Word], lemma: str) -> _Parts | None:
        """The fact is about the object where there is one: "created Python in 1991" tells about Python."""
        tree = self._tree
        node = self._draft.group[0]
        if direct is None and tree.dep(node) == "advcl":
            told = self._with_complement(subject, verb, lemma)
            if told is not None:
                return told
        cases = self._cases(node)
        preposition = self._words_of([each for case in cases for each in tree.subtree(case)])
        rest = [word for each in self._draft.group for word in self._words(each, without=cases if each == node else [])]
        if direct is not None:
            if not _tells_of_object(tree, self._clause.head):
                return None
            about = self._direct_words(direct)
            main = [word for word in verb if word.index == self._clause.head or word.added]
            return _Parts(about, [*main, *preposition], rest, f"{lemma} {text_of(preposition)}".strip())
        bound = self._bound_phrase()
        if bound is not None and bound not in self._draft.group and is_bound(tree, self._clause.head, bound):
            return None  # "came into force in 2019": not "came in 2019"
        if text_of(preposition) == "by" and self._is_passive() and tree.pos(node) != "VERB":
            return _Parts(subject, [*verb, *preposition], rest, lemma, swapped=True)
        return _Parts(subject, [*verb, *preposition], rest, f"{lemma} {text_of(preposition)}".strip())

    def _cases(self, node: int) -> list[int]:
        """The prepositions of a phrase; of a list's member its own where it has one: "to A and for B"."""
        chosen = self._draft.view.chosen.get(node)
        own = self._tree.children(chosen[1], "case") if chosen is not None else []
        return own or self._tree.children(node, "case")

    def _is_passive(self) -> bool:
        tree, clause = self._tree, self._clause
        if clause.kind is Kind.PARTICIPLE:
            return True
        helpers = [*tree.children(clause.head, "aux"), *clause.shared]
        return tree.tag(clause.head) == "VBN" and any(tree.lemma(node) == "be" for node in helpers)

    def _bound_phrase(self) -> int | None:
        tree, clause = self._tree, self._clause
        phrases = [child for child in tree.children(clause.head, "obl") if child not in self._draft.view.dropped]
        phrases += [node for node in clause.trail if tree.base(node) == "obl"]
        after = [node for node in phrases if node > clause.head] or phrases
        bound = [node for node in after if is_bound(tree, clause.head, node)]
        agents = [node for node in after if tree.dep(node) == "obl:agent"]
        return next(iter([*bound, *agents, *after]), None)

    def _with_phrase(self, subject: list[Word], verb: list[Word], lemma: str, node: int) -> _Parts | None:
        tree = self._tree
        cases = self._cases(node)
        if not cases and not is_time(tree, node) and tree.children(node, "amod", "det"):
            return None  # "several times", "a lot": no thing
        preposition = self._words_of([each for case in cases for each in tree.subtree(case)])
        beside = () if self._draft.group else companions(tree, node)
        tail = [*self._words(node, without=cases), *(word for each in beside for word in self._words(each))]
        agent = text_of(preposition) == "by" and self._is_passive()
        joined = lemma if agent else f"{lemma} {text_of(preposition)}".strip()
        return _Parts(subject, [*verb, *preposition], tail, joined, swapped=agent)

    def _with_complement(self, subject: list[Word], verb: list[Word], lemma: str) -> _Parts | None:
        """ "became mayor", "began to fall": what completes the verb, or nothing."""
        tree = self._tree
        complement = tree.child(self._clause.head, "xcomp")
        if complement is None:
            purposes = tree.children(self._clause.head, "advcl")
            complement = next((child for child in purposes if tree.lower(tree.first(child)) == "to"), None)
        if complement is None or complement in self._draft.view.dropped:
            return None
        cases = tree.children(complement, "case")
        if cases and tree.pos(complement) in {"NOUN", "PROPN", "NUM"}:
            preposition = self._words_of(cases)
            rest = self._words(complement, without=cases)
            return _Parts(subject, [*verb, *preposition], rest, f"{lemma} {text_of(preposition)}")
        direct = tree.child(complement, "obj")
        phrase = next((each for each in tree.children(complement, "obl") if tree.child(each, "case") is not None), None)
        if direct is None and phrase is not None and tree.pos(complement) == "VERB":
            kept = {complement, *tree.children(complement, "mark", "aux")}
            to = self._words_of([*kept, *tree.children(phrase, "case")])
            tail = self._words(phrase, without=tree.children(phrase, "case"))
            return _Parts(subject, [*verb, *to], tail, f"{lemma} {text_of(to)}")
        if direct is not None and tree.pos(complement) == "VERB":
            to = self._words(
                complement,
                without=[child for child in tree.children(complement) if tree.dep(child) not in {"mark", "aux"}],
            )
            tail = self._words(direct)
            return _Parts(subject, [*verb, *to], tail, f"{lemma} {text_of(to)}")
        return _Parts(subject, verb, self._words(complement, without=tree.children(complement, "cc")), lemma)


def _tells_of_object(tree: Tree, head: int) -> bool:
    """Whether the verb's form, said of its object, means the same: "Python, created in, 1991"; not "cars, makes in"."""
    if tree.lemma(head) in _ABOUT_SUBJECT:
        return False
    if tree.tag(head) == "VBN":
        return True
    return tree.tag(head) == "VBD" and (tree.lower(head).endswith("ed") or tree.lower(head) in _SAME_PARTICIPLE)


def _is_scattered(tree: Tree, words: Sequence[Word]) -> bool:
    """Whether a term jumps over a verb: "200 people 1,000"."""
    own = [word.index for word in words if not word.added]
    return any(
        any(tree.pos(at) in {"VERB", "AUX"} and tree.base(at) not in {"acl", "amod"} for at in range(first + 1, second))
        for first, second in itertools.pairwise(own)
        if first < second
    )


def _lemma(tree: Tree, head: int) -> str:
    particles = [tree.lower(child) for child in tree.children(head, "compound:prt")]
    return " ".join([tree.lemma(head), *particles])


def _fixed_before(tree: Tree, head: int) -> list[int]:
    return [child for child in tree.children(head, "advmod") if child < head and tree.tag(child) in {"RBR", "RBS"}]
