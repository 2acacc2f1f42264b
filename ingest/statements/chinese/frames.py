"""One clause as an ordered row of slots: subject, time, place, agent, predicate, object, and what binds them.

A claim is made by leaving slots out, never by moving them, so that its words stay in the text's own order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.word_lists import word_set
from . import lexicon as lex
from .adjuncts import adjunct_at, between
from .predicates import predicate_index
from .slots import ADJUNCTS, AGENT, COMPLEMENT, CORE, OBJECT, PLACE, PREDICATE, SUBJECT, TIME_SLOT, Slot
from .units import (
    ADJECTIVE,
    ADVERB,
    AMOUNT,
    AND,
    CONNECTIVE,
    DE,
    LOCALISER,
    MODAL,
    NAME,
    NEGATION,
    NOUN,
    PARTICLE,
    PREPOSITION,
    TIME,
    VERB,
    Atom,
    is_real_amount,
)

_LOCATIVE = tuple(sorted(word_set("于 在 自 至 到 往 向 给 为 成 入 以 作 出 来自 成为 作为")))


@dataclass(frozen=True, slots=True)
class Frame:
    """`lead` are the connectives before it, left out of every claim."""

    lead: tuple[Atom, ...]
    slots: tuple[Slot, ...]
    copula: bool = False
    cleft: bool = False  # 是…的

    def first(self, role: str) -> tuple[Atom, ...]:
        return next((slot.atoms for slot in self.slots if slot.role == role), ())

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(atom for slot in self.slots for atom in slot.atoms)

    @property
    def adjuncts(self) -> tuple[int, ...]:
        return tuple(index for index, slot in enumerate(self.slots) if slot.role in ADJUNCTS)

    @property
    def transitive(self) -> bool:
        return bool(self.first(OBJECT))

    @property
    def bound(self) -> bool:
        """Whether its adjuncts limit what is said: numbers, negation, modality, quantifiers, change and comparison."""
        for slot in self.slots:
            if slot.role in (TIME_SLOT, PLACE):
                continue
            for index, atom in enumerate(slot.atoms):
                if atom.kind in (NEGATION, MODAL) or atom.text in lex.QUANTIFIER or atom.text in lex.CHANGE:
                    return True
                if is_real_amount(atom) and not (slot.role == CORE and index == 0 and atom.text.startswith("第")):
                    return True
        return False


_LONGEST_CLAUSE = 120
"""In units; the rules look far to both sides of a word, which such text does not repay."""


def read_frame(atoms: Sequence[Atom]) -> Frame | None:
    """The frame of one clause, or None where it has no predicate or is no clause any more (a table, a log)."""
    if len(atoms) > _LONGEST_CLAUSE:
        return None
    lead, rest = strip_lead(atoms)
    at = predicate_index(rest)
    if at is None:
        return None
    left, right = rest[:at], rest[at:]
    slots = _left_slots(left)
    head = right[0]
    if head.text in lex.COPULAS and len(right) > 2 and right[-1].text == "的":
        cleft = _cleft(lead, slots, right)
        if cleft is not None:
            return cleft
    if _is_verbless(right):
        return Frame(lead, (*slots, Slot(PREDICATE, tuple(right))))
    if head.text not in lex.COPULAS:
        slots = [_when(slot) for slot in slots]
    slots, prefix = _verb_prefix(slots)
    predicate, tail = _predicate(right)
    slots = [*slots, Slot(PREDICATE, (*prefix, *predicate))]
    if tail:
        slots += _right_slots(predicate, tail)
    return Frame(lead, tuple(slots), copula=head.text in lex.COPULAS)


def _when(slot: Slot) -> Slot:
    """七岁开始学习, 7至10天可自愈: a span of time before a verb says when, not who."""
    only = slot.atoms[0] if len(slot.atoms) == 1 and slot.role == SUBJECT else None
    timed = only is not None and only.kind == AMOUNT and only.text.endswith(_SPANS)
    return Slot(CORE, slot.atoms) if timed else slot


_SPANS = ("岁", "天", "个月", "周", "小时", "分钟")


def _is_verbless(right: Sequence[Atom]) -> bool:
    """An adjective, idiom, amount or name as the predicate, which takes no object."""
    head = right[0]
    if head.kind == ADJECTIVE and len(right) > 1 and right[1].nominal:
        return False
    return head.kind in (ADJECTIVE, AMOUNT, ADVERB) or head.tag in ("i", "l") or (head.kind == NAME and len(right) == 1)


def strip_lead(atoms: Sequence[Atom]) -> tuple[tuple[Atom, ...], list[Atom]]:
    at = 0
    while at < len(atoms) - 1 and (
        atoms[at].text in lex.TOPIC_CONNECTIVES
        or atoms[at].text in lex.CONCESSION
        or (atoms[at].kind == CONNECTIVE and atoms[at].text not in lex.CONDITION | lex.CAUSE | lex.PURPOSE)
        or (atoms[at].kind == PARTICLE and not at)
    ):
        at += 1
    return tuple(atoms[:at]), list(atoms[at:])


def _cleft(lead: tuple[Atom, ...], slots: list[Slot], right: list[Atom]) -> Frame | None:
    inner = right[1:-1]
    if all(atom.kind in (ADJECTIVE, ADVERB, AND) for atom in inner):
        return Frame(lead, (*slots, Slot(PREDICATE, (right[0],)), Slot(OBJECT, tuple(inner)), Slot(CORE, (right[-1],))))
    at = predicate_index(inner)
    if at is None or inner[at].kind != VERB:
        return None
    middle = between(inner[:at])
    if not any(slot.role in ADJUNCTS for slot in middle):
        return None
    predicate, tail = _predicate(inner[at:])
    behind = _right_slots(predicate, tail) if tail else []
    parts = [
        *slots,
        Slot(CORE, (right[0],)),
        *middle,
        Slot(PREDICATE, tuple(predicate)),
        *behind,
        Slot(CORE, (right[-1],)),
    ]
    return Frame(lead, tuple(parts), cleft=True)


def _left_slots(left: Sequence[Atom]) -> list[Slot]:
    slots: list[Slot] = []
    at = 0
    while at < len(left):
        found = adjunct_at(left, at)
        if found is None or (found[1] == AGENT):
            break
        slots.append(Slot(found[1], tuple(left[at : found[0]])))
        at = found[0]
    stop = _subject_end(left, at)
    if stop == at + 1 and (left[at].text == "每" or (left[at].kind == AMOUNT and left[at].text[-1] in "次度倍回")):
        stop = at
    if stop > at:
        slots.append(Slot(SUBJECT, tuple(left[at:stop])))
    return slots + between(left[stop:])


def _subject_end(left: Sequence[Atom], at: int) -> int:
    """Where the subject that begins at `at` ends; clauses with 的 before its noun belong to it."""
    index = at
    while index < len(left):
        atom = left[index]
        if atom.kind in (ADVERB, MODAL, NEGATION, PREPOSITION, CONNECTIVE) or (atom.kind == TIME and index > at):
            closed = _closing_de(left, index, begun=index > at)
            if (
                atom.kind == TIME
                and index + 1 < len(left)
                and left[index + 1].kind == NOUN
                and not atom.text[0].isdigit()
            ):
                index += 1  # 第二十四届冬季奥林匹克运动会
                continue
            if closed < 0 and not (
                atom.kind == TIME
                and all(a.kind in (NOUN, NAME, ADJECTIVE) for a in left[index + 1 :])
                and index + 1 < len(left)
            ):
                break
            index = max(closed, index) + 1
        else:
            index += 1
    while index > at and left[index - 1].text in ("所",):
        index -= 1
    return index


def _closing_de(left: Sequence[Atom], index: int, *, begun: bool) -> int:
    """The 的 before the subject's noun, where what stands at `index` lies in a clause that it closes; else -1."""
    closings = [
        at
        for at in range(index + 1, len(left) - 1)
        if left[at].kind == DE and (left[at + 1].nominal or left[at + 1].kind == ADJECTIVE)
    ]
    if not closings:
        return -1
    if begun and left[index].kind == PREPOSITION:
        if left[closings[-1] - 1].kind == LOCALISER:
            return closings[-1]
        inside = left[index + 1 : closings[-1]]
        if not any(atom.kind == VERB for atom in inside):
            return -1
    if begun and left[index].kind in (MODAL, NEGATION):
        return closings[-1] if left[closings[-1] - 1].kind == VERB else -1
    return closings[-1]


def _verb_prefix(slots: list[Slot]) -> tuple[list[Slot], tuple[Atom, ...]]:
    """Negation, modals and adverbs right before the verb belong to the predicate, so that a relation keeps them."""
    if slots and slots[-1].role == CORE and slots[-1].atoms[0].kind != PREPOSITION:
        return slots[:-1], slots[-1].atoms
    return slots, ()


def _predicate(right: Sequence[Atom]) -> tuple[list[Atom], list[Atom]]:
    """The verb with its complements and aspect, and what follows."""
    end = 1
    while end < len(right) and (
        right[end].text in ("了", "过", "着", "得")
        or (right[end].text in _LOCATIVE and right[end].kind in (PREPOSITION, VERB, PARTICLE))
    ):
        if right[end].text in ("成为", "作为", "为") and end > 2:
            break
        end += 1
    tail = right[end:]
    if (
        end == 1
        and len(tail) == 1
        and (tail[0].kind == VERB or tail[0].tag == "vn")
        and right[0].kind == VERB
        and right[0].text not in _OPENS_VERBAL_OBJECT
    ):
        return list(right), []
    return list(right[:end]), list(tail)


_OPENS_VERBAL_OBJECT = word_set(
    """
    进行 予以 加以 给予 开始 停止 禁止 负责 从事 参与 参加 支持 反对 用于 可用于 提供 接受 获得 遭到 得到 需要
    需 避免 防止 导致 引起 造成 促进 影响 减少 增加 使用 具有 有 是 为 喜欢 主张 属于 包括
    """
)


def _right_slots(predicate: Sequence[Atom], tail: list[Atom]) -> list[Slot]:
    locative = predicate[-1].text.endswith(("于", "在")) and predicate[-1].text not in ("用于", "属于", "等于")
    role = COMPLEMENT if locative else OBJECT
    slots: list[Slot] = []
    final = [atom for atom in tail[-1:] if atom.text == "了"]
    body = tail[: len(tail) - len(final)]
    if body:
        slots.append(Slot(role, tuple(body)))
    return [*slots, *([Slot(CORE, tuple(final))] if final else [])]


def is_noun_phrase(atoms: Sequence[Atom]) -> bool:
    return bool(atoms) and all(
        atom.nominal or atom.kind in (AND, DE, ADJECTIVE, NOUN, LOCALISER, PARTICLE) for atom in atoms
    )
