"""Headings, code and the marks of lists and tables claim nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from fakes.rule_reader import rule_reader as reader
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.statements.checkability import is_checkable
from claimgraph.ingest.statements.list_marks import inner_list_marks
from claimgraph.ingest.statements.markup import apart_from_markup, markup_spans
from claimgraph.ingest.statements.plain import list_mark_end
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import content_words
from claimgraph.verify.decomposition.sentences import decompose


def read(text: str) -> tuple[Statement, ...]:
    return reader().read([text])[0].statements


MARKUP = [
    ("## Remote work\nEmployees may work at home.", ["## Remote work"]),
    ("# The museum is open.\nThe museum has three floors.", ["# The museum is open."]),
    ("##远程办公\n员工每周可以远程办公两天。", ["##远程办公"]),
    ("Remote work\n===========\nEmployees may work at home.", ["Remote work\n==========="]),
    ("Remote work\n---\nEmployees may work at home.", ["Remote work\n---"]),
    ("Use this:\n```\nThe tower is tall.\n\nIt is red.\n```\nDone.", ["```\nThe tower is tall.\n\nIt is red.\n```"]),
    ("~~~~\nThe tower is tall.\n~~~\nIt is red.", ["~~~~\nThe tower is tall.\n~~~\nIt is red."]),
    ("| Name | Height |\n|---|---:|\n| Tower | 330 m |", ["| Name | Height |\n|---|---:|"]),
    ("a.\nThe shop is shut.", ["a."]),
    ("The shop is shut.\nhttps://example.org/shop", ["https://example.org/shop"]),
]


@pytest.mark.parametrize(("text", "found"), MARKUP)
def test_lines_that_are_no_prose_are_found(text: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in markup_spans(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "The shop is shut.\n\n---\n\nThe bar is open.",
        "The shop is shut.\n---\nThe bar is open.",
        "#1 in sales was Acme.",
        "The first line of a paragraph\nand the second line\n---\nThe bar is open.",
        "a | b is a pipe.\nThe bar is open.",
        "42",
    ],
)
def test_prose_is_no_markup(text: str) -> None:
    assert markup_spans(text) == []


@pytest.mark.parametrize("text", [text for text, _ in MARKUP])
def test_markup_claims_nothing_however_the_text_is_taken_apart(text: str) -> None:
    markup = markup_spans(text)

    for statement in (*read(text), *decompose(text)):
        inside = any(one.start <= statement.sentence.start < one.end for one in markup)
        assert not (inside and statement.checkable), statement.text


def test_what_stands_below_a_heading_is_still_a_claim() -> None:
    found = [statement.text for statement in read("## Remote work\nThe office opens at 8.") if statement.checkable]

    assert found == ["The office opens at 8."]


def test_no_pronoun_goes_back_to_a_heading() -> None:
    found = read("# Acme Corporation\nIt was founded in 2001.")

    assert [(one.text, one.standalone) for one in found if one.checkable] == [("It was founded in 2001.", False)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("2. The office opens at 8 and closes at 18.", "The office"),
        ("a. The office opens at 8 and closes at 18.", "The office"),
        ("(b) The office opens at 8 and closes at 18.", "The office"),
        ("- The office opens at 8 and closes at 18.", "The office"),
        ("1. In 2010, Acme opened a shop.", "In 2010"),
    ],
)
def test_a_claim_of_a_list_item_begins_behind_the_list_mark(text: str, first: str) -> None:
    found = [statement for statement in read(text) if statement.checkable]

    begin = text.index(first)
    assert found
    assert all(span.start >= begin for statement in found for span in statement.spans)
    assert " In " not in "".join(statement.text for statement in found)


@pytest.mark.parametrize("text", ["2.5 million people live in Rome.", "E. coli is a bacterium.", "A. Smith was born."])
def test_a_number_or_an_initial_is_no_list_mark(text: str) -> None:
    assert list_mark_end(text, 0, len(text)) == 0


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The Eiffel Tower, which was built in", "en"),
        ("and therefore the", "en"),
        ("x", "en"),
        ("a.", "en"),
        ("https://example.org/a", "en"),
        ("埃菲尔铁塔位于", "zh"),
        ("该公司由", "zh"),
    ],
)
def test_words_that_break_off_claim_nothing(text: str, lang: str) -> None:
    assert not is_checkable(text, lang)


@pytest.mark.parametrize(
    ("text", "lang"),
    [("The Eiffel Tower was built in 1889", "en"), ("This is what it was built for.", "en"), ("铁塔建于1889年", "zh")],
)
def test_a_claim_needs_no_full_stop(text: str, lang: str) -> None:
    assert is_checkable(text, lang)


@given(st.text("ab#=-|`~\n. 1(", max_size=60))
def test_cutting_at_markup_keeps_every_character_that_is_not_white_space(text: str) -> None:
    markup = markup_spans(text)

    pieces = apart_from_markup(sentences(text), markup, text)

    kept = "".join(text[span.start : span.end] for span in pieces)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(pieces))
    for piece in pieces:
        assert all(
            one.start <= piece.start < one.end or piece.end <= one.start or one.end <= piece.start for one in markup
        )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Acme may acquire Globex.", "may acquire"),
        ("Globex may be acquired by Acme.", "may acquire"),
        ("Acme won't acquire Globex.", "will not acquire"),
        ("Acme allegedly bribed Globex.", "allegedly bribe"),
        ("Acme acquired Globex.", "acquire"),
    ],
)
def test_modality_is_part_of_a_triples_normal_form(text: str, normal: str) -> None:
    triples = [triple for statement in read(text) for triple in statement.triples]

    assert [triple.normal for triple in triples] == [("Acme", normal, "Globex")]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.sampled_from(
            ["**高度**", "：", "长江", "（世界最长的河流）", "全长6300公里", "；", "1、", "2、", "①", "②", "\n", "- ",
             "。", "**Height**", ": ", "The tower", " is 300 m tall", "(built in 1889)", ". ", "b) ", "这条河",
             "华为的情况如下", "Founded in 1987", "一是", "二是", "__", "[1]", "## ", "Huawei:", "成立于1987年",
             "（WHO，总部位于日内瓦）"]
        ),
        max_size=12,
    ).map("".join)
)  # fmt: skip
def test_whatever_the_page_looks_like_spans_are_exact_and_no_word_is_lost(text: str) -> None:
    found = reader().read([text])[0]

    marks = [span for sentence in found.sentences for span in _marks(text, sentence.span)]
    covered = {at for one in found.statements for span in one.spans for at in range(span.start, span.end)}
    for one in found.statements:
        assert one.spans
        assert all(0 <= span.start < span.end <= len(text) for span in one.spans)
        assert all(one.sentence.start <= span.start and span.end <= one.sentence.end for span in one.spans)
        for quote in one.quotes:
            assert one.text[quote.start : quote.end] == text[quote.source : quote.source + quote.end - quote.start]
    for word in content_words(text, found.lang):
        place = range(word.start, word.end)
        assert set(place) <= covered or any(at in mark for mark in marks for at in place), text[word.start : word.end]


def _marks(text: str, sentence: Span) -> list[range]:
    start = list_mark_end(text, sentence.start, sentence.end)
    inner = inner_list_marks(text[start : sentence.end])
    return [range(sentence.start, start), *(range(start + mark.start, start + mark.end) for mark in inner)]
