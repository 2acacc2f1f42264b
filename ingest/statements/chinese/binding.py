"""What binds a clause together: contrast, exception, condition and joint action, of which no part holds alone.

Told by the characters of a clause, not by its units: what is lost when a unit is cut wrongly is a negation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .units import AND, DE, MODAL, NAME, NEGATION, NOUN, PRONOUN, Atom

_WHOLE = re.compile(
    r"而不是|而非|并非|除非|未经|[不非]经(?!常|意|典|营|济|历)|只能|只可(?!惜)|只有|仅能|仅可|才[能可会]|不是.{1,40}而是|的话"
)
_CONTRAST = re.compile(r"而(?:不是|非|不(?!断|仅|过|久))")
_DENIED = re.compile(r"不是|并非|不在于|非")
_EXCEPTION = re.compile(r"除非")
_JOINT = re.compile(
    r"同时(?!期)|混合(?!动力|所有制)|混用|混服|同服|合服|配伍|一起|一同|共同(?!体)|会面|见面|会晤|会谈|相距|合并|联合(?!国|会|大学|王国|酋长)|联手|联用|合用|并用|之间|互相|相互|彼此|携手|"
    r"均为两|都是两|结婚|离婚|结为|结成|结拜|轮流|交替"
)
_CONDITION_ENDS = ("情况下", "情形下", "前提下", "条件下", "的话")
_BORDERS = (
    "边境",
    "边界",
    "交界",
    "交界处",
    "交汇处",
    "接壤处",
    "国界",
    "之间",
    "中间",
    "两侧",
    "两岸",
    "两地",
    "两国",
)


def text_of(atoms: Sequence[Atom]) -> str:
    return "".join(atom.text for atom in atoms)


def stays_whole(atoms: Sequence[Atom]) -> bool:
    """A而不是B, 未经A不得B, 只能A: a clause that says nothing true in parts."""
    return _WHOLE.search(text_of(atoms)) is not None


def is_contrast(before: Sequence[Atom], atoms: Sequence[Atom]) -> bool:
    """…，而不是里昂, 不是…，而是…: what the clause before it sets apart."""
    words = text_of(atoms)
    return _CONTRAST.match(words) is not None or (
        words.startswith(("而是", "就是")) and _DENIED.search(text_of(before)) is not None
    )


def is_exception(atoms: Sequence[Atom]) -> bool:
    return _EXCEPTION.match(text_of(atoms)) is not None


def is_joint(atoms: Sequence[Atom]) -> bool:
    """同时服用A和B: done by all, or to all, as one."""
    return _JOINT.search("".join("·" if atom.kind == NAME else atom.text for atom in atoms)) is not None


def is_conditional_scene(atoms: Sequence[Atom]) -> bool:
    """未经批准, 在紧急情况下: what follows holds only then."""
    words = text_of(atoms)
    return words.startswith(("未经", "非经", "不经")) or words.endswith(_CONDITION_ENDS)


def is_border(atoms: Sequence[Atom]) -> bool:
    """A和B边境: one place that both make."""
    return bool(atoms) and atoms[-1].text.endswith(_BORDERS)


def opens_with_subject(atoms: Sequence[Atom]) -> bool:
    """Whether a clause that stays whole begins with what it is about."""
    if _OPENS_WHOLE.match(text_of(atoms)):
        return True
    return bool(atoms) and (atoms[0].kind in (NAME, NOUN, PRONOUN) or any(a.kind == DE for a in atoms[:4]))


_OPENS_WHOLE = re.compile(r"只有.+才|并非(?:所有|每|全|任何|大多)|所有|每[个名位]|大多数|多数|凡|任何")


def plain_subject(atoms: Sequence[Atom], frame_subject: Sequence[Atom]) -> bool:
    """Whether the subject that was read of such a clause is sure: nouns that a negation or modal ends."""
    end = len(frame_subject)
    return (
        0 < end < len(atoms)
        and all(atom.kind in (NAME, NOUN, PRONOUN) for atom in frame_subject)
        and not any(atom.kind == AND for atom in frame_subject)
        and atoms[:end] == tuple(frame_subject)
        and atoms[end].kind in (MODAL, NEGATION)
    )
