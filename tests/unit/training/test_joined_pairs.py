"""Claims tied together of single ones: true if each part is; a wrong one differs from a right one in one part."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from starter_models.joined import joined, joined_pairs
from starter_models.pairs import Pair
from starter_models.swaps import CONTRADICTED, ENTAILED, NEUTRAL
from starter_models.written import Written, kept_apart, read_written

ITEM = Written(
    "The ferry sank in May. Its owner had sold it.",
    tuple(
        (f"{kind} {number} holds.", target)
        for kind, target, many in (("Right", ENTAILED, 4), ("Wrong", CONTRADICTED, 4), ("Open", NEUTRAL, 2))
        for number in range(many)
    ),
)


def made(item: Written = ITEM, lang: str = "en") -> list[Pair]:
    return [pair for seed in range(40) for pair in joined_pairs([item], lang, 99, random.Random(seed))]


def test_a_joined_claim_follows_only_where_each_of_its_parts_does() -> None:
    for pair in made():
        kinds = {kind for kind in ("Right", "Wrong", "Open") if kind in pair.hypothesis}
        expected = CONTRADICTED if "Wrong" in kinds else NEUTRAL if "Open" in kinds else ENTAILED
        assert pair.target == expected
        assert pair.premise == ITEM.premise
    assert {pair.target for pair in made()} == {ENTAILED, CONTRADICTED, NEUTRAL}


def test_a_wrong_one_is_a_right_one_with_the_twin_of_one_part() -> None:
    pairs = joined_pairs([ITEM], "en", 99, random.Random(3))
    right = {pair.hypothesis for pair in pairs if pair.target == ENTAILED}
    wrong = [pair.hypothesis for pair in pairs if pair.target == CONTRADICTED]
    assert wrong
    assert {claim.replace("Wrong", "Right").replace("wrong", "right") for claim in wrong} == right


def test_some_have_three_parts_and_no_part_comes_twice() -> None:
    many = Counter(pair.hypothesis.count("holds") for pair in made())
    assert set(many) == {2, 3}
    assert many[2] > many[3]
    for pair in made():
        numbers = [char for char in pair.hypothesis if char.isdigit()]
        assert pair.target == NEUTRAL or len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("parts", "tie", "lang", "claim"),
    [
        (["Ann won.", "The prize was 5."], ", and ", "en", "Ann won, and the prize was 5."),
        (["Ann won.", "Ben lost."], ", and ", "en", "Ann won. Ben lost."),
        (["Ann won", "Wages rose"], "; ", "en", "Ann won; wages rose"),
        (["Ann won.", "A prize was paid.", "He paid it."], ". ", "en", "Ann won. A prize was paid. He paid it."),
        (["甲赢了。", "乙输了。"], "，而", "zh", "甲赢了，而乙输了。"),
        (["甲赢了", "乙输了"], "；", "zh", "甲赢了；乙输了"),
    ],
)
def test_parts_are_tied_as_people_write(parts: list[str], tie: str, lang: str, claim: str) -> None:
    assert joined(parts, tie, lang, "Everybody saw wages rise.") == claim


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_of_what_ships_as_many_are_wrong_as_right(lang: str) -> None:
    items = kept_apart(read_written(lang, name="twinned"), held_out=False)[:400]
    targets = Counter(pair.target for pair in joined_pairs(items, lang, 10**6, random.Random(1)))
    assert abs(targets[ENTAILED] - targets[CONTRADICTED]) < 0.02 * targets[ENTAILED]
    assert targets[NEUTRAL] > 0.1 * targets[ENTAILED]
