"""Definite descriptions: "the company", "this drug", "the university" for something that the text has named."""

from __future__ import annotations

from .english_phrases import ORGANISATION, PLACE, Phrase
from .english_sorts import may_be_company, may_be_country, may_be_settlement
from .english_words import COMPANY_NOUNS
from .things import Thing
from .tree import Tree

_BELOW = frozenset({"det", "case", "punct"})


def is_description(tree: Tree, phrase: Phrase) -> bool:
    """Whether the phrase is a bare singular noun with article or demonstrative: nothing else tells which is meant."""
    words = {tree.base(j) for j in tree.children(phrase.head)}
    article = tree.child(phrase.head, "det")
    if article is None or phrase.plural or phrase.owner is not None:
        return False
    if tree.lower(article) not in ("the", "this", "that"):
        return False
    if tree.base(phrase.head) in ("appos", "compound"):
        return False
    return words <= _BELOW | {"cc", "conj", "appos"} and not tree.children(phrase.head, "appos")


def described_by(tree: Tree, i: int) -> list[str]:
    """The nouns that the sentence applies to what stands at `i`: "X is a company", "physicist X", "a drug called X"."""
    token = tree.tokens[i]
    found = []
    if token.dep.startswith("nsubj") and 0 <= token.head < len(tree.tokens):
        predicate = tree.tokens[token.head]
        negated = any(tree.lower(j) in ("not", "n't", "never") for j in tree.children(token.head, "advmod"))
        if predicate.pos == "NOUN" and tree.child(token.head, "cop") is not None and not negated:
            found.append(predicate.lemma.lower())
            found += [
                tree.tokens[j].lemma.lower() for j in tree.children(token.head, "conj") if tree.tokens[j].pos == "NOUN"
            ]
    found += [
        tree.tokens[j].lemma.lower() for j in tree.children(i, "appos", "compound") if tree.tokens[j].pos == "NOUN"
    ]
    if token.dep in ("xcomp", "obj", "obl") and 0 <= token.head < len(tree.tokens):
        verb = tree.tokens[token.head]
        if verb.lemma in ("call", "name", "know", "dub") and tree.base(token.head) == "acl" and verb.head >= 0:
            found.append(tree.tokens[verb.head].lemma.lower())
    return found


def may_describe(phrase: Phrase, thing: Thing, place: tuple[int, int]) -> bool:
    """Whether the description can stand for a thing that was spoken of before it."""
    if not thing.sightings or thing.plural:
        return False
    last = thing.sightings[-1]
    if (last.sentence, last.head) >= place:
        return False
    if phrase.lemma in thing.nouns or (thing.named and _is_part_of_name(phrase.lemma, thing)):
        return True
    if phrase.lemma in COMPANY_NOUNS:
        fits = ORGANISATION in thing.kinds and (thing.named or not thing.nouns)
        return fits and may_be_company(phrase.lemma, thing)
    if phrase.lemma == "country":
        return thing.kinds == {PLACE} and may_be_country(thing)
    return phrase.lemma in ("city", "town", "village") and thing.kinds == {PLACE} and may_be_settlement(thing)


def _is_part_of_name(noun: str, thing: Thing) -> bool:
    """ "the university" for the University of Oslo."""
    words = thing.best.text.lower().split()
    return noun in words and len(words) > 1
