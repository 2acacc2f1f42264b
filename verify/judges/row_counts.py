"""Claims of how many rows a table has: "Cloudnest offers three plans", 共有四种套餐.

No cell says so. What is counted is told by the head of the column that names the rows. A claim that says more of what
it counts ("three plans include support") is left to other judges.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.quantities import Quantity, find_quantities
from claimgraph.ingest.text.table_rows import Record, records
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.model import Finding, Pair

from .row_claims import RowReading, of_single_forms, of_single_things, title_of
from .row_mending import number_like

_FEWEST = 2
_SHOWN = 6
_MOST_TIMES = 2
"""So many times as many as there are rows is another thing that is counted."""
_OF_KINDS = re.compile(r"\b(?:room|type|categor|class|size|kind)|类|房型|车型|型号", re.IGNORECASE)
"""Rows of these are kinds of the things that a claim counts."""
_JOINS = re.compile(r",|、|/|\b(?:and|or|vs|versus)\b|[和与及或]", re.IGNORECASE)
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_HAVING = {
    "en": """
    has have had offers offer offered provides provided includes included comprises comprised consists contains
    lists listed list table exist exists available sells sold runs operates operated comes currently altogether
    total choose choice different separate distinct shown names named features featured made there overall counts
    counted covers covered presents
    """,
    "zh": """
    有 共有 拥有 提供 推出 设有 设 包括 包含 分为 分 共 一共 总共 共计 合计 列出 列 开设 目前 现有 可选 供选择 不同
    表中 表格 表 现 下设 运营 经营 出售 介绍 收录 各 全部 推出了 列出了 开设了 设置 设立
    """,
}
"""Words that say no more of things than that there are so many."""
_OF_SOME = re.compile(
    r"\bof(?: the| its| these| those| all)?\s*$"
    r"|\b(?:other|further|more|another|additional|first|last|next|top|least|most|over|under|only|than)\s*$"
    r"|(?:其中|另外|另|其他|其余|至少|最多|不到|超过|前|后|又)\s*$",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:not|no|never|without|nor|neither|except)\b|n't\b|[不没未非无]")


def count_rows(pair: Pair) -> RowReading | None:
    """Whether there are as many rows as the claim says; None where it does not say just that, or not all are known."""
    lang = pair.claim_lang
    if not pair.tables or lang not in _HAVING or _NEGATED.search(pair.claim):
        return None
    told = [one for one in find_quantities(pair.claim, lang) if _is_a_count(one, pair.claim)]
    if len(told) != 1:
        return None
    for text in of_single_forms(pair.tables):
        for rows in records(text):
            if (
                len(rows) >= _FEWEST
                and of_single_things(rows)
                and (found := _counted(pair, told[0], rows, title_of(text))) is not None
            ):
                return found
    return None


@cache  # read as they are needed: Chinese words take a dictionary
def _having(lang: str) -> frozenset[str]:
    return frozenset(word.norm for word in content_words(_HAVING[lang], lang))


def _is_a_count(one: Quantity, claim: str) -> bool:
    plain = one.kind == "count" and one.unit and one.low == one.high and not (one.approximate or one.bound)
    return bool(plain) and one.low == int(one.low) and not _OF_SOME.search(claim[: one.start])


def _counted(pair: Pair, told: Quantity, rows: Sequence[Record], title: str) -> RowReading | None:
    """Where the claim says no more than that there are so many of what the table is headed by."""
    lang = pair.claim_lang
    kinds = {word.norm for row in rows[:1] for word in content_words(row.kind, lang)}
    counted = {word.norm for word in content_words(told.unit, lang)}
    if not kinds or not counted & kinds or _OF_KINDS.search(rows[0].kind):
        return None
    own = {word.norm for word in content_words(pair.claim[told.start : told.end], lang)}
    said = {word.norm for word in content_words(pair.claim, lang)} - own - kinds - counted - _having(lang)
    if said & {word.norm for row in rows for _, cell in row.values for word in content_words(cell, lang)}:
        return None  # "London has two airports", of a table that has those of Paris too
    if any(row.thing.casefold() in pair.claim.casefold() for row in rows):
        return None
    beyond = said - ({word.norm for word in content_words(title, lang)} if _JOINS.search(title) is None else set())
    agrees = told.low == len(rows)
    if not agrees and (told.low >= _MOST_TIMES * len(rows) or told.low in _sums(rows)):
        return None  # "altogether 97 trams", of four series of them
    if beyond - (_names(pair) if agrees else set()):
        return None
    shown = ", ".join(row.thing for row in rows[:_SHOWN]) + (" …" if len(rows) > _SHOWN else "")
    stance = Stance.SUPPORTS if agrees else Stance.CONTRADICTS
    finding = Finding("counted", stance, pair.claim[told.start : told.end], f"{len(rows)} ({shown})")
    end = told.number_end or told.end
    right = None if agrees else number_like(pair.claim[told.start : end], Decimal(len(rows)))
    return RowReading(finding, None if right is None else pair.claim[: told.start] + right + pair.claim[end:])


def _sums(rows: Sequence[Record]) -> set[Decimal]:
    """What the whole numbers of each column come to."""
    found: dict[str, Decimal] = {}
    for row in rows:
        for head, cell in row.values:
            if _WHOLE.fullmatch(cell):
                found[head] = found.get(head, Decimal(0)) + Decimal(cell.replace(",", ""))
    return set(found.values())


def _names(pair: Pair) -> set[str]:
    """Words of the claim that may name whose rows these are ("Cloudnest")."""
    if pair.claim_lang == "zh":
        words = content_words(pair.claim, "zh")
        return {words[0].norm} if words else set()
    return {word.norm for word in content_words(pair.claim, "en") if word.text[:1].isupper()}
