"""Which value of a row is whose, and changes told from one value to another."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _found(claim: str, premise: str) -> list[Finding]:
    opinion = judge_rules(Pair(claim, _lang(claim), premise, _lang(premise)))
    return [one for one in getattr(opinion, "findings", ()) if one.kind in ("number", "date")]


TICKETS = "Tickets cost 12 euros on weekdays and 15 euros on Sundays."
ENTRY = "Adults pay 14 euros and children 7 euros."
CAKE = "Add 250 g of flour and 100 g of butter."
STAFF = "The firm had 310 employees in 2018 and 402 in 2023."
LIBRARY = "The library is open from 9 am to 8 pm on weekdays and from 10 am to 4 pm on Saturdays."
TOWER = "大楼地上32层，地下4层。"
BOOKS = "读者每月可借10本，会员增至20本。"


@pytest.mark.parametrize(
    ("claim", "premise", "value"),
    [
        ("Tickets cost 12 euros on Sundays.", TICKETS, "15 euros"),
        ("Children pay 14 euros.", ENTRY, "7 euros"),
        ("Children pay 14 euros.", "Adults pay 14 euros and children 7.", "7"),
        ("Add 250 g of butter.", CAKE, "100 g"),
        ("The firm had 310 employees in 2023.", STAFF, "2018"),
        ("On Saturdays the library is open until 8 pm.", LIBRARY, "4 pm"),
        ("大楼地下有32层。", TOWER, "4层"),
        ("会员每月可借10本。", BOOKS, "20本"),
    ],
)
def test_a_value_beside_the_words_of_another_is_contradicted_by_that_one(claim: str, premise: str, value: str) -> None:
    assert value in [one.premise_words for one in _found(claim, premise) if one.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Tickets cost 15 euros on Sundays.", TICKETS),
        ("Children pay 7 euros.", ENTRY),
        ("Adults pay 14 euros and children pay 7 euros.", ENTRY),
        ("Add 100 g of butter.", CAKE),
        ("The firm had 402 employees in 2023.", STAFF),
        ("The firm had more than 400 employees in 2023.", STAFF),
        ("On weekdays the library is open until 8 pm.", LIBRARY),
        ("大楼地下有4层。", TOWER),
        ("会员每月可借20本。", BOOKS),
        ("乙班的女生有21人。", "甲班有学生42人，其中女生19人；乙班有学生38人，其中女生21人。"),
        ("Hugo Brandvold became mayor in 2004.", "Elected mayor in 2004, Hugo Brandvold was so until 2013."),
        ("About 8,900 saw Stanmoor lose.", "Brackley Vale 3, Stanmoor Town 1. 8,903 supporters watched."),
    ],
)
def test_a_value_beside_its_own_words_is_not(claim: str, premise: str) -> None:
    assert [one for one in _found(claim, premise) if one.stance is Stance.CONTRADICTS] == []


def test_a_number_without_its_noun_bears_a_bound_out() -> None:
    (number, date) = _found("The firm had more than 400 employees in 2023.", STAFF)

    assert (number.stance, number.premise_words) == (Stance.SUPPORTS, "402")
    assert (date.stance, date.premise_words) == (Stance.SUPPORTS, "2023")


FELL = "Unemployment fell to 5.4% from 6.1%."
WAS = "Net income was $92 million, compared with $75 million a year earlier."


@pytest.mark.parametrize(
    ("claim", "premise", "stance"),
    [
        ("Unemployment fell from 6.1% to 5.4%.", FELL, Stance.SUPPORTS),
        ("Unemployment fell from 5.4% to 6.1%.", FELL, Stance.CONTRADICTS),
        ("Net income rose from $75 million to $92 million.", WAS, Stance.SUPPORTS),
        ("Net income fell from $92 million to $75 million.", WAS, Stance.CONTRADICTS),
        ("销售额从92万元增至75万元。", "销售额从75万元增至92万元。", Stance.CONTRADICTS),
        ("销售额从75万元增至92万元。", "销售额从75万元增至92万元。", Stance.SUPPORTS),
    ],
)
def test_a_change_has_its_ends_whichever_is_told_first(claim: str, premise: str, stance: Stance) -> None:
    assert [one.stance for one in _found(claim, premise)] == [stance, stance]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Police arrested four people.", "Police arrested three men and one woman."),
        ("总投资为9亿元。", "一期投资4亿元，二期投资5亿元。"),
        ("The works began in the middle of the 1950s.", "The tunnel opened in 1964 after nine years of work."),
        ("The office is not open on Sundays.", "The office is open from Monday to Friday."),
        ("产量不是500吨。", "产量为300吨。"),
        ("The castle is open on Tuesdays.", "The castle is open daily except Mondays."),
        ("博物馆周二开放。", "博物馆除周一外每天开放。"),
        ("会议来了数百名代表。", "会议来了450名代表。"),
        ("About 20 people came.", "22 people came."),
    ],
)
def test_what_adds_up_follows_or_is_denied_is_no_conflict(claim: str, premise: str) -> None:
    assert [one for one in _found(claim, premise) if one.stance is Stance.CONTRADICTS] == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Kortman hit nine winners.", "Kortman won 6-2, 6-1, hitting 24 winners and making 9 unforced errors."),
        ("Police arrested five people.", "Police arrested three men and one woman."),
        ("该处自2013年起禁止捕鱼。", "自2015年起，该处禁止捕鱼。"),
    ],
)
def test_what_does_not_add_up_still_is(claim: str, premise: str) -> None:
    assert [one for one in _found(claim, premise) if one.stance is Stance.CONTRADICTS] != []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("销售额增长了50%。", "销售额由200万元增至300万元，利润增长8%。"),
        ("Sales grew by 20%.", "Sales grew from 50 million euros to 60 million euros, profit by 8%."),
    ],
)
def test_by_how_much_of_itself_something_changed_is_not_denied_by_another_share(claim: str, premise: str) -> None:
    assert _found(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "stance"),
    [
        ("The town has roughly 49,000 inhabitants.", Stance.SUPPORTS),
        ("The town has about 50,000 inhabitants.", Stance.SUPPORTS),
        ("The town has roughly 52,000 inhabitants.", Stance.NEUTRAL),
    ],
)
def test_about_so_many_is_as_near_as_its_last_place(claim: str, stance: Stance) -> None:
    assert [one.stance for one in _found(claim, "The town has 48,932 inhabitants.")] == [stance]


def test_an_end_is_no_conflict_with_the_beginning() -> None:
    (day, time) = _found("On Saturday it is open until 2 pm.", "Saturday: 10 am to 2 pm")

    assert {day.stance, time.stance} == {Stance.SUPPORTS}


def test_another_end_is_a_conflict() -> None:
    found = _found("On Saturday it is open until 4 pm.", "Saturday: 10 am to 2 pm")

    assert [one.stance for one in found if one.kind == "number"] == [Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("On Friday the shop is open until 6 pm.", "4 pm"),
        ("On Friday the shop closes at 9 am.", "4 pm"),
        ("On Friday the shop opens at 4 pm.", "9 am"),
        ("On Friday the shop is open from 10 am.", "9 am"),
    ],
)
def test_an_end_is_held_against_the_end_of_a_span_and_a_beginning_against_its_beginning(claim: str, value: str) -> None:
    found = _found(claim, "The shop is open on Friday from 9 am to 4 pm.")

    assert [(one.stance, one.premise_words) for one in found if one.kind == "number"] == [(Stance.CONTRADICTS, value)]


@pytest.mark.parametrize("claim", ["On Friday the shop is open until 4 pm.", "On Friday the shop opens at 9 am."])
def test_the_right_end_of_a_span_is_supported(claim: str) -> None:
    found = _found(claim, "The shop is open on Friday from 9 am to 4 pm.")

    assert {one.stance for one in found if one.kind == "number"} == {Stance.SUPPORTS}
