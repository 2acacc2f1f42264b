"""How a number or date of a claim stands to one of the evidence: equal, close, different or not comparable."""

from __future__ import annotations

import re
from decimal import Decimal

from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.quantities import Quantity
from claimgraph.ingest.text.word_lists import word_set

from . import lexicon_chinese as zh
from . import lexicon_english as en
from .intervals import (
    CLOSE,
    DIFFERENT,
    EQUAL,
    compare_bounded,
    compare_ranges,
    is_bounded,
    last_place,
    may_be_about,
    tolerance,
)

_LEAST_SUM = 1000  # a smaller number may count anything
_ROUNDING_TOLERANCE = Decimal("0.02")
_CONVERSION_TOLERANCE = Decimal("0.02")  # 262 feet and 80 metres
_LOOSE_CONVERSION_TOLERANCE = Decimal("0.05")  # 3 miles and 5 kilometres
_PEOPLE = word_set(
    """
    person people employee worker member resident inhabitant student soldier passenger visitor player
    developer volunteer victim patient user participant staff man woman child 人 人次 人口 员工 职工 学生
    士兵 军人 居民 旅客
    乘客 游客 成员 会员 选手 球员 观众 教师 工人 患者 名 位 person 儿童 志愿者 用户 代表 专家
    """
)
_GENERIC = frozenset({"", "个", "总", "total", "number"})


_VAGUE_CLASSIFIERS = frozenset({"", "个", "种", "项", "件", "次", "大"})  # they count anything


def same_unit(left: Quantity, right: Quantity) -> bool:
    """Whether the two count or measure the same sort of thing, so that their values may be compared."""
    if left.kind == "label" or right.kind == "label":
        return left.unit == right.unit
    if left.unit == right.unit:
        return True
    if left.kind != "count" or right.kind != "count":
        return False
    if left.unit in _PEOPLE and right.unit in _PEOPLE:
        return True
    if left.classifier == right.classifier not in _VAGUE_CLASSIFIERS and _says_no_noun(left, right):
        return True
    return _same_noun(left.unit, right.unit)


_SECONDS_IN_A_MONTH = Decimal(2_629_746)
_CALENDAR_TOLERANCE = Decimal("0.12")  # 28 to 31 days are a month
_SAME_SPAN_TOLERANCE = Decimal("0.02")  # half a month and 15 days, a year and 365 days


def compare_across_units(claim: Quantity, evidence: Quantity) -> str | None:
    """The comparison of two of one kind whose units have no exact factor; `None` where they cannot be compared.

    Three weeks are not three months; 90 days may be three months. Of money in two currencies only the same number is
    told apart: another one may be the same sum.
    """
    if claim.kind != evidence.kind or claim.unit == evidence.unit or claim.weak or evidence.weak:
        return None
    if claim.kind == "money":
        return DIFFERENT if claim.number == evidence.number else None
    if claim.kind != "duration" or {claim.unit, evidence.unit} != {"second", "month"}:
        return None
    left, right = _in_seconds(claim), _in_seconds(evidence)
    largest = max(left, right)
    apart = abs(left - right) / largest if largest else Decimal(0)
    if apart <= _SAME_SPAN_TOLERANCE and claim.bound == evidence.bound:
        return EQUAL
    return DIFFERENT if apart > _CALENDAR_TOLERANCE else CLOSE


def _in_seconds(quantity: Quantity) -> Decimal:
    return quantity.high * (_SECONDS_IN_A_MONTH if quantity.unit == "month" else 1)


def is_sum_of_money(left: Quantity, right: Quantity) -> bool:
    """Whether one is money and the other the same large number of nothing that is named: 1.5亿元 and 亏损一亿五千万."""
    bare, money = (left, right) if right.kind == "money" else (right, left)
    if money.kind != "money" or bare.kind != "count" or bare.unit not in _GENERIC or bare.weak:
        return False
    return bare.number >= _LEAST_SUM and compare_values(bare, money) in (EQUAL, CLOSE)


def _says_no_noun(left: Quantity, right: Quantity) -> bool:
    """One of the two names only its measure word: 车站23座 beside 23座车站."""
    return any(one.unit in ("", one.classifier) or (one.unit == "person" and one.classifier) for one in (left, right))


def _same_noun(left: str, right: str) -> bool:
    if left in _GENERIC or right in _GENERIC:
        return False
    if right in (en.SYNONYMS if left.isascii() else zh.SYNONYMS).get(left, ()):
        return True  # homes and houses, 房屋 and 房子
    shorter, longer = sorted((left, right), key=len)
    if shorter and shorter.rstrip(_BESIDE) != shorter and not shorter.isascii():
        shorter = shorter.rstrip(_BESIDE)  # 岛中 is 岛
    if shorter.isascii():
        return len(shorter) >= 4 and longer.startswith(shorter)
    return bool(shorter) and (longer.endswith(shorter) or longer.startswith(shorter))


_BESIDE = "中里内上下"


def same_written_number(left: Quantity, right: Quantity) -> bool:
    """Whether the two are the same number, one of them without a unit: "27" beside "27 years", or a label."""
    if left.number != right.number:
        return False
    if "label" in (left.kind, right.kind):
        return {left.kind, right.kind} <= {"label", "count"}
    return _is_bare(left) or _is_bare(right)


def same_measure_word(left: Quantity, right: Quantity) -> bool:
    """六场比赛 and 六场球: the same number of what the same Chinese measure word counts."""
    if left.low != right.low or left.high != right.high or left.bound != right.bound:
        return False
    return left.classifier == right.classifier not in _VAGUE_CLASSIFIERS and left.kind == right.kind == "count"


def _is_bare(quantity: Quantity) -> bool:
    return quantity.kind == "count" and (quantity.unit in _GENERIC or quantity.unit == quantity.classifier)


def compare_values(claim: Quantity, evidence: Quantity) -> str:
    """`EQUAL`, `CLOSE` (neither proves nor disproves the claim) or `DIFFERENT`, for two of comparable unit."""
    if claim.kind == evidence.kind == "time":
        return _compare_times(claim, evidence)
    if claim.period and evidence.period and claim.period != evidence.period:
        return DIFFERENT if claim.low == evidence.low else CLOSE  # nine a month are not nine a year, and may be 108
    if is_bounded(claim) or is_bounded(evidence):
        return compare_bounded(claim, evidence)
    ranged = compare_ranges(claim, evidence)
    if ranged is not None:
        return ranged
    if claim.low == evidence.low:
        return EQUAL
    converted = _compare_converted(claim, evidence)
    if converted is not None:
        return converted
    difference = _relative_difference(claim, evidence)
    hedged = claim if claim.approximate else evidence
    if hedged.approximate and difference <= may_be_about(hedged):
        near = claim.approximate and not is_finer(claim, evidence) and difference <= tolerance(claim)
        return EQUAL if near else CLOSE
    if _is_rounding(claim, evidence):
        return EQUAL
    if _is_rounding(evidence, claim):
        return CLOSE
    return DIFFERENT


_HALF_A_DAY = 720  # minutes


def _compare_times(claim: Quantity, evidence: Quantity) -> str:
    """Nine o'clock may be nine in the evening; who says which says more."""
    if claim.half_day_open or evidence.half_day_open:
        same = claim.low % _HALF_A_DAY == evidence.low % _HALF_A_DAY
        return EQUAL if same else DIFFERENT
    return EQUAL if claim.low == evidence.low else DIFFERENT


def _compare_converted(claim: Quantity, evidence: Quantity) -> str | None:
    """The comparison of two values written in different units, each rounded in its own; `None` where that rounding
    does not explain the difference."""
    left, right = _factor(claim), _factor(evidence)
    if left == right or claim.low != claim.high or evidence.low != evidence.high:
        return None
    slack = (last_place(claim.number) * left + last_place(evidence.number) * right) / 2
    if abs(claim.low - evidence.low) > slack:
        return None
    difference = _relative_difference(claim, evidence)
    if difference <= _CONVERSION_TOLERANCE:
        return EQUAL
    return CLOSE if difference <= _LOOSE_CONVERSION_TOLERANCE else None


def _factor(quantity: Quantity) -> Decimal:
    """What the written number was multiplied with to give the value in the canonical unit."""
    if not quantity.number:
        return Decimal(1)
    return (abs(quantity.high / quantity.number)).quantize(Decimal("1e-9"))


def compare_bounded_date(bound: str, claim: DateMention, evidence: DateMention) -> str:
    """How a date of the evidence stands to a claim of "before" or "after" a date: `EQUAL` where the claim holds,
    `DIFFERENT` where it does not, "vague" where the dates do not tell."""
    limit, found = _days(claim), _days(evidence)
    if limit is None or found is None:
        return "vague"
    if bound == "before":
        return EQUAL if found[1] < limit[0] else DIFFERENT if found[0] >= limit[0] else "vague"
    return EQUAL if found[0] > limit[1] else DIFFERENT if found[1] <= limit[1] else "vague"


def _days(date: DateMention) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
    """(first, last) day of a date as (year, month, day); `None` without a year."""
    if date.year is None:
        return None
    last = date.year if date.last_year is None else date.last_year
    months = (date.month, date.month) if date.month is not None else (1, 12)
    if date.month is None and date.quarter is not None:
        months = (3 * date.quarter - 2, 3 * date.quarter)
    months = months if date.months is None else date.months
    days = (date.day, date.day) if date.day is not None else date.days or (1, 31)
    return (min(date.year, last), months[0] or 1, days[0] or 1), (max(date.year, last), months[1] or 12, days[1] or 31)


def _relative_difference(left: Quantity, right: Quantity) -> Decimal:
    largest = max(abs(left.high), abs(right.high), abs(left.low), abs(right.low))
    if not largest:
        return Decimal(0)
    return max(abs(left.low - right.low), abs(left.high - right.high)) / largest


def _is_rounding(rounded: Quantity, exact: Quantity) -> bool:
    """Whether `rounded` is `exact` rounded to fewer digits, two at least: "3.2 million" of 3,213,000."""
    if rounded.low != rounded.high or exact.low != exact.high or not rounded.low:
        return False
    digits = _significant_digits(rounded.low)
    if digits < 2 or digits >= _significant_digits(exact.low):
        return False
    if _relative_difference(rounded, exact) > _ROUNDING_TOLERANCE:
        return False
    unit = Decimal(1).scaleb(rounded.low.adjusted() - digits + 1)
    return abs(rounded.low - exact.low) < unit


def is_finer(claim: Quantity, evidence: Quantity) -> bool:
    """Whether the claim tells more digits than its evidence has: "243" of "about 240". It may round, not sharpen."""
    points = claim.low == claim.high and evidence.low == evidence.high
    if not points or _factor(claim) != _factor(evidence) or _is_fraction(claim) or _is_fraction(evidence):
        return False
    return _significant_digits(claim.number) > _significant_digits(evidence.number)


_PERCENT_SIGN = re.compile(r"%|％|‰|per\s?cent|percentage|百分|千分|成", re.IGNORECASE)


def _is_fraction(quantity: Quantity) -> bool:
    """ "A third", "one in seven", 三分之一: no number of digits."""
    return quantity.kind == "percent" and not _PERCENT_SIGN.search(quantity.surface)


def _significant_digits(value: Decimal) -> int:
    return len(value.normalize().as_tuple().digits)
