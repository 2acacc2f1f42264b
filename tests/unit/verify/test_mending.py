"""The answer put together again: what is wrong goes or is replaced, what remains still says what it said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Quote, Span, Statement
from claimgraph.verify.correction.mending import Fate, mend
from claimgraph.verify.correction.placing import place_correction
from claimgraph.verify.correction.rewrite import apply_edits
from claimgraph.verify.decomposition.sentences import decompose
from claimgraph.verify.edits import Edit
from claimgraph.verify.model import Claim, ClaimEvidence, Conclusion, Decision, Place
from claimgraph.verify.rewriting import filter_answer, refusal

S, C, N, X = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO, Verdict.NOT_CHECKABLE


async def restate(text: str) -> Sequence[Statement]:
    return decompose(text)


async def _filtered(answer: str, verdicts: list[Verdict]) -> str:
    conclusions = []
    for number, (s, verdict) in enumerate(zip(decompose(answer), verdicts, strict=True)):
        places = (Place(s.text, s.spans, s.sentence, s.quotes),)
        claim = Claim(str(number), s.text, s.lang, s.spans, s.sentence, True, verdict is not X, places=places)
        conclusions.append(Conclusion(ClaimEvidence(claim, (), ()), (), Decision(verdict, 0.5, (), ())))
    return await filter_answer(answer, conclusions, restate)


@pytest.mark.parametrize(
    ("answer", "verdicts", "filtered"),
    [
        ("Alpha is 1. Beta is 2. Gamma is 3.", [S, C, S], "Alpha is 1. Gamma is 3."),
        ("Alpha is 1. Beta is 2.", [C, S], "Beta is 2."),
        ("Alpha is 1. Beta is 2.", [S, N], "Alpha is 1."),
        ("甲成立于1990年。乙成立于1991年。丙成立于1992年。", [S, C, S], "甲成立于1990年。丙成立于1992年。"),
        ("甲成立于1990年。乙成立于1991年。", [C, S], "乙成立于1991年。"),
        ("- Alpha is 1.\n- Beta is 2.\n- Gamma is 3.", [S, C, S], "- Alpha is 1.\n- Gamma is 3."),
        ("Hello! Alpha is 1. Beta is 2.", [X, S, C], "Hello! Alpha is 1."),
        ("Alpha was founded in 1990; Beta was founded in 1995.", [C, S], "Beta was founded in 1995."),
        ("Alpha was founded in 1990; Beta was founded in 1995.", [S, C], "Alpha was founded in 1990."),
    ],
)
async def test_only_what_is_supported_or_beyond_checking_stays(
    answer: str, verdicts: list[Verdict], filtered: str
) -> None:
    assert await _filtered(answer, verdicts) == filtered


async def test_the_refusal_stands_in_the_answers_language_where_nothing_is_left() -> None:
    assert await _filtered("Hello! Alpha is 1.", [X, C]) == refusal("en")
    assert await _filtered("甲成立于1990年。", [N]) == refusal("zh") != refusal("en")


async def test_an_answer_without_claims_is_left_as_it_is() -> None:
    assert await _filtered("Hello!", [X]) == "Hello!"


# --- Atomic claims that share the words of one sentence

SENTENCE = "Python is a language created by Guido van Rossum in 1991, used for data science and web development."


def stated(text: str, *words: str, answer: str = SENTENCE) -> Place:
    """A statement whose `words` stand in the answer, in this order; what it adds stands between them."""
    quotes, behind, found = [], 0, 0
    for piece in words:
        source, start = answer.index(piece, found), text.index(piece, behind)
        quotes.append(Quote(start, start + len(piece), source))
        behind, found = start + len(piece), source + len(piece)
    spans = tuple(Span(quote.source, quote.source + quote.end - quote.start) for quote in quotes)
    return Place(text, spans, Span(0, len(answer)), tuple(quotes), predicate=spans[1:2])


LANGUAGE = stated("Python is a language.", "Python is a language")
BY = stated("Python was created by Guido van Rossum.", "Python", "created by Guido van Rossum")
IN = stated("Python was created in 1991.", "Python", "created", "in 1991")
SCIENCE = stated("Python is used for data science.", "Python", "used for data science")
WEB = stated("Python is used for web development.", "Python", "used for", "web development")
ALL = (LANGUAGE, BY, IN, SCIENCE, WEB)


def fates(*gone: Place, edits: dict[str, str] | None = None) -> list[Fate]:
    made = []
    for place in ALL:
        after = (edits or {}).get(place.text)
        if after is None:
            made.append(Fate((place,), "en", None if place in gone else place.text))
        else:
            made.append(Fate((place,), "en", after, place_correction(place, after, SENTENCE) or ()))
    return made


def reads(*texts: str) -> object:
    """A reader that finds exactly these statements, whatever it is given."""

    async def read(text: str) -> Sequence[Statement]:
        return [Statement(one, "en", (Span(0, 1),), Span(0, 1), True, True) for one in texts]

    return read


async def test_a_quotation_stands_behind_what_is_left_of_the_sentence() -> None:
    remaining = [place.text for place in ALL if place is not IN]
    given = [replace(one, quoted=("It dates from 1989.",)) if one.after is None else one for one in fates(IN)]
    mended = await mend(SENTENCE, given, reads(*remaining))  # type: ignore[arg-type]
    assert mended == SENTENCE.replace(" in 1991", "") + " It dates from 1989."


async def test_a_quotation_follows_the_claims_where_the_sentence_is_put_anew() -> None:
    given = [replace(one, quoted=("It is for websites.",)) if one.after is None else one for one in fates(SCIENCE, WEB)]
    mended = await mend(SENTENCE, given, reads("Something else."))  # type: ignore[arg-type]
    assert mended == (
        "Python is a language. Python was created by Guido van Rossum. Python was created in 1991. It is for websites."
    )


@pytest.mark.parametrize(
    ("answer", "gone", "quoted", "mended"),
    [
        ("- Alpha is 1;\n- Beta is 2;\n", "Beta is 2;", "Beta is 3.", "- Alpha is 1;\n- Beta is 3;\n"),
        ("甲成立于1990年。乙在上海。", "乙在上海。", "乙位于北京。", "甲成立于1990年。乙位于北京。"),
        ("Alpha is 1. Beta is 2.", "Beta is 2.", '"Beta is three."', 'Alpha is 1. "Beta is three."'),
    ],
)
async def test_a_sentence_of_which_nothing_is_left_gives_place_to_the_quotation(
    answer: str, gone: str, quoted: str, mended: str
) -> None:
    made = []
    for one in decompose(answer):
        place = Place(one.text, one.spans, one.sentence, one.quotes)
        goes = answer[one.spans[0].start : one.sentence.end].strip() == gone
        made.append(Fate((place,), one.lang, None if goes else one.text, quoted=(quoted,) if goes else ()))
    assert any(one.quoted for one in made)
    assert await mend(answer, made, restate) == mended


async def test_a_quotation_that_two_claims_share_stands_once() -> None:
    answer = "Alpha is 1. Beta is 2."
    made = []
    for one, quoted in zip(decompose(answer), (("A is one.", "B is two."), ("A is one.",)), strict=True):
        made.append(Fate((Place(one.text, one.spans, one.sentence, one.quotes),), one.lang, None, quoted=quoted))
    assert await mend(answer, made, restate) == "A is one. B is two."


def test_what_replaces_a_clause_between_semicolons_goes_on_in_small_letters() -> None:
    answer = "The canal has 31 locks; the alarm was late; it opened in 1796."
    start = answer.index("the alarm")
    edit = Edit(start, answer.index(" it opened"), "The first warning came early.")

    assert apply_edits(answer, [edit]) == "The canal has 31 locks; the first warning came early; it opened in 1796."


async def test_a_clause_that_was_set_against_one_that_is_gone_is_a_sentence_without_its_while() -> None:
    answer = "Solheim has led the firm, while Eide left in 2016."
    whole = Span(0, len(answer))
    led = Place("Solheim has led the firm.", (Span(0, 24),), whole, (Quote(0, 24, 0),))
    left = Place("While Eide left in 2016.", (Span(26, 49),), whole, (Quote(1, 23, 27),))
    given = [Fate((led,), "en", None), Fate((left,), "en", left.text)]
    assert await mend(answer, given, reads("Another reading.")) == "Eide left in 2016."  # type: ignore[arg-type]


async def test_a_wrong_value_changes_where_it_stands_and_nothing_else_does() -> None:
    edits = {IN.text: "Python was created in 1989.", BY.text: "Python was created by Guido van Rossum Jr."}
    mended = await mend(SENTENCE, fates(edits=edits), reads())  # type: ignore[arg-type]
    assert mended == SENTENCE.replace("1991", "1989").replace("Rossum", "Rossum Jr")


async def test_what_goes_takes_only_the_words_that_no_other_claim_needs() -> None:
    remaining = [place.text for place in ALL if place is not IN]
    mended = await mend(SENTENCE, fates(IN), reads(*remaining))  # type: ignore[arg-type]
    assert mended == SENTENCE.replace(" in 1991", "")


async def test_a_sentence_that_no_longer_says_what_remains_is_replaced_by_its_claims() -> None:
    mended = await mend(SENTENCE, fates(LANGUAGE, SCIENCE, WEB), reads("Something else."))  # type: ignore[arg-type]
    assert mended == "Python was created by Guido van Rossum. Python was created in 1991."


async def test_a_sentence_of_which_nothing_remains_goes_as_a_whole() -> None:
    answer = f"{SENTENCE} It is old."
    rest = Place("It is old.", (Span(len(SENTENCE) + 1, len(answer)),), Span(len(SENTENCE) + 1, len(answer)), ())
    mended = await mend(answer, [*fates(*ALL), Fate((rest,), "en", "It is old.")], reads("It is old."))  # type: ignore[arg-type]
    assert mended == "It is old."


async def test_a_pronoun_that_lost_its_antecedent_is_replaced_by_what_it_stood_for() -> None:
    answer = "Acme was founded in Oslo. It makes tyres."
    first = Place("Acme was founded in Oslo.", (Span(0, 25),), Span(0, 25), (Quote(0, 25, 0),))
    second = Place("Acme makes tyres.", (Span(26, 41),), Span(26, 41), (Quote(4, 17, 28),))
    given = [Fate((first,), "en", None), Fate((second,), "en", second.text)]
    assert await mend(answer, given, restate) == "Acme makes tyres."


async def test_a_claim_whose_predicate_goes_with_it_is_not_cut_out_of_its_sentence() -> None:
    answer = "The firm makes cars, which are sold in Asia."
    makes = Place(
        "The firm makes cars.",
        (Span(0, 19),),
        Span(0, len(answer)),
        (Quote(0, 19, 0),),
        predicate=(Span(9, 14),),
    )
    sold = Place(
        "The cars are sold in Asia.",
        (Span(15, 19), Span(27, 43)),
        Span(0, len(answer)),
        (Quote(4, 8, 15), Quote(9, 25, 27)),
        predicate=(Span(31, 35),),
    )
    given = [Fate((makes,), "en", None), Fate((sold,), "en", sold.text)]
    assert await mend(answer, given, reads(sold.text)) == "The cars are sold in Asia."  # type: ignore[arg-type]


async def test_a_cut_that_leaves_a_conjunction_hanging_is_not_made() -> None:
    answer = "它用于数据科学和网络开发。"
    whole = Span(0, len(answer))
    first = Place("它用于数据科学。", (Span(0, 7),), whole, (Quote(0, 7, 0),), predicate=(Span(1, 3),))
    second = Place("它用于网络开发。", (Span(0, 3), Span(8, 12)), whole, (Quote(0, 3, 0),), predicate=(Span(1, 3),))
    given = [Fate((first,), "zh", first.text), Fate((second,), "zh", None)]
    assert await mend(answer, given, reads(first.text)) == "它用于数据科学。"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "first", "second", "common", "kept"),
    [
        ("Python and Ruby were made by Guido.", "Python", "Ruby", "were made by Guido.", "Python were made by Guido."),
        ("杜甫和李白都是诗人。", "杜甫", "李白", "是诗人。", "杜甫是诗人。"),
    ],
    ids=["english", "chinese"],
)
async def test_a_subject_that_goes_leaves_no_and_before_the_verb(
    answer: str, first: str, second: str, common: str, kept: str
) -> None:
    stays = stated(kept, first, common, answer=answer)
    goes = stated(kept.replace(first, second), second, common, answer=answer)
    given = [Fate((stays,), "en", stays.text), Fate((goes,), "en", None)]
    assert await mend(answer, given, reads(kept)) == kept  # type: ignore[arg-type]


async def test_a_sentence_that_no_fate_touches_stays_however_it_is_read() -> None:
    answer = "It is red. Acme hired people in Oslo and Bergen."
    first = Place("It is red.", (Span(0, 10),), Span(0, 10), (Quote(0, 10, 0),))
    second = Place("Acme hired people in Oslo.", (Span(11, 36),), Span(11, len(answer)), (Quote(0, 25, 11),))
    given = [Fate((first,), "en", None), Fate((second,), "en", second.text)]
    assert await mend(answer, given, reads("Another reading.")) == "Acme hired people in Oslo and Bergen."  # type: ignore[arg-type]


async def test_a_core_is_not_said_again_beside_the_claim_that_holds_it() -> None:
    answer = "Curie won the prize in 1903 and lived in Rome."
    whole = Span(0, len(answer))
    core = Place("Curie won the prize.", (Span(0, 19),), whole, (Quote(0, 19, 0),), predicate=(Span(6, 9),))
    more = Place("Curie won the prize in 1903.", (Span(0, 27),), whole, (Quote(0, 27, 0),), predicate=(Span(6, 9),))
    lived = Place(
        "Curie lived in Rome.", (Span(0, 5), Span(32, 45)), whole, (Quote(0, 5, 0),), predicate=(Span(32, 37),)
    )
    given = [Fate((core,), "en", core.text), Fate((more,), "en", more.text), Fate((lived,), "en", None)]
    assert await mend(answer, given, reads()) == "Curie won the prize in 1903."  # type: ignore[arg-type]


async def test_the_filtered_text_keeps_nothing_that_says_more_than_a_contradicted_claim() -> None:
    answer = "Curie won the prize in 1903."
    whole = Span(0, len(answer))
    core = Place("Curie won the prize.", (Span(0, 19),), whole, (Quote(0, 19, 0),))
    more = Place(answer, (Span(0, 28),), whole, (Quote(0, 28, 0),))
    conclusions = [
        Conclusion(
            ClaimEvidence(Claim(place.text, place.text, "en", place.spans, whole, True, True, places=(place,)), (), ()),
            (),
            Decision(verdict, 0.5, (), ()),
        )
        for place, verdict in ((core, C), (more, S))
    ]
    assert await filter_answer(answer, conclusions, restate) == refusal("en")


# --- A correction's place


def test_the_closing_mark_of_each_place_stays() -> None:
    answer = "Paris is in Spain!"
    place = Place(answer, (Span(0, 18),), Span(0, 18), (Quote(0, 18, 0),))
    (edit,) = place_correction(place, "Paris is in France.", answer) or ()
    assert apply_edits(answer, [edit]) == "Paris is in France!"


@pytest.mark.parametrize(
    ("place", "after", "expected"),
    [
        (IN, "Python was created in 1989.", SENTENCE.replace("1991", "1989")),
        (BY, "Python was created by Larry Wall.", SENTENCE.replace("Guido van Rossum", "Larry Wall")),
        (SCIENCE, "Python is used for serious data science.", SENTENCE.replace("data sc", "serious data sc")),
        (WEB, "Python is used for web design.", SENTENCE.replace("web development", "web design")),
    ],
)
def test_only_the_words_that_changed_are_edited(place: Place, after: str, expected: str) -> None:
    edits = place_correction(place, after, SENTENCE)
    assert edits is not None
    assert apply_edits(SENTENCE, edits) == expected


@pytest.mark.parametrize(
    ("place", "after"),
    [
        (BY, "Python is created by Guido van Rossum."),  # "was" does not stand in the answer
        (IN, "It is old."),
        (IN, IN.text),
    ],
)
def test_a_change_of_words_that_do_not_stand_in_the_answer_has_no_place(place: Place, after: str) -> None:
    assert place_correction(place, after, SENTENCE) is None
