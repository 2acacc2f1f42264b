"""Claims that compare rows of a table, held against the values in its columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.judges.row_claims import read_rows
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Finding, Opinion, Pair

PLANS = (
    "| Plan | Price (€ per month) | Users | SSO |\n|---|---|---|---|\n| Basic | 9 | 1 | no |\n| Team | 29 | 5 | no |\n"
    "| Pro | 49 | 25 | yes |"
)
SHIPS = (
    "Ship: Astra; Built: 1961; Crew: 24; Departs: 09:30\nShip: Bora; Built: 1958; Crew: 31; Departs: 10:00\n"
    "Ship: Cora; Built: 1972; Crew: 18; Departs: 07:15"
)
PHONES = "| | Orla 12 | Orla Mini |\n|---|---|---|\n| Weight | 178 g | 141 g |\n| Launch price | $599 | $449 |"
CITIES = (
    "| 城市 | 7月均温（℃） | 年降水量（毫米） |\n|---|---|---|\n| 岚州 | 28.6 | 1,340 |\n| 云屏 | 22.3 | 980 |\n"
    "| 朔安 | 23.9 | 410 |"
)
BOOKS = (
    "书名：《山间来信》；作者：沈若谷；定价：42.00元；页数：268\n"
    "书名：《机械的童年》；作者：卢卡·巴尔迪；定价：68.00元；页数：410"
)


def found(claim: str, premise: str) -> Finding | None:
    return read_rows(Pair(claim, detect_language(claim), premise, detect_language(premise)))


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (PLANS, "Pro costs more than Team."),
        (PLANS, "Pro costs 20 euros more than Team."),
        (PLANS, "Team has fewer users than Pro."),
        (PLANS, "Basic is the cheapest of the three plans."),
        (PLANS, "Of the three plans, Team is the second most expensive."),
        (SHIPS, "Bora is the oldest of the three ships."),
        (SHIPS, "Cora is newer than Bora."),
        (SHIPS, "Cora was built eleven years later than Astra."),
        (SHIPS, "Astra departs half an hour earlier than Bora."),
        (PHONES, "The Orla Mini is lighter than the Orla 12."),
        (CITIES, "朔安的年降水量比云屏少。"),
        (CITIES, "三座城市中年降水量最多的是岚州。"),
        (BOOKS, "《机械的童年》的定价比《山间来信》高26元。"),
        (BOOKS, "《山间来信》比《机械的童年》便宜。"),
    ],
)
def test_what_the_values_bear_out_is_supported(premise: str, claim: str) -> None:
    finding = found(claim, premise)

    assert finding is not None
    assert (finding.kind, finding.stance) == ("comparative", Stance.SUPPORTS)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (PLANS, "Team is more expensive than Pro."),
        (PLANS, "Pro costs 25 euros more than Team."),
        (PLANS, "Team is the cheapest plan."),
        (PLANS, "Of the three plans, Basic is the second most expensive."),
        (SHIPS, "Astra is the oldest ship."),
        (SHIPS, "Cora was built ten years later than Astra."),
        (SHIPS, "Astra departs later than Bora."),
        (SHIPS, "Astra departs two hours earlier than Bora."),
        (PHONES, "The Orla 12 was cheaper than the Orla Mini."),
        (CITIES, "三座城市中年降水量最多的是云屏。"),
        (CITIES, "朔安的年降水量比云屏多。"),
        (BOOKS, "《机械的童年》的定价比《山间来信》低26元。"),
        (BOOKS, "《机械的童年》的定价比《山间来信》高30元。"),
    ],
)
def test_what_the_values_deny_is_contradicted_and_the_rows_are_named(premise: str, claim: str) -> None:
    finding = found(claim, premise)

    assert finding is not None
    assert finding.stance is Stance.CONTRADICTS
    assert ":" in finding.premise_words


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (PLANS, "Pro is better than Team."),
        (PLANS, "Pro has more storage than Team."),  # no such column
        (PLANS, "Pro does not cost more than Team."),
        (PLANS, "Pro is cheaper than two Team plans."),
        (PLANS, "Per user, Pro is cheaper than Team."),
        (PLANS, "Basic is the cheapest plan."),  # there may be rows that are not here
        (PLANS, "Basic is the cheapest of the four plans."),
        (PLANS, "Gold costs more than Team."),
        (SHIPS, "Bora has the shortest crossing."),
        (CITIES, "岚州的人口比云屏多。"),
        (CITIES, "平均下来，岚州的年降水量比云屏少。"),
        ("Pro costs 49 euros and Team 29 euros.", "Team costs more than Pro."),  # no rows
    ],
)
def test_what_the_rows_do_not_plainly_tell_is_left_to_others(premise: str, claim: str) -> None:
    assert found(claim, premise) is None


@given(st.integers(1, 9_999), st.integers(1, 9_999))
def test_of_two_numbers_one_comparison_holds_and_its_converse_does_not(left: int, right: int) -> None:
    premise = f"| Town | Houses |\n|---|---|\n| Astley | {left} |\n| Borden | {right} |"
    more, fewer = (found(f"Astley has {word} houses than Borden.", premise) for word in ("more", "fewer"))

    assert more is not None
    assert fewer is not None
    assert (more.stance is Stance.SUPPORTS) == (left > right)
    assert (fewer.stance is Stance.SUPPORTS) == (left < right)


def test_the_rules_judge_finds_it() -> None:
    opinion = judge_rules(Pair("Team is more expensive than Pro.", "en", PLANS, "en"))

    assert isinstance(opinion, Opinion)
    assert any(one.kind == "comparative" and one.stance is Stance.CONTRADICTS for one in opinion.findings)
