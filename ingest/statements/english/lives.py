"""Years of life behind a name: "(1867-1934)", "(born 12 May 1955)"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .tree import Tree

_DATE = r"(?:c\. ?)?(?:(?:\d{1,2} )?[A-Z][a-z]+ (?:\d{1,2}, )?)?\d{3,4}"
_LIFE = re.compile(
    rf"\((?:(?P<birth>{_DATE}) ?[-–—] ?(?P<death>{_DATE})|(?:born|b\.) (?:on |in )?(?P<born>{_DATE})"
    rf"|(?:died|d\.) (?:on |in )?(?P<died>{_DATE}))\)"
)


@dataclass(frozen=True, slots=True)
class LifeDates:
    """Tokens: the `name`'s head, all words `inside` the brackets, and those of either date."""

    name: int
    inside: frozenset[int]
    birth: tuple[int, ...] = ()
    death: tuple[int, ...] = ()


def life_dates(tree: Tree) -> list[LifeDates]:
    """The dates of life given in brackets behind a name."""
    found: list[LifeDates] = []
    for match in _LIFE.finditer(tree.text):
        before = [at for at, token in enumerate(tree.tokens) if token.end <= match.start()]
        if not before or tree.pos(before[-1]) != "PROPN":
            continue
        name = before[-1]
        for head in tree.ancestors(name):
            if tree.base(name) not in {"flat", "compound"} or head > before[-1]:
                break
            name = head
        if tree.child(name, "det") is not None:
            continue  # "the Ming dynasty (1368-1644)" was not born
        inside = _tokens(tree, *match.span())
        birth = _tokens(tree, *match.span("birth")) or _tokens(tree, *match.span("born"))
        death = _tokens(tree, *match.span("death")) or _tokens(tree, *match.span("died"))
        found.append(LifeDates(name, frozenset(inside), tuple(birth), tuple(death)))
    return found


def _tokens(tree: Tree, start: int, end: int) -> list[int]:
    return [at for at, token in enumerate(tree.tokens) if start <= token.start and token.end <= end]
