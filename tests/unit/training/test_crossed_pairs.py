"""Crossed pairs: each statement of a text is entailed, and each subject with the other's predicate is not."""

from __future__ import annotations

import random

import pytest
from starter_models.crossed import clauses, crossed_pairs
from starter_models.swaps import ENTAILED, NOT_ENTAILED

from claimgraph.platform.models.analysis.english import EnglishAnalyser


@pytest.fixture(scope="module")
def analyser() -> EnglishAnalyser:
    return EnglishAnalyser()


def told(*premises: str, wanted: int = 100) -> set[tuple[str, str, int]]:
    return {(one.premise, one.hypothesis, one.target) for one in crossed_pairs(premises, wanted, random.Random(1))}


def test_two_statements_of_one_sentence_are_crossed_and_so_is_their_premise() -> None:
    premise = "The red team won the final, but the blue team lost the captain."
    turned = "The blue team won the final, but the red team lost the captain."
    assert told(premise) == {
        (premise, "The red team won the final.", ENTAILED),
        (premise, "The blue team lost the captain.", ENTAILED),
        (premise, "The red team lost the captain.", NOT_ENTAILED),
        (premise, "The blue team won the final.", NOT_ENTAILED),
        (turned, "The red team won the final.", NOT_ENTAILED),
        (turned, "The blue team lost the captain.", NOT_ENTAILED),
        (turned, "The red team lost the captain.", ENTAILED),
        (turned, "The blue team won the final.", ENTAILED),
    }


def test_statements_of_neighbouring_sentences_are_crossed() -> None:
    made = told("The north bridge opened in 1931. The south bridge opened in 1958.")
    assert ("The south bridge opened in 1931.", NOT_ENTAILED) in {
        (claim, target) for premise, claim, target in made if premise.startswith("The north bridge opened in 1931.")
    }


def test_a_name_keeps_its_capital_in_the_middle_of_a_sentence() -> None:
    premises = {premise for premise, _, _ in told("The mayor sold the mill, and Anna Holm bought the farm.")}
    assert premises == {
        "The mayor sold the mill, and Anna Holm bought the farm.",
        "Anna Holm sold the mill, and the mayor bought the farm.",
    }


@pytest.mark.parametrize(
    "text",
    [
        "He sold the farm, and she bought the mill.",  # of whom?
        "Did the farm burn, and did the mill stand?",
        'The farmer said "the mill burnt, and the barn stood".',
        "The mill burnt down.",  # there is nothing to cross it with
        "The mill was sold, and the farms were kept.",  # "the farms was sold" would give itself away
    ],
)
def test_what_cannot_be_crossed_is_left_alone(text: str) -> None:
    assert not told(text)


def test_a_condition_is_no_statement(analyser: EnglishAnalyser) -> None:
    (analysis,) = analyser.analyse(["The road closes if the river rises above the mark."])
    assert "rises above the mark" not in {one.predicate for one in clauses(analysis)}


def test_there_are_as_many_pairs_as_are_wanted() -> None:
    assert len(told("The red team won the final, but the blue team lost the captain.", wanted=3)) == 3
