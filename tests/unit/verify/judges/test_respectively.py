"""Claims beside evidence that tells of two lists item for item: a right value of the wrong thing is a conflict."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.models.ports import NliScores
from claimgraph.verify.judges.nli import NliJudge
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.model import Pair

PLANTS = "The north and south plants produced 300 and 500 tonnes respectively."
TOWNS = "Bergen, Oslo and Hamar had 10, 12 and 14 visitors, respectively."
FACTORIES = "甲厂和乙厂的产量分别为300吨和500吨。"
YEARS = "2022年和2023年，公司营收分别为3亿元和4亿元。"
MONEY = "公司营业收入和净利润分别为5.2亿元和0.8亿元。"


def _stances(claim: str, premise: str) -> set[Stance]:
    lang = "en" if premise.isascii() else "zh"
    opinion = judge_rules(Pair(claim, lang, premise, lang))
    return {one.stance for one in getattr(opinion, "findings", ())}


@pytest.mark.parametrize(
    ("claim", "premise", "wrong"),
    [
        ("The north plant produced 300 tonnes.", PLANTS, "The north plant produced 500 tonnes."),
        ("Oslo had 12 visitors.", TOWNS, "Oslo had 14 visitors."),
        ("甲厂产量为300吨。", FACTORIES, "甲厂产量为500吨。"),
        ("2023年公司营收为4亿元。", YEARS, "2023年公司营收为3亿元。"),
        ("公司净利润为0.8亿元。", MONEY, "公司净利润为5.2亿元。"),
    ],
)
def test_each_value_is_its_own_thing_s(claim: str, premise: str, wrong: str) -> None:
    assert _stances(claim, premise) == {Stance.SUPPORTS}
    assert Stance.CONTRADICTS in _stances(wrong, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("甲、乙两厂的产量分别为300吨和500吨。", "甲厂产量为300吨，乙厂产量为500吨。"),
        (FACTORIES, FACTORIES + "天气很好。"),
        (TOWNS, "It rained. " + TOWNS),
    ],
)
def test_a_claim_that_tells_of_two_lists_agrees_with_evidence_that_does_and_that_does_not(
    claim: str, premise: str
) -> None:
    assert Stance.CONTRADICTS not in _stances(claim, premise)


class _Recording:
    name, version = "recording", "1"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def score(self, pairs: list[tuple[str, str]]) -> list[NliScores]:
        self.asked += pairs
        return [NliScores(0.8, 0.1, 0.1)] * len(pairs)

    def known_fraction(self, text: str) -> float:
        return 1.0


async def test_the_nli_model_reads_what_is_said_of_each() -> None:
    model = _Recording()

    pairs = [Pair(claim, "zh", FACTORIES, "zh") for claim in ("甲厂产量为300吨。", FACTORIES)]
    await NliJudge({"zh": model}).judge(pairs)

    assert model.asked == [
        ("甲厂的产量为300吨，乙厂的产量为500吨。", "甲厂产量为300吨。"),
        (FACTORIES, FACTORIES),
    ]
