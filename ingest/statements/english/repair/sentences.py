"""The sentence as a whole: its main verb, its subject, and what no arc may cross."""

from __future__ import annotations

from .clauses import has_wh
from .draft import FINITE, NOMINAL, Draft, chunk_head


def crossing_root(draft: Draft) -> None:
    """No arc passes over the root: what would hang across it hangs on the root."""
    root = draft.root()
    if root is None:
        return
    for index in range(len(draft.tokens)):
        head = draft.heads[index]
        if not (head < root < index or index < root < head):
            continue
        relation = draft.base(index)
        if relation in {"nmod", "obl"} and index > root:
            agent = any(draft.tokens[child].text.lower() == "by" for child in draft.children(index))
            draft.attach(index, root, "obl:agent" if agent else "obl")
        elif (
            relation in {"compound", "nmod", "obl", "obj", "nsubj"} and index < root and _is_opening(draft, index, root)
        ):
            draft.attach(index, root, "nsubj")
        elif relation == "appos" and index > root and draft.has(index, "cc"):
            draft.attach(index, root, "conj")
        elif relation in {"punct", "advmod", "advcl", "conj"} or (relation in {"obj", "flat"} and index > root):
            dep = draft.deps[index] if relation != "flat" else "obl"
            draft.attach(index, root, dep)


def _is_opening(draft: Draft, index: int, root: int) -> bool:
    """Whether this is the noun right before a main verb that has no subject."""
    if draft.pos[index] not in NOMINAL or draft.has(root, "nsubj", "expl") or draft.cases(index):
        return False
    return opens_verb(draft, index + 1, root)


def opening_participle(draft: Draft) -> None:
    """ "Founded in 1884, the house reopened": the main verb is behind the comma."""
    root = draft.root()
    if root is None or draft.tags[root] not in {"VBN", "VBG", "VBD"} or draft.first(root) < root - 1:
        return
    if any(draft.pos[at] not in {"ADV", "PUNCT"} for at in range(root)) or draft.has(root, "aux", "cop"):
        return
    comma = next((at for at in range(root, len(draft.tokens)) if draft.tokens[at].text == ","), None)
    if comma is None:
        return
    main = _main_behind(draft, root, comma)
    if main is None:
        return
    draft.force(main, main, "root")
    draft.force(root, main, "advcl")
    if draft.tags[root] == "VBD":
        draft.tags[root] = "VBN"
    for child in draft.children(root):
        if child > comma and child != main:
            bare = child < main and draft.pos[child] in NOMINAL and not draft.cases(child)
            draft.attach(child, main, "nsubj" if bare else draft.deps[child])
    for child in draft.children(main):
        if draft.base(child) == "nsubj" and not draft.has(main, "aux"):
            draft.deps[child] = "nsubj"
    if draft.tags[main] == "VBN" and not draft.has(main, "aux"):
        draft.tags[main] = "VBD"


def _main_behind(draft: Draft, root: int, comma: int) -> int | None:
    """The first verb behind the comma that nothing makes subordinate."""
    for index in range(comma + 1, len(draft.tokens)):
        if not draft.is_verb(index) or draft.pos[index] == "AUX" or draft.has(index, "mark") or has_wh(draft, index):
            continue
        relation = draft.base(index)
        joined = relation == "conj" and draft.has(index, "cc")
        below = draft.heads[index] == root and relation in {"advcl", "ccomp", "parataxis", "conj"} and not joined
        if below or (relation in {"acl", "advcl"} and draft.is_finite(index)):
            return index
    return None


def semicolons(draft: Draft) -> None:
    """What stands on one side of a semicolon hangs together there."""
    for mark in range(1, len(draft.tokens) - 1):
        if draft.tokens[mark].text != ";":
            continue
        crossing = [at for at in range(mark + 1, len(draft.tokens)) if draft.heads[at] < mark]
        verbs = [at for at in crossing if draft.is_finite(at) and not draft.has(at, "mark")]
        if not verbs:
            continue
        for at in crossing:
            if at != verbs[0] and draft.pos[at] != "PUNCT":
                draft.attach(at, verbs[0], draft.deps[at])
        if draft.base(verbs[0]) not in {"conj", "parataxis"}:
            draft.deps[verbs[0]] = "parataxis"


def subjects(draft: Draft) -> None:
    """The noun phrase that opens a sentence is its subject; one between commas behind it stands beside it."""
    root = draft.root()
    if root is None or draft.has(root, "expl", "csubj") or draft.is_question(root):
        return
    first = 0
    while first < len(draft.tokens) and draft.pos[first] == "PUNCT":
        first += 1
    noun = chunk_head(draft, first)
    if noun is None or noun >= root or draft.pos[first] not in {"DET", "PROPN", "NOUN", "ADJ", "NUM", "PRON"}:
        return
    apposed = _between_commas(draft, noun, root)
    lacking = not any(draft.base(child) == "nsubj" and child < root for child in draft.children(root))
    if apposed is None and not (lacking and opens_verb(draft, noun + 1, root)):
        return
    relation = "nsubj:pass" if any(draft.deps[child] == "aux:pass" for child in draft.children(root)) else "nsubj"
    if apposed is not None:
        if draft.heads[apposed] == noun and draft.base(noun) == "nsubj":
            return
        _hang(draft, noun, root, relation)
        _hang(draft, apposed, noun, "appos")
    else:
        _hang(draft, noun, root, relation)


def _hang(draft: Draft, index: int, head: int, relation: str) -> None:
    draft.force(index, index, "root")  # cut off first: what hangs on it stays
    draft.attach(index, head, relation)
    if draft.heads[index] == index:
        draft.force(index, head, relation)


def opens_verb(draft: Draft, start: int, root: int) -> bool:
    """Whether the main verb with its auxiliaries follows directly."""
    return all(draft.pos[at] in {"AUX", "ADV", "PART"} for at in range(start, root))


def _between_commas(draft: Draft, noun: int, root: int) -> int | None:
    """The head of a noun phrase that stands between commas behind `noun`, right before the main verb."""
    comma = noun + 1
    if comma >= root or draft.tokens[comma].text != ",":
        return None
    closing = next((at for at in range(root - 1, comma, -1) if draft.tokens[at].text == ","), None)
    if closing is None or closing == comma or not opens_verb(draft, closing + 1, root):
        return None
    inside = range(comma + 1, closing)
    opening = draft.tokens[comma + 1]
    if draft.pos[comma + 1] not in {"DET", "PROPN", "NOUN", "ADJ"} and opening.tag != "PRP$":
        return None
    if any(draft.tags[at] in FINITE | {"WDT", "WP", "CC"} or draft.tokens[at].text in {",", "and"} for at in inside):
        return None
    if opening.text.lower() == "the" and draft.tags[comma + 2] == "JJS" and draft.heads[comma + 1] == comma + 2:
        return comma + 2  # "the longest in the region"
    return chunk_head(draft, comma + 1)


def nominal_roots(draft: Draft) -> None:
    """ "Vitamin D, which the skin makes, helps": the sentence is about what the finite verb says of the noun."""
    roots = [index for index, head in enumerate(draft.heads) if head == index]
    if len(roots) != 1 or draft.pos[roots[0]] not in {"NOUN", "PROPN"} or draft.has(roots[0], "cop", "nsubj"):
        return
    noun = roots[0]
    for verb in draft.children(noun):
        told = draft.base(verb) in {"parataxis", "acl", "conj", "appos", "ccomp"} and draft.pos[verb] == "VERB"
        if (
            not told
            or verb < noun
            or not draft.is_finite(verb)
            or draft.has(verb, "nsubj", "mark")
            or has_wh(draft, verb)
        ):
            continue
        draft.force(verb, verb, "root")
        passive = any(draft.deps[child] == "aux:pass" for child in draft.children(verb))
        draft.force(noun, verb, "nsubj:pass" if passive else "nsubj")
        for child in draft.children(noun):
            if child > verb:
                draft.attach(child, verb, draft.deps[child])
        return


def before_that(draft: Draft) -> None:
    """ "said on Friday that it would": what stands before "that" belongs to the verb of saying."""
    for index, token in enumerate(draft.tokens):
        if draft.deps[index] != "mark" or token.text.lower() != "that":
            continue
        verb = draft.heads[index]
        if draft.base(verb) != "ccomp":
            continue
        for child in draft.children(verb):
            if draft.heads[verb] < child < index and draft.pos[child] != "PUNCT":
                draft.attach(child, draft.heads[verb], draft.deps[child])


_PARTS = frozenset({"compound", "flat", "amod", "det", "nummod", "appos", "conj", "nsubj", "acl"})


def lost_subjects(draft: Draft) -> None:
    """A finite main verb without a subject takes the noun before it that hangs elsewhere without a preposition."""
    root = draft.root()
    if root is None or draft.has(root, "nsubj", "csubj", "expl") or draft.is_question(root):
        return
    if not draft.is_finite(root):
        return
    comma = next((at for at in range(root) if draft.tokens[at].text == ","), -1)
    found = [at for at in range(root) if _is_bare(draft, at, root)]
    behind = [at for at in found if at > comma] if any(draft.is_verb(at) for at in range(comma + 1)) else found
    chosen = next(iter(behind or found), None)
    if chosen is not None:
        passive = any(draft.deps[child] == "aux:pass" for child in draft.children(root))
        draft.attach(chosen, root, "nsubj:pass" if passive else "nsubj")


def _is_bare(draft: Draft, index: int, root: int) -> bool:
    """Whether this noun is neither part of another phrase nor in one with a preposition, and no time."""
    if draft.pos[index] not in {"NOUN", "PROPN", "PRON"} or draft.cases(index):
        return False
    opens_verb = draft.base(index + 1) in {"cop", "aux"} and draft.heads[index + 1] == root
    if opens_verb and draft.heads[index] > index + 1:
        return True  # nothing but a subject stands right before the verb
    if draft.base(index) in _PARTS or draft.deps[index] == "nmod:poss":
        return False
    if draft.deps[index] in {"nmod:desc", "obl:unmarked", "nmod:unmarked"}:
        return False
    head = draft.heads[index]
    return head == root or (
        draft.is_verb(head) and head < index and "," in {draft.tokens[at].text for at in range(head, index)}
    )
