"""Names that a text itself says to be of one thing: "World Health Organization (WHO)", "以下简称", "also known as"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.entities import ACRONYM
from claimgraph.graph_schema.vocabulary import EntityType

from ..model import Mention
from ..text.chinese_names import SURNAMES
from ..text.language import HAN
from ..text.word_lists import word_set
from .legal_forms import without_legal_form


class AliasKind(StrEnum):
    """On what grounds two names are taken for one thing."""

    ACRONYM = ACRONYM
    GIVEN = "alias given in the text"
    FORMER = "former name given in the text"


@dataclass(frozen=True, slots=True)
class Alias:
    """`start:end` is where the further name stands, `name_start:name_end` the name that it is given to."""

    name: str
    alias: str
    kind: AliasKind
    start: int
    end: int
    name_start: int
    name_end: int


_han = re.compile(f"[{HAN}]")
_QUOTES = "\"'“”‘’「」『』《》"
_parenthesis = re.compile(r"\s?[(（]([^()（）]{1,80})[)）]")
_known_as = re.compile(
    rf"\s?,?\s?[(（]?\s?(?:which\s)?(?:(?:is|are|was|were)\s)?(?:(?P<former>(?:formerly|previously|originally)(?:\s(?:known|named|called)(?:\sas)?)?)"
    r"|(?:also|better|commonly|widely|sometimes|often|or\ssimply)?\s?(?:known|referred\sto|abbreviated)\s(?:as|to)|abbreviated(?:\sas)?"
    r"|hereinafter(?:\sreferred\sto\sas)?|hereafter|also\scalled|a\.?k\.?a\.?|short\sfor)"
    rf"\s?,?\s?(?:the\s)?[{_QUOTES}]?",
    re.IGNORECASE,
)
_leading = re.compile(
    r"(?P<former>formerly|previously|originally|原名|旧称|曾用名|前称|原称|前身为|前身是)"
    r"|(?:hereinafter|hereafter|also|or|abbreviated|known|called|referred|as|to|the|simply|short|for|commonly|better|a\.?k\.?a\.?"
    r"|以下简称|下称|下文简称|简称为|简称|又称为|又称|又名|亦称|也称为|也称|别称|俗称|英文名|英语|缩写为|缩写|中文名|全称|即|英文|英語)",
    re.IGNORECASE,
)
_chinese_known_as = re.compile(
    rf"[，,、]?\s?[（(]?\s?(?P<lead>以下简称|下称|下文简称|简称为|简称|又称为|又称|又名|亦称|也称为|也称|别称|俗称|原名|旧称|曾用名)[为是：:]?\s?[{_QUOTES}]?"
    rf"(?P<alias>[A-Za-z0-9{HAN}·&.\- ]{{2,20}}?)(?=[{_QUOTES}，,。；;、）)\s]|\Z)"
)
_acronym = re.compile(r"\s[(（][\"“‘']?([A-Z][A-Za-z.&-]{1,9})[\"”’']?[)）]")
_word = re.compile(r"[^\W\d_][\w'’&.-]*")
_boundary = re.compile(r"[.!?;:()\n]\s|[()\n]")
_SEPARATORS = re.compile(r"[，,；;、]|\sor\s")
_ROLES = word_set("ceo cfo cto coo cio cmo chairman president director phd md mba usd eur cny rmb")
_SMALL_WORDS = word_set("of the and for in on to de la du des von und a an &")


def find_aliases(text: str, mentions: Sequence[Mention]) -> list[Alias]:
    """Aliases that the text gives right behind a name, in order. Names alone get aliases, not numbers or dates."""
    names = [m for m in mentions if m.type not in (EntityType.NUMBER, EntityType.DATE)]
    found: list[Alias] = []
    for mention in names:
        found.extend(_in_parenthesis(text, mention, names))
        if not any(alias.start <= mention.start < alias.end for alias in found):
            found.extend(_introduced(text, mention, names))
    for alias in _acronyms_in_parentheses(text):
        found = [other for other in found if not (other.start < alias.end and alias.start < other.end)]
        found.append(alias)
    unique = {(alias.start, alias.end): alias for alias in found}
    return [unique[place] for place in sorted(unique)]


def _acronyms_in_parentheses(text: str) -> list[Alias]:
    """ "Food and Drug Administration (FDA)": the words before that begin with the acronym's letters, however much of
    them was seen as a name (after Schwartz and Hearst, 2003, by whole initials)."""
    found = []
    for match in _acronym.finditer(text):
        short = match[1]
        words = list(_word.finditer(text, max(0, match.start() - 120), match.start()))
        for first in reversed(words[-2 * len(short) - 2 :]):
            long = text[first.start() : match.start()].rstrip()
            if _boundary.search(long):
                break
            if first.group()[0].isupper() and is_acronym_of(short, long) and _is_title_case(long):
                place = (match.start(1), match.end(1), first.start(), first.start() + len(long))
                found.append(Alias(long, short, AliasKind.ACRONYM, *place))
                break
    return found


def _is_title_case(name: str) -> bool:
    return all(word[0].isupper() or word in _SMALL_WORDS for word in re.findall(r"[^\W\d_][\w'’&-]*", name))


def _in_parenthesis(text: str, mention: Mention, names: Sequence[Mention]) -> list[Alias]:
    """ "World Health Organization (WHO)", "世界卫生组织（WHO，简称世卫组织）", "WHO (World Health Organization)"."""
    match = _parenthesis.match(text, mention.end)
    if match is None:
        return []
    found = []
    start = match.start(1)
    for piece in _pieces(match[1]):
        at = text.index(piece, start)
        start = at + len(piece)
        kind, stated = None, piece
        while lead := _leading.match(stated):
            kind = AliasKind.FORMER if lead["former"] else kind or AliasKind.GIVEN
            stated = stated[lead.end() :].lstrip(f" :：为是{_QUOTES}")
        stated = stated.strip(f" {_QUOTES}")
        if not stated:
            continue
        if kind is None and (is_acronym_of(stated, mention.surface) or is_acronym_of(mention.surface, stated)):
            kind = AliasKind.ACRONYM
        elif kind is None and _is_translation(mention, stated, _type_at(names, text.index(stated, at), stated)):
            kind = AliasKind.GIVEN
        if kind is not None and _is_name(stated):
            where = text.index(stated, at)
            found.append(_alias(mention, stated, kind, where))
    return found


def _pieces(inside: str) -> list[str]:
    return [piece.strip() for piece in _SEPARATORS.split(inside) if piece.strip()]


def _alias(name: Mention, alias: str, kind: AliasKind, start: int) -> Alias:
    if kind is AliasKind.GIVEN and (is_acronym_of(alias, name.surface) or is_acronym_of(name.surface, alias)):
        kind = AliasKind.ACRONYM
    return Alias(name.surface, alias, kind, start, start + len(alias), name.start, name.end)


def _introduced(text: str, mention: Mention, names: Sequence[Mention]) -> list[Alias]:
    """ "X, also known as Y", "X, formerly Y", "X，简称Y"."""
    chinese = _chinese_known_as.match(text, mention.end)
    if chinese is not None and _is_name(chinese["alias"].strip()):
        former = chinese["lead"] in ("原名", "旧称", "曾用名")
        kind = AliasKind.FORMER if former else AliasKind.GIVEN
        return [_alias(mention, chinese["alias"].strip(), kind, chinese.start("alias"))]
    match = _known_as.match(text, mention.end)
    if match is None:
        return []
    behind = [m for m in names if m.start == match.end()]
    if not behind or behind[0].type is EntityType.PLACE is not mention.type:
        return []
    kind = AliasKind.FORMER if match["former"] else AliasKind.GIVEN
    return [_alias(mention, behind[0].surface, kind, behind[0].start)]


def is_acronym_of(short: str, long: str) -> bool:
    """Whether the letters of `short` are the initials of `long`'s words, in order, none of the great words missed."""
    letters = [char for char in short if char.isalnum()]
    if not 2 <= len(letters) <= 8 or not _is_acronym(short) or len(long) <= len(short):
        return False
    words = [word for word in re.split(r"[\s\-/]+", without_legal_form(long)) if word and word[0].isalnum()]
    great = [word for word in words if word.casefold() not in _SMALL_WORDS]
    return any(
        _initials_fit("".join(letters).casefold(), [word.casefold() for word in chosen])
        for chosen in (great, words)
        if len(chosen) > 1
    )


def _is_acronym(short: str) -> bool:
    letters = [char for char in short if char.isalpha()]
    return bool(letters) and sum(char.isupper() for char in letters) * 2 > len(letters) and " " not in short.strip()


def _initials_fit(letters: str, words: Sequence[str]) -> bool:
    """Each word gives its first letter, and may give a few more ("DNA": deoxyribo-nucleic acid is not undone)."""
    if not words:
        return not letters
    if not letters or letters[0] != words[0][0]:
        return False
    return any(
        letters[:size] == words[0][:size] and _initials_fit(letters[size:], words[1:])
        for size in range(1, min(3, len(letters), len(words[0])) + 1)
    )


def _type_at(names: Sequence[Mention], start: int, surface: str) -> EntityType | None:
    """The type of the name that stands exactly there; None where none was seen."""
    end = start + len(surface)
    return next((m.type for m in names if m.start == start and m.end == end), None)


def _is_translation(name: Mention, other: str, kind: EntityType | None) -> bool:
    """A Chinese name with its Latin one beside it, or the other way round: "蒂姆·库克（Tim Cook）".

    `kind` is what the other is known to be. Beside a person may stand an employer: there the other has to be a
    person's name too, by its type or by having a given name and a surname.
    """
    first, second = bool(_han.search(name.surface)), bool(_han.search(other))
    if first == second or not (second or re.match(r"[A-Z]", other)):
        return False
    known = {name.type, kind} - {EntityType.NAME, None}
    if len(known) > 1:
        return False
    if not _may_be_person(name) or kind is EntityType.PERSON:
        return True
    return kind in (None, EntityType.NAME) and (len(other.split()) > 1 or "·" in other or _looks_chinese(other))


def _may_be_person(name: Mention) -> bool:
    """A person, or a name of unknown type that is made as Chinese people's names are."""
    return name.type is EntityType.PERSON or (name.type is EntityType.NAME and _looks_chinese(name.surface))


def _looks_chinese(name: str) -> bool:
    return 2 <= len(name) <= 3 and name[0] in SURNAMES and all(map(_han.match, name))


def unambiguous(aliases: Sequence[Alias]) -> list[Alias]:
    """Without those that the text gives to two different names, or two translations that it gives one name."""
    owners: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for alias in aliases:
        for short, (name, translated) in _sides(alias):
            owners[short, translated].add(name)
    return [
        alias
        for alias in aliases
        if all(_is_one_thing(owners[short, translated]) for short, (_, translated) in _sides(alias))
    ]


def _sides(alias: Alias) -> list[tuple[str, tuple[str, bool]]]:
    """(short, (full, whether it is a translation)); of a translation each is the other's."""
    translated = bool(_han.search(alias.name)) != bool(_han.search(alias.alias))
    short, full = ids.normalise_name(alias.alias), alias.name
    if translated:
        return [(short, (full, True)), (ids.normalise_name(alias.name), (alias.alias, True))]
    if alias.kind is AliasKind.ACRONYM and len(alias.alias) > len(alias.name):
        short, full = ids.normalise_name(alias.name), alias.alias
    return [(short, (full, False))]


def _is_one_thing(names: set[str]) -> bool:
    """Whether the longest of the names may be said by each of the others."""
    longest = max(names, key=lambda name: (len(name), name))
    return all(_is_part(name, longest) for name in names)


def _is_part(short: str, long: str) -> bool:
    """A name without its legal form or first words, an acronym; of a Chinese name some of its characters."""
    if _han.search(short):
        rest = iter(long)
        return all(char in rest for char in short)
    first, second = (ids.normalise_name(without_legal_form(name)) for name in (short, long))
    return first == second or f" {second}".endswith(f" {first}") or is_acronym_of(short, long)


def _is_name(alias: str) -> bool:
    if ids.normalise_name(alias).replace(" ", "").isdigit() or len(alias) > 60 or len(alias) < 2:
        return False
    if alias.casefold().strip(".") in _ROLES:
        return False
    return bool(_han.match(alias)) or any(char.isupper() for char in alias)


def with_aliased_names(names: Sequence[Mention], aliases: Sequence[Alias]) -> list[Mention]:
    """The names, and those beside an alias and the aliases themselves that no finder saw whole; disjoint.

    An alias is of the type of what it stands for.
    """
    kept = list(names)
    for alias in aliases:
        inside = [m for m in kept if alias.name_start <= m.start and m.end <= alias.name_end]
        owner = next(iter(inside), None) or next(
            (m for m in kept if ids.normalise_name(m.surface) == ids.normalise_name(alias.alias)), None
        )
        if owner is None:
            continue
        for start, end in ((alias.name_start, alias.name_end), (alias.start, alias.end)):
            kept = _with(kept, start, end, alias, owner)
    return sorted(kept, key=lambda m: m.start)


def _with(names: list[Mention], start: int, end: int, alias: Alias, owner: Mention) -> list[Mention]:
    """The names with one at this place, instead of what is only a part of it."""
    clashes = [m for m in names if m.start < end and start < m.end]
    if any((m.start, m.end) == (start, end) or m.start < start or m.end > end for m in clashes):
        return names
    surface = alias.alias if start == alias.start else alias.name
    kept = [m for m in names if m not in clashes]
    return [*kept, Mention(start, end, surface, owner.type, owner.extractor)]
