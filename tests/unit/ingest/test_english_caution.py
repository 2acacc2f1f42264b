"""What a split would turn into a falsehood stays whole, and what is said of one thing is not said of another.

The trees are those of `tests/data/english_trees.conllu`, so that no model is needed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from fakes.rule_reader import rule_claims
from ud_trees import conllu, parsed

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.english import read_english
from claimgraph.platform.models.ports import Analysis

TREES = Path(__file__).parents[2] / "data" / "english_trees.conllu"


@cache
def trees() -> dict[str, Analysis]:
    return {analysis.text: analysis for analysis in conllu(TREES)}


def statements(sentence: str) -> list[Statement]:
    return read_english(parsed(trees()[sentence]), {})


def claims(sentence: str) -> list[str]:
    return [statement.text for statement in statements(sentence)]


def facts(sentence: str) -> list[tuple[str, str, str]]:
    return [(each.head.text, each.relation, each.tail.text) for one in statements(sentence) for each in one.triples]


@pytest.mark.parametrize(
    "sentence",
    [
        "Nora plays chess on Mondays and tennis on Fridays.",
        "Silver is the best conductor and copper the second best.",
        "The clinic ordered 20 boxes of gloves and 30 bottles of soap.",
        "The rule was backed by the union in March and by the board in May.",
    ],
)
def test_a_conjunct_without_its_verb_is_not_told_apart(sentence: str) -> None:
    assert claims(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "Not all trains and buses stop here.",
        "Guests may use the pool in summer, but only until eight.",
        "The discount covers all books except atlases and dictionaries.",
    ],
)
def test_a_list_under_a_negation_or_limit_stays_whole(sentence: str) -> None:
    assert claims(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentence", ["Doctors gave the patient iron and calcium together.", "Yellow and blue make green."]
)
def test_what_is_said_of_things_together_is_not_said_of_each(sentence: str) -> None:
    assert claims(sentence) == [sentence]


def test_a_conjunct_takes_the_nearest_subject_before_it() -> None:
    assert claims("Nobody complained, but the noise scared the horses and woke the children.") == [
        "Nobody complained.",
        "The noise scared the horses.",
        "The noise woke the children.",
    ]


def test_a_noun_between_and_and_a_verb_is_its_subject() -> None:
    assert claims("The farmer sold the land and his neighbour bought it.")[0] == "The farmer sold the land."
    assert "his neighbour" not in claims("The farmer sold the land and his neighbour bought it.")[0]


def test_a_source_does_not_spread_to_a_clause_with_its_own() -> None:
    assert claims("According to the survey, demand fell, and analysts warn that prices will drop.") == [
        "According to the survey, demand fell.",
        "Analysts warn that prices will drop.",
    ]


def test_an_apposition_is_said_of_the_member_right_before_it() -> None:
    found = claims("Vela and Orsted, a Danish utility, built the wind park.")
    assert "Orsted was a utility." in found
    assert not any(claim.startswith("Vela was") for claim in found)


def test_an_apposition_between_two_subjects_is_not_said_of_the_second() -> None:
    found = claims("Bergen, the gateway to the fjords, and Tromsø, the home of the polar museum, are Norwegian cities.")
    assert not any("Tromsø is the gateway" in claim or "Bergen is the home" in claim for claim in found)


def test_a_phrase_behind_the_second_verb_is_not_given_to_the_first() -> None:
    assert claims("The contract was drafted by Paul Lind and came into force in April 2019.") == [
        "The contract was drafted by Paul Lind.",
        "The contract came into force.",
        "The contract came into force in April 2019.",
    ]


def test_members_of_a_list_keep_the_preposition_they_share() -> None:
    assert claims("The laboratories are in Bonn, Graz and Porto.") == [
        "The laboratories are in Bonn.",
        "The laboratories are in Graz.",
        "The laboratories are in Porto.",
    ]


def test_a_quotation_that_the_speaker_interrupts_stays_whole() -> None:
    sentence = '"Nimbus," the engineer said, "was tested in May and released in June."'
    assert claims(sentence) == [sentence]


def test_where_from_and_where_to_stay_in_every_claim() -> None:
    assert claims("The firm moved from Lyon to Geneva in 2015.") == [
        "The firm moved from Lyon to Geneva.",
        "The firm moved from Lyon to Geneva in 2015.",
    ]


def test_two_nouns_side_by_side_are_one_member_of_a_list() -> None:
    sentence = "Kora is a small language created by Ida Holm in 2003, widely used for sound design and web development."
    assert claims(sentence)[-2:] == [
        "Kora is widely used for sound design.",
        "Kora is widely used for web development.",
    ]


def test_an_upper_bound_stays_before_its_number() -> None:
    assert claims("Up to 5% of users reported errors.") == ["Up to 5% of users reported errors."]


def test_the_comma_that_closes_a_relative_clause_ends_it() -> None:
    found = claims("Paul Lind replaced Sara Berg, who retired in 2020, as head of the council.")
    assert "Sara Berg retired in 2020." in found
    assert not any(claim.startswith("Sara Berg retired as") for claim in found)


def test_a_participle_behind_and_is_no_passive() -> None:
    assert "The flood damaged 12 houses." in claims("The flood destroyed the mill and damaged 12 houses.")


def test_what_only_its_context_names_does_not_stand_alone() -> None:
    assert [each.standalone for each in statements("The minister resigned in May.")] == [False]
    assert [each.standalone for each in statements("The office was closed on Tuesday.")] == [False]


def test_a_cleft_sentence_is_one_claim_about_whom_it_stresses() -> None:
    sentence = "It was Clara Moen who designed the bridge."
    assert claims(sentence) == [sentence]
    assert facts(sentence) == [("Clara Moen", "designed", "bridge")]


def test_the_preposition_before_a_title_is_that_of_the_name() -> None:
    assert facts("The library was opened by Queen Astrid.") == [("library", "was opened by", "Queen Astrid")]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Torvik assembles bicycles in Hanoi.", ("Torvik", "assembles", "bicycles")),
        ("Runa joined the guild in 2012.", ("Runa", "joined", "guild")),
    ],
)
def test_no_triple_says_of_an_object_what_its_subject_does(sentence: str, fact: tuple[str, str, str]) -> None:
    assert facts(sentence) == [fact]


def test_no_triple_loses_an_exception() -> None:
    assert facts("The discount covers all books except atlases and dictionaries.") == []


def test_a_list_whose_first_member_has_a_relative_clause_is_told_apart_whole() -> None:
    assert claims("The device, which weighs 2 kg, and its charger cost 30 euros.")[:2] == [
        "The device costs 30 euros.",
        "Its charger costs 30 euros.",
    ]


def test_what_an_event_did_is_not_said_of_the_thing_it_befell() -> None:
    assert claims("The bridge collapsed, killing three workers.") == ["The bridge collapsed, killing three workers."]


def test_so_many_of_so_many_is_one_object() -> None:
    assert claims("Valve B leaked in 5 of 10 runs.") == ["Valve B leaked in 5 of 10 runs."]


@pytest.mark.parametrize(
    "sentence",
    [
        "The leave has to be taken within a year of birth and can be divided into up to three blocks.",
        "It comes with free parking and is two minutes from the metro stop.",
        "One week costs $560, and two weeks cost $1,020.",
        "Third place went to Lemaire's team-mate Jonas Ritter, who just beat Ola Nygård in the sprint.",
    ],
)
def test_what_would_have_two_verbs_that_nothing_joins_or_half_a_word_stays_whole(sentence: str) -> None:
    assert rule_claims(sentence) == [sentence]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Apple said on Monday it was closing.", "Apple said on Monday it was closing."),
        ("The tower, completed in 1889, was built by Eiffel and stands in Paris.", "The tower stands in Paris."),
        ("The well-known winger joined the club and left it in 2019.", "The well-known winger joined the club."),
    ],
)
def test_a_second_verb_that_something_joins_is_told_apart_as_before(sentence: str, said: str) -> None:
    assert said in rule_claims(sentence)
