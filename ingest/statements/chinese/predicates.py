"""Which word of a clause is its predicate, told by the words around each candidate (there is no parse to ask)."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.word_lists import word_set
from .units import (
    ADJECTIVE,
    ADVERB,
    AMOUNT,
    AND,
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
)

_COPULA_LIKE = word_set("是 为 位于 属于 有 拥有 成为 包括 叫 称为 等于 毕业于 成立于 用于")
_BEFORE_VERB = frozenset({ADVERB, MODAL, NEGATION, TIME})
_CLOSES_PHRASE = word_set("在 自 自从 从 当 随着 除 除了")


def predicate_index(atoms: Sequence[Atom]) -> int | None:
    """The index of the main predicate: a verb, else an adjective or idiom that ends the clause, else an amount."""
    if len(atoms) > 200:
        return None
    candidates = [index for index, atom in enumerate(atoms) if _may_be_predicate(atoms, index)]
    if not candidates:
        return _verbless(atoms)
    if _degree_ends(atoms, candidates):
        return _verbless(atoms)
    scores = _Scores(atoms, candidates)
    best = max(candidates, key=lambda index: (scores.of(index), -index))
    return best if scores.of(best) > -4 else _verbless(atoms)


_DEGREES = word_set("较 很 更 最 非常 十分 比较 极 极其 相对 较为 颇 相当 特别 尤其 更加 越来越")


def _degree_ends(atoms: Sequence[Atom], candidates: Sequence[int]) -> bool:
    """学习成本较低: an adjective with its degree ends the clause, and the only verb opens a compound before it."""
    return (
        len(atoms) > 3
        and atoms[-1].kind == ADJECTIVE
        and atoms[-2].text in _DEGREES
        and candidates == [0]
        and atoms[1].nominal
    )


def _may_be_predicate(atoms: Sequence[Atom], index: int) -> bool:
    atom = atoms[index]
    if atom.kind == VERB:
        return True
    if atom.kind == NOUN and atom.tag in ("vn", "nv"):
        after = atoms[index + 1] if index + 1 < len(atoms) else None
        return index > 0 and (after is None or after.kind not in (DE, AND)) and not _makes_noun(atoms[index - 1])
    if atom.text in ("无", "没有", "没"):
        return index + 1 < len(atoms) and atoms[index + 1].kind not in (VERB, MODAL, ADVERB)
    return False


def _makes_noun(before: Atom) -> bool:
    """的 or 总 before a word that is noun and verb: 总投资."""
    return before.kind == DE or before.text == "总"


def _verbless(atoms: Sequence[Atom]) -> int | None:
    if not atoms:
        return None
    last = len(atoms) - 1
    while last > 0 and atoms[last].kind in (PARTICLE, AMOUNT) and atoms[last - 1].kind == ADJECTIVE:
        last -= 1
    atom = atoms[last]
    if atom.kind == ADJECTIVE and last > 0 and atoms[last - 1].kind != DE:
        start = last
        while start > 1 and atoms[start - 1].kind in (ADJECTIVE, AND) and atoms[start - 2].kind in (ADJECTIVE, AND):
            start -= 1
        if start > 1 and (atoms[start - 1].kind == ADJECTIVE or atoms[start - 1].text in _DEGREES):
            start -= 1
        return start if start > 0 else last
    if atom.tag in ("i", "l") and last == len(atoms) - 1 and atom.text.strip() and len(atom.text) >= 4:
        return last
    if atom.kind == AMOUNT and last > 0 and any(before.nominal for before in atoms[:last]):
        start = last
        while start > 1 and atoms[start - 1].text in ("约", "近", "超", "超过", "达", "仅", "逾", "大约"):
            start -= 1
        return start
    if atom.kind == NAME and len(atoms) == 2 and atoms[0].text in _NAMING_NOUNS:
        return last
    return _mistagged(atoms)


_NAMING_NOUNS = word_set("原名 本名 别名 学名 全名 笔名 艺名 英文名 曾用名 字 号 又名 简称 俗称")
_MOTION = frozenset("回归返赴来去入出加任获开登")


def _mistagged(atoms: Sequence[Atom]) -> int | None:
    """What a modal, a negation, an adverb or 被 stands before is a predicate, and what 于 stands behind (发源于)."""
    for index, atom in enumerate(atoms[:-2]):
        if atom.kind == NOUN and atoms[index + 1].text == "于" and (not index or atoms[index - 1].kind != DE):
            return index
    for index in range(1, len(atoms)):
        before, atom = atoms[index - 1], atoms[index]
        if atom.kind not in (NOUN, NAME, ADJECTIVE) or (index + 1 < len(atoms) and atoms[index + 1].kind in (DE, AND)):
            continue
        if before.kind in (MODAL, NEGATION) or before.text == "被":
            return index
        if before.kind == ADVERB and atom.kind != ADJECTIVE:
            return index
        if before.kind == TIME and len(atom.text) == 2 and atom.text[0] in _MOTION:
            return index
    acts = len(atoms) > 2 and atoms[-1].kind == NOUN and len(atoms[-1].text) == 2
    if acts and any(atom.text == "由" and atom.kind == PREPOSITION for atom in atoms[:-2]):
        return len(atoms) - 1  # 由李教授主刀: whoever is named, something is done
    return None


_SCENE_ENDS = frozenset({"后", "前", "之后", "之前", "以后", "以前", "时"})


class _Scores:
    """Scores of the candidates; one pass over the clause prepares what each needs."""

    def __init__(self, atoms: Sequence[Atom], candidates: Sequence[int]) -> None:
        self._atoms = atoms
        self._candidates = candidates
        self._open_before: dict[int, int] = {}
        self._closing = self._closings()
        opened = 0
        for index in candidates:
            self._open_before[index] = opened
            if not self._in_modifier(index) and not self._is_condition(index):
                opened += 1
        self._memo: dict[int, float] = {}

    def of(self, index: int) -> float:
        if index not in self._memo:
            self._memo[index] = self._score(index)
        return self._memo[index]

    def _closings(self) -> list[int]:
        """For each atom the next 的 that a noun follows, or -1."""
        closing = [-1] * len(self._atoms)
        next_de = -1
        for index in range(len(self._atoms) - 1, -1, -1):
            closing[index] = next_de
            if self._atoms[index].kind == DE and index + 1 < len(self._atoms):
                next_de = index
        return closing

    def _in_modifier(self, index: int) -> bool:
        """Whether a 的 behind closes over the candidate, with another candidate after it to be the predicate."""
        de = self._closing[index]
        if de < 0:
            return False
        if de == index + 1:
            return True
        between = self._atoms[index + 1 : de]
        if any(
            atom.kind == AMOUNT and atom.text[0] == "一" and atom.text[-1] not in "年月天日周岁倍" for atom in between
        ):
            return False
        if self._atoms[index].text in ("是", "为"):  # 是两个流行的深度学习框架
            return any(at > de + 1 and self._firm(at) and self._sure(at) for at in self._candidates)
        return any(at > de + 1 and self._firm(at) for at in self._candidates)

    def _firm(self, at: int) -> bool:
        """A verb that stands as a predicate: a copula, or with an adverb, preposition or aspect beside it."""
        atom = self._atoms[at]
        before = self._atoms[at - 1]
        after = self._atoms[at + 1] if at + 1 < len(self._atoms) else None
        if before.kind == DE or atom.kind != VERB:
            return False
        return (
            atom.text in _COPULA_LIKE
            or before.kind in _BEFORE_VERB
            or any(other.text in ("由", "被", "于", "在", "将") for other in self._atoms[max(0, at - 5) : at])
            or (after is not None and (after.text in ("了", "过", "于") or after.kind == AMOUNT))
            or (atom.tag == "v" and after is not None and after.kind not in (DE, PARTICLE) and before.kind != VERB)
        )

    def _sure(self, at: int) -> bool:
        return self._atoms[at].text in _COPULA_LIKE or self._atoms[at - 1].kind in (*_BEFORE_VERB, PREPOSITION)

    def _score(self, index: int) -> float:
        atoms = self._atoms
        atom = atoms[index]
        before = atoms[index - 1] if index else None
        after = atoms[index + 1] if index + 1 < len(atoms) else None
        score = 0.0
        if atom.text in _COPULA_LIKE:
            score += 1.2
            score += (
                1.0 if after is not None and after.kind == AMOUNT and before is not None and before.nominal else 0.0
            )
        if atom.text == "为" and after is not None and after.kind == VERB:
            score -= 1
        if atom.tag == "vn":
            score -= 1.5
            score -= 1.0 if after is not None and after.nominal else 0.0
            score -= 1.0 if before is not None and before.nominal else 0.0
        if before is not None:
            score += 1.0 if before.kind in _BEFORE_VERB else 0.0
            score -= 4.0 if before.kind == DE and atom.text not in _COPULA_LIKE else 0.0
            score -= 1.0 if before.kind == VERB else 0.0
            score -= 1.0 if before.kind == AND else 0.0
            score -= 2.5 if before.kind == PREPOSITION and before.text not in ("被", "由", "受", "将") else 0.0
        if after is not None:
            score += 1.5 if after.text in ("了", "过", "着") else 0.0
            score += 0.5 if after.kind == AMOUNT or after.text in ("于", "在", "为", "到", "至") else 0.0
        if self._in_modifier(index):
            final = self._closing[index] == index + 1 and index + 2 >= len(atoms)
            score -= 0.0 if final else 6.0
        if self._is_condition(index):
            score -= 4.0
        if (
            after is not None
            and after.text in ("后", "前", "之后", "之前", "以后", "以前", "时")
            and self._candidates[-1] > index
        ):
            score -= 5.0
        if self._in_agent(index):
            score -= 3.0
        if self._in_phrase(index):
            score -= 5.0
        return score - min(4.5, 1.5 * self._open_before[index])

    def _is_condition(self, index: int) -> bool:
        """满1年可…: a verb with an amount, and a modal behind it."""
        rest = self._atoms[index + 1 : index + 6]
        if len(rest) > 1 and rest[0].kind == MODAL and any(a.kind == VERB for a in rest[1:3]):
            return True  # 过量摄入会导致…
        if self._atoms[index + 1 : index + 2] and self._atoms[index + 1].text == "满":
            rest = rest[1:]
        return bool(rest) and rest[0].kind == AMOUNT and any(a.kind == MODAL for a in rest[1:4])

    def _in_agent(self, index: int) -> bool:
        """由云原生计算基金会维护: inside the agent's name, where the clause ends in another verb."""
        last = self._candidates[-1]
        if last <= index + 1 or last != len(self._atoms) - 1 or not self._atoms[index + 1].nominal:
            return False
        return any(self._atoms[at].text in ("由", "被") for at in range(max(0, index - 4), index))

    def _in_phrase(self, index: int) -> bool:
        """Inside 在…时, 从…中: a preposition before it whose localiser comes behind."""
        opened = next(
            (at for at in range(index - 1, max(-1, index - 12), -1) if self._atoms[at].text in _CLOSES_PHRASE), -1
        )
        if opened < 0:
            return False
        closed = next(
            (at for at in range(opened + 1, min(len(self._atoms), opened + 16)) if self._atoms[at].kind == LOCALISER),
            -1,
        )
        return closed > index
