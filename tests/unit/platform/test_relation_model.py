"""Relations that a sequence-to-sequence model writes, and what is believed of them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.analysis.relations import TransformersRelations, parse_triplets, relations_in


@pytest.mark.parametrize(
    ("written", "triplets"),
    [
        ("<s><triplet> Ada <subj> London <obj> place of birth</s>", [("Ada", "place of birth", "London")]),
        (
            "<triplet> Ada <subj> London <obj> place of birth <subj> maths <obj> field of work",
            [("Ada", "place of birth", "London"), ("Ada", "field of work", "maths")],
        ),
        (
            "<triplet> A <subj> B <obj> r <triplet> C <subj> D <obj> s</s><pad><pad>",
            [("A", "r", "B"), ("C", "s", "D")],
        ),
        ("<triplet> A <subj> B <obj> r <triplet> C <subj> D", [("A", "r", "B")]),
        ("<triplet> A <subj> B <obj>", []),
        ("<obj> r <subj> B <triplet> A", []),
        ("<triplet> <subj> B <obj> r", []),
        ("A was born in B.", []),
        ("", []),
        ("tp_XX<triplet> 鲁迅 <subj> 绍兴 <obj> 出生地</s>", [("鲁迅", "出生地", "绍兴")]),
    ],
)
def test_linearised_triplets_are_read_and_broken_ones_left_out(
    written: str, triplets: list[tuple[str, str, str]]
) -> None:
    assert parse_triplets(written) == triplets


def test_heads_and_tails_that_are_not_in_the_sentence_are_dropped() -> None:
    sentence = "Ada Lovelace was born in London."
    found = relations_in(sentence, [("ada  lovelace", "born in", "London"), ("Ada", "born in", "Paris")], 0.5)
    assert [(one.head, one.relation, one.tail, one.score) for one in found] == [
        ("Ada Lovelace", "born in", "London", 0.5)
    ]


def test_a_name_inside_a_longer_word_is_not_in_the_sentence() -> None:
    assert relations_in("Adam lives in Londonderry.", [("Ada", "lives in", "London")], 1.0) == []
    assert relations_in("鲁迅生于绍兴。", [("鲁迅", "出生地", "绍兴")], 1.0)[0].tail == "绍兴"


def test_the_same_relation_twice_and_a_thing_related_to_itself_are_dropped() -> None:
    triplets = [("Ada", "knows", "Bob"), ("ada", "knows", "Bob"), ("Bob", "knows", "bob")]
    assert len(relations_in("Ada knows Bob.", triplets, 1.0)) == 1


@given(st.text(st.sampled_from("ab <>triplesubjo/"), max_size=80), st.text(st.sampled_from("ab <>"), max_size=30))
def test_whatever_the_model_writes_is_in_the_sentence_or_dropped(written: str, sentence: str) -> None:
    for one in relations_in(sentence, parse_triplets(f"<triplet>{written}<subj>a<obj>r"), 1.0):
        assert one.head in sentence
        assert one.tail in sentence
        assert one.relation


_WORDS = "<s> <pad> </s> <unk> <triplet> <subj> <obj> ada london born knows bob"
WORDS = _WORDS.split()
_WRITTEN = "</s> <triplet> ada <subj> london <obj> born </s>"


def tiny(folder: Path) -> TransformersRelations:
    """A model that writes one linearised triplet whatever it reads: each token's successor is fixed."""
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    transformers = pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<triplet>", "<subj>", "<obj>"],
    ).save_pretrained(folder)
    config = transformers.BartConfig(
        vocab_size=len(WORDS),
        d_model=16,
        encoder_layers=1,
        decoder_layers=0,
        encoder_attention_heads=1,
        decoder_attention_heads=1,
        encoder_ffn_dim=8,
        decoder_ffn_dim=8,
        max_position_embeddings=64,
        tie_word_embeddings=False,
        decoder_start_token_id=2,
        forced_eos_token_id=None,
    )
    model = transformers.BartForConditionalGeneration(config)
    with torch.no_grad():
        model.model.decoder.embed_positions.weight.zero_()
        model.model.decoder.embed_tokens.weight.copy_(torch.eye(16)[: len(WORDS)])
        model.lm_head.weight.zero_()
        for before, after in pairwise(_WRITTEN.split()):
            model.lm_head.weight[WORDS.index(after), WORDS.index(before)] = 10.0
    model.save_pretrained(folder)
    return TransformersRelations(str(folder), max_tokens=60, max_new_tokens=12)


@pytest.mark.torch
def test_a_models_writing_becomes_relations_of_the_sentence(tmp_path: Path) -> None:
    model = tiny(tmp_path)
    found = model.relations(["Ada was born in London .", "Bob knows Ada .", "", "Ada \ud800 London " + "x " * 300])
    assert [[(one.head, one.relation, one.tail) for one in row] for row in found] == [
        [("Ada", "born", "London")],
        [],
        [],
        [("Ada", "born", "London")],
    ]
    assert 0.9 < found[0][0].score <= 1.0
    assert model.relations([]) == []
    assert model.relations(["Ada was born in London ."])[0] == found[0]


@pytest.mark.torch
def test_its_version_follows_its_weights(tmp_path: Path) -> None:
    model = tiny(tmp_path / "rebel")
    before = model.version
    assert model.name.endswith("_rebel")
    (tmp_path / "rebel" / "config.json").write_text("{}", encoding="utf-8")
    assert model.version != before


@pytest.mark.torch
def test_a_folder_that_holds_no_model_says_so(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs claimgraph[torch]")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        TransformersRelations(str(tmp_path)).relations(["Ada"])
