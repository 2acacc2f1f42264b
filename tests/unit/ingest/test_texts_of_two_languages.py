"""A text in both languages: each of its sentences is read by the rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from fakes.rule_reader import read_by_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.entities.mentions import AnalysedMentions
from claimgraph.ingest.model import Mention, ReadText, Span, Statement
from claimgraph.ingest.ports import MentionExtractor
from claimgraph.ingest.text.mentions import PatternMentions
from claimgraph.ingest.text.stretches import stretches
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.english import EnglishAnalyser

ENGLISH = (
    "The bridge at Novi Sad was opened in October 2005.",
    "Marie Curie discovered polonium, and she won two Nobel Prizes.",
    "She worked with Pierre Curie in Paris.",
    "Is it true?",
)
CHINESE = (
    "海康公司成立于2001年，总部位于杭州市。",
    "该公司由王强创办。",
    "三峡大坝位于湖北省宜昌市，于2006年5月建成。",
    "这难道是真的吗？",
)


def joined(picked: Sequence[tuple[str, int]]) -> str:
    return " ".join((ENGLISH if lang == "en" else CHINESE)[index] for lang, index in picked)


def said(text: str, spans: Sequence[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


def read_as(text: str, statement: Statement) -> tuple[object, ...]:
    """All of a statement but where in the text it stands."""
    triples = [
        (each.head.text, each.relation, each.tail.text, said(text, each.head.spans)) for each in statement.triples
    ]
    return (
        statement.text,
        statement.lang,
        said(text, statement.spans),
        said(text, [statement.sentence]),
        statement.standalone,
        statement.checkable,
        triples,
    )


def of_language(read: ReadText, lang: str) -> list[tuple[object, ...]]:
    return [read_as(read.text, statement) for statement in read.statements if statement.lang == lang]


@settings(max_examples=40)
@given(st.permutations([(lang, index) for lang in ("en", "zh") for index in range(4)]), st.integers(2, 8))
def test_its_statements_are_those_of_either_language_read_alone(order: list[tuple[str, int]], length: int) -> None:
    picked = order[:length]
    whole = read_by_rules(joined(picked))

    for lang in ("en", "zh"):
        alone = read_by_rules(joined([one for one in picked if one[0] == lang]))
        assert of_language(whole, lang) == of_language(alone, lang)


@settings(max_examples=20)
@given(st.permutations([(lang, index) for lang in ("en", "zh") for index in range(4)]))
def test_statements_and_sentences_are_in_the_order_of_the_text(order: list[tuple[str, int]]) -> None:
    read = read_by_rules(joined(order))

    assert len(read.sentences) == len(order)
    for spans in ([one.sentence for one in read.statements], [one.span for one in read.sentences]):
        starts = [span.start for span in spans]
        assert starts == sorted(starts)


def test_a_name_in_both_languages_is_one_thing() -> None:
    read = read_by_rules(
        "NASA launched the probe in 2005. 探测器由NASA于2005年发射。 The probe was built by NASA in Texas."
    )

    assert [len(entity.mentions) for entity in read.entities if entity.name == "NASA"] == [3]


def test_sentences_that_no_rules_read_stand_among_the_others_as_they_are() -> None:
    french = "Le pont a été ouvert en octobre par le maire de la ville."
    read = read_by_rules(f"海康公司成立于2001年，总部位于杭州市。{french}三峡大坝位于湖北省宜昌市。")

    assert [one.text for one in read.statements if one.lang == "en"] == [french]
    assert [one.complexity for one in read.sentences if read.text[one.span.start : one.span.end] == french] == [1.0]
    assert len(read.sentences) == 3


def test_the_language_of_the_whole_is_the_one_that_prevails() -> None:
    assert read_by_rules(joined([("en", 0), ("zh", 0), ("zh", 2)])).lang == "zh"
    assert read_by_rules(joined([("en", 0), ("en", 1), ("zh", 3)])).lang == "en"


def analysed() -> AnalysedMentions:
    return AnalysedMentions({"en": EnglishAnalyser(threads=1), "zh": ChineseAnalyser()})


@pytest.mark.parametrize("extractor", [PatternMentions, analysed])
def test_its_mentions_are_those_of_either_language_read_alone(extractor: Callable[[], MentionExtractor]) -> None:
    picked = [("zh", 0), ("en", 1), ("zh", 1), ("en", 2), ("zh", 2)]
    apart = [joined([one for one in picked if one[0] == lang]) for lang in ("en", "zh")]

    found, *alone = extractor().extract([joined(picked), *apart])

    def surfaces(mentions: Sequence[Mention]) -> list[tuple[str, str]]:
        return sorted((one.surface, one.type) for one in mentions)

    assert surfaces(found) == surfaces([one for mentions in alone for one in mentions])
    assert [one.surface for one in found] == [joined(picked)[one.start : one.end] for one in found]
    assert all(one.end <= other.start for one, other in pairwise(found))


@settings(max_examples=60)
@given(st.text(alphabet="ab The river。.！北京市长江全长是 \n1", max_size=80))
def test_stretches_hold_every_word_of_the_text_once_and_in_its_place(text: str) -> None:
    found = stretches(text)

    assert all(len(one.text) == len(text) for one in found)
    for at, char in enumerate(text):
        if not char.isspace():
            assert sorted({one.text[at] for one in found} - {" "}) == [char]
            assert sum(one.text[at] == char for one in found) == 1
