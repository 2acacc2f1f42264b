"""The judges that take a claim apart: TruLens' ratings, RAGAS' faithfulness, RefChecker's triples, HalluSearch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fakes.asked_llm import asked
from fakes.judging_llm import JudgingLlm, task_of
from fakes.llm_server import Answer, Fails, LlmServer, Request, Says

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.model import StatedTriple, Term
from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.verify.judges.llm.answer import WholeAnswerJudge
from claimgraph.verify.judges.llm.hallusearch import PASSAGES, HalluSearchJudge, search
from claimgraph.verify.judges.llm.ragas import RagasFaithfulnessJudge
from claimgraph.verify.judges.llm.refchecker import RefCheckerJudge
from claimgraph.verify.judges.llm.sources import SOURCE_TOKENS
from claimgraph.verify.judges.llm.trulens import TruLensJudge
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge

EVIDENCE = "The bridge was opened in 1932. It is 503 m long."
CLAIM = "The bridge was opened in 1932 and is 603 m long."
PAIR = Pair(CLAIM, "en", EVIDENCE, "en", question="Tell me about the bridge.")


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(JudgingLlm()) as running:
        yield running


async def only(judge: Judge, pair: Pair = PAIR) -> Opinion | Unscored:
    (opinion,) = await judge.judge([pair])
    return opinion


def opinion_of(said: Opinion | Unscored) -> Opinion:
    assert isinstance(said, Opinion), said
    return said


def replies(server: LlmServer, by_task: Mapping[str, Any]) -> None:
    """One fixed reply for each task; an answer is given as it is."""

    def handler(request: Request) -> Answer:
        reply = by_task[task_of(request)]
        return reply if isinstance(reply, Fails) else Says(reply)

    server.handler = handler


class TestTruLens:
    @pytest.mark.parametrize(("score", "share"), [(8, 0.8), ("8/10", 0.8), ("80%", 0.8), ("10", 1.0), (0, 0.0)])
    async def test_a_rating_from_nought_to_ten_is_a_tenth(self, score: object, share: float, server: LlmServer) -> None:
        server.script(Says({"ratings": [{"index": 0, "quote": "opened in 1932", "score": score}]}))
        async with asked(server) as llm:
            opinion = opinion_of(await only(TruLensJudge(llm)))
        assert opinion.scores == {"llm_supported": pytest.approx(share)}
        assert opinion.reason == "opened in 1932"

    @pytest.mark.parametrize("score", ["很高", "0.85", 0.85, 11, -1, "8 or 9", ""])
    async def test_a_rating_in_doubt_is_no_score(self, score: object, server: LlmServer) -> None:
        server.script(Says({"ratings": [{"index": 0, "quote": "", "score": score}]}))
        async with asked(server) as llm:
            opinion = await only(TruLensJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "cannot be used" in opinion.reason

    async def test_each_sentence_is_rated_and_the_mean_counts(self, server: LlmServer) -> None:
        ratings = {"It opened in 1932.": 10, "It is red.": 1}
        server.handler = lambda request: Says(
            {
                "ratings": [
                    {"index": one["index"], "quote": "", "score": ratings[one["text"]]}
                    for one in request.document["statements"]
                ]
            }
        )
        async with asked(server) as llm:
            opinion = opinion_of(await only(TruLensJudge(llm), Pair(" ".join(ratings), "en", EVIDENCE, "en")))
        assert opinion.scores["llm_supported"] == pytest.approx(0.55)
        assert len(server.requests) == 1

    async def test_a_rating_by_words_that_are_not_there_is_no_score(self, server: LlmServer) -> None:
        server.script(Says({"ratings": [{"index": 0, "quote": "opened in 1942", "score": 9}]}))
        async with asked(server) as llm:
            assert isinstance(await only(TruLensJudge(llm)), Unscored)


STATEMENTS = ["The bridge was opened in 1932.", "The bridge is 603 m long."]


def held(*answers: str) -> dict[str, Any]:
    return {"verdicts": [{"index": n, "reason": f"r{n}", "supported": word} for n, word in enumerate(answers)]}


class TestRagasFaithfulness:
    async def test_the_score_is_the_share_of_statements_that_hold(self, server: LlmServer) -> None:
        statements = {"texts": [{"index": 0, "statements": STATEMENTS}]}
        replies(server, {"statements": statements, "faithfulness": held("yes", "no")})
        async with asked(server) as llm:
            opinion = opinion_of(await only(RagasFaithfulnessJudge(llm)))
        assert opinion.scores == {"llm_supported": 0.5}
        assert [(one.claim_words, one.stance) for one in opinion.findings] == [
            (STATEMENTS[0], Stance.SUPPORTS),
            (STATEMENTS[1], Stance.NEUTRAL),
        ]
        assert opinion.reason == "r1"

    async def test_a_claim_is_taken_apart_once_for_all_its_evidence(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await RagasFaithfulnessJudge(llm).judge([Pair(CLAIM, "en", f"{EVIDENCE} {n}", "en") for n in range(4)])
        assert [task_of(request) for request in server.requests].count("statements") == 1
        assert [task_of(request) for request in server.requests].count("faithfulness") == 4

    async def test_the_question_helps_to_understand_a_short_answer(self, server: LlmServer) -> None:
        async with asked(server) as llm:
            await only(RagasFaithfulnessJudge(llm))
        assert server.requests[0].document["texts"][0]["question"] == PAIR.question

    async def test_a_claim_that_states_nothing_is_unscored(self, server: LlmServer) -> None:
        replies(server, {"statements": {"texts": [{"index": 0, "statements": [" ", "…"]}]}})
        async with asked(server) as llm:
            opinion = await only(RagasFaithfulnessJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "nothing in the claim" in opinion.reason

    @pytest.mark.parametrize(
        "second", [held("yes"), held("yes", "很高"), Fails(500)], ids=["missing", "doubtful", "error"]
    )
    async def test_a_share_of_some_of_the_statements_is_no_score(self, second: Any, server: LlmServer) -> None:
        statements = {"texts": [{"index": 0, "statements": STATEMENTS}]}
        replies(server, {"statements": statements, "faithfulness": second})
        if second == held("yes"):  # asked about again, alone, and left out again
            faithfulness = iter([Says(held("yes")), Says({"verdicts": []})])
            server.handler = lambda request: (
                Says(statements) if task_of(request) == "statements" else next(faithfulness)
            )
        async with asked(server) as llm:
            assert isinstance(await only(RagasFaithfulnessJudge(llm)), Unscored)

    async def test_more_parts_than_can_be_judged_are_not_judged_in_part(self, server: LlmServer) -> None:
        many = [f"Statement {number}." for number in range(200)]
        replies(server, {"statements": {"texts": [{"index": 0, "statements": many}]}})
        async with asked(server) as llm:
            opinion = await only(RagasFaithfulnessJudge(llm))
        assert isinstance(opinion, Unscored)
        assert "more than 60 parts" in opinion.reason


def stated(head: str, relation: str, tail: str) -> StatedTriple:
    return StatedTriple(Term(head, ()), relation, Term(tail, ()), (head, relation, tail), 0.9)


class TestRefChecker:
    def checked(self, *verdicts: tuple[str, str]) -> dict[str, Any]:
        return {"verdicts": [{"index": n, "quote": quote, "verdict": word} for n, (word, quote) in enumerate(verdicts)]}

    async def test_the_scores_are_the_shares_of_the_triples(self, server: LlmServer) -> None:
        triples = [
            {"head": "bridge", "relation": "was opened in", "tail": "1932"},
            {"head": "bridge", "relation": "is long", "tail": "603 m"},
            {"head": "bridge", "relation": "is", "tail": "grey"},
            {"head": "bridge", "relation": "is", "tail": " "},
        ]
        verdicts = self.checked(
            ("Entailment", "opened in 1932"), ("CONTRADICTED", "503 m long"), ("NOT_ENOUGH_INFO", "")
        )
        replies(server, {"triples": {"texts": [{"index": 0, "triples": triples}]}, "triple_check": verdicts})
        async with asked(server) as llm:
            opinion = opinion_of(await only(RefCheckerJudge(llm)))
        assert opinion.scores == {
            "llm_supported": pytest.approx(1 / 3),
            "llm_contradicted": pytest.approx(1 / 3),
            "llm_not_enough_info": pytest.approx(1 / 3),
        }
        assert [(one.stance, one.premise_words) for one in opinion.findings] == [
            (Stance.SUPPORTS, "opened in 1932"),
            (Stance.CONTRADICTS, "503 m long"),
            (Stance.NEUTRAL, ""),
        ]

    async def test_triples_that_come_with_the_claim_are_not_extracted_again(self, server: LlmServer) -> None:
        replies(server, {"triple_check": self.checked(("supported", "1932"))})
        pair = Pair(CLAIM, "en", EVIDENCE, "en", claim_triples=(stated("bridge", "was opened in", "1932"),))
        async with asked(server) as llm:
            opinion = opinion_of(await only(RefCheckerJudge(llm), pair))
        assert opinion.scores["llm_supported"] == 1.0
        (request,) = server.requests
        assert request.document["triples"] == [
            {"index": 0, "head": "bridge", "relation": "was opened in", "tail": "1932"}
        ]


LONG = " ".join(
    [
        *[f"Paragraph {n} speaks of the weather in town {n}." for n in range(300)],
        "The Sydney bridge has 6 million rivets.",
    ]
)
LONG_ZH = "".join([*[f"第{n}段说的是天气。" for n in range(300)], "悉尼大桥用了六百万颗铆钉。"])


class TestHalluSearch:
    def facts(self, *facts: tuple[str, str]) -> dict[str, Any]:
        return {"texts": [{"index": 0, "facts": [{"fact": fact, "words": words} for fact, words in facts]}]}

    @pytest.mark.parametrize(
        ("fact", "lang", "source", "wanted"),
        [
            ("The Sydney bridge has 5 million rivets.", "en", LONG, "6 million rivets"),
            ("悉尼大桥用了五百万颗铆钉。", "zh", LONG_ZH, "六百万颗铆钉"),
        ],
    )
    def test_the_passages_that_speak_of_a_fact_are_found_in_a_long_source(
        self, fact: str, lang: str, source: str, wanted: str
    ) -> None:
        passages = search(fact, lang, [source])
        assert len(passages) == PASSAGES
        assert any(wanted in passage for passage in passages)
        assert all(passage in source for passage in passages)

    @pytest.mark.parametrize("source", ["One.", "One. Two.", "One. Two. Three. Four. Five. Six.", "no end", "——"])
    def test_a_short_source_is_read_whole(self, source: str) -> None:
        passages = search("Anything at all.", "en", [source])
        assert all(word in " ".join(passages) for word in source.split())

    async def test_the_worst_fact_decides_and_its_wrong_words_are_named(self, server: LlmServer) -> None:
        verdicts = [
            {"index": 0, "reason": "It says 503.", "words": "603 m", "probability": "95%"},
            {"index": 1, "reason": "It says so.", "words": "", "probability": 0},
        ]
        facts = self.facts(
            ("The bridge is 603 m long.", "603 m long"), ("The bridge was opened in 1932.", "opened in 1932")
        )
        replies(server, {"facts": facts, "fact_check": {"verdicts": verdicts}})
        async with asked(server) as llm:
            opinion = opinion_of(await only(HalluSearchJudge(llm)))
        assert opinion.scores == {"llm_supported": pytest.approx(0.05)}
        assert {(one.claim_words, one.stance) for one in opinion.findings} == {
            ("603 m", Stance.NEUTRAL),
            ("opened in 1932", Stance.SUPPORTS),
        }
        assert opinion.reason == "It says 503."

    async def test_each_fact_is_sent_with_passages_of_its_own(self, server: LlmServer) -> None:
        replies(server, {"facts": self.facts(("The Sydney bridge has rivets.", ""), ("Town 7 has weather.", ""))})
        async with asked(server) as llm:
            await only(HalluSearchJudge(llm), Pair(CLAIM, "en", LONG, "en"))
        request = server.requests[1]
        passages = {one["fact"]: " ".join(one["passages"]) for one in request.document["facts"]}
        assert "rivets" in passages["The Sydney bridge has rivets."]
        assert "town 7." in passages["Town 7 has weather."]
        assert len(request.user) < len(LONG)

    async def test_all_that_was_gathered_is_searched_and_each_fact_asked_about_once_for_all_windows(
        self, server: LlmServer
    ) -> None:
        sources = (LONG, "Elsewhere: the Sydney bridge is grey.")
        windows = ["Town 1.", "Town 2.", "Town 3."]
        async with asked(server) as llm:
            judge = HalluSearchJudge(llm)
            await judge.judge([Pair("The Sydney bridge is grey.", "en", one, "en", sources=sources) for one in windows])
        (request,) = [one for one in server.requests if task_of(one) == "fact_check"]
        (fact,) = request.document["facts"]
        assert "Elsewhere: the Sydney bridge is grey." in fact["passages"]

    @pytest.mark.parametrize("probability", ["很高", "NaN", 1.5, "5/0", -0.2])
    async def test_a_probability_in_doubt_is_no_score(self, probability: object, server: LlmServer) -> None:
        verdicts = [{"index": 0, "reason": "", "words": "", "probability": probability}]
        replies(server, {"facts": self.facts(("It is long.", "")), "fact_check": {"verdicts": verdicts}})
        async with asked(server) as llm:
            assert isinstance(await only(HalluSearchJudge(llm)), Unscored)


@pytest.mark.parametrize("build", [WholeAnswerJudge, RagasFaithfulnessJudge, RefCheckerJudge], ids=lambda one: one.name)
class TestWholeEvidence:
    """These methods read all that was gathered for a claim, not one window of it."""

    async def test_all_that_was_gathered_is_read_and_asked_about_once_for_all_windows(
        self, build: type[WholeAnswerJudge], server: LlmServer
    ) -> None:
        sources = ("The bridge was opened in 1932.", "It is 503 m long.", "The bridge was opened in 1932.")
        pairs = [Pair("The bridge is 503 m long.", "en", window, "en", sources=sources) for window in sources[:2]]
        async with asked(server) as llm:
            first, second = await build(llm).judge(pairs)
        assert first == second
        assert opinion_of(first).scores["llm_supported"] == 1.0
        (request,) = [one for one in server.requests if "evidence" in one.document]
        assert request.document["evidence"] == "The bridge was opened in 1932.\n\nIt is 503 m long."

    async def test_of_more_than_a_model_reads_with_care_the_most_fitting_texts_are_read(
        self, build: type[WholeAnswerJudge], server: LlmServer
    ) -> None:
        sources = (*(f"{number}. {LONG}" for number in range(12)), "The bridge is 503 m long.")
        async with asked(server) as llm:
            await build(llm).judge([Pair("The bridge is 503 m long.", "en", "It is.", "en", sources=sources)])
        (request,) = [one for one in server.requests if "evidence" in one.document]
        evidence = request.document["evidence"]
        assert evidence.endswith("The bridge is 503 m long.")
        assert count_tokens(evidence) <= SOURCE_TOKENS + 50
