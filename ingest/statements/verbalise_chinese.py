"""Chinese triples as sentences: ("谷歌", "总部位于", "山景城") -> "谷歌的总部位于山景城。"."""

from __future__ import annotations

from collections.abc import Mapping

from ..text.word_lists import word_set

# Relations named by a noun or by a knowledge base: what stands between head and tail.
_PHRASES: Mapping[str, str] = {
    "是": "是",
    "为": "是",
    "属于": "属于",
    "类型": "是",
    "实例": "是",
    "出生地": "出生于",
    "出生日期": "出生于",
    "生于": "生于",
    "逝世地": "逝世于",
    "逝世日期": "逝世于",
    "国籍": "的国籍是",
    "总部": "的总部位于",
    "总部地点": "的总部位于",
    "总部位于": "的总部位于",
    "位置": "位于",
    "所在地": "位于",
    "国家": "位于",
    "成立时间": "成立于",
    "成立日期": "成立于",
    "创立时间": "创立于",
    "毕业院校": "毕业于",
    "别名": "又称",
    "配偶": "的配偶是",
    "组成部分": "包括",
    "用途": "用于",
    "instance of": "是",
    "is": "是",
    "located in": "位于",
    "headquartered in": "的总部位于",
    "founded by": "的创始人是",
    "created by": "的创建者是",
    "capital of": "是{tail}的首都",
    "capital": "的首都是",
    "birth place": "出生于",
    "place of birth": "出生于",
    "birth date": "出生于",
    "date of birth": "出生于",
    "death place": "逝世于",
    "date of death": "逝世于",
    "founder": "的创始人是",
    "author": "的作者是",
    "country": "位于",
    "headquarters": "的总部位于",
    "part of": "属于",
    "used for": "用于",
    "member of": "是{tail}的成员",
}
_VERBAL_MARKS = frozenset("于在是为有到至成过了着被由将把向与和")
_VERBS = tuple(
    word_set(
        """
        创建 创立 创办 发明 发现 收购 开发 设计 发布 推出 担任 获得
        包括 包含 拥有 属于 使用 支持 提供 生产 出版 建造 毕业 就职
        研究 达到 超过 采用 需要 享受 导致 引起 治疗 预防 管理 销售
        投资 成立 位于 出生 逝世 合并 击败 统治 编写 撰写 改名 称为
        组成 连接 流经 使得 适用 规定 禁止 允许 要求 改变 增加 减少
        增长 下降 写 说 住 教
        """
    )
)


def verbalise_chinese(head: str, relation: str, tail: str) -> str:
    """One sentence with its full stop."""
    joined = relation.replace(" ", "") if not relation.isascii() else relation.lower()
    phrase = _PHRASES.get(joined)
    if phrase is not None:
        if "{tail}" in phrase:
            return f"{head}{phrase.format(tail=tail)}。"
        return f"{head}{phrase}{tail}。"
    if joined.startswith("不") or joined.startswith("没") or _is_verbal(joined):
        return f"{head}{_padded(joined)}{tail}。"
    return f"{head}的{joined}是{tail}。"


def _is_verbal(relation: str) -> bool:
    """Whether the relation is a predicate ("收购了", "位于") and not the name of a property ("首都")."""
    if not relation or relation.isascii():
        return True
    return (
        relation[-1] in _VERBAL_MARKS
        or relation.startswith(("被", "由", "曾", "已", "可", "能", "须", "必", "应", "将"))
        or any(relation.startswith(verb) or (relation.endswith(verb) and len(verb) > 1) for verb in _VERBS)
    )


def _padded(relation: str) -> str:
    return f" {relation} " if relation.isascii() else relation
