"""Coreference by a model: clusters of mentions made into what each pronoun and description stands for."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.platform.models.ports import CoreferenceModel, Token

from ...entities.grouping import NameGroup, fold, group_names
from ...entities.names import mentions_in
from ...model import Mention
from ...text.word_lists import word_set
from ..parsed import ParsedSentence, ParsedText, Referent, Resolutions

_PRONOUN_TAGS = frozenset({"PRP", "PRP$", "WP", "WP$", "r"})
_FIRST_AND_SECOND = word_set(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves 我 我们 你 你们 您 咱们"
)
_ARTICLES = ("the ", "a ", "an ", "this ", "that ", "these ", "those ")

Place = tuple[int, int]


class ModelCoreference:
    """Implements `CoreferenceResolver` over a `CoreferenceModel`.

    A mention is resolved to the fullest name in its cluster, or else to the first description in it; a cluster of
    pronouns alone, and one that holds the names of two things, resolves nothing.
    """

    def __init__(self, model: CoreferenceModel) -> None:
        self._model = model
        self.version = f"clusters-1/{model.name}-{model.version}"

    def resolve(self, parsed: ParsedText) -> Resolutions:
        """Raises ModelUnavailable when the model's file or package is missing."""
        found: dict[tuple[int, int], Referent] = {}
        if not parsed.sentences:
            return found
        groups = group_names(parsed.text, mentions_in(parsed))
        for cluster in self._model.clusters([parsed.text])[0]:
            referent = _referent(parsed, cluster, groups)
            if referent is None:
                continue
            for place in cluster:
                head = _head(parsed, place)
                if head is not None and _refers(parsed, place, referent):
                    found[head] = referent
        return found


def _referent(parsed: ParsedText, cluster: Sequence[Place], groups: Sequence[NameGroup]) -> Referent | None:
    named: dict[int, Mention] = {}
    for start, end in cluster:
        for i, group in enumerate(groups):
            mention = next((m for m in group.mentions if _is_name_of(parsed.text, (start, end), m)), None)
            if mention is not None:
                named.setdefault(i, mention)
    if len(named) > 1:
        return None
    for i, mention in named.items():
        return Referent(groups[i].name, mention.start, mention.end, groups[i].type)
    described = next((place for place in cluster if not _is_pronoun(parsed, place)), None)
    if described is None:
        return None
    start, end = described
    text = parsed.text[start:end]
    head = _head(parsed, described)
    token = _token(parsed, head) if head is not None else None
    return Referent(_definite(text), start, end, None, token is not None and token.tag in ("NNS", "NNPS"))


def _is_name_of(text: str, place: Place, mention: Mention) -> bool:
    """Whether the place is the mention, but for an article or a possessive."""
    start, end = place
    return start <= mention.start and mention.end <= end and fold(text[start:end]) == fold(mention.surface)


def _definite(text: str) -> str:
    for article in ("a ", "an "):
        if text.lower().startswith(article):
            return f"the {text[len(article) :]}"
    for article in _ARTICLES:
        if text.lower().startswith(article):
            return text[0].lower() + text[1:]
    return text


def _refers(parsed: ParsedText, place: Place, referent: Referent) -> bool:
    """Whether the mention says less than its referent: a pronoun, or a description where there is a name."""
    start, end = place
    if (start, end) == (referent.start, referent.end):
        return False
    text = parsed.text[start:end]
    if text.lower() in _FIRST_AND_SECOND:
        return False
    if _is_pronoun(parsed, place):
        return True
    return referent.type is not None and (
        text.lower().startswith(("the ", "this ", "that ")) or text[:1] in "该此本这那"
    )


def _is_pronoun(parsed: ParsedText, place: Place) -> bool:
    head = _head(parsed, place)
    if head is None:
        return False
    token = _token(parsed, head)
    alone = place[1] - place[0] == len(token.text)
    return alone and (token.pos == "PRON" or token.tag in _PRONOUN_TAGS)


def _head(parsed: ParsedText, place: Place) -> tuple[int, int] | None:
    """(sentence, token) of the mention's head: the word whose governor is outside it, the last one without a tree."""
    for s, sentence in enumerate(parsed.sentences):
        if sentence.span.start <= place[0] and place[1] <= sentence.span.end:
            inside = _inside(sentence, place)
            tokens = sentence.analysis.tokens
            tops = [i for i in inside if tokens[i].head not in inside or tokens[i].head == i]
            if not inside:
                return None
            return s, tops[0] if tops and sentence.analysis.has_tree else inside[-1]
    return None


def _inside(sentence: ParsedSentence, place: Place) -> list[int]:
    start, end = place[0] - sentence.span.start, place[1] - sentence.span.start
    return [i for i, token in enumerate(sentence.analysis.tokens) if start <= token.start and token.end <= end]


def _token(parsed: ParsedText, head: tuple[int, int]) -> Token:
    return parsed.sentences[head[0]].analysis.tokens[head[1]]
