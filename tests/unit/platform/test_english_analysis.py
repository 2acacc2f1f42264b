"""The default English analyser: what it says of sentences, and how it shares the embedder's pass."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from analyser_contract import TextAnalyserContract

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.platform.models.minilm import MiniLMEmbedder, MiniLMEncoder
from claimgraph.platform.models.onnx_encoder import WEIGHTS
from claimgraph.platform.models.ports import Analysis, Token


@pytest.fixture(scope="module")
def analyser() -> EnglishAnalyser:
    return EnglishAnalyser(threads=1)


def word(analysis: Analysis, text: str) -> Token:
    return next(token for token in analysis.tokens if token.text == text)


def head(analysis: Analysis, text: str) -> str:
    return analysis.tokens[word(analysis, text).head].text


class TestEnglishAnalyser(TextAnalyserContract):
    def test_who_did_what_is_in_the_tree(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["The committee rejected the proposal in March."])
        assert word(analysis, "rejected").dep == "root"
        assert (word(analysis, "committee").dep, head(analysis, "committee")) == ("nsubj", "rejected")
        assert (word(analysis, "proposal").dep, head(analysis, "proposal")) == ("obj", "rejected")
        assert (word(analysis, "March").dep, head(analysis, "March")) == ("obl", "rejected")
        assert (word(analysis, "in").dep, head(analysis, "in")) == ("case", "March")

    def test_a_passive_has_a_passive_subject_and_its_agent(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["The bridge was designed by Vera Holt."])
        assert word(analysis, "bridge").dep == "nsubj:pass"
        assert word(analysis, "was").dep == "aux:pass"
        assert head(analysis, "by") in ("Vera", "Holt")

    def test_a_relative_clause_hangs_on_its_noun(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["The company that makes the engines moved to Oslo."])
        assert (word(analysis, "makes").dep, head(analysis, "makes")) == ("acl:relcl", "company")

    def test_words_have_lemmas_and_penn_tags(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["The children were running and bought two cities' best studies."])
        found = {token.text: (token.lemma, token.tag) for token in analysis.tokens}
        assert found["children"] == ("child", "NNS")
        assert found["were"] == ("be", "VBD")
        assert found["running"] == ("run", "VBG")
        assert found["bought"] == ("buy", "VBD")
        assert found["cities"] == ("city", "NNS")

    def test_a_proper_noun_keeps_its_capital(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["She left Paris."])
        assert (word(analysis, "Paris").lemma, word(analysis, "Paris").pos) == ("Paris", "PROPN")
        assert word(analysis, "left").lemma == "leave"

    def test_contractions_are_two_words(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["They don't know what can't be done."])
        assert [token.text for token in analysis.tokens][:4] == ["They", "do", "n't", "know"]

    def test_persons_places_and_organisations_are_named(self, analyser: EnglishAnalyser) -> None:
        [analysis] = analyser.analyse(["Angela Merkel visited Microsoft in Berlin."])
        found = [(analysis.text[name.start : name.end], name.label) for name in analysis.entities]
        assert found == [("Angela Merkel", "PER"), ("Microsoft", "ORG"), ("Berlin", "LOC")]

    def test_a_missing_pipeline_is_a_clear_error(self, tmp_path: Path) -> None:
        for name in ("minilm.onnx", "tokenizer.json"):
            shutil.copy(WEIGHTS / name, tmp_path / name)
        with pytest.raises(ModelUnavailable, match="en_analysis"):
            EnglishAnalyser(tmp_path).analyse(["A sentence."])

    def test_a_damaged_network_is_a_clear_error(self, tmp_path: Path) -> None:
        for name in ("minilm.onnx", "tokenizer.json"):
            (tmp_path / name).symlink_to(WEIGHTS / name)
        shutil.copytree(WEIGHTS / "en_analysis", tmp_path / "en_analysis")
        (tmp_path / "en_analysis" / "claimgraph_network" / "network.onnx").write_bytes(b"damaged")
        with pytest.raises(ModelUnavailable, match="English analysis model"):
            EnglishAnalyser(tmp_path).analyse(["A sentence."])

    def test_other_weights_are_another_version(self, analyser: EnglishAnalyser, tmp_path: Path) -> None:
        for name in ("minilm.onnx", "tokenizer.json"):
            (tmp_path / name).symlink_to(WEIGHTS / name)
        shutil.copytree(WEIGHTS / "en_analysis", tmp_path / "en_analysis")
        assert EnglishAnalyser(tmp_path).version == analyser.version
        labels = tmp_path / "en_analysis" / "claimgraph_network" / "labels.json"
        labels.write_text(labels.read_text() + "\n")
        assert EnglishAnalyser(tmp_path).version != analyser.version


class TestOnePass:
    def test_a_text_that_was_encoded_is_not_encoded_again_to_embed_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        encoder = MiniLMEncoder(threads=1)
        texts = ["The harbour opened in 1931.", "It closed."]
        encoder.encode(texts, 3)
        monkeypatch.setattr(encoder, "_encoder", None)  # any further pass would fail
        assert encoder.vectors(texts).shape == (2, 384)

    def test_the_vector_of_the_shared_pass_is_the_embedders_own(self) -> None:
        texts = ["The harbour opened in 1931.", "", "It closed.", "word " * 700, "lone \ud800 surrogate"]
        shared = MiniLMEncoder(threads=1)
        shared.encode(texts, 3)
        np.testing.assert_allclose(shared.vectors(texts), MiniLMEncoder(threads=1).vectors(texts), atol=1e-5)

    def test_analyser_and_embedder_share_one_session(self, analyser: EnglishAnalyser) -> None:
        assert analyser._encoder is MiniLMEmbedder(threads=1)._encoder

    def test_kept_vectors_are_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("claimgraph.platform.models.minilm.VECTORS_KEPT", 3)
        encoder = MiniLMEncoder(threads=1)
        encoder.encode([f"Sentence {number}." for number in range(8)], 3)
        assert len(encoder._vectors) == 3
        assert encoder.vectors(["Sentence 0."]).shape == (1, 384)
