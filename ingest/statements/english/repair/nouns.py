"""What belongs to which noun: titles, numbers, brackets, hyphens, appositions."""

from __future__ import annotations

import itertools
import re

from ..lexicon import MONTHS, TIME_NOUNS
from .draft import Draft


def double_subjects(draft: Draft) -> None:
    """ "the ferry Aurora ran": two subjects side by side are one phrase; with "and" between them they are a list."""
    subjects: dict[int, list[int]] = {}
    for index in range(len(draft.tokens)):
        if draft.deps[index] in {"nsubj", "nsubj:pass"} and draft.pos[index] in {"NOUN", "PROPN"}:
            subjects.setdefault(draft.heads[index], []).append(index)
    for found in subjects.values():
        for first, second in itertools.pairwise(found):
            if second == first + 1:
                draft.attach(first, second, "compound")
            elif conjunction := _between(draft, first, second):
                draft.attach(second, first, "conj")
                draft.attach(conjunction, second, "cc")


def _between(draft: Draft, first: int, second: int) -> int | None:
    """ "and" or "or" of their verb, with nothing of that verb but commas between it and either subject."""
    siblings = [child for child in draft.children(draft.heads[first]) if first < child < second]
    rest = [child for child in siblings if draft.deps[child] != "punct"]
    return rest[0] if len(rest) == 1 and draft.deps[rest[0]] == "cc" else None


def numbers(draft: Draft) -> None:
    """A bare number right behind a noun belongs to it, a month to its day: "June 2026", "port 8080", "5 May"."""
    for index in range(1, len(draft.tokens)):
        before = index - 1
        month = draft.tokens[index].lemma.lower() in MONTHS
        if draft.cases(index) or draft.heads[before] == index or draft.heads[index] == before:
            continue
        if month and draft.pos[before] == "NUM" and draft.pos[index] == "PROPN":
            draft.attach(index, before, "nmod:unmarked")
        elif draft.pos[index] == "NUM" and draft.pos[before] in {"PROPN", "NOUN"} and _is_free(draft, index):
            dated = draft.tokens[before].lemma.lower() in MONTHS
            draft.attach(index, before, "nmod:unmarked" if dated else "nummod")


_YEAR = re.compile(r"(?:1[5-9]|20)\d\d$")


def counted(draft: Draft) -> None:
    """ "in 5 of 10 runs": a number right before a plural that was hung on something else counts it."""
    for index in range(len(draft.tokens) - 1):
        noun = index + 1
        if draft.pos[index] != "NUM" or draft.tags[noun] != "NNS" or draft.heads[index] in (index, noun):
            continue
        if draft.base(noun) not in {"obl", "obj", "nmod"} or draft.cases(noun) or _YEAR.match(draft.tokens[index].text):
            continue
        head, dep, cases = draft.heads[index], draft.deps[index], draft.cases(index)
        if head == noun or noun in draft.children(index):
            continue
        draft.attach(noun, head, dep)
        draft.attach(index, noun, "nummod")
        for case in cases:
            draft.attach(case, noun, "case")


_BEFORE_NAMES = frozenset({"nmod:desc", "compound", "flat", "nummod"})


def prepositions_of_titles(draft: Draft) -> None:
    """ "by Queen Sonja", "on 4 March": the preposition before a title or a day is that of the whole phrase."""
    for index in range(len(draft.tokens)):
        title = draft.heads[index]
        if draft.deps[index] == "case" and draft.deps[title] in _BEFORE_NAMES:
            name = draft.heads[title]
            if index < title < name and not draft.cases(name):
                draft.attach(index, name, "case")


def _is_free(draft: Draft, index: int) -> bool:
    return draft.base(index) in {"obl", "obj", "nmod", "nsubj"}


def bare_times(draft: Draft) -> None:
    """ "takes place every July": a month or weekday right behind "every" or "each" says when."""
    for index in range(2, len(draft.tokens)):
        if draft.tokens[index - 1].text.lower() not in {"every", "each"} or draft.cases(index):
            continue
        if draft.tokens[index].lemma.lower() not in TIME_NOUNS:
            continue
        draft.attach(index - 1, index, "det")
        head = draft.heads[index]
        if draft.base(index) == "obj" and draft.is_verb(head) and head < index - 1:
            draft.deps[index] = "obl:unmarked"


def titles(draft: Draft) -> None:
    """ "the poet Carl Holm": a noun right before a name that has no preposition of its own is its title."""
    for index in range(len(draft.tokens) - 1):
        if draft.tags[index] != "NN" or draft.pos[index + 1] != "PROPN":
            continue
        name = index + 1
        for head in draft.above(name):
            if head <= index or draft.base(name) not in {"compound", "flat", "amod"}:
                break
            name = head
        same = draft.heads[index] == draft.heads[name] and draft.heads[name] not in (name, index)
        if not same or draft.cases(name) or draft.base(name) not in {"obl", "obj", "conj", "appos", "nmod"}:
            continue
        if draft.base(index) != draft.base(name) or not draft.has(index, "det", "amod"):
            continue
        relation = draft.deps[index]
        for child in draft.children(index):
            draft.attach(child, name, draft.deps[child])
        draft.attach(index, name, "nmod:desc")
        draft.deps[name] = relation


def hyphens(draft: Draft) -> None:
    """ "open-source" is one modifier of what follows."""
    for index in range(1, len(draft.tokens) - 1):
        token = draft.tokens[index]
        left, right = draft.tokens[index - 1], draft.tokens[index + 1]
        if token.text not in {"-", "‐", "‑"} or left.end != token.start or token.end != right.start:
            continue
        first, second = index - 1, index + 1
        if draft.heads[second] == first or draft.pos[index + 1] == "NUM":
            continue
        if (
            draft.heads[first] == second
            and draft.base(second) == "compound"
            and draft.pos[index - 1] in {"ADJ", "ADV", "VERB"}
        ):
            draft.deps[second] = "amod"
        elif draft.heads[first] == draft.heads[second] and draft.base(first) in {
            "amod",
            "compound",
            "advmod",
            "nummod",
        }:
            modifier = draft.base(second) == "compound" and draft.pos[index - 1] in {"ADJ", "ADV", "NUM", "VERB"}
            draft.attach(first, second, "compound")
            if modifier:
                draft.deps[second] = "amod"


def brackets(draft: Draft) -> None:
    """A single word in brackets behind a noun stands beside it: "(WHO)"."""
    for index in range(2, len(draft.tokens) - 1):
        enclosed = draft.tokens[index - 1].text == "(" and draft.tokens[index + 1].text == ")"
        if not enclosed or draft.pos[index] not in {"PROPN", "NOUN", "X"} or draft.base(index) == "appos":
            continue
        noun = index - 2
        if draft.pos[noun] not in {"PROPN", "NOUN"}:
            continue
        for head in draft.above(noun):
            if draft.base(noun) not in {"flat", "compound"} or head == index:
                break
            noun = head
        for child in draft.children(index):
            if draft.pos[child] != "PUNCT":
                draft.attach(child, noun, draft.deps[child])
        draft.attach(index, noun, "appos")


def bracketed_participles(draft: Draft) -> None:
    """ "Acme (founded in 1990) sells": a participle that opens brackets is said of the noun before them."""
    for index in range(2, len(draft.tokens) - 1):
        if draft.tokens[index - 1].text != "(" or draft.tags[index] not in {"VBN", "VBD", "VBG"}:
            continue
        noun = draft.name_head(index - 2, index - 1)
        if draft.pos[noun] not in {"NOUN", "PROPN"} or draft.base(index) not in {"advcl", "parataxis", "dep", "appos"}:
            continue
        if not draft.has(index, "nsubj", "mark"):
            draft.attach(index, noun, "acl")


def appositions(draft: Draft) -> None:
    """ "founded Brightside, a charity, in Leeds": a noun phrase behind a comma that nothing joins stands beside."""
    for index, _token in enumerate(draft.tokens):
        if draft.pos[index] not in {"NOUN", "PROPN"} or draft.base(index) not in {"obj", "conj"} or draft.cases(index):
            continue
        first = draft.first(index)
        noun = first - 2
        if noun < 0 or draft.tokens[first - 1].text != "," or draft.pos[first] != "DET":
            continue
        head = draft.heads[index]
        siblings = [child for child in draft.children(head) if draft.base(child) == draft.base(index)]
        if draft.base(index) == "conj" and any(draft.has(child, "cc") for child in siblings if child >= index):
            continue
        if draft.base(index) == "obj" and not any(child < index for child in siblings):
            continue
        noun = draft.name_head(noun, index)
        if draft.pos[noun] in {"NOUN", "PROPN"}:
            draft.attach(index, noun, "appos")


def names_behind_commas(draft: Draft) -> None:
    """ "the plaintiff, Greta Holm, demanded": no noun modifies a name across a comma; the name stands beside it."""
    for index in range(len(draft.tokens)):
        name = draft.heads[index]
        if draft.base(index) not in {"nmod", "compound"} or draft.cases(index) or not index < name:
            continue
        if draft.tokens[index + 1].text != "," or draft.pos[index] != "NOUN" or draft.pos[name] != "PROPN":
            continue
        if draft.deps[index] == "nmod:poss" or draft.heads[name] == name:
            continue
        draft.force(index, draft.heads[name], draft.deps[name])
        draft.attach(name, index, "appos")


def predicate_nouns(draft: Draft) -> None:
    """ "is a free and open kernel": with an article, the noun is the predicate, the adjective modifies it."""
    for index in range(len(draft.tokens)):
        if draft.pos[index] != "ADJ" or not draft.has(index, "cop"):
            continue
        noun = next((at for at in draft.children(index) if at > index and _is_misplaced(draft, index, at)), None)
        if noun is None:
            continue
        head, relation = draft.heads[index], draft.deps[index]
        joined = [at for at in draft.children(noun) if draft.deps[at] == "cc"]
        second = [at for at in draft.children(noun) if draft.base(at) == "amod" and at < noun]
        second = [at for at in second if joined or draft.has(at, "cc")]
        draft.force(noun, noun if head == index else head, relation)
        for child in draft.children(index):
            if draft.pos[child] != "PUNCT" or child > noun:
                draft.attach(child, noun, draft.deps[child])
        draft.attach(index, noun, "amod")
        if second:
            draft.attach(second[0], index, "conj")
            for conjunction in joined:
                draft.attach(conjunction, second[0], "cc")


def _is_misplaced(draft: Draft, adjective: int, noun: int) -> bool:
    """Whether the noun hangs on its own first adjective: their article stands before both."""
    if (
        draft.pos[noun] != "NOUN"
        or draft.base(noun) not in {"conj", "parataxis", "obj"}
        or draft.has(noun, "cop", "nsubj")
    ):
        return False
    articles = [at for at in (*draft.children(adjective), *draft.children(noun)) if draft.deps[at] == "det"]
    return bool(articles) and all(at < adjective for at in articles)


def phrase_heads(draft: Draft) -> None:
    """What modifies a part of a name modifies the name: "Ines Calder, who ..."."""
    for index in range(len(draft.tokens)):
        noun = draft.heads[index]
        if draft.base(index) not in {"acl", "appos"} or noun > index:
            continue
        whole = noun
        for head in draft.above(noun):
            if draft.base(whole) not in {"compound", "flat", "nmod"} or not noun < head < index:
                break
            if draft.cases(whole) or draft.deps[whole] == "nmod:poss":
                break
            whole = head
        if whole != noun:
            draft.attach(index, whole, draft.deps[index])


def names_across_and(draft: Draft) -> None:
    """ "Marie Dubois and her brother Jean": no name goes on behind "and"; Jean is the brother's name."""
    for index in range(2, len(draft.tokens)):
        head, before = draft.heads[index], index - 1
        if draft.base(index) != "flat" or head >= before or draft.pos[before] != "NOUN":
            continue
        if any(draft.pos[at] == "CCONJ" for at in range(head, index)):
            draft.attach(index, before, "appos")


def names_taken_for_subjects(draft: Draft) -> None:
    """ "the school, built by the monk Paul, opened": a second subject right behind a noun is that noun's name."""
    for index in range(2, len(draft.tokens)):
        verb, before = draft.heads[index], index - 1
        if draft.base(index) != "nsubj" or draft.pos[index] != "PROPN" or draft.tags[before] != "NN":
            continue
        earlier = [at for at in draft.children(verb) if draft.base(at) == "nsubj" and at < before]
        if earlier and draft.cases(before):
            draft.attach(index, before, "appos")
