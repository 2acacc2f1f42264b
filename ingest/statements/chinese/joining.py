"""jieba's words joined to units: what is quoted, names, dates, amounts; and closed words that it cuts wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...text.chinese_names import SURNAMES, chinese_names
from ...text.dates import find_dates
from ...text.quantities import find_quantities
from ...text.word_lists import word_set
from ..parsed import ParsedSentence
from . import lexicon as lex
from .cutting import Word, overlaid

MARKS = frozenset("，,；;：:。！？!?…\n")


_LATIN = re.compile(
    r"https?://[^\s，。；、（）]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|`[^`\n]+`|"
    r"[A-Za-z][A-Za-z0-9.+#&'’/_-]*(?: (?:(?:of|the|and|de|for) )?[A-Z0-9][A-Za-z0-9.+#&'’/_-]*)*"
)


_PAIRS = {"《": "》", "“": "”", "「": "」", "『": "』", "〈": "〉", "‘": "’"}


_BRACKETS = {"（": "）", "(": ")", "[": "]", "【": "】"}


_ASCII_QUOTE = '"'


_NAME_LABELS = frozenset(
    {"PER", "ORG", "LOC", "GPE", "FAC", "PERSON", "ORGANIZATION", "NORP", "PRODUCT", "WORK_OF_ART"}
)


_FUNCTION_EDGE = frozenset("之由于在是为和与及被将从对向把的，。、（）以到至曾也都并而或")


def grouped(words: list[Word], text: str, sentence: ParsedSentence) -> list[Word]:
    """Stretches that are one unit, the earlier and longer first: quotes and titles, then names, dates and amounts."""
    found: list[tuple[int, int, str]] = [*_paired(text)]
    found += [(m.start(), m.end(), "eng") for m in _LATIN.finditer(text)]
    found += [(d.start, d.end, "t") for d in find_dates(text, "zh")]
    whole = {(word.start, word.end) for word in words if word.tag[:1] in ("n", "v", "a", "l", "i")}
    for quantity in find_quantities(text, "zh"):
        place = (quantity.start, quantity.number_end or quantity.end)
        if not quantity.weak and len(quantity.surface) > 1 and not {place, (quantity.start, quantity.end)} & whole:
            found.append((*place, "m"))
    edges = {word.start for word in words} | {word.end for word in words}
    for entity in sentence.analysis.entities:
        if entity.label in _NAME_LABELS and _sound_name(text, entity.start, entity.end, edges, words):
            found.append(
                (
                    entity.start,
                    entity.end,
                    {"PER": "nr", "PERSON": "nr", "LOC": "ns", "GPE": "ns"}.get(entity.label, "nt"),
                )
            )
    if any(dot in text for dot in "·•・‧"):
        found += [(start, end, "nr") for start, end, _ in chinese_names(text) if set(text[start:end]) & set("·•・‧")]
    chosen: list[tuple[int, int, str]] = []
    for start, end, tag in sorted(found, key=lambda group: (group[0], -group[1])):
        if not chosen or start >= chosen[-1][1]:
            chosen.append((start, end, tag))
    return _joined(text, overlaid(text, words, chosen))


def _sound_name(text: str, start: int, end: int, edges: set[int], words: Sequence[Word]) -> bool:
    """Names from a model may be cut wrongly: none begins or ends inside a real word or with a verb."""
    surface = text[start:end]
    if end - start < 2 or surface[0] in _FUNCTION_EDGE or surface[-1] in "由于在是为和与被的起，。、":
        return False
    if not (start in edges or text[start - 1] in _FUNCTION_EDGE) or not (end in edges or text[end] in _FUNCTION_EDGE):
        return False
    inside = [word for word in words if start <= word.start and word.end <= end]
    if len(inside) < 2:
        return bool(inside) and inside[0].tag[:2] in ("nr", "ns", "nt", "nz")
    first, last = inside[0], inside[-1]
    if any(word.text == "是" for word in inside):
        return False  # 华为是一家公司: a clause
    if any(word.tag[:2] in ("p", "c", "uj", "d", "ul") and len(word.text) == 1 for word in inside[1:-1]):
        return False
    return first.tag[:1] not in ("p", "d", "c", "u") and not (last.tag in ("v", "vn", "d", "p") and len(last.text) > 1)


def _paired(text: str) -> Iterable[tuple[int, int, str]]:
    at = 0
    while at < len(text):
        char = text[at]
        closing = _PAIRS.get(char) or _BRACKETS.get(char) or (_ASCII_QUOTE if char == _ASCII_QUOTE else "")
        end = _closing(text, at, char, closing) if closing else -1
        if end > 0:
            tag = "bracket" if char in _BRACKETS else "title" if char in "《〈" else "quote"
            yield at, end + 1, tag
            at = end + 1
        else:
            at += 1


def _closing(text: str, at: int, opening: str, closing: str) -> int:
    """Where the pair opened at `at` is closed, at most 400 characters on; -1 where it is not."""
    depth = 0
    for index in range(at + 1, min(len(text), at + 400)):
        if text[index] == closing:
            if depth == 0:
                return index
            depth -= 1
        elif text[index] == opening:
            depth += 1
    return -1


_MEASURE_TAGS = frozenset({"q", "mq", "m"})


_SCALE = frozenset("%％‰℃°")


def _joined(text: str, words: list[Word]) -> list[Word]:
    """Numbers with their measure words, neighbouring dates, names with what jieba cut off."""
    out: list[Word] = []
    for word in words:
        opens = len(out) == 1 or (len(out) > 1 and out[-2].text in MARKS)
        if out and out[-1].end == word.start and _one_unit(out[-1], word, opens):
            last = out[-1]
            tag = (
                "mq"
                if last.tag in ("m", "mq")
                else "eng"
                if word.tag == "eng"
                else "nr"
                if last.tag in ("ng", "zg", "g", "nz", "n")
                else last.tag
            )
            out[-1] = Word(text[last.start : word.end], last.start, word.end, tag)
        else:
            out.append(word)
    return out


_PERIODS = word_set(
    """
    初 底 末 春 夏 秋 冬 年初 年底 年末 上半年 下半年 第一季度 第二季度 第三季度 第四季度 上午 下午 晚上 凌晨
    傍晚 中旬 上旬 下旬 初期 末期 中期 年代 晚期 早期 春季 夏季 秋季 冬季 世纪 当天 夏天 冬天 春天 秋天 周末
    """
)


_MONTH = re.compile(r"\d{1,2}月(?:份|\d{1,2}[日号])?")
_LETTER = re.compile(r"[A-Z]\d{0,3}")


_PARTS_OF_DAY = frozenset({"上午", "下午", "凌晨", "晚上", "早上", "中午", "傍晚"})


def _one_unit(last: Word, word: Word, opens: bool) -> bool:
    if word.tag == "eng" and last.tag in ("n", "nz", "vn", "nr") and _LETTER.fullmatch(word.text):
        return True  # 产品A, 维生素C: the letter tells which
    if last.tag in ("m", "mq"):
        if word.tag in _MEASURE_TAGS or word.text in _SCALE or word.text in ("多", "余", "几", "来"):
            return True
        return len(word.text) <= 3 and word.text in _COUNTED
    if (
        len(last.text) == 1
        and last.text in SURNAMES
        and last.tag in ("ng", "n", "zg", "g", "nz")
        and word.tag in ("t", "a", "s", "z", "nr")
    ):
        return opens and len(word.text) <= 2
    if last.tag[:2] == "nr" and len(last.text) == 1 and last.text in SURNAMES and len(word.text) <= 2:
        return word.tag[:1] in ("n", "t", "a", "s", "b", "z") and word.text not in lex.TITLES
    if last.tag == "t" and _MONTH.fullmatch(word.text):
        return True  # 今年3月
    if last.tag == "t":
        if last.text in _PARTS_OF_DAY and word.tag in ("m", "mq"):
            return True
        if word.text in ("点", "点半", "点整") and last.text[-1].isdigit():
            return True
        return (word.tag == "t" and word.text not in ("现在", "目前", "如今")) or word.text in _PERIODS
    if last.tag == "r" and last.text in ("这", "那", "该", "某", "每", "各", "此"):
        return word.tag in ("q", "t") or (last.text == "每" and word.text in ("年", "月", "日", "周", "天", "人", "次"))
    return False


_COUNTED = word_set(
    """
    名 位 个 家 种 款 座 所 部 台 辆 架 艘 枚 项 条 件 次 届 期 章 条 款 岁 倍 天 日 月 年 周 小时 分钟 秒 个月
    公里 千米 米 厘米 毫米 公斤 千克 克 毫克 吨 元 美元 欧元 英镑 日元 人民币 万 亿 人 户 页 字 版 层 级 度
    平方米 平方公里 平方千米 立方米 升 毫升 个工作日 工作日 星期 世纪 学分 分 票 场 门 节 支 只 匹 头 颗 道 片
    粒 袋 盒 瓶 滴 集 卷 幅 首 篇 类 批 组 对 双 套 代 轮 站 伏 瓦 千瓦 兆 字节 GB MB TB 倍 成 岁以上 周岁 年级
    """
)
