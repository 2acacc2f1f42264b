"""The words of one claim in their order: subject, verb in its right form, the rest."""

from __future__ import annotations

from dataclasses import replace

from ...text.word_lists import word_set
from .clauses import Clause, Kind, has_copula
from .coordination import coordination, listing
from .lexicon import EVENT_PARTICIPLES, STATE_PARTICIPLES
from .morphology import article, be, past, possessive, present, singular_verb
from .phrases import View, Word, render, with_punctuation
from .tree import Tree

_END = 1000.0
_FINITE = frozenset({"VBP", "VBZ", "VBD"})
_MADE = word_set("write design produce compose develop build construct inspire direct translate")
_OPENING_CONJUNCTIONS = frozenset({"and", "but", "or", "so", "yet"})


class Wording:
    """Words of a clause in one view of the tree."""

    def __init__(self, tree: Tree, clause: Clause, view: View) -> None:
        self._tree = tree
        self._clause = clause
        self._view = view

    # --- the subject

    def subject(self) -> list[Word]:
        """The subject's words without its preposition; empty where the predicate holds it."""
        clause = self._clause
        if clause.subject is None:
            return []
        words = self._phrase(clause.subject)
        if clause.definite_subject:
            words = _made_definite(self._tree, words)
        return words

    def _phrase(self, node: int) -> list[Word]:
        """A noun phrase as it stands when named again: no preposition, nothing that is said of it elsewhere."""
        tree = self._tree
        outside: list[int] = []
        if tree.base(node) != "csubj":
            outside += tree.children(node, "mark", "cop", "aux", "nsubj")
            if tree.base(node) != "nsubj" or self._clause.head != tree.head(node):
                outside += tree.children(node, "case")  # not of "up to 10% of patients"
            outside += [child for child in tree.children(node, "cc") if tree.lower(child) in _OPENING_CONJUNCTIONS]
        if self._clause.head in tree.children(node):
            outside.append(self._clause.head)
        view = self._view.without(outside)
        chosen = view.chosen.get(node)
        if chosen is not None:
            view = view.without(child for child in tree.children(chosen[1], "case", "cc"))
        return render(tree, node, replace(view.saying(self._antecedent()), dropped=view.dropped - {node}))

    def _antecedent(self) -> dict[int, str]:
        """What the relative pronoun in "whose" and "of whom" stands for, as text."""
        clause = self._clause
        found: dict[int, str] = {}
        for pronoun, role in clause.instead.items():
            if role != "antecedent" or not clause.moved:
                continue
            name = self._named_again(clause.moved[0])
            text = " ".join(word.text for word in name)
            plural = is_plural(self._tree, clause.moved[0], self._view)
            found[pronoun] = possessive(text, plural=plural) if self._tree.lower(pronoun) == "whose" else text
        return found

    def _named_again(self, node: int) -> list[Word]:
        tree = self._tree
        outside = list(tree.children(node, "case", "cc", "acl", "appos"))
        view = self._view.without(outside)
        words = render(tree, node, replace(view, dropped=view.dropped - {node}))
        return _made_definite(tree, words)

    # --- number

    def plural(self) -> bool:
        clause = self._clause
        if clause.subject_plural is not None and clause.subject not in self._view.chosen:
            return clause.subject_plural
        return clause.subject is not None and is_plural(self._tree, clause.subject, self._view)

    def _number_changed(self) -> bool:
        """Whether one of several subjects is left, so that the verb must agree with it alone."""
        subject = self._clause.subject
        return subject is not None and subject in self._view.chosen and not self.plural()

    # --- the verb

    def copula(self) -> list[Word]:
        """The form of "be" (with its auxiliaries) that links the subject to an adjective."""
        tree, clause = self._tree, self._clause
        own = list(tree.children(clause.head, "cop", "aux")) or list(clause.shared)
        if not own:
            return [Word(be(was=clause.past, plural=self.plural()), -1, clause.head)]
        return [self._verb(node) for node in sorted(own)]

    def _verb(self, node: int) -> Word:
        text = self._tree[node].text
        if self._number_changed():
            token = self._tree[node]
            text = singular_verb(text, token.lemma.lower(), token.tag)
        return Word(text, node, node)

    def _finite(self) -> int | None:
        tree, head = self._tree, self._clause.head
        candidates = sorted([*tree.children(head, "aux", "cop"), head])
        return next((node for node in candidates if tree.tag(node) in _FINITE), None)

    def _added_verb(self) -> list[Word]:
        clause = self._clause
        if clause.shared:
            return [self._verb(node) for node in clause.shared]
        if clause.kind is Kind.NOMINAL:
            return [Word(be(was=clause.past, plural=self.plural()), -1, -1)]
        if clause.kind is Kind.PARTICIPLE:
            return [Word(be(was=self._was(), plural=self.plural()), -1, -1)]
        return []

    def _was(self) -> bool:
        """Whether a participle tells what happened ("founded") and not how things are ("located")."""
        tree, head = self._tree, self._clause.head
        lemma = tree.lemma(head)
        dated = any(_is_year(tree[node].text, tree.pos(node)) for node in tree.subtree(head))
        agent = any(tree.lower(node) == "by" for node in tree.subtree(head))
        if tree.tag(head) not in {"VBN", "VBD"}:
            return self._clause.past
        if lemma in STATE_PARTICIPLES:
            return dated and lemma not in {"know", "locate", "situate"} and (self._clause.past or agent)
        if self._clause.past or dated:
            return True
        return lemma in EVENT_PARTICIPLES and (agent or lemma not in _MADE)

    def _changes(self) -> dict[int, str]:
        """Words of the predicate whose form changes with the subject or the clause's kind."""
        tree, clause = self._tree, self._clause
        changes: dict[int, str] = {}
        if clause.kind is Kind.PRESENT_PARTICIPLE:
            lemma = tree.lemma(clause.head)
            changes[clause.head] = past(lemma) if clause.past else present(lemma, plural=self.plural())
        finite = self._finite()
        if self._number_changed():
            if finite is not None and clause.kind is Kind.FINITE and not clause.shared:
                token = tree[finite]
                changes[finite] = singular_verb(token.text, token.lemma.lower(), token.tag)
            if self._is_predicate_plural():
                changes[clause.head] = tree[clause.head].lemma
        return changes

    def _is_predicate_plural(self) -> bool:
        tree, head = self._tree, self._clause.head
        linked = has_copula(tree, head) or bool(self._clause.shared)
        return linked and tree.tag(head) == "NNS" and not tree.children(head, "nummod", "case")

    # --- the whole

    def statement(self, alone: frozenset[int]) -> list[Word]:
        """All words of the claim; `alone` are adjuncts told apart, which go to the end."""
        tree, clause = self._tree, self._clause
        subject = self.subject()
        predicate = self._predicate(alone)
        border = self._border()
        leading = [word for word in predicate if word.at < border] if subject and not self._inherited() else []
        rest = [word for word in predicate if word not in leading]
        trail = [word for node in clause.trail for word in self._beside(node)]
        lead = [word for node in clause.lead for word in self._beside(node)]
        rest = self._with_article(rest)
        words = with_punctuation(tree, [*lead, *leading, *subject, *self._added_verb(), *rest, *trail])
        return _with_comma(tree, words, lead or self._long(leading))

    def _long(self, leading: list[Word]) -> list[Word]:
        return leading if len(leading) > 1 else []

    def _inherited(self) -> bool:
        clause = self._clause
        return clause.kind is not Kind.FINITE or clause.subject not in self._tree.children(clause.head)

    def _border(self) -> float:
        clause = self._clause
        return clause.subject if clause.subject is not None else -1.0

    def _beside(self, node: int) -> list[Word]:
        view = replace(self._view, dropped=self._view.dropped - {node})
        return render(self._tree, node, view)

    def _predicate(self, alone: frozenset[int]) -> list[Word]:
        tree, clause = self._tree, self._clause
        outside = {clause.subject} if clause.subject is not None and not self._inherited() else set()
        outside |= set(clause.lead) | set(clause.trail)
        if clause.subject is not None and clause.kind is not Kind.FINITE:
            outside |= set(tree.children(clause.head, "case", "cc", "mark"))
        view = self._view.saying(self._changes())
        view = replace(view, dropped=(view.dropped | outside) - {clause.head})
        words = render(tree, clause.head, view)
        words = self._with_moved_antecedent(words)
        return sorted((self._moved(word, alone) for word in words), key=lambda word: word.at)

    def _moved(self, word: Word, alone: frozenset[int]) -> Word:
        """Adjuncts before the verb go to its end where they are told apart, or the subject comes from elsewhere."""
        tree, clause = self._tree, self._clause
        if word.added or word.index >= clause.head:
            return word
        for node in (word.index, *tree.ancestors(word.index)):
            if tree.head(node) != clause.head or node == clause.head:
                continue
            if tree.base(node) not in {"obl", "advcl"} and tree.dep(node) != "nmod:unmarked":
                continue
            verb = min([clause.head, *tree.children(clause.head, "aux", "cop")])
            if node < verb and (node in alone or (self._inherited() and clause.subject is not None)):
                return replace(word, at=word.at + _END)
        return word

    def _with_moved_antecedent(self, words: list[Word]) -> list[Word]:
        """ "which Y bought" -> "Y bought X"."""
        clause, tree = self._clause, self._tree
        for pronoun, role in clause.instead.items():
            if role != "moved" or not clause.moved:
                continue
            after = max([clause.head, *tree.children(clause.head, "compound:prt")])
            cases = list(tree.children(pronoun, "case"))
            named = [Word(tree[case].text, case, case) for case in cases]
            if tree.lower(pronoun) == "where":
                named.append(Word("in", -1, pronoun))
            named += self._named_again(clause.moved[0])
            words = [*words, *(replace(word, at=after + 0.01 * (at + 1)) for at, word in enumerate(named))]
        return sorted(words, key=lambda word: word.at)

    def _shared_article(self) -> list[Word]:
        """ "is the capital and largest city": the second noun takes the article of the first."""
        tree, clause = self._tree, self._clause
        head = clause.head
        if not clause.shared or tree.tag(head) != "NN" or tree.child(head, "det", "nmod:poss", "nummod", "case"):
            return []
        article_of_first = tree.child(tree.head(head), "det")
        if tree.dep(head) != "conj" or article_of_first is None or tree.pos(tree.head(head)) != "NOUN":
            return []
        first = tree.first(head) if tree.lower(tree.first(head)) not in _OPENING_CONJUNCTIONS else tree.first(head) + 1
        if tree.lower(article_of_first) in {"a", "an"}:
            return [Word(article(tree[first].text), -1, first - 0.5)]
        return [Word(tree[article_of_first].text, article_of_first, first - 0.5)]

    def _with_article(self, words: list[Word]) -> list[Word]:
        """ "are (major) cities" of one of them: "is a (major) city"; "a old" after a word fell out: "an old"."""
        tree, head = self._tree, self._clause.head
        words = [*self._shared_article(), *words]
        result: list[Word] = []
        for at, word in enumerate(words):
            following = words[at + 1].text if at + 1 < len(words) else ""
            if following and not word.added and word.text in {"a", "an", "A", "An"} and tree.tag(word.index) == "DT":
                gap = words[at + 1].index - word.index
                right = article(following)
                if gap != 1 and right != word.text.lower():
                    word = replace(word, text=right if word.text.islower() else right.capitalize())
            result.append(word)
        if (
            not (self._number_changed() and self._is_predicate_plural())
            or tree.child(head, "det", "nmod:poss") is not None
        ):
            return result
        phrase = {
            head,
            *(node for child in tree.children(head, "amod", "compound", "nmod:desc") for node in tree.subtree(child)),
        }
        first = next((at for at, word in enumerate(result) if word.index in phrase), None)
        if first is None:
            return result
        added = Word(article(result[first].text), -1, result[first].at - 0.5)
        return [*result[:first], added, *result[first:]]


def _is_year(text: str, pos: str) -> bool:
    """ "1921", "the 1990s"."""
    decade = len(text) == 5 and text[:4].isdigit() and text[4] == "s"
    return (pos == "NUM" and len(text) == 4) or decade


def _made_definite(tree: Tree, words: list[Word]) -> list[Word]:
    """ "a firm", "86 passengers", when said again: "the firm", "the 86 passengers"."""
    if not words or words[0].added:
        return words
    first = words[0]
    if first.text.lower() in {"a", "an"}:
        return [replace(first, text="the"), *words[1:]]
    if tree.tag(first.index) == "CD" and len(words) > 1:
        return [Word("the", -1, first.at - 0.5), *words]
    return words


def _with_comma(tree: Tree, words: list[Word], lead: list[Word]) -> list[Word]:
    if not lead:
        return words
    at = max((number for number, word in enumerate(words) if word in lead), default=-1)
    if at < 0 or at + 1 >= len(words) or words[at + 1].text == ",":
        return words
    return [*words[: at + 1], Word(",", -1, words[at].at), *words[at + 1 :]]


def _is_list(tree: Tree, node: int, view: View) -> bool:
    found = coordination(tree, node, frozenset())
    return found is not None and view.dropped.isdisjoint(found.members[1:])


def is_plural(tree: Tree, node: int, view: View) -> bool:
    """Whether a noun phrase takes a plural verb, in this view."""
    if node in view.chosen:
        node = view.chosen[node][1]
    elif _is_list(tree, node, view) or listing(tree, node) is not None:
        return True
    if tree.tag(node) in {"NNS", "NNPS"} or tree.lower(node) in {"they", "we", "these", "those", "both", "you"}:
        return True
    return any(
        tree.lower(child) not in {"one", "1"} for child in tree.children(node, "nummod") if child < node
    ) and tree.tag(node) not in {"NN", "NNP"}
