"""One-to-one matching: as many pairs as can be had at once (augmenting paths, Kuhn's algorithm)."""

from __future__ import annotations

from collections.abc import Sequence


def maximum_matching(partners: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The most pairs (left, right) in which nobody stands twice; `partners[left]` are the right ones it may have.

    A greedy choice can lose pairs, this cannot. How many pairs there are never depends on the order of either side.
    """
    owner: dict[int, int] = {}
    for left in range(len(partners)):
        _seat(left, partners, owner)
    return sorted((left, right) for right, left in owner.items())


def _seat(start: int, partners: Sequence[Sequence[int]], owner: dict[int, int]) -> bool:
    """Finds a free partner for `start`, moving others to another partner of theirs where that helps.

    Breadth first and without recursion: a text may have thousands of claims.
    """
    came_from: dict[int, int] = {}  # right -> the left one that reached it
    queue = [start]
    for left in queue:
        for right in partners[left]:
            if right in came_from:
                continue
            came_from[right] = left
            if right in owner:
                queue.append(owner[right])
                continue
            _shift(right, start, came_from, owner)
            return True
    return False


def _shift(free: int, start: int, came_from: dict[int, int], owner: dict[int, int]) -> None:
    held = {left: right for right, left in owner.items()}
    right = free
    while True:
        left = came_from[right]
        owner[right] = left
        if left == start:
            return
        right = held[left]
