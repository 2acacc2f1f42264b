"""Exchanged pairs: the label is in who has which value, and nowhere else."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from starter_models import exchanged
from starter_models.exchanged import exchanged_pairs, mentions
from starter_models.pairs import Pair
from starter_models.swaps import CONTRADICTED, ENTAILED, NEUTRAL, NOT_ENTAILED
from starter_models.written import Written

KINDS = {
    "Ida Holm": "person",
    "Holm": "person",
    "Max Ruud": "person",
    "Ruud": "person",
    "Rome": "place",
    "Lyon": "place",
    "412 passengers": "number",
    "412passengers": "number",
    "600 seats": "number",
    "1934": "date",
    "1961": "date",
    "赵兰": "person",
    "钱枫": "person",
    "1987年": "date",
    "2015年": "date",
}


def listed(texts: list[str]) -> list[list[tuple[str, str]]]:
    """Longest first, as one text's mentions do not overlap."""
    found = []
    for text in texts:
        left, mine = text, []
        for surface, kind in sorted(KINDS.items(), key=lambda item: -len(item[0])):
            if surface in left:
                mine.append((surface, kind))
                left = left.replace(surface, " ")
        found.append(mine)
    return found


def made_of(premise: str, claim: str, wanted: int = 40, seed: int = 1) -> list[Pair]:
    item = Written(premise, ((claim, ENTAILED), ("Something else.", NEUTRAL)))
    return exchanged_pairs([item], listed, wanted, random.Random(seed))


def told(premise: str, claim: str) -> set[tuple[str, str, int]]:
    return {(pair.premise, pair.hypothesis, pair.target) for pair in made_of(premise, claim)}


def test_two_names_change_places_in_the_premise_the_claim_or_both() -> None:
    premise = "The novel was written by Ida Holm; Max Ruud drew its pictures. Holm died first."
    turned = "The novel was written by Max Ruud; Ida Holm drew its pictures. Ruud died first."
    mine, other = "Holm is the author of the book.", "Ruud is the author of the book."
    assert told(premise, mine) == {
        (premise, mine, ENTAILED),
        (premise, other, NOT_ENTAILED),
        (turned, mine, NOT_ENTAILED),
        (turned, other, ENTAILED),
    }


def test_of_two_figures_the_units_stay_where_they_are() -> None:
    premise = "The ferry has 600 seats and carried 412 passengers."
    turned = "The ferry has 412 seats and carried 600 passengers."
    assert (turned, "On board were 412 passengers.", CONTRADICTED) in told(premise, "On board were 412 passengers.")


def test_a_year_changes_places_with_a_year_alone() -> None:
    premise = "Opened in 1934 and rebuilt in 1961, the hall has 600 seats."
    claims = {claim for _, claim, _ in told(premise, "It was finished in 1934.")}
    assert claims == {"It was finished in 1934.", "It was finished in 1961."}


def test_in_chinese_as_well() -> None:
    premise = "赵兰于1987年当选，钱枫到2015年才当选。"
    made = told(premise, "赵兰先当上代表。")
    assert ("钱枫于1987年当选，赵兰到2015年才当选。", "赵兰先当上代表。", NOT_ENTAILED) in made
    assert len(made) == 4


def test_what_is_said_of_two_together_is_left_alone() -> None:
    assert not told("Rome and Lyon signed the treaty.", "The treaty bears the name of Rome.")


def test_a_figure_within_a_longer_one_is_not_touched() -> None:
    premise = "It cost 1,934 crowns in 1934 and twice that in 1961."
    for text, _, _ in told(premise, "The price was paid in 1934."):
        assert "1,934 crowns" in text


def test_a_figure_that_stands_in_a_longer_word_is_left_alone() -> None:
    assert not told("The ferry has 600 seats and carried 412passengers.", "On board were 412 passengers.")
    assert not told("The ferry has 600 seats and carried 412 passengers.", "On board were 412passengers.")


@pytest.mark.parametrize("seed", range(5))
def test_neither_the_claim_nor_the_words_it_shares_give_the_label_away(seed: int) -> None:
    premise = "Opened by Ida Holm in 1934, the hall was rebuilt by Max Ruud in 1961."
    pairs = made_of(premise, "Ida Holm cut the ribbon in 1934.", seed=seed)
    by_claim: dict[str, Counter[bool]] = {}
    for pair in pairs:
        by_claim.setdefault(pair.hypothesis, Counter())[pair.target == ENTAILED] += 1
    assert pairs
    for counts in by_claim.values():
        assert counts[True] >= 1
        assert counts[False] >= 1


def test_a_surname_that_stands_in_the_claim_alone_changes_places_too() -> None:
    premise = "Ida Holm, 31, and her partner of many years, Max Ruud, 26, were found."
    claims = {claim for _, claim, _ in told(premise, "Holm is five years older than Ruud.")}
    assert claims == {"Holm is five years older than Ruud.", "Ruud is five years older than Holm."}


def test_a_name_that_the_premise_lacks_may_take_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanged, "ABSENT", 1.0)
    items = [
        Written("Ida Holm wrote the novel.", (("The author is Holm.", ENTAILED),)),
        Written("Max Ruud drew it.", (("Ruud is the one who drew it.", ENTAILED),)),
    ]
    pairs = exchanged_pairs(items, listed, 8, random.Random(3))
    assert ("Ida Holm wrote the novel.", "The author is Ruud.", NOT_ENTAILED) in {
        (pair.premise, pair.hypothesis, pair.target) for pair in pairs
    }


def test_only_claims_that_follow_are_taken_and_as_many_as_there_are() -> None:
    item = Written("Ida Holm met Max Ruud.", (("Holm was alone.", CONTRADICTED), ("Ruud came.", ENTAILED)))
    pairs = exchanged_pairs([item], listed, 100, random.Random(1))
    assert {pair.hypothesis for pair in pairs} == {"Ruud came.", "Holm came."}
    assert len(pairs) == 4


def test_mentions_are_those_that_the_package_finds() -> None:
    (english, chinese) = mentions(["Anna Holm paid $412 million in 1934.", "王芳在北京。"])
    assert ("Anna Holm", "person") in english
    assert ("1934", "date") in english
    assert ("王芳", "person") in chinese


def test_a_claim_with_a_kind_of_value_that_no_premise_has_makes_no_pair() -> None:
    assert [made_of("Nothing has a date here.", "It opened in 1934.", seed=seed) for seed in range(9)] == [[]] * 9
