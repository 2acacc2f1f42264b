"""Claims that compare the rows of a table: "Pro costs more than Team", "the oldest of the five ships", 比…贵5元.

No row says so by itself. Which rows is told by their names, which column by the words of its head or by what is
measured in it. A finding outweighs what all other judges make of likeness, and so it is made only of a claim that is
understood word by word: a condition, a part of the rows, another time or a further statement leaves it to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import islice

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.fact_lists import listed_records
from claimgraph.ingest.text.numerals import CHINESE_NUMERAL, ENGLISH_NUMBER, chinese_number, english_number
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.table_rows import Record, may_hold_rows, records
from claimgraph.verify.model import Finding, Pair

from .comparison import same_unit
from .row_columns import Value, column_of, sign_of, value_of, words
from .row_degrees import DEGREES_ZH, MOST_EN, MOST_ZH, RANKS, THAN, THAN_ZH, TOTAL, degree_of
from .row_mending import exchanged, named_instead, with_number
from .row_names import names_of_rows

_MOST = 8
_NOT_PLAIN = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|without|cannot|unlike|except|almost|nearly|if|would|could|may|might"
    r"|should|used to|once|formerly|hardly|barely|scarcely|far from|anything but|wrong|false|untrue|myth|said to"
    r"|reportedly|among the|one of|some of|top|when|while it|because|unless|until|compared|relative"
    r"|twice|thrice|double[ds]?|half(?! an hour)|triple[ds]?|quadruple|times)\b|n't\b"
    r"|[不没未非无若倍曾]|如果|几乎|可能|也许|或许|据说|传闻|并非|之一|一半|比较|每|当时|错误|虚假",
    re.IGNORECASE,
)
"""What makes of a comparison another claim than that: a denial, a doubt, a condition, another time, a multiple."""
_CLAUSE = re.compile(
    r"[;:，；：。!?！？()（）]+|[,.](?!\d)|\b(?:but|yet|although|though|while|whereas|and)\b", re.IGNORECASE
)
_COUNTED_BEFORE = re.compile(r"(?:\b(?:two|three|four|five|six|both|\d+)\s+|[两二三四五六\d][个份张]?)$", re.IGNORECASE)
_A_NUMBER = re.compile(rf"\d|\b{ENGLISH_NUMBER}|{CHINESE_NUMERAL}(?!者)", re.IGNORECASE)
_MORE_ZH = re.compile(rf"[，,；、且又还也却](?:{DEGREES_ZH})(?=出?了?(?:\d|{CHINESE_NUMERAL}|半))")
_FORMS = ((THAN, MOST_EN), (THAN_ZH, MOST_ZH, _MORE_ZH, re.compile(rf"最(?:为)?(?:{DEGREES_ZH})")))
"""How a claim, English or Chinese, may say that it compares."""
_BEHIND_THAN = re.compile(
    r"[\s\"“«]*(?:(?:the|a|an|that|those|of|one|ones|in|at|on|for|from|with|to|along|by|is|was|were|does|did|has|had)\s+)*"
    r"[\"“«]*",
    re.IGNORECASE,
)
_BEFORE_DEGREE = re.compile(r"\s*(?:(?:a|an|per|each)\s+\w+\s+)?(?:\w+\s+)?")
"""Between a difference and the degree: "20 euros a month more", "three days later"."""
_IN_A_ROW = re.compile(r"\b(?:in|during|at|on|by|since|until)\s+(?:the\s+)?$", re.IGNORECASE)
_MASK = "\u00b7"
_SAID_ANYWAY = {
    "en": """
    listed table list fleet range offered available overall whole entire expensive costly one ones 's both also just
    still exactly precisely total all three two four five six seven eight nine ten
    cost costs costing price priced pay pays paid charge charges get gets got receive received score scored holds
    hold held carries carry carried take takes took lasts last lasted weigh weighs weighed measure measures measured
    reach reaches reached stand stands stood run runs ran sell sells sold earn earns earned draw draws drew record
    records recorded show shows showed count counts counted lay lays laid enrol enrols enrolled brings bring brought
    built founded opened published born lies stay stays use uses used produce produces produced gives give gave make
    makes made emit emits emitted suffer suffers suffered involve involves involved achieve achieves achieved
    collect collected
    """,
    "zh": """
    表中 表格 列出 全部 所有 当中 其中 之中 几种 几个 一种 一个 一款 一座 拥有 具有 达 达到 高达 需要 花费 收费 卖出
    获得 得到 使用 生产 销售 仅 只 只有 多达 足有 而 同时 两者 相比 出 了 高出 多出 低出 少出 中 里 内 也 是 最 含
    率 量 数 人数 得分 时间 面积 价格 年龄 年代 比例 次数 天数 数量 高度 长度 人 票
    """,
}
"""Words, English and Chinese, that say no more than that a thing has a value, or that all rows are meant."""
_OF_THESE = re.compile(
    rf"在?(?:这|那|上述|以上|各|所有|全部)?(?:(?:几|{CHINESE_NUMERAL}|\d)+[个名位项种款类地所座国省市区县队校支台条片家趟班本部档人层辆组年]?|(?<=[这那各有部上]))"
    r"(?P<noun>[^，。；的]{0,4}?)(?:之中|当中|其中|里|中|内)"
)
"""这几款里, 三人之中, 四种套餐中: all of them, where the noun is what they are."""
_JOINS = re.compile(r",|、|/|\b(?:and|or|vs|versus)\b|[和与及或]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowReading:
    """What rows say of a claim, and the claim as they have it, where they contradict it and that is plain."""

    finding: Finding
    mended: str | None = None


@dataclass(frozen=True, slots=True)
class _Claim:
    pair: Pair
    text: str  # with a mask in the place of names of rows
    named: tuple[tuple[int, int, int], ...]  # start, end, row
    rows: tuple[Record, ...]
    title: str | None  # of a table that is known whole

    @property
    def langs(self) -> tuple[str, str]:
        return self.pair.claim_lang, self.pair.premise_lang

    @property
    def is_chinese(self) -> bool:
        return self.pair.claim_lang == "zh"

    def clause(self, start: int, end: int) -> str:
        """What is said with start..end, up to where the next thing is said."""
        edges = [found.end() for form in (_CLAUSE, MOST_ZH) for found in form.finditer(self.text, 0, start)]
        before = max(edges, default=0)
        if self.is_chinese and self.text.startswith("最", start):
            return self.text[before:end]  # what is most stands before it: 年降水量最多的是
        return self.text[before : self.clause_end(end)]

    def clause_end(self, end: int) -> int:
        behind = _CLAUSE.search(self.text, end)
        return behind.start() if behind else len(self.text)


@dataclass(frozen=True, slots=True)
class _Found:
    finding: Finding
    mended: str | None
    span: tuple[int, int]  # in the claim
    column: str
    noun: str  # what is more or most: "users", "expensive plan"


def read_rows(pair: Pair) -> RowReading | None:
    """What the rows say of the claim's comparison; None where it makes none, or they do not plainly tell.

    All rows of a table are read where they are known (`Pair.tables`), else those of the premise: then that something is
    the most of all is borne out only where the claim says how many there are, and the premise has as many rows.
    """
    if not (pair.tables or may_hold_rows(pair.premise)) or _NOT_PLAIN.search(pair.claim):
        return None
    found = []
    for text in of_single_forms(pair.tables) if pair.tables else (pair.premise,):
        for rows in records(text) or listed_records(text):
            claim = _named(pair, rows, title_of(text) if pair.tables else None)
            if claim is not None and (read := _read(claim)) is not None:
                found.append(read)
    return found[0] if len(found) == 1 else None  # two tables that speak of it are of two things


def title_of(table: str) -> str:
    """The line above a whole table (`Pair.tables`)."""
    return table.split("\n", 1)[0]


def of_single_forms(tables: Sequence[str]) -> list[str]:
    """Those of whose columns there is no other: of two tables of one form neither is all that there is."""
    heads = [table.split("\n", 2)[1] if table.count("\n") else table for table in tables]
    return [table for table, head in zip(tables, heads, strict=True) if "|" not in head or heads.count(head) == 1]


def of_single_things(rows: Sequence[Record]) -> bool:
    """Whether no two rows are of one thing, as in tables with a row for each year of it."""
    return len({row.thing.casefold() for row in rows}) == len(rows)


def _read(claim: _Claim) -> RowReading | None:
    """What all comparisons of the claim come to. One that fails is enough, if up to its end nothing else is said than
    that; to bear the claim out they have to be all that it says."""
    found = [*_compared(claim), *_most(claim)]
    for one in found:
        upto = claim.clause_end(one.span[1])
        if one.finding.stance is not Stance.CONTRADICTS or _besides(claim, found, upto) or _quoted(claim, found, upto):
            continue  # "the oldest airport in London"
        rest = TOTAL.sub(" ", _rest(claim, found))
        plain = not (_besides(claim, found) or _quoted(claim, found) or _A_NUMBER.search(rest))
        return RowReading(one.finding, one.mended if plain else None)
    if not found or any(one.finding.stance is Stance.CONTRADICTS for one in found):
        return None
    degrees = [match.span() for form in _FORMS[claim.is_chinese] for match in form.finditer(claim.text)]
    if any(all(end <= one.span[0] or one.span[1] <= begin for one in found) for begin, end in degrees):
        return None
    return None if _besides(claim, found) else RowReading(found[0].finding)


def _besides(claim: _Claim, found: Sequence[_Found], end: int | None = None) -> set[str]:
    """Words and numbers of the claim, up to `end`, that are no part of its comparisons."""
    lang = claim.pair.claim_lang
    text = _rest(claim, found)[:end]
    mine = [claim.rows[place] for place in sorted({row for _, _, row in claim.named})]
    text = _without_own_values(claim, text, mine) + " ; " + " ; ".join(one.noun for one in found)
    told = [claim.rows[0].kind, *{one.column for one in found}, *_quoted(claim, found)]
    noun = [] if claim.rows[0].kind else [one.noun for one in found]  # of lines of a list it is not said what they are
    elsewhere = {word for row in claim.rows for head, cell in row.values for word in words(f"{head} {cell}", lang)}
    if claim.is_chinese:
        for known in told:
            text = text.replace(known or _MASK, _MASK)
        all_of_them = _OF_THESE.search(text)
        if all_of_them and set(all_of_them["noun"]) <= set("".join([claim.rows[0].kind, claim.title or "", _MASK])):
            text = text[: all_of_them.start()] + _MASK + text[all_of_them.end() :]
    said = words(text.replace(_MASK, " "), lang) - words(" ; ".join([*told, *noun]), lang) - _said_anyway(lang)
    if claim.is_chinese:  # 起价 is cut up as 起 and 价
        told_of = set("".join(told))
        said = {word for word in said if not set(word) <= told_of}
    if mine and claim.title and not _JOINS.search(claim.title):
        said -= words(claim.title, lang) - elsewhere
    return said


def _rest(claim: _Claim, found: Sequence[_Found]) -> str:
    """The claim without its comparisons."""
    text = claim.text
    for one in found:
        start, end = one.span
        text = text[:start] + _MASK * (end - start) + text[end:]
    return text


def _without_own_values(claim: _Claim, text: str, mine: Sequence[Record]) -> str:
    """The text without numbers that are those of the rows it names: "Pro is the dearest, at 49 euros"."""
    own = [value.low for row in mine for head, _ in row.values if (value := value_of(row, head, claim.langs[1]))]
    for one in find_quantities(text, claim.pair.claim_lang):
        if one.low == one.high and not one.bound and one.low in own:
            text = text[: one.start] + _MASK * (one.end - one.start) + text[one.end :]
    return text


@cache  # read as they are needed: Chinese words take a dictionary
def _said_anyway(lang: str) -> frozenset[str]:
    return frozenset(words(_SAID_ANYWAY.get(lang, ""), lang))


def _quoted(claim: _Claim, found: Sequence[_Found], end: int | None = None) -> list[str]:
    """Heads and cells of the rows that the claim names, where it has the cell word for word beside its comparisons."""
    mine = {row for _, _, row in claim.named}
    text = _rest(claim, found)[:end]
    return [
        f"{head} {cell}"
        for place in sorted(mine)
        for head, cell in claim.rows[place].values
        if len(cell) > 1 and cell in text
    ]


def _named(pair: Pair, rows: tuple[Record, ...], title: str | None) -> _Claim | None:
    """The claim with the names of rows in it; None where it names none, or several rows are of one thing."""
    found = names_of_rows(pair.claim, rows) if of_single_things(rows) else ()
    text = pair.claim
    for start, end, _ in found:
        text = text[:start] + _MASK * (end - start) + text[end:]
    return _Claim(pair, text, found, rows, title) if found else None


def _compared(claim: _Claim) -> Iterator[_Found]:
    """Comparisons of two rows that the claim names, one on each side."""
    for match in islice((THAN_ZH if claim.is_chinese else THAN).finditer(claim.text), _MOST):
        sides = _sides(claim, match)
        if sides is None:
            continue
        first, second = (claim.rows[place] for place in sides)
        column = _column(claim, [first, second], match)
        sign = sign_of(degree_of(match), column, first, claim.langs[1]) if column else 0
        if column is None or not sign:
            continue
        one, other = (value_of(row, column, claim.langs[1]) for row in (first, second))
        if one is None or other is None or any(_is_overnight(row, column, claim.langs[1]) for row in (first, second)):
            continue
        told = _difference(claim, match)
        stance = _stance(told, one, other, sign)
        edges = (*match.span("degree" if claim.is_chinese else 0), *((told.start, told.end) if told else ()))
        span = min(edges), max(edges)
        if stance is None or (told is None and _A_NUMBER.search(claim.clause(*span))):
            continue  # by how much is said in a way that is not read
        said = claim.pair.claim[slice(*span)]
        finding = Finding("compared", stance, said, f"{_said(first, column)}; {_said(second, column)}")
        mended = _compared_rightly(claim, told, one, other, sign) if stance is Stance.CONTRADICTS else None
        whole = min(match.start(), span[0]), max(match.end(), span[1])
        yield _Found(finding, mended, whole, column, match["noun"])


def _sides(claim: _Claim, match: re.Match[str]) -> tuple[int, int] | None:
    """The rows that are compared: the one before it in its clause, and the one right behind "than" or 比."""
    start = match.start()
    begin = max((found.end() for found in _CLAUSE.finditer(claim.text, 0, start)), default=0)
    left = [row for at, end, row in claim.named if begin <= at and end <= start]
    if not left and not claim.is_chinese:  # "Per hectare, …": the subject may stand before a comma
        left = [row for _, end, row in claim.named if end <= start]
    if claim.is_chinese:
        right = [row for at, end, row in claim.named if match.start("other") <= at <= match.start("other") + 1]
        gap = claim.text[match.start("other") : match.end("other")].replace(_MASK, "")
        if _A_NUMBER.search(gap):
            return None
    else:
        behind = _BEHIND_THAN.match(claim.text, match.end())
        right = [row for at, _, row in claim.named if behind is not None and at == behind.end()]
    if len(set(left)) != 1 or len(set(right)) != 1 or left[0] == right[0] or _is_counted(claim, set(right)):
        return None
    return left[0], right[0]


def _compared_rightly(claim: _Claim, told: Quantity | None, one: Value, other: Value, sign: int) -> str | None:
    """With the two names exchanged, or with the right difference; None where that would not do, or both are wrong."""
    by = (one.low - other.low) * sign
    if told is None or by < 0:
        if told is not None and _is_so_much(told, one, other, -by) is not True:
            return None
        return exchanged(claim.pair.claim, [span for *span, _ in claim.named]) if by else None
    if one.quantity is None or not same_unit(told, one.quantity):
        return None
    return with_number(claim.pair.claim, told, by)


def _is_counted(claim: _Claim, places: set[int]) -> bool:
    """Whether a number of them is meant: "two Solo subscriptions"."""
    return any(_COUNTED_BEFORE.search(claim.text, 0, start) for start, _, row in claim.named if row in places)


def _stance(told: Quantity | None, one: Value, other: Value, sign: int) -> Stance | None:
    by = (one.low - other.low) * sign
    if by <= 0:
        return Stance.CONTRADICTS
    if told is None:
        return Stance.SUPPORTS
    is_so = _is_so_much(told, one, other, by)
    return None if is_so is None else Stance.SUPPORTS if is_so else Stance.CONTRADICTS


def _difference(claim: _Claim, match: re.Match[str]) -> Quantity | None:
    """By how much, where the claim says so: "20 euros more than", 贵三百元."""
    clause_start, clause_end = match.start() - 40, match.end() + 24
    dates = [(date.start, date.end) for date in find_dates(claim.text)]
    near = [
        one
        for one in find_quantities(claim.text, claim.pair.claim_lang)
        if one.kind not in ("ordinal", "label") and clause_start <= one.start and one.end <= clause_end and not one.weak
        if all(one.end <= start or end <= one.start for start, end in dates)
    ]
    if claim.is_chinese:
        near = [one for one in near if one.start >= match.start("degree")]
    else:
        near = [one for one in near if _BEFORE_DEGREE.fullmatch(claim.text, one.end, max(one.end, match.start()))]
    return near[0] if near else None


def _is_so_much(told: Quantity, one: Value, other: Value, by: Decimal) -> bool | None:
    """Whether two values differ by what is told; None where that cannot be said."""
    if told.approximate or told.bound or told.low != told.high:
        return None
    if one.kind == "date":
        if told.kind != "duration" or told.unit != "month" or one.precision != other.precision:
            return None
        months = abs(one.months - other.months)
        years = months // 12 * 12, (abs(int(one.low) // 10_000 - int(other.low) // 10_000)) * 12
        return told.low == months or (told.low % 12 == 0 and told.low in years)
    if one.quantity is None:
        return None
    if one.kind == "time":
        return told.low == by * 60 if told.unit == "second" else None
    if told.kind == "percent":
        return None  # a share of the one, and no difference
    if told.kind == one.kind and (told.unit == one.quantity.unit or same_unit(told, one.quantity)):
        return told.low == by
    if one.kind == "percent":
        return told.low == by if told.kind == "count" else None  # points
    bare = one.kind == "count" and not one.quantity.unit
    if bare and told.kind == "count":
        return told.low == by
    return True if bare and told.number == by else None  # "20 euros more" of a price of bare numbers


def _most(claim: _Claim) -> Iterator[_Found]:
    """That the one row which the claim names has the most or least, of all rows."""
    rows = claim.rows
    if len({row for _, _, row in claim.named}) != 1 or _IN_A_ROW.search(claim.text, 0, claim.named[0][0]):
        return
    mine = rows[claim.named[0][2]]
    for match in islice((MOST_ZH if claim.is_chinese else MOST_EN).finditer(claim.text), _MOST):
        rank = RANKS.get((match.groupdict().get("rank") or "").casefold(), 1)
        column = _column(claim, [mine, *(row for row in rows if row is not mine)], match)
        own = value_of(mine, column, claim.langs[1]) if column else None
        sign = sign_of(degree_of(match), column, mine, claim.langs[1]) if column else 0
        if column is None or own is None or not sign:
            continue
        read = [(value_of(row, column, claim.langs[1]), row) for row in rows]
        values = [(value.low * sign, row) for value, row in read if value is not None]
        if any(_is_overnight(row, column, claim.langs[1]) for row in rows):
            continue
        others = [value for value, row in values if row is not mine]
        beyond = sum(value > own.low * sign for value in others)
        known = claim.title is not None or _total(claim.text) == len(rows)
        is_whole = known and len(values) == len(rows)
        if beyond >= rank or (is_whole and own.low * sign not in others):
            stance = Stance.SUPPORTS if beyond == rank - 1 else Stance.CONTRADICTS
            row = _ranked(values, rank) if stance is Stance.CONTRADICTS else mine
            shown = row or max(values, key=lambda one: one[0])[1]
            finding = Finding("compared", stance, match[0].strip(), _said(shown, column))
            mended = None
            if is_whole and row is not None and row is not mine and len(claim.named) == 1:
                mended = named_instead(claim.pair.claim, claim.named[0][:2], mine.thing, row.thing)
            yield _Found(finding, mended, match.span(), column, match["noun"] or "")


def _is_overnight(row: Record, column: str, lang: str) -> bool:
    """Whether a time is of the next day: another column has a later one, at which the same thing began."""
    mine = value_of(row, column, lang)
    if mine is None or mine.kind != "time":
        return False
    heads = list(dict(row.values))
    before = [value_of(row, head, lang) for head in heads[: heads.index(column)]]
    return any(one is not None and one.kind == "time" and one.low > mine.low for one in before)


def _column(claim: _Claim, rows: Sequence[Record], match: re.Match[str]) -> str | None:
    return column_of(claim.text, claim.clause(*match.span()), claim.langs, rows, match)


def _ranked(values: Sequence[tuple[Decimal, Record]], rank: int) -> Record | None:
    """The row with the most, or the second most; None where two have as much."""
    ordered = sorted((value for value, _ in values), reverse=True)
    if len(ordered) < rank or ordered.count(ordered[rank - 1]) > 1:
        return None
    return next(row for value, row in values if value == ordered[rank - 1])


def _total(claim: str) -> int | None:
    match = TOTAL.search(claim)
    if match is None:
        return None
    said = (match["en"] or match["zh"]).casefold()
    if said.isdigit():
        return int(said)
    number = english_number(said) if match["en"] else chinese_number(said)
    return None if number is None else int(number)


def _said(row: Record, head: str) -> str:
    return f"{row.thing}: {head} {dict(row.values)[head]}"
