"""The two texts that a verification hands back: the answer filtered, and the answer corrected, with what changed."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.text.language import detect_language

from .correcting import FLAG, Correction
from .correction.flagging import with_marks
from .correction.mending import Fate, Restate, mend
from .correction.placing import carry, holds, overlap, rests_on
from .edits import DiffPart, Edit, word_diff
from .model import Claim, Conclusion

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
        return answer
    if Verdict.SUPPORTED not in verdicts:
        return refusal(detect_language(answer))
    stays = (Verdict.SUPPORTED, Verdict.NOT_CHECKABLE)
    gone = [one for one in conclusions if one.decision.verdict not in stays]
    wrong = [one.claim for one in gone if one.decision.verdict is Verdict.CONTRADICTED]
    fates = [_fate(one, one not in gone and not rests_on(one.claim, wrong)) for one in conclusions]
    return await mend(answer, fates, restate) or refusal(detect_language(answer))


async def corrected_answer(
    answer: str,
    conclusions: Sequence[Conclusion],
    corrections: Sequence[Correction],
    restate: Restate,
    marked: bool = True,
) -> str:
    """The answer with every correction in its place, and without what nobody could mend.

    What is flagged stays; without `marked` no mark says so, which is the text to read and judge again.
    """
    if not corrections:
        return answer
    by_claim = {correction.conclusion.claim.id: correction for correction in corrections}
    made = list(dict.fromkeys(edit for correction in corrections for edit in correction.edits))
    gone = [one for one in conclusions if one.claim.id in by_claim and _goes(by_claim[one.claim.id])]
    wrong = [one.claim for one in gone if one.decision.verdict is Verdict.CONTRADICTED]
    quoted = [correction for correction in corrections if correction.alone]
    fates = []
    for one in conclusions:
        correction = by_claim.get(one.claim.id)
        if correction is not None and correction.alone:
            fates.append(Fate(one.claim.places, one.claim.lang, None, quoted=correction.alone))
        elif one in gone or (correction is None and (rests_on(one.claim, wrong) or _is_said(one, quoted))):
            fates.append(_fate(one, stays=False))
        elif correction is None or correction.method == FLAG:
            fates.append(Fate(one.claim.places, one.claim.lang, _carried(one.claim, made)))
        else:
            fates.append(Fate(one.claim.places, one.claim.lang, correction.after, correction.edits))
    flagged = [one for one in corrections if one.method == FLAG] if marked else []
    if flagged:
        fates = with_marks(answer, fates, [one.conclusion for one in flagged])
    return await mend(answer, fates, restate) or refusal(detect_language(answer))


def changes(answer: str, corrected: str) -> tuple[DiffPart, ...]:
    """What correcting changed, by words; where the refusal stands in for the answer, that as a whole.

    The words that the two have in common are chance.
    """
    if corrected != answer and corrected == refusal(detect_language(answer)):
        return DiffPart("removed", answer), DiffPart("added", corrected)
    return word_diff(answer, corrected)


def _goes(correction: Correction) -> bool:
    """Whether the claim's own words go, with or without something that stands there instead."""
    return bool(correction.alone) or not correction.after


def _is_said(conclusion: Conclusion, quoted: Sequence[Correction]) -> bool:
    """Whether a claim that stands rests on no more than what is quoted behind its sentence, and would be said twice."""
    here = [one for one in quoted if one.conclusion.claim.sentence == conclusion.claim.sentence]
    windows = conclusion.decisive_windows() if here and len(conclusion.claim.places) == 1 else ()
    pieces = [piece for window in windows for piece in window.pieces]
    return bool(pieces) and all(any(holds(one.based_on, piece) for one in here) for piece in pieces)


def _carried(claim: Claim, made: Sequence[Edit]) -> str:
    """What a claim that stays says once the corrections of others are made."""
    touching = [edit for edit in made if overlap([edit], claim.spans)]
    said = carry(claim.places[0], touching) if touching and claim.places else None
    return said or claim.text


def _fate(conclusion: Conclusion, stays: bool) -> Fate:
    claim = conclusion.claim
    return Fate(claim.places, claim.lang, claim.text if stays else None)
