"""Precision, recall, F1, their interval, and one-to-one matching."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.verify.evaluation import Counts, bootstrap_interval, total
from claimgraph.verify.evaluation.assignment import maximum_matching


@st.composite
def counts(draw: st.DrawFn) -> Counts:
    predicted, gold = draw(st.integers(0, 30)), draw(st.integers(0, 30))
    return Counts(draw(st.integers(0, min(predicted, gold))), predicted, gold)


def graphs() -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.lists(st.integers(0, 4), unique=True, max_size=5), max_size=5)


def test_precision_recall_and_f1_are_those_of_the_textbook() -> None:
    found = Counts(matched=6, predicted=8, gold=12)

    assert found.precision == 0.75
    assert found.recall == 0.5
    assert found.f1 == pytest.approx(2 * 0.75 * 0.5 / (0.75 + 0.5))


def test_ratios_over_nothing_are_none() -> None:
    assert (Counts(0, 0, 0).precision, Counts(0, 0, 0).recall, Counts(0, 0, 0).f1) == (None, None, None)
    assert Counts(0, 0, 3).precision is None
    assert Counts(0, 3, 0).recall is None
    assert Counts(0, 3, 0).f1 == 0.0
    assert bootstrap_interval([]) is None
    assert bootstrap_interval([Counts(0, 0, 0)]) is None


def test_more_matches_than_claims_are_refused() -> None:
    with pytest.raises(ValueError, match="3 matches"):
        Counts(3, 2, 5)


@given(counts())
def test_scores_lie_between_0_and_1_and_f1_between_precision_and_recall(one: Counts) -> None:
    if one.precision is not None and one.recall is not None and one.f1 is not None:
        assert 0 <= min(one.precision, one.recall) <= one.f1 + 1e-12
        assert one.f1 <= max(one.precision, one.recall) + 1e-12 <= 1 + 1e-12


@given(counts())
def test_precision_and_recall_change_places_with_prediction_and_gold(one: Counts) -> None:
    turned = Counts(one.matched, one.gold, one.predicted)

    assert (turned.precision, turned.recall, turned.f1) == (one.recall, one.precision, one.f1)


@given(counts())
def test_one_more_match_never_lowers_and_one_more_wrong_claim_never_raises_f1(one: Counts) -> None:
    right = Counts(one.matched + 1, one.predicted + 1, one.gold + 1)
    wrong = Counts(one.matched, one.predicted + 1, one.gold)

    assert right.f1 is not None
    assert wrong.f1 is not None
    assert right.f1 >= (one.f1 or 0) >= 0
    assert one.f1 is None or wrong.f1 <= one.f1


@given(st.lists(counts(), min_size=1, max_size=12))
def test_the_total_lies_in_its_interval_of_all_samples_and_order_does_not_count(parts: list[Counts]) -> None:
    whole = total(parts)
    interval = bootstrap_interval(parts, level=1.0, samples=400)

    assert whole == total(reversed(parts))
    if interval is not None:
        each = [one.f1 for one in parts if one.f1 is not None]
        assert min(each) - 1e-12 <= interval[0] <= interval[1] <= max(each) + 1e-12


def test_items_that_all_score_the_same_leave_no_doubt() -> None:
    assert bootstrap_interval([Counts(1, 2, 2)] * 20) == (0.5, 0.5)


def test_the_interval_narrows_with_more_items_and_is_the_same_for_the_same_seed() -> None:
    few, many = [Counts(1, 1, 1), Counts(0, 1, 1)] * 5, [Counts(1, 1, 1), Counts(0, 1, 1)] * 100
    narrow, wide = bootstrap_interval(many), bootstrap_interval(few)

    assert narrow is not None
    assert wide is not None
    assert narrow[1] - narrow[0] < wide[1] - wide[0]
    assert bootstrap_interval(few) == wide


def test_a_matching_moves_an_earlier_choice_where_that_helps() -> None:
    # Taking the first that fits would give 0 -> 0 and leave 1 with nothing.
    assert maximum_matching([[0, 1], [0]]) == [(0, 1), (1, 0)]


@given(graphs())
def test_a_matching_is_one_to_one_and_as_large_as_any(partners: list[list[int]]) -> None:
    found = maximum_matching(partners)

    assert all(right in partners[left] for left, right in found)
    assert len({left for left, _ in found}) == len({right for _, right in found}) == len(found)
    assert len(found) == _largest(partners)


def _largest(partners: list[list[int]]) -> int:
    best = 0
    for choice in itertools.product(*([None, *one] for one in partners)):
        taken = [right for right in choice if right is not None]
        if len(taken) == len(set(taken)):
            best = max(best, len(taken))
    return best


def test_thousands_of_claims_that_all_push_one_another_are_matched() -> None:
    number = 3_000
    chain = [[index, index + 1] for index in range(number - 1)] + [[0]]

    assert len(maximum_matching(chain)) == number
