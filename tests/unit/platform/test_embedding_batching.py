from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.models.batching import batches_by_length


@given(st.lists(st.integers(1, 400), max_size=60), st.integers(1, 600))
def test_batches_hold_every_item_once_within_the_budget(lengths: list[int], budget: int) -> None:
    batches = list(batches_by_length(lengths, budget))
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= budget


@given(st.lists(st.integers(1, 400), max_size=60))
def test_batches_go_from_short_to_long(lengths: list[int]) -> None:
    order = [lengths[index] for batch in batches_by_length(lengths, 500) for index in batch]
    assert order == sorted(lengths)
