"""Values that a text gives without writing them: what is left over, how much more, how long it is from when to when."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.dates import find_dates
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.relative_dates import with_relative_dates
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Pair


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def _found(claim: str, premise: str, stance: Stance) -> list[Finding]:
    pair = Pair(claim, _lang(claim), premise, _lang(premise))
    return [
        f
        for judge in (judge_rules, judge_alignment)
        for f in getattr(judge(pair), "findings", ())
        if f.stance is stance
    ]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Seven members abstained.", "Of the 40 members, 22 voted for the motion, 11 against, and the rest abstained."),
        ("泥芯里的硅藻有二十七种属于海水种。", "泥芯里共有硅藻214种，其中淡水种139种，半咸水种48种，其余均为海水种。"),
        ("这次月偏食从初亏到复圆历时78分钟。", "此次月偏食初亏在凌晨2时35分，复圆在3时53分。"),
        ("The keynote starts at 9:15 a.m.", "The keynote begins at a quarter past nine."),
        ("图书馆每天17:30闭馆。", "图书馆每天下午五点半闭馆。"),
        ("More than four fifths of the capacity was left.", "Between 82 and 86 percent of the capacity was left."),
    ],
)
def test_a_value_that_follows_is_found_and_denied_by_nothing(claim: str, premise: str) -> None:
    assert _found(claim, premise, Stance.CONTRADICTS) == []
    assert "number" in {finding.kind for finding in _found(claim, premise, Stance.SUPPORTS)}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The keynote starts at 9:45 a.m.", "The keynote begins at a quarter past nine."),
        ("The gate is locked at 8 p.m. in summer.", "In summer the gate is locked at 8 a.m."),
        ("图书馆每天17:00闭馆。", "图书馆每天下午五点半闭馆。"),
        ("The flight lasts 1 hour 40 minutes.", "The flight lasts 1 hour 50 minutes."),
    ],
)
def test_another_time_is_a_conflict(claim: str, premise: str) -> None:
    assert "number" in {finding.kind for finding in _found(claim, premise, Stance.CONTRADICTS)}


def test_what_is_left_over_is_no_other_number() -> None:
    premise = "Of the 40 members, 22 voted for the motion, 11 against, and the rest abstained."

    assert not any(f.claim_words == "Nine" for f in _found("Nine members abstained.", premise, Stance.SUPPORTS))


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        # A word of the dictionary that it takes for a name, and a function word in front of one.
        ("猎鹰队在季后赛首轮横扫了蓝鲸队。", "季后赛首轮，曼努埃尔·罗哈斯效力的蓝鲸队被猎鹰队横扫。"),
        ("如果走卫星链路，时延会有600毫秒之多。", "光纤骨干网的时延为12毫秒，卫星链路的时延则高达0.6秒。"),
        # The court is another one than the tribunal, of which the claim tells as well.
        (
            "The Aldersea tribunal overturned a decision of the court in Penwick, so that the quarry has to pay.",
            "The fine had been quashed by the court in Penwick. The tribunal in Aldersea reversed that ruling and "
            "ordered the quarry to pay.",
        ),
    ],
)
def test_what_is_no_other_name_is_no_conflict_of_names(claim: str, premise: str) -> None:
    assert [one for one in _found(claim, premise, Stance.CONTRADICTS) if one.kind == "name"] == []


def test_a_denial_is_of_the_clause_that_tells_of_it() -> None:
    premise = "Neon and argon passed through the membrane; krypton and xenon were held back completely."

    assert _found("No xenon got through the membrane.", premise, Stance.CONTRADICTS) == []
    assert _found("No argon passed through the membrane.", premise, Stance.CONTRADICTS) != []


def test_a_team_is_one_name() -> None:
    found = _found("雪豹队在决赛中以3比1战胜了蓝鲸队。", "决赛中，蓝鲸队以3比1战胜了雪豹队。", Stance.CONTRADICTS)

    assert "role" in {finding.kind for finding in found}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("长安号可载客360人。", "长兴号载客420人；长安号少载60人。"),
        ("长安号航速30节。", "长兴号航速26节；长安号却快了4节。"),
    ],
)
def test_an_amount_told_by_another_one_is_found(claim: str, premise: str) -> None:
    assert "number" in {finding.kind for finding in _found(claim, premise, Stance.SUPPORTS)}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The bank charges 1.2 percent a year on overdrafts.", "The bank charges 1.2 percent a month on overdrafts."),
        ("物业费为每平方米每月9元。", "物业费为每平方米每季度9元。"),
        ("全县有田32万顷。", "全县有田32万亩。"),
    ],
)
def test_the_same_number_for_another_period_or_unit_is_a_conflict(claim: str, premise: str) -> None:
    assert "number" in {finding.kind for finding in _found(claim, premise, Stance.CONTRADICTS)}


def test_a_rate_is_no_other_number_of_points() -> None:
    premise = "不良贷款率1.27%，较年初下降0.13个百分点。"

    assert [f.claim_words for f in _found("不良贷款率比年初下降1.27个百分点。", premise, Stance.SUPPORTS)] == []
    assert "number" in {f.kind for f in _found("不良贷款率比年初下降0.13个百分点。", premise, Stance.SUPPORTS)}


@pytest.mark.parametrize(
    ("text", "year", "month", "day", "quarter"),
    [
        ("The first infusion was on 11 January and the second exactly four weeks later.", None, 2, 8, None),
        ("It opened on 30 December 2019 and closed three days later.", 2020, 1, 2, None),
        ("It was signed in 1962 and ratified three years later.", 1965, None, None, None),
        ("一期2018年第三季度投产，二期投产比一期晚整整两年。", 2020, None, None, 3),
        ("3月1日报名，两周后考试。", None, 3, 15, None),
    ],
)
def test_a_date_is_counted_from_another_one(
    text: str, year: int | None, month: int | None, day: int | None, quarter: int | None
) -> None:
    _, moved = with_relative_dates(text, find_dates(text))

    assert (moved.year, moved.month, moved.day, moved.quarter) == (year, month, day, quarter)


@pytest.mark.parametrize(
    ("text", "year", "season"),
    [
        ("She last played in October 2011 and died the following spring.", 2012, 1),
        ("It opened on 2 February 2011 and closed the next summer.", 2011, 2),
    ],
)
def test_the_season_that_follows_a_month_is_of_its_year_or_the_next(text: str, year: int, season: int) -> None:
    _, moved = with_relative_dates(text, find_dates(text))

    assert (moved.year, moved.season) == (year, season)


def test_nobody_can_tell_which_spring_follows_a_bare_year() -> None:
    text = "She last played in 2011 and died the following spring."

    assert len(with_relative_dates(text, find_dates(text))) == 1


def test_a_claim_of_the_date_that_is_counted_is_supported() -> None:
    premise = "The first infusion was on 11 January and the second four weeks later."

    assert "date" in {f.kind for f in _found("The second infusion was on 8 February.", premise, Stance.SUPPORTS)}


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("每份样品的试剂费比原来贵了9元。", "每份样品的试剂费由2元涨到了11元。"),
        ("每份样品的试剂费比原来便宜了9元。", "每份样品的试剂费由2元涨到了11元。"),
        (
            "The slow train takes 45 minutes longer.",
            "The fast train takes 1 hour 50 minutes; the slow one 2 hours 35 minutes.",
        ),
        (
            "The slow train takes 45 minutes less.",
            "The fast train takes 1 hour 50 minutes; the slow one 2 hours 35 minutes.",
        ),
        ("The old limit was 2 gigabytes.", "The new limit is 8 gigabytes, four times the old limit."),
        ("The old limit was 32 gigabytes.", "The new limit is 8 gigabytes, four times the old limit."),
    ],
)
def test_which_of_two_amounts_exceeds_the_other_is_not_read_so_neither_way_is_borne_out_or_denied(
    claim: str, premise: str
) -> None:
    assert [f for stance in (Stance.SUPPORTS, Stance.CONTRADICTS) for f in _found(claim, premise, stance)] == []


def test_an_amount_that_would_follow_the_other_way_round_is_not_found() -> None:
    found = _found("长安号可载客480人。", "长兴号载客420人；长安号少载60人。", Stance.SUPPORTS)

    assert "number" not in {finding.kind for finding in found}


@pytest.mark.parametrize(
    ("claim", "year"),
    [("The club was promoted in 2021.", True), ("The club was promoted in 2023.", False)],
)
def test_the_year_after_something_dates_that_one_and_not_what_comes_before(claim: str, year: bool) -> None:
    premise = "The club won the cup in 2022, the year after it was promoted."

    assert bool(_found(claim, premise, Stance.SUPPORTS)) is year


def test_the_year_after_by_itself_is_counted_from_the_date_before() -> None:
    text = "The mill opened in 1912 and burned the year after; in 1950 came the year after the war."

    assert [one.year for one in with_relative_dates(text, find_dates(text))] == [1912, 1913, 1950]


def test_the_following_day_has_the_following_weekday() -> None:
    premise = "The shop was robbed on Sunday 12 March. A man was arrested for it the following day."

    assert not _found("A man was arrested on Monday 13 March.", premise, Stance.CONTRADICTS)
    assert _found("A man was arrested on Tuesday 14 March.", premise, Stance.CONTRADICTS)
