"""Text that repeats itself, as nobody writes and as an attacker may: judging it costs a bounded amount of work."""

from __future__ import annotations

from typing import Any

import pytest

from claimgraph.verify.judges import counterparts
from claimgraph.verify.judges.aligning import MOST_CHECKED, Alignment
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.analysis import analyse
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Opinion, Pair

CHARACTERS = 1_200
MOST = 10_000_000  # comparisons of two places; without a bound, the first of these takes some two thousand million


@pytest.mark.parametrize(
    ("phrase", "lang"),
    [
        ("5 of 10 ", "en"),
        ("in May 2019 ", "en"),
        ("all boats ", "en"),
        ("Ada Lovelace ", "en"),
        ("所有船", "zh"),
        ("五百万人", "zh"),
        ("2019年", "zh"),
        ("李明", "zh"),
    ],
)
def test_a_phrase_repeated_hundreds_of_times_is_judged_with_bounded_work(
    phrase: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    closeness = Alignment._closeness

    def counting(self: Alignment, *places: object) -> float:
        nonlocal compared
        compared += 1
        assert compared < MOST
        return closeness(self, *places)  # type: ignore[arg-type]

    monkeypatch.setattr(Alignment, "_closeness", counting)
    said = phrase * (CHARACTERS // len(phrase))
    pair = Pair(said, lang, said, lang)
    opinions = [judge_alignment(pair), judge_rules(pair)]
    assert isinstance(opinions[0], Opinion)
    found = [finding for one in opinions if isinstance(one, Opinion) for finding in one.findings]
    assert not [one for one in found if one.stance == "contradicts"]


@pytest.mark.parametrize(("unit", "lang"), [("ships", "en"), ("艘船", "zh")])
def test_of_hundreds_of_numbers_a_bounded_part_is_compared(
    unit: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    same_unit = counterparts.same_unit

    def counting(*numbers: Any) -> bool:
        nonlocal compared
        compared += 1
        return same_unit(*numbers)

    monkeypatch.setattr(counterparts, "same_unit", counting)
    claim = ", ".join(f"{number} {unit}" for number in range(11, 200))
    premise = ", ".join(f"{number} {unit}" for number in range(11, 300))
    judge_rules(Pair(claim, lang, premise, lang))
    assert 0 < compared < 4 * MOST_CHECKED * 289


def test_of_thousands_of_numbers_in_a_window_the_first_thousand_are_read() -> None:
    assert len(analyse(", ".join(f"{number} ships" for number in range(11, 1_300)), "en").literals) == 1_000
