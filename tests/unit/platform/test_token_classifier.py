"""Entities by a token-classification model that people bring along, tried on tiny ones built here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ConfigError, ModelUnavailable
from claimgraph.platform.models.analysis.token_classifier import (
    TransformersTokenClassifier,
    entity_spans,
    readable_labels,
)
from claimgraph.platform.models.analysis.windows import windows
from claimgraph.platform.models.ports import Analysis, NamedSpan, Token

_WORDS = "[PAD] [UNK] [CLS] [SEP] ada love ##lace met bob in paris acme corp the"
WORDS = _WORDS.split()
LABELS = ["O", "B-PER", "I-PER", "B-LOC", "B-ORG", "I-ORG"]
LABEL_OF = {"ada": 1, "love": 2, "##lace": 2, "bob": 1, "paris": 3, "acme": 4, "corp": 5}
"""The tiny model looks at each word piece alone."""


class WordsOnly:
    """An analyser that splits at spaces and claims that every sentence begins with an entity."""

    name = "words_only"
    version = "1"
    languages = frozenset({"en"})

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        out = []
        for sentence in sentences:
            tokens, place = [], 0
            for word in sentence.split():
                start = sentence.index(word, place)
                place = start + len(word)
                tokens.append(Token(word, start, place, word, "X", "X"))
            out.append(Analysis(sentence, tuple(tokens), (NamedSpan(0, 1, "OLD"),) if sentence else ()))
        return out


def tiny(folder: Path, labels: Sequence[str] = LABELS) -> TransformersTokenClassifier:
    """A model whose first layer's embedding of a word piece is its label, and nothing moves it."""
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordPiece({word: index for index, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    width = 8
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=width,
        num_hidden_layers=0,
        num_attention_heads=1,
        intermediate_size=width,
        max_position_embeddings=64,
        id2label=dict(enumerate(labels)),
        label2id={label: index for index, label in enumerate(labels)},
    )
    model = transformers.BertForTokenClassification(config)
    with torch.no_grad():
        embeddings = model.bert.embeddings
        embeddings.position_embeddings.weight.zero_()
        embeddings.token_type_embeddings.weight.zero_()
        embeddings.word_embeddings.weight.zero_()
        for index, word in enumerate(WORDS):
            embeddings.word_embeddings.weight[index, LABEL_OF.get(word, 0)] = 1.0
        model.classifier.weight.copy_(torch.eye(width)[: len(labels)])
        model.classifier.bias.zero_()
    model.save_pretrained(folder)
    return TransformersTokenClassifier(WordsOnly(), str(folder), max_tokens=10)


def found(analysis: Analysis) -> list[tuple[str, str]]:
    return [(analysis.text[span.start : span.end], span.label) for span in analysis.entities]


@pytest.mark.torch
def test_word_pieces_become_spans_of_the_sentence_and_the_other_analysers_are_gone(tmp_path: Path) -> None:
    analysis = tiny(tmp_path).analyse(["Ada Lovelace met Bob in Paris"])[0]
    assert found(analysis) == [("Ada Lovelace", "PER"), ("Bob", "PER"), ("Paris", "LOC")]
    assert [token.text for token in analysis.tokens] == ["Ada", "Lovelace", "met", "Bob", "in", "Paris"]


@pytest.mark.torch
def test_a_sentence_longer_than_the_window_is_read_to_its_end(tmp_path: Path) -> None:
    sentence = "the " * 50 + "Acme Corp " + "the " * 51 + "Ada Lovelace"
    assert found(tiny(tmp_path).analyse([sentence])[0]) == [("Acme Corp", "ORG"), ("Ada Lovelace", "PER")]


@pytest.mark.torch
def test_an_analysis_does_not_depend_on_its_batch(tmp_path: Path) -> None:
    model = tiny(tmp_path)
    sentences = ["Ada met Bob", "", "  ", "the " * 40 + "Paris", "Acme Corp\ud800", "巴黎"]
    together = model.analyse(sentences)
    assert together == [model.analyse([sentence])[0] for sentence in sentences]
    assert [one.text for one in together] == sentences
    assert model.analyse([]) == []


@pytest.mark.torch
def test_its_name_and_version_tell_both_parts(tmp_path: Path) -> None:
    model = tiny(tmp_path / "ner")
    before = model.version
    assert model.name.startswith("words_only_")
    assert model.name.endswith("_ner")
    assert model.languages == {"en"}
    (tmp_path / "ner" / "config.json").write_text("{}", encoding="utf-8")
    assert model.version != before


@pytest.mark.torch
def test_labels_without_meaning_are_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="id2label"):
        tiny(tmp_path, [f"LABEL_{number}" for number in range(6)]).analyse(["Ada"])
    with pytest.raises(ConfigError, match="id2label"):
        readable_labels({0: "LABEL_0", 1: "LABEL_1"}, "some/model")


@pytest.mark.torch
def test_a_folder_that_holds_no_model_says_so(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        TransformersTokenClassifier(WordsOnly(), str(tmp_path)).analyse(["Ada"])


TEXT = "Ada Lovelace met Bob"
OFFSETS = [(0, 3), (4, 8), (8, 12), (13, 16), (17, 20)]
PIECES = [0, 1, 1, 2, 3]


@pytest.mark.parametrize(
    ("labels", "spans"),
    [
        (["B-PER", "I-PER", "O", "O", "B-PER"], ["Ada Lovelace", "Bob"]),
        (["B-PER", "L-PER", "L-PER", "O", "U-PER"], ["Ada Lovelace", "Bob"]),
        (["B-PER", "E-PER", "E-PER", "O", "S-PER"], ["Ada Lovelace", "Bob"]),
        (["PERSON", "PERSON", "PERSON", "O", "PERSON"], ["Ada Lovelace", "Bob"]),
        (["I-PER", "I-PER", "I-PER", "O", "I-PER"], ["Ada Lovelace", "Bob"]),
        (["B_PER", "B_PER", "I_PER", "O", "O"], ["Ada", "Lovelace"]),
        (["U-PER", "U-PER", "O", "O", "O"], ["Ada", "Lovelace"]),
        (["B-PER", "L-PER", "O", "L-PER", "O"], ["Ada Lovelace", "met"]),
        (["O", "O", "B-PER", "O", "O"], []),
    ],
)
def test_every_scheme_of_labels_is_read(labels: list[str], spans: list[str]) -> None:
    entities = entity_spans(TEXT, OFFSETS, PIECES, labels)
    assert [TEXT[span.start : span.end] for span in entities] == spans
    assert {span.label for span in entities} <= {"PER"}


def test_neighbours_of_different_kinds_stay_apart_and_unknown_kinds_keep_their_name() -> None:
    entities = entity_spans(TEXT, OFFSETS, PIECES, ["B-GPE", "I-Product", "I-Product", "I-ORG", "I-LOC"])
    assert [(TEXT[span.start : span.end], span.label) for span in entities] == [
        ("Ada", "LOC"),
        ("Lovelace", "Product"),
        ("met", "ORG"),
        ("Bob", "LOC"),
    ]


def test_the_space_that_a_byte_level_tokenizer_counts_in_is_left_out() -> None:
    assert entity_spans("met Bob", [(0, 3), (3, 7)], [0, 1], ["O", "B-PER"]) == (NamedSpan(4, 7, "PER"),)


@given(length=st.integers(1, 300), size=st.integers(2, 60), share=st.integers(0, 4))
def test_every_piece_is_spoken_for_once_by_a_window_that_sees_it(length: int, size: int, share: int) -> None:
    cuts = list(windows(length, size, min(size // 4 * share // 4, size - 1)))
    spoken = [piece for _, _, first, last in cuts for piece in range(first, last)]
    assert spoken == list(range(length))
    for start, end, first, last in cuts:
        assert end - start <= size
        assert start <= first <= last <= end
