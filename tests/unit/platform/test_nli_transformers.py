"""Models that people bring along, tried on tiny ones built here. Needs `claimgraph[torch]`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from claimgraph.api.bootstrap import Models
from claimgraph.platform.errors import ConfigError, ModelUnavailable
from claimgraph.platform.models.sentence_transformer import SentenceTransformerEmbedder, unit_rows
from claimgraph.platform.models.transformers_nli import TransformersNli, label_columns
from claimgraph.platform.settings import load_settings

pytestmark = pytest.mark.torch

_WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] a b c d e the cat sat mat"
WORDS = _WORDS.split()
PAIRS = [
    ("the cat sat", "the cat"),
    ("", ""),
    ("a b c d " * 300, "e"),
    ("zzz \ud800", "the mat"),
    ("a", "b c d e"),
]


def tiny_tokenizer(folder: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordPiece({word: index for index, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=60,
    ).save_pretrained(folder)


def tiny_config(**options: object):
    from transformers import BertConfig

    return BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        **options,
    )


def tiny_nli(folder: Path, labels: list[str]) -> TransformersNli:
    """A model whose bias alone prefers its first label by far, then the second."""
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    torch.manual_seed(0)
    tiny_tokenizer(folder)
    config = tiny_config(id2label=dict(enumerate(labels)), label2id={name: i for i, name in enumerate(labels)})
    model = transformers.BertForSequenceClassification(config)
    with torch.no_grad():
        model.classifier.bias.copy_(torch.tensor([4.0, 2.0, 0.0][: len(labels)]))
    model.save_pretrained(folder)
    return TransformersNli(str(folder), max_tokens=60)


@pytest.mark.parametrize(
    ("labels", "first"),
    [
        (["contradiction", "neutral", "entailment"], "contradiction"),
        (["ENTAILMENT", "NEUTRAL", "CONTRADICTION"], "entailment"),
        (["entailment", "not_entailment"], "entailment"),
        (["not_entailment", "entailment"], "neutral"),
    ],
)
def test_the_label_order_is_the_configs(tmp_path: Path, labels: list[str], first: str) -> None:
    scores = tiny_nli(tmp_path, labels).score([("the cat sat", "the cat")])[0]
    assert getattr(scores, first) == max(scores.entailment, scores.neutral, scores.contradiction)
    assert scores.entailment + scores.neutral + scores.contradiction == pytest.approx(1.0)


def test_a_score_does_not_depend_on_its_batch(tmp_path: Path) -> None:
    model = tiny_nli(tmp_path, ["entailment", "neutral", "contradiction"])
    together = model.score(PAIRS)
    assert len(together) == len(PAIRS)
    assert model.score([]) == []
    for pair, scores in zip(PAIRS, together, strict=True):
        assert model.score([pair])[0].entailment == pytest.approx(scores.entailment, abs=1e-5)


def test_unknown_words_lower_the_known_fraction(tmp_path: Path) -> None:
    model = tiny_nli(tmp_path, ["entailment", "neutral", "contradiction"])
    assert model.known_fraction("the cat sat") == 1.0
    assert model.known_fraction("the zebra") == 0.5
    assert model.known_fraction("") == 1.0


def test_its_version_follows_its_weights(tmp_path: Path) -> None:
    model = tiny_nli(tmp_path / "one", ["entailment", "neutral", "contradiction"])
    before = model.version
    (tmp_path / "one" / "config.json").write_text("{}", encoding="utf-8")
    assert model.version != before
    assert model.name.endswith("_one")


def test_labels_without_meaning_are_a_configuration_error() -> None:
    with pytest.raises(ConfigError, match="id2label"):
        label_columns({0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, "some/model")
    with pytest.raises(ConfigError, match="id2label"):
        label_columns({0: "entailment", 1: "contradiction"}, "some/model")


def test_a_folder_that_holds_no_model_says_so(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs claimgraph[torch]")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        TransformersNli(str(tmp_path)).score([("a", "b")])


def test_a_sentence_transformer_embeds_by_folder(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    pytest.importorskip("sentence_transformers", reason="needs claimgraph[torch]")
    transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    torch.manual_seed(0)
    tiny_tokenizer(tmp_path)
    transformers.BertModel(tiny_config()).save_pretrained(tmp_path)

    embedder = SentenceTransformerEmbedder(str(tmp_path), frozenset({"en"}))
    texts = ["the cat", "", "a b c d " * 100, "bad \ud800", "the mat sat"]
    vectors = embedder.embed(texts)
    assert vectors.shape == (5, 16) == (5, embedder.dimensions)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(embedder.embed([texts[4]])[0], vectors[4], atol=1e-5)
    assert embedder.embed([]).shape == (0, 16)
    assert embedder.version


def test_a_static_embedder_without_a_limit_embeds_by_the_setting(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs claimgraph[torch]")
    sentence_transformers = pytest.importorskip("sentence_transformers", reason="needs claimgraph[torch]")
    modules = pytest.importorskip(
        "sentence_transformers.sentence_transformer.modules", reason="an older version has it elsewhere"
    )
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    static = modules.StaticEmbedding(tokenizer, embedding_dim=4)
    sentence_transformers.SentenceTransformer(modules=[static], device="cpu").save(str(tmp_path))

    built = Models(load_settings(_env_file=None, embedding_model=str(tmp_path)))

    assert len({one.name for one in built.embedders.values()}) == 1
    assert built.embeddings.embed(["the cat", "", "a b c d " * 300], "zh").shape == (3, 4)


def test_a_row_of_zeros_still_gets_length_one() -> None:
    rows = unit_rows(np.array([[0.0, 0.0], [3.0, 4.0]], dtype=np.float32))
    np.testing.assert_allclose(rows, [[1.0, 0.0], [0.6, 0.8]], atol=1e-6)
