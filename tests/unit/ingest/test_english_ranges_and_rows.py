"""Ranges, rows of verbs and what stands beside a noun: what the parser often gets wrong, and the claims get right.

The trees are those of `tests/data/english_trees.conllu`, as the shipped analyser gives them.
"""

from __future__ import annotations

from ud_trees import english_claims as claims


def test_both_ends_of_a_range_stay_in_one_claim() -> None:
    assert claims("The flags -1 to -9 set the block size to 100,000 through 900,000 bytes.") == [
        "The flags -1 to -9 set the block size.",
        "The flags -1 to -9 set the block size to 100,000 through 900,000 bytes.",
    ]


def test_what_lies_between_two_years_is_one_time() -> None:
    found = claims(
        "The bridge was designed by the engineer Karl Hess and built between 1921 and 1925 "
        "by the Norland Steel Company."
    )

    assert found == [
        "The bridge was designed by the engineer Karl Hess.",
        "The bridge was built between 1921 and 1925.",
        "The bridge was built by the Norland Steel Company.",
    ]


def test_a_measure_between_two_numbers_stays_with_its_verb() -> None:
    sentence = "Temperatures ranged between -5 and 12 degrees Celsius in March."

    assert claims(sentence) == [sentence]


def test_a_border_between_two_countries_is_one_place() -> None:
    found = claims("Mount Kesra, located on the border between Aland and Borvia, is 4,810 metres high.")

    assert "Mount Kesra is located on the border between Aland and Borvia." in found


def test_a_past_tense_in_a_row_of_past_tenses_is_no_passive() -> None:
    found = claims(
        "The Treaty of Marn ended the war, ceded the province to Lestria and established a joint commission."
    )

    assert "The Treaty of Marn ceded the province to Lestria." in found
    assert not any("was ceded" in claim for claim in found)


def test_the_last_participle_of_three_is_passive_as_the_others_are() -> None:
    found = claims("The painting was stolen in 1990, recovered in 1997 and returned to the museum a year later.")

    assert "The painting was returned to the museum a year later." in found


def test_each_verb_that_somebody_is_let_do_is_a_claim() -> None:
    assert claims("The app lets users edit photos, add text and share albums with friends.") == [
        "The app lets users edit photos.",
        "The app lets users add text.",
        "The app lets users share albums with friends.",
    ]


def test_what_as_well_as_joins_is_a_member_of_the_list() -> None:
    found = claims("Honey contains mainly fructose and glucose, as well as small amounts of enzymes and minerals.")

    assert found[1:] == ["Honey contains glucose.", "Honey contains small amounts of enzymes and minerals."]


def test_two_plurals_of_one_place_are_no_second_subject() -> None:
    assert claims("The plant grows in forests and meadows in Norway and Sweden.") == [
        "The plant grows in forests in Norway.",
        "The plant grows in forests in Sweden.",
        "The plant grows in meadows in Norway.",
        "The plant grows in meadows in Sweden.",
    ]


def test_a_superlative_between_commas_is_a_claim_about_the_noun_before() -> None:
    assert claims("Lake Miran, the deepest in the country, covers 310 square kilometres.") == [
        "Lake Miran covers 310 square kilometres.",
        "Lake Miran is the deepest in the country.",
    ]


def test_a_superlative_that_opens_a_relative_clause_stays_there() -> None:
    sentence = "The city has three universities, the oldest of which was founded in 1477."

    assert claims(sentence) == [sentence]


def test_a_plural_with_a_subject_and_an_object_is_a_verb() -> None:
    found = claims(
        "The stadium, home of the Harbour Lions, seats 42,000 spectators and was renovated in 2016 "
        "at a cost of $85 million."
    )

    assert found == [
        "The stadium seats 42,000 spectators.",
        "The stadium was renovated in 2016.",
        "The stadium was renovated at a cost of $85 million.",
        "The stadium is home of the Harbour Lions.",
    ]


def test_a_concession_that_opens_the_sentence_is_a_claim_of_its_own() -> None:
    found = claims("Although the company was founded in Denmark, its headquarters are now in Singapore.")

    assert found[1:] == ["The company was founded in Denmark."]
    assert "Although" not in found[0]


def test_time_and_place_of_what_takes_place_are_claims_of_their_own() -> None:
    found = claims("The festival takes place every July in the old town and attracts over 50,000 visitors.")

    assert "The festival takes place every July." in found
    assert "The festival takes place in the old town." in found


def test_the_second_noun_under_one_article_keeps_it() -> None:
    assert claims("The capital and largest city of the country is Velmora.") == [
        "The capital of the country is Velmora.",
        "The largest city of the country is Velmora.",
    ]


def test_the_article_of_a_list_member_fits_its_first_word() -> None:
    assert claims("The phone comes with a charger, cable and case.")[2] == "The phone comes with a case."


def test_what_is_dated_to_a_decade_happened_then() -> None:
    found = claims(
        "The monument, completed in 1921 and restored in the 1990s, stands 46 metres tall and attracts tourists "
        "from around the world."
    )

    assert "The monument was restored in the 1990s." in found


def test_a_relative_clause_is_about_the_noun_that_its_verb_agrees_with() -> None:
    found = claims("The club, based in Leeds, plays its home games at Elm Park, which holds 12,000 spectators.")

    assert found[-1] == "Elm Park holds 12,000 spectators."


def test_most_of_which_behind_a_list_is_not_said_of_its_last_member_alone() -> None:
    found = claims("Its main exports are coffee, cocoa and timber, most of which go to Europe.")

    assert not any(claim.startswith("Most of timber") for claim in found)


def test_a_measured_noun_behind_the_second_verb_is_its_object() -> None:
    found = claims("The camera records 4K video at up to 60 frames per second and weighs just 480 grams.")

    assert found[-1] == "The camera weighs just 480 grams."


def test_a_name_behind_the_second_verb_is_no_place_of_the_first() -> None:
    found = claims("The orchestra, led by Clara Voss since 2015, performs in Hamburg and tours Asia every spring.")

    assert found[:3] == [
        "The orchestra performs in Hamburg.",
        "The orchestra tours Asia.",
        "The orchestra tours Asia every spring.",
    ]


def test_a_noun_with_its_owner_between_commas_is_what_the_subject_is() -> None:
    found = claims("Ferrum Bank, Europe's fourth-largest lender, cut 2,000 jobs and closed 150 branches last year.")

    assert found == [
        "Ferrum Bank cut 2,000 jobs.",
        "Ferrum Bank closed 150 branches last year.",
        "Ferrum Bank was Europe's fourth-largest lender.",
    ]
