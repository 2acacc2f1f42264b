"""What keeps a claim from being checked by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.checkability import stands_alone
from claimgraph.ingest.text.language import HAN
from claimgraph.ingest.text.word_lists import word_set
from claimgraph.platform.models.ports import Analysis, Token

_THIRD_PERSON = word_set(
    """
    he she it they him her them his hers its their theirs himself herself itself themselves
    """
)
_DEMONSTRATIVES = word_set("this that these those such")
_REFERRING_ZH = word_set("他 她 它 他们 她们 它们 其 该 此 这 那 这些 那些 这个 那个 前者 后者 双方 两者 二者 上述 本")
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_PREDICATES = frozenset({"VERB", "AUX", "ADJ"})
_WORD = re.compile(rf"[{HAN}]|(?:(?![{HAN}])[^\W_])+")
_ARTICLES = frozenset({"a", "an", "the", "的"})
_NEARLY = 0.9
_FEW_WORDS = 2


def dependences(statement: Statement, analysis: Analysis | None) -> int:
    """References without an antecedent in the claim, a relative time, a missing subject or predicate."""
    if analysis is None or not analysis.tokens:
        return int(not (statement.standalone and stands_alone(statement.text, statement.lang)))
    references = sum(_is_open(analysis.tokens, index, statement.lang) for index in range(len(analysis.tokens)))
    incomplete = _lacks_predicate(analysis) or _lacks_subject(analysis)
    return max(references, int(not statement.standalone)) + int(incomplete)


def _is_open(tokens: Sequence[Token], index: int, lang: str) -> bool:
    """Whether a token refers to something outside the claim: nothing before it in the claim could be meant."""
    token = tokens[index]
    before = tokens[:index]
    if lang == "zh":
        if token.text not in _REFERRING_ZH:
            return False
        return not any(other.pos in _NOUNS for other in before)
    word = token.text.lower()
    if word in _THIRD_PERSON and token.tag.startswith("PRP"):
        return token.dep != "expl" and not any(other.pos in _NOUNS for other in before)
    return word in _DEMONSTRATIVES and token.tag in ("DT", "PDT") and token.dep in ("det", "nsubj", "nsubj:pass", "obj")


def _lacks_predicate(analysis: Analysis) -> bool:
    """Whether nothing is said of anything. Tags without a tree are too rough to tell that of a longer claim."""
    words = [token for token in analysis.tokens if any(char.isalnum() for char in token.text)]
    if not analysis.has_tree and len(words) > _FEW_WORDS:
        return False
    return not any(token.pos in _PREDICATES for token in words)


def _lacks_subject(analysis: Analysis) -> bool:
    """Whether the main predicate has no subject (English); Chinese: whether the claim opens with its verb."""
    tokens = [token for token in analysis.tokens if any(char.isalnum() for char in token.text)]
    if not analysis.has_tree:
        return len(tokens) > 1 and tokens[0].pos in ("VERB", "AUX")
    root = next((index for index, token in enumerate(analysis.tokens) if token.head == index), None)
    if root is None or analysis.tokens[root].pos not in _PREDICATES:
        return False
    return not any(
        token.head == root and (token.dep.startswith(("nsubj", "csubj")) or token.dep == "expl")
        for token in analysis.tokens
    )


def wording(text: str) -> frozenset[str]:
    """The words of a claim but for articles; negation and hedges are among them."""
    return frozenset(word.casefold() for word in _WORD.findall(text)) - _ARTICLES


class NearDuplicates:
    """Whether a claim has nearly the words of an earlier one (Jaccard of at least 0.9).

    Two sets that are so alike share one of their first few words in any fixed order, so only claims that do are
    compared.
    """

    def __init__(self) -> None:
        self._by_word: dict[str, list[frozenset[str]]] = {}
        self._seen: set[frozenset[str]] = set()

    def repeats(self, words: frozenset[str]) -> bool:
        """Whether these words were seen before; they are seen from now on."""
        if words in self._seen:
            return bool(words)
        self._seen.add(words)
        first = sorted(words)[: len(words) - ceil(_NEARLY * len(words)) + 1]
        found = any(
            len(words & other) >= _NEARLY * len(words | other)
            for word in first
            for other in self._by_word.get(word, ())
        )
        for word in first:
            self._by_word.setdefault(word, []).append(words)
        return found
