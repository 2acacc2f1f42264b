"""Where a claim says one number, date or name and the window another one of the same type in the same role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.chinese_names import SURNAMES

from .aligning import Alignment, most_places
from .analysis import NUMBER, WORD, Analysis, Item, NameGroup
from .comparatives import read_comparative
from .counterparts import SYNONYM
from .doers import done_by_another
from .lexicon_english import DEMONYMS, KINDS_OF_THING, TITLES
from .literals import LiteralReading
from .parties import first_of_name
from .replaced import are_others, replaced_names
from .same_slot import are_short_and_full, cannot_be_exchanged, leads_agree
from .shortened import is_acronym, shortens, spells
from .whereabouts import are_open, is_placed

NAME_MARGIN_BESIDE = 0.22  # where both stand in one sentence; English sentences crowd with names that describe
GAP_ITEMS = 5  # how far apart the neighbours of a substituted name may stand in the window
NAME_ROLE, NAME_MARGIN, NAME_ATTAINABLE = 0.5, 0.17, 0.4
NAME_REST = 0.5  # share of the rest of the claim that must be found
NAME_REST_SAID = 0.7  # the same, where the window says the claim's name in another role
_SUCCESSION = re.compile(
    r"\b(?:t(?:ook|akes?) over|succe(?:eded|eds|ssor)|replac(?:ed|es|ing)|hand(?:ed|s) over)\b"
    r"|接任|接替|继任|接手|取代",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Conflict:
    kind: str  # number, date, name
    claim_items: tuple[int, ...]
    claim_words: str
    window_items: tuple[int, ...]
    window_words: str


def literal_conflict(alignment: Alignment, reading: LiteralReading) -> Conflict:
    assert reading.place is not None
    item, rival = alignment.claim.items[reading.item], alignment.window.items[reading.place]
    kind = "number" if item.kind == NUMBER else "date"
    return Conflict(kind, (item.index,), item.surface, (rival.index,), rival.surface)


# --- Names


def name_conflicts(alignment: Alignment) -> Iterator[Conflict]:
    """Names of the claim in whose role the window has another name of the same type that the claim does not hold; not
    those of a comparison that the window turns round: "Ann earns less than Bob" of "Bob earns more than Ann"."""
    comparison = read_comparative(alignment)
    turned = comparison is not None and comparison.stance is Stance.SUPPORTS
    for conflict in _name_conflicts(alignment):
        if not (turned and _in_text(conflict.window_words, alignment.claim)):
            yield conflict


def _name_conflicts(alignment: Alignment) -> Iterator[Conflict]:
    yield from _framed(alignment)
    claimed = {place for group in alignment.claim.groups for place in _places(alignment, group)}
    free = [
        group
        for group in alignment.window.groups
        if group.items and not claimed & set(group.items) and not _in_text(group.surface, alignment.claim)
    ]
    found: dict[int, tuple[tuple[bool, float], NameGroup, NameGroup]] = {}
    for group in alignment.claim.groups:
        if not group.items or _denies_the_rest(alignment, group):
            continue
        plain = (
            _in_its_place(alignment, group)
            or _governed_otherwise(alignment, group)
            or _done_by_another(alignment, group)
        )
        rival = plain or _rival(alignment, group, free)
        if rival is None:
            continue
        rank = (plain is not None, alignment.role(group.items[-1], rival.items[-1]))
        if rival.index not in found or rank > found[rival.index][0]:
            found[rival.index] = (rank, group, rival)  # one name of the window stands for one of the claim only
    told: set[int] = set()
    for _, group, rival in sorted(found.values(), key=lambda one: one[1].index):
        told.update(group.items)
        yield Conflict("name", group.items, group.surface, rival.items, rival.surface)
    yield from _replaced(alignment, told)


def _denies_the_rest(alignment: Alignment, group: NameGroup) -> bool:
    """Whether the claim denies of this name what the window says of some: "Pryce did not command the frigate"."""
    clause = alignment.claim.items[group.items[0]].clause
    denied = [item.index for item in alignment.claim.items if item.clause == clause and item.negated]
    told = [alignment.window.items[place] for index in denied for place in alignment.matches[index]]
    return bool(told) and not any(item.negated for item in told)


def _replaced(alignment: Alignment, told: set[int]) -> Iterator[Conflict]:
    claim, window = alignment.claim, alignment.window
    for one in replaced_names(alignment):
        mine, theirs = _items_in(claim, one.start, one.end), _items_in(window, one.other_start, one.other_end)
        if not told & set(mine):
            words = claim.text[one.start : one.end], window.text[one.other_start : one.other_end]
            yield Conflict("name", mine, words[0], theirs, words[1])


def _items_in(text: Analysis, start: int, end: int) -> tuple[int, ...]:
    return tuple(item.index for item in text.items if item.start < end and item.end > start)


_HAN = "[\u4e00-\u9fff]"
_AGENT_FRAME = re.compile(rf"由(?P<name>{_HAN}{{2,10}}?)(?P<verb>{_HAN}{{2}})(?=[的，。；了]|$)")


def _framed(alignment: Alignment) -> Iterator[Conflict]:
    """Chinese names that no dictionary knows, in the same words: 由省建工集团承建 beside 由中铁四局承建."""
    if alignment.claim.lang != "zh" or alignment.window.lang != "zh":
        return
    claim, window = alignment.claim.text, alignment.window.text
    if alignment.covered() < NAME_REST:
        return
    for match in _AGENT_FRAME.finditer(claim):
        there = re.search(rf"由(?P<name>{_HAN}{{2,10}}?)(?:负责|承担)?{match['verb']}", window)
        if there is not None and are_others(match["name"], there["name"]) and "，" not in there["name"]:
            yield Conflict("name", (), match["name"], (), there["name"])
    for group in alignment.claim.groups:
        if group.items and group.sure and group.type == "person" and group.surface not in window:
            yield from _person_framed(alignment, group)


def _person_framed(alignment: Alignment, group: NameGroup) -> Iterator[Conflict]:
    """领队范志清在汉墓 beside 领队崔长河在汉墓."""
    claim, window = alignment.claim.text, alignment.window.text
    start, end = alignment.claim.items[group.items[0]].start, alignment.claim.items[group.items[-1]].end
    before, behind = claim[max(0, start - 2) : start], claim[end : end + 2]
    if len(before) < 2 or len(behind) < 2 or present(alignment, group):
        return
    there = re.search(rf"{re.escape(before)}(?P<name>{_HAN}{{2,4}}?){re.escape(behind)}", window)
    if there is not None and there["name"][0] in SURNAMES and are_others(group.surface, there["name"]):
        yield Conflict("name", group.items, group.surface, (), there["name"])


def _places(alignment: Alignment, group: NameGroup) -> list[int]:
    """Places of the window where the name is said, wholly or by its telling part (a surname, an acronym)."""
    last = group.items[-1] if group.items else -1
    if last < 0:
        return []
    if len(group.items) == 1:
        return list(alignment.matches[last])
    places = list(alignment.matches[last])
    if not places:
        # "River Orr" is not said by "River Ule": what many things of the kind are called tells nothing.
        telling = [index for index in group.items if alignment.claim.items[index].surface.lower() not in KINDS_OF_THING]
        hits = [index for index in telling if alignment.matches[index]]
        if group.type not in ("person", "") and hits and 2 * len(hits) >= len(telling):
            places = [place for index in hits for place in alignment.matches[index]]
    return [place for place in places if _same_person(alignment, group, place)]


def _same_person(alignment: Alignment, group: NameGroup, place: int) -> bool:
    """Two full names that share a last word are one name only if a first one agrees too (Ian and Peter Murdock)."""
    other_index = alignment.window.items[place].group
    if other_index < 0:
        return True
    other = alignment.window.groups[other_index]
    if len(other.items) == 1 or len(group.items) == 1:
        return True
    if any(set(alignment.matches[index]) & set(other.items) for index in group.items[:-1]):
        return True
    first, theirs = alignment.claim.items[group.items[0]], alignment.window.items[other.items[0]]
    return are_short_and_full(first.surface, theirs.surface)


def present(alignment: Alignment, group: NameGroup) -> bool:
    """Whether the window says the name anywhere."""
    return (
        bool(_places(alignment, group))
        or (len(group.items) > 1 and all(alignment.matches[index] for index in group.items))  # "Clara", of the Riebecks
        or _in_text(group.surface, alignment.window)
        or _cut_short(group, alignment.window)
    )


def _in_text(surface: str, analysis: Analysis) -> bool:
    folded = surface.casefold()
    if not folded.isascii():
        if folded in analysis.folded:
            return True
        return any(len(part) >= 2 and part in analysis.folded for part in folded.split("·")[-1:])
    return len(folded) > 3 and folded in analysis.folded


def _cut_short(group: NameGroup, window: Analysis) -> bool:
    """Whether the window says the name in full where the claim has it cut short, or the other way round."""
    if spells(group.surface, window.text):
        return True
    if any(is_acronym(item.surface) and spells(item.surface, group.surface) for item in window.items):
        return True
    return any(shortens(group.surface, o.surface) or shortens(o.surface, group.surface) for o in window.groups)


def _in_its_place(alignment: Alignment, group: NameGroup) -> NameGroup | None:
    """The name that the anchor sentence has between the counterparts of the words on both sides of the claim's name.

    So plain a substitution shows even where that name stands elsewhere in the claim or the claim's in the window.
    """
    first, last = alignment.claim.items[group.items[0]], alignment.claim.items[group.items[-1]]
    anchor = alignment.anchor_of(first)
    said = _places(alignment, group)
    if any(alignment.window.items[place].sentence == anchor for place in said) or (
        not said and present(alignment, group)
    ):
        return None
    items = alignment.window.items
    before = _neighbour(alignment, first.index - 1)
    after = _neighbour(alignment, last.index + 1)
    if before is None or after is None or (before < 0 and after >= len(items)):
        return None
    clauses = {
        items[place].clause for place in (before, after) if 0 <= place < len(items) and items[place].sentence == anchor
    }
    between = [item for item in items[max(0, before + 1) : after] if item.clause in clauses and item.group >= 0]
    return _only_name(alignment, group, between) if after - max(before, -1) <= GAP_ITEMS else None


def _governed_otherwise(alignment: Alignment, group: NameGroup) -> NameGroup | None:
    """The name that the window has behind the claim's verb, where it has the claim's own behind another: "written by
    Ann" beside "written by Bob and edited by Ann", "shot in Norway" beside "shot in Iceland because permits in Norway".
    """
    claim, items = alignment.claim, alignment.window.items
    first = claim.items[group.items[0]]
    if claim.lang != "en" or not first.lead or first.index == 0:
        return None
    verb = claim.items[first.index - 1]
    place = alignment.in_anchor(verb.index)
    if verb.kind != WORD or place is None or alignment.matches[verb.index][place] < SYNONYM or place + 1 >= len(items):
        return None
    there = items[place + 1]
    if there.group < 0:
        return None
    rival, said = alignment.window.groups[there.group], _places(alignment, group)
    if not said or there.lead != first.lead or any(place in alignment.matches[index] for index in group.items):
        return None
    if set(rival.items) & set(said) or _goes_with(alignment, group, rival, said):
        return None
    for at in said:
        own = first_of_name(alignment.window, at)
        governor = items[own - 1] if own else None
        if governor is None or items[own].sentence != there.sentence or items[own].lead != first.lead:
            return None
        if governor.kind != WORD or governor.index == place or any(governor.index in m for m in alignment.matches):
            return None
    return _only_name(alignment, group, [there])


def _done_by_another(alignment: Alignment, group: NameGroup) -> NameGroup | None:
    other = done_by_another(alignment, group)
    said = _places(alignment, group)
    if other is None or _SUCCESSION.search(alignment.window.text) or (not said and present(alignment, group)):
        return None
    if _goes_with(alignment, group, other, said):
        return None
    return _only_name(alignment, group, [alignment.window.items[index] for index in other.items])


def _neighbour(alignment: Alignment, index: int) -> int | None:
    """Place of the counterpart of the claim's item at `index`; beyond the claim's ends the edge of "
    "the anchor sentence."""
    anchor = alignment.anchor
    if 0 <= index < len(alignment.claim.items):
        place = alignment.in_anchor(index)
        if place is None or (quality := alignment.matches[index][place]) < SYNONYM:
            return None
        # The court is no tribunal where the claim has a tribunal of its own.
        return None if quality < 1 and any(found.get(place) == 1 for found in alignment.matches) else place
    inside = [item.index for item in alignment.window.items if item.sentence == anchor]
    if not inside:
        return None
    return inside[0] - 1 if index < 0 else inside[-1] + 1


def _only_name(alignment: Alignment, group: NameGroup, between: list[Item]) -> NameGroup | None:
    groups = {item.group for item in between}
    if len(groups) != 1:
        return None
    other = alignment.window.groups[groups.pop()]
    if _describes(alignment, other) or _shares_last_word(alignment, group, other) or _is_kind_alone(other):
        return None
    if _may_hold(alignment, group, other) or _goes_beside(alignment, group, other):
        return None
    leads = (alignment.claim.items[group.items[0]].lead, alignment.window.items[other.items[0]].lead)
    if not leads_agree(*leads, alignment.claim.lang):
        return None
    persons = group.type == other.type == "person"
    if not (group.sure or other.sure or persons) or (group.type and other.type and group.type != other.type):
        return None
    return None if _in_text(other.surface, alignment.claim) and other.surface in group.surface else other


def _rival(alignment: Alignment, group: NameGroup, free: list[NameGroup]) -> NameGroup | None:
    """The free name of the window that stands in the role of the claim's name, if there is one."""
    if alignment.covered(without=frozenset(group.items)) < NAME_REST:
        return None
    last = group.items[-1]
    said = _places(alignment, group)
    if not said and present(alignment, group):
        return None
    if said and _rest_found(alignment, group) < NAME_REST_SAID:
        return None
    if said and _SUCCESSION.search(alignment.window.text) and not _SUCCESSION.search(alignment.claim.text):
        return None  # both held the place, one after the other
    if any(_is_subject_of_both(alignment, group, place) for place in said):
        return None
    most = most_places(len(alignment.claim.groups))
    if said:
        free = [other for other in free if not _goes_with(alignment, group, other, said)]
    others = [other for other in free if _may_stand_for(alignment, group, other)][:most]
    if not others:
        return None
    role, place = max((alignment.role(last, other.items[-1]), -other.index) for other in others)
    attainable = alignment.attainable(last)
    if role < NAME_ROLE * attainable or attainable < NAME_ATTAINABLE:
        return None
    rival = alignment.window.groups[-place]
    if said and _keeps_its_lead(alignment, group, rival, said):
        return None
    own = max(((alignment.role(last, place), -place) for place in sorted(said)[:most]), default=None)
    if own is not None:
        beside = alignment.window.items[-own[1]].sentence == alignment.window.items[rival.items[-1]].sentence
        needed = NAME_MARGIN_BESIDE if beside and alignment.claim.lang != "zh" else NAME_MARGIN
        if alignment.contrast(last, rival.items[-1], -own[1]) < needed:
            return None
    return rival


def _keeps_its_lead(alignment: Alignment, group: NameGroup, rival: NameGroup, said: list[int]) -> bool:
    """Whether the window says the claim's name behind the claim's preposition, and the other one behind another:
    "played at the Arena in Arlington, first time in the Dallas area"."""
    items = alignment.window.items
    lead = alignment.claim.items[group.items[0]].lead
    other = items[rival.items[0]].lead
    return bool(lead) and other != lead and any(items[first_of_name(alignment.window, at)].lead == lead for at in said)


_BESIDE = re.compile(r"(?:[\s《》“”‘’\"',、，/]|and|or|[Tt]he|和|与|及|以及|或|并)*")
_BRACKETS = {")": "(", "）": "（", "]": "[", "】": "【"}
_LONGEST_LIST = 120
_POINTING = re.compile("[他她它]")


def _goes_with(alignment: Alignment, group: NameGroup, other: NameGroup, said: list[int]) -> bool:
    """Whether another name stands beside the claim's own and takes nothing from it: in a list with it (《旧唐书》和
    《新唐书》), as a gloss (纽黑文（NewHaven）), as what is perhaps no name, in a clause that has no more of the claim,
    or behind a pronoun that may well stand for the claim's."""
    items, text = alignment.window.items, alignment.window.text
    first, last = items[other.items[0]], items[other.items[-1]]
    if _is_bracketed(text, first.start):
        return True
    for place in said:
        own = items[place]
        doubtful = own.sentence == first.sentence and own.clause != first.clause and group.sure and not other.sure
        if doubtful and _held(alignment, own.clause) >= _held(alignment, first.clause):
            return True
        start, end = (own.end, first.start) if own.end <= first.start else (last.end, own.start)
        if start <= end and _BESIDE.fullmatch(_without_names(alignment.window, start, end)):
            return True
        pointing = alignment.window.lang == "zh" and own.sentence == first.sentence and own.end <= start < end
        if pointing and _POINTING.search(text, start, end):
            return True
    return False


def _held(alignment: Alignment, clause: int) -> int:
    """How many of the claim's items a clause of the window holds."""
    items = alignment.window.items
    return sum(any(items[place].clause == clause for place in found) for found in alignment.matches)


def _without_names(window: Analysis, start: int, end: int) -> str:
    """What stands between two places, the names left out: 安徽、浙江、福建 is a list."""
    if end - start > _LONGEST_LIST:
        return window.text[start:end]
    parts, at = [], start
    for group in window.groups:
        if group.items and at <= (first := window.items[group.items[0]].start) < end:
            parts.append(window.text[at:first])
            at = window.items[group.items[-1]].end
    return "".join([*parts, window.text[at:end]])


def _is_bracketed(text: str, at: int) -> bool:
    """Whether a bracket that was opened shortly before `at` is still open."""
    before = text[max(0, at - 60) : at]
    return any(before.rfind(opening) > before.rfind(closing) for closing, opening in _BRACKETS.items())


def _is_subject_of_both(alignment: Alignment, group: NameGroup, place: int) -> bool:
    """Whether the name is the first of the claim and of its anchor sentence, with no preposition before it."""
    first = alignment.claim.items[group.items[0]]
    if group.index != 0 or first.index != 0 or first.lead:
        return False
    there = alignment.window.items[place]
    if there.sentence != alignment.anchor_of(first) or there.group < 0:
        return False
    names = [other for other in alignment.window.groups if other.items]
    opening = next(o for o in names if alignment.window.items[o.items[0]].sentence == there.sentence)
    return opening.index == there.group and not alignment.window.items[opening.items[0]].lead


def _rest_found(alignment: Alignment, group: NameGroup) -> float:
    """Share of the claim beside the name that the window says anywhere."""
    rest = [item for item in alignment.claim.items if item.index not in group.items]
    total = sum(item.weight for item in rest)
    return sum(item.weight for item in rest if alignment.matches[item.index]) / total if total else 0.0


def _may_stand_for(alignment: Alignment, group: NameGroup, other: NameGroup) -> bool:
    """Whether the window's name could fill the slot that the claim's name fills."""
    if not (group.sure or other.sure):
        return False
    if group.type and other.type and group.type != other.type:
        return False
    if _describes(alignment, other) or _shares_last_word(alignment, group, other) or _is_kind_alone(other):
        return False
    if _may_hold(alignment, group, other) or _goes_beside(alignment, group, other):
        return False
    first, rival = alignment.claim.items[group.items[0]], alignment.window.items[other.items[0]]
    return leads_agree(first.lead, rival.lead, alignment.claim.lang) and _adjoins(alignment, group, other)


def _may_hold(alignment: Alignment, group: NameGroup, other: NameGroup) -> bool:
    """Whether one of two places may lie within the other: "in Oslo" beside "in Norway"."""
    claim, window = alignment.claim, alignment.window
    here, there = claim.items[group.items[0]].start, window.items[other.items[0]].start
    if not is_placed(claim.text, here) or not is_placed(window.text, there):
        return False
    return are_open(group.surface, other.surface, window.text)


def _goes_beside(alignment: Alignment, group: NameGroup, other: NameGroup) -> bool:
    """Whether the two names can both be true of the claim's matter, whatever their role (`same_slot`)."""
    claim, window = alignment.claim, alignment.window
    return cannot_be_exchanged(
        claim.text,
        claim.items[group.items[0]].start,
        claim.items[group.items[-1]].end,
        window.text,
        window.items[other.items[0]].start,
        window.items[other.items[-1]].end,
    )


def _describes(alignment: Alignment, other: NameGroup) -> bool:
    """A lone adjective of origin or title ("American", "Emperor"): it stands beside names, not for them."""
    if len(other.items) != 1:
        return other.surface.split()[-1].lower() in DEMONYMS
    word = alignment.window.items[other.items[0]].surface.lower()
    return word in DEMONYMS or word in TITLES or word.endswith(("asian", "african", "oman", "ese", "nian", "lian"))


def _is_kind_alone(other: NameGroup) -> bool:
    """ "Hospital" of "St Brendan's Hospital": what is left of a name tells no other one."""
    return all(word.lower() in KINDS_OF_THING for word in other.surface.split())


def _shares_last_word(alignment: Alignment, group: NameGroup, other: NameGroup) -> bool:
    """ "Miranda" for "Miranda Otto": the rival says no other surname, so it may well be the same person."""
    return any(other.items[-1] in alignment.matches[index] for index in group.items)


def _adjoins(alignment: Alignment, group: NameGroup, other: NameGroup) -> bool:
    """Whether a neighbour of the claim's name has its counterpart beside the window's name."""
    items = alignment.claim.items
    first, rival = items[group.items[0]], alignment.window.items[other.items[0]]
    turned = "by" in (first.lead, rival.lead) and first.lead != rival.lead  # active on one side, passive on the other
    for neighbour in (group.items[0] - 1, group.items[-1] + 1, group.items[0] - 2, group.items[-1] + 2):
        if not 0 <= neighbour < len(items):
            continue
        for place in alignment.matches[neighbour]:
            same_side = (neighbour < group.items[0]) == (place < other.items[0])
            if alignment.claim.lang == "en" and same_side == turned:
                continue
            gap = min(abs(place - other.items[0]), abs(place - other.items[-1]))
            if gap <= 2 and alignment.window.items[place].sentence == alignment.window.items[other.items[0]].sentence:
                return True
    return False
