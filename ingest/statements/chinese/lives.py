"""(1867－1934) behind a person's name: when they were born and when they died."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.platform.models.chinese import dictionary_tags

from ...model import Span, Term
from ...text.chinese_people import OFFICES
from ..realise import Piece
from .claims import Draft
from .pieces import LIFE, Source
from .triples import make
from .units import NAME, Atom

_NO_PERSON = ("n", "ns", "nt", "nz", "ng")


def _may_be_person(name: str) -> bool:
    """An office alone (伯爵) is held in such years, and a place or a body is what it is."""
    return name not in OFFICES and dictionary_tags().get(name) not in _NO_PERSON


def life_claims(source: Source, atoms: Sequence[Atom]) -> list[Draft]:
    drafts: list[Draft] = []
    for atom in atoms:
        if atom.kind != NAME or not _may_be_person(atom.text):
            continue
        for bracket in atom.brackets:
            match = LIFE.search(source.text[bracket.start : bracket.end])
            if match is None or not int(match[1]) < int(match[2]) < int(match[1]) + 125:
                continue
            name = (Piece(atom.text, atom.start, atom.end),)
            head = Term(atom.text, (Span(atom.start, atom.end),), EntityType.PERSON)
            for group, verb in ((1, "出生于"), (2, "逝世于")):
                start = bracket.start + match.start(group)
                year = Piece(match[group], start, start + len(match[group]))
                tail = Term(match[group] + "年", (Span(start, start + len(match[group])),), EntityType.DATE)
                drafts.append(Draft((*name, Piece(verb), year, Piece("年")), make(head, verb, verb, tail, (), 0.8)))
    return drafts
