"""Written-out numbers, English and Chinese, as exact decimals: "twenty-three", "三千五百万", "二〇一九"."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from .word_lists import word_list

_UNITS = word_list(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
    """
)
_TENS = word_list(
    """
    twenty thirty forty fifty sixty seventy eighty ninety
    """
)
ENGLISH_SMALL: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 20 + 10 * place for place, word in enumerate(_TENS)},
}
ENGLISH_SCALES: dict[str, Decimal] = {
    "hundred": Decimal(100),
    "dozen": Decimal(12),
    "thousand": Decimal(1000),
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}
_ORDINAL_UNITS = word_list(
    """
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
    """
)
_ORDINAL_TENS = word_list(
    """
    twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth
    """
)
ENGLISH_ORDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(_ORDINAL_UNITS)},
    **{word: 20 + 10 * place for place, word in enumerate(_ORDINAL_TENS)},
    "hundredth": 100,
}

CHINESE_DIGITS: dict[str, int] = {
    **{char: value for value, char in enumerate("零一二三四五六七八九")},
    "〇": 0,
    "两": 2,
    "兩": 2,
    "壹": 1,
    "贰": 2,
    "叁": 3,
    "肆": 4,
    "伍": 5,
    "陆": 6,
    "柒": 7,
    "捌": 8,
    "玖": 9,
}
_CHINESE_PLACES: dict[str, int] = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
CHINESE_SCALES: dict[str, Decimal] = {
    "万": Decimal(10) ** 4,
    "萬": Decimal(10) ** 4,
    "亿": Decimal(10) ** 8,
    "億": Decimal(10) ** 8,
    "兆": Decimal(10) ** 12,
}

CHINESE_NUMERAL = r"[零〇一二三四五六七八九两兩十百千万萬亿億]"
"""One character of a written-out Chinese number (without the forms that bankers write)."""

_small = "|".join(sorted(ENGLISH_SMALL, key=len, reverse=True))
_scale = "|".join(ENGLISH_SCALES)
ENGLISH_NUMBER = (
    rf"(?:(?:an?|{_small})(?:[\s-]+(?:and\s+)?(?:{_small}|{_scale})\b)*[\s-]+(?:{_scale})\b"
    rf"(?:[\s-]+(?:and\s+)?(?:{_small}|{_scale})\b)*"
    rf"|(?:{_small})\b(?:[\s-]+(?:{_small})\b)*)"
)
"""A regular expression for a cardinal in words: "twenty-three", "a dozen", "two hundred and five thousand"."""


@lru_cache(maxsize=4096)
def english_number(words: str) -> Decimal | None:
    """The value of a cardinal in words, or `None` where it is not one."""
    total, current, seen = Decimal(0), Decimal(0), False
    previous = ""
    for word in re.split(r"[\s-]+", words.strip().lower()):
        if word in ("a", "an"):
            current = Decimal(1)
        elif word == "and":
            continue
        elif word in ENGLISH_SMALL:
            value = ENGLISH_SMALL[word]
            if previous in ENGLISH_SMALL and not (ENGLISH_SMALL[previous] >= 20 and 0 < value < 10):
                return None
            current += value
            seen = True
        elif word in ENGLISH_SCALES:
            scale = ENGLISH_SCALES[word]
            current = (current or Decimal(1)) * scale
            seen = True
            if scale >= 1000:
                total, current = total + current, Decimal(0)
        else:
            return None
        previous = word
    return total + current if seen else None


def english_words(number: int) -> str | None:
    """Below a hundred, as `english_number` reads it: "twenty-three"; None for others."""
    if 0 <= number < len(_UNITS):
        return _UNITS[number]
    if not 0 <= number < 100:
        return None
    tens = _TENS[number // 10 - 2]
    return f"{tens}-{_UNITS[number % 10]}" if number % 10 else tens


def chinese_numeral(number: int) -> str | None:
    """Below ten thousand, as `chinese_number` reads it: 二十三, 一百零五; None for others."""
    digits = "零一二三四五六七八九"
    if not 0 <= number < 10_000:
        return None
    said = ""
    for place, name in ((1_000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // place % 10
        if digit:
            skipped = said and number // (place * 10) % 10 == 0
            said += ("零" if skipped else "") + digits[digit] + name
    return (said.removeprefix("一") if 10 <= number < 20 else said) or digits[0]


@lru_cache(maxsize=4096)
def english_ordinal(words: str) -> int | None:
    """3 for "third", 21 for "twenty-first"; `None` where the words are no ordinal."""
    parts = re.split(r"[\s-]+", words.strip().lower())
    last = ENGLISH_ORDINALS.get(parts[-1])
    if last is None:
        return None
    if len(parts) == 1:
        return last
    rest = english_number(" ".join(parts[:-1]))
    return None if rest is None else int(rest) + last


@lru_cache(maxsize=4096)
def chinese_number(numeral: str) -> Decimal | None:
    """The value of a Chinese numeral: place values ("三千五百万"), or digits in a row ("二〇一九"); else `None`."""
    if not numeral:
        return None
    if len(numeral) == 2 and _are_neighbours(*numeral):
        return None  # 两三, 七八: some, not 23 or 78
    if all(char in CHINESE_DIGITS for char in numeral):
        return Decimal("".join(str(CHINESE_DIGITS[char]) for char in numeral))
    total, section, digit = Decimal(0), Decimal(0), None
    last_place = 0
    for char in numeral:
        if char in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[char]
        elif char in _CHINESE_PLACES:
            last_place = _CHINESE_PLACES[char]
            section += (1 if digit is None else digit) * last_place
            digit = None
        elif char in CHINESE_SCALES:
            scale = CHINESE_SCALES[char]
            section += digit or 0
            if scale >= 10**8:
                total = (total + section or Decimal(1)) * scale
            else:
                total += (section or Decimal(1)) * scale
            section, digit, last_place = Decimal(0), None, int(scale)
        else:
            return None
    if digit:
        # 三千五 is 3,500 and 两万五 is 25,000: a last digit counts the next lower place, unless 零 stands before it.
        shorthand = last_place >= 100 and len(numeral) >= 2 and numeral[-2] not in "零〇"
        section += digit * (last_place // 10 if shorthand else 1)
    return total + section


def _are_neighbours(first: str, second: str) -> bool:
    left, right = CHINESE_DIGITS.get(first), CHINESE_DIGITS.get(second)
    return left is not None and right is not None and left > 0 and right == left + 1
