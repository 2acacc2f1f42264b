"""Lemmas as edits of the word: `case|cut|add`, made by training and applied here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .irregular import IRREGULAR

_VOWELS = frozenset("aeiouy")
_DOUBLED = frozenset("bdgklmnprtvz")


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
    """By the likeliest edit (they are in that order) that leaves the word or undoes a regular ending of English.

    One that makes an unknown word gives way to a later one that makes a known word; where the likeliest edits undo
    no ending ("taught" to "tau"), the ending itself tells, else the word stays as it is. Words whose forms are
    irregular are `lemma_of`'s.
    """
    lemmas = [lemma for lemma in (apply_edit(edit, word) for edit in edits) if _is_sound(word, lemma)]
    if lemmas and lemmas[0].lower() == word.lower():
        return lemmas[0]
    likely = next((lemma for lemma in lemmas if known(lemma.lower())), None)
    if likely is not None:
        return likely
    told = next((lemma for lemma in _undone(word.lower()) if known(lemma)), None)
    return told or (lemmas[0] if lemmas else word.lower())


def _is_sound(word: str, lemma: str) -> bool:
    low, short = word.lower(), lemma.lower()
    return low == short or not low.isalpha() or short in _undone(low)


def _undone(word: str) -> list[str]:
    """What a word in lower case may be a regular form of: "copied" of "copy", "stopped" of "stop" or "stopp"."""
    found = []
    for ending in ("ing", "ed", "er", "est"):
        stem = word.removesuffix(ending)
        if stem != word:
            found += _stems(stem, ending)
    if word.endswith(("ies", "ied", "ier")):
        found = [word[:-3] + "y", *([word[:-1]] if word.endswith("ies") or len(word) < 5 else [])]
    elif word.endswith("ves"):
        found += [word[:-1], word[:-3] + "f", word[:-3] + "fe"]
    elif word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        found += [word[:-2], word[:-1]]
    elif word.endswith("men"):
        found += [word[:-2] + "an"]
    elif word.endswith("s") and not word.endswith("ss"):
        found += [word[:-1]]
    return [lemma for lemma in found if len(lemma) > 1 and _VOWELS & set(lemma)]


def _stems(stem: str, ending: str) -> list[str]:
    """A verb's or an adjective's stem: as it is, with its "e", without its doubled consonant, with "ie" for "y"."""
    found = [stem, f"{stem}e"]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
        found.insert(0, stem[:-1])
    if stem.endswith("i"):
        found = [stem[:-1] + "y", *found]
    if ending == "ing" and stem.endswith("y"):
        found.append(stem[:-1] + "ie")
    return found


def lemma_of(word: str, tag: str, guess: str, table: Mapping[str, Mapping[str, str]]) -> str:
    """By the table {tag: {word: lemma}} where it knows the word, by the irregular forms of English, else the guess.

    Proper nouns keep their case.
    """
    key = word if tag.startswith("NNP") else word.lower()
    known = table.get(tag, {}).get(key)
    if known is None and tag in ("VBD", "VBN", "NNS", "JJR", "JJS", "RBR", "RBS"):
        known = IRREGULAR[tag[:2] if tag[0] != "R" else "JJ"].get(key)
    if known is None and tag == "NNS" and key.endswith("men"):
        known = f"{key[:-2]}an"
    return known if known is not None else guess
