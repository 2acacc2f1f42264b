"""When a claim that was made says the same as a claim of the gold.

Both are sentences that keep the words of one text, so words are compared, not meanings:

1. they have the same content words, stemmed and each once. Nothing less will do: "Iron deficiency causes breath" shares
   four of the five words of "Iron deficiency causes shortness of breath". What may differ are function words (the tense
   of "be", articles, a repeated subject), and what the gold lists as another wording;
2. numbers, negations and modal verbs are the same, each as often: these turn a claim into another one;
3. both are checkable, or both are not.

Each claim is matched once, and so that the most pairs are had.

With a threshold below 1 the content words of one need only be among those of the other, with at least that F1: how much
hangs on a word too many or too few. A claim that also says another gold claim of the text is still no match: "X runs on
Linux and macOS" is neither of its halves. Without this a text left whole would score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .assignment import maximum_matching
from .wording import share_f1, wording

CLAIM_THRESHOLD = 1.0
LENIENT_THRESHOLD = 0.8


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """An atomic claim of the gold; `also` are other wordings that are as right."""

    text: str
    checkable: bool = True
    standalone: bool = True
    also: tuple[str, ...] = ()

    @property
    def wordings(self) -> tuple[str, ...]:
        return (self.text, *self.also)


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """A claim as a decomposer made it."""

    text: str
    checkable: bool = True


def match_claims(
    predicted: Sequence[StatedClaim], gold: Sequence[GoldClaim], lang: str, threshold: float = CLAIM_THRESHOLD
) -> list[tuple[int, int]]:
    """Pairs (index in `predicted`, index in `gold`) of claims that say the same, each claim at most once."""
    partners = [[index for index in range(len(gold)) if _same(one, gold, index, lang, threshold)] for one in predicted]
    return maximum_matching(partners)


def _same(claim: StatedClaim, gold: Sequence[GoldClaim], index: int, lang: str, threshold: float) -> bool:
    meant = gold[index]
    if claim.checkable != meant.checkable:
        return False
    said = wording(claim.text, lang)
    for text in meant.wordings:
        other = wording(text, lang)
        if said.fixed != other.fixed or not (said.content <= other.content or other.content <= said.content):
            continue
        if share_f1(said.content, other.content) < threshold:
            continue
        if not said.content and not other.content and claim.text.casefold() != text.casefold():
            continue
        return not _says_more(claim, gold, index, lang)
    return False


def _says_more(claim: StatedClaim, gold: Sequence[GoldClaim], index: int, lang: str) -> bool:
    """Whether the claim has all content words of another gold claim, some of which the matched one lacks."""
    said = wording(claim.text, lang).content
    meant = [wording(text, lang).content for text in gold[index].wordings]
    for number, other in enumerate(gold):
        words = wording(other.text, lang).content
        if number != index and words <= said and not any(words <= one for one in meant):
            return True
    return False
