"""One statement beside the claim: which of its values it says, leaves to the text before it, or says otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.model import Mention

from ..aligning import Alignment
from ..analysis import WORD, Item
from ..arguments import swapped_arguments
from ..conflicts import name_conflicts
from ..literals import read_literals
from ..opposed_leads import is_with_and_without, leads_opposed
from ..polarity import is_turned_condition, read_polarity
from .names import holds_name, is_possessor, names_agree, place_agrees, same_sort, whole_name
from .slots import Slot, find_slots, kind_of
from .told import Told

SAID = 0.9  # share of the claim, without what is left to the text before, that a statement of all of it must hold
_SAID_BEFORE = 0.7  # what a word counts that the statement leaves to the text before it
_AGENT = re.compile(r"(?:\bby\s+(?:the\s+)?|由|被)$", re.IGNORECASE)
_OPENS_CLAUSE = re.compile(
    r"^\s*(?:(?:shortly|soon|just|long)\s+)?(?:after|before|when|while|once|since|on|upon|following|during|although|though"
    r"|because|as|in|under|with)\b[^,]*,\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What leads up to the name that a statement is about: "Shortly after Plato died, Aristotle left Athens"."""
_BETWEEN_EQUALS = re.compile(r"['’]s?\s|的|\s*(?:,|、|and|or|和|与|及|以及|或|,\s*and)\s*(?:the\s+)?$")
_ONLY = re.compile(r"\bonly\b|只|仅", re.IGNORECASE)
_SUCCESSION = re.compile(r"\b(?:t(?:ook|akes?) over|succeeded by|replaced by)\b|接任|接替|继任|接手", re.IGNORECASE)


class Reading:
    """A claim read beside one statement.

    `placed`: places that hold the one that it says. `carried`: values that it leaves to the text before it. `missing`:
    those that it does not say. `misplaced`: those that it says in another role, with the item in whose place they
    should be.
    """

    def __init__(self, alignment: Alignment, told: Told, names: Sequence[Mention], elsewhere: str = "") -> None:
        """`elsewhere`: what is stated beside it, which may say that one place lies in another."""
        self.alignment = alignment
        self.elsewhere = elsewhere or told.text
        self.told = replace(told, names=tuple(whole_name(told.text, name) for name in told.names))
        self.claim = alignment.claim.text
        self._slots = find_slots(alignment, names)
        self.placed = {slot for slot in self._slots if slot.name is not None and self._lies_there(slot, slot.name)}
        self.carried = {slot for slot in self._slots if self._is_carried(slot)}
        self.missing = [slot for slot in self._slots if not self._is_said(slot) and slot not in self.carried]
        self.misplaced = self._wrong_roles()

    @property
    def says_all(self) -> bool:
        nothing_wrong = not self.missing and not self.misplaced and not self._is_denied()
        if (
            not nothing_wrong
            or self._differs_in_polarity()
            or self._is_told_otherwise()
            or swapped_arguments(self.alignment) is not None
        ):
            return False
        if next(name_conflicts(self.alignment), None) is not None and not self.placed:
            return False
        return self.rest([*self.carried, *self.placed]) >= SAID

    def item(self, place: int) -> Item:
        """An item of the statement."""
        return self.alignment.window.items[place]

    # --- What the statement says of each value

    def _is_said(self, slot: Slot) -> bool:
        if slot.name is None:
            return bool(self.alignment.matches[slot.items[0]])
        surface = self.claim[slot.start : slot.end]
        if slot.kind == "subject" and (self._is_only_possessor(surface) or self._follows_another(slot.name)):
            return False
        return slot in self.placed or names_agree(surface, self.told.text, self.told.names)

    def _lies_there(self, slot: Slot, name: Mention) -> bool:
        if names_agree(name.surface, self.told.text, self.told.names):
            return False
        return place_agrees(self.claim, slot.start, name, self.told.text, self.told.names, self.elsewhere)

    def _is_only_possessor(self, surface: str) -> bool:
        """What Ann's brother did is not what Ann did."""
        return is_possessor(surface, self.told.text) and not is_possessor(surface, self.claim)

    def _follows_another(self, name: Mention) -> bool:
        """Whether the statement is about another one: "Ann won ahead of Eve" says nothing of Eve's winning."""
        if _SUCCESSION.search(self.told.text):
            return False  # "Ann led it until 2006, when Eve took over" is about both
        at = self.told.text.casefold().find(name.surface.casefold())
        before = self.told.text[:at] if at > 0 else ""
        if not before or _AGENT.search(before) or _OPENS_CLAUSE.search(before):
            return False
        others = [other for other in self.told.names if other.end <= at and same_sort(name, other)]
        strange = [other for other in others if not holds_name(self.claim, other.surface)]
        return any(not _BETWEEN_EQUALS.match(before, other.end) for other in strange)

    def _is_carried(self, slot: Slot) -> bool:
        """Whether the statement leaves its subject or its date to what was said before it."""
        if self._is_said(slot):
            return False
        if slot.kind == "date":
            dated = any(kind_of(self.item(place)) == "date" for place in self.alignment.window.literals)
            return not dated and self.claim[slot.start : slot.end] in self.told.before
        if slot.kind != "subject" or slot.name is None:
            return False
        others = [other for other in self.told.names if same_sort(slot.name, other)]
        if any(not holds_name(self.claim, other.surface) for other in others):
            return False
        return holds_name(self.told.before, slot.name.surface)

    def _wrong_roles(self) -> list[tuple[Slot, int]]:
        by_item = {slot.items[0]: slot for slot in self._slots if slot.name is None}
        found = []
        for reading in read_literals(self.alignment):
            slot = by_item.get(reading.item)
            if slot is None or not self._is_said(slot):
                continue
            if reading.state == "conflict" and reading.place is not None:
                found.append((slot, reading.place))
            elif (place := self._other_lead(reading.item)) is not None:
                found.append((slot, place))
        return found

    def _other_lead(self, item: int) -> int | None:
        """ "From 22 to 18" beside "from 18 to 22": the value behind the same preposition."""
        here = self.alignment.claim.items[item]
        said = [self.item(place) for place in self.alignment.matches[item]]
        if not here.lead or any(other.lead == here.lead for other in said):
            return None
        there = [
            place
            for place in self.alignment.window.literals
            if self.item(place).lead == here.lead and _comparable(here, self.item(place))
        ]
        return there[0] if len(there) == 1 and there[0] in self.taken() else None

    def _differs_in_polarity(self) -> bool:
        """Whether a word is denied on one side alone, and the other has a condition or "only": no conflict, and no
        support either."""
        alignment = self.alignment
        only = [_ONLY.search(one.text) is not None for one in (alignment.claim, alignment.window)]
        if only[0] == only[1] and not is_turned_condition(alignment):
            return False
        places = [(item, alignment.in_anchor(item.index)) for item in alignment.claim.items]
        return any(place is not None and item.negated != self.item(place).negated for item, place in places)

    def _is_told_otherwise(self) -> bool:
        """Whether a value stands behind an opposite preposition ("until 3 March" beside "from 3 March"), or what is
        with something in the one is without it in the other, or all of them in the claim but some in the other."""
        claim, told = self.claim, self.told.text
        if is_with_and_without(claim, told):
            return True
        if _ALL.search(claim) and _BUT.search(told) and not _BUT.search(claim):
            return True
        return any(
            leads_opposed(
                claim, self.alignment.claim.items[slot.items[0]].start, told, [self.item(p).start for p in places]
            )
            for slot in self._slots
            if (places := self.alignment.matches[slot.items[0]])
        )

    def _is_denied(self) -> bool:
        return any(one.stance is Stance.CONTRADICTS for one in read_polarity(self.alignment).findings)

    # --- What it says of the rest

    def taken(self) -> set[int]:
        """The statement's items that are values of the claim."""
        return {place for index in self.alignment.claim.literals for place in self.alignment.matches[index]}

    def rest(self, without: Sequence[Slot]) -> float:
        """Share of the rest of the claim that the statement holds."""
        return self.alignment.covered(frozenset(index for slot in without for index in slot.items))

    def near(self, without: Sequence[Slot]) -> float:
        """The same, and for a part what its sentence said before: "five have a school and eight have a chapel"."""
        left_out = {index for slot in without for index in slot.items}
        items = [item for item in self.alignment.claim.items if item.index not in left_out]
        total = sum(item.weight for item in items)
        held = sum(item.weight * credit_of(self.alignment, self.told, item) for item in items)
        return held / total if total else 0.0

    def is_unclear(self, slot: Slot) -> bool:
        """Whether the statement says the very number, of something that is not named as the claim names it.

        In "6,812 runners started and 6,104 reached the finish" the second number is one of runners too.
        """
        value = self.alignment.claim.items[slot.items[0]].quantity if slot.name is None else None
        if value is None or value.kind != "count":
            return False
        others = [self.item(place).quantity for place in self.alignment.window.literals]
        return any(other is not None and other.kind == "count" and other.number == value.number for other in others)

    def speaks_of_something_else(self, wrong: Sequence[Slot], elsewhere: str) -> bool:
        """Whether a word of the claim is missing that another statement has: "five have a school" is not of chapels."""
        values = {index for slot in (*wrong, *self.carried) for index in slot.items}
        said = self.told.before + self.told.within
        return any(
            item.kind == WORD
            and item.index not in values
            and not self.alignment.matches[item.index]
            and item.surface in elsewhere
            and item.surface not in said
            for item in self.alignment.claim.items
        )


_ALL = re.compile(
    r"\b(?:all|every|each|always|everyone|everybody)\b|所有|全部|每[个位名天日]|(?<!首)都|一律", re.IGNORECASE
)
_BUT = re.compile(r"\b(?:except|apart from|other than|save for|excluding)\b|除[^，。；]{1,16}[外]", re.IGNORECASE)


def credit_of(alignment: Alignment, told: Told, item: Item) -> float:
    """How well the claim's item is found in the statement, or for a part in what its sentence said before."""
    held = alignment.credit(item.index)
    return max(held, _SAID_BEFORE) if item.kind == WORD and item.surface in told.within else held


def _comparable(one: Item, other: Item) -> bool:
    if one.quantity is None or other.quantity is None:
        return one.date is not None and other.date is not None
    return one.quantity.kind == other.quantity.kind
