"""Claims that compare the rows of a table: "Pro costs more than Team", "the oldest of the five ships", 比…贵5元.

No row says so by itself. Which rows are meant is told by their names, which column by the words of its head or by what
is measured in it. What is not plain in all of this is left to other judges.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.numerals import chinese_number, english_number
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.table_rows import Record, may_hold_rows, records
from claimgraph.ingest.text.word_lists import word_list, word_set
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Finding, Pair

from .comparison import same_unit

_MOST = 8
_NEGATED = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|without|cannot|unlike|except|almost|nearly|if|would)\b|n't\b|[不没未非无若]|如果|几乎"
)
_ADDED_UP = re.compile(
    r"\b(?:in all|in total|total(?:ly|s)?|altogether|together|combined|on average|average|per|each|share|relative)\b"
    r"|平均|人均|合计|总共|一共|共计|加起来|之和|每|按",
    re.IGNORECASE,
)
_DEGREES_EN = "|".join(
    word_list(
        """
        more less fewer longer shorter taller higher larger bigger greater later heavier faster quicker deeper wider
        warmer hotter dearer older pricier thicker lower smaller earlier sooner lighter slower shallower narrower cooler
        colder cheaper newer younger thinner
        """
    )
)
_THAN = re.compile(rf"\b(?P<degree>{_DEGREES_EN})\b(?P<noun>(?:\s+(?!than\b)[\w'-]+){{0,4}}?)\s+than\b", re.IGNORECASE)
_MOST_ENGLISH = re.compile(
    r"\b(?:the|its|their)\s+(?:(?P<rank>second|third|fourth|2nd|3rd|4th)[\s-]+)?(?P<degree>most|least|fewest|[a-z]{2,}est)\b"
    r"(?P<noun>(?:\s+(?!of\b|in\b|among\b|with\b|at\b|on\b|is\b|was\b|by\b|from\b|and\b|to\b|for\b)[\w'-]+){0,3})",
    re.IGNORECASE,
)
_RANKS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_ADJECTIVES = {"expensive": "dearer", "costly": "dearer"}
_DEGREES_ZH = "便宜|昂贵|年长|年轻|悠久|寒冷|炎热|[高低矮大小多少早晚长短快慢贵重轻深浅宽窄新旧老远近热冷暖厚薄]"
_THAN_ZH = re.compile(
    rf"(?:比|较)(?P<other>[^，,。；！？比]{{1,30}}?)(?P<noun>)(?:还要|更加|更为|还|更|要|稍|略)?(?P<degree>{_DEGREES_ZH})(?!于)"
)
_MOST_ZH = re.compile(rf"最(?:为)?(?P<degree>{_DEGREES_ZH})(?P<noun>)(?=[的，,。；;、是]|为(?!\d)|$)")
_TOTAL = re.compile(
    r"\b(?:of|among)\s+(?:all\s+)?(?:the\s+|its\s+|these\s+|those\s+)?(?P<en>two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\b"
    r"|(?P<zh>[两二三四五六七八九十]|\d{1,2})(?:[个名位项种款类地所座国省市区县队校支台条片家趟班本部档]|者)[^，,。；]{0,8}?"
    r"(?:中|里|当中|之中)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.，；：。!?！？]+|\b(?:but|yet|although|though|while|whereas|and)\b", re.IGNORECASE)
_UP, _DOWN = 1, -1
_SIGNS = {
    _UP: word_set(
        "more longer taller higher larger bigger greater later heavier faster quicker deeper wider warmer hotter dearer"
        " older pricier thicker"
        " 高 大 多 晚 长 快 贵 昂贵 重 深 宽 老 年长 悠久 旧 远 热 炎热 暖 厚"
    ),
    _DOWN: word_set(
        "less fewer shorter lower smaller earlier sooner lighter slower shallower narrower cooler colder cheaper newer"
        " younger thinner"
        " 低 矮 小 少 早 短 慢 便宜 轻 浅 窄 新 年轻 近 冷 寒冷 薄"
    ),
}
_OLD = word_set("older newer younger 老 旧 新 年长 年轻 悠久")
_FAST = word_set("faster quicker slower 快 慢")
_KINDS: Mapping[str, frozenset[str]] = {
    "money": word_set("cheaper dearer pricier 贵 昂贵 便宜"),
    "mass": word_set("heavier lighter 重 轻"),
    "length": word_set(
        "longer shorter taller deeper shallower wider narrower thicker thinner 长 短 深 浅 宽 窄 远 近 厚 薄 矮"
    ),
    "duration": word_set("longer shorter faster quicker slower 长 短 快 慢"),
    "speed": word_set("faster quicker slower 快 慢"),
    "temperature": word_set("warmer hotter colder cooler 热 冷 暖 炎热 寒冷"),
    "date": word_set("earlier later sooner older newer younger 早 晚 老 旧 新 悠久"),
    "time": word_set("earlier later sooner 早 晚"),
}
"""What is measured -> the words that compare it. All others ("more", "higher", 多) compare what the claim names."""
_ONLY = frozenset(word for words in _KINDS.values() for word in words)
_OF_MONEY = re.compile(
    r"\b(?:price|cost|fee|rent|rate|levy|fare|tariff|charge|deposit)s?\b|[价费租金]|工资|薪", re.IGNORECASE
)
_COSTS = re.compile(r"\b(?:costs?|paid|pays?|charges?|priced)\b|花费|收费", re.IGNORECASE)
_AGE = re.compile(r"\bage\b|年龄|岁", re.IGNORECASE)
_NOT_THE_NOUN = re.compile(r"\s+(?:per|of|from|to|in|at|for|by|with|on)\b.*", re.IGNORECASE)
_ANY_THING = word_set("one ones thing option choice item product model offer entry 者 一")
_COUNTED_BEFORE = re.compile(r"(?:\b(?:two|three|four|five|six|both|\d+)\s+|[两二三四五六\d][个份张]?)$", re.IGNORECASE)
_MAY_BE_A_YEAR = re.compile(r"\d{4}")
_OF_YEARS = re.compile(
    r"\b(?:years?|built|founded|opened|opening|since|born|died|established|launch(?:ed)?|released?|introduced|first|completed|published|dated?"
    r"|started|joined|elected|made|model)\b|[年]|建|成立|创办|开业|出版|投产|竣工|通车|时间|日期",
    re.IGNORECASE,
)
_MASK = "\u00b7"


@dataclass(frozen=True, slots=True)
class _Value:
    """What a cell has that can be compared: a quantity, or the day that a date begins with."""

    kind: str
    low: Decimal
    quantity: Quantity | None = None
    months: int = 0  # of a date: since the year 0
    precision: str = ""


@dataclass(frozen=True, slots=True)
class _Claim:
    pair: Pair
    text: str  # with a mask in the place of names of rows
    named: tuple[tuple[int, int, int], ...]  # start, end, row

    def clause(self, start: int, end: int) -> str:
        """What is said with start..end, up to where the next thing is said."""
        edges = [found.end() for form in (_CLAUSE, _MOST_ZH) for found in form.finditer(self.text, 0, start)]
        before = max(edges, default=0)
        if self.pair.claim_lang == "zh" and self.text.startswith("最", start):
            return self.text[before:end]  # what is most stands before it: 年降水量最多的是
        behind = _CLAUSE.search(self.text, end)
        return self.text[before : behind.start() if behind else len(self.text)]


def read_rows(pair: Pair) -> Finding | None:
    """What the rows say of the claim's comparison; None where it makes none, or they do not plainly tell.

    That something is the most of all is borne out only where the claim says how many there are, and the premise has as
    many rows.
    """
    if not may_hold_rows(pair.premise) or _NEGATED.search(pair.claim):
        return None
    for rows in records(pair.premise):
        claim = _named(pair, rows)
        if claim.named and (found := _compared(claim, rows) or _most(claim, rows)) is not None:
            return found
    return None


def _named(pair: Pair, rows: Sequence[Record]) -> _Claim:
    """Where the claim names things of rows; of names within each other the longer."""
    folded = pair.claim.casefold()
    if len(folded) != len(pair.claim):
        return _Claim(pair, pair.claim, ())
    found: list[tuple[int, int, int]] = []
    for place, row in sorted(enumerate(rows), key=lambda one: -len(one[1].thing)):
        name = row.thing.casefold().strip('《》"“” ')
        if len(name) < 2 or (name.isdigit() and row.kind.casefold() not in folded):
            continue
        for match in islice(re.finditer(rf"(?<![a-z\d]){re.escape(name)}(?![a-z\d])", folded), _MOST):
            if all(match.end() <= start or match.start() >= end for start, end, _ in found):
                found.append((*match.span(), place))
    text = pair.claim
    for start, end, _ in found:
        text = text[:start] + _MASK * (end - start) + text[end:]
    return _Claim(pair, text, tuple(sorted(found)))


def _compared(claim: _Claim, rows: Sequence[Record]) -> Finding | None:
    """A comparison of two rows that the claim names, one on each side."""
    chinese = claim.pair.claim_lang == "zh"
    for match in islice((_THAN_ZH if chinese else _THAN).finditer(claim.text), _MOST):
        middle = match.start() if chinese else match.end()
        left = {row for _, end, row in claim.named if end <= middle}
        right = {row for start, _, row in claim.named if start >= middle}
        if len(left) != 1 or len(right) != 1 or left == right or _is_counted(claim, right):
            continue
        first, second = rows[left.pop()], rows[right.pop()]
        column = _column(claim, [first, second], match)
        sign = _sign(_degree(match), column, first, claim.pair) if column else 0
        if column is None or not sign:
            continue
        one, other = (_value(row, column, claim.pair) for row in (first, second))
        if one is None or other is None:
            continue
        stance = _stance(claim, match, one, other, sign)
        if stance is not None:
            said = claim.pair.claim[slice(*match.span("degree"))] if chinese else claim.pair.claim[slice(*match.span())]
            return Finding("comparative", stance, said, f"{_said(first, column)}; {_said(second, column)}")
    return None


def _is_counted(claim: _Claim, places: set[int]) -> bool:
    """Whether a number of them is meant: "two Solo subscriptions"."""
    return any(_COUNTED_BEFORE.search(claim.text, 0, start) for start, _, row in claim.named if row in places)


def _stance(claim: _Claim, match: re.Match[str], one: _Value, other: _Value, sign: int) -> Stance | None:
    by = (one.low - other.low) * sign
    if by <= 0:
        return Stance.CONTRADICTS
    told = _difference(claim, match)
    if told is None:
        return Stance.SUPPORTS
    is_so = _is_so_much(told, one, other, by)
    return None if is_so is None else Stance.SUPPORTS if is_so else Stance.CONTRADICTS


def _difference(claim: _Claim, match: re.Match[str]) -> Quantity | None:
    """By how much, where the claim says so: "20 euros more than", 贵三百元."""
    clause_start, clause_end = match.start() - 40, match.end() + 24
    near = [
        one
        for one in find_quantities(claim.text, claim.pair.claim_lang)
        if one.kind not in ("ordinal", "label") and clause_start <= one.start and one.end <= clause_end and not one.weak
    ]
    if claim.pair.claim_lang == "zh":
        near = [one for one in near if one.start >= match.start("degree")]
    else:
        near = [one for one in near if one.end <= match.end("degree") + 24 and one.start < match.end()]
    return near[0] if near else None


def _is_so_much(told: Quantity, one: _Value, other: _Value, by: Decimal) -> bool | None:
    """Whether two values differ by what is told; None where that cannot be said."""
    if told.approximate or told.bound or told.low != told.high:
        return None
    if one.kind == "date":
        if told.kind != "duration" or told.unit != "month" or one.precision != other.precision:
            return None
        return told.low == abs(one.months - other.months)
    if one.quantity is None:
        return None
    if one.kind == "time":
        return told.low == by * 60 if told.unit == "second" else None
    if told.unit == one.quantity.unit or (told.kind == one.kind and same_unit(told, one.quantity)):
        return told.low == by
    bare = one.kind == "count" and one.quantity.unit == ""
    if bare and told.kind in ("count", "percent"):
        return told.low == by
    return True if told.number == by else None


def _most(claim: _Claim, rows: Sequence[Record]) -> Finding | None:
    """That the one row which the claim names has the most or least."""
    if len({row for _, _, row in claim.named}) != 1:
        return None
    mine = rows[claim.named[0][2]]
    for match in islice((_MOST_ZH if claim.pair.claim_lang == "zh" else _MOST_ENGLISH).finditer(claim.text), _MOST):
        rank = _RANKS.get((match.groupdict().get("rank") or "").casefold(), 1)
        column = _column(claim, [mine, *(row for row in rows if row is not mine)], match)
        own = _value(mine, column, claim.pair) if column else None
        sign = _sign(_degree(match), column, mine, claim.pair) if column else 0
        if column is None or own is None or not sign:
            continue
        told = [(_value(row, column, claim.pair), row) for row in rows if row is not mine]
        others = [(value.low * sign, row) for value, row in told if value is not None]
        beyond = [row for value, row in others if value > own.low * sign]
        if len(beyond) >= rank:
            return Finding("comparative", Stance.CONTRADICTS, match[0].strip(), _said(beyond[0], column))
        even = any(value == own.low * sign for value, _ in others)
        if _total(claim.text) == len(rows) == len(others) + 1 and not even:
            stance = Stance.SUPPORTS if len(beyond) == rank - 1 else Stance.CONTRADICTS
            return Finding("comparative", stance, match[0].strip(), _said(mine, column))
    return None


def _total(claim: str) -> int | None:
    match = _TOTAL.search(claim)
    if match is None:
        return None
    said = (match["en"] or match["zh"]).casefold()
    if said.isdigit():
        return int(said)
    number = english_number(said) if match["en"] else chinese_number(said)
    return None if number is None else int(number)


def _degree(match: re.Match[str]) -> str:
    """As a comparative: "cheapest" is "cheaper", "most expensive" is "dearer"."""
    word = match["degree"].casefold()
    word = {"most": "more", "least": "less", "fewest": "fewer"}.get(word, word)
    if word.endswith("est") and word.isascii():
        word = f"{word[:-3]}er"
    noun = (match["noun"] or "").split()
    if word in ("more", "less") and noun and noun[0].casefold() in _ADJECTIVES:
        return "dearer" if word == "more" else "cheaper"
    return word


def _column(claim: _Claim, rows: Sequence[Record], match: re.Match[str]) -> str | None:
    """The head of the one column in which rows (the first of them one that is named) are compared: that whose words the
    clause has, or the only one in which what the word compares is measured."""
    pair, degree = claim.pair, _degree(match)
    heads = [head for head in dict(rows[0].values) if _alike([_value(row, head, pair) for row in rows])]
    clause = claim.clause(*match.span())
    if _ADDED_UP.search(claim.text):
        heads = [head for head in heads if _ADDED_UP.search(head)]
    said = _words(clause, pair.claim_lang)
    if degree in _ONLY:
        heads = [head for head in heads if degree in _KINDS.get(_kind(rows[0], head, pair), frozenset())]
    shared = {head: len(_words(_NOT_THE_NOUN.sub("", head), pair.claim_lang) & said) for head, _ in rows[0].values}
    most = max(shared.values(), default=0)
    best = [head for head, many in shared.items() if many == most]
    if most:
        return best[0] if len(best) == 1 and best[0] in heads else None
    best = heads
    if degree not in _ONLY and _COSTS.search(clause):
        best = [head for head in heads if _kind(rows[0], head, pair) == "money"]
    elif degree not in _ONLY or not _is_of_rows(match, rows[0], pair):
        return None
    return best[0] if len(best) == 1 else None


def _is_of_rows(match: re.Match[str], row: Record, pair: Pair) -> bool:
    """Whether what stands behind the word is what rows are ("the cheapest plan"), and no property of theirs."""
    noun = _words(match["noun"] or "", pair.claim_lang) - _words(" ".join(_ADJECTIVES), pair.claim_lang)
    return noun <= _words(row.kind, pair.claim_lang) | _ANY_THING


def _words(text: str, lang: str) -> set[str]:
    return {word.norm for word in content_words(text, lang)}


def _kind(row: Record, head: str, pair: Pair) -> str:
    value = _value(row, head, pair)
    if value is None:
        return ""
    bare = value.quantity is not None and value.quantity.unit == ""
    return "money" if bare and _OF_MONEY.search(head) else value.kind


def _alike(values: Sequence[_Value | None]) -> bool:
    """Whether the first can be compared with at least one other, and with all that there are."""
    first, others = values[0], [one for one in values[1:] if one is not None]
    if first is None or not others:
        return False
    return all(
        one.kind == first.kind
        and (one.quantity is None or first.quantity is None or same_unit(one.quantity, first.quantity))
        for one in others
    )


def _sign(degree: str, head: str, row: Record, pair: Pair) -> int:
    """1 where more of the degree is a higher value in that column, -1 where it is a lower one."""
    sign = next((sign for sign, words in _SIGNS.items() if degree in words), 0)
    kind = _kind(row, head, pair)
    if degree in _OLD:
        return sign if _AGE.search(head) or kind == "duration" else -sign if kind == "date" else 0
    if degree in _FAST:
        return sign if kind == "speed" else -sign if kind == "duration" else 0
    return sign


def _value(row: Record, head: str, pair: Pair) -> _Value | None:
    said = dict(row.values).get(head)
    if said is None:
        return None
    if _MAY_BE_A_YEAR.fullmatch(said) and not _OF_YEARS.search(head):
        number = Decimal(said)
        return _Value("count", number, Quantity(0, len(said), said, number, number, "", "count", number=number))
    dates = list(find_dates(said))
    if len(dates) == 1 and (year := dates[0].year) is not None and not dates[0].is_part and dates[0].last_year is None:
        date, month = dates[0], dates[0].month or 0
        day = year * 10_000 + month * 100 + (date.day or 0)
        return _Value("date", Decimal(day), months=year * 12 + month, precision=date.precision)
    quantities = find_quantities(said, pair.premise_lang)
    if dates or len(quantities) != 1 or quantities[0].low != quantities[0].high or quantities[0].bound:
        return None
    (one,) = quantities
    rest = said[: one.start] + said[one.end :]
    if one.kind in ("label", "ordinal") or any(char.isdigit() for char in rest):
        return None
    return _Value(one.kind, one.low, one)


def _said(row: Record, head: str) -> str:
    return f"{row.thing}: {head} {dict(row.values)[head]}"
