"""The two texts that a verification hands back: the answer filtered, and the answer corrected."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.text.language import detect_language

from .correcting import Correction
from .correction.mending import Fate, Restate, mend
from .model import Conclusion

_REFUSALS = {
    "en": "The available sources do not support an answer to this question.",
    "zh": "现有资料不足以支持对该问题的回答。",
}


def refusal(lang: str) -> str:
    """The sentence that stands in for an answer of which nothing is supported."""
    return _REFUSALS.get(lang, _REFUSALS["en"])


async def filter_answer(answer: str, conclusions: Sequence[Conclusion], restate: Restate) -> str:
    """The answer without the claims that are not supported, its punctuation and spacing mended; else the refusal.

    What cannot be checked stays, and so do list marks and headings; the refusal stands where no supported claim is
    left of an answer that made claims. An answer without any claim is left as it is.
    """
    verdicts = [one.decision.verdict for one in conclusions if one.decision.verdict is not Verdict.NOT_CHECKABLE]
    if not verdicts:
        return answer.strip()
    if Verdict.SUPPORTED not in verdicts:
        return refusal(detect_language(answer))
    stays = (Verdict.SUPPORTED, Verdict.NOT_CHECKABLE)
    return await mend(answer, [_fate(one, one.decision.verdict in stays) for one in conclusions], restate)


async def corrected_answer(
    answer: str, conclusions: Sequence[Conclusion], corrections: Sequence[Correction], restate: Restate
) -> str:
    """The answer with every correction in its place, and without what nobody could mend."""
    if not corrections:
        return answer
    by_claim = {correction.conclusion.claim.id: correction for correction in corrections}
    fates = []
    for one in conclusions:
        correction = by_claim.get(one.claim.id)
        if correction is None or not correction.after:
            fates.append(_fate(one, stays=correction is None))
        else:
            fates.append(Fate(one.claim.places, one.claim.lang, correction.after, correction.edits))
    return await mend(answer, fates, restate)


def _fate(conclusion: Conclusion, stays: bool) -> Fate:
    claim = conclusion.claim
    return Fate(claim.places, claim.lang, claim.text if stays else None)
