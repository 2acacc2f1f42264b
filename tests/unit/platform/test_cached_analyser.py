"""Analyses are made once for sentences that are asked for again, and bounded."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.models.analysis.cached import CachedAnalyser
from claimgraph.platform.models.ports import Analysis, Token


class Counting:
    """An analyser whose tokens are words; it remembers what it was given."""

    name = "counting"
    version = "1"
    languages = frozenset({"en"})

    def __init__(self) -> None:
        self.given: list[str] = []

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        self.given += sentences
        return [
            Analysis(text, tuple(Token(word, 0, len(word), word, "X", "X") for word in text.split()))
            for text in sentences
        ]


def test_a_sentence_is_analysed_once() -> None:
    inner = Counting()
    analyser = CachedAnalyser(inner)

    first = analyser.analyse(["a b", "c", "a b"])
    again = analyser.analyse(["c", "d"])

    assert inner.given == ["a b", "c", "d"]
    assert [one.text for one in (*first, *again)] == ["a b", "c", "a b", "c", "d"]


def test_the_oldest_go_when_there_is_no_more_room() -> None:
    inner = Counting()
    analyser = CachedAnalyser(inner, tokens_kept=6)

    analyser.analyse(["a b", "c d", "e f"])
    analyser.analyse(["e f"])
    analyser.analyse(["a b"])

    assert inner.given == ["a b", "c d", "e f", "a b"]


@given(st.lists(st.lists(st.sampled_from(["a", "b c", "", "d e f"]), max_size=5), max_size=8), st.integers(0, 8))
def test_it_says_what_the_analyser_says_whatever_was_asked_before(batches: list[list[str]], room: int) -> None:
    analyser = CachedAnalyser(Counting(), tokens_kept=room)
    for batch in batches:
        assert analyser.analyse(batch) == Counting().analyse(batch)
