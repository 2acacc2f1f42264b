"""Subordinate clauses and verb forms: relative clauses stand behind their noun, a verb with a subject is finite."""

from __future__ import annotations

from .draft import NOMINAL, Draft

_NOUNS = frozenset({"NOUN", "PROPN"})

_WH_SUBJECTS = frozenset({"who", "which", "that"})
_SUBORDINATING = frozenset(
    {"if", "unless", "although", "though", "because", "while", "when", "whereas", "since", "once"}
)


def relatives(draft: Draft) -> None:
    """A finite verb with "who" or "which" as its subject modifies the noun before."""
    for index, token in enumerate(draft.tokens):
        if token.text.lower() not in _WH_SUBJECTS or token.tag not in {"WP", "WDT"} or draft.base(index) != "nsubj":
            continue
        verb = draft.heads[index]
        if verb < index or draft.deps[verb] in {"acl:relcl", "root", "ccomp", "csubj", "advcl:relcl"}:
            continue
        noun = noun_before(draft, index)
        if noun is None:
            continue
        if draft.heads[noun] == verb and draft.heads[verb] != verb:
            above = draft.heads[verb]
            draft.attach(noun, above, "nsubj" if draft.is_verb(above) and noun < above else draft.deps[noun])
        draft.attach(verb, noun, "acl:relcl")


def agreeing_antecedents(draft: Draft) -> None:
    """ "plays its games at Elm Park, which holds 12,000": of two nouns, the one that the verb agrees with."""
    for index in range(len(draft.tokens)):
        pronoun = next((at for at in draft.children(index) if draft.base(at) == "nsubj"), 0)
        if draft.deps[index] != "acl:relcl" or draft.tokens[pronoun].text.lower() != "which":
            continue
        verbs = [index, *(at for at in draft.children(index) if draft.base(at) in {"aux", "cop"})]
        singular = any(draft.tags[at] == "VBZ" or draft.tokens[at].text.lower() == "was" for at in verbs)
        nearest, antecedent = noun_before(draft, pronoun), draft.heads[index]
        if nearest is None or not singular or nearest == antecedent or draft.tags[antecedent] != "NNS":
            continue
        if draft.tags[nearest] in {"NN", "NNP"} and draft.has(nearest, "case"):
            draft.attach(index, nearest, "acl:relcl")


def noun_clauses(draft: Draft) -> None:
    """ "the bank, Europe's fourth-largest lender,": a noun with neither verb nor subject is no clause."""
    for index in range(len(draft.tokens)):
        if draft.deps[index] != "acl:relcl" or draft.pos[index] != "NOUN" or has_wh(draft, index):
            continue
        owned = any(draft.deps[child] == "nmod:poss" for child in draft.children(index))
        if owned and not draft.has(index, "nsubj", "cop", "aux", "mark"):
            draft.deps[index] = "appos"


def noun_before(draft: Draft, index: int) -> int | None:
    """The head of the noun phrase that ends right before `index`, a comma between allowed."""
    at = index - 1
    while at >= 0 and draft.pos[at] in {"PUNCT", "ADP"}:
        at -= 1
    if at < 0 or draft.pos[at] not in {"NOUN", "PROPN", "NUM", "PRON"}:
        return None
    for head in draft.above(at):
        if draft.base(at) not in {"flat", "compound"} or draft.tokens[head].pos not in _NOUNS or head > index:
            break
        at = head
    return at


def tags(draft: Draft) -> None:
    """A verb with a subject and no auxiliary is finite: "Torvalds created Git", "version 4 fixes a leak"."""
    for index, token in enumerate(draft.tokens):
        if draft.pos[index] == "AUX" and draft.tags[index] == "VB" and token.text.lower() == "do":
            draft.tags[index] = "VBP" if draft.deps[index] == "aux" else "VB"
        if draft.pos[index] != "VERB" or draft.tags[index] not in {"VBN", "VB"}:
            continue
        bare = draft.tags[index] == "VB" and draft.deps[index] == "conj" and not draft.has(index, "aux", "mark")
        if bare and any(draft.tags[child] == "VBN" for child in _passives(draft, draft.heads[index])):
            draft.tags[index] = "VBZ" if token.text.endswith("s") else "VBN"
            continue
        first = draft.heads[index]
        if draft.tags[index] == "VBN" and draft.deps[index] == "conj" and draft.has(index, "cc"):
            active = draft.tags[first] == "VBD" and not draft.has(first, "aux") and draft.has(index, "obj")
            if active and not draft.has(index, "aux", "nsubj"):
                draft.tags[index] = "VBD"
                continue
        if not draft.has(index, "nsubj") or draft.has(index, "aux", "mark", "cop"):
            continue
        if draft.tags[index] == "VBN":
            passive = any(draft.deps[child] == "nsubj:pass" for child in draft.children(index))
            draft.tags[index] = "VBN" if passive and draft.heads[index] != index else "VBD"
        else:
            draft.tags[index] = "VBZ" if token.text.endswith("s") else "VBP"


def listed_verbs(draft: Draft) -> None:
    """The form of the verbs in a row: "ended the war, ceded land and paid", "was stolen, found and returned"."""
    for index in range(1, len(draft.tokens)):
        if draft.pos[index] != "VERB" or draft.has(index, "aux", "nsubj", "mark"):
            continue
        if draft.tags[index] == "VBN" and _is_past_in_row(draft, index):
            draft.tags[index], draft.deps[index] = "VBD", "conj"
            continue
        last = draft.tags[index] == "VBD" and draft.base(index) == "conj" and not draft.has(index, "obj")
        if last and _passives(draft, index) and _participle_between(draft, draft.heads[index], index):
            draft.tags[index] = "VBN"


def _is_past_in_row(draft: Draft, index: int) -> bool:
    """Whether what looks like a participle has an object of its own, between two verbs in the past."""
    head = draft.heads[index]
    closing = [at for at in draft.children(head) if draft.base(at) == "conj" and at > index and draft.has(at, "cc")]
    return (
        head < index
        and draft.tokens[index - 1].text == ","
        and draft.has(index, "obj")
        and draft.tags[head] == "VBD"
        and draft.base(index) in {"advcl", "conj", "parataxis"}
        and any(draft.tags[at] == "VBD" for at in closing)
    )


def _participle_between(draft: Draft, first: int, last: int) -> bool:
    return any(
        first < at < last and draft.tags[at] == "VBN" and draft.tokens[at - 1].text == "," and draft.pos[at] == "VERB"
        for at in draft.children(first)
    )


def counting_verbs(draft: Draft) -> None:
    """ "the arena seats 18,000 people": a plural with a subject and an object of its own is a verb."""
    for index in range(len(draft.tokens)):
        if draft.tags[index] == "NNS" and draft.has(index, "nsubj") and draft.has(index, "obj"):
            if not draft.has(index, "cop", "det", "amod", "case"):
                draft.tags[index], draft.pos[index] = "VBZ", "VERB"
        elif draft.tags[index] == "NNS" and draft.pos[index] == "VERB" and draft.deps[index] == "conj":
            draft.tags[index] = "VBZ"
        elif draft.tags[index] in {"VBD", "VBN"} and _ends_in_s(draft.tokens[index].text):
            draft.tags[index] = "VBZ"  # "stores, encrypts and deletes": no past ends so


def _ends_in_s(word: str) -> bool:
    return len(word) > 3 and word.islower() and word.endswith("s") and not word.endswith("ss")


def _passives(draft: Draft, head: int) -> list[int]:
    """The participles of a list of passive predicates."""
    first = draft.heads[head] if draft.base(head) == "conj" else head
    if not any(draft.deps[child] == "aux:pass" for child in draft.children(first)):
        return []
    modal = any(draft.tags[child] == "MD" for child in draft.children(first))
    return [] if modal else [first]


def subordinate(draft: Draft) -> None:
    """A relative clause stands behind its noun; without a subject or auxiliary it is a participle."""
    for index, token in enumerate(draft.tokens):
        if draft.deps[index] == "amod" and draft.heads[index] < index and draft.tags[index] in {"VBN", "VBG"}:
            draft.deps[index] = "acl"
        if draft.deps[index] == "acl" and draft.heads[index] > index:
            noun = noun_before(draft, index)
            above = draft.verb_above(index)
            if noun is not None and draft.first(index) > noun:
                draft.attach(index, noun, "acl")
            elif above is not None and _is_marked(draft, index):
                draft.attach(index, above, "advcl")
        if draft.deps[index] != "acl:relcl":
            continue
        if draft.heads[index] > index or _is_marked(draft, index):
            verb = draft.verb_above(index)
            if verb is not None:
                draft.attach(index, verb, "advcl")
        elif token.tag == "VBN" and not draft.has(index, "nsubj", "aux", "obj", "mark") and not has_wh(draft, index):
            draft.deps[index] = "acl"


def _is_marked(draft: Draft, index: int) -> bool:
    return any(
        draft.deps[child] == "mark" and draft.tokens[child].text.lower() in _SUBORDINATING
        for child in draft.children(index)
    )


def has_wh(draft: Draft, index: int) -> bool:
    return any(draft.tags[child] in {"WDT", "WP", "WRB", "WP$"} for child in draft.children(index))


def partitives(draft: Draft) -> None:
    """ "86 passengers, none of whom were injured": none is the subject of the relative clause."""
    for index in range(3, len(draft.tokens) - 1):
        if draft.tokens[index].text.lower() not in {"whom", "which"} or draft.tokens[index - 1].text.lower() != "of":
            continue
        part = index - 2
        noun = noun_before(draft, part)
        verb = next((at for at in range(index + 1, len(draft.tokens)) if draft.pos[at] == "VERB"), None)
        if noun is None or verb is None or draft.pos[part] not in NOMINAL | {"DET", "ADJ"} or noun == verb:
            continue
        draft.attach(verb, noun, "acl:relcl")
        passive = any(draft.deps[child] == "aux:pass" for child in draft.children(verb))
        draft.attach(part, verb, "nsubj:pass" if passive else "nsubj")
        draft.attach(index, part, "nmod")


def late_subjects(draft: Draft) -> None:
    """What stands behind a conjoined verb is not its subject: "and was renamed Orbis Labs"."""
    for index, _token in enumerate(draft.tokens):
        verb = draft.heads[index]
        if draft.base(index) != "nsubj" or index < verb or draft.pos[index] not in NOMINAL or draft.pos[verb] != "VERB":
            continue
        earlier = any(draft.base(child) == "nsubj" and child < verb for child in draft.children(verb))
        if (draft.base(verb) == "conj" or earlier) and not draft.has(verb, "expl"):
            passive = any(draft.deps[child] == "aux:pass" for child in draft.children(verb))
            draft.deps[index] = "xcomp" if passive else "obj"
