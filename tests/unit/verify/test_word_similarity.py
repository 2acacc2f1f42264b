"""Beside the cosine of sentences: how near the nearest word of the evidence comes to each word of the claim."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.models.minilm import MiniLMEmbedder
from claimgraph.platform.models.ports import PieceEmbedder, PieceStates
from claimgraph.verify.judges.embeddings import CachedEmbeddings
from claimgraph.verify.judges.similarity import SimilarityJudge
from claimgraph.verify.model import Opinion, Pair, Unscored

AXES = 512


class OneAxisAWord:
    """Stands in for an embedder: each word is at right angles to all others. Words fall into pieces of four letters."""

    name = "one_axis_a_word"
    version = "1"
    dimensions = AXES
    languages = frozenset({"en"})

    def __init__(self) -> None:
        self._axes: dict[str, int] = {}

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.tile(np.eye(1, AXES, dtype=np.float32), (len(texts), 1))

    def pieces(self, texts: Sequence[str]) -> list[PieceStates]:
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> PieceStates:
        found = list(re.finditer(r"\w{1,4}", text.lower()))
        rows = np.zeros((len(found), AXES), dtype=np.float32)
        for row, match in enumerate(found):
            rows[row, self._axes.setdefault(match.group(), len(self._axes))] = 1
        return PieceStates([match.span() for match in found], rows)


def judge_with(embedder: PieceEmbedder) -> SimilarityJudge:
    return SimilarityJudge(CachedEmbeddings({"en": embedder}), {"en": embedder})


async def scores(claim: str, premise: str) -> dict[str, float]:
    judge = judge_with(OneAxisAWord())
    (opinion,) = await judge.judge([Pair(claim, "en", premise, "en")])
    assert isinstance(opinion, Opinion)
    return dict(opinion.scores)


async def test_the_word_that_the_evidence_lacks_is_the_least() -> None:
    found = await scores("A man plays loud guitar.", "One man there plays his guitar.")

    assert found["word_similarity"] == pytest.approx(3 / 4)
    assert found["word_similarity_least"] == pytest.approx(0.0)


async def test_words_may_stand_in_different_sentences_of_the_window() -> None:
    found = await scores("Paul owns three bars.", "Here is Paul. He owns them: three. They are bars.")

    assert found["word_similarity_least"] == pytest.approx(1.0)


async def test_a_word_is_as_near_as_its_pieces_are_on_average() -> None:
    assert (await scores("Guitar.", "The bass guit."))["word_similarity_least"] == pytest.approx(0.5)
    assert (await scores("Guitar.", "The bass guitar."))["word_similarity_least"] == pytest.approx(1.0)


async def test_function_words_need_no_counterpart() -> None:
    found = await scores("He was in the town of Bray.", "Bray: town.")

    assert found["word_similarity_least"] == pytest.approx(1.0)


@pytest.mark.parametrize(("claim", "premise"), [("It was.", "It was there."), ("Paul sings.", "!!! ...")])
async def test_without_words_on_both_sides_nothing_is_said_of_words(claim: str, premise: str) -> None:
    judge = judge_with(OneAxisAWord())
    (opinion,) = await judge.judge([Pair(claim, "en", premise, "en")])

    assert isinstance(opinion, Unscored) or set(opinion.scores) == {"similarity"}


async def test_a_language_without_word_pieces_is_compared_by_sentences_alone() -> None:
    embedder = OneAxisAWord()
    judge = SimilarityJudge(CachedEmbeddings({"en": embedder}), {"fr": embedder})
    (opinion,) = await judge.judge([Pair("A dog.", "en", "A cat.", "en")])

    assert opinion == Opinion({"similarity": 1.0})


def test_another_model_of_words_is_another_version() -> None:
    embeddings = CachedEmbeddings({"en": OneAxisAWord()})
    other = OneAxisAWord()
    other.version = "2"
    versions = [SimilarityJudge(embeddings, pieces).version for pieces in ({}, {"en": OneAxisAWord()}, {"en": other})]

    assert len(set(versions)) == 3


async def test_states_that_are_no_numbers_make_no_score() -> None:
    class Broken(OneAxisAWord):
        def _read(self, text: str) -> PieceStates:
            read = super()._read(text)
            return PieceStates(read.offsets, np.full_like(read.states, math.nan))

    (opinion,) = await judge_with(Broken()).judge([Pair("A dog.", "en", "A cat.", "en")])

    assert isinstance(opinion, Unscored)
    assert "finite" in opinion.reason


@given(st.text(alphabet="abc de.", min_size=1, max_size=30), st.text(alphabet="abc de.", min_size=1, max_size=60))
def test_more_evidence_never_takes_a_word_farther_away(claim: str, premise: str) -> None:
    import anyio

    judge = judge_with(OneAxisAWord())
    less, more = anyio.run(
        judge.judge, [Pair(claim, "en", premise, "en"), Pair(claim, "en", f"{premise}. {claim}", "en")]
    )
    if isinstance(less, Opinion) and "word_similarity" in less.scores:
        assert isinstance(more, Opinion)
        assert more.scores["word_similarity"] >= less.scores["word_similarity"] - 1e-6
        assert more.scores["word_similarity_least"] >= less.scores["word_similarity_least"] - 1e-6


SAID = "A man in a red shirt plays the guitar at home."


async def test_the_default_embedder_finds_the_word_that_is_not_in_the_evidence() -> None:
    judge = judge_with(MiniLMEmbedder(threads=1))
    claims = ["A man is playing an instrument.", "A man plays the guitar on a stage.", "A man eats soup."]
    pairs = [Pair(claim, "en", SAID, "en") for claim in claims]
    together = [one.scores for one in await judge.judge(pairs) if isinstance(one, Opinion)]
    alone = [one.scores for pair in pairs for one in await judge.judge([pair]) if isinstance(one, Opinion)]

    least = [one["word_similarity_least"] for one in together]
    assert least == sorted(least, reverse=True)
    assert least[0] > least[1] + 0.05
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, abs=1e-4)
