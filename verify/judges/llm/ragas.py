"""Faithfulness as RAGAS defines it: the share of a text's statements that the evidence supports."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import shortened, unreadable
from .parts import CheckedPart, Part, PartByPart
from .reading import Unreadable, read_yes_no
from .sources import whole_evidence
from .version import LLM_RULES

SPLIT = Task("statements", items="texts", entries="texts", reply_tokens=200, copied=4.0)
CHECK = Task("faithfulness", items="statements", entries="verdicts", most=20)


class RagasFaithfulnessJudge:
    """Es, James, Espinosa-Anke and Schockaert, "RAGAS: Automated Evaluation of Retrieval Augmented Generation",
    arXiv:2309.15217, §3, faithfulness: F = |V| / |S|.

    The claim, which may be a whole answer, is taken apart into statements S; V are those that can be inferred from
    the evidence. Scores `llm_supported` = F. Each statement that cannot be is a finding.
    """

    name = "ragas_faithfulness"
    reads = frozenset({"question", "sources"})

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None) -> None:
        splitter, checker = Asker(SPLIT, llm, cache), Asker(CHECK, llm, cache)
        self._steps = PartByPart(splitter, checker, text_item, _statements, _item, _conclude)
        self.version = digest(self.name, LLM_RULES, splitter.version, checker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._steps.judge)


def text_item(pair: Pair) -> Item:
    """A claim to take apart; its question tells what a short answer ("1993") states."""
    return Item(pair.claim_lang, {"question": pair.question, "text": pair.claim})


def _statements(pair: Pair, entry: Entry) -> list[Part]:
    return [Part({"text": statement}, statement) for statement in entry["statements"]]


def _item(pair: Pair, part: Part) -> Item:
    return Item(pair.claim_lang, part.own, {"evidence": whole_evidence(pair)})


def _conclude(pair: Pair, checked: Sequence[CheckedPart]) -> Opinion | Unscored:
    try:
        held = [read_yes_no(one.entry["supported"]) for one in checked]
    except Unreadable as problem:
        return unreadable(problem)
    findings = tuple(
        Finding("statement", Stance.SUPPORTS if holds else Stance.NEUTRAL, one.part.text, "")
        for one, holds in zip(checked, held, strict=True)
    )
    reasons = " ".join(one.entry["reason"] for one, holds in zip(checked, held, strict=True) if not holds)
    return Opinion({"llm_supported": sum(held) / len(held)}, findings, shortened(reasons))
