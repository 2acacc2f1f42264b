"""Reciprocal rank fusion: what two rankings agree on comes first, and scores stay in (0, 1]."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.repositories.search import FoundChunk, escape_lucene
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.retrieval import fuse

names = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=10)


def ranking(chunks: str | list[str]) -> list[FoundChunk]:
    return [FoundChunk(chunk, f"text of {chunk}", "en", 1.0, ("r1",)) for chunk in chunks]


def fused(vector: str | list[str], words: str | list[str], k: int = 10) -> list[str]:
    both = [(EvidenceSource.VECTOR, ranking(vector)), (EvidenceSource.FULLTEXT, ranking(words))]
    return [hit.chunk_id for hit in fuse(both, k)]


def test_what_both_rankings_hold_comes_before_what_one_holds() -> None:
    assert fused("abc", "cde")[0] == "c"


def test_first_in_both_scores_one_and_names_where_it_ranked_best() -> None:
    (hit,) = fuse([(EvidenceSource.VECTOR, ranking("xa")), (EvidenceSource.FULLTEXT, ranking("a"))], 1)

    assert hit.chunk_id == "a"
    assert hit.source == "fulltext"
    (hit,) = fuse([(EvidenceSource.VECTOR, ranking("a")), (EvidenceSource.FULLTEXT, ranking("a"))], 1)
    assert hit.score == 1.0


@given(names, names, st.integers(1, 10))
def test_hits_are_distinct_ordered_and_scored_between_zero_and_one(vector: list[str], words: list[str], k: int) -> None:
    hits = fuse([(EvidenceSource.VECTOR, ranking(vector)), (EvidenceSource.FULLTEXT, ranking(words))], k)

    assert len(hits) == min(k, len({*vector, *words}))
    assert len({hit.chunk_id for hit in hits}) == len(hits)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all(0 < hit.score <= 1 for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@given(names, names)
def test_the_order_of_the_rankings_does_not_matter(vector: list[str], words: list[str]) -> None:
    assert fused(vector, words) == fused(words, vector)


def test_lucenes_operators_are_escaped_and_words_are_left_alone() -> None:
    assert escape_lucene("AND") == "\\AND"
    assert escape_lucene("a:b*") == "a\\:b\\*"
    assert escape_lucene("中国") == "中国"
