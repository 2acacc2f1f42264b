"""The rules around the English network: trees and chains from scores, words and pieces, lemmas."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from claimgraph.platform.models.analysis.decoding import chain, tree
from claimgraph.platform.models.analysis.features import NONE, OWN, SHAPES, WITHIN, shape, windows
from claimgraph.platform.models.analysis.lemmas import apply_edit, best_lemma, lemma_of
from claimgraph.platform.models.onnx_encoder import WEIGHTS, OnnxEncoder

TAGS = ("O", "B-PER", "I-PER", "B-ORG", "I-ORG")


def is_tree(heads: tuple[int, ...]) -> bool:
    if heads.count(-1) != 1:
        return False
    for word in range(len(heads)):
        seen = set()
        while word >= 0:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word]
    return True


def total(scores: np.ndarray, heads: tuple[int, ...] | list[int]) -> float:
    return float(sum(scores[word, head + 1] for word, head in enumerate(heads)))


@st.composite
def arc_scores(draw: st.DrawFn) -> np.ndarray:
    size = draw(st.integers(1, 4))
    return draw(arrays.arrays(np.float64, (size, size + 1), elements=st.floats(-9, 0, width=16)))


class TestTree:
    @given(arc_scores())
    @settings(max_examples=150, deadline=None)
    def test_no_tree_scores_higher(self, scores: np.ndarray) -> None:
        found = tree(scores)
        size = len(scores)
        assert is_tree(tuple(found))
        best = max(total(scores, heads) for heads in itertools.product(range(-1, size), repeat=size) if is_tree(heads))
        assert total(scores, found) == pytest.approx(best)

    @given(st.integers(5, 60), st.integers(0, 2**32 - 1))
    @settings(max_examples=30, deadline=None)
    def test_long_sentences_get_one_tree(self, size: int, seed: int) -> None:
        scores = np.random.default_rng(seed).normal(size=(size, size + 1))
        assert is_tree(tuple(tree(scores)))

    def test_no_words_have_no_heads(self) -> None:
        assert tree(np.zeros((0, 1))) == []


class TestChain:
    @given(
        arrays.arrays(np.float64, st.tuples(st.integers(1, 4), st.just(5)), elements=st.floats(-9, 0, width=16)),
    )
    @settings(max_examples=150, deadline=None)
    def test_no_allowed_chain_scores_higher(self, scores: np.ndarray) -> None:
        def allowed(tags: tuple[str, ...]) -> bool:
            return all(
                not tag.startswith("I-") or before[2:] == tag[2:] for before, tag in itertools.pairwise(("O", *tags))
            )

        def value(tags: tuple[str, ...]) -> float:
            return float(sum(scores[word, TAGS.index(tag)] for word, tag in enumerate(tags)))

        found = tuple(chain(scores, TAGS))
        assert allowed(found)
        best = max(value(tags) for tags in itertools.product(TAGS, repeat=len(scores)) if allowed(tags))
        assert value(found) == pytest.approx(best)

    def test_no_words_have_no_tags(self) -> None:
        assert chain(np.zeros((0, 5)), TAGS) == []


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    return OnnxEncoder(WEIGHTS / "minilm.onnx", WEIGHTS / "tokenizer.json", 16, 1)


class TestWindows:
    def test_words_find_their_first_pieces(self, encoder: OnnxEncoder) -> None:
        [encoding] = encoder.encodings(["They don't."])
        [window] = windows("They don't.", [(0, 4), (5, 7), (7, 10), (10, 11)], [encoding])
        assert encoding.tokens == ["[CLS]", "they", "don", "'", "t", ".", "[SEP]"]
        assert window.first_pieces == [1, 2, 3, 5]

    def test_a_word_within_a_piece_shares_it_and_is_marked(self, encoder: OnnxEncoder) -> None:
        [encoding] = encoder.encodings(["cannot"])
        [window] = windows("cannot", [(0, 3), (3, 6)], [encoding])
        assert window.first_pieces == [1, 1]
        assert [feature // SHAPES for feature in window.word_features] == [OWN, WITHIN]

    def test_a_word_the_encoder_does_not_see_takes_the_first_position(self, encoder: OnnxEncoder) -> None:
        [encoding] = encoder.encodings(["a \x07 b"])
        [window] = windows("a \x07 b", [(0, 1), (2, 3), (4, 5)], [encoding])
        assert window.first_pieces == [1, 0, 2]
        assert window.word_features[1] // SHAPES == NONE

    def test_a_long_text_is_cut_into_windows_that_hold_every_word_once(self, encoder: OnnxEncoder) -> None:
        text = "Unbelievable harbours everywhere, " * 20
        spans = [(start, start + 12) for start in range(0, len(text), 34)]
        [encoding] = encoder.encodings([text], whole=True)
        cut = windows(text, spans, [encoding, *encoding.overflowing])
        assert len(cut) > 1
        assert [word for window in cut for word in window.words] == list(range(len(spans)))
        assert all(len(window.first_pieces) == len(window.words) for window in cut)

    def test_case_is_told_by_shape(self) -> None:
        words = ["--", "word", "Word", "WORD", "I", "iPhone", "1931", "A4"]
        assert [shape(word) for word in words] == list(range(SHAPES))


class TestLemmas:
    def test_edits_cut_and_add(self) -> None:
        assert apply_edit("lower|3|y", "Studies") == "study"
        assert apply_edit("keep|1|", "Falls") == "Fall"
        assert apply_edit("whole||be", "were") == "be"
        assert apply_edit("lower|0|", "HOUSE") == "house"

    def test_an_edit_that_cuts_too_much_leaves_the_word(self) -> None:
        assert apply_edit("lower|3|y", "Is") == "is"

    def test_an_unknown_word_gives_way_to_a_known_one(self) -> None:
        known = {"resign", "resigned"}.__contains__
        assert best_lemma("resigned", ["lower|1|", "lower|2|", "lower|0|"], known) == "resign"

    def test_a_word_that_is_left_as_it_is_needs_not_be_known(self) -> None:
        assert best_lemma("Globex", ["keep|0|", "lower|1|"], lambda word: False) == "Globex"

    def test_what_nobody_knows_goes_by_the_likeliest_edit(self) -> None:
        assert best_lemma("frobbed", ["lower|2|", "lower|1|"], lambda word: False) == "frobb"

    @pytest.mark.parametrize(
        ("word", "edits", "lemma"),
        [
            ("copied", ["lower|3|", "lower|4|"], "copy"),
            ("occupied", ["lower|2|", "lower|1|"], "occupy"),
            ("initial", ["lower|1|", "lower|0|"], "initial"),
            ("kind", ["lower|1|", "lower|0|"], "kind"),
        ],
    )
    def test_an_edit_that_undoes_no_ending_is_not_taken(self, word: str, edits: list[str], lemma: str) -> None:
        known = {"cop", "copy", "occupy", "kin", "kind", "initial"}.__contains__
        assert best_lemma(word, edits, known) == lemma

    @pytest.mark.parametrize(
        ("word", "tag", "lemma"),
        [
            ("bit", "VBD", "bite"),
            ("Fed", "VBN", "feed"),
            ("taught", "VBD", "teach"),
            ("rode", "VBD", "ride"),
            ("hypotheses", "NNS", "hypothesis"),
            ("horsemen", "NNS", "horseman"),
            ("worse", "JJR", "bad"),
            ("found", "VBP", "found"),
            ("bit", "NN", "bit"),
        ],
    )
    def test_irregular_forms_are_known(self, word: str, tag: str, lemma: str) -> None:
        assert lemma_of(word, tag, word.lower(), {}) == lemma

    def test_the_table_knows_better(self) -> None:
        table = {"VBD": {"went": "go"}, "NNPS": {"Falls": "Fall"}}
        assert lemma_of("Went", "VBD", "went", table) == "go"
        assert lemma_of("Falls", "NNPS", "Falls", table) == "Fall"
        assert lemma_of("falls", "NNS", "fall", table) == "fall"
