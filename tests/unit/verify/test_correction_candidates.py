"""What a claim would say with its wrong value put right, by what the evidence states sentence by sentence."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import EvidenceSource, Verdict
from claimgraph.ingest.model import Span
from claimgraph.platform.settings import Settings
from claimgraph.verify.correction.by_value import ValueCorrector
from claimgraph.verify.correction.telling import Teller
from claimgraph.verify.judges.values.ellipsis import made_whole
from claimgraph.verify.model import (
    Attempt,
    Claim,
    ClaimEvidence,
    Conclusion,
    CorrectionRequest,
    Decision,
    Evidence,
    Failing,
    Piece,
    Window,
)
from claimgraph.verify.windows import cut_windows


@cache
def teller() -> Teller:
    models = Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]
    return Teller(models.reader, models.mentions)


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def request(claim: str, evidence: str, *failed: str, answer: str = "") -> CorrectionRequest:
    lang, span = _lang(claim), Span(0, len(claim))
    mentions = tuple(teller().mentions.extract([claim])[0])
    made = Claim("c", claim, lang, (span,), span, True, True, mentions)
    chunk = Evidence("k", evidence, _lang(evidence), EvidenceSource.GIVEN, 1, 1.0, ())
    window = Window("p", evidence, _lang(evidence), (Piece("k", 0, len(evidence)),), 1.0)
    conclusion = Conclusion(ClaimEvidence(made, (chunk,), (window,)), (), Decision(Verdict.CONTRADICTED, 0.9, (), ()))
    attempts = tuple(Attempt(text, Failing.UNSUPPORTED) for text in failed)
    return CorrectionRequest(conclusion, claim, lang, (window,), answer=answer or claim, failed=attempts)


def proposed(claim: str, evidence: str, *failed: str, answer: str = "") -> str | None:
    corrector = ValueCorrector(teller())
    (proposal,) = asyncio.run(corrector.propose([request(claim, evidence, *failed, answer=answer)]))
    return None if proposal is None else proposal.after


VALLEY = (
    "Of the ten villages in the valley, five have a school and eight have a chapel. Orrin has 930 inhabitants. "
    "Belt has 41 inhabitants. Orrin was connected to the railway in 1902. Belt was not connected to it."
)
CLINIC = (
    "Dr. Elena Marsh founded the Coldwater Clinic in 2004, and her brother Victor Marsh became its director in 2011. "
    "The clinic employs 85 nurses and 23 doctors. It treated 12,400 patients in 2022 and 13,150 in 2023."
)
KETTLE = "The Silver Kettle was written by Maren Holt. The novel did not win the Aldous Prize. It is open to all."
FLEET = "Tavora grew fast. Its fleet grew from 18 to 22 aircraft over two years."
QINGHE = "青河大桥于1996年开工，2001年通车，全长3120米。临江大桥于2003年开工，2007年通车，全长2480米。"
SHIQIAO = "柳河镇通了铁路。石桥乡没有通铁路，也不对游客开放。柳河镇有9.3万人，石桥乡有1.2万人。"
STAR = "星海航空2019年运送旅客360万人次。公司总部设在青岛，拥有22架飞机。蓝天航空总部设在厦门，拥有31架飞机。"


@pytest.mark.parametrize(
    ("claim", "evidence", "after"),
    [
        ("Belt has 930 inhabitants.", VALLEY, "Belt has 41 inhabitants."),
        ("Orrin was connected to the railway in 1911.", VALLEY, "Orrin was connected to the railway in 1902."),
        ("The clinic treated 12,400 patients in 2023.", CLINIC, "The clinic treated 13,150 patients in 2023."),
        ("The clinic employs 85 doctors.", CLINIC, "The clinic employs 23 doctors."),
        (
            "The Coldwater Clinic was founded by Victor Marsh.",
            CLINIC,
            "The Coldwater Clinic was founded by Elena Marsh.",
        ),
        ("The Silver Kettle was written by Jonas Weber.", KETTLE, "The Silver Kettle was written by Maren Holt."),
        ("Its fleet grew from 22 to 18 aircraft.", FLEET, "Its fleet grew from 18 to 22 aircraft."),
        ("青河大桥全长2480米。", QINGHE, "青河大桥全长3120米。"),
        ("临江大桥于2001年通车。", QINGHE, "临江大桥于2007年通车。"),
        ("石桥乡有9.3万人。", SHIQIAO, "石桥乡有1.2万人。"),
        ("星海航空总部设在厦门。", STAR, "星海航空总部设在青岛。"),
    ],
)
def test_of_two_values_the_one_that_the_evidence_states_of_the_same_thing_is_taken(
    claim: str, evidence: str, after: str
) -> None:
    assert proposed(claim, evidence) == after


@pytest.mark.parametrize(
    ("claim", "evidence", "after"),
    [
        (
            "The kettle holds three litres of water.",
            "The kettle holds **two** litres of water; the *pot* holds **three**.",
            "The kettle holds two litres of water.",
        ),
        ("员工病假为15天。", "员工年休假为**15天**，病假为**10天**。", "员工病假为10天。"),
    ],
)
def test_a_value_that_the_evidence_emphasises_is_taken_without_its_marks(claim: str, evidence: str, after: str) -> None:
    assert proposed(claim, evidence) == after


@pytest.mark.parametrize(
    ("claim", "evidence", "affirmed"),
    [
        (
            "Norwind won't take its final decision until after the auction.",
            "Norwind intends to take a final decision once the auction has taken place.",
            "Norwind will take",
        ),
        (
            "肾功能中度受损的人用量减半，重度受损的人不能用。",
            "肾功能中度受损者每日用量减半；重度受损者禁用。",
            "受损的人用。",
        ),
        ("同一编号重复提交不会重复建单。", "同一编号重复提交只会创建一次建单。", "重复提交重复"),
    ],
)
def test_a_denial_that_the_evidence_has_in_other_words_is_not_taken_out(
    claim: str, evidence: str, affirmed: str
) -> None:
    after = proposed(claim, evidence)

    assert after is None or affirmed not in after


@pytest.mark.parametrize(
    ("claim", "evidence", "after"),
    [
        ("The Silver Kettle won the Aldous Prize.", KETTLE, "The Silver Kettle did not win the Aldous Prize."),
        ("Orrin was not connected to the railway in 1902.", VALLEY, "Orrin was connected to the railway in 1902."),
        ("Orrin was never connected to the railway.", VALLEY, "Orrin was connected to the railway."),
        ("Belt was connected to the railway.", VALLEY, "Belt was not connected to the railway."),
        ("石桥乡通了铁路。", SHIQIAO, "石桥乡没有通铁路。"),
        ("柳河镇没有通铁路。", SHIQIAO, "柳河镇通了铁路。"),
        ("石桥乡对游客开放。", SHIQIAO, "石桥乡不对游客开放。"),
    ],
)
def test_a_negation_is_put_in_or_taken_out_as_the_evidence_has_it(claim: str, evidence: str, after: str) -> None:
    assert proposed(claim, evidence) == after


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Belt has 41 inhabitants.", VALLEY),
        ("The Silver Kettle did not win the Aldous Prize.", KETTLE),
        ("The clinic treated 13,150 patients in 2023.", CLINIC),
        ("青河大桥全长3120米。", QINGHE),
        ("石桥乡没有通铁路。", SHIQIAO),
        ("Its mascot is a penguin.", VALLEY),
        ("青河大桥全长2480米。", CLINIC),
    ],
)
def test_what_the_evidence_states_or_is_silent_about_is_left_alone(claim: str, evidence: str) -> None:
    assert proposed(claim, evidence) is None


def test_a_proposal_that_failed_is_followed_by_the_next_likeliest() -> None:
    claim = "Inflation stood at 6.1 percent in April."
    evidence = "Inflation stood at 6.1 percent in February and 5.4 percent in April."
    first = proposed(claim, evidence)
    assert first == "Inflation stood at 5.4 percent in April."
    assert proposed(claim, evidence, first) == "Inflation stood at 6.1 percent in February."


def test_of_two_values_as_good_the_one_that_the_answer_does_not_state_yet_is_taken() -> None:
    evidence = "Diallo had won the race in 2012. Diallo had won the race in 2014."
    wrong, answer = "Diallo had won the race in 2016.", "Diallo had won the race in 2012 and 2016."
    assert proposed(wrong, evidence, answer=answer) == "Diallo had won the race in 2014."


def test_a_proposal_rests_on_the_sentence_that_states_it() -> None:
    (proposal,) = asyncio.run(ValueCorrector(teller()).propose([request("Belt has 930 inhabitants.", VALLEY)]))
    assert proposal is not None
    (piece,) = proposal.based_on
    assert VALLEY[piece.start : piece.end] == "Belt has 41 inhabitants."


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "It treated 12,400 patients in 2022 and 13,150 in 2023.",
            ("It treated 12,400 patients in 2022.", "It treated 13,150 patients in 2023."),
        ),
        (
            "It carried 3.2 million people in 2018, 3.6 million in 2019 and only 1.1 million in 2020.",
            (
                "It carried 3.2 million people in 2018.",
                "It carried 3.6 million people in 2019.",
                "It carried 1.1 million people in 2020.",
            ),
        ),
        ("It grew from 18 to 22 aircraft between 2018 and 2020.", None),
        ("Ann won in 1990 and Bob in 1991.", None),
        ("", None),
    ],
)
def test_a_row_of_numbers_and_dates_is_read_as_a_statement_each(text: str, whole: tuple[str, ...] | None) -> None:
    assert made_whole(text, "en") == (whole or (text,))


HOURS = "Support hours\nMonday to Thursday: 9 am to 6 pm\nFriday: 9 am to 4 pm\nWeekend: closed"


@pytest.mark.parametrize(
    ("claim", "mended"),
    [
        ("On Fridays support is available until 6 pm.", "On Fridays support is available until 4 pm."),
        ("On Fridays support is available until 5 pm.", "On Fridays support is available until 4 pm."),
    ],
)
def test_the_line_of_a_list_that_a_claim_names_tells_its_value_and_another_line_no_other_key(
    claim: str, mended: str
) -> None:
    windows = cut_windows(claim, "en", [("k", HOURS, "en")])
    corrector = ValueCorrector(teller())

    (proposal,) = asyncio.run(corrector.propose([replace(request(claim, HOURS), windows=windows)]))

    assert proposal is not None
    assert proposal.after == mended


PLANS = "Plans\n| Plan | Price (€) |\n|---|---|\n| Solo | 9 |\n| Team | 29 |\n| Enterprise | 99 |"


@pytest.mark.parametrize(
    ("claim", "mended"),
    [
        ("Team is the most expensive plan.", "Enterprise is the most expensive plan."),
        ("Enterprise costs 60 euros more than Team.", "Enterprise costs 70 euros more than Team."),
        ("There are four plans.", "There are three plans."),
    ],
)
def test_the_rows_of_a_whole_table_mend_what_only_they_tell_together(claim: str, mended: str) -> None:
    asked = request(claim, PLANS)
    windows = tuple(replace(window, tables=(PLANS,)) for window in asked.windows)
    corrector = ValueCorrector(teller())

    (proposal,) = asyncio.run(corrector.propose([replace(asked, windows=windows)]))

    assert proposal is not None
    assert proposal.after == mended


def test_words_that_say_something_do_not_give_place_to_an_empty_one() -> None:
    assert proposed("企业版的月费最高。", "企业版的月费为699元。") != "企业版的月费为。"


@pytest.mark.parametrize(
    ("claim", "evidence", "right"),
    [
        ("The committee voted to sell the land.", "The committee voted not to sell the land.", "voted not to sell"),
        ("该药不能空腹服用。", "该药可以空腹服用。", "该药可以空腹服用。"),
        ("该产品已经上市。", "该产品尚未上市。", "该产品尚未上市。"),
    ],
)
def test_a_polarity_is_turned_as_a_sentence_allows(claim: str, evidence: str, right: str) -> None:
    found = proposed(claim, evidence)
    assert found is not None
    assert right in found


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("You can borrow up to five books.", "You cannot borrow more than five books."),
        ("Members may bring up to two guests.", "Members may not bring more than two guests."),
        ("The company became profitable.", "The company is not yet profitable."),
    ],
)
def test_a_denial_that_does_not_fit_is_not_put_in(claim: str, evidence: str) -> None:
    assert "not" not in (proposed(claim, evidence) or "")
