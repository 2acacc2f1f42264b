"""A word of a text for comparison: whether it carries content, is part of a name, negates."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

NAME_WEIGHT, WORD_WEIGHT, LIGHT_WEIGHT, CHARACTER_WEIGHT = 1.6, 1.0, 0.4, 0.4


@dataclass(frozen=True, slots=True)
class Token:
    surface: str
    folded: str
    norm: str
    start: int
    end: int
    content: bool
    weight: float = 0.0
    group: int = -1
    lead: str = ""
    negation: bool = False
    reach: int = 3  # of a negation: how many content words it may cover
    breaks_before: bool = False  # a clause boundary stands before it


Names = list[tuple[str, str, bool]]  # surface, type, sure
CLAUSE_BREAK = re.compile(r"[,;:.!?，；：。！？\n]")


def inside(start: int, end: int, covered: Sequence[tuple[int, int]]) -> bool:
    """Whether the stretch meets one of `covered`, which lie in order and apart."""
    last = bisect_left(covered, (end, -1))
    return any(start < right for _, right in covered[max(0, last - 2) : last])
