"""When claims and triples count as said."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Span, StatedTriple, Statement, Term
from claimgraph.verify.evaluation import (
    GoldClaim,
    GoldItem,
    StatedClaim,
    TripleForms,
    evaluate_item,
    match_claims,
    match_triples,
)

SUBJECTS = ["The Lund bridge", "Norden Group", "Dr Ada Voss", "海川大桥", "远山公司"]
PREDICATES = ["opened in 2019.", "opened in 1998.", "does not employ 30 people.", "employs people.", "于2018年通车。"]


def claims() -> st.SearchStrategy[list[str]]:
    made = st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(PREDICATES)).map(" ".join)
    return st.lists(made, unique=True, max_size=8)


def matched(predicted: Sequence[str], gold: Sequence[str], lang: str = "en") -> int:
    return len(match_claims([StatedClaim(one) for one in predicted], [GoldClaim(one) for one in gold], lang))


@settings(deadline=None)  # the first Chinese text loads the dictionary
@given(claims())
def test_the_gold_itself_scores_everything(texts: list[str]) -> None:
    assert matched(texts, texts) == len(texts)


@settings(deadline=None)
@given(claims(), claims(), st.randoms(use_true_random=False))
def test_order_never_counts(predicted: list[str], gold: list[str], random: object) -> None:
    shuffled, mixed = list(predicted), list(gold)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    random.shuffle(mixed)  # type: ignore[attr-defined]

    assert matched(shuffled, mixed) == matched(predicted, gold)


@settings(deadline=None)
@given(claims(), claims(), st.sampled_from(SUBJECTS), st.sampled_from(PREDICATES))
def test_one_more_claim_never_loses_a_match(predicted: list[str], gold: list[str], subject: str, rest: str) -> None:
    assert matched([*predicted, f"{subject} {rest}"], gold) >= matched(predicted, gold)


@pytest.mark.parametrize(
    ("claim", "gold", "lang"),
    [
        ("Python was created by Guido van Rossum.", "Python is created by Guido van Rossum.", "en"),
        ("Acme has Acme's headquarters in Oslo.", "Acme has its headquarters in Oslo.", "en"),
        ("A mayor of Ghent resigned in May 2020", "The mayor of Ghent resigned in May 2020.", "en"),
        ("Theft is crimes under the penal code.", "Theft is a crime under the penal code.", "en"),
        ("青霉素于1928年被发现。", "青霉素于1928年发现。", "zh"),
        ("Python是高级的。", "Python是高级。", "zh"),
    ],
)
def test_the_same_content_words_are_the_same_claim(claim: str, gold: str, lang: str) -> None:
    assert matched([claim], [gold], lang) == 1


@pytest.mark.parametrize(
    ("claim", "gold", "lang"),
    [
        ("The Lund bridge carries 20,000 vehicles a day.", "The Lund bridge carries 25,000 vehicles a day.", "en"),
        ("The Lund bridge carries two trains.", "The Lund bridge carries three trains.", "en"),
        ("The installer does not support Windows 7.", "The installer supports Windows 7.", "en"),
        ("The tablets can't be split by patients at home.", "The tablets can be split by patients at home.", "en"),
        ("Employees may hand in long reports.", "Employees must hand in long reports.", "en"),
        ("Version 4.2 adds support for Avro.", "Version 4.2 adds support for Parquet.", "en"),
        ("Python is a language.", "Python is high-level.", "en"),
        ("合同有效期为三年。", "合同有效期为五年。", "zh"),
        ("员工可以领取交通补贴。", "员工必须领取交通补贴。", "zh"),
        ("青鸟浏览器不支持安卓系统。", "青鸟浏览器支持安卓系统。", "zh"),
    ],
)
def test_another_number_negation_modal_or_name_is_another_claim(claim: str, gold: str, lang: str) -> None:
    assert matched([claim], [gold], lang) == 0


def test_a_word_too_few_is_another_claim_unless_one_is_lenient() -> None:
    said, meant = (
        [StatedClaim("Iron deficiency causes breath.")],
        [
            GoldClaim("Iron deficiency causes shortness of breath."),
            GoldClaim("Iron deficiency causes pale skin."),
        ],
    )

    assert match_claims(said, meant, "en") == []
    assert match_claims(said, meant, "en", threshold=0.8) == [(0, 0)]


def test_a_claim_that_was_not_split_matches_none_of_its_parts() -> None:
    gold = ["The new installer runs on Linux.", "The new installer runs on macOS."]

    whole = [StatedClaim("The new installer runs on Linux and macOS.")]

    assert match_claims(whole, [GoldClaim(one) for one in gold], "en", threshold=0.8) == []
    assert matched(gold, gold) == 2


def test_a_claim_beside_a_shorter_one_that_it_holds_still_matches() -> None:
    gold = ["Guido created Python.", "Guido created Python in 1991."]

    assert matched(gold, gold) == 2


def test_another_wording_of_the_gold_is_as_right() -> None:
    gold = [GoldClaim("Insulin's discovery helped.", also=("Finding insulin helped many people.",))]

    assert match_claims([StatedClaim("Finding insulin helped many people.")], gold, "en") == [(0, 0)]


def test_an_opinion_counts_only_as_an_opinion() -> None:
    gold = [GoldClaim("Python is lovely.", checkable=False)]

    assert match_claims([StatedClaim("Python is lovely.", checkable=False)], gold, "en") == [(0, 0)]
    assert match_claims([StatedClaim("Python is lovely.", checkable=True)], gold, "en") == []


def test_nothing_matches_nothing() -> None:
    assert match_claims([], [GoldClaim("Python is a language.")], "en") == []
    assert match_claims([StatedClaim("Python is a language.")], [], "en") == []


def test_claims_of_function_words_alone_match_only_word_for_word() -> None:
    assert matched(["It is."], ["it is."]) == 1
    assert matched(["It is."], ["They were."]) == 0


def same_triple(left: tuple[str, str, str], right: tuple[str, str, str], lang: str = "en") -> bool:
    return match_triples([TripleForms(left)], [right], lang) == [(0, 0)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("Python", "was created by", "Guido van Rossum"), ("Guido van Rossum", "created", "Python")),
        (("Reports", "must be approved by", "a line manager"), ("line manager", "must approve", "reports")),
        (("The Python", "is", "a language"), ("Python", "was", "language")),
        (("Acme", "has", "headquarters"), ("Acme", "had", "its headquarters")),
        (("Python", "is widely used for", "data science"), ("Python", "used for", "data science")),
        (("星河数据库", "是", "一款数据库"), ("星河数据库", "为", "数据库")),
        (("青霉素", "发现于", "1928年"), ("青霉素", "发现", "1928年")),
    ],
)
def test_triples_that_say_the_same_match_both_ways(left: tuple[str, str, str], right: tuple[str, str, str]) -> None:
    assert same_triple(left, right)
    assert same_triple(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("Guido van Rossum", "created", "Python"), ("Python", "created", "Guido van Rossum")),
        (("Python", "was created by", "Guido"), ("Python", "was not created by", "Guido")),
        (("Antibiotics", "have", "effect on viruses"), ("Antibiotics", "have", "no effect on viruses")),
        (("Acme", "is", "headquarters"), ("Acme", "has", "headquarters")),
        (("Acme", "was founded in", "Oslo"), ("Acme", "was sold in", "Oslo")),
        (("Acme", "employs", "640 people"), ("Acme", "employs", "460 people")),
        (("青鸟浏览器", "支持", "安卓系统"), ("青鸟浏览器", "不支持", "安卓系统")),
        (("清源科技", "开发", "星河数据库"), ("星河数据库", "开发", "清源科技")),
    ],
)
def test_triples_that_say_something_else_do_not_match(left: tuple[str, str, str], right: tuple[str, str, str]) -> None:
    assert not same_triple(left, right)
    assert not same_triple(right, left)


def test_the_normal_form_of_an_extractor_may_match_instead() -> None:
    forms = TripleForms(("Python", "由创建", "吉多"), ("吉多", "创建", "Python"))

    assert match_triples([forms], [("吉多", "创建", "Python")], "zh") == [(0, 0)]


def test_an_item_is_counted_with_what_it_missed_and_what_it_added() -> None:
    item = GoldItem(
        "en-1",
        "en",
        "software",
        "Velox is written in Rust and runs on Linux.",
        (GoldClaim("Velox is written in Rust."), GoldClaim("Velox runs on Linux.")),
        (("Velox", "is written in", "Rust"), ("Velox", "runs on", "Linux")),
    )
    triple = _triple(("Velox", "is written in", "Rust"), ("Velox", "write in", "Rust"))
    statements = [
        _statement("Velox is written in Rust.", (triple,)),
        _statement("Velox is written in Rust.", (triple,)),
        _statement("Velox is fast."),
    ]

    found = evaluate_item(item, statements)

    assert (found.claims.matched, found.claims.predicted, found.claims.gold) == (1, 3, 2)
    assert (found.triples.matched, found.triples.predicted, found.triples.gold) == (1, 1, 2)
    assert found.missed_claims == ("Velox runs on Linux.",)
    assert sorted(found.extra_claims) == ["Velox is fast.", "Velox is written in Rust."]
    assert found.missed_triples == (("Velox", "runs on", "Linux"),)
    assert found.extra_triples == ()


def _triple(shown: tuple[str, str, str], normal: tuple[str, str, str]) -> StatedTriple:
    here = (Span(0, 1),)
    return StatedTriple(Term(shown[0], here, EntityType.ORGANISATION), shown[1], Term(shown[2], here), normal, 0.9)


def _statement(text: str, triples: tuple[StatedTriple, ...] = ()) -> Statement:
    span = Span(0, len(text))
    return Statement(text, "en", (span,), span, standalone=True, checkable=True, triples=triples)
