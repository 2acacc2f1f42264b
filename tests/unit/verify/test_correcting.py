"""A correction is shown only when the judges find it supported; otherwise the next corrector is asked."""

from __future__ import annotations

from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import EvidenceSource, Verdict
from claimgraph.ingest.model import Quote, Span
from claimgraph.verify.correcting import correct
from claimgraph.verify.model import (
    Claim,
    ClaimEvidence,
    Conclusion,
    CorrectionRequest,
    Decision,
    Evidence,
    Piece,
    Place,
    Proposal,
    Window,
)

ANSWER = "It has 12 rooms. It is red. It is big."
PIECE = Piece("chunk", 0, 9)


def conclusion(number: int, verdict: Verdict) -> Conclusion:
    start = [0, 17, 28][number]
    span = Span(start, ANSWER.index(".", start) + 1)
    text = ANSWER[span.start : span.end]
    place = Place(text, (span,), span, (Quote(0, len(text), span.start),))
    claim = Claim(f"c{number}", text, "en", (span,), span, True, True, places=(place,))
    chunks = (
        Evidence("chunk", "13 rooms.", "en", EvidenceSource.GIVEN, 1, 1.0, ("r",)),
        Evidence("far", "It is old.", "en", EvidenceSource.NEIGHBOURHOOD, 2, 0.5, ("r",)),
    )
    windows = (
        Window("p-other", "old", "en", (PIECE,), 0.9),
        Window("p-decisive", "13 rooms.", "en", (PIECE,), 0.5),
    )
    decision = Decision(verdict, 0.9, (), (("rules", "p-decisive"),))
    return Conclusion(ClaimEvidence(claim, chunks, windows), (), decision)


class Proposes:
    """A corrector that proposes what the test says, and remembers what it was asked."""

    version = "1"

    def __init__(self, name: str, **proposals: str) -> None:
        self.name = name
        self._proposals = proposals
        self.asked: list[CorrectionRequest] = []

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        self.asked += requests
        after = [self._proposals.get(request.conclusion.claim.id) for request in requests]
        return [None if text is None else Proposal(text, self.name, (PIECE,)) for text in after]


def judged(supported: set[str]):  # type: ignore[no-untyped-def]
    """A recheck that finds exactly these texts supported, and remembers what it was asked."""
    asked: list[str] = []

    async def recheck(texts: Sequence[str]) -> list[tuple[Conclusion, ...]]:
        asked.extend(texts)
        return [(conclusion(0, Verdict.SUPPORTED if text in supported else Verdict.NOT_ENOUGH_INFO),) for text in texts]

    return recheck, asked


async def test_a_proposal_that_holds_is_taken_and_the_next_corrector_is_not_asked() -> None:
    first, second = Proposes("llm", c0="It has 13 rooms."), Proposes("value", c0="It has 14 rooms.")
    recheck, _ = judged({"It has 13 rooms."})

    (made,) = await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [first, second], recheck)

    assert (made.before, made.after, made.method) == ("It has 12 rooms.", "It has 13 rooms.", "llm")
    assert second.asked == []


async def test_a_proposal_that_does_not_hold_is_dropped_for_the_next_one() -> None:
    first, second = Proposes("llm", c0="It has 99 rooms."), Proposes("value", c0="It has 13 rooms.")
    recheck, asked = judged({"It has 13 rooms."})

    (made,) = await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [first, second], recheck)

    assert asked == ["It has 99 rooms.", "It has 13 rooms."]
    assert (made.after, made.method) == ("It has 13 rooms.", "value")


async def test_what_nobody_can_mend_is_taken_out_and_says_what_that_rests_on() -> None:
    recheck, asked = judged(set())

    (made,) = await correct([conclusion(0, Verdict.NOT_ENOUGH_INFO)], ANSWER, None, [Proposes("llm")], recheck)

    assert asked == []
    assert (made.after, made.method, made.yields) == ("", "removal", ())
    assert made.chunk_ids == ("chunk",)


async def test_only_what_is_wrong_is_corrected() -> None:
    corrector = Proposes("llm", c1="It is blue.")
    recheck, _ = judged({"It is blue."})
    given = [
        conclusion(0, Verdict.SUPPORTED),
        conclusion(1, Verdict.CONTRADICTED),
        conclusion(2, Verdict.NOT_CHECKABLE),
    ]

    made = await correct(given, ANSWER, None, [corrector], recheck)

    assert [one.conclusion.claim.id for one in made] == ["c1"]
    assert [request.conclusion.claim.id for request in corrector.asked] == ["c1"]


async def test_a_proposal_that_changes_nothing_is_no_correction() -> None:
    recheck, asked = judged({"It has 12 rooms."})

    (made,) = await correct(
        [conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [Proposes("llm", c0="It has 12 rooms.")], recheck
    )

    assert asked == []
    assert made.method == "removal"


async def test_a_corrector_sees_the_decisive_window_first_and_the_chunks_no_window_shows() -> None:
    corrector = Proposes("llm")
    recheck, _ = judged(set())

    await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, "How many rooms?", [corrector], recheck)

    (request,) = corrector.asked
    assert [window.premise_id for window in request.windows] == ["p-decisive", "p-other"]
    assert [chunk.chunk_id for chunk in request.neighbourhood] == ["far"]
    assert request.question == "How many rooms?"


def _sharing(number: int, text: str, piece: str, verdict: Verdict) -> Conclusion:
    """A claim on "Acme" and one more piece of a sentence that it shares with others."""
    answer = SHARED
    spans = (Span(0, 4), Span(answer.index(piece), answer.index(piece) + len(piece)))
    quotes = (Quote(0, 4, 0), Quote(text.index(piece), text.index(piece) + len(piece), spans[1].start))
    place = Place(text, spans, Span(0, len(answer)), quotes)
    claim = Claim(f"c{number}", text, "en", spans, Span(0, len(answer)), True, True, places=(place,))
    return Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.9, (), ()))


SHARED = "Acme was founded in 1990 in Oslo."


async def test_a_correction_never_touches_words_that_a_supported_claim_rests_on() -> None:
    given = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in Oslo.", "in Oslo", Verdict.SUPPORTED),
    ]
    renamed, redated = "Bolt was founded in 1990.", "Acme was founded in 1998."
    recheck, asked = judged({renamed, redated})

    (made,) = await correct(given, SHARED, None, [Proposes("llm", c0=renamed), Proposes("value", c0=redated)], recheck)

    assert (made.after, asked) == (redated, [redated])


async def test_two_corrections_that_want_different_things_of_the_same_words_are_not_both_made() -> None:
    given = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in Oslo.", "in Oslo", Verdict.CONTRADICTED),
    ]
    first, second = "Bolt was founded in 1990.", "Core was founded in Oslo."
    recheck, _ = judged({first, second})

    made = await correct(given, SHARED, None, [Proposes("llm", c0=first, c1=second)], recheck)

    assert [one.method for one in made] == ["llm", "removal"]
