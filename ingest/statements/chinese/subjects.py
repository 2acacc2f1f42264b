"""What a clause is about: its own subject, one carried over, or a side of the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.word_lists import word_set
from ..realise import Piece
from . import lexicon as lex
from .binding import is_joint
from .frames import Frame
from .phrases import Items, Nominal, distribute, take_apart
from .pieces import Phrase, Source, cut
from .slots import CORE, OBJECT, PREDICATE, SUBJECT
from .units import AMOUNT, AND, DE, MARK, NAME, NOUN, VERB, Atom, is_real_amount


@dataclass(frozen=True, slots=True)
class Subject:
    """What a clause is about, as a statement repeats it."""

    phrase: Phrase
    atoms: tuple[Atom, ...]

    @property
    def is_name(self) -> bool:
        return any(atom.kind == NAME for atom in self.atoms)


def subjects_of(source: Source, frame: Frame, carried: Sequence[Subject]) -> tuple[tuple[Subject, ...], Nominal]:
    """The subjects of a clause, its own or carried over; the first of its own with what stands before its name."""
    own = frame.first(SUBJECT)
    if not own:
        return tuple(carried), Nominal(())
    if carried and is_credit(frame):
        owner = carried[0]
        return tuple(
            Subject(cut(owner.phrase, source.phrase(item)), (*owner.atoms, *item)) for item in distribute(own).items
        ), Nominal(())
    if carried and is_part(own, carried) and not _names_its_owner(own, carried):
        owners = [c if _goes_on(own) else _owner(source, c) for c in carried]
        return tuple(Subject(cut(c.phrase, source.phrase(own)), (*c.atoms, *own)) for c in owners), Nominal(())
    nominal = take_apart(own, name_only=True)
    if nominal.clauses and _owns_a_thing(nominal.head):
        nominal = Nominal(tuple(own))  # 马云创立的阿里巴巴总部: which of the two was founded, the words do not tell
    items = Items((nominal.head,)) if is_collective(frame) else distribute(nominal.head)
    subjects = tuple(
        Subject(cut(source.phrase(item), silent(source, items.silent) if index == 0 else ()), tuple(item))
        for index, item in enumerate(items.items)
    )
    return subjects, nominal


def _names_its_owner(own: Sequence[Atom], carried: Sequence[Subject]) -> bool:
    """公司营收 behind 公司: it is told whose."""
    said = "".join(atom.text for atom in own)
    return any(said.startswith("".join(atom.text for atom in one.atoms)) for one in carried)


def _owns_a_thing(atoms: Sequence[Atom]) -> bool:
    """阿里巴巴总部: a name with something of its own that may be spoken of as well; 全长 and 人口 are only measured."""
    last = atoms[-1]
    return len(atoms) > 1 and atoms[-2].kind == NAME and is_relational(atoms[-1:]) and not last.text.endswith(_MEASURES)


_MEASURES = tuple(
    sorted(
        word_set(
            """
            长 长度 全长 面积 人口 海拔 高度 宽度 深度 直径 重量 体积 温度 气温 收入 营收 利润 市值 售价 价格 股价 人数
            数量 规模 寿命 票房 评分 预算 成本 投资 产量 销量 销售额 速度 容量 水深 水位 流量 密度 总额 余额 率 额 量
            """
        )
    )
)


def is_credit(frame: Frame) -> bool:
    """…，张三、李四主演: who had a part in what the clause before is about, which stays the topic."""
    own, predicate = frame.first(SUBJECT), frame.first(PREDICATE)
    named = bool(own) and all(atom.kind in (NAME, AND) for atom in own)
    return named and len(predicate) == 1 and predicate[0].text in _CREDITS and not frame.first(OBJECT)


_CREDITS = word_set("主演 领衔主演 执导 导演 编剧 作曲 配音 作词")


def is_part(own: Sequence[Atom], carried: Sequence[Subject]) -> bool:
    """Whether a clause's own subject is a side of the one before it, which has to be said as well."""
    if _of_another(own, carried):
        return False
    return is_relational(own) or _goes_on(own) or _is_part_of(own, carried)


def _of_another(own: Sequence[Atom], carried: Sequence[Subject]) -> bool:
    """新员工 after 员工, 金额 after 经理, 两地: no side of the one before, but something else."""
    if own[0].kind == AMOUNT and not _goes_on(own):
        return True
    words = "".join(atom.text for atom in own)
    if words.startswith(_OF_SEVERAL):
        return True
    if _goes_on(own) or any(subject.is_name for subject in carried):
        return False
    before = "".join(atom.text for subject in carried for atom in subject.atoms)
    return bool(before) and (before.endswith(own[-1].text) or (before.endswith(_PEOPLE) and words.endswith(_OF_THINGS)))


_PEOPLE = tuple(
    sorted(
        word_set("员工 患者 用户 医生 人 者 人员 经理 主管 部长 老师 教师 学生 专家 官员 记者 消费者 居民 士兵 董事")
    )
)
_OF_SEVERAL = ("两", "二者", "三者", "双方", "各", "其他", "其它", "另")
_OF_THINGS = tuple(
    sorted(word_set("员工 金额 价格 面积 成本 销量 产量 税率 利率 期限 有效期 长度 总部 人口 用户 客户 市场"))
)


def is_relational(atoms: Sequence[Atom]) -> bool:
    """总部, 人口: a noun that is something's, said without whose."""
    whole = atoms
    while len(atoms) > 1 and atoms[0].kind in ("adjective", "adverb"):
        atoms = atoms[1:]
    words = "".join(atom.text for atom in atoms)
    if _is_extreme(whole, atoms):
        return True
    return words in lex.RELATIONAL_NOUNS or (
        all(atom.kind not in (NAME, MARK, DE) for atom in atoms)
        and atoms[0].kind != "pronoun"
        and words.endswith(_RELATIONAL_ENDINGS)
        and len(words) <= 8
    )


def _is_extreme(atoms: Sequence[Atom], behind: Sequence[Atom]) -> bool:
    """最大扭矩, 平均气温: the most, the least or the mean of something is that of a thing."""
    measured = len(behind) < 3 and all(atom.kind == NOUN for atom in behind)
    return measured and len(behind) < len(atoms) and atoms[0].text in _EXTREMES and behind[-1].text not in _HIGHEST


_EXTREMES = word_set("最大 最小 最高 最低 最长 最短 平均 额定 标准")
_HIGHEST = word_set("法院 检察院 人民法院")


def lacks_owner(subject: Subject) -> bool:
    """有效期, 利润: of what, nobody can tell; 员工 and 用户 can be spoken of by themselves."""
    words = "".join(atom.text for atom in subject.atoms)
    if subject.atoms[-1].kind == DE and not any(atom.kind in (NAME, NOUN, VERB) for atom in subject.atoms):
        return True  # 50万元以上的
    if words[0] == "两" and len(words) < 4 and words != "两会":
        return True
    return is_relational(subject.atoms) and not subject.atoms[-1].text.endswith(_BY_THEMSELVES)


_BY_THEMSELVES = tuple(
    sorted(
        word_set("员工 用户 客户 成员 会员 股东 供应商 市场 语言 宗教 车站 导演 作者 产品 业务 历史 校长 建筑师 设计师")
    )
)


def goes_on_inside(subject: Subject) -> bool:
    return any(_goes_on(subject.atoms[at:]) for at in range(len(subject.atoms))) and not any(
        a.kind == DE for a in subject.atoms
    )


def owners_of(source: Source, subjects: Sequence[Subject]) -> tuple[Subject, ...]:
    """长江 of 长江全长: what the next clause is about, where the last one spoke of a side of it."""
    owners = tuple(_owner(source, subject) for subject in subjects)
    return tuple(subject if not owner.atoms else owner for owner, subject in zip(owners, subjects, strict=True))


def _owner(source: Source, subject: Subject) -> Subject:
    """公司 of 公司营业收入: whose the next side named after a comma is as well."""
    for at in range(len(subject.atoms)):
        if at and is_relational(subject.atoms[at:]):
            kept = subject.atoms[:at]
            kept = kept[:-1] if kept[-1].kind == DE and len(kept) > 1 else kept
            if subject.atoms[-1].text.endswith(_BY_THEMSELVES) and not _holds(kept):
                return subject  # 全职员工
            if kept[-1].text in lex.DETERMINERS:
                continue  # 该 of 该岛人口 is no owner, 该岛 is
            if not kept[-1].nominal or any(atom.kind == VERB for atom in kept):
                return subject
            return Subject(source.phrase(kept), kept)
    return Subject((), ()) if is_relational(subject.atoms) else subject


def _holds(owner: Sequence[Atom]) -> bool:
    return any(atom.kind == NAME for atom in owner) or owner[-1].text.endswith(_BODIES)


def _goes_on(own: Sequence[Atom]) -> bool:
    """满3年可…: what looks like a subject is a condition that the subject before it meets."""
    if own[-1].kind == DE:
        return False  # 满十年的: those who…
    return (own[0].kind == VERB or own[0].tag == "vn") and any(atom.kind == AMOUNT for atom in own)


def _is_part_of(own: Sequence[Atom], carried: Sequence[Subject]) -> bool:
    """A bare noun (学习成本, 票价) said after a name, and no actor of its own: a side of what is named."""
    if (
        len(carried) != 1
        or not (carried[0].is_name or _is_thing(carried[0]))
        or any(atom.kind not in (NOUN, VERB) for atom in own)
    ):
        return False
    words = "".join(atom.text for atom in own)
    return len(words) <= 6 and not words.endswith(_ACTORS)


def _is_thing(subject: Subject) -> bool:
    """A subject that is a body or a product, of which bare nouns behind it are likely sides."""
    return bool(subject.atoms) and subject.atoms[-1].text.endswith(_BODIES)


_BODIES = tuple(
    sorted(
        word_set(
            """
    馆 公司 集团 大学 银行 医院 学校 学院 软件 系统 框架 数据库 浏览器 汽车 手机 大桥 机场 车站 药 品 工厂
    """
        )
    )
)
_ACTORS = tuple(
    sorted(
        word_set(
            """
            公司 政府 员工 患者 用户 医生 法院 双方 各方 消费者 记者 专家 人 者 人员 民众 警方 企业 机构 学生
            老师 教师 客户 学者 家 官员 部门 市民 居民 球迷 观众 读者 代表 当局 媒体 研究 调查 事故 地震 比赛
            会议 法律 合同 国家 士兵
            """
        )
    )
)


_RELATIONAL_ENDINGS = tuple(
    sorted(
        word_set(
            """
            总部 成本 面积 人口 成分 症状 期限 有效期 速度 效率 性能 价格 产品 业务 收入 利润 销量 产量 副作用
            不良反应 营收 人数 数量 金额 长度 含量 剂量 税率 利率 增长率 占比 时速 容量 分辨率 油耗 能耗
            噪音 续航 合同期 保修期 潜伏期 任期 气温 降水量 水深 总额 余额 毛利率 失业率 出生率
            """
        )
    )
)


def is_collective(frame: Frame) -> bool:
    if frame.copula and any(is_real_amount(atom) for atom in frame.first(OBJECT)[:1]):
        return True  # A和B是两个…
    return is_joint(frame.atoms) or any(
        atom.text in lex.COLLECTIVE
        for slot in frame.slots
        if slot.role in (PREDICATE, CORE, OBJECT)
        for atom in slot.atoms
    )


def silent(source: Source, atoms: Sequence[Atom]) -> Phrase:
    return tuple(Piece("", piece.start, piece.end) for piece in source.phrase(atoms) if piece.has_source)
