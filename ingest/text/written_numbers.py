"""Numbers as they are written, in digits and words of both languages: where they stand and what they are worth."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

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
from .quantity import Quantity
from .units import currency_before, unit_at

DIGITS = r"(?:\d{1,3}(?:[,，]\d{3})+|\d+)(?:\.\d+)?"
_CHINESE_MIXED = (
    rf"(?:{DIGITS}\s?[十百千万萬亿億兆]+(?:[零\d十百千万亿]*[万亿千百])?"
    rf"|{CHINESE_NUMERAL}+(?:点[零一二三四五六七八九]+)?[万亿]*)"
)
_ORDINAL_WORD = "|".join(sorted(ENGLISH_ORDINALS, key=len, reverse=True))
NUMBER = re.compile(
    rf"(?P<zh_percent>百分之(?P<zh_percent_value>{_CHINESE_MIXED}|{DIGITS}))"
    rf"|(?P<zh_fraction>(?P<zh_whole>{CHINESE_NUMERAL}+|\d+)分之(?P<zh_part>{CHINESE_NUMERAL}+|\d+))"
    rf"|(?P<zh_ordinal>第\s?(?P<zh_ordinal_value>{CHINESE_NUMERAL}+|\d+[万亿]?))"
    rf"|(?P<zh>{_CHINESE_MIXED})"
    rf"|(?P<ordinal>(?<![A-Za-z0-9_.])\d+(?:st|nd|rd|th)\b|\b(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?:{_ORDINAL_WORD})\b)"
    rf"|(?P<digits>(?<![A-Za-z0-9_.])[-−]?{DIGITS}(?:[eE][+-]?\d+)?)"
    r"|(?P<fraction>\b(?:an?\s+|one[\s-]|two[\s-]|three[\s-])?(?:half|halves|thirds?|quarters?|fifths?|tenths?)\b"
    r"|\b(?:two|three|four|five|six|seven|eight|nine)[\s-]"
    r"(?:thirds|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|twentieths)\b"
    r"|\b(?:an?|one)[\s-](?:fourth|sixth|seventh|eighth|ninth|twelfth|twentieth)(?=\s+of\s)(?!\s+of\s+(?-i:[A-Z])))"
    rf"|(?P<words>\b{ENGLISH_NUMBER})"
    r"|(?P<twice>\b(?:twice|double|doubled|tripled|triple|quadrupled|翻倍|翻一番|翻了一番|翻番|翻了一倍)\b|翻倍|翻了?一番|翻番)",
    re.IGNORECASE,
)
SCALE_AFTER = re.compile(
    r"\s?(?P<scale>(?:hundred|thousand|million|billion|trillion|dozen)s?\b|(?:mn|bn|tn|[MBK])(?![\w²³])|k(?!\w))",
    re.IGNORECASE,
)
_SHORT_SCALES = {"mn": 10**6, "m": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12, "k": 1000}
_FRACTIONS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twelfth": 12,
    "twentieth": 20,
}
_MULTIPLES = {"twice": 2, "double": 2, "doubled": 2, "triple": 3, "tripled": 3, "quadrupled": 4}
_MINUS_BEFORE = re.compile(r"(?:\bminus\s|零下\s?)$", re.IGNORECASE)


def read_special(kind: str, match: re.Match[str]) -> Quantity | None:
    """Percentages, fractions, ordinals and multiples, which carry their unit with them."""
    surface, start, end = match.group(), match.start(), match.end()
    made: tuple[Decimal, str, str, bool] | None = None
    if kind == "zh_percent":
        value = value_of("zh", match["zh_percent_value"])
        made = None if value is None else (value, "%", "percent", False)
    elif kind == "zh_fraction":
        whole, part = value_of("zh", match["zh_whole"]), value_of("zh", match["zh_part"])
        made = (part / whole * 100, "%", "percent", False) if whole and part is not None else None
    elif kind == "zh_ordinal":
        value = value_of("zh", match["zh_ordinal_value"])
        made = None if value is None else (value, "ordinal", "ordinal", value == 1)
    elif kind == "ordinal":
        number = int(surface[:-2]) if surface[0].isdigit() else english_ordinal(surface)
        made = None if number is None else (Decimal(number), "ordinal", "ordinal", number == 1)
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
    if whole is None or (part not in ("half", "halves") and not count):
        return None
    times = english_number(count[0]) if count and count[0] not in ("a", "an") else Decimal(1)
    return (times or 1) * 100 / Decimal(whole), "%", "percent", False


def value_of(kind: str, surface: str) -> Decimal | None:
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


def is_code(match: re.Match[str], text: str) -> bool:
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
    return bool(glued) and unit_at(text, end) is None and SCALE_AFTER.match(text, end) is None


def _ends_range(text: str, start: int) -> bool:
    return bool(re.search(r"(?<![\d-])\d[\d,.]*\s?-$", text[max(0, start - 12) : start]))


def scaled(match: re.Match[str], value: Decimal, text: str, plain: bool) -> Quantity:
    start, end = match.start(), match.end()
    negative_sign = match.group()[:1] in "-−"
    if not negative_sign and _MINUS_BEFORE.search(text, max(0, start - 6), start):
        value = -value
    if negative_sign and start and text[start - 1] not in " (（\t\n是为达至到约近低":
        value, start = abs(value), start + 1  # a dash between words or numbers, not a minus
    scale = SCALE_AFTER.match(text, end) if plain else None
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
