"""Batches of texts alike in length, so that little work is spent on padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches_by_length(lengths: Sequence[int], token_budget: int) -> Iterator[list[int]]:
    """Indices of all items, shortest first, in batches of at most `token_budget` padded tokens.

    An item longer than the budget is a batch of its own.
    """
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        # Sorted ascending, so the newest item is the widest one of its batch.
        if batch and (len(batch) + 1) * lengths[index] > token_budget:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
