"""The simplest judge by language model: a plain question, yes or no."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import Failure, LanguageModel, Reply
from claimgraph.verify.model import Opinion, Pair, Unscored

from .judging import judge_those_with_words
from .opinions import not_asked, unreadable
from .reading import Unreadable, read_yes_no
from .single import SHORT_REPLY, Question, SingleAsker
from .version import LLM_RULES


class PlainJudge:
    """Scores `llm_supported`: 1 for yes, 0 for no. The baseline of every comparison: no reasons, no quotes."""

    name = "llm_plain"

    def __init__(self, llm: LanguageModel) -> None:
        self._asker = SingleAsker("plain", llm, SHORT_REPLY)
        self.version = digest(self.name, LLM_RULES, self._asker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        asked = [Question(pair.claim_lang, {"claim": pair.claim, "evidence": pair.premise}) for pair in pairs]
        return [_opinion(reply) for reply in await self._asker.ask_once(asked)]


def _opinion(reply: Reply | Failure) -> Opinion | Unscored:
    if isinstance(reply, Failure):
        return not_asked(reply.reason)
    try:
        return Opinion({"llm_supported": float(read_yes_no(reply.text))})
    except Unreadable as problem:
        return unreadable(problem)
