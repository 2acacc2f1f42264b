"""Closed words that jieba cuts wrongly, cut as the rules need them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.platform.models.chinese import dictionary_tags

from ...text.word_lists import word_set


@dataclass(slots=True)
class Word:
    text: str
    start: int  # in the sentence
    end: int
    tag: str


_FORCED = {
    **dict.fromkeys(
        word_set("超出部分 不足部分 功能不全 年假 病假 事假 婚假 产假 年休假 营收"),
        "n",
    ),
    **dict.fromkeys(
        word_set(
            """
            不适用于 应立即 应及时 应尽快 并处 被选为 被称为 被誉为 被认为 被视为 被任命为 被评为 被列为 被授予
            被用于 被广泛用于 现任 历任 曾任 出任 兼任 连任 更名为 改名为 命名为 不属于 不位于 来自 坐落于
            总部设在 不得 可用于 常用于 主要用于 不应 从事 有助于 致力于 相当于 取决于 源于 适用于 隶属于
            毕业于 成立于 创立于 始建于 建于 出生于 生于 逝世于 诞生于 创办于 创建于 发布于 发表于 设于 设在
            流经 流入 产自 出自 取自 选自 源自 改编自
            就读于 就职于 任职于 起源于 不同于 服务于 应用于 专注于 低于 高于 多于 少于 大于 小于 等于
            """
        ),
        "v",
    ),
    **dict.fromkeys(
        word_set("不仅仅 以及"),
        "c",
    ),
    "饿了么": "nt",
    "混合使用": "v",
    **dict.fromkeys(
        word_set("时任"),
        "b",
    ),
    **dict.fromkeys(
        word_set("是否 分别"),
        "d",
    ),
    **dict.fromkeys(
        word_set("其中"),
        "r",
    ),
    "之日起": "f",
    "四季分明": "l",
}


_forced = re.compile("|".join(sorted(map(re.escape, _FORCED), key=len, reverse=True)))


_AT_EDGE_ONLY = word_set("生于 建于 设于 源于 来自 从事 低于 高于 多于 少于 大于 小于 等于 产假 事假 不得 不应")


def forced_words(text: str, words: list[Word]) -> list[Word]:
    words = [part for word in words for part in _modal_apart(word)]
    starts = {word.start for word in words}
    ends = {word.end for word in words}
    cuts = [
        (m.start(), m.end(), _FORCED[m.group()])
        for m in _forced.finditer(text)
        if (m.start() in starts or m.end() in ends)
        and (m.group() not in _AT_EDGE_ONLY or (m.start() in starts and m.end() in ends))
    ]
    return overlaid(text, words, cuts)


def _modal_apart(word: Word) -> list[Word]:
    """须在, 并于: jieba takes a modal or adverb and the preposition behind it for one word."""
    if word.text in ("不是", "并不是"):  # a negation, whatever it joins
        middle = word.end - 1
        return [
            Word(word.text[:-1], word.start, middle, "d"),
            Word("是", middle, word.end, "v"),
        ]
    if word.text in ("比旧", "比新", "比老"):
        middle = word.start + 1
        return [Word("比", word.start, middle, "p"), Word(word.text[1], middle, word.end, "a")]
    if word.tag[:2] == "nr" and len(word.text) == 3 and word.text[0] in "由被":
        middle = word.start + 1  # 由辉德 is no name
        return [Word(word.text[0], word.start, middle, "p"), Word(word.text[1:], middle, word.end, "nr")]
    if len(word.text) != 2 or word.text[0] not in _LEADING or word.text in _ONE_WORD:
        return [word]
    tags = dictionary_tags()
    guessed = word.text[0] in "可须应需" and tags.get(word.text, "v") == "v" and tags.get(word.text[1], "")[:1] == "v"
    if guessed:
        middle = word.start + 1
        return [Word(word.text[0], word.start, middle, "v"), Word(word.text[1], middle, word.end, "v")]
    if word.text[1] not in _FOLLOWING:
        return [word]
    middle = word.start + 1
    first = {"并": "c", "而": "c", "但": "c"}.get(word.text[0], "d")
    return [Word(word.text[0], word.start, middle, first), Word(word.text[1], middle, word.end, "p")]


_LEADING = frozenset("约须应可将已也均仍都曾并则只需能会而但再")


_FOLLOWING = frozenset("需占有合在于由被向对从按为与把")


_ONE_WORD = word_set(
    """
    可见 可知 可惜 可行 可视 可谓 可望 可恨 可怕 可能 可以 应用 应对 应付 应变 应战 应邀 应聘 应约 需要 需求
    只需 可需 只有 但需 还需 仍需 均需 均有 都有 也有 会有 能有 可有 将有 曾有 已有 仍有 须有 并有 而有 再有
    可占 符合 会合 可合 能合 将合 已占 仅占 只占 约合 可对 应对 能为 会对 而为 再为 已为 只为 将为 可为 均为
    应为 均与 只对 曾为 也为 都为 均对 仍为
    """
)


def overlaid(text: str, words: Sequence[Word], groups: Sequence[tuple[int, int, str]]) -> list[Word]:
    """The words with each group as one word of its tag; a word that a group cuts through keeps what is left of it."""
    out: list[Word] = []
    at = 0
    for start, end, tag in groups:
        while at < len(words) and words[at].end <= start:
            out.append(words[at])
            at += 1
        if at < len(words) and words[at].start < start:
            out.append(Word(text[words[at].start : start], words[at].start, start, words[at].tag))
        out.append(Word(text[start:end], start, end, tag))
        while at < len(words) and words[at].end <= end:
            at += 1
        if at < len(words) and words[at].start < end:
            words = list(words)
            words[at] = Word(text[end : words[at].end], end, words[at].end, words[at].tag)
    out.extend(words[at:])
    return out
