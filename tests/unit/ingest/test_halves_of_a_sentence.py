"""What semicolons set apart, and halves that leave out the verb: each is a claim of its own."""

from __future__ import annotations

import pytest
from fakes.rule_reader import read_by_rules as read
from fakes.rule_reader import rule_claims as claims


@pytest.mark.parametrize(
    ("sentence", "halves"),
    [
        (
            "Captain Rhys Morgan commanded the frigate; Lieutenant Owen Pryce was his second.",
            ["Captain Rhys Morgan commanded the frigate.", "Lieutenant Owen Pryce was his second."],
        ),
        ("The dog slept; the cat did not.", ["The dog slept.", "The cat did not."]),
        (
            "The mill opened in 1901; it closed in 1954; nobody lives there now.",
            ["The mill opened in 1901.", "The mill closed in 1954.", "Nobody lives there now."],
        ),
    ],
)
def test_a_semicolon_between_two_clauses_parts_them(sentence: str, halves: list[str]) -> None:
    assert claims(sentence) == halves


@pytest.mark.parametrize(
    "sentence",
    [
        "The firm has offices in Paris, France; London, England; and Rome, Italy.",
        'She wrote "the mill opened in 1901; it closed in 1954" on the wall.',
    ],
)
def test_a_semicolon_in_a_list_or_in_what_is_quoted_parts_nothing(sentence: str) -> None:
    found = read(sentence).statements

    assert {one.sentence for one in found} == {found[0].sentence}
    assert (found[0].sentence.start, found[0].sentence.end) == (0, len(sentence))


@pytest.mark.parametrize(
    ("sentence", "halves"),
    [
        (
            "Adult tickets cost 14 euros and tickets for students 9 euros.",
            ["Adult tickets cost 14 euros.", "Tickets for students cost 9 euros."],
        ),
        (
            "Sergeant Ilse Brandt was born in Graz and Corporal Niko Vale in Trieste.",
            ["Sergeant Ilse Brandt was born in Graz.", "Corporal Niko Vale was born in Trieste."],
        ),
        ("The red team won 5 games, the blue team 7.", ["The red team won 5 games.", "The blue team won 7 games."]),
        (
            "The bridge opened in 1932; the tunnel, in 1950.",
            ["The bridge opened in 1932.", "The tunnel opened in 1950."],
        ),
        ("He ate three apples and Mary two pears.", ["He ate three apples.", "Mary ate two pears."]),
        ("Anna plays the violin and Bob the cello.", ["Anna plays the violin.", "Bob plays the cello."]),
        (
            "Paris has 2.1 million inhabitants, Lyon 500,000 and Nice 340,000.",
            ["Paris has 2.1 million inhabitants.", "Lyon has 500,000 inhabitants.", "Nice has 340,000 inhabitants."],
        ),
    ],
)
def test_a_half_without_a_verb_is_read_with_that_of_the_first(sentence: str, halves: list[str]) -> None:
    found = read(sentence).statements

    assert [one.text for one in found] == halves
    assert all(one.checkable and (one.sentence.start, one.sentence.end) == (0, len(sentence)) for one in found)
    for one in found:
        quoted = [(one.text[q.start : q.end], sentence[q.source : q.source + q.end - q.start]) for q in one.quotes]
        assert quoted
        assert all(said == told for said, told in quoted)


def test_the_triple_of_such_a_half_has_its_own_subject_and_value() -> None:
    first, second = read("Sergeant Ilse Brandt was born in Graz and Corporal Niko Vale in Trieste.").statements

    assert [one.triples[0].normal for one in (first, second)] == [
        ("Sergeant Ilse Brandt", "bear in", "Graz"),
        ("Corporal Niko Vale", "bear in", "Trieste"),
    ]


def test_what_opens_the_sentence_holds_of_each_half() -> None:
    found = claims("In the bench test, valve A leaked in 5 of 10 runs and valve B in 10 of 50.")

    assert found[-1] == "In the bench test, valve B leaked in 10 of 50 runs."
    assert "Valve A leaked in 5 of 10 runs." in found


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann lives in Paris and Lyon in winter.",
        "The album can be seen as a modern incarnation of Madhouse, but this time as a Prince release.",
        "She joined the club in 1995 and the board in 2024.",
        "Ann Berg said Bob Holm left in 1990 and Eve Stone in 1995.",
    ],
)
def test_what_is_no_second_subject_gets_no_verb(sentence: str) -> None:
    wrong = ("Lyon lives", "This time can", "The board joined", "Eve Stone said")
    assert not any(one.startswith(wrong) for one in claims(sentence))
