"""What cells of a table have that can be compared, and in which column a claim compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from claimgraph.ingest.text.dates import find_dates
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.table_rows import Record
from claimgraph.ingest.text.words import content_words

from .comparison import same_unit
from .row_degrees import ADJECTIVES, FAST, KINDS, OLD, ONLY, THAN, degree_of, direction

_ADDED_UP = re.compile(
    r"\b(?:in all|in total|total(?:ly|s)?|altogether|together|combined|on average|average|per|each|share|relative)\b"
    r"|平均|人均|合计|总共|一共|共计|加起来|之和|每|按",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(
    r"\b(?:price|cost|fee|rent|rate|levy|fare|tariff|charge|deposit)s?\b|[价费租金]|工资|薪", re.IGNORECASE
)
_COSTS = re.compile(r"\b(?:costs?|paid|pays?|charges?|priced)\b|花费|收费", re.IGNORECASE)
_AGE = re.compile(r"\bage\b|年龄|岁", re.IGNORECASE)
_NOT_THE_NOUN = re.compile(r"\s+(?:per|of|from|to|in|at|for|by|with|on)\b.*", re.IGNORECASE)
_ANY_THING = frozenset("one ones thing option choice item product model offer entry 者 一".split())  # noqa: SIM905
_MAY_BE_A_YEAR = re.compile(r"\d{4}")
_OF_YEARS = re.compile(
    r"\b(?:years?|built|founded|opened|opening|since|born|died|established|launch(?:ed)?|released?|introduced|first|completed|published|dated?"
    r"|started|joined|elected|made|model)\b|[年]|建|成立|创办|开业|出版|投产|竣工|通车|时间|日期",
    re.IGNORECASE,
)
_IS_A_RANK = re.compile(
    r"\b(?:rank(?:ing|ed)?|position|place|seed|grade|no)\b|#|排名|名次|位次|等级|序号", re.IGNORECASE
)
"""The first of which is the highest."""
_LEVELS = frozenset(["higher", "lower", "greater", "高", "低"])
_NOT_READ = re.compile(
    r"^每|\b(?:every|each)\b|(?:^|[^a-z])(?:m|mn|mio|bn|tn|k|million|billion|trillion|thousand|hundred)\b|[万亿千百]|\+1|day|次日|翌日",
    re.IGNORECASE,
)
"""What a cell has beside its number that makes it another one: 每月1次, "4,456 €m", "06:50 (next day)"."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a cell has that can be compared: a quantity, or the day that a date begins with."""

    kind: str
    low: Decimal
    quantity: Quantity | None = None
    months: int = 0  # of a date: since the year 0
    precision: str = ""


def value_of(row: Record, head: str, lang: str) -> Value | None:
    """None where the cell has nothing of the kind, or several, or something beside it."""
    said = dict(row.values).get(head)
    if said is None:
        return None
    if _MAY_BE_A_YEAR.fullmatch(said) and not _OF_YEARS.search(head):
        number = Decimal(said)
        return Value("count", number, Quantity(0, len(said), said, number, number, "", "count", number=number))
    dates = list(find_dates(said))
    if len(dates) == 1 and (year := dates[0].year) is not None and not dates[0].is_part and dates[0].last_year is None:
        date, month = dates[0], dates[0].month or 0
        day = year * 10_000 + month * 100 + (date.day or 0)
        return Value("date", Decimal(day), months=year * 12 + month, precision=date.precision)
    quantities = find_quantities(said, lang)
    if dates or len(quantities) != 1 or quantities[0].low != quantities[0].high or quantities[0].bound:
        return None
    (one,) = quantities
    rest = f"{said[: one.start]} {said[one.end :]}".strip()
    if one.kind in ("label", "ordinal") or any(char.isdigit() for char in rest) or _NOT_READ.search(rest):
        return None
    if said[one.end : one.end + 1].isascii() and said[one.end : one.end + 1].isalpha():
        return None  # a unit that is not read
    return Value(one.kind, one.low, one)


def words(text: str, lang: str) -> set[str]:
    return {word.norm for word in content_words(text, lang)}


def column_of(
    claim: str, clause: str, langs: tuple[str, str], rows: Sequence[Record], match: re.Match[str]
) -> str | None:
    """The head of the one column in which rows (the first of them one that is named) are compared: that whose words the
    clause has, or the only one in which what the word compares is measured.

    `langs`: those of the claim and of the table.
    """
    lang, degree = langs[0], degree_of(match)
    heads = [head for head in dict(rows[0].values) if _alike([value_of(row, head, langs[1]) for row in rows])]
    if _ADDED_UP.search(claim):
        heads = [head for head in heads if _ADDED_UP.search(head)]
    said = words(clause, lang)
    if lang == "zh":  # 月费最高 is cut up as 月 and 费最高
        said |= {word for head, _ in rows[0].values if head in clause for word in words(head, "zh")}
    if degree in ONLY:
        heads = [head for head in heads if degree in KINDS.get(_kind(rows[0], head, langs[1]), frozenset())]
    shared = {head: len(words(_NOT_THE_NOUN.sub("", head), lang) & said) for head, _ in rows[0].values}
    if match.re is THAN and not any(shared.values()):  # "For a week, the gown costs 50 more"
        said = words(claim, lang)
        shared = {head: len(words(_NOT_THE_NOUN.sub("", head), lang) & said) for head, _ in rows[0].values}
    most = max(shared.values(), default=0)
    best = [head for head, many in shared.items() if many == most]
    if most:
        return best[0] if len(best) == 1 and best[0] in heads else None
    best = heads
    if degree not in ONLY and _COSTS.search(clause):
        best = [head for head in heads if _kind(rows[0], head, langs[1]) == "money"]
    elif degree not in ONLY or not _is_of_rows(match, rows[0], lang):
        return None
    return best[0] if len(best) == 1 else None


def sign_of(degree: str, head: str, row: Record, lang: str) -> int:
    """1 where more of the degree is a higher value in that column, -1 where it is a lower one, 0 where that is open."""
    sign, kind = direction(degree), _kind(row, head, lang)
    if _IS_A_RANK.search(head):
        return 0
    if kind == "duration" and degree in _LEVELS:
        return 0  # a higher acceleration is a shorter time
    if degree in OLD:
        return sign if _AGE.search(head) or kind == "duration" else -sign if kind == "date" else 0
    if degree in FAST:
        return sign if kind == "speed" else -sign if kind == "duration" else 0
    return sign


def _is_of_rows(match: re.Match[str], row: Record, lang: str) -> bool:
    """Whether what stands behind the word is what rows are ("the cheapest plan"), and no property of theirs."""
    noun = words(match["noun"] or "", lang) - words(" ".join(ADJECTIVES), lang)
    return noun <= words(row.kind, lang) | _ANY_THING


def _kind(row: Record, head: str, lang: str) -> str:
    value = value_of(row, head, lang)
    if value is None:
        return ""
    bare = value.quantity is not None and value.quantity.unit == ""
    return "money" if bare and _OF_MONEY.search(head) else value.kind


def _alike(values: Sequence[Value | None]) -> bool:
    """Whether the first can be compared with at least one other, and with all that there are. Of losses and falls it is
    open which is the larger."""
    first, others = values[0], [one for one in values[1:] if one is not None]
    if first is None or not others or any(one.low < 0 for one in (first, *others)):
        return False
    return all(
        one.kind == first.kind
        and (one.quantity is None or first.quantity is None or same_unit(one.quantity, first.quantity))
        for one in others
    )
