"""Conjunctions: what is joined to what."""

from __future__ import annotations

from .draft import FINITE, NOMINAL, Draft, chunk_head


def joined_nouns(draft: Draft) -> None:
    """ "and" opens the whole phrase behind it; what follows it is joined; "shortness of breath" is one member."""
    for index, _token in enumerate(draft.tokens):
        if draft.deps[index] == "cc":
            word = draft.heads[index]
            if word > index and draft.base(word) in {"amod", "compound", "det", "nummod"} and draft.heads[word] > word:
                draft.attach(index, draft.heads[word], "cc")
        elif draft.base(index) in {"obl", "obj", "amod"} and draft.has(index, "cc"):
            earlier = [
                at
                for at in draft.children(draft.heads[index])
                if draft.base(at) == draft.base(index)
                and at < index
                and (draft.base(index) == "amod" or draft.heads[index] < at)
            ]
            if earlier:
                draft.attach(index, earlier[-1], "conj")
        elif (
            draft.base(index) in {"amod", "nmod"}
            and draft.heads[index] < index
            and draft.pos[index] in {"NOUN", "ADJ", "PROPN"}
        ):
            if draft.has(index, "cc") and not draft.cases(index) and draft.tokens[draft.heads[index]].pos in NOMINAL:
                draft.deps[index] = "conj"
        elif draft.base(index) == "conj" and draft.pos[index] in NOMINAL and draft.cases(index):
            before = draft.cases(index)[0] - 1
            if (
                before != draft.heads[index]
                and before > 0
                and draft.base(before) == "conj"
                and not draft.has(index, "cc")
            ):
                draft.attach(index, before, "nmod")


def conjuncts(draft: Draft) -> None:
    """A finite verb is joined to a verb, a participle to a participle, a noun not to a verb."""
    for index, _token in enumerate(draft.tokens):
        if draft.base(index) != "conj":
            continue
        head = draft.heads[index]
        if head > index and draft.is_verb(index) and draft.has(index, "cc"):
            earlier = [
                at for at in range(index) if draft.pos[at] == "VERB" and draft.base(at) in {"advcl", "acl", "conj"}
            ]
            if earlier:
                draft.attach(index, earlier[-1], "conj")
                continue
        if head > index:
            draft.deps[index] = "nmod:desc" if draft.pos[index] in {"NOUN", "PROPN"} else "dep"
            continue
        if draft.is_verb(index) and not draft.is_verb(head) and not _is_predicate(draft, head):
            target = _verb_above(draft, head, index)
            if target is not None:
                draft.attach(index, target, "conj")
        elif draft.is_finite(index) and draft.tags[head] in {"VB", "VBG"} and not draft.is_finite(head):
            above = draft.verb_above(head)
            if above is not None and draft.is_finite(above) and not draft.has(index, "nsubj"):
                draft.attach(index, above, "conj")
        elif draft.pos[index] in {"NOUN", "PROPN"} and draft.is_verb(head) and not _has(draft, index, {"cop", "nsubj"}):
            phrases = [at for at in draft.children(head) if draft.base(at) == "obl" and at < index]
            if draft.cases(index) and draft.has(index, "cc") and phrases:
                draft.attach(index, phrases[-1], "conj")
                continue
            verb = index - 1
            while verb > head and draft.pos[verb] in {"DET", "ADJ", "NUM", "ADV"}:
                verb -= 1
            if draft.is_verb(verb) and verb != head:
                draft.attach(index, verb, "obj")
                continue
            _join_to_object(draft, index, head)


def _join_to_object(draft: Draft, index: int, verb: int) -> None:
    """ "contains salt, as well as small amounts of sugar"; not "won the title 14 times and the cup 9 times"."""
    objects = [at for at in draft.children(verb) if draft.base(at) == "obj" and verb < at < index]
    conjunction = next((at for at in draft.children(index) if draft.deps[at] == "cc"), 0)
    if not objects or not conjunction or draft.cases(index):
        return
    apart = draft.tokens[conjunction - 1].text == "," and draft.tokens[conjunction].text.lower() != "as"
    counted = any(draft.tokens[at].lemma.lower() == "time" for at in (index, objects[-1]))
    if not apart and not counted:
        draft.attach(index, objects[-1], "conj")


def _has(draft: Draft, index: int, relations: set[str]) -> bool:
    return any(draft.base(child) in relations for child in draft.children(index))


def _is_predicate(draft: Draft, index: int) -> bool:
    return _has(draft, index, {"cop"}) and not _has_participle(draft, index)


def _has_participle(draft: Draft, index: int) -> bool:
    return any(draft.base(child) == "acl" and draft.tokens[child].tag == "VBN" for child in draft.children(index))


def _verb_above(draft: Draft, noun: int, index: int) -> int | None:
    """The verb that a verb which was hung on a noun is joined to: a participle behind that noun, or what governs it."""
    if draft.tokens[index].tag in {"VBN", "VBG"} and not draft.is_finite(index):
        same = [
            child
            for child in draft.children(noun)
            if draft.base(child) == "acl" and draft.tokens[child].tag == draft.tokens[index].tag and child < index
        ]
        if same:
            return same[-1]
    if _has(draft, noun, {"cop"}):
        return None
    return next(
        (node for node in draft.above(noun) if draft.is_verb(node) and draft.pos[node] == "VERB" and node < index), None
    )


def nearest_objects(draft: Draft) -> None:
    """ "edit photos, add text and share albums": the noun right behind the last verb is its object."""
    for index in range(2, len(draft.tokens)):
        head, verb = draft.heads[index], draft.first(index) - 1
        if _is_stray(draft, index, head, verb):
            draft.attach(index, verb, "obj")
            continue
        if draft.base(index) != "obj" or not head < verb < index or draft.pos[verb] != "VERB":
            continue
        if not any(draft.base(at) == "obj" and at < verb for at in draft.children(head)):
            continue  # "make and sell bicycles": the object of both
        joined = draft.base(verb) == "conj" and draft.has(verb, "cc")
        if (joined or draft.deps[verb] == "xcomp") and not draft.has(verb, "obj"):
            draft.attach(index, verb, "obj")


def _is_stray(draft: Draft, index: int, head: int, verb: int) -> bool:
    """ "performs in Rome and tours Asia": nothing joins the noun behind the verb to the one before it."""
    joined = draft.base(index) == "conj" and draft.pos[index] in {"NOUN", "PROPN"} and not draft.has(index, "cc")
    return (
        joined
        and head < verb
        and draft.tags[verb] in FINITE
        and draft.base(verb) == "conj"
        and draft.has(verb, "cc")
        and not draft.has(verb, "obj")
        and not draft.cases(index)
    )


def chains(draft: Draft) -> None:
    """A, B and C all hang on A."""
    for index in range(len(draft.tokens)):
        if draft.base(index) != "conj":
            continue
        head = draft.heads[index]
        if draft.base(head) == "conj" and head < index:
            first = draft.heads[head]
            same = draft.pos[first] == draft.pos[head] == draft.pos[index]
            if same and first < head:
                draft.attach(index, first, "conj")


def left_of_conjunction(draft: Draft) -> None:
    """What stands before "and" does not depend on the verb behind it; a participle behind a comma is an adverbial."""
    for index in range(len(draft.tokens)):
        if draft.base(index) == "conj" and draft.is_verb(index):
            conjunction = next((child for child in draft.children(index) if draft.deps[child] == "cc"), None)
            if conjunction is None or draft.heads[index] > conjunction:
                continue
            for child in draft.children(index):
                if child < conjunction and draft.pos[child] != "PUNCT":
                    draft.attach(child, draft.heads[index], draft.deps[child])
        elif draft.deps[index] == "parataxis" and draft.tags[index] in {"VBN", "VBG"}:
            comma = draft.first(index) - 1
            head = draft.heads[index]
            for child in draft.children(index):
                before = [at for at in range(child, index) if draft.tokens[at].text == ","]
                if child < index and before and draft.pos[child] in NOMINAL:
                    draft.attach(child, head, draft.deps[child])
                    comma = before[-1]
            if comma > 0 and draft.tokens[comma].text == "," and not draft.has(index, "nsubj", "aux"):
                draft.deps[index] = "advcl"


def verbs_taken_for_nouns(draft: Draft) -> None:
    """ "adds types and compiles to code": what is joined to a verb in -s and has an object of its own is a verb."""
    for index, token in enumerate(draft.tokens):
        if draft.tags[index] != "NNS" or draft.base(index) != "conj" or not token.text.endswith("s"):
            continue
        if index == 0 or draft.deps[index - 1] != "cc" or index + 1 >= len(draft.tokens):
            continue
        verb = draft.verb_above(index)
        third = verb is not None and "VBZ" in {draft.tags[at] for at in (verb, *draft.children(verb))}
        if verb is None or not third or draft.has(index, "det", "amod", "compound", "case"):
            continue
        opens_phrase = (
            draft.tags[index + 1] in {"DT", "PRP$", "PRP", "JJS", "TO"} or draft.tokens[index + 1].text == "to"
        )
        if not (opens_phrase or draft.has(index, "obl", "obj")):
            continue
        draft.pos[index], draft.tags[index] = "VERB", "VBZ"
        draft.attach(index, verb, "conj")
        noun = chunk_head(draft, index + 1) if draft.tags[index + 1] in {"DT", "PRP$", "PRP", "JJS"} else None
        if noun is not None and draft.heads[noun] != index:
            draft.attach(noun, index, "obj")


def neighbours(draft: Draft) -> None:
    """Two conjuncts side by side, with neither a comma nor "and" between them, are one phrase: "web development"."""
    for index in range(1, len(draft.tokens)):
        if draft.base(index) != "conj":
            continue
        before, head = _phrase_start(draft, index) - 1, draft.heads[index]
        if draft.pos[before] == "PUNCT" or any(draft.pos[at] == "CCONJ" for at in range(max(before, 0), index)):
            continue
        sibling = before >= 0 and draft.base(before) == "conj" and draft.heads[before] == head
        if not (sibling or before == head) or before > index:
            continue
        if draft.pos[index] == "VERB":
            draft.attach(index, before, "xcomp")
            continue
        if draft.pos[before] not in {"NOUN", "PROPN", "ADJ", "NUM"} or draft.pos[index] not in {"NOUN", "PROPN"}:
            continue
        above = draft.heads[before]
        draft.force(index, index if above == before else above, draft.deps[before])
        for child in draft.children(before):
            draft.attach(child, index, draft.deps[child])
        draft.attach(before, index, "amod" if draft.pos[before] == "ADJ" else "compound")


def _phrase_start(draft: Draft, index: int) -> int:
    """The first word of a conjunct, what joins it aside."""
    inside = [draft.first(child) for child in draft.children(index) if child < index and draft.pos[child] != "PUNCT"
              and draft.deps[child] != "cc"]  # fmt: skip
    return min([index, *inside])


def nearer_subjects(draft: Draft) -> None:
    """ "A was hurt, but B fell and broke": a conjunct without a subject takes that of the nearest one before it."""
    for index in range(len(draft.tokens)):
        if draft.base(index) != "conj" or not draft.is_verb(index) or draft.has(index, "nsubj", "expl", "csubj"):
            continue
        head = draft.heads[index]
        between = [
            at for at in draft.children(head)
            if head < at < index and draft.base(at) == "conj" and draft.has(at, "nsubj") and draft.is_verb(at)
        ]  # fmt: skip
        if between:
            draft.attach(index, between[-1], "conj")


def subjects_behind_and(draft: Draft) -> None:
    """ "backed the bill and her opponent opposed it": a noun phrase between "and" and a finite verb is its subject."""
    for index in range(1, len(draft.tokens)):
        if draft.tags[index] not in FINITE or draft.pos[index] != "VERB" or draft.has(index, "nsubj", "expl", "csubj"):
            continue
        noun = draft.name_head(index - 1, index)
        conjunctions = [at for at in draft.children(noun) if draft.deps[at] == "cc"]
        joined = draft.base(noun) == "conj" and draft.pos[noun] in NOMINAL and conjunctions and not draft.cases(noun)
        if not joined or draft.base(index) != "conj" or draft.last(noun) != index - 1:
            continue
        governor = draft.heads[index]
        if not (draft.is_verb(governor) and governor < conjunctions[0] and draft.heads[noun] > governor):
            continue
        draft.attach(noun, index, "nsubj")
        draft.attach(conjunctions[0], index, "cc")


def closing_commas(draft: Draft) -> None:
    """ "X, the head of A, and Y": the comma before a lone "and" closes what stands beside X, so Y is joined to X."""
    for index in range(len(draft.tokens)):
        cc = next((at for at in draft.children(index) if draft.deps[at] == "cc" and at < index), 0)
        if draft.base(index) != "conj" or draft.pos[index] not in NOMINAL or draft.tokens[cc - 1].text != "," or not cc:
            continue
        inner = draft.heads[index]
        several = sum(draft.base(at) == "conj" for at in draft.children(inner)) > 1
        if inner > cc or several or draft.cases(index):
            continue
        node = inner
        while draft.heads[node] < node:
            opening = draft.first(node) - 1
            if draft.base(node) in {"appos", "acl"} and opening > 0 and draft.tokens[opening].text == ",":
                draft.attach(index, draft.heads[node], "conj")
                break
            node = draft.heads[node]


def asides_of_the_last(draft: Draft) -> None:
    """ "A and B, a German company,": what stands beside the last of a list is said of that one alone."""
    for index in range(len(draft.tokens)):
        relation = draft.base(index)
        if relation not in {"appos", "acl"} or draft.heads[index] > index:
            continue
        opening, head = draft.first(index) - 1, draft.heads[index]
        if opening < 1 or draft.tokens[opening].text != ",":
            continue
        members = [at for at in draft.children(head) if draft.base(at) == "conj" and head < at < opening]
        members = [at for at in members if draft.pos[at] in NOMINAL and draft.last(at) == opening - 1]
        if members and not _is_plural_aside(draft, index):
            draft.attach(index, members[-1], draft.deps[index])


def _is_plural_aside(draft: Draft, index: int) -> bool:
    """Whether an apposition or relative clause speaks of several: "two cities in Norway", "which are cities"."""
    if draft.pos[index] in {"NOUN", "PROPN"} and not draft.has(index, "cop"):
        return draft.tags[index] in {"NNS", "NNPS"} or draft.has(index, "conj")
    verbs = [index, *(at for at in draft.children(index) if draft.base(at) in {"aux", "cop"})]
    if any(draft.tags[at] == "VBZ" or draft.tokens[at].text.lower() == "was" for at in verbs):
        return False
    return any(draft.tags[at] == "VBP" or draft.tokens[at].text.lower() == "were" for at in verbs)


def behind_relatives(draft: Draft) -> None:
    """ "succeeded A, who died in 2011, as head of B": the second comma closes the relative clause."""
    for index in range(len(draft.tokens)):
        verb = draft.heads[index]
        if draft.base(index) != "obl" or index < verb or draft.deps[verb] != "acl:relcl":
            continue
        opening, closing = draft.first(verb) - 1, draft.first(index) - 1
        if opening < 0 or draft.tokens[opening].text != "," or draft.tokens[closing].text != ",":
            continue
        above = draft.verb_above(draft.heads[verb])
        if above is not None and above < opening:
            draft.attach(index, above, draft.deps[index])


def adjuncts_behind(draft: Draft) -> None:
    """ "was signed by X and took effect in 2022": a phrase behind a conjunct unlike the first verb is its own."""
    for index in range(len(draft.tokens)):
        if draft.base(index) not in {"obl", "obj", "advcl", "advmod", "nmod"}:
            continue
        head = draft.heads[index]
        if head > index or not draft.is_verb(head):
            continue
        joined = [at for at in draft.children(head) if draft.base(at) == "conj" and head < at < index]
        if not joined or not draft.is_verb(joined[-1]) or draft.first(index) < joined[-1]:
            continue
        last = joined[-1]
        conjunction = next((at for at in draft.children(last) if draft.deps[at] == "cc"), last)
        completed = any(
            head < at < conjunction and draft.base(at) in {"obj", "obl", "xcomp"} for at in draft.children(head)
        )
        own = any(last < at < index and draft.base(at) == "obj" for at in draft.children(last))
        if completed or own or draft.tags[head] != draft.tags[last]:
            draft.attach(index, last, draft.deps[index])


def participle_lists(draft: Draft) -> None:
    """ "is built from A, stored in B and run in C": three things that are done to the subject."""
    for index in range(1, len(draft.tokens)):
        comma = draft.first(index) - 1
        if draft.base(index) != "acl" or draft.tags[index] != "VBN" or comma < 0 or draft.tokens[comma].text != ",":
            continue
        verb = draft.verb_above(index)
        if (
            verb is None
            or draft.tags[verb] != "VBN"
            or not any(draft.deps[at] == "aux:pass" for at in draft.children(verb))
        ):
            continue
        joined = [at for at in draft.children(index) if draft.base(at) == "conj" and draft.has(at, "cc")]
        if joined and verb < index and all(draft.is_verb(at) for at in joined):
            draft.attach(index, verb, "conj")
            for at in joined:
                draft.attach(at, verb, "conj")
                if draft.tags[at] == "VB" and not draft.has(at, "aux"):
                    draft.tags[at] = "VBN"


def apposed_members(draft: Draft) -> None:
    """ "in Denmark, Germany and Japan": a name between a name and "and" is a member of their list."""
    for index in range(2, len(draft.tokens) - 1):
        head = draft.heads[index]
        if draft.base(index) not in {"appos", "nmod"} or draft.cases(index) or draft.has(index, "det", "amod", "nmod"):
            continue
        if draft.pos[index] != draft.pos[head] or head >= index or draft.tokens[draft.first(index) - 1].text != ",":
            continue
        conjunction = index + 1
        follows = draft.deps[conjunction] == "cc" or draft.tokens[conjunction].text == ","
        if follows and any(draft.base(at) == "conj" and at > index for at in draft.children(head)):
            draft.attach(index, head, "conj")
