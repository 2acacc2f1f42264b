"""Fine-grained search as HalluSearch does it: each fact of the claim is searched for in the source, then checked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from claimgraph.graph_schema.ids import digest
from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import Word, content_words, inverse_document_frequency, overlap
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import quoted_words, shortened, unreadable
from .parts import CheckedPart, Part, PartByPart
from .ragas import text_item
from .reading import Unreadable, read_share
from .version import LLM_RULES

SPLIT = Task("facts", items="texts", entries="texts", reply_tokens=250, copied=5.0)
CHECK = Task("fact_check", items="facts", entries="verdicts", most=6)
PASSAGES = 5  # of the source, for one fact
_SENTENCES = 3  # of a passage


class HalluSearchJudge:
    """Abdallah and El-Beltagy, "HalluSearch at SemEval-2025 Task 3: A Search-Enhanced RAG Pipeline for Hallucination
    Detection", arXiv:2504.10168: factual splitting, context retrieval, hallucination verification.

    The claim is taken apart into facts, each with the words of the claim that state it. For each fact all texts that
    were gathered for the claim, which may be whole documents, are searched for the passages that share most of its
    words, weighted by rarity (the paper searches the web). The model says how probable it is that the fact is
    hallucinated, and which of its words.

    Scores `llm_supported`: 1 minus the probability of the worst fact, since one wrong word makes a claim wrong. Each
    fact is a finding with its words, those that are wrong where the model names them as they stand.
    """

    name = "hallusearch"
    reads = frozenset({"question", "sources"})

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None) -> None:
        splitter, checker = Asker(SPLIT, llm, cache), Asker(CHECK, llm, cache)
        self._steps = PartByPart(splitter, checker, text_item, _facts, _item, _conclude)
        self.version = digest(self.name, LLM_RULES, splitter.version, checker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._steps.judge)


def _facts(pair: Pair, entry: Entry) -> list[Part]:
    return [
        Part({"fact": one["fact"]}, one["fact"], quoted_words(one["words"], pair.claim) or "") for one in entry["facts"]
    ]


def _item(pair: Pair, part: Part) -> Item:
    return Item(
        pair.claim_lang, {**part.own, "passages": search(part.text, pair.claim_lang, pair.sources or (pair.premise,))}
    )


def search(fact: str, lang: str, sources: Sequence[str]) -> list[str]:
    """At most `PASSAGES` passages of the sources that share most words with the fact, in the order of the sources.

    Ties, and so sources in another language, go to what stands first.
    """
    passages, words, rarity = _passages(tuple(sources), lang)
    wanted = content_words(fact, lang)
    ranked = sorted(range(len(passages)), key=lambda place: (-overlap(wanted, words[place], rarity), place))
    return [passages[place] for place in sorted(ranked[:PASSAGES])]


@lru_cache(maxsize=64)
def _passages(sources: tuple[str, ...], lang: str) -> tuple[list[str], list[list[Word]], dict[str, float]]:
    """Runs of three sentences that overlap by one, their words, and how rare each word is among them."""
    passages = list(dict.fromkeys(run for source in sources for run in _runs(source, lang)))
    words = [content_words(passage, lang) for passage in passages]
    return passages, words, inverse_document_frequency(words)


def _runs(source: str, lang: str) -> list[str]:
    spoken = detect_language(source)
    spans = sentences(source, lang if spoken == "und" else spoken)
    if not spans:
        return [source]
    starts = range(0, max(1, len(spans) - 1), _SENTENCES - 1)
    return [source[spans[at].start : spans[min(at + _SENTENCES, len(spans)) - 1].end] for at in starts]


def _conclude(pair: Pair, checked: Sequence[CheckedPart]) -> Opinion | Unscored:
    try:
        probabilities = [read_share(one.entry["probability"]) for one in checked]
    except Unreadable as problem:
        return unreadable(problem)
    findings = tuple(_finding(one, probability) for one, probability in zip(checked, probabilities, strict=True))
    worst = max(range(len(checked)), key=lambda place: probabilities[place])
    return Opinion({"llm_supported": 1.0 - probabilities[worst]}, findings, shortened(checked[worst].entry["reason"]))


def _finding(one: CheckedPart, probability: float) -> Finding:
    """A fact that is more probably hallucinated than not is missing from the evidence, not against it."""
    stance = Stance.NEUTRAL if probability > 0.5 else Stance.SUPPORTS
    wrong = quoted_words(one.entry["words"], one.part.words or one.part.text) if stance is Stance.NEUTRAL else None
    return Finding("fact", stance, wrong or one.part.words or one.part.text, "")
