"""Batches of texts alike in length, so that little work is spent on padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TORCH_CALL_TOKENS = 64
"""One call of a small encoder in PyTorch, by `batches_by_length`'s measure: a rough figure, more on a GPU."""
MOST_TEXTS = 256
"""Of one batch: where texts are so short that more would fit, one call more costs little."""


def batches_by_length(lengths: Sequence[int], token_budget: int, call_tokens: int) -> Iterator[list[int]]:
    """Indices of all items, shortest first, in batches of at most `token_budget` padded tokens; an item longer than
    that is a batch of its own, and none has more than `MOST_TEXTS`.

    `call_tokens`: how many tokens a model works through in the time that one more call costs. Of all divisions of the
    items in this order it is one whose padding and calls together cost least.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    cost, begins = [0], [0]  # of the first so many items: what they cost, and where their last batch begins
    for end, last in enumerate(order, 1):
        width, least, first = lengths[last], cost[-1] + lengths[last] + call_tokens, end - 1
        for start in range(end - 2, -1, -1):
            padded = (end - start) * width
            if padded > token_budget or end - start > MOST_TEXTS:
                break
            if cost[start] + padded + call_tokens <= least:
                least, first = cost[start] + padded + call_tokens, start
        cost.append(least)
        begins.append(first)
    batches, end = [], len(order)
    while end:
        batches.append(order[begins[end] : end])
        end = begins[end]
    yield from reversed(batches)
