"""Time, place, agent and other prepositional phrases around a predicate: where each ends, and which it is."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.word_lists import word_set
from . import lexicon as lex
from .slots import AGENT, CORE, PLACE, TIME_SLOT, Slot
from .units import (
    ADVERB,
    AMOUNT,
    CONNECTIVE,
    DE,
    LOCALISER,
    MODAL,
    NAME,
    NEGATION,
    PARTICLE,
    PREPOSITION,
    TIME,
    VERB,
    Atom,
    is_real_amount,
)

_ABSTRACT_PLACES = word_set(
    """
    方面 情况 情形 基础 过程 条件 领导 支持 帮助 影响 背景 前提 意义 程度 形式 名义 压力 指导 努力 推动 作用 框架
    """
)


def between(atoms: Sequence[Atom]) -> list[Slot]:
    """Adverbs, modals and prepositional phrases between subject and verb."""
    slots: list[Slot] = []
    at = 0
    while at < len(atoms):
        found = adjunct_at(atoms, at)
        end, role = found if found is not None else (at + 1, CORE)
        alone = atoms[at].kind == PREPOSITION or (bool(slots) and slots[-1].atoms[0].kind == PREPOSITION)
        if role == CORE and slots and slots[-1].role == CORE and not alone:
            slots[-1] = Slot(CORE, (*slots[-1].atoms, *atoms[at:end]))
        else:
            slots.append(Slot(role, tuple(atoms[at:end])))
        at = end
    return slots


def adjunct_at(atoms: Sequence[Atom], at: int) -> tuple[int, str] | None:
    """(where it ends, its role) of the time or prepositional phrase at `at`; CORE for one that never comes apart."""
    atom = atoms[at]
    if atom.kind == TIME:
        return _time(atoms, at)
    if (
        atom.kind == AMOUNT
        and at + 1 < len(atoms)
        and atoms[at + 1].text in ("前", "后", "以前", "以后", "之前", "之后", "内", "以来")
    ):
        return at + 2, TIME_SLOT
    if atom.kind == VERB and at + 1 < len(atoms) and atoms[at + 1].text in ("后", "前", "之后", "之前", "以后", "以前"):
        return at + 2, CORE
    if atom.kind != PREPOSITION and atom.text not in ("为了",):
        return None
    end = _phrase_end(atoms, at)
    if end <= at + 1:
        return (at + 1, CORE)
    return end, _role(atoms[at:end])


def _time(atoms: Sequence[Atom], at: int) -> tuple[int, str] | None:
    end = at + 1
    while end < len(atoms) and (
        atoms[end].text in lex.TIME_ENDS
        or (atoms[end].text in ("至", "到", "和") and end + 1 < len(atoms) and atoms[end + 1].kind == TIME)
        or (atoms[end].kind == TIME and atoms[end - 1].text in ("至", "到", "和"))
    ):
        end += 1
    if end < len(atoms) and atoms[end].kind == DE:
        return None
    return end, CORE if atoms[at].text in lex.RELATIVE_TIMES or atoms[at].text[0] == "每" else TIME_SLOT


def _phrase_end(atoms: Sequence[Atom], at: int) -> int:
    """Where the phrase of the preposition at `at` ends: at its localiser, else behind its noun phrase."""
    if atoms[at].text in ("在", "自", "从", "自从", "当", "于", "除", "除了", "到", "随着"):
        for index in range(at + 1, min(len(atoms), at + 18)):
            if atoms[index].kind == PREPOSITION and atoms[at].text not in ("从", "自"):
                break
            if atoms[index].kind == LOCALISER or atoms[index].text in lex.TIME_ENDS:
                behind = index + 1
                while behind < len(atoms) and (atoms[behind].kind == LOCALISER or atoms[behind].text in ("起", "以来")):
                    behind += 1
                if behind == len(atoms) or atoms[behind].kind != DE:
                    return behind
    end = at + 1
    while end < len(atoms):
        atom = atoms[end]
        after = atoms[end + 1] if end + 1 < len(atoms) else None
        if atom.kind in (ADVERB, MODAL, NEGATION, PARTICLE, CONNECTIVE):
            break
        if atom.kind == PREPOSITION and not (atoms[at].text in ("从", "自") and atom.text in ("到", "至")):
            break
        names_agent = atoms[at].text == "由" and end == at + 1  # 由远航科技公司: no verb can stand there
        if (
            atom.kind == VERB
            and not names_agent
            and not (after is not None and _modifier_ahead(atoms, end))
            and atom.text not in ("到", "至")
        ):
            break
        if atom.kind == TIME and end > at + 1 and atoms[end - 1].nominal and atoms[end - 1].kind != TIME:
            break
        if atom.kind == NAME and atoms[end - 1].kind == TIME and end - 1 > at:
            break
        end += 1
    return end


def _modifier_ahead(atoms: Sequence[Atom], at: int) -> bool:
    return any(
        atoms[index].kind == DE and index + 1 < len(atoms) and atoms[index + 1].kind != VERB
        for index in range(at + 1, min(len(atoms), at + 8))
    )


def _role(phrase: Sequence[Atom]) -> str:
    opening = phrase[0].text
    inside = phrase[1:]
    last = phrase[-1].text
    if opening in ("由", "被", "受", "遭"):
        return AGENT
    if opening in ("在", "于", "自", "自从", "从", "截至", "截止", "到", "至", "当", "直到"):
        if not any(atom.kind in (TIME, AMOUNT) for atom in inside) and last in ("时", "时候", "之际"):
            return CORE  # 在键为空时: only then
        if any(atom.kind == TIME for atom in inside[:2]) or last in (
            "时",
            "期间",
            "以来",
            "起",
            "之际",
            "时候",
            "前",
            "后",
            "之前",
            "之后",
        ):
            return TIME_SLOT
        if opening in ("在", "于"):
            abstract = any(atom.text in _ABSTRACT_PLACES for atom in inside) or last in ("下", "方面", "之间", "之下")
            return CORE if abstract or any(is_real_amount(atom) for atom in inside) else PLACE
    return CORE
