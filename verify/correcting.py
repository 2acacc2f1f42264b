"""Mending what is wrong: propose, judge the proposal as strictly as the claim it replaces, keep what holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from claimgraph.graph_schema.vocabulary import EvidenceSource, Stance, Verdict
from claimgraph.ingest.model import Span
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.table_rows import is_row_of_a_table
from claimgraph.ingest.text.words import content_words

from .correction.placing import carry, overlap, place_correction, rests_on
from .edits import Edit
from .model import (
    Attempt,
    Claim,
    Conclusion,
    CorrectionRequest,
    Evidence,
    Failing,
    Finding,
    Opinion,
    Piece,
    Proposal,
)
from .ports import Corrector

REMOVAL, FLAG = "removal", "flag"
DEFAULT_ROUNDS = 2
_MOST_FINDINGS = 5
_LONGER = 60  # characters beyond twice the claim's length that a proposal may have


class Uncorrected(StrEnum):
    """What becomes of a claim that nobody could mend."""

    QUOTE = "quote"  # what its evidence says of the matter stands in its place; it is taken out where that says nothing
    REMOVE = "remove"  # it is taken out
    FLAG = "flag"  # it stays, with a mark behind it
    KEEP = "keep"  # it stays as it is; its verdict says what it is worth


@dataclass(frozen=True, slots=True)
class Correction:
    """An accepted replacement. `yields` is what judging `after` again concluded, a claim each; none for a removal.

    `edits` put it into the answer, at every place that states the claim; none for a removal, and none where `after`
    stands `alone`, behind what remains of the sentence. A flagged claim is left as it is: `after` equals `before`.
    """

    conclusion: Conclusion
    before: str
    after: str
    method: str
    prompt_version: str | None
    based_on: tuple[Piece, ...]
    yields: tuple[Conclusion, ...]
    edits: tuple[Edit, ...] = ()
    alone: tuple[str, ...] = ()

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.chunk_id for piece in self.based_on))


Recheck = Callable[[Sequence[str]], Awaitable[list[tuple[Conclusion, ...]]]]
"""Texts in, what judging the claims in each of them concluded out."""


def needs_correction(conclusions: Sequence[Conclusion]) -> bool:
    """Whether any claim is contradicted or unsupported."""
    return any(conclusion.decision.is_wrong for conclusion in conclusions)


async def correct(
    conclusions: Sequence[Conclusion],
    answer: str,
    question: str | None,
    correctors: Sequence[Corrector],
    recheck: Recheck,
    rounds: int = DEFAULT_ROUNDS,
    uncorrected: Uncorrected = Uncorrected.REMOVE,
) -> list[Correction]:
    """A correction for every claim that is contradicted or unsupported, in order; with KEEP only for those mended.

    Each corrector has at most `rounds` proposals a claim, and is told why the earlier ones failed: they had no place in
    the answer, changed words that others rest on, said what the answer says already, or were not supported when
    judged. What nobody can mend is taken out, flagged or kept; to quote is a corrector's matter.
    """
    work = _Work(conclusions, answer, question, recheck)
    for corrector in correctors:
        waiting = work.open()
        for _ in range(rounds):
            waiting = await work.ask(corrector, waiting)
            if not waiting:
                break
    return work.concluded(uncorrected)


@dataclass(slots=True)
class _Work:
    """What is mended so far, and what was tried in vain."""

    conclusions: Sequence[Conclusion]
    answer: str
    question: str | None
    recheck: Recheck
    done: dict[str, Correction] = field(default_factory=dict)
    failed: dict[str, tuple[Attempt, ...]] = field(default_factory=dict)

    def open(self) -> list[Conclusion]:
        return [c for c in self.conclusions if c.decision.is_wrong and c.claim.id not in self.done]

    def held(self) -> list[Span]:
        """The words that claims which stand rest on, but for those that stand or fall with a contradicted one."""
        contradicted = [c.claim for c in self.conclusions if c.decision.verdict is Verdict.CONTRADICTED]
        standing = [c.claim for c in self.conclusions if not c.decision.is_wrong]
        return [span for one in standing if not rests_on(one, contradicted) for span in one.spans]

    async def ask(self, corrector: Corrector, waiting: Sequence[Conclusion]) -> list[Conclusion]:
        """One round; returns those of whom a further proposal may be asked."""
        requests = [self._request(conclusion) for conclusion in waiting]
        proposals = await corrector.propose(requests) if requests else []
        offered = [
            (request, one)
            for request, one in zip(requests, proposals, strict=True)
            if one is not None and one.after not in {attempt.after for attempt in request.failed}
        ]
        placed = []
        for request, proposal in offered:
            if not proposal.after:
                self.done[request.conclusion.claim.id] = _removal(request, proposal)
                continue
            edits, why = self._alone(request, proposal) if proposal.alone else self._placed(request, proposal.after)
            if why is None:
                placed.append((request, proposal, edits))
            else:
                self._fail(request, proposal.after, why)
        found = await self.recheck([proposal.after for _, proposal, _ in placed]) if placed else []
        for (request, proposal, edits), yields in zip(placed, found, strict=True):
            self._judged(request, proposal, edits, yields)
        await self._merge()
        return [request.conclusion for request, _ in offered if request.conclusion.claim.id not in self.done]

    def _placed(self, request: CorrectionRequest, after: str) -> tuple[tuple[Edit, ...], Failing | None]:
        """The proposal as edits of the answer, at every place; else why it is none."""
        if after == request.claim_text:
            return (), Failing.NO_PLACE
        if _overreaches(request.claim_text, after):
            return (), Failing.OVERREACHES
        edits: dict[Edit, None] = {}
        for place in request.conclusion.claim.places:
            here = place_correction(place, after, self.answer)
            if here is None:
                return (), Failing.NO_PLACE
            edits |= dict.fromkeys(here)
        if not edits:
            return (), Failing.NO_PLACE
        if overlap(tuple(edits), self.held()):
            return tuple(edits), Failing.TOUCHES_OTHERS
        return tuple(edits), Failing.REPEATS if self._repeats(request.conclusion, after, tuple(edits)) else None

    def _alone(self, request: CorrectionRequest, proposal: Proposal) -> tuple[tuple[Edit, ...], Failing | None]:
        """No edits: it stands behind the claim's sentence; else why it cannot."""
        if is_row_of_a_table(self.answer, request.conclusion.claim.sentence.start):
            return (), Failing.NO_PLACE
        return (), Failing.REPEATS if self._repeats(request.conclusion, proposal.after, ()) else None

    def _repeats(self, conclusion: Conclusion, after: str, edits: Sequence[Edit]) -> bool:
        """Whether the answer says this already, in other words than those that are edited.

        Of "Anna and Ben were born in Paris" only one can be made of Anna. A clause of a longer sentence may repeat what
        another sentence says: mended, it leaves that sentence whole.
        """
        claim = conclusion.claim
        others = [one for one in self.conclusions if one.claim is not claim and not rests_on(claim, [one.claim])]
        here = [one for one in others if one.claim.sentence == claim.sentence]
        said = [self._says(one, edits) for one in here or others]
        return any(text is not None and _same_words(after, text, claim.lang) for text in said)

    def _says(self, conclusion: Conclusion, edits: Sequence[Edit]) -> str | None:
        """What a claim that stands or was mended says; None where it is wrong, or mended by `edits` themselves.

        Several claims may be mended by one quotation, which has no edits.
        """
        made = self.done.get(conclusion.claim.id)
        if made is None:
            return None if conclusion.decision.is_wrong else _text(conclusion.claim)
        itself = set(edits) <= set(made.edits) if edits else bool(made.alone)
        return None if itself else made.after

    def _judged(
        self,
        request: CorrectionRequest,
        proposal: Proposal,
        edits: tuple[Edit, ...],
        yields: tuple[Conclusion, ...],
    ) -> None:
        made = [edit for other in self.done.values() for edit in other.edits]
        why = _failing([one for one in yields if not proposal.alone or one.claim.checkable])
        if proposal.alone and why is Failing.NO_CLAIM:
            why = None  # an instruction, say, of which nothing can be judged, is quoted all the same
        if why is None and not _agree(edits, made):
            why = Failing.TOUCHES_OTHERS
        if why is None and self._repeats(request.conclusion, proposal.after, edits):
            why = Failing.REPEATS
        if why is None:
            self.done[request.conclusion.claim.id] = _accepted(request, proposal, yields, edits)
        else:
            self._fail(request, proposal.after, why, yields)

    def _fail(self, request: CorrectionRequest, after: str, why: Failing, yields: Sequence[Conclusion] = ()) -> None:
        claim = request.conclusion.claim.id
        self.failed[claim] = (*self.failed.get(claim, ()), Attempt(after, why, _against(yields)))

    async def _merge(self) -> None:
        """Claims that share words with a corrected one say something else now: what holds so is corrected with it.

        That goes for wrong ones, and for those that stand or fall with one that was contradicted.
        """
        contradicted = [c.claim for c in self.conclusions if c.decision.verdict is Verdict.CONTRADICTED]
        merging: list[tuple[Conclusion, Correction, tuple[Edit, ...], str]] = []
        for conclusion in self.conclusions:
            claim = conclusion.claim
            leaning = conclusion.decision.verdict is Verdict.SUPPORTED and rests_on(claim, contradicted)
            if claim.id in self.done or not (conclusion.decision.is_wrong or leaning):
                continue
            found = [one for one in self.done.values() if overlap(one.edits, claim.spans)]
            edits = tuple(dict.fromkeys(edit for one in found for edit in one.edits if overlap([edit], claim.spans)))
            text = carry(claim.places[0], edits) if claim.places and edits else None
            if text is not None and text not in {attempt.after for attempt in self.failed.get(claim.id, ())}:
                merging.append((conclusion, found[0], edits, text))
        yielded = await self.recheck([text for *_, text in merging]) if merging else []
        for (conclusion, first, edits, text), yields in zip(merging, yielded, strict=True):
            request = self._request(conclusion)
            proposal = Proposal(text, first.method, first.based_on, first.prompt_version)
            if (why := _failing(yields)) is None:
                self.done[conclusion.claim.id] = _accepted(request, proposal, yields, edits)
            else:
                self._fail(request, text, why, yields)
                if conclusion.decision.verdict is Verdict.SUPPORTED:
                    self.done[conclusion.claim.id] = _removal(request)

    def concluded(self, uncorrected: Uncorrected) -> list[Correction]:
        """The corrections in the order of the claims, with what becomes of those that nobody could mend."""
        found = []
        for conclusion in self.conclusions:
            correction = self.done.get(conclusion.claim.id)
            if correction is None and conclusion.decision.is_wrong and uncorrected is not Uncorrected.KEEP:
                request = self._request(conclusion)
                correction = _flag(request) if uncorrected is Uncorrected.FLAG else _removal(request)
            if correction is not None:
                found.append(correction)
        return found

    def _request(self, conclusion: Conclusion) -> CorrectionRequest:
        decisive = conclusion.decisive_windows()
        rest = tuple(window for window in conclusion.evidence.windows if window not in decisive)
        shown = {piece.chunk_id for window in (*decisive, *rest) for piece in window.pieces}
        return CorrectionRequest(
            conclusion=conclusion,
            claim_text=_text(conclusion.claim),
            lang=conclusion.claim.lang,
            windows=(*decisive, *rest),
            neighbourhood=_around(conclusion, shown),
            question=self.question,
            answer=self.answer,
            beside=self._beside(conclusion),
            failed=self.failed.get(conclusion.claim.id, ()),
        )

    def _beside(self, conclusion: Conclusion) -> tuple[str, ...]:
        """What the answer says but for this claim, and but for what is quoted in it."""
        said = (self._says(one, ()) for one in self.conclusions if one.claim is not conclusion.claim)
        return tuple(dict.fromkeys(text for text in said if text))


def _around(conclusion: Conclusion, shown: set[str]) -> tuple[Evidence, ...]:
    """The other chunks, most relevant first: as they were found, or, of contexts, which nobody searched, by how many of
    the claim's words they hold."""
    rest = [chunk for chunk in conclusion.evidence.chunks if chunk.chunk_id not in shown]
    given = [chunk for chunk in rest if chunk.source is EvidenceSource.GIVEN]
    if not given:
        return tuple(rest)
    claim = conclusion.claim
    words = {word.text.casefold() for word in content_words(claim.text, claim.lang)}
    held = {chunk.chunk_id: sum(word in chunk.text.casefold() for word in words) for chunk in given}
    return tuple(sorted(rest, key=lambda chunk: (-held.get(chunk.chunk_id, 0), chunk.rank)))


def _agree(edits: Sequence[Edit], made: Sequence[Edit]) -> bool:
    """Whether two corrections that share words of the answer want the same of them."""
    return not any(
        edit != other and edit.start < other.end and other.start < edit.end for edit in edits for other in made
    )


def _same_words(one: str, other: str, lang: str) -> bool:
    """Whether two texts have the same content words in the same order: "was" and "were" make no difference."""
    words = [word.norm for word in content_words(one, lang)]
    return bool(words) and words == [word.norm for word in content_words(other, lang)]


def _overreaches(claim: str, after: str) -> bool:
    """Whether a proposal is more than a version of its claim: further sentences, or a text many times as long."""
    return len(after) > 2 * len(claim) + _LONGER or len(sentences(after)) > max(1, len(sentences(claim)))


def _failing(yields: Sequence[Conclusion]) -> Failing | None:
    """Why a proposal does not hold; None where all that it states is supported."""
    verdicts = {conclusion.decision.verdict for conclusion in yields}
    if not verdicts:
        return Failing.NO_CLAIM
    if verdicts == {Verdict.SUPPORTED}:
        return None
    return Failing.CONTRADICTED if Verdict.CONTRADICTED in verdicts else Failing.UNSUPPORTED


def _against(yields: Sequence[Conclusion]) -> tuple[Finding, ...]:
    """What the judges found to contradict a proposal."""
    found = [
        finding
        for conclusion in yields
        for check in conclusion.checks
        if isinstance(check.opinion, Opinion)
        for finding in check.opinion.findings
        if finding.stance is Stance.CONTRADICTS
    ]
    return tuple(dict.fromkeys(replace(finding) for finding in found))[:_MOST_FINDINGS]


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
        proposal.alone,
    )


def _removal(request: CorrectionRequest, proposal: Proposal | None = None) -> Correction:
    """The claim goes: nobody could mend it, or a corrector says that it must."""
    based_on = proposal.based_on if proposal is not None else ()
    prompt = proposal.prompt_version if proposal is not None else None
    based_on = based_on or _decisive_pieces(request)
    return Correction(request.conclusion, request.claim_text, "", REMOVAL, prompt, based_on, ())


def _flag(request: CorrectionRequest) -> Correction:
    text = request.claim_text
    return Correction(request.conclusion, text, text, FLAG, None, _decisive_pieces(request), ())


def _decisive_pieces(request: CorrectionRequest) -> tuple[Piece, ...]:
    return tuple(piece for window in request.conclusion.decisive_windows() for piece in window.pieces)
