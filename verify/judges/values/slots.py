"""The values of a claim that its evidence may say otherwise: numbers, dates and names, and among them its subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from claimgraph.ingest.model import Mention

from ..aligning import Alignment
from ..analysis import DATE, NUMBER, Item, analyse
from ..counterparts import rivals
from .names import whole_name

_CALENDAR = ("月", "日", "号", "年", "季度")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of the claim."""

    kind: str  # number, date, name, subject
    start: int
    end: int
    items: tuple[int, ...]  # of the claim's analysis
    name: Mention | None = None


def find_slots(alignment: Alignment, names: Sequence[Mention]) -> tuple[Slot, ...]:
    """The claim's numbers, dates and names, in order."""
    claim = alignment.claim
    literals = [item for item in (claim.items[index] for index in claim.literals) if _tells(alignment, item)]
    found = [Slot(kind_of(item), item.start, item.end, (item.index,)) for item in literals]
    covered = [(slot.start, slot.end) for slot in found]
    for name in map(partial(whole_name, claim.text), names):
        if any(start < name.end and name.start < end for start, end in covered):
            continue
        items = tuple(item.index for item in claim.items if item.start < name.end and name.start < item.end)
        denied = bool(items) and claim.lang == "zh" and claim.items[items[0]].negated  # 没有通铁路: a verb, no name
        if items and not denied and claim.text[name.start : name.end] == name.surface:
            kind = "subject" if items[0] == 0 else "name"
            found.append(Slot(kind, name.start, name.end, items, name))
            covered.append((name.start, name.end))
    return tuple(sorted(found, key=lambda slot: slot.start))


def values_of(claim: str, lang: str, names: Sequence[Mention]) -> frozenset[int]:
    """Items of the claim that any slot may hold, whatever it is laid over."""
    items = analyse(claim, lang).items
    spans = [(name.start, name.end) for name in map(partial(whole_name, claim), names)]
    return frozenset(
        item.index
        for item in items
        if item.kind in (NUMBER, DATE) or any(start < item.end and item.start < end for start, end in spans)
    )


def kind_of(item: Item) -> str:
    return "number" if item.kind == NUMBER and not item.surface.endswith(_CALENDAR) else "date"


def _tells(alignment: Alignment, item: Item) -> bool:
    """ "One" and "first" are said in passing: they count only where the statement has such a number too."""
    weak = item.quantity is not None and item.quantity.weak
    return not weak or bool(alignment.matches[item.index]) or bool(rivals(item, alignment.window))
