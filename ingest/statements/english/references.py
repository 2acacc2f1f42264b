"""Pronouns and descriptions in a claim, replaced by what they stand for where the claim does not name it itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ...text.word_lists import word_set
from ..coreference.english_pleonastic import is_pleonastic
from ..parsed import Referent
from .morphology import possessive
from .phrases import Word
from .tree import Tree

_THIRD_PERSON = word_set(
    "he she it they him her them his hers its their theirs himself herself itself themselves this these those"
)
# Nouns that a text uses for one thing among many that it has named before.
_KINDS = word_set(
    """
    drug law minister bill treaty vaccine president senator mayor judge firm bank factory hospital study report author
    director spokesman spokeswoman spokesperson founder politician player actor singer writer scientist king queen
    ship aircraft airline club church village town state province region war battle attack accident disease device
    """
)
_FIRST_PERSON = word_set("i we me us my our mine ours you your yours")


@dataclass(frozen=True, slots=True)
class Reference:
    """A claim's words after resolution. `said`: token -> what is shown for it; `open`: a reference stays unresolved."""

    words: list[Word]
    said: Mapping[int, Referent]
    open: bool


def is_mere_description(tree: Tree, subject: int | None, said: Collection[int]) -> bool:
    """ "the drug", "the minister": one that only its context tells from others of its kind."""
    if subject is None or subject in said or tree.tag(subject) != "NN" or tree.lemma(subject) not in _KINDS:
        return False
    inside = [child for child in tree.children(subject) if not tree.is_punctuation(child)]
    own = [child for child in inside if tree.base(child) not in {"cop", "nsubj", "aux"}]
    return [tree.lower(child) for child in own] == ["the"]


def resolved(
    tree: Tree,
    words: Sequence[Word],
    referents: Mapping[int, Referent],
    source: str,
    offset: int,
    unsaid: Collection[int] = (),
) -> Reference:
    """Replace the first mention of each referent; later ones, and those named before them, stay as they are.

    `unsaid`: words that others of the claim stand for ("patients, such as pregnant women"): they count as named.
    """
    result: list[Word] = []
    said: dict[int, Referent] = {}
    named: set[str] = set()
    left_out: set[int] = set()
    is_open = False
    for word in words:
        referent = None if word.added else referents.get(word.index)
        if referent is None:
            is_open = is_open or _is_unresolved(tree, word)
        elif not _is_named(tree, referent, result, unsaid, offset) and referent.text not in named:
            named.add(referent.text)
            said[word.index] = referent
            left_out |= _modifiers(tree, word.index)
            word = replace(word, text=_shown(tree, word.index, referent, source))
        result.append(word)
    return Reference([word for word in result if word.index not in left_out], said, is_open)


_ARTICLE_BEFORE = re.compile(r"\b(?:a|an|the)\s+\Z", re.IGNORECASE)


def _shown(tree: Tree, index: int, referent: Referent, source: str) -> str:
    """The referent's name, with "the" where its own mention has an article; in the possessive for "its"."""
    text = referent.text
    if _ARTICLE_BEFORE.search(source[max(0, referent.start - 8) : referent.start]):
        text = text if text.lower().startswith("the ") else f"the {text}"
    if tree.tag(index) == "PRP$" or any(tree.tag(child) == "POS" for child in tree.children(index)):
        return possessive(text, plural=referent.plural) if tree.tag(index) == "PRP$" else text
    return text


def _modifiers(tree: Tree, index: int) -> set[int]:
    """Words before the noun of a description: "the" and "young" of "the young company"."""
    if tree.pos(index) == "PRON":
        return set()
    return {
        node
        for child in tree.children(index, "det", "amod", "compound")
        if child < index
        for node in tree.subtree(child)
    }


def _is_named(tree: Tree, referent: Referent, words: Sequence[Word], unsaid: Collection[int], offset: int) -> bool:
    """Whether the claim names the referent already, before the pronoun."""
    for index in [*(word.index for word in words if not word.added and word.text), *unsaid]:
        if referent.start <= offset + tree[index].start < referent.end:
            return True
    said = " ".join(word.text for word in words).casefold()
    return f" {referent.text.casefold()} " in f" {said} "


def _is_unresolved(tree: Tree, word: Word) -> bool:
    if word.added or word.text != tree[word.index].text or tree.pos(word.index) not in {"PRON", "DET"}:
        return False
    text = word.text.lower()
    if tree.pos(word.index) == "DET" or tree.base(word.index) in {"expl", "det"}:
        return False
    if text in _FIRST_PERSON:
        return True
    if text not in _THIRD_PERSON or text.endswith(("self", "selves")):
        return False
    return not (text == "it" and is_pleonastic(tree.analysis, word.index))
