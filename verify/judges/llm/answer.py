"""A whole answer in one call: which of its statements are grounded in the evidence, inferred from it, or neither."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.llm import Failure, LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import MISQUOTED, NOTHING_QUOTED, not_asked, quoted_words, shortened, unreadable
from .reading import Grounding, Unreadable, read_grounding
from .sources import whole_evidence
from .version import LLM_RULES

TASK = Task("whole_answer", items="statements", entries="statements", most=30)

SUPPORT: dict[Grounding, float] = {"grounded": 1.0, "inferred": 0.5, "hallucinated": 0.0}


class WholeAnswerJudge:
    """All statements of an answer that share their evidence, the whole of it, are judged in one call (up to 30).

    Scores `llm_supported`: 1 where the evidence states the statement (grounded), 0.5 where a careful reader could
    conclude it from the evidence (inferred), 0 where neither holds (hallucinated). The finding is of that kind; it
    contradicts where a hallucinated statement comes with the words of the evidence that it conflicts with.

    A grounded or inferred statement must quote the evidence; words that do not stand there make it Unscored. What the
    model says about one statement may depend on the others of its answer: that is what one call for all means.
    """

    name = "llm_answer"
    reads = frozenset({"sources"})

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None) -> None:
        self._asker = Asker(TASK, llm, cache)
        self.version = digest(self.name, LLM_RULES, self._asker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        evidence = [whole_evidence(pair) for pair in pairs]
        asked = [
            Item(pair.claim_lang, {"text": pair.claim}, {"evidence": text})
            for pair, text in zip(pairs, evidence, strict=True)
        ]
        return [
            not_asked(entry.reason) if isinstance(entry, Failure) else _opinion(entry, pair.claim, text)
            for pair, text, entry in zip(pairs, evidence, await self._asker.ask(asked), strict=True)
        ]


def _opinion(entry: Entry, claim: str, evidence: str) -> Opinion | Unscored:
    try:
        grounding = read_grounding(entry["class"])
    except Unreadable as problem:
        return unreadable(problem)
    quote = entry["quote"].strip()
    words = quoted_words(quote, evidence)
    if words is None and quote:
        return unreadable(MISQUOTED)
    if words is None and grounding != "hallucinated":
        return unreadable(NOTHING_QUOTED)
    finding = Finding(grounding, _stance(grounding, words), claim, words or "")
    return Opinion({"llm_supported": SUPPORT[grounding]}, (finding,), shortened(entry["reason"]))


def _stance(grounding: Grounding, words: str | None) -> Stance:
    if grounding == "grounded":
        return Stance.SUPPORTS
    return Stance.CONTRADICTS if grounding == "hallucinated" and words else Stance.NEUTRAL
