"""Reading scores, verdicts and quotes: what is clear is read, whatever form it has; what is not, never becomes one."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.verify.judges.llm.quoting import find_quote
from claimgraph.verify.judges.llm.reading import (
    Unreadable,
    read_grounding,
    read_share,
    read_verdict,
    read_yes_no,
)


@pytest.mark.parametrize(
    ("value", "share"),
    [
        (0.85, 0.85),
        (1, 1.0),
        ("0.85", 0.85),
        ("85%", 0.85),
        (" 85 % ", 0.85),
        ("８５％", 0.85),
        ("0,85", 0.85),
        ("百分之85", 0.85),
        ("85 percent", 0.85),
        ("8/10", 0.8),
        ("8 out of 10", 0.8),
        ("Score: 0.85.", 0.85),
        ("**0.85**", 0.85),
        ("概率为0.85", 0.85),
        ("0", 0.0),
    ],
)
def test_a_share_is_read_in_all_its_forms(value: object, share: float) -> None:
    assert read_share(value) == pytest.approx(share)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "很高",
            "very high",
            "",
            "NaN",
            "inf",
            "high (0.7 to 0.9)",
            "0.8 or 0.9",
            "85",
            "101%",
            "-0.1",
            "−0.1",
            "1.01",
        ),
        *(True, None, float("nan"), float("inf"), 85, -0.1, "12/10", "1/0", "[0.85, 0.9]", "2024-05-01"),
    ],
)
def test_what_is_no_clear_share_is_not_read(value: object) -> None:
    with pytest.raises(Unreadable):
        read_share(value)


@pytest.mark.parametrize(
    ("value", "share"),
    [(8, 0.8), ("8", 0.8), ("8/10", 0.8), ("80%", 0.8), ("4/5", 0.8), (10, 1.0), (0, 0.0), (7.5, 0.75)],
)
def test_a_rating_is_a_share_of_its_scale(value: object, share: float) -> None:
    assert read_share(value, 10) == pytest.approx(share)


@pytest.mark.parametrize("value", [11, -1, 0.85, "0.85", "very good"])
def test_a_rating_off_its_scale_or_on_two_scales_is_not_read(value: object) -> None:
    with pytest.raises(Unreadable):
        read_share(value, 10)


@given(st.text(max_size=30) | st.floats() | st.integers() | st.booleans() | st.none())
def test_whatever_is_read_as_a_share_lies_between_nought_and_one(value: object) -> None:
    with contextlib.suppress(Unreadable):
        assert 0 <= read_share(value) <= 1


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("SUPPORTED", "supported"),
        ("Supported.", "supported"),
        ("**Supported**", "supported"),
        ("Verdict: supported", "supported"),
        ("Supported. The evidence says so.", "supported"),
        ("支持", "supported"),
        ("结论：支持。", "supported"),
        ("refuted", "contradicted"),
        ("CONTRADICTED, since the year differs", "contradicted"),
        ("矛盾", "contradicted"),
        ("NOT_ENOUGH_INFO", "not_enough_info"),
        ("not enough information", "not_enough_info"),
        ("NEI", "not_enough_info"),
        ("信息不足。", "not_enough_info"),
        ("ＳＵＰＰＯＲＴＥＤ", "supported"),
    ],
)
def test_a_verdict_is_read_in_all_its_forms(value: str, verdict: str) -> None:
    assert read_verdict(value) == verdict


@pytest.mark.parametrize(
    "value",
    [
        *("", "not supported", "Not supported.", "不支持", "partially supported", "supported or contradicted", "maybe"),
        *("supported/contradicted", "Supported. No, contradicted.", "I cannot judge this.", "0.85", "SUPPORTEDX"),
    ],
)
def test_what_is_no_clear_verdict_is_not_read(value: str) -> None:
    with pytest.raises(Unreadable):
        read_verdict(value)


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        *[
            (text, True)
            for text in ("yes", "Yes.", "YES!", "Yes, because it says so.", "是", "是的。", "true", "Answer: yes")
        ],
        *[(text, False) for text in ("no", "No.", "No, it does not.", "否", "不是。", "False")],
    ],
)
def test_yes_and_no_are_read_in_all_their_forms(value: str, answer: bool) -> None:
    assert read_yes_no(value) is answer


@pytest.mark.parametrize(
    "value", ["", "yes and no", "maybe", "It is supported.", "yesterday", "north", "Yes. No.", "很高"]
)
def test_what_is_no_clear_yes_or_no_is_not_read(value: str) -> None:
    with pytest.raises(Unreadable):
        read_yes_no(value)


def test_classes_of_statements_are_read_in_both_languages() -> None:
    assert [read_grounding(text) for text in ("Grounded", "推断", "HALLUCINATED.")] == [
        "grounded",
        "inferred",
        "hallucinated",
    ]


EVIDENCE = "The bridge, opened on 3 May 1932,\n is 503 m long – “the coathanger”. 大桥于 1932 年通车，全长５０３米。"


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("opened on 3 May 1932", "opened on 3 May 1932"),
        ("OPENED ON 3 MAY 1932, is 503 m long", "opened on 3 May 1932,\n is 503 m long"),
        ('"is 503 m long - "the coathanger"."', "is 503 m long – “the coathanger"),
        ("大桥于1932年通车", "大桥于 1932 年通车"),
        ("全长503米", "全长５０３米"),
        ("全长 503 米。", "全长５０３米"),
    ],
)
def test_a_quote_is_found_whatever_its_width_spacing_and_marks(quote: str, words: str) -> None:
    span = find_quote(quote, EVIDENCE)
    assert span is not None
    assert EVIDENCE[span.start : span.end] == words


@pytest.mark.parametrize(
    "quote", ["", "…", "opened in 1932", "opened … 503 m", "193", "pened on", "closed on 3 May 1932", "503 m of length"]
)
def test_words_that_do_not_stand_there_are_no_quote(quote: str) -> None:
    assert find_quote(quote, EVIDENCE) is None


@given(st.text(max_size=60), st.data())
def test_every_stretch_that_cuts_no_word_is_a_quote_of_its_text(text: str, data: st.DataObject) -> None:
    words = text.split()
    start = data.draw(st.integers(0, len(words)))
    quote = " ".join(words[start : data.draw(st.integers(start, len(words)))])
    span = find_quote(quote, text)
    if any(char.isalnum() and char.isascii() for char in quote):
        assert span is not None
        assert 0 <= span.start < span.end <= len(text)
