"""The words of a claim as its triple shows them: the verb, the terms, and where they stand in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...model import Span, Term
from ..realise import Piece, merged_spans
from .clauses import Clause, Kind, has_copula
from .drafting import Draft
from .phrases import View, Word, render, with_punctuation
from .references import Reference
from .tree import Tree

_ARTICLES = frozenset({"a", "an", "the"})
_LOWERED = frozenset({"ADP", "DET", "SCONJ", "ADV", "PART", "AUX", "VERB"})
HEDGES = frozenset(
    {"almost", "nearly", "virtually", "barely", "hardly", "allegedly", "reportedly", "supposedly", "purportedly"}
    | {"apparently", "probably", "possibly", "perhaps", "maybe", "likely", "presumably", "potentially"}
)


class TripleWords:
    """The words of one claim, those shown as they are inside a sentence; `first`: behind a list mark."""

    def __init__(self, tree: Tree, draft: Draft, reference: Reference, source: str, offset: int, first: int) -> None:
        self._source = source
        self._first = first
        self._tree = tree
        self._draft = draft
        self._clause: Clause = draft.clause
        self._said = reference.said
        self._offset = offset
        self._shown = {word.index: self._cased(word) for word in reference.words if not word.added}

    def _cased(self, word: Word) -> Word:
        """The sentence's first word as it is inside a sentence."""
        if word.index > self._first or self._tree.pos(word.index) not in _LOWERED:
            return word
        return replace(word, text=word.text.lower())

    def _verb_words(self) -> list[Word]:
        """The verb with its auxiliaries, negation, particles and the adverbs among them, as the claim shows them."""
        tree, clause = self._tree, self._clause
        helpers = [*tree.children(clause.head, "aux", "cop", "compound:prt"), *clause.shared]
        first = min([clause.head, *tree.children(clause.head, "aux", "cop")])
        adverbs = [
            node
            for node in tree.children(clause.head, "advmod")
            if first < node < clause.head or tree.lower(node) in {"not", "n't", "never"} | HEDGES
        ]
        linking = (
            has_copula(tree, clause.head)
            or clause.kind is Kind.NOMINAL
            or (clause.shared and tree.pos(clause.head) != "VERB")
        )
        if linking:
            adverbs = [node for node in adverbs if tree.lower(node) in {"not", "n't", "n’t", "never", "no"} | HEDGES]
        wanted = {*helpers, *adverbs} if linking else {clause.head, *helpers, *adverbs}
        inside = {each for node in adverbs for each in tree.subtree(node)} | wanted
        found = [self._shown.get(word.index, word) for word in self._draft.words if word.index in inside]
        return [*self._added(), *found] if not any(word.index in helpers for word in found) else found

    def _added(self) -> list[Word]:
        """The form of "be" that the claim adds to a participle or an apposition."""
        if self._clause.kind not in {Kind.PARTICIPLE, Kind.NOMINAL}:
            return []
        forms = {"is", "are", "was", "were"}
        return [word for word in self._draft.words if word.added and word.text in forms][:1]

    def _words(self, node: int, without: Sequence[int] = ()) -> list[Word]:
        view: View = self._draft.view
        dropped = (view.dropped | frozenset(without)) - {node}
        chosen = view.chosen.get(node)
        if chosen is not None:
            dropped |= frozenset(each for each in without)
            dropped |= frozenset(self._tree.children(chosen[1], "case"))
        words = render(self._tree, node, replace(view, dropped=dropped))
        return [self._shown.get(word.index, word) for word in words if word.added or word.index in self._shown]

    def _words_of(self, nodes: Sequence[int]) -> list[Word]:
        return [self._shown[node] for node in sorted(set(nodes)) if node in self._shown]

    def _term(self, words: list[Word]) -> Term:
        words = [self._shown.get(word.index, word) if not word.added else word for word in words]
        words = [word for word in words if word.added or word.index in self._shown]
        while words and (words[0].text.lower() in _ARTICLES or words[0].text in ",;"):
            words = words[1:]
        if words and words[0].index in self._said and words[0].text.lower().startswith("the "):
            words = [replace(words[0], text=words[0].text[4:]), *words[1:]]
        words = with_punctuation(self._tree, words)
        referents = [self._said[word.index] for word in words if word.index in self._said]
        only = referents[0].type if len(words) == 1 and referents else None
        return Term(written(self._tree, words), self._spans(words), only)

    def _spans(self, words: Sequence[Word]) -> tuple[Span, ...]:
        pieces = [
            Piece(word.text, self._offset + self._tree[word.index].start, self._offset + self._tree[word.index].end)
            for word in words
            if not word.added
        ]
        return merged_spans(self._source, pieces)


def text_of(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words).lower()


def written(tree: Tree, words: Sequence[Word]) -> str:
    text = ""
    before: Word | None = None
    for word in words:
        glued = before is None or (
            not before.added
            and not word.added
            and word.index == before.index + 1
            and tree[before.index].end == tree[word.index].start
        )
        possessive = word.text in {"'s", "’s", "'", ","}
        text += word.text if glued or possessive else " " + word.text
        before = word
    return text
