"""The normal form of claims: one for exact paraphrases, and never one for claims that differ in what they say."""

from __future__ import annotations

import pytest
from fakes.statement_reader import FakeStatementReader
from hypothesis import assume, given
from hypothesis import strategies as st

from claimgraph.ingest.model import StatedTriple, Term
from claimgraph.ingest.statements.normal_form import normal_form
from claimgraph.ingest.text.word_lists import word_list


def _form(text: str, lang: str = "en", *triples: StatedTriple) -> str | None:
    return normal_form(text, lang, triples)


def _triple(head: str, relation: str, tail: str, normal: tuple[str, str, str]) -> StatedTriple:
    return StatedTriple(Term(head, ()), relation, Term(tail, ()), normal, 0.9)


def _active(head: str, verb: str, lemma: str, tail: str) -> StatedTriple:
    return _triple(head, verb, tail, (head, lemma, tail))


def _passive(head: str, relation: str, lemma: str, agent: str) -> StatedTriple:
    return _triple(head, relation, agent, (agent, lemma, head))


SAME_SENTENCES = [
    ("The bridge is 1,000 metres long.", "the bridge is 1000 metres long"),
    ("Lyon has 30 million people.", "Lyon has 30,000,000 people."),
    ("Lyon has 3.2 million people.", "Lyon has 3,200,000 people."),
    ("Apple was founded on 1 April 1976.", "Apple was founded on April 1, 1976."),
    ("He  paid $1,500.", "He paid $1500."),
    ("ＩＢＭ was founded.", "IBM was founded."),
    ("里昂有3000万人。", "里昂有三千万人"),
    ("他生于1976年4月1日。", "他生于1976年04月01日。"),
]


@pytest.mark.parametrize(("first", "second"), SAME_SENTENCES)
def test_sentences_that_write_one_value_in_two_ways_are_one(first: str, second: str) -> None:
    lang = "en" if first.isascii() or first[0] == "Ｉ" else "zh"
    assert _form(first, lang) == _form(second, lang)


DIFFERENT_SENTENCES = [
    ("The bridge is 1,000 metres long.", "The bridge is 1,001 metres long."),
    ("The bridge is 1,000 metres long.", "The bridge is 1,000 miles long."),
    ("The bridge is 1,000 metres long.", "The bridge is about 1,000 metres long."),
    ("It has at least 30 people.", "It has at most 30 people."),
    ("It grew by 5%.", "It grew by 5 points."),
    ("Version 3.1 is out.", "Version 3.10 is out."),
    ("Released 3.1 last.", "Released 3.10 last."),
    ("He was born on 1 April 1976.", "He was born on 4 January 1976."),
    ("He was born on 1/4/1976.", "He was born on 4/1/1976."),
    ("He was born on 1 April 1976.", "He was born in April 1976."),
    ("The war ended in 1945.", "The war ended in 1946."),
    ("Guido created Python.", "Guido did not create Python."),
    ("Guido created Python.", "Guido may have created Python."),
    ("Guido created Python.", "Only Guido created Python."),
    ("All members agreed.", "Some members agreed."),
    ("Alice likes Bob.", "Alice liked Bob."),
    ("Ten of 20 came.", "20 of ten came."),
    ("10² is more.", "102 is more."),
    ("他不喜欢北京。", "他喜欢北京。"),
    ("他可能喜欢北京。", "他喜欢北京。"),
    ("所有人都来了。", "有些人来了。"),
    ("人口为52万。", "人口为53万。"),
    ("人口约52万。", "人口52万。"),
]


@pytest.mark.parametrize(("first", "second"), DIFFERENT_SENTENCES)
def test_sentences_that_say_something_else_are_two(first: str, second: str) -> None:
    lang = "en" if first.isascii() or "²" in first else "zh"
    assert _form(first, lang) != _form(second, lang)


def test_active_and_passive_voice_are_one() -> None:
    active = _form("Guido created Python.", "en", _active("Guido", "created", "create", "Python"))
    passive = _form("Python was created by Guido.", "en", _passive("Python", "was created by", "create", "Guido"))
    assert active == passive
    wrote = _form("Leo wrote Anna.", "en", _active("Leo", "wrote", "write", "Anna"))
    written = _form("Anna was written by Leo.", "en", _passive("Anna", "was written by", "write", "Leo"))
    assert wrote == written


def test_chinese_voices_are_one() -> None:
    ways = [
        ("吉多创建了Python。", _active("吉多", "创建了", "创建", "Python")),
        ("Python由吉多创建。", _passive("Python", "由吉多创建", "创建", "吉多")),
        ("Python是由吉多创建的。", _passive("Python", "是由", "创建", "吉多")),
    ]
    assert len({_form(text, "zh", triple) for text, triple in ways}) == 1


OTHERS = [
    ("Guido creates Python.", _active("Guido", "creates", "create", "Python")),
    ("Guido did not create Python.", _active("Guido", "did not create", "not create", "Python")),
    ("Guido never created Python.", _active("Guido", "never created", "not create", "Python")),
    ("Guido probably created Python.", _active("Guido", "created", "create", "Python")),
    ("Guido might have created Python.", _active("Guido", "might have created", "create", "Python")),
    ("Only Guido created Python.", _active("Guido", "created", "create", "Python")),
    ("Guido created only Python.", _active("Guido", "created", "create", "Python")),
    ("Guido created Python in 1991.", _active("Guido", "created", "create", "Python")),
    ("Guido created Python twice.", _active("Guido", "created", "create", "Python")),
    ("Python created Guido.", _active("Python", "created", "create", "Guido")),
    ("Guido created a Python.", _active("Guido", "created", "create", "Python")),
    ("Guido will create Python.", _active("Guido", "will create", "create", "Python")),
    ("Guido has created Python.", _active("Guido", "has created", "create", "Python")),
    ("Guido created Pythons.", _active("Guido", "created", "create", "Pythons")),
    ("Some Guido created Python.", _active("Some Guido", "created", "create", "Python")),
]


@pytest.mark.parametrize(("text", "triple"), OTHERS)
def test_whatever_differs_from_the_claim_has_another_form(text: str, triple: StatedTriple) -> None:
    plain = _form("Guido created Python.", "en", _active("Guido", "created", "create", "Python"))
    assert _form(text, "en", triple) != plain


def test_no_two_of_these_are_one() -> None:
    forms = [_form(text, "en", triple) for text, triple in OTHERS]
    assert len(set(forms)) == len(forms)


def test_a_sentence_that_was_misread_joins_no_other() -> None:
    right = _form("Alice defeated Bob.", "en", _active("Alice", "defeated", "defeat", "Bob"))
    misread = _form("Bob defeated Alice.", "en", _active("Alice", "defeated", "defeat", "Bob"))
    assert right != misread


def test_quantified_ends_keep_their_voice() -> None:
    active = _form("Everyone wrote something.", "en", _active("Everyone", "wrote", "write", "something"))
    passive = _form(
        "Something was written by everyone.", "en", _passive("Something", "was written by", "write", "everyone")
    )
    assert active != passive


def test_founding_and_finding_are_two() -> None:
    found = _form("Larry found Google.", "en", _active("Larry", "found", "find", "Google"))
    founded = _form("Google was founded by Larry.", "en", _passive("Google", "was founded by", "found", "Larry"))
    assert found != founded


def test_a_claim_of_several_triples_is_a_sentence() -> None:
    one = _active("Guido", "created", "create", "Python")
    assert _form("Guido created Python.", "en", one, one) == _form("guido created python", "en")


def test_a_claim_without_words_has_no_form() -> None:
    assert _form("🙂 …") is None
    assert _form("") is None


_NAME = st.from_regex(r"[A-Z][a-z]{1,6}ix", fullmatch=True)  # never an everyday word, such as "All"
_YEAR = st.integers(1500, 2020)
_COUNT = st.integers(2, 5_000_000)


@given(_NAME, _NAME, st.sampled_from([("created", "create"), ("founded", "found"), ("painted", "paint")]))
def test_the_voice_never_matters_and_the_order_of_names_always_does(
    first: str, second: str, verb: tuple[str, str]
) -> None:
    assume(first != second and first not in second and second not in first)
    past, lemma = verb
    active = _form(f"{first} {past} {second}.", "en", _active(first, past, lemma, second))
    passive = _form(f"{second} was {past} by {first}.", "en", _passive(second, f"was {past} by", lemma, first))
    turned = _form(f"{second} {past} {first}.", "en", _active(second, past, lemma, first))
    assert active == passive != turned


@given(_COUNT, _COUNT)
def test_numbers_are_one_exactly_where_their_values_are(first: int, second: int) -> None:
    forms = [_form(f"The town of Tarn has {number:,} houses.") for number in (first, second)]
    assert (forms[0] == forms[1]) is (first == second)
    assert _form(f"The town of Tarn has {first} houses.") == forms[0]


_MONTHS = word_list("January February March April May June July August September October November December")
_DAY = st.tuples(_YEAR, st.integers(1, 12), st.integers(1, 28))


@given(_DAY, _DAY)
def test_dates_are_one_exactly_where_their_days_are(first: tuple[int, int, int], second: tuple[int, int, int]) -> None:
    ours = _form(f"It opened on {first[2]} {_MONTHS[first[1] - 1]} {first[0]}.")
    theirs = _form(f"It opened on {_MONTHS[second[1] - 1]} {second[2]}, {second[0]}.")
    assert (ours == theirs) is (first == second)


_PIECES = st.lists(
    st.sampled_from(
        word_list(
            "Guido Ada created wrote Python Ruby was were by not never only may all some no 3 30 1,000 1991 in the a "
            "about at least did 1 April 4 May most must always"
        )
    ),
    min_size=2,
    max_size=8,
)


@given(
    _PIECES,
    st.integers(0, 7),
    st.sampled_from(word_list("not never only may all some no 4 31 1992 about most Eve Perl")),
)
def test_one_word_more_or_another_one_is_another_claim(pieces: list[str], place: int, word: str) -> None:
    """Numbers, names, negations, modalities and quantifiers: put in or put in place of another."""
    at = place % len(pieces)
    added = [*pieces[:at], word, *pieces[at:]]
    replaced = [*pieces[:at], word, *pieces[at + 1 :]]
    reader = FakeStatementReader()
    for changed in (added, replaced):
        assume(" ".join(changed).casefold() != " ".join(pieces).casefold())  # May at the beginning may be may
        texts = [" ".join(words) + "." for words in (pieces, changed)]
        triples = [[t for s in read.statements for t in s.triples] for read in reader.read(texts)]
        assert _form(texts[0], "en", *triples[0]) != _form(texts[1], "en", *triples[1])


@given(st.text(max_size=120), st.sampled_from(["en", "zh", "und"]))
def test_any_text_has_a_form_or_none_and_always_the_same(text: str, lang: str) -> None:
    assert _form(text, lang) == _form(text, lang)
    assert (_form(text, lang) is None) is not any(char.isalnum() for char in text)
