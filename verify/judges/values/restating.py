"""The claim as one statement of the evidence would have it: its wrong values replaced, or its polarity turned."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention

from ...edits import Edit
from ..aligning import Alignment, align
from ..analysis import Item, analyse
from ..arguments import swapped_arguments
from ..conflicts import Conflict
from ..counterparts import rivals
from ..derived import is_sum, is_sum_of_a_row
from ..literals import read_literals
from ..parallel import is_complement
from ..polarity import leaves_open, read_polarity
from ..same_slot import are_two_names, cannot_be_exchanged, leads_agree
from .names import holds_name, place_is_open, same_sort, without_title, without_verb
from .negating import negation_edit
from .reading import Reading, credit_of
from .slots import Slot
from .told import Told
from .writing import apply_values, value_edit

LEAST_REST = 0.7  # share of the rest of the claim that a statement must hold
LEAST_REST_DENIED = 0.6  # the same, for a statement that differs by a negation alone
MOST_SLOTS = 2
_ROUNDING = 1e-9
LEAST_SCORE = 0.5
_COST = {"number": 0.0, "date": 0.03, "name": 0.08, "subject": 0.3}
_COST_OF_EACH_FURTHER, _COST_OF_CARRIED = 0.15, 0.1


_NO_PLACES = frozenset({EntityType.PERSON, EntityType.ORGANISATION})


@dataclass(frozen=True, slots=True)
class Restated:
    """What a statement makes of the claim. `names`: whether it differs in names alone."""

    text: str
    score: float
    names: bool


def may_matter(alignment: Alignment, told: Told, free: Collection[int]) -> bool:
    """Whether the statement may state the claim, or restate it, for all that it holds of it beside its values: far
    cheaper to tell than what it makes of these. `free`: items of the claim that are values, or part of a name."""
    total = held = 0.0
    for item in alignment.claim.items:
        total += item.weight
        held += item.weight * (1.0 if item.index in free else credit_of(alignment, told, item))
    return held + _ROUNDING >= LEAST_REST_DENIED * total > 0


def restated(reading: Reading, elsewhere: str) -> Restated | None:
    """What the statement makes of the claim; None where it is not near enough.

    `elsewhere`: what the other statements say.
    """
    if not reading.missing and not reading.misplaced:
        return _turned(reading)
    wrong = reading.missing or [slot for slot, _ in reading.misplaced]
    rest = reading.near([*wrong, *reading.carried])
    if len(wrong) > MOST_SLOTS or rest < LEAST_REST or any(map(reading.is_unclear, reading.missing)):
        return None
    if reading.speaks_of_something_else(wrong, elsewhere):
        return None
    if len(wrong) > 1 and any(slot.kind == "subject" for slot in wrong):
        return None  # another thing with another value: that is another statement
    text = _replaced(reading, wrong)
    score = _score(reading, wrong, rest)
    names = all(slot.name is not None for slot in wrong)
    return Restated(text, score, names) if text is not None and score >= LEAST_SCORE else None


def _score(reading: Reading, wrong: Sequence[Slot], rest: float) -> float:
    cost = max(_COST[slot.kind] for slot in wrong) + _COST_OF_EACH_FURTHER * (len(wrong) - 1)
    return rest - cost - (_COST_OF_CARRIED if reading.carried else 0.0)


def _turned(reading: Reading) -> Restated | None:
    """The claim with the statement's polarity."""
    rest = reading.rest([*reading.carried])
    if leaves_open(reading.alignment):
        return None
    edit = negation_edit(reading.alignment) if rest >= LEAST_REST_DENIED else None
    text = apply_values(reading.claim, [edit]) if edit is not None else None
    if text is None or not _would_hold(reading, text):
        return None
    return Restated(text, rest - (_COST_OF_CARRIED if reading.carried else 0.0), names=False)


def _replaced(reading: Reading, wrong: Sequence[Slot]) -> str | None:
    """The claim with all of these values replaced."""
    edits = [edit for slot in wrong if (edit := _edit(reading, slot)) is not None]
    if len(edits) < len(wrong) or len({edit.after for edit in edits}) < len(edits):
        return None
    text = apply_values(reading.claim, edits)
    return text if text is not None and _would_hold(reading, text) else None


def _would_hold(reading: Reading, text: str) -> bool:
    """Whether the statement says what the claim has become, as far as values and polarity go."""
    lang = reading.alignment.claim.lang
    mended = align(text, lang, reading.told.text, lang)
    if any(one.state == "conflict" for one in read_literals(mended)):
        return False
    if any(one.stance is Stance.CONTRADICTS for one in read_polarity(mended).findings):
        return False
    return swapped_arguments(mended) is None


# --- One value


def _edit(reading: Reading, slot: Slot) -> Edit | None:
    if slot.name is not None:
        return _name_edit(reading, slot, slot.name)
    place = dict(reading.misplaced).get(slot)
    item = reading.alignment.claim.items[slot.items[0]]
    if place is None:
        place = _best_rival(reading, item)
    if place is None:
        return None
    conflict = Conflict(slot.kind, (item.index,), item.surface, (place,), reading.item(place).surface)
    return value_edit(reading.alignment, conflict)


def _best_rival(reading: Reading, item: Item) -> int | None:
    """The value of the same type that stands where the claim's should, and is not another of the claim's."""
    alignment, taken = reading.alignment, reading.taken()
    if item.quantity is not None and (
        is_sum(item.quantity, alignment.window)
        or is_sum_of_a_row(item.quantity, analyse(reading.elsewhere, alignment.window.lang), apart=True)
    ):
        return None
    others = rivals(item, alignment.window)
    free = [place for place in others if place not in taken and not is_complement(alignment, item, place)]
    return max(free, key=lambda place: (alignment.role(item.index, place), -place), default=None)


def _name_edit(reading: Reading, slot: Slot, name: Mention) -> Edit | None:
    others = [
        other
        for other in reading.told.names
        if same_sort(name, other)
        and not holds_name(reading.claim, other.surface)
        and _is_in_its_role(reading, slot, other)
    ]
    if not others:
        return None
    best = max(others, key=lambda other: _context(reading, slot, other))
    text = reading.told.text
    if place_is_open(reading.claim, slot.start, name, text, best, reading.elsewhere):
        return None
    start = without_title(reading.claim, slot.start, slot.end, best.surface, text)
    end = without_verb(reading.claim[slot.start : slot.end], slot.end, text[best.end :])
    return Edit(start, end, best.surface)


def _is_in_its_role(reading: Reading, slot: Slot, other: Mention) -> bool:
    """Whether the other name may be the value of the slot: it follows the same preposition, if any, and is of no other
    sort of thing, no other name of the same and no subject that the statement leaves to a pronoun."""
    text = reading.told.text
    if cannot_be_exchanged(reading.claim, slot.start, slot.end, text, other.start, other.end):
        return False
    if are_two_names(reading.claim[slot.start : slot.end], other.surface, reading.elsewhere):
        return False
    claim, window = reading.alignment.claim, reading.alignment.window
    there = next((item for item in window.items if other.start <= item.start < other.end), None)
    if there is None:
        return True
    places = slot.name is None or not {slot.name.type, other.type} <= _NO_PLACES
    return leads_agree(claim.items[slot.items[0]].lead, there.lead, claim.lang, places=places)


def _context(reading: Reading, slot: Slot, other: Mention) -> tuple[int, int]:
    """How much of what stands beside the claim's name stands beside the other one; the earlier one of equals."""
    claim, text = reading.claim.casefold(), reading.told.text.casefold()
    before = _shared_end(claim[: slot.start], text[: other.start])
    after = _shared_start(claim[slot.end :], text[other.end :])
    return before + after, -other.start


def _shared_end(left: str, right: str) -> int:
    return _shared_start(left.rstrip()[::-1], right.rstrip()[::-1])


def _shared_start(left: str, right: str) -> int:
    count = 0
    for one, other in zip(left.strip(), right.strip(), strict=False):
        if one != other:
            break
        count += 1
    return count
