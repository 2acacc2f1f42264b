"""How finely an answer is taken apart: by name, or by domain and risk; and claims put together again."""

from __future__ import annotations

import pytest
from fakes.claims_llm import SentenceReader
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import Span, Statement
from claimgraph.platform.errors import InputError
from claimgraph.verify.decomposition.granularity import Granularity, regroup, resolve_granularity
from claimgraph.verify.decomposition.sentences import decompose
from claimgraph.verify.outcome import DOMAINS, RISKS, OutcomeThresholds

CLAIM, SENTENCE, PASSAGE, AUTO = Granularity


@pytest.mark.parametrize(
    ("domain", "risk", "expected"),
    [
        ("general", "normal", CLAIM),
        ("general", "high", CLAIM),
        ("general", "low", PASSAGE),
        ("finance", "normal", CLAIM),
        ("finance", "low", PASSAGE),
        ("enterprise", "normal", SENTENCE),
        ("enterprise", "high", CLAIM),
        ("enterprise", "low", PASSAGE),
        ("medical", "low", CLAIM),
        ("legal", "low", CLAIM),
        ("legal", "normal", CLAIM),
    ],
)
def test_auto_goes_by_domain_and_risk(domain: str, risk: str, expected: Granularity) -> None:
    assert resolve_granularity(AUTO, domain, risk) is expected


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("risk", RISKS)
@pytest.mark.parametrize("wanted", [CLAIM, SENTENCE, PASSAGE])
def test_a_granularity_asked_for_by_name_wins(domain: str, risk: str, wanted: Granularity) -> None:
    assert resolve_granularity(wanted.value, domain, risk) is wanted


def test_an_unknown_granularity_is_the_users_fault() -> None:
    with pytest.raises(InputError, match="claim, sentence, passage, auto"):
        resolve_granularity("word", "general", "normal")


def test_the_enterprise_domain_has_the_default_threshold() -> None:
    assert "enterprise" in DOMAINS
    assert OutcomeThresholds(0.7).threshold("enterprise", "normal") == 0.7


TEXT = "- Alpha makes tyres and Beta makes rims. It has parks.\n- Hello!\n\nGamma sells cars."


def claim(text: str, start: int, end: int, sentence: Span, **changes: bool) -> Statement:
    read = SentenceReader().read([text])[0].statements[0]
    return Statement(
        text, "en", (Span(start, end),), sentence, True, changes.get("checkable", True), triples=read.triples
    )


def statements() -> list[Statement]:
    first = Span(0, 40)
    return [
        claim("Alpha makes tyres.", 2, 19, first),
        claim("Beta makes rims.", 24, 39, first),
        claim("It has parks.", 41, 54, Span(41, 54)),
        claim("Hello!", 57, 63, Span(55, 63), checkable=False),
        claim("Gamma sells cars.", 65, 82, Span(65, 82)),
    ]


def test_claims_stay_as_they_are() -> None:
    assert regroup(TEXT, statements(), CLAIM) == statements()


def test_the_claims_of_a_sentence_become_one_statement_with_all_triples_and_spans() -> None:
    first, second, third, _ = regroup(TEXT, statements(), SENTENCE)
    assert first.text == "Alpha makes tyres and Beta makes rims."
    assert first.spans == (Span(2, 19), Span(24, 39))
    assert [triple.normal for triple in first.triples] == [("Alpha", "makes", "tyres"), ("Beta", "makes", "rims")]
    assert first.standalone
    assert (second.text, second.standalone) == ("It has parks.", False)
    assert (third.text, third.checkable) == ("Hello!", False)
    for statement in (first, second, third):
        (quote,) = statement.quotes
        assert TEXT[quote.source : quote.source + quote.end] == statement.text


def test_the_claims_of_a_paragraph_or_list_item_become_one_passage() -> None:
    found = regroup(TEXT, statements(), PASSAGE)
    assert [statement.text for statement in found] == [
        "Alpha makes tyres and Beta makes rims. It has parks.",
        "Hello!",
        "Gamma sells cars.",
    ]
    assert found[0].standalone  # what "It" is stands in the passage
    assert len(found[0].triples) == 3


def test_auto_must_be_resolved_first() -> None:
    with pytest.raises(ValueError, match="resolve"):
        regroup(TEXT, statements(), AUTO)


@given(st.text(alphabet="aB .。，\n-1和是", max_size=80), st.sampled_from([SENTENCE, PASSAGE]))
def test_regrouping_loses_no_span_and_quotes_exactly(text: str, granularity: Granularity) -> None:
    atomic = decompose(text)
    grouped = regroup(text, atomic, granularity)
    covered = {place for statement in grouped for span in statement.spans for place in range(span.start, span.end)}
    assert {place for one in atomic for span in one.spans for place in range(span.start, span.end)} == covered
    for statement in grouped:
        (quote,) = statement.quotes
        assert text[quote.source : quote.source + quote.end] == statement.text == statement.text.strip()
        assert statement.sentence.start <= min(span.start for span in statement.spans)
        assert max(span.end for span in statement.spans) <= statement.sentence.end
