"""Sentences with a participle in front, put together from the treebank's."""

from __future__ import annotations

import pytest
from starter_models.english_augment import begins_with_subject, joined, participles
from starter_models.english_data import Sentence, spaced


def sentence(*rows: str) -> Sentence:
    """Rows `word UPOS XPOS head relation`, the head as an index, -1 for the root."""
    words, upos, xpos, heads, deps = zip(*(row.split() for row in rows), strict=True)
    text, spans = spaced(list(words))
    return Sentence(
        text, list(words), spans, "d", list(upos), list(xpos), list(words), [int(head) for head in heads], list(deps)
    )


@pytest.fixture
def passive() -> Sentence:
    return sentence(
        "It PRON PRP 2 nsubj:pass",
        "was AUX VBD 2 aux:pass",
        "founded VERB VBN -1 root",
        "in ADP IN 4 case",
        "Oslo PROPN NNP 2 obl",
        ". PUNCT . 2 punct",
    )


@pytest.fixture
def host() -> Sentence:
    return sentence(
        "The DET DT 1 det",
        "firm NOUN NN 2 nsubj",
        "sells VERB VBZ -1 root",
        "two NUM CD 4 nummod",
        "boats NOUN NNS 2 obj",
        ". PUNCT . 2 punct",
    )


def test_a_participle_is_taken_with_what_follows_it(passive: Sentence) -> None:
    assert participles(passive) == [(passive, 2, 5)]


def test_only_what_begins_with_its_subject_can_follow(passive: Sentence, host: Sentence) -> None:
    assert begins_with_subject(host)
    fronted_already = sentence(
        "Today NOUN NN 2 obl", *["He PRON PRP 2 nsubj", "ran VERB VBD -1 root"], *["a X X 2 x"] * 3
    )
    assert not begins_with_subject(fronted_already)


def test_the_participle_becomes_an_adverbial_clause_of_the_root(passive: Sentence, host: Sentence) -> None:
    made = joined((passive, 2, 5), host, 0)
    found = {word: (made.words[head], dep) for word, head, dep in zip(made.words, made.heads, made.deps, strict=True)}
    assert made.text == "Founded in Oslo, the firm sells two boats."
    assert [made.text[start:end] for start, end in made.spans] == made.words
    assert found["Founded"] == ("sells", "advcl")
    assert found["Oslo"] == ("Founded", "obl")
    assert found["in"] == ("Oslo", "case")
    assert found[","] == ("Founded", "punct")
    assert found["firm"] == ("sells", "nsubj")
    assert found["boats"] == ("sells", "obj")
    assert made.heads.count(-1) == 1
    assert {len(values) for values in (made.upos, made.xpos, made.lemmas, made.heads, made.deps)} == {len(made.words)}
