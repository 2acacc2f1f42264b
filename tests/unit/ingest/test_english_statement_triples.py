"""The triples of English claims, as shown and in the form that paraphrases share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from ud_trees import conllu, parsed

from claimgraph.ingest.model import StatedTriple
from claimgraph.ingest.statements.english import read_english
from claimgraph.platform.models.ports import Analysis

TREES = Path(__file__).parents[2] / "data" / "english_trees.conllu"


@cache
def trees() -> dict[str, Analysis]:
    return {analysis.text: analysis for analysis in conllu(TREES)}


def triples(sentence: str) -> list[StatedTriple]:
    return [triple for statement in read_english(parsed(trees()[sentence]), {}) for triple in statement.triples]


def shown(sentence: str) -> list[tuple[str, str, str]]:
    return [(triple.head.text, triple.relation, triple.tail.text) for triple in triples(sentence)]


def test_a_predicate_noun_and_its_quality_are_tails() -> None:
    assert shown("Mount Elbrus is a dormant volcano located in the Caucasus Mountains in Russia.") == [
        ("Mount Elbrus", "is", "volcano"),
        ("Mount Elbrus", "is", "dormant"),
        ("Mount Elbrus", "is located in", "Caucasus Mountains in Russia"),
    ]


def test_each_adjunct_of_a_passive_is_a_tail() -> None:
    assert shown("Git was created by Linus Torvalds in 2005 to manage the Linux kernel.") == [
        ("Git", "was created by", "Linus Torvalds"),
        ("Git", "was created in", "2005"),
        ("Git", "was created to manage", "Linux kernel"),
    ]


def test_a_passive_with_its_agent_has_the_active_as_its_normal_form() -> None:
    first = triples("Git was created by Linus Torvalds in 2005 to manage the Linux kernel.")[0]

    assert first.normal == ("Linus Torvalds", "create", "Git")


def test_an_adjunct_of_a_transitive_verb_is_told_of_the_object() -> None:
    told = triples("France and Germany signed the treaty in 1963.")

    assert ("treaty", "signed in", "1963") in shown("France and Germany signed the treaty in 1963.")
    assert ("treaty", "sign in", "1963") in [triple.normal for triple in told]


def test_negation_is_part_of_both_forms() -> None:
    sentence = "Ibuprofen reduces fever and relieves pain, but it does not treat infections."

    last = triples(sentence)[-1]

    assert (last.relation, last.normal[1]) == ("does not treat", "not treat")


def test_the_object_of_a_relative_clause_is_its_antecedent() -> None:
    sentence = "Vitamin D, which the skin produces in sunlight, helps the body."

    assert ("skin", "produces", "Vitamin D") in shown(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "If an employee resigns, the employer must pay all outstanding wages and return personal documents.",
        "The minister announced that schools would reopen in May and that exams would be postponed.",
        "According to the report, unemployment fell in March and wages increased.",
        "There are five lakes in the park.",
    ],
)
def test_conditions_attributions_and_bare_existence_give_no_triple(sentence: str) -> None:
    assert shown(sentence) == []


def test_the_spans_of_a_triple_are_its_words_in_the_text() -> None:
    sentence = "Both Mr. Parry and Ms. Doyle were bleeding badly."
    text = sentence + " France and Germany signed the treaty in 1963."
    both = parsed(trees()[sentence], trees()["France and Germany signed the treaty in 1963."])

    told = [triple for statement in read_english(both, {}) for triple in statement.triples]

    assert [text[span.start : span.end] for span in told[0].head.spans] == ["France"]
    assert [text[span.start : span.end] for span in told[0].spans] == ["signed"]
    assert [text[span.start : span.end] for span in told[0].tail.spans] == ["the treaty"] or [
        text[span.start : span.end] for span in told[0].tail.spans
    ] == ["treaty"]
