"""The things that a Chinese text speaks of, in the order of their places: names and the subjects of clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..chinese.atoms import atoms_of
from ..chinese.frames import Frame, read_frame
from ..chinese.phrases import distribute
from ..chinese.segments import segments_of
from ..chinese.slots import AGENT, OBJECT, SUBJECT
from ..chinese.subjects import is_relational
from ..chinese.units import AMOUNT, AND, DE, NAME, NOUN, PRONOUN, TIME, Atom
from ..parsed import ParsedSentence
from .chinese_words import ORGANISATION, PERSON, PLACE, THING, gender_of_name, kind_of_noun

_KINDS = {"nr": PERSON, "ns": PLACE, "nt": ORGANISATION}


@dataclass(frozen=True, slots=True)
class Sighting:
    """One naming of a thing. `kind` is empty for a name of unknown kind; `clause` counts from 0 in its sentence."""

    text: str
    start: int
    end: int
    kind: str
    role: str  # "subject", "agent", "object", "other"
    sentence: int
    clause: int
    gender: str = ""
    plural: bool = False
    named: bool = True


def sightings_of(source: str, number: int, sentence: ParsedSentence) -> list[Sighting]:
    """The things that one sentence names, in order; a list of names as a subject is one plural thing besides."""
    out: list[Sighting] = []
    for clause, segment in enumerate(segments_of(atoms_of(sentence))):
        frame = read_frame(segment.atoms)
        roles = _roles(frame) if frame is not None else {}
        subject = frame.first(SUBJECT) if frame is not None else tuple(segment.atoms)
        listed = _list_of_names(subject)
        before = len(out)
        if listed:
            out.append(_sighting(source, subject, number, clause, "subject", plural=True))
        elif subject and (frame is not None or clause == 0):
            out += _subject(source, subject, number, clause)
        taken = {(s.start, s.end) for s in out[before:]}
        for atom in segment.atoms:
            if atom.kind == NAME and (atom.start, atom.end) not in taken and atom.tag[:2] not in ("x",):
                role = "listed" if listed and atom in subject else roles.get(atom.start, "other")
                out.append(_sighting(source, (_without_bank(atom),), number, clause, role))
    return sorted(out, key=lambda sighting: (sighting.start, sighting.end))


def _without_bank(atom: Atom) -> Atom:
    """塞纳河 of 塞纳河畔."""
    bank = next((bank for bank in _BANKS if atom.text.endswith(bank)), "")
    if len(atom.text) < len(bank) + 2 or not bank:
        return atom
    return replace(atom, text=atom.text.removesuffix(bank), end=atom.end - len(bank))


_BANKS = ("畔", "沿岸", "两岸", "南岸", "北岸", "东岸", "西岸", "流域")


def _roles(frame: Frame) -> dict[int, str]:
    """Of names alone in their slot; a name inside a longer subject (中国的首都) is no subject."""
    roles: dict[int, str] = {}
    for slot in frame.slots:
        if slot.role in (AGENT, OBJECT):
            names = [atom for atom in slot.atoms if atom.kind == NAME]
            if len(names) == 1:
                roles[names[0].start] = "agent" if slot.role == AGENT else "object"
    return roles


def _list_of_names(subject: Sequence[Atom]) -> bool:
    if not any(atom.kind == AND for atom in subject):
        return False
    items = distribute(subject).items
    return len(items) > 1 and all(item[-1].kind == NAME for item in items)


def _subject(source: str, subject: Sequence[Atom], number: int, clause: int) -> list[Sighting]:
    """The subject as a thing: the name it ends in, else its whole noun phrase where that stands for one thing."""
    if any(atom.kind == PRONOUN for atom in subject[:1]) or subject[0].kind in (TIME, AMOUNT):
        return []
    owned = next(
        (at for at in range(1, len(subject)) if subject[at - 1].kind == NAME and is_relational(subject[at:])), 0
    )
    if owned:
        subject = subject[:owned]  # 海康公司收入: spoken of is whose it is
    if subject[-1].kind == NAME:
        start = len(subject) - 1
        while (
            start > 0
            and subject[start - 1].kind == NAME
            and source[subject[start - 1].end : subject[start].start] == ""
        ):
            start -= 1
        if subject[-1].tag[:2] == "nr":
            start = len(subject) - 1
        return [_sighting(source, subject[start:], number, clause, "subject")]
    if all(atom.kind in (NOUN, NAME) for atom in subject) and len(subject) <= 5:
        return [
            replace(_sighting(source, subject, number, clause, "subject"), named=any(a.kind == NAME for a in subject))
        ]
    if any(atom.kind == DE for atom in subject):
        return [replace(_sighting(source, subject, number, clause, "subject"), named=False, kind=THING)]
    return []


def _sighting(
    source: str, atoms: Sequence[Atom], number: int, clause: int, role: str, *, plural: bool = False
) -> Sighting:
    start, end = atoms[0].start, atoms[-1].end
    last = atoms[-1]
    text = source[start:end]
    kind = _KINDS.get(last.tag[:2], "") if last.kind == NAME else kind_of_noun(text)
    if last.tag == "title":
        kind = THING
    gender = gender_of_name(text, source[max(0, start - 4) : start], source[end : end + 4]) if kind == PERSON else ""
    return Sighting(text, start, end, kind, role, number, clause, gender, plural)
