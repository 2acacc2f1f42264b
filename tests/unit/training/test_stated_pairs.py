"""Claims in their premise's own words, right and with a value exchanged."""

from __future__ import annotations

import random

from starter_models import stated
from starter_models.stated import stated_items
from starter_models.swaps import CONTRADICTED, ENTAILED

MINE = "The Gullfoot mine flooded in 1951. It was closed for good in 1966, to the dismay of the town."
CHINESE = "渡轮于1952年下水。它在1978年停航，如今是一座餐厅。"


def taken_apart(texts: list[str]) -> list[list[str]]:
    known = {
        MINE: ["The Gullfoot mine flooded in 1951.", "The mine was closed for good in 1966.", "Dismay."],
        CHINESE: ["渡轮于1952年下水。", "渡轮在1978年停航。", "渡轮如今是一座餐厅。"],
        "Nothing.": [],
    }
    return [known[text] for text in texts]


def items_of(*premises: str, wanted: int = 10, seed: int = 1) -> dict[str, set[str]]:
    found = stated_items(premises, taken_apart, wanted, random.Random(seed))
    assert all(target == ENTAILED for item in found for _, target in item.claims)
    assert all(len({claim for claim, _ in item.claims}) == len(item.claims) for item in found)
    return {item.premise: {claim for claim, _ in item.claims} for item in found}


def test_a_text_states_what_it_is_taken_apart_into_and_its_sentences_but_no_scraps() -> None:
    assert items_of(MINE) == {
        MINE: {
            "The Gullfoot mine flooded in 1951.",
            "The mine was closed for good in 1966.",
            "It was closed for good in 1966, to the dismay of the town.",
        }
    }


def test_chinese_texts_are_cut_into_their_sentences_too() -> None:
    assert items_of(CHINESE)[CHINESE] == {
        "渡轮于1952年下水。",
        "渡轮在1978年停航。",
        "渡轮如今是一座餐厅。",
        "它在1978年停航，如今是一座餐厅。",
    }


def test_a_text_that_states_nothing_is_left_out_and_no_more_are_taken_than_wanted() -> None:
    assert items_of("Nothing.") == {}
    assert len(items_of(MINE, CHINESE, wanted=1)) == 1


def test_the_package_takes_texts_apart_and_a_value_in_anothers_place_contradicts() -> None:
    pairs = stated.stated_pairs([MINE], texts=1, wanted=40, rng=random.Random(3))
    assert {pair.source for pair in pairs} == {"stated"}
    labels = {pair.hypothesis: pair.target for pair in pairs if "flooded in 1951" in pair.premise}
    right = [claim for claim, target in labels.items() if "closed" in claim and "1966" in claim and target == ENTAILED]
    wrong = [claim for claim, target in labels.items() if "closed" in claim and "1951" in claim]
    assert right
    assert wrong
    assert {labels[claim] for claim in wrong} == {CONTRADICTED}
