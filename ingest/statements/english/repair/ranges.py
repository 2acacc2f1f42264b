"""Ranges of numbers and years: what stands between "from" and "to", "between" and "and", is one phrase."""

from __future__ import annotations

from .draft import Draft, chunk_head

_UP_TO = frozenset({"to", "through", "till", "until", "-", "–", "—"})
_FARTHEST = 6  # tokens between "between" and its "and"


def ranges(draft: Draft) -> None:
    """ "100,000 through 900,000 bytes", "-1 to -9", "between 1921 and 1925"."""
    for index in range(1, len(draft.tokens) - 1):
        if draft.tokens[index].text.lower() in _UP_TO and _is_number(draft, index - 1) and _is_number(draft, index + 1):
            _join(draft, index - 1, index, index + 1)
        elif draft.tokens[index].text.lower() == "and":
            _between(draft, index)


def between_nouns(draft: Draft) -> None:
    """ "the border between A and B": what is between two things is the noun right before, not what happens there."""
    for index in range(len(draft.tokens)):
        case = next((at for at in draft.cases(index) if draft.tokens[at].text.lower() == "between"), 0)
        noun = case - 1
        if draft.base(index) != "obl" or noun < 0 or draft.heads[index] == noun:
            continue
        if draft.tokens[noun].lemma.lower() in _PAIRED and draft.pos[noun] == "NOUN":
            draft.attach(index, noun, "nmod")


_PAIRED = frozenset(
    {"border", "boundary", "agreement", "treaty", "war", "conflict", "link", "difference", "distance", "relationship",
     "match", "gap", "ratio", "balance", "talks", "contract", "dispute", "frontier", "connection", "bridge", "route"}
)  # fmt: skip


def _is_number(draft: Draft, index: int) -> bool:
    return draft.pos[index] == "NUM" and any(map(str.isdigit, draft.tokens[index].text))


def _between(draft: Draft, conjunction: int) -> None:
    opening = next(
        (at for at in range(conjunction - 1, max(-1, conjunction - _FARTHEST), -1)
         if draft.tokens[at].text.lower() == "between"), None,
    )  # fmt: skip
    if opening is None or any(draft.is_verb(at) for at in range(opening, conjunction)):
        return
    first, second = opening + 1, conjunction + 1
    if not (_is_number(draft, first) and first == conjunction - 1 and _is_number(draft, second)):
        return
    _join(draft, first, conjunction, second)
    noun = draft.heads[first] if draft.deps[first] == "nummod" and draft.heads[first] > second else first
    draft.attach(opening, noun, "case")


def _join(draft: Draft, first: int, joint: int, second: int) -> None:
    """Both ends under the unit behind the second ("8 to 10 hours"), else the second under the first ("-1 to -9")."""
    unit = chunk_head(draft, second)
    if unit == second:
        draft.attach(joint, second, "case")
        draft.attach(second, first, "nmod")
    elif unit is not None and draft.pos[unit] in {"NOUN", "SYM"} and draft.heads[second] == unit:
        _under_unit(draft, first, joint, second, unit)


def _under_unit(draft: Draft, first: int, joint: int, second: int, unit: int) -> None:
    inside = {first, second, unit}
    if draft.heads[unit] in inside or draft.heads[unit] == joint:
        return
    above, dep = draft.heads[first], draft.deps[first]
    if above not in inside and draft.heads[unit] != unit and above > unit:
        return  # "10 to 20 year olds": the first end hangs on something farther on
    for child in draft.children(first):
        draft.attach(child, unit, draft.deps[child])
    if above not in inside and dep in {"obl", "obj", "nmod", "root"} and above < first:
        draft.attach(unit, above, dep)
    draft.attach(first, unit, "nummod")
    draft.attach(joint, second, "compound")
