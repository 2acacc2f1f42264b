"""Claims that compare rows of a table, held against the values in its columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.verify.judges.row_claims import RowReading, read_rows
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
    read = read_rows(Pair(claim, detect_language(claim), premise, detect_language(premise)))
    return read.finding if read else None


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
    assert (finding.kind, finding.stance) == ("compared", Stance.SUPPORTS)


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


WHOLE_PLANS = f"Plans of Cloudnest\n{PLANS}"
WHOLE_SHIPS = f"\n{SHIPS}"
WHOLE_CITIES = f"三座城市的气候\n{CITIES}"
TARIFFS = "云巢套餐\n| 套餐 | 月费（元） |\n|---|---|\n| 个人版 | 29 |\n| 团队版 | 199 |\n| 企业版 | 699 |"
MENU = "Lunch menu, prices in euros\nLeek soup – 5.80\nOnion tart – 7.20\nTrout – 14.50\nApple cake – 4.10"
TICKETS = "门票价格\n成人票：80元\n学生票：40元\n儿童票：20元"
WINDOWS = (
    "隔音窗\n| 结构 | 隔声量（dB） | 用途 |\n|---|---|---|\n"
    "| 单玻 | 28 | 车库 |\n| 中空 | 32 | 卧室 |\n| 夹胶 | 39 | 琴房 |"
)


def read_whole(claim: str, table: str) -> RowReading | None:
    """Of a window that has one row of the table."""
    row = table.splitlines()[-1]
    return read_rows(Pair(claim, detect_language(claim), row, detect_language(table), tables=(table,)))


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        (WHOLE_PLANS, "Pro is the most expensive plan."),
        (WHOLE_PLANS, "Pro is the most expensive plan of Cloudnest."),
        (WHOLE_PLANS, "Team is the second cheapest plan."),
        (WHOLE_PLANS, "Pro has the most users."),
        (WHOLE_SHIPS, "Bora is the oldest ship."),
        (WHOLE_CITIES, "三座城市中年降水量最多的是岚州。"),
        (TARIFFS, "企业版的月费最高。"),
        (TARIFFS, "个人版最便宜。"),
        (MENU, "The trout is the most expensive dish on the lunch menu."),
        (MENU, "The onion tart costs 1.40 euros more than the leek soup."),
        (TICKETS, "学生票比儿童票贵20元。"),
        (TICKETS, "成人票最贵。"),
        (WINDOWS, "夹胶的隔声量最高。"),
    ],
)
def test_of_a_table_that_is_known_whole_the_most_is_borne_out(table: str, claim: str) -> None:
    found = read_whole(claim, table)

    assert found is not None
    assert (found.finding.kind, found.finding.stance, found.mended) == ("compared", Stance.SUPPORTS, None)


EMISSIONS = """Emissions by country

| Country | Emissions (Mt) |
|---|---|
| China | 11,400 |
| Netherlands | 130 |
| Brazil | 480 |
"""


@pytest.mark.parametrize(
    ("table", "claim", "mended"),
    [
        (WHOLE_PLANS, "The Team plan is the most expensive.", "The Pro plan is the most expensive."),
        (WHOLE_PLANS, "Pro is the second cheapest plan.", "Team is the second cheapest plan."),
        (WHOLE_PLANS, "Pro costs 25 euros more than Team.", "Pro costs 20 euros more than Team."),
        (WHOLE_PLANS, "Team costs more than Pro.", "Pro costs more than Team."),
        (WHOLE_PLANS, "Team costs 20 euros more than Pro.", "Pro costs 20 euros more than Team."),
        (WHOLE_SHIPS, "Astra is the oldest ship.", "Bora is the oldest ship."),
        (TARIFFS, "团队版的月费最高。", "企业版的月费最高。"),
        (TARIFFS, "团队版比个人版贵二百元。", "团队版比个人版贵一百七十元。"),
        (TARIFFS, "团队版比个人版贵200元。", "团队版比个人版贵170元。"),
        (MENU, "The leek soup is the cheapest.", "The apple cake is the cheapest."),
        (TICKETS, "学生票最便宜。", "儿童票最便宜。"),
        (TICKETS, "学生票比儿童票贵三十元。", "学生票比儿童票贵二十元。"),
        (EMISSIONS, "The Netherlands has the highest emissions.", "China has the highest emissions."),
        (EMISSIONS, "China has the lowest emissions.", "The Netherlands has the lowest emissions."),
    ],
)
def test_what_is_wrong_is_mended_by_the_row_that_has_it(table: str, claim: str, mended: str) -> None:
    found = read_whole(claim, table)

    assert found is not None
    assert (found.finding.stance, found.mended) == (Stance.CONTRADICTS, mended)
    again = read_whole(mended, table)
    assert again is not None
    assert again.finding.stance is Stance.SUPPORTS


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        (WHOLE_PLANS, "Team is the most expensive plan without SSO."),  # of some of them
        (WHOLE_PLANS, "Pro is the cheapest plan with SSO: yes."),
        (WHOLE_PLANS, "Basic is the cheapest plan in Europe."),
        (WHOLE_PLANS, "Basic is the cheapest plan and has the fewest bugs."),  # what else it says is not read
        (WINDOWS, "隔声量最高的夹胶用在车库。"),
        (WINDOWS, "中空的隔声量比单玻高七分。"),  # a number that is not read
        (TICKETS, "学生票比儿童票便宜吗？"),
    ],
)
def test_what_says_more_than_the_comparison_is_not_borne_out_by_it(table: str, claim: str) -> None:
    found = read_whole(claim, table)

    assert found is None or found.finding.stance is not Stance.SUPPORTS


AIRPORTS = (
    "Airports of London and Paris\n| Airport | City | Opened | Passengers (million) |\n|---|---|---|---|\n"
    "| Heathrow | London | 1946 | 83.9 |\n| Gatwick | London | 1958 | 43.2 |\n| Orly | Paris | 1932 | 33.1 |"
)
MACHINES = (
    "Refrigerators\n| Model | Price (€) | Energy use (kWh/year) | World rank |\n|---|---|---|---|\n"
    "| Frost A | 499 | 120 | 1 |\n| Frost B | 399 | 180 | 4 |"
)
FIRMS = (
    "Firms\n| Company | Revenue (€m) | Net income ($m) | Employees |\n|---|---|---|---|\n"
    "| Acme | 4,456 | -50 | 1,200 |\n| Bolt | 3,340 | -20 | 900 |\n| **Total** | 7,796 | -70 | 2,100 |"
)
SALES = (
    "Sales\n| Region | Year | Sales (€) |\n|---|---|---|\n| North | 2022 | 100 |\n| South | 2022 | 120 |\n"
    "| North | 2023 | 150 |\n| South | 2023 | 130 |"
)
TRAINS = "Trains\n| Train | Departs | Arrives |\n|---|---|---|\n| IC 7 | 18:10 | 23:40 |\n| NJ 42 | 21:00 | 06:50 |"
PEOPLE = (
    "Team\n| Name | Born |\n|---|---|\n| Anna Berg | 12 March 1996 |\n| Ben Okoro | 3 July 1999 |\n"
    "| Carl Diaz | 30 May 1994 |"
)


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        # A part of the rows
        (AIRPORTS, "Heathrow is the oldest airport in London."),
        (AIRPORTS, "In London, Heathrow is the oldest airport."),
        (WHOLE_PLANS, "Among the plans with SSO, Pro is the cheapest."),
        (WHOLE_PLANS, "If you need SSO, Pro is the cheapest plan."),
        (WHOLE_PLANS, "Team is the cheapest plan that costs more than 10 euros."),
        (TARIFFS, "付费套餐中，团队版最便宜。"),
        # One of several, a doubt, another time
        (WHOLE_PLANS, "Team is one of the most expensive plans."),
        (TARIFFS, "团队版是月费最高的套餐之一。"),
        (WHOLE_PLANS, "Pro used to be cheaper than Team."),
        (WHOLE_PLANS, "In 2019, Pro was cheaper than Team."),
        (WHOLE_PLANS, "Pro is hardly cheaper than Team."),
        (TARIFFS, "企业版曾经比团队版便宜。"),
        # Not the other row, but an amount or a multiple of it
        (WHOLE_PLANS, "Team costs less than 30 euros, and Basic costs 9 euros."),
        (WHOLE_PLANS, "Pro costs less than twice as much as Team."),
        (WHOLE_PLANS, "Team costs less than half of what Pro costs."),
        (TARIFFS, "企业版的月费比团队版的四倍低。"),
        (TARIFFS, "团队版比较贵，企业版功能更多。"),
        # A share, or another unit, that has the number of the difference
        (WHOLE_PLANS, "Pro costs 20% more than Team."),
        (WHOLE_PLANS, "Pro costs $20 more than Team."),
        (FIRMS, "Acme has 33% more employees than Bolt."),
        (FIRMS, "Acme's revenue is €1,116 million higher than Bolt's."),
        # Another property, or one whose more is less
        (MACHINES, "Frost A is more energy-efficient than Frost B."),
        (MACHINES, "Frost A offers more energy savings than Frost B."),
        (MACHINES, "Frost A has a higher world rank than Frost B."),
        (FIRMS, "Acme had a larger net loss than Bolt."),
        (FIRMS, "Acme's revenue grew more than Bolt's."),
        (PEOPLE, "Carl Diaz joined the team later than Anna Berg."),
        (WHOLE_CITIES, "岚州的冬天比云屏冷。"),
        # A thing with several rows, times of two days
        (SALES, "In 2023, North had lower sales than South."),
        (SALES, "South had the highest sales."),
        (TRAINS, "IC 7 arrives earlier than NJ 42."),
    ],
)
def test_a_claim_that_is_not_understood_word_by_word_is_left_to_others(table: str, claim: str) -> None:
    assert read_whole(claim, table) is None


def test_rows_of_sums_are_no_things() -> None:
    found = read_whole("Acme has the most employees.", FIRMS)

    assert found is not None
    assert found.finding.stance is Stance.SUPPORTS


def test_of_two_tables_of_one_form_neither_is_all_there_is() -> None:
    other = WHOLE_PLANS.replace("Plans of Cloudnest", "Plans of Fogbank").replace("| 49 |", "| 19 |")
    pair = Pair("Pro is the most expensive plan.", "en", PLANS, "en", tables=(WHOLE_PLANS, other))

    assert read_rows(pair) is None


@pytest.mark.parametrize(
    ("claim", "stance"),
    [
        ("Ben Okoro is three years younger than Anna Berg.", Stance.SUPPORTS),
        ("Ben Okoro is two years younger than Anna Berg.", Stance.CONTRADICTS),
        ("Carl Diaz is two years older than Anna Berg.", Stance.SUPPORTS),
    ],
)
def test_ages_differ_by_whole_years(claim: str, stance: Stance) -> None:
    found = read_whole(claim, PEOPLE)

    assert found is not None
    assert found.finding.stance is stance


@pytest.mark.parametrize(
    ("table", "claim"),
    [
        (WHOLE_PLANS, "Team, at 29 euros, is the most expensive plan."),
        (WHOLE_PLANS, "The most expensive plan is Team, which costs 29 euros."),
        (TARIFFS, "团队版的月费最高，为199元。"),
    ],
)
def test_what_quotes_a_row_s_own_cell_is_not_mended_by_another_name(table: str, claim: str) -> None:
    found = read_whole(claim, table)

    assert found is None or (found.finding.stance, found.mended) == (Stance.CONTRADICTS, None)


def test_one_comparison_that_fails_is_enough() -> None:
    found = read_whole("Pro is the most expensive plan and has the fewest users.", WHOLE_PLANS)

    assert found is not None
    assert found.finding.stance is Stance.CONTRADICTS
    assert found.finding.claim_words == "the fewest users"


@given(st.lists(st.integers(1, 999), min_size=2, max_size=6, unique=True), st.data())
def test_a_table_bears_out_one_row_and_mends_all_others_to_it(houses: list[int], data: st.DataObject) -> None:
    towns = [f"Town{chr(65 + place)}" for place in range(len(houses))]
    table = "\n".join(
        ["", "| Town | Houses |", "|---|---|", *(f"| {t} | {h} |" for t, h in zip(towns, houses, strict=True))]
    )
    most = towns[houses.index(max(houses))]
    named = data.draw(st.sampled_from(towns))
    found = read_whole(f"{named} has the most houses.", table)

    assert found is not None
    assert (found.finding.stance is Stance.SUPPORTS) == (named == most)
    assert found.mended == (None if named == most else f"{most} has the most houses.")


def test_the_rules_judge_finds_it() -> None:
    opinion = judge_rules(Pair("Team is more expensive than Pro.", "en", PLANS, "en"))

    assert isinstance(opinion, Opinion)
    assert any(one.kind == "compared" and one.stance is Stance.CONTRADICTS for one in opinion.findings)
