"""The state of reading one sentence: its subject, the scene that was set, and the claims made so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ..realise import Piece
from . import lexicon as lex
from .binding import opens_with_subject, plain_subject, stays_whole
from .claims import Draft, clause_claims, modifier_claims
from .conjoined import with_modal
from .frames import Frame, read_frame, strip_lead
from .phrases import Nominal, distribute
from .pieces import Phrase, Source, cut
from .segments import Segment
from .slots import CORE, OBJECT, PREDICATE, SUBJECT, TIME_SLOT, Slot
from .subjects import Subject, is_credit, is_part, is_relational, owners_of, subjects_of
from .units import AMOUNT, DE, LOCALISER, MODAL, NAME, TIME, VERB, Atom

_MOST_PIECES = 60


@dataclass(slots=True)
class Reader:
    """What has been read of a sentence so far, as the next clause needs it."""

    source: Source
    subjects: tuple[Subject, ...] = ()
    measured: tuple[Subject, ...] = ()  # the side of the subject that was last spoken of: 净利润, 产量
    drafts: list[Draft] = field(default_factory=list)
    scene: tuple[Slot, ...] = ()  # time and place set before a comma, for the next clause
    frame: Frame | None = None  # the last clause, which a list or a purpose may still belong to
    conditioned: Phrase = ()  # who meets the condition that was read last: 员工 of 员工满1年的
    among: tuple[Atom, ...] = ()  # 其中, which the counts behind it share
    unsure: bool = False  # whose the next clause without a subject is cannot be told

    def clause(self, atoms: Sequence[Atom]) -> None:
        """Add the claims of one clause, and keep what it is about for the next."""
        before_name = _clause_before_name(atoms)
        if before_name:
            name = atoms[before_name + 1 : before_name + 2]
            told = Nominal(tuple(name), clauses=(tuple(atoms[:before_name]),))
            self.drafts += modifier_claims(
                self.source, told, (Subject(self.source.phrase(name), tuple(name)),), depth=1
            )
            atoms = atoms[before_name + 1 :]
        frame = read_frame(atoms)
        if stays_whole(atoms):
            self._bound(tuple(atoms), frame)
            return
        if frame is not None and self.unsure and self.drafts and _hangs_on(frame):
            self.extend(cut(self.take_scene(), self.source.phrase(atoms)))
            return
        self.unsure = False
        if frame is None:
            self.loose(tuple(atoms))
            return
        frame = with_modal(self.frame, frame)
        if self.scene:
            frame = replace(frame, slots=(*self.scene, *frame.slots))
            self.scene = ()
        carried = self.measured if self.measured and not frame.first(SUBJECT) and _measures(frame) else self.subjects
        if not frame.first(SUBJECT) and _speaks_of_no_one(frame, carried):
            carried = ()
        subjects, before = subjects_of(self.source, frame, carried)
        paired = _respectively(self.source, frame, subjects)
        if not paired and any(atom.text in _EACH_ITS_OWN for atom in frame.atoms):
            self._bound(tuple(atoms), frame)  # which is whose, the words do not tell
            return
        self.drafts += modifier_claims(self.source, before, owners_of(self.source, subjects[:1]), depth=1)
        if paired:
            for single, one in paired:
                self.drafts += clause_claims(self.source, single, (one,))
        else:
            self.drafts += clause_claims(self.source, frame, subjects)
        self._keep(frame, subjects)

    def _bound(self, atoms: tuple[Atom, ...], frame: Frame | None) -> None:
        """A clause of which no part holds alone, with the subject it lacks."""
        _, rest = strip_lead(atoms)
        scene = self.take_scene()
        own = frame.first(SUBJECT) if frame is not None else ()
        lacks = not opens_with_subject(rest)
        if lacks and self.unsure and self.drafts:
            self.extend(cut(scene, self.source.phrase(atoms)))
            return
        said = self.source.phrase(rest)
        subject = self.subjects[0].phrase if lacks and len(self.subjects) == 1 else ()
        if lacks and len(self.subjects) > 1 and self.drafts:
            self.extend(cut(scene, self.source.phrase(atoms)))
            return
        self.drafts.append(Draft(cut(scene, subject, said), standalone=not lacks or bool(subject) or frame is None))
        self.frame = None
        if lacks and subject:
            return
        sure = plain_subject(tuple(rest), own)
        self.subjects = (Subject(self.source.phrase(own), tuple(own)),) if sure else ()
        self.unsure = not sure

    def _keep(self, frame: Frame, subjects: tuple[Subject, ...]) -> None:
        own = frame.first(SUBJECT)
        if is_credit(frame) and self.subjects:
            self.frame = frame
            return
        part = bool(
            own and self.subjects and subjects and len(subjects[0].atoms) > len(own) and is_part(own, self.subjects)
        )
        if own:
            self.measured = subjects if part or owners_of(self.source, subjects) != subjects else ()
        if (
            not own
            and not self.subjects
            and frame.slots
            and frame.slots[0].role in (CORE, TIME_SLOT)
            and not frame.lead
        ):
            scene = frame.slots[0].atoms
            if scene[0].nominal and scene[-1].kind == LOCALISER:
                self.subjects = (Subject(self.source.phrase(scene), scene),)
        if own and not part:
            carried = _carried(self.source, own, subjects)
            self.subjects = owners_of(self.source, carried) if carried is subjects else carried
            # 法国的首都是巴黎，人口…: of which of the two, nobody can tell
            self.unsure = (
                frame.copula and self.subjects != subjects and any(a.kind == NAME for a in frame.first(OBJECT))
            )
        self.frame = frame

    def extend(self, pieces: Phrase) -> None:
        """Say more with the last claim, behind a comma; a claim that has grown out of all bounds is left at that."""
        last = self.drafts[-1]
        if len(last.pieces) > _MOST_PIECES:
            self.drafts.append(Draft(pieces))
            return
        self.drafts[-1] = replace(last, pieces=cut(last.pieces, (Piece("，"),), pieces))

    def whole(self, segments: Sequence[Segment], at: int, stop: int) -> int:
        self.drafts.append(Draft(self.stretch(segments[at:stop])))
        return stop

    def stretch(self, segments: Sequence[Segment]) -> Phrase:
        """Segments with the marks between them, without the connectives before the first."""
        _, first = strip_lead(segments[0].atoms)
        atoms: list[Atom] = list(first)
        for before, segment in pairwise(segments):
            if before.mark is not None:
                atoms.append(before.mark)
            atoms += segment.atoms
        return self.source.phrase(atoms)

    def said(self, segment: Segment) -> Phrase:
        """A segment with the subject it lacks."""
        lead, rest = strip_lead(segment.atoms)
        frame = read_frame(rest)
        pieces = self.source.phrase(rest)
        if frame is None:
            return pieces
        joined = with_modal(self.frame, replace(frame, lead=lead))
        self.frame = frame
        if joined is not replace(frame, lead=lead) and len(joined.slots) > len(frame.slots):
            pieces = cut(self.source.phrase(joined.slots[0].atoms), pieces)
        own = frame.first(SUBJECT)
        if own and not (self.subjects and is_part(own, self.subjects)):
            self.subjects = _carried(self.source, own, (Subject(self.source.phrase(own), own),))
            return pieces
        fits = bool(self.subjects) and not _speaks_of_no_one(frame, self.subjects)
        return cut(self.subjects[0].phrase, pieces) if fits else pieces

    def loose(self, atoms: tuple[Atom, ...]) -> None:
        """What fits nowhere is said with the claim before it, or by itself where it is the first."""
        said = cut(self.take_scene(), self.source.phrase(atoms))
        if self.drafts:
            self.extend(said)
        else:
            self.drafts.append(Draft(said))

    def take_scene(self) -> Phrase:
        """The scene that was set, which is now used up."""
        scene = self.source.phrase([atom for slot in self.scene for atom in slot.atoms])
        self.scene = ()
        return scene


def _clause_before_name(atoms: Sequence[Atom]) -> int:
    """Where 的 stands in 位于中国的长江全长6300公里, behind a clause about the name; 0 if there is none."""
    if not atoms or atoms[0].kind != VERB:
        return 0
    at = next((i for i in range(2, len(atoms) - 2) if atoms[i].kind == DE and atoms[i + 1].kind == NAME), 0)
    behind = read_frame(atoms[at + 1 :]) if at else None
    if behind is None or not behind.first(SUBJECT) or behind.first(SUBJECT)[0] is not atoms[at + 1]:
        return 0
    return at if behind.first(PREDICATE)[-1:] and behind.first(PREDICATE)[-1].kind == AMOUNT else 0


def _hangs_on(frame: Frame) -> bool:
    own = frame.first(SUBJECT)
    return not own or is_relational(own)


def mark_of(segment: Segment) -> tuple[Atom, ...]:
    return (segment.mark,) if segment.mark is not None else ()


def ends_part(segment: Segment) -> bool:
    return segment.mark is not None and segment.mark.text in "；;：:"


def _carried(source: Source, own: Sequence[Atom], subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """The subject that later clauses take over: of 员工入职满1年 only 员工."""
    verb = next((i for i, atom in enumerate(own) if atom.kind == VERB or (i and atom.tag == "vn")), -1)
    if verb < 0 or any(atom.kind == DE for atom in own[verb:]) or not any(atom.kind == AMOUNT for atom in own[verb:]):
        return subjects
    return (Subject(source.phrase(own[:verb]), tuple(own[:verb])),) if verb else ()


def _measures(frame: Frame) -> bool:
    """达到7042亿元, 同比增长5%: said of the figure before, not of whose figure it is."""
    return any(
        atom.text in lex.CHANGE or atom.text in ("占", "约", "为", "计算", "起算", "届满", "延长", "缩短", "顺延")
        for slot in frame.slots
        if slot.role in (PREDICATE, CORE)
        for atom in slot.atoms
    )


def _speaks_of_no_one(frame: Frame, carried: Sequence[Subject]) -> bool:
    """目前没有人员死亡 behind an event, 仍需住院 behind a quantity: the subject before does not fit."""
    if not carried or carried[0].is_name:
        return False
    predicate = frame.first(PREDICATE)
    exists = predicate and predicate[-1].text in ("有", "没有", "无") and any(atom.kind == TIME for atom in frame.atoms)
    acts = any(atom.kind == MODAL for atom in frame.atoms) and carried[0].atoms[-1].text.endswith(_QUANTITIES)
    return bool(exists or acts)


_QUANTITIES = ("风险", "成本", "价格", "费用", "概率", "难度")


_EACH_ITS_OWN = ("分别", "依次")


def _respectively(source: Source, frame: Frame, subjects: Sequence[Subject]) -> list[tuple[Frame, Subject]]:
    """A和B分别是X和Y: each with its own."""
    if len(subjects) < 2 or not any(atom.text in _EACH_ITS_OWN for atom in frame.atoms):
        return []
    role = OBJECT if frame.first(OBJECT) else "complement"
    items = distribute(frame.first(role)).items if frame.first(role) else ()
    if len(items) != len(subjects):
        return []
    paired = []
    for subject, item in zip(subjects, items, strict=True):
        slots = []
        for slot in frame.slots:
            if slot.role == role:
                slots.append(replace(slot, atoms=item))
            elif slot.role in (CORE, PREDICATE):
                kept = tuple(atom for atom in slot.atoms if atom.text not in _EACH_ITS_OWN)
                if kept:
                    slots.append(replace(slot, atoms=kept))
            else:
                slots.append(slot)
        paired.append((replace(frame, slots=tuple(slots)), subject))
    return paired
