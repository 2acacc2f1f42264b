"""Claims of how many rows a table has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.numerals import chinese_number, chinese_numeral, english_number, english_words
from claimgraph.verify.judges.row_claims import RowReading
from claimgraph.verify.judges.row_counts import count_rows
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Opinion, Pair

PLANS = (
    "Cloudnest plans\n| Plan | Price (€ per month) | SSO |\n|---|---|---|\n| Solo | 9 | no |\n| Team | 29 | no |\n"
    "| Enterprise | 99 | yes |"
)
TARIFFS = "云巢套餐\n| 套餐 | 月费（元） |\n|---|---|\n| 个人版 | 29 |\n| 团队版 | 199 |\n| 企业版 | 699 |"
TRAMS = (
    "Trams\n| Tram | Cars | Low floor |\n|---|---|---|\n| Series 1 | 22 | no |\n| Series 3 | 34 | partly |\n"
    "| Heritage | 5 | no |"
)


AIRPORTS = (
    "Airports of London and Paris\n| Airport | City |\n|---|---|\n| Heathrow | London |\n| Gatwick | London |\n"
    "| Orly | Paris |"
)
ROOMS = "Harbour Guesthouse\n| Room | Price (€) |\n|---|---|\n| Single | 60 |\n| Double | 90 |\n| Suite | 140 |"


def read(claim: str, table: str, *, whole: bool = True) -> RowReading | None:
    lang = detect_language(claim)
    return count_rows(Pair(claim, lang, table, detect_language(table), tables=(table,) if whole else ()))


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Cloudnest offers three plans.", PLANS),
        ("There are 3 plans.", PLANS),
        ("Three different plans are available.", PLANS),
        ("云巢提供三种套餐。", TARIFFS),
        ("云巢共有3个套餐。", TARIFFS),
    ],
)
def test_as_many_as_there_are_rows_is_borne_out(claim: str, table: str) -> None:
    found = read(claim, table)

    assert found is not None
    assert (found.finding.kind, found.finding.stance, found.mended) == ("counted", Stance.SUPPORTS, None)


@pytest.mark.parametrize(
    ("claim", "table", "mended"),
    [
        ("Cloudnest offers four plans.", PLANS, "Cloudnest offers three plans."),
        ("There are 5 plans.", PLANS, "There are 3 plans."),
        ("Two plans are available.", PLANS, "Three plans are available."),
        ("云巢共有四种套餐。", TARIFFS, "云巢共有三种套餐。"),
        ("云巢提供2种套餐。", TARIFFS, "云巢提供3种套餐。"),
    ],
)
def test_another_number_is_contradicted_and_mended_as_it_is_written(claim: str, table: str, mended: str) -> None:
    found = read(claim, table)

    assert found is not None
    assert found.finding.stance is Stance.CONTRADICTS
    assert found.finding.premise_words.startswith("3 (")
    assert found.mended == mended


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Two plans include SSO.", PLANS),  # of some of them
        ("Cloudnest has two plans with SSO.", PLANS),
        ("Two of the plans cost less than 50 euros.", PLANS),
        ("Cloudnest has at least two plans.", PLANS),
        ("Two more plans will follow.", PLANS),
        ("Cloudnest has no two plans alike.", PLANS),
        ("Cloudnest has four offices.", PLANS),  # another thing
        ("Acme has four plans.", PLANS),  # another's
        ("Altogether there are 61 trams.", TRAMS),  # a sum of cars
        ("Altogether there are 97 trams.", TRAMS),
        ("London has two airports.", AIRPORTS),  # the table has those of Paris too
        ("There are two plans: Solo and Team.", PLANS),
        ("Harbour Guesthouse has four rooms.", ROOMS),  # a row is a kind of room
        ("其中两种套餐含单点登录。", TARIFFS),
        ("星云共有四种套餐。", TARIFFS),
    ],
)
def test_a_claim_that_says_more_than_how_many_is_left_to_others(claim: str, table: str) -> None:
    assert read(claim, table) is None


def test_headings_and_sums_among_the_rows_are_not_counted() -> None:
    table = f"{PLANS}\n| **Extras** | | |\n| Total: | 137 | |"

    found = read("Cloudnest offers three plans.", table)

    assert found is not None
    assert found.finding.stance is Stance.SUPPORTS


def test_rows_that_may_not_be_all_are_not_counted() -> None:
    assert read("Cloudnest offers three plans.", PLANS, whole=False) is None


def test_the_rules_judge_finds_it_and_does_not_miss_the_number() -> None:
    opinion = judge_rules(Pair("Cloudnest offers three plans.", "en", PLANS, "en", tables=(PLANS,)))

    assert isinstance(opinion, Opinion)
    assert [(one.kind, one.stance) for one in opinion.findings] == [("counted", Stance.SUPPORTS)]


@given(st.integers(0, 99))
def test_english_numbers_in_words_are_read_as_they_are_written(number: int) -> None:
    words = english_words(number)

    assert words is not None
    assert english_number(words) == number


@given(st.integers(0, 9_999))
def test_chinese_numerals_are_read_as_they_are_written(number: int) -> None:
    numeral = chinese_numeral(number)

    assert numeral is not None
    assert chinese_number(numeral) == number


def test_other_numbers_are_not_written_in_words() -> None:
    assert [english_words(number) for number in (-1, 100)] == [None, None]
    assert [chinese_numeral(number) for number in (-1, 10_000)] == [None, None]
