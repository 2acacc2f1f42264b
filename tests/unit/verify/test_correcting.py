"""A correction is shown only when the judges find it supported; otherwise the next corrector is asked."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EvidenceSource, Stance, Verdict
from claimgraph.ingest.model import Quote, Span, Statement
from claimgraph.verify.correcting import Uncorrected, correct
from claimgraph.verify.model import (
    Attempt,
    Claim,
    ClaimEvidence,
    Conclusion,
    CorrectionRequest,
    Decision,
    Evidence,
    Failing,
    Piece,
    Place,
    Proposal,
    Vote,
    Window,
)
from claimgraph.verify.rewriting import corrected_answer

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
    found_claims = [
        conclusion(0, Verdict.SUPPORTED),
        conclusion(1, Verdict.CONTRADICTED),
        conclusion(2, Verdict.NOT_CHECKABLE),
    ]

    made = await correct(found_claims, ANSWER, None, [corrector], recheck)

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
    found_claims = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in Oslo.", "in Oslo", Verdict.SUPPORTED),
    ]
    renamed, redated = "Bolt was founded in 1990.", "Acme was founded in 1998."
    recheck, asked = judged({renamed, redated})

    (made,) = await correct(
        found_claims, SHARED, None, [Proposes("llm", c0=renamed), Proposes("value", c0=redated)], recheck
    )

    assert (made.after, asked) == (redated, [redated])


async def test_two_corrections_that_want_different_things_of_the_same_words_are_not_both_made() -> None:
    found_claims = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in Oslo.", "in Oslo", Verdict.CONTRADICTED),
    ]
    first, second = "Bolt was founded in 1990.", "Core was founded in Oslo."
    recheck, _ = judged({first, second})

    made = await correct(found_claims, SHARED, None, [Proposes("llm", c0=first, c1=second)], recheck)

    assert [one.method for one in made] == ["llm", "removal"]


BORN = "Anna and Ben were born in Paris."
BORN_ZH = "杜甫和李白都出生于712年。"


def _of_two(number: int, answer: str, text: str, *words: str, verdict: Verdict, lang: str = "en") -> Conclusion:
    """A claim about one of two subjects that share a predicate."""
    spans = tuple(Span(answer.index(word), answer.index(word) + len(word)) for word in words)
    quotes = tuple(
        Quote(text.index(word), text.index(word) + len(word), span.start)
        for word, span in zip(words, spans, strict=True)
        if word in text
    )
    whole = Span(0, len(answer))
    claim = Claim(f"c{number}", text, lang, spans, whole, True, True, places=(Place(text, spans, whole, quotes),))
    return Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.9, (), ()))


@pytest.mark.parametrize(
    ("answer", "lang", "first", "second"),
    [
        (BORN, "en", ("Anna was born in Paris.", "Anna"), ("Ben was born in Paris.", "Ben", "born in Paris.")),
        (BORN_ZH, "zh", ("杜甫出生于712年。", "杜甫"), ("李白出生于712年。", "李白", "出生于712年。")),
    ],
    ids=["english", "chinese"],
)
async def test_of_two_subjects_one_is_not_made_the_other(
    answer: str, lang: str, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    found_claims = [
        _of_two(0, answer, *first, *second[2:], verdict=Verdict.SUPPORTED, lang=lang),
        _of_two(1, answer, *second, verdict=Verdict.CONTRADICTED, lang=lang),
    ]
    corrector = Insists(first[0])
    recheck, asked = judged({first[0]})

    (made,) = await correct(found_claims, answer, None, [corrector], recheck)

    assert (made.method, asked) == ("removal", [])
    assert corrector.asked[1].failed == (Attempt(first[0], Failing.REPEATS),)


async def test_two_wrong_subjects_do_not_become_the_same_third_one() -> None:
    found_claims = [
        _of_two(0, BORN, "Anna was born in Paris.", "Anna", "born in Paris.", verdict=Verdict.CONTRADICTED),
        _of_two(1, BORN, "Ben was born in Paris.", "Ben", "born in Paris.", verdict=Verdict.CONTRADICTED),
    ]
    carl = "Carl was born in Paris."
    recheck, _ = judged({carl})

    made = await correct(found_claims, BORN, None, [Proposes("llm", c0=carl, c1=carl)], recheck)

    assert [one.method for one in made] == ["llm", "removal"]


async def test_words_that_two_wrong_claims_share_are_mended_for_both() -> None:
    found_claims = [
        _of_two(0, BORN, "Anna was born in Paris.", "Anna", "born in Paris.", verdict=Verdict.CONTRADICTED),
        _of_two(1, BORN, "Ben was born in Paris.", "Ben", "born in Paris.", verdict=Verdict.CONTRADICTED),
    ]
    rome = {"c0": "Anna was born in Rome.", "c1": "Ben was born in Rome."}
    recheck, _ = judged(set(rome.values()))

    made = await correct(found_claims, BORN, None, [Proposes("llm", **rome)], recheck)

    assert [one.after for one in made] == list(rome.values())
    assert await corrected_answer(BORN, found_claims, made, nothing_stated) == "Anna and Ben were born in Rome."


async def test_a_sentence_that_is_one_claim_does_not_come_to_repeat_another() -> None:
    first = conclusion(1, Verdict.SUPPORTED)
    corrector = Insists("It is red.")
    recheck, _ = judged({"It is red."})

    made = await correct([first, conclusion(2, Verdict.CONTRADICTED)], ANSWER, None, [corrector], recheck)

    assert [one.method for one in made] == ["removal"]


# --- Rounds, merging, and what becomes of the rest


class Insists:
    """A corrector that proposes one text after the other, whatever is said about them."""

    name, version = "llm", "1"

    def __init__(self, *proposals: str) -> None:
        self._proposals = list(proposals)
        self.asked: list[CorrectionRequest] = []

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        self.asked += requests
        return [Proposal(self._proposals.pop(0), "llm", (PIECE,)) if self._proposals else None for _ in requests]


async def test_a_second_proposal_is_asked_for_with_the_reason_why_the_first_one_failed() -> None:
    corrector = Insists("It has 99 rooms.", "It has 13 rooms.")
    recheck, _ = judged({"It has 13 rooms."})

    (made,) = await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [corrector], recheck)

    assert made.after == "It has 13 rooms."
    assert [request.failed for request in corrector.asked] == [
        (),
        (Attempt("It has 99 rooms.", Failing.UNSUPPORTED),),
    ]


async def test_no_corrector_is_asked_more_often_than_there_are_rounds() -> None:
    corrector = Insists(*(f"It has {number} rooms." for number in range(90, 99)))
    recheck, asked = judged(set())

    (made,) = await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [corrector], recheck, rounds=3)

    assert len(corrector.asked) == len(asked) == 3
    assert made.method == "removal"


async def test_a_proposal_that_failed_before_is_not_judged_again() -> None:
    first, second = Insists("It has 99 rooms.", "It has 99 rooms."), Insists("It has 99 rooms.")
    recheck, asked = judged(set())

    await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [first, second], recheck, rounds=2)

    assert asked == ["It has 99 rooms."]


@pytest.mark.parametrize(
    "after",
    [
        "It has 13 rooms. It is the best house in town.",
        "It has 13 rooms" + ", a garden, a pool, a cellar, a roof, a gate, a tower" * 2 + " and a long road.",
    ],
)
async def test_a_proposal_that_says_more_than_its_claim_is_refused_unjudged(after: str) -> None:
    corrector = Insists(after)
    recheck, asked = judged({after})

    (made,) = await correct([conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [corrector], recheck)

    assert (asked, made.method) == ([], "removal")
    assert corrector.asked[1].failed == (Attempt(after, Failing.OVERREACHES),)


async def test_a_removal_that_a_corrector_asks_for_is_made_and_names_its_prompt() -> None:
    class Removes(Insists):
        async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
            return [Proposal("", "llm", (PIECE,), "correct-9") for _ in requests]

    recheck, asked = judged(set())

    (made,) = await correct(
        [conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [Removes()], recheck, uncorrected=Uncorrected.FLAG
    )

    assert (made.after, made.method, made.prompt_version, asked) == ("", "removal", "correct-9", [])


@pytest.mark.parametrize(
    ("uncorrected", "made"),
    [
        (Uncorrected.REMOVE, [("", "removal")]),
        (Uncorrected.FLAG, [("It has 12 rooms.", "flag")]),
        (Uncorrected.KEEP, []),
    ],
)
async def test_what_nobody_can_mend_is_removed_flagged_or_kept(
    uncorrected: Uncorrected, made: list[tuple[str, str]]
) -> None:
    recheck, _ = judged(set())

    found = await correct(
        [conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [Insists()], recheck, uncorrected=uncorrected
    )

    assert [(one.after, one.method) for one in found] == made


async def nothing_stated(text: str) -> Sequence[Statement]:
    return []


async def test_a_flagged_claim_stays_with_a_mark_behind_its_last_word() -> None:
    found_claims = [
        conclusion(0, Verdict.CONTRADICTED),
        conclusion(1, Verdict.NOT_ENOUGH_INFO),
        conclusion(2, Verdict.SUPPORTED),
    ]
    recheck, _ = judged(set())
    found = await correct(found_claims, ANSWER, None, [], recheck, uncorrected=Uncorrected.FLAG)

    marked = await corrected_answer(ANSWER, found_claims, found, nothing_stated)
    plain = await corrected_answer(ANSWER, found_claims, found, nothing_stated, marked=False)

    assert marked == (
        "It has 12 rooms [contradicted by the sources]. It is red [not supported by the sources]. It is big."
    )
    assert plain == ANSWER


async def test_a_mark_stands_behind_a_correction_of_the_same_word() -> None:
    found_claims = [
        _sharing(0, "Acme was founded in Oslo.", "in Oslo", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in 1990 in Oslo.", "was founded in 1990 in Oslo", Verdict.NOT_ENOUGH_INFO),
    ]
    recheck, _ = judged({"Acme was founded in Bergen."})
    found = await correct(
        found_claims,
        SHARED,
        None,
        [Proposes("value", c0="Acme was founded in Bergen.")],
        recheck,
        uncorrected=Uncorrected.FLAG,
    )

    marked = await corrected_answer(SHARED, found_claims, found, nothing_stated)

    assert marked == "Acme was founded in 1990 in Bergen [not supported by the sources]."


async def test_a_claim_that_shares_the_corrected_words_is_corrected_with_them_where_that_holds() -> None:
    found_claims = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in 1990 in Oslo.", "was founded in 1990 in Oslo", Verdict.CONTRADICTED),
    ]
    both = {"Acme was founded in 1998.", "Acme was founded in 1998 in Oslo."}
    corrector = Proposes("value", c0="Acme was founded in 1998.")
    recheck, _ = judged(both)

    made = await correct(found_claims, SHARED, None, [corrector], recheck)
    text = await corrected_answer(SHARED, found_claims, made, nothing_stated)

    assert [one.after for one in made] == ["Acme was founded in 1998.", "Acme was founded in 1998 in Oslo."]
    assert [one.method for one in made] == ["value", "value"]
    assert text == "Acme was founded in 1998 in Oslo."


async def test_a_supported_claim_that_says_more_than_a_corrected_one_is_judged_again_with_the_new_words() -> None:
    found_claims = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _sharing(1, "Acme was founded in 1990 in Oslo.", "was founded in 1990 in Oslo", Verdict.SUPPORTED),
    ]
    corrector = Proposes("value", c0="Acme was founded in 1998.")
    recheck, asked = judged({"Acme was founded in 1998."})

    made = await correct(found_claims, SHARED, None, [corrector], recheck)

    assert asked == ["Acme was founded in 1998.", "Acme was founded in 1998 in Oslo."]
    assert [(one.after, one.method) for one in made] == [("Acme was founded in 1998.", "value"), ("", "removal")]


# --- Quotations, which stand behind the sentence


class Quotes(Proposes):
    """A corrector that quotes what the test says, and remembers what it was asked."""

    def __init__(self, **quotations: str) -> None:
        super().__init__("quote", **quotations)

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        found = await super().propose(requests)
        return [one and dataclasses.replace(one, alone=(one.after,)) for one in found]


async def test_a_quotation_takes_the_place_of_the_sentence_that_nobody_could_mend() -> None:
    found_claims = [conclusion(0, Verdict.CONTRADICTED), conclusion(1, Verdict.SUPPORTED)]
    corrector = Quotes(c0="There are thirteen rooms in all.")
    recheck, asked = judged({"There are thirteen rooms in all."})

    (made,) = await correct(found_claims, ANSWER, None, [Proposes("value", c0="It has 9 rooms."), corrector], recheck)
    text = await corrected_answer(ANSWER, [*found_claims, conclusion(2, Verdict.SUPPORTED)], [made], nothing_stated)

    assert asked == ["It has 9 rooms.", "There are thirteen rooms in all."]
    assert (made.method, made.after, made.edits) == ("quote", "There are thirteen rooms in all.", ())
    assert made.alone == (made.after,)
    assert [one.decision.verdict for one in made.yields] == [Verdict.SUPPORTED]
    assert text == "There are thirteen rooms in all. It is red. It is big."


async def test_the_quoter_is_told_what_stands_and_what_was_mended_in_the_answer() -> None:
    found_claims = [conclusion(number, Verdict.CONTRADICTED) for number in (0, 1)]
    found_claims.append(conclusion(2, Verdict.SUPPORTED))
    corrector = Quotes()
    recheck, _ = judged({"It has 13 rooms."})

    await correct(found_claims, ANSWER, None, [Proposes("value", c0="It has 13 rooms."), corrector], recheck)

    assert [(one.conclusion.claim.id, one.beside) for one in corrector.asked] == [
        ("c1", ("It has 13 rooms.", "It is big."))
    ]


async def test_a_quotation_that_the_judges_refuse_or_that_the_answer_has_already_is_not_taken() -> None:
    found_claims = [conclusion(0, Verdict.CONTRADICTED), conclusion(1, Verdict.SUPPORTED)]
    recheck, asked = judged(set())

    (refused,) = await correct(found_claims, ANSWER, None, [Quotes(c0="It has ninety rooms.")], recheck)
    (repeated,) = await correct(found_claims, ANSWER, None, [Quotes(c0="It is red.")], recheck)

    assert (refused.method, repeated.method, asked) == ("removal", "removal", ["It has ninety rooms."])


async def test_an_instruction_is_quoted_though_nothing_in_it_can_be_judged() -> None:
    async def recheck(texts: Sequence[str]) -> list[tuple[Conclusion, ...]]:
        return [() for _ in texts]

    (quoted,) = await correct(
        [conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [Quotes(c0="Never use vinegar.")], recheck
    )
    (reworded,) = await correct(
        [conclusion(0, Verdict.CONTRADICTED)], ANSWER, None, [Proposes("llm", c0="Never use 12 rooms.")], recheck
    )

    assert (quoted.method, quoted.after, quoted.yields) == ("quote", "Never use vinegar.", ())
    assert reworded.method == "removal"


async def test_claims_that_are_mended_by_one_quotation_have_it_once() -> None:
    found_claims = [conclusion(number, Verdict.CONTRADICTED) for number in (0, 1)]
    found_claims.append(conclusion(2, Verdict.SUPPORTED))
    quotation = "The house has thirteen blue rooms."
    recheck, _ = judged({quotation})

    made = await correct(found_claims, ANSWER, None, [Quotes(c0=quotation, c1=quotation)], recheck)
    text = await corrected_answer(ANSWER, found_claims, made, nothing_stated)

    assert [(one.method, one.after) for one in made] == [("quote", quotation)] * 2
    assert text == f"{quotation} It is big."


async def test_nothing_is_quoted_in_the_cell_of_a_table() -> None:
    answer = "| Plan | Price |\n|---|---|\n| Basic | 12 euros |"
    start = answer.index("| Basic")
    span = Span(start, len(answer))
    place = Place("Basic: Price: 12 euros.", (span,), span, ())
    claim = Claim("c0", place.text, "en", (span,), span, True, True, places=(place,))
    wrong = Conclusion(ClaimEvidence(claim, (), ()), (), Decision(Verdict.CONTRADICTED, 0.9, (), ()))
    recheck, asked = judged({"The basic plan costs 9 euros."})

    (made,) = await correct([wrong], answer, None, [Quotes(c0="The basic plan costs 9 euros.")], recheck)

    assert (made.method, asked) == ("removal", [])


def _resting_on(number: int, text: str, piece: str, verdict: Verdict, start: int, end: int) -> Conclusion:
    """A claim on "Acme" and one more piece, whose verdict a window of `start..end` of the chunk carries."""
    one = _sharing(number, text, piece, verdict)
    window = Window("p", "window", "en", (Piece("chunk", start, end),), 0.9)
    evidence = dataclasses.replace(one.evidence, windows=(window,))
    return dataclasses.replace(one, evidence=evidence, decision=Decision(verdict, 0.9, (), (("nli", "p"),)))


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (2, 9, "The firm began in Oslo in 1998."),
        (2, 20, "Acme was founded in Oslo. The firm began in Oslo in 1998."),
    ],
    ids=["within the quotation", "beyond it"],
)
async def test_what_a_quotation_says_too_is_not_said_twice(start: int, end: int, text: str) -> None:
    found_claims = [
        _sharing(0, "Acme was founded in 1990.", "was founded in 1990", Verdict.CONTRADICTED),
        _resting_on(1, "Acme was founded in Oslo.", "in Oslo", Verdict.SUPPORTED, start, end),
    ]
    quotation = "The firm began in Oslo in 1998."
    recheck, _ = judged({quotation})

    made = await correct(found_claims, SHARED, None, [Quotes(c0=quotation)], recheck)

    assert [one.conclusion.claim.id for one in made] == ["c0"]
    assert await corrected_answer(SHARED, found_claims, made, nothing_stated) == text


WORDS = st.sampled_from(["Acme", "Bolt", "made", "sold", "1990", "1998", "甲公司", "三千万", "not", "—", "“x”"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")


@given(st.lists(st.tuples(SENTENCE, st.sampled_from(list(Verdict))), min_size=1, max_size=5), st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_outside_the_touched_words_changes_by_a_character(
    stated: list[tuple[str, Verdict]], data: st.DataObject
) -> None:
    answer = "  \n" + " \t".join(text for text, _ in stated) + "\n\n"
    given_claims, at = [], 3
    for number, (text, verdict) in enumerate(stated):
        span = Span(at, at + len(text))
        place = Place(text, (span,), span, (Quote(0, len(text), at),))
        claim = Claim(f"c{number}", text, "en", (span,), span, True, True, places=(place,))
        given_claims.append(Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.9, (), ())))
        at = span.end + 2
    proposals = {f"c{number}": data.draw(SENTENCE) for number in range(len(stated))}
    recheck, _ = judged(set(proposals.values()))

    found = asyncio.run(
        correct(given_claims, answer, None, [Proposes("llm", **proposals)], recheck, uncorrected=Uncorrected.KEEP)
    )
    text = asyncio.run(corrected_answer(answer, given_claims, found, nothing_stated))

    touched = sorted({edit for one in found for edit in one.edits}, key=lambda edit: edit.start)
    wrong = [one.claim.spans[0] for one in given_claims if one.decision.is_wrong]
    assert all(any(span.start <= edit.start and edit.end <= span.end for span in wrong) for edit in touched)
    expected, behind = "", 0
    for edit in touched:
        expected += answer[behind : edit.start] + edit.after
        behind = edit.end
    assert text == expected + answer[behind:]


async def test_what_is_left_to_review_is_not_corrected() -> None:
    undecided = conclusion(0, Verdict.NOT_ENOUGH_INFO)
    open_verdict = dataclasses.replace(undecided.decision, possible=(Verdict.SUPPORTED, Verdict.CONTRADICTED))
    recheck, asked = judged({"It has 13 rooms."})
    corrector = Proposes("value", c0="It has 13 rooms.")

    made = await correct([dataclasses.replace(undecided, decision=open_verdict)], ANSWER, None, [corrector], recheck)

    assert (made, asked, corrector.asked) == ([], [], [])


async def test_what_no_judge_could_judge_is_not_corrected() -> None:
    unsupported = conclusion(0, Verdict.NOT_ENOUGH_INFO)
    failed = dataclasses.replace(
        unsupported.decision, confidence=None, votes=(Vote("llm", Stance.ABSTAINS, None, reason="HTTP 429"),)
    )
    recheck, asked = judged({"It has 13 rooms."})
    corrector = Proposes("value", c0="It has 13 rooms.")

    made = await correct([dataclasses.replace(unsupported, decision=failed)], ANSWER, None, [corrector], recheck)

    assert (made, asked, corrector.asked) == ([], [], [])


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_what_is_taken_out_leaves_the_ends_of_the_answer_as_they_are(gone: int) -> None:
    stated = ["Acme sold bolts.", "Acme made boats.", "Acme sold nuts."]
    answer = "  \n" + "  ".join(stated) + "\n\n"
    found, at = [], 3
    for number, text in enumerate(stated):
        span = Span(at, at + len(text))
        place = Place(text, (span,), span, (Quote(0, len(text), at),))
        claim = Claim(f"c{number}", text, "en", (span,), span, True, True, places=(place,))
        verdict = Verdict.CONTRADICTED if number == gone else Verdict.SUPPORTED
        found.append(Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.9, (), ())))
        at = span.end + 2
    recheck, _ = judged(set())

    made = await correct(found, answer, None, [], recheck)
    text = await corrected_answer(answer, found, made, nothing_stated)

    assert text.startswith("  \nAcme")
    assert text.endswith(".\n\n")
    assert stated[gone] not in text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (EvidenceSource.GIVEN, ["A red house has rooms.", "It has rooms.", "Frogs sing."]),
        (EvidenceSource.VECTOR, ["Frogs sing.", "It has rooms.", "A red house has rooms."]),
    ],
)
async def test_of_long_contexts_a_corrector_is_shown_what_speaks_of_the_claim(
    source: EvidenceSource, expected: list[str]
) -> None:
    text = "The red house has twelve rooms."
    span = Span(0, len(text))
    claim = Claim("c", text, "en", (span,), span, True, True, places=(Place(text, (span,), span, (Quote(0, 31, 0),)),))
    told = ["Frogs sing.", "It has rooms.", "A red house has rooms."]
    chunks = tuple(Evidence(f"k{n}", one, "en", source, n + 1, 1.0, ("r",)) for n, one in enumerate(told))
    wrong = Conclusion(ClaimEvidence(claim, chunks, ()), (), Decision(Verdict.NOT_ENOUGH_INFO, 0.9, (), ()))
    recheck, _ = judged(set())
    corrector = Proposes("llm", c="The red house has thirteen rooms.")

    await correct([wrong], text, None, [corrector], recheck, rounds=1)

    assert [chunk.text for chunk in corrector.asked[0].neighbourhood] == expected
