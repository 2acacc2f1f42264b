"""Quotations of Chinese texts and their falsifications: what the Chinese NLI model learns comparing from."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starter_models import chinese_swaps
from starter_models.chinese_swaps import Quotable, falsify, quotable, quoted_pairs, shortened
from starter_models.swaps import CONTRADICTED, ENTAILED, NEUTRAL, NOT_ENTAILED

TEXT = (
    "北京图书馆成立于1909年，由李明担任首任馆长。上海图书馆1952年7月对外开放，馆藏超过5700万册。"
    "所有读者必须在周三之前归还图书。新馆面积为8.3平方公里，王芳没有参加开幕仪式。据统计，读者人数比上年增加12%。"
)
OTHER = "潮州港位于广东省东部，码头岸线长9.6公里。2019年吞吐量达到1,300万吨。"


def edits(kind: object, claim: str, text: str = TEXT) -> set[str]:
    return {
        edit.text
        for seed in range(40)
        if (edit := kind(claim, quotable(text), random.Random(seed))) is not None  # type: ignore[operator]
    }


def test_a_text_falls_into_its_sentences_names_and_numbers() -> None:
    found = quotable(TEXT)
    assert "".join(found.sentences) == TEXT
    assert len(found.sentences) == 5
    assert {"1909", "1952", "5700", "8.3", "12"} <= set(found.numbers)
    assert ("李明", "nr") in found.names


def test_a_number_becomes_another_number_and_nothing_else_changes() -> None:
    found = edits(chinese_swaps.swap_number, "馆藏超过5700万册。")
    assert found
    assert all(
        text != "馆藏超过5700万册。" and text.startswith("馆藏超过") and text.endswith("万册。") for text in found
    )
    assert edits(chinese_swaps.swap_number, "馆里有三座书库。") == {f"馆里有{one}座书库。" for one in "二四五六七八九"}
    assert edits(chinese_swaps.swap_number, "新馆已经开放。") == set()


def test_a_name_becomes_another_of_its_text_and_kind() -> None:
    assert edits(chinese_swaps.swap_name, "由李明担任首任馆长。") == {"由王芳担任首任馆长。"}
    assert edits(chinese_swaps.swap_name, "由李明担任首任馆长。", "由李明担任首任馆长。") == set()


def test_two_names_change_places_but_not_where_they_do_the_same_together() -> None:
    text = "李明批评了王芳。"
    assert edits(chinese_swaps.swap_names_around, text, text) == {"王芳批评了李明。"}
    assert edits(chinese_swaps.swap_names_around, "李明和王芳来了。", "李明和王芳来了。") == set()


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("王芳没有参加开幕仪式。", {"王芳有参加开幕仪式。"}),
        ("他已经离开上海。", {"他尚未离开上海。"}),
        ("他认为馆长有责任。", {"他认为馆长没有责任。"}),
        ("不少人来了。", set()),
    ],
)
def test_a_negation_is_taken_out_where_there_is_one_else_put_in(claim: str, expected: set[str]) -> None:
    assert edits(chinese_swaps.negate, claim) == expected


def test_the_same_quantity_by_another_name_is_no_other_unit() -> None:
    found = edits(chinese_swaps.swap_unit, "岸线长9.6公里。", OTHER)
    assert found == {"岸线长9.6毫米。", "岸线长9.6厘米。"}
    assert not any("千米" in text for text in found)


@pytest.mark.parametrize("sentence", ["所有读者来了。", "部分读者来了。", "读者必须还书。", "读者可以还书。"])
def test_what_says_less_follows_and_what_says_more_does_not(sentence: str) -> None:
    """All entails some, must entails may; never the other way round, on whichever side the edit was made."""
    stronger = {"所有": "部分", "必须": "可以"}
    pairs = quoted_pairs([quotable(sentence + OTHER), quotable(TEXT)], 400, random.Random(3))
    seen = Counter()
    for pair in pairs:
        for more, less in stronger.items():
            same = pair.hypothesis.replace(more, "").replace(less, "")
            if same not in pair.premise.replace(more, "").replace(less, ""):
                continue
            if more in pair.premise and less in pair.hypothesis and more not in pair.hypothesis:
                seen["follows"] += 1
                assert pair.target == ENTAILED, pair
            if less in pair.premise and more in pair.hypothesis and more not in pair.premise:
                seen["does not"] += 1
                assert pair.target != ENTAILED, pair
    assert seen["follows"] + seen["does not"] > 5


def test_under_a_negation_more_and_less_change_places_and_are_left_alone() -> None:
    assert edits(chinese_swaps.swap_quantifier, "读者不可以外借。") == set()
    for text in ("读者不必须还书。", "并非所有读者来了。", "不是所有读者都来了。", "没有全部完成。", "他拥有所有权。"):
        assert chinese_swaps.weakened(text, random.Random(1)) is None
        assert edits(chinese_swaps.swap_quantifier, text) == set()
    assert chinese_swaps.weakened("读者必须还书。", random.Random(1)) == "读者可以还书。"


def test_a_quantifier_is_no_part_of_a_longer_one() -> None:
    assert edits(chinese_swaps.swap_quantifier, "大部分读者来了。") == {"全部读者来了。", "小部分读者来了。"}


def test_opposites_quantifiers_and_dates_are_found() -> None:
    assert edits(chinese_swaps.swap_opposite, "人数比上年增加12%。") == {"人数比上年减少12%。"}
    assert edits(chinese_swaps.swap_quantifier, "所有读者来了。") == {
        "部分读者来了。",
        "少数读者来了。",
        "没有任何读者来了。",
    }
    assert "上海图书馆1952年7月开放。" not in edits(chinese_swaps.swap_date, "上海图书馆1952年7月开放。")
    assert len(edits(chinese_swaps.swap_date, "上海图书馆1952年7月开放。")) > 5


@given(st.integers(0, 10_000))
@settings(max_examples=200, deadline=None)
def test_a_falsification_is_never_what_it_was_made_of(seed: int) -> None:
    rng = random.Random(seed)
    text = quotable(TEXT)
    claim = shortened(rng.choice(text.sentences), rng)
    edit = falsify(claim, text, rng)
    assert edit is None or (edit.text != claim and edit.target in (CONTRADICTED, NOT_ENTAILED))


@given(st.integers(0, 10_000))
@settings(max_examples=200, deadline=None)
def test_a_shortened_sentence_says_nothing_that_the_sentence_does_not(seed: int) -> None:
    rng = random.Random(seed)
    sentence = rng.choice(quotable(TEXT).sentences)
    assert shortened(sentence, rng).rstrip("。") in sentence


def made(alone: bool = False) -> list[chinese_swaps.Pair]:
    texts = [quotable(TEXT), quotable(OTHER), quotable("赵军于1998年创办了东风农场。农场有四十名工人。")]
    return quoted_pairs(texts, 120, random.Random(7), alone=alone)


def test_pairs_are_of_all_labels_and_each_is_made_once() -> None:
    pairs = made()
    assert len({(pair.premise, pair.hypothesis) for pair in pairs}) == len(pairs)
    assert {ENTAILED, NEUTRAL, CONTRADICTED, NOT_ENTAILED} == {pair.target for pair in pairs}
    assert all(pair.premise and pair.hypothesis for pair in pairs)


def test_a_quotation_stands_in_its_premise_and_a_missing_one_does_not() -> None:
    quoted = [pair for pair in made() if pair.source == "synthetic_true"]
    assert any(pair.hypothesis in pair.premise for pair in quoted)
    for pair in made():
        if pair.source == "synthetic_absent":
            assert pair.hypothesis not in pair.premise


def test_a_claim_alone_gives_nothing_away() -> None:
    """Words that only an edit writes stand in true claims too, edited on both sides."""
    targets = Counter(pair.target for pair in made() if "减少" in pair.hypothesis)
    assert targets[ENTAILED]
    assert targets[CONTRADICTED]


def test_alone_the_premise_is_the_one_sentence_that_the_claim_was_made_of() -> None:
    pairs = [pair for pair in made(alone=True) if pair.source != "synthetic_absent"]
    assert pairs
    assert all(len(quotable(pair.premise).sentences) == 1 for pair in pairs)


def test_the_same_seed_makes_the_same_pairs() -> None:
    assert made() == made()


def test_a_text_of_one_sentence_has_no_sentence_to_miss() -> None:
    lone = Quotable("港口长9.6公里，码头有十座。", ("港口长9.6公里，码头有十座。",), (), ("9.6",))
    pairs = quoted_pairs([lone], 5, random.Random(1))
    assert pairs
    assert all(pair.source != "synthetic_absent" for pair in pairs)
