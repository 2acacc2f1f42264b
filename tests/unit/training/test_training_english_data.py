"""What the English analysis model is made from: words, places, names, lemmas as edits, and the tokenizer's rules."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starter_models.english_data import Sentence, column_names, place, spaced, treebank
from starter_models.english_labels import edit, lemma_table

from claimgraph.platform.models.analysis.lemmas import apply_edit

TREEBANK = """# newdoc id = d1
# text = Holt didn't leave.
1	Holt	Holt	PROPN	NNP	_	4	nsubj	_	_
2-3	didn't	_	_	_	_	_	_	_	_
2	did	do	AUX	VBD	_	4	aux	_	_
3	n't	not	PART	RB	_	4	advmod	_	_
4	leave	leave	VERB	VB	_	0	root	_	SpaceAfter=No
5	.	.	PUNCT	.	_	4	punct	_	_

# text = Dogs bark.
1	Dogs	dog	NOUN	NNS	_	2	nsubj	_	_
2	bark	bark	VERB	VBP	_	0	root	_	SpaceAfter=No
3	.	.	PUNCT	.	_	2	punct	_	_

"""


@pytest.fixture
def sentences(tmp_path: Path) -> list[Sentence]:
    path = tmp_path / "en.conllu.gz"
    path.write_bytes(gzip.compress(TREEBANK.encode()))
    found = treebank(path)
    for sentence in found:
        sentence.names = ["B-PER" if word == "Holt" else "O" for word in sentence.words]
    return found


class TestData:
    def test_the_treebanks_words_are_read_with_their_places(self, sentences: list[Sentence]) -> None:
        first = sentences[0]
        assert first.words == ["Holt", "did", "n't", "leave", "."]
        assert [first.text[start:end] for start, end in first.spans] == first.words
        assert first.heads == [3, 3, 3, -1, 3]
        assert (first.document, sentences[1].document) == ("d1", "d1")

    def test_words_the_text_does_not_spell_so_stay_in_order(self) -> None:
        assert place("gimme it", ["give", "me", "it"]) == [(0, 4), (4, 6), (6, 8)]

    def test_spacing_is_put_back(self) -> None:
        words = ["He", "said", ",", '"', "I", "do", "n't", "(", "yet", ")", '"', "."]
        text, spans = spaced(words)
        assert text == 'He said, "I don\'t (yet)".'
        assert [text[start:end] for start, end in spans] == words

    def test_names_of_columns_begin_with_b_and_other_types_are_no_names(self, tmp_path: Path) -> None:
        path = tmp_path / "names.gz"
        path.write_bytes(gzip.compress(b"In O\nNew I-LOC\nYork I-LOC\nJazz I-MISC\n. O\n"))
        [sentence] = column_names(path, " ")
        assert sentence.names == ["O", "B-LOC", "I-LOC", "O", "O"]


class TestLabels:
    @pytest.mark.parametrize(
        ("word", "lemma"),
        [("Studies", "study"), ("was", "be"), ("Paris", "Paris"), ("The", "the"), ("U.S.", "U.S."), ("went", "go")],
    )
    def test_an_edit_leads_from_the_word_to_its_lemma(self, word: str, lemma: str) -> None:
        assert apply_edit(edit(word, lemma), word) == lemma

    def test_the_table_holds_what_is_not_in_doubt(self, sentences: list[Sentence]) -> None:
        assert lemma_table(sentences, least=1)["NNS"] == {"dogs": "dog"}
        assert lemma_table(sentences, least=2) == {}


class TestTokenizer:
    def test_words_are_cut_as_in_the_treebank(self) -> None:
        import spacy
        from starter_models.english_tokenizer import fit_tokenizer

        pipeline = spacy.blank("en")
        fit_tokenizer(pipeline)
        text = "Wow!!! An e-mail to the co-founder of a high-level team, and/or 713-853-3989 ====="
        wanted = "Wow !!! An e-mail to the co-founder of a high - level team , and / or 713-853-3989 ====="
        assert " ".join(token.text for token in pipeline(text)) == wanted
