"""Ids are dear to change: their properties are pinned here."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema import ids

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_an_id_stays_what_it_is_from_release_to_release() -> None:
    assert ids.document_id("default", "source", "a.txt") == "48f60d0b5a3d9962a37f1ac2852feac6"
    assert ids.claim_id("default", "en", "Paris is in France.") == "6231dde4008ad755e3692bffdd1cac9c"
    assert ids.premise_id([("c1", 0, 12), ("c2", 3, 9)]) == "17811344af0331e208946c64189d1486"


@given(texts, texts, texts, texts)
def test_two_keys_that_differ_never_share_an_id(a: str, b: str, c: str, d: str) -> None:
    same = ids.digest("Chunk", a, b) == ids.digest("Chunk", c, d)
    assert same == ((a, b) == (c, d))


def test_parts_of_a_key_cannot_run_into_each_other() -> None:
    assert ids.digest("Document", "t", "ab", "c") != ids.digest("Document", "t", "a", "bc")
    assert ids.digest("Document", "t", None) != ids.digest("Document", "t", "None")
    assert ids.digest("Document", "t", 1) != ids.digest("Document", "t", "1")


@given(texts, texts)
def test_tenants_never_share_a_node(one: str, other: str) -> None:
    makers = (
        lambda t: ids.document_id(t, "source", "k"),
        lambda t: ids.chunk_id(t, "text"),
        lambda t: ids.entity_id(t, "Ada"),
        lambda t: ids.claim_id(t, "en", "text"),
        lambda t: ids.answer_id(t, None, "m", "text", None),
        lambda t: ids.question_id(t, "text"),
    )
    assert all((make(one) == make(other)) == (one == other) for make in makers)


def test_a_claim_is_one_claim_however_it_is_spaced_cased_or_closed() -> None:
    forms = ["Paris is in France.", "paris  is in\nFrance", "Ｐaris is in France。"]
    assert len({ids.claim_id("t", "en", form) for form in forms}) == 1


def test_a_number_or_a_negation_makes_another_claim() -> None:
    forms = ["It has 12 rooms.", "It has 13 rooms.", "It has not 12 rooms.", "It has -12 rooms."]
    assert len({ids.claim_id("t", "en", form) for form in forms}) == 4


def test_a_raised_number_is_not_the_number_beside_it() -> None:
    forms = ["It holds 102 litres.", "It holds 10² litres.", "It is 5½ m.", "It is 51⁄2 m."]
    assert len({ids.claim_id("t", "en", form) for form in forms}) == 4


def test_a_claim_that_cannot_stand_alone_belongs_to_its_answer() -> None:
    assert ids.claim_id("t", "en", "It grew.", "answer-1") != ids.claim_id("t", "en", "It grew.", "answer-2")
    assert ids.claim_id("t", "en", "It grew.", "answer-1") != ids.claim_id("t", "en", "It grew.")


@given(texts)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert ids.normalise_claim(ids.normalise_claim(text)) == ids.normalise_claim(text)


def test_names_fold_possessives_articles_and_width() -> None:
    forms = ["The Eiffel Tower", "Eiffel Tower's", "eiffel tower", unicodedata.normalize("NFKD", "Eiffel Tower")]
    assert len({ids.entity_id("t", form) for form in forms}) == 1


@pytest.mark.parametrize(("acronym", "word"), [("WHO", "The Who"), ("US", "us"), ("IT", "It"), ("AIDS", "Aids")])
def test_an_acronym_is_no_everyday_word(acronym: str, word: str) -> None:
    assert ids.entity_id("t", acronym) != ids.entity_id("t", word)
    assert ids.entity_id("t", f"the {acronym}'s") == ids.entity_id("t", acronym)


@pytest.mark.parametrize("forms", [("NASA", "Nasa"), ("ACME", "the Acme"), ("IBM", "ibm"), ("The Times", "the Times")])
def test_other_names_are_one_however_their_case(forms: tuple[str, str]) -> None:
    assert ids.entity_id("t", forms[0]) == ids.entity_id("t", forms[1])


def test_the_order_of_premises_does_not_matter_to_a_run_but_their_set_does() -> None:
    def run(premises: list[str], **more: str) -> str:
        return ids.run_id("a", "s", "m", premises, "machine", **more)

    assert run(["p2", "p1", "p1"]) == run(["p1", "p2"])
    assert run(["p1"]) != run(["p1", "p2"])
    assert run(["p1"]) != run(["p1"], reviewer="ada")


@given(texts)
def test_a_tenants_suffix_is_safe_in_an_identifier(tenant: str) -> None:
    suffix = ids.tenant_suffix(tenant)
    assert suffix.isalnum()
    assert suffix.isascii()


def test_paraphrases_share_the_key_of_their_triple() -> None:
    forms = [("Guido van Rossum", "create", "Python"), ("guido  van ROSSUM", "Create", "the Python's")]
    assert {ids.triple_key(*form) for form in forms} == {"guido van rossum | create | python"}
    assert ids.triple_key("Python", "be", "a language") == ids.triple_key("Python", "be", "language")


def test_a_denial_or_another_number_is_another_key() -> None:
    forms = [("It", "have", "10 rooms"), ("It", "not have", "10 rooms"), ("It", "have", "10² rooms")]
    assert len({ids.triple_key(*form) for form in forms}) == 3


@given(texts, texts, texts, texts, texts, texts)
def test_ends_and_relation_cannot_run_into_each_other_in_a_key(a: str, b: str, c: str, d: str, e: str, f: str) -> None:
    def folded(head: str, relation: str, tail: str) -> list[str]:
        return [ids.triple_key(part, "", "").removesuffix(" |  | ") for part in (head, f"x{relation}x", tail)]

    if ids.triple_key(a, f"x{b}x", c) == ids.triple_key(d, f"x{e}x", f):
        assert folded(a, b, c) == folded(d, e, f)
    else:
        assert folded(a, b, c) != folded(d, e, f)


def test_a_bar_in_a_name_is_no_border_in_a_key() -> None:
    assert ids.triple_key("x | y", "c", "d") != ids.triple_key("x", "y | c", "d")
    assert ids.triple_key("x | y", "c", "d") == "x \\| y | c | d"
