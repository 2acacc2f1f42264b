"""Word pieces of a long text, in windows that overlap: which window speaks for which piece."""

from __future__ import annotations

from collections.abc import Iterator


def windows(length: int, size: int, overlap: int) -> Iterator[tuple[int, int, int, int]]:
    """(start, end, from, to) of windows over `length` pieces: it sees start…end and speaks for from…to.

    Every piece is spoken for by exactly one window, and away from that window's borders by half of the overlap.

    >>> list(windows(10, 6, 2))
    [(0, 6, 0, 5), (4, 10, 5, 10)]
    """
    start, spoken = 0, 0
    while True:
        end = min(start + size, length)
        last = end == length
        until = length if last else end - overlap // 2
        yield start, end, spoken, until
        if last:
            return
        start, spoken = end - overlap, until
