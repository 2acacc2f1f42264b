"""LM vs LM: one model examines, another answers from the evidence, and the first concludes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import Failure, LanguageModel, Reply
from claimgraph.verify.model import Opinion, Pair, Unscored

from .judging import judge_those_with_words
from .opinions import not_asked, shortened, unreadable
from .reading import Unreadable, read_yes_no
from .single import LONG_REPLY, Question, SingleAsker
from .version import LLM_RULES

_MOST_QUESTIONS = 5  # in one round
_LONGEST_QUESTION = 500  # characters


@dataclass(slots=True)
class _Examination:
    """How far the examination of one pair has come."""

    pair: Pair
    transcript: list[dict[str, str]] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)  # asked last, not answered yet
    closed: bool = False  # the examiner has no more questions
    failure: Unscored | None = None


class LmVsLmJudge:
    """Cohen, Hamri, Geva and Globerson, "LM vs LM: Detecting Factual Errors via Cross Examination", EMNLP 2023,
    arXiv:2305.13281, §3: set-up, questions, follow-up questions, decision.

    The examiner sees the claim, never the evidence, and asks about it; the examinee sees evidence and questions, never
    the claim, and answers from the evidence alone (in the paper it answers from memory, since it made the claim
    itself). After at most `rounds` rounds, or once it has no more questions, the examiner says whether the answers
    bear the claim out. Scores `llm_supported`: 1 if they do, 0 if not. Two requests a round and one for the decision.
    """

    name = "lmvlm"

    def __init__(self, examiner: LanguageModel, examinee: LanguageModel | None = None, rounds: int = 3) -> None:
        self._asking = SingleAsker("lmvlm_ask", examiner, LONG_REPLY)
        self._answering = SingleAsker("lmvlm_answer", examinee or examiner, LONG_REPLY)
        self._deciding = SingleAsker("lmvlm_decide", examiner, LONG_REPLY)
        self._rounds = rounds
        versions = (self._asking.version, self._answering.version, self._deciding.version)
        self.version = digest(self.name, LLM_RULES, rounds, *versions)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        all_ = [_Examination(pair) for pair in pairs]
        for _ in range(self._rounds):
            await self._ask([one for one in all_ if not one.closed and one.failure is None])
            await self._answer([one for one in all_ if one.questions])
        return await self._decide(all_)

    async def _ask(self, open_: Sequence[_Examination]) -> None:
        asked = [Question(one.pair.claim_lang, _seen_by_examiner(one)) for one in open_]
        for one, reply in zip(open_, await self._asking.ask_once(asked), strict=True):
            if isinstance(reply, Failure):
                one.failure = not_asked(reply.reason)
                continue
            known = {turn["question"] for turn in one.transcript}
            wanted = [question.strip()[:_LONGEST_QUESTION] for question in reply.data["questions"]]
            one.questions = [text for text in dict.fromkeys(wanted) if text and text not in known][:_MOST_QUESTIONS]
            one.closed = not one.questions

    async def _answer(self, asked: Sequence[_Examination]) -> None:
        documents = [Question(one.pair.claim_lang, _seen_by_examinee(one)) for one in asked]
        for one, reply in zip(asked, await self._answering.ask_once(documents), strict=True):
            questions, one.questions = one.questions, []
            if isinstance(reply, Failure):
                one.failure = not_asked(reply.reason)
                continue
            answers = {entry["index"]: entry["answer"] for entry in reply.data["answers"]}
            if not all(index in answers for index in range(len(questions))):
                one.failure = unreadable("the examinee left a question without an answer")
                continue
            one.transcript += [
                {"question": question, "answer": answers[index]} for index, question in enumerate(questions)
            ]

    async def _decide(self, all_: Sequence[_Examination]) -> list[Opinion | Unscored]:
        for one in all_:
            if one.failure is None and not one.transcript:
                one.failure = unreadable("the examiner asked no question")
        open_ = [one for one in all_ if one.failure is None]
        asked = [Question(one.pair.claim_lang, _seen_by_examiner(one)) for one in open_]
        replies = dict(zip(map(id, open_), await self._deciding.ask_once(asked), strict=True))
        return [one.failure or _opinion(replies[id(one)]) for one in all_]


def _seen_by_examiner(one: _Examination) -> dict[str, object]:
    return {"claim": one.pair.claim, "transcript": list(one.transcript)}


def _seen_by_examinee(one: _Examination) -> dict[str, object]:
    questions = [{"index": index, "text": question} for index, question in enumerate(one.questions)]
    return {"evidence": one.pair.premise, "questions": questions}


def _opinion(reply: Reply | Failure) -> Opinion | Unscored:
    if isinstance(reply, Failure):
        return not_asked(reply.reason)
    try:
        holds = read_yes_no(reply.data["holds"])
    except Unreadable as problem:
        return unreadable(problem)
    return Opinion({"llm_supported": float(holds)}, reason=shortened(reply.data["reason"]))
