"""The statements judge: a claim is laid beside single statements of the evidence, not beside all its words."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.statements import StatementsJudge
from claimgraph.verify.model import Opinion, Pair, StatedFact, Unscored


class Reading:
    """An NLI judge that entails what it finds word for word, and notes what it was given."""

    name = "nli"
    version = "1"

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        self.read += [(pair.premise, pair.claim) for pair in pairs]
        return [
            Unscored("not English")
            if pair.claim_lang == "zh"
            else Opinion({"nli_entailment": float(pair.claim == pair.premise), "nli_contradiction": 0.1})
            for pair in pairs
        ]


def fact(text: str, until: str | None = None) -> StatedFact:
    return StatedFact("head", "relation", "tail", "chunk", 0, 5, text, until)


def judge(claim: str, statements: Sequence[str | StatedFact], lang: str = "en") -> Opinion | Unscored:
    facts = tuple(fact(one) if isinstance(one, str) else one for one in statements)
    window = " ".join(one.text for one in facts)
    pair = Pair(claim, lang, window, lang, premise_facts=facts)
    return anyio.run(StatementsJudge(Reading()).judge, [pair])[0]


def conflicts(opinion: Opinion | Unscored) -> list[tuple[str, str]]:
    assert isinstance(opinion, Opinion)
    return [(one.claim_words, one.premise_words) for one in opinion.findings if one.stance is Stance.CONTRADICTS]


VALVES = ["Valve A leaked in 5 runs.", "Valve B leaked in 12 runs."]


def test_a_right_number_beside_the_wrong_subject_is_a_conflict() -> None:
    assert conflicts(judge("Valve B leaked in 5 runs.", VALVES)) == [("5", "12")]


def test_what_one_statement_says_has_no_conflict() -> None:
    opinion = judge("Valve B leaked in 12 runs.", VALVES)
    assert conflicts(opinion) == []
    assert isinstance(opinion, Opinion)
    assert (opinion.scores["statement_alignment"], opinion.scores["statement_entailment"]) == (1.0, 1.0)


def test_a_chinese_claim_is_aligned_without_nli() -> None:
    opinion = judge("南馆有12名讲解员。", ["北馆有12名讲解员。", "南馆有7名讲解员。"], "zh")
    assert conflicts(opinion) == [("12名", "7名")]
    assert isinstance(opinion, Opinion)
    assert "statement_entailment" not in opinion.scores


def test_with_a_statement_that_agrees_there_is_no_conflict() -> None:
    assert (
        conflicts(judge("Valve B leaked in 5 runs.", ["Valve B leaked in 12 runs.", "Valve B leaked in 5 runs."])) == []
    )


def test_a_statement_about_something_else_conflicts_with_nothing() -> None:
    assert (
        conflicts(judge("Valve B leaked in 5 runs.", ["The valve maker employs 12 people in Oslo and Bergen."])) == []
    )


def test_only_the_best_statements_are_read_by_nli() -> None:
    reading = Reading()
    facts = tuple(fact(f"Valve {name} leaked in {number} runs.") for number, name in enumerate("ABCDEFGH", start=3))
    pair = Pair("Valve G leaked in 4 runs.", "en", "…", "en", premise_facts=facts)
    anyio.run(StatementsJudge(reading).judge, [pair, pair])
    assert len(reading.read) == 2
    assert reading.read[0] == ("Valve G leaked in 9 runs.", "Valve G leaked in 4 runs.")


@pytest.mark.parametrize("statements", [[], [fact("Valve B leaked in 5 runs.", until="2024-05-01")]])
def test_without_a_current_statement_it_abstains(statements: list[StatedFact]) -> None:
    opinion = judge("Valve B leaked in 5 runs.", statements)
    assert isinstance(opinion, Unscored)
    assert "was read" in opinion.reason


def test_where_no_statement_shares_a_word_it_abstains() -> None:
    assert isinstance(judge("Valve B leaked.", ["Oslo lies on a fjord."]), Unscored)


def across(claim: str, statement: str) -> Pair:
    return Pair(claim, "zh", statement, "en", premise_facts=(fact(statement),))


def test_between_two_languages_it_abstains() -> None:
    opinion = anyio.run(StatementsJudge(Reading()).judge, [across("阀门B泄漏了5次。", "Valve B leaked 5 times.")])[0]

    assert opinion == Unscored("claim and evidence are in different languages")


class ReadingBoth(Reading):
    """An NLI model of many languages."""

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [Opinion({"nli_entailment": 0.9, "nli_contradiction": 0.1}) for _ in pairs]


def test_a_model_of_both_languages_reads_statements_and_nothing_else_does() -> None:
    opinion = anyio.run(StatementsJudge(ReadingBoth()).judge, [across("阀门B泄漏了5次。", "Valve B leaked 12 times.")])[
        0
    ]

    assert opinion == Opinion({"statement_entailment": 0.9, "statement_contradiction": 0.1}, ())


def test_a_statement_that_leaves_its_subject_to_a_pronoun_is_read_with_the_claims_name_as_well() -> None:
    opinion = judge("Pharrell Williams plays drums.", ["He plays drums."])
    assert isinstance(opinion, Opinion)
    assert opinion.scores["statement_entailment"] == 0  # as it stands it says so of nobody
    assert opinion.scores["named_entailment"] == 1


def test_a_statement_that_shares_no_word_with_the_claim_is_read_by_its_pronoun() -> None:
    opinion = judge("Pharrell Williams sings.", ["He is the drummer of the band."])
    assert isinstance(opinion, Opinion)
    assert "statement_alignment" not in opinion.scores
    assert opinion.scores["named_contradiction"] == 0.1


@pytest.mark.parametrize(
    "told",
    [
        ["Williams sings.", "He plays drums."],  # the passage says whom it speaks of
        ["Keller plays drums."],
        [fact("He plays drums.", until="2020-01-01")],
    ],
)
def test_nothing_is_read_with_the_claims_name_where_a_passage_names_somebody(told: Sequence[str | StatedFact]) -> None:
    opinion = judge("Pharrell Williams plays drums.", told)
    assert not isinstance(opinion, Opinion) or "named_entailment" not in opinion.scores


def test_between_two_languages_no_name_is_put_in() -> None:
    pair = Pair("何丽君打鼓。", "zh", "She plays drums.", "en", premise_facts=(fact("She plays drums."),))
    reading = Reading()
    anyio.run(StatementsJudge(reading).judge, [pair])
    assert all("何丽君" not in premise for premise, _ in reading.read)
