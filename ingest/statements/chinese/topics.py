"""What the items of a list are about where they do not say so: 华为简介： and below it 成立于1987年, 总部位于深圳."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.word_lists import word_set
from ..parsed import ParsedSentence
from ..realise import Piece
from .atoms import atoms_of
from .frames import Frame, is_noun_phrase, read_frame, strip_lead
from .segments import Segment
from .slots import OBJECT, PREDICATE, SUBJECT, Slot
from .subjects import Subject
from .units import ADJECTIVE, AMOUNT, DE, NAME, NOUN, PREPOSITION, VERB, Atom


def topic_behind(
    sentence: ParsedSentence, subjects: Sequence[Subject], topic: tuple[Subject, ...]
) -> tuple[Subject, ...]:
    """The subject for an item behind this sentence: the one name of a line that leads in, else the subject if named.

    A line that leads in without a name leaves the topic as it was.

    It is said in the item's claims without a place of its own, as what a pronoun stands for is.
    """
    if sentence.analysis.text.rstrip("*_ ").endswith((":", "：")):
        names = {atom.text: atom for atom in atoms_of(sentence) if atom.kind == NAME}
        if not names and sentence.analysis.tokens:
            return topic
        return tuple(Subject((Piece(atom.text),), (atom,)) for atom in names.values()) if len(names) == 1 else ()
    if sentence.item and not subjects:
        return topic
    if len(subjects) != 1 or not (subjects[0].is_name or all(atom.tag == "nz" for atom in subjects[0].atoms)):
        return ()
    said = "".join(piece.text for piece in subjects[0].phrase)
    return (Subject((Piece(said),), subjects[0].atoms),)


def lead_in(segment: Segment) -> tuple[Atom, ...] | None:
    """华为 of 华为的基本情况如下：, nothing of 主要信息：; None where the words before a colon say more than that."""
    if segment.mark is None or segment.mark.text not in (":", "："):
        return None
    _, rest = strip_lead(segment.atoms)
    while rest and rest[-1].text in _AS_FOLLOWS:
        rest = rest[:-1]
    if rest and rest[0].kind == PREPOSITION and rest[0].text in ("关于", "对于"):
        rest = rest[1:]
        return tuple(rest) if is_noun_phrase(rest) else None
    counted = _counts_what_follows(rest)
    if any(atom.kind == NAME for atom in counted):
        return counted
    if not rest or not rest[-1].text.endswith(_ABOUT + _BY_ITSELF):
        return None
    ends = [at for at, atom in enumerate(rest) if atom.kind in (DE, NAME)]
    owner = rest[: ends[-1] + (rest[ends[-1]].kind == NAME)] if ends else []
    if owner and not (rest[-1].text.endswith(_ABOUT) and is_noun_phrase(owner)):
        return None  # 报告的内容：: what the report says
    return tuple(owner)


def _counts_what_follows(atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """华为 of 华为有三个特点, 原因 of 原因有三: whose points they are; nothing where the words are no such count."""
    frame = read_frame(atoms)
    if frame is None or [atom.text for atom in frame.first(PREDICATE)] not in (["有"], ["分"]):
        return ()
    counted = frame.first(OBJECT)
    points = len(counted) == 1 or (len(counted) == 2 and counted[1].text in _POINTS)
    return frame.first(SUBJECT) if counted and counted[0].kind == AMOUNT and points else ()


_POINTS = word_set("特点 特征 原因 方面 优势 优点 缺点 问题 功能 作用 步骤 要点 亮点 理由 好处 影响 阶段 条件")
_AS_FOLLOWS = word_set("如下 如下所示 是 为")
_ABOUT = tuple(sorted(word_set("情况 简介 介绍 信息 概况 资料 特点 特征 要点 概述 背景 详情 亮点")))
_BY_ITSELF = tuple(sorted(word_set("内容 事实 数据 回答 答案 总结 结论")))


def counts_points(segment: Segment) -> bool:
    """原因有三：, 有三个特点：: what follows are points of what no name tells."""
    if segment.mark is None or segment.mark.text not in (":", "："):
        return False
    counted = _counts_what_follows(strip_lead(segment.atoms)[1])
    return bool(counted) and all(atom.kind != NAME for atom in counted)


def is_label(segments: Sequence[Segment], at: int) -> bool:
    """高度：330米, 总部：深圳: a side of something and its value, with no verb."""
    mark, later = segments[at].mark, segments[at + 1 :]
    if mark is None or mark.text not in (":", "：") or not later:
        return False
    own = segments[at].atoms
    return (
        len(own) <= 3
        and own[-1].kind == NOUN
        and all(atom.kind in (NOUN, VERB, ADJECTIVE) for atom in own)
        and all(read_frame(each.atoms) is None for each in later)
    )


def named_behind(segments: Sequence[Segment], at: int, frame: Frame | None) -> list[Slot]:
    """手机 and 电脑 of 产品包括：手机；电脑: the objects that stand behind a colon, to the end of the sentence."""
    mark, later = segments[at].mark, segments[at + 1 :]
    if frame is None or frame.first(OBJECT) or mark is None or mark.text not in (":", "："):
        return []
    if not frame.first(PREDICATE) or frame.first(PREDICATE)[-1].text not in _OPENING_LISTS:
        return []
    if not all(read_frame(each.atoms) is None and is_noun_phrase(each.atoms) for each in later):
        return []
    return [Slot(OBJECT, each.atoms) for each in later]


_OPENING_LISTS = word_set("包括 包含 涵盖 拥有 支持 提供")
