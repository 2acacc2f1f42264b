"""What `benchmarks/answers.py` makes of a verification, and the labelled answers that it reads."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.edits import word_diff

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
HALVES = ("dev", "held_out")
ANSWER = "The kettle holds 1.7 litres and boils in nine minutes. It is sold in black and red."


@pytest.fixture(scope="module")
def answers() -> Iterator[ModuleType]:
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("answers")
    sys.path.remove(str(BENCHMARKS))
    for name in ("figures", "answers"):
        sys.modules.pop(name, None)


def rows(half: str) -> list[dict[str, Any]]:
    lines = (BENCHMARKS / "data" / f"answers_{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def place(words: str) -> Span:
    return Span(ANSWER.index(words), ANSWER.index(words) + len(words))


def claim(verdict: Verdict, *words: str, open: bool = False) -> Any:
    return SimpleNamespace(verdict=verdict, spans=tuple(place(one) for one in words), open=open)


def case(answers: ModuleType) -> Any:
    return answers.Case(
        "kettle",
        "en",
        "The kettle holds 1.7 litres and boils in five minutes. It is sold in black.",
        ANSWER,
        (
            answers.Marked(place("The kettle holds 1.7 litres"), None, None),
            answers.Marked(place("boils in nine minutes"), place("nine"), "five"),
            answers.Marked(place("It is sold in black"), None, None),
            answers.Marked(place("and red"), place("and red"), None),
        ),
    )


def test_a_claim_belongs_where_its_own_words_stand_and_not_where_its_subject_does(answers: ModuleType) -> None:
    holds = claim(Verdict.SUPPORTED, "The kettle holds 1.7 litres")
    boils = claim(Verdict.CONTRADICTED, "The kettle", "boils in nine minutes")
    sold = claim(Verdict.NOT_ENOUGH_INFO, "It is sold in black and red")
    kettle = case(answers)

    own = answers.claims_of(kettle, [holds, boils, sold])

    assert own == [[holds], [boils], [sold], [sold]]
    told = [
        answers.told(marked, mine, [holds, boils, sold]) for marked, mine in zip(kettle.statements, own, strict=True)
    ]
    assert told == ["supported", "told", "doubted", "told"]


def test_what_is_left_to_a_person_is_neither_told_nor_missed(answers: ModuleType) -> None:
    boils = claim(Verdict.NOT_ENOUGH_INFO, "boils in nine minutes", open=True)
    kettle = case(answers)

    assert answers.told(kettle.statements[1], [boils], [boils]) == "review"
    assert answers.told(kettle.statements[1], [], []) == "unread"
    assert answers.told(kettle.statements[1], [], [claim(Verdict.SUPPORTED, "nine minutes")]) == "missed"


@pytest.mark.parametrize(
    ("corrected", "became"),
    [
        (ANSWER, ["kept", "left", "kept", "left"]),
        (
            "The kettle holds 1.7 litres and boils in five minutes. It is sold in black.",
            ["kept", "mended", "kept", "removed"],
        ),
        ("The kettle boils in six minutes.", ["lost", "otherwise", "lost", "removed"]),
        ("The kettle holds 1.7 litres. It is sold in black and red.", ["kept", "removed", "kept", "left"]),
        ("", ["lost", "removed", "lost", "removed"]),
    ],
)
def test_what_stands_in_the_corrected_text_says_what_became_of_a_statement(
    answers: ModuleType, corrected: str, became: list[str]
) -> None:
    assert fates(answers, case(answers), corrected) == became


def fates(answers: ModuleType, kettle: Any, corrected: str, *corrections: Any, claims: Sequence[Any] = ()) -> list[str]:
    found: Any = SimpleNamespace(
        diff=word_diff(ANSWER, corrected), corrected_text=corrected, corrections=corrections, claims=claims
    )
    return [answers.became(kettle, one, found, *answers.standing(found, one.span)) for one in kettle.statements]


def quotation(*stretches: str) -> Any:
    ground = SimpleNamespace(text=" … ".join(stretches))
    return SimpleNamespace(method="quote", after=" ".join(stretches), evidence=(ground,))


def test_what_gave_place_to_a_quotation_of_where_it_comes_from_is_quoted_and_otherwise_lost_or_removed(
    answers: ModuleType,
) -> None:
    kettle = case(answers)
    first, second = "The kettle holds 1.7 litres and boils in five minutes.", "It is sold in black."
    marks = [first[:27], "boils in five minutes", second, second]
    marked = [
        replace(one, comes_from=(answers._place(kettle.source, words),))
        for one, words in zip(kettle.statements, marks, strict=True)
    ]
    kettle = replace(kettle, statements=tuple(marked))
    boils = claim(Verdict.CONTRADICTED, "boils in nine minutes")
    boils.correction = quotation(first)

    quoted = fates(answers, kettle, first, quotation(first), claims=[boils])
    foreign = fates(answers, kettle, second, quotation(second), claims=[boils])
    unsaid = fates(answers, kettle, "", quotation(first), claims=[boils])

    assert quoted == ["kept", "put right", "lost", "removed"]
    assert foreign == ["lost", "removed", "kept", "removed"]
    assert unsaid == ["lost", "removed", "lost", "removed"]
    other = replace(kettle, statements=(replace(marked[0], comes_from=(*marked[0].comes_from, *marked[2].comes_from)),))
    assert fates(answers, other, "It boils in five minutes.", quotation("boils in five minutes")) == ["lost"]


def test_every_stretch_that_a_statement_comes_from_stands_in_its_source(answers: ModuleType) -> None:
    for half in HALVES:
        for one in answers.read_cases(BENCHMARKS / "data" / f"answers_{half}.jsonl"):
            for marked in one.statements:
                assert all(one.source[span.start : span.end].strip() for span in marked.comes_from)
                assert marked.comes_from or not marked.right, (one.id, marked)


@pytest.mark.parametrize("half", HALVES)
def test_every_statement_stands_once_in_its_answer_in_order_and_a_wrong_one_says_where(half: str) -> None:
    found = rows(half)

    assert len({row["id"] for row in found}) == len(found)
    assert Counter(row["lang"] for row in found) == ({"en": 90, "zh": 90} if half == "dev" else {"en": 30, "zh": 30})
    for row in found:
        assert list(row) == ["id", "lang", "kind", "source", "answer", "statements"]
        end = 0
        for one in row["statements"]:
            start = row["answer"].index(one["words"])
            assert row["answer"].count(one["words"]) == 1, (row["id"], one)
            assert start >= end, (row["id"], one)
            end = start + len(one["words"])
            wrong = [] if one["right"] else ["wrong", "instead"]
            assert list(one) == ["words", "right", *wrong, "from"]
            assert one["right"] or one["words"].count(one["wrong"]) == 1, (row["id"], one)


def test_the_halves_share_no_source() -> None:
    dev, held_out = ({row["source"] for row in rows(half)} for half in HALVES)

    assert not dev & held_out
