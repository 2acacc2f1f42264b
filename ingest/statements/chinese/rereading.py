"""Classes that only the neighbours of a unit tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimgraph.platform.models.chinese import dictionary_tags

from .lexicon import COPULAS
from .lexicon import NEGATION as NEGATIONS
from .tagging import DYNASTIES
from .units import (
    ADJECTIVE,
    ADVERB,
    AMOUNT,
    AND,
    DE,
    LOCALISER,
    MARK,
    MODAL,
    NAME,
    NEGATION,
    NOUN,
    PARTICLE,
    PREPOSITION,
    PRONOUN,
    TIME,
    VERB,
    Atom,
)


def reread(atoms: list[Atom]) -> list[Atom]:
    """The units with the classes that their neighbours tell, and with those cut apart that a verb is glued to."""
    out = _unglued(atoms)
    for index, atom in enumerate(out):
        after = out[index + 1] if index + 1 < len(out) else None
        before = out[index - 1] if index else None
        kind = (
            _verbal(before, atom, after)
            or _relational(out, index, after)
            or _adjectival(before, atom, after)
            or (NOUN if _is_listed_noun(out, index) else "")
        )
        if kind:
            out[index] = replace(atom, kind=kind)
    return out


def _verbal(before: Atom | None, atom: Atom, after: Atom | None) -> str:
    """A noun that is a verb here (不宜饮酒, 优化了, 并报告主管), and a verb that is a noun (经济的发展)."""
    if atom.tag == "vn" and after is not None and after.text in ("了", "过", "着"):
        return VERB
    if before is None:
        return ""
    if atom.kind == NOUN and before.kind in (MODAL, NEGATION) and (after is None or after.kind == MARK):
        return VERB
    if atom.kind == VERB and before.text in ("该", "此", "本") and len(atom.text) > 1:
        return NOUN
    follows = before.text in ("并", "并且", "而") or before.kind == MODAL
    if (
        atom.kind == NOUN
        and follows
        and after is not None
        and after.nominal
        and (_tag(atom.text)[:1] == "v" or atom.text in ("报告", "申请", "通知", "登记", "备案", "赔偿"))
    ):
        return VERB
    return NOUN if atom.kind == VERB and atom.tag == "vn" and before.kind == DE else ""


def _relational(atoms: Sequence[Atom], at: int, after: Atom | None) -> str:
    """Words that are a preposition before a verb to come, and a verb where none comes: 通过, 在, 需, 绕."""
    text = atoms[at].text
    if after is None:
        return ""
    if text == "起" and at and atoms[at - 1].kind in (TIME, LOCALISER):
        return LOCALISER
    if atoms[at].tag == "vn" and at and after.text in ("在", "于") and not _verb_ahead(atoms, at + 1):
        return VERB  # 存储在…
    if text == "为" and atoms[at].kind == VERB:
        return PREPOSITION if at and _is_for_whom(atoms, at) else ""
    if text == "将":
        return ADVERB if after.kind in (VERB, ADVERB, PREPOSITION, TIME, NEGATION, MODAL) else ""
    if text in ("就", "绕", "沿", "围绕"):
        return PREPOSITION if after.nominal and _verb_ahead(atoms, at) else ""
    if text in ("需", "需要", "要"):
        return VERB if after.kind == AMOUNT or (after.nominal and not _verb_ahead(atoms, at)) else ""
    if text in ("通过", "在", "经过", "作为") and atoms[at].kind == PREPOSITION and not _verb_ahead(atoms, at):
        return VERB
    return PARTICLE if text == "以" and at and atoms[at - 1].kind == VERB else ""


def _is_listed_noun(atoms: Sequence[Atom], at: int) -> bool:
    """通过飞沫、接触和气溶胶传播: between two marks of a list that a preposition and a noun open."""
    if atoms[at].kind != VERB or not 2 < at < len(atoms) - 1 or not atoms[at - 1].kind == atoms[at + 1].kind == AND:
        return False
    first = at - 2
    while first > 1 and atoms[first - 1].kind == AND:
        first -= 2
    listed = atoms[first : at - 1 : 2]
    return atoms[first - 1].kind == PREPOSITION and all(
        atom.kind in (NOUN, NAME) and atom.tag != "vn" for atom in listed
    )


def _adjectival(before: Atom | None, atom: Atom, after: Atom | None) -> str:
    opens = before is None or before.kind == MARK
    if opens and atom.text in DYNASTIES and after is not None and after.kind in (PREPOSITION, VERB):
        return NAME  # 唐朝于618年建立: what was founded, not when
    if atom.text == "后" and opens and after is not None and after.kind in _BEHIND_LATER:
        return ADVERB  # 后赴德国留学: afterwards
    if atom.text == "预计" and opens and after is not None and after.kind in (TIME, MODAL, ADVERB):
        return ADVERB  # 预计2027年建成: who expects it is left open
    if atom.kind == ADJECTIVE and opens and after is not None and (after.kind == PREPOSITION or after.tag == "v"):
        return ADVERB if after.text not in COPULAS else ""  # 免费向公众开放
    if atom.text == "主要" and after is not None:
        return ADJECTIVE if (after.kind == NOUN and after.tag != "vn") or after.text in ("产品", "业务", "成分") else ""
    closes = after is None or after.kind in (MARK, ADJECTIVE)
    return ADJECTIVE if atom.tag == "an" and before is not None and before.kind != DE and closes else ""


_BEHIND_LATER = frozenset({VERB, PREPOSITION, ADVERB, TIME, NEGATION})


def _is_for_whom(atoms: Sequence[Atom], at: int) -> bool:
    """公司为员工提供午餐: behind 为 stands a noun, and behind that a verb with its own object."""
    end = at + 1
    while end < len(atoms) and end < at + 4 and atoms[end].kind in (NOUN, NAME, PRONOUN):
        end += 1
    if end == at + 1 or end + 1 >= len(atoms) or not atoms[at - 1].nominal:
        return False
    verb, object_ = atoms[end], atoms[end + 1]
    return verb.kind == VERB and verb.tag == "v" and (object_.nominal or object_.kind in (AMOUNT, ADJECTIVE))


_FAR = 60


def _verb_ahead(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a predicate follows in the clause, so that what stands at `at` is a preposition."""
    for index in range(at + 1, min(len(atoms), at + _FAR)):
        atom = atoms[index]
        if atom.kind == MARK:
            return False
        if atom.kind == VERB or atom.tag in ("i", "l"):
            return True
        if atom.tag == "vn" and index > at + 1 and (index + 1 == len(atoms) or atoms[index + 1].kind == MARK):
            return True  # 通过飞沫传播, but 通过考试
        if atom.kind == ADJECTIVE and atoms[at].text != "通过":
            return True
    return False


def _unglued(atoms: list[Atom]) -> list[Atom]:
    """Units cut in two: 金额满 before an amount, 科技开发 after 由, 疗效显著 (a subject with its predicate)."""
    out: list[Atom] = []
    for index, atom in enumerate(atoms):
        after = atoms[index + 1] if index + 1 < len(atoms) else None
        cut = 0
        if after is not None and after.kind == AMOUNT and atom.text.endswith(("满", "约")) and len(atom.text) > 1:
            cut = 1
        elif (
            len(atom.text) == 4
            and atom.kind in (NOUN, VERB, ADJECTIVE)
            and atom.tag != "eng"
            and _subject_and_predicate(atom.text)
        ) or (
            len(atom.text) >= 4
            and after is not None
            and after.kind == DE
            and _lacks_verb(out)
            and _tag(atom.text[-2:])[:1] == "v"
        ):
            cut = 2
        if not cut:
            out.append(atom)
            continue
        middle = atom.end - cut
        first, last = atom.text[:-cut], atom.text[-cut:]
        kind = ADVERB if last == "约" else VERB if cut == 1 or _tag(last)[:1] == "v" else ADJECTIVE
        out.append(
            replace(
                atom,
                text=first,
                end=middle,
                kind=NEGATION if first in NEGATIONS else NAME if atom.kind == NAME and cut == 2 else NOUN,
                tag="n",
                brackets=(),
            )
        )
        out.append(replace(atom, text=last, start=middle, kind=kind, tag=kind[0]))
    return out


def _tag(word: str) -> str:
    return dictionary_tags().get(word, "")


def _subject_and_predicate(text: str) -> bool:
    return _tag(text[:2]) == "n" and _tag(text[2:]) in ("a", "ad") and not text.startswith(("无", "不"))


def _lacks_verb(before: Sequence[Atom]) -> bool:
    """Whether 由 stands before, with no verb since."""
    for atom in reversed(before[-6:]):
        if atom.kind == VERB:
            return False
        if atom.text == "由":
            return True
    return False
