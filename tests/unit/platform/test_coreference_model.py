"""Coreference by fastcoref, tried on a tiny model built here."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.analysis.coreference import FastCoref, pieces, tidy

_WORDS = "[PAD] [UNK] [CLS] [SEP] ada bob met she her he paris the . and in left"
WORDS = _WORDS.split()


def tiny(folder: Path) -> FastCoref:
    """An `FCoref` checkpoint of random weights: it links mentions, if not those a reader would."""
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    pytest.importorskip("fastcoref", reason="needs claimgraph[torch]")
    from fastcoref.coref_models.modeling_fcoref import FCorefModel
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    FCorefModel.all_tied_weights_keys = {}
    tokenizer = Tokenizer(models.WordPiece({word: index for index, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        initializer_range=2.0,
        coref_head={
            "max_span_length": 30,
            "top_lambda": 0.8,
            "ffnn_size": 16,
            "dropout_prob": 0.0,
            "max_segment_len": 32,
        },
    )
    FCorefModel(config).save_pretrained(folder)
    return FastCoref(str(folder))


TEXTS = [
    "Ada met Bob in Paris. She left and he left.",
    "",
    " \n ",
    "Ada \ud800 met her.",
    "the " * 100 + "Ada met Bob. She left.",
]


@pytest.mark.torch
def test_clusters_are_places_of_two_or_more_mentions_in_their_text(tmp_path: Path) -> None:
    found = tiny(tmp_path).clusters(TEXTS)
    assert len(found) == len(TEXTS)
    assert found[1] == found[2] == []
    assert found[0], "the random weights of this seed link something"
    for text, clusters in zip(TEXTS, found, strict=True):
        for mentions in clusters:
            assert len(mentions) >= 2
            assert mentions == sorted(set(mentions))
            assert all(0 <= start < end <= len(text) for start, end in mentions)
            assert all(not text[place].isspace() for start, end in mentions for place in (start, end - 1))


@pytest.mark.torch
def test_clusters_do_not_depend_on_the_other_texts(tmp_path: Path) -> None:
    model = tiny(tmp_path)
    together = model.clusters(TEXTS)
    assert together == [model.clusters([text])[0] for text in TEXTS]
    assert model.clusters([]) == []


@pytest.mark.torch
def test_the_programs_logging_stays_as_it_was(tmp_path: Path) -> None:
    before = (list(logging.getLogger().handlers), logging.getLogger().level)
    tiny(tmp_path).clusters(["Ada met Bob."])
    assert (list(logging.getLogger().handlers), logging.getLogger().level) == before


@pytest.mark.torch
def test_its_version_follows_its_weights(tmp_path: Path) -> None:
    model = tiny(tmp_path / "coref")
    before = model.version
    assert model.name.startswith("fastcoref_")
    (tmp_path / "coref" / "config.json").write_text("{}", encoding="utf-8")
    assert model.version != before


@pytest.mark.torch
def test_a_folder_that_holds_no_model_says_so(tmp_path: Path) -> None:
    pytest.importorskip("fastcoref", reason="needs claimgraph[torch]")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        FastCoref(str(tmp_path)).clusters(["Ada met Bob."])


def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("spacy", "fastcoref"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModelUnavailable, match=r"claimgraph\[torch\]"):
        FastCoref().clusters(["Ada met Bob. She left."])


def test_clusters_come_in_order_without_doubles_and_impossible_places() -> None:
    raw = [[(9, 12), (0, 3), (0, 3)], [(4, 8), None], [(5, 5), (30, 40)], [(20, 22), (4, 8)]]
    assert tidy(raw, 25) == [[(0, 3), (9, 12)], [(4, 8), (20, 22)]]


@given(st.text(st.sampled_from("ab \n"), max_size=200), st.integers(1, 40))
def test_a_long_text_is_read_whole_in_pieces(text: str, longest: int) -> None:
    covered = set()
    for start, piece in pieces(text, longest):
        assert 0 < len(piece) <= longest
        assert text[start : start + len(piece)] == piece
        places = set(range(start, start + len(piece)))
        assert not places & covered
        covered |= places
    assert all(text[place].isspace() for place in set(range(len(text))) - covered)
