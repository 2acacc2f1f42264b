"""Referring expressions of a sentence, by their tokens: pronouns (他, 其) and descriptions (该公司, 这家公司, 此人)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.platform.models.ports import Analysis, Token

from ...text.word_lists import word_set
from .lexicon import RELATIONAL_NOUNS

PRONOUNS = word_set("他 她 它 他们 她们 它们 其 前者 后者 此人 该人")
_DEMONSTRATIVE = re.compile(r"(?:该|此|这|那|上述)(?:一|两|[家个位款种座部项支名所条台件幅本首片艘栋])*")
_CLASSIFIERS = frozenset("家个位款种座部项支名所条台件幅本首片艘栋辆架只届次")
_NOT_REFERRING = word_set(
    """
    其他 其它 其中 其实 其余 其次 其后 此外 此后 此前 此次 因此 如此 从此 该当 这里 那里 这样 那样 这时 那时
    那么 这么
    """
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A referring expression; `head` is its last token, `first` its first one. `noun` is empty for a pronoun."""

    first: int
    head: int
    start: int  # in the sentence
    end: int
    text: str
    noun: str = ""

    @property
    def possessive(self) -> bool:
        return self.text == "其"


def find_references(analysis: Analysis) -> list[Reference]:
    """The referring expressions in order; 其他, 此外 and their like are none."""
    tokens = analysis.tokens
    found: list[Reference] = []
    index = 0
    while index < len(tokens):
        reference = _reference_at(tokens, index, analysis.text)
        if reference is None:
            index += 1
            continue
        found.append(reference)
        index = reference.head + 1
    return found


def _reference_at(tokens: Sequence[Token], index: int, text: str) -> Reference | None:
    token = tokens[index]
    if token.text in PRONOUNS:
        return Reference(index, index, token.start, token.end, token.text)
    if not _DEMONSTRATIVE.match(token.text) or token.text in _NOT_REFERRING:
        return None
    match = _DEMONSTRATIVE.match(text, token.start)
    if match is None:
        return None
    head = index
    while head < len(tokens) and tokens[head].end < match.end():
        head += 1
    while (
        head + 1 < len(tokens)
        and _is_noun(tokens[head + 1])
        and not (tokens[head].end > match.end() and tokens[head + 1].text in RELATIONAL_NOUNS)
        and head - index < 5
        and text[match.end() : tokens[head].end] not in _HOLDERS
    ):
        head += 1
    noun = text[match.end() : tokens[head].end] if head < len(tokens) else ""
    if not noun or not re.search(r"\w", noun):
        return None
    end = tokens[head].end - len(_side(noun))
    return Reference(index, head, token.start, end, text[token.start : end], text[match.end() : end])


def _side(noun: str) -> str:
    """总部 of 公司总部: of what is described only a side is spoken of."""
    if noun[:-1] in _MEASURED and noun[-1] in "高长宽深重":
        return noun[-1]  # 塔高 is one word to jieba
    return next(
        (noun[at:] for at in range(2, len(noun)) if noun[:at] in _HOLDERS and noun[at:] in RELATIONAL_NOUNS), ""
    )


_MEASURED = word_set("塔 桥 大桥 楼 大楼 山 河 湖 墙 隧道 船")
_HOLDERS = word_set(
    """
    国 市 省 县 岛 城 校 院 人 公司 集团 企业 大学 学校 银行 医院 国家 城市 机构 组织 软件 药物 产品 系统 项目
    """
)


def _is_noun(token: Token) -> bool:
    return (
        token.tag[:1] == "n" or token.text == "组织" or token.tag in ("vn", "eng", "an") or token.text in _CLASSIFIERS
    )
