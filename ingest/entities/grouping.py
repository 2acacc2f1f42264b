"""Which names in one text stand for the same thing: equal names, aliases the text gives, parts of a fuller name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention
from ..statements.coreference.english_words import FEMALE_NAMES, FEMALE_TITLES, MALE_NAMES, MALE_TITLES
from ..text.gazetteer import PERSON_TITLES
from ..text.language import HAN
from .aliases import Alias, find_aliases, unambiguous, with_aliased_names
from .chinese_titles import gender_of_title, surname_with_title, without_title
from .legal_forms import without_legal_form
from .names import NAME_TYPES

_han = re.compile(f"[{HAN}]")


@dataclass(slots=True)
class NameGroup:
    """All that the text calls by name of one thing. `name` is the fullest of its names."""

    name: str
    type: EntityType
    mentions: list[Mention] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)

    @property
    def fullest(self) -> Mention | None:
        """The first place where the name stands in full."""
        return next((mention for mention in self.mentions if mention.surface == self.name), None)


def group_names(text: str, mentions: Sequence[Mention]) -> list[NameGroup]:
    """Groups in order of their first mention. Numbers and dates are left out.

    A shorter name joins a fuller one only where there is one fuller name to join: "Curie" stays apart in a text that
    names both Marie Curie and Pierre Curie.
    """
    names = [m for m in mentions if m.type in NAME_TYPES]
    aliases = find_aliases(text, mentions)
    names = with_aliased_names(names, aliases)
    aliases = unambiguous(aliases)
    leader = _Union([_key(m) for m in names])
    for alias in aliases:
        leader.join(fold(alias.name), fold(alias.alias))
    _join_parts(names, leader)
    return _groups(names, aliases, leader)


def fold(name: str) -> str:
    """What is the same name however it is written."""
    return ids.normalise_name(name)


def _key(mention: Mention) -> str:
    return fold(mention.surface)


class _Union:
    """Sets of keys that stand for one thing (union-find)."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._above = {key: key for key in keys}

    def find(self, key: str) -> str:
        above = self._above.setdefault(key, key)
        return key if above == key else self.find(above)

    def join(self, first: str, second: str) -> None:
        self._above[self.find(second)] = self.find(first)


def _join_parts(names: Sequence[Mention], leader: _Union) -> None:
    """Join short forms with the one fuller name they can stand for."""
    fuller: dict[str, set[str]] = defaultdict(set)
    surfaces = {_key(m): m.surface for m in reversed(names)}
    types: dict[str, set[EntityType]] = defaultdict(set)
    for mention in names:
        types[_key(mention)].add(mention.type)
    by_hook: dict[str, list[str]] = defaultdict(list)
    for key, surface in surfaces.items():
        for hook in _hooks(surface):
            by_hook[hook].append(key)
    for short, surface in surfaces.items():
        near = {long for hook in _hooks(surface) for long in by_hook[hook]} - {short}
        fuller[short] = {long for long in near if is_short_form(surface, surfaces[long], types[short], types[long])}
    for short in sorted(fuller, key=lambda key: (-len(key), key)):
        groups = {leader.find(long) for long in fuller[short]}
        if len(groups) == 1:
            leader.join(groups.pop(), short)


def _hooks(name: str) -> set[str]:
    """What a short form and its fuller name have in common: first and last words, the name without its legal form.

    Only names that share a hook are compared, so that a text of ten thousand names takes no time squared.
    """
    bare = without_legal_form(name)
    if not _han.search(name):
        parts = _person_parts(name)
        return {*parts[:1], *parts[-1:], fold(bare)}
    untitled = without_title(name)
    return {untitled[:1], untitled, untitled.split("·")[-1], bare}


def is_short_form(short: str, long: str, short_types: set[EntityType], long_types: set[EntityType]) -> bool:
    """Whether a text that has said `long` may go on with `short`: a surname, a given name, a company's bare name."""
    if _han.search(short) and _han.search(long):
        return _is_short_chinese(short, long, short_types, long_types)
    if EntityType.PERSON in long_types:
        if EntityType.PLACE in short_types or EntityType.ORGANISATION in short_types:
            return False
        if {_gender(short), _gender(long)} == {"male", "female"}:
            return False
        return _is_short_person(_person_parts(short), _person_parts(long))
    if EntityType.ORGANISATION in long_types and EntityType.PERSON not in short_types:
        return fold(without_legal_form(long)) == fold(without_legal_form(short))
    return False


def _gender(name: str) -> str | None:
    """What the title in front tells, else the given name of a full name; None where neither does."""
    words = [word.strip(".,") for word in name.split()]
    titles = {title.rstrip(".") for title in PERSON_TITLES}
    while len(words) > 1 and words[0] in titles:
        if words[0] in MALE_TITLES or words[0] in FEMALE_TITLES:
            return "male" if words[0] in MALE_TITLES else "female"
        words = words[1:]
    if len(words) < 2 or (words[0] in MALE_NAMES) == (words[0] in FEMALE_NAMES):
        return None
    return "male" if words[0] in MALE_NAMES else "female"


def _is_short_person(short: Sequence[str], long: Sequence[str]) -> bool:
    """Curie, Marie or Vries for Marie de Vries Curie; George Bush for George W. Bush."""
    if len(long) < 2 or len(short) >= len(long):
        return False
    if len(short) == 1:
        return short[0] in (long[0], long[-1])
    return short[-len(short) :] == long[-len(short) :] or [short[0], short[-1]] == [long[0], long[-1]]


def _person_parts(name: str) -> list[str]:
    words = [word.strip(".,").casefold() for word in name.split()]
    titles = {title.casefold().rstrip(".") for title in PERSON_TITLES}
    while len(words) > 1 and words[0] in titles:
        words = words[1:]
    return [word for word in words if word not in ("jr", "sr", "ii", "iii")]


def _is_short_chinese(short: str, long: str, short_types: set[EntityType], long_types: set[EntityType]) -> bool:
    """李明教授 -> 李教授, 李明; 蒂姆·库克 -> 库克; 华为技术有限公司 -> 华为技术."""
    if EntityType.PERSON in long_types and EntityType.PLACE not in short_types:
        if {gender_of_title(short), gender_of_title(long)} == {"male", "female"}:
            return False
        full, brief = without_title(long), without_title(short)
        if "·" in full and "·" not in brief:
            return brief == full.split("·")[-1]
        surname = surname_with_title(short)
        return full == brief or (surname is not None and len(full) > len(surname) and full.startswith(surname))
    if EntityType.ORGANISATION in long_types:
        return without_legal_form(long) == without_legal_form(short)
    return False


def _groups(names: Sequence[Mention], aliases: Sequence[Alias], leader: _Union) -> list[NameGroup]:
    by_leader: dict[str, list[Mention]] = {}
    for mention in names:
        by_leader.setdefault(leader.find(_key(mention)), []).append(mention)
    by_alias: dict[str, list[Alias]] = {}
    for alias in aliases:
        by_alias.setdefault(leader.find(fold(alias.alias)), []).append(alias)
    short_forms = {fold(alias.alias) for alias in aliases}
    groups = []
    for key, members in by_leader.items():
        name = _fullest_name(members, short_forms)
        group = NameGroup(name, _type_of(members), members)
        group.aliases = by_alias.get(key, [])
        groups.append(group)
    return groups


def _fullest_name(members: Sequence[Mention], short_forms: set[str]) -> str:
    """The longest name, of those the text does not introduce as another's alias; titles do not make a name longer."""
    own = [m for m in members if _key(m) not in short_forms] or list(members)
    best = max(own, key=lambda m: (len(without_title(m.surface)), -m.start))
    return best.surface


def _type_of(members: Sequence[Mention]) -> EntityType:
    """The type most mentions have; a plain name only where there is nothing better."""
    counts: dict[EntityType, int] = defaultdict(int)
    for mention in members:
        counts[mention.type] += 1
    typed = {kind: n for kind, n in counts.items() if kind is not EntityType.NAME}
    return max(typed or counts, key=lambda kind: (typed or counts)[kind])
