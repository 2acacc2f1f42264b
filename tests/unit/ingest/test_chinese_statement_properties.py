"""What holds of the statements of any Chinese text."""

from __future__ import annotations

import pytest
from fakes.chinese_text import parse_chinese
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.chinese import read_chinese
from claimgraph.ingest.statements.coreference.chinese import ChineseCoreference
from claimgraph.ingest.statements.list_marks import inner_list_marks
from claimgraph.ingest.text.words import content_words

_NAMES = {"王强": "PER", "李娜": "PER", "海康公司": "ORG", "杭州": "LOC", "广州": "LOC"}
_subjects = st.sampled_from(
    ["王强", "李娜和王强", "海康公司", "该公司", "他", "其产品", "位于杭州的海康公司", "这台机器", ""]
)
_adjuncts = st.sampled_from(["", "于1998年", "在广州", "2020年", "由李娜", "从杭州", "每年", "可能", "不", "应当"])
_predicates = st.sampled_from(
    [
        "发明了新电池",
        "是一种高效的电池",
        "成立于2001年",
        "支持中文、英文和法文等语言",
        "增长5%",
        "位于杭州",
        "表示",
        "性能优异",
        "满3年可休假",
        "的",
        "100元",
    ]
)
_openings = st.sampled_from(
    ["", "如果", "虽然", "但", "因为", "此外，", "据报道，", "并", "例如", "2019年，", "“", "（"]
)
_marks = st.sampled_from(["，", "。", "；", "、", "：", "！", "？", "", "\n", "）", "”"])
_clauses = st.tuples(_openings, _subjects, _adjuncts, _predicates, _marks).map("".join)
_odd = st.sampled_from(
    ["😀", "https://a.example/路?x=1", "`print(1)`", "| a | b |", "$x^2$", "The cat sat. ", "\ufeff", "…", "  "]
)
_texts = st.lists(st.one_of(_clauses, _clauses, _odd), max_size=7).map("".join)
_anything = st.text(
    alphabet="的是在由被和、，。；：（）“”《》不可应如果因为满一种1年2公司王强于他其该等例%ab \n", max_size=60
)


def read(text: str) -> list[Statement]:
    parsed = parse_chinese(text, _NAMES)
    return read_chinese(parsed, ChineseCoreference().resolve(parsed))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(_texts, _anything))
def test_spans_lie_in_the_text_and_quotes_are_its_words(text: str) -> None:
    for statement in read(text):
        assert statement.text.strip()
        assert statement.spans
        assert all(0 <= span.start < span.end <= len(text) for span in statement.spans)
        assert list(statement.spans) == sorted(statement.spans, key=lambda span: span.start)
        for quote in statement.quotes:
            assert (
                statement.text[quote.start : quote.end] == text[quote.source : quote.source + quote.end - quote.start]
            )
        assert all(a.end <= b.start for a, b in zip(statement.quotes, statement.quotes[1:], strict=False))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(_texts, _anything))
def test_every_content_word_lies_in_a_span(text: str) -> None:
    parsed = parse_chinese(text, _NAMES)
    statements = read_chinese(parsed, {})

    for sentence in parsed.sentences:
        own = [s for s in statements if s.sentence == sentence.span]
        marks = inner_list_marks(sentence.analysis.text)
        for word in content_words(sentence.analysis.text, "zh"):
            if any(mark.start <= word.start and word.end <= mark.end for mark in marks):
                continue
            start, end = sentence.span.start + word.start, sentence.span.start + word.end
            assert any(span.start <= start and end <= span.end for s in own for span in s.spans)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_texts)
def test_the_same_text_gives_the_same_statements(text: str) -> None:
    assert read(text) == read(text)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_texts)
def test_triples_are_of_words_that_stand_in_the_text(text: str) -> None:
    for statement in read(text):
        for triple in statement.triples:
            assert triple.head.text != triple.tail.text
            assert 0 < triple.confidence <= 1
            for span in (*triple.head.spans, *triple.tail.spans, *triple.spans):
                assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize("unit", ["该公司位于杭州，", "苹果、", "他说了，", "的公司", "使用", "如果下雨，"])
def test_a_long_text_without_full_stops_is_read(unit: str) -> None:
    """How the time grows is measured by `make bench`; whatever grew with the square would run into the time limit."""
    parsed = parse_chinese((unit * 12_000)[:12_000])
    statements = read_chinese(parsed, ChineseCoreference().resolve(parsed))

    assert statements
    assert all(0 <= span.start < span.end <= 12_000 for statement in statements for span in statement.spans)
