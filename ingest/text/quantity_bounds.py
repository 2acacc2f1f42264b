"""What is said around a quantity: that it is about so much, at least, at most, more or less."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from .quantity import Quantity

_REACH = 40  # characters before a quantity that may say how it is meant
_APPROXIMATE_BEFORE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|some|an estimated|estimated|close to|"
    r"just under|just over|just short of)|~|≈|约有?|大约|大概|将近|接近|(?<![最附])近|约为|上下"
    r"|[略稍][高低多少大小]于|略[超逾]过?|刚[刚好]?[超过]过?)\s*$",
    re.IGNORECASE,
)
_NEARLY_BEFORE = re.compile(
    r"(?:\b(?:nearly|almost|close to|just short of)|将近|接近|(?<![最附])近)\s*$", re.IGNORECASE
)
# What may stand between a bound and its number: "at least another 50", 至少造成50人死亡, 超过了50人.
_FILLED = (
    r"(?:\s+(?:another|an estimated|an additional|a total of|some|about|around|approximately|roughly"
    r"|force|level|grade|category|stage|class|version|age))*"
)
_FILLED_ZH = r"(?:(?![零〇一二两三四五六七八九十百千万亿的])[\u4e00-\u9fff]){0,6}?"
_REACHED_ZH = r"[了过达到有约]{0,2}"
_MORE = "more|greater|higher|larger|longer|older|taller|heavier|wider|deeper|thicker|faster|farther|further"
_LESS = "less|fewer|lower|smaller|shorter|younger|lighter|narrower|thinner|slower|cheaper|nearer|closer"
_NOT_SAID = r"(?:\bnot|\bnever|n['’]t|\bcannot) (?:[a-z]+ ){1,3}?"  # "should not take more than"
_BOUNDS = (
    ("up_to", r"(?<!-)\bup to|\bas (?:many|much) as|\bmaximum of", r"至多|最多|顶多", _FILLED_ZH),
    (
        "at_most",
        rf"\bnot? (?:{_MORE}|over|later) than|\bat (?:the )?most|{_NOT_SAID}(?:{_MORE}) than"
        r"|\b(?:does|do|did|may|must|should|can|could|shall|will) not exceed|\bcannot exceed",
        r"不[得能可应]?[多大高]于|不[得能可应]?超过|不逾|[未没]有?超过",
        _FILLED_ZH,
    ),
    (
        "at_least",
        rf"\bnot? (?:{_LESS}) than|{_NOT_SAID}(?:{_LESS}) than|\bat (?:the very )?least"
        r"|\bminimum (?:(?:term|stay|contract|period) )?(?:of|is|was)",
        r"至少|最少|起码|不[得能可应]?[少低小]于|不下于?",
        _FILLED_ZH,
    ),
    (
        "less_than",
        rf"\b(?:{_LESS}) than"
        r"|\b(?:under|below)(?: the age of)?",
        r"不到|不足|[未没不]满|[未没]达到?|没到|少于|低于|小于",
        _REACHED_ZH,
    ),
    (
        "more_than",
        rf"\b(?:{_MORE}) than"
        r"|\b(?:over(?: the age of)?|above|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|in excess of|upwards of|beyond)",
        r"超过|超出|超|多于|高于|大于|突破|逾|不止|不只|年过|刚[刚好]?过",
        _REACHED_ZH,
    ),
)
_BOUND_BEFORE: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:(?:{english}){_FILLED}|(?:{chinese}){filled})\s*$", re.IGNORECASE), bound)
    for bound, english, chinese, filled in _BOUNDS
)
# The most that something holds is what it holds: 最多可容纳500人 is 可容纳500人.
_CAPACITY_BEFORE = re.compile(
    r"(?:\b(?:can|could|able to)\s+(?:hold|seat|accommodate|carry|house|store|sleep|fit|contain)"
    r"|\b(?:holds|seats|accommodates|sleeps|capacity of))\s+(?:[a-z]+\s+){0,4}$"
    r"|(?:最多|至多)?(?:可以?|能够?)?(?:同时)?(?:容纳|容下|坐下?|搭载|承载|停放?|住下?|装下?|存放?)\s*$",
    re.IGNORECASE,
)
# How much one thing exceeds another by, said with a comparative: "nine euros more than", 比前者贵了9元.
_BY_MORE = re.compile(
    rf"(?:\s[a-z]+)?\s(?:{_MORE}|{_LESS}|earlier|later|ahead|behind|dearer|bigger|colder|warmer)\b(?!\s(?:of|and)\b)",
    re.IGNORECASE,
)
_BY_MORE_BEFORE = re.compile(
    r"(?:(?:比[^，。；比]{1,16}|[要还更又却])(?<![减增提升降])(?:[多少高低长短贵重轻大小早晚快慢久]|便宜)(?:了|出|上)?|[多少][载收卖用装产付获得坐]"
    r"|[贵快慢重轻]了)(?:整整|近|约)?\s*$"
    rf"|\b(?:{_MORE}|{_LESS}|earlier|later)\s+by\s+$",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(rf"\b(?:{_LESS}|earlier|behind|colder)\b|[少低短轻小早慢]|便宜", re.IGNORECASE)
_WITHIN_BEFORE = re.compile(r"\bwithin\s*$", re.IGNORECASE)  # of times it is another word for "in"
_INCLUDED_BEFORE = re.compile(r"[（(]不?含\s*$")  # 六岁以上（含六岁）
_AFTER_ZH = re.compile(r"\s?(?:左右|上下)")
_NOUN = r"(?:(?:\s[a-z]+){0,2}?\s(?=(?:or|at)\b)|\s?|(?:(?!以)[\u4e00-\u9fff]){0,4}?(?=及?以))"
"""What is counted, between the number and what bounds it: "50 people or more", 五十名员工以上."""
_OR_MORE = re.compile(rf"{_NOUN}(?:or (?:more|above|over)\b|at least\b(?!\s+\d)|\+|及?以上)", re.IGNORECASE)
_OR_LESS = re.compile(rf"{_NOUN}(?:or (?:less|fewer|under)\b|at most\b(?!\s+\d)|及?以下|以内|之内)", re.IGNORECASE)
_SOME_MORE = re.compile(r"(?<=[成倍年天岁月周时里米吨元])多(?![数种个名位少样项])")
_RULE = re.compile(
    r"\b(?:must|shall|should|may|requires?|required|requirements?|needs?|needed|appl(?:y|ies|ied) to"
    r"|eligib\w+|qualif\w+|allow\w*|permit\w*|limit\w*|rules?|if|unless|mandatory)\b"
    r"|必须|须|应当?|要求|规定|适用|不得|允许|限[制定于]|资格|条件|凡|如果|方可|才能|才可|准予|有权",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[^.;。；!?！？]*")


def with_context(quantity: Quantity, text: str) -> Quantity:
    """Approximation and bounds said around the number."""
    before = text[max(0, quantity.start - _REACH) : quantity.start]
    if _ROUND.fullmatch(text, quantity.start, quantity.number_end):
        quantity = _of_some(quantity, before[-1:])
    if quantity.kind != "count" and _SOME_MORE.match(text, quantity.end):
        quantity = replace(quantity, bound="more_than", odd=True)
    approximate = bool(_APPROXIMATE_BEFORE.search(before)) or bool(_AFTER_ZH.match(text, quantity.end))
    nearly = bool(_NEARLY_BEFORE.search(before))
    bound = quantity.bound
    for pattern, name in _BOUND_BEFORE:
        if pattern.search(before):
            bound = name
            break
    if not bound and quantity.kind == "length" and _WITHIN_BEFORE.search(before):
        bound = "at_most"
    if bound in ("at_most", "up_to") and _CAPACITY_BEFORE.search(before):
        bound = ""
    if _OR_MORE.match(text, quantity.end):
        bound = "at_least"
    elif _OR_LESS.match(text, quantity.end):
        bound = "at_most"
    laid_down = bool(bound) and bool(_RULE.search(_clause(quantity, text)))
    weak = quantity.weak or bool(_INCLUDED_BEFORE.search(before))
    apart = _BY_MORE_BEFORE.search(before) or _BY_MORE.match(text, quantity.end)
    difference = 0 if apart is None else -1 if _SHORT_OF.search(apart.group()) else 1
    return replace(
        quantity,
        approximate=approximate,
        nearly=nearly,
        bound=bound,
        laid_down=laid_down,
        weak=weak,
        difference=difference,
        period=_period(before, text, quantity.end),
    )


# Words that hedge or bound a number and say nothing else: without them the sentence says the number itself. A verb
# ("does not exceed", "should not take more than") is none of these.
_PLAIN_BOUNDS = (
    ("more_than", r"\b(?:well |just |slightly |far )?(?:(?:more|greater|higher|larger) than|over|above)"
     r"|\bin excess of|\bupwards of", r"(?:超过|超出|超|多于|高于|大于|逾)[了过]?"),
    ("less_than", r"\b(?:well |just |slightly )?(?:(?:less|fewer|lower|smaller) than|under|below)",
     r"不到|不足|少于|低于|小于"),
    ("at_least", r"\bat least|\b(?:no|not) (?:less|fewer) than|\ba minimum of",
     r"至少|最少|起码|不少于|不低于|不小于|不下于?"),
    ("at_most", r"\bat (?:the )?most|\b(?:no|not) more than", r"不超过|不多于|不高于|不大于"),
    ("up_to", r"(?<!-)\bup to|\bas (?:many|much) as|\ba maximum of", r"至多|最多|顶多"),
)  # fmt: skip
_PLAIN_BEFORE = {
    bound: re.compile(rf"(?:{english}|{chinese})\s*$", re.IGNORECASE) for bound, english, chinese in _PLAIN_BOUNDS
}
_PLAIN_AFTER = {
    "at_least": re.compile(r"\s?(?:or (?:more|above|over)\b|\+|及?以上)", re.IGNORECASE),
    "at_most": re.compile(r"\s?(?:or (?:less|fewer|under)\b|及?以下|以内|之内)", re.IGNORECASE),
}


def with_hedges(quantity: Quantity, text: str) -> tuple[int, int] | None:
    """Start and end of a quantity together with the words that say it is about so much, or that bound it.

    None where these words say more than that (a verb, a rule that is laid down, a denial, a comparison).
    """
    if quantity.laid_down or quantity.difference or quantity.low != quantity.high:
        return None
    start, end, bound = quantity.start, quantity.end, quantity.bound
    before = text[max(0, start - _REACH) : start]
    if quantity.odd:  # 三百余人 has the word inside, 40年多 behind
        behind = _SOME_MORE.match(text, end)
        return start, behind.end() if behind else end
    if bound:
        said, after = _PLAIN_BEFORE.get(bound), _PLAIN_AFTER.get(bound)
        behind = after.match(text, end) if after else None
        opening = said.search(before) if said else None
        if behind is None and opening is None:
            return None
    else:
        behind, opening = _AFTER_ZH.match(text, end), _APPROXIMATE_BEFORE.search(before)
    return start - (len(before) - opening.start() if opening else 0), behind.end() if behind else end


_ROUND = re.compile(r"[十百千万亿]{1,3}")
_LEAST_ROUND = 100  # 充上十分钟的电


def _of_some(quantity: Quantity, before: str) -> Quantity:
    """几十, 数百 and 数千万 are two to nine of them, 上千 at least so many."""
    if before in ("数", "几"):
        return replace(quantity, low=2 * quantity.low, high=Decimal("9.9") * quantity.high)
    return replace(quantity, bound="at_least") if before == "上" and quantity.number >= _LEAST_ROUND else quantity


_PERIODS = {
    "second": "second", "秒": "second", "minute": "minute", "分钟": "minute", "hour": "hour", "小时": "hour",
    "day": "day", "daily": "day", "天": "day", "日": "day", "week": "week", "weekly": "week", "周": "week",
    "month": "month", "monthly": "month", "月": "month", "quarter": "quarter", "quarterly": "quarter",
    "季度": "quarter", "季": "quarter", "year": "year", "yearly": "year", "annually": "year", "annum": "year",
    "年": "year",
}  # fmt: skip
_PERIOD_AFTER = re.compile(
    r"(?:\s[a-z]+){0,2}?\s(?:(?:an?|per|each|every)\s(?P<period>second|minute|hour|day|week|month|quarter|year|annum)\b"
    r"|(?P<often>daily|weekly|monthly|quarterly|yearly|annually)\b)|/(?P<short>second|minute|hour|day|week|month|year)\b",
    re.IGNORECASE,
)
_PERIOD_BEFORE = re.compile(r"每个?(?P<period>秒|分钟|小时|天|日|周|月|季度?|年)[\u4e00-\u9fff]{0,4}$")


def _period(before: str, text: str, end: int) -> str:
    """What a rate is for, so that 9 euros a month are not taken for 9 euros a year."""
    match = _PERIOD_AFTER.match(text, end) or _PERIOD_BEFORE.search(before)
    said = next((value for value in match.groupdict().values() if value), "") if match else ""
    return _PERIODS.get(said.casefold(), "")


def _clause(quantity: Quantity, text: str) -> str:
    """The sentence around the number, as far as a rule's words may stand from it."""
    before = text[max(0, quantity.start - 80) : quantity.start]
    behind = _CLAUSE.match(text, quantity.end, quantity.end + 40)
    opening = max(before.rfind(mark) for mark in ".;。；!?！？") + 1
    return before[opening:] + (behind.group() if behind else "")
