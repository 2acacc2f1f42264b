"""Triple checking as RefChecker does it: each triple of the claim against the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.llm.cache import ReplyCache
from claimgraph.verify.model import Finding, Opinion, Pair, Unscored

from .asking import Asker, Entry, Item, Task
from .judging import judge_those_with_words
from .opinions import STANCES, quoted_words, shortened, unreadable
from .parts import CheckedPart, Part, PartByPart
from .ragas import text_item
from .reading import Unreadable, read_verdict
from .sources import whole_evidence
from .version import LLM_RULES

SPLIT = Task("triples", items="texts", entries="texts", reply_tokens=250, copied=5.0)
CHECK = Task("triple_check", items="triples", entries="verdicts", most=20)


class RefCheckerJudge:
    """Hu et al., "RefChecker: Reference-based Fine-grained Hallucination Checker and Benchmark for Large Language
    Models", arXiv:2405.14486: extractor, checker, aggregation.

    The claim's own triples are checked where the pair brings some (`claim_triples`); else the model extracts them.
    Each is an entailment, neutral or a contradiction given the reference. Scores `llm_supported`, `llm_contradicted`
    and `llm_not_enough_info`: the share of the triples that are each (the paper's soft aggregation; its strict one is
    "any finding that contradicts"). Each triple is a finding, with the words of the evidence where the model quotes
    them as they stand.
    """

    name = "refchecker"
    reads = frozenset({"question", "claim_triples", "sources"})

    def __init__(self, llm: LanguageModel, cache: ReplyCache | None = None) -> None:
        splitter, checker = Asker(SPLIT, llm, cache), Asker(CHECK, llm, cache)
        self._steps = PartByPart(splitter, checker, text_item, _extracted, _item, _conclude, _given)
        self.version = digest(self.name, LLM_RULES, splitter.version, checker.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._steps.judge)


def _given(pair: Pair) -> list[Part]:
    return [_part(one.head.text, one.relation, one.tail.text) for one in pair.claim_triples]


def _extracted(pair: Pair, entry: Entry) -> list[Part]:
    found = [(one["head"], one["relation"], one["tail"]) for one in entry["triples"]]
    return [_part(*one) for one in found if all(end.strip() for end in one)]


def _part(head: str, relation: str, tail: str) -> Part:
    own = {"head": head, "relation": relation, "tail": tail}
    return Part(own, f"({head}, {relation}, {tail})")


def _item(pair: Pair, part: Part) -> Item:
    return Item(pair.claim_lang, part.own, {"claim": pair.claim, "evidence": whole_evidence(pair)})


def _conclude(pair: Pair, checked: Sequence[CheckedPart]) -> Opinion | Unscored:
    try:
        verdicts = [read_verdict(one.entry["verdict"]) for one in checked]
    except Unreadable as problem:
        return unreadable(problem)
    counts, evidence = Counter(verdicts), whole_evidence(pair)
    findings = tuple(
        Finding("triple", STANCES[verdict], one.part.text, quoted_words(one.entry["quote"], evidence) or "")
        for one, verdict in zip(checked, verdicts, strict=True)
    )
    scores = {f"llm_{name}": counts[name] / len(verdicts) for name in STANCES}
    failing = [one.part.text for one, verdict in zip(checked, verdicts, strict=True) if verdict != "supported"]
    return Opinion(scores, findings, shortened("; ".join(failing)))
