"""Names in a claim and in a statement: which are the same, and where the name proper begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Mention
from claimgraph.ingest.text.chinese_names import SURNAMES

from ..countries import place_of
from ..known_names import are_one, known_in, says
from ..shortened import shortens, spells
from ..whereabouts import are_open, is_placed, is_said_within

_PERHAPS_PERSONS = (EntityType.PERSON, EntityType.NAME, EntityType.PLACE)


def whole_name(text: str, name: Mention) -> Mention:
    """All of a known name of which the reader took a part for one (大不列颠及北爱尔兰 | 联合王国), and a Chinese given
    name with the surname before it."""
    for start, end, _ in known_in(text):
        if start <= name.start and name.end <= end:
            return replace(name, surface=text[start:end], start=start, end=end)
    before = text[name.start - 1 : name.start]
    if len(name.surface) != 2 or before not in SURNAMES or name.type not in _PERHAPS_PERSONS or not before:
        return name
    if place_of(name.surface) is not None or (before in "于在" and name.type is not EntityType.PERSON):
        return name  # 位于挪威
    return replace(name, surface=before + name.surface, start=name.start - 1)


def is_possessor(surface: str, text: str) -> bool:
    return any(f"{surface}{mark}" in text for mark in ("'s ", "’s ", "' ", "’ ", "的"))


def names_agree(surface: str, text: str, names: Sequence[Mention]) -> bool:
    """Whether the text says the name, wholly or by its telling part: "Diallo" and "Amina Diallo"; cut short or by its
    initials; or by another name of the same thing."""
    if holds_name(text, surface) or says(text, surface):
        return True
    if any(are_one(surface, name.surface) for name in names):
        return True
    if any(_is_short_for(surface, name.surface) or _is_short_for(name.surface, surface) for name in names):
        return True
    mine = set(surface.casefold().split())
    return any(mine < (theirs := set(name.surface.casefold().split())) or theirs < mine for name in names)


def _is_short_for(short: str, full: str) -> bool:
    return shortens(short, full) or spells(short, full)


def holds_name(text: str, surface: str) -> bool:
    folded, name = text.casefold(), surface.casefold()
    at = folded.find(name)
    if not surface.isascii():
        return at >= 0
    while at >= 0:
        if not _goes_on(folded[at - 1 : at]) and not _goes_on(folded[at + len(name) : at + len(name) + 1]):
            return True
        at = folded.find(name, at + 1)
    return False


def _goes_on(char: str) -> bool:
    """Whether a Latin word goes on with it; Chinese stands beside names without a gap: 新疆GDP总量."""
    return char.isalnum() and char < "\u2e80"


def same_sort(one: Mention, other: Mention) -> bool:
    if place_of(one.surface) is not None and place_of(other.surface) is not None:
        return True
    return one.type == other.type or "name" in (one.type.value, other.type.value)


def without_title(claim: str, start: int, end: int, after: str, text: str) -> int:
    """Where the name proper begins: a title before it that the evidence gives the right one too ("Deputy") stays."""
    words = claim[start:end].split(" ")
    if len(words) > 2 and words[0].casefold() in text.casefold() and not after.startswith(words[0]):
        return start + len(words[0]) + 1
    return start


def without_verb(surface: str, end: int, behind: str) -> int:
    """Where the name proper ends: 投 of 何敏投 stands behind the right name too, as the verb that it is."""
    taken_in = len(surface) > 2 and not surface.isascii() and behind.startswith(surface[-1])
    return end - 1 if taken_in else end


def place_agrees(claim: str, start: int, name: Mention, text: str, names: Sequence[Mention], elsewhere: str) -> bool:
    """Whether the text says "in Oslo" for the claim's "in Norway", and `elsewhere` that the one is in the other."""
    if not is_placed(claim, start):
        return False
    return any(
        is_placed(text, other.start) and is_said_within(other.surface, name.surface, elsewhere) for other in names
    )


def place_is_open(claim: str, start: int, name: Mention, text: str, other: Mention, elsewhere: str) -> bool:
    """Whether the text's place may hold the claim's, or lie in it: the one is then no mistake for the other."""
    if not is_placed(claim, start) or not is_placed(text, other.start):
        return False
    return are_open(name.surface, other.surface, elsewhere)
