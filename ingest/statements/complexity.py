"""How likely the rules are to have read a sentence wrongly: what the hybrid decomposer goes by.

Each factor is a number in [0, 1] with a reason why rules do badly where it is high. The complexity is their noisy-or,
`1 - prod(1 - weight * factor)`: one strong reason is enough, and several weak ones add up. No model is asked; the
parse and the statements that the rules made of it are counted (`complexity_structure.py`).

| factor | what is counted | full at |
|---|---|---|
| clauses | finite clauses beyond the first | 3 |
| nesting | depth of clauses within clauses | 3 |
| coordination | conjuncts beyond two of one head, and conjuncts inside conjuncts | 4 |
| attachment | prepositional and participial modifiers behind one verb or noun | 4 |
| breaks | commas (Chinese: also semicolons) beyond the first | 2 more |
| dependent | a clause whose part in the sentence has to be guessed: adverbial, with a subject, and no condition, cause
or concession; in Chinese behind a comma, opening with a modal or an adverb | yes or no |
| partitive | "of whom", "of which", "of them" (English) | yes or no |
| quantities | numbers beyond the first | 2 more |
| references | referring words that nothing was found for, to the sentence's referring words | all of them |
| unsplit | propositions that the parse shows and no statement was made of | 2 |
| undivided | one statement of a sentence with several clauses or a list | yes or no |
| uncovered | content words that no statement covers, to all of them | half of them |
| length | words beyond 10 | 30 words |
| broken | no tree (English), no verb as root, brackets or quotes that do not close | yes or no |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from claimgraph.platform.models.ports import Analysis, Token

from ..model import ReadSentence, Span, Statement
from ..text.words import content_words
from .checkability import is_checkable
from .complexity_structure import base, may_divide, ramp, structure_of
from .list_marks import inner_list_marks
from .parsed import ParsedSentence, ParsedText, Resolutions
from .propositions import further_propositions

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "clauses": 0.16,
        "nesting": 0.07,
        "coordination": 0.21,
        "attachment": 0.22,
        "breaks": 0.3,
        "dependent": 0.28,
        "partitive": 0.34,
        "quantities": 0.12,
        "references": 0.19,
        "unsplit": 0.32,
        "undivided": 0.16,
        "uncovered": 0.9,
        "length": 0.2,
        "broken": 0.5,
    }
)
"""How far each factor alone lifts the complexity: in proportion to what a logistic regression gives them on the
sentences that the rules get wrong (`benchmarks/data/claims_pool.jsonl`). "uncovered" and "broken" have no
cases there and are set by hand."""

_REFERRING_EN = frozenset({"PRP", "PRP$"})
_REFERRING_ZH = frozenset({"他", "她", "它", "他们", "她们", "它们", "其", "该", "此", "前者", "后者", "双方", "两者"})
_FIRST_AND_SECOND = frozenset({"i", "me", "my", "mine", "we", "us", "our", "ours", "you", "your", "yours"})
_BRACKETS = {")": "(", "）": "（", "]": "[", "】": "【", "”": "“", "」": "「", "』": "『", "》": "《"}


def measure_sentences(
    parsed: ParsedText, statements: Sequence[Statement], resolutions: Resolutions = MappingProxyType({})
) -> tuple[ReadSentence, ...]:
    """The complexity of each sentence of a text that rules made `statements` of, in order."""
    by_sentence: dict[tuple[int, int], list[Statement]] = {}
    for statement in statements:
        by_sentence.setdefault((statement.sentence.start, statement.sentence.end), []).append(statement)
    resolved: dict[int, set[int]] = {}
    for sentence, token in resolutions:
        resolved.setdefault(sentence, set()).add(token)
    return tuple(
        measure_sentence(
            sentence,
            by_sentence.get((sentence.span.start, sentence.span.end), ()),
            parsed.lang,
            resolved.get(index, set()),
        )
        for index, sentence in enumerate(parsed.sentences)
    )


def measure_sentence(
    sentence: ParsedSentence, statements: Sequence[Statement], lang: str, resolved: Iterable[int] = ()
) -> ReadSentence:
    """One sentence; `resolved` are the tokens whose reference was found.

    A sentence that claims nothing (a question, a greeting, an opinion, no word at all) is not complex: nothing is to
    be split in it.
    """
    analysis = sentence.analysis
    claims = any(statement.checkable for statement in statements) or is_checkable(analysis.text, lang)
    words = [token for token in analysis.tokens if any(char.isalnum() for char in token.text)]
    if not claims or not words:
        return ReadSentence(sentence.span, 0.0)
    structure = structure_of(analysis)
    factors = structure | {
        "references": _unresolved(analysis, lang, frozenset(resolved)),
        "unsplit": _unsplit(analysis, statements, lang),
        "uncovered": min(1.0, 2 * _uncovered(sentence, statements, lang)),
        "undivided": float(len(statements) == 1 and may_divide(analysis)),
        "length": ramp(len(words), 10, 30),
        "broken": float(_is_broken(analysis, lang)),
    }
    return ReadSentence(sentence.span, combine(factors), factors)


def combine(factors: Mapping[str, float]) -> float:
    """Noisy-or of the factors by `WEIGHTS`; in [0, 1], rising in each of them."""
    left = 1.0
    for name, factor in factors.items():
        left *= 1.0 - WEIGHTS[name] * factor
    return 1.0 - left


def _unresolved(analysis: Analysis, lang: str, resolved: frozenset[int]) -> float:
    """The share of referring words that nothing was found for; 0 where there is none."""
    referring = [index for index, token in enumerate(analysis.tokens) if _refers(token, analysis.tokens, lang)]
    if not referring:
        return 0.0
    return sum(index not in resolved for index in referring) / len(referring)


def _refers(token: Token, tokens: Sequence[Token], lang: str) -> bool:
    if lang == "zh":
        return token.text in _REFERRING_ZH
    if token.tag not in _REFERRING_EN or token.text.lower() in _FIRST_AND_SECOND:
        return False
    return token.dep != "expl"


def _unsplit(analysis: Analysis, statements: Sequence[Statement], lang: str) -> float:
    """Whether the rules made fewer statements than the parse has propositions: what they left together."""
    if not statements:
        return 0.0  # nothing is covered then, which counts by itself
    return ramp(1 + further_propositions(analysis, lang) - len(statements), 0, 2)


def _uncovered(sentence: ParsedSentence, statements: Sequence[Statement], lang: str) -> float:
    """The share of content words that lie in no statement's span."""
    marks = inner_list_marks(sentence.analysis.text) if lang == "zh" else []
    words = [word for word in content_words(sentence.analysis.text, lang) if not _within(word.start, word.end, marks)]
    if not words:
        return 0.0
    spans = [span for statement in statements for span in statement.spans]
    offset = sentence.span.start
    missed = sum(not _within(offset + word.start, offset + word.end, spans) for word in words)
    return missed / len(words)


def _within(start: int, end: int, spans: Sequence[Span]) -> bool:
    return any(span.start <= start and end <= span.end for span in spans)


def _is_broken(analysis: Analysis, lang: str) -> bool:
    if _unbalanced(analysis.text):
        return True
    if lang == "zh":
        return not any(token.pos in ("VERB", "AUX", "ADJ") for token in analysis.tokens)
    if not analysis.has_tree:
        return True
    roots = [index for index, token in enumerate(analysis.tokens) if token.head == index]
    return not any(_is_predicate(analysis.tokens, root) for root in roots)


def _is_predicate(tokens: Sequence[Token], root: int) -> bool:
    if tokens[root].pos in ("VERB", "AUX"):
        return True
    return any(token.head == root and base(token) == "cop" for token in tokens)


def _unbalanced(text: str) -> bool:
    """Whether a bracket or quotation is opened and never closed; a stray closing one is a list mark or a face."""
    opened: list[str] = []
    for char in text:
        if char in _BRACKETS.values():
            opened.append(char)
        elif char in _BRACKETS and opened and opened[-1] == _BRACKETS[char]:
            opened.pop()
    return bool(opened) or text.count('"') % 2 == 1
