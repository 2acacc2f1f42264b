"""Sentences that stay whole: what a split would turn into a falsehood, by the words alone where a tree is no help."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...text.word_lists import word_set
from .lexicon import ATTRIBUTION_VERBS, MONTHS, TIME_NOUNS
from .phrases import Word
from .tree import Tree

_NOMINAL = frozenset({"NOUN", "PROPN"})
_BREAKS = frozenset({",", ";", ":", "(", ")", "—", "–"})
_QUOTES = frozenset({'"', "“", "”", "``", "''", "«", "»"})
_LIMITS = frozenset({"only", "not", "never", "except"})
_TIMES = frozenset({"once", "twice"})
_PARTS = frozenset({"none", "some", "most", "all", "both", "many", "one", "two", "few", "half", "each", "several"})
_OPENING_VERBS = frozenset({"VBD", "VBZ", "VBP", "MD"})


def stays_whole(tree: Tree) -> bool:
    """Whether a conjunct here lacks its verb, or a limit, an aside or a quotation reaches over the parts."""
    return (
        any(_is_unsafe(tree, at) for at in range(1, len(tree) - 1) if _joins(tree, at))
        or _is_interrupted_speech(tree)
        or _has_verb_among_nouns(tree)
    )


def _is_unsafe(tree: Tree, conjunction: int) -> bool:
    return any(test(tree, conjunction) for test in (_is_gapped, _is_limited, _is_mixed, _may_be_verb))


def _joins(tree: Tree, at: int) -> bool:
    return tree.pos(at) == "CCONJ" and tree.lower(at) in {"and", "but", "or", "nor", "&"}


# --- "A joined X in 1995 and Y in 2024"


def _is_gapped(tree: Tree, conjunction: int) -> bool:
    """Whether what is joined has no verb of its own but two dependents of the one before."""
    verb = next((at for at in range(conjunction - 1, -1, -1) if _is_finite_word(tree, at)), None)
    right = _behind(tree, conjunction)
    if verb is None or not right or any(tree.pos(at) in {"VERB", "AUX"} for at in right):
        return False
    left = range(verb + 1, conjunction)
    return _is_parallel(tree, left, right) or _has_two_phrases(tree, left, right)


def _is_finite_word(tree: Tree, at: int) -> bool:
    return tree.pos(at) in {"VERB", "AUX"} and tree.tag(at) in _OPENING_VERBS | {"VBN", "VB"}


def _behind(tree: Tree, conjunction: int) -> range:
    end = conjunction + 1
    while end < len(tree) and not _joins(tree, end) and tree[end].text not in _BREAKS and tree[end].text != ".":
        end += 1
    return range(conjunction + 1, end)


def _is_parallel(tree: Tree, left: Sequence[int], right: Sequence[int]) -> bool:
    """ "law at Harvard and medicine at Yale": a phrase, then one with a preposition that the first half has too."""
    counted = _is_amount(tree, right[0])
    for at in right[1:]:
        if not _is_preposition(tree, at) or (tree.lower(at) == "of" and not counted):
            continue
        before = [node for node in right if node < at]
        if not any(tree.pos(node) in _NOMINAL | {"NUM", "ADJ", "DET", "PRON"} or tree.lower(node) in _TIMES
                   for node in before):  # fmt: skip
            continue
        twins = [node for node in left if _is_preposition(tree, node) and tree.lower(node) == tree.lower(at)]
        if _share_phrase(tree, left, right, twins, at):
            continue
        if any(_opens_time(tree, node) == _opens_time(tree, at) for node in twins):
            return True
    return False


def _share_phrase(tree: Tree, left: Sequence[int], right: Sequence[int], twins: Sequence[int], at: int) -> bool:
    """ "lives in rivers and lakes in Brazil": two plurals of one phrase, no second subject with its place."""
    if not twins or _opens_time(tree, at):
        return False
    listed = [node for node in left if node > twins[-1]]
    noun = at - 1
    subject = next((node for node in range(left[0] - 1, -1, -1) if tree.base(node) == "nsubj"), None)
    return (
        twins[0] == left[0]
        and [tree.tag(node) for node in listed] == ["NNS"]
        and list(right[: right.index(at)]) == [noun]
        and tree.tag(noun) == "NNS"
        and tree.base(noun) == "conj"
        and tree.head(noun) == listed[-1]
        and subject is not None
        and (tree.tag(subject) != "NNS" or tree.child(subject, "det") is not None)
    )


def _is_preposition(tree: Tree, at: int) -> bool:
    return tree.pos(at) == "ADP" and tree.base(at) not in {"compound", "fixed"}


def _is_amount(tree: Tree, at: int) -> bool:
    return tree.pos(at) in {"NUM", "SYM"} or tree[at].text in {"$", "€", "£"}


def _opens_time(tree: Tree, preposition: int) -> bool:
    for at in range(preposition + 1, min(preposition + 5, len(tree))):
        text = tree.lower(at)
        if text in MONTHS or text in TIME_NOUNS or (len(text) == 4 and text.isdigit()):
            return True
        if tree.pos(at) not in {"DET", "ADJ", "NUM"}:
            return False
    return False


def _has_two_phrases(tree: Tree, left: Sequence[int], right: Sequence[int]) -> bool:
    """ "and helium the second lightest", "and teenagers 8 to 10": a noun phrase right behind another."""
    counted = any(_is_amount(tree, at) for at in left)
    for first, second in itertools.pairwise(right):
        if tree.pos(first) not in _NOMINAL or tree.lower(first) in MONTHS:
            continue
        if tree.pos(second) == "DET" and tree.lower(second) not in {"that", "which", "each", "all", "both"}:
            return True
        if not _is_amount(tree, second) or not counted:
            continue
        large = "," in tree[second].text or (second + 1 in right and tree.pos(second + 1) == "NUM")
        if tree.tag(first) == "NNS" or tree.pos(second) == "SYM" or tree[second].text in {"$", "€", "£"} or large:
            return True
    return False


# --- "but only with approval", "and, in some cases, for adults", "and neither does X"


def _is_mixed(tree: Tree, conjunction: int) -> bool:
    """ "in the air, in space and under water": phrases of which a parser seldom tells what they hang on."""
    if tree.pos(conjunction + 1) != "ADP":
        return False
    commas = [at for at in range(conjunction) if tree[at].text == "," and tree.pos(at + 1) == "ADP"]
    if not commas or any(tree.pos(at) in {"VERB", "AUX"} for at in range(commas[-1], conjunction)):
        return False
    return tree.lower(commas[-1] + 1) != tree.lower(conjunction + 1)


def _may_be_verb(tree: Tree, conjunction: int) -> bool:
    """ "removed the module and improved error messages": improved messages, or improved them?"""
    at = conjunction + 1
    if not tree.lower(at).endswith("ed") or tree.base(at) != "amod" or tree.head(at) != at + 1:
        return _is_bare_participle(tree, at)
    return any(tree.tag(node) == "VBD" and tree.pos(node) == "VERB" for node in range(conjunction))


def _is_bare_participle(tree: Tree, at: int) -> bool:
    """ "improved error messages": the participle modifies a noun with one other noun between."""
    return (
        tree.lower(at).endswith("ed")
        and tree.base(at) == "amod"
        and tree.head(at) == at + 2
        and any(tree.tag(node) == "VBD" for node in range(at))
    )


def _is_limited(tree: Tree, conjunction: int) -> bool:
    following = tree.lower(conjunction + 1)
    if following == ",":
        return not any(_is_subject(tree, at) for at in _behind_aside(tree, conjunction))
    if following in {"neither", "nor", "so"} or tree.lower(conjunction) == "nor":
        opening = conjunction + (2 if following in {"neither", "nor", "so"} else 1)
        return opening < len(tree) and (tree.pos(opening) == "AUX" or tree.lemma(opening) == "do")
    if following not in _LIMITS or tree.lower(conjunction + 2 if conjunction + 2 < len(tree) else 0) == "also":
        return False
    return not any(tree.pos(at) in {"VERB", "AUX"} for at in _behind(tree, conjunction))


def _behind_aside(tree: Tree, conjunction: int) -> range:
    closing = next((at for at in range(conjunction + 2, len(tree)) if tree[at].text == ","), len(tree))
    return range(closing + 1, len(tree))


def _is_subject(tree: Tree, at: int) -> bool:
    return tree.base(at) == "nsubj"


# --- '"A," she said, "was B."'


def _is_interrupted_speech(tree: Tree) -> bool:
    quotes = [at for at in range(len(tree)) if tree[at].text in _QUOTES]
    if len(quotes) < 3:
        return False
    return any(tree.lemma(at) in ATTRIBUTION_VERBS and tree.pos(at) == "VERB" for at in range(quotes[1], quotes[2]))


# --- trees that cannot be right


def _has_verb_among_nouns(tree: Tree) -> bool:
    """A finite verb as one of a list of nouns."""
    return any(
        tree.base(at) == "conj"
        and tree.tag(at) in {"VBD", "VBZ", "VBP"}
        and tree.pos(at) in {"VERB", "AUX"}
        and tree.pos(tree.head(at)) in _NOMINAL | {"PRON"}
        and tree.child(tree.head(at), "cop", "nsubj") is None
        for at in range(len(tree))
    )


def is_broken(tree: Tree, words: Sequence[Word], subject: Sequence[Word]) -> bool:
    """Whether a claim joins words that grammar does not: two subjects in a row, two phrases that nothing links."""
    own = {word.index for word in subject if not word.added}
    if _is_partitive(tree, words) or _breaks_off(tree, words) or _crosses_brackets(tree, words):
        return True
    if _joins_two_verbs(tree, words) or _cuts_compound(tree, words):
        return True
    for first, second in itertools.pairwise(words):
        if first.added or second.added or second.index == first.index + 1 or second.index < 0:
            continue
        if any(map(str.isalnum, first.text)) and _clash(tree, first.index, second.index, own):
            return True
    heads = [index for index in own if tree.tag(index) in {"VBD", "VBZ", "VBP"} and tree.head(index) not in own]
    return bool(heads)


_JOINERS = word_set(
    """
    and but or nor that which who whom whose where when while whereas whenever wherever as than because if unless since
    before after until till although though so whether what how why once
    """
)
_BE = frozenset({"is", "are", "was", "were"})
_HALTS = frozenset({";", ":", "(", "[", "—", "–", "-", *_QUOTES})


def _joins_two_verbs(tree: Tree, words: Sequence[Word]) -> bool:
    """ "One week costs two weeks cost $20", "has to can be divided": more finite verbs than there are clauses, and what
    they stand in was put together from apart."""
    clauses, verbs, cut = 1, 0, False
    last: Word | None = None
    for word in words:
        cut = cut or (last is not None and (word.added or last.added or word.index != last.index + 1))
        last = word
        if _is_finite_here(tree, word):
            verbs += 1
            if verbs > clauses and cut:
                return True
            cut = False
            clauses += _takes_a_clause(tree, word)
        else:
            clauses += word.text.lower() in _JOINERS or word.text in _HALTS
    return False


def _cuts_compound(tree: Tree, words: Sequence[Word]) -> bool:
    """ "Lemaire's team" of "Lemaire's team-mate": a word with a hyphen of which only a part is said."""
    shown = {word.index for word in words if word.index >= 0}
    return any(
        tree[at].text == "-"
        and tree[at - 1].end == tree[at].start
        and tree[at].end == tree[at + 1].start
        and tree[at - 1].text.isalpha()
        and tree[at + 1].text.isalpha()  # "1920-1988" are two years
        and (at - 1 in shown) != (at + 1 in shown)
        for at in range(1, len(tree) - 1)
    )


def _is_finite_here(tree: Tree, word: Word) -> bool:
    if word.added:
        return word.text.lower() in _BE
    return tree.pos(word.index) in {"VERB", "AUX"} and tree.tag(word.index) in _OPENING_VERBS


def _takes_a_clause(tree: Tree, word: Word) -> bool:
    """ "said he was ill": without a word that joins."""
    return not word.added and tree.lemma(word.index) in ATTRIBUTION_VERBS


def _breaks_off(tree: Tree, words: Sequence[Word]) -> bool:
    """ "signed in": a preposition at the end whose noun stands right behind it in the text."""
    shown = [word.index for word in words if word.index >= 0 and not tree.is_punctuation(word.index)]
    last = shown[-1] if shown and not words[-1].added else len(tree)
    if last + 1 >= len(tree) or tree.tag(last) != "IN" or tree.pos(last) != "ADP" or last + 1 in shown:
        return False
    return tree.pos(last + 1) in _NOMINAL | {"DET", "ADJ"}


def _crosses_brackets(tree: Tree, words: Sequence[Word]) -> bool:
    """Whether a claim runs on from some of the words in brackets to what stands behind them."""
    shown = {word.index for word in words if word.index >= 0 and not tree.is_punctuation(word.index)}
    opened: list[int] = []
    for at in range(len(tree)):
        if tree[at].text in "([":
            opened.append(at)
        elif tree[at].text in ")]" and opened:
            inside = {index for index in range(opened.pop() + 1, at) if not tree.is_punctuation(index)}
            if inside & shown and inside - shown and any(index > at for index in shown):
                return True
    return False


def _is_partitive(tree: Tree, words: Sequence[Word]) -> bool:
    """ "Side effects, none were serious": what "of which" linked."""
    shown = [word.index for word in words if not word.added and not tree.is_punctuation(word.index)]
    return any(
        tree.lower(second) in _PARTS and tree.pos(first) in _NOMINAL and tree[second - 1].text == ","
        and tree.lower(second + 1) == "of" and second + 1 not in shown
        for first, second in itertools.pairwise(shown)
        if 0 < second < len(tree) - 1
    )  # fmt: skip


def _clash(tree: Tree, first: int, second: int, subject: set[int]) -> bool:
    """Whether two words that do not stand together in the text cannot do so in a claim."""
    before, after = tree.pos(first), tree.pos(second)
    if before in _NOMINAL and (after == "DET" or tree.tag(second) == "PRP$") and second not in subject:
        return second > first and tree[second - 1].text == "," and tree.lower(second + 1) not in TIME_NOUNS
    joined = second > first and tree.pos(second - 1) == "CCONJ"
    if before in _NOMINAL and joined and (after == "DET" or tree.tag(second) == "PRP$"):
        return True  # joined to what stands before, but said without "and"
    if before == "ADP" and (after in {"ADP", "AUX"} or tree.tag(second) in _OPENING_VERBS):
        return tree.base(first) == "case" and tree.base(second) == "case"
    if before == "AUX" and after == "SCONJ":
        return True
    if before not in _NOMINAL:
        return False
    if tree.head(first) == second or tree.base(first) in {"compound", "amod", "nmod:desc"}:
        return False
    if tree.lower(second) in TIME_NOUNS or after not in _NOMINAL | {"DET", "NUM"}:
        return False
    if tree.tag(second) in {"WDT", "WP"} or tree.base(second) in {"flat", "advmod"}:
        return False
    ends_subject = first in subject and second not in subject
    beyond = any(tree.pos(at) in {"VERB", "CCONJ"} for at in range(first + 1, second)) and first < second
    return ends_subject or beyond
