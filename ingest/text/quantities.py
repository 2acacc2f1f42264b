"""Quantities in running text, English and Chinese, with exact values and canonical units.

"30 million", "30,000,000", "3,000万" and "三千万" are one value; "4 km" and "4000米" are one length; the unit of a bare
count is what is counted ("12 employees", "12名员工"). Dates are not quantities: see `dates`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from .dates import find_dates
from .halves import Half, find_halves
from .numerals import (
    CHINESE_NUMERAL,
    CHINESE_SCALES,
    ENGLISH_NUMBER,
    ENGLISH_ORDINALS,
    ENGLISH_SCALES,
    chinese_number,
    english_number,
    english_ordinal,
)
from .units import UNITS, Unit, currency_before, unit_at
from .word_lists import word_set

QUANTITIES_VERSION = "2"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts or measures. `low` and `high` are in the canonical `unit`; equal unless a range.

    `kind`: count, percent, money, length, area, volume, mass, duration, ..., ordinal, multiple, time, or label for a
    number that names a thing ("Chapter 4", "Debian 2.1").
    """

    start: int
    end: int
    surface: str
    low: Decimal
    high: Decimal
    unit: str  # canonical; "" where nothing is counted
    kind: str
    approximate: bool = False
    bound: str = ""  # "", "at_least", "at_most", "more_than", "less_than"
    weak: bool = False  # "one", "a", "first", 一: said in passing as often as meant
    number_end: int = 0  # where the number itself ends, before its unit
    number: Decimal = Decimal(0)  # the value as written, before any conversion of units; the upper end of a range
    classifier: str = ""  # the Chinese measure word of a count


_DIGITS = r"(?:\d{1,3}(?:[,，]\d{3})+|\d+)(?:\.\d+)?"
_CHINESE_MIXED = (
    rf"(?:{_DIGITS}\s?[十百千万萬亿億兆]+(?:[零\d十百千万亿]*[万亿千百])?"
    rf"|{CHINESE_NUMERAL}+(?:点[零一二三四五六七八九]+)?[万亿]*)"
)
_ORDINAL_WORD = "|".join(sorted(ENGLISH_ORDINALS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?P<zh_percent>百分之(?P<zh_percent_value>{_CHINESE_MIXED}|{_DIGITS}))"
    rf"|(?P<zh_fraction>(?P<zh_whole>{CHINESE_NUMERAL}+|\d+)分之(?P<zh_part>{CHINESE_NUMERAL}+|\d+))"
    rf"|(?P<zh_ordinal>第\s?(?P<zh_ordinal_value>{CHINESE_NUMERAL}+|\d+))"
    rf"|(?P<zh>{_CHINESE_MIXED})"
    r"|(?P<clock>(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:]))"
    rf"|(?P<ordinal>(?<![A-Za-z0-9_.])\d+(?:st|nd|rd|th)\b|\b(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?:{_ORDINAL_WORD})\b)"
    rf"|(?P<digits>(?<![A-Za-z0-9_.])[-−]?{_DIGITS}(?:[eE][+-]?\d+)?)"
    r"|(?P<fraction>\b(?:an?\s+|one[\s-]|two[\s-]|three[\s-])?(?:half|halves|thirds?|quarters?|fifths?|tenths?)\b)"
    rf"|(?P<words>\b{ENGLISH_NUMBER})"
    r"|(?P<twice>\b(?:twice|double|doubled|tripled|triple|quadrupled|翻倍|翻一番|翻了一番|翻番|翻了一倍)\b|翻倍|翻了?一番|翻番)",
    re.IGNORECASE,
)
_SCALE_AFTER = re.compile(
    r"\s?(?P<scale>(?:hundred|thousand|million|billion|trillion|dozen)s?\b|(?:mn|bn|tn|[MBK])(?![\w²³])|k(?!\w))",
    re.IGNORECASE,
)
_SHORT_SCALES = {"mn": 10**6, "m": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12, "k": 1000}
_RANGE = re.compile(r"\s?(?:-|–|—|~|～|至|到|to|and)\s?", re.IGNORECASE)
_RANGE_ZH = re.compile(rf"\s?[-–—~～至到]\s?(?:{CHINESE_NUMERAL}|\d)")
_CHANGE_BEFORE = re.compile(
    r"(?:increas|rose|rise|fell|fall|grew|grow|dropp?|declin|decreas|chang|went|up|down|climb|jump)\w*\s[^.;]{0,20}from\s*$|由\s*$|从\s*$"
)
_FRACTIONS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_MULTIPLES = {"twice": 2, "double": 2, "doubled": 2, "triple": 3, "tripled": 3, "quadrupled": 4}

_APPROXIMATE_BEFORE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|some|an estimated|estimated|close to|"
    r"just under|just over)|~|≈|约有?|大约|大概|将近|接近|近|约为|上下)\s*$",
    re.IGNORECASE,
)
_BOUND_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:{pattern})\s*$", re.IGNORECASE), bound)
    for pattern, bound in (
        (
            r"\bnot? (?:more|greater|over|later) than|\bat most|\bup to|\bmaximum of|\bno more than|不超过|"
            r"不多于|至多|最多|最多可",
            "at_most",
        ),
        (r"\bno (?:less|fewer) than|\bat least|\bminimum of|\bas (?:many|much) as|至少|不少于|不低于|最少", "at_least"),
        (
            r"\b(?:more|greater|higher|larger|longer) than|\b(?:over|above|exceed(?:s|ed|ing)?|beyond)|超过|"
            r"超|多于|高于|大于|突破|逾",
            "more_than",
        ),
        (r"\b(?:less|fewer|lower|smaller|shorter) than|\b(?:under|below)|少于|低于|小于|不足|不到|未满", "less_than"),
    )
)
_AFTER_ZH = re.compile(r"\s?(?:左右|上下)")
_MORE_ZH = re.compile(r"[多余]")
_OR_MORE = re.compile(r"\s?(?:or more|\+|以上|及以上)", re.IGNORECASE)
_OR_LESS = re.compile(r"\s?(?:or less|or fewer|以下|及以下|以内)", re.IGNORECASE)
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
    Those When While As Between Almost Approximately More Less At Up Under Than Last Nearly US Total January
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
_TITLE = re.compile(r"《[^《》]{1,40}》")  # a number in a title counts nothing
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{1,8}")
_GENERIC_CLASSIFIERS = frozenset("个种项件")
_PERSON_CLASSIFIERS = frozenset("名位")


def find_quantities(text: str, lang: str) -> list[Quantity]:
    """All quantities in `text`, in order, not overlapping, dates left out.

    `lang` decides only which words may name what is counted; numerals of both languages are read in either.
    """
    return list(_find(text, lang))


@lru_cache(maxsize=4096)
def _find(text: str, lang: str) -> tuple[Quantity, ...]:
    dates = [(date.start, date.end) for date in find_dates(text)]
    dates += [match.span() for match in _TITLE.finditer(text)]
    halves = [quantity for half in find_halves(text) if (quantity := _half_quantity(half, text)) is not None]
    taken = [*dates, *((half.start, half.end) for half in halves)]
    found: list[Quantity] = []
    read = [*halves, *(_read(match, text, lang) for match in _NUMBER.finditer(text) if not _overlaps(match, taken))]
    for quantity in sorted((one for one in read if one is not None), key=lambda one: one.start):
        if found and quantity.start < found[-1].end:
            continue
        joined = _join_range(found[-1], quantity, text) if found else None
        if joined is not None:
            found[-1] = joined
        else:
            found.append(quantity)
    return tuple(found)


def _overlaps(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    return any(match.start() < end and start < match.end() for start, end in taken)


def _half_quantity(half: Half, text: str) -> Quantity | None:
    surface = text[half.start : half.end]
    if half.unit is None:
        bound = "more_than" if half.more else ""
        value = half.value * 100
        share = Quantity(
            half.start, half.end, surface, value, value, "%", "percent", bound=bound, number_end=half.end, number=value
        )
        return share if half.more else _with_context(share, text)
    unit = unit_at(text, half.unit)
    if unit is None:
        return None
    value = half.value * unit[1].factor
    end = max(half.end, unit[0])
    made = Quantity(
        half.start,
        end,
        text[half.start : end],
        value,
        value,
        unit[1].name,
        unit[1].kind,
        number_end=end,
        number=half.value,
    )
    return _with_context(made, text)


def _read(match: re.Match[str], text: str, lang: str) -> Quantity | None:
    kind = match.lastgroup or ""
    for name in ("zh_percent", "zh_fraction", "zh_ordinal"):
        if match.group(name):
            kind = name
    special = _read_special(kind, match)
    if special is not None:
        return _with_context(special, text)
    value = _value(kind, match.group())
    if value is None or _is_code(match, text):
        return None
    measured = _measured(_scaled(match, value, text, plain=kind == "digits"), kind, text, lang)
    return None if measured is None else _with_context(measured, text)


def _read_special(kind: str, match: re.Match[str]) -> Quantity | None:
    """Percentages, fractions, ordinals, times and multiples, which carry their unit with them."""
    surface, start, end = match.group(), match.start(), match.end()
    made: tuple[Decimal, str, str, bool] | None = None
    if kind == "zh_percent":
        value = _value("zh", match["zh_percent_value"])
        made = None if value is None else (value, "%", "percent", False)
    elif kind == "zh_fraction":
        whole, part = _value("zh", match["zh_whole"]), _value("zh", match["zh_part"])
        made = (part / whole * 100, "%", "percent", False) if whole and part is not None else None
    elif kind == "zh_ordinal":
        value = _value("zh", match["zh_ordinal_value"])
        made = None if value is None else (value, "ordinal", "ordinal", value == 1)
    elif kind == "ordinal":
        number = int(surface[:-2]) if surface[0].isdigit() else english_ordinal(surface)
        made = None if number is None else (Decimal(number), "ordinal", "ordinal", number == 1)
    elif kind == "clock":
        parts = surface.split(":")
        made = (Decimal(int(parts[0]) * 60 + int(parts[1])), "clock", "time", False)
    elif kind == "fraction":
        made = _english_fraction(surface)
    elif kind == "twice":
        made = (Decimal(_MULTIPLES.get(surface.lower(), 2)), "x", "multiple", False)
    if made is None:
        return None
    value, unit, name, weak = made
    return Quantity(start, end, surface, value, value, unit, name, weak=weak, number_end=end, number=value)


def _english_fraction(surface: str) -> tuple[Decimal, str, str, bool] | None:
    *count, part = re.split(r"[\s-]+", surface.lower())
    whole = _FRACTIONS.get(part.rstrip("s") if part != "halves" else part)
    if whole is None or (part.startswith(("third", "fifth", "tenth", "quarter")) and not count):
        return None
    times = {"two": 2, "three": 3}.get(count[0] if count else "", 1)
    return Decimal(times * 100) / whole, "%", "percent", False


def _value(kind: str, surface: str) -> Decimal | None:
    try:
        if kind == "digits":
            return Decimal(surface.replace(",", "").replace("，", "").replace("−", "-"))
        if kind == "words":
            return english_number(surface)
        return _chinese_value(surface)
    except InvalidOperation:
        return None


def _chinese_value(surface: str) -> Decimal | None:
    """Chinese numerals, also mixed ("3.5万", "1亿2000万") and with decimals ("三点五")."""
    compact = surface.replace(",", "").replace("，", "").replace(" ", "")
    whole, point, decimals = compact.partition("点")
    if point:
        scale = Decimal(1)
        while decimals and decimals[-1] in CHINESE_SCALES:
            scale *= CHINESE_SCALES[decimals[-1]]
            decimals = decimals[:-1]
        left, right = chinese_number(whole), chinese_number(decimals)
        if left is None or right is None:
            return None
        return (left + right / (Decimal(10) ** len(decimals))) * scale
    if not re.search(r"\d", compact):
        return chinese_number(compact)
    total = Decimal(0)
    for number, places in re.findall(r"(\d+(?:\.\d+)?)([十百千万亿兆]*)", compact):
        value = Decimal(number)
        for place in places:
            value *= chinese_number(place) or 1
        total += value
    return total


def _is_code(match: re.Match[str], text: str) -> bool:
    """Version numbers, phone numbers, addresses, names glued to digits: numbers that count nothing."""
    start, end = match.start(), match.end()
    if not match.group()[-1].isdigit():
        return False
    after = text[end : end + 2]
    if re.match(r"\.\d|[-/]\d{3}|@|:\d", after) and not re.match(r"-\d{1,3}(?!\d|-)", text[end : end + 5]):
        return True
    if re.search(r"\d[.\-/:]$|[A-Za-z][-_/]?$|#$", text[max(0, start - 2) : start]) and not _ends_range(text, start):
        return True
    glued = re.match(r"[A-Za-z_]+", text[end : end + 24])
    if glued and glued.group() == "s":
        return True  # "747s": a plural, not seconds
    return bool(glued) and unit_at(text, end) is None and _SCALE_AFTER.match(text, end) is None


def _ends_range(text: str, start: int) -> bool:
    return bool(re.search(r"(?<![\d-])\d[\d,.]*\s?-$", text[max(0, start - 12) : start]))


def _scaled(match: re.Match[str], value: Decimal, text: str, plain: bool) -> Quantity:
    start, end = match.start(), match.end()
    negative_sign = match.group()[:1] in "-−"
    if negative_sign and start and text[start - 1] not in " (（\t\n":
        value, start = abs(value), start + 1  # a dash between words or numbers, not a minus
    scale = _SCALE_AFTER.match(text, end) if plain else None
    if scale is not None and _scale_fits(scale["scale"], text, start):
        word = scale["scale"].lower()
        value *= ENGLISH_SCALES.get(word.rstrip("s")) or Decimal(_SHORT_SCALES[word])
        end = scale.end()
    return Quantity(start, end, text[start:end], value, value, "", "count", number_end=end, number=value)


def _scale_fits(scale: str, text: str, start: int) -> bool:
    """`m`, `b`, `k` are scales after a currency sign or in upper case; "5 m" alone is five metres."""
    if len(scale) > 1:
        return True
    return currency_before(text, start) is not None or scale in "kKMB"


def _measured(quantity: Quantity, kind: str, text: str, lang: str) -> Quantity | None:
    """The quantity with its unit: a currency sign, a unit of measure, a classifier with its noun, or a noun."""
    sign = currency_before(text, quantity.start)
    if sign is not None:
        return _in_unit(quantity, sign[1], text, sign[0], quantity.end)
    position = quantity.end
    more = _MORE_ZH.match(text, position)
    if more:
        position = more.end()
        quantity = replace(quantity, bound="more_than")
    at = unit_at(text, position)
    if at is not None and not _unit_is_noun(at[1], text, at[0]):
        if quantity.low == 1 and kind == "zh" and at[1].name in ("month", "person", "second"):
            quantity = replace(quantity, weak=True)
        return _in_unit(quantity, at[1], text, quantity.start, at[0])
    chinese = kind == "zh" or (lang == "zh" and not _WORD_AFTER.match(text, quantity.end))
    if chinese:
        return _chinese_count(quantity, kind, text, position)
    return _english_count(quantity, kind, text)


def _unit_is_noun(unit: Unit, text: str, end: int) -> bool:
    """One-character units that start a longer word: 一名 is a person, 名单 and 元素, 米饭, 天空 are not units."""
    following = text[end : end + 1]
    last = text[end - 1 : end]
    if last in "名位":
        return True  # the noun behind tells more than the classifier
    return (last + following) in (
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


def _in_unit(quantity: Quantity, unit: Unit, text: str, start: int, end: int) -> Quantity:
    return replace(
        quantity,
        start=start,
        end=end,
        surface=text[start:end],
        low=quantity.low * unit.factor,
        high=quantity.high * unit.factor,
        unit=unit.name,
        kind=unit.kind,
    )


def _chinese_count(quantity: Quantity, kind: str, text: str, position: int) -> Quantity | None:
    classifier = _CLASSIFIER.match(text, position)
    if classifier is None:
        if _RANGE_ZH.match(text, position):
            return quantity
        if kind == "digits" and _GLUED_ZH.search(text[max(0, quantity.start - 1) : quantity.start]):
            return replace(quantity, unit="label:", kind="label")
        # A lone numeral character without a classifier is mostly part of a word (统一, 三明治).
        if kind == "zh" and (
            len(quantity.surface) < 2 or quantity.low < 10 or re.fullmatch(r"[百千万亿两]+", quantity.surface)
        ):
            return None
        return quantity
    sign = classifier.group().strip(" 多余") or classifier.group().strip()
    bound = "more_than" if re.search("[多余]", classifier.group()) else quantity.bound
    noun = _chinese_noun(text, classifier.end())
    if sign in _PERSON_CLASSIFIERS:
        unit = noun or "person"
    elif sign in _GENERIC_CLASSIFIERS:
        unit = noun or ""
    else:
        unit = noun or sign
    weak = quantity.low == 1 and kind == "zh"
    end = classifier.end()
    return replace(
        quantity, end=end, surface=text[quantity.start : end], unit=unit, bound=bound, weak=weak, classifier=sign
    )


def _chinese_noun(text: str, position: int) -> str:
    run = _HAN_RUN.match(text, position)
    if run is None:
        latin = re.match(r"\s?([A-Za-z]{2,})", text[position : position + 24])
        return latin.group(1).lower() if latin else ""
    from claimgraph.platform.models.chinese import segment

    for word, _, _ in segment(run.group()):
        if len(word) >= 2 or word in "人岛国州县省市区":
            return word
        if word in "在是和与及，":
            return ""
    return ""


def _english_count(quantity: Quantity, kind: str, text: str) -> Quantity | None:
    label = _LABEL_BEFORE.search(text, max(0, quantity.start - 24), quantity.start)
    noun, counted = _english_noun(text, quantity.end)
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


def _with_context(quantity: Quantity, text: str) -> Quantity:
    """Approximation and bounds said around the number."""
    before = text[max(0, quantity.start - 24) : quantity.start]
    approximate = bool(_APPROXIMATE_BEFORE.search(before)) or bool(_AFTER_ZH.match(text, quantity.end))
    bound = quantity.bound
    for pattern, name in _BOUND_BEFORE:
        if pattern.search(before):
            bound = name
            break
    if _OR_MORE.match(text, quantity.end):
        bound = "at_least"
    elif _OR_LESS.match(text, quantity.end):
        bound = "at_most"
    return replace(quantity, approximate=approximate, bound=bound)


def _join_range(left: Quantity, right: Quantity, text: str) -> Quantity | None:
    """ "3-5 days", "from 3 to 5", 三到五天 as one quantity; `None` where the two are no range."""
    between = text[left.end : right.start]
    joint = _RANGE.fullmatch(between)
    if joint is None or left.kind in ("ordinal", "label", "time") or right.kind in ("ordinal", "label", "time"):
        return None
    word = between.strip().lower()
    before = text[max(0, left.start - 48) : left.start].lower()
    if word == "and" and not before.endswith("between "):
        return None
    if word in ("to", "到", "至") and _CHANGE_BEFORE.search(before):
        return None  # a change from one value to another, not a range
    if left.unit not in ("", right.unit):
        return None
    low = left.low
    factor = _factor(right)
    if left.unit == "":
        low = low * factor
    if low > right.high:
        return None
    return replace(right, start=left.start, surface=text[left.start : right.end], low=low, approximate=left.approximate)


def _factor(quantity: Quantity) -> Decimal:
    """What the right end's unit or scale multiplies a bare left end by: the 1000 of "3-5 km"."""
    digits = re.match(rf"\D*?({_DIGITS})", quantity.surface)
    if digits is None:
        unit = unit_at(quantity.surface, quantity.number_end - quantity.start)
        return Decimal(1) if unit is None else unit[1].factor
    bare = Decimal(digits.group(1).replace(",", "").replace("，", ""))
    return quantity.high / bare if bare else Decimal(1)
