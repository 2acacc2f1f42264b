"""Marks behind claims that nobody could mend and that stay in the text all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimgraph.graph_schema.vocabulary import Verdict

from ..edits import Edit
from ..model import Conclusion, Place
from .mending import Fate

_MARKS = {
    ("en", Verdict.CONTRADICTED): " [contradicted by the sources]",
    ("en", Verdict.NOT_ENOUGH_INFO): " [not supported by the sources]",
    ("zh", Verdict.CONTRADICTED): "［与资料不符］",
    ("zh", Verdict.NOT_ENOUGH_INFO): "［资料未予证实］",
}


def mark(lang: str, verdict: Verdict) -> str:
    """What is written behind a flagged claim."""
    return _MARKS["zh" if lang == "zh" else "en", verdict]


def with_marks(answer: str, fates: Sequence[Fate], flagged: Sequence[Conclusion]) -> list[Fate]:
    """The fates with a mark behind the last word of each flagged claim, at every place; one mark a word."""
    marks: dict[int, str] = {}
    for conclusion in flagged:
        for place in conclusion.claim.places:
            if (at := _last_letter(answer, place)) is not None:
                marks.setdefault(at, mark(conclusion.claim.lang, conclusion.decision.verdict))
    marked = [_behind_edits(fate, marks) for fate in fates]
    edited = {edit.end - 1 for fate in fates for edit in fate.edits}
    for number, fate in enumerate(marked):
        mine = {at for place in fate.places if (at := _last_letter(answer, place)) in marks and at not in edited}
        edits = tuple(Edit(at, at + 1, answer[at] + marks[at]) for at in sorted(mine) if not _covered(at, marked))
        marked[number] = replace(fate, edits=(*fate.edits, *edits)) if fate.after is not None else fate
    return marked


def _behind_edits(fate: Fate, marks: dict[int, str]) -> Fate:
    """A correction that ends where a flagged claim does brings the mark along."""
    edits = tuple(Edit(one.start, one.end, one.after + marks.get(one.end - 1, "")) for one in fate.edits)
    return replace(fate, edits=edits)


def _covered(at: int, fates: Sequence[Fate]) -> bool:
    return any(edit.start <= at < edit.end for fate in fates for edit in fate.edits if edit.end - edit.start > 1)


def _last_letter(answer: str, place: Place) -> int | None:
    """Where the last letter or digit of the claim stands."""
    letters = [offset for span in place.spans for offset in range(span.start, span.end) if answer[offset].isalnum()]
    return max(letters, default=None)
