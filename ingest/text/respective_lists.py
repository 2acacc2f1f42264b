"""What passages of two lists are made of, in either language (`respective`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

Stretch = tuple[int, int]
"""Start and end in the text."""
Clause = tuple[Stretch, ...]
"""What a clause is put together from."""
Piece = Stretch | str
"""A part of a clause: where it stands, or what is added."""


@dataclass(frozen=True, slots=True)
class Passage:
    start: int
    end: int
    mark: Stretch
    clauses: tuple[tuple[Piece, ...], ...]
    joint: str | None = None  # between the clauses; None: what the language has
    whole: tuple[Piece, ...] = ()  # the same in one sentence, where that reads better than several


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    start: int
    end: int
    literals: Sequence[Stretch]

    def behind(self, at: int, joint: re.Pattern[str], lead: re.Pattern[str]) -> list[Stretch]:
        """Literals in a row behind `at`, which `lead` leads to and `joint` joins."""
        inside = [one for one in self.literals if at <= one[0] and one[1] <= self.end]
        if not inside or not lead.fullmatch(self.text, at, inside[0][0]):
            return []
        row = [inside[0]]
        for one in inside[1:]:
            if not joint.fullmatch(self.text, row[-1][1], one[0]):
                break
            row.append(one)
        return row

    def before(self, at: int, joint: re.Pattern[str], trail: re.Pattern[str]) -> list[Stretch]:
        """Those in a row that ends before `at`."""
        inside = [one for one in self.literals if self.start <= one[0] and one[1] <= at]
        if not inside or not trail.fullmatch(self.text, inside[-1][1], at):
            return []
        row = [inside[-1]]
        for one in reversed(inside[:-1]):
            if not joint.fullmatch(self.text, one[1], row[0][0]):
                break
            row.insert(0, one)
        return row

    def is_date(self, clause: Clause) -> bool:
        """Whether it is one of the literals, a date or the like: 2022年和2023年，收入分别为…"""
        return [one for one in clause if one[0] < one[1]] in [[one] for one in self.literals]


def stripped(text: str, start: int, end: int) -> Stretch:
    said = text[start:end]
    return start + len(said) - len(said.lstrip()), end - len(said) + len(said.rstrip())
