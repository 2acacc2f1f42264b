"""Lists of facts under a title."""

from __future__ import annotations

import pytest

from claimgraph.ingest.readers.markdown import MarkdownReader
from claimgraph.ingest.text.fact_lists import fact_lists
from claimgraph.ingest.text.respective import apart, told_apart
from claimgraph.ingest.text.sentences import sentences

HOURS = "Wexley Public Library\nMonday: closed\nFriday: 9:30 am to 8 pm\nSaturday: 10 am to 2 pm"


@pytest.mark.parametrize(
    ("text", "title", "lines"),
    [
        (HOURS, "Wexley Public Library", 3),
        ("Opening hours:\n\n- Friday: 9 am to 6 pm\n- Sunday: closed\n\nCome in!", "Opening hours:", 2),
        ("HOTEL ARGENT – KEY FACTS\nRooms: 84\nPool: none", "HOTEL ARGENT – KEY FACTS", 2),
        ("Name: Harbour Hotel\nRooms: 84\nOpened: 2011", "Name: Harbour Hotel", 2),
        ("食堂供餐时间\n早餐：6:30—8:30\n晚餐：17:00—19:00", "食堂供餐时间", 2),
        ("食堂供餐时间\n早餐:6:30—8:30\n晚餐:17:00—19:00", "食堂供餐时间", 2),
        ("Menu\nLeek soup – 5.80\nPlum tart – 6.00", "Menu", 2),
    ],
)
def test_a_list_has_the_line_above_it_or_a_name_for_its_title(text: str, title: str, lines: int) -> None:
    (found,) = fact_lists(text)

    assert text[slice(*found.header)] == title
    assert len(found.rows) == lines


@pytest.mark.parametrize(
    "text",
    [
        "It rained.\nNote: bring a coat.\nWarning: it is cold.",  # under a sentence
        "Rooms: 84\nPool: none",
        "Title\nRooms: 84\n\nPool: none",
        "One line only",
    ],
)
def test_facts_without_a_title_are_no_list(text: str) -> None:
    assert fact_lists(text) == ()


def test_each_line_of_facts_is_a_sentence() -> None:
    assert [HOURS[one.start : one.end] for one in sentences(HOURS)] == HOURS.splitlines()


def test_a_wrapped_line_goes_on_though_a_colon_stands_in_the_next() -> None:
    text = "The committee met on Tuesday and made one decision, put off since the\nspring: the hall is to be sold."

    assert len(sentences(text)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Support hours:\n\n- Friday: 9 am to 4 pm\n- Weekend: closed",
            "Support hours:\n\nSupport hours Friday: 9 am to 4 pm.\nSupport hours Weekend: closed.",
        ),
        ("Support hours\nFriday: 9 am to 4 pm", "Support hours\nSupport hours Friday: 9 am to 4 pm."),
        ("【门诊安排】\n内科——全天\n眼科——周二", "【门诊安排】\n门诊安排内科——全天。\n门诊安排眼科——周二。"),
    ],
)
def test_evidence_is_read_with_its_title_in_each_line_and_claims_are_not(text: str, told: str) -> None:
    found = told_apart(text, facts=True)

    assert found is not None
    assert found.text == told
    assert all(place < 0 or text[place] == char for place, char in zip(found.origin, found.text, strict=True))
    assert apart(text) == text


def test_lines_of_facts_stay_lines_in_markdown_and_other_soft_breaks_are_blanks() -> None:
    source = "# Hours\n\nMonday: closed\nFriday: 9 am\n\nThe hall is\nto be sold.\n"

    assert MarkdownReader().read(source.encode(), "a.md").text == (
        "Hours\n\nMonday: closed\nFriday: 9 am\n\nThe hall is to be sold."
    )
