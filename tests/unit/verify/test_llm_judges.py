"""The plain judge by language model over a real HTTP server: calls, quotes, and every way in which a reply can fail."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes.asked_llm import asked
from fakes.judging_llm import JudgingLlm
from fakes.llm_server import Answer, Disconnects, Fails, Hangs, LlmServer, RateLimited, Raw, Request, Says

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.llm import metered
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.platform.llm.openai_model import Limits
from claimgraph.verify.judges.llm.answer import WholeAnswerJudge
from claimgraph.verify.judges.llm.verdict import LlmJudge
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

EVIDENCE = "The bridge was opened in 1932 and is 503 m long."
PAIR = Pair("The bridge was opened in 1932.", "en", EVIDENCE, "en")
SUPPORTED = {"llm_supported": 1.0, "llm_contradicted": 0.0, "llm_not_enough_info": 0.0}
CONTRADICTED = {"llm_supported": 0.0, "llm_contradicted": 1.0, "llm_not_enough_info": 0.0}


def pairs(count: int) -> list[Pair]:
    return [
        Pair(f"Bridge {n} was opened in 1932.", "en", f"Bridge {n} was opened in 1932.", "en") for n in range(count)
    ]


def entry(index: int = 0, verdict: str = "SUPPORTED", quote: str = "opened in 1932", words: str = "") -> dict[str, Any]:
    return {"index": index, "reason": "So it says.", "quote": quote, "words": words, "verdict": verdict}


def says(*entries: dict[str, Any]) -> Says:
    return Says({"verdicts": list(entries)})


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(JudgingLlm()) as running:
        yield running


async def judged(server: LlmServer, pair: Pair = PAIR) -> Opinion | Unscored:
    async with asked(server) as llm:
        (opinion,) = await LlmJudge(llm).judge([pair])
    return opinion


async def test_a_verdict_comes_with_its_reason_and_the_words_it_rests_on(server: LlmServer) -> None:
    server.script(says(entry(verdict="CONTRADICTED", quote="OPENED in  １９３２", words="in 1933")))
    pair = Pair("The bridge was opened in 1933.", "en", EVIDENCE, "en")
    opinion = await judged(server, pair)
    found = Finding("llm", Stance.CONTRADICTS, "in 1933", "opened in 1932")
    assert opinion == Opinion(CONTRADICTED, (found,), "So it says.")


async def test_no_verdict_without_evidence_needs_no_quote(server: LlmServer) -> None:
    server.script(says(entry(verdict="NOT_ENOUGH_INFO", quote="")))
    opinion = await judged(server)
    assert isinstance(opinion, Opinion)
    assert opinion.scores["llm_not_enough_info"] == 1.0
    assert opinion.findings == ()


@pytest.mark.parametrize(
    ("quote", "problem"), [("opened in 1942", "not in the evidence"), ("", "quotes no words"), (" ", "quotes no words")]
)
async def test_a_verdict_on_words_that_the_evidence_does_not_have_is_no_verdict(
    quote: str, problem: str, server: LlmServer
) -> None:
    server.script(says(entry(quote=quote)))
    with metered() as meter:
        opinion = await judged(server)
    assert isinstance(opinion, Unscored)
    assert problem in opinion.reason
    assert any(problem in failure for failure in meter.failures)


@pytest.mark.parametrize("verdict", ["Supported.", "**SUPPORTED**", "entailment", "支持", "Verdict: supported"])
async def test_a_verdict_in_other_words_is_read(verdict: str, server: LlmServer) -> None:
    server.script(says(entry(verdict=verdict)))
    opinion = await judged(server)
    assert isinstance(opinion, Opinion)
    assert opinion.scores == SUPPORTED


@pytest.mark.parametrize("verdict", ["很高", "0.85", "85%", "partly", "SUPPORTED or CONTRADICTED", "not supported", ""])
async def test_a_verdict_that_can_be_read_in_two_ways_is_no_score(verdict: str, server: LlmServer) -> None:
    server.script(says(entry(verdict=verdict)))
    opinion = await judged(server)
    assert isinstance(opinion, Unscored)
    assert "none of the three" in opinion.reason


BROKEN: list[Answer] = [
    Says("Supported."),
    Says("很高"),
    Says('{"verdicts": [{"index": 0, "verdict": NaN}]}'),
    Says('{"verdicts": [{"index": 0'),
    Says({"verdicts": "SUPPORTED"}),
    Says(json.dumps({"verdicts": [entry()]})[:60], finish_reason="length"),
    Says(None, refusal="I will not."),
    Says(""),
    Raw(b"<html>gateway</html>"),
    Fails(500),
    RateLimited(),
    Disconnects(),
]


@pytest.mark.parametrize("answer", BROKEN, ids=repr)
async def test_a_reply_that_cannot_be_used_is_unscored_and_said(answer: Answer, server: LlmServer) -> None:
    server.script(*[answer] * 4)
    with metered() as meter:
        opinion = await judged(server)
    assert isinstance(opinion, Unscored)
    assert opinion.reason.startswith("the language model gave no answer: ")
    assert not opinion.lasting
    assert meter.failures


async def test_a_model_that_does_not_answer_in_time_is_unscored(server: LlmServer) -> None:
    server.script(Hangs())
    async with asked(server, limits=Limits(timeout=0.3, retries=0)) as llm:
        (opinion,) = await LlmJudge(llm).judge([PAIR])
    assert isinstance(opinion, Unscored)
    assert "did not reply in time" in opinion.reason


async def test_a_rate_limit_is_waited_out(server: LlmServer) -> None:
    server.script(RateLimited(0.01), RateLimited(0.01))
    async with asked(server, limits=Limits(retries=3)) as llm:
        (opinion,) = await LlmJudge(llm).judge([PAIR])
    assert isinstance(opinion, Opinion)
    assert len(server.requests) == 3


async def test_one_failing_call_leaves_the_rest_of_the_batch_alone(server: LlmServer) -> None:
    def answer(request: Request) -> Answer:
        return RateLimited() if "Bridge 3 " in request.user else JudgingLlm()(request)

    server.handler = answer
    async with asked(server) as llm:
        opinions = await LlmJudge(llm, pairs_per_call=2).judge(pairs(10))
    lost = [place for place, opinion in enumerate(opinions) if isinstance(opinion, Unscored)]
    assert lost == [2, 3]


async def test_many_pairs_go_into_few_calls_and_equal_ones_are_asked_about_once(server: LlmServer) -> None:
    async with asked(server) as llm:
        opinions = await LlmJudge(llm).judge([*pairs(20), *pairs(20)])
    assert all(isinstance(opinion, Opinion) and opinion.scores == SUPPORTED for opinion in opinions)
    assert sorted(len(request.document["pairs"]) for request in server.requests) == [4, 8, 8]
    assert server.most_at_once <= Limits().concurrency


@pytest.mark.parametrize("formats", [(), ("json_object",), ("json_schema",)], ids=str)
async def test_endpoints_without_structured_output_are_judged_by_as_well(formats: tuple[str, ...]) -> None:
    with LlmServer(JudgingLlm(), formats=formats) as plain:
        opinion = await judged(plain)
        sent = plain.requests[-1]
    assert isinstance(opinion, Opinion)
    assert sent.response_format == (formats[0] if formats else None)


async def test_the_order_of_the_pairs_changes_no_request(server: LlmServer) -> None:
    async with asked(server) as llm:
        judge, batch = LlmJudge(llm), pairs(20)
        await judge.judge(batch)
        first = sorted(request.user for request in server.requests)
        server.requests.clear()
        random.Random(5).shuffle(batch)
        await judge.judge(batch)
    assert sorted(request.user for request in server.requests) == first


async def test_a_pair_can_be_asked_about_alone(server: LlmServer) -> None:
    async with asked(server) as llm:
        await LlmJudge(llm, pairs_per_call=1).judge(pairs(3))
    assert [len(request.document["pairs"]) for request in server.requests] == [1, 1, 1]


def _leaving_out(wanted: Callable[[str], bool], times: int) -> Callable[[Request], Answer]:
    """Leaves the pairs whose claim is wanted out of its first replies that would hold them."""
    left = {"times": times}

    def answer(request: Request) -> Answer:
        reply = JudgingLlm()(request)
        assert isinstance(reply, Says)
        absent = [pair["index"] for pair in request.document["pairs"] if wanted(pair["claim"])]
        if absent and left["times"]:
            left["times"] -= 1
            return says(*[one for one in reply.content["verdicts"] if one["index"] not in absent])
        return reply

    return answer


async def test_a_pair_that_is_left_out_is_asked_about_again(server: LlmServer) -> None:
    server.handler = _leaving_out(lambda claim: "Bridge 3 " in claim, times=1)
    async with asked(server) as llm:
        opinions = await LlmJudge(llm).judge(pairs(6))
    assert all(isinstance(opinion, Opinion) for opinion in opinions)
    assert [len(request.document["pairs"]) for request in server.requests] == [6, 1]


async def test_a_pair_that_is_left_out_twice_is_unscored(server: LlmServer) -> None:
    server.handler = _leaving_out(lambda claim: "Bridge 3 " in claim, times=9)
    async with asked(server) as llm:
        opinions = await LlmJudge(llm).judge(pairs(6))
    lost = [opinion for opinion in opinions if isinstance(opinion, Unscored)]
    assert opinions.index(lost[0]) == 3
    assert len(lost) == 1
    assert "left it out" in lost[0].reason
    assert len(server.requests) == 2


async def test_two_verdicts_on_one_pair_count_for_none_and_it_is_asked_about_again(server: LlmServer) -> None:
    server.script(says(entry(), entry(verdict="CONTRADICTED")))
    opinion = await judged(server)
    assert isinstance(opinion, Opinion)
    assert opinion.scores == SUPPORTED
    assert len(server.requests) == 2


async def test_verdicts_on_pairs_that_are_not_there_are_ignored(server: LlmServer) -> None:
    server.script(says(entry(7, "CONTRADICTED"), entry(-1, "CONTRADICTED"), entry(0)))
    opinion = await judged(server)
    assert isinstance(opinion, Opinion)
    assert opinion.scores == SUPPORTED


SPOILT: list[Answer] = [
    Says("nonsense"),
    Says(None, refusal="I will not."),
    Says("", finish_reason="content_filter"),
    Fails(400, "content_filter", "The prompt was filtered."),
    Fails(400, "context_length_exceeded", "Too long."),
]


@pytest.mark.parametrize("reply", SPOILT, ids=repr)
async def test_where_one_pair_spoils_a_call_the_others_are_asked_about_alone(reply: Answer, server: LlmServer) -> None:
    def answer(request: Request) -> Answer:
        return reply if "Bridge 3 " in request.user else JudgingLlm()(request)

    server.handler = answer
    async with asked(server) as llm:
        opinions = await LlmJudge(llm).judge(pairs(6))
    assert [place for place, opinion in enumerate(opinions) if isinstance(opinion, Unscored)] == [3]


async def test_a_pair_once_judged_is_known_in_whatever_batch_it_comes(server: LlmServer, tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    async with asked(server) as llm:
        first = await LlmJudge(llm, cache).judge(pairs(6))
        asked_for = len(server.requests)
        with metered() as meter:
            again = await LlmJudge(llm, cache).judge(pairs(6)[3:])
    assert again == first[3:]
    assert len(server.requests) == asked_for
    assert meter.usage.cached == 3
    async with asked(server, model="another") as llm:
        await LlmJudge(llm, cache).judge(pairs(6))
    assert len(server.requests) > asked_for
    cache.close()


async def test_a_damaged_entry_of_the_cache_is_asked_for_again(server: LlmServer, tmp_path: Path) -> None:
    class Damaged(ReplyCache):
        def get(self, key: str) -> str | None:
            return '{"verdicts": [{"index": 0}]}'

    cache = Damaged(tmp_path)
    async with asked(server) as llm:
        (opinion,) = await LlmJudge(llm, cache).judge([PAIR])
    cache.close()
    assert isinstance(opinion, Opinion)
    assert len(server.requests) == 1


async def test_evidence_longer_than_any_model_reads_is_unscored_without_a_request(server: LlmServer) -> None:
    long = Pair(PAIR.claim, "en", "It rained. " * 50_000, "en")
    async with asked(server) as llm:
        lost, kept = await LlmJudge(llm).judge([long, PAIR])
    assert isinstance(lost, Unscored)
    assert "characters" in lost.reason
    assert isinstance(kept, Opinion)
    assert len(server.requests) == 1


class TestWholeAnswer:
    statements = (
        "The bridge was opened in 1932.",
        "The bridge is more than half a kilometre long.",
        "The bridge was opened in 1923.",
        "The bridge is grey.",
    )

    def answered(self, request: Request) -> Answer:
        said = {
            self.statements[0]: ("grounded", "opened in 1932"),
            self.statements[1]: ("Inferred.", "503 m long"),
            self.statements[2]: ("hallucinated", "opened in 1932"),
            self.statements[3]: ("hallucinated", ""),
        }
        return Says(
            {
                "statements": [
                    {"index": one["index"], "reason": "r", "class": said[one["text"]][0], "quote": said[one["text"]][1]}
                    for one in request.document["statements"]
                ]
            }
        )

    async def test_all_statements_of_an_answer_are_classed_in_one_call(self, server: LlmServer) -> None:
        server.handler = self.answered
        async with asked(server) as llm:
            opinions = await WholeAnswerJudge(llm).judge([Pair(one, "en", EVIDENCE, "en") for one in self.statements])
        (request,) = server.requests
        assert request.document["evidence"] == EVIDENCE
        classed = [opinion for opinion in opinions if isinstance(opinion, Opinion)]
        assert [opinion.scores["llm_supported"] for opinion in classed] == [1, 0.5, 0, 0]
        findings = [opinion.findings[0] for opinion in classed]
        assert [(finding.kind, finding.stance) for finding in findings] == [
            ("grounded", Stance.SUPPORTS),
            ("inferred", Stance.NEUTRAL),
            ("hallucinated", Stance.CONTRADICTS),
            ("hallucinated", Stance.NEUTRAL),
        ]
        assert findings[2].premise_words == "opened in 1932"

    async def test_answers_with_evidence_of_their_own_have_calls_of_their_own(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await WholeAnswerJudge(llm).judge(
                [Pair(one, "en", premise, "en") for premise in (EVIDENCE, "It is grey.") for one in self.statements]
            )
        assert sorted(len(request.document["statements"]) for request in server.requests) == [4, 4]

    async def test_a_grounded_statement_must_name_its_ground(self, server: LlmServer) -> None:
        server.script(Says({"statements": [{"index": 0, "reason": "r", "class": "grounded", "quote": "in 1842"}]}))
        async with asked(server) as llm:
            (opinion,) = await WholeAnswerJudge(llm).judge([PAIR])
        assert isinstance(opinion, Unscored)
        assert "not in the evidence" in opinion.reason
