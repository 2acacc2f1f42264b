"""Mending what is wrong: propose, judge the proposal as strictly as the claim it replaces, keep what holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import Verdict

from .model import Conclusion, CorrectionRequest, Piece, Proposal
from .ports import Corrector

WRONG = frozenset({Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO})

REMOVAL = "removal"


@dataclass(frozen=True, slots=True)
class Correction:
    """An accepted replacement. `yields` is what judging `after` again concluded, a claim each; none for a removal."""

    conclusion: Conclusion
    before: str
    after: str
    method: str
    prompt_version: str | None
    based_on: tuple[Piece, ...]
    yields: tuple[Conclusion, ...]

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

    Correctors are asked in turn; a proposal that the judges do not find supported is dropped and the next corrector
    is asked. What nobody can mend is taken out.
    """
    requests = {c.claim.id: _request(c, answer, question) for c in conclusions if c.decision.verdict in WRONG}
    done: dict[str, Correction] = {}
    for corrector in correctors:
        open_requests = [request for claim, request in requests.items() if claim not in done]
        if not open_requests:
            break
        proposals = await corrector.propose(open_requests)
        pairs = [
            (request, proposal)
            for request, proposal in zip(open_requests, proposals, strict=True)
            if proposal is not None and proposal.after and proposal.after != request.claim_text
        ]
        found = await recheck([proposal.after for _, proposal in pairs]) if pairs else []
        for (request, proposal), yields in zip(pairs, found, strict=True):
            if _holds(yields):
                done[request.conclusion.claim.id] = _accepted(request, proposal, yields)
    return [done.get(claim) or _removal(request) for claim, request in requests.items()]


def _holds(yields: Sequence[Conclusion]) -> bool:
    return bool(yields) and all(conclusion.decision.verdict is Verdict.SUPPORTED for conclusion in yields)


def _request(conclusion: Conclusion, answer: str, question: str | None) -> CorrectionRequest:
    decisive = conclusion.decisive_windows()
    rest = tuple(window for window in conclusion.evidence.windows if window not in decisive)
    shown = {piece.chunk_id for window in (*decisive, *rest) for piece in window.pieces}
    span = conclusion.claim.spans[0]
    return CorrectionRequest(
        conclusion=conclusion,
        claim_text=answer[span.start : span.end],
        lang=conclusion.claim.lang,
        windows=(*decisive, *rest),
        neighbourhood=tuple(chunk for chunk in conclusion.evidence.chunks if chunk.chunk_id not in shown),
        question=question,
    )


def _accepted(request: CorrectionRequest, proposal: Proposal, yields: tuple[Conclusion, ...]) -> Correction:
    return Correction(
        request.conclusion,
        request.claim_text,
        proposal.after,
        proposal.method,
        proposal.prompt_version,
        proposal.based_on,
        yields,
    )


def _removal(request: CorrectionRequest) -> Correction:
    based_on = tuple(piece for window in request.conclusion.decisive_windows() for piece in window.pieces)
    return Correction(request.conclusion, request.claim_text, "", REMOVAL, None, based_on, ())
