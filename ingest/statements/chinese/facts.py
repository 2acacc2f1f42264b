"""Facts of clauses that are not simply subject, predicate and object, and clauses that hold no fact of two things."""

from __future__ import annotations

from collections.abc import Sequence

from ...model import Span, StatedTriple, Term
from ...text.word_lists import word_set
from .frames import Frame
from .pieces import Source
from .slots import CORE, PREDICATE
from .subjects import Subject
from .triples import make, term
from .units import AMOUNT, AND, DE, MARK, MODAL, NAME, NEGATION, NOUN, VERB, Atom


def role_of(
    source: Source, frame: Frame, subject: Subject, target: Term | None, obj: Sequence[Atom]
) -> tuple[StatedTriple, ...]:
    """法国的首都是巴黎: whose it is, what it is of it, and who or what that is."""
    atoms = subject.atoms
    cut_at = next((i for i in range(len(atoms) - 1, 0, -1) if atoms[i].kind == DE), -1)
    noun = "".join(atom.text for atom in atoms[cut_at + 1 :])
    predicate = "".join(atom.text for atom in frame.first(PREDICATE))
    if not obj or obj[-1].kind != NAME:
        return ()  # 他的父亲是医生 says what he is, not who
    if not frame.copula or cut_at < 1 or noun not in _ROLES or predicate not in ("是", "为", "不是", "并非"):
        return ()
    owner = term(source, source.phrase(atoms[:cut_at]), atoms[:cut_at])
    negated = predicate in ("不是", "并非")
    spans = tuple(Span(atom.start, atom.end) for atom in atoms[cut_at + 1 :])
    return make(owner, ("不是" if negated else "") + noun, ("not " if negated else "") + noun, target, spans, 0.8)


_ROLES = word_set(
    """
    首都 省会 首府 总部 全球总部 董事长 首席执行官 总裁 总经理 创始人 联合创始人 校长 市长 总统 总理 母公司
    官方语言 货币 法定代表人 父亲 母亲 妻子 丈夫 作者 导演
    """
)


def made_by(source: Source, frame: Frame, about: Term | None, atoms: Sequence[Atom]) -> tuple[StatedTriple, ...]:
    """腾讯是马化腾创立的: who did it, and to what."""
    inner = atoms[:-1] if atoms and atoms[-1].kind == DE else ()
    if not frame.copula or len(inner) < 2 or inner[-1].kind != VERB or not all(_is_noun(atom) for atom in inner[:-1]):
        return ()
    negated = any(atom.kind == NEGATION for atom in frame.first(PREDICATE))
    agent = term(source, source.phrase(inner[:-1]), inner[:-1])
    verb = inner[-1]
    shown, lemma = ("不是" + verb.text, "not " + verb.text) if negated else (verb.text, verb.text)
    return make(agent, shown, lemma, about, (Span(verb.start, verb.end),), 0.8)


def measured(source: Source, frame: Frame, subject: Subject) -> tuple[StatedTriple, ...]:
    """长江全长6300公里: a name, what is measured of it, and the amount that stands for a predicate."""
    atoms, amount = list(subject.atoms), list(frame.first(PREDICATE))
    if len(atoms) < 2 or not amount or amount[-1].kind != AMOUNT or atoms[-1].kind != NOUN:
        return ()
    owner = atoms[:-2] if atoms[-2].kind == DE else atoms[:-1]
    if not owner or owner[-1].kind != NAME or len(atoms[-1].text) < 2:
        return ()
    head, tail = (term(source, source.phrase(part), part) for part in (owner, amount))
    noun = atoms[-1]
    return make(head, noun.text, noun.text, tail, (Span(noun.start, noun.end),), 0.8)


def _is_noun(atom: Atom) -> bool:
    return atom.kind in (NAME, NOUN)


def modals_apart(frame: Frame) -> list[Atom]:
    """须 of 须在30天内完成: a modal that an adjunct parts from its verb."""
    return [
        a for slot in frame.slots if slot.role == CORE for a in slot.atoms if a.kind == MODAL and a is slot.atoms[0]
    ]


def _denies(atom: Atom) -> bool:
    return atom.kind == NEGATION or (atom.kind == MODAL and atom.text.startswith(("不", "无")))


def says_more(frame: Frame, subject: Subject, obj: Sequence[Atom]) -> bool:
    """Whether a triple would lose what the clause depends on: 比旧系统快, 不向第三方出售, or hold half a clause."""
    for slot in frame.slots:
        if slot.atoms[-1].kind == MARK:
            continue
        if slot.role == CORE and any(_denies(atom) for atom in slot.atoms):
            return True
        if slot.role in (CORE, PREDICATE) and any(
            a.text == "比" or (a.text in "与和跟同" and a.kind == AND) for a in slot.atoms
        ):
            return True
    if subject.atoms and subject.atoms[-1].text in ("后", "时", "前", "以后", "之后", "以前", "之前"):
        return True
    return any(atom.kind == MODAL for atom in obj) and not any(atom.kind == DE for atom in obj)
