"""ChainPoll: the share of several reasoned votes."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import Failure, LanguageModel, Reply
from claimgraph.verify.model import Opinion, Pair, Unscored

from .judging import judge_those_with_words, share_of_votes
from .reading import Unreadable, read_yes_no
from .single import LONG_REPLY, Question, SingleAsker
from .version import LLM_RULES


class ChainPollJudge:
    """Friel and Sanyal, "Chainpoll: A high efficacy method for LLM hallucination detection", arXiv:2310.18344, §4.2.

    The model is asked `votes` times to reason step by step and then to say whether the claim is supported. Scores
    `llm_supported`: the share of the votes that say so (the paper scores its complement). Votes that cannot be read
    do not count; with fewer than half of them the pair is Unscored.
    """

    name = "chainpoll"

    def __init__(self, llm: LanguageModel, votes: int = 5, temperature: float = 1.0) -> None:
        self._asker = SingleAsker("chainpoll", llm, LONG_REPLY, samples=votes, temperature=temperature)
        self.version = digest(self.name, LLM_RULES, self._asker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        asked = [Question(pair.claim_lang, {"claim": pair.claim, "evidence": pair.premise}) for pair in pairs]
        return [
            share_of_votes([_vote(reply) for reply in replies], pair.claim_lang, _why(replies))
            for pair, replies in zip(pairs, await self._asker.ask(asked), strict=True)
        ]


def _vote(reply: Reply | Failure) -> bool | Failure | str:
    if isinstance(reply, Failure):
        return reply
    try:
        return read_yes_no(reply.data["supported"])
    except Unreadable as problem:
        return str(problem)


def _why(replies: Sequence[Reply | Failure]) -> str:
    """The reasoning of the first vote of the majority."""
    said = [(_vote(reply), reply.data["reasoning"]) for reply in replies if isinstance(reply, Reply)]
    ayes = sum(vote is True for vote, _ in said)
    noes = sum(vote is False for vote, _ in said)
    return next((reasoning for vote, reasoning in said if vote is (ayes > noes)), "")
