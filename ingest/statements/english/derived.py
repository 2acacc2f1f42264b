"""Facts inside a noun phrase: relative clauses, participles and appositions that say something by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .clauses import Clause, Kind, agreed_plural, has_copula, has_modal, has_subject, is_finite, is_negated, is_past
from .lexicon import RELATIVES
from .tree import Tree

_INDEFINITE = frozenset({"a", "an"})
_NOT_ENTERED = frozenset({"ccomp", "advcl", "parataxis", "csubj"})
_NO_FACT = frozenset({"include", "accord", "regard", "concern", "follow", "involve", "relate", "base", "compare"})


def noun_facts(tree: Tree, clause: Clause) -> tuple[Clause, list[Clause]]:
    """The clause without what its noun phrases assert by the way, and a clause for each of those."""
    found: list[Clause] = []
    for noun in list(_nouns(tree, clause)):
        if any(node in clause.dropped for node in (noun, *tree.ancestors(noun)) if node != clause.head):
            continue
        for child in tree.children(noun, "acl", "appos", "parataxis"):
            if child in clause.dropped:
                continue
            fact, dropped = _fact(tree, clause, noun, child)
            if fact is not None:
                found.append(_of_one(tree, fact, noun, child))
            if dropped:
                clause = replace(clause, dropped=clause.dropped | {child})
                if fact is None:
                    words = frozenset(node for node in tree.subtree(child) if not tree.is_punctuation(node))
                    clause = replace(clause, silent=clause.silent | words)
    return clause, found


def _of_one(tree: Tree, fact: Clause, noun: int, child: int) -> Clause:
    """What stands right behind the first of a list is said of that one, not of those that follow."""
    later = [each for each in tree.children(noun, "conj") if each > child]
    if not later or noun not in (fact.subject, *fact.moved, fact.head):
        return fact
    left_out = {*later, *tree.children(noun, "cc")}
    plural = tree.tag(noun) in {"NNS", "NNPS"} if fact.subject == noun else fact.subject_plural
    return replace(fact, apart=fact.apart | left_out, subject_plural=plural)


def _nouns(tree: Tree, clause: Clause) -> Iterator[int]:
    """Nouns of the clause in order; not those inside what is dropped, quoted as content, or a condition."""
    waiting = [clause.head]
    if clause.kind is Kind.NOMINAL or has_copula(tree, clause.head) or clause.shared or clause.kind is Kind.FINITE:
        yield clause.head
    while waiting:
        node = waiting.pop(0)
        for child in tree.children(node):
            if child in clause.dropped or tree.base(child) in _NOT_ENTERED or tree.dep(child) in {"acl:relcl", "acl"}:
                continue
            if tree.pos(child) in {"NOUN", "PROPN", "NUM", "PRON"}:
                yield child
            waiting.append(child)


def _fact(tree: Tree, clause: Clause, noun: int, child: int) -> tuple[Clause | None, bool]:
    relation = tree.dep(child)
    if relation == "acl:relcl":
        return _relative(tree, clause, noun, child)
    if tree.base(child) == "acl":
        return _participle(tree, clause, noun, child)
    if relation == "parataxis":
        return _bracketed(tree, noun, child)
    return _apposition(tree, clause, noun, child)


# --- who or what the fact is about


def _is_predicate_noun(tree: Tree, clause: Clause, noun: int) -> bool:
    """Whether the noun is what the subject is said to be, as one of its kind: "is a company", "are cities"."""
    if noun != clause.head or clause.subject is None or tree.pos(noun) not in {"NOUN", "PROPN"}:
        return False
    if not (has_copula(tree, noun) or clause.kind is Kind.NOMINAL or clause.shared):
        return False
    if is_negated(tree, noun) or has_modal(tree, noun):
        return False
    articles = [tree.lower(det) for det in tree.children(noun, "det")]
    possessed = tree.child(noun, "nmod:poss") is not None
    return not possessed and (
        any(each in _INDEFINITE for each in articles) or (not articles and tree.tag(noun) == "NNS")
    )


def _is_named(tree: Tree, noun: int) -> bool:
    """Whether the noun is a name, not one of several that bear it: "many Taliban"."""
    if tree.pos(noun) != "PROPN" or tree.tag(noun) == "NNPS":
        return False
    return all(tree.lower(det) == "the" for det in tree.children(noun, "det")) and not tree.children(noun, "nummod")


def _about(tree: Tree, clause: Clause, noun: int) -> tuple[int | None, bool]:
    """The subject of a fact about `noun`, and whether it must be shown as already mentioned."""
    if _is_predicate_noun(tree, clause, noun):
        return clause.subject, clause.definite_subject
    return noun, noun != clause.subject


def _plurality(tree: Tree, clause: Clause, noun: int) -> bool | None:
    """Whether the fact's verb must be plural, where the clause's own verb tells."""
    if _is_predicate_noun(tree, clause, noun) or noun == clause.subject:
        return agreed_plural(tree, clause)
    return None


# --- relative clauses


def _relative(tree: Tree, clause: Clause, noun: int, child: int) -> tuple[Clause | None, bool]:
    pronoun = _relative_pronoun(tree, child)
    free = tree.comma_before(child) and tree[tree.first(child) - 1].text != "-"
    if pronoun is None or not is_finite(tree, child):
        return None, False
    if not (free or _is_named(tree, noun) or _is_predicate_noun(tree, clause, noun)):
        return None, False
    if tree.base(noun) == "conj" and tree.lower(pronoun - 1) == "of":
        return None, False  # "coffee and timber, most of which": of the timber, or of all
    subject, definite = _about(tree, clause, noun)
    if subject is None:
        return None, False
    fact = Clause(child, subject, past=is_past(tree, child), definite_subject=definite,
                  subject_plural=_plurality(tree, clause, noun))  # fmt: skip
    told = _with_antecedent(tree, fact, child, pronoun)
    return (told, True) if told is not None else (None, False)


def _relative_pronoun(tree: Tree, clause: int) -> int | None:
    for node in tree.subtree(clause):
        if tree.lower(node) in RELATIVES and tree.tag(node) in {"WDT", "WP", "WP$", "WRB", "IN", "PRP$"}:
            return node
        if node >= clause:
            return None
    return None


def _with_antecedent(tree: Tree, fact: Clause, clause: int, pronoun: int) -> Clause | None:
    """The relative clause as a statement: the antecedent goes where the pronoun stood."""
    relation = tree.base(pronoun)
    governor = tree.head(pronoun)
    if relation == "nsubj" and governor == clause:
        return replace(fact, dropped=frozenset({pronoun}), silent=frozenset({pronoun}))
    own = tree.child(clause, "nsubj")
    if tree.lower(pronoun) == "whose" or (relation == "nmod" and own is not None and _within(tree, pronoun, own)):
        return replace(fact, subject=own, instead={pronoun: "antecedent"}, moved=(fact.subject or 0,),
                       definite_subject=False, subject_plural=None) if own is not None else None  # fmt: skip
    if own is None or tree.lower(pronoun) in {"when", "why"}:
        return None
    node = pronoun if relation in {"obj", "obl"} or tree.lower(pronoun) == "where" else None
    if node is None or governor != clause:
        return None
    return replace(fact, subject=own, dropped=frozenset({node}), silent=frozenset({node}),
                   instead={node: "moved"}, moved=(fact.subject or 0,), definite_subject=False,
                   subject_plural=None)  # fmt: skip


def _within(tree: Tree, node: int, ancestor: int) -> bool:
    return ancestor in tree.ancestors(node)


# --- participles and adjectives behind a noun


def _participle(tree: Tree, clause: Clause, noun: int, child: int) -> tuple[Clause | None, bool]:
    if tree.child(child, "mark") is not None or has_subject(tree, child) or _only_relates(tree, child):
        return None, False
    tag = tree.tag(child)
    free = tree.comma_before(child)
    predicate = _is_predicate_noun(tree, clause, noun)
    if tag not in {"VBN", "VBG", "VBD"} and not (tree.pos(child) == "ADJ" and free):
        return None, False
    if not (free or _is_named(tree, noun) or predicate) or child < noun:
        return None, False
    subject, definite = _about(tree, clause, noun)
    if subject is None:
        return None, False
    kind = Kind.PRESENT_PARTICIPLE if tag == "VBG" and tree.child(child, "aux") is None else Kind.PARTICIPLE
    return Clause(child, subject, kind=kind, past=clause.past, definite_subject=definite,
                  subject_plural=_plurality(tree, clause, noun)), True  # fmt: skip


def _only_relates(tree: Tree, child: int) -> bool:
    """ "including", "based on": words that do the work of a preposition; "based in Oslo" tells where."""
    if tree.lemma(child) == "base":
        return not any(tree.lower(tree.first(each)) in {"in", "at", "near"} for each in tree.children(child, "obl"))
    return tree.lemma(child) in _NO_FACT


# --- appositions


def _apposition(tree: Tree, clause: Clause, noun: int, child: int) -> tuple[Clause | None, bool]:
    if tree.in_brackets(child) and not _describes(tree, child):
        return _bracketed(tree, noun, child)
    if not tree.comma_before(child) or child < noun:
        return None, False
    if any(tree.base(each) == "case" or tree.lower(each) in {"not", "no"} for each in tree.children(child)):
        return None, False
    past = clause.past
    if tree.tag(child) == "JJS" and any(tree.lower(det) == "the" for det in tree.children(child, "det")):
        if any(tree.tag(node) in {"WDT", "WP"} for node in range(child, min(child + 3, len(tree)))):
            return None, False  # "the oldest of which was founded in 1477"
        return Clause(child, noun, kind=Kind.NOMINAL, past=False), tree.pos(noun) in {"PROPN", "NOUN"}
    if tree.pos(child) == "NOUN" and not tree.children(child, "nummod") and _is_full(tree, child):
        if tree.pos(noun) not in {"PROPN", "NOUN"}:
            return None, False
        subject, definite = _about(tree, clause, noun) if not _is_named(tree, noun) else (noun, False)
        return Clause(child, subject, kind=Kind.NOMINAL, past=past, definite_subject=definite,
                      subject_plural=_plurality(tree, clause, noun)), True  # fmt: skip
    if tree.pos(child) == "PROPN" and tree.pos(noun) == "PROPN" and tree.child(child, "det") is not None:
        return Clause(child, noun, kind=Kind.NOMINAL, past=past), True
    if tree.pos(child) == "PROPN" and tree.pos(noun) == "NOUN" and noun != clause.head:
        return Clause(noun, child, kind=Kind.NOMINAL, past=past, dropped=frozenset({child})), False
    return None, False


def _describes(tree: Tree, noun: int) -> bool:
    """ "(the capital of France)": a phrase with an article and no number; "(Germany)" and "(8,849 m)" only add."""
    articles = {"the", *_INDEFINITE}
    opening = tree.lower(tree.first(noun))
    return tree.pos(noun) == "NOUN" and opening in articles and not tree.children(noun, "nummod")


def _is_full(tree: Tree, noun: int) -> bool:
    """Whether an apposition is a phrase of its own, not a bare noun in a row."""
    return bool(tree.children(noun, "det", "nmod", "nmod:poss", "amod", "acl", "compound"))


def _bracketed(tree: Tree, noun: int, child: int) -> tuple[Clause | None, bool]:
    """A clause in brackets; "(WHO)" after the full name says nothing more; other brackets stay where they are."""
    if not tree.in_brackets(child) or tree.pos(noun) not in {"PROPN", "NOUN"}:
        return None, False
    subject = tree.child(child, "nsubj")
    if tree.base(child) == "parataxis" and subject is not None and is_finite(tree, child):
        return Clause(child, subject, past=is_past(tree, child)), True
    words = [node for node in tree.subtree(child) if not tree.is_punctuation(node)]
    text = "".join(tree[node].text for node in words)
    letters = [char for char in text if char.isalpha()]
    short = len(words) == 1 and len(letters) >= 2 and sum(char.isupper() for char in letters) >= len(letters) / 2
    return None, short
