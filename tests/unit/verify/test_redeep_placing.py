"""From tokens to claims: each token counts by the part of it that states the claim."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from fakes.redeep_reader import MeanDetector, NanDetector, fitted_detector
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.verify.model import InsideView, Unscored
from claimgraph.verify.redeep.model import Reading
from claimgraph.verify.redeep.placing import NO_TOKENS, NOT_FINITE, place, shares_of

ANSWER_LENGTH = 40
spans = st.lists(
    st.tuples(st.integers(0, ANSWER_LENGTH), st.integers(0, ANSWER_LENGTH)).map(lambda pair: (min(pair), max(pair))),
    max_size=5,
)


@st.composite
def tokenisations(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Tokens as tokenizers give them: in order, with gaps, marks of no characters, and two for one character."""
    cuts = sorted(draw(st.lists(st.integers(0, ANSWER_LENGTH), min_size=2, max_size=12)))
    tokens = [span for span in pairwise(cuts) if draw(st.booleans())]
    return [span for span in tokens for _ in range(draw(st.sampled_from((1, 1, 1, 2))))]


def reading(offsets: list[tuple[int, int]], ecs: list[float] | None = None, pks: list[float] | None = None) -> Reading:
    count = len(offsets)
    return Reading(
        tokens=tuple(range(count)),
        offsets=tuple(offsets),
        heads=((1, 0),),
        layers=(2,),
        ecs=np.array([ecs if ecs is not None else [0.5] * count], dtype=np.float32),
        pks=np.array([pks if pks is not None else [0.1] * count], dtype=np.float32),
        log_probabilities=np.zeros(count, dtype=np.float32),
        entropies=np.zeros(count, dtype=np.float32),
    )


def test_tokens_inside_count_wholly_and_those_on_an_edge_by_their_part() -> None:
    assert shares_of([(0, 4), (4, 8), (8, 12)], [(6, 12)]).tolist() == [0.0, 0.5, 1.0]


def test_a_claim_of_several_places_takes_the_tokens_of_all_and_none_twice() -> None:
    assert shares_of([(0, 4), (4, 8), (8, 12)], [(0, 2), (1, 4), (10, 12)]).tolist() == [1.0, 0.0, 0.5]


def test_the_pieces_of_one_character_count_each() -> None:
    assert shares_of([(0, 1), (0, 1), (0, 1), (1, 2)], [(0, 1)]).tolist() == [1.0, 1.0, 1.0, 0.0]


def test_a_mark_of_the_tokenizers_own_states_nothing() -> None:
    assert shares_of([(0, 0), (0, 3), (3, 3)], [(0, 3)]).tolist() == [0.0, 1.0, 0.0]


@given(tokenisations(), spans)
def test_every_share_is_that_of_characters_counted_one_by_one(
    offsets: list[tuple[int, int]], found: list[tuple[int, int]]
) -> None:
    inside = {place for start, end in found for place in range(start, end)}

    shares = shares_of(offsets, found)

    slowly = [len(inside & set(range(start, end))) / (end - start) if end > start else 0.0 for start, end in offsets]
    assert shares.tolist() == pytest.approx(slowly)


@given(tokenisations(), spans)
def test_neither_the_order_of_the_spans_nor_how_they_are_cut_matters(
    offsets: list[tuple[int, int]], found: list[tuple[int, int]]
) -> None:
    halved = [part for start, end in found for part in ((start, (start + end) // 2), ((start + end) // 2, end))]

    expected = shares_of(offsets, found).tolist()

    assert shares_of(offsets, found[::-1]).tolist() == expected
    assert shares_of(offsets, halved).tolist() == pytest.approx(expected)


@given(tokenisations(), st.data())
def test_a_claims_scores_lie_between_those_of_its_tokens(offsets: list[tuple[int, int]], data: st.DataObject) -> None:
    ecs = data.draw(st.lists(st.floats(-1, 1, width=32), min_size=len(offsets), max_size=len(offsets)))
    found = place(reading(offsets, ecs), MeanDetector(), [(0, ANSWER_LENGTH)])

    there = [value for value, (start, end) in zip(ecs, offsets, strict=True) if end > start]
    if not there:
        assert found == Unscored(NO_TOKENS)
    else:
        assert isinstance(found, InsideView)
        assert min(there) - 1e-6 <= found.ecs <= max(there) + 1e-6
        assert 0.0 <= found.score <= 1.0


def test_a_claim_has_the_mean_of_its_tokens_by_their_shares() -> None:
    found = place(reading([(0, 4), (4, 8), (8, 12)], [0.0, 0.2, 0.8], [0.0, 0.4, 0.1]), MeanDetector(), [(6, 12)])

    assert isinstance(found, InsideView)
    assert found.ecs == pytest.approx((0.5 * 0.2 + 0.8) / 1.5)
    assert found.pks == pytest.approx((0.5 * 0.4 + 0.1) / 1.5)
    assert found.score == pytest.approx(1 - found.ecs)


def test_a_claim_without_tokens_is_unscored_and_says_so() -> None:
    assert place(reading([(0, 4)]), MeanDetector(), [(4, 9)]) == Unscored(NO_TOKENS)
    assert place(reading([(0, 4)]), MeanDetector(), []) == Unscored(NO_TOKENS)


def test_a_score_that_is_not_finite_is_none() -> None:
    assert place(reading([(0, 4)]), NanDetector(), [(0, 4)]) == Unscored(NOT_FINITE)
    assert place(reading([(0, 4)], [math.nan]), MeanDetector(), [(0, 4)]) == Unscored(NOT_FINITE)


def test_a_fitted_detector_is_placed_by_the_heads_and_layers_that_it_listens_to() -> None:
    detector = fitted_detector(layers=(2,), layer_weights=(2.0,), bias=-0.5)

    found = place(reading([(0, 4), (4, 8)], pks=[0.1, 0.5]), detector, [(0, 8)])

    assert isinstance(found, InsideView)
    assert found.ecs is None
    assert found.pks == pytest.approx(0.3)
    assert found.score == pytest.approx(1 / (1 + math.exp(-(2 * 0.3 - 0.5))))
