"""Mending what is wrong: propose, judge the proposal as strictly as the claim it replaces, keep what holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Span

from .correction.placing import overlap, place_correction
from .correction.rewrite import Edit
from .model import Claim, Conclusion, CorrectionRequest, Piece, Proposal
from .ports import Corrector

WRONG = frozenset({Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO})

REMOVAL = "removal"


@dataclass(frozen=True, slots=True)
class Correction:
    """An accepted replacement. `yields` is what judging `after` again concluded, a claim each; none for a removal.

    `edits` put it into the answer, at every place that states the claim; none for a removal.
    """

    conclusion: Conclusion
    before: str
    after: str
    method: str
    prompt_version: str | None
    based_on: tuple[Piece, ...]
    yields: tuple[Conclusion, ...]
    edits: tuple[Edit, ...] = ()

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.chunk_id for piece in self.based_on))


Recheck = Callable[[Sequence[str]], Awaitable[list[tuple[Conclusion, ...]]]]
"""Texts in, what judging the claims in each of them concluded out."""


def needs_correction(conclusions: Sequence[Conclusion]) -> bool:
    """Whether any claim is contradicted or unsupported."""
    return any(conclusion.decision.verdict in WRONG for conclusion in conclusions)


async def correct(
    conclusions: Sequence[Conclusion],
    answer: str,
    question: str | None,
    correctors: Sequence[Corrector],
    recheck: Recheck,
) -> list[Correction]:
    """A correction for every claim that is contradicted or unsupported, in order.

    Correctors are asked in turn; a proposal that has no place in the answer, or that the judges do not find
    supported, is dropped and the next corrector is asked. What nobody can mend is taken out.
    """
    requests = {c.claim.id: _request(c, question) for c in conclusions if c.decision.verdict in WRONG}
    held = [span for c in conclusions if c.decision.verdict not in WRONG for span in c.claim.spans]
    done: dict[str, Correction] = {}
    for corrector in correctors:
        open_requests = [request for claim, request in requests.items() if claim not in done]
        if not open_requests:
            break
        proposals = await corrector.propose(open_requests)
        placed = []
        for request, proposal in zip(open_requests, proposals, strict=True):
            edits = _placed(request, proposal, answer, held)
            if proposal is not None and edits:
                placed.append((request, proposal, edits))
        found = await recheck([proposal.after for _, proposal, _ in placed]) if placed else []
        for (request, proposal, edits), yields in zip(placed, found, strict=True):
            made = [edit for other in done.values() for edit in other.edits]
            if _holds(yields) and _agree(edits, made):
                done[request.conclusion.claim.id] = _accepted(request, proposal, yields, edits)
    return [done.get(claim) or _removal(request) for claim, request in requests.items()]


def _placed(
    request: CorrectionRequest, proposal: Proposal | None, answer: str, held: Sequence[Span]
) -> tuple[Edit, ...]:
    """The proposal as edits of the answer, at every place; none where it changes nothing, has no place there, or
    would change words that a claim which stands rests on."""
    if proposal is None or not proposal.after or proposal.after == request.claim_text:
        return ()
    edits: dict[Edit, None] = {}
    for place in request.conclusion.claim.places:
        here = place_correction(place, proposal.after, answer)
        if here is None or overlap(here, held):
            return ()
        edits |= dict.fromkeys(here)
    return tuple(edits)


def _agree(edits: Sequence[Edit], made: Sequence[Edit]) -> bool:
    """Whether two corrections that share words of the answer want the same of them."""
    return not any(
        edit != other and edit.start < other.end and other.start < edit.end for edit in edits for other in made
    )


def _holds(yields: Sequence[Conclusion]) -> bool:
    return bool(yields) and all(conclusion.decision.verdict is Verdict.SUPPORTED for conclusion in yields)


def _request(conclusion: Conclusion, question: str | None) -> CorrectionRequest:
    decisive = conclusion.decisive_windows()
    rest = tuple(window for window in conclusion.evidence.windows if window not in decisive)
    shown = {piece.chunk_id for window in (*decisive, *rest) for piece in window.pieces}
    return CorrectionRequest(
        conclusion=conclusion,
        claim_text=_text(conclusion.claim),
        lang=conclusion.claim.lang,
        windows=(*decisive, *rest),
        neighbourhood=tuple(chunk for chunk in conclusion.evidence.chunks if chunk.chunk_id not in shown),
        question=question,
    )


def _text(claim: Claim) -> str:
    """The claim as the answer first states it."""
    return claim.places[0].text if claim.places else claim.text


def _accepted(
    request: CorrectionRequest, proposal: Proposal, yields: tuple[Conclusion, ...], edits: tuple[Edit, ...]
) -> Correction:
    return Correction(
        request.conclusion,
        request.claim_text,
        proposal.after,
        proposal.method,
        proposal.prompt_version,
        proposal.based_on,
        yields,
        edits,
    )


def _removal(request: CorrectionRequest) -> Correction:
    based_on = tuple(piece for window in request.conclusion.decisive_windows() for piece in window.pieces)
    return Correction(request.conclusion, request.claim_text, "", REMOVAL, None, based_on, ())
