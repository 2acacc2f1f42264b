"""The plain judge by language model: one of three verdicts a pair, with a reason and the words it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import Failure, LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import MISQUOTED, NOTHING_QUOTED, STANCES, not_asked, quoted_words, three_way, unreadable
from .reading import Unreadable, read_verdict
from .version import LLM_RULES

TASK = Task("verdict", items="pairs", entries="verdicts")


class LlmJudge:
    """Scores `llm_supported`, `llm_contradicted` and `llm_not_enough_info`: 1 for the model's verdict, 0 for others.

    A verdict for or against must quote the evidence; where the quoted words do not stand in it, the pair is Unscored.
    Pairs go several to a call; `pairs_per_call=1` keeps each from being swayed by its neighbours.
    """

    name = "llm"

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None, pairs_per_call: int = TASK.most) -> None:
        self._asker = Asker(TASK, llm, cache, pairs_per_call)
        self.version = digest(self.name, LLM_RULES, self._asker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return [
            not_asked(entry.reason) if isinstance(entry, Failure) else _opinion(entry, pair)
            for pair, entry in zip(pairs, await self._asker.ask([_item(pair) for pair in pairs]), strict=True)
        ]


def _item(pair: Pair) -> Item:
    return Item(pair.claim_lang, {"claim": pair.claim, "evidence": pair.premise})


def _opinion(entry: Entry, pair: Pair) -> Opinion | Unscored:
    try:
        verdict = read_verdict(entry["verdict"])
    except Unreadable as problem:
        return unreadable(problem)
    words = quoted_words(entry["quote"], pair.premise)
    if words is None and (entry["quote"].strip() or verdict != "not_enough_info"):
        return unreadable(MISQUOTED if entry["quote"].strip() else NOTHING_QUOTED)
    of_claim = quoted_words(entry["words"], pair.claim) or ""
    findings = () if words is None else (Finding("llm", STANCES[verdict], of_claim, words),)
    return three_way(verdict, findings, entry["reason"])
