"""Correction without a language model: the evidence's number, date, name or polarity in place of the claim's wrong one.

What the evidence states is read sentence by sentence, and the statements that say the same but for a value, or but for
a negation, tell what the claim should say (`candidates`); before them the rows of a table, where the claim compares or
counts these. Where none is near enough, the judges' rules are asked which value of the decisive window stands in the
role of the claim's wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

import anyio.to_thread

from claimgraph.ingest.text.fact_lists import fact_lists, value_of

from ..edits import word_diff
from ..judges.aligning import Alignment, align
from ..judges.alignment import find_conflicts
from ..judges.analysis import WORD
from ..judges.conflicts import Conflict
from ..judges.values.candidates import Candidate, candidates
from ..judges.values.told import Told
from ..judges.values.version import VALUES_VERSION
from ..judges.values.writing import apply_values, value_edit
from ..model import CorrectionRequest, Pair, Proposal, Window
from .by_rows import by_all_rows, by_cells
from .telling import Teller

CORRECTOR_VERSION = "10"
METHOD = "value"
_REPLACEABLE = frozenset({"number", "date", "name"})


class ValueCorrector:
    """Implements `Corrector`. A proposal that failed is followed by the next likeliest one."""

    name = METHOD

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self.version = f"{CORRECTOR_VERSION}-{VALUES_VERSION}-{teller.version}"

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        told = await anyio.to_thread.run_sync(self._teller.tell, requests)
        return [propose(request, found) for request, found in zip(requests, told, strict=True)]


def propose(request: CorrectionRequest, told: Sequence[Told]) -> Proposal | None:
    """The likeliest correction that has not failed yet."""
    tried = {attempt.after for attempt in request.failed}
    found = chain(_by_rows(request), _proposals(request, told))
    return next((one for one in found if one.after not in tried and not is_broken(request.claim_text, one.after)), None)


_BROKEN = re.compile(
    r"\b(?P<word>to|the|a|an|of|is|was|are|were|not|be|has|have|in|at|by|from)\s+(?:not\s+)?(?P=word)\b"
    r"|\b(?:is|are|was|were|became|becomes|remain\w*|seem\w*|stay\w*|got|gets)\s+(?:is|are|was|were|can|cannot|has|have|does|do)\b"
    r"|-(?:can|cannot|is|are|was|were|not|has|have|does|do)\b"
    r"|已经?(?:尚未|从未|没有|未)|带不带|有没有|含不含|可以?不[得能可]|能不能|的的|了了|不不|没没|是是|为为|于于|达达",
    re.IGNORECASE,
)


def is_broken(before: str, after: str) -> bool:
    """Whether what a replacement joined cannot stand side by side: "became is not", "voted to not to sell"."""
    return len(_BROKEN.findall(after)) > len(_BROKEN.findall(before))


def _by_rows(request: CorrectionRequest) -> Iterator[Proposal]:
    """What a table's rows say of them together: which is the most, by how much, how many there are."""
    for window, pair in _pairs(request):
        after = by_all_rows(pair)
        if after is not None:
            yield Proposal(after, METHOD, window.pieces)


def _pairs(request: CorrectionRequest) -> Iterator[tuple[Window, Pair]]:
    for window in request.windows:
        if window.lang == request.lang:
            yield window, Pair(request.claim_text, request.lang, window.text, window.lang, tables=window.tables)


def _proposals(request: CorrectionRequest, told: Sequence[Told]) -> Iterator[Proposal]:
    found = candidates(request.claim_text, request.lang, request.conclusion.claim.mentions, told, request.answer)
    if found is None:
        return
    for candidate in found:
        after = affirmed(request.claim_text, candidate.text)
        before = request.claim_text
        if not _is_emptied(before, after) and not _is_denied_otherwise(before, after, _sentence(request, candidate)):
            yield Proposal(after, METHOD, (candidate.told.piece,))
    if found:
        return
    for window, pair in _pairs(request):
        for mended in by_cells(pair):
            yield Proposal(mended, METHOD, window.pieces)
    for window in request.windows:
        replaced = corrected(request.claim_text, request.lang, window)
        if replaced is None or _is_emptied(request.claim_text, replaced):
            continue
        if not _stands_there(request, window, replaced):
            yield Proposal(replaced, METHOD, window.pieces)


_EMPTY = frozenset(["为", "的", "在", "is", "was", "are", "were", "of", "the", "a", "an"])
_DENIAL = re.compile(r"[不没未无非]|\b(?:not|no|never)\b|n['’]t\b", re.IGNORECASE)


def _is_emptied(before: str, after: str) -> bool:
    """Whether words that say something gave place to one that says nothing: 月费最高 to 月费为."""
    parts = word_diff(before, after)
    gone, come = ("".join(part.text for part in parts if part.kind == kind).strip() for kind in ("removed", "added"))
    return come.casefold() in _EMPTY and bool(gone) and _DENIAL.search(gone) is None


_DENIES = re.compile(
    r"[只仅才勿禁拒避]|免(?!费)|除非|尚未|停止|\b(?:only|never|no|not|nor|none|until|unless|without|prohibit\w*|forb[aio]d\w*|ban(?:s|ned|ning)?|avoid\w*|refus\w*"
    r"|fail\w*|rather|instead|hardly|once|except\w*)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\b(?:until|till|unless|before|without)\b|除非|才|之前", re.IGNORECASE)


def _sentence(request: CorrectionRequest, candidate: Candidate) -> str:
    """The sentence of the evidence that states what a claim is mended by."""
    piece = candidate.told.piece
    texts = {chunk.chunk_id: chunk.text for chunk in request.conclusion.evidence.chunks}
    return texts[piece.chunk_id][piece.start : piece.end]


def _is_denied_otherwise(before: str, after: str, sentence: str) -> bool:
    """Whether a denial that is taken out may stand in the evidence in other words ("only once", 禁用), or belongs to
    an "until": without it the claim would say the opposite."""
    parts = word_diff(before, after)
    gone = "".join(part.text for part in parts if part.kind == "removed")
    if _DENIAL.search(gone) is None or _DENIAL.search("".join(part.text for part in parts if part.kind == "added")):
        return False
    return _DENIES.search(sentence) is not None or _UNTIL.search(before) is not None


_DENIED = re.compile(
    r"\b(?:(?P<auxiliary>am|is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|shall)"
    r"(?:\s+not|not|n['’]t)|(?P<can>can['’]t)|(?P<will>won['’]t))\b",
    re.IGNORECASE,
)


def affirmed(claim: str, after: str) -> str:
    """`after`; where it only leaves out of the claim an auxiliary with its "not", the claim without the "not" alone.

    The evidence may say it in another voice: "was not passed by the Senate" is affirmed by "the Senate passed", and
    without its "was" it is no sentence.
    """
    for denied in _DENIED.finditer(claim):
        head, tail = claim[: denied.start()], claim[denied.end() :]
        rest = after[len(head) :].strip()
        if after.startswith(head) and rest and tail.strip().endswith(rest):
            auxiliary = denied["auxiliary"] or ("can" if denied["can"] else "will")
            return head + auxiliary + tail
    return after


def _stands_there(request: CorrectionRequest, window: Window, after: str) -> bool:
    """Whether a value that would be replaced stands in the evidence: which role it has there only statements tell, and
    the line of a list that the window is ("Friday: 9 am to 4 pm"): the other lines tell of other things."""
    texts = " ".join(_beside(chunk.chunk_id, chunk.text, window) for chunk in request.conclusion.evidence.chunks)
    gone = [part.text.strip().casefold() for part in word_diff(request.claim_text, after) if part.kind == "removed"]
    return any(part.removesuffix("s") in texts.casefold() for part in gone if any(map(str.isalnum, part)))


def _beside(chunk_id: str, text: str, window: Window) -> str:
    """The text without what the other lines say of a list of which the window is one line behind its title."""
    mine = {(piece.start, piece.end) for piece in window.pieces if piece.chunk_id == chunk_id}
    kept = text
    for listed in fact_lists(text) if window.headed else ():
        if len(mine & set(listed.rows)) == 1:
            for start, end in (value_of(text, row) for row in listed.rows if row not in mine):
                kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


def corrected(claim: str, lang: str, window: Window) -> str | None:
    """`claim` with all its wrong values replaced by those of `window`; `None` where there is nothing to replace, or
    something (two names that changed places, a negation) that no replacement of values mends."""
    if lang != window.lang:
        return None
    alignment = align(claim, lang, window.text, window.lang)
    conflicts = find_conflicts(alignment)
    if not conflicts or any(conflict.kind not in _REPLACEABLE for conflict in conflicts):
        return None
    if any(conflict.kind != "name" and _measures_another_thing(alignment, conflict) for conflict in conflicts):
        return None
    names = [conflict for conflict in conflicts if conflict.kind == "name"]
    if names and len(names) < len(conflicts):
        # A wrong name draws the numbers and dates beside it to its own place: they are read again with the right one.
        named = _replaced(alignment, names)
        if named is None:
            return None
        left = find_conflicts(align(named, lang, window.text, window.lang))
        if any(conflict.kind not in ("number", "date") for conflict in left):
            return None
        return corrected(named, lang, window) if left else named
    return _replaced(alignment, conflicts)


_BESIDE = 2  # items on either side of a value that may say what it measures


def _measures_another_thing(alignment: Alignment, conflict: Conflict) -> bool:
    """Whether the window has no word of what the claim says the value is of: the weight of a thing is not put in the
    place of the load that it bears."""
    claim = alignment.claim.items
    near = range(conflict.claim_items[0] - _BESIDE, conflict.claim_items[-1] + _BESIDE + 1)
    words = [claim[at] for at in near if 0 <= at < len(claim) and claim[at].kind == WORD and claim[at].weight >= 1]
    return bool(words) and not any(alignment.matches[word.index] for word in words)


def _replaced(alignment: Alignment, conflicts: Sequence[Conflict]) -> str | None:
    """The claim with the values of `conflicts` replaced; `None` where one of them cannot be."""
    standing = [place for conflict in conflicts for place in conflict.window_items]
    if len(standing) != len(set(standing)):
        return None  # one value of the window cannot be two values of the claim
    edits = [edit for conflict in conflicts if (edit := value_edit(alignment, conflict)) is not None]
    if len(edits) != len(conflicts):
        return None
    return apply_values(alignment.claim.text, edits)
