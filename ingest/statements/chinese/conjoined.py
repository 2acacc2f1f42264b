"""Predicates that 并, 而 and 且 join: the pieces, and the modal that goes on behind 并."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .binding import stays_whole
from .frames import Frame, read_frame
from .slots import CORE, PREDICATE, SUBJECT, Slot
from .units import AMOUNT, AND, CONNECTIVE, MODAL, NAME, NEGATION, NOUN, Atom


def split_conjoined(atoms: Sequence[Atom]) -> list[tuple[Atom, ...]]:
    """A piece without commas at 并, 而, 且 between two predicates."""
    if stays_whole(atoms):
        return [tuple(atoms)]
    if counts := _counts(atoms):
        return counts
    parts: list[tuple[Atom, ...]] = []
    start = 0
    for index in range(1, len(atoms) - 1):
        if atoms[index].text in ("并", "并且", "而", "且", "但", "而且") and atoms[index].kind == CONNECTIVE:
            left, right = atoms[start:index], atoms[index + 1 :]
            frame = read_frame(right)
            if read_frame(left) is not None and frame is not None and not any(a.kind == "de" for a in right[:4]):
                parts.append(tuple(left))
                start = index + 1
    parts.append(tuple(atoms[start:]))
    return parts


def _counts(atoms: Sequence[Atom]) -> list[tuple[Atom, ...]]:
    """其中教授120人、副教授260人: each count by itself; empty where that is not what the list says."""
    opening = tuple(atoms[:1]) if atoms[0].text == "其中" else ()
    parts: list[list[Atom]] = [[]]
    for atom in atoms[len(opening) :]:
        if atom.kind == AND:
            parts.append([])
        else:
            parts[-1].append(atom)
    return [(*opening, *part) for part in parts] if len(parts) > 1 and all(map(is_count, parts)) else []


def is_count(atoms: Sequence[Atom]) -> bool:
    """副教授260人: a noun with its number, and nothing else."""
    return 1 < len(atoms) < 5 and atoms[-1].kind == AMOUNT and all(atom.kind in (NOUN, NAME) for atom in atoms[:-1])


def with_modal(before: Frame | None, frame: Frame) -> Frame:
    """应当A并B: the obligation goes on behind 并, where the clause has neither subject nor modal of its own."""
    if (
        before is None
        or not frame.lead
        or frame.lead[-1].text not in ("并", "并且", "且", "而且")
        or frame.first(SUBJECT)
    ):
        return frame
    modals = _modals(before)
    own = any(atom.kind in (MODAL, NEGATION) for atom in frame.atoms)
    if not modals or own or frame.copula:
        return frame
    return replace(frame, slots=(Slot(CORE, modals[:1]), *frame.slots))


def _modals(frame: Frame) -> tuple[Atom, ...]:
    return tuple(
        atom for slot in frame.slots if slot.role in (PREDICATE, CORE) for atom in slot.atoms if atom.kind == MODAL
    )
