"""Correction without a language model: put the window's number, date or name in the place of the claim's wrong one.

Where the judges' rules see which value of the decisive window stands in the role of the claim's wrong value, that
value is written in, in the claim's own format where that is easy. Otherwise the claim is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from claimgraph.ingest.text.dates import DateMention
from claimgraph.ingest.text.quantities import Quantity
from claimgraph.verify.judges.aligning import Alignment, align
from claimgraph.verify.judges.alignment import find_conflicts
from claimgraph.verify.judges.conflicts import Conflict
from claimgraph.verify.judges.rules_version import RULES_VERSION
from claimgraph.verify.model import CorrectionRequest, Proposal, Window

from .rewrite import Edit

CORRECTOR_VERSION = "1"
_REPLACEABLE = frozenset({"number", "date", "name"})


class ValueCorrector:
    """Implements `Corrector`: a replacement of wrong values, else a removal; never `None`."""

    name = "value"
    version = f"{CORRECTOR_VERSION}-{RULES_VERSION}"

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        return [propose(request) for request in requests]


def propose(request: CorrectionRequest) -> Proposal:
    """The first window in which every conflict of the claim names a value that can be written in its place."""
    for window in request.windows:
        after = corrected(request.claim_text, request.lang, window)
        if after is not None:
            return Proposal(after, "value", window.pieces)
    pieces = request.windows[0].pieces if request.windows else ()
    return Proposal("", "removal", pieces)


def corrected(claim: str, lang: str, window: Window) -> str | None:
    """`claim` with all its wrong values replaced by those of `window`; `None` where there is nothing to replace, or
    something (two names that changed places, a negation) that no replacement of values mends."""
    if lang != window.lang:
        return None
    alignment = align(claim, lang, window.text, window.lang)
    conflicts = find_conflicts(alignment)
    if not conflicts or any(conflict.kind not in _REPLACEABLE for conflict in conflicts):
        return None
    edits = [edit for conflict in conflicts if (edit := _edit(alignment, conflict)) is not None]
    if len(edits) != len(conflicts):
        return None
    return apply_values(claim, edits)


def apply_values(claim: str, edits: Sequence[Edit]) -> str | None:
    """All edits made; `None` where two of them touch the same words or nothing would change."""
    ordered = sorted(edits, key=lambda edit: edit.start)
    if any(left.end > right.start for left, right in pairwise(ordered)):
        return None
    text = claim
    for edit in reversed(ordered):
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text if text != claim else None


def _edit(alignment: Alignment, conflict: Conflict) -> Edit | None:
    items = [alignment.claim.items[index] for index in conflict.claim_items]
    rivals = [alignment.window.items[index] for index in conflict.window_items]
    if not items or not rivals:
        return None
    start, end = items[0].start, items[-1].end
    first, rival = items[0], rivals[0]
    if first.quantity is not None and rival.quantity is not None:
        return _number_edit(alignment.claim.text, first.quantity, rival.quantity)
    if first.date is not None and rival.date is not None:
        return _date_edit(alignment.claim.text, first.date, rival.date)
    return Edit(start, end, conflict.window_words)


# --- Numbers

_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")


def _number_edit(claim: str, wrong: Quantity, right: Quantity) -> Edit:
    """Only the number changes where both write the same unit around it; else number and unit together."""
    if wrong.kind == right.kind == "count" and wrong.number_end and right.number_end:
        before = claim[wrong.start : wrong.number_end]
        after = right.surface[: right.number_end - right.start]
        return Edit(wrong.start, wrong.number_end, _in_format(before, after, right.number))
    frame, value = _frame(wrong.surface), _frame(right.surface)
    if frame and value and frame[0] == value[0] and frame[2] == value[2]:
        return Edit(wrong.start, wrong.end, frame[0] + _in_format(frame[1], value[1], None) + frame[2])
    return Edit(wrong.start, wrong.end, right.surface)


def _frame(surface: str) -> tuple[str, str, str] | None:
    """What stands before, as and after the only number in digits of a surface."""
    found = list(_NUMBER.finditer(surface))
    if len(found) != 1:
        return None
    match = found[0]
    return surface[: match.start()], match.group(), surface[match.end() :]


def _in_format(before: str, after: str, value: Decimal | None) -> str:
    """`after` with or without thousands separators as `before` has them, digits for digits."""
    if not _NUMBER.fullmatch(before) or value is None:
        return after
    if value != value.to_integral_value() or abs(value) >= Decimal(10) ** 15 or "." in before:
        return after
    whole = int(value)
    if "," in before:
        return f"{whole:,}"
    return str(whole) if len(before) >= 4 or whole < 10_000 or not after.isascii() else after


# --- Dates


def _date_edit(claim: str, wrong: DateMention, right: DateMention) -> Edit:
    """The same fields as the claim gives, in its own format where only the year differs; else as the window says."""
    same_rest = all(
        getattr(wrong, name) is None or getattr(wrong, name) == getattr(right, name)
        for name in ("month", "day", "quarter", "season", "weekday")
    )
    if wrong.year is not None and right.year is not None and wrong.last_year == right.last_year and same_rest:
        written = str(abs(wrong.year))
        if written in wrong.surface:
            return Edit(wrong.start, wrong.end, wrong.surface.replace(written, str(abs(right.year)), 1))
    if wrong.precision == "year" and right.year is not None and right.last_year is None:
        written = str(abs(wrong.year or 0))
        if written in wrong.surface:
            return Edit(wrong.start, wrong.end, wrong.surface.replace(written, str(abs(right.year)), 1))
    return Edit(wrong.start, wrong.end, right.surface)
