"""What a number counts or measures (a currency, a unit, a classifier with its noun, a noun), or that it is a label."""

from __future__ import annotations

import re
from dataclasses import replace

from .numerals import CHINESE_NUMERAL
from .quantity import Quantity, in_unit
from .units import UNITS, Unit, currency_before, unit_at
from .word_lists import word_set

_MORE_ZH = re.compile(r"[多余]")
_RANGE_ZH = re.compile(rf"\s?[-–—~～至到]\s?(?:{CHINESE_NUMERAL}|\d)")
_LABEL_BEFORE = re.compile(
    r"(?:(?P<word>[A-Z][A-Za-z+.#]*|version|section|chapter|article|figure|table|page|level|release|phase|no\.|number|type|part|volume|edition)\s+)$"
)
_CAPITAL_LABELS = word_set(
    """
    Version Section Chapter Article Figure Table Page Level Phase No No. Type Part Volume
    """
)
_NOT_A_LABEL = word_set(
    """
    The A An In On At By From To Of Over About Around Some Nearly And Or But With For Since After Before
    Only All Its It Has Have Had Was Is Are Were There They He She His Her We Our Their That This These
    Those When While As Between Almost Approximately More Less At Up Under Than Last Nearly US Total Within Until
    Through Every Each Any Both Per Not Just Now Then Another Exactly If So January
    February March April May June July August September October November December
    """
)
_WORD_AFTER = re.compile(r"[\s-]([A-Za-z][A-Za-z'’-]*)")
_STOP = word_set(
    """
    and or of in on at to from by with for as is are was were be been has have had the a an that which who
    whom per than into over under after before during since until while but its it this these those their
    his her he she they we i you not no each every when where if because would will can could may might must
    do does did so more less most least between among across against within without through about out up
    down off away
    """
)
_IRREGULAR = {
    "people": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "feet": "foot",
    "mice": "mouse",
    "teeth": "tooth",
    "lives": "life",
    "wives": "wife",
    "knives": "knife",
    "species": "species",
    "series": "series",
    "staff": "staff",
    "companies": "company",
}
_CLASSIFIERS = (
    "个名位家座条辆架艘部所间张只头匹支场次项种份台套层届期颗枚册本篇首幅棵株件处片批组队门类起"
    "句段轮代集站款节户阶笔宗道口栋幢任國国省市县区岛州字票轨线根扇顶大"
)
_CLASSIFIER = re.compile(rf"\s?(?:多|余)?[{_CLASSIFIERS}](?:多|余)?")
_GLUED_ZH = re.compile(r"[\u4e00-\u9fffA-Za-z](?<![为是约达有共计仅近超至到余率于了以由从的和与及每过满足数值])")
_NO_NOUN = word_set(
    """
    属于 获得 来自 达到 超过 参加 通过 进行 没有 已经 可以 需要 得到 成为 用于 位于 不合格 合格 服用 接受
    """
)
_LUNAR = re.compile(r"(?:正月|腊月|大年|月初)$")
_NUMERAL = rf"(?:{CHINESE_NUMERAL}|\d)"
_TALLY = re.compile(
    rf"(?P<what>连[胜败冠平]|[胜负平败](?={_NUMERAL}|[，。、；！\s]|$|[的后全])"
    rf"|[投战罚射](?={_NUMERAL}{{1,3}}[中胜负]|全[中胜负])|(?P<hit>中)(?={_NUMERAL}|[，。、；！\s]|$|[的后]))"
)
_SHOTS_BEFORE = re.compile(rf"{_NUMERAL}{{1,3}}[投罚射]{_NUMERAL}{{1,3}}$")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{1,8}")
_GENERIC_CLASSIFIERS = frozenset("个种项件")
_PERSON_CLASSIFIERS = frozenset("名位")


def measured(quantity: Quantity, kind: str, text: str, lang: str) -> Quantity | None:
    """The quantity with its unit: a currency sign, a unit of measure, a classifier with its noun, or a noun."""
    sign = currency_before(text, quantity.start)
    if sign is not None:
        return in_unit(quantity, sign[1], text, sign[0], quantity.end)
    position = quantity.end
    more = _MORE_ZH.match(text, position)
    if more:
        position = more.end()
        quantity = replace(quantity, bound="more_than", odd=True)
    at = unit_at(text, position)
    if at is not None and not _unit_is_noun(at[1], text, at[0]):
        if _is_alone(quantity, at[1], text, at[0]):
            return None
        if at[1].name == "°" and _is_temperature(text, quantity.start, at[0]):
            at = (at[0], UNITS["°C"])
        if quantity.low == 1 and kind == "zh" and at[1].name in ("month", "person", "second"):
            quantity = replace(quantity, weak=True)
        return in_unit(quantity, at[1], text, quantity.start, at[0])
    chinese = kind == "zh" or (lang == "zh" and not _WORD_AFTER.match(text, quantity.end))
    if chinese:
        return _chinese_count(quantity, kind, text, position)
    return _english_count(quantity, kind, text)


_ALONE = re.compile(r"身兼|独|兼任|包揽|包办")
_WARM = re.compile(r"[气水室体地油炉]温|温度|高温|低温|零[上下]|发烧|烧到|热到|冷到|预热|加热|升温|降温|冷却|摄氏")
_WARM_AFTER = re.compile(r"(?:以上|左右|以下)?的?[高低]温|的?[热冷]水|的高烧")


def _is_alone(quantity: Quantity, unit: Unit, text: str, end: int) -> bool:
    """一人身兼两职 and 同一人 say that nobody else does; they count nobody."""
    if unit.name != "person" or quantity.surface != "一":
        return False
    return text[quantity.start - 1 : quantity.start] == "同" or _ALONE.match(text, end) is not None


def _is_temperature(text: str, start: int, end: int) -> bool:
    """Whether 度 is a degree Celsius: what stands just before it, or right behind it, tells how warm something is."""
    if text[end - 1] != "度":
        return False
    return _WARM.search(text, max(0, start - 8), start) is not None or _WARM_AFTER.match(text, end) is not None


def _unit_is_noun(unit: Unit, text: str, end: int) -> bool:
    """One-character units that start a longer word: 一名 is a person, 名单 and 元素, 米饭, 天空 are not units."""
    following = text[end : end + 1]
    last = text[end - 1 : end]
    if last in "名位":
        return True  # the noun behind tells more than the classifier
    return (last + following) in (
        "里面",
        "里边",
        "里头",
        "里有",
        "里程",
        "里的",
        "里应",
        "米饭",
        "元素",
        "年级",
        "年代",
        "年轻",
        "天空",
        "天然",
        "月球",
        "月亮",
        "周围",
        "周边",
        "人民",
        "人类",
        "成员",
        "成立",
        "成为",
        "成功",
        "度过",
        "升级",
        "克服",
        "口号",
        "分子",
        "倍感",
    )


def _chinese_count(quantity: Quantity, kind: str, text: str, position: int) -> Quantity | None:
    classifier = _CLASSIFIER.match(text, position)
    tally = _TALLY.match(text, position)
    if tally and (not tally["hit"] or _SHOTS_BEFORE.search(text, max(0, position - 8), position)):
        end = tally.end()
        return replace(quantity, end=end, surface=text[quantity.start : end], unit=tally["what"], classifier="")
    if classifier is None:
        if _RANGE_ZH.match(text, position):
            return quantity
        if kind == "digits" and _GLUED_ZH.search(text[max(0, quantity.start - 1) : quantity.start]):
            return replace(quantity, unit="label:", kind="label")
        if kind == "zh" and _LUNAR.search(text, max(0, quantity.start - 3), quantity.start):
            return None  # 正月十五 and 大年三十 are days
        # A lone numeral character without a classifier is mostly part of a word (统一, 三明治).
        if kind == "zh" and (
            len(quantity.surface) < 2 or quantity.low < 10 or re.fullmatch(r"[百千万亿两]+", quantity.surface)
        ):
            return None
        return quantity
    sign = classifier.group().strip(" 多余") or classifier.group().strip()
    odd = quantity.odd or bool(re.search("[多余]", classifier.group()))
    bound = "more_than" if odd else quantity.bound
    noun = chinese_noun(text, classifier.end())
    if sign in _PERSON_CLASSIFIERS:
        unit = noun or "person"
    elif sign in _GENERIC_CLASSIFIERS:
        unit = noun or ""
    else:
        unit = noun or sign
    weak = quantity.low == 1 and kind == "zh"
    end = classifier.end()
    return replace(
        quantity,
        end=end,
        surface=text[quantity.start : end],
        unit=unit,
        bound=bound,
        odd=odd,
        weak=weak,
        classifier=sign,
    )


def chinese_noun(text: str, position: int) -> str:
    """The noun that stands at `position`; "" where there is none."""
    run = _HAN_RUN.match(text, position)
    if run is None:
        latin = re.match(r"\s?([A-Za-z]{2,})", text[position : position + 24])
        return latin.group(1).lower() if latin else ""
    from claimgraph.platform.models.chinese import segment

    for word, _, _ in segment(run.group()):
        if word in _NO_NOUN:
            return ""
        if len(word) >= 2 or word in "人岛国州县省市区":
            return word
        if word in "在是和与及，被把将要都也就才由从没不未":
            return ""
    return ""


def _english_count(quantity: Quantity, kind: str, text: str) -> Quantity | None:
    label = _LABEL_BEFORE.search(text, max(0, quantity.start - 24), quantity.start)
    noun, counted = _english_noun(text, quantity.end)
    unit = _late_unit(text, quantity.end) if kind in ("words", "digits") else None
    if unit is not None and (label is None or label["word"] in _NOT_A_LABEL):
        return in_unit(quantity, unit, text, quantity.start, quantity.end)
    if (
        kind == "digits"
        and label
        and label["word"] not in _NOT_A_LABEL
        and (not counted or label["word"] in _CAPITAL_LABELS)
    ):
        return replace(quantity, unit=f"label:{label['word'].lower().rstrip('.')}", kind="label")
    weak = kind == "words" and quantity.low == 1
    if kind == "words" and quantity.low <= 1 and not noun:
        return None  # the pronoun "one", "zero" in a name
    return replace(quantity, unit=noun, weak=weak)


_LATE_UNIT = re.compile(r"\s+[a-z]+(?:\s+[a-z]+)?\s+(?P<unit>minutes|hours|days|weeks|months|years)\b")


def _late_unit(text: str, position: int) -> Unit | None:
    """Days, of "eight unused leave days"."""
    match = _LATE_UNIT.match(text, position)
    if match is None or any(word in _STOP or word in UNITS for word in match.group().split()[:-1]):
        return None
    return UNITS[match["unit"]]


def _english_noun(text: str, position: int) -> tuple[str, bool]:
    """What is counted: the first word that looks plural among the next four (then `True`), else the next word."""
    first = ""
    for _ in range(4):
        match = _WORD_AFTER.match(text, position)
        if match is None:
            break
        word = match.group(1).lower().removesuffix("'s").removesuffix("’s")
        if word in _STOP:
            break
        position = match.end()
        if word in _IRREGULAR or (len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))):
            return _singular(word), True
        first = first or word
    return first, False


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    unit = UNITS.get(word)
    if unit is not None:
        return unit.name
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
