"""ReDeEP as a judge: an answer is read whole and once, and each claim gets what its own tokens say."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from fakes.redeep_reader import COPIED, MeanDetector, NanDetector, WordReader, insight

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.model import Check, Claim, ClaimEvidence, Opinion, Pair, Piece, Unscored, Window
from claimgraph.verify.pairs import basis_of, pair_for, pair_of
from claimgraph.verify.policies.calibrated import CalibratedPolicy
from claimgraph.verify.policies.choose import build_policy
from claimgraph.verify.policies.strict import StrictPolicy
from claimgraph.verify.policies.thresholds import VoteThresholds
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.redeep.judging import NO_ANSWER, Insight, RedeepJudge
from claimgraph.verify.redeep.model import Head, Prompt, Reading
from claimgraph.verify.redeep.view import inside_view

ANSWER = "Guido created Python. Bjarne invented Oslo."
SOURCES = ("Guido created Python in 1991.",)
TRUE, FALSE = (Span(0, 21),), (Span(22, 43),)


def pair(spans: tuple[Span, ...] = TRUE, **others: object) -> Pair:
    claim = "".join(ANSWER[span.start : span.end] for span in spans)
    values = {"question": "Who?", "sources": SOURCES, "answer": ANSWER, "claim_spans": spans, **others}
    return Pair(claim, "en", SOURCES[0], "en", **values)  # type: ignore[arg-type]


async def test_the_claims_of_an_answer_share_one_reading() -> None:
    reader = WordReader()
    judge = RedeepJudge(Insight(reader, MeanDetector()))

    copied, known = await judge.judge([pair(TRUE), pair(FALSE)])
    (again,) = await judge.judge([pair(FALSE)])

    assert isinstance(copied, Opinion)
    assert isinstance(known, Opinion)
    assert copied.scores == pytest.approx({"redeep": COPIED, "redeep_ecs": COPIED, "redeep_pks": 0.1}, abs=1e-6)
    assert known.scores["redeep"] < 0.5
    assert again == known
    assert len(reader.prompts) == 1


async def test_other_evidence_or_another_question_is_another_reading() -> None:
    reader = WordReader()
    judge = RedeepJudge(Insight(reader, MeanDetector()))

    await judge.judge([pair(), pair(question=None), pair(sources=("Something else.",))])

    assert len(set(reader.prompts)) == 3


async def test_few_readings_are_kept() -> None:
    reader = WordReader()
    judge = RedeepJudge(Insight(reader, MeanDetector()))

    for number in range(20):
        await judge.judge([pair(question=f"Who? {number}")])
    await judge.judge([pair(question="Who? 19")])
    await judge.judge([pair(question="Who? 0")])

    assert len(reader.prompts) == 21


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ({"answer": None}, NO_ANSWER),
        ({"claim_spans": ()}, NO_ANSWER),
        ({"sources": ()}, "no context"),
        ({"sources": ("  ",)}, "no context"),
        ({"answer": " "}, "empty"),
        ({"claim_spans": (Span(43, 43),)}, "no token"),
    ],
)
async def test_what_cannot_be_read_is_unscored_with_the_reason(others: dict[str, object], reason: str) -> None:
    (opinion,) = await RedeepJudge(insight()).judge([pair(**others)])

    assert isinstance(opinion, Unscored)
    assert reason in opinion.reason


async def test_a_reader_that_cannot_read_is_quoted() -> None:
    class Refusing(WordReader):
        def read(
            self, prompts: Sequence[Prompt], heads: Sequence[Head], layers: Sequence[int]
        ) -> list[Reading | Unscored]:
            return [Unscored("the model has no memory left", lasting=False) for _ in prompts]

    (opinion,) = await RedeepJudge(Insight(Refusing(), MeanDetector())).judge([pair()])

    assert opinion == Unscored("the model has no memory left", lasting=False)


async def test_a_reading_that_is_no_number_is_unscored() -> None:
    (opinion,) = await RedeepJudge(Insight(WordReader(), NanDetector())).judge([pair()])

    assert isinstance(opinion, Unscored)
    assert "not finite" in opinion.reason


async def test_what_the_reader_notes_is_told_with_the_opinion() -> None:
    (opinion,) = await RedeepJudge(Insight(WordReader(notes=("read in 3 windows",)), MeanDetector())).judge([pair()])

    assert isinstance(opinion, Opinion)
    assert opinion.reason == "read in 3 windows"


def test_its_version_changes_with_the_model_and_with_the_detector() -> None:
    versions = [RedeepJudge(one).version for one in (insight(), insight("words-2"), insight(detector="mean-2"))]

    assert len(set(versions)) == 3
    assert RedeepJudge(insight()).version == versions[0]


# --- What it reads of a claim


CLAIM = Claim("c1", "Guido created Python.", "en", TRUE, TRUE[0], True, True, answer=ANSWER)
WINDOW = Window("w1", SOURCES[0], "en", (Piece("k1", 0, 29),), 0.9)
EVIDENCE = ClaimEvidence(CLAIM, (), (WINDOW,), "Who?")


def test_only_a_judge_that_says_so_sees_the_answer() -> None:
    judge = RedeepJudge(insight())
    silent = type("Silent", (), {"name": "silent", "version": "1"})()

    assert pair_for(judge, pair_of(EVIDENCE, WINDOW)).answer == ANSWER
    assert pair_for(silent, pair_of(EVIDENCE, WINDOW)).answer is None
    assert pair_for(silent, pair_of(EVIDENCE, WINDOW)).claim_spans == ()


def test_an_opinion_is_kept_for_the_place_and_the_answer_that_it_was_formed_on() -> None:
    judge = RedeepJudge(insight())

    def basis(claim: Claim) -> str | None:
        return basis_of(judge, pair_of(dataclasses.replace(EVIDENCE, claim=claim), WINDOW))

    here = basis(CLAIM)
    assert here == basis(dataclasses.replace(CLAIM, text="Otherwise worded."))
    assert here != basis(dataclasses.replace(CLAIM, spans=FALSE))
    assert here != basis(dataclasses.replace(CLAIM, answer=f"{ANSWER} So it is."))


# --- What policies make of it


def check(judge: str, scores: dict[str, float]) -> Check:
    return Check("c1", WINDOW, judge, "1", Opinion(scores))


def redeep(score: float) -> Check:
    return check("redeep", {"redeep": score, "redeep_ecs": 0.4, "redeep_pks": 0.1})


ENTAILED = check("nli", {"nli_entailment": 0.95, "nli_neutral": 0.04, "nli_contradiction": 0.01})


def test_its_vote_supports_above_the_threshold_and_is_neutral_else() -> None:
    policy = VotePolicy(VoteThresholds(redeep_supports=0.6))

    def stance(score: float) -> Stance:
        return policy.decide(EVIDENCE, [redeep(score)]).votes[0].stance

    assert [stance(0.7), stance(0.6), stance(0.0)] == [Stance.SUPPORTS, Stance.NEUTRAL, Stance.NEUTRAL]


def test_vote_and_strict_count_it_like_any_other() -> None:
    support, doubt = redeep(0.9), redeep(0.1)

    assert VotePolicy().decide(EVIDENCE, [ENTAILED, support]).verdict is Verdict.SUPPORTED
    assert VotePolicy().decide(EVIDENCE, [ENTAILED, doubt]).verdict is Verdict.NOT_ENOUGH_INFO
    assert StrictPolicy().decide(EVIDENCE, [ENTAILED, support]).verdict is Verdict.SUPPORTED
    assert StrictPolicy().decide(EVIDENCE, [ENTAILED, doubt]).verdict is Verdict.NOT_ENOUGH_INFO


def test_the_calibrated_policy_shows_its_vote_and_does_not_weigh_it() -> None:
    policy = CalibratedPolicy.shipped()
    without = policy.decide(EVIDENCE, [ENTAILED])

    decisions = [policy.decide(EVIDENCE, [ENTAILED, redeep(score)]) for score in (0.0, 0.5, 1.0)]

    assert {(one.verdict, one.confidence) for one in decisions} == {(without.verdict, without.confidence)}
    assert all("redeep" in {vote.judge for vote in one.votes} for one in decisions)
    assert all("redeep" not in {judge for judge, _ in one.carried} for one in decisions)


def test_where_only_redeep_spoke_the_calibrated_policy_leaves_it_to_the_vote() -> None:
    calibrated, vote = build_policy("calibrated"), VotePolicy()

    for score in (0.1, 0.9):
        assert calibrated.decide(EVIDENCE, [redeep(score)]) == vote.decide(EVIDENCE, [redeep(score)])
    assert calibrated.support(EVIDENCE, [redeep(0.9)]) is None  # type: ignore[attr-defined]


def test_the_view_from_inside_is_the_hallucination_score() -> None:
    view = inside_view([ENTAILED, redeep(0.75)])

    assert view is not None
    assert (view.score, view.ecs, view.pks) == (0.25, 0.4, 0.1)
    assert inside_view([ENTAILED]) is None
    assert inside_view([Check("c1", WINDOW, "redeep", "1", Unscored("no"))]) is None
