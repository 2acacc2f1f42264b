from __future__ import annotations

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.models.batching import batches_by_length


@given(st.lists(st.integers(1, 400), max_size=60), st.integers(1, 600), st.integers(0, 300))
def test_batches_hold_every_item_once_within_the_budget(lengths: list[int], budget: int, call: int) -> None:
    batches = list(batches_by_length(lengths, budget, call))
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= budget


@given(st.lists(st.integers(1, 400), max_size=60))
def test_batches_go_from_short_to_long(lengths: list[int]) -> None:
    order = [lengths[index] for batch in batches_by_length(lengths, 500, 20) for index in batch]
    assert order == sorted(lengths)


@given(st.lists(st.integers(1, 60), max_size=9), st.integers(1, 300), st.integers(0, 40))
def test_no_other_division_costs_less_in_padding_and_calls(lengths: list[int], budget: int, call: int) -> None:
    widths = sorted(lengths)

    def cost(ends: tuple[int, ...]) -> float:
        total = 0.0
        for start, end in itertools.pairwise((0, *ends, len(widths))):
            padded = (end - start) * widths[end - 1]
            total += padded + call if padded <= budget or end - start == 1 else math.inf
        return total

    inner = range(1, len(widths))
    divisions = (ends for count in range(len(widths)) for ends in itertools.combinations(inner, count))
    sizes = [len(batch) for batch in batches_by_length(lengths, budget, call)]
    found = tuple(itertools.accumulate(sizes))[:-1]
    assert not widths or cost(found) == min(map(cost, divisions))


@given(st.integers(1, 60), st.integers(1, 100))
def test_texts_of_one_length_share_a_batch(count: int, length: int) -> None:
    assert len(list(batches_by_length([length] * count, count * length, 0))) == 1
