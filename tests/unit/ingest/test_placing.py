"""Statements that somebody else worded, found in the text: exact quotes, and nothing that the text does not say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Span
from claimgraph.ingest.statements.placing import is_stated, place


def stated(claim: str, sentence: str, lang: str = "en", before: str = "") -> bool:
    text = before + sentence
    span = Span(len(before), len(text))
    return is_stated(place(claim, span, text, lang), claim, sentence, lang)


def painted(claim: str, text: str, lang: str = "en") -> list[str]:
    placed = place(claim, Span(0, len(text)), text, lang)
    return [text[span.start : span.end] for span in placed.spans]


SENTENCE = "Born in Porto in 1974, the architect Rui Salgado has designed schools, two museums and a bridge."


@pytest.mark.parametrize(
    ("claim", "spans"),
    [
        ("Rui Salgado was born in Porto.", ["Born in Porto", "Rui Salgado"]),
        ("Rui Salgado was born in 1974.", ["Born", "in 1974", "Rui Salgado"]),
        ("Rui Salgado has designed two museums.", ["Rui Salgado has designed", "two museums"]),
    ],
)
def test_a_discontinuous_claim_has_several_spans(claim: str, spans: list[str]) -> None:
    assert painted(claim, SENTENCE) == spans
    assert stated(claim, SENTENCE)


def test_words_in_another_order_are_found() -> None:
    assert painted("In 1974 Rui Salgado was born.", SENTENCE) == ["Born", "in 1974", "Rui Salgado"]


@pytest.mark.parametrize(
    ("claim", "sentence", "lang"),
    [
        ("Marie Curie was born in 1867.", "Marie Curie (1867-1934) was a physicist.", "en"),
        ("Alpha creates tyres.", "Tyres created by Alpha sell well.", "en"),
        ("Acme may be bought by Gamma.", "Acme may be bought, not only by Beta but also by Gamma.", "en"),
        ("The drug is cheap.", "The drug does not cure cancer, but it is cheap.", "en"),
        ("甲公司不得裁员。", "甲公司不得裁员，也不得降薪。", "zh"),
        ("甲公司不得降薪。", "甲公司不得裁员，也不得降薪。", "zh"),
    ],
)
def test_what_grammar_adds_or_moves_is_stated(claim: str, sentence: str, lang: str) -> None:
    assert stated(claim, sentence, lang)


@pytest.mark.parametrize(
    ("claim", "sentence", "lang"),
    [
        ("Aspirin cures cancer.", "Aspirin does not cure cancer.", "en"),
        ("Aspirin does not cure cancer.", "Aspirin cures cancer.", "en"),
        ("The plant closes in May.", "The plant may close in May.", "en"),
        ("Acme is bought by Beta.", "Acme may be bought by Beta.", "en"),
        ("Members vote.", "Only members vote.", "en"),
        ("Acme was founded in 1991.", "Acme was founded in 1990.", "en"),
        ("Beta was founded in 1990.", "Acme was founded in 1990.", "en"),
        ("Acme was founded by pirates in 1990.", "Acme was founded in 1990.", "en"),
        ("该药在怀孕期间服用。", "该药不能在怀孕期间服用。", "zh"),
        ("甲公司裁员。", "甲公司可能裁员。", "zh"),
        ("甲公司没有裁员。", "甲公司裁员。", "zh"),
        ("乙公司裁员。", "甲公司裁员。", "zh"),
        ("", "Acme was founded in 1990.", "en"),
        ("x" * 2000, "Acme was founded in 1990.", "en"),
    ],
)
def test_what_is_turned_around_or_invented_is_not_stated(claim: str, sentence: str, lang: str) -> None:
    assert not stated(claim, sentence, lang)


@pytest.mark.parametrize(
    ("claim", "sentence", "before", "lang", "expected"),
    [
        ("Mara Lind wrote it.", "She wrote it.", "Mara Lind lives here. ", "en", True),
        ("Beta was founded in 1990.", "Acme was founded in 1990.", "Beta sells cars. ", "en", False),
        ("Acme was founded in 1995.", "It was founded in 1990.", "Acme is old. In 1995 it grew. ", "en", False),
        ("甲公司总部位于杭州。", "其总部位于杭州。", "甲公司成立于1990年。", "zh", True),
        ("甲公司成立于1990年。", "成立于1990年。", "甲公司很大。", "zh", True),
    ],
)
def test_names_come_from_elsewhere_only_where_the_sentence_refers_to_something(
    claim: str, sentence: str, before: str, lang: str, expected: bool
) -> None:
    assert stated(claim, sentence, lang, before) is expected


@given(
    st.text(alphabet="abAB 1.,'不是的，。(）-", max_size=40),
    st.text(alphabet="abAB 1.,'不是的，。(）-", max_size=60),
    st.sampled_from(["en", "zh"]),
)
def test_spans_lie_in_the_sentence_and_quotes_are_exact(claim: str, sentence: str, lang: str) -> None:
    text = f"Ab. {sentence}"
    span = Span(4, len(text))
    placed = place(claim, span, text, lang)
    previous = span.start
    for found in placed.spans:
        assert previous <= found.start < found.end <= span.end
        previous = found.end
    reached = 0
    for quote in placed.quotes:
        assert reached <= quote.start < quote.end
        assert claim[quote.start : quote.end] == text[quote.source : quote.source + quote.end - quote.start]
        reached = quote.end


@given(st.text(alphabet="abcd ", min_size=1, max_size=40))
def test_a_sentence_states_itself(words: str) -> None:
    sentence = f"Alpha {words.strip()} Beta."
    assert stated(sentence, sentence)
