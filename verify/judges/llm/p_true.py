"""P(True): how probable it is for the model that the claim is true, given the evidence."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.llm import Candidates, Failure, LanguageModel, Reply
from claimgraph.verify.model import Opinion, Pair, Unscored

from .judging import judge_those_with_words, share_of_votes
from .single import SHORT_REPLY, Question, SingleAsker
from .version import LLM_RULES

_TOP = 20  # candidates a token: the most that endpoints give
_LEAST_MASS = 0.5  # of the two letters together, for the model to have answered the question at that token
_EDGES = " \t\n().:*\"'`[]"


class PTrueJudge:
    """Kadavath et al., "Language Models (Mostly) Know What They Know", arXiv:2207.05221, §4: self-evaluation.

    The model chooses between (A) true and (B) false. Scores `llm_supported` = P(A) / (P(A) + P(B)) at the first token
    of the reply where the two letters together have at least half of the probability. Where the endpoint gives no
    probabilities of tokens, or no such token, it is the share of "A" among `samples` replies at temperature 1.
    """

    name = "p_true"

    def __init__(self, llm: LanguageModel, samples: int = 10) -> None:
        self._probable = SingleAsker("p_true", llm, SHORT_REPLY, top_logprobs=_TOP)
        self._sampled = SingleAsker("p_true", llm, SHORT_REPLY, samples=samples, temperature=1.0)
        self.version = digest(self.name, LLM_RULES, self._probable.version, self._sampled.version)[:12]

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        return await judge_those_with_words(pairs, self._judge)

    async def _judge(self, pairs: Sequence[Pair]) -> list[Opinion | Unscored]:
        asked = [Question(pair.claim_lang, {"claim": pair.claim, "evidence": pair.premise}) for pair in pairs]
        results: list[Opinion | Unscored | None] = [_opinion(reply) for reply in await self._probable.ask_once(asked)]
        left = [place for place, result in enumerate(results) if result is None]
        for place, replies in zip(left, await self._sampled.ask([asked[place] for place in left]), strict=True):
            results[place] = share_of_votes([_vote(reply) for reply in replies], pairs[place].claim_lang)
        return [result for result in results if result is not None]


def _opinion(reply: Reply | Failure) -> Opinion | Unscored | None:
    """None: there are no probabilities to tell, so samples must."""
    if isinstance(reply, Failure):
        return share_of_votes([reply], "en")
    share = probability_of_true(reply.logprobs or ())
    return None if share is None else Opinion({"llm_supported": share})


def probability_of_true(tokens: Sequence[Candidates]) -> float | None:
    """P(A) / (P(A) + P(B)) at the first token that decides between them; None where none does."""
    for candidates in tokens:
        mass = {"A": 0.0, "B": 0.0}
        for text, logarithm in candidates:
            letter = _letter(text)
            if letter is not None:
                mass[letter] += math.exp(min(0.0, logarithm))
        total = mass["A"] + mass["B"]
        if total >= _LEAST_MASS:
            return mass["A"] / total
    return None


def _vote(reply: Reply | Failure) -> bool | Failure | str:
    if isinstance(reply, Failure):
        return reply
    letter = _letter(reply.text)
    return "it is neither A nor B" if letter is None else letter == "A"


def _letter(text: str) -> str | None:
    bare = unicodedata.normalize("NFKC", text).strip(_EDGES + "。").upper()
    return bare if bare in ("A", "B") else None
