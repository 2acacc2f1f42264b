"""The two texts that a verification hands back: the answer filtered, and the answer corrected."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Span
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
    gone = [one for one in conclusions if one.decision.verdict not in stays]
    wrong = [one for one in gone if one.decision.verdict is Verdict.CONTRADICTED]
    fates = [_fate(one, one not in gone and not _rests_on(one, wrong)) for one in conclusions]
    return await mend(answer, fates, restate) or refusal(detect_language(answer))


async def corrected_answer(
    answer: str, conclusions: Sequence[Conclusion], corrections: Sequence[Correction], restate: Restate
) -> str:
    """The answer with every correction in its place, and without what nobody could mend."""
    if not corrections:
        return answer
    by_claim = {correction.conclusion.claim.id: correction for correction in corrections}
    gone = [one for one in conclusions if one.claim.id in by_claim and not by_claim[one.claim.id].after]
    wrong = [one for one in gone if one.decision.verdict is Verdict.CONTRADICTED]
    fates = []
    for one in conclusions:
        correction = by_claim.get(one.claim.id)
        if one in gone or _rests_on(one, wrong):
            fates.append(_fate(one, stays=False))
        elif correction is None:
            fates.append(_fate(one, stays=True))
        else:
            fates.append(Fate(one.claim.places, one.claim.lang, correction.after, correction.edits))
    return await mend(answer, fates, restate) or refusal(detect_language(answer))


def _rests_on(conclusion: Conclusion, gone: Sequence[Conclusion]) -> bool:
    """Whether a claim says all that one of those says, and more: "won in 1903" falls with a contradicted "won"."""
    return any(
        other is not conclusion and place.spans and mine.spans != place.spans and _holds(mine.spans, place.spans)
        for other in gone
        for place in other.claim.places
        for mine in conclusion.claim.places
    )


def _holds(spans: Sequence[Span], inner: Sequence[Span]) -> bool:
    return all(any(span.start <= one.start and one.end <= span.end for span in spans) for one in inner)


def _fate(conclusion: Conclusion, stays: bool) -> Fate:
    claim = conclusion.claim
    return Fate(claim.places, claim.lang, claim.text if stays else None)
