"""spaCy documents as analyses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..ports import Analysis, NamedSpan, Token
from .clear_labels import ClearWord, is_clear, to_universal

NAME_TYPES = {"PERSON": "PER", "GPE": "LOC", "FAC": "LOC"}
LATER_SENTENCE = "parataxis"
FORMS_OF_BE = frozenset({"am", "'m", "are", "'re", "is", "'s", "was", "were", "be", "been", "being"})


def analysis_of(doc: Any, text: str, labels: Collection[str] = ()) -> Analysis:
    """What a document says of `text`, its characters one to one; white space is no token, several sentences one tree.

    `labels`: the parser's relations; ClearNLP's are converted.
    """
    words = [token for token in doc if not token.is_space]
    heads, deps = _tree(doc, words, labels)
    tokens = tuple(
        Token(
            text=text[word.idx : word.idx + len(word)],
            start=word.idx,
            end=word.idx + len(word),
            lemma=word.lemma_ or word.lower_,
            pos=word.pos_ or "X",
            tag=word.tag_ or word.pos_ or "X",
            head=head,
            dep=dep,
        )
        for word, head, dep in zip(words, heads, deps, strict=True)
    )
    names = tuple(NamedSpan(ent.start_char, ent.end_char, NAME_TYPES.get(ent.label_, ent.label_)) for ent in doc.ents)
    return Analysis(text, tokens, names)


def _tree(doc: Any, words: Sequence[Any], labels: Collection[str]) -> tuple[list[int], list[str]]:
    if not doc.has_annotation("DEP"):
        return [-1] * len(words), [""] * len(words)
    places = {word.i: place for place, word in enumerate(words)}
    heads = [places[_word_above(word).i] for word in words]
    deps = [word.dep_ for word in words]
    if is_clear(labels):
        made = [
            ClearWord(word.pos_, word.tag_, "be" if word.lower_ in FORMS_OF_BE else word.lemma_.lower(), head, dep)
            for word, head, dep in zip(words, heads, deps, strict=True)
        ]
        to_universal(made)
        heads, deps = [word.head for word in made], [word.dep for word in made]
    roots = [place for place, head in enumerate(heads) if head == place]
    for place in roots:
        heads[place] = roots[0]
        deps[place] = "root" if place == roots[0] else LATER_SENTENCE
    return heads, deps


def _word_above(word: Any) -> Any:
    """The nearest governor that is no white space; the word itself where there is none."""
    above = word.head
    while above.is_space:
        if above.head.i == above.i:
            return word
        above = above.head
    return above
