"""Models that threads share: batches are joined, results go to whom they belong, errors to those who caused them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.models.combining import MOST_ITEMS, Combined, CombiningNli
from claimgraph.platform.models.ports import NliScores


class Gate:
    """A model that doubles numbers, and holds its first batch until it is let go."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.entered = threading.Event()
        self.go = threading.Event()

    def run(self, items: list[int]) -> Sequence[int]:
        self.batches.append(items)
        if len(self.batches) == 1:
            self.entered.set()
            assert self.go.wait(10)
        if any(item < 0 for item in items):
            raise ValueError("negative")
        return [2 * item for item in items]


def call(combined: Combined[int, int], items: list[int], results: dict[int, object], at: int) -> Callable[[], None]:
    def work() -> None:
        try:
            results[at] = combined(items)
        except ValueError as error:
            results[at] = error

    return work


def served(asked: Sequence[list[int]]) -> tuple[Gate, dict[int, object]]:
    """The first caller holds the model while all others come to wait; then it is let go."""
    gate = Gate()
    combined: Combined[int, int] = Combined(gate.run)
    results: dict[int, object] = {}
    threads = [threading.Thread(target=call(combined, items, results, at)) for at, items in enumerate(asked)]
    threads[0].start()
    assert gate.entered.wait(10)
    for thread in threads[1:]:
        thread.start()
    while len(combined._waiting) < sum(bool(items) for items in asked[1:]):
        threading.Event().wait(0.001)
    gate.go.set()
    for thread in threads:
        thread.join(10)
    return gate, results


def test_what_is_asked_for_meanwhile_is_answered_in_one_batch() -> None:
    gate, results = served([[1], [2, 3], [4], [5, 6]])
    assert len(gate.batches) == 2
    assert sorted(gate.batches[1]) == [2, 3, 4, 5, 6]
    assert results == {0: [2], 1: [4, 6], 2: [8], 3: [10, 12]}


def test_an_error_is_raised_only_where_it_was_caused() -> None:
    _, results = served([[1], [2], [-3], [4]])
    assert (results[1], results[3]) == ([4], [8])
    assert isinstance(results[2], ValueError)


def test_a_batch_is_not_longer_than_its_limit_unless_one_caller_asks_for_more() -> None:
    long = list(range(MOST_ITEMS + 5))
    gate, results = served([[1], long, [7], [8]])
    assert max(len(batch) for batch in gate.batches) == len(long)
    assert results[1] == [2 * item for item in long]
    assert sum(len(batch) for batch in gate.batches) == len(long) + 3


def test_a_model_that_gives_too_few_results_is_an_error() -> None:
    with pytest.raises(ValueError, match="1 results for 2"):
        Combined(lambda items: items[:1])([1, 2])


def test_after_an_error_the_model_goes_on() -> None:
    combined: Combined[int, float] = Combined(lambda items: [1 / item for item in items])
    with pytest.raises(ZeroDivisionError):
        combined([0])
    assert combined([2]) == [0.5]


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=8))
def test_everybody_gets_the_answers_to_what_they_asked(asked: list[list[int]]) -> None:
    combined: Combined[int, int] = Combined(lambda items: [2 * item for item in items])
    results: dict[int, object] = {}
    threads = [threading.Thread(target=call(combined, items, results, at)) for at, items in enumerate(asked)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == {at: [2 * item for item in items] for at, items in enumerate(asked)}


def test_what_is_known_of_a_text_is_asked_of_the_model_once() -> None:
    asked: list[str] = []

    class Reader:
        name = version = "reader"

        def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
            return [NliScores(1.0, 0.0, 0.0) for _ in pairs]

        def known_fraction(self, text: str) -> float:
            asked.append(text)
            return len(text) / 10

    shared = CombiningNli(Reader())
    assert [shared.known_fraction(text) for text in ("ab", "abc", "ab")] == [0.2, 0.3, 0.2]
    assert asked == ["ab", "abc"]
