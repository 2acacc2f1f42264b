"""SelfCheckGPT: does the model, asked the same question again and again, say things that agree with the claim?"""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.llm import Failure, LanguageModel, Reply
from claimgraph.verify.model import Opinion, Pair, Unscored
from claimgraph.verify.ports import Judge

from .opinions import not_asked
from .single import SHORT_REPLY, Question, SingleAsker
from .version import LLM_RULES

_WINDOW = 3  # sentences of an answer that the NLI model reads at once


class SelfCheckJudge:
    """Manakul, Liusie and Gales, "SelfCheckGPT", EMNLP 2023, arXiv:2303.08896, §5.4: SelfCheckGPT with NLI.

    `samples` answers to the pair's question are drawn from the model, without evidence. For each, the NLI judge gives
    c / (e + c), contradiction against entailment of the claim; the mean over the answers is the paper's score of
    inconsistency, and `llm_supported` is 1 minus it. A long answer is read in windows of three sentences, and the one
    that says most about the claim (the greatest e + c) stands for it.

    Reads claim and question, not the evidence. Unscored without a question, in a language that the NLI judge does not
    read, and where fewer than half of the answers could be had.
    """

    name = "selfcheck"
    reads = frozenset({"question"})

    def __init__(self, llm: LanguageModel, nli: Judge, samples: int = 5) -> None:
        self._asker = SingleAsker("selfcheck", llm, SHORT_REPLY, samples=samples, temperature=1.0)
        self._nli = nli
        self._samples = samples
        self.version = digest(self.name, LLM_RULES, self._asker.version, f"{nli.name}-{nli.version}")[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        results: list[Opinion | Unscored] = [_unscored(pair) or Opinion() for pair in pairs]
        places = [place for place, result in enumerate(results) if isinstance(result, Opinion)]
        asked = [Question(pairs[place].claim_lang, {"question": pairs[place].question}) for place in places]
        answers = await self._asker.ask(asked)
        said = await self._compared(
            [(pairs[place], _texts(found)) for place, found in zip(places, answers, strict=True)]
        )
        for place, found, shares in zip(places, answers, said, strict=True):
            results[place] = self._opinion(found, shares, pairs[place].claim_lang)
        return results

    async def _compared(self, wanted: Sequence[tuple[Pair, Sequence[str]]]) -> list[list[float | Unscored]]:
        """For each claim its inconsistency with each of its answers, all by one call of the NLI judge."""
        read = [
            (number, place, window)
            for number, (pair, answers) in enumerate(wanted)
            for place, answer in enumerate(answers)
            for window in _windows(pair, answer)
        ]
        opinions = await self._nli.judge([window for _, _, window in read])
        by_answer: dict[tuple[int, int], list[Opinion | Unscored]] = {}
        for (number, place, _), opinion in zip(read, opinions, strict=True):
            by_answer.setdefault((number, place), []).append(opinion)
        return [
            [_inconsistency(by_answer.get((number, place), [])) for place in range(len(answers))]
            for number, (_, answers) in enumerate(wanted)
        ]

    def _opinion(
        self, answers: Sequence[Reply | Failure], shares: Sequence[float | Unscored], lang: str
    ) -> Opinion | Unscored:
        counted = [share for share in shares if isinstance(share, float)]
        if not counted or 2 * len(counted) < self._samples:
            lost = [share for share in shares if isinstance(share, Unscored)]
            failures = [answer for answer in answers if isinstance(answer, Failure)]
            return not_asked(failures[0].reason) if failures else lost[0]
        mean = sum(counted) / len(counted)
        agreeing = sum(share < 0.5 for share in counted)
        why = (
            f"{len(counted)}个抽样回答中有{agreeing}个与该陈述一致。"
            if lang == "zh"
            else f"{agreeing} of {len(counted)} sampled answers agree with the claim."
        )
        return Opinion({"llm_supported": min(1.0, max(0.0, 1.0 - mean))}, reason=why)


def _unscored(pair: Pair) -> Unscored | None:
    if not any(char.isalnum() for char in pair.claim):
        return Unscored("the claim has no word to judge")
    if pair.question is None or not any(char.isalnum() for char in pair.question):
        return Unscored("there is no question to ask the language model again")
    return None


def _texts(answers: Sequence[Reply | Failure]) -> list[str]:
    return [answer.text for answer in answers if isinstance(answer, Reply)]


def _windows(pair: Pair, answer: str) -> list[Pair]:
    lang = detect_language(answer)
    lang = pair.claim_lang if lang == "und" else lang
    spans = sentences(answer, lang)
    if len(spans) <= _WINDOW:
        return [Pair(pair.claim, pair.claim_lang, answer, lang)]
    return [
        Pair(pair.claim, pair.claim_lang, answer[spans[start].start : spans[start + _WINDOW - 1].end], lang)
        for start in range(len(spans) - _WINDOW + 1)
    ]


def _inconsistency(opinions: Sequence[Opinion | Unscored]) -> float | Unscored:
    scored = [
        (opinion.scores["nli_entailment"], opinion.scores["nli_contradiction"])
        for opinion in opinions
        if isinstance(opinion, Opinion)
    ]
    if not scored:
        lost = next((opinion for opinion in opinions if isinstance(opinion, Unscored)), None)
        return lost or Unscored("the sampled answer has no sentence")
    entailment, contradiction = max(scored, key=sum)
    if entailment + contradiction <= 0:
        return 0.5  # wholly neutral: the two sides weigh the same
    return contradiction / (entailment + contradiction)
