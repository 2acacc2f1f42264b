"""What every judge holds to, whatever it judges by."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.ports import NliScores
from claimgraph.verify.judges.alignment import AlignmentJudge
from claimgraph.verify.judges.embeddings import CachedEmbeddings
from claimgraph.verify.judges.nli import NliJudge
from claimgraph.verify.judges.rules import RulesJudge
from claimgraph.verify.judges.similarity import SimilarityJudge
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge

PAIRS = [
    Pair("Ian Murdock founded Debian in 1993.", "en", "Debian was founded by Ian Murdock in August 1993.", "en"),
    Pair("The bridge is 46 km long.", "en", "It is 46 kilometres long and up to 9 kilometres wide.", "en"),
    Pair("它于1995年成立。", "zh", "该公司成立于1993年，总部在北京。", "zh"),
    Pair("北京是首都。", "zh", "The capital is Beijing.", "en"),
    Pair("", "en", "", "en"),
    Pair("", "en", "Some evidence.", "en"),
    Pair("A claim.", "en", "", "en"),
    Pair("🙂🙂🙂", "en", "🙂", "en"),
    Pair("a\x00b\x07c \u202e reversed 12", "en", "control \x1b characters 12\ud800", "en"),
    Pair("?!。。。", "zh", "——《》", "zh"),
    Pair("word " * 3000 + "12 km", "en", "other " * 3000 + "13 km", "en"),
    Pair("《《《（（（", "zh", "1,,,2..3 百分之 第 千万亿 -- $ €", "zh"),
]


class BagOfWordsNli:
    """Stands in for a model: shared words entail."""

    name = "bag_of_words"
    version = "1"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        return [self._score(*pair) for pair in pairs]

    def _score(self, premise: str, hypothesis: str) -> NliScores:
        wanted = set(hypothesis.split())
        share = len(wanted & set(premise.split())) / max(1, len(wanted))
        return NliScores(share, (1 - share) / 2, (1 - share) / 2)

    def known_fraction(self, text: str) -> float:
        return 1.0 if text.isascii() else 0.4


class LetterEmbedder:
    """Stands in for an English embedder: counts of letters."""

    name = "letters"
    version = "1"
    dimensions = 27
    languages = frozenset({"en"})

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), 27), dtype=np.float32)
        for row, text in enumerate(texts):
            for char in text.lower():
                rows[row, ord(char) - 96 if "a" <= char <= "z" else 0] += 1
            rows[row, 0] += 0.01
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _judges() -> list[Judge]:
    embeddings = CachedEmbeddings({"en": LetterEmbedder(), "zh": HashedChineseEmbedder()})
    return [RulesJudge(), AlignmentJudge(), SimilarityJudge(embeddings), NliJudge(BagOfWordsNli())]


@pytest.mark.parametrize("judge", _judges(), ids=lambda judge: judge.name)
class TestJudgeContract:
    async def test_one_opinion_per_pair_in_order(self, judge: Judge) -> None:
        together = await judge.judge(PAIRS)
        alone = [(await judge.judge([pair]))[0] for pair in PAIRS]
        assert together == alone

    async def test_no_pairs_give_no_opinions(self, judge: Judge) -> None:
        assert await judge.judge([]) == []

    async def test_the_order_of_the_batch_changes_nothing(self, judge: Judge) -> None:
        shuffled = list(enumerate(PAIRS))
        random.Random(3).shuffle(shuffled)
        opinions = await judge.judge([pair for _, pair in shuffled])
        by_place = {place: opinion for (place, _), opinion in zip(shuffled, opinions, strict=True)}
        assert [by_place[place] for place in range(len(PAIRS))] == await judge.judge(PAIRS)

    async def test_scores_are_finite_and_between_nought_and_one(self, judge: Judge) -> None:
        for opinion in await judge.judge(PAIRS):
            if isinstance(opinion, Opinion):
                assert opinion.scores
                assert all(math.isfinite(score) and 0.0 <= score <= 1.0 for score in opinion.scores.values())

    async def test_what_cannot_be_judged_says_why(self, judge: Judge) -> None:
        opinions = await judge.judge([Pair("", "en", "", "en"), Pair("🙂", "en", "🙂", "en")])
        assert all(isinstance(opinion, Unscored) and opinion.reason for opinion in opinions)

    async def test_findings_quote_the_texts(self, judge: Judge) -> None:
        for pair, opinion in zip(PAIRS, await judge.judge(PAIRS), strict=True):
            if isinstance(opinion, Opinion):
                for finding in opinion.findings:
                    assert finding.kind
                    assert (
                        not finding.premise_words
                        or finding.kind in ("negation", "role")
                        or finding.premise_words in pair.premise
                    )

    def test_it_has_a_name_and_a_version(self, judge: Judge) -> None:
        assert judge.name
        assert judge.version


async def test_the_nli_judge_abstains_on_chinese_and_on_unknown_words() -> None:
    judge = NliJudge(BagOfWordsNli())
    chinese, unknown = await judge.judge(
        [Pair("它成立于1993年。", "zh", "它成立于1993年。", "zh"), Pair("Zürich ß", "en", "Zürich ß", "en")]
    )
    assert isinstance(chinese, Unscored)
    assert "zh" in chinese.reason
    assert isinstance(unknown, Unscored)


async def test_similarity_abstains_across_languages() -> None:
    embeddings = CachedEmbeddings({"en": LetterEmbedder(), "zh": HashedChineseEmbedder()})
    (opinion,) = await SimilarityJudge(embeddings).judge([Pair("北京是首都。", "zh", "The capital.", "en")])
    assert isinstance(opinion, Unscored)


def test_no_text_is_embedded_twice() -> None:
    class Counting(LetterEmbedder):
        seen: list[str]

        def embed(self, texts: Sequence[str]) -> np.ndarray:
            self.seen = [*getattr(self, "seen", []), *texts]
            return super().embed(texts)

    embedder = Counting()
    embeddings = CachedEmbeddings({"en": embedder})
    embeddings.embed(["a", "b", "a"], "en")
    embeddings.embed(["b", "c"], "en")
    assert embedder.seen == ["a", "b", "c"]


def test_the_embedding_cache_forgets_the_oldest() -> None:
    embeddings = CachedEmbeddings({"en": LetterEmbedder()}, capacity=2)
    assert embeddings.embed(["a", "b", "c"], "en").shape == (3, 27)
    assert embeddings.embed([], "en").shape == (0, 27)


async def test_a_score_that_is_not_finite_is_unscored() -> None:
    class Broken(BagOfWordsNli):
        def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
            return [NliScores(math.nan, 0.0, 0.0) for _ in pairs]

    (opinion,) = await NliJudge(Broken()).judge([Pair("A claim.", "en", "A claim.", "en")])
    assert isinstance(opinion, Unscored)
