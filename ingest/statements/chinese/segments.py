"""A sentence cut at its commas, and what each piece does in it: a condition, a source, a clause, a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.word_lists import word_set
from . import lexicon as lex
from .binding import is_conditional_scene
from .frames import Frame, is_noun_phrase, read_frame, strip_lead
from .predicates import predicate_index
from .slots import AGENT, OBJECT, PREDICATE, SUBJECT
from .units import (
    AMOUNT,
    DE,
    LOCALISER,
    MARK,
    MODAL,
    NAME,
    NEGATION,
    NOUN,
    PREPOSITION,
    PRONOUN,
    QUOTE,
    TIME,
    VERB,
    Atom,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """The units between two marks; `mark` is the one behind, None at the end of the sentence."""

    atoms: tuple[Atom, ...]
    mark: Atom | None

    @property
    def first(self) -> Atom:
        return self.atoms[0]


_INNER_MARKS = frozenset("，,；;：:")


def segments_of(atoms: Sequence[Atom]) -> list[Segment]:
    out: list[Segment] = []
    current: list[Atom] = []
    for atom in atoms:
        if atom.kind != MARK:
            current.append(atom)
        elif current:
            out.append(Segment(tuple(current), atom if atom.text in _INNER_MARKS else None))
            current = []
    if current:
        out.append(Segment(tuple(current), None))
    return out


def is_condition(segment: Segment, after: Segment | None) -> bool:
    """如果…, …的话, 法律's …的，应当…, and 当…时 before a rule."""
    _, rest = strip_lead(segment.atoms)
    words = [atom.text for atom in rest]
    if any(atom.text in lex.CONDITION and atom.text not in ("如", "当", "凡", "只有", "才") for atom in rest[:4]):
        return True
    if after is not None and is_conditional_scene(rest):
        return True
    last = words[-1]
    if words[0] in ("如", "当", "凡", "只有", "每当") and after is not None and predicate_index(rest[1:]) is not None:
        return words[0] != "如" or not is_noun_phrase(rest[1:])
    if after is None:
        return False
    if last == "的话" or (len(words) > 1 and words[-2:] == ["的", "话"]):
        return True
    rule = any(
        atom.kind in (MODAL, NEGATION) or atom.text in ("按", "处", "由", "予以", "给予") for atom in after.atoms[:6]
    )
    if last == "的" and rest[0].text != "是" and predicate_index(rest[:-1]) is not None:
        return rule or after.mark is not None or rest[0].text in REACHING
    return last in ("时", "时候") and rule and predicate_index(rest[:-1]) is not None


REACHING = word_set("满 不满 超过 不足 达到 达 未满")


def is_source(segment: Segment) -> bool:
    """据新华社报道, 根据《劳动法》, 按照规定: whom what follows is said by."""
    _, rest = strip_lead(segment.atoms)
    if not rest or rest[0].text not in lex.SOURCE_OPENERS or len(rest) < 2:
        return False
    if rest[0].text in ("如", "正如", "援引"):
        return rest[-1].text in lex.SPEECH_VERBS
    return True


def is_telling(frame: Frame) -> bool:
    """张华告诉李娜，…: whom it is told, with what is told behind the comma."""
    predicate, told = frame.first(PREDICATE), frame.first(OBJECT)
    return (
        bool(predicate and told)
        and predicate[-1].text.startswith(("告诉", "告知", "通知", "提醒", "警告", "转告", "嘱咐"))
        and all(atom.kind in (NAME, NOUN, PRONOUN) for atom in told)
    )


def is_speech(segment: Segment, frame: Frame | None) -> bool:
    """X表示，…: a verb of speech that ends the piece, with its content behind."""
    if segment.mark is None or frame is None:
        return False
    last = segment.atoms[-1]
    if frame.first(AGENT) or not frame.first(PREDICATE) or frame.first(PREDICATE)[-1] is not last:
        return False
    if last.text.endswith(_FINDING) and not last.text.endswith(_SAYING):
        teller = frame.first(SUBJECT)
        return "".join(atom.text for atom in teller).endswith(_FINDERS) or (
            teller[-1:] != () and _is_person(teller[-1])
        )
    return last.text in lex.SPEECH_VERBS or last.text.endswith(_SAYING)


def _is_person(atom: Atom) -> bool:
    return atom.kind == NAME and atom.tag[:2] == "nr"


_SAYING = ("表示", "认为", "指出", "称", "表明", "宣称", "声称", "强调", "规定", "透露", "说")
_FINDING = tuple(sorted(word_set("发现 显示 证实 证明 宣布 确认 提到 明确 约定 要求 预计 预测 估计")))
_FINDERS = tuple(
    sorted(
        word_set(
            """
            研究 调查 实验 分析 人员 者 团队 数据 结果 报告 检查 试验 统计 专家 学家 部 局 公司 法院 警方 机构
            合同 协议 条例 办法 法 》 政府 委员会 官方 声明 总统 总理 部长 院
            """
        )
    )
)


def reports_clause(frame: Frame) -> bool:
    """X认为Y是Z in one piece: what is said has a subject and a predicate of its own."""
    predicate = frame.first("predicate")
    if not predicate or predicate[-1].text not in lex.SPEECH_VERBS:
        return False
    content = frame.first("object")
    at = predicate_index(content) if content else None
    if at is None or at == 0 or (predicate[-1].text in ("提出", "要求", "发现", "明确", "约定") and at < 1):
        return False
    inner = read_frame(content)
    return (
        inner is not None
        and (bool(inner.first("subject")) or content[0].kind in (MODAL, NEGATION))
        and content[-1].kind != DE
    )


def is_ruling(segment: Segment) -> bool:
    """公司规定，…: a noun of speech behind whose it is, for which there is no verb."""
    return (
        segment.mark is not None
        and 1 < len(segment.atoms) < 9
        and segment.atoms[-1].text
        in ("规定", "要求", "声明", "通知", "公告", "提示", "建议", "指出", "报告", "研究显示", "研究表明")
        and is_noun_phrase(segment.atoms)
    )


def is_time_or_place(segment: Segment) -> bool:
    """在2020年, 1991年, 在中国: sets the scene for what follows."""
    _, rest = strip_lead(segment.atoms)
    if not rest or segment.mark is None:
        return False
    if rest[0].text in ("为", "为了") and len(rest) > 1 and (rest[1].kind == VERB or rest[1].tag == "vn"):
        return True
    if (rest[-1].kind == LOCALISER and not _is_located(rest)) or (
        rest[-1].kind == TIME and len(rest) < 4 and is_noun_phrase(rest)
    ):
        return True
    if all(atom.kind == TIME or atom.text in lex.TIME_ENDS for atom in rest):
        return True
    if rest[0].text in ("受", "因") and rest[-1].text == "影响":
        return True
    if rest[0].text in ("与", "和", "同", "跟") and rest[-1].text in ("相比", "相较", "不同", "类似", "一样"):
        return True
    if rest[0].kind == PREPOSITION and rest[0].text not in ("由", "被", "把", "将"):
        inside = predicate_index(rest)
        return (
            inside is None
            or rest[-1].text in ("相比", "相较", "一样", "不同", "类似")
            or rest[-1].text in ("相比", "相较", "一样", "不同", "类似")
            or rest[-1].text in lex.LOCALISERS
            or rest[0].text in ("随着", "通过", "经过", "除", "除了", "截至", "自", "自从", "从")
        )
    return rest[-1].text in lex.TIME_ENDS and predicate_index(rest[:-1]) is None


def _is_located(atoms: Sequence[Atom]) -> bool:
    """日志保存在目录下: the place belongs to a verb that somebody is said to do."""
    frame = read_frame(atoms)
    if frame is None:
        return False
    return bool(frame.first(SUBJECT)) or frame.first(PREDICATE)[-1].text.endswith(("在", "于"))


def is_scene_clause(segment: Segment) -> bool:
    """毕业后, 开机时: a clause that only says when."""
    if len(segment.atoms) > 1 and segment.atoms[-2].kind == AMOUNT and segment.atoms[-1].text == "时":
        return False  # 5000毫安时
    return segment.mark is not None and segment.atoms[-1].text in (
        "后",
        "之后",
        "以后",
        "前",
        "之前",
        "以前",
        "时",
        "时候",
        "期间",
        "之际",
        "以来",
        "起",
        "同时",
    )


def is_purpose(segment: Segment) -> bool:
    first = segment.first.text
    return (
        first in lex.PURPOSE
        and len(segment.atoms) > 1
        and (first not in ("以", "来", "让", "使") or predicate_index(segment.atoms[1:]) is not None)
    )


def is_quotation(segment: Segment) -> bool:
    return segment.first.kind == QUOTE and len(segment.first.text) > 8
