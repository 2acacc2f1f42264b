"""The claims that one clause makes: its lists distributed, its adjuncts and modifiers apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ...model import StatedTriple
from ...text.word_lists import word_set
from ..realise import Piece
from .binding import is_joint
from .facts import made_by, measured, modals_apart, role_of, says_more
from .frames import Frame, read_frame
from .phrases import Items, Nominal, distribute, take_apart
from .pieces import Phrase, Source, cut
from .slots import ADJUNCTS, AGENT, COMPLEMENT, CORE, OBJECT, PLACE, PREDICATE, SUBJECT, Slot
from .subjects import Subject, goes_on_inside, is_collective, is_relational, lacks_owner, silent, subjects_of
from .triples import adjunct_core, make, relation_words, term
from .units import MARK, NAME, NOUN, PREPOSITION, VERB, Atom

_MOST_CLAIMS = 40


_STEMS = word_set(
    """
    成立 出生 创立 创办 创建 诞生 逝世 去世 病逝 发布 发表 始建 建 建成 生 死 卒 开业 上市 注册 创刊 发行 首播
    首映 上映 竣工 开工 开幕 举行 举办 召开 发生 发现 制定 颁布 生效 推出 设立 组建 建立 动工 通车 落成
    """
)


@dataclass(frozen=True, slots=True)
class Draft:
    pieces: Phrase
    triples: tuple[StatedTriple, ...] = ()
    standalone: bool = True


def clause_claims(source: Source, frame: Frame, subjects: Sequence[Subject], *, depth: int = 0) -> list[Draft]:
    """The claims of a clause about each of its subjects; `subjects` empty: a clause that has none at all."""
    drafts: list[Draft] = []
    subjects_or_none: Sequence[Subject | None] = subjects or (None,)
    if len(subjects) > 1:
        frame = _without_distributives(frame)
    for subject in subjects_or_none:
        for single in _one_place_each(frame):
            drafts += islice(_about(source, single, subject, depth), _MOST_CLAIMS)
    found = _distinct(drafts)[:_MOST_CLAIMS]
    return [replace(draft, standalone=False) for draft in found] if _lacks_subject(frame, subjects) else found


def _lacks_subject(frame: Frame, subjects: Sequence[Subject]) -> bool:
    """6月由参议院通过: nobody can tell what; 2020年发生了地震 and 禁止吸烟 need no subject."""
    if subjects or frame.first(SUBJECT):
        return bool(subjects) and lacks_owner(subjects[0])
    return not any(atom.text.endswith(_SUBJECTLESS) for atom in frame.first(PREDICATE))


_SUBJECTLESS = ("有", "存在", "禁止", "严禁", "发生", "出现", "无", "没有", "爆发", "不得", "应当", "必须", "需", "应")


def _one_place_each(frame: Frame) -> list[Frame]:
    """在欧洲和北美上映, 通过飞沫和接触传播, 由A和B主演: the clause with each of the places, ways and agents."""
    if frame.bound or is_collective(frame):
        return [frame]
    for index, slot in enumerate(frame.slots):
        if slot.atoms[-1].kind == MARK or not _holds_of_each(slot):
            continue
        items = distribute(slot.atoms[1:])
        if items.several and all(len(item) <= 3 for item in items.items):
            return [
                replace(
                    frame,
                    slots=(*frame.slots[:index], Slot(slot.role, (slot.atoms[0], *item)), *frame.slots[index + 1 :]),
                )
                for item in items.items
            ]
    return [frame]


def _holds_of_each(slot: Slot) -> bool:
    return slot.role in (PLACE, AGENT) or (slot.role == CORE and slot.atoms[0].text in ("通过", "经", "向"))


def _distinct(drafts: Sequence[Draft]) -> list[Draft]:
    seen: dict[str, Draft] = {}
    for draft in drafts:
        seen.setdefault("".join(piece.text for piece in draft.pieces), draft)
    return list(seen.values())


def _without_distributives(frame: Frame) -> Frame:
    slots = []
    for slot in frame.slots:
        if slot.role in (CORE, PREDICATE):
            kept = tuple(atom for atom in slot.atoms if atom.text not in ("都", "均", "皆", "分别", "各自", "全都"))
            if kept:
                slots.append(replace(slot, atoms=kept))
        else:
            slots.append(slot)
    return replace(frame, slots=tuple(slots))


def _about(source: Source, frame: Frame, subject: Subject | None, depth: int) -> Iterator[Draft]:
    obj = frame.first(OBJECT) or frame.first(COMPLEMENT)
    if not obj:
        for chosen in _adjunct_choices(frame):
            yield Draft(_compose(source, frame, subject, chosen, ()), _triples(source, frame, subject, chosen, (), ()))
        return
    if frame.copula and not frame.cleft:
        yield from _nominal_claims(source, frame, subject, obj, depth)
        return
    name = take_apart(obj, name_only=True) if obj[-1].kind == NAME else Nominal(tuple(obj))
    items = Items((name.head,)) if is_joint(frame.atoms) else distribute(name.head)
    for index, item in enumerate(items.items):
        phrase = cut(source.phrase(item), silent(source, items.silent) if not index else ())
        for chosen in _adjunct_choices(frame):
            yield Draft(
                _compose(source, frame, subject, chosen, phrase), _triples(source, frame, subject, chosen, phrase, item)
            )
        if depth < 2 and name.clauses:
            yield from modifier_claims(source, name, (Subject(phrase, tuple(item)),), depth=depth + 1)


def _nominal_claims(
    source: Source, frame: Frame, subject: Subject | None, obj: Sequence[Atom], depth: int
) -> Iterator[Draft]:
    """X是一种A的B: X is a B, X is A; only where nothing limits what is said."""
    everything = tuple(range(len(frame.slots)))
    plain = not frame.bound and depth < 2
    items = Items((tuple(obj),)) if is_joint(frame.atoms) else distribute(obj)
    for index, item in enumerate(items.items):
        nominal = take_apart(item) if plain else Nominal(tuple(item))
        phrase = cut(source.phrase(nominal.head), silent(source, items.silent) if not index else ())
        yield Draft(
            _compose(source, frame, subject, everything, phrase),
            _triples(source, frame, subject, everything, phrase, nominal.head),
        )
        for adjective in nominal.adjectives:
            said = cut(source.phrase(adjective), _following_de(source, adjective))
            yield Draft(
                _compose(source, frame, subject, everything, said),
                _triples(source, frame, subject, everything, said, adjective),
            )
        if subject is not None:
            yield from modifier_claims(source, nominal, (subject,), depth=depth + 1)


def _following_de(source: Source, adjective: Sequence[Atom]) -> Phrase:
    at = adjective[-1].end
    return (Piece("的", at, at + 1),) if source.text.startswith("的", at) else (Piece("的"),)


def modifier_claims(source: Source, nominal: Nominal, subjects: Sequence[Subject], *, depth: int) -> list[Draft]:
    """Clauses before a noun as claims about it: the noun is their subject, or else their object."""
    drafts: list[Draft] = []
    for clause in nominal.clauses:
        frame = read_frame(clause)
        if frame is None:
            continue
        if (
            frame.first(SUBJECT)
            and not frame.first(OBJECT)
            and not is_relational(frame.first(SUBJECT))
            and _takes_object(frame)
        ):
            for subject in subjects:
                gapped = replace(frame, slots=(*frame.slots, Slot(OBJECT, subject.atoms)))
                own = tuple(Subject(source.phrase(item), item) for item in distribute(frame.first(SUBJECT)).items)
                drafts += clause_claims(source, gapped, own, depth=2)
        else:
            about, _ = subjects_of(source, frame, subjects)
            drafts += clause_claims(source, frame, about, depth=depth)
    return drafts


def _takes_object(frame: Frame) -> bool:
    return frame.first(PREDICATE)[-1].kind in (VERB, NOUN)


def _adjunct_choices(frame: Frame) -> list[tuple[int, ...]]:
    """Which slots each claim keeps: all of them where the adjuncts bind, else one adjunct a claim."""
    everything = tuple(range(len(frame.slots)))
    fixed = [i for i, slot in enumerate(frame.slots) if slot.role not in ADJUNCTS]
    loose = [i for i in frame.adjuncts if not (frame.transitive and frame.slots[i].role == AGENT)]
    if frame.bound or not loose:
        return [everything]
    fixed = sorted(set(everything) - set(loose))
    complement = next((i for i, slot in enumerate(frame.slots) if slot.role == COMPLEMENT), None)
    if complement is not None and _stem(frame) is not None:
        without = [i for i in fixed if i != complement]
        return [*(tuple(sorted([*without, i])) for i in loose), tuple(fixed)]
    if frame.transitive or complement is not None:
        return [tuple(fixed), *(tuple(sorted([*fixed, i])) for i in loose)]
    if len(loose) == 1:
        return [everything]
    return [tuple(sorted([*fixed, i])) for i in loose]


def _stem(frame: Frame) -> tuple[Atom, str] | None:
    """成立 of 成立于: the verb without the preposition of its complement."""
    predicate = frame.first(PREDICATE)
    last = predicate[-1]
    if last.kind == PREPOSITION and len(predicate) > 1 and predicate[-2].text in _STEMS:
        return last, ""
    return (last, last.text[:-1]) if last.text[-1] in "于在" and last.text[:-1] in _STEMS else None


def _compose(source: Source, frame: Frame, subject: Subject | None, chosen: Sequence[int], obj: Phrase) -> Phrase:
    """The chosen slots in order, the subject in its place or before the first slot that no comma sets apart."""
    pieces: list[Piece] = []
    placed = subject is None
    has_own = any(slot.role == SUBJECT for slot in frame.slots)
    complement_left_out = any(slot.role == COMPLEMENT and index not in chosen for index, slot in enumerate(frame.slots))
    for index, slot in enumerate(frame.slots):
        if index not in chosen:
            if slot.role == AGENT and slot.atoms[0].text in ("被", "受", "遭"):
                pieces += source.phrase(slot.atoms[:1])  # 2008年被收购: still a passive
            continue
        if slot.role == SUBJECT:
            pieces += subject.phrase if subject is not None else source.phrase(slot.atoms)
            placed = True
            continue
        if not placed and not has_own and slot.atoms[-1].kind != MARK and subject is not None:
            pieces += subject.phrase
            placed = True
        if slot.role in (OBJECT, COMPLEMENT):
            pieces += obj
        elif slot.role == PREDICATE and complement_left_out:
            pieces += _shortened(source, frame, slot)
        else:
            pieces += source.phrase(slot.atoms)
    return tuple(pieces)


def _shortened(source: Source, frame: Frame, slot: Slot) -> Phrase:
    found = _stem(frame)
    if found is None:
        return source.phrase(slot.atoms)
    last, stem = found
    before = source.phrase(slot.atoms[:-1])
    return cut(before, (Piece(stem, last.start, last.start + len(stem)),)) if stem else before


def _triples(
    source: Source, frame: Frame, subject: Subject | None, chosen: Sequence[int], obj: Phrase, atoms: Sequence[Atom]
) -> tuple[StatedTriple, ...]:
    """The fact that this choice of slots adds: the adjunct's where one is kept, else subject and object."""
    if subject is None or goes_on_inside(subject) or says_more(frame, subject, atoms):
        return ()
    about = term(source, subject.phrase, subject.atoms)
    relation, lemma, spans = relation_words([*modals_apart(frame), *frame.first(PREDICATE)])
    kept = [frame.slots[i] for i in chosen if frame.slots[i].role in ADJUNCTS]
    target = term(source, obj, atoms) if obj else None
    governed_object = _object_of_preposition(frame)
    if governed_object and not kept:
        tail = term(source, source.phrase(governed_object[1:]), governed_object[1:])
        word = governed_object[0].text
        if word in ("把", "将"):
            return make(about, relation.rstrip("给到为成至"), lemma.rstrip("给到为成至"), tail, spans, 0.7)
        if not obj:
            return make(about, relation + word, lemma + word, tail, spans, 0.6)
    several = len(_adjunct_choices(frame)) > 1
    if obj and not (kept and several and COMPLEMENT not in {frame.slots[i].role for i in chosen}):
        special = role_of(source, frame, subject, target, atoms) or made_by(source, frame, about, atoms)
        if special:
            return special
        if frame.copula and atoms:
            relation, lemma = relation or "是", lemma or "是"
        return make(about, relation, lemma, target, spans, 0.8)
    if not obj and (measure := measured(source, frame, subject)):
        return measure
    if not kept or (frame.bound and obj):
        return ()
    slot = kept[0]
    inner, word = adjunct_core(slot.atoms)
    governed = term(source, source.phrase(inner), inner)
    stem = _stem(frame)
    if stem is not None and relation.endswith(("于", "在")):
        relation, lemma = relation[:-1], lemma[:-1]
    if slot.role == AGENT:
        return make(governed, relation, lemma, about, spans, 0.8)
    passive = any(atom.text[0] == "被" for atom in frame.first(PREDICATE)) or relation.endswith("为")
    head = target if frame.transitive and target is not None and not passive else about
    return make(head, relation + word, lemma + word, governed, spans, 0.7)


def _object_of_preposition(frame: Frame) -> tuple[Atom, ...]:
    """把它…, 通过飞沫…: the one prepositional phrase that belongs to the verb."""
    found = [
        slot.atoms
        for slot in frame.slots
        if slot.role == CORE
        and slot.atoms[0].text in _GOVERNING
        and slot.atoms[0].kind == PREPOSITION
        and len(slot.atoms) > 1
    ]
    return found[0] if len(found) == 1 else ()


_GOVERNING = word_set("把 将 通过 与 同 跟 和 对 向 以 用 从 给 因")
