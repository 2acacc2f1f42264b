"""What holds of English statements whatever the sentence: nothing lost, nothing misquoted, no crash."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ud_trees import conllu, parsed

from claimgraph.ingest.model import Statement
from claimgraph.ingest.statements.english import read_english
from claimgraph.ingest.statements.english.lexicon import CONNECTIVES
from claimgraph.ingest.statements.english.repair import repaired
from claimgraph.ingest.statements.parsed import ParsedText
from claimgraph.platform.models.ports import Analysis, Token

TREES = Path(__file__).parents[2] / "data" / "english_trees.conllu"
TREEBANK = Path(__file__).parents[4] / "shared" / "data" / "ud" / "en_ewt-dev.conllu.gz"
CONTENT = {"NOUN", "PROPN", "VERB", "ADJ", "NUM"}


def check(text: ParsedText, statements: list[Statement]) -> None:
    assert statements
    for statement in statements:
        assert statement.text.strip() == statement.text
        assert all(0 <= span.start < span.end <= len(text.text) for span in statement.spans)
        assert all(a.end <= b.start for a, b in zip(statement.spans, statement.spans[1:], strict=False))
        assert all(a.end <= b.start for a, b in zip(statement.quotes, statement.quotes[1:], strict=False))
        for quote in statement.quotes:
            length = quote.end - quote.start
            assert statement.text[quote.start : quote.end] == text.text[quote.source : quote.source + length]
        for triple in statement.triples:
            assert triple.head.text
            assert triple.tail.text
            assert 0 <= triple.confidence <= 1
            for span in (*triple.spans, *triple.head.spans, *triple.tail.spans):
                assert 0 <= span.start < span.end <= len(text.text)


def uncovered(text: ParsedText, statements: list[Statement]) -> list[str]:
    covered = {at for statement in statements for span in statement.spans for at in range(span.start, span.end)}
    return [
        token.text
        for sentence in text.sentences
        for token in sentence.analysis.tokens
        if token.pos in CONTENT
        and token.text.lower() not in CONNECTIVES
        and any(char.isalnum() for char in token.text)
        and sentence.span.start + token.start not in covered
    ]


@pytest.mark.parametrize("analysis", list(conllu(TREES)), ids=lambda analysis: analysis.text[:40])
def test_every_content_word_of_our_own_sentences_is_covered(analysis: Analysis) -> None:
    text = parsed(analysis)

    statements = read_english(text, {})

    check(text, statements)
    assert uncovered(text, statements) == []


def test_every_content_word_of_real_sentences_is_covered() -> None:
    if not TREEBANK.exists():
        pytest.skip(f"no treebank at {TREEBANK}")
    for analysis in conllu(TREEBANK):
        text = parsed(analysis)
        statements = read_english(text, {})
        check(text, statements)
        if not analysis.text[:1].isdigit() and not analysis.text.startswith(("(", "#", ">")):  # marks of a list
            assert uncovered(text, statements) == []


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, len(list(conllu(TREES))) - 1))
def test_a_tree_that_makes_no_sense_loses_nothing_and_breaks_nothing(shuffle: random.Random, number: int) -> None:
    analysis = list(conllu(TREES))[number]
    size = len(analysis.tokens)
    relations = [token.dep for token in analysis.tokens]
    tokens = tuple(
        replace(token, head=shuffle.randrange(size), dep=shuffle.choice(relations)) if shuffle.random() < 0.4 else token
        for token in analysis.tokens
    )
    text = parsed(Analysis(analysis.text, tokens))

    statements = read_english(text, {})

    check(text, statements)
    assert uncovered(text, statements) == []


def scrambled(number: int, changes: dict[int, tuple[int, str]]) -> ParsedText:
    """A kept tree with other heads and relations: what a parser returns that has understood nothing."""
    analysis = list(conllu(TREES))[number]
    tokens = list(analysis.tokens)
    for at, (head, relation) in changes.items():
        tokens[at] = replace(tokens[at], head=head, dep=relation)
    return parsed(Analysis(analysis.text, tuple(tokens)))


def test_a_noun_that_the_tree_takes_for_a_conjunction_is_not_lost() -> None:
    text = scrambled(12, {4: (4, "cc")})
    assert text.text == "Johnson and Johnson produces bandages."

    assert uncovered(text, read_english(text, {})) == []


@pytest.mark.timeout(20)
@pytest.mark.parametrize("relation", ["flat", "compound", "appos", "conj", "nmod", "obl"])
def test_trees_whose_every_word_hangs_on_itself_or_the_next_are_read_to_their_end(relation: str) -> None:
    for number, analysis in enumerate(conllu(TREES)):
        size = len(analysis.tokens)
        for step in (0, 1):
            text = scrambled(number, {at: ((at + step) % size, relation) for at in range(size)})
            assert uncovered(text, read_english(text, {})) == []


NAMES = ["Acme", "Nordbank", "Ann Lee", "Oslo"]
VERBS = [("founded", "found"), ("bought", "buy"), ("visited", "visit"), ("praised", "praise")]


@st.composite
def sentences(draw: st.DrawFn) -> Analysis:
    """A subject, one to three conjoined verbs, each with an object and maybe an adjunct."""
    words: list[tuple[str, str, str, str, int, str]] = []

    def name(head: int, relation: str) -> None:
        chosen = draw(st.sampled_from(NAMES)).split()
        first = len(words)
        for at, word in enumerate(chosen):
            words.append((word, word, "PROPN", "NNP", head if at == 0 else first, relation if at == 0 else "flat"))

    name(-1, "nsubj")
    first_verb = len(words)
    words = [(*word[:4], first_verb, word[5]) if word[4] == -1 else word for word in words]
    count = draw(st.integers(1, 3))
    for number in range(count):
        if number and number == count - 1:
            words.append(("and", "and", "CCONJ", "CC", len(words) + 1, "cc"))
        elif number:
            words.append((",", ",", "PUNCT", ",", len(words) + 1, "punct"))
        verb, lemma = draw(st.sampled_from(VERBS))
        at = len(words)
        words.append((verb, lemma, "VERB", "VBD", first_verb, "conj" if number else "root"))
        name(at, "obj")
        if draw(st.booleans()):
            words.append(("in", "in", "ADP", "IN", len(words) + 1, "case"))
            words.append((str(draw(st.integers(1900, 2020))), "1900", "NUM", "CD", at, "obl"))
    words.append((".", ".", "PUNCT", ".", first_verb, "punct"))
    text, tokens = "", []
    for form, lemma, pos, tag, head, relation in words:
        start = len(text) + bool(text and pos != "PUNCT")
        text += (" " if text and pos != "PUNCT" else "") + form
        tokens.append(Token(form, start, len(text), lemma, pos, tag, head, relation))
    return Analysis(text, tuple(tokens))


@settings(max_examples=200, deadline=None)
@given(sentences())
def test_each_conjoined_verb_and_each_adjunct_has_its_claim(analysis: Analysis) -> None:
    text = parsed(analysis)

    statements = read_english(text, {})

    check(text, statements)
    assert uncovered(text, statements) == []
    adjuncts = sum(token.dep == "obl" for token in analysis.tokens)
    verbs = sum(token.pos == "VERB" for token in analysis.tokens)
    assert len(statements) <= verbs + adjuncts
    assert len({statement.text for statement in statements}) == len(statements)


@settings(max_examples=100, deadline=None)
@given(sentences())
def test_the_same_sentence_gives_the_same_statements(analysis: Analysis) -> None:
    assert read_english(parsed(analysis), {}) == read_english(parsed(analysis), {})


def test_repair_leaves_the_trees_of_a_treebank_as_they_are() -> None:
    if not TREEBANK.exists():
        pytest.skip(f"no treebank at {TREEBANK}")
    words = changed = 0
    for analysis in conllu(TREEBANK):
        after = repaired(analysis)
        words += len(analysis.tokens)
        changed += sum(a != b for a, b in zip(analysis.tokens, after.tokens, strict=True))

    assert changed < 0.005 * words
