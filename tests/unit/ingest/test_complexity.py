"""How hard a sentence is for the rules: each factor, and the number that they make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import ReadSentence, Span, Statement
from claimgraph.ingest.statements.complexity import WEIGHTS, combine, measure_sentence, measure_sentences
from claimgraph.ingest.statements.parsed import ParsedSentence, ParsedText, Referent
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.platform.models.ports import Analysis, TextAnalyser, Token


@pytest.fixture(scope="module")
def analysers() -> dict[str, TextAnalyser]:
    return {"en": EnglishAnalyser(), "zh": ChineseAnalyser()}


def statement(text: str, lang: str, *spans: Span) -> Statement:
    return Statement(text, lang, spans or (Span(0, len(text)),), Span(0, len(text)), True, True)


def measured(analysers: dict[str, TextAnalyser], text: str, lang: str = "en", *spans: Span) -> ReadSentence:
    """One sentence, covered by one statement."""
    (analysis,) = analysers[lang].analyse([text])
    return measure_sentence(ParsedSentence(Span(0, len(text)), analysis), [statement(text, lang, *spans)], lang)


@pytest.mark.parametrize(
    ("lang", "easy", "hard"),
    [
        (
            "en",
            "The Redwing carries mail.",
            "The Redwing, which the Aker family had built when the mill that stood by the river burned down, carries "
            "mail, parcels, passengers and, if the weather allows, cars to the islands.",
        ),
        (
            "zh",
            "红雁号运送邮件。",
            "红雁号是由阿克家族在河边的磨坊被烧毁之后建造的渡轮，它运送邮件、包裹、旅客和汽车，"
            "如果天气允许，还会驶往群岛，并在途中停靠三个港口。",
        ),
    ],
)
def test_a_sentence_of_many_clauses_is_harder_than_a_plain_one(
    analysers: dict[str, TextAnalyser], lang: str, easy: str, hard: str
) -> None:
    assert measured(analysers, easy, lang).complexity < 0.1
    assert measured(analysers, hard, lang).complexity > 0.5


def test_clauses_within_clauses_are_nesting() -> None:
    words = ["Mara", "said", "that", "firms", "which", "built", "bridges", "left"]
    heads = [1, 1, 7, 7, 5, 3, 5, 1]
    relations = ["nsubj", "root", "mark", "nsubj", "nsubj", "acl:relcl", "obj", "ccomp"]
    parts = ["PROPN", "VERB", "SCONJ", "NOUN", "PRON", "VERB", "NOUN", "VERB"]
    text, tokens = " ".join(words), []
    for index, word in enumerate(words):
        start = len(" ".join([*words[:index], ""])) if index else 0
        tokens.append(Token(word, start, start + len(word), word, parts[index], "", heads[index], relations[index]))
    sentence = ParsedSentence(Span(0, len(text)), Analysis(text, tuple(tokens)))
    factors = measure_sentence(sentence, [statement(text, "en")], "en").factors
    assert (factors["nesting"], factors["clauses"]) == (0.5, pytest.approx(2 / 3))


def test_chinese_relative_clauses_within_one_another_are_nesting(analysers: dict[str, TextAnalyser]) -> None:
    assert measured(analysers, "作者写的汤姆喜欢的书出版了。", "zh").factors["nesting"] > 0


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "Oslo, Bergen, Hamar and Moss have parks."), ("zh", "奥斯陆、卑尔根、哈马尔和莫斯都有公园。")],
)
def test_long_lists_are_coordination(analysers: dict[str, TextAnalyser], lang: str, text: str) -> None:
    assert measured(analysers, text, lang).factors["coordination"] >= 0.25


def test_what_no_statement_covers_makes_a_sentence_hard(analysers: dict[str, TextAnalyser]) -> None:
    text = "The Redwing carries mail and passengers."
    whole = measured(analysers, text)
    half = measured(analysers, text, "en", Span(0, 11))
    assert whole.factors["uncovered"] == 0
    assert half.factors["uncovered"] == 1
    assert half.complexity > 0.8


def test_a_reference_counts_until_it_is_resolved(analysers: dict[str, TextAnalyser]) -> None:
    text = "She wrote it in Oslo."
    (analysis,) = analysers["en"].analyse([text])
    parsed = ParsedText(text, "en", (ParsedSentence(Span(0, len(text)), analysis),))
    read = [statement(text, "en")]
    open_ = measure_sentences(parsed, read)[0].factors["references"]
    half = measure_sentences(parsed, read, {(0, 0): Referent("Mara", 0, 3)})[0].factors["references"]
    assert (open_, half) == (1.0, 0.5)


@pytest.mark.parametrize("text", ["The Redwing (a ferry carries mail.", 'Mara said "no and left.'])
def test_brackets_and_quotes_that_do_not_close_are_broken(analysers: dict[str, TextAnalyser], text: str) -> None:
    assert measured(analysers, text).factors["broken"] == 1


@pytest.mark.parametrize("text", ["1) The Redwing carries mail.", "The ferry (Redwing) carries “mail”.", "It works :)"])
def test_list_marks_and_faces_are_not(analysers: dict[str, TextAnalyser], text: str) -> None:
    assert measured(analysers, text).factors["broken"] == 0


def test_half_a_sentence_is_broken(analysers: dict[str, TextAnalyser]) -> None:
    assert measured(analysers, "the ferry on the river in the north").factors["broken"] == 1


@pytest.mark.parametrize(
    "text", ["What is Oslo, and who built it, and when?", "Hello!", "🙂", "I think that it is fine."]
)
def test_a_sentence_that_claims_nothing_is_not_complex(analysers: dict[str, TextAnalyser], text: str) -> None:
    (analysis,) = analysers["en"].analyse([text])
    sentence = ParsedSentence(Span(0, len(text)), analysis)
    assert measure_sentence(sentence, [], "en") == ReadSentence(sentence.span, 0.0)


def test_there_is_one_measure_a_sentence_in_order(analysers: dict[str, TextAnalyser]) -> None:
    first, second = "Oslo has parks.", "Bergen has rain."
    text = f"{first} {second}"
    one, two = analysers["en"].analyse([first, second])
    spans = Span(0, len(first)), Span(len(first) + 1, len(text))
    parsed = ParsedText(text, "en", (ParsedSentence(spans[0], one), ParsedSentence(spans[1], two)))
    assert tuple(found.span for found in measure_sentences(parsed, [])) == spans


@given(st.dictionaries(st.sampled_from(sorted(WEIGHTS)), st.floats(0, 1)), st.sampled_from(sorted(WEIGHTS)))
def test_the_complexity_is_in_bounds_and_rises_with_each_factor(factors: dict[str, float], name: str) -> None:
    low, high = combine({**factors, name: 0.0}), combine({**factors, name: 1.0})
    assert 0 <= low < high <= 1


def test_propositions_that_were_left_together_make_a_sentence_hard(analysers: dict[str, TextAnalyser]) -> None:
    text = "The Redwing carries mail and was built in Bergen."
    (analysis,) = analysers["en"].analyse([text])
    sentence = ParsedSentence(Span(0, len(text)), analysis)
    whole = measure_sentence(sentence, [statement(text, "en")], "en")
    split = measure_sentence(sentence, [statement(text, "en")] * 2, "en")
    assert whole.factors["unsplit"] > split.factors["unsplit"] == 0
    assert whole.complexity > split.complexity


@pytest.mark.parametrize(
    ("factor", "lang", "without", "with_it"),
    [
        ("breaks", "en", "Ann runs the firm.", "Ann, a former nurse, runs the firm, which makes bread."),
        ("breaks", "zh", "安达公司生产面包。", "安达公司成立于1990年，总部位于杭州，生产面包，也销售咖啡。"),
        ("dependent", "en", "If it rains, the match ends.", "The match ended after two players left the field."),
        ("dependent", "zh", "安达公司生产面包。", "安达公司生产面包，还销售咖啡。"),
        ("partitive", "en", "It has five members.", "It has five members, three of whom are lawyers."),
        ("quantities", "en", "The law passed.", "The law passed by 312 votes to 188, with 20 abstentions."),
        ("undivided", "en", "Oslo has parks.", "Oslo has parks, lakes and hills."),
    ],
)
def test_what_rules_do_badly_at_is_counted(
    analysers: dict[str, TextAnalyser], factor: str, lang: str, without: str, with_it: str
) -> None:
    assert measured(analysers, without, lang).factors[factor] == 0
    assert measured(analysers, with_it, lang).factors[factor] > 0
