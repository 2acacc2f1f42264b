"""Pairs in which a text gives an organisation a short name: what is said of the one is said of the other."""

from __future__ import annotations

import random

import pytest
from starter_models.abbreviated import abbreviated_pairs, short_name
from starter_models.pairs import Pair
from starter_models.swaps import CONTRADICTED, ENTAILED
from starter_models.written import Written

ITEM = Written(
    "The Harbour Trust was founded in 1907. Today the Harbour Trust has 320 members; HTX has 5.",
    (
        ("The Harbour Trust has 320 members.", ENTAILED),
        ("The Harbour Trust has 5 members.", CONTRADICTED),
        ("It has members.", ENTAILED),
    ),
)


def made(item: Written, name: str) -> list[Pair]:
    every = [abbreviated_pairs([item], lambda _: [[(name, "organisation")]], 9, random.Random(n)) for n in range(20)]
    return [pair for some in every for pair in some]


def test_the_short_name_is_given_once_and_used_from_then_on() -> None:
    premise = "The Harbour Trust (HT) was founded in 1907. Today the HT has 320 members; HTX has 5."
    found = {(pair.premise, pair.hypothesis, pair.target) for pair in made(ITEM, "Harbour Trust")}
    assert found == {
        (premise, f"The {name} has {many} members.", target)
        for name in ("Harbour Trust", "HT")
        for many, target in ((320, ENTAILED), (5, CONTRADICTED))
    }


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Bank of the North", "BN"),
        ("Kolibri Foods", "KF"),
        ("Kolibri", ""),
        ("court of cassation", ""),
        ("省财政厅", ""),
    ],
)
def test_a_short_name_is_of_the_initials_of_what_is_written_large(name: str, short: str) -> None:
    assert short_name(name) == short


def test_a_short_name_that_the_text_has_already_is_not_given() -> None:
    taken = Written("The Harbour Trust owns HT, a ferry.", (("The Harbour Trust owns a ferry.", ENTAILED),))
    assert made(taken, "Harbour Trust") == []
