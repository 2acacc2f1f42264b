"""Prepositional phrases: which noun a preposition has, and what the phrase depends on."""

from __future__ import annotations

from ..lexicon import BOUND_PREPOSITIONS, TIME_NOUNS
from .draft import NOMINAL, Draft, chunk_head


def such_as(draft: Draft) -> None:
    """ "formats such as A": A depends on the formats."""
    for index in range(1, len(draft.tokens) - 2):
        if draft.tokens[index].text.lower() == "including" and draft.deps[index] == "case":
            _examples(draft, draft.heads[index])
        if draft.tokens[index].text.lower() != "such" or draft.tokens[index + 1].text.lower() != "as":
            continue
        example = draft.heads[index + 1] if draft.heads[index + 1] > index + 1 else chunk_head(draft, index + 2)
        noun = next((at for at in range(index - 1, -1, -1) if draft.pos[at] in {"NOUN", "PROPN"}), None)
        if example is None or noun is None or draft.pos[example] not in NOMINAL | {"ADJ"}:
            continue
        for at in (*draft.children(index), *draft.children(index + 1)):
            if at > example:
                draft.attach(at, example, draft.deps[at])
        if draft.heads[index] == example and draft.heads[example] <= noun and draft.base(example) == "nmod":
            if draft.heads[index + 1] == example:
                draft.attach(index + 1, index, "fixed")
            continue
        draft.attach(example, noun, "nmod")
        draft.attach(index, example, "case")
        draft.attach(index + 1, index, "fixed")
        for at in range(example + 1, len(draft.tokens)):
            if draft.base(at) == "conj" and draft.heads[at] == noun:
                draft.attach(at, example, "conj")


def _examples(draft: Draft, example: int) -> None:
    """ "blockers, including A and B": B is joined to A, not to the blockers."""
    noun = draft.heads[example]
    if draft.is_verb(noun) or noun > example:
        case = draft.first(example)
        before = next((at for at in range(case - 1, -1, -1) if draft.pos[at] in {"NOUN", "PROPN"}), None)
        if before is None or draft.tags[before] not in {"NNS", "NNPS"}:
            return
        draft.attach(example, before, "nmod")
        noun = before
    for at in range(example + 1, len(draft.tokens)):
        joined = draft.base(at) == "conj" and draft.heads[at] == noun and draft.pos[at] in NOMINAL
        if joined and not any(draft.is_verb(between) for between in range(example, at)):
            draft.attach(at, example, "conj")


def prepositions(draft: Draft) -> None:
    """A preposition that hangs on a word before it, or on a verb, belongs to the noun phrase behind it."""
    for index, _token in enumerate(draft.tokens):
        if draft.pos[index] != "ADP" or draft.deps[index] != "case" or index + 1 >= len(draft.tokens):
            continue
        head = draft.heads[index]
        if head > index and not (draft.is_verb(head) and draft.tokens[head].tag != "VBG"):
            continue
        noun = chunk_head(draft, index + 1)
        if noun is None:
            continue
        if any(draft.deps[child] == "case" and index < child < noun for child in draft.children(noun)):
            continue
        draft.attach(index, noun, "case")


def lost_cases(draft: Draft) -> None:
    """ "signed in 2020": a preposition taken for a phrase of its own belongs to the noun right behind it."""
    for index in range(len(draft.tokens) - 1):
        if draft.pos[index] != "ADP" or draft.tags[index] != "IN" or draft.base(index) not in _PHRASES:
            continue
        noun = chunk_head(draft, index + 1)
        if noun is None or draft.children(index) not in ([], [noun]) or draft.cases(noun):
            continue
        if draft.first(noun) != index + 1 or draft.heads[noun] not in (index, draft.heads[index]):
            continue
        if draft.heads[noun] == index or draft.base(noun) == "dep":
            draft.attach(noun, draft.heads[index], draft.deps[index])
        draft.attach(index, noun, "case")


_PHRASES = frozenset({"obl", "nmod", "obj", "dep"})


def subject_phrases(draft: Draft) -> None:
    """A phrase between a subject and its verb belongs to the subject: "copyright in the EU expires"."""
    for index in range(len(draft.tokens)):
        if draft.base(index) not in {"obl", "obj"} or draft.pos[index] not in {"NOUN", "PROPN"}:
            continue
        verb = draft.heads[index]
        cases = [child for child in draft.children(index) if draft.deps[child] == "case"]
        if not cases or verb < index or draft.tokens[index].lemma.lower() in TIME_NOUNS:
            continue
        before = cases[0] - 1
        if before < 0 or draft.pos[before] not in {"NOUN", "PROPN"}:
            continue
        subject = next((s for s in draft.children(verb) if draft.base(s) == "nsubj" and s < index), None)
        if subject is not None and draft.last(subject) == before:
            draft.attach(index, subject, "nmod")


def objects(draft: Draft) -> None:
    """An object has no preposition; with one, it is an oblique."""
    for index, _token in enumerate(draft.tokens):
        if draft.deps[index] == "obl:agent" and not any(
            draft.tokens[c].text.lower() == "by" for c in draft.cases(index)
        ):
            draft.deps[index] = "obl"
        if draft.deps[index] == "obj" and draft.pos[index] in {"NOUN", "PROPN", "NUM"}:
            cases = [child for child in draft.children(index) if draft.deps[child] == "case"]
            if any(draft.pos[case] == "ADP" for case in cases):
                draft.deps[index] = "obl"


def participle_phrases(draft: Draft) -> None:
    """A phrase right behind a participle or a conjoined verb belongs to it: "broker written in Rust and kept by us"."""
    for index in range(2, len(draft.tokens)):
        if draft.base(index) not in {"nmod", "obl"} or draft.pos[index] not in NOMINAL:
            continue
        cases = draft.cases(index)
        if not cases:
            continue
        before, head = cases[0] - 1, draft.heads[index]
        clause = before >= 0 and (draft.pos[before] == "VERB" or draft.base(before) == "advcl")
        if before == head or not clause or not (head < before or _comma_between(draft, index, head)):
            continue
        if draft.base(before) in {"acl", "conj", "advcl", "root", "parataxis", "ccomp", "xcomp"}:
            agent = draft.tokens[cases[0]].text.lower() == "by" and draft.tags[before] == "VBN"
            draft.attach(index, before, "obl:agent" if agent else "obl")


def _comma_between(draft: Draft, index: int, head: int) -> bool:
    return any(draft.tokens[at].text == "," for at in range(index, head))


def inside_phrases(draft: Draft) -> None:
    """What stands between a preposition and its noun is part of the phrase: "at 100 degrees Celsius"."""
    for case in range(len(draft.tokens)):
        noun = draft.heads[case]
        if draft.deps[case] != "case" or noun <= case + 1 or draft.tokens[case].tag == "POS":
            continue
        for index in range(case + 1, noun):
            head = draft.heads[index]
            outside = head < case or head > noun or head == index
            if outside and draft.pos[index] in {"NOUN", "PROPN", "NUM", "ADJ", "DET"}:
                draft.attach(index, noun, "compound" if draft.pos[index] in {"NOUN", "PROPN"} else draft.deps[index])


def bare_objects(draft: Draft) -> None:
    """A noun right behind an active verb, without a preposition and no time, is its object."""
    for index, token in enumerate(draft.tokens):
        if draft.base(index) != "obl" or draft.pos[index] not in {"NOUN", "PROPN"} or draft.cases(index):
            continue
        verb = draft.heads[index]
        if verb >= index or draft.pos[verb] != "VERB" or token.lemma.lower() in TIME_NOUNS:
            continue
        helpers = {draft.deps[child] for child in draft.children(verb)}
        lacking = not helpers & {"obj", "aux:pass", "xcomp"} and draft.tags[verb] != "VBN"
        if lacking and draft.first(index) == verb + 1 and not draft.has(index, "nummod"):
            draft.deps[index] = "obj"


def leftover_nouns(draft: Draft) -> None:
    """A noun right behind a verb, without a preposition, is its object, not that of a verb behind a comma."""
    for index, _token in enumerate(draft.tokens):
        if draft.pos[index] not in {"NOUN", "PROPN"} or draft.base(index) not in {"obl", "obj"} or draft.cases(index):
            continue
        head = draft.heads[index]
        if head < index or not _comma_between(draft, index, head):
            continue
        before = draft.first(index) - 1
        if before >= 0 and draft.pos[before] == "VERB" and not draft.has(before, "obj"):
            draft.attach(index, before, "obj")


def agents(draft: Draft) -> None:
    """ "by researchers at Utrecht University": a place right behind an agent who is no name says who they are."""
    for index in range(1, len(draft.tokens)):
        cases = draft.cases(index)
        if draft.base(index) != "obl" or not cases or draft.tokens[cases[0]].text.lower() not in {"at", "from", "of"}:
            continue
        agent = cases[0] - 1
        if agent >= 0 and draft.deps[agent] == "obl:agent" and draft.pos[agent] == "NOUN":
            draft.attach(index, agent, "nmod")


_EVENTS = frozenset(
    {"death", "birth", "retirement", "resignation", "election", "marriage", "appointment", "discovery", "founding",
     "launch", "release", "introduction", "merger", "foundation", "publication", "arrival", "departure"}
)  # fmt: skip


def dated_events(draft: Draft) -> None:
    """ "until his death in 2011": the date is that of the death."""
    for index in range(2, len(draft.tokens)):
        cases = draft.cases(index)
        if draft.base(index) != "obl" or not cases:
            continue
        event = cases[0] - 1
        beside = event > 0 and draft.heads[event] == draft.heads[index] and bool(draft.cases(event))
        if beside and draft.tokens[event].lemma.lower() in _EVENTS:
            draft.attach(index, event, "nmod")


def recipients(draft: Draft) -> None:
    """ "adds types to the language": with a verb that takes "to", the phrase is the verb's."""
    for index in range(2, len(draft.tokens)):
        cases = draft.cases(index)
        if draft.base(index) != "nmod" or not cases or draft.tokens[cases[0]].text.lower() != "to":
            continue
        thing = draft.heads[index]
        verb = draft.heads[thing]
        if draft.base(thing) == "obj" and draft.tokens[verb].lemma.lower() in BOUND_PREPOSITIONS["to"]:
            draft.attach(index, verb, "obl")


def of_phrases(draft: Draft) -> None:
    """ "a pupil of Siza, has designed ...": "of" belongs to the noun before it, not to one that comes later."""
    for index in range(2, len(draft.tokens)):
        cases = draft.cases(index)
        if not cases or draft.tokens[cases[0]].text.lower() != "of" or draft.heads[index] <= index:
            continue
        noun = cases[0] - 1
        if noun >= 0 and draft.pos[noun] in {"NOUN", "PROPN"}:
            draft.attach(index, noun, "nmod")


def in_segment(draft: Draft) -> None:
    """A phrase with a comma between it and its verb belongs to a verb on its own side, where there is one."""
    for index in range(1, len(draft.tokens)):
        head = draft.heads[index]
        if draft.base(index) not in {"obl", "nmod"} or head <= index or not _comma_between(draft, index, head):
            continue
        if not draft.cases(index):
            continue
        for at in range(draft.cases(index)[0] - 1, -1, -1):
            if draft.tokens[at].text == ",":
                break
            if draft.pos[at] == "VERB" and draft.base(at) != "amod":
                agent = draft.tokens[draft.cases(index)[0]].text.lower() == "by" and draft.tags[at] == "VBN"
                draft.attach(index, at, "obl:agent" if agent else "obl")
                break
