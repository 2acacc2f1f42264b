"""How many further propositions are left in a claim: 0 for an atomic one.

Over the dependency tree (English) or over words and tags (Chinese), by the same conventions that the rules split by:
what they keep whole on purpose (conditionals, attributions, collective subjects, "or", restrictive modifiers of
common nouns) is no further proposition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimgraph.platform.models.ports import Analysis, Token

from ..text.word_lists import word_set


def further_propositions(analysis: Analysis, lang: str) -> int:
    """Propositions in a claim beyond its first."""
    if analysis.has_tree:
        return _in_tree(analysis)
    return _in_words(analysis) if lang == "zh" else 0


# --- English: over the tree

_COLLECTIVE = word_set(
    """
    meet marry merge collaborate cooperate differ compete agree combine unite join share separate compare divorce
    negotiate discuss fight together jointly respectively each between among both total average range
    """
)
_CONCESSIVE = word_set("although though while whereas")
_NOT_INTERSECTIVE = word_set(
    """
    former alleged first second third last main only own key major chief leading sole new old next previous current
    early late other same such several many few more most least best largest biggest smallest oldest youngest
    """
)
_BARE_HEADS = word_set("kind part type member one number thing form series set group way example result case person")
_MODALS_AND_DEGREES = word_set("may might can could must should shall will would only all most never no not n't n’t")
_ADJUNCT_MARKERS = word_set("in on at by since during from after before until near")


def _in_tree(analysis: Analysis) -> int:
    tokens = analysis.tokens
    below: list[list[int]] = [[] for _ in tokens]
    for index, token in enumerate(tokens):
        if token.head != index:
            below[token.head].append(index)
    whole = any(token.lemma.lower() in _COLLECTIVE or token.text.lower() in _COLLECTIVE for token in tokens)
    count = 0
    for index, token in enumerate(tokens):
        relation = token.dep
        if relation == "conj":
            count += not whole and _splits(tokens, below, index)
        elif relation in ("acl:relcl", "acl"):
            count += _describes_a_name(tokens, below, token.head)
        elif relation == "appos":
            count += not token.text.isupper() and token.pos in ("NOUN", "PROPN") and not _in_one_name(analysis, index)
        elif relation == "parataxis":
            count += token.pos == "VERB" and _has_subject(tokens, below, index)
        elif relation == "advcl":
            count += _is_assertion(tokens, below, index)
    roots = [index for index, token in enumerate(tokens) if token.head == index]
    return count + sum(_adjectives(tokens, below, root) + _adjuncts(tokens, below, root) for root in roots)


def _splits(tokens: Sequence[Token], below: Sequence[Sequence[int]], index: int) -> bool:
    """Whether a conjunct could be a claim of its own."""
    token = tokens[index]
    markers = [tokens[child].text.lower() for child in below[index] if tokens[child].dep == "cc"]
    first = tokens[token.head]
    siblings = [child for child in below[token.head] if tokens[child].dep == "conj"]
    markers += [tokens[leaf].text.lower() for child in siblings for leaf in below[child] if tokens[leaf].dep == "cc"]
    if {"or", "nor"} & set(markers) or token.pos in ("NUM", "ADV", "ADP", "DET"):
        return False
    return first.dep not in ("amod", "compound")  # "a red and white flag", "research and development costs"


def _describes_a_name(tokens: Sequence[Token], below: Sequence[Sequence[int]], head: int) -> bool:
    """Whether a clause is about a name or a predicate noun: then it is a claim of its own."""
    if tokens[head].pos == "PROPN":
        return True
    return any(tokens[child].dep == "cop" for child in below[head]) and tokens[head].lemma.lower() not in _BARE_HEADS


def _in_one_name(analysis: Analysis, index: int) -> bool:
    token, head = analysis.tokens[index], analysis.tokens[analysis.tokens[index].head]
    return any(
        entity.start <= min(token.start, head.start) and max(token.end, head.end) <= entity.end
        for entity in analysis.entities
    )


def _has_subject(tokens: Sequence[Token], below: Sequence[Sequence[int]], index: int) -> bool:
    return any(tokens[child].dep.startswith("nsubj") for child in below[index])


def _is_assertion(tokens: Sequence[Token], below: Sequence[Sequence[int]], index: int) -> bool:
    """A concession or a free participle asserts; a condition, a cause, a purpose or a time goes with its clause."""
    marks = [tokens[child].text.lower() for child in below[index] if tokens[child].dep == "mark"]
    if marks:
        return marks[0] in _CONCESSIVE
    return tokens[index].tag in ("VBG", "VBN") and not any(
        tokens[child].dep == "advmod" and tokens[child].tag == "WRB" for child in below[index]
    )


def _adjectives(tokens: Sequence[Token], below: Sequence[Sequence[int]], root: int) -> int:
    """ "X is a high-level language" says two things; "X is the largest city" one."""
    if not any(tokens[child].dep == "cop" for child in below[root]) or tokens[root].pos not in ("NOUN", "PROPN"):
        return 0
    if tokens[root].lemma.lower() in _BARE_HEADS or any(
        tokens[child].dep in ("nmod", "nummod") for child in below[root]
    ):
        return 0
    return sum(
        tokens[child].dep == "amod"
        and tokens[child].tag == "JJ"
        and tokens[child].text.lower() not in _NOT_INTERSECTIVE
        and tokens[child + 1].text != "-"  # "open-source" in three tokens
        for child in below[root]
    )


def _adjuncts(tokens: Sequence[Token], below: Sequence[Sequence[int]], root: int) -> int:
    """Time, place and agent beside one another, where nothing binds them together."""
    if tokens[root].pos != "VERB":
        return 0
    if any(tokens[child].text.lower() in _MODALS_AND_DEGREES for child in below[root]):
        return 0
    if any(token.pos == "NUM" and tokens[token.head].dep in ("obj", "nsubj", "nsubj:pass") for token in tokens):
        return 0
    adjuncts = 0
    for child in below[root]:
        cases = [tokens[leaf].text.lower() for leaf in below[child] if tokens[leaf].dep == "case"]
        adjuncts += tokens[child].dep.startswith("obl") and bool(set(cases) & _ADJUNCT_MARKERS)
    return max(0, adjuncts - 1)


# --- Chinese: over words and tags

_BOUND = re.compile(
    "如果|若|假如|倘若|只要|只有|除非|当.{1,12}时|的话|满.{1,8}(?:可|享|才|即|应|须)|超过.{1,10}(?:可|应|须|将)|因为|由于|因此|所以|为了|以便|据|表示|认为|指出|称|说|宣布|"
    "与其|不是.{1,10}而是"
)
_COLLECTIVE_ZH = re.compile(
    "合作|合并|结婚|会面|会谈|见面|相比|之间|不同|相同|一样|类似|共同|一起|联合|有关|相关|关系|竞争|交流|分别|组成|构成"
)
_QUOTED_ZH = re.compile("《[^》]*》|“[^”]*”|「[^」]*」|（[^）]*）|[(][^)]*[)]")
_LISTING = frozenset({"和", "与", "及", "以及", "并", "并且"})
_BREAK = frozenset("，；,;")


def _in_words(analysis: Analysis) -> int:
    hidden = [match.span() for match in _QUOTED_ZH.finditer(analysis.text)]
    tokens = [
        token
        for token in analysis.tokens
        if not any(start <= token.start and token.end <= end for start, end in hidden)
    ]
    if _COLLECTIVE_ZH.search(analysis.text):
        listed = 0
    else:
        listed = sum(token.text == "、" or _lists(tokens, index) for index, token in enumerate(tokens))
    return listed + (0 if _BOUND.search(analysis.text) else _clauses(tokens)) + _attributes(tokens)


def _lists(tokens: Sequence[Token], index: int) -> bool:
    if tokens[index].text not in _LISTING or not 0 < index < len(tokens) - 1:
        return False
    return tokens[index - 1].pos not in ("PUNCT", "ADV") and tokens[index + 1].pos not in ("PUNCT", "ADV")


def _clauses(tokens: Sequence[Token]) -> int:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _BREAK:
            parts.append([])
        else:
            parts[-1].append(token)
    return max(0, sum(any(token.pos in ("VERB", "AUX") for token in part) for part in parts) - 1)


def _attributes(tokens: Sequence[Token]) -> int:
    """Verbs and adjectives with 的 between 是 and the noun that closes the claim: "是一种由甲创建的高级语言"."""
    at = next((index for index, token in enumerate(tokens) if token.text in ("是", "为")), None)
    if at is None:
        return 0
    predicate = tokens[at + 1 :]
    words = [token for token in predicate if token.pos != "PUNCT"]
    if not words or words[-1].text == "的" or words[-1].pos not in ("NOUN", "PROPN"):
        return 0
    return sum(
        token.text == "的" and any(other.pos in ("VERB", "ADJ") for other in predicate[max(0, index - 5) : index])
        for index, token in enumerate(predicate)
    )
