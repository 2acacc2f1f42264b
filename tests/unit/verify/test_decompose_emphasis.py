"""Marks of emphasis are the answer's, not a claim's: what is claimed is what would be without them."""

from __future__ import annotations

import anyio
import pytest
from fakes.rule_reader import rule_reader
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Statement
from claimgraph.verify.correction.placing import place_correction
from claimgraph.verify.decomposition.rules import RulesDecomposer
from claimgraph.verify.edits import Edit
from claimgraph.verify.model import Place

SENTENCES = (
    "The system must be ordered before the grant is approved.",
    "The bridge was opened in 1937 and is 1,280 metres long.",
    "The kettle, which costs 49 euros, holds two litres.",
    "该市2020年常住人口为300万人，面积为1200平方公里。",
    "公司总部位于上海，现有员工860人。",
)


def statements(answer: str) -> list[Statement]:
    return anyio.run(RulesDecomposer(rule_reader()).decompose, [answer])[0]


def claims(answer: str) -> list[str]:
    return [one.text for one in statements(answer)]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("The kettle holds **two litres** of water.", ["The kettle holds two litres of water."]),
        ("The *Low Tide* sold 3 * 4 of snake_case_name.", ["The Low Tide sold 3 * 4 of snake_case_name."]),
        ("**Autosave** runs every *two* minutes.", ["Autosave runs every two minutes."]),
        ("Run `sync` to save the file in 2 seconds.", ["Run sync to save the file in 2 seconds."]),
        ("年休假为**15天**。", ["年休假为15天。"]),
        ("- **Basic plan** – $29 a month", ["Basic plan – $29 a month"]),
    ],
)
def test_a_claim_has_no_marks_of_emphasis(answer: str, said: list[str]) -> None:
    assert claims(answer) == said


@given(st.data())
def test_whatever_is_emphasised_the_same_is_claimed(data: st.DataObject) -> None:
    sentence = data.draw(st.sampled_from(SENTENCES))
    mark = data.draw(st.sampled_from(["**", "__", "*"] if sentence.isascii() else ["**"]))
    words = sentence[:-1].split(" ") if sentence.isascii() else list(sentence[:-1])
    at = data.draw(st.integers(1, len(words) - 1))
    if not words[at].isalpha():  # "1,280" ends in no letter, a comma is no word
        return
    joint = " " if sentence.isascii() else ""
    marked = joint.join([*words[:at], f"{mark}{words[at]}{mark}", *words[at + 1 :]]) + sentence[-1]

    assert claims(marked) == claims(sentence)


@pytest.mark.parametrize(
    "answer", ["The kettle holds **two** litres of *cold* water.", "年休假为**15天**，病假为**10天**。"]
)
def test_quotes_stand_word_for_word_in_the_answer(answer: str) -> None:
    for one in statements(answer):
        assert one.quotes
        for quote in one.quotes:
            assert one.text[quote.start : quote.end] == answer[quote.source : quote.source + quote.end - quote.start]


def test_a_correction_is_made_inside_the_marks() -> None:
    answer = "The kettle holds **two** litres of water."
    [one] = statements(answer)
    place = Place(one.text, one.spans, one.sentence, one.quotes)

    edits = place_correction(place, "The kettle holds three litres of water.", answer)

    assert edits == (Edit(answer.index("two"), answer.index("two") + 3, "three"),)


def test_a_label_before_a_colon_stays_a_label() -> None:
    assert "The batteries are empty." in claims("1. **E2**: The batteries are empty.")
