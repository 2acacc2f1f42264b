"""Synthetic Chinese pairs: sentences of a text, quoted, made false by one small edit, or missing from it.

As `swaps` and `pairs` do for English. A text's sentence is entailed by it, with or without words that it can spare;
with a number, date, unit, negation or opposite changed it is contradicted; with a quantifier or a name changed it is
not entailed; a sentence that the text lacks is neutral. Half of the edits stand in the evidence and not in the claim,
and half of the true claims are edited on both sides, so that a claim alone gives nothing away.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from claimgraph.platform.models.chinese import common_words, tag_words

from .pairs import Pair
from .swaps import CONTRADICTED, ENTAILED, NEUTRAL, NOT_ENTAILED, Edit, Side, other_number
from .uhgeval import rewritten

_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]*[”’」』）)]*")
"""Speech too is cut at its stops, which `ingest.text.sentences` keeps whole: what is quoted is to be one statement."""
_NUMBER = re.compile(r"(?<![0-9A-Za-z.])\d[\d,]*(?:\.\d+)?(?![0-9A-Za-z]|[.,]\d)")
_NUMERAL = re.compile(
    r"(?<![第一二三四五六七八九十百千万亿两])[二三四五六七八九两](?=[个名位家座条只件次人年天月岁种项倍])"
)
_MONTH = re.compile(r"(?<!\d)(1[0-2]|[1-9])(?=月)")
_WEEKDAY = re.compile(r"(?<=星期|礼拜)[一二三四五六日]|(?<=周)[一二三四五六日](?=[上下晚早中，。、至到]|$)")
_UNITS = tuple(
    group.split()
    for group in (
        "毫米 厘米 公里",
        "克 公斤 吨",
        "平方米 平方公里 公顷 亩",
        "分钟 小时 天 周 个月",
        "万元 亿元 美元",
        "毫升 升 立方米",
        "万人 人",
        "万吨 吨",
    )
)
_OPPOSITES = tuple(
    pair.split()
    for pair in (
        "增加 减少",
        "增长 下降",
        "上升 下降",
        "提高 降低",
        "上涨 下跌",
        "扩大 缩小",
        "高于 低于",
        "多于 少于",
        "早于 晚于",
        "大于 小于",
        "超过 不到",
        "最大 最小",
        "最高 最低",
        "最早 最晚",
        "最多 最少",
        "最长 最短",
        "之前 之后",
        "以前 以后",
        "以上 以下",
        "首次 末次",
        "第一 最后",
        "赞成 反对",
        "支持 反对",
        "同意 拒绝",
        "允许 禁止",
        "开放 关闭",
        "开始 结束",
        "成功 失败",
        "胜诉 败诉",
        "战胜 负于",
        "获胜 落败",
        "盈利 亏损",
        "进口 出口",
        "买入 卖出",
        "购买 出售",
        "加入 退出",
        "建立 解散",
        "东部 西部",
        "南部 北部",
        "东侧 西侧",
        "南侧 北侧",
        "东岸 西岸",
        "左岸 右岸",
        "上午 下午",
        "上游 下游",
        "国内 国外",
        "男性 女性",
        "父亲 母亲",
        "哥哥 弟弟",
        "年长 年幼",
        "公立 私立",
        "国有 民营",
        "免费 收费",
        "单独 共同",
        "直接 间接",
        "全职 兼职",
        "有利 不利",
        "先于 后于",
        "优于 劣于",
        "领先 落后",
        "批准 否决",
        "通过 未通过",
        "恢复 中断",
        "延长 缩短",
        "提前 推迟",
        "新建 拆除",
        "保留 取消",
    )
)
_MORE: Mapping[str, tuple[str, ...]] = {
    "部分": ("全部", "所有"),
    "一些": ("所有",),
    "多数": ("全部",),
    "大部分": ("全部",),
    "许多": ("所有",),
    "有时": ("总是",),
    "可以": ("必须",),
    "可能": ("一定",),
}
"""Word -> words that say more: a claim with one of these does not follow, but what has it entails the claim."""
_LESS: Mapping[str, tuple[str, ...]] = {
    "所有": ("部分",),
    "全部": ("部分",),
    "全体": ("部分",),
    "总是": ("有时",),
    "必须": ("可以",),
    "都": ("大多",),
}
_OTHER: Mapping[str, tuple[str, ...]] = {
    "所有": ("少数", "没有任何"),
    "全部": ("一半",),
    "全体": ("少数",),
    "每个": ("个别",),
    "每年": ("每月",),
    "每天": ("每周",),
    "多数": ("少数",),
    "大部分": ("小部分",),
    "少数": ("多数", "全部"),
    "许多": ("极少数",),
    "一半": ("全部", "三分之一"),
    "只有": ("不只有",),
    "唯一": ("之一的",),
    "至少": ("至多",),
    "至多": ("至少",),
    "通常": ("从来",),
    "均": ("不全",),
    "都": ("不都",),
}
_BY_SIDE: tuple[tuple[Mapping[str, tuple[str, ...]], Side], ...] = (
    (_MORE, "claim"),
    (_LESS, "premise"),
    (_OTHER, "either"),
)
_TURNED = re.compile(
    "首都|都市|平均|成都|所有权|(?:[不没无未别非]|不是|没有|并非)(?:所有|全部|全体|都|总是|必须|可以|可能|有时|部分)"
)
"""都, 均, 所有 and 部分 in other words; and a negation, under which what says more and what says less change places."""
_NEGATED = (
    ("并没有", ""),
    ("没有", "有"),
    ("不是", "是"),
    ("不会", "会"),
    ("不能", "能"),
    ("不再", "仍然"),
    ("尚未", "已经"),
    ("未能", "成功"),
    ("从未", "曾经"),
    ("并非", "是"),
    ("无需", "需要"),
    ("不需要", "需要"),
    ("不得", "可以"),
)
_AFFIRMED = (
    ("已经", "尚未"),
    ("可以", "不可以"),
    ("需要", "不需要"),
    ("拥有", "没有"),
    ("设有", "没有"),
    ("仍然", "不再"),
    ("曾经", "从未"),
    ("属于", "不属于"),
    ("位于", "不在"),
    ("获得", "没有获得"),
    ("参加", "没有参加"),
    ("包括", "不包括"),
    ("成为", "没有成为"),
    ("担任", "没有担任"),
    ("由", "不由"),
    ("曾", "未曾"),
    ("是", "不是"),
    ("为", "并非"),
    ("会", "不会"),
    ("能", "不能"),
    ("有", "没有"),
    ("在", "不在"),
)
_NOT_AFFIRMED = re.compile(
    r"[不没未非但只还凡若先国总]是|[没共富具享含带占]有|因为|认为|作为|成为|以为|[不社机协大开]会|[不可才功]能|正在|现在|存在"
)
_SPARED = re.compile(
    r"^(?:据[^，]{2,14}，|此外，|另外，|其中，|同时，|不过，|随后，|目前，|因此，|然而，)|（[^（）]{1,30}）|\([^()]{1,30}\)"
)


@dataclass(frozen=True, slots=True)
class Quotable:
    """A text with what its sentences can be edited with."""

    text: str
    sentences: tuple[str, ...]
    names: tuple[tuple[str, str], ...]  # name and kind
    numbers: tuple[str, ...]


def quotable(text: str) -> Quotable:
    names = dict.fromkeys((word, tag[:2]) for word, _, _, tag in tag_words(text) if _is_name(word, tag))
    found = tuple(match.group().strip() for match in _SENTENCE.finditer(text) if match.group().strip())
    return Quotable(text, found, tuple(names), tuple(dict.fromkeys(_NUMBER.findall(text))))


def _is_name(word: str, tag: str) -> bool:
    return len(word) > 1 and tag[:2] in ("nr", "ns", "nt", "nz") and word not in common_words()


def quoted_pairs(texts: Sequence[Quotable], wanted: int, rng: random.Random, *, alone: bool = False) -> list[Pair]:
    """`wanted` pairs, or as many as can be made: two in five entailed, two made false, one missing from its text.

    With `alone` the premise is the one sentence that the claim was made of (or, for a missing one, another text), which
    is where comparing is learnt first.
    """
    made: dict[tuple[str, str], Pair] = {}
    for _ in range(wanted * 5):
        if len(made) >= wanted:
            break
        text = rng.choice(texts)
        pair = _pair(_one_sentence(text, rng) if alone else text, rng.choice(texts), rng)
        if pair is not None:
            made.setdefault((pair.premise, pair.hypothesis), pair)
    return list(made.values())


def _one_sentence(text: Quotable, rng: random.Random) -> Quotable:
    """A sentence as a text of its own, edited with what the whole has."""
    return replace(text, sentences=(rng.choice(text.sentences),))


def _pair(text: Quotable, other: Quotable, rng: random.Random) -> Pair | None:
    at = rng.randrange(len(text.sentences))
    sentence = text.sentences[at]
    if not 8 <= len(sentence) <= 120:
        return None
    claim = shortened(sentence, rng) if rng.random() < 0.6 else sentence
    draw = rng.random()
    if draw < 0.1:
        return None if other is text else Pair("synthetic_absent", _context(other, None, None, rng), claim, NEUTRAL)
    if draw < 0.2 and len(text.sentences) > 1:
        return Pair("synthetic_absent", _context(text, at, None, rng), claim, NEUTRAL)
    edit = falsify(claim, text, rng)
    if draw < 0.6:
        weaker = weakened(claim, rng)
        if weaker is not None and rng.random() < 0.5:
            return Pair("synthetic_true", _context(text, at, sentence, rng), weaker, ENTAILED)
        if edit is not None and claim in sentence and rng.random() < 0.5:
            edited = sentence.replace(claim, edit.text, 1)
            return Pair("synthetic_true", _context(text, at, edited, rng), edit.text, ENTAILED)
        told = rewritten(claim) if rng.random() < 0.3 else claim
        return Pair("synthetic_true", _context(text, at, sentence, rng), told, ENTAILED)
    if edit is None:
        return None
    if claim in sentence and edit.side != "claim" and (edit.side == "premise" or rng.random() < 0.5):
        edited = sentence.replace(claim, edit.text, 1)
        return Pair(f"synthetic_{edit.kind}", _context(text, at, edited, rng), claim, edit.target)
    if edit.side == "premise":
        return None
    return Pair(f"synthetic_{edit.kind}", _context(text, at, sentence, rng), edit.text, edit.target)


def _context(text: Quotable, at: int | None, sentence: str | None, rng: random.Random) -> str:
    """Some of the text's sentences in their order; the one at `at` as `sentence`, or left out where that is None."""
    count = len(text.sentences)
    first = rng.randint(0, at) if at is not None else 0
    last = rng.randint(at, count - 1) if at is not None else rng.randint(0, count - 1)
    if rng.random() < 0.5:
        first, last = 0, count - 1
    kept = [
        sentence if place == at else text.sentences[place]
        for place in range(first, last + 1)
        if place != at or sentence is not None
    ]
    if not kept:  # the sentence stood alone: what is beside it
        place = at + 1 if at is not None and at + 1 < count else (at or 0) - 1
        kept = [text.sentences[place]]
    return "".join(one for one in kept if one)


def shortened(sentence: str, rng: random.Random) -> str:
    """Without an opening word or a bracket, or one clause of it that can stand alone; it says no more than before."""
    spared = _SPARED.sub("", sentence)
    clauses = [one for one in re.split(r"[，；]", spared.rstrip("。！？!?")) if one]
    whole = [one for one in clauses if len(one) >= 10 and not re.match(r"[并而但且其由因如若当即则也还]|以及|之", one)]
    # A later clause has lost its subject: only the first can be quoted alone.
    if len(clauses) > 1 and clauses[0] in whole and rng.random() < 0.6:
        return clauses[0] + "。"
    return spared or sentence


def falsify(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """One edit of a kind drawn by lot among those that the claim allows."""
    kinds: list[Callable[[str, Quotable, random.Random], Edit | None]] = [
        swap_number,
        swap_number,
        swap_date,
        swap_name,
        swap_name,
        swap_names_around,
        swap_unit,
        swap_opposite,
        swap_opposite,
        swap_quantifier,
        negate,
    ]
    rng.shuffle(kinds)
    for kind in kinds:
        edit = kind(claim, text, rng)
        if edit is not None and edit.text != claim:
            return edit
    return None


def swap_number(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """Another number of the text of the same shape, or one near by or far off."""
    found = [*_NUMBER.finditer(claim), *_NUMERAL.finditer(claim)]
    if not found:
        return None
    match = rng.choice(found)
    old = match.group()
    if not old[0].isdigit():
        return Edit(
            _put(claim, match, rng.choice([one for one in "二三四五六七八九" if one != old])), "number", CONTRADICTED
        )
    alike = [one for one in text.numbers if one != old and len(one) == len(old)]
    new = rng.choice(alike) if alike and rng.random() < 0.5 else other_number(old, rng)
    return None if new == old else Edit(_put(claim, match, new), "number", CONTRADICTED)


def swap_date(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """Another month or day of the week."""
    months, days = list(_MONTH.finditer(claim)), list(_WEEKDAY.finditer(claim))
    if not months and not days:
        return None
    match = rng.choice([*months, *days])
    drawn = [str(one) for one in range(1, 13)] if match in months else list("一二三四五六日")
    return Edit(_put(claim, match, rng.choice([one for one in drawn if one != match.group()])), "date", CONTRADICTED)


def swap_name(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """Another name of the text, of the same kind."""
    mine = [one for one in text.names if one[0] in claim]
    rng.shuffle(mine)
    for name, kind in mine:
        others = [
            one for one, its in text.names if its == kind and one not in claim and one not in name and name not in one
        ]
        if others:
            return Edit(claim.replace(name, rng.choice(others)), "name", NOT_ENTAILED)
    return None


def swap_names_around(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """Two names of the same kind change places, where nothing says that they do the same together."""
    mine = sorted((claim.index(name), name, kind) for name, kind in text.names if claim.count(name) == 1)
    for (start, first, kind), (place, second, its) in pairwise(mine):
        between = claim[start + len(first) : place]
        if (
            kind == its
            and place >= start + len(first)
            and len(between) > 1
            and not re.search(r"[和与跟同及、]", between)
        ):
            text_now = claim[:start] + second + between + first + claim[place + len(second) :]
            return Edit(text_now, "name", NOT_ENTAILED)
    return None


def swap_unit(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """Another unit of the same kind after a number."""
    for group in rng.sample(_UNITS, len(_UNITS)):
        match = re.search(rf"(?<=[\d百千])({'|'.join(sorted(group, key=len, reverse=True))})", claim)
        if match:
            return Edit(
                _put(claim, match, rng.choice([one for one in group if one != match.group()])), "unit", CONTRADICTED
            )
    return None


def swap_opposite(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    found = [
        (one, other) for pair in _OPPOSITES for one, other in (pair, pair[::-1]) if one in claim and other not in claim
    ]
    if not found:
        return None
    old, new = rng.choice(found)
    return Edit(claim.replace(old, new, 1), "opposite", CONTRADICTED)


def swap_quantifier(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    found = [(other, side) for table, side in _BY_SIDE for other in _requantified(table, claim)]
    if not found:
        return None
    other, side = rng.choice(found)
    return Edit(other, "quantifier", NOT_ENTAILED, side)


def weakened(claim: str, rng: random.Random) -> str | None:
    """The claim saying less, where it has a word for that: "some" for "all". It follows from what it was."""
    found = _requantified(_LESS, claim)
    return rng.choice(found) if found else None


def _requantified(table: Mapping[str, tuple[str, ...]], claim: str) -> list[str]:
    if _TURNED.search(claim):
        return []
    return [
        claim[: at.start()] + new + claim[at.end() :]
        for old, words in table.items()
        if (at := re.search(f"(?<![大小]){old}", claim))  # 部分 is no word of 大部分
        for new in words
    ]


def negate(claim: str, text: Quotable, rng: random.Random) -> Edit | None:
    """A negation taken out where there is one, else put in."""
    for old, new in _NEGATED:
        if old in claim:
            return Edit(claim.replace(old, new, 1), "negation", CONTRADICTED)
    if "不" in claim or "未" in claim or "无" in claim:
        return None
    masked = _NOT_AFFIRMED.sub(lambda match: "＿" * len(match.group()), claim)
    for old, new in _AFFIRMED:
        place = masked.find(old)
        if place > 0:
            return Edit(claim[:place] + new + claim[place + len(old) :], "negation", CONTRADICTED)
    return None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]
