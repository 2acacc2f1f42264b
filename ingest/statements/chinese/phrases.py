"""Noun phrases: lists that hold for each of their items, and what stands before a noun as a claim of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.word_lists import word_set
from . import lexicon as lex
from .binding import is_border
from .predicates import predicate_index
from .units import (
    ADJECTIVE,
    ADVERB,
    AMOUNT,
    AND,
    DE,
    NAME,
    NOUN,
    OR,
    PREPOSITION,
    PRONOUN,
    VERB,
    Atom,
    is_real_amount,
)

Atoms = Sequence[Atom]
_MOST_ITEMS = 12


@dataclass(frozen=True, slots=True)
class Items:
    """A list told apart: each item with what it shares; `silent` is covered by the statements but not said."""

    items: tuple[tuple[Atom, ...], ...]
    silent: tuple[Atom, ...] = ()

    @property
    def several(self) -> bool:
        return len(self.items) > 1


def distribute(atoms: Atoms) -> Items:
    """The items of a list A、B和C; one item with all of it where the list stays whole."""
    whole = Items((tuple(atoms),))
    if any(atom.kind == OR for atom in atoms):
        return whole
    if not any(atom.kind == AND for atom in atoms):
        return _without_et_cetera(whole)
    if any(atom.text in ("之间", "间") or (atom.text in ("从", "介于") and atom.kind != NAME) for atom in atoms):
        return whole
    if is_border(atoms):
        return whole
    parts = _split(atoms)
    if len(parts) < 2 or len(parts) > _MOST_ITEMS:
        return whole
    last, tail = _tail(parts[-1])
    parts[-1] = last
    if not last or any(is_real_amount(atom) for atom in tail) or _counts_the_list(last, parts):
        return whole
    return _shared(parts, tail, whole)


def _without_et_cetera(items: Items) -> Items:
    """等 after a single item, with the class it belongs to: the item alone."""
    last, tail = _tail(list(items.items[0]))
    if tail and last and not any(is_real_amount(atom) for atom in tail):
        return Items((tuple(last),), tuple(tail))
    return items


def _split(atoms: Atoms) -> list[list[Atom]]:
    parts: list[list[Atom]] = [[]]
    for atom in atoms:
        if atom.kind == AND:
            parts.append([])
        else:
            parts[-1].append(atom)
    return [part for part in parts if part]


def _tail(last: list[Atom]) -> tuple[list[Atom], list[Atom]]:
    at = next((i for i, atom in enumerate(last) if atom.text in lex.ENUMERATION_ENDS and i), -1)
    return (last, []) if at < 0 else (last[:at], last[at:])


def _counts_the_list(last: Atoms, parts: Sequence[Atoms]) -> bool:
    """ "A和B两国", "A、B三种语言": the number counts the items."""
    return any(
        is_real_amount(atom)
        and index > 0
        and last[index - 1].nominal
        and index + 1 < len(last)
        and last[index + 1].nominal
        for index, atom in enumerate(last)
    ) and not any(is_real_amount(atom) for part in parts[:-1] for atom in part)


def _shared(parts: list[list[Atom]], tail: list[Atom], whole: Items) -> Items:
    """Give each item the words it shares with the first (a verb, a possessor); whole where the last ones are shared."""
    first, rest = parts[0], parts[1:]
    heads = [_last_de(part) for part in parts]
    if heads[0] < 0 and any(
        head >= 0 and not _opens_with_number(part) and not (_opens_with_verb(first) and _opens_with_verb(part))
        for head, part in zip(heads[1:], rest, strict=True)
    ):
        return whole
    if _is_compound_list(parts, tail):
        return whole
    short = all(len(part) == 1 and len(part[0].text) < 4 for part in parts[:-1])
    if len(parts[-1]) == 2 and parts[-1][-1].text in _GENERAL_NOUNS and short:
        return Items((*((*part, parts[-1][-1]) for part in parts[:-1]), tuple(parts[-1])), tuple(tail))
    if all(atom.kind in (ADJECTIVE, ADVERB) for atom in first) and any(not _all_adjectives(part) for part in rest):
        return whole
    if len(parts[-1]) > 1 and all(
        len(part) == 1 and len(part[0].text) == 1 and part[0].kind != NAME for part in parts[:-1]
    ):
        return whole
    prefix: list[Atom] = []
    if heads[0] >= 0 and all(head < 0 for head in heads[1:]):
        prefix = first[: heads[0] + 1]
    elif _opens_with_verb(first):
        verb = next(i for i, atom in enumerate(first) if atom.kind == VERB)
        if any(_opens_with_verb(part) for part in rest):
            if any(len(part) == 1 for part in parts[:-1]) and len(parts[-1]) > 1:
                return _shared_object(parts, tail)
        elif verb + 1 < len(first):
            prefix = first[: verb + 1]
        else:
            return whole
    items = [tuple(first)]
    carried = prefix
    for part in rest:
        if _opens_with_verb(part):
            verb = next(i for i, atom in enumerate(part) if atom.kind == VERB)
            carried = part[: verb + 1] if verb + 1 < len(part) else []
            items.append(tuple(part))
        else:
            items.append((*carried, *part))
    return Items(tuple(items), tuple(tail))


def _opens_with_number(part: Atoms) -> bool:
    """一座保存完好的墓葬, 近三个月的流水: what follows belongs to this item alone."""
    return part[0].kind == AMOUNT or (len(part) > 1 and part[0].text in ("近", "约") and part[1].kind == AMOUNT)


_GENERAL_NOUNS = word_set("作用 功能 业务 服务 领域 技术 课程 行业 能力 权利 义务 市场 语言 格式 协议 平台")


def _is_compound_list(parts: Sequence[Atoms], tail: Atoms) -> bool:
    """一家信息与通信技术供应商: two words that share the nouns behind the second."""
    first, last = parts[0], parts[-1]
    if len(parts) != 2 or tail or first[0].kind != AMOUNT or is_real_amount(first[0]) or first[-1].kind == NAME:
        return False
    return len(last) > 1 and last[0].kind != AMOUNT and first[-1].text[-1] != last[-1].text[-1]


def _shared_object(parts: list[list[Atom]], tail: list[Atom]) -> Items:
    """ "设计和制造汽车": the verbs of a list share the last one's object."""
    last = parts[-1]
    verb = next((i for i, atom in enumerate(last) if atom.kind == VERB), len(last))  # the verbs may stand before it
    shared = last[verb + 1 :]
    items = [(*part, *shared) if len(part) == 1 else tuple(part) for part in parts[:-1]]
    return Items((*items, tuple(last)), tuple(tail))


def _opens_with_verb(part: Atoms) -> bool:
    for index, atom in enumerate(part):
        if atom.kind == VERB:
            # 管理系统, 开发工具: a verb before a noun of its own makes a compound
            return not (atom.tag == "vn" or (atom.text in _COMPOUNDING and index + 1 < len(part) and index == 0))
        if atom.kind != ADVERB:
            return False
    return False


_COMPOUNDING = word_set(
    """
    设计 开发 管理 测试 教育 计算 存储 处理 分析 控制 训练 学习 服务 运输 生产 销售 研究 投资 翻译 导演 穿戴
    """
)


def _all_adjectives(part: Atoms) -> bool:
    return all(atom.kind in (ADJECTIVE, ADVERB) for atom in part)


def _last_de(part: Atoms) -> int:
    return next((i for i in range(len(part) - 2, 0, -1) if part[i].kind == DE), -1)


# --- What stands before the noun


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun phrase without what is said of it apart: adjectives, and clauses with 的 that lack the noun."""

    head: tuple[Atom, ...]
    adjectives: tuple[tuple[Atom, ...], ...] = ()
    clauses: tuple[tuple[Atom, ...], ...] = ()


def take_apart(atoms: Atoms, *, name_only: bool = False) -> Nominal:
    """`name_only`: only before a proper name, whose clauses cannot restrict it; else as a predicate noun."""
    whole = Nominal(tuple(atoms))
    cuts = [i for i, atom in enumerate(atoms) if atom.kind == DE and 0 < i < len(atoms) - 1]
    last = cuts[-1] if cuts else -1
    head = list(atoms[last + 1 :])
    if name_only and not _is_name(head):
        return whole
    if not name_only and _must_stay_whole(atoms, head):
        return whole
    article: list[Atom] = []
    start = 0
    if atoms and atoms[0].kind == AMOUNT:
        if is_real_amount(atoms[0]):
            return whole
        article, start = [atoms[0]], 1
    kept: list[Atom] = []
    adjectives: list[tuple[Atom, ...]] = []
    clauses: list[tuple[Atom, ...]] = []
    for cut in cuts:
        if cut < start:
            continue
        modifier = list(atoms[start:cut])
        if modifier and modifier[0].kind == AMOUNT and not is_real_amount(modifier[0]) and not article:
            article, modifier = [modifier[0]], modifier[1:]
        kind = _modifier_kind(modifier)
        if kind == "adjective":
            adjectives += [tuple(part) for part in _split(modifier)]
        elif kind == "clause" and (name_only or (not kept and (article or modifier[0].kind != VERB))):
            clauses.append(tuple(modifier))
        else:
            kept += [*modifier, atoms[cut]]
        start = cut + 1
    if start == 0 or not cuts:
        head = list(atoms[start:])
    if head and head[0].kind == AMOUNT and not article and not is_real_amount(head[0]):
        article, head = [head[0]], head[1:]
    if not name_only:
        direct, head = _direct_adjectives(head)
        adjectives += direct
    if not head:
        return whole
    return Nominal((*article, *kept, *head), tuple(adjectives), tuple(clauses))


def _is_name(head: Atoms) -> bool:
    """阿里巴巴集团, 电影《红高粱》: a name, with at most one word more before or behind it."""
    return (
        0 < len(head) <= 2
        and any(atom.kind == NAME for atom in head)
        and all(atom.kind in (NAME, NOUN) for atom in head)
    )


def _must_stay_whole(atoms: Atoms, head: Atoms) -> bool:
    if not head or "".join(atom.text for atom in head) in lex.BARE_HEADS:
        return True
    return any(
        atom.text.startswith(("最", "唯一", "首", "第", "世界上最")) or atom.text in ("之一", "一员", "其中")
        for atom in atoms
    )


def _modifier_kind(modifier: Atoms) -> str:
    if not modifier:
        return "noun"
    if any(atom.text in lex.KEPT_ADJECTIVES for atom in modifier) or any(atom.kind == PRONOUN for atom in modifier[:1]):
        return "noun"
    if all(atom.kind in (ADJECTIVE, ADVERB, AND) for atom in modifier):
        return "adjective"
    if modifier[0].kind == PREPOSITION and modifier[0].text in ("由", "被", "在", "于", "以", "用", "从", "与"):
        return "clause" if predicate_index(modifier) is not None else "noun"
    at = predicate_index(modifier)
    if (
        at is not None
        and (modifier[at].kind == VERB or (modifier[at].tag == "vn" and at > 0 and modifier[0].kind == NAME))
        and not (len(modifier) == 1 and len(modifier[0].text) < 2)
    ):
        return "clause"
    if at is not None and modifier[at].kind == ADJECTIVE and at > 0:
        return (
            "clause"
            if modifier[0].kind == NOUN and at == 1 and modifier[0].text in lex.RELATIONAL_NOUNS
            else "adjective"
        )
    return "noun"


def _direct_adjectives(head: list[Atom]) -> tuple[list[tuple[Atom, ...]], list[Atom]]:
    """高级 of 高级语言; one that belongs to the name of the kind (数字货币) is no adjective in the tags."""
    out: list[tuple[Atom, ...]] = []
    country = [head[0]] if len(head) > 2 and head[0].tag == "ns" and head[1].kind == ADJECTIVE else []
    head = head[len(country) :]
    while (
        len(head) > 1
        and head[0].kind == ADJECTIVE
        and len(head[0].text) > 1
        and head[0].text not in lex.KEPT_ADJECTIVES
        and head[1].kind in (NOUN, NAME, ADJECTIVE, VERB)
    ):
        out.append((head[0],))
        head = head[1:]
    return out, [*country, *head]
