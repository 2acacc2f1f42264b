"""Completeness, atomicity and independence of a decomposition: what raises and what lowers each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.statements.checkability import is_checkable, stands_alone
from claimgraph.ingest.statements.placing import place
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.verify.decomposition.independence import NearDuplicates, wording
from claimgraph.verify.decomposition.quality import Quality, QualityMeter, harmonic_mean
from claimgraph.verify.decomposition.sentences import decompose

FERRY = "The Redwing was built in Bergen and carries mail and passengers."
FERRY_CLAIMS = ["The Redwing was built in Bergen.", "The Redwing carries mail.", "The Redwing carries passengers."]
渡轮 = "红雁号是一艘于1912年建造的渡轮，运送邮件和旅客。"
渡轮_CLAIMS = ["红雁号是一艘渡轮。", "红雁号于1912年建造。", "红雁号运送邮件。", "红雁号运送旅客。"]


@pytest.fixture(scope="module")
def meter() -> QualityMeter:
    return QualityMeter({"en": EnglishAnalyser(), "zh": ChineseAnalyser()})


def placed(text: str, *claims: str) -> list[Statement]:
    """Claims at their places in a text of one language, each in the sentence that it shares most words with."""
    lang = detect_language(text)
    found = []
    for claim in claims:
        best = max(sentences(text), key=lambda span: place(claim, span, text, lang).found)
        there = place(claim, best, text, lang)
        found.append(
            Statement(
                claim, lang, there.spans, best, stands_alone(claim, lang), is_checkable(claim, lang), there.quotes
            )
        )
    return found


def measure(meter: QualityMeter, text: str, *claims: str) -> Quality:
    return meter.measure(text, placed(text, *claims))


def value(number: float | None) -> float:
    assert number is not None
    return number


@pytest.mark.parametrize(("text", "claims"), [(FERRY, FERRY_CLAIMS), (渡轮, 渡轮_CLAIMS)])
def test_the_right_claims_are_complete_atomic_and_independent(
    meter: QualityMeter, text: str, claims: list[str]
) -> None:
    assert measure(meter, text, *claims) == Quality(1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(("text", "claims"), [(FERRY, FERRY_CLAIMS), (渡轮, 渡轮_CLAIMS)])
def test_dropping_any_claim_lowers_completeness_and_nothing_else(
    meter: QualityMeter, text: str, claims: list[str]
) -> None:
    for left_out in range(len(claims)):
        found = measure(meter, text, *claims[:left_out], *claims[left_out + 1 :])
        assert value(found.completeness) < 1.0
        assert (found.atomicity, found.independence) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        (
            "The Redwing carries mail and passengers.",
            "The Redwing carries mail and passengers.",
            ["The Redwing carries mail.", "The Redwing carries passengers."],
        ),
        (
            "Mara Lind wrote the novel and sold the rights.",
            "Mara Lind wrote the novel and sold the rights.",
            ["Mara Lind wrote the novel.", "Mara Lind sold the rights."],
        ),
        (
            "Acme, which was founded in Oslo, makes tyres.",
            "Acme, which was founded in Oslo, makes tyres.",
            ["Acme was founded in Oslo.", "Acme makes tyres."],
        ),
        ("红雁号运送邮件和旅客。", "红雁号运送邮件和旅客。", ["红雁号运送邮件。", "红雁号运送旅客。"]),
        (
            "该公司成立于1990年，总部位于杭州。",
            "该公司成立于1990年，总部位于杭州。",
            ["该公司成立于1990年。", "该公司总部位于杭州。"],
        ),
    ],
)
def test_splitting_what_can_be_split_raises_atomicity(
    meter: QualityMeter, text: str, whole: str, parts: list[str]
) -> None:
    assert value(measure(meter, text, whole).atomicity) < value(measure(meter, text, *parts).atomicity) == 1.0


@pytest.mark.parametrize(
    "claim",
    [
        "Patients should contact their doctor if the fever lasts longer than three days.",
        "The mayor said that the bridge would open in spring.",
        "Oslo and Bergen signed an agreement with each other.",
        "The kit contains one or two batteries.",
        "如果血压持续升高，就应当及时就医。",
        "市长表示，新地铁线将于春天开通。",
        "甲公司与乙公司合作开发了该系统。",
    ],
)
def test_what_is_one_claim_by_convention_is_atomic(meter: QualityMeter, claim: str) -> None:
    assert measure(meter, claim, claim).atomicity == 1.0


@pytest.mark.parametrize(("text", "claims"), [(FERRY, FERRY_CLAIMS), (渡轮, 渡轮_CLAIMS)])
def test_whole_sentences_are_less_atomic_than_the_right_claims(
    meter: QualityMeter, text: str, claims: list[str]
) -> None:
    by_sentence = meter.measure(text, decompose(text))
    right = measure(meter, text, *claims)
    assert by_sentence.completeness == 1.0
    assert value(by_sentence.atomicity) < value(right.atomicity)
    assert value(by_sentence.overall) < value(right.overall)


@pytest.mark.parametrize(
    ("text", "claims", "invented"),
    [(FERRY, FERRY_CLAIMS, "The Redwing carries smuggled passengers."), (渡轮, 渡轮_CLAIMS, "红雁号运送走私旅客。")],
)
def test_an_invented_word_lowers_completeness(meter: QualityMeter, text: str, claims: list[str], invented: str) -> None:
    assert value(measure(meter, text, *claims[:-1], invented).completeness) < 1.0


@pytest.mark.parametrize(
    ("text", "named", "referring"),
    [
        ("Mara Lind wrote three novels.", "Mara Lind wrote three novels.", "She wrote three novels."),
        ("Acme opened its office.", "Acme opened an office.", "It opened an office."),
        ("红雁号运送邮件。", "红雁号运送邮件。", "它运送邮件。"),
        ("甲公司位于杭州。", "甲公司位于杭州。", "该公司位于杭州。"),
    ],
)
def test_a_pronoun_in_place_of_a_name_lowers_independence(
    meter: QualityMeter, text: str, named: str, referring: str
) -> None:
    sentence = Span(0, len(text))
    lang = detect_language(text)
    name, pronoun = (Statement(claim, lang, (sentence,), sentence, True, True) for claim in (named, referring))
    assert meter.measure(text, [name]).independence == 1.0
    assert value(meter.measure(text, [pronoun]).independence) < 1.0


def test_a_claim_that_is_marked_as_not_standing_alone_is_dependent(meter: QualityMeter) -> None:
    (claim,) = placed("Sales rose last year.", "Sales rose last year.")
    assert not claim.standalone
    assert value(meter.measure("Sales rose last year.", [claim]).independence) < 1.0


def test_a_fragment_is_dependent(meter: QualityMeter) -> None:
    assert value(measure(meter, "Carries mail. The Redwing is old.", "Carries mail.").independence) < 1.0


def test_a_near_duplicate_is_not_independent(meter: QualityMeter) -> None:
    once = measure(meter, FERRY, *FERRY_CLAIMS)
    twice = measure(meter, FERRY, *FERRY_CLAIMS, FERRY_CLAIMS[1].removesuffix("."))
    assert value(twice.independence) < value(once.independence)
    assert twice.completeness == once.completeness


def test_a_claim_and_its_denial_are_no_duplicates() -> None:
    seen = NearDuplicates()
    assert not seen.repeats(wording("The drug cures cancer."))
    assert not seen.repeats(wording("The drug does not cure cancer."))
    assert seen.repeats(wording("A drug cures cancer"))


@given(st.lists(st.frozensets(st.sampled_from("abcdefghijklmnop"), min_size=1), max_size=12))
def test_near_duplicates_are_those_that_a_comparison_of_all_pairs_finds(sets: list[frozenset[str]]) -> None:
    seen = NearDuplicates()  # of distinct and repeated sets alike
    for index, words in enumerate(sets):
        expected = any(len(words & other) >= 0.9 * len(words | other) for other in sets[:index])
        assert seen.repeats(words) == expected


@pytest.mark.parametrize("text", ["", "   ", "Hello!", "What is Oslo?", "🙂"])
def test_over_nothing_there_is_nothing_to_measure(meter: QualityMeter, text: str) -> None:
    assert meter.measure(text, decompose(text)) == Quality(None, None, None, None)


def test_no_claims_of_a_text_that_claims_something_are_nothing_complete(meter: QualityMeter) -> None:
    assert meter.measure(FERRY, []) == Quality(0.0, None, None, 0.0)


def test_a_language_that_nobody_parses_has_no_atomicity(meter: QualityMeter) -> None:
    text = "Le pont, construit en 1912, relie les deux rives."
    found = meter.measure(text, decompose(text))
    assert (found.completeness, found.atomicity) == (1.0, None)


def test_each_sentence_is_measured_by_itself(meter: QualityMeter) -> None:
    text = f"{FERRY} Oslo has parks and Bergen has rain."
    measured = meter.measure_sentences(text, placed(text, *FERRY_CLAIMS))
    assert [quality.completeness for _, quality in measured.sentences] == [1.0, 0.0]
    assert 0 < value(measured.whole.completeness) < 1


def test_a_sentence_taken_over_as_it_is_covers_all_of_its_sentence(meter: QualityMeter) -> None:
    (claim,) = placed(FERRY, FERRY)
    moved = replace(claim, spans=(Span(0, 10),))
    assert value(meter.measure(FERRY, [moved]).completeness) < 0.5


@settings(max_examples=60)
@given(st.text(alphabet="ab ,.和，。是的1A\n", max_size=60))
def test_every_measure_is_in_bounds_whatever_the_text(text: str) -> None:
    found = QualityMeter({}).measure(text, decompose(text))
    for number in (found.completeness, found.independence, found.overall):
        assert number is None or 0 <= number <= 1


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=3))
def test_the_overall_score_lies_between_the_least_and_the_greatest(values: list[float | None]) -> None:
    there = [one for one in values if one is not None]
    mean = harmonic_mean(values)
    if not there:
        assert mean is None
    else:
        assert min(there) - 1e-9 <= value(mean) <= max(there) + 1e-9
