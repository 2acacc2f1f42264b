"""Words of a window that may stand for a claim's: all that are alike are found, though few are looked at."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.verify.judges.analysis import DATE, NUMBER, analyse
from claimgraph.verify.judges.counterparts import counterparts, likeness
from claimgraph.verify.judges.edges import folded, is_edge

_WORDS = st.lists(
    st.sampled_from(
        """
        organ organise organisation organic bought purchased buy sold elect election car automobile began started
        increase increased incremental port ports porter café cafés rise rose fell
        """.split()  # noqa: SIM905
    ),
    min_size=1,
    max_size=8,
)
_CHINESE = st.lists(
    st.sampled_from("北京大学 北大 大学 东线 西线 上半年 下半年 增加 减少 上升 提高 医院 人民医院 非会员 会员".split()),  # noqa: SIM905
    min_size=1,
    max_size=5,
)


@given(st.one_of(st.tuples(st.just("en"), _WORDS, _WORDS), st.tuples(st.just("zh"), _CHINESE, _CHINESE)))
def test_every_word_that_is_like_the_claims_is_found(texts: tuple[str, list[str], list[str]]) -> None:
    lang, claim, window = texts
    joint = " " if lang == "en" else "，"
    left, right = analyse(joint.join(claim), lang), analyse(joint.join(window), lang)
    for item in left.items:
        if item.kind in (NUMBER, DATE) or item.known:
            continue
        alike = {
            other.index
            for other in right.items
            if other.kind not in (NUMBER, DATE) and (other.norm == item.norm or likeness(item.norm, other.norm))
        }
        assert set(counterparts(item, right)) == alike


@given(st.text(alphabet="ab _.'é9桥", max_size=8), st.integers(0, 8))
def test_an_edge_is_what_a_pattern_takes_for_one(text: str, place: int) -> None:
    edges = {match.start() for match in re.finditer(r"\b", text)}
    assert place > len(text) or is_edge(text, place) is (place in edges)


@pytest.mark.parametrize("text", ["Straße", "İzmir", "ÅRE", "ﬁve", "北京"])
def test_a_place_in_the_text_without_case_is_the_same_place_in_the_text(text: str) -> None:
    assert len(folded(text)) == len(text)
    assert folded(text) == folded(folded(text))
