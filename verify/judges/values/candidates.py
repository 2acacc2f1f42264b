"""What a claim would say with its wrong values put right, by the statements of its evidence, likeliest first.

A statement speaks of the same thing when it holds (nearly) all of the claim but for one or two values. A number that
differs is mended before a date, a date before a name, and the name that the claim is about last of all: "Belt has 930
inhabitants" is mended to Belt's number, though "Orrin has 930 inhabitants" would be as true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.model import Mention

from ...edits import word_diff
from ..aligning import align
from .reading import Reading
from .restating import may_matter, restated
from .slots import values_of
from .told import Told

_COST_OF_REPEATED = 0.01


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim put right, and the statement that says so. `names`: whether it differs in names alone."""

    text: str
    told: Told
    score: float
    names: bool = False


def candidates(
    claim: str, lang: str, names: Sequence[Mention], told: Sequence[Told], answer: str = "", beside: Sequence[Told] = ()
) -> list[Candidate] | None:
    """The claim with its wrong values replaced, best first, each text once; empty where nothing told is near enough.

    None where the evidence states the claim just as it is: there is nothing to mend. `names`: those in the claim. Of
    two values as good the one that `answer` does not state already comes first. `beside`: further statements, which
    are not read for the claim but may say where something lies.
    """
    found: dict[str, Candidate] = {}
    elsewhere = " ".join(one.text for one in (*told, *beside))
    free = values_of(claim, lang, names)
    for one in told:
        alignment = align(claim, lang, one.text, lang) if one.lang == lang else None
        if alignment is None or not may_matter(alignment, one, free):
            continue
        reading = Reading(alignment, one, names, elsewhere)
        if reading.says_all:
            return None
        made = restated(reading, elsewhere)
        if made is None:
            continue
        score = made.score - _COST_OF_REPEATED * _is_repeated(made.text, claim, answer)
        if made.text not in found or score > found[made.text].score:
            found[made.text] = Candidate(made.text, one, score, made.names)
    return sorted(found.values(), key=lambda candidate: -candidate.score)


def _is_repeated(text: str, claim: str, answer: str) -> bool:
    """Whether what is new in `text` stands in the answer already."""
    new = [part.text for part in word_diff(claim, text) if part.kind == "added" and part.text.strip()]
    return bool(new) and all(part.strip() in answer for part in new)
