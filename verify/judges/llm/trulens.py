"""Groundedness from 0 to 10, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.llm import Failure, LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import MISQUOTED, not_asked, quoted_words, shortened, unreadable
from .reading import Unreadable, read_share
from .version import LLM_RULES

TASK = Task("trulens", items="statements", entries="ratings", most=20)
MOST = 10.0


class TruLensJudge:
    """The groundedness measure of TruLens (trulens.org, "groundedness" of the RAG triad), with prompts of our own.

    Each sentence of the claim is rated from 0 to 10 for how far the evidence backs it, with the words that do. Scores
    `llm_supported`: the mean rating divided by 10. Unscored where a rating cannot be read, or quotes words that do
    not stand in the evidence.
    """

    name = "trulens"

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None) -> None:
        self._asker = Asker(TASK, llm, cache)
        self.version = digest(self.name, LLM_RULES, self._asker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        asked = [(place, item) for place, pair in enumerate(pairs) for item in _items(pair)]
        entries = await self._asker.ask([item for _, item in asked])
        by_pair: list[list[Entry | Failure]] = [[] for _ in pairs]
        for (place, _), entry in zip(asked, entries, strict=True):
            by_pair[place].append(entry)
        return [_opinion(ratings, pair) for ratings, pair in zip(by_pair, pairs, strict=True)]


def _items(pair: Pair) -> list[Item]:
    parts = [pair.claim[span.start : span.end] for span in sentences(pair.claim, pair.claim_lang)]
    worded = [part for part in parts if any(char.isalnum() for char in part)] or [pair.claim]
    return [Item(pair.claim_lang, {"text": part}, {"evidence": pair.premise}) for part in worded]


def _opinion(ratings: Sequence[Entry | Failure], pair: Pair) -> Opinion | Unscored:
    shares: list[float] = []
    quotes: list[str] = []
    for rating in ratings:
        if isinstance(rating, Failure):
            return not_asked(rating.reason)
        words = quoted_words(rating["quote"], pair.premise)
        if words is None and rating["quote"].strip():
            return unreadable(MISQUOTED)
        try:
            shares.append(read_share(rating["score"], MOST))
        except Unreadable as problem:
            return unreadable(problem)
        quotes += [words] if words else []
    return Opinion({"llm_supported": sum(shares) / len(shares)}, reason=shortened(" … ".join(dict.fromkeys(quotes))))
