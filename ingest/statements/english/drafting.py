"""From a clause to its atomic claims: by adjuncts, members of lists, and adjectives of a predicate noun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from .adjuncts import adjuncts
from .clauses import Clause, Kind, agreed_plural, has_copula, is_attribution, is_negated
from .coordination import coordination, is_collective, is_joint, listing, says_more
from .lexicon import COLLECTIVE_WORDS, EMPTY_NOUNS, NON_INTERSECTIVE
from .lives import LifeDates
from .phrases import Coordination, View, Word, render, with_punctuation
from .tree import Tree
from .wording import Wording

_MOST_CLAIMS = 9  # of one clause; a sentence with more lists than that keeps some of them whole
_DENYING = frozenset({"deny", "doubt", "reject", "dispute", "refuse"})
_ARGUMENTS = frozenset({"obj", "iobj", "obl", "xcomp"})


@dataclass(frozen=True, slots=True)
class Draft:
    """One claim in the making. `group`: the adjunct that it is about, if it is about one."""

    clause: Clause
    words: tuple[Word, ...]
    view: View
    subject: tuple[Word, ...] = ()
    group: tuple[int, ...] = ()
    silent: frozenset[int] = frozenset()
    adjective: int | None = None  # "X is high-level": the adjective, taken from before the noun
    life: tuple[Word, ...] = ()  # "X was born in 1867": the date; relation and subject are before it


@dataclass(frozen=True, slots=True)
class Sentence:
    """What drafting needs to know of a sentence besides its tree."""

    tree: Tree
    names: frozenset[tuple[int, int]]  # token ranges of named entities of more than one word
    facts: frozenset[int]  # parts that are claims of their own, wherever they hang
    renamed: Mapping[int, int]  # "the mayor, Ann Lee,": the name that stands for the description


def drafts(sentence: Sentence, clause: Clause) -> list[Draft]:
    """The claims of one clause, in the order of its parts."""
    tree = sentence.tree
    base = _base_view(sentence, clause)
    split = adjuncts(tree, clause)
    views: list[tuple[tuple[int, ...], View]] = []
    everything = {node for group in split.groups for node in group}
    if split.core:
        views.append(((), base.without(everything)))
    purposes = _purposes(tree, clause) if split.core else []
    for group in split.groups:
        views.append((group, base.without((everything - set(group)) | set(purposes))))
    found: list[Draft] = []
    for number, (group, view) in enumerate(views):
        adjectives = _split_adjectives(tree, clause, view) if number == 0 else []
        for narrowed in _narrowed(sentence, clause, view, group):
            nominal = narrowed.without(adjectives)
            found.append(_draft(sentence, clause, nominal, group, everything))
            for each in adjectives:
                found.extend(
                    _adjective_draft(sentence, clause, narrowed, each, quality) for quality in _qualities(tree, each)
                )
    if found:
        found[0] = replace(found[0], silent=found[0].silent | clause.silent)
    return found


def _purposes(tree: Tree, clause: Clause) -> list[int]:
    """ "to teach children": stays with the core."""
    later = [child for child in tree.children(clause.head, "advcl") if child > clause.head]
    return [child for child in later if tree.lower(tree.first(child)) == "to"]


def life_drafts(sentence: Sentence, dates: LifeDates) -> list[Draft]:
    """ "Marie Lund (1901-1978)" -> "Marie Lund was born in 1901.", "Marie Lund died in 1978."."""
    clause = Clause(dates.name, dates.name)
    view = View(dropped=sentence.facts)
    subject = Wording(sentence.tree, Clause(-1, dates.name), view).subject()
    found: list[Draft] = []
    for tokens, verb in ((dates.birth, "was born"), (dates.death, "died")):
        if not tokens:
            continue
        date = [Word(sentence.tree[at].text, at, at) for at in tokens]
        preposition = "in" if len(tokens) == 1 else "on"
        told = [Word(word, -1, 0) for word in (*verb.split(), preposition)]
        words = (*subject, *told, *with_punctuation(sentence.tree, date))
        found.append(Draft(clause, tuple(words), view, tuple(subject), silent=dates.inside, life=tuple(date)))
    return found


def undivided(sentence: Sentence, clause: Clause) -> Draft:
    """The clause as one claim with all its adjuncts and lists."""
    return _draft(sentence, clause, _base_view(sentence, clause), (), set())


def _base_view(sentence: Sentence, clause: Clause) -> View:
    view = View(dropped=sentence.facts | clause.dropped | clause.apart)
    renamed = [
        (Coordination(noun, (name,), listing=True), name)
        for noun, name in sentence.renamed.items()
        if noun != clause.head
    ]
    return view.choosing(renamed)


# --- lists


def _narrowed(sentence: Sentence, clause: Clause, view: View, group: tuple[int, ...]) -> Iterator[View]:
    """The view once for each combination of list members."""
    lists = list(_lists(sentence, clause, view, group))
    while len(lists) > 1 and _size(lists) > _MOST_CLAIMS:
        lists.pop()
    general = [each for each in lists if each.listing and says_more(sentence.tree, each)]
    if general:
        rest = [[(each, member) for member in each.members] for each in lists if each not in general]
        for combination in product(*rest):
            yield view.choosing(combination).without(each.introduced for each in general)
    options = [[(each, member) for member in each.members] for each in lists]
    for combination in product(*options):
        yield view.choosing(combination)


def _size(lists: Sequence[Coordination]) -> int:
    size = 1
    for each in lists:
        size *= len(each.members)
    return size


def _lists(sentence: Sentence, clause: Clause, view: View, group: tuple[int, ...]) -> Iterator[Coordination]:
    """Lists among the subject, the arguments and adjuncts of the predicate, and what these are made of."""
    tree = sentence.tree
    head = clause.head
    if clause.subject is not None and not is_collective(tree, head):
        yield from _lists_at(sentence, view, clause.subject, deep=False)
    if clause.kind is Kind.NOMINAL or has_copula(tree, head) or clause.shared:
        own = clause.kind is Kind.NOMINAL or tree.child(head, "case") is not None
        yield from _lists_at(sentence, view, head, deep=True, own=own)
    if is_joint(tree, head) or is_negated(tree, head):
        return  # "not A and B", "A and B together": what bears on both does not bear on each
    for node in [*tree.children(head), *clause.trail]:
        if node in view.dropped and node not in clause.trail:
            continue
        relation = tree.base(node)
        if relation in _ARGUMENTS or (relation == "nsubj" and clause.subject is None):
            yield from _arguments(sentence, view, node)
        elif relation == "ccomp" and is_attribution(tree, head):
            yield from _contents(sentence, node)
        elif (
            relation == "advcl" and tree.lower(tree.first(node)) in {"to", "by", "in"} and not _has_subject(tree, node)
        ):
            yield from _arguments(sentence, view, node)


def _has_subject(tree: Tree, node: int) -> bool:
    return tree.child(node, "nsubj") is not None


def _arguments(sentence: Sentence, view: View, node: int) -> Iterator[Coordination]:
    yield from _lists_at(sentence, view, node, deep=True)
    tree = sentence.tree
    if tree.pos(node) in {"VERB", "ADJ", "AUX"} and node not in view.chosen:
        for child in tree.children(node, "obj", "obl", "xcomp"):
            if child not in view.dropped and tree.child(node, "conj") is None:
                yield from _arguments(sentence, view, child)
    for child in tree.children(node, "acl"):
        if _opens_with_to(tree, child) and all(_opens_with_to(tree, each) for each in tree.children(child, "conj")):
            yield from _lists_at(sentence, view, child, deep=False)


def _opens_with_to(tree: Tree, verb: int) -> bool:
    """ "obliges states to protect A and to set up B": two duties; "to protect and serve" may be one."""
    return any(tree.lower(mark) == "to" for mark in tree.children(verb, "mark"))


def _contents(sentence: Sentence, node: int) -> Iterator[Coordination]:
    """ "said that A and that B": two claims, each with the source, where nothing leaves open what was said."""
    tree = sentence.tree
    if is_negated(tree, tree.head(node)) or tree.lemma(tree.head(node)) in _DENYING:
        return
    for member in tree.children(node, "conj"):
        marked = any(tree.lower(child) == "that" for child in tree.children(member, "mark"))
        if not marked and tree.child(member, "nsubj") is not None:
            return  # the writer's own words, maybe
    found = coordination(tree, node, frozenset())
    if found is not None and all(
        tree.pos(member) in {"VERB", "AUX"} or has_copula(tree, member) for member in found.members
    ):
        yield replace(found, predicates=True)


def _lists_at(sentence: Sentence, view: View, node: int, *, deep: bool, own: bool = True) -> Iterator[Coordination]:
    tree = sentence.tree
    if node in view.chosen:
        return
    examples = listing(tree, node)
    if examples is not None:
        yield examples
        return
    if own:
        members = coordination(tree, node, sentence.names)
        if members is not None and view.dropped.isdisjoint(members.members[1:]):
            yield members
            return
    if deep:
        for child in tree.children(node, "nmod"):
            if child in view.dropped or tree.dep(child) not in {"nmod", "nmod:of"}:
                continue
            yield from _lists_at(sentence, view, child, deep=False)


# --- adjectives of a predicate noun


def _split_adjectives(tree: Tree, clause: Clause, view: View) -> list[int]:
    """The adjectives of "is a small Danish company" that hold of the subject by themselves."""
    head = clause.head
    if clause.subject is None or tree.pos(head) not in {"NOUN", "PROPN"} or clause.whole or is_negated(tree, head):
        return []
    if not (has_copula(tree, head) or clause.kind is Kind.NOMINAL or clause.shared):
        return []
    if tree.lemma(head) in EMPTY_NOUNS or tree.children(head, "nummod", "nmod:poss", "aux"):
        return []
    if agreed_plural(tree, clause) and tree.tag(head) == "NN":
        return []  # "the effects are nausea and a dry mouth": what they are, not what they are like
    articles = [tree.lower(det) for det in tree.children(head, "det")]
    if any(each not in {"a", "an"} for each in articles) or (not articles and tree.tag(head) not in {"NNS", "NN"}):
        return []
    candidates = [child for child in tree.children(head, "amod") if child < head and child not in view.dropped]
    if any(not _is_intersective(tree, child) for child in candidates):
        candidates = [child for child in candidates if _is_intersective(tree, child)]
    return [child for child in candidates if tree.child(child, "conj") is None or _qualities(tree, child)]


def _qualities(tree: Tree, adjective: int) -> tuple[int, ...]:
    """The adjectives of "free and open" one by one; none where they are not simply joined."""
    if tree.child(adjective, "conj") is None:
        return (adjective,)
    joined = coordination(tree, adjective, frozenset())
    members = joined.members if joined is not None else ()
    return members if all(_is_intersective(tree, member) for member in members) else ()


def _is_intersective(tree: Tree, adjective: int) -> bool:
    if tree.tag(adjective) not in {"JJ", "VBN", "NN", "NNP", "ADJ"} or tree.lower(adjective) in NON_INTERSECTIVE:
        return False
    if any(
        tree.tag(child) in {"RBS", "RBR"} or tree.lower(child) in {"most", "more", "too", "so"}
        for child in tree.children(adjective)
    ):
        return False
    word = tree.lower(adjective)
    return not (word.endswith("th") and word[:-2].isdigit()) and word not in COLLECTIVE_WORDS


# --- putting a claim together


def _draft(sentence: Sentence, clause: Clause, view: View, group: tuple[int, ...], split: set[int]) -> Draft:
    wording = Wording(sentence.tree, clause, view)
    words = wording.statement(frozenset(split & set(group)))
    silent = frozenset(
        node
        for each, _ in view.chosen.values()
        if each.listing and each.head not in sentence.renamed
        for node in _unsaid(sentence.tree, each)
    )
    return Draft(clause, tuple(words), view, tuple(wording.subject()), group, silent)


def _unsaid(tree: Tree, each: Coordination) -> Iterator[int]:
    inside = {
        node for member in each.members for node in tree.subtree(member) if tree.dep(node) not in {"case", "fixed"}
    }
    return (node for node in tree.subtree(each.head) if node not in inside and not tree.is_punctuation(node))


def _adjective_draft(sentence: Sentence, clause: Clause, view: View, adjective: int, quality: int) -> Draft:
    joined = coordination(sentence.tree, adjective, frozenset())
    if joined is not None:
        view = view.choosing([(joined, quality)])
    wording = Wording(sentence.tree, clause, view)
    subject = wording.subject()
    words = [*subject, *wording.copula(), *_described(sentence.tree, adjective, view)]
    shown = with_punctuation(sentence.tree, words)
    return Draft(clause, tuple(shown), view, tuple(subject), (), adjective=adjective)


def _described(tree: Tree, adjective: int, view: View) -> list[Word]:
    return render(tree, adjective, view)
