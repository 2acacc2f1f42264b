"""Where the claim's very words stand around another number or date, that is what the evidence says."""

from __future__ import annotations

import pytest

from claimgraph.verify.judges.aligning import align
from claimgraph.verify.judges.literals import read_literals
from claimgraph.verify.judges.same_sentence import values_in_place


def in_place(claim: str, told: str) -> list[tuple[str, str]]:
    lang = "zh" if any(char > "\u3000" for char in claim) else "en"
    alignment = align(claim, lang, told, lang)
    items, places = alignment.claim.items, alignment.window.items
    found = {item: place for item, place in values_in_place(alignment).items() if place not in alignment.matches[item]}
    return [(items[item].surface, places[place].surface) for item, place in found.items()]


@pytest.mark.parametrize(
    ("claim", "told", "others"),
    [
        ("33 voted for it and 2 against.", "33 voted for it and 6 against; 2 abstained.", [("2", "6")]),
        ("The meeting on 5 May is in Rome.", "The meeting on May 6 is in Rome, that on 5 May in Bern.",
         [("5 May", "May 6")]),
        ("The trail is 14 km long.", "Walkers say that the trail is 12 km long, and that it takes 14 days.",
         [("14 km", "12 km")]),
        ("33名委员赞成，2名委员反对。", "到会41人，33名委员赞成，6名委员反对，2名委员弃权。", [("2名", "6名")]),
        ("新馆预计6月9日试开放。", "新馆预计5月6日试开放，6月9日正式开放。", [("6月9日", "5月6日")]),
    ],
)  # fmt: skip
def test_another_value_among_the_claims_own_words_is_in_its_place(
    claim: str, told: str, others: list[tuple[str, str]]
) -> None:
    assert in_place(claim, told) == others


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The trail is 14 km long.", "The trail is 14 km long."),
        ("The trail is 2,400 metres long.", "The trail is 2.4 kilometres long."),  # the same, written otherwise
        ("The trail is about 30 km long.", "The trail is 31 km long."),
        ("The trail is 14 km long.", "The trail is 12 km long. The trail is fourteen kilometres long."),  # said, too
        ("The trail is 14 km long.", "The trail, of all in the park, is 12 km long."),  # other words between them
        ("In 2020 sales were 8 million.", "In 2019 sales were 5 million and in 2020 8 million."),
        ("The trail is 14 km long.", "The trail is 14 days long."),
        ("Unemployment was 5% in the north.", "Youth unemployment was 12% in the north, but all in all 5%."),
        ("失业率在2019年为5%。", "青年失业率在2019年为12%，总体失业率为5%。"),
        ("It is 14.", "It is 12."),  # too few words
        ("The trail is long.", "The trail is long."),
        ("2009年人口为1100人。", "2009年人口为1097人。"),  # rounded
    ],
)
def test_no_other_value_is_in_the_place_of_what_is_said_or_written_otherwise(claim: str, told: str) -> None:
    assert in_place(claim, told) == []


def test_a_value_that_stands_elsewhere_too_is_a_conflict_where_another_is_in_its_place() -> None:
    alignment = align("33 voted for it and 2 against.", "en", "33 voted for it and 6 against; 2 abstained.", "en")
    assert [reading.state for reading in read_literals(alignment)] == ["found", "conflict"]


def test_the_values_that_stand_in_their_places_there_are_no_conflict() -> None:
    alignment = align("33名委员赞成，2名委员反对。", "zh", "33名委员赞成，6名委员反对，2名委员弃权。", "zh")
    assert [reading.state for reading in read_literals(alignment)] == ["found", "conflict"]


@pytest.mark.parametrize("words", ["a b 1 ", "the 7 ", "字1字"])
def test_text_that_repeats_itself_thousands_of_times_holds_the_claim(words: str) -> None:
    assert in_place(words * 100, words * 3_000) == []


@pytest.mark.parametrize(
    ("said", "told"), [("该公司有3人", "该公司有5人"), ("the cat has 3 rooms ", "the cat has 4 rooms ")]
)
def test_another_value_is_found_in_text_that_repeats_itself(said: str, told: str) -> None:
    assert in_place(said * 20, told * 400)
