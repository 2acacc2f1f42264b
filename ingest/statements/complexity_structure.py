"""What of a sentence's structure makes it hard for the rules, each as a number in [0, 1]; see `complexity.py`."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.platform.models.ports import Analysis, Token

_CLAUSE_HEADS = frozenset({"advcl", "ccomp", "csubj", "parataxis", "acl", "xcomp"})
_NESTED = frozenset({"advcl", "ccomp", "csubj", "acl"})
_MODIFIERS = frozenset({"obl", "nmod", "acl", "advcl"})
_READ_BY_RULE = frozenset(
    {"if", "unless", "when", "whenever", "once", "until", "till", "provided", "although", "though", "while", "whereas"}
    | {"because"}
)
_ZH_BREAKS = frozenset("，；,;：:")
_ZH_LISTING = frozenset({"、", "和", "与", "及", "以及", "或"})


def structure_of(analysis: Analysis) -> dict[str, float]:
    """The factors that hang on the sentence alone, by name."""
    return _english_factors(analysis) if analysis.has_tree else _flat_factors(analysis)


def may_divide(analysis: Analysis) -> bool:
    """Whether there is a comma or a conjunction inside, at which a sentence of several claims would come apart."""
    return any(token.text in _ZH_BREAKS or token.tag == "CC" or token.text == "、" for token in analysis.tokens)


def ramp(value: float, low: float, high: float) -> float:
    """0 up to `low`, 1 from `high` on."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


# --- English: over the tree


def _english_factors(analysis: Analysis) -> dict[str, float]:
    tokens = analysis.tokens
    children: list[list[int]] = [[] for _ in tokens]
    for index, token in enumerate(tokens):
        if token.head != index:
            children[token.head].append(index)
    clause = [_is_clause(tokens, children, index) for index in range(len(tokens))]
    conjuncts = [sum(base(tokens[child]) == "conj" for child in below) for below in children]
    inside = sum(
        1
        for index, token in enumerate(tokens)
        if base(token) == "conj" and conjuncts[index]  # "A and B, and C or D": a list within a list
    )
    modifiers = max((sum(base(tokens[child]) in _MODIFIERS for child in below) for below in children), default=0)
    return {
        "clauses": ramp(sum(clause), 0, 3),
        "nesting": ramp(_deepest(tokens, clause), 1, 3),
        "coordination": ramp(sum(max(0, count - 1) for count in conjuncts) + inside, 0, 4),
        "attachment": ramp(modifiers, 1, 4),
        "breaks": ramp(sum(token.text in _ZH_BREAKS for token in tokens), 1, 3),
        "dependent": float(any(_is_dependent(tokens, children, index) for index in range(len(tokens)))),
        "partitive": float(any(_is_partitive(tokens, index) for index in range(1, len(tokens)))),
        "quantities": ramp(sum(token.pos == "NUM" for token in tokens), 1, 3),
    }


def base(token: Token) -> str:
    """The relation without its subtype."""
    return token.dep.partition(":")[0]


def _is_dependent(tokens: Sequence[Token], children: Sequence[Sequence[int]], index: int) -> bool:
    """ "after three people walked out": whether it is a claim of its own, its conjunction does not tell."""
    if base(tokens[index]) != "advcl":
        return False
    below = [tokens[child] for child in children[index]]
    opens = {token.text.lower() for token in below if token.dep == "mark" or token.tag == "WRB"}
    return any(base(token) == "nsubj" for token in below) and not opens & _READ_BY_RULE


def _is_partitive(tokens: Sequence[Token], index: int) -> bool:
    """ "most of whom are children": what whom stands for has to be cut to size."""
    return tokens[index].text.lower() in ("them", "whom", "which") and tokens[index - 1].text.lower() == "of"


def _is_clause(tokens: Sequence[Token], children: Sequence[Sequence[int]], index: int) -> bool:
    """Whether a token heads a clause below the main one: by its relation, or as a conjoined predicate."""
    token = tokens[index]
    relation = base(token)
    if relation in _CLAUSE_HEADS:
        return relation != "xcomp" or token.pos == "VERB"
    if relation != "conj":
        return False
    return token.pos in ("VERB", "AUX") or any(base(tokens[child]) in ("nsubj", "cop") for child in children[index])


def _deepest(tokens: Sequence[Token], clause: Sequence[bool]) -> int:
    """Most clauses that one token lies in, not counting the main one and coordination."""
    nested = [clause[index] and base(token) in _NESTED for index, token in enumerate(tokens)]
    deepest = 0
    for index in range(len(tokens)):
        depth, at = 0, index
        for _ in range(len(tokens)):  # bounded: a tree that a model drew wrongly may hold a ring
            depth += nested[at]
            if tokens[at].head == at:
                break
            at = tokens[at].head
        deepest = max(deepest, depth)
    return deepest


# --- Chinese, and whatever has words and tags alone


def _flat_factors(analysis: Analysis) -> dict[str, float]:
    """Commas and verbs stand in for clauses, 的 behind a verb for nesting, 、 and 和 for coordination."""
    tokens = analysis.tokens
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _ZH_BREAKS:
            parts.append([])
        else:
            parts[-1].append(token)
    clauses = sum(any(token.pos in ("VERB", "AUX") for token in part) for part in parts)
    verbs = sum(token.pos == "VERB" for token in tokens)
    relatives = sum(
        token.text == "的" and any(other.pos == "VERB" for other in tokens[max(0, index - 6) : index])
        for index, token in enumerate(tokens)
    )
    lists = sum(token.text in _ZH_LISTING for token in tokens)
    adjuncts = max((sum(token.pos == "ADP" for token in part) for part in parts), default=0)
    return {
        "clauses": ramp(max(clauses - 1, (verbs - 1) / 2), 0, 3),
        "nesting": ramp(relatives, 1, 3),
        "coordination": ramp(lists, 1, 5),
        "attachment": ramp(adjuncts, 1, 4),
        "breaks": ramp(len(parts) - 1, 1, 3),
        "dependent": float(any(part and part[0].pos in ("ADV", "AUX", "CCONJ") for part in parts[1:])),
        "partitive": 0.0,
        "quantities": ramp(sum(token.pos == "NUM" for token in tokens), 1, 3),
    }
