"""Batches of texts alike in length, so that little work is spent on padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TORCH_CALL_TOKENS = 64
"""One call of a small encoder in PyTorch, by `batches_by_length`'s measure: a rough figure, more on a GPU."""


def batches_by_length(lengths: Sequence[int], token_budget: int, call_tokens: int) -> Iterator[list[int]]:
    """Indices of all items, shortest first, in batches of at most `token_budget` padded tokens.

    `call_tokens`: how many tokens a model works through in the time that one more call costs. A batch holds at most
    as much padding as that: what is longer costs less in a batch of its own. An item longer than the budget is one too.
    """
    batch: list[int] = []
    padding = 0
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch:
            # Sorted ascending, so the newest item is the widest one of its batch.
            padding += (lengths[index] - lengths[batch[-1]]) * len(batch)
            if padding > call_tokens or (len(batch) + 1) * lengths[index] > token_budget:
                yield batch
                batch, padding = [], 0
        batch.append(index)
    if batch:
        yield batch
