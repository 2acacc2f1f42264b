"""Lemmas as edits of the word: `case|cut|add`, made by training and applied here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence


def apply_edit(edit: str, word: str) -> str:
    """The word's lemma by an edit: `lower|3|y` makes "study" of "Studies", `whole||be` gives "be" for any word.

    An edit that does not fit (it cuts more than there is) leaves the word, in lower case.
    """
    case, cut, ending = edit.split("|", 2)
    if case == "whole":
        return ending
    base = word if case == "keep" else word.lower()
    length = len(base) - int(cut)
    return base[:length] + ending if length > 0 else word.lower()


def best_lemma(word: str, edits: Sequence[str], known: Callable[[str], bool]) -> str:
    """By the likeliest edit (they are in that order), unless it makes an unknown word and a later one does not."""
    lemmas = [apply_edit(edit, word) for edit in edits]
    if lemmas[0].lower() == word.lower() or known(lemmas[0].lower()):
        return lemmas[0]
    return next((lemma for lemma in lemmas[1:] if known(lemma.lower())), lemmas[0])


def lemma_of(word: str, tag: str, guess: str, table: Mapping[str, Mapping[str, str]]) -> str:
    """By the table {tag: {word: lemma}} where it knows the word, else the guess. Proper nouns keep their case."""
    key = word if tag.startswith("NNP") else word.lower()
    known = table.get(tag, {}).get(key)
    return known if known is not None else guess
