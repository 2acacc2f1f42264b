"""Which names are one thing across texts: what the texts say themselves, and what only spelling keeps apart.

Nothing is ever merged on a guess: not people who share a surname, not companies with similar names. Each merge says
its reason and where it comes from, and can be undone (`graph_schema.repositories.entities`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from claimgraph.graph_schema.repositories.entities import ACRONYM, NameRow, SameAsRow
from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention, ReadText, TextEntity
from ..text.gazetteer import PERSON_TITLES
from .aliases import is_acronym_of
from .chinese_titles import without_title
from .grouping import fold, group_names
from .legal_forms import without_legal_form, written_out
from .names import NAME_TYPES

ALIAS = "alias given in the text"
SHORT_FORM = "short form in the same text"
FOLDING = "same name but for accents, hyphens and points"
TITLE = "same name without the title"
LEGAL_FORM = "same name with its legal form written out"

_POINTS = re.compile(r"(?<=\w)\.(?=\w|\Z)")


def link_rows(source: str, text: str, lang: str, mentions: Sequence[Mention]) -> list[SameAsRow]:
    """The merges that a chunk or claim with these mentions gives reason for; `source` is its id."""
    rows = []
    for group in group_names(text, mentions):
        for alias in group.aliases:
            rows.append(_row(group.type, lang, alias.name, alias.alias, alias.kind.value, source))
        names = {mention.surface for mention in group.mentions}
        rows += [
            _row(group.type, lang, group.name, short, SHORT_FORM, source)
            for short in _short_forms(group.name, group.type, names)
        ]
        rows += _foldings(names, group.type, lang, source)
    return _without_loops(rows)


def alias_rows(source: str, read: ReadText) -> list[SameAsRow]:
    """The merges that the entities of a read text give reason for; `source` is the chunk's or claim's id."""
    rows = []
    for entity in read.entities:
        if entity.type not in NAME_TYPES:
            continue
        rows += [
            _row(entity.type, entity.lang, entity.name, alias, _reason(entity, alias), source)
            for alias in entity.aliases
        ]
        names = {entity.name, *entity.aliases}
        rows += _foldings(names, entity.type, entity.lang, source)
    return _without_loops(rows)


def short_forms(name: str, kind: EntityType, surfaces: Iterable[str]) -> list[str]:
    """Of the surfaces of one thing in one text those that may stand for it elsewhere too: a company's bare name.

    A person's surname is none: elsewhere it may be somebody else's.
    """
    return _short_forms(name, kind, surfaces)


def _short_forms(name: str, kind: EntityType, surfaces: Iterable[str]) -> list[str]:
    if kind is not EntityType.ORGANISATION:
        return []
    bare = fold(without_legal_form(name))
    return sorted({s for s in surfaces if fold(s) != fold(name) and fold(without_legal_form(s)) == bare})


def _reason(entity: TextEntity, alias: str) -> str:
    if is_acronym_of(alias, entity.name) or is_acronym_of(entity.name, alias):
        return ACRONYM
    return SHORT_FORM if alias in _short_forms(entity.name, entity.type, [alias]) else ALIAS


def _foldings(names: Iterable[str], kind: EntityType, lang: str, source: str) -> list[SameAsRow]:
    """Each name with its plainest spelling, which all its spellings share; most names are that already."""
    rows = []
    for name in sorted(set(names)):
        plain = _plain_spelling(name)
        if plain is not None and (kind is not EntityType.PERSON or " " in plain):
            rows.append(_row(kind, lang, name, plain, FOLDING, source))
        if kind is EntityType.PERSON and (bare := _without_title(name)) != name:
            rows.append(_row(kind, lang, name, bare, TITLE, source))
        if kind is EntityType.ORGANISATION and (full := written_out(name)) != name:
            rows.append(_row(kind, lang, name, full, LEGAL_FORM, source))
    return rows


def _plain_spelling(name: str) -> str | None:
    """The name without accents, points inside and hyphens; None where that changes nothing or leaves too little."""
    bare = "".join(char for char in unicodedata.normalize("NFD", name) if not unicodedata.combining(char))
    bare = " ".join(_POINTS.sub("", bare).replace("-", " ").replace("‐", " ").split())
    if fold(bare) == fold(name) or len(bare) < 2 or any(char.isdigit() for char in name):
        return None
    return bare


def _without_title(name: str) -> str:
    """A person's full name without title; a surname alone keeps it, for that is all that tells whose it is."""
    bare = without_title(name)
    if bare != name:
        return bare if len(bare) >= 2 and "某" not in bare else name
    words = name.split()
    while len(words) > 2 and words[0].rstrip(".") in PERSON_TITLES:
        words = words[1:]
    return " ".join(words) if len(words) >= 2 else name


def _row(kind: EntityType, lang: str, first: str, second: str, reason: str, source: str) -> SameAsRow:
    return SameAsRow(NameRow(first, kind.value, lang), NameRow(second, kind.value, lang), reason, source)


def _without_loops(rows: Iterable[SameAsRow]) -> list[SameAsRow]:
    """One row a pair of names, none of a name with itself."""
    found: dict[tuple[str, str], SameAsRow] = {}
    for row in rows:
        first, second = sorted((fold(row.first.surface), fold(row.second.surface)))
        if first != second:
            found.setdefault((first, second), row)
    return list(found.values())
