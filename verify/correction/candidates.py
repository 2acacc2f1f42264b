"""What a claim would say with its wrong values put right, by the statements of its evidence, likeliest first.

A statement speaks of the same thing when it holds (nearly) all of the claim but for one or two values. A number that
differs is mended before a date, a date before a name, and the name that the claim is about last of all: "Belt has 930
inhabitants" is mended to Belt's number, though "Orrin has 930 inhabitants" would be as true.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention
from claimgraph.ingest.text.chinese_names import SURNAMES
from claimgraph.verify.judges.aligning import Alignment, align
from claimgraph.verify.judges.analysis import NUMBER, WORD, Item
from claimgraph.verify.judges.arguments import swapped_arguments
from claimgraph.verify.judges.conflicts import Conflict
from claimgraph.verify.judges.counterparts import rivals
from claimgraph.verify.judges.literals import read_literals
from claimgraph.verify.judges.polarity import read_polarity

from .negating import negation_edit
from .rewrite import Edit, word_diff
from .telling import Told
from .values import apply_values, value_edit

CANDIDATES_VERSION = "1"
LEAST_REST = 0.7  # share of the rest of the claim that a statement must hold
LEAST_REST_DENIED = 0.6  # the same, for a statement that differs by a negation alone
SAID = 0.9  # the same, for a statement that says all of the claim
MOST_SLOTS = 2
_COST = {"number": 0.0, "date": 0.03, "name": 0.08, "subject": 0.3}
LEAST_SCORE = 0.5
_SAID_BEFORE = 0.7  # what a word counts that the statement leaves to the text before it
_AGENT = re.compile(r"(?:\bby\s+(?:the\s+)?|由|被)$", re.IGNORECASE)
_BETWEEN_EQUALS = re.compile(r"['’]s?\s|的|\s*(?:,|、|and|or|和|与|及|以及|或|,\s*and)\s*(?:the\s+)?$")
_CALENDAR = ("月", "日", "号", "年", "季度")
_PERHAPS_PERSONS = (EntityType.PERSON, EntityType.NAME, EntityType.PLACE)
_COST_OF_EACH_FURTHER, _COST_OF_CARRIED, _COST_OF_REPEATED = 0.15, 0.1, 0.01


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim put right, and the statement that says so."""

    text: str
    told: Told
    score: float


@dataclass(frozen=True, slots=True)
class _Slot:
    """A value of the claim."""

    kind: str  # number, date, name, subject
    start: int
    end: int
    items: tuple[int, ...]  # of the claim's analysis
    name: Mention | None = None


def candidates(
    claim: str, lang: str, names: Sequence[Mention], told: Sequence[Told], answer: str = ""
) -> list[Candidate] | None:
    """The claim with its wrong values replaced, best first, each text once; empty where nothing told is near enough.

    None where the evidence states the claim just as it is: there is nothing to mend. `names`: those in the claim. Of
    two values as good the one that `answer` does not state already comes first.
    """
    found: dict[str, Candidate] = {}
    elsewhere = " ".join(one.text for one in told)
    for one in told:
        if one.lang != lang:
            continue
        reading = _Reading(align(claim, lang, one.text, lang), one, names)
        if reading.says_all:
            return None
        for text, score in reading.mended(elsewhere):
            score -= _COST_OF_REPEATED * _is_repeated(text, claim, answer)
            if text not in found or score > found[text].score:
                found[text] = Candidate(text, one, score)
    return sorted(found.values(), key=lambda candidate: -candidate.score)


class _Reading:
    """One statement beside the claim."""

    def __init__(self, alignment: Alignment, told: Told, names: Sequence[Mention]) -> None:
        self._alignment = alignment
        self._told = replace(told, names=tuple(_whole_name(told.text, name) for name in told.names))
        self._claim = alignment.claim.text
        self._slots = _slots(alignment, names)
        self._carried = {slot for slot in self._slots if self._is_carried(slot)}
        self._missing = [slot for slot in self._slots if not self._is_said(slot) and slot not in self._carried]
        self._misplaced = self._wrong_roles()

    @property
    def says_all(self) -> bool:
        nothing_wrong = not self._missing and not self._misplaced and not self._denied()
        return nothing_wrong and self._rest([*self._carried]) >= SAID

    def mended(self, elsewhere: str) -> list[tuple[str, float]]:
        """(text, score) of what the statement makes of the claim. `elsewhere`: what the other statements say."""
        if not self._missing and not self._misplaced:
            return self._turned()
        wrong = self._missing or [slot for slot, _ in self._misplaced]
        rest = self._near([*wrong, *self._carried])
        if len(wrong) > MOST_SLOTS or rest < LEAST_REST or any(map(self._is_unclear, self._missing)):
            return []
        if self._speaks_of_something_else(wrong, elsewhere):
            return []
        if len(wrong) > 1 and any(slot.kind == "subject" for slot in wrong):
            return []  # another thing with another value: that is another statement
        edits = [self._edit(slot) for slot in wrong]
        made = [edit for edit in edits if edit is not None]
        text = apply_values(self._claim, made) if len(made) == len(edits) else None
        if text is None or len({edit.after for edit in made}) < len(made) or not self._would_hold(text):
            return []
        score = self._score(wrong, rest)
        return [(text, score)] if score >= LEAST_SCORE else []

    def _speaks_of_something_else(self, wrong: Sequence[_Slot], elsewhere: str) -> bool:
        """Whether a word of the claim is missing that another statement has: "five have a school" is not of chapels."""
        values = {index for slot in (*wrong, *self._carried) for index in slot.items}
        said = self._told.before + self._told.within
        return any(
            item.kind == WORD
            and item.index not in values
            and not self._alignment.matches[item.index]
            and item.surface in elsewhere
            and item.surface not in said
            for item in self._alignment.claim.items
        )

    def _score(self, wrong: Sequence[_Slot], rest: float) -> float:
        cost = max(_COST[slot.kind] for slot in wrong) + _COST_OF_EACH_FURTHER * (len(wrong) - 1)
        return rest - cost - (_COST_OF_CARRIED if self._carried else 0.0)

    # --- What the statement says of each value

    def _is_said(self, slot: _Slot) -> bool:
        if slot.name is None:
            return bool(self._alignment.matches[slot.items[0]])
        surface = self._claim[slot.start : slot.end]
        if slot.kind == "subject" and (self._is_only_possessor(surface) or self._follows_another(slot.name)):
            return False
        return _names_agree(surface, self._told.text, self._told.names)

    def _is_only_possessor(self, surface: str) -> bool:
        """What Ann's brother did is not what Ann did."""
        return _is_possessor(surface, self._told.text) and not _is_possessor(surface, self._claim)

    def _follows_another(self, name: Mention) -> bool:
        """Whether the statement is about another one: "Ann won ahead of Eve" says nothing of Eve's winning."""
        at = self._told.text.casefold().find(name.surface.casefold())
        before = self._told.text[:at] if at > 0 else ""
        if not before or _AGENT.search(before):
            return False
        others = [other for other in self._told.names if other.end <= at and _same_sort(name, other)]
        strange = [other for other in others if not _holds_name(self._claim, other.surface)]
        return any(not _BETWEEN_EQUALS.match(before, other.end) for other in strange)

    def _is_carried(self, slot: _Slot) -> bool:
        """Whether the statement leaves its subject or its date to what was said before it."""
        if self._is_said(slot):
            return False
        if slot.kind == "date":
            dated = any(_kind(self._item(place)) == "date" for place in self._alignment.window.literals)
            return not dated and self._claim[slot.start : slot.end] in self._told.before
        if slot.kind != "subject" or slot.name is None:
            return False
        if any(
            _same_sort(slot.name, other) and not _holds_name(self._claim, other.surface) for other in self._told.names
        ):
            return False
        return _holds_name(self._told.before, slot.name.surface)

    def _wrong_roles(self) -> list[tuple[_Slot, int]]:
        """Values that the statement holds in another role, with the item in whose place they should be."""
        by_item = {slot.items[0]: slot for slot in self._slots if slot.name is None}
        found = []
        for reading in read_literals(self._alignment):
            slot = by_item.get(reading.item)
            if slot is None or not self._is_said(slot):
                continue
            if reading.state == "conflict" and reading.place is not None:
                found.append((slot, reading.place))
            elif (place := self._other_lead(reading.item)) is not None:
                found.append((slot, place))
        return found

    def _is_unclear(self, slot: _Slot) -> bool:
        """Whether the statement says the very number, of something that is not named as the claim names it.

        In "6,812 runners started and 6,104 reached the finish" the second number is one of runners too.
        """
        value = self._alignment.claim.items[slot.items[0]].quantity if slot.name is None else None
        if value is None or value.kind != "count":
            return False
        others = [self._item(place).quantity for place in self._alignment.window.literals]
        return any(other is not None and other.kind == "count" and other.number == value.number for other in others)

    def _other_lead(self, item: int) -> int | None:
        """ "From 22 to 18" beside "from 18 to 22": the value behind the same preposition."""
        here = self._alignment.claim.items[item]
        said = [self._alignment.window.items[place] for place in self._alignment.matches[item]]
        if not here.lead or any(other.lead == here.lead for other in said):
            return None
        there = [
            place
            for place in self._alignment.window.literals
            if self._item(place).lead == here.lead and _comparable(here, self._item(place))
        ]
        taken = {place for index in self._alignment.claim.literals for place in self._alignment.matches[index]}
        return there[0] if len(there) == 1 and there[0] in taken else None

    def _item(self, place: int) -> Item:
        return self._alignment.window.items[place]

    def _rest(self, without: Sequence[_Slot]) -> float:
        """Share of the rest of the claim that the statement holds."""
        return self._alignment.covered(frozenset(index for slot in without for index in slot.items))

    def _near(self, without: Sequence[_Slot]) -> float:
        """The same, and for a part what its sentence said before: "five have a school and eight have a chapel"."""
        left_out = {index for slot in without for index in slot.items}
        items = [item for item in self._alignment.claim.items if item.index not in left_out]
        total = sum(item.weight for item in items)
        return sum(item.weight * self._credit(item) for item in items) / total if total else 0.0

    def _credit(self, item: Item) -> float:
        held = self._alignment.credit(item.index)
        return max(held, _SAID_BEFORE) if item.kind == WORD and item.surface in self._told.within else held

    def _denied(self) -> bool:
        return any(one.stance is Stance.CONTRADICTS for one in read_polarity(self._alignment).findings)

    # --- Mending

    def _turned(self) -> list[tuple[str, float]]:
        """The claim with the statement's polarity."""
        rest = self._rest([*self._carried])
        edit = negation_edit(self._alignment) if rest >= LEAST_REST_DENIED else None
        text = apply_values(self._claim, [edit]) if edit is not None else None
        if text is None or not self._would_hold(text):
            return []
        return [(text, rest - (_COST_OF_CARRIED if self._carried else 0.0))]

    def _edit(self, slot: _Slot) -> Edit | None:
        if slot.name is not None:
            return self._name_edit(slot, slot.name)
        place = dict(self._misplaced).get(slot)
        item = self._alignment.claim.items[slot.items[0]]
        if place is None:
            place = self._best_rival(item)
        if place is None:
            return None
        other = self._item(place)
        conflict = Conflict(slot.kind, (item.index,), item.surface, (place,), other.surface)
        return value_edit(self._alignment, conflict)

    def _best_rival(self, item: Item) -> int | None:
        """The value of the same type that stands where the claim's should, and is not another of the claim's."""
        taken = {place for index in self._alignment.claim.literals for place in self._alignment.matches[index]}
        free = [place for place in rivals(item, self._alignment.window) if place not in taken]
        return max(free, key=lambda place: (self._alignment.role(item.index, place), -place), default=None)

    def _name_edit(self, slot: _Slot, name: Mention) -> Edit | None:
        others = [
            other
            for other in self._told.names
            if _same_sort(name, other) and not _holds_name(self._claim, other.surface)
        ]
        if not others:
            return None
        best = max(others, key=lambda other: self._context(slot, other))
        start, after = _without_title(self._claim, slot.start, slot.end, best.surface, self._told.text)
        return Edit(
            start, _without_verb(self._claim[slot.start : slot.end], slot.end, self._told.text[best.end :]), after
        )

    def _context(self, slot: _Slot, other: Mention) -> tuple[int, int]:
        """How much of what stands beside the claim's name stands beside the other one; the earlier one of equals."""
        claim, text = self._claim.casefold(), self._told.text.casefold()
        before = _shared_end(claim[: slot.start], text[: other.start])
        after = _shared_start(claim[slot.end :], text[other.end :])
        return before + after, -other.start

    def _would_hold(self, text: str) -> bool:
        """Whether the statement says what the claim has become, as far as values and polarity go."""
        lang = self._alignment.claim.lang
        mended = align(text, lang, self._told.text, lang)
        if any(reading.state == "conflict" for reading in read_literals(mended)):
            return False
        if any(one.stance is Stance.CONTRADICTS for one in read_polarity(mended).findings):
            return False
        return swapped_arguments(mended) is None


def _slots(alignment: Alignment, names: Sequence[Mention]) -> tuple[_Slot, ...]:
    """The claim's numbers, dates and names, in order."""
    claim = alignment.claim
    literals = [item for item in (claim.items[index] for index in claim.literals) if _tells(alignment, item)]
    found = [_Slot(_kind(item), item.start, item.end, (item.index,)) for item in literals]
    covered = [(slot.start, slot.end) for slot in found]
    for name in map(partial(_whole_name, claim.text), names):
        if any(start < name.end and name.start < end for start, end in covered):
            continue
        items = tuple(item.index for item in claim.items if item.start < name.end and name.start < item.end)
        denied = bool(items) and claim.lang == "zh" and claim.items[items[0]].negated  # 没有通铁路: a verb, no name
        if items and not denied and claim.text[name.start : name.end] == name.surface:
            kind = "subject" if items[0] == 0 else "name"
            found.append(_Slot(kind, name.start, name.end, items, name))
    return tuple(sorted(found, key=lambda slot: slot.start))


def _comparable(one: Item, other: Item) -> bool:
    if one.quantity is None or other.quantity is None:
        return one.date is not None and other.date is not None
    return one.quantity.kind == other.quantity.kind


def _kind(item: Item) -> str:
    return "number" if item.kind == NUMBER and not item.surface.endswith(_CALENDAR) else "date"


def _whole_name(text: str, name: Mention) -> Mention:
    """A Chinese given name with the surname before it, where the reader took the given name alone for a name."""
    before = text[name.start - 1 : name.start]
    if len(name.surface) != 2 or before not in SURNAMES or name.type not in _PERHAPS_PERSONS or not before:
        return name
    return replace(name, surface=before + name.surface, start=name.start - 1)


def _is_repeated(text: str, claim: str, answer: str) -> bool:
    """Whether what is new in `text` stands in the answer already."""
    new = [part.text for part in word_diff(claim, text) if part.kind == "added" and part.text.strip()]
    return bool(new) and all(part.strip() in answer for part in new)


def _is_possessor(surface: str, text: str) -> bool:
    return any(f"{surface}{mark}" in text for mark in ("'s ", "’s ", "' ", "’ ", "的"))


def _tells(alignment: Alignment, item: Item) -> bool:
    """ "One" and "first" are said in passing: they count only where the statement has such a number too."""
    weak = item.quantity is not None and item.quantity.weak
    return not weak or bool(alignment.matches[item.index]) or bool(rivals(item, alignment.window))


def _names_agree(surface: str, text: str, names: Sequence[Mention]) -> bool:
    """Whether the text says the name, wholly or by its telling part: "Diallo" and "Amina Diallo"."""
    if _holds_name(text, surface):
        return True
    mine = set(surface.casefold().split())
    return any(mine < (theirs := set(name.surface.casefold().split())) or theirs < mine for name in names)


def _holds_name(text: str, surface: str) -> bool:
    at = text.casefold().find(surface.casefold())
    if at < 0 or not surface.isascii():
        return at >= 0
    inside = (at > 0 and text[at - 1].isalnum()) or text[at + len(surface) : at + len(surface) + 1].isalnum()
    return not inside


def _same_sort(one: Mention, other: Mention) -> bool:
    return one.type == other.type or "name" in (one.type.value, other.type.value)


def _without_title(claim: str, start: int, end: int, after: str, text: str) -> tuple[int, str]:
    """Where the name proper begins: a title before it that the evidence gives the right one too ("Deputy") stays."""
    words = claim[start:end].split(" ")
    if len(words) > 2 and words[0].casefold() in text.casefold() and not after.startswith(words[0]):
        return start + len(words[0]) + 1, after
    return start, after


def _without_verb(surface: str, end: int, behind: str) -> int:
    """Where the name proper ends: 投 of 何敏投 stands behind the right name too, as the verb that it is."""
    taken_in = len(surface) > 2 and not surface.isascii() and behind.startswith(surface[-1])
    return end - 1 if taken_in else end


def _shared_end(left: str, right: str) -> int:
    return _shared_start(left.rstrip()[::-1], right.rstrip()[::-1])


def _shared_start(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left.strip(), right.strip(), strict=False):
        if one != other:
            break
        count += 1
    return count
