"""The judges that sample: ChainPoll, P(True), SelfCheckGPT, LM vs LM, and the plain question."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest
from fakes.asked_llm import asked
from fakes.judging_llm import JudgingLlm, task_of
from fakes.llm_server import Answer, Fails, LlmServer, RateLimited, Request, Says

from claimgraph.platform.models.ports import NliScores
from claimgraph.verify.judges.llm.chainpoll import ChainPollJudge
from claimgraph.verify.judges.llm.lmvlm import LmVsLmJudge
from claimgraph.verify.judges.llm.p_true import PTrueJudge, probability_of_true
from claimgraph.verify.judges.llm.plain import PlainJudge
from claimgraph.verify.judges.llm.selfcheck import SelfCheckJudge
from claimgraph.verify.judges.nli import NliJudge
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge

EVIDENCE = "The bridge was opened in 1932."
QUESTION = "When was the bridge opened?"
PAIR = Pair("The bridge was opened in 1932.", "en", EVIDENCE, "en", question=QUESTION)
ZH = Pair("大桥于1932年通车。", "zh", "大桥于1932年通车。", "zh", question="大桥何时通车？")


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(JudgingLlm()) as running:
        yield running


async def only(judge: Judge, pair: Pair = PAIR) -> Opinion | Unscored:
    (opinion,) = await judge.judge([pair])
    return opinion


def support(opinion: Opinion | Unscored) -> float:
    assert isinstance(opinion, Opinion), opinion
    return opinion.scores["llm_supported"]


class TestPlain:
    @pytest.mark.parametrize(
        ("reply", "score"), [("Yes.", 1.0), ("no", 0.0), ("**Yes**", 1.0), ("是", 1.0), ("否。", 0.0)]
    )
    async def test_yes_is_one_and_no_is_nought(self, reply: str, score: float, server: LlmServer) -> None:
        server.script(Says(reply))
        async with asked(server) as llm:
            assert support(await only(PlainJudge(llm))) == score

    @pytest.mark.parametrize("reply", ["很高", "85%", "Supported.", "yes and no", "It depends.", "NaN"])
    async def test_anything_else_is_no_score(self, reply: str, server: LlmServer) -> None:
        server.script(Says(reply))
        async with asked(server) as llm:
            opinion = await only(PlainJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "neither yes nor no" in opinion.reason

    async def test_the_reply_is_asked_for_as_plain_text(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await PlainJudge(llm).judge([PAIR])
        assert server.requests[0].response_format is None


def vote(supported: str, reasoning: str = "") -> Says:
    return Says({"reasoning": reasoning or f"because {supported}", "supported": supported})


class TestChainPoll:
    async def test_the_score_is_the_share_of_the_votes_and_the_reason_that_of_the_majority(
        self, server: LlmServer
    ) -> None:
        server.script(*[vote(word) for word in ("yes", "no", "yes", "no", "no")])
        async with asked(server) as llm:
            opinion = await only(ChainPollJudge(llm))
        assert support(opinion) == 0.4
        assert isinstance(opinion, Opinion)
        assert opinion.reason == "2 of 5 votes: supported. because no"

    async def test_each_vote_is_a_request_of_its_own_above_temperature_nought(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await ChainPollJudge(llm, votes=3, temperature=0.7).judge([PAIR])
        assert [request.body["temperature"] for request in server.requests] == [0.7] * 3
        assert len({request.user for request in server.requests}) == 1

    async def test_every_vote_is_remembered_for_itself(self, server: LlmServer, tmp_path: Path) -> None:
        number = count()
        server.handler = lambda request: vote("yes" if next(number) < 2 else "no")
        async with asked(server, cache=tmp_path) as llm:
            first = await only(ChainPollJudge(llm))
            again = await only(ChainPollJudge(llm))
            more = await only(ChainPollJudge(llm, votes=7))
        assert support(first) == 0.4
        assert again == first
        assert support(more) == pytest.approx(2 / 7)
        assert len(server.requests) == 7

    async def test_votes_that_cannot_be_read_do_not_count(self, server: LlmServer) -> None:
        server.script(vote("yes"), vote("很高"), vote("yes"), vote("maybe"), vote("no"))
        async with asked(server) as llm:
            opinion = await only(ChainPollJudge(llm))
        assert support(opinion) == pytest.approx(2 / 3)

    async def test_with_fewer_than_half_of_the_votes_there_is_no_score(self, server: LlmServer) -> None:
        server.script(vote("yes"), vote("很高"), vote("yes"), vote("maybe"), vote("0.85"))
        async with asked(server) as llm:
            opinion = await only(ChainPollJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "neither yes nor no" in opinion.reason

    async def test_a_rate_limit_costs_votes_and_not_the_batch(self, server: LlmServer) -> None:
        def answer(request: Request) -> Answer:
            return RateLimited() if "Bridge 1 " in request.user else JudgingLlm()(request)

        server.handler = answer
        said = [f"Bridge {number} is grey." for number in range(3)]
        async with asked(server) as llm:
            opinions = await ChainPollJudge(llm).judge([Pair(one, "en", one, "en") for one in said])
        assert [isinstance(opinion, Unscored) for opinion in opinions] == [False, True, False]
        assert isinstance(opinions[1], Unscored)
        assert "limits the rate" in opinions[1].reason
        assert not opinions[1].lasting


class TestPTrue:
    async def test_the_probability_is_that_of_the_letters(self, server: LlmServer) -> None:
        server.script(
            Says("A", logprobs=[{"A": math.log(0.6), " B": math.log(0.15), "(A": math.log(0.05), "It": -9.0}])
        )
        async with asked(server) as llm:
            opinion = await only(PTrueJudge(llm))
        assert support(opinion) == pytest.approx(0.65 / 0.80)
        (request,) = server.requests
        assert (request.body["logprobs"], request.body["top_logprobs"]) == (True, 20)
        assert request.body["temperature"] == 0.0

    async def test_without_probabilities_it_is_the_share_of_samples(self, server: LlmServer) -> None:
        server.script(Says("A"), *[Says("(A)")] * 7, *[Says("B.")] * 3)
        async with asked(server) as llm:
            opinion = await only(PTrueJudge(llm))
        assert support(opinion) == 0.7
        assert len(server.requests) == 11
        assert {request.body["temperature"] for request in server.requests[1:]} == {1.0}

    async def test_an_endpoint_that_refuses_them_is_asked_for_samples(self, server: LlmServer) -> None:
        server.refused = {"logprobs": "logprobs are not supported with this model"}
        async with asked(server) as llm:
            judge = PTrueJudge(llm, samples=4)
            first = await only(judge)
            refusals = len(server.requests)
            await only(judge, ZH)
        assert support(first) == 1.0
        assert refusals == 1 + 1 + 4  # refused, asked without, sampled
        assert len(server.requests) == refusals + 1 + 4  # what is refused has been learnt

    async def test_probabilities_of_other_words_decide_nothing(self, server: LlmServer) -> None:
        server.script(Says("Well", logprobs=[{"Well": -0.1, "A": -4.0}]), *[Says("A")] * 2)
        async with asked(server) as llm:
            assert support(await only(PTrueJudge(llm, samples=2))) == 1.0

    async def test_probabilities_are_remembered_with_the_reply(self, server: LlmServer, tmp_path: Path) -> None:
        async with asked(server, cache=tmp_path) as llm:
            first = await only(PTrueJudge(llm))
            assert await only(PTrueJudge(llm)) == first
        assert 0 < support(first) < 1
        assert len(server.requests) == 1

    async def test_a_sample_that_is_no_letter_does_not_count(self, server: LlmServer) -> None:
        server.script(Says("A"), Says("A"), Says("很高"), Says("B"), Says("0.85"))
        async with asked(server) as llm:
            assert support(await only(PTrueJudge(llm, samples=4))) == 0.5

    def test_the_first_token_that_decides_counts(self) -> None:
        tokens = [(("(", -0.01),), (("B", math.log(0.7)), ("A", math.log(0.1))), (("A", 0.0),)]
        assert probability_of_true(tokens) == pytest.approx(0.1 / 0.8)
        assert probability_of_true([]) is None
        assert probability_of_true([(("A", -math.inf), ("B", 0.0))]) == 0.0


class KeywordNli:
    """Stands in for a model: a premise with "1932" entails, one with "1923" contradicts, others are neutral."""

    name = "keywords"
    version = "1"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        return [self._score(premise) for premise, _ in pairs]

    def _score(self, premise: str) -> NliScores:
        if "1932" in premise:
            return NliScores(0.9, 0.0, 0.1)
        return NliScores(0.1, 0.0, 0.9) if "1923" in premise else NliScores(0.0, 1.0, 0.0)

    def known_fraction(self, text: str) -> float:
        return 1.0


class NotANumber(KeywordNli):
    def _score(self, premise: str) -> NliScores:
        return NliScores(math.nan, math.nan, math.nan)


class TestSelfCheck:
    async def test_the_score_is_one_less_the_mean_contradiction(self, server: LlmServer) -> None:
        server.script(*[Says(f"It was opened in {year}.") for year in (1932, 1932, 1923, 1932)])
        async with asked(server) as llm:
            opinion = await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()}), samples=4))
        assert support(opinion) == pytest.approx(1 - (0.1 + 0.1 + 0.9 + 0.1) / 4)
        assert isinstance(opinion, Opinion)
        assert opinion.reason == "3 of 4 sampled answers agree with the claim."

    async def test_the_model_is_asked_the_question_and_sees_neither_claim_nor_evidence(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()})))
        assert len(server.requests) == 5
        assert all(request.document == {"question": QUESTION} for request in server.requests)

    async def test_claims_with_one_question_share_its_answers(self, server: LlmServer) -> None:
        pairs = [Pair(f"It has {number} piers.", "en", EVIDENCE, "en", question=QUESTION) for number in range(4)]
        async with asked(server) as llm:
            await SelfCheckJudge(llm, NliJudge({"en": KeywordNli()})).judge(pairs)
        assert len(server.requests) == 5

    async def test_of_a_long_answer_the_part_that_bears_on_the_claim_counts(self, server: LlmServer) -> None:
        long = "It is grey. " * 6 + "It was opened in 1923. " + "It is long. " * 6
        server.script(*[Says(long)] * 2)
        async with asked(server) as llm:
            opinion = await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()}), samples=2))
        assert support(opinion) == pytest.approx(0.1)

    async def test_answers_that_say_nothing_of_it_leave_it_open(self, server: LlmServer) -> None:
        server.script(*[Says("It is grey.")] * 2)
        async with asked(server) as llm:
            assert support(await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()}), samples=2))) == 0.5

    async def test_without_a_question_there_is_nothing_to_ask_again(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            opinion = await only(
                SelfCheckJudge(llm, NliJudge({"en": KeywordNli()})), Pair("It is grey.", "en", EVIDENCE, "en")
            )
        assert isinstance(opinion, Unscored)
        assert "no question" in opinion.reason
        assert not server.requests

    async def test_a_language_that_the_nli_model_does_not_read_is_unscored(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            opinion = await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()})), ZH)
        assert isinstance(opinion, Unscored)
        assert "zh" in opinion.reason

    async def test_no_number_from_the_nli_model_is_no_score(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            opinion = await only(SelfCheckJudge(llm, NliJudge({"en": NotANumber()})))
        assert isinstance(opinion, Unscored)
        assert "finite" in opinion.reason

    async def test_fewer_than_half_of_the_answers_are_too_few(self, server: LlmServer) -> None:
        server.script(Says("In 1932."), *[Fails(500)] * 3)
        async with asked(server) as llm:
            opinion = await only(SelfCheckJudge(llm, NliJudge({"en": KeywordNli()}), samples=4))
        assert isinstance(opinion, Unscored)
        assert not opinion.lasting


class Witness:
    """Both parts of an examination: asks `rounds` times, and answers from a table."""

    def __init__(self, rounds: int, holds: str = "yes") -> None:
        self.rounds = rounds
        self.holds = holds

    def __call__(self, request: Request) -> Answer:
        document = request.document
        task = task_of(request)
        if task == "lmvlm_ask":
            asked_before = len(document["transcript"])
            return Says({"questions": [f"Question {asked_before}?"] if asked_before < self.rounds else []})
        if task == "lmvlm_answer":
            return Says({"answers": [{"index": one["index"], "answer": "In 1932."} for one in document["questions"]]})
        return Says({"reason": "The witness agrees.", "holds": self.holds})


class TestLmVsLm:
    @pytest.mark.parametrize(("holds", "score"), [("yes", 1.0), ("No.", 0.0)])
    async def test_the_examiner_concludes_from_the_answers(self, holds: str, score: float, server: LlmServer) -> None:
        server.handler = Witness(2, holds)
        async with asked(server) as llm:
            opinion = await only(LmVsLmJudge(llm))
        assert support(opinion) == score
        assert isinstance(opinion, Opinion)
        assert opinion.reason == "The witness agrees."

    async def test_neither_sees_what_the_other_knows(self, server: LlmServer) -> None:
        server.handler = Witness(2)
        async with asked(server) as llm:
            await only(LmVsLmJudge(llm), Pair("The claim itself.", "en", "The evidence itself.", "en"))
        for request in server.requests:
            if task_of(request) == "lmvlm_answer":
                assert "The claim itself." not in request.user
                assert "The evidence itself." in request.user
            else:
                assert "The evidence itself." not in request.user
                assert "The claim itself." in request.user

    @pytest.mark.parametrize(("wanted", "requests"), [(1, 4), (2, 6), (9, 7)])
    async def test_it_ends_when_nothing_is_left_to_ask_or_after_three_rounds(
        self, wanted: int, requests: int, server: LlmServer
    ) -> None:
        server.handler = Witness(wanted)
        async with asked(server) as llm:
            await only(LmVsLmJudge(llm))
        assert len(server.requests) == requests

    async def test_examiner_and_examinee_may_be_two_models(self, server: LlmServer) -> None:
        server.handler = Witness(1)
        async with asked(server, model="examiner") as examiner, asked(server, model="examinee") as examinee:
            one, two = LmVsLmJudge(examiner), LmVsLmJudge(examiner, examinee)
            await only(two)
        assert one.version != two.version
        models = {task_of(request): request.body["model"] for request in server.requests}
        assert models == {"lmvlm_ask": "examiner", "lmvlm_answer": "examinee", "lmvlm_decide": "examiner"}

    async def test_an_examiner_without_questions_proves_nothing(self, server: LlmServer) -> None:
        server.handler = Witness(0)
        async with asked(server) as llm:
            opinion = await only(LmVsLmJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "asked no question" in opinion.reason

    async def test_a_question_left_open_is_no_verdict(self, server: LlmServer) -> None:
        server.script(Says({"questions": ["Who?", "When?"]}), Says({"answers": [{"index": 1, "answer": "In 1932."}]}))
        async with asked(server) as llm:
            opinion = await only(LmVsLmJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "without an answer" in opinion.reason
        assert len(server.requests) == 2

    async def test_the_failure_of_one_examination_leaves_the_others_alone(self, server: LlmServer) -> None:
        witness = Witness(1)
        server.handler = lambda request: Fails(500) if "Bridge 1 " in request.user else witness(request)
        pairs = [Pair(f"Bridge {number} is grey.", "en", f"Bridge {number} is grey.", "en") for number in range(3)]
        async with asked(server) as llm:
            opinions = await LmVsLmJudge(llm).judge(pairs)
        assert [isinstance(opinion, Unscored) for opinion in opinions] == [False, True, False]
