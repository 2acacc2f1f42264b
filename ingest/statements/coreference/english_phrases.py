"""The noun phrases of an English text that something later may refer back to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import EntityType

from ...entities.grouping import NameGroup
from ...text.gazetteer import GIVEN_NAMES, PERSON_TITLES, PLACES
from ..parsed import ParsedSentence, ParsedText
from .english_words import (
    EMPTY_NOUNS,
    FEMALE_NAMES,
    FEMALE_NOUNS,
    FEMALE_TITLES,
    MALE_NAMES,
    MALE_NOUNS,
    MALE_TITLES,
    ORGANISATION_NOUNS,
    PERSON_NOUNS,
    PERSON_PLURALS,
    PLACE_NOUNS,
    TIME_NOUNS,
)
from .tree import Tree

PERSON, ORGANISATION, PLACE, THING = "person", "organisation", "place", "thing"
_KINDS = {
    EntityType.PERSON: frozenset({PERSON}),
    EntityType.ORGANISATION: frozenset({ORGANISATION}),
    EntityType.PLACE: frozenset({PLACE}),
    EntityType.NAME: frozenset({PERSON, ORGANISATION, PLACE, THING}),
}
_NO_PHRASE = frozenset({"compound", "flat", "fixed", "goeswith", "amod", "det", "nummod", "case", "cc", "discourse"})
_STANDING_FOR_NOUNS = frozenset({"NUM", "ADJ", "X", "SYM"})
_BESIDE_A_NAME = frozenset({"flat", "compound", "punct", "case", "nmod:desc", "det", "amod"})
_QUANTIFIERS = frozenset({"every", "each", "no", "any", "either", "neither", "another", "some"})
_PERSON_ENDINGS = ("ologist", "ician", "ographer", "woman", "person")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase by its head. `start:end` is the stretch that names it, without relative clauses and the like."""

    sentence: int
    head: int
    start: int
    end: int
    text: str  # as it may stand in another sentence: "the vaccine" for "a vaccine"
    lemma: str  # of the head noun, in lower case
    kinds: frozenset[str]  # what it may be
    plural: bool
    definite: bool
    bare: bool  # a common noun without any determiner
    group: NameGroup | None = None  # of a name
    owner: int | None = None  # position of a possessive pronoun before it: "its products"
    nested: frozenset[int] = frozenset()  # the words that name it
    quantified: bool = False  # "every company": spoken of in its own sentence only
    gender: str | None = None  # "m" or "f" of a person; None where nothing tells


def gender_of_name(group: NameGroup) -> str | None:
    """ "m" or "f" of a person by given name; None where the name does not tell."""
    for surface in [group.name, *(mention.surface for mention in group.mentions)]:
        for word in surface.replace("-", " ").split()[:2]:
            bare = word.rstrip(".")
            if bare in MALE_NAMES or bare in MALE_TITLES:
                return "m"
            if bare in FEMALE_NAMES or bare in FEMALE_TITLES:
                return "f"
            if bare not in PERSON_TITLES:
                break
    return None


def kinds_of_name(group: NameGroup) -> frozenset[str]:
    """What a name may be. A single word that no list knows is of no sure kind, whatever it was taken for: Python,
    Volvo."""
    kinds = _KINDS[group.type]
    if " " in group.name or "-" in group.name or group.name.isupper():
        return kinds
    if group.type is EntityType.PERSON and gender_of_name(group) is None and group.name not in GIVEN_NAMES:
        return _KINDS[EntityType.NAME]
    if group.type is EntityType.PLACE and group.name not in PLACES:
        return kinds | {ORGANISATION, THING}
    return kinds


def kinds_of_noun(lemma: str) -> frozenset[str]:
    """What a common noun stands for, by its lemma or its plural form."""
    if lemma in PERSON_NOUNS or lemma in PERSON_PLURALS or lemma.endswith(_PERSON_ENDINGS):
        return frozenset({PERSON, ORGANISATION}) if lemma in ORGANISATION_NOUNS else frozenset({PERSON})
    if lemma in ORGANISATION_NOUNS:
        return frozenset({ORGANISATION})
    return frozenset({PLACE}) if lemma in PLACE_NOUNS else frozenset({THING})


def phrases_of(parsed: ParsedText, trees: Sequence[Tree], groups: Sequence[NameGroup]) -> dict[tuple[int, int], Phrase]:
    """(sentence, head) -> phrase, names first; numbers, dates, predicate nouns and parts of names are left out."""
    places = sorted(((m.start, m.end, group) for group in groups for m in group.mentions), key=lambda item: item[:2])
    starts = [start for start, _, _ in places]
    found: dict[tuple[int, int], Phrase] = {}
    for s, (sentence, tree) in enumerate(zip(parsed.sentences, trees, strict=True)):
        inside: set[int] = set()
        here = places[bisect_left(starts, sentence.span.start) : bisect_left(starts, sentence.span.end)]
        for phrase, tokens in _names(s, sentence, tree, here):
            found[s, phrase.head] = phrase
            inside.update(tokens)
        for phrase in _common(s, sentence, tree, inside):
            found.setdefault((s, phrase.head), phrase)
    return found


def _names(
    s: int, sentence: ParsedSentence, tree: Tree, places: Sequence[tuple[int, int, NameGroup]]
) -> Iterator[tuple[Phrase, list[int]]]:
    for start, end, group in places:
        if end > sentence.span.end:
            continue
        local = (start - sentence.span.start, end - sentence.span.start)
        inside = [i for i, token in enumerate(tree.tokens) if token.start < local[1] and local[0] < token.end]
        tops = [i for i in inside if tree.tokens[i].head not in inside or tree.tokens[i].head == i]
        if not tops:
            continue
        head = next((i for i in tops if tree.tokens[i].dep not in _BESIDE_A_NAME), tops[0])
        if tree.tokens[head].pos == "ADJ" and len(inside) == 1:
            continue  # a demonym: "the French company"
        plural = tree.tokens[head].tag == "NNS" and len(inside) == 1
        noun = tree.tokens[head].lemma.lower()
        kinds = kinds_of_name(group)
        if len(kinds) > 1 and tree.child(head, "det") is not None and not plural:
            kinds = kinds - {PERSON}  # no one is called "the Guard"
        gender = _gender_before(tree, inside) or gender_of_name(group)
        yield (
            Phrase(s, head, start, end, group.name, noun, kinds, plural, True, False, group=group, gender=gender),
            inside,
        )


def _gender_before(tree: Tree, inside: Sequence[int]) -> str | None:
    """What stands beside a name: "Mrs." or "the actress"."""
    beside = {i for j in inside for i in tree.children(j) if i < inside[0] and tree.base(i) != "conj"}
    beside |= {inside[0] - 1} if inside[0] > 0 else set()
    beside |= {inside[0]}  # a recogniser may take in the title
    for i in sorted(beside, reverse=True):
        word = tree.tokens[i].text.rstrip(".")
        if word in MALE_TITLES or word.lower() in MALE_NOUNS:
            return "m"
        if word in FEMALE_TITLES or word.lower() in FEMALE_NOUNS:
            return "f"
    return None


def _common(s: int, sentence: ParsedSentence, tree: Tree, inside: set[int]) -> Iterator[Phrase]:
    for i, token in enumerate(tree.tokens):
        if i in inside or tree.base(tree.first_conjunct(i)) in _NO_PHRASE:
            continue
        lemma = token.lemma.lower()
        if token.pos in ("NOUN", "PROPN"):
            if lemma in TIME_NOUNS or lemma in EMPTY_NOUNS or not token.text[0].isalpha():
                continue
        elif token.pos not in _STANDING_FOR_NOUNS or tree.base(i) not in ("nsubj", "obj"):
            continue  # "the 139th", "6PR"
        if tree.child(i, "cop") is not None:
            continue  # a predicate says what its subject is; it is no new thing
        yield _phrase(s, sentence, tree, i)


def _phrase(s: int, sentence: ParsedSentence, tree: Tree, i: int) -> Phrase:
    token = tree.tokens[i]
    own = naming_tokens(tree, i)
    owner = next((j for j in own if tree.tokens[j].dep == "nmod:poss" and tree.tokens[j].pos == "PRON"), None)
    article = next((tree.lower(j) for j in own if tree.base(j) == "det"), None)
    first, last = tree.tokens[own[0]], tree.tokens[own[-1]]
    name = token.pos != "NOUN" and not token.text.islower()
    plural = token.tag in ("NNS", "NNPS") or token.lemma.lower() in PERSON_PLURALS
    lemma = token.lemma.lower()
    return Phrase(
        sentence=s,
        head=i,
        start=sentence.span.start + first.start,
        end=sentence.span.start + last.end,
        text=_shown(sentence.analysis.text, tree, own, article),
        lemma=lemma,
        kinds=_KINDS[EntityType.NAME] if name and lemma not in PERSON_NOUNS else kinds_of_noun(lemma),
        plural=plural,
        definite=article in ("the", "this", "that", "these", "those") or owner is not None or name,
        bare=article is None and owner is None and not name,
        owner=owner,
        nested=frozenset(own),
        quantified=article in _QUANTIFIERS,
        gender="m" if lemma in MALE_NOUNS else "f" if lemma in FEMALE_NOUNS else None,
    )


def naming_tokens(tree: Tree, i: int) -> list[int]:
    """The words that name what a phrase is about: its determiner and modifiers, its "of" phrase, no clauses."""
    own = [i]
    for j in tree.children(i):
        base = tree.base(j)
        if (
            (j < i and base in ("det", "amod", "compound", "nummod", "nmod", "advmod"))
            or base in ("flat", "fixed")
            or (base == "nmod" and any(tree.lower(c) == "of" for c in tree.children(j, "case")) and _is_short(tree, j))
        ):
            own.extend(tree.subtree(j))
    first = last = i
    while first - 1 in own:
        first -= 1
    while last + 1 in own:
        last += 1
    return list(range(first, last + 1))


def _is_short(tree: Tree, i: int) -> bool:
    """An "of" phrase without clauses of its own, which would belong to another sentence."""
    subtree = tree.subtree(i)
    return len(subtree) <= 6 and not any(tree.base(j) in ("acl", "appos", "advcl", "parataxis") for j in subtree)


def _shown(text: str, tree: Tree, own: Sequence[int], article: str | None) -> str:
    """The phrase with a definite article where it had an indefinite one, in lower case unless it is a name."""
    first = own[0]
    shown = text[tree.tokens[first].start : tree.tokens[own[-1]].end]
    if tree.base(first) == "det" and article is not None:
        rest = shown[len(tree.tokens[first].text) :].lstrip()
        return f"the {rest}" if article in ("a", "an", "the", "this", "that", "these", "those") else _lowered(shown)
    return shown if tree.tokens[first].pos == "PROPN" else _lowered(shown)


def _lowered(text: str) -> str:
    return text if text[1:2].isupper() or text[:1] == "I" else text[:1].lower() + text[1:]
