"""Which sentences the hybrid decomposer has to doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.model import ReadSentence, ReadText, Span, Statement
from claimgraph.verify.decomposition.quality import Quality
from claimgraph.verify.decomposition.risk import come_apart, risk

PLACE = Span(0, 40)
SHARES = st.floats(0, 1)


def statement(text: str, place: Span = PLACE, *, checkable: bool = True) -> Statement:
    return Statement(text, "en", (place,), place, True, checkable)


def read(*statements: Statement, places: Sequence[Span] = (PLACE,)) -> ReadText:
    return ReadText("", "en", statements, sentences=tuple(ReadSentence(place, 0.0) for place in places))


@dataclass
class Rereader:
    """Makes of each claim what the table says; of all others themselves."""

    table: dict[str, list[str]]
    version: str = "table"
    asked: list[str] = field(default_factory=list)

    def read(self, texts: Sequence[str]) -> list[ReadText]:
        self.asked.extend(texts)
        return [read(*(statement(made) for made in self.table.get(text, [text]))) for text in texts]


def atomicity(value: float | None) -> Quality:
    return Quality(1.0, value, 1.0, 1.0)


def test_a_claim_that_comes_apart_when_read_again_makes_its_sentence_doubtful() -> None:
    both = "Oslo has parks and rain."
    reader = Rereader({both: ["Oslo has parks.", "Oslo has rain."]})

    assert come_apart(reader, read(statement(both))) == {0}


def test_what_the_sentence_says_as_well_is_no_new_claim() -> None:
    core, dated = "Ann built it.", "Ann built it in 1998."
    reader = Rereader({dated: [core, dated]})

    assert come_apart(reader, read(statement(core), statement(dated))) == set()


def test_case_and_the_final_stop_make_no_other_claim() -> None:
    assert come_apart(Rereader({"Oslo has parks.": ["oslo has parks"]}), read(statement("Oslo has parks."))) == set()


def test_only_the_sentence_of_the_claim_is_doubtful() -> None:
    first, second = Span(0, 20), Span(21, 50)
    reader = Rereader({"It rains.": ["Rain falls."]})
    found = read(statement("Oslo has parks.", first), statement("It rains.", second), places=(first, second))

    assert come_apart(reader, found) == {1}


def test_opinions_and_questions_are_not_read_again() -> None:
    reader = Rereader({})

    assert come_apart(reader, read(statement("Is it so?", checkable=False))) == set()
    assert reader.asked == []


@pytest.mark.parametrize("quality", [None, atomicity(None), atomicity(1.0)])
def test_without_a_reason_the_risk_is_the_complexity(quality: Quality | None) -> None:
    assert risk(ReadSentence(PLACE, 0.25), quality, apart=False) == pytest.approx(0.25)


@given(SHARES, SHARES)
def test_each_reason_lifts_the_risk_and_none_lifts_it_above_one(complexity: float, left: float) -> None:
    sentence = ReadSentence(PLACE, complexity)
    plain = risk(sentence, atomicity(1.0), apart=False)

    assert plain <= risk(sentence, atomicity(1.0 - left), apart=False) <= 1
    assert plain <= risk(sentence, atomicity(1.0), apart=True) <= 1
